// SPDX-License-Identifier: GPL-3.0-or-later
//! The rules in the setup of a game, as cards of which one is chosen. The last card shows the
//! latest rules from the page of all rules.

use adw::prelude::*;
use adw::subclass::prelude::*;

use super::SetupPage;
use super::rules_card::RulesCard;
use crate::text::presets::{self, Preset};
use crate::widgets::callbacks::on_click;

impl SetupPage {
    pub(super) fn add_rules_cards(&self) {
        for (index, preset) in presets::in_setup().enumerate() {
            let card = RulesCard::new(Preset::rules(preset));
            on_click(card.button.upcast_ref(), self, move |page| page.choose_card(index));
            self.imp().rules_cards.append(&card.button);
            self.imp().cards.borrow_mut().push(card);
        }
    }

    fn choose_card(&self, index: usize) {
        let card = self.imp().cards.borrow().get(index).map(|card| (card.rules, card.name.clone()));
        if let Some((rules, name)) = card {
            self.set_rules(rules, name);
            // Marks the card again if its rules were selected already.
            self.mark_rules_card();
        }
    }

    /// Marks the card of the selected rules. If there is none, the last one becomes theirs.
    pub(super) fn mark_rules_card(&self) {
        let (rules, name) = (self.rules(), self.rules_name());
        let mut cards = self.imp().cards.borrow_mut();
        if !cards.iter().any(|card| card.is_of(&rules, name.as_deref())) {
            if let Some(last) = cards.last_mut() {
                last.show(rules, name.clone());
            }
        }
        for card in &*cards {
            card.button.set_active(card.is_of(&rules, name.as_deref()));
        }
    }

    /// Gives the focus to the card of the selected rules.
    pub(super) fn focus_rules_card(&self) {
        let chosen =
            self.imp().cards.borrow().iter().find(|card| card.button.is_active()).map(|card| card.button.clone());
        chosen.map(|button| button.grab_focus());
    }
}
