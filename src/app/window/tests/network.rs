// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of games in this network: two windows connect over the loopback interface.

use std::fs;
use std::path::PathBuf;

use morris::{ByColor, Color, Outcome, WinReason};
use morris_message::{Line, Turn};
use morris_play::setup::{Begins, Clock, NewGameOptions, Opponent};
use morris_room::{MemberRow, Watching};
use rustix::fs::{FlockOperation, flock};

use super::player::{Player, button, words};
use super::*;
use crate::board::BoardPicture;
use crate::compat::descendants::below;
use crate::pages::network::NetworkPage;

const TURN: &str = "It is your turn in the game with Ann";
const DIFFERS: &str = "The boards differ. The game can go on by message.";

/// Returns a player whose place at a table is kept in the folder beside the saved games.
fn player() -> Player {
    let player = Player::with(&[]);
    let folder = player.window.services().saves.store().folder().with_file_name("network");
    player.window.services().network.start(folder);
    player
}

impl Player {
    fn open_table(&self, seconds: u64) {
        let clock = Some(Clock { time: Duration::from_secs(seconds), increment: Duration::ZERO });
        let (rules, names) = ("tapatan".parse().unwrap(), ["Ann".to_owned(), String::new()]);
        let opponent = Opponent::Friend;
        self.window.services().settings.change(|settings| settings.opened_table = true);
        let choice = NewGameOptions { opponent, rules, names, clock, begins: Begins::You, ..Default::default() };
        self.window.ask_to_open_table(&choice);
        let network = |ann: &Self| std::rc::Rc::clone(&ann.window.services().network);
        self.wait("the code", |ann| network(ann).code().is_some() && network(ann).place().is_some());
    }

    fn join(&self, host: &Self) {
        let network = &host.window.services().network;
        let port = network.place().unwrap().0[0].port();
        let address = format!("127.0.0.1:{port}").parse().unwrap();
        self.window.services().network.join(address, "Bob".parse().unwrap(), network.code().unwrap());
        self.window.go(NetworkPage::ID);
    }

    #[track_caller]
    fn is_connected(&self) {
        self.on_game();
        let begins = |player: &Self| player.page().read(|game| game.session.clock_running().is_some()) == Some(true);
        self.wait("the connection", |player| player.page().connected_words() == "Connected" && begins(player));
    }

    #[track_caller]
    fn expect_connection(&self, state: &str) {
        self.wait("the state of the game", |player| player.page().connected_words() == state);
    }

    /// Returns the invitation to the game on the page.
    fn invitation(&self) -> Line {
        self.page().read(|game| game.session.message().unwrap().invitation().clone()).unwrap()
    }

    /// Returns a turn in the game on the page, whose check letters are wrong.
    fn forged(&self, number: u32, point: &str) -> Line {
        Line::parse(&format!("nmm2 {} tapatan {number} {point} aaaaaaaa", self.invitation().game())).unwrap()
    }

    fn moves(&self) -> Option<usize> {
        self.page().read(|game| game.session.game().cursor())
    }

    fn left(&self) -> Option<ByColor<Duration>> {
        self.page().read(|game| game.session.clocks()).flatten()
    }

    fn play_at_the_board(&self) {
        self.window.play(OpenGame::new(GameSetup::between_persons(Rules::STANDARD)));
    }

    /// Plays elsewhere, and loses the saved games, so that the program cannot lose on time.
    fn forget(&self) {
        self.play_at_the_board();
        self.wait("the last save", |player| player.window.services().saves.is_idle());
        self.saves().iter().for_each(|path| fs::remove_file(path).unwrap());
    }

    /// Plays elsewhere while the saved game at the table has a move that the room lacks. Returns
    /// its name.
    fn play_during_a_break(&self, point: &str) -> String {
        self.saved();
        let game = self.invitation().game().to_owned();
        self.play_at_the_board();
        let store = self.window.services().saves.store();
        let id = store.message_game(&game).unwrap().unwrap();
        let mut saved = store.load(&id).unwrap();
        let message = saved.message.as_mut().unwrap();
        message.write(Turn::parse(point, message.rules().board).unwrap()).unwrap();
        store.save(&id, &saved).unwrap();
        game
    }

    /// Returns whether the game on the page goes on by message, with stopped clocks.
    fn goes_on_by_message(&self) -> bool {
        let runs = self.page().read(|game| game.session.clock_running()).flatten();
        button(&*self.window, "Copy Message").get_visible() && !self.page().shows_network() && runs.is_none()
    }

    fn answer_last(&self, response: &str) {
        let dialog: adw::MessageDialog = self.dialog();
        dialog.response(response);
        dialog.destroy();
    }

    fn leaves(&self) -> Option<adw::MessageDialog> {
        assert_eq!(self.window.before_closing(), glib::Propagation::Stop);
        let dialog: adw::MessageDialog = self.dialog();
        (dialog.heading().as_deref() == Some("Leave the Table?")).then_some(dialog)
    }
}

/// Returns Ann, who is White and hosts, and Bob in a game of Tapatan.
#[track_caller]
fn at_a_table(seconds: u64) -> (Player, Player) {
    let (ann, bob) = (player(), player());
    ann.open_table(seconds);
    bob.join(&ann);
    [&ann, &bob].into_iter().for_each(Player::is_connected);
    (ann, bob)
}

#[gtk::test]
fn joining_another_table_does_not_end_the_own_one() {
    let ann = player();
    ann.open_table(300);
    ann.window.go(MainMenu::ID);
    ann.window.ask_to_join("");
    ann.expect("You are at a table already.");
    assert!(ann.window.page() == NetworkPage::ID && ann.window.services().network.code().is_some());
}

#[gtk::test]
fn watching_is_shown_as_it_is_at_the_next_table() {
    let ann = player();
    ann.open_table(300);
    ann.window.go(NetworkPage::ID);
    let switch: gtk::Switch = below(ann.window.page_of::<NetworkPage>().upcast_ref()).unwrap();
    switch.set_active(false);
    let network = &ann.window.services().network;
    assert_eq!(network.watching(), Some(Watching::Closed));
    network.leave();
    ann.open_table(300);
    ann.wait("the switch", |_| switch.is_active());
    assert_eq!(ann.window.services().network.watching(), Some(Watching::Open));
}

#[gtk::test]
fn a_line_of_a_friend_goes_into_the_saved_game_and_the_page_stays() {
    let (ann, bob) = at_a_table(300);
    ann.expect("The game begins");
    bob.play_at_the_board();
    ann.tap("b2");
    bob.expect(TURN);
    assert_eq!((bob.window.page(), bob.moves()), (GamePage::ID, Some(0)), "the other game is on the page");
    let time = Duration::from_millis(300);
    glib::MainContext::default().block_on(glib::timeout_future(time));
    button(&*bob.window, "Show Game").emit_clicked();
    bob.is_connected();
    bob.wait("the move", |bob| bob.moves() == Some(1));
    let left = bob.left().unwrap();
    assert!(left.black <= Duration::from_secs(300) - time, "the clock of Bob ran: {left:?}");
    assert!(left.white < Duration::from_secs(300), "Ann has spent some time: {left:?}");
    bob.tap("a1");
    ann.wait("the move of Bob", |ann| ann.moves() == Some(2));
    bob.window.go(SettingsPage::ID);
    ann.tap("a2");
    bob.expect(TURN);
    assert_eq!((bob.window.page(), bob.moves()), (SettingsPage::ID, Some(3)));
    bob.play_at_the_board();
    ann.act("game.resign");
    ann.answer_last("do");
    bob.expect("The game with Ann is over");
    let is_over = |path: &PathBuf| SavedGame::read(path).unwrap().game.outcome().is_some();
    assert_eq!(bob.saves().iter().filter(|path| is_over(path)).count(), 1);
}

#[gtk::test]
fn a_new_game_at_a_table_does_not_replace_the_one_on_the_page() {
    let (ann, bob) = (player(), player());
    ann.open_table(300);
    ann.play_at_the_board();
    bob.join(&ann);
    ann.expect("Bob sits down");
    bob.on_game();
    ann.expect("It is your turn in the game with Bob");
    bob.is_connected();
    assert_eq!(ann.page().read(|game| game.session.message().is_none()), Some(true));
    button(&*ann.window, "Show Game").emit_clicked();
    ann.is_connected();
    ann.tap("b2");
    bob.wait("the move of Ann", |bob| bob.moves() == Some(1));
}

#[gtk::test]
fn a_win_is_claimed_from_a_friend_without_time() {
    let (ann, bob) = at_a_table(2);
    bob.forget();
    ann.tap("b2");
    assert!(!button(&*ann.window, "Claim the Win").get_visible());
    ann.wait("the offer", |ann| button(&*ann.window, "Claim the Win").get_visible());
    ann.act("game.claim");
    let won = Outcome::Win { winner: Color::White, reason: WinReason::Time };
    ann.wait("the win", |ann| ann.outcome() == Some(won));
    assert!(words(&ann.page()).contains("White · Ann"));
}

#[gtk::test]
fn a_player_loses_on_time_while_another_game_is_on_the_page() {
    let (ann, bob) = at_a_table(2);
    bob.play_at_the_board();
    ann.tap("b2");
    let won = Outcome::Win { winner: Color::White, reason: WinReason::Time };
    ann.wait("the win", |ann| ann.outcome() == Some(won));
    assert!(ann.page().read(|game| game.session.message().is_some()).unwrap(), "it is not claimed");
    bob.expect("The game with Ann is over");
    assert_eq!((bob.moves(), bob.outcome()), (Some(0), None), "the other game is on the page");
}

#[gtk::test]
fn an_invitation_is_accepted_once() {
    let (ann, bob) = at_a_table(2);
    assert_eq!(bob.saves().len(), 1);
    let invitation = ann.invitation();
    ann.forget();
    bob.wait("the offer", |bob| button(&*bob.window, "Claim the Win").get_visible());
    bob.act("game.claim");
    bob.wait("the win", |bob| bob.outcome().is_some());
    bob.saved();
    // After a break, it comes again, and the claimed game is no longer one by message.
    ann.window.services().network.send_line(invitation, None);
    glib::MainContext::default().block_on(glib::timeout_future(Duration::from_millis(500)));
    assert_eq!(bob.saves().len(), 1);
    assert!(bob.outcome().is_some(), "the game stays on the page");
}

#[gtk::test]
fn a_line_written_during_a_break_is_sent_once_its_game_is_on_the_page() {
    let (ann, bob) = at_a_table(300);
    ann.tap("b2");
    bob.wait("the move of Ann", |bob| bob.moves() == Some(1));
    let game = bob.play_during_a_break("a1");
    bob.window.watch(&game);
    ann.wait("the move of Bob", |ann| ann.moves() == Some(2));
}

#[gtk::test]
fn a_line_written_during_a_break_is_sent_after_it_while_another_game_is_on_the_page() {
    let (ann, bob) = at_a_table(300);
    ann.tap("b2");
    bob.wait("the move of Ann", |bob| bob.moves() == Some(1));
    bob.play_during_a_break("a1");
    // The room ends the connection of a member that names itself again.
    bob.window.services().network.send(MemberRow::Name("Bob".parse().unwrap()));
    ann.wait("the move of Bob", |ann| ann.moves() == Some(2));
    assert_eq!((bob.window.page(), bob.moves()), (GamePage::ID, Some(0)), "the other game is on the page");
}

#[gtk::test]
fn a_friend_does_not_wait_until_the_user_gives_up_an_unsaved_game() {
    let (ann, bob) = (player(), player());
    ann.open_table(300);
    bob.play_at_the_board();
    let folder = bob.window.services().saves.store().folder().to_owned();
    fs::remove_dir_all(&folder).unwrap();
    fs::write(&folder, "not a folder").unwrap();
    bob.tap("d6");
    bob.wait("the failure", |bob| bob.page().saving() == Saving::Failed);
    fs::remove_file(&folder).unwrap();
    bob.join(&ann);
    let dialog: adw::MessageDialog = bob.dialog();
    assert_eq!(dialog.heading().as_deref(), Some("Could Not Save the Game"));
    ann.is_connected();
    dialog.destroy();
}

#[gtk::test]
fn a_game_that_could_not_be_saved_begins_after_the_next_break() {
    let (ann, bob) = (player(), player());
    ann.open_table(300);
    let folder = bob.window.services().saves.store().folder().to_owned();
    fs::create_dir_all(&folder).unwrap();
    let held = fs::File::open(&folder).unwrap();
    flock(&held, FlockOperation::LockExclusive).unwrap();
    bob.join(&ann);
    let accepts = |bob: &Player| !bob.window.imp().accepted_at_table.borrow().is_empty();
    bob.wait("the invitation", accepts);
    bob.wait("the failure", |bob| !accepts(bob));
    drop(held);
    // The room ends the connection of a member that names itself again.
    bob.window.services().network.send(MemberRow::Name("Bob".parse().unwrap()));
    [&ann, &bob].into_iter().for_each(Player::is_connected);
}

#[gtk::test]
fn lines_before_an_early_one_are_asked_for() {
    let (ann, bob) = at_a_table(300);
    ann.tap("b2");
    bob.wait("the move of Ann", |bob| bob.moves() == Some(1));
    let (five, seven) = (bob.forged(5, "a1"), bob.forged(7, "a1"));
    for early in [&five, &seven] {
        assert!(!bob.page().take_from_network(early, None));
        assert!(bob.page().shows_network(), "{early}");
    }
    // It comes with the whole game, too.
    assert!(!bob.page().take_from_network(&five, None));
    bob.expect(DIFFERS);
}

#[gtk::test]
fn missing_lines_are_asked_for_while_another_game_is_on_the_page() {
    let (ann, bob) = at_a_table(300);
    ann.tap("b2");
    bob.wait("the move of Ann", |bob| bob.moves() == Some(1));
    bob.tap("a1");
    ann.wait("the move of Bob", |ann| ann.moves() == Some(2));
    bob.saved();
    let path = bob.saves().pop().unwrap();
    let copy = fs::read(&path).unwrap();
    ann.tap("a2");
    bob.wait("the next move of Ann", |bob| bob.moves() == Some(3));
    bob.saved();
    bob.play_at_the_board();
    bob.wait("the last save", |bob| bob.window.services().saves.is_idle());
    fs::write(&path, copy).unwrap();
    // The window would send the whole game.
    let mut message = ann.page().read(|game| game.session.message().cloned()).flatten().unwrap();
    let resignation = Line::parse(&message.write(Turn::Resign).unwrap().into_line()).unwrap();
    ann.window.services().network.send_line(resignation, None);
    bob.expect("The game with Ann is over");
    assert!(bob.window.services().network.is_open());
}

#[gtk::test]
fn a_forged_line_does_not_close_the_table_of_the_host() {
    let (ann, bob) = at_a_table(300);
    ann.tap("b2");
    bob.wait("the move of Ann", |bob| bob.moves() == Some(1));
    bob.window.services().network.send(MemberRow::Line(bob.forged(2, "a1")));
    for player in [&ann, &bob] {
        player.expect(DIFFERS);
        assert!(player.window.services().network.is_open() && player.goes_on_by_message());
        assert_eq!(player.moves(), Some(1));
    }
}

#[gtk::test]
fn programs_that_disagree_part_and_go_on_by_message() {
    let (ann, bob) = at_a_table(300);
    let cem = player();
    cem.join(&ann);
    let game = ann.invitation().game().to_owned();
    cem.wait("the game", |cem| cem.window.services().network.room().table_of(&game).is_some());
    cem.window.watch(&game);
    cem.expect_connection("You are watching");
    ann.tap("b2");
    bob.wait("the move of Ann", |bob| bob.moves() == Some(1));
    // The point is taken.
    bob.window.services().network.send(MemberRow::Line(bob.forged(2, "b2")));
    for player in [&bob, &ann] {
        player.expect(DIFFERS);
        player.wait("a game by message", Player::goes_on_by_message);
        assert!(player.window.services().network.is_open());
        assert_eq!(player.moves(), Some(1), "nothing is lost");
    }
    cem.expect_connection("Stopped: boards differ");
    bob.wait("a room that he can leave without a question", |bob| !bob.window.services().network.is_needed());
    bob.tap("a1");
    bob.expect_copied("Send your message to Ann");
}

#[gtk::test]
fn closing_the_window_asks_once_before_a_table_is_left() {
    let (ann, bob) = at_a_table(300);
    let dialog = ann.leaves().unwrap();
    assert_eq!(ann.window.before_closing(), glib::Propagation::Stop);
    assert!(words(&dialog).contains("Your game waits."), "{}", words(&dialog));
    ann.answer_last("stay");
    ann.wait("the answer", |ann| !ann.window.imp().is_closing.get());
    assert!(ann.window.services().network.is_open());
    // A finished game can be left by a guest, but not by the host of the table.
    bob.act("game.resign");
    bob.answer_last("do");
    ann.wait("the end", |ann| !ann.page().is_unfinished());
    bob.saved();
    bob.wait("the end", |bob| !bob.window.services().network.is_needed());
    let dialog = ann.leaves().unwrap();
    assert!(words(&dialog).contains("Everyone leaves."), "{}", words(&dialog));
    ann.answer_last("go-on");
    ann.wait("the window closes", |ann| ann.window.imp().may_close.get());
}

#[gtk::test]
fn a_table_that_cannot_be_saved_is_reported_once() {
    let ann = player();
    let folder = ann.window.services().saves.store().folder().with_file_name("network");
    fs::write(folder, "not a folder").unwrap();
    ann.open_table(300);
    ann.expect("Could not save the table. If the program ends, the game can only go on by message.");
    ann.wait("the page of the table", |ann| ann.window.page() == NetworkPage::ID);
}

#[gtk::test]
fn small_boards_follow_the_width_of_the_page() {
    let (ann, _bob) = at_a_table(300);
    let page: NetworkPage = ann.window.page_of();
    let board: BoardPicture = below(page.upcast_ref()).unwrap();
    for (width, is_shown) in [(1000, true), (800, false), (1000, true)] {
        _ = page.measure(gtk::Orientation::Horizontal, -1);
        page.size_allocate(&gdk::Rectangle::new(0, 0, width, 700), -1);
        ann.wait("the small board", |_| board.get_visible() == is_shown);
    }
}

#[gtk::test]
fn a_hint_about_a_table_goes_when_it_is_closed() {
    let ann = player();
    ann.open_table(300);
    ann.wait("the page of the table", |ann| ann.window.page() == NetworkPage::ID);
    let (page, mut hint): (NetworkPage, Option<gtk::Widget>) = (ann.window.page_of(), None);
    for_each(page.upcast_ref(), &mut |widget| {
        if widget.has_css_class("answer") {
            hint = Some(widget.clone());
        }
    });
    let hint = hint.unwrap();
    hint.set_visible(true);
    ann.window.services().network.leave();
    ann.wait("the hint to go", |_| !hint.get_visible());
}
