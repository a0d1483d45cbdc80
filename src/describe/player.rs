// SPDX-License-Identifier: GPL-3.0-or-later
//! The players in words.

use gettextrs::gettext;

use crate::i18n::gettext_f;
use morris::Color;
use morris_play::setup::{GameSetup, Player, ProgramSeat};

use super::skill_name;

/// Who plays a colour, in a word or two.
#[must_use]
pub fn player_name(setup: &GameSetup, color: Color) -> String {
    match &setup.players[color] {
        Player::Computer(_) => gettext("Computer"),
        Player::Program(seat) => guest_name(seat).to_owned(),
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
        (Player::Program(seat), Player::Person) | (Player::Person, Player::Program(seat)) => {
            // Translators: {name} is an outside program that plays against a person
            gettext_f("Against {name}", &[("name", guest_name(seat))])
        }
        (white, black) => against(white, black),
    }
}

/// What a program calls itself, or else what the person calls it.
fn guest_name(seat: &ProgramSeat) -> &str {
    seat.display_name.as_ref().unwrap_or(&seat.program)
}

fn against(white: &Player, black: &Player) -> String {
    let name = |player: &Player| match player {
        Player::Person => gettext("You"),
        Player::Computer(skill) => skill_name(*skill),
        Player::Program(seat) => guest_name(seat).to_owned(),
    };
    // Translators: two computer players by their levels or names: “Beginner against Expert”
    gettext_f("{white} against {black}", &[("white", &name(white)), ("black", &name(black))])
}
