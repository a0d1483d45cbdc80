// SPDX-License-Identifier: GPL-3.0-or-later
//! The rules in the setup of a game, as cards of which one is chosen. The last card shows the
//! latest rules from the page of all rules.

use adw::prelude::*;
use adw::subclass::prelude::*;

use super::SetupPage;
use super::rules_card::{LOW_PICTURE, PICTURE, RulesCard};
use crate::text::presets::{self, Preset};
use crate::widgets::callbacks::on_click;
use crate::widgets::radio_tiles;

/// Height of the visible part of the page, in pixels, below which the pictures of rules would push
/// the opponents out of sight.
const LOW: f64 = 300.0;

impl SetupPage {
    pub(super) fn add_rules_cards(&self) {
        for (index, preset) in presets::in_setup().enumerate() {
            let card = RulesCard::new(Preset::rules(preset));
            on_click(card.button.upcast_ref(), self, move |page| page.choose_card(index));
            self.imp().rules_cards.append(&card.button);
            self.imp().cards.borrow_mut().push(card);
        }
        radio_tiles::connect(&self.imp().rules_cards);
        self.imp().scroller.vadjustment().connect_page_size_notify(weak!(page = self, move |seen| {
            let picture = if seen.page_size() < LOW { LOW_PICTURE } else { PICTURE };
            // Later, since a size must not be requested during an allocation.
            glib::idle_add_local_once(move || page.imp().cards.borrow().iter().for_each(|card| card.fit(&picture)));
        }));
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

    pub(super) fn focus_rules_card(&self) {
        let chosen =
            self.imp().cards.borrow().iter().find(|card| card.button.is_active()).map(|card| card.button.clone());
        chosen.map(|button| button.grab_focus());
    }
}

#[cfg(test)]
mod tests {
    use morris_play::setup::Opponent;

    use super::*;
    use crate::pages::app_page::Page;
    use crate::services::for_tests::in_folder;
    use crate::services::messages::Messages;
    use crate::widgets::keys::StepDirection;

    #[gtk::test]
    fn pictures_of_rules_are_small_on_a_low_page() {
        let page = in_folder(Messages::new(|_| {}), |context| SetupPage::make(&context));
        let card = radio_tiles::buttons(&page.imp().rules_cards).next().unwrap();
        let height_on = |seen: f64| {
            page.imp().scroller.vadjustment().set_page_size(seen);
            while glib::MainContext::default().iteration(false) {}
            card.measure(gtk::Orientation::Vertical, 150).1
        };
        let (usual, low) = (height_on(500.0), height_on(250.0));
        assert!(low + 50 <= usual, "{low}, usually {usual}");
        assert_eq!(height_on(500.0), usual);
    }

    #[gtk::test]
    fn arrow_keys_choose_opponent_and_rules_and_each_row_is_one_stop() {
        let page = in_folder(Messages::new(|_| {}), |context| SetupPage::make(&context));
        let rows = [&*page.imp().opponents, &*page.imp().rules_cards];
        let stops = || rows.map(|row| radio_tiles::buttons(row).filter(WidgetExt::is_focusable).count());
        let (opponent, rules) = (page.choice().opponent, page.rules());
        assert_eq!((opponent, stops()), (Opponent::Computer, [1, 1]));
        rows.iter().for_each(|row| radio_tiles::choose_next(row, StepDirection::Forth));
        assert_eq!((page.choice().opponent, stops()), (Opponent::Person, [1, 1]));
        assert_ne!(page.rules(), rules);
        let active = radio_tiles::buttons(rows[1]).find(ToggleButtonExt::is_active);
        assert!(active.is_some_and(|card| card.is_focusable()));
        rows.iter().for_each(|row| radio_tiles::choose_next(row, StepDirection::Back));
        assert_eq!((page.choice().opponent, page.rules()), (opponent, rules));
    }
}
