// SPDX-License-Identifier: GPL-3.0-or-later
//! Gives menus and dialogs their access keys. Only the drawn label changes: the name that a screen
//! reader speaks stays plain.

use std::collections::HashSet;
use std::rc::Rc;

use adw::prelude::*;
use gtk::gdk;

use crate::compat::accessible_names::{MAIN, is_menu_item, set_accessible_name};
use crate::compat::descendants::{below, for_each};
use crate::text::access_keys::with_keys;
use crate::text::language;
use crate::widgets::keys;

/// Makes a window show the access keys of a menu that a key opens. GTK (4.8) does so for other
/// keys, since they come after one that has moved the focus.
pub fn show_when_opened(window: &(impl IsA<gtk::Window> + IsA<gtk::Widget>)) {
    keys::connect(window, gtk::PropagationPhase::Capture, |window, key, _| {
        if matches!(key, gdk::Key::F10 | gdk::Key::Menu) {
            GtkWindowExt::set_focus_visible(window, true);
        }
        glib::Propagation::Proceed
    });
}

/// Gives access keys to the menus of all menu buttons below a widget, also to those that the
/// buttons get later.
pub fn in_menus_below(widget: &impl IsA<gtk::Widget>) {
    for_each(widget.upcast_ref(), &mut |widget| {
        if let Some(button) = widget.downcast_ref::<gtk::MenuButton>() {
            in_menu_of(button);
            button.connect_popover_notify(in_menu_of);
        }
    });
}

fn in_menu_of(button: &gtk::MenuButton) {
    if let Some(menu) = button.popover().and_downcast() {
        in_menu(&menu);
    }
}

/// Gives access keys to a menu each time it opens, since its entries can change. GTK (4.8) leaves
/// it to the program to underline them: they are underlined while the keyboard is in use.
pub fn in_menu(menu: &gtk::PopoverMenu) {
    menu.connect_map(|menu| {
        let Some(stack) = below::<gtk::Stack>(menu.upcast_ref()) else { return };
        stack.pages().iter::<gtk::StackPage>().flatten().for_each(|part| give_to(&part));
        let by_pointer = menu.parent().is_some_and(|opener| opener.state_flags().contains(gtk::StateFlags::PRELIGHT));
        let window = menu.root().and_downcast::<gtk::Window>().filter(|_| !by_pointer);
        menu.set_mnemonics_visible(window.is_some_and(|window| window.gets_focus_visible()));
    });
    keys::connect(menu, gtk::PropagationPhase::Capture, |menu, _, _| {
        menu.set_mnemonics_visible(true);
        glib::Propagation::Proceed
    });
}

/// Gives access keys to the buttons and fields of a dialog. Call it when the dialog has its
/// content.
pub fn in_dialog(dialog: &gtk::Window) {
    // That of libadwaita has its own labels.
    if dialog.is::<adw::AboutWindow>() {
        return;
    }
    let mut targets = Vec::new();
    for_each(dialog.upcast_ref(), &mut |widget| targets.extend(button(widget).or_else(|| field(widget))));
    give(&targets);
    let targets = Rc::new(targets);
    for row in targets.iter().filter_map(|target| target.row.upgrade()) {
        let targets = Rc::clone(&targets);
        row.connect_title_notify(move |_| give(&targets));
    }
}

#[derive(Default)]
struct Target {
    /// What the key activates.
    widget: glib::WeakRef<gtk::Widget>,
    /// The label that shows the key.
    label: glib::WeakRef<gtk::Label>,
    /// The text of the label without the key.
    text: String,
    /// The row with the label and a field. Its title can change.
    row: glib::WeakRef<adw::ActionRow>,
}

impl Target {
    fn text(&self) -> String {
        self.row.upgrade().map_or_else(|| self.text.clone(), |row| row.title().into())
    }

    /// Names the widget once, without its key. GTK names it after the label, which may show the key
    /// in parentheses. A button also has its text as a name. Newer GTK (4.18) does not name an
    /// entry of a menu, whose label is only for presentation.
    fn name(&self, label: &gtk::Label, text: &str) {
        let is_misnamed =
            |widget: &gtk::Widget| label.text() != text || widget.is::<gtk::Button>() || is_menu_item(widget);
        if let Some(widget) = self.widget.upgrade().filter(is_misnamed) {
            set_accessible_name(&widget, text);
        }
    }
}

/// Gives keys to the entries of a menu or a submenu, unless they have theirs from an earlier time.
/// A menu that changes replaces all of its entries.
fn give_to(part: &gtk::StackPage) {
    let mut targets = Vec::new();
    for_each(&part.child(), &mut |widget| {
        targets.extend(is_menu_item(widget).then(|| labeled(widget)).flatten());
    });
    // The entry that leads back from a submenu: the others need the better letters more.
    if !targets.is_empty() && part.name().is_some_and(|name| name != MAIN) {
        targets.rotate_left(1);
    }
    if !targets.iter().filter_map(|target| target.label.upgrade()).any(|label| has_key(&label)) {
        give(&targets);
    }
}

fn has_key(label: &gtk::Label) -> bool {
    label.uses_underline() && label.label().contains('_')
}

fn labeled(widget: &gtk::Widget) -> Option<Target> {
    let label = below::<gtk::Label>(widget)?;
    let text = label.text().into();
    Some(Target { widget: widget.downgrade(), label: label.downgrade(), text, ..Target::default() })
}

fn button(widget: &gtk::Widget) -> Option<Target> {
    labeled(widget.downcast_ref::<gtk::Button>()?.upcast_ref())
}

/// Returns the title of a row with a field.
fn field(widget: &gtk::Widget) -> Option<Target> {
    let row = widget.downcast_ref::<adw::ActionRow>()?;
    let field = row.activatable_widget().filter(|field| field.is::<gtk::Entry>())?;
    let label = below::<gtk::Label>(widget)?;
    label.set_mnemonic_widget(Some(&field));
    Some(Target { widget: field.downgrade(), label: label.downgrade(), row: row.downgrade(), ..Target::default() })
}

fn give(targets: &[Target]) {
    let mut seen = HashSet::new();
    // A dialog of libadwaita has its buttons twice, for wide and for narrow windows.
    let texts: Vec<_> = targets.iter().map(Target::text).filter(|text| seen.insert(text.clone())).collect();
    let keyed = with_keys(language::current(), &texts, language::source_of);
    for target in targets {
        let (text, label) = (target.text(), target.label.upgrade());
        let keyed = texts.iter().zip(&keyed).find(|(other, _)| **other == text);
        if let (Some(label), Some((_, keyed))) = (label, keyed) {
            label.set_text_with_mnemonic(keyed);
            target.name(&label, &text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gtk::gdk::Key;
    use gtk::gio;

    /// Returns the texts of the labels below a widget with their keys, in order.
    fn keys_below(widget: &gtk::Widget) -> Vec<(String, Option<Key>)> {
        let mut found = Vec::new();
        for_each(widget, &mut |widget| {
            if let Some(label) = widget.downcast_ref::<gtk::Label>().filter(|label| !label.text().is_empty()) {
                let key = has_key(label).then(|| label.mnemonic_keyval().to_lower());
                found.push((label.text().into(), key));
            }
        });
        found.sort();
        found
    }

    fn expected(labels: &[(&str, Option<Key>)]) -> Vec<(String, Option<Key>)> {
        labels.iter().map(|(text, key)| ((*text).to_owned(), *key)).collect()
    }

    #[gtk::test]
    fn each_level_of_a_menu_has_its_own_keys_also_after_a_change() {
        adw::init().unwrap();
        let (model, more) = (gio::Menu::new(), gio::Menu::new());
        more.append(Some("Mirror"), None);
        more.append(Some("三"), None);
        model.append(Some("Open"), None);
        model.append_submenu(Some("Mark"), &more);
        let button = gtk::MenuButton::builder().menu_model(&model).build();
        let window = gtk::Window::builder().child(&button).build();
        in_menus_below(&window);
        window.present();
        let shown = || {
            button.popup();
            let keys = keys_below(button.popover().unwrap().upcast_ref());
            button.popdown();
            keys
        };
        let leads = [("Mark", Some(Key::m)), ("Mark", Some(Key::r))];
        let inner = [("Mirror", Some(Key::m)), ("Open", Some(Key::o)), ("三(A)", Some(Key::a))];
        let whole = expected(&[&leads[..], &inner].concat());
        assert_eq!(shown(), whole);
        assert_eq!(shown(), whole, "when it opens again");
        model.remove_all();
        model.append(Some("Only"), None);
        assert_eq!(shown(), expected(&[("Only", Some(Key::o))]));
        button.set_menu_model(Some(&more));
        assert_eq!(shown(), expected(&[("Mirror", Some(Key::m)), ("三(A)", Some(Key::a))]));
        window.destroy();
    }

    #[gtk::test]
    fn a_button_of_a_dialog_is_named_once() {
        adw::init().unwrap();
        let dialog = adw::MessageDialog::new(gtk::Window::NONE, Some("Save Game"), None);
        dialog.add_response("cancel", "Cancel");
        in_dialog(dialog.upcast_ref());
        let button = below::<gtk::Button>(dialog.upcast_ref()).unwrap();
        assert!(gtk::test_accessible_has_property(&button, gtk::AccessibleProperty::Label));
        assert!(!gtk::test_accessible_has_relation(&button, gtk::AccessibleRelation::LabelledBy));
        dialog.destroy();
    }

    #[gtk::test]
    fn fields_and_buttons_of_a_dialog_have_keys_also_after_a_change() {
        adw::init().unwrap();
        let entry = gtk::Entry::new();
        let row = adw::ActionRow::builder().title("Command").activatable_widget(&entry).build();
        let content = gtk::Box::default();
        content.append(&gtk::Button::with_label("Cancel"));
        content.append(&row);
        content.append(&adw::ActionRow::builder().title("First Move").build());
        content.append(&gtk::Button::from_icon_name("go-next-symbolic"));
        let dialog = gtk::Window::builder().child(&content).build();
        in_dialog(&dialog);
        let (cancel, other) = (("Cancel", Some(Key::c)), ("First Move", None));
        assert_eq!(keys_below(dialog.upcast_ref()), expected(&[cancel, ("Command", Some(Key::o)), other]));
        row.set_title("Address");
        assert_eq!(keys_below(dialog.upcast_ref()), expected(&[("Address", Some(Key::a)), cancel, other]));
        assert_eq!(row.title(), "Address");
    }
}
