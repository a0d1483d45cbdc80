// SPDX-License-Identifier: GPL-3.0-or-later
//! Frequently used rules as cards in the setup of a game. The row above them leads to all rules.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::accessible;

use crate::board::BoardPicture;
use crate::text::describe;
use crate::text::presets::{self, Preset};
use crate::widgets::callbacks::on_click;
use morris::Rules;

use super::SetupPage;

/// Side of the picture on a card, in logical pixels.
const PICTURE: i32 = 48;

fn offered() -> impl Iterator<Item = Rules> {
    presets::in_setup().map(Preset::rules)
}

impl SetupPage {
    pub(super) fn add_rules_cards(&self) {
        offered().for_each(|rules| self.imp().rules_cards.append(&self.rules_card(rules)));
    }

    fn rules_card(&self, rules: Rules) -> gtk::ToggleButton {
        let (name, picture) = (describe::rules_name(&rules), BoardPicture::new(PICTURE));
        picture.set_board(rules.board);
        let label = gtk::Label::builder().label(&name).wrap(true).justify(gtk::Justification::Center).build();
        let content = gtk::Box::new(gtk::Orientation::Vertical, 3);
        content.append(&picture);
        content.append(&label);
        let card = gtk::ToggleButton::builder()
            .accessible_role(gtk::AccessibleRole::Radio)
            .child(&content)
            .css_classes(["card", "opponent"])
            .build();
        card.update_property(&[
            accessible::Property::Label(&name),
            accessible::Property::Description(&describe::rules_summary(&rules)),
        ]);
        on_click(card.upcast_ref(), self, move |page| {
            page.set_rules(rules, None);
            // Marks the card again if its rules were selected already.
            page.mark_rules_card();
        });
        card
    }

    /// Marks the card of the selected rules, if there is one.
    pub(super) fn mark_rules_card(&self) {
        // A card already shows the picture of these rules.
        let among_them = offered().any(|rules| rules == self.rules()) && self.rules_name().is_none();
        let (row, picture) = (&self.imp().rules_row, &self.imp().rules_picture);
        // A hidden prefix would still take up its spacing.
        match (among_them, picture.parent().is_some()) {
            (true, true) => row.remove(&picture.get()),
            (false, false) => row.add_prefix(&picture.get()),
            _ => {}
        }
        let cards = std::iter::successors(self.imp().rules_cards.first_child(), WidgetExt::next_sibling);
        for (card, rules) in cards.zip(offered()) {
            let chosen = rules == self.rules() && self.rules_name().is_none();
            if let Some(card) = card.downcast_ref::<gtk::ToggleButton>() {
                card.set_active(chosen);
            }
        }
    }
}
