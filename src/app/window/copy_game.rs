// SPDX-License-Identifier: GPL-3.0-or-later
//! Copies the game or the position as text. (`export_picture` copies it as a picture.)

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use super::Window;
use crate::pages::app_page::Pages;
use morris_play::persistence::Content;
use morris_players::Format;

impl Window {
    /// Copies the game of the page, or its position.
    pub(super) fn copy(&self) {
        let Some(saved) = self.shown_page().game_here() else { return self.copy_position() };
        let (window, copy) = (self.downgrade(), self.next_copy());
        glib::spawn_future_local(async move {
            let write = move || Content::Save(Box::new(saved)).write(Format::Pgn.into());
            let text = gio::spawn_blocking(write).await;
            let Some(window) = window.upgrade() else { return };
            let Ok(text) = text else { return tracing::error!("writing a game went wrong") };
            match text {
                // Something else has been copied in the meantime.
                _ if copy != window.imp().copies.get() => {}
                Ok(text) => window.put_into_clipboard(&text, &gettext("Game copied")),
                Err(_) => window.copy_position(),
            }
        });
    }

    /// Returns the number of a new copy. The newest wins, even if an older one takes longer.
    pub(super) fn next_copy(&self) -> u64 {
        let copies = &self.imp().copies;
        copies.set(copies.get() + 1);
        copies.get()
    }

    /// Copies the shown position as a line of text.
    pub(super) fn copy_position(&self) {
        if let Some(arrangement) = self.shown_page().arrangement_here() {
            let line = arrangement.line_with_rules(&self.rules_on(self.page()));
            self.next_copy();
            self.put_into_clipboard(&line, &gettext("Position copied"));
        }
    }

    fn put_into_clipboard(&self, text: &str, message: &str) {
        self.clipboard().set_text(text);
        self.say(message);
    }
}
