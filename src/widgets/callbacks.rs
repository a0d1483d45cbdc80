// SPDX-License-Identifier: GPL-3.0-or-later
//! What has a widget act, as long as that lives: clicks on buttons, and actions. (By hand, since
//! `glib::clone!` takes no type that is a parameter.)

use gtk::prelude::*;
use gtk::{gio, glib};

/// Has a widget act at each click on a button.
pub fn on_click<W: IsA<gtk::Widget>>(button: &gtk::Button, widget: &W, act: impl Fn(&W) + 'static) {
    let widget = widget.downgrade();
    button.connect_clicked(move |_| {
        if let Some(widget) = widget.upgrade() {
            act(&widget);
        }
    });
}

/// Adds an action of this name, which has a widget act.
pub fn add_action<W: IsA<gtk::Widget>>(
    actions: &gio::SimpleActionGroup,
    name: &str,
    widget: &W,
    act: impl Fn(&W) + 'static,
) {
    let action = gio::SimpleAction::new(name, None);
    let widget = widget.downgrade();
    action.connect_activate(move |_, _| {
        if let Some(widget) = widget.upgrade() {
            act(&widget);
        }
    });
    actions.add_action(&action);
}

/// The same with a value that the action is called with.
pub fn add_action_with<W: IsA<gtk::Widget>, T: StaticVariantType + FromVariant>(
    actions: &gio::SimpleActionGroup,
    name: &str,
    widget: &W,
    act: impl Fn(&W, T) + 'static,
) {
    let action = gio::SimpleAction::new(name, Some(&T::static_variant_type()));
    let widget = widget.downgrade();
    action.connect_activate(move |_, value| {
        if let (Some(widget), Some(value)) = (widget.upgrade(), value.and_then(glib::Variant::get)) {
            act(&widget, value);
        }
    });
    actions.add_action(&action);
}
