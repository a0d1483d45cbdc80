// SPDX-License-Identifier: GPL-3.0-or-later
//! Copies the game or the position as text. (`export_picture` copies it as a picture.)

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use super::Window;
use crate::pages::app_page::{Page, Pages};
use crate::pages::game::GamePage;
use crate::pages::position::PositionPage;
use morris_play::persistence::Content;
use morris_players::Format;

impl Window {
    /// Copies the game on the game page, or the position on the position page.
    pub(super) fn copy(&self) {
        let saved = if self.page() == GamePage::ID { self.page_of::<GamePage>().saved() } else { None };
        let Some(saved) = saved else { return self.copy_position() };
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
        let line = match self.page() {
            PositionPage::ID => {
                let editor = self.page_of::<PositionPage>().editor();
                Some(editor.arrangement().line_with_rules(&editor.rules()))
            }
            GamePage::ID => {
                let position = self.page_of::<GamePage>().shown_position();
                position.map(|position| position.line_with_rules(&self.rules_on(GamePage::ID)))
            }
            _ => None,
        };
        if let Some(line) = line {
            self.next_copy();
            self.put_into_clipboard(&line, &gettext("Position copied"));
        }
    }

    fn put_into_clipboard(&self, text: &str, message: &str) {
        self.clipboard().set_text(text);
        self.say(message);
    }
}
