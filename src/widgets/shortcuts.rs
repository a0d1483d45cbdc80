// SPDX-License-Identifier: GPL-3.0-or-later
//! Keyboard shortcuts, and the window that lists them. A new shortcut is a row of `SHORTCUTS`.

use std::borrow::Cow;

use adw::prelude::*;
use gettextrs::gettext;
use gtk::accessible::Property;
use gtk::{gdk, glib};

use crate::compat::accessible_names::{introduce, name_inner_parts, name_what_is_focused, set_accessible_name};
use crate::widgets::access_keys;
use crate::widgets::keys::{self, StepDirection};
use crate::widgets::ui_scale::{self, Fit};

/// One or several keys.
#[derive(Clone, Copy)]
enum Key {
    /// GTK names of the keys. A space separates alternatives, and a plus separates keys that are
    /// pressed one after the other.
    Named(&'static str),
    /// Arrow key of a step, which depends on where lines begin in the language of the window.
    Step(StepDirection),
    /// The same with Alt, which steps through the moves or the pages from anywhere.
    AltStep(StepDirection),
}

impl Key {
    fn name(self, direction: gtk::TextDirection) -> Cow<'static, str> {
        match self {
            Self::Named(name) => name.into(),
            Self::Step(step) => step.key_name(direction).into(),
            Self::AltStep(step) => format!("<Alt>{}", step.key_name(direction)).into(),
        }
    }
}

struct Shortcut {
    /// Effect, in words.
    title: fn() -> String,
    /// Keys handled by a page or the board. Plain letters belong to pages, which have no text
    /// entry.
    page: Option<Key>,
    /// Action with its target, and its accelerator: a key with a modifier, or a function key.
    accelerator: Option<(&'static str, Key)>,
}

/// Creates a shortcut that a page handles.
const fn page(keys: Key, title: fn() -> String) -> Shortcut {
    Shortcut { title, page: Some(keys), accelerator: None }
}

/// Creates a shortcut that activates an action wherever the action exists.
const fn everywhere(action: &'static str, key: Key, title: fn() -> String) -> Shortcut {
    Shortcut { title, page: None, accelerator: Some((action, key)) }
}

impl Shortcut {
    const fn and_everywhere(self, action: &'static str, key: Key) -> Self {
        Self { accelerator: Some((action, key)), ..self }
    }

    /// Returns all keys in the format of [`Key::Named`].
    fn keys(&self, direction: gtk::TextDirection) -> String {
        let all = self.page.into_iter().chain(self.accelerator.map(|(_, key)| key));
        all.map(|key| key.name(direction)).collect::<Vec<_>>().join(" ")
    }
}

/// Shortcuts of one part of the program.
struct Group {
    title: fn() -> String,
    shortcuts: &'static [Shortcut],
}

/// All shortcuts. Those of actions are registered with the application, and all are listed in the
/// window. A test checks that the manual page contains them (`NMM_UPDATE=1` writes them there).
const SHORTCUTS: &[Group] = &[
    Group {
        title: || gettext("Game"),
        shortcuts: &[
            everywhere("win.go::setup", Key::Named("<Control>n"), || gettext("New game")),
            everywhere("win.go::saved-games", Key::Named("<Control>o"), || gettext("Saved games")),
            page(Key::Named("Delete"), || gettext("Delete a saved game")),
            everywhere("game.save", Key::Named("<Control>s"), || gettext("Save with a name")),
            everywhere("win.export", Key::Named("<Control><Shift>s"), || gettext("Export the game")),
            page(Key::Named("<Control>c"), || gettext("Copy the game")),
            page(Key::Named("<Control><Shift>c"), || gettext("Copy the position")),
            page(Key::Named("<Control>v"), || gettext("Paste a game, position, or message from a friend")),
            everywhere("game.undo", Key::Named("<Control>z"), || gettext("Undo")),
            everywhere("game.redo", Key::Named("<Control><Shift>z"), || gettext("Redo")),
            page(Key::Named("h"), || gettext("Show a hint (again for more)"))
                .and_everywhere("game.hint", Key::Named("<Control>h")),
            everywhere("game.move-now", Key::Named("<Control>m"), || gettext("Make the computer move now")),
            page(Key::Named("p Escape"), || gettext("Pause")),
            page(Key::Named("n"), || gettext("Next puzzle")),
            page(Key::Named("y n"), || gettext("Answer “Is This a Mistake?”")),
            everywhere("win.previous", Key::AltStep(StepDirection::Back), || gettext("Previous move (on any page)")),
            everywhere("win.next", Key::AltStep(StepDirection::Forth), || gettext("Next move (on any page)")),
        ],
    },
    Group {
        title: || gettext("Board"),
        shortcuts: &[
            page(Key::Named("Left Right Up Down"), || gettext("Go to the next point")),
            page(Key::Named("Return space"), || gettext("Choose the point")),
            page(Key::Named("Home End"), || gettext("Jump between the points you can choose")),
            page(Key::Named("Escape"), || gettext("Put the piece back")),
            page(
                Key::Named("d+6"),
                // Translators: one can type the name of a point to choose it; the keys shown are “d
                // 6”
                || gettext("Choose a point by its name"),
            ),
            page(Key::Named("Delete BackSpace"), || gettext("Erase a piece when setting up a position")),
            everywhere("game.flip", Key::Named("<Control><Shift>f"), || gettext("Flip the board")),
            page(Key::Named("v"), || gettext("Show move values")),
            page(Key::Named("r"), || gettext("Mark with an arrow or a ring (or use the right mouse button)")),
        ],
    },
    Group {
        // Translators: keys that have a screen reader say something
        title: || gettext("Screen Reader"),
        shortcuts: &[
            page(Key::Named("s"), || gettext("Say whose turn it is and the last move")),
            page(
                Key::Named("m"),
                // Translators: in the review the key M has another meaning
                || gettext("Say each player’s pieces (not in the review)"),
            ),
            page(Key::Named("t"), || gettext("Read the whole board, line by line")),
            everywhere("win.repeat", Key::Named("F4"), || gettext("Repeat the last announcement")),
            // Translators: each press of this key goes back by one announcement
            everywhere("win.repeat-earlier", Key::Named("<Shift>F4"), || gettext("Repeat an earlier announcement")),
        ],
    },
    Group {
        title: || gettext("Move History"),
        shortcuts: &[
            everywhere("game.review", Key::Named("<Control>r"), || gettext("Review the game")),
            everywhere("win.analyze", Key::Named("<Control>e"), || gettext("Analysis")),
            // Translators: signs of a good move and of a mistake, as in chess
            page(Key::Named("exclam question"), || gettext("Mark a move in the analysis")),
            page(Key::Named("F2"), || gettext("Comment on a move in the analysis")),
            page(Key::Named("<Control>Up"), || gettext("Promote a variation")),
            page(Key::Named("plus minus"), || gettext("Expand or collapse a variation")),
            page(Key::Named("Delete"), || gettext("Delete a move in the analysis")),
            page(Key::Named("m"), || gettext("Next mistake in the review")),
            page(Key::Named("<Shift>m"), || gettext("Previous mistake in the review")),
            page(Key::Step(StepDirection::Back), || gettext("Previous move")),
            page(Key::Step(StepDirection::Forth), || gettext("Next move")),
            page(Key::Named("Home"), || gettext("First position")),
            page(Key::Named("End"), || gettext("Last position")),
        ],
    },
    Group {
        title: || gettext("Tournaments"),
        shortcuts: &[
            page(Key::Named("4 3 2 1 0"), || gettext("Enter the points of the first player")),
            page(Key::Named("Return"), || gettext("Go to the next open result")),
            page(Key::Named("Delete"), || gettext("Clear a result")),
            page(Key::Named("p"), || gettext("Play a game of the match here")),
            page(Key::Named("<Control>Return"), || gettext("Pair the next round")),
            page(Key::Named("<Control>p"), || gettext("Print")),
        ],
    },
    Group {
        title: || gettext("Window"),
        shortcuts: &[
            everywhere("game.sidebar", Key::Named("F9"), || gettext("Move list")),
            everywhere("win.full-screen", Key::Named("F11"), || gettext("Fullscreen")),
            everywhere("win.go::settings", Key::Named("<Control>comma"), || gettext("Settings")),
            everywhere("win.help", Key::Named("F1"), || gettext("Help")),
            everywhere("win.go::how-to-play", Key::Named("<Shift>F1"), || gettext("How to play")),
            everywhere("win.shortcuts", Key::Named("<Control>question"), || gettext("Keyboard shortcuts")),
            page(Key::Named("Escape"), || gettext("Go back")),
            everywhere("window.close", Key::Named("<Control>w"), || gettext("Close the window")),
            everywhere("app.quit", Key::Named("<Control>q"), || gettext("Quit")),
        ],
    },
];

/// Returns the actions that have an accelerator, with the accelerator in the language of the
/// window.
fn accelerators() -> impl Iterator<Item = (&'static str, Cow<'static, str>)> {
    let direction = gtk::Widget::default_direction();
    let all = SHORTCUTS.iter().flat_map(|group| group.shortcuts).filter_map(|shortcut| shortcut.accelerator);
    all.map(move |(action, key)| (action, key.name(direction)))
}

/// Registers the accelerators with the application. Some depend on where lines begin in the
/// language of the window.
pub fn install(app: &gtk::Application) {
    accelerators().for_each(|(action, key)| app.set_accels_for_action(action, &[&key]));
}

/// Returns the action of an accelerator. A key event arrives only if the action is missing or
/// disabled.
pub fn action(key: gdk::Key, state: gdk::ModifierType) -> Option<&'static str> {
    let pressed = (key.to_lower(), state & gtk::accelerator_get_default_mod_mask());
    let found = accelerators().find(|(_, accelerator)| gtk::accelerator_parse(&**accelerator) == Some(pressed));
    found.map(|(action, _)| action)
}

/// Returns the action of an accelerator without its prefix, if it is an action of the game.
pub fn game_action(key: gdk::Key, state: gdk::ModifierType) -> Option<&'static str> {
    action(key, state)?.strip_prefix("game.")
}

/// Presents a dialog of a window. The accelerators of the program, for example the one that quits
/// it, work there too. Its buttons and fields have access keys. Its text scales with the window,
/// and it is neither larger than the window nor outlives it.
pub fn present_dialog(dialog: &impl IsA<gtk::Window>) {
    let dialog: &gtk::Window = dialog.upcast_ref();
    if let Some(parent) = dialog.transient_for() {
        dialog.set_application(parent.application().as_ref());
        Fit::of(parent.width(), parent.height()).apply(dialog);
        let (width, height) = dialog.default_size();
        // -1, the size of the content, stays.
        let within = |length, most| ui_scale::grown(dialog, length).clamp(-1, most);
        dialog.set_default_size(within(width, parent.width()), within(height, parent.height()));
    }
    name_what_is_focused(dialog);
    access_keys::in_dialog(dialog);
    dialog.present();
}

/// Shows the window of shortcuts, in groups, with a search.
///
/// It is not a `GtkShortcutsWindow`: that of GTK 4.8 can only be built from an interface
/// description, and its groups do not scroll in a small window.
pub fn show(window: &impl IsA<gtk::Window>) -> adw::Window {
    let page = adw::PreferencesPage::new();
    let groups: Vec<_> = SHORTCUTS.iter().map(|group| add_group(&page, group)).collect();
    let header = adw::HeaderBar::new();
    let search = gtk::SearchEntry::builder().placeholder_text(gettext("Search")).hexpand(true).build();
    set_accessible_name(&search, &gettext("Search"));
    header.set_title_widget(Some(&adw::Clamp::builder().maximum_size(300).child(&search).build()));
    let nothing = gtk::Label::builder().label(gettext("No Results Found")).margin_top(24).vexpand(true).build();
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
    connect_search_keys(&shown, &search);
    present_dialog(&shown);
    introduce(shown.upcast_ref());
    shown
}

/// A group in the window of shortcuts.
struct ShownGroup {
    widget: adw::PreferencesGroup,
    rows: Vec<adw::ActionRow>,
}

impl ShownGroup {
    /// Shows only the rows that match the search. Returns whether there are any.
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

fn add_group(page: &adw::PreferencesPage, group: &Group) -> ShownGroup {
    let widget = adw::PreferencesGroup::builder().title((group.title)()).build();
    let row = |shortcut: &Shortcut| {
        let keys = shortcut.keys(gtk::Widget::default_direction());
        let label = gtk::ShortcutLabel::builder().accelerator(&*keys).valign(gtk::Align::Center).build();
        let row = row_with(&(shortcut.title)());
        row.add_suffix(&label);
        // The keys are only drawn, so their text must be in the description.
        row.reset_relation(gtk::AccessibleRelation::DescribedBy);
        row.update_property(&[Property::Description(&in_words(&keys))]);
        widget.add(&row);
        row
    };
    let rows = group.shortcuts.iter().map(row).collect();
    page.add(&widget);
    ShownGroup { widget, rows }
}

/// Returns the keys as readable text, with commas between alternatives.
fn in_words(keys: &str) -> String {
    let name = |key: &str| {
        let (key, state) = gtk::accelerator_parse(key).unwrap_or((gdk::Key::VoidSymbol, gdk::ModifierType::empty()));
        gtk::accelerator_get_label(key, state).to_string()
    };
    // A plus separates keys that are pressed one after the other.
    let way = |way: &str| way.split('+').map(name).collect::<Vec<_>>().join(" ");
    keys.split(' ').map(way).collect::<Vec<_>>().join(", ")
}

fn row_with(title: &str) -> adw::ActionRow {
    // The number of lines is unlimited because of short titles: see `own_rules_dialog`.
    adw::ActionRow::builder().title(title).title_lines(0).build()
}

/// Makes Escape first end the search and then close the window.
fn connect_search_keys(window: &adw::Window, search: &gtk::SearchEntry) {
    search.connect_stop_search(weak!(window, move |search| if search.text().is_empty() {
        window.close()
    } else {
        search.set_text("")
    }));
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
    let controller = gtk::ShortcutController::new();
    let control_f = gtk::KeyvalTrigger::new(gdk::Key::f, gdk::ModifierType::CONTROL_MASK);
    controller.add_shortcut(gtk::Shortcut::new(Some(control_f), Some(find)));
    window.add_controller(controller);
    keys::close_with_escape(window);
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
        for shortcut in SHORTCUTS.iter().flat_map(|group| group.shortcuts) {
            let words = in_words(&shortcut.keys(gtk::TextDirection::Ltr));
            assert!(
                words.split(", ").all(|way| !way.trim().is_empty()) && !words.contains("VoidSymbol"),
                "{}: {words}",
                (shortcut.title)()
            );
        }
    }

    /// An accelerator shared by two actions would activate only one of them.
    #[gtk::test]
    fn each_accelerator_has_one_action() {
        let keys: Vec<_> = accelerators().map(|(_, key)| gtk::accelerator_parse(&*key).unwrap()).collect();
        for (index, (key, state)) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(&(*key, *state)), "{key:?} {state:?}");
            assert_eq!(action(*key, *state), accelerators().nth(index).map(|(action, _)| action));
        }
    }

    /// Returns keys in the form of the manual page: `<Control><Shift>f` is Ctrl+Shift+F.
    fn written(keys: &str) -> String {
        let key = |accelerator: &str| {
            let modifiers = [("<Control>", "Ctrl+"), ("<Shift>", "Shift+"), ("<Alt>", "Alt+")];
            let name = accelerator.rsplit('>').next().unwrap();
            let before: String =
                modifiers.iter().filter(|(gtk, _)| accelerator.contains(gtk)).map(|(_, word)| *word).collect();
            let name = match name {
                "comma" => ",",
                "question" => "?",
                "exclam" => "!",
                "plus" => "+",
                "minus" => "-",
                "Return" => "Enter",
                "space" => "Space",
                "BackSpace" => "Backspace",
                name => name,
            };
            before + &if name.len() == 1 { name.to_uppercase() } else { name.to_owned() }
        };
        keys.split(' ')
            .map(|way| if way.contains('+') { way.replace('+', " ") } else { key(way) })
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Returns the section of the manual page with all keys, in English and for left-to-right text.
    fn section() -> String {
        let item = |shortcut: &Shortcut| {
            let keys = written(&shortcut.keys(gtk::TextDirection::Ltr));
            format!("\n.TP\n.B {keys}\n{}", (shortcut.title)().replace('-', "\\-"))
        };
        let group = |group: &Group| {
            format!("\n.SS {}{}", (group.title)(), group.shortcuts.iter().map(item).collect::<String>())
        };
        SHORTCUTS.iter().map(group).collect()
    }

    #[gtk::test]
    fn the_manual_page_has_all_keys() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/man/nine-mens-morris.6.in");
        let page = std::fs::read_to_string(path).unwrap();
        let (before, rest) = page.split_once("\n.SH KEYS").unwrap();
        let (keys, after) = rest.split_once("\n.SH ").unwrap();
        if std::env::var_os("NMM_UPDATE").is_some() {
            std::fs::write(path, format!("{before}\n.SH KEYS{}\n.SH {after}", section())).unwrap();
        } else {
            assert_eq!(keys, section(), "with NMM_UPDATE=1 this test writes them into the page");
        }
    }

    /// As short as many titles in Chinese, in any script.
    #[gtk::test]
    fn one_key_may_have_two_signs() {
        adw::init().unwrap();
        let row = row_with("i i");
        let warnings = warnings_of(|| {
            (20..120).for_each(|height| _ = row.measure(gtk::Orientation::Horizontal, height));
        });
        assert!(warnings.is_empty(), "{warnings:?}");
    }
}
