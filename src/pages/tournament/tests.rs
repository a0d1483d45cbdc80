// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the tournament page.

use std::os::unix::ffi::OsStrExt;

use morris_club::{Format, GameScore, Place, Settings, Stage};
use morris_play::persistence::TournamentFiles;

use super::*;
use crate::compat::descendants::below;
use crate::services::for_tests::{InFolder, Log, in_folder, logged, spoken_or_news};
use crate::services::messages::Message;
use crate::widgets::for_tests::{dialog_over, in_window, wait_until};
use crate::widgets::keys;
use crate::widgets::notice_bar::NoticeBar;

fn page_of(format: Format, players: usize) -> (InFolder<TournamentPage>, Log) {
    let (messages, said) = logged(spoken_or_news);
    (page_with(messages, format, players), said)
}

fn page_with(messages: Messages, format: Format, players: usize) -> InFolder<TournamentPage> {
    let mut tournament = Tournament::new(Settings::new("Evening", format)).unwrap();
    for number in 1..=players {
        tournament.change(&Change::Add { name: format!("P{number}"), program: None }).unwrap();
    }
    in_folder(messages, |context| {
        let saves = context.services.saves.store().folder().to_owned();
        let id = TournamentFiles::beside(&saves).create(&tournament).unwrap();
        context.services.tournaments.start(&saves);
        glib::MainContext::default().block_on(context.services.tournaments.open(&id));
        TournamentPage::make(&context)
    })
}

fn press(page: &TournamentPage, key: gdk::Key) {
    page.answer_left_over(key, gdk::ModifierType::empty());
}

#[gtk::test]
fn round_is_paired_and_filled_by_keys() {
    let (page, said) = page_of(Format::Swiss { rounds: 2 }, 4);
    let window = gtk::Window::builder().child(&*page).build();
    window.present();
    let control = gdk::ModifierType::CONTROL_MASK;
    page.answer_left_over(gdk::Key::Return, control);
    wait_until(|| page.imp().meeting_rows.borrow().len() == 2);
    wait_until(|| said.borrow().last().is_some_and(|words| words == "Round 1. 2 matches."));
    assert_eq!(page.imp().meetings.focus_child(), page.imp().meetings.row_at_index(0).map(Into::into));
    press(&page, gdk::Key::_3);
    wait_until(|| said.borrow().last().is_some_and(|words| words == "P1 3, P3 1. 1 result is missing."));
    // The same points in another way: two draws, then one win each.
    let games = || page.now().unwrap().rounds()[0].meetings[0].games.clone();
    press(&page, gdk::Key::_2);
    assert_eq!(games(), [Some(GameScore::Draw); 2]);
    press(&page, gdk::Key::_2);
    assert_eq!(games(), [Some(GameScore::Win), Some(GameScore::Loss)]);
    press(&page, gdk::Key::_5);
    assert_eq!(said.borrow().last().unwrap(), "Press 0 to 4");
    page.answer_left_over(gdk::Key::Return, control);
    assert_eq!(said.borrow().last().unwrap(), "1 result is missing. Tables: 2");
    page.focus_open_row(1);
    press(&page, gdk::Key::_4);
    wait_until(|| said.borrow().last().is_some_and(|words| words.ends_with("All results are in.")));
    page.answer_left_over(gdk::Key::z, control);
    wait_until(|| page.imp().round_words.label() == "1 result is missing");
    window.destroy();
}

#[gtk::test]
fn correction_of_an_earlier_round_can_pair_the_next_one_again() {
    let (page, _) = page_of(Format::Swiss { rounds: 2 }, 4);
    let change = |change: &Change| assert!(page.change(change, |_| String::new()));
    change(&Change::Pair);
    for table in 0..2 {
        page.set_result(table, vec![Some(GameScore::Win); 2]);
    }
    change(&Change::Pair);
    page.imp().round.set(0);
    let dialogs = || gtk::Window::list_toplevels().iter().filter(|window| window.is::<adw::MessageDialog>()).count();
    let before = dialogs();
    page.set_result(0, vec![Some(GameScore::Loss); 2]);
    assert_eq!(dialogs(), before + 1);
    assert_eq!(page.now().unwrap().corrections().len(), 1);
}

#[gtk::test]
fn names_and_levels_are_added_and_a_second_one_is_refused() {
    let (page, said) = page_of(Format::Swiss { rounds: 2 }, 1);
    page.imp().tabs.set_visible_child_name("players");
    page.imp().actions.activate_action("add", Some(&"level:3".to_variant()));
    page.imp().actions.activate_action("add", Some(&"level:3".to_variant()));
    page.imp().actions.activate_action("add", Some(&"P1".to_variant()));
    let names: Vec<_> = page.now().unwrap().entrants().iter().map(|entrant| entrant.name.clone()).collect();
    assert_eq!(names, ["P1", "Learner", "Learner 2"]);
    assert_eq!(said.borrow().last().unwrap(), "Not added: P1. Two players are called P1.");
    wait_until(|| page.imp().players.row_at_index(2).is_some());
    // A program of the user plays under its name.
    page.imp().actions.activate_action("add-program", Some(&"Millennium".to_variant()));
    let last = page.now().unwrap().entrants()[3].clone();
    assert_eq!((last.name.as_str(), last.program.as_deref()), ("Millennium", Some("own:Millennium")));
    // All who share the first place get one of their own.
    page.draw_lots();
    let rows = page.now().unwrap().standings(Stage::All).rows;
    assert!(rows.iter().enumerate().all(|(place, row)| row.by_lot && row.place == place + 1));
    // A place is drawn once.
    page.draw_lots();
    assert_eq!(said.borrow().last().unwrap(), "No players share a place.");
    assert_eq!(page.now().unwrap().standings(Stage::All).rows, rows);
}

#[gtk::test]
fn number_of_rounds_follows_the_players_until_another_one_is_chosen() {
    let (page, _) = page_of(Format::swiss(0), 0);
    let format = || page.now().unwrap().settings().format.to_string();
    assert!(page.imp().no_players.is_visible() && !page.imp().players.is_visible());
    let names: Vec<_> = (1..=9).map(|number| format!("P{number}")).collect();
    page.add_all(&names);
    assert_eq!(format(), "swiss:4");
    wait_until(|| page.imp().players.is_visible() && !page.imp().no_players.is_visible());
    page.change(&Change::Remove(0), |_| String::new());
    assert_eq!(format(), "swiss:3");
    let choose = |format| page.change(&Change::Settings(Settings::new("Evening", format)), |_| String::new());
    choose(Format::KnockOut);
    choose(Format::Swiss { rounds: 1 });
    assert_eq!(format(), "swiss:3", "the system was chosen, and not the number");
    choose(Format::Swiss { rounds: 4 });
    page.add_all(&names);
    assert_eq!(format(), "swiss:4");
    page.undo();
    choose(Format::Swiss { rounds: 3 });
    assert!(page.change(&Change::Pair, |_| String::new()));
    page.add_all(&names);
    assert_eq!(format(), "swiss:3", "the rounds have started");
}

#[gtk::test]
fn a_button_replaces_too_many_rounds_by_the_largest_number() {
    let offered = Rc::new(RefCell::new(None));
    let kept = Rc::clone(&offered);
    let receive = move |message| {
        if let Message::Notice(notice) = message {
            kept.replace(Some(notice));
        }
    };
    let page = page_with(Messages::new(receive), Format::Swiss { rounds: 5 }, 4);
    page.pair();
    let notice = offered.take().unwrap();
    assert_eq!(notice.words(), "With this many players, there are at most 2 rounds. A round robin has more.");
    let press = |notice| {
        let bar: NoticeBar = glib::Object::new();
        bar.show_notice(notice);
        let button: gtk::Button = below(bar.upcast_ref()).unwrap();
        button.emit_clicked();
        button.label()
    };
    assert_eq!(press(notice).as_deref(), Some("Play 2 Rounds"));
    let now = page.now().unwrap();
    assert_eq!((now.rounds().len(), now.settings().format), (1, Format::Swiss { rounds: 2 }));
    page.undo();
    assert!(page.now().unwrap().rounds().is_empty(), "it is one change");
    // The largest number is that of the players when the button is pressed.
    page.pair();
    page.add_all(&["P5", "P6"].map(str::to_owned));
    press(offered.take().unwrap());
    assert_eq!(page.now().unwrap().settings().format, Format::Swiss { rounds: 3 });
    page.undo();
    // Once the round was paired in another way, the button does nothing.
    page.pair();
    let late = offered.take().unwrap();
    assert!(page.change(&Change::Settings(Settings::new("Evening", Format::Swiss { rounds: 2 })), |_| String::new()));
    page.pair();
    (0..3).for_each(|table| page.set_result(table, vec![Some(GameScore::Win); 2]));
    press(late);
    let now = page.now().unwrap();
    assert_eq!((now.rounds().len(), now.settings().format), (1, Format::Swiss { rounds: 2 }));
}

#[gtk::test]
fn control_enter_adds_the_typed_names() {
    let (page, _) = page_of(Format::swiss(0), 0);
    let window = in_window(&*page);
    page.ask_names("Ann\nBob");
    let dialog = dialog_over(&window, "Add Players");
    let press = |state| keys::pass(&dialog, gtk::PropagationPhase::Capture, (gdk::Key::Return, state));
    assert!(!press(gdk::ModifierType::empty()) && press(gdk::ModifierType::CONTROL_MASK));
    wait_until(|| page.now().unwrap().entrants().len() == 2);
    window.destroy();
}

#[gtk::test]
fn standings_beside_the_round_have_a_title_and_a_head() {
    let (page, _) = page_of(Format::Swiss { rounds: 2 }, 4);
    assert!(page.change(&Change::Pair, |_| String::new()));
    page.imp().tabs.set_visible_child_name("round");
    let title = page.imp().beside.first_child().and_downcast::<gtk::Label>().unwrap();
    let card = page.imp().beside.last_child().and_downcast::<gtk::Grid>().unwrap();
    let head = card.child_at(2, 0).and_downcast::<gtk::Label>().unwrap();
    assert_eq!((title.label().as_str(), head.label().as_str()), ("Standings", "Points"));
    assert!(card.has_css_class("card") && card.child_at(0, 4).is_some());
    page.set_result(0, vec![Some(GameScore::Win); 2]);
    let standings = page.now().unwrap().standings(Stage::All);
    let cross = sheets::Grid::table(&page.now().unwrap(), &standings, sheets::Columns::Cross);
    assert_eq!(cross.rows[0], ["", "", "1", "2", "3", "4", "Points"]);
}

#[gtk::test]
fn a_result_that_comes_in_keeps_open_rows_and_a_name_that_is_being_typed() {
    let (page, _) = page_of(Format::Swiss { rounds: 2 }, 4);
    assert!(page.change(&Change::Pair, |_| String::new()));
    let window = gtk::Window::builder().child(&*page).build();
    window.present();
    let result = |score| Change::Game { at: Place { round: 0, table: 0 }, game: 0, score, when: String::new() };
    let comes = |score| glib::MainContext::default().block_on(page.tournaments().change(&result(score)).unwrap());
    let name: adw::EntryRow = below(page.imp().settings.upcast_ref()).unwrap();
    page.imp().tabs.set_visible_child_name("players");
    wait_until(|| name.grab_focus());
    name.set_text("Evening of");
    let menu = || below::<gtk::MenuButton>(page.imp().players.upcast_ref()).unwrap();
    comes(GameScore::Win);
    let before = menu();
    comes(GameScore::Draw);
    assert_eq!((name.text().as_str(), menu()), ("Evening of", before));
    page.imp().tabs.set_visible_child_name("table");
    let row = || below::<adw::ExpanderRow>(page.imp().table.upcast_ref()).unwrap();
    let before = row();
    before.set_expanded(true);
    wait_until(|| before.child_focus(gtk::DirectionType::TabForward));
    comes(GameScore::Win);
    assert!(row() != before && row().title() == before.title());
    assert!(row().is_expanded() && row().focus_child().is_some());
    window.destroy();
}

#[gtk::test]
fn two_hundred_pasted_names_are_one_change() {
    let (page, said) = page_of(Format::Swiss { rounds: 2 }, 1);
    let names: Vec<_> = (1..=200).map(|number| format!("P{number}")).collect();
    page.add_all(&names);
    assert_eq!(page.now().unwrap().entrants().len(), 200);
    wait_until(|| said.borrow().last().is_some_and(|words| words == "200 players"));
    assert!(said.borrow().contains(&"Not added: P1. Two players are called P1.".to_owned()));
    page.undo();
    assert_eq!(page.now().unwrap().entrants().len(), 1);
}

#[gtk::test]
fn names_that_are_all_refused_are_no_change() {
    let (page, said) = page_of(Format::Swiss { rounds: 2 }, 1);
    page.add_all(&["P1".to_owned()]);
    page.add_all(&[]);
    // Changes are written and announced in order, so nothing is announced before this one.
    assert!(page.change(&Change::Add { name: "P2".to_owned(), program: None }, |_| "Added".to_owned()));
    wait_until(|| said.borrow().last().is_some_and(|words| words == "Added"));
    assert_eq!(*said.borrow(), ["Not added: P1. Two players are called P1.", "Added"]);
}

#[gtk::test]
fn every_tab_shows_every_format() {
    use morris_club::Order;
    for format in [
        Format::Swiss { rounds: 3 },
        Format::RoundRobin { cycles: 1, order: Order::Slide },
        Format::KnockOut,
        Format::Groups { size: 4, advance: 2 },
    ] {
        for players in [0, 1, 2, 3, 8] {
            let (page, _) = page_of(format, players);
            if players == 8 {
                assert!(page.change(&Change::Pair, |_| String::new()), "{format:?}");
                page.set_result(0, vec![Some(GameScore::Win), Some(GameScore::Draw)]);
            }
            for tab in ["players", "round", "table", "bracket"] {
                page.imp().tabs.set_visible_child_name(tab);
            }
            assert!(page.imp().table.first_child().is_some(), "{format:?}, {players}");
            assert_eq!(page.imp().bracket_tab.is_visible(), format.has_knock_out());
            drop((sheets::Grid::all(&page.now().unwrap()), sheets::Grid::empty(&page.now().unwrap())));
        }
    }
}

#[gtk::test]
fn text_has_rounds_tables_and_bracket_in_aligned_columns() {
    let (page, _) = page_of(Format::KnockOut, 4);
    assert!(page.change(&Change::Pair, |_| String::new()));
    page.set_result(0, vec![Some(GameScore::Win); 2]);
    let texts: Vec<_> = sheets::Grid::all(&page.now().unwrap()).iter().map(sheets::Grid::text).collect();
    assert_eq!(texts[0], "Evening – Round 1 of 2\n1  P1  4 : 0  P4\n2  P3  –      P2\n");
    assert!(texts[1].contains("Points\n1  P1       4\n") && texts[2].starts_with("Evening – Bracket\n"), "{texts:?}");
}

#[test]
fn tables_of_two_hundred_players_have_pages_with_letters_to_read() {
    let mut tournament = Tournament::new(Settings::new("Evening", Format::Swiss { rounds: 8 })).unwrap();
    for number in 1..=200 {
        tournament.change(&Change::Add { name: format!("P{number}"), program: None }).unwrap();
    }
    let surface = gtk::cairo::ImageSurface::create(gtk::cairo::Format::A8, 1, 1).unwrap();
    let context = gtk::cairo::Context::new(&surface).unwrap();
    let standings = sheets::Grid::tables(&tournament, sheets::Columns::Paper).remove(0);
    assert_eq!(standings.rows[0][2..4], ["Points", "Buchholz"]);
    let corrected = sheets::Grid { notes: vec![String::new(); 60], ..standings.clone() };
    for (grid, least) in [(sheets::Grid::empty(&tournament), 9.0), (standings, 9.0), (corrected, 6.0)] {
        // A page of A4, in points.
        let fitting = grid.fit(&context, (523.0, 770.0), 9.0, 16.0);
        let pages: Vec<Vec<_>> = (0..grid.pages(fitting)).map(|page| grid.shown(fitting, page).collect()).collect();
        assert!(fitting.size >= least && (4..=8).contains(&pages.len()), "{fitting:?}, {}", pages.len());
        let (head, body) = grid.rows.split_at(usize::from(grid.has_head));
        assert!(pages.iter().all(|page| page.iter().copied().take(head.len()).eq(head) && page.len() <= fitting.rows));
        assert!(pages.iter().flat_map(|page| &page[head.len()..]).copied().eq(body));
    }
}

#[gtk::test]
fn sheets_are_saved_as_pdf() {
    let (page, said) = page_of(Format::KnockOut, 8);
    assert!(page.change(&Change::Pair, |_| String::new()));
    let home = tempfile::tempdir().unwrap();
    for what in ["pairings", "scores", "table", "bracket", "empty"] {
        let path = home.path().join(format!("{what}.pdf"));
        page.print(what, Some(path.clone()));
        wait_until(|| path.exists());
        let pdf = std::fs::read(&path).unwrap();
        assert!(pdf.starts_with(b"%PDF") && pdf.len() > 3_000, "{what}: {}", pdf.len());
        wait_until(|| said.borrow().last() == Some(&format!("Tournament exported as {what}.pdf")));
        if let Some(folder) = std::env::var_os("NMM_KEEP_PDF") {
            std::fs::copy(&path, std::path::Path::new(&folder).join(path.file_name().unwrap())).unwrap();
        }
    }
    let (empty, answers) = page_of(Format::Swiss { rounds: 2 }, 4);
    for what in ["pairings", "scores", "bracket"] {
        empty.print(what, Some(home.path().join("none.pdf")));
        assert_eq!(answers.borrow().last().unwrap(), "That is not possible.", "{what}");
    }
    page.print("table", Some(home.path().join("table.pdf/table.pdf")));
    wait_until(|| said.borrow().last().unwrap().starts_with("Could not"));
    let path = home.path().join(std::ffi::OsStr::from_bytes(b"\xff.pdf"));
    page.print("table", Some(path.clone()));
    wait_until(|| path.exists());
}

#[gtk::test]
fn two_different_players_are_chosen_to_exchange_at_every_table() {
    for (players, table) in [(2, 0), (4, 0), (4, 1)] {
        let (page, _) = page_of(Format::KnockOut, players);
        let window = in_window(&*page);
        assert!(page.change(&Change::Pair, |_| String::new()));
        wait_until(|| page.focus_open_row(table));
        let before = page.now().unwrap();
        page.ask_exchange();
        let dialog = dialog_over(&window, "Exchange Two Players").downcast::<adw::MessageDialog>().unwrap();
        dialog.response("do");
        assert_ne!(page.now().unwrap(), before, "{players}, {table}");
        window.destroy();
    }
}

#[gtk::test]
fn focus_stays_near_a_player_that_is_removed() {
    let (page, _) = page_of(Format::swiss(0), 2);
    let window = in_window(&*page);
    let row = |index| page.imp().players.row_at_index(index);
    assert!(row(1).unwrap().grab_focus());
    for left in [1, 0] {
        assert!(page.change(&Change::Remove(left), |_| String::new()));
        wait_until(|| row(left as i32).is_none());
        let has_focus = row(0).map_or_else(|| page.imp().add_players.is_focus(), |row| row.is_focus());
        assert!(has_focus, "{left}");
    }
    window.destroy();
}
