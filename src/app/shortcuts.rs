// SPDX-License-Identifier: GPL-3.0-or-later
//! The keys: what they do, and the window that shows them.

use std::borrow::Cow;

use adw::prelude::*;
use gettextrs::gettext;
use gtk::accessible::Property;
use gtk::{gdk, glib};

use crate::app::keys::Step;
use crate::compat::accessible_names::{name_inner_parts, name_once};
use crate::widgets::ui_scale as growth;

/// Keys with a modifier, or function keys: action with its target, and the keys. Plain letters belong to the game page,
/// because there nobody types a text.
const ACCELERATORS: [(&str, &[&str]); 19] = [
    ("win.go::setup", &["<Control>n"]),
    ("win.go::saved-games", &["<Control>o"]),
    ("win.go::settings", &["<Control>comma"]),
    ("win.help", &["F1"]),
    ("win.go::how-to-play", &["<Shift>F1"]),
    ("win.full-screen", &["F11"]),
    ("win.shortcuts", &["<Control>question"]),
    ("game.save", &["<Control>s"]),
    ("win.export", &["<Control><Shift>s"]),
    ("game.undo", &["<Control>z"]),
    ("game.redo", &["<Control><Shift>z"]),
    ("game.hint", &["<Control>h"]),
    ("game.values", &["<Control>e"]),
    ("game.move-now", &["<Control>m"]),
    ("game.flip", &["<Control><Shift>f"]),
    ("game.sidebar", &["F9"]),
    ("app.quit", &["<Control>q"]),
    ("window.close", &["<Control>w"]),
    ("game.review", &["<Control>r"]),
];

/// Keys that in part depend on where lines begin in the language of the window.
const STEPS: [(&str, Step); 2] = [("win.previous", Step::Back), ("win.next", Step::Forth)];

/// Tells the application its keys, which in part depend on where lines begin in the language of the window.
pub fn install(app: &gtk::Application) {
    for (action, keys) in ACCELERATORS {
        app.set_accels_for_action(action, keys);
    }
    for (action, step) in STEPS {
        app.set_accels_for_action(action, &[&accelerator_of(step)]);
    }
}

/// The arrow key of a step with the modifier that has it lead through the moves, or the pages, from anywhere.
fn accelerator_of(step: Step) -> String {
    format!("<Alt>{}", key_of(step))
}

/// The arrow key of a step in the language of the window.
fn key_of(step: Step) -> &'static str {
    step.key_name(gtk::Widget::default_direction())
}

/// The action that a key is for. As a key it comes only where there is no such action, or where it is disabled.
#[must_use]
pub fn action(key: gdk::Key, state: gdk::ModifierType) -> Option<&'static str> {
    let pressed = (key.to_lower(), state & gtk::accelerator_get_default_mod_mask());
    let is_pressed = |accelerator: &str| gtk::accelerator_parse(accelerator) == Some(pressed);
    let found = ACCELERATORS.iter().find(|(_, keys)| keys.iter().any(|key| is_pressed(key)));
    let step = || STEPS.into_iter().find(|&(_, step)| is_pressed(&accelerator_of(step)));
    found.map(|(action, _)| *action).or_else(|| step().map(|(action, _)| action))
}

/// The same for an action of the game, by its own name.
#[must_use]
pub fn game_action(key: gdk::Key, state: gdk::ModifierType) -> Option<&'static str> {
    action(key, state)?.strip_prefix("game.")
}

/// Shows a dialog of a window, as one of the program's own: the keys of the program, such as that which quits it, hold
/// there as well, its text is as large as that of the window, which it does not cover beyond its edges nor outlive.
pub fn present_dialog(dialog: &impl IsA<gtk::Window>) {
    let dialog: &gtk::Window = dialog.upcast_ref();
    if let Some(parent) = dialog.transient_for() {
        dialog.set_application(parent.application().as_ref());
        growth::set(dialog, growth::fifths(parent.width(), parent.height()));
        let (width, height) = dialog.default_size();
        // -1, the size of the content, stays.
        let within = |length, most| growth::grown(dialog, length).clamp(-1, most);
        dialog.set_default_size(within(width, parent.width()), within(height, parent.height()));
    }
    dialog.connect_focus_widget_notify(|dialog| GtkWindowExt::focus(dialog).iter().for_each(name_once));
    dialog.present();
}

/// Shows the keys, in groups, with a search.
///
/// Not a `GtkShortcutsWindow`: that of GTK 4.8 can only be filled by a description of its interface, and its groups do
/// not scroll where the window is small.
pub fn show(window: &impl IsA<gtk::Window>) {
    let page = adw::PreferencesPage::new();
    let groups: Vec<_> = groups().into_iter().map(|(title, shortcuts)| add_group(&page, &title, shortcuts)).collect();
    let header = adw::HeaderBar::new();
    let search = gtk::SearchEntry::builder().placeholder_text(gettext("Search")).hexpand(true).build();
    search.update_property(&[Property::Label(&gettext("Search"))]);
    header.set_title_widget(Some(&adw::Clamp::builder().maximum_size(300).child(&search).build()));
    let nothing = gtk::Label::builder().label(gettext("No key does that")).margin_top(24).vexpand(true).build();
    nothing.set_valign(gtk::Align::Start);
    let stack = gtk::Stack::new();
    stack.add_named(&page, Some("keys"));
    stack.add_named(&nothing, Some("nothing"));
    name_inner_parts(stack.upcast_ref(), &gettext("Keyboard Shortcuts"));
    let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
    content.append(&header);
    content.append(&stack);
    let shown = adw::Window::builder()
        .title(gettext("Keyboard Shortcuts"))
        .transient_for(window)
        .modal(true)
        .default_width(560)
        .default_height(560)
        .width_request(320)
        .height_request(240)
        .content(&content)
        .build();
    search.connect_search_changed(move |search| {
        let found = groups.iter().map(|group| group.filter(&search.text())).filter(|found| *found).count();
        stack.set_visible_child_name(if found > 0 { "keys" } else { "nothing" });
    });
    search.set_key_capture_widget(Some(&shown));
    close_with_escape(&shown, &search);
    present_dialog(&shown);
}

/// A group of keys as it is shown.
struct Group {
    widget: adw::PreferencesGroup,
    rows: Vec<adw::ActionRow>,
}

impl Group {
    /// Shows only what fits what is looked for; whether there is anything.
    fn filter(&self, text: &str) -> bool {
        let text = text.trim().to_lowercase();
        let group_fits = self.widget.title().to_lowercase().contains(&text);
        let mut any = false;
        for row in &self.rows {
            let fits = group_fits || row.title().to_lowercase().contains(&text);
            row.set_visible(fits);
            any |= fits;
        }
        self.widget.set_visible(any);
        any
    }
}

fn add_group(page: &adw::PreferencesPage, title: &str, shortcuts: Keys) -> Group {
    let widget = adw::PreferencesGroup::builder().title(title).build();
    let row = |(keys, title): (Cow<str>, String)| {
        let label = gtk::ShortcutLabel::builder().accelerator(&*keys).valign(gtk::Align::Center).build();
        let row = row_with(&title);
        row.add_suffix(&label);
        // The keys are but drawn.
        row.reset_relation(gtk::AccessibleRelation::DescribedBy);
        row.update_property(&[Property::Description(&in_words(&keys))]);
        widget.add(&row);
        row
    };
    let rows = shortcuts.into_iter().map(row).collect();
    page.add(&widget);
    Group { widget, rows }
}

/// Keys as one reads them, each way to press them after a comma.
fn in_words(keys: &str) -> String {
    let name = |key: &str| {
        let (key, state) = gtk::accelerator_parse(key).unwrap_or((gdk::Key::VoidSymbol, gdk::ModifierType::empty()));
        gtk::accelerator_get_label(key, state).to_string()
    };
    // Keys that are pressed one after the other are joined by a plus.
    let way = |way: &str| way.split('+').map(name).collect::<Vec<_>>().join(" ");
    keys.split(' ').map(way).collect::<Vec<_>>().join(", ")
}

/// A row of what a key does.
fn row_with(title: &str) -> adw::ActionRow {
    // Not counted, for the sake of short titles: see `own_rules_dialog`.
    adw::ActionRow::builder().title(title).title_lines(0).build()
}

/// Escape ends the search first, then closes the window.
fn close_with_escape(window: &adw::Window, search: &gtk::SearchEntry) {
    let weak = window.downgrade();
    search.connect_stop_search(move |search| {
        if search.text().is_empty() {
            weak.upgrade().into_iter().for_each(|window| window.close());
        } else {
            search.set_text("");
        }
    });
    let find = gtk::CallbackAction::new(glib::clone!(
        #[weak]
        search,
        #[upgrade_or]
        glib::Propagation::Proceed,
        move |_, _| {
            search.grab_focus();
            glib::Propagation::Stop
        }
    ));
    let escape = gtk::ShortcutController::new();
    let control_f = gtk::KeyvalTrigger::new(gdk::Key::f, gdk::ModifierType::CONTROL_MASK);
    escape.add_shortcut(gtk::Shortcut::new(Some(control_f), Some(find)));
    let trigger = gtk::KeyvalTrigger::new(gdk::Key::Escape, gdk::ModifierType::empty());
    escape.add_shortcut(gtk::Shortcut::new(Some(trigger), Some(gtk::NamedAction::new("window.close"))));
    window.add_controller(escape);
}

/// Keys as GTK names them, and what they do.
type Keys = Vec<(Cow<'static, str>, String)>;

fn groups() -> [(String, Keys); 5] {
    [
        (gettext("Game"), game_keys()),
        (gettext("Board"), board_keys()),
        // Translators: keys that have a screen reader say something
        (gettext("For a Screen Reader"), ear_keys()),
        (gettext("Looking Back"), review_keys()),
        (gettext("Window"), window_keys()),
    ]
}

fn game_keys() -> Keys {
    vec![
        ("<Control>n".into(), gettext("New game")),
        ("<Control>o".into(), gettext("Saved games")),
        ("<Control>s".into(), gettext("Save with a name")),
        ("<Control><Shift>s".into(), gettext("Export the game")),
        ("<Control>c".into(), gettext("Copy the game")),
        ("<Control><Shift>c".into(), gettext("Copy the position")),
        ("<Control>v".into(), gettext("Open the copied game or position")),
        ("<Control>z".into(), gettext("Undo")),
        ("<Control><Shift>z".into(), gettext("Redo")),
        ("h <Control>h".into(), gettext("Hint; each time it tells more")),
        ("<Control>m".into(), gettext("The computer moves now")),
        ("p Escape".into(), gettext("Pause")),
        ("n".into(), gettext("Next puzzle")),
        (accelerator_of(Step::Back).into(), gettext("Previous move, at any time")),
        (accelerator_of(Step::Forth).into(), gettext("Next move, at any time")),
    ]
}

fn ear_keys() -> Keys {
    vec![
        ("s".into(), gettext("Whose move it is, and the last move")),
        // Translators: in the review the key M has another meaning
        ("m".into(), gettext("The men of both sides, not in the review")),
        ("t".into(), gettext("The whole board, line by line")),
    ]
}

fn board_keys() -> Keys {
    vec![
        ("Left Right Up Down".into(), gettext("Go to the next point")),
        ("Return space".into(), gettext("Choose the point")),
        ("Home End".into(), gettext("Go through the points you can choose")),
        ("Escape".into(), gettext("Put the man down again")),
        // Translators: one can type the name of a point to choose it; the keys shown are “d 6”
        ("d+6".into(), gettext("Choose a point by its name")),
        ("Delete BackSpace".into(), gettext("Take a man away where a position is set up")),
        ("<Control><Shift>f".into(), gettext("Flip the board")),
        ("v <Control>e".into(), gettext("Mark what moves are worth")),
        ("r".into(), gettext("Begin and end an arrow, or a ring; the right mouse button draws, too")),
    ]
}

fn review_keys() -> Keys {
    vec![
        ("<Control>r".into(), gettext("Review of the game")),
        ("m".into(), gettext("Next mistake in the review")),
        ("<Shift>m".into(), gettext("Previous mistake in the review")),
        (key_of(Step::Back).into(), gettext("Previous move")),
        (key_of(Step::Forth).into(), gettext("Next move")),
        ("Home".into(), gettext("Start of the game")),
        ("End".into(), gettext("End of the game")),
    ]
}

fn window_keys() -> Keys {
    vec![
        ("F9".into(), gettext("Move list")),
        ("F11".into(), gettext("Full screen")),
        ("<Control>comma".into(), gettext("Settings")),
        ("F1".into(), gettext("Help")),
        ("<Shift>F1".into(), gettext("How to play")),
        ("<Control>question".into(), gettext("Keyboard shortcuts")),
        ("Escape".into(), gettext("Back to the page before")),
        ("<Control>w".into(), gettext("Close the window")),
        ("<Control>q".into(), gettext("Quit")),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::toolkit_warnings::warnings_of;

    #[gtk::test]
    fn keys_are_read_as_they_are_pressed() {
        for (keys, words) in [
            ("<Control><Shift>z", "Shift+Ctrl+Z"),
            ("h <Control>h", "H, Ctrl+H"),
            ("d+6", "D 6"),
            ("Left Right", "Left, Right"),
            ("F11", "F11"),
        ] {
            assert_eq!(in_words(keys), words);
        }
        for (keys, does) in groups().into_iter().flat_map(|(_, keys)| keys) {
            let words = in_words(&keys);
            assert!(
                words.split(", ").all(|way| !way.trim().is_empty()) && !words.contains("VoidSymbol"),
                "{does}: {words}"
            );
        }
    }

    /// As short as many are in Chinese, whatever letters there are.
    #[gtk::test]
    fn what_a_key_does_may_be_two_signs() {
        adw::init().unwrap();
        let row = row_with("i i");
        let warnings = warnings_of(|| {
            (20..120).for_each(|height| _ = row.measure(gtk::Orientation::Horizontal, height));
        });
        assert!(warnings.is_empty(), "{warnings:?}");
    }
}
