// SPDX-License-Identifier: GPL-3.0-or-later
//! Closing the window: stores its size, and asks before unsaved moves are lost or a table in this
//! network is left.

use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use super::{Window, imp};
use crate::pages::analysis::AnalysisPage;
use crate::pages::game::GamePage;
use crate::pages::puzzle::PuzzlePage;
use crate::services::Saving;
use crate::widgets::ask::{Last, ask};
use morris_play::persistence::limits;

/// Time after which the window says that it waits for the disk.
const BEFORE_WORDS: Duration = Duration::from_millis(1500);

impl Window {
    /// Lets the window close immediately if everything is saved and no table is left. Otherwise
    /// waits for the disk, and asks if saving has failed or the user would leave a table.
    pub(super) fn before_closing(&self) -> glib::Propagation {
        self.remember_size();
        if !self.imp().may_close.get() && !self.imp().is_closing.get() {
            if let Some(game) = self.made::<GamePage>() {
                game.save_clocks();
            }
        }
        if let Some(analysis) = self.made::<AnalysisPage>() {
            analysis.save_now();
        }
        let of_game = self.made::<GamePage>().map(|page| page.saving()).unwrap_or_default();
        let leaves = !self.imp().may_close.get() && self.services().network.is_needed();
        let is_saved = !leaves
            && [of_game, self.saving_of_analysis()] == [Saving::Saved; 2]
            && self.services().saves.is_idle()
            && !self.services().tournaments.is_unwritten();
        if self.imp().may_close.get() || is_saved {
            // Only now, since the user may stay.
            if let Some(puzzles) = self.made::<PuzzlePage>() {
                puzzles.end_run();
            }
            return imp::Window::from_obj(self).parent_close_request();
        }
        // Another request to close while the disk is slow joins the same wait.
        if !self.imp().is_closing.replace(true) {
            let window = self.clone();
            glib::spawn_future_local(async move {
                window.close_when_saved().await;
                window.imp().is_closing.set(false);
            });
        }
        glib::Propagation::Stop
    }

    async fn close_when_saved(&self) {
        if let Some(page) = self.made::<GamePage>().filter(|page| page.saving() == Saving::Failed) {
            // Try again: the disk may have room now.
            page.autosave();
        }
        let window = self.clone();
        let slow = glib::spawn_future_local(async move {
            glib::timeout_future(BEFORE_WORDS).await;
            window.say(&gettext("Waiting for the disk to save the game"));
        });
        self.services().saves.flush().await;
        slow.abort();
        let body = gettext("If you quit now, moves made since the last save will be lost.");
        let loses = self.would_lose_turns() || matches!(self.saving_of_analysis(), Saving::Failed | Saving::Pending);
        let may_lose = !loses || self.agrees_to_lose(&body, &gettext("Quit")).await;
        let may_lose =
            may_lose && (self.services().tournaments.write_again().await || self.agrees_to_lose_results().await);
        if may_lose && self.agrees_to_leave().await {
            self.imp().may_close.set(true);
            self.close();
        }
    }

    fn saving_of_analysis(&self) -> Saving {
        self.made::<AnalysisPage>().map(|page| page.saving()).unwrap_or_default()
    }

    /// Asks whether a table in this network, or the game there, may be left, if there is one.
    async fn agrees_to_leave(&self) -> bool {
        let network = &self.services().network;
        if !network.is_needed() {
            return true;
        }
        let body = match network.room().plays_now() {
            true => gettext("Your game waits. Open it again to go on, or go on by message."),
            false => gettext("Everyone leaves. Games can go on by message."),
        };
        self.agrees(&gettext("Leave the Table?"), &body, &gettext("Quit")).await
    }

    /// Asks whether unsaved moves may be lost.
    pub(super) async fn agrees_to_lose(&self, body: &str, go_on: &str) -> bool {
        self.agrees(&gettext("Could Not Save the Game"), body, go_on).await
    }

    async fn agrees_to_lose_results(&self) -> bool {
        let body = gettext("If you quit now, changes made since the last save will be lost.");
        self.agrees(&gettext("Could Not Save the Tournament"), &body, &gettext("Quit")).await
    }

    async fn agrees(&self, heading: &str, body: &str, go_on: &str) -> bool {
        // Capacity for the only response.
        let (sender, answer) = async_channel::bounded(1);
        let buttons = [("stay", &*gettext("Cancel")), ("go-on", go_on)];
        ask(self, (heading, body), None, &buttons, Last::Destructive, move |_, id| {
            _ = sender.try_send(id == "go-on");
        });
        answer.recv().await.unwrap_or(false)
    }

    fn remember_size(&self) {
        if self.is_fullscreen() {
            return;
        }
        let (width, height) = self.default_size();
        let within = |size: i32, limits: std::ops::RangeInclusive<u16>| {
            u16::try_from(size).unwrap_or_default().clamp(*limits.start(), *limits.end())
        };
        self.services().settings.change(|settings| {
            settings.maximized = self.is_maximized();
            if !settings.maximized {
                let (width, height) = (within(width, limits::WIDTH), within(height, limits::HEIGHT));
                (settings.width, settings.height) = (width, height);
            }
        });
    }
}
