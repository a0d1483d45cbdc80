// SPDX-License-Identifier: GPL-3.0-or-later
//! The window without the program around it.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use morris_play::persistence::{Settings, Store};

use super::*;

fn window() -> Window {
    adw::init().unwrap();
    // The bus knows each by its name.
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let id = format!("io.github.ninemensmorris.Test{}", NUMBER.fetch_add(1, Relaxed));
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
