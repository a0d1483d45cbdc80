// SPDX-License-Identifier: GPL-3.0-or-later
//! Accessible names for the inner parts of GTK and libadwaita widgets. A screen reader speaks the
//! class name of a part that has no name.

use adw::prelude::*;
use gettextrs::gettext;
use gtk::accessible::Property;

use crate::compat::descendants::{below, for_each};

/// Sets the name that screen readers speak for a widget. Newer GTK (4.18) prefers the text that
/// labels a button.
pub fn set_accessible_name(widget: &impl IsA<gtk::Accessible>, name: &str) {
    widget.reset_relation(gtk::AccessibleRelation::LabelledBy);
    widget.update_property(&[Property::Label(name)]);
}

/// Sets the description that screen readers speak for a widget. Newer GTK (4.18) prefers what
/// describes it, which is the empty subtitle of the row around a field.
pub fn set_accessible_description(widget: &impl IsA<gtk::Accessible>, words: &str) {
    widget.reset_relation(gtk::AccessibleRelation::DescribedBy);
    widget.update_property(&[Property::Description(words)]);
}

/// Returns whether a widget is an entry of a menu, whose type is private to GTK.
pub fn is_menu_item(widget: &gtk::Widget) -> bool {
    widget.type_().name() == "GtkModelButton"
}

/// Names the inner parts of all widgets below this one after the widgets that they belong to, or
/// after the page.
pub fn name_inner_parts(widget: &gtk::Widget, page: &str) {
    for_each(widget, &mut |widget| name_part(widget, page));
}

/// Introduces all controls of a page to screen readers. Otherwise GTK (4.8) introduces each when
/// it first has the focus, and reports its name, description, and state as changes right after the
/// focus, so that a screen reader says them twice. Call it when it is in a window and not yet
/// shown: nothing is reported then. For a dialog, call it right after that is presented: before,
/// its window would get the role of a plain widget.
pub fn introduce(widget: &gtk::Widget) {
    for_each(widget, &mut |widget| {
        if widget.is_focusable() {
            // Makes GTK introduce the widget, and leaves it as it was.
            widget.set_focusable(false);
            widget.set_focusable(true);
        }
    });
}

/// Returns the list's own widget around a row, once the row is in a window. Newer GTK fills a row
/// before that widget has an owner, so a reference to it would be the last one.
pub fn list_item_around(row: &impl IsA<gtk::Widget>) -> Option<gtk::Widget> {
    row.root().and_then(|_| row.parent())
}

/// Names the list's own widget around a row that is in a window.
pub fn name_list_item(row: &impl IsA<gtk::Widget>, name: &str) {
    if let Some(item) = list_item_around(row) {
        set_accessible_name(&item, name);
    }
}

/// Names what gets the focus in a window, if GTK does not name it well: makes the own label of a
/// button its only accessible name, names a menu that no button opens, and selects a row.
pub fn name_what_is_focused(window: &impl IsA<gtk::Window>) {
    let row = glib::WeakRef::<gtk::Widget>::new();
    window.connect_focus_widget_notify(move |window| {
        if let Some(left) = row.upgrade() {
            left.reset_state(gtk::AccessibleState::Selected);
        }
        row.set(None);
        if let Some(focus) = GtkWindowExt::focus(window) {
            name_once(&focus);
            name_menu_without_button(&focus);
            if is_row_to_activate(&focus) {
                // Orca calls every other child of a list “not selected”.
                focus.update_state(&[gtk::accessible::State::Selected(Some(true))]);
                row.set(Some(&focus));
            }
        }
    });
}

/// Returns whether a widget is a row of a list box, or a card of a list in which nothing can be
/// selected. No list box of the program has rows to select.
fn is_row_to_activate(widget: &gtk::Widget) -> bool {
    let list = widget.parent();
    let model = list.as_ref().and_then(|list| match list.downcast_ref::<gtk::ListView>() {
        Some(list) => list.model(),
        None => list.downcast_ref::<gtk::GridView>()?.model(),
    });
    widget.is::<gtk::ListBoxRow>() || model.is_some_and(|model| model.is::<gtk::NoSelection>())
}

/// Names the menu around the focus if no button opens it, for example that of a text entry or of a
/// move. It exists only while it is used.
fn name_menu_without_button(focus: &gtk::Widget) {
    let Some(menu) = around::<gtk::PopoverMenu>(focus).filter(|menu| menu_around(menu.upcast_ref()).is_none()) else {
        return;
    };
    let name = gettext("Menu");
    set_accessible_name(&menu, &name);
    if let Some(stack) = below(menu.upcast_ref()) {
        name_leaves(&stack, &name);
    }
}

/// Makes a button's own label its only accessible name. GTK (4.8) also labels a button with an icon
/// by its image, which has only a class name, and describes it by its tooltip, which repeats the
/// name with a key. It labels and describes the button of a menu by the widget around it, which has
/// the same name.
fn name_once(button: &gtk::Widget) {
    let has_icon = button.downcast_ref::<gtk::Button>().is_some_and(|button| button.icon_name().is_some());
    let opens_menu = button.parent().is_some_and(|parent| parent.is::<gtk::MenuButton>());
    if has_icon || opens_menu {
        button.reset_relation(gtk::AccessibleRelation::LabelledBy);
    }
    if has_icon {
        button.reset_property(gtk::AccessibleProperty::Description);
    }
    if opens_menu {
        button.reset_relation(gtk::AccessibleRelation::DescribedBy);
    }
}

/// Reports to screen readers when the menu of a button closes. GTK (4.8) only takes back that it is
/// open, so that a screen reader still says so when the button gets the focus again.
pub fn report_closed(button: &gtk::MenuButton) {
    let Some(menu) = button.popover() else { return };
    menu.connect_closed(weak!(button, move |_| button.update_state(&[gtk::accessible::State::Expanded(Some(false))])));
}

/// Reports to screen readers whether a button of the role `radio`, `checkbox`, or `tab` is chosen.
/// GTK (4.8) reports the state *pressed* of the first two instead, which these roles do not have,
/// and Orca does not speak that a tab is selected.
fn report_chosen(button: &gtk::ToggleButton) {
    let tell = |button: &gtk::ToggleButton| match (button.accessible_role(), button.is_active()) {
        (gtk::AccessibleRole::Tab, chosen) => {
            // Translators: spoken for the tab that is shown
            let words = if chosen { gettext("selected") } else { String::new() };
            button.update_property(&[Property::Description(&words)]);
        }
        (_, chosen) => report_checked(button, chosen),
    };
    tell(button);
    button.connect_active_notify(tell);
}

/// Reports to screen readers the state of the switch in a row of the role `checkbox`. The row has
/// the keyboard focus: the switch, which only shows the state, would be a second stop with the same
/// name.
pub fn report_switch(row: &adw::ActionRow) {
    let Some(switch) = row.activatable_widget().and_downcast::<gtk::Switch>() else { return };
    report_checked(row, switch.is_active());
    switch.connect_active_notify(weak!(row, move |switch| report_checked(&row, switch.is_active())));
}

/// Reports to screen readers whether a row is expanded. libadwaita (1.2) reports it for the whole,
/// which never has the focus, and not for the line that expands it.
fn report_expanded(row: &adw::ExpanderRow) {
    let Some(line) = below::<adw::ActionRow>(row.upcast_ref()) else { return };
    let tell = move |row: &adw::ExpanderRow| {
        line.update_state(&[gtk::accessible::State::Expanded(Some(row.is_expanded()))]);
    };
    tell(row);
    row.connect_expanded_notify(tell);
}

/// Reports to screen readers that a menu item opens a submenu, or leads back from it. GTK (4.8)
/// reports only its name.
fn report_submenu(item: &gtk::Widget) {
    let leads_to = item.property::<Option<String>>("menu-name");
    if let Some(menu) = leads_to.filter(|_| item.accessible_role() == gtk::AccessibleRole::MenuItem) {
        item.update_state(&[gtk::accessible::State::Expanded(Some(menu == MAIN))]);
    }
}

/// Reports to screen readers whether something with the role of a radio button or a checkbox is
/// checked.
pub fn report_checked(widget: &impl IsA<gtk::Accessible>, checked: bool) {
    let checked = if checked { gtk::AccessibleTristate::True } else { gtk::AccessibleTristate::False };
    widget.update_state(&[gtk::accessible::State::Checked(checked)]);
}

/// Gives a row that is never selected this one name, in place of its title and subtitle.
pub fn name_row(row: &impl IsA<gtk::ListBoxRow>, name: &str) {
    let row = row.upcast_ref();
    row.reset_relation(gtk::AccessibleRelation::DescribedBy);
    set_accessible_name(row, name);
    row.set_selectable(false);
}

/// Makes a row or a card one that is activated and never selected.
pub fn never_selected(widget: &gtk::Widget) {
    match widget.downcast_ref::<gtk::ListBoxRow>() {
        Some(row) => row.set_selectable(false),
        None if widget.is::<gtk::FlowBoxChild>() => widget.reset_state(gtk::AccessibleState::Selected),
        None => {}
    }
}

/// Names a button that shows only an icon by its tooltip, unless that ends with a key.
fn name_icon(button: &gtk::Widget) {
    let icon = match button.downcast_ref::<gtk::MenuButton>() {
        Some(menu) => menu.icon_name(),
        None => button.downcast_ref::<gtk::Button>().and_then(ButtonExt::icon_name),
    };
    let tooltip = icon.and_then(|_| button.tooltip_text());
    if let Some(name) = tooltip.filter(|tooltip| !tooltip.contains('(')) {
        set_accessible_name(button, &name);
    }
}

fn name_part(widget: &gtk::Widget, page: &str) {
    name_once(widget);
    name_icon(widget);
    never_selected(widget);
    if let Some(row) = widget.downcast_ref::<adw::ActionRow>() {
        report_switch(row);
    }
    if let Some(row) = widget.downcast_ref::<adw::ExpanderRow>() {
        report_expanded(row);
    }
    if let Some(stack) = widget.downcast_ref::<gtk::Stack>() {
        name_leaves(stack, &menu_around(widget).unwrap_or_default());
    }
    let name = match widget.type_().name() {
        "GtkListBox" if widget.accessible_role() != gtk::AccessibleRole::List => None,
        // A group with a title already labels its list.
        "GtkListBox" => match (around::<adw::ExpanderRow>(widget), around::<adw::PreferencesGroup>(widget)) {
            (Some(row), _) => Some(row.title()),
            (None, Some(group)) if !group.title().is_empty() => None,
            // A list, or the group around it, can have a title as its own name instead of that of
            // its class.
            (None, group) => {
                let own = [Some(widget), group.as_ref().map(Cast::upcast_ref)].into_iter().flatten();
                let mut names = own.map(|part| (part.widget_name(), part.type_().name()));
                Some(names.find(|(name, class)| name != class).map_or_else(|| page.into(), |(name, _)| name))
            }
        },
        "GtkScrolledWindow" => widget.parent().and_downcast::<adw::StatusPage>().map(|status| status.title()),
        "GtkSwitch" => around::<adw::ExpanderRow>(widget).map(|row| row.title()),
        "GtkToggleButton" if widget.parent().is_some_and(|parent| parent.is::<gtk::MenuButton>()) => {
            menu_around(widget)
        }
        "GtkToggleButton" => {
            if let Some(toggle) = widget.downcast_ref() {
                report_chosen(toggle);
            }
            None
        }
        "GtkPopoverMenu" => menu_around(widget),
        "GtkModelButton" => {
            report_submenu(widget);
            None
        }
        _ => None,
    };
    if let Some(name) = name.filter(|name: &glib::GString| !name.is_empty()) {
        set_accessible_name(widget, &name);
    }
}

/// Name of the part of a menu that is not a submenu.
pub const MAIN: &str = "main";

/// Gives the pages of a stack a title, which a screen reader speaks when the focus enters one. In a
/// menu it is the name of the menu, and a submenu has its own name. Elsewhere it is empty, since
/// the page of the window around the stack has a name.
fn name_leaves(stack: &gtk::Stack, menu: &str) {
    for leaf in stack.pages().iter::<gtk::StackPage>().flatten().filter(|leaf| leaf.title().is_none()) {
        let of_menu = leaf.name().filter(|name| is_in_menu(stack) && name != MAIN);
        leaf.set_title(of_menu.as_deref().unwrap_or(menu));
    }
}

fn is_in_menu(widget: &impl IsA<gtk::Widget>) -> bool {
    around::<gtk::PopoverMenu>(widget).is_some()
}

fn menu_around(widget: &gtk::Widget) -> Option<glib::GString> {
    around::<gtk::MenuButton>(widget)?.tooltip_text()
}

fn around<W: IsA<gtk::Widget> + glib::types::StaticType>(widget: &impl IsA<gtk::Widget>) -> Option<W> {
    widget.ancestor(W::static_type()).and_downcast()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::for_tests::wait_until;
    use gtk::gio;

    /// Opens a menu of a widget, and returns whether it and its page have a name.
    fn names_menu(opener: &impl IsA<gtk::Widget>, open: impl FnOnce()) -> bool {
        let window = gtk::Window::builder().child(opener).build();
        name_what_is_focused(&window);
        window.present();
        wait_until(|| opener.is_mapped());
        open();
        let menu = below::<gtk::PopoverMenu>(opener.upcast_ref()).unwrap();
        wait_until(|| GtkWindowExt::focus(&window).is_some_and(|focus| focus.is_ancestor(&menu)));
        let page = below::<gtk::Stack>(menu.upcast_ref()).unwrap().pages().item(0).and_downcast::<gtk::StackPage>();
        menu.popdown();
        window.destroy();
        gtk::test_accessible_has_property(&menu, gtk::AccessibleProperty::Label)
            && page.unwrap().title().is_some_and(|title| title == "Menu")
    }

    #[gtk::test]
    fn the_tooltip_of_an_icon_does_not_repeat_its_name() {
        adw::init().unwrap();
        let button =
            gtk::Button::builder().icon_name("go-first-symbolic").tooltip_text("First Position (Home)").build();
        let has_description = || gtk::test_accessible_has_property(&button, gtk::AccessibleProperty::Description);
        assert!(has_description(), "GTK takes the tooltip");
        name_inner_parts(button.upcast_ref(), "Analysis");
        assert!(!has_description());
    }

    #[gtk::test]
    fn an_icon_is_named_by_its_tooltip_unless_that_ends_with_a_key() {
        adw::init().unwrap();
        for (tooltip, is_named) in [("Back", true), ("First Position (Home)", false)] {
            let button = gtk::Button::builder().icon_name("go-first-symbolic").tooltip_text(tooltip).build();
            name_inner_parts(button.upcast_ref(), "Analysis");
            assert_eq!(gtk::test_accessible_has_property(&button, gtk::AccessibleProperty::Label), is_named);
        }
    }

    #[gtk::test]
    fn a_stack_does_not_repeat_the_name_of_its_page() {
        adw::init().unwrap();
        let stack = gtk::Stack::new();
        let leaf = stack.add_child(&gtk::Box::default());
        name_inner_parts(stack.upcast_ref(), "Saved Games");
        assert_eq!(leaf.title().as_deref(), Some(""));
    }

    #[gtk::test]
    fn only_the_focused_row_is_selected() {
        adw::init().unwrap();
        let list = gtk::ListBox::new();
        let rows = [(); 2].map(|()| gtk::ListBoxRow::new());
        rows.iter().for_each(|row| list.append(row));
        rows.iter().for_each(|row| never_selected(row.upcast_ref()));
        let window = gtk::Window::builder().child(&list).build();
        name_what_is_focused(&window);
        window.present();
        let selected =
            || rows.each_ref().map(|row| gtk::test_accessible_has_state(row, gtk::AccessibleState::Selected));
        rows[0].grab_focus();
        assert_eq!(selected(), [true, false]);
        rows[1].grab_focus();
        assert_eq!(selected(), [false, true]);
        window.destroy();
    }

    #[gtk::test]
    fn the_shown_tab_is_described() {
        adw::init().unwrap();
        let tab =
            |active| gtk::ToggleButton::builder().accessible_role(gtk::AccessibleRole::Tab).active(active).build();
        let describes = |button: &gtk::ToggleButton| {
            report_chosen(button);
            gtk::test_accessible_has_property(button, gtk::AccessibleProperty::Description)
        };
        assert!(describes(&tab(true)));
    }

    #[gtk::test]
    fn a_menu_that_no_button_opens_has_a_name() {
        adw::init().unwrap();
        let entry = gtk::Entry::new();
        let text = below::<gtk::Text>(entry.upcast_ref()).unwrap();
        assert!(names_menu(&entry, || text.activate_action("menu.popup", None).unwrap()));
        let model = gio::Menu::new();
        model.append(Some("Comment…"), None);
        let (row, menu) = (gtk::Box::default(), gtk::PopoverMenu::from_model(Some(&model)));
        menu.set_parent(&row);
        assert!(names_menu(&row, || menu.popup()));
        menu.unparent();
    }
}
