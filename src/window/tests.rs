// SPDX-License-Identifier: GPL-3.0-or-later
//! The window without the program around it.

use morris_play::persistence::{Settings, Store};

use super::*;

fn window() -> Window {
    adw::init().unwrap();
    let app = gtk::Application::new(None::<&str>, gio::ApplicationFlags::NON_UNIQUE);
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
