// SPDX-License-Identifier: GPL-3.0-or-later
//! The window without the program around it.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use gtk::gdk::{Key, ModifierType};
use morris::Rules;
use morris_play::persistence::{Settings, Store};
use morris_play::setup::GameSetup;

use super::*;
use crate::pages::game::OpenGame;

fn window() -> Window {
    adw::init().unwrap();
    // Each has a place of its own on the bus: the one of the test before may still be there.
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let id = format!("org.example.Test{}", COUNT.fetch_add(1, Relaxed));
    let app = gtk::Application::new(Some(&id), gio::ApplicationFlags::NON_UNIQUE);
    app.register(gio::Cancellable::NONE).unwrap();
    let store = Store::open(tempfile::tempdir().unwrap().path().join("saves"));
    let services = Services::new(Settings::default(), store, Vec::new(), Messages::new(|_| {}));
    Window::new(&app, Rc::new(services))
}

#[gtk::test]
fn the_title_names_the_page_that_one_comes_back_to() {
    let window = window();
    let title = || window.title().unwrap_or_default();
    assert_eq!(title(), "Nine Men’s Morris");
    window.go(Page::Setup);
    assert_eq!(title(), "New Game");
    window.go(Page::Rules);
    assert_eq!(title(), "Rules");
    // What waits to be told on a page that is left is not told of the next one.
    window.announce("Something else", Again::No);
    window.back();
    assert_eq!(title(), "New Game");
    window.back();
    assert_eq!(title(), "Nine Men’s Morris");
}

/// The keys of a game that a page may have no use for.
fn keys_of_a_game() -> Vec<(Key, ModifierType)> {
    let (plain, control, alt) = (ModifierType::empty(), ModifierType::CONTROL_MASK, ModifierType::ALT_MASK);
    let plain = [Key::h, Key::v, Key::s, Key::m, Key::t, Key::p, Key::F9].map(|key| (key, plain));
    let control_keys = [Key::z, Key::e, Key::m, Key::s, Key::r, Key::h].map(|key| (key, control));
    let shifted = [Key::Z, Key::F, Key::S].map(|key| (key, control | ModifierType::SHIFT_MASK));
    [&plain[..], &control_keys, &shifted, &[(Key::Right, alt)]].concat()
}

/// What a key says that nothing on the page has taken; `None` if it is left to others.
fn said(window: &Window, key: Key, state: ModifierType) -> Option<String> {
    window.imp().notices.dismiss_passing();
    match window.key_left_over(key, state) {
        glib::Propagation::Stop => window.imp().notices.words(),
        glib::Propagation::Proceed => None,
    }
}

#[gtk::test]
fn a_key_of_the_game_says_on_every_page_why_it_does_nothing() {
    let window = window();
    let (plain, control) = (ModifierType::empty(), ModifierType::CONTROL_MASK);
    for page in Page::ALL.into_iter().filter(|page| !matches!(page, Page::Game | Page::Pause)) {
        window.go(page);
        assert_eq!(window.page(), page);
        let keys = keys_of_a_game().into_iter().filter(|&(key, _)| page != Page::Review || key != Key::Right);
        for (key, state) in keys {
            let said = said(&window, key, state);
            assert_eq!(said.as_deref(), Some("This key works only in a game"), "{page:?}: {key:?} {state:?}");
        }
        let copies = page == Page::Position;
        assert_eq!(said(&window, Key::c, control).is_none(), copies, "{page:?}");
        let leads_back = page != Page::MainMenu;
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
fn while_a_game_rests_its_keys_say_that() {
    let window = window();
    window.game_page().put(OpenGame::new(GameSetup::between_persons(Rules::STANDARD)));
    window.go(Page::Game);
    window.go(Page::Pause);
    for key in [Key::h, Key::v, Key::s, Key::m, Key::t] {
        let said = said(&window, key, ModifierType::empty());
        assert_eq!(said.as_deref(), Some("The game is paused"), "{key:?}");
    }
    assert_eq!(said(&window, Key::c, ModifierType::CONTROL_MASK).as_deref(), Some("The game is paused"));
    assert_eq!(said(&window, Key::Escape, ModifierType::empty()), None, "it leads back to the game");
}

#[gtk::test]
fn the_keys_of_a_text_are_its_own() {
    let window = window();
    assert!(said(&window, Key::z, ModifierType::CONTROL_MASK).is_some());
    let entry = gtk::Entry::new();
    window.imp().main_menu.set_child(Some(&entry));
    assert!(entry.grab_focus());
    assert_eq!(said(&window, Key::z, ModifierType::CONTROL_MASK), None);
}

#[gtk::test]
fn the_board_of_a_lesson_can_be_asked_about() {
    let window = window();
    window.go(Page::HowToPlay);
    window.present();
    let how = window.imp().how_to_play.get().unwrap();
    while !how.board().is_mapped() {
        glib::MainContext::default().iteration(true);
    }
    for (key, begins) in [(Key::s, "White: place"), (Key::m, "White: "), (Key::t, "Row 7: ")] {
        window.imp().announcer.borrow_mut().forget();
        assert_eq!(window.key_left_over(key, ModifierType::empty()), glib::Propagation::Stop);
        let told = window.imp().announcer.borrow_mut().pop().unwrap();
        assert!(told.starts_with(begins), "{told}");
    }
    window.destroy();
}

#[gtk::test]
fn an_answer_is_not_followed_by_the_name_of_the_page() {
    let window = window();
    window.go(Page::Settings);
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
        // What is wrong with the first is found out on another thread, and told later.
        window.imp().notices.take_lasting().first().map(|notice| notice.words().to_owned())
    };
    for names in [&[][..], &["a"]] {
        assert_eq!(told(names), None);
    }
    assert_eq!(told(&["a", "b"]).as_deref(), Some("1 more file was not opened: open one at a time."));
    assert_eq!(told(&["a", "b", "c"]).as_deref(), Some("2 more files were not opened: open one at a time."));
}
