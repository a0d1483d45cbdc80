// SPDX-License-Identifier: GPL-3.0-or-later
//! Makes the values of combo rows fully visible and accessible. libadwaita (1.2) cuts off all
//! values after about twenty letters, even in the list and even if there is room. It also reports
//! only the title and subtitle of the row to a screen reader.

use std::cell::RefCell;
use std::rc::Rc;

use adw::prelude::*;
use gtk::{ClosureExpression, ObjectExpression, PropertyExpression, glib};

use crate::compat::accessible_names::{set_accessible_description, set_accessible_name};
use crate::compat::descendants::{below, for_each};
use crate::text::i18n::{sentence, sentences};

/// Space between a value in the list and the check mark of the selected one, in pixels.
const GAP: i32 = 6;

/// Width in average characters after which a value in the list wraps. The name of an outside
/// program may be wider than the screen.
const MOST_BESIDE: i32 = 50;

/// Makes the values of all combo rows below a widget fully visible.
pub fn show_whole_values(widget: &gtk::Widget) {
    for_each(widget, &mut |widget| {
        widget.downcast_ref().into_iter().for_each(show_whole);
    });
}

/// Makes the values of a row fully visible: always in the list, and in the row if there is room.
/// The model must be a list of strings.
pub fn show_whole(row: &adw::ComboRow) {
    let chosen = gtk::SignalListItemFactory::new();
    chosen.connect_setup(|_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let label = value_of(item);
        // A second line would be hidden, since the row does not grow with it.
        label.set_ellipsize(gtk::pango::EllipsizeMode::End);
        item.set_child(Some(&label));
    });
    let listed = gtk::SignalListItemFactory::new();
    let row_of_list = row.downgrade();
    listed.connect_setup(move |_, item| {
        let (Some(row), Some(item)) = (row_of_list.upgrade(), item.downcast_ref::<gtk::ListItem>()) else { return };
        let label = value_of(item);
        label.set_xalign(0.0);
        label.set_wrap(true);
        label.set_wrap_mode(gtk::pango::WrapMode::WordChar);
        label.set_max_width_chars(MOST_BESIDE);
        let sign = gtk::Image::from_icon_name("object-select-symbolic");
        sign.set_accessible_role(gtk::AccessibleRole::Presentation);
        is_chosen(&row, item).bind(&sign, "opacity", None::<&glib::Object>);
        let line = gtk::Box::new(gtk::Orientation::Horizontal, GAP);
        line.append(&label);
        line.append(&sign);
        item.set_child(Some(&line));
    });
    row.set_factory(Some(&chosen));
    row.set_list_factory(Some(&listed));
    row.reset_relation(gtk::AccessibleRelation::DescribedBy);
    row.connect_selected_item_notify(tell);
    row.connect_title_notify(tell);
    row.connect_subtitle_notify(tell);
    tell(row);
    if let Some(popover) = below::<gtk::Popover>(row.upcast_ref()) {
        below(popover.upcast_ref()).iter().for_each(|list| empty_while_closed(&popover, list));
        popover.connect_visible_notify(weak!(row, move |popover| if popover.is_visible() {
            begin_at_chosen(popover, row.selected());
        }));
    }
}

/// Gives the focus to the selected value. GTK (4.8) starts at the first one if the list has not had
/// the focus yet.
fn begin_at_chosen(popover: &gtk::Popover, chosen: u32) {
    let list = below::<gtk::ListView>(popover.upcast_ref());
    let mut items = std::iter::successors(list.and_then(|list| list.first_child()), WidgetExt::next_sibling);
    if let Some(item) = items.nth(chosen as usize) {
        item.grab_focus();
    }
}

/// Reports the value and the subtitle of a row to a screen reader in addition to its title, and
/// gives its lists, which have only a class name, the title as their name.
fn tell(row: &adw::ComboRow) {
    for_each(row.upcast_ref(), &mut |widget| {
        if widget.is::<gtk::ListView>() {
            set_accessible_name(widget, &row.title());
        }
    });
    let value = row.selected_item().and_downcast::<gtk::StringObject>().map(|value| value.string());
    let words: Vec<_> = [value, row.subtitle()].into_iter().flatten().collect();
    set_accessible_description(row, &beside(&row.title(), sentences(&words)));
}

/// Returns a description that a screen reader speaks after a title. Orca omits one that is a part
/// of the title, such as “Level” of “Computer Level”.
fn beside(title: &str, words: String) -> String {
    if title.to_lowercase().contains(&words.to_lowercase()) { sentence(&words) } else { words }
}

/// Empties a list while it is closed. Otherwise a screen reader follows a change of the value into
/// the list, and reads all of it.
fn empty_while_closed(popover: &gtk::Popover, list: &gtk::ListView) {
    let kept = RefCell::new(None);
    let follow = Rc::new(glib::clone!(
        #[weak]
        popover,
        #[weak]
        list,
        move || match list.model() {
            Some(model) if !popover.is_visible() => {
                let focus = popover.root().and_then(|root| root.focus());
                if focus.is_some_and(|focus| focus.is_ancestor(&popover)) {
                    // With its item, the focus would be gone.
                    popover.ancestor(adw::ComboRow::static_type()).map(|row| row.grab_focus());
                }
                kept.replace(Some(model));
                list.set_model(None::<&gtk::SelectionModel>);
            }
            None if popover.is_visible() => list.set_model(kept.take().as_ref()),
            _ => {}
        }
    ));
    follow();
    let opened = Rc::clone(&follow);
    popover.connect_visible_notify(move |_| opened());
    list.connect_model_notify(move |_| follow());
}

/// Creates a label that follows the value of an item.
fn value_of(item: &gtk::ListItem) -> gtk::Label {
    let label = gtk::Label::builder().valign(gtk::Align::Center).build();
    let value = property_of(item, "item").chain_property::<gtk::StringObject>("string");
    value.bind(&label, "label", None::<&glib::Object>);
    label
}

/// Returns an expression: 1 if the item is the selected one of the row, otherwise 0.
fn is_chosen(row: &adw::ComboRow, item: &gtk::ListItem) -> ClosureExpression {
    let objects = [property_of(row, "selected-item"), property_of(item, "item")];
    ClosureExpression::new::<f64>(
        objects,
        glib::closure!(|_: Option<glib::Object>, chosen: Option<glib::Object>, own: Option<glib::Object>| {
            if chosen == own { 1.0 } else { 0.0 }
        }),
    )
}

/// Returns an expression for a property of an object, without keeping the object alive.
fn property_of(object: &impl IsA<glib::Object>, name: &str) -> PropertyExpression {
    PropertyExpression::new(object.type_(), Some(ObjectExpression::new(object)), name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::for_tests::wait_for_layout;

    /// Returns the natural width of a row with this value.
    fn width_of(value: &str) -> i32 {
        let row = adw::ComboRow::builder().model(&gtk::StringList::new(&[value])).build();
        let group = adw::PreferencesGroup::new();
        group.add(&row);
        let window = gtk::Window::builder().child(&group).build();
        show_whole_values(window.upcast_ref());
        // The list gets a row only when it is shown.
        window.present();
        while glib::MainContext::default().iteration(false) {}
        let width = row.measure(gtk::Orientation::Horizontal, -1).1;
        window.destroy();
        width
    }

    #[gtk::test]
    fn a_long_value_is_as_wide_as_its_words() {
        adw::init().unwrap();
        let (short, long) = (width_of("Always safe as others"), width_of(&"Always safe as others".repeat(3)));
        assert!(long > short + 200, "{long} is hardly more than {short}");
    }

    #[gtk::test]
    fn an_open_list_begins_at_the_value_that_is_chosen() {
        adw::init().unwrap();
        let row = adw::ComboRow::builder().model(&gtk::StringList::new(&["one", "two", "three"])).selected(2).build();
        let group = adw::PreferencesGroup::new();
        group.add(&row);
        let window = gtk::Window::builder().child(&group).build();
        show_whole_values(window.upcast_ref());
        window.present();
        while glib::MainContext::default().iteration(false) {}
        ActionRowExt::activate(&row);
        let item = GtkWindowExt::focus(&window).unwrap();
        let before = std::iter::successors(item.prev_sibling(), WidgetExt::prev_sibling).count();
        assert_eq!((item.type_().name(), before), ("GtkListItemWidget", 2));
        window.destroy();
    }

    #[gtk::test]
    fn a_change_of_the_value_changes_nothing_in_the_closed_list() {
        adw::init().unwrap();
        let row = adw::ComboRow::builder().model(&gtk::StringList::new(&["one", "two"])).build();
        show_whole(&row);
        let list: gtk::ListView = below(below::<gtk::Popover>(row.upcast_ref()).unwrap().upcast_ref()).unwrap();
        assert!(list.model().is_none());
        row.set_model(Some(&gtk::StringList::new(&["one", "two", "three"])));
        row.set_selected(2);
        assert!(list.model().is_none());
    }

    #[gtk::test]
    fn the_focus_is_on_the_row_when_its_list_has_closed() {
        adw::init().unwrap();
        let row = adw::ComboRow::builder().model(&gtk::StringList::new(&["one", "two"])).build();
        show_whole(&row);
        let rows = gtk::ListBox::new();
        rows.append(&row);
        let window = gtk::Window::builder().child(&rows).build();
        window.present();
        let popover = below::<gtk::Popover>(row.upcast_ref()).unwrap();
        let focus = || GtkWindowExt::focus(&window);
        ActionRowExt::activate(&row);
        wait_for_layout("the list", || focus().is_some_and(|focus| focus.is_ancestor(&popover)));
        popover.popdown();
        wait_for_layout("the row", || !popover.is_visible());
        assert_eq!(focus().as_ref(), Some(row.upcast_ref()));
        window.destroy();
    }

    #[test]
    fn a_value_that_is_part_of_the_title_is_spoken() {
        assert_eq!(beside("Computer Level", "Level".into()), "Level.");
        assert_eq!(beside("Computer Level", "Perfect".into()), "Perfect");
    }

    #[gtk::test]
    fn removed_row_is_not_kept_by_its_values() {
        adw::init().unwrap();
        let row = adw::ComboRow::builder().model(&gtk::StringList::new(&["one", "two"])).build();
        show_whole(&row);
        let weak = row.downgrade();
        drop(row);
        assert!(weak.upgrade().is_none());
    }
}
