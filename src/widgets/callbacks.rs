// SPDX-License-Identifier: GPL-3.0-or-later
//! Connects buttons and actions to a widget, as long as the widget lives. (Written by hand, since
//! `glib::clone!` does not accept a generic type.)

use gtk::prelude::*;
use gtk::{gio, glib};

/// Calls `act` at each click on a button, as long as the widget lives.
pub fn on_click<W: IsA<gtk::Widget>>(button: &gtk::Button, widget: &W, act: impl Fn(&W) + 'static) {
    let widget = widget.downgrade();
    button.connect_clicked(move |_| {
        if let Some(widget) = widget.upgrade() {
            act(&widget);
        }
    });
}

/// Adds an action with this name that calls `act`, as long as the widget lives.
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

/// Adds an action with a parameter that calls `act`, as long as the widget lives.
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
