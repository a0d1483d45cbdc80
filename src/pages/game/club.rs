// SPDX-License-Identifier: GPL-3.0-or-later
//! Games of a tournament of people: reports the result.

use std::rc::Rc;

use gettextrs::gettext;

use morris::Outcome;
use morris_play::setup::GameSetup;

use super::GamePage;
use crate::services::messages::Message;
use crate::widgets::notice_bar::Notice;

impl GamePage {
    /// Enters the result of a game of a tournament there, with a button that takes it back.
    pub(super) fn report_to_club(&self, setup: &GameSetup, outcome: Option<Outcome>) {
        let (Some(club), Some(outcome)) = (setup.club.clone(), outcome) else { return };
        let (tournaments, messages) = (Rc::clone(&self.services().tournaments), self.messages().clone());
        tournaments.report_again();
        glib::spawn_future_local(async move {
            let Some((reported, words)) = tournaments.report_game(&club, outcome.winner()).await else { return };
            let (can_undo, refused) = (tournaments.is_now(&reported), messages.clone());
            let undo = move || match tournaments.undo_since(&reported) {
                Some(shown) => _ = glib::spawn_future_local(shown),
                None => refused.answer(&gettext("There is nothing to undo")),
            };
            let notice = Notice::news(&words);
            let notice = if can_undo { notice.with_button(&gettext("Undo"), undo) } else { notice };
            messages.send(Message::Notice(notice));
        });
    }
}
