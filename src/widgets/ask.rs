// SPDX-License-Identifier: GPL-3.0-or-later
//! Questions with buttons, over the window of a widget.

use adw::prelude::*;
use gettextrs::gettext;
use gtk::gdk;

use crate::compat::accessible_names::set_accessible_name;
use crate::widgets::keys;
use crate::widgets::shortcuts::present_dialog;
use morris::names;

/// Id of the button that [`confirm`] is about.
const DO: &str = "do";

/// Look of the last button. Enter presses the first one, unless the last one is the default.
#[derive(Clone, Copy)]
pub enum Last {
    /// As the others.
    Plain,
    /// The usual answer, but not by Enter.
    Suggested,
    /// Something is lost.
    Destructive,
    /// The usual answer, also by Enter.
    Default,
}

/// Asks a question with a heading and a body, and with a field if something is to be typed. Each
/// button has an id and a label. Escape presses the first one. Passes the id to `then`, as long as
/// the widget lives.
pub fn ask<W: IsA<gtk::Widget>>(
    widget: &W,
    (heading, body): (&str, &str),
    field: Option<&gtk::Widget>,
    buttons: &[(&str, &str)],
    last: Last,
    then: impl Fn(&W, &str) + 'static,
) -> adw::MessageDialog {
    let window = widget.root().and_downcast::<gtk::Window>();
    let dialog = adw::MessageDialog::new(window.as_ref(), Some(heading), Some(body));
    dialog.add_responses(buttons);
    if let [(first, _), .., (end, _)] = buttons {
        dialog.set_response_appearance(
            end,
            match last {
                Last::Plain => adw::ResponseAppearance::Default,
                Last::Suggested | Last::Default => adw::ResponseAppearance::Suggested,
                Last::Destructive => adw::ResponseAppearance::Destructive,
            },
        );
        dialog.set_default_response(Some(if matches!(last, Last::Default) { end } else { first }));
        dialog.set_close_response(first);
    }
    dialog.set_extra_child(field);
    let widget = widget.downgrade();
    dialog.connect_response(None, move |_, id| {
        if let Some(widget) = widget.upgrade() {
            then(&widget, id);
        }
    });
    present_dialog(&dialog);
    dialog
}

/// Asks whether to do something. `label` is that of the button that does it.
pub fn confirm<W: IsA<gtk::Widget>>(
    widget: &W,
    words: (&str, &str),
    field: Option<&gtk::Widget>,
    (label, look): (&str, Last),
    act: impl Fn(&W) + 'static,
) -> adw::MessageDialog {
    ask(widget, words, field, &[("cancel", &gettext("Cancel")), (DO, label)], look, move |widget, id| {
        if id == DO {
            act(widget);
        }
    })
}

/// Makes Ctrl+Enter press the default button of a dialog in whose field Enter begins a line.
pub fn take_control_enter(dialog: &adw::MessageDialog) {
    keys::connect(dialog, gtk::PropagationPhase::Capture, |dialog, key, state| {
        let is_taken = state.contains(gdk::ModifierType::CONTROL_MASK) && keys::is_enter(key);
        if is_taken {
            dialog.emit_activate_default();
        }
        if is_taken { glib::Propagation::Stop } else { glib::Propagation::Proceed }
    });
}

/// Asks for the name of a game.
pub fn ask_name<W: IsA<gtk::Widget>>(
    widget: &W,
    words: (&str, &str),
    (name, placeholder): (&str, &str),
    label: &str,
    take: impl Fn(&W, &str) + 'static,
) {
    let entry = gtk::Entry::builder().text(name).placeholder_text(placeholder).activates_default(true);
    let entry = entry.max_length(names::LONGEST as i32).build();
    set_accessible_name(&entry, &gettext("Name"));
    let field = entry.clone();
    confirm(widget, words, Some(field.upcast_ref()), (label, Last::Default), move |widget| {
        take(widget, &entry.text());
    });
}
