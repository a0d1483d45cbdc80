// SPDX-License-Identifier: GPL-3.0-or-later
//! Result of a game, and possible next actions.

use std::cell::Cell;

use adw::prelude::*;
use adw::subclass::prelude::*;

use crate::board::EngravedTitle;
use crate::text::describe;
use crate::widgets::adaptive_layout::{AdaptiveLayout, Rows};
use morris::Outcome;
use morris_play::setup::{GameSetup, Level};

use super::player_card::Room;

const BUTTONS: Rows = Rows { many: 3, few: 2, gap: 6, from: 0 };

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Another game.
    Rematch,
    /// Send the line that ended a game by message.
    SendLine,
    /// Review the game.
    Review,
}

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "result_card.ui")]
    pub struct ResultCard {
        /// Winner.
        #[template_child]
        pub(super) title: TemplateChild<EngravedTitle>,
        #[template_child]
        pub(super) reason: TemplateChild<gtk::Label>,
        /// Visible if the deciding move is known.
        #[template_child]
        pub(super) decided: TemplateChild<gtk::Box>,
        /// Names that move.
        #[template_child]
        pub(super) decided_words: TemplateChild<gtk::Label>,
        /// Whether there is room for everything.
        pub(super) room: Cell<Room>,
        /// Next actions.
        #[template_child]
        pub(super) buttons: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) rematch: TemplateChild<gtk::Button>,
        /// Copies the last line of a game by message, which ended the game.
        #[template_child]
        pub(super) copy_line: TemplateChild<gtk::Button>,
        /// Reviews the game.
        #[template_child]
        pub(super) review: TemplateChild<gtk::Button>,
        /// Visible if another level suits the user better.
        #[template_child]
        pub(super) offer: TemplateChild<gtk::Box>,
        /// Names that level.
        #[template_child]
        pub(super) offer_words: TemplateChild<gtk::Label>,
        /// Starts a game at that level.
        #[template_child]
        pub(super) offer_button: TemplateChild<gtk::Button>,
    }

    impl ObjectImpl for ResultCard {
        fn constructed(&self) {
            self.parent_constructed();
            self.buttons.set_layout_manager(Some(AdaptiveLayout::new(BUTTONS)));
        }
    }

    impl WidgetImpl for ResultCard {}
}

class!(ResultCard: adw::Bin, template = [EngravedTitle]);

impl ResultCard {
    pub fn show(&self, outcome: Outcome, setup: &GameSetup) {
        let imp = self.imp();
        imp.title.set_label(describe::outcome_title(outcome, setup));
        imp.reason.set_label(&describe::outcome_reason(outcome, &setup.rules));
    }

    /// Returns the result and its reason, as shown.
    #[cfg(test)]
    pub fn words(&self) -> [String; 2] {
        [self.imp().title.label(), self.imp().reason.label().into()]
    }

    /// Names the move that decided the game, or none.
    pub fn show_deciding_move(&self, words: Option<&str>) {
        self.imp().decided_words.set_label(words.unwrap_or_default());
        self.arrange();
    }

    /// Sets whether there is room for the deciding move and another level at the same time.
    pub fn set_room(&self, room: Room) {
        self.imp().room.set(room);
        self.arrange();
    }

    /// Shows the deciding move if it is known and there is room.
    fn arrange(&self) {
        let imp = self.imp();
        let has_room = imp.room.get() == Room::Words || !imp.offer.get_visible();
        imp.decided.set_visible(has_room && !imp.decided_words.label().is_empty());
    }

    /// Offers a more suitable level, or none.
    pub fn offer(&self, level: Option<Level>) {
        let imp = self.imp();
        imp.offer.set_visible(level.is_some());
        self.arrange();
        if let Some(level) = level {
            let number = level.number();
            imp.offer_words.set_label(&describe::better_level(level));
            imp.offer_button.set_label(&describe::play_level(level));
            imp.offer_button.set_action_target_value(Some(&number.to_variant()));
        }
    }

    /// Shows the buttons for the next actions. A friend may have to get the last line of the game,
    /// and would have to be invited to another one.
    pub fn show_next(&self, next: Next) {
        self.imp().rematch.set_visible(next == Next::Rematch);
        self.imp().copy_line.set_visible(next == Next::SendLine);
    }

    /// Moves the focus to the most likely next action.
    pub fn focus_next(&self) -> bool {
        let imp = self.imp();
        let buttons = [&imp.rematch, &imp.copy_line, &imp.review];
        buttons.iter().find(|button| button.is_visible()).is_some_and(|button| button.grab_focus())
    }

    #[cfg(test)]
    pub(super) fn next(&self) -> Next {
        match (self.imp().rematch.get_visible(), self.imp().copy_line.get_visible()) {
            (true, _) => Next::Rematch,
            (false, true) => Next::SendLine,
            (false, false) => Next::Review,
        }
    }

    #[cfg(test)]
    pub(super) fn has_focus_on_rematch(&self) -> bool {
        self.imp().rematch.is_focus()
    }
}
