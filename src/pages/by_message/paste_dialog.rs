// SPDX-License-Identifier: GPL-3.0-or-later
//! The dialog that asks for a line of a friend, for users who do not know or have the key to paste.

use adw::prelude::*;
use gettextrs::gettext;

use super::Dialog;
use crate::compat::accessible_names::{set_accessible_description, set_accessible_name};
use crate::text::describe;
use crate::widgets::callbacks::on_click;
use morris_message::Line;

/// Opens the dialog. It calls `take` with the line unless it is canceled.
pub fn open(parent: &impl IsA<gtk::Window>, take: impl Fn(Line) + 'static) -> adw::Window {
    let title = gettext("Invitation");
    let cancel = gtk::Button::with_label(&gettext("Cancel"));
    let header = adw::HeaderBar::builder().show_end_title_buttons(false).show_start_title_buttons(false).build();
    header.pack_start(&cancel);
    let field = gtk::Entry::new();
    let wrong = gtk::Label::builder().wrap(true).css_classes(["answer"]).build();
    wrong.set_accessible_role(gtk::AccessibleRole::Status);
    let paste = gtk::Button::builder().label(gettext("Paste")).valign(gtk::Align::Center).build();
    let below = gtk::Box::new(gtk::Orientation::Vertical, 0);
    below.append(&wrong);
    let dialog = Dialog::new(parent.as_ref(), &title, &header, &content(&field, &paste), &below);
    on_click(&cancel, &dialog.window, gtk::prelude::GtkWindowExt::close);
    let main = parent.as_ref().downgrade();
    on_click(&paste, &dialog.window, move |window| {
        window.close();
        // The window reads the clipboard with limits, and says what is wrong with it.
        if let Some(main) = main.upgrade() {
            _ = WidgetExt::activate_action(&main, "win.paste", None);
        }
    });
    let window = dialog.window.downgrade();
    field.connect_changed(move |field| match Line::parse(&field.text()) {
        Ok(line) => {
            if let Some(window) = window.upgrade() {
                window.close();
            }
            take(line);
        }
        Err(error) => {
            let is_empty = field.text().trim().is_empty();
            let words = if is_empty { String::new() } else { describe::line_error(&error) };
            wrong.set_label(&words);
            set_accessible_description(field, &words);
        }
    });
    dialog.present(&title);
    field.grab_focus();
    dialog.window
}

fn content(field: &gtk::Entry, paste: &gtk::Button) -> gtk::Box {
    let words = gettext("Copy your friend’s message and paste it here.");
    let words = gtk::Label::builder().label(words).wrap(true).xalign(0.0).build();
    // Translators: a field for the invitation that a friend has sent
    let name = gettext("Friend’s Message");
    field.set_placeholder_text(Some(&name));
    set_accessible_name(field, &name);
    field.set_hexpand(true);
    let row = gtk::Box::new(gtk::Orientation::Horizontal, 6);
    row.append(field);
    row.append(paste);
    let content = gtk::Box::new(gtk::Orientation::Vertical, 12);
    content.append(&words);
    content.append(&row);
    content
}
