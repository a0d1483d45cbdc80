// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of games by message: two windows hand lines to each other through the clipboard.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use morris::{Color, DrawReason, Outcome, WinReason};
use morris_message::Turn;
use morris_play::setup::{NewGameOptions, Opponent};

use super::player::{Player, button, words};
use super::*;
use crate::compat::descendants::below;

/// White closes the row in the third of these moves, and has won.
const ANN: [&str; 3] = ["b2", "a3", "c1"];
const BOB: [&str; 2] = ["a1", "b1"];
const READ: &str = "This message has already been read";
const ACCEPTED: &str = "Your friend has accepted the invitation";

impl Player {
    fn contents(&self) -> Vec<Vec<u8>> {
        self.saves().iter().map(|path| fs::read(path).unwrap()).collect()
    }

    /// Returns the game that is on the disk, if it is the only one.
    #[track_caller]
    fn message(&self) -> MessageGame {
        self.saved();
        let [path] = &self.saves()[..] else { panic!("there are several games") };
        *SavedGame::read(path).unwrap().message.unwrap()
    }

    /// Makes an invitation of Ann. It is in the clipboard then.
    #[track_caller]
    fn invite(&self) {
        self.window.go(SetupPage::ID);
        let setup: SetupPage = self.window.page_of();
        let names = ["Ann".to_owned(), String::new()];
        setup.set_choice(&NewGameOptions { opponent: Opponent::Friend, names, ..setup.choice() });
        setup.set_rules("tapatan".parse().unwrap(), None);
        self.act("win.start-game");
        self.on_game();
        self.expect("Invitation copied: send it to your friend");
    }

    /// Waits for the dialog that accepts the invitation of Ann, and returns its field.
    #[track_caller]
    fn asked_to_accept(&self) -> (adw::Window, gtk::Entry) {
        let dialog = || self.window.imp().accepting.upgrade().filter(WidgetExt::is_visible);
        self.wait("an invitation", |_| dialog().is_some());
        let dialog = dialog().unwrap();
        assert!(dialog.title().unwrap().contains("Ann invites you"), "{:?}", dialog.title());
        let field = below(dialog.upcast_ref()).unwrap();
        (dialog, field)
    }

    /// Accepts the invitation of Ann as Bob.
    #[track_caller]
    fn accept(&self) {
        let (_, field) = self.asked_to_accept();
        field.set_text("Bob");
        field.emit_activate();
        self.on_game();
        self.expect_copied("Send your message to Ann");
    }

    #[track_caller]
    fn play(&self, point: &str) {
        self.tap(point);
        self.expect_copied("");
    }

    /// Copies the last line again.
    #[track_caller]
    fn copy(&self) {
        self.act("game.copy-line");
        self.expect("Message copied");
    }

    /// Pastes the line that has just been copied into the other window.
    fn hand_to(&self, friend: &Self) {
        friend.window.paste();
    }

    /// Plays a move, and hands it to the friend.
    #[track_caller]
    fn move_to(&self, friend: &Self, point: &str) {
        self.play(point);
        self.hand_to(friend);
        friend.expect(&format!("played {point}"));
    }

    /// Answers the question of the window about what a friend gets a line of.
    #[track_caller]
    fn confirm(&self, heading: &str, response: &str) {
        let dialog: adw::MessageDialog = self.dialog();
        assert_eq!(dialog.heading().as_deref(), Some(heading));
        dialog.response(response);
        dialog.destroy();
    }

    /// Asks the friend something.
    #[track_caller]
    fn ask(&self, friend: &Self, (action, heading): (&str, &str), told: [&str; 2]) {
        self.act(action);
        self.confirm(heading, "do");
        self.expect_copied(told[0]);
        self.hand_to(friend);
        friend.expect(told[1]);
    }

    #[track_caller]
    fn offer_draw(&self, friend: &Self) {
        let told = ["Send your draw offer to ", " offers a draw"];
        self.ask(friend, ("game.offer-draw", "Offer a Draw?"), told);
    }

    /// Lets both agree to a draw.
    #[track_caller]
    fn agree_to_a_draw(&self, friend: &Self) {
        self.offer_draw(friend);
        friend.act("game.accept");
        friend.expect_copied("");
        friend.hand_to(self);
        for player in [self, friend] {
            player.wait("a draw", |player| player.outcome() == Some(Outcome::Draw(DrawReason::Agreement)));
        }
    }

    /// Opens a line as a link of the desktop.
    fn follow(&self, line: &str) {
        let link = format!("nine-mens-morris:{}", line.replace(' ', "/"));
        self.window.open_file(&gio::File::for_uri(&link));
    }
}

/// Returns Ann, who is White, and Bob in a game of Tapatan.
#[track_caller]
fn friends() -> (Player, Player) {
    let (ann, bob) = (Player::with(&[]), Player::with(&[]));
    ann.invite();
    bob.window.paste();
    bob.accept();
    bob.hand_to(&ann);
    ann.expect(ACCEPTED);
    (ann, bob)
}

/// Lets the two agree on another game, in which the other player begins.
#[track_caller]
fn begin_again(ann: &Player, bob: &Player) {
    ann.window.go(SetupPage::ID);
    ann.act("win.start-game");
    ann.expect("Invitation copied: send it to your friend");
    bob.window.paste();
    let (_, field) = bob.asked_to_accept();
    assert_eq!(field.text(), "Bob");
    field.emit_activate();
    bob.wait("the second game", |bob| bob.page().read(|game| game.session.outcome().is_none()) == Some(true));
    bob.expect_copied("");
    bob.hand_to(ann);
    ann.expect(ACCEPTED);
}

#[gtk::test]
fn friends_play_a_game_to_its_end() {
    let (ann, bob) = friends();
    ann.move_to(&bob, ANN[0]);
    bob.move_to(&ann, BOB[0]);
    ann.move_to(&bob, ANN[1]);
    bob.move_to(&ann, BOB[1]);
    ann.play(ANN[2]);
    ann.hand_to(&bob);
    bob.expect("You have lost");
    for player in [&ann, &bob] {
        let won = Some(Outcome::Win { winner: Color::White, reason: WinReason::Mill });
        player.wait("the end", |player| player.outcome() == won);
        player.saved();
        let [path] = &player.saves()[..] else { panic!("one game") };
        assert_eq!(SavedGame::read(path).unwrap().kind, SavedKind::Message);
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert_eq!(ann.message().whole(), bob.message().whole());
}

#[gtk::test]
fn friends_play_again_and_one_resigns() {
    let (ann, bob) = friends();
    ann.agree_to_a_draw(&bob);
    begin_again(&ann, &bob);
    let color = |player: &Player| player.page().read(|game| game.session.setup().only_person()).flatten();
    assert_eq!((color(&ann), color(&bob)), (Some(Color::Black), Some(Color::White)));
    bob.act("game.resign");
    bob.confirm("Resign?", "cancel");
    assert_eq!(bob.outcome(), None);
    let told = ["You have lost", "You have won"];
    bob.ask(&ann, ("game.resign", "Resign?"), told);
    [&ann, &bob].into_iter().for_each(Player::saved);
    assert_eq!([ann.saves().len(), bob.saves().len()], [2, 2]);
}

/// Ends the program that has just read a line, and pastes the line again.
#[track_caller]
fn read_again(player: &mut Player, words: &str) {
    player.restart();
    player.window.paste();
    player.expect_one_of(&[words, READ]);
    player.window.paste();
    player.expect(READ);
}

/// Plays a move, and ends the program. The move may not be saved, since no one has its line.
#[track_caller]
fn play_again(player: &mut Player, point: &str) {
    player.tap(point);
    player.restart();
    if !["Send your message to ", "Waiting for "].iter().any(|words| player.window.page_title().contains(words)) {
        player.play(point);
    }
}

/// Ends the program and copies the line in another one, which must be the same.
#[track_caller]
fn copy_again(player: &mut Player) {
    let line = player.message().whole();
    player.restart();
    player.copy();
    assert_eq!(player.message().whole(), line);
}

#[gtk::test]
fn a_game_continues_after_a_kill_at_each_step() {
    let (mut ann, mut bob) = (Player::with(&[]), Player::with(&[]));
    ann.invite();
    let invitation = ann.message().invitation().to_string();
    ann.restart();
    ann.act("game.copy-line");
    ann.expect("Invitation copied");
    bob.window.paste();
    bob.accept();
    copy_again(&mut bob);
    let acceptance = bob.message().whole();
    copy_again(&mut bob);
    ann.window.paste();
    ann.expect(ACCEPTED);
    assert_eq!((ann.message().invitation().to_string(), bob.message().whole()), (invitation, acceptance));
    read_again(&mut ann, ACCEPTED);
    play_again(&mut ann, "b2");
    ann.copy();
    copy_again(&mut ann);
    bob.window.paste();
    bob.expect("White played b2");
    read_again(&mut bob, "White played b2");
    play_again(&mut bob, "a1");
    bob.copy();
    copy_again(&mut bob);
    ann.window.paste();
    ann.expect("Black played a1");
    read_again(&mut ann, "Black played a1");
    assert_eq!(ann.message().whole(), bob.message().whole());
}

#[gtk::test]
fn unfitting_line_changes_nothing_and_is_reported() {
    let (ann, bob) = (Player::with(&[]), Player::with(&[]));
    ann.invite();
    ann.window.paste();
    ann.expect("This is your own invitation");
    bob.window.paste();
    bob.accept();
    bob.hand_to(&ann);
    ann.expect(ACCEPTED);
    ann.move_to(&bob, ANN[0]);
    let game = ann.message().invitation().game().to_owned();
    let before = ann.contents();
    ann.window.back();
    for (line, words) in [
        (
            format!("nmm2 {game} tapatan 2 a1 aaaaaaaa"),
            "This message does not fit your game: ask your friend for the whole game",
        ),
        (
            format!("nmm1 {game} tapatan 2 a1 aaaaaaaa"),
            "This message was changed on the way, or is not from your friend",
        ),
        (format!("nmm2 {game} tapatan 2 a1"), "The end of the message is missing: copy the whole message"),
        (format!("nmm2 {game} tapatan 2 x9 aaaaaaaa"), "The message is damaged: copy it again"),
        (
            format!("nmm2 {game} tapatan 4 a1 aaaaaaaa"),
            "An earlier message is missing: ask your friend for the whole game",
        ),
        (
            "nmm1 aaaqeayeaudao tapatan 2 a1 aaaaaaaa".to_owned(),
            "This message belongs to a game that is not on this computer",
        ),
        ("nmm3 aaaqeayeaudao".to_owned(), "This message was created by a newer version of the program"),
    ] {
        ann.follow(&line);
        ann.expect(words);
        assert_eq!(ann.contents(), before, "{line}");
    }
    ann.window.go(SettingsPage::ID);
    // A file with the game of the other player leads to the own one.
    ann.window.open_file(&gio::File::for_path(&bob.saves()[0]));
    ann.on_game();
    assert_eq!(ann.page().read(|game| game.session.setup().only_person()).flatten(), Some(Color::White));
    assert_eq!(ann.saves().len(), 1);
    bob.move_to(&ann, BOB[0]);
    ann.window.paste();
    ann.expect(READ);
}

#[gtk::test]
fn a_line_finds_its_game_after_a_restart() {
    let (mut ann, bob) = (Player::with(&[]), Player::with(&[]));
    ann.invite();
    // An invitation is copied after its game was saved.
    ann = Player::with(&ann.saves());
    bob.window.paste();
    bob.accept();
    bob.hand_to(&ann);
    ann.on_game();
    ann.expect(ACCEPTED);
    ann.move_to(&bob, ANN[0]);
    bob.play(BOB[0]);
    ann = Player::with(&ann.saves());
    ann.follow(&bob.message().whole());
    ann.on_game();
    ann.expect("Black played a1");
    ann.move_to(&bob, ANN[1]);
    bob.play(BOB[1]);
    ann = Player::with(&ann.saves());
    let file = ann.window.services().saves.store().folder().with_file_name("mail.nmm-line");
    fs::write(&file, format!("Hello Ann,\nhere it is:\n> {}\n-- \nBob\n", bob.message().whole())).unwrap();
    ann.window.open_file(&gio::File::for_path(&file));
    ann.on_game();
    ann.expect("Black played b1");
}

/// Activates the shortcut of a dialog for Escape.
#[track_caller]
fn press_escape(dialog: &adw::Window) {
    let controllers = dialog.observe_controllers().snapshot().into_iter();
    let shortcuts = controllers.filter_map(|controller| controller.downcast::<gtk::ShortcutController>().ok());
    let is_escape = |shortcut: &gtk::Shortcut| {
        let trigger = shortcut.trigger().and_then(|trigger| trigger.downcast::<gtk::KeyvalTrigger>().ok());
        trigger.is_some_and(|trigger| trigger.keyval() == Key::Escape)
    };
    let mut all = shortcuts.flat_map(|shortcuts| shortcuts.snapshot()).filter_map(|one| one.downcast().ok());
    let escape = all.find(is_escape).expect("a shortcut for Escape");
    escape.action().unwrap().activate(gtk::ShortcutActionFlags::empty(), dialog, None);
}

#[gtk::test]
fn a_line_is_typed_or_pasted_into_its_dialog() {
    let (ann, bob) = (Player::with(&[]), Player::with(&[]));
    ann.invite();
    bob.window.go(SetupPage::ID);
    let setup: SetupPage = bob.window.page_of();
    let ask = || {
        button(&setup, "Accept Invitation…").emit_clicked();
        let dialog: adw::Window = bob.dialog();
        let field: gtk::Entry = below(dialog.upcast_ref()).unwrap();
        assert!(GtkWindowExt::focus(&dialog).is_some_and(|focus| focus.is_ancestor(&field)));
        (field, dialog)
    };
    let (field, asking) = ask();
    field.set_text("nmm1 a");
    assert!(words(&asking).contains("The message is damaged: copy it again"));
    button(&asking, "Paste").emit_clicked();
    let (dialog, _) = bob.asked_to_accept();
    press_escape(&dialog);
    assert!(!dialog.is_visible());
    ask().0.set_text(&ann.message().invitation().to_string());
    bob.accept();
}

#[gtk::test]
fn differing_program_of_a_friend_changes_nothing_unasked() {
    let (ann, bob) = friends();
    let write = |game: &mut MessageGame, text: &str| {
        let turn = Turn::parse(text, game.rules().board).unwrap();
        game.write(turn).unwrap().into_line()
    };
    ann.move_to(&bob, "b2");
    let (mut here, mut there) = (bob.message(), bob.message());
    let mut elsewhere = ann.message();
    ann.follow(&write(&mut here, "a1"));
    ann.expect("played a1");
    elsewhere.read(&here.last_line()).unwrap();
    ann.saved();
    let before = ann.contents();
    // The other program has played something else.
    ann.follow(&write(&mut there, "c3"));
    ann.expect("This message does not fit your game");
    assert_eq!(ann.contents(), before);
    // The friend knows the key, so it can make up moves of Ann.
    here.read(&write(&mut elsewhere, "a3")).unwrap();
    write(&mut here, "b1");
    for response in ["cancel", "do"] {
        ann.follow(&here.whole());
        ann.confirm("Add Your Own Moves?", response);
        let added = response == "do";
        assert_eq!(ann.page().read(|game| game.session.game().cursor()), Some(if added { 4 } else { 2 }));
        assert!(added || ann.contents() == before);
    }
}
