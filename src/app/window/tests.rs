// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the window without the program around it.

mod friends;
mod narrow;
mod network;
mod places;
mod player;
mod rules;
mod saving;

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use gtk::gdk::{Key, ModifierType};
use jiff::Zoned;
use morris::Rules;
use morris_message::{ColorChoice, MessageGame};
use morris_play::persistence::{Content, FileFormat, SavedGame, SavedKind};
use morris_play::setup::GameSetup;
use morris_teach::puzzles::{DailyGrade, RunKind};

use super::*;
use crate::compat::descendants::{below, for_each};
use crate::pages::PAGES;
use crate::pages::analysis::{AnalysisPage, Subject};
use crate::pages::app_page::Pages;
use crate::pages::endgame::EndgamePage;
use crate::pages::game::OpenGame;
use crate::pages::help::HelpPage;
use crate::pages::how_to_play::HowToPlay;
use crate::pages::judgment::JudgmentPage;
use crate::pages::pause::PausePage;
use crate::pages::practice::PracticePage;
use crate::pages::puzzle::{Course, PuzzlePage, Solver};
use crate::pages::rules::RulesPage;
use crate::pages::saved_games::SavedGamesPage;
use crate::pages::settings::SettingsPage;
use crate::pages::tournament::TournamentPage;
use crate::pages::tournaments::TournamentsPage;
use crate::services::Saving;
use crate::services::for_tests::{InFolder, in_folder};
use crate::widgets::for_tests::{Look, wait_until};
use crate::widgets::shortcuts;

fn window() -> InFolder<Window> {
    let app = application();
    in_folder(Messages::new(|_| {}), |context| Window::new(&app, context.services))
}

fn application() -> gtk::Application {
    adw::init().unwrap();
    // Each window needs its own name on the bus, since the window of the previous test may still
    // exist.
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let id = format!("org.example.Test{}", COUNT.fetch_add(1, Relaxed));
    let app = gtk::Application::new(Some(&id), gio::ApplicationFlags::NON_UNIQUE);
    app.register(gio::Cancellable::NONE).unwrap();
    app
}

#[gtk::test]
fn the_title_names_the_page_that_one_comes_back_to() {
    let window = window();
    let title = || window.title().unwrap_or_default();
    assert_eq!(title(), "Nine Men’s Morris");
    window.go(SetupPage::ID);
    assert_eq!(title(), "New Game");
    window.go(RulesPage::ID);
    assert_eq!(title(), "Rules");
    // Announcements of a page that is left must not follow to the next one.
    window.announce("Something else", Again::No);
    window.back();
    assert_eq!(title(), "New Game");
    // News must.
    window.tell("Could not save the game");
    window.go(RulesPage::ID);
    assert_eq!(title(), "Rules");
    wait_until(|| title() == "Could not save the game");
    window.back();
    window.back();
    assert_eq!(title(), "Nine Men’s Morris");
}

/// Returns the controls that are seen on a page, except points, whose board decides on their size,
/// what is part of a row, which is pressed instead, and the buttons of the desktop.
fn controls(widget: &gtk::Widget, found: &mut Vec<gtk::Widget>) {
    let is_row = widget.is::<gtk::ListBoxRow>() && widget.height() >= FINGER;
    if !widget.is_mapped() || is_row || widget.is::<gtk::WindowControls>() {
        return;
    }
    let presses = [gtk::Button::static_type(), gtk::CheckButton::static_type(), gtk::Switch::static_type()];
    let enters = [gtk::Entry::static_type(), gtk::Scale::static_type(), gtk::ListBoxRow::static_type()];
    if presses.into_iter().chain(enters).any(|class| widget.type_().is_a(class)) && widget.css_name() != "point" {
        return found.push(widget.clone());
    }
    let children = std::iter::successors(widget.first_child(), WidgetExt::next_sibling);
    children.for_each(|child| controls(&child, found));
}

/// Describes the controls of a page that are too small for a finger.
fn too_small(page: &gtk::Widget) -> Vec<String> {
    let mut found = Vec::new();
    controls(page, &mut found);
    let described = found.into_iter().filter_map(|control| {
        let bounds = control.compute_bounds(page)?;
        let (width, height) = (bounds.width().round() as i32, bounds.height().round() as i32);
        // Five buttons and those of the desktop are in the header of the game.
        let least = if control.ancestor(adw::HeaderBar::static_type()).is_some() { 40 } else { FINGER };
        let name = control.tooltip_text().or_else(|| control.downcast_ref::<gtk::Button>()?.label());
        (height < FINGER || width < least).then(|| format!("{} {name:?} {width} × {height}", control.type_()))
    });
    described.collect()
}

/// The smallest side of a control that a finger hits, in pixels.
const FINGER: i32 = 44;

#[gtk::test]
fn a_finger_hits_every_control_in_a_narrow_window() {
    let window = window();
    let _look = Look::with_text(1.0);
    window.set_default_size(360, 640);
    window.present();
    let mut faults = Vec::new();
    for row in PAGES {
        if row.id == GamePage::ID {
            window.page_of::<GamePage>().play(OpenGame::new(GameSetup::between_persons(Rules::STANDARD)));
        }
        window.go(row.id);
        let page = window.shown_page();
        let page: &gtk::Widget = (*page).as_ref();
        let mut small = Vec::new();
        for _ in 0..20 {
            glib::MainContext::default().block_on(glib::timeout_future(Duration::from_millis(200)));
            small = too_small(page);
            if page.is_mapped() && small.is_empty() {
                break;
            }
        }
        // Without a compositor the window has a frame.
        assert!(page.width() <= 360 && page.height() <= 640, "{}", row.id.0);
        faults.extend(small.into_iter().map(|fault| format!("{}: {fault}", row.id.0)));
    }
    for title in ["Own Rules", "Keys"] {
        let dialog = match title {
            "Keys" => shortcuts::show(&*window),
            _ => dialog_with_header(&window),
        };
        wait_until(|| dialog.is_mapped() && dialog.width() > 0);
        faults.extend(too_small(dialog.upcast_ref()).into_iter().map(|fault| format!("{title}: {fault}")));
        dialog.destroy();
    }
    window.destroy();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn dialog_with_header(parent: &Window) -> adw::Window {
    let header = adw::HeaderBar::builder().show_end_title_buttons(false).build();
    header.pack_start(&gtk::Button::with_label("Cancel"));
    header.pack_end(&gtk::Button::with_label("Save"));
    let dialog = adw::Window::builder().transient_for(parent).content(&header).default_width(320).build();
    shortcuts::present_dialog(&dialog);
    dialog
}

/// Returns keys of the game that a page may not use.
fn keys_of_a_game() -> Vec<(Key, ModifierType)> {
    let (plain, control, alt) = (ModifierType::empty(), ModifierType::CONTROL_MASK, ModifierType::ALT_MASK);
    let plain = [Key::h, Key::v, Key::s, Key::m, Key::t, Key::p, Key::F9].map(|key| (key, plain));
    let control_keys = [Key::z, Key::m, Key::s, Key::r, Key::h].map(|key| (key, control));
    let shifted = [Key::Z, Key::F, Key::S].map(|key| (key, control | ModifierType::SHIFT_MASK));
    [&plain[..], &control_keys, &shifted, &[(Key::Right, alt)]].concat()
}

/// Returns the response to a key that the page has not handled, or `None` if the key is left to
/// others.
fn said(window: &Window, key: Key, state: ModifierType) -> Option<String> {
    window.imp().notices.dismiss_passing();
    match window.key_left_over(key, state) {
        glib::Propagation::Stop => window.imp().notices.words(),
        glib::Propagation::Proceed => None,
    }
}

#[gtk::test]
fn idle_game_key_gives_its_reason_on_every_page() {
    let window = window();
    let (plain, control) = (ModifierType::empty(), ModifierType::CONTROL_MASK);
    for page in PAGES.iter().map(|row| row.id).filter(|page| ![GamePage::ID, PausePage::ID].contains(page)) {
        window.go(page);
        assert_eq!(window.page(), page);
        // The analysis steps through its moves and exports them. The lists restore what was
        // deleted, and a tournament takes its last change back.
        let is_used = |key| match page {
            AnalysisPage::ID => [Key::Right, Key::S].contains(&key),
            SavedGamesPage::ID | TournamentsPage::ID | TournamentPage::ID => key == Key::z,
            _ => false,
        };
        let keys = keys_of_a_game().into_iter().filter(|&(key, _)| !is_used(key));
        for (key, state) in keys {
            let said = said(&window, key, state);
            assert_eq!(said.as_deref(), Some("This key works only in a game"), "{page:?}: {key:?} {state:?}");
        }
        let copies = page == AnalysisPage::ID;
        assert_eq!(said(&window, Key::c, control).is_none(), copies, "{page:?}");
        let leads_back = page != MainMenu::ID;
        for (key, state) in [(Key::Escape, plain), (Key::Left, ModifierType::ALT_MASK)] {
            let said = said(&window, key, state);
            assert_eq!(said.is_none(), leads_back, "{page:?}: {key:?}");
            assert!(leads_back || said.as_deref() == Some("This is the main menu"), "{said:?}");
        }
        for (key, state) in [(Key::n, control), (Key::x, plain), (Key::Tab, plain), (Key::F1, plain)] {
            assert_eq!(said(&window, key, state), None, "{page:?}: {key:?}");
        }
    }
}

#[gtk::test]
fn the_analysis_is_closed_to_a_puzzle_that_goes_on() {
    let window = window();
    window.go(PuzzlePage::ID);
    window.analyze(Part::Moves);
    assert_eq!(window.page(), PuzzlePage::ID);
    assert_eq!(window.imp().notices.words().as_deref(), Some("Analysis opens when the puzzle is over"));
    window.go(MainMenu::ID);
    window.analyze(Part::Moves);
    assert_eq!(window.page(), AnalysisPage::ID);
    assert_eq!(window.rules_on(AnalysisPage::ID), Rules::STANDARD);
}

#[gtk::test]
fn keys_of_a_paused_game_give_that_reason() {
    let window = window();
    window.page_of::<GamePage>().show_suspended(OpenGame::new(GameSetup::between_persons(Rules::STANDARD)));
    window.go(GamePage::ID);
    window.go(PausePage::ID);
    for key in [Key::h, Key::v, Key::s, Key::m, Key::t] {
        let said = said(&window, key, ModifierType::empty());
        assert_eq!(said.as_deref(), Some("Game paused"), "{key:?}");
    }
    assert_eq!(said(&window, Key::c, ModifierType::CONTROL_MASK).as_deref(), Some("Game paused"));
    assert_eq!(said(&window, Key::Escape, ModifierType::empty()), None, "it leads back to the game");
}

#[gtk::test]
fn the_keys_of_a_text_are_its_own() {
    let window = window();
    assert!(said(&window, Key::z, ModifierType::CONTROL_MASK).is_some());
    let entry = gtk::Entry::new();
    window.page_of::<MainMenu>().set_child(Some(&entry));
    assert!(entry.grab_focus());
    assert_eq!(said(&window, Key::z, ModifierType::CONTROL_MASK), None);
}

#[gtk::test]
fn the_board_of_a_lesson_can_be_asked_about() {
    let window = window();
    window.go(HowToPlay::ID);
    window.present();
    let how = window.page_of::<HowToPlay>();
    wait_until(|| how.board().is_mapped());
    for (key, begins) in [(Key::s, "White: place"), (Key::m, "White: "), (Key::t, "The board is empty")] {
        window.imp().announcer.borrow_mut().forget();
        assert_eq!(window.key_left_over(key, ModifierType::empty()), glib::Propagation::Stop);
        let told = window.imp().announcer.borrow_mut().pop().unwrap();
        assert!(told.starts_with(begins), "{told}");
    }
    window.destroy();
}

#[gtk::test]
fn back_from_practice_leads_to_the_pressed_card() {
    let window = window();
    window.services().tables.open();
    window.go(PracticePage::ID);
    window.present();
    let practice = window.page_of::<PracticePage>();
    let shows =
        |page: PageId| wait_until(|| window.page() == page && window.shown_page().as_ref().as_ref().is_mapped());
    shows(PracticePage::ID);
    let ways = [("endgame:win-5-4", EndgamePage::ID), ("rated", PuzzlePage::ID), ("judgment", JudgmentPage::ID)];
    for ((name, page), has_focus) in ways.into_iter().flat_map(|way| [(way, true), (way, false)]) {
        let mut tile = None;
        for_each(practice.upcast_ref(), &mut |widget| {
            let button = widget.downcast_ref::<gtk::Button>();
            let target = button.and_then(|button| button.action_target_value()?.get::<String>());
            tile = tile.take().or_else(|| button.filter(|_| target.as_deref() == Some(name)).cloned());
        });
        let tile = tile.unwrap();
        // A screen reader presses it without the focus.
        assert!(if has_focus { tile.grab_focus() } else { practice.focus_first() });
        tile.emit_clicked();
        shows(page);
        window.back();
        shows(PracticePage::ID);
        assert!(tile.has_focus(), "{name}, {has_focus}");
    }
    window.services().stop();
    window.destroy();
}

#[gtk::test]
fn puzzle_of_the_day_replaces_that_of_the_day_before() {
    let window = window();
    window.services().tables.open();
    window.go_to_puzzle_of_the_day();
    window.present();
    let solver: Solver = below(window.page_of::<PracticePage>().upcast_ref()).unwrap();
    let today = Zoned::now().date();
    let is_of_today = || matches!(solver.course(), Course::Daily(day, _) if day == today);
    wait_until(is_of_today);
    solver.begin(Course::Daily(today.yesterday().unwrap(), DailyGrade::Easy), Rules::STANDARD);
    window.go_to_puzzle_of_the_day();
    wait_until(is_of_today);
    window.services().stop();
    window.destroy();
}

#[gtk::test]
fn an_answer_is_not_followed_by_the_name_of_the_page() {
    let window = window();
    window.go(SettingsPage::ID);
    window.imp().announcer.borrow_mut().forget();
    for key in [Key::h, Key::v] {
        assert!(said(&window, key, ModifierType::empty()).is_some());
    }
    window.imp().notices.dismiss_passing();
    let waiting: Vec<_> = std::iter::from_fn(|| window.imp().announcer.borrow_mut().pop()).collect();
    assert_eq!(waiting, ["This key works only in a game"]);
}

#[gtk::test]
fn of_several_files_the_first_is_opened_and_the_others_are_counted() {
    let window = window();
    let told = |names: &[&str]| {
        let files: Vec<_> = names.iter().map(|name| gio::File::for_path(format!("/nowhere/{name}"))).collect();
        window.open_files(&files);
        // Problems with the first file are found on another thread and reported later.
        window.imp().notices.take_lasting().first().map(|notice| notice.words().to_owned())
    };
    for names in [&[][..], &["a"]] {
        assert_eq!(told(names), None);
    }
    assert_eq!(told(&["a", "b"]).as_deref(), Some("Only one file can be opened at a time: 1 more was not opened."));
    assert_eq!(
        told(&["a", "b", "c"]).as_deref(),
        Some("Only one file can be opened at a time: 2 more were not opened.")
    );
}

/// Opens a file with this text, and waits for a page.
fn open(window: &Window, name: &str, text: &str, page: PageId) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    window.open_files(&[gio::File::for_path(path)]);
    wait_until(|| window.page() == page);
}

#[gtk::test]
fn a_position_is_opened_in_the_editor_a_game_on_its_page_and_an_analysis_on_its_own() {
    let window = window();
    let analysis: AnalysisPage = window.page_of();
    window.go(SettingsPage::ID);
    let line = "WW./B../.../....../.../.../BBB b 1 2 0";
    open(&window, "position.txt", line, AnalysisPage::ID);
    assert_eq!(analysis.editor().arrangement().line(Rules::STANDARD.board), line);
    assert_eq!(window.page_title(), "You can start a game from here.");
    let copied = window.shown_page().arrangement_here().unwrap();
    assert_eq!(copied.line(Rules::STANDARD.board), line);
    window.back();
    assert_eq!(window.page(), SettingsPage::ID);
    open(&window, "game.pgn", "1. d6 f4 *\n", GamePage::ID);
    let mut saved = window.page_of::<GamePage>().saved().unwrap();
    saved.kind = SavedKind::Analysis;
    let text = Content::Save(Box::new(saved)).write(FileFormat::Save).unwrap();
    open(&window, "analysis.toml", &text, AnalysisPage::ID);
    assert_eq!(window.page_title(), "Analysis");
    assert_eq!(analysis.game_here().unwrap().game.cursor(), 2);
    analysis.leave();
}

#[gtk::test]
fn the_way_back_from_the_editor_leads_to_where_the_user_was() {
    let window = window();
    window.analyze(Part::Moves);
    window.go(SetupPage::ID);
    let set_up = |window: &Window| window.set_up(|page, from| page.set_up_from(from, window));
    set_up(&window);
    assert_eq!(window.page(), AnalysisPage::ID);
    window.back();
    assert_eq!(window.page(), SetupPage::ID, "not to the analysis before");
    window.analyze(Part::Moves);
    set_up(&window);
    let control = ModifierType::CONTROL_MASK;
    for key in [Key::h, Key::r, Key::z] {
        let words = if key == Key::z { "There is nothing to undo" } else { "This key works only in a game" };
        assert_eq!(response_in_editor(&window, key, control).as_deref(), Some(words), "{key:?}");
    }
    window.back();
    assert_eq!((window.page(), window.page_title()), (AnalysisPage::ID, AnalysisPage::title()));
}

/// Returns the response to a key in the editor, which handles its keys before the window does.
fn response_in_editor(window: &Window, key: Key, state: ModifierType) -> Option<String> {
    window.imp().notices.dismiss_passing();
    match window.page_of::<AnalysisPage>().editor().key_pressed(key, state) {
        glib::Propagation::Stop => window.imp().notices.words(),
        glib::Propagation::Proceed => said(window, key, state),
    }
}

#[gtk::test]
fn every_page_comes_back_in_another_window_and_leads_to_where_it_did() {
    for row in PAGES {
        let old = window();
        old.go(SettingsPage::ID);
        old.go(row.id);
        let title = old.page_title();
        let new = window();
        new.restore(old.take_state());
        // A puzzle cannot move to another window.
        let stands = if [PuzzlePage::ID, EndgamePage::ID, JudgmentPage::ID].contains(&row.id) {
            PracticePage::ID
        } else {
            row.id
        };
        assert_eq!(new.page(), stands);
        if stands == row.id {
            assert_eq!(new.page_title(), title, "{stands:?}");
        }
        new.back();
        let behind = [MainMenu::ID, GamePage::ID, SettingsPage::ID].contains(&stands);
        assert_eq!(new.page(), if behind { MainMenu::ID } else { SettingsPage::ID }, "from {stands:?}");
    }
}

#[gtk::test]
fn pages_are_restored_in_another_window() {
    let old = window();
    let lasker: Rules = "lasker".parse().unwrap();
    let mut draft = morris::Arrangement::start(&lasker);
    draft.side = morris::Color::Black;
    old.page_of::<AnalysisPage>().set_up(lasker, draft, MainMenu::ID);
    old.page_of::<SetupPage>().set_rules(lasker, None);
    old.page_of::<GamePage>().show_suspended(OpenGame::new(GameSetup::between_persons(lasker)));
    old.help_with("settings");
    old.help_with("files");
    old.go(MainMenu::ID);
    let new = window();
    new.restore(old.take_state());
    assert_eq!(new.page(), MainMenu::ID);
    assert_eq!(new.page_of::<AnalysisPage>().editor().arrangement(), draft);
    for page in [AnalysisPage::ID, SetupPage::ID, GamePage::ID] {
        assert_eq!(new.rules_on(page), lasker, "{page:?}");
    }
    assert_eq!(new.page_of::<HelpPage>().way(), ["settings", "files"]);
    assert!(old.page_of::<GamePage>().read(|_| ()).is_none(), "a game is in one window");
    assert!(new.made::<PuzzlePage>().is_none(), "what was never shown is not made");
}

#[gtk::test]
fn a_help_page_turned_back_is_named_and_the_first_leads_to_where_one_came_from() {
    let window = window();
    window.go(RulesPage::ID);
    window.help_here();
    window.help_with("files");
    let waiting = || std::iter::from_fn(|| window.imp().announcer.borrow_mut().pop()).last();
    let of_files = waiting();
    window.back();
    assert_eq!(window.page(), HelpPage::ID);
    let of_rules = waiting();
    assert!(of_rules.is_some() && of_rules != of_files, "{of_rules:?}");
    window.back();
    assert_eq!(window.page(), RulesPage::ID);
}

#[gtk::test]
fn a_line_is_dropped_as_a_text_and_as_a_file() {
    let window = window();
    let saves = &window.services().saves;
    saves.start();
    let game = MessageGame::invite(Rules::STANDARD, ColorChoice::Any, "Ann".parse().unwrap(), [1; 40]).unwrap();
    let text = format!("Hello!\n> {}\nAnn\n", game.whole());
    let path = saves.store().folder().with_extension("txt");
    std::fs::write(&path, &text).unwrap();
    let files = gdk::FileList::from_array(&[gio::File::for_path(&path)]);
    for dropped in [text.to_value(), files.to_value()] {
        assert!(window.open_drop(&dropped));
        let dialog = loop {
            glib::MainContext::default().iteration(true);
            if let Some(dialog) = window.imp().accepting.upgrade() {
                break dialog;
            }
        };
        assert!(dialog.title().unwrap().contains("Ann invites you"));
        dialog.destroy();
        window.imp().accepting.set(None);
    }
    assert!(!window.open_drop(&7.to_value()));
}

#[gtk::test]
fn a_game_that_is_not_saved_makes_way_for_another_only_if_the_user_agrees() {
    let window = window();
    let page: GamePage = window.page_of();
    let game = || OpenGame::new(GameSetup::between_persons(Rules::STANDARD));
    page.play(game());
    page.actions().activate_action("resign", None);
    answer_dialog("do");
    assert!(!page.is_unfinished() && window.would_lose_turns(), "no thread saves");
    for (response, agrees) in [("stay", false), ("go-on", true)] {
        let went_on = std::rc::Rc::new(std::cell::Cell::new(false));
        let note = std::rc::Rc::clone(&went_on);
        window.play_and(game(), move |_| note.set(true));
        answer_dialog(response);
        assert_eq!((went_on.get(), page.is_unfinished()), (agrees, agrees));
    }
}

/// Gives a dialog this response, once it is shown.
fn answer_dialog(response: &str) {
    let dialog = || gtk::Window::list_toplevels().into_iter().find_map(|top| top.downcast::<adw::MessageDialog>().ok());
    wait_until(|| dialog().is_some());
    let asked = dialog().unwrap();
    asked.response(response);
    asked.destroy();
    while glib::MainContext::default().iteration(false) {}
}

#[gtk::test]
fn a_run_goes_on_if_the_user_stays() {
    let window = window();
    window.page_of::<GamePage>().play(OpenGame::new(GameSetup::between_persons(Rules::STANDARD)));
    window.page_of::<GamePage>().autosave();
    let puzzles: PuzzlePage = window.page_of();
    puzzles.begin(Course::Run(RunKind::Streak), Rules::STANDARD);
    assert_eq!(window.before_closing(), glib::Propagation::Stop);
    answer_dialog("stay");
    _ = window.imp().notices.take_lasting();
    puzzles.back();
    while glib::MainContext::default().iteration(false) {}
    let told: Vec<_> = window.imp().notices.take_lasting().iter().map(|notice| notice.words().to_owned()).collect();
    assert_eq!(told, ["Streak: 0 solved"]);
}

#[gtk::test]
fn an_analysis_that_could_not_be_written_into_its_game_is_written_later() {
    let window = window();
    let saves = std::rc::Rc::clone(&window.services().saves);
    saves.start();
    let id = SaveId::default();
    let path = saves.store().path(&id);
    let mut played = morris::Game::new(Rules::STANDARD);
    played.play("d6".parse().unwrap()).unwrap();
    let game = SavedGame::between_persons(played);
    let analysis: AnalysisPage = window.page_of();
    analysis.open(Subject::saved(Some(id.clone()), &game), Part::Moves);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, "broken").unwrap();
    analysis.activate_action("game.mark", Some(&"!".to_variant())).unwrap();
    analysis.leave();
    wait_until(|| analysis.saving() == Saving::Failed);
    assert_eq!(window.before_closing(), glib::Propagation::Stop);
    answer_dialog("stay");
    game.write(&path).unwrap();
    let comes = || saves.store().load(&id).is_ok_and(|saved| saved.notes.is_some());
    assert!(!comes());
    analysis.leave();
    wait_until(comes);
    saves.stop(std::time::Instant::now() + Duration::from_secs(60));
}
