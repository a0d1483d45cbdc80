// SPDX-License-Identifier: GPL-3.0-or-later
//! File dialogs of the desktop, for opening and for saving.

use adw::prelude::*;
use gtk::gio;

use super::Window;

impl Window {
    pub(super) fn dialog_to_open(&self, title: &str, accept: &str) -> gtk::FileChooserNative {
        gtk::FileChooserNative::new(Some(title), Some(self), gtk::FileChooserAction::Open, Some(accept), None)
    }

    pub(super) fn dialog_to_save(&self, title: &str, accept: &str, name: &str) -> gtk::FileChooserNative {
        let action = gtk::FileChooserAction::Save;
        let dialog = gtk::FileChooserNative::new(Some(title), Some(self), action, Some(accept), None);
        dialog.set_current_name(name);
        dialog
    }

    /// Shows a file dialog. If a file is chosen, calls `chosen` with it and with the selected
    /// filter, if any.
    pub(super) fn ask_for_file(
        &self,
        dialog: gtk::FileChooserNative,
        chosen: impl Fn(&Self, &gio::File, Option<gtk::FileFilter>) + 'static,
    ) {
        dialog.set_modal(true);
        let window = self.downgrade();
        // Keeps the dialog alive until its response.
        let kept = dialog.clone();
        dialog.connect_response(move |_, response| {
            if let (gtk::ResponseType::Accept, Some(file), Some(window)) = (response, kept.file(), window.upgrade()) {
                chosen(&window, &file, kept.filter());
            }
            kept.destroy();
        });
        dialog.show();
    }
}
