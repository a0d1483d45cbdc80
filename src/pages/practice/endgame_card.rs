// SPDX-License-Identifier: GPL-3.0-or-later
//! The card of an endgame: its goal and the best result.

use adw::prelude::*;

use morris_teach::puzzles::{Endgame, EndgameRecord, RatingScore};

use super::tile::practice_button;
use crate::compat::accessible_names::set_accessible_name;
use crate::pages::endgame::NAME;
use crate::text::describe;
use crate::text::i18n::sentences;

pub struct EndgameCard {
    endgame: Endgame,
    button: gtk::Button,
    /// Shown once the goal was reached without help.
    check: gtk::Image,
    result: gtk::Label,
}

impl EndgameCard {
    /// Creates the card. A click starts the endgame.
    pub fn new(endgame: Endgame) -> Self {
        let line = |words: &str, class: &str| {
            let label = gtk::Label::builder().label(words).wrap(true).xalign(0.0).css_classes([class]);
            label.build()
        };
        let (title, result) = (line(&describe::endgame_name(endgame), "heading"), line("", "caption"));
        result.add_css_class("dim-label");
        let check = gtk::Image::builder().icon_name("object-select-symbolic").css_classes(["success"]);
        let check = check.accessible_role(gtk::AccessibleRole::Presentation).build();
        let below = gtk::Box::new(gtk::Orientation::Horizontal, 4);
        below.append(&check);
        below.append(&result);
        let lines = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(2);
        // Words at the start need more space than those in the middle of a tile.
        let lines = lines.valign(gtk::Align::Center).margin_start(4).margin_end(4).build();
        lines.append(&title);
        lines.append(&below);
        let button = practice_button(&lines, &format!("{NAME}{endgame}"));
        let card = Self { endgame, button, check, result };
        card.show(None);
        card
    }

    pub fn button(&self) -> &gtk::Button {
        &self.button
    }

    pub const fn endgame(&self) -> Endgame {
        self.endgame
    }

    pub fn show(&self, record: Option<EndgameRecord>) {
        let words = describe::endgame_record(self.endgame.goal, record);
        self.result.set_label(&words);
        self.result.set_visible(!words.is_empty());
        self.check.set_visible(record.is_some_and(|record| record.points == RatingScore::Whole));
        let label = sentences(&[describe::endgame_name(self.endgame), words]);
        set_accessible_name(&self.button, &label);
    }

    /// Returns the two lines.
    #[cfg(test)]
    pub fn words(&self) -> [String; 2] {
        [describe::endgame_name(self.endgame), self.result.label().into()]
    }
}
