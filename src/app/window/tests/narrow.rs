// SPDX-License-Identifier: GPL-3.0-or-later
//! The window of a small phone: every page and dialog fits and can be laid out, whatever texts are
//! in the files of the user, in each language, with usual and with large text.

use std::cell::OnceCell;
use std::path::Path;
use std::process::Command;

use gettextrs::gettext;
use morris::names::LONGEST_TYPED;
use morris::shortened;
use morris_play::persistence::{SettingsFile, Store};
use morris_play::setup::{NewGameOptions, Opponent, Player, ProgramSeat};

use super::*;
use crate::board::BoardView;
use crate::compat::descendants::{below, for_each};
use crate::config::BUILD_LOCALE_DIR;
use crate::pages::app_page::PageRow;
use crate::pages::saved_games::SavedGamesPage;
use crate::text::language;
use crate::widgets::for_tests::{
    Look, PHONE, SCREEN, TEXT_SIZES, dialog_over, dialogs_over, illegible, misfits, too_large, wait_for_layout,
};

/// A name that a person could have.
const CAPTAIN: &str = "Donaudampfschifffahrtsgesellschaftskapitaen";
/// Maximum width of a list of values. It may be wider than the window, but not than the screen.
const WIDEST_LIST: i32 = 800;

const SAVE: &str = r#"# Nine Men's Morris saved game
version = 1
name = "NAME"
saved = 2026-11-20T19:30:00Z
rules = "custom"
custom_rules = { base = "six", men = 7, name = "NAME" }
white = { person = "NAME" }
black = { person = "NAME" }
clock = "none"
notes = '''[Event "NAME"]
[White "NAME"]
[TAG "NAME"]
[Variant "custom"]
[Rules "six,men=7"]

{NAME} 1. a5 {NAME} c5 (1... b4 {NAME}) *
'''
turns = ["a5", "c5", "b4"]
"#;

/// The second program cannot be started, since its command lacks a quotation mark.
const SETTINGS: &str = r#"version = 1
"NAME" = "NAME"
[window]
width = 360
height = 480
[game]
opponent = "person"
names = ["NAME", "NAME"]
program = "NAME"
watched = { white = "NAME", black = "NAME" }
rules = "six,men=7"
rules_name = "NAME"
[programs]
known = [{ name = "NAME", speaks = "uci", command = "'NAME", options = { "NAME" = "NAME" } },
    { name = "other", speaks = "uci", command = "cat" }]
[rules]
own = [{ name = "NAME", rules = "six,men=7" }]
"#;

const STATISTICS: &str =
    "one\t2026-11-20T19:30:00Z\tstandard\tprogram:NAME\twhite\t1-0\tresignation\t9\t90.0\t-\t.\nNAME\n";

const PRACTICE: &str = "version = 1\nshown = [\"NAME\"]\n\"NAME\" = 1\n[records]\n\"NAME\" = 3\n[[cards]]\ndue = \"NAME\"\npuzzle = \"NAME\"\n";

/// Returns a name of more letters than fit on a screen.
fn word() -> String {
    "W".repeat(3000)
}

/// Writes all files of a user, with a name everywhere.
fn write_files(folder: &Path, name: &str) {
    let saves = folder.join("saves");
    std::fs::create_dir_all(&saves).unwrap();
    // The name of a tag has letters and digits only.
    let tag = name.replace(|letter: char| !letter.is_ascii(), "");
    let write = |path: &str, text: &str| {
        std::fs::write(folder.join(path), text.replace("TAG", &tag).replace("NAME", name)).unwrap();
    };
    write("settings.toml", SETTINGS);
    write("saves/two.toml", SAVE);
    let program = r#"black = { program = "NAME", called = "NAME" }"#;
    write("saves/one.toml", &SAVE.replace(r#"black = { person = "NAME" }"#, program).replace("19:30", "18:30"));
    write("saves/broken.toml", "version = 1\nNAME = [\n");
    write("statistics.tsv", STATISTICS);
    write("practice.toml", PRACTICE);
    std::fs::create_dir(folder.join("endgame")).unwrap();
    std::fs::copy("data/endgame/3-3.values", folder.join("endgame/3-3.values")).unwrap();
}

/// Creates a window of the size of a small phone, with a name everywhere in the files of the user.
pub(super) fn phone(name: &str) -> InFolder<Window> {
    let app = application();
    let shown: Rc<OnceCell<glib::WeakRef<Window>>> = Rc::default();
    let receiver = Rc::clone(&shown);
    let messages = Messages::new(move |message| {
        if let Some(window) = receiver.get().and_then(glib::WeakRef::upgrade) {
            window.receive(message);
        }
    });
    let window = in_folder(messages.clone(), |context| {
        let saves = context.services.saves.store().folder().to_owned();
        let folder = saves.parent().unwrap();
        write_files(folder, name);
        let loaded = SettingsFile::load(&folder.join("settings.toml"));
        let tables = vec!["data/endgame".into(), folder.join("endgame")];
        let services = Services::new(loaded.settings.clone(), Store::open(saves), tables, messages);
        let window = Window::new(&app, Rc::new(services));
        shown.set(window.downgrade()).unwrap();
        window.services().start(loaded);
        window
    });
    wait_for_layout("an unfinished game", || window.imp().unfinished.borrow().is_some());
    window
}

/// Shows the window, with content of the size of a small phone.
fn present(window: &Window) {
    window.present();
    wait_for_layout("the window", || window.width() > 0);
    // Without a compositor the window has a frame.
    let frame = PHONE.0 - window.width();
    window.set_default_size(PHONE.0 + frame, PHONE.1 + frame);
    wait_for_layout("its size", || window.width() >= PHONE.0);
}

fn close(window: &Window) {
    dialogs_over(window.upcast_ref()).for_each(|dialog| dialog.destroy());
    window.services().stop();
    window.destroy();
}

/// Something that the user does.
type Step = (&'static str, fn(&Window));

/// What pages show only if the user asks for it.
const STATES: &[Step] = &[
    ("a set-up with a friend", |window| choose(window, Opponent::Friend)),
    ("a set-up with a program", |window| choose(window, Opponent::Program)),
    ("a set-up to watch", |window| choose(window, Opponent::Watch)),
    ("rules as text", Window::show_rules_in_words),
    ("a puzzle", |window| practice(window, "rated", PuzzlePage::ID)),
    ("a refutation", |window| practice(window, "refuted:crossings-pair", PuzzlePage::ID)),
    ("an endgame", |window| practice(window, "endgame:win-5-4", EndgamePage::ID)),
    ("a question", |window| practice(window, "judgment", JudgmentPage::ID)),
    ("a game that looks back", |window| {
        window.go(GamePage::ID);
        window.page_of::<GamePage>().go_back();
    }),
    ("a review", |window| window.analyze(Part::Review)),
    ("a comment", |window| {
        window.analyze(Part::Moves);
        window.page_of::<AnalysisPage>().step(crate::widgets::keys::StepDirection::Back);
    }),
    ("an editor", |window| window.set_up(|page, from| page.set_up_from(from, window))),
    ("an opened game", |window| {
        // A text of Ws would be read as a board.
        let game = SAVE.split("'''").nth(1).unwrap().replace("NAME", &"M".repeat(3000));
        open_text(window, "game.pgn", &game);
        wait_for_layout("the game", || window.page() == GamePage::ID);
    }),
    ("a game with a program", |window| {
        window.load(SaveId::of_file("one.toml".as_ref()).unwrap());
        wait_for_layout("the game", || window.page() == GamePage::ID);
    }),
];

fn choose(window: &Window, opponent: Opponent) {
    window.go(SetupPage::ID);
    let page: SetupPage = window.page_of();
    page.set_choice(&NewGameOptions { opponent, ..page.choice() });
}

pub(super) fn practice(window: &Window, name: &str, page: PageId) {
    window.go(PracticePage::ID);
    window.start_practice(name);
    wait_for_layout(name, || window.page() == page && !has_empty_board(window));
}

/// Returns whether the board of the page gets its position later, from another thread.
fn has_empty_board(window: &Window) -> bool {
    below::<BoardView>((*window.shown_page()).as_ref())
        .is_some_and(|board| board.is_mapped() && board.scene().is_none())
}

/// The main menu, before the first other page.
const FIRST: &str = "first";

/// The places that show a name from the files of the user, some of them after a thread has read it.
const NAMED: &[&str] =
    &["setup", "rules", "game", "pause", "saved-games", "a set-up to watch", "a game with a program"];

/// Goes to each page that `is_wanted`, in all its states, and calls `look` with the name of each,
/// once it shows the `name` where it should.
fn walk(window: &Window, name: &str, is_wanted: impl Fn(&str) -> bool, mut look: impl FnMut(&str)) {
    let is_named = |place: &str| !NAMED.contains(&place) || shows(window, name);
    look(FIRST);
    window.continue_game();
    wait_for_layout("the game", || window.page() == GamePage::ID);
    for PageRow { id, .. } in PAGES.iter().filter(|row| is_wanted(row.id.0)) {
        window.go(*id);
        // These pages have nothing on the board before the practice page begins it.
        let waits = ![PuzzlePage::ID, EndgamePage::ID, JudgmentPage::ID].contains(id);
        wait_for_layout(id.0, || !(waits && has_empty_board(window)) && is_named(id.0));
        look(id.0);
    }
    for (place, act) in STATES.iter().filter(|(place, _)| is_wanted(place)) {
        act(window);
        wait_for_layout(place, || is_named(place));
        look(place);
    }
}

/// What shows the names of people: the places where a name of usual length is looked at, too.
const NAMES_OF_PEOPLE: &[&str] = &[
    FIRST,
    "setup",
    "game",
    "pause",
    "analysis",
    "saved-games",
    "a review",
    "a comment",
    "Save Game",
    "Rename Game",
    "a deleted game",
];

/// Describes what does not fit where it `is_wanted`, with a name everywhere: on pages, and in
/// lists, dialogs, and messages.
fn faults_with(name: &str, size: f64, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let (_look, mut faults) = (Look::with_text(size), Vec::new());
    let start: &str = &shortened(name, 9).replace('…', "");
    let mut note = |place: &str, found: Vec<String>| {
        faults.extend(found.into_iter().map(|fault| format!("{start}, text × {size}, {place}: {fault}")));
    };
    let window = phone(name);
    present(&window);
    walk(&window, start, &is_wanted, |place| {
        note(place, misfits(&*window, PHONE));
        note(place, illegible(&*window));
        note(place, wide_lists(&window));
    });
    // In large text a dialog may be higher than the window, but not than the screen.
    let most = (PHONE.0, if size == TEXT_SIZES[0] { PHONE.1 } else { SCREEN });
    for (title, act) in DIALOGS.iter().filter(|(title, _)| is_wanted(title)) {
        act(&window);
        let dialog = dialog_over(window.upcast_ref(), title);
        note(title, misfits(&dialog, most));
        note(title, illegible(&dialog));
        dialog.destroy();
    }
    for (place, act) in NOTICES.iter().filter(|(place, _)| is_wanted(place)) {
        _ = window.imp().notices.take_lasting();
        act(&window);
        wait_for_layout(place, || window.imp().notices.words().is_some());
        note(place, misfits(&*window, PHONE));
        note(place, illegible(&*window));
    }
    close(&window);
    faults
}

fn shows(window: &Window, name: &str) -> bool {
    let mut is_shown = false;
    for_each((*window.shown_page()).as_ref(), &mut |widget| {
        is_shown |=
            widget.downcast_ref::<gtk::Label>().is_some_and(|label| label.is_mapped() && label.text().contains(name));
    });
    is_shown
}

/// Opens all lists of values on the page, and describes those that are too wide.
fn wide_lists(window: &Window) -> Vec<String> {
    let (page, mut faults) = (window.shown_page(), Vec::new());
    for_each((*page).as_ref(), &mut |widget| {
        let Some(row) = widget.downcast_ref::<adw::ComboRow>().filter(|row| row.is_mapped()) else { return };
        ActionRowExt::activate(row);
        let list = below::<gtk::Popover>(row.upcast_ref()).unwrap();
        assert!(list.is_visible(), "{}", row.title());
        let width = list.measure(gtk::Orientation::Horizontal, -1).1;
        if width > WIDEST_LIST {
            faults.push(format!("the list of {} is {width} pixels wide", row.title()));
        }
        list.popdown();
    });
    faults
}

const DIALOGS: &[Step] = &[
    ("Save Game", |window| {
        window.go(GamePage::ID);
        window.page_of::<GamePage>().actions().activate_action("save", None);
    }),
    ("Rename Game", |window| card(window).activate_action("saved-game.rename", None).unwrap()),
    ("Edit Program", |window| {
        choose(window, Opponent::Program);
        press(window, "Edit Program");
    }),
    ("Edit Rules", |window| {
        window.go(RulesPage::ID);
        press(window, "Edit Rules");
    }),
    ("Comment", |window| {
        window.analyze(Part::Moves);
        window.page_of::<AnalysisPage>().activate_action("game.comment", None).unwrap();
    }),
    ("Cannot Continue", |window| {
        let name = window.services().settings.read(|settings| settings.programs[0].name.clone());
        let white = Player::Program(ProgramSeat { program: name, display_name: None });
        let mut setup = GameSetup::between_persons(Rules::STANDARD);
        setup.players.white = white;
        window.play(OpenGame::new(setup));
    }),
];

const NOTICES: &[Step] = &[
    ("a deleted game", |window| card(window).activate_action("saved-game.delete", None).unwrap()),
    ("a text", |window| open_text(window, "words.txt", &word())),
    ("a file with a long name", |window| open_text(window, &format!("{}.txt", "W".repeat(200)), "[")),
];

fn open_text(window: &Window, name: &str, text: &str) {
    let path = window.services().saves.store().folder().with_file_name(name);
    std::fs::write(&path, text).unwrap();
    window.open_files(&[gio::File::for_path(path)]);
}

fn card(window: &Window) -> gtk::Widget {
    window.go(SavedGamesPage::ID);
    let card = || {
        let mut found = None;
        for_each((*window.shown_page()).as_ref(), &mut |widget| {
            if found.is_none() && widget.is_mapped() && widget.type_().name() == "NmmSavedGameCard" {
                found = Some(widget.clone());
            }
        });
        found
    };
    wait_for_layout("a saved game", || card().is_some());
    card().unwrap()
}

/// Presses the button with this tooltip.
fn press(window: &Window, words: &str) {
    wait_for_layout(words, || true);
    let mut found = None;
    for_each((*window.shown_page()).as_ref(), &mut |widget| {
        let has_words = widget.is_mapped() && widget.tooltip_text().as_deref() == Some(words);
        found = found.take().or_else(|| widget.clone().downcast::<gtk::Button>().ok().filter(|_| has_words));
    });
    found.expect(words).emit_clicked();
}

#[gtk::test]
fn names_of_any_length_fit_on_every_page_and_in_every_dialog() {
    let mut faults = Vec::new();
    for size in TEXT_SIZES {
        faults.extend(faults_with(&word(), size, |_| true));
        for name in [CAPTAIN, &"W".repeat(LONGEST_TYPED)] {
            faults.extend(faults_with(name, size, |place| NAMES_OF_PEOPLE.contains(&place)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Laying out marks takes a time that grows with the square of their number.
#[gtk::test]
fn no_page_dialog_or_message_shows_more_than_a_few_marks_on_a_letter() {
    let faults = faults_with(&format!("B{}", "\u{300}".repeat(3000)), TEXT_SIZES[0], |_| true);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_page_fits_in_every_language() {
    // A separate process, since the language is that of the whole process.
    let test = "app::window::tests::narrow::look_at_pages_in_every_language";
    let output = Command::new(std::env::current_exe().unwrap()).args(["--exact", test, "--ignored"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// The language with the longest words, in which all states of all pages are laid out. In the
/// others, pages are only built and measured.
const THOROUGH: &str = "de";

#[test]
#[ignore = "a part of another test, which runs it"]
fn look_at_pages_in_every_language() {
    language::prepare(BUILD_LOCALE_DIR.into());
    let mut faults = Vec::new();
    for language in language::offered() {
        language::switch(Some(language.code));
        adw::init().unwrap();
        language::apply_direction();
        assert_eq!(language::current().code, language.code);
        for size in TEXT_SIZES {
            let _look = Look::with_text(size);
            let window = phone("Anna");
            let mut look = |place: &str, misfits: Vec<String>, page: &dyn AppPage| {
                let found = misfits.into_iter().chain(left_in_english(page.as_ref()));
                faults.extend(found.map(|fault| format!("{}, text × {size}, {place}: {fault}", language.code)));
            };
            if language.code == THOROUGH {
                present(&window);
                walk(&window, "Anna", |_| true, |place| look(place, misfits(&*window, PHONE), &*window.shown_page()));
            } else {
                if size > TEXT_SIZES[0] {
                    // Its puzzle, and with it the choice of grades, comes once it is shown.
                    present(&window);
                    window.go(PracticePage::ID);
                    wait_for_layout("the puzzle of the day", || !has_empty_board(&window));
                }
                let setup: SetupPage = window.page_of();
                setup.set_choice(&NewGameOptions { opponent: Opponent::Friend, ..setup.choice() });
                let pages: Vec<_> = PAGES.iter().map(|row| (row.id.0, window.page_with(row.id))).collect();
                wait_for_layout("all pages", || true);
                for (place, page) in pages {
                    look(place, too_large((*page).as_ref(), PHONE), &*page);
                }
            }
            close(&window);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns the labels of more than one word that are translated but shown in English.
fn left_in_english(page: &gtk::Widget) -> Vec<String> {
    let mut found = Vec::new();
    for_each(page, &mut |widget| {
        let label = widget.downcast_ref::<gtk::Label>().map(|label| label.label()).filter(|label| label.contains(' '));
        let english = label.filter(|label| gettext(label.as_str()) != label.as_str());
        found.extend(english.map(|label| format!("English: {label}")));
    });
    found
}
