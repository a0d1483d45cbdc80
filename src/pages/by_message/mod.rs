// SPDX-License-Identifier: GPL-3.0-or-later
//! Dialogs of games by message.

pub mod accept_dialog;
pub mod join_dialog;
pub mod line_dialog;
pub mod paste_dialog;

use adw::prelude::*;
use gettextrs::gettext;

use crate::compat::accessible_names::{introduce, name_inner_parts};
use crate::compat::headings;
use crate::widgets::dialog_height::make_room;
use crate::widgets::keys::close_with_escape;
use crate::widgets::shortcuts::present_dialog;
use morris::names;
use morris_message::PlayerName;

/// Width of the dialogs, in pixels.
const WIDTH: i32 = 480;
/// Height of the parts of a dialog that do not scroll, in pixels.
const AROUND: i32 = 130;

/// A dialog with a header, content that scrolls, and a part below that is always visible.
struct Dialog {
    window: adw::Window,
    scroller: gtk::ScrolledWindow,
}

impl Dialog {
    fn new(parent: &gtk::Window, title: &str, header: &adw::HeaderBar, content: &gtk::Box, below: &gtk::Box) -> Self {
        let window = adw::Window::builder().title(title).modal(true).default_width(WIDTH).transient_for(parent).build();
        header.set_title_widget(Some(&adw::WindowTitle::new(title, "")));
        for (part, top) in [(content, 12), (below, 6)] {
            part.set_margin_top(top);
            part.set_margin_bottom(12);
            part.set_margin_start(12);
            part.set_margin_end(12);
        }
        let scroller = gtk::ScrolledWindow::builder()
            .hscrollbar_policy(gtk::PolicyType::Never)
            .propagate_natural_height(true)
            .vexpand(true)
            .child(content)
            .build();
        let whole = gtk::Box::new(gtk::Orientation::Vertical, 0);
        whole.append(header);
        whole.append(&scroller);
        whole.append(below);
        window.set_content(Some(&whole));
        close_with_escape(&window);
        Self { window, scroller }
    }

    /// Shows the dialog, as high as its content, but no higher than its parent.
    fn present(&self, title: &str) {
        let scroller = self.scroller.clone();
        if let Some(parent) = self.window.transient_for() {
            scroller.set_max_content_height((parent.height() - AROUND).max(AROUND));
        }
        headings::mark(self.window.upcast_ref());
        self.window.connect_realize(move |window| make_room(&scroller, window.default_size().0));
        present_dialog(&self.window);
        name_inner_parts(self.window.upcast_ref(), title);
        introduce(self.window.upcast_ref());
    }
}

/// Returns a typed name as the friend will see it, or `None` if it is empty.
pub fn player_name(typed: &str) -> Option<PlayerName> {
    PlayerName::nearest(&names::kept(typed)?)
}

/// Returns what to do if [`player_name`] has no name.
pub fn name_missing() -> String {
    gettext("Enter your name.")
}

fn row(title: &str, field: &gtk::Entry) -> adw::ActionRow {
    field.set_valign(gtk::Align::Center);
    field.set_hexpand(true);
    field.set_width_chars(8);
    let row = adw::ActionRow::builder().title(title).focusable(false).activatable_widget(field).build();
    row.add_suffix(field);
    row
}
