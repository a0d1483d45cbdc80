// SPDX-License-Identifier: GPL-3.0-or-later
//! Makes the colors of the window follow the board style.

use gtk::gdk;

use crate::board::{LookManager, look};
use crate::config::RESOURCE_PATH;

/// Makes the colors follow the look as long as the program runs.
pub(super) fn follow_look(app: &super::Application) {
    let Some(display) = gdk::Display::default() else { return };
    let provider = gtk::CssProvider::new();
    // Above style.css, which libadwaita loads for the application.
    gtk::style_context_add_provider_for_display(&display, &provider, gtk::STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
    let take_on = move |_: &super::Application| {
        let look = look::current();
        // style.css itself has the colors of wood.
        match look.board.css_file(look.tone) {
            Some(name) => provider.load_from_resource(&format!("{RESOURCE_PATH}/looks/{name}")),
            None => provider.load_from_data(""),
        }
    };
    take_on(app);
    LookManager::default().follow(app, take_on);
}
