// SPDX-License-Identifier: GPL-3.0-or-later
//! Names for the parts that widgets of GTK and libadwaita are made of: without one a screen reader speaks the name of
//! their class.

use adw::prelude::*;
use gtk::accessible::Property;

/// Names the inner parts of all widgets below this one after the widgets that they belong to, or after the page.
pub fn name_inner_parts(widget: &gtk::Widget, page: &str) {
    name_part(widget, page);
    let mut child = widget.first_child();
    while let Some(next) = child {
        name_inner_parts(&next, page);
        child = next.next_sibling();
    }
}

/// Has the list's own widget around a row called so, once the row stands in the window: newer GTK fills a row while
/// nobody owns that widget yet, and whoever looked at it would be the last to.
pub fn name_list_item(row: &impl IsA<gtk::Widget>, name: &str) {
    if row.root().is_none() {
        return;
    }
    if let Some(item) = row.parent() {
        item.update_property(&[Property::Label(name)]);
    }
}

/// Has a button be called by its own name alone. GTK (4.8) calls a button with an icon by its image, too, which has but
/// a class, and that of a menu by the widget around it, which has the same name.
pub fn name_once(button: &gtk::Widget) {
    let has_icon = button.downcast_ref::<gtk::Button>().is_some_and(|button| button.icon_name().is_some());
    if has_icon || button.parent().is_some_and(|parent| parent.is::<gtk::MenuButton>()) {
        button.reset_relation(gtk::AccessibleRelation::LabelledBy);
    }
}

/// Has a screen reader hear of a button of the role `radio` whether it is the one that is chosen.
pub fn tell_whether_chosen(button: &gtk::ToggleButton) {
    let tell = |button: &gtk::ToggleButton| {
        let chosen = if button.is_active() { gtk::AccessibleTristate::True } else { gtk::AccessibleTristate::False };
        button.update_state(&[gtk::accessible::State::Checked(chosen)]);
    };
    tell(button);
    button.connect_active_notify(tell);
}

fn name_part(widget: &gtk::Widget, page: &str) {
    name_once(widget);
    if let Some(stack) = widget.downcast_ref::<gtk::Stack>() {
        name_leaves(stack, &menu_around(widget).map_or_else(|| page.to_owned(), Into::into));
    }
    let name = match widget.type_().name() {
        // A group with a title gives it to its list by itself.
        "GtkListBox" => match (around::<adw::ExpanderRow>(widget), around::<adw::PreferencesGroup>(widget)) {
            (Some(row), _) => Some(row.title()),
            (None, Some(group)) if !group.title().is_empty() => None,
            (None, _) => Some(page.into()),
        },
        "GtkScrolledWindow" => widget.parent().and_downcast::<adw::StatusPage>().map(|status| status.title()),
        "GtkSwitch" => around::<adw::ExpanderRow>(widget).map(|row| row.title()),
        "GtkToggleButton" => {
            widget.parent().filter(|parent| parent.is::<gtk::MenuButton>()).and_then(|_| menu_around(widget))
        }
        "GtkPopoverMenu" => menu_around(widget),
        _ => None,
    };
    if let Some(name) = name.filter(|name: &glib::GString| !name.is_empty()) {
        widget.update_property(&[Property::Label(&name)]);
    }
}

/// Gives the leaves of a stack the title of the page, which is what is spoken where the keyboard comes to one. In a menu that is the
/// name of the menu, and a menu in it has one of its own.
fn name_leaves(stack: &gtk::Stack, page: &str) {
    for leaf in stack.pages().iter::<gtk::StackPage>().flatten().filter(|leaf| leaf.title().is_none()) {
        let of_menu = leaf.name().filter(|name| is_in_menu(stack) && name != "main");
        leaf.set_title(of_menu.as_deref().unwrap_or(page));
    }
}

fn is_in_menu(widget: &impl IsA<gtk::Widget>) -> bool {
    around::<gtk::PopoverMenu>(widget).is_some()
}

/// What the button of the menu is called that a widget is part of.
fn menu_around(widget: &gtk::Widget) -> Option<glib::GString> {
    around::<gtk::MenuButton>(widget)?.tooltip_text()
}

/// The nearest widget of a kind around this one.
fn around<W: IsA<gtk::Widget> + glib::types::StaticType>(widget: &impl IsA<gtk::Widget>) -> Option<W> {
    widget.ancestor(W::static_type()).and_downcast()
}
