// SPDX-License-Identifier: GPL-3.0-or-later
//! The keys: what they do, and the window that shows them.

use adw::prelude::*;
use gettextrs::gettext;

use super::window::Window;

/// Keys with a modifier, or function keys: action with its target, and the keys. Plain letters belong to the game page,
/// because there nobody types a text.
const ACCELERATORS: [(&str, &[&str]); 16] = [
    ("win.go::setup", &["<Control>n"]),
    ("win.go::saved-games", &["<Control>o"]),
    ("win.go::settings", &["<Control>comma"]),
    ("win.go::how-to-play", &["F1"]),
    ("win.full-screen", &["F11"]),
    ("win.shortcuts", &["<Control>question"]),
    ("win.back", &["<Alt>Left"]),
    ("game.save", &["<Control>s"]),
    ("win.export", &["<Control><Shift>s"]),
    ("game.undo", &["<Control>z"]),
    ("game.redo", &["<Control><Shift>z"]),
    ("game.move-now", &["<Control>m"]),
    ("game.sidebar", &["F9"]),
    ("app.quit", &["<Control>q"]),
    ("window.close", &["<Control>w"]),
    ("game.review", &["<Control>r"]),
];

/// How many keys stand in a column of the window that shows them.
const COLUMN: u32 = 17;

/// Tells the application its keys.
pub fn install(app: &gtk::Application) {
    for (action, keys) in ACCELERATORS {
        app.set_accels_for_action(action, keys);
    }
}

/// Shows the keys.
pub fn show(window: &Window) {
    let section = gtk::ShortcutsSection::builder().visible(true).max_height(COLUMN).build();
    for (title, shortcuts) in groups() {
        let group = gtk::ShortcutsGroup::builder().title(title).build();
        for (keys, title) in shortcuts {
            group.append(&gtk::ShortcutsShortcut::builder().accelerator(keys).title(title).build());
        }
        section.append(&group);
    }
    let shown = gtk::ShortcutsWindow::builder().transient_for(window).modal(true).build();
    shown.set_child(Some(&section));
    shown.present();
}

fn groups() -> [(String, Vec<(&'static str, String)>); 4] {
    [
        (gettext("Game"), game_keys()),
        (gettext("Board"), board_keys()),
        (gettext("Looking Back"), review_keys()),
        (gettext("Window"), window_keys()),
    ]
}

fn game_keys() -> Vec<(&'static str, String)> {
    vec![
        ("<Control>n", gettext("New game")),
        ("<Control>o", gettext("Saved games")),
        ("<Control>s", gettext("Save with a name")),
        ("<Control><Shift>s", gettext("Export the game")),
        ("<Control>c", gettext("Copy the game")),
        ("<Control><Shift>c", gettext("Copy the position")),
        ("<Control>v", gettext("Open the copied game or position")),
        ("<Control>z", gettext("Undo")),
        ("<Control><Shift>z", gettext("Redo")),
        ("h", gettext("Hint")),
        ("<Control>m", gettext("The computer moves now")),
        ("p Escape", gettext("Pause")),
    ]
}

fn board_keys() -> Vec<(&'static str, String)> {
    vec![
        ("Left Right Up Down", gettext("Go to the next point")),
        ("Return space", gettext("Choose the point")),
        ("Home End", gettext("Go through the points you can choose")),
        ("Escape", gettext("Put the man down again")),
        // Translators: one can type the name of a point to choose it; the keys shown are “d 6”
        ("d+6", gettext("Choose a point by its name")),
        ("f", gettext("Flip the board")),
        ("v", gettext("Mark what turns are worth")),
    ]
}

fn review_keys() -> Vec<(&'static str, String)> {
    vec![
        ("Left", gettext("Previous turn")),
        ("Right", gettext("Next turn")),
        ("Home", gettext("Start of the game")),
        ("End", gettext("End of the game")),
    ]
}

fn window_keys() -> Vec<(&'static str, String)> {
    vec![
        ("F9", gettext("List of turns")),
        ("F11", gettext("Full screen")),
        ("<Control>comma", gettext("Settings")),
        ("F1", gettext("How to play")),
        ("<Control>question", gettext("Keyboard shortcuts")),
        ("<Control>q", gettext("Quit")),
    ]
}
