// SPDX-License-Identifier: GPL-3.0-or-later
//! Names for the parts that widgets of GTK and libadwaita are made of: without one a screen reader
//! speaks the name of their class.

use adw::prelude::*;
use gtk::accessible::Property;

/// Names the inner parts of all widgets below this one after the widgets that they belong to, or
/// after the page.
pub fn name_inner_parts(widget: &gtk::Widget, page: &str) {
    name_part(widget, page);
    let mut child = widget.first_child();
    while let Some(next) = child {
        name_inner_parts(&next, page);
        child = next.next_sibling();
    }
}

/// Has the list's own widget around a row called so, once the row stands in the window: newer GTK
/// fills a row while nobody owns that widget yet, and whoever looked at it would be the last to.
pub fn name_list_item(row: &impl IsA<gtk::Widget>, name: &str) {
    if row.root().is_none() {
        return;
    }
    if let Some(item) = row.parent() {
        item.update_property(&[Property::Label(name)]);
    }
}

/// Has a button be called by its own name alone. GTK (4.8) calls a button with an icon by its
/// image, too, which has but a class, and that of a menu by the widget around it, which has the
/// same name.
pub fn name_once(button: &gtk::Widget) {
    let has_icon = button.downcast_ref::<gtk::Button>().is_some_and(|button| button.icon_name().is_some());
    if has_icon || button.parent().is_some_and(|parent| parent.is::<gtk::MenuButton>()) {
        button.reset_relation(gtk::AccessibleRelation::LabelledBy);
    }
}

/// Has a screen reader hear of a button of the role `radio` or `checkbox` whether it is chosen: GTK
/// (4.8) tells of such buttons that they are pressed, which is not said of any role that they can
/// have.
fn tell_whether_chosen(button: &gtk::ToggleButton) {
    let tell = |button: &gtk::ToggleButton| tell_checked(button, button.is_active());
    tell(button);
    button.connect_active_notify(tell);
}

/// Has a screen reader hear of a row of the role `checkbox` how the switch in it stands. The row
/// takes the keyboard: the switch, which is there to be pressed, would be a second stop of the same
/// name.
pub fn tell_switch(row: &adw::ActionRow) {
    let Some(switch) = row.activatable_widget().and_downcast::<gtk::Switch>() else { return };
    tell_checked(row, switch.is_active());
    switch.connect_active_notify(glib::clone!(
        #[weak]
        row,
        move |switch| tell_checked(&row, switch.is_active())
    ));
}

fn tell_checked(widget: &impl IsA<gtk::Accessible>, checked: bool) {
    let checked = if checked { gtk::AccessibleTristate::True } else { gtk::AccessibleTristate::False };
    widget.update_state(&[gtk::accessible::State::Checked(checked)]);
}

/// Has a screen reader not say of a row, or of a card, that it is not selected: they are pressed,
/// and none ever is.
pub fn never_selected(widget: &gtk::Widget) {
    match widget.downcast_ref::<gtk::ListBoxRow>() {
        Some(row) => row.set_selectable(false),
        None if widget.is::<gtk::FlowBoxChild>() => widget.reset_state(gtk::AccessibleState::Selected),
        None => {}
    }
}

fn name_part(widget: &gtk::Widget, page: &str) {
    name_once(widget);
    never_selected(widget);
    if let Some(row) = widget.downcast_ref::<adw::ActionRow>() {
        tell_switch(row);
    }
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
        "GtkToggleButton" if widget.parent().is_some_and(|parent| parent.is::<gtk::MenuButton>()) => {
            menu_around(widget)
        }
        "GtkToggleButton" => {
            if let Some(toggle) = widget.downcast_ref() {
                tell_whether_chosen(toggle);
            }
            None
        }
        "GtkPopoverMenu" => menu_around(widget),
        _ => None,
    };
    if let Some(name) = name.filter(|name: &glib::GString| !name.is_empty()) {
        widget.update_property(&[Property::Label(&name)]);
    }
}

/// Gives the leaves of a stack the title of the page, which is what is spoken where the keyboard
/// comes to one. In a menu that is the name of the menu, and a menu in it has one of its own.
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
