// SPDX-License-Identifier: GPL-3.0-or-later
//! The players in words.

use gettextrs::gettext;

use crate::game::Color;
use crate::setup::{GameSetup, Player, Skill};
use crate::ui::i18n::gettext_f;

use super::skill_name;

/// Who plays a colour, in a word or two.
#[must_use]
pub fn player_name(setup: &GameSetup, color: Color) -> String {
    match &setup.players[color] {
        Player::Computer(_) => gettext("Computer"),
        Player::Person if setup.only_person() == Some(color) => gettext("You"),
        // Translators: the name of somebody who plays at the board, where two people do
        Player::Person => gettext("Player"),
    }
}

/// Who plays against whom, in a line.
#[must_use]
pub fn pairing(setup: &GameSetup) -> String {
    match (&setup.players.white, &setup.players.black) {
        (Player::Person, Player::Person) => gettext("Two people"),
        (Player::Computer(skill), Player::Person) | (Player::Person, Player::Computer(skill)) => {
            gettext_f("Against the computer: {level}", &[("level", &skill_name(*skill))])
        }
        (Player::Computer(white), Player::Computer(black)) => computers(*white, *black),
    }
}

fn computers(white: Skill, black: Skill) -> String {
    // Translators: two computer players by their levels: “Beginner against Expert”
    gettext_f("{white} against {black}", &[("white", &skill_name(white)), ("black", &skill_name(black))])
}
