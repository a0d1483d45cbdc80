// SPDX-License-Identifier: GPL-3.0-or-later
//! A card for a set of rules in the setup of a game.

use std::ops::RangeInclusive;

use gtk::prelude::*;
use gtk::{accessible, pango};

use crate::board::BoardPicture;
use crate::text::describe;
use morris::names::LONGEST_TYPED;
use morris::{Rules, shortened};

/// Sides of the picture on a card, in logical pixels.
pub const PICTURE: RangeInclusive<i32> = 48..=128;
/// The same on a low page.
pub const LOW_PICTURE: RangeInclusive<i32> = 48..=56;
/// Minimum width of a card, in characters of average width.
const LETTERS: i32 = 6;

pub struct RulesCard {
    pub button: gtk::ToggleButton,
    picture: BoardPicture,
    label: gtk::Label,
    pub rules: Rules,
    /// Name of custom rules.
    pub name: Option<String>,
}

impl RulesCard {
    pub fn new(rules: Rules) -> Self {
        let label = gtk::Label::builder()
            .width_chars(LETTERS)
            .max_width_chars(LETTERS)
            .wrap(true)
            .wrap_mode(pango::WrapMode::WordChar)
            .justify(gtk::Justification::Center)
            .build();
        let picture = BoardPicture::default();
        picture.set_sides(PICTURE);
        let content = gtk::Box::new(gtk::Orientation::Vertical, 3);
        content.append(&picture);
        content.append(&label);
        let button = gtk::ToggleButton::builder()
            .accessible_role(gtk::AccessibleRole::Radio)
            .child(&content)
            .css_classes(["card", "opponent"])
            .build();
        let mut card = Self { button, picture, label, rules, name: None };
        card.show(rules, None);
        card
    }

    /// Makes the card one for these rules.
    pub fn show(&mut self, rules: Rules, name: Option<String>) {
        let title = describe::rules_title(&rules, name.as_deref());
        self.picture.set_board(rules.board);
        // A name from a file may have any length.
        self.label.set_label(&shortened(&title, LONGEST_TYPED));
        self.button.update_property(&[
            accessible::Property::Label(&title),
            accessible::Property::Description(&describe::rules_summary(&rules)),
        ]);
        (self.rules, self.name) = (rules, name);
    }

    /// Sets the size of the picture for a low page or a usual one.
    pub fn fit(&self, picture: &RangeInclusive<i32>) {
        self.picture.set_sides(picture.clone());
    }

    pub fn is_of(&self, rules: &Rules, name: Option<&str>) -> bool {
        self.rules == *rules && self.name.as_deref() == name
    }
}
