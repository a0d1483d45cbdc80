// SPDX-License-Identifier: GPL-3.0-or-later
//! What is agreed before a game, in words: players, levels, rules, and why a position cannot be.

use gettextrs::gettext;

use crate::i18n::{gettext_f, ngettext_f};
use morris::{ArrangementError, Color, Rules};
use morris_play::setup::{FixedDepth, GameSetup, Level, Player, ProgramSeat, Skill};

/// Who plays a colour, in a word or two.
#[must_use]
pub fn player_name(setup: &GameSetup, color: Color) -> String {
    match &setup.players[color] {
        Player::Computer(_) => gettext("Computer"),
        Player::Program(seat) => program_name(seat).to_owned(),
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
            gettext_f("Against {name}", &[("name", program_name(seat))])
        }
        (white, black) => against(white, black),
    }
}

/// What a program calls itself, or else what the person calls it.
fn program_name(seat: &ProgramSeat) -> &str {
    seat.display_name.as_ref().unwrap_or(&seat.program)
}

fn against(white: &Player, black: &Player) -> String {
    let name = |player: &Player| match player {
        Player::Person => gettext("You"),
        Player::Computer(skill) => skill_name(*skill),
        Player::Program(seat) => program_name(seat).to_owned(),
    };
    // Translators: two computer players by their levels or names: “Beginner against Expert”
    gettext_f("{white} against {black}", &[("white", &name(white)), ("black", &name(black))])
}

/// What a choice is called, with the number of a level.
#[must_use]
pub fn skill(skill: Skill) -> String {
    let Skill::Level(level) = skill else { return skill_name(skill) };
    let number = level.number().to_string();
    // Translators: a level of the computer: “3 · Learner”
    gettext_f("{number} · {name}", &[("number", &number), ("name", &level_name(level))])
}

/// What a choice is called.
#[must_use]
pub fn skill_name(skill: Skill) -> String {
    match skill {
        Skill::Level(level) => level_name(level),
        Skill::Depth(depth) => depth_name(depth),
        Skill::Perfect => gettext("Perfect"),
    }
}

/// What perfect play is, and what it needs.
#[must_use]
pub fn perfect_play() -> String {
    gettext(
        "Never gives away a draw or a win where a table holds the position, and is a Master elsewhere. Without any mistake once all tables are made in the settings.",
    )
}

fn depth_name(depth: FixedDepth) -> String {
    let plies = depth.plies();
    let count = plies.to_string();
    // Translators: how the computer plays: it always looks so many plies (moves of one side) ahead
    ngettext_f("{count} ply ahead", "{count} plies ahead", plies.into(), &[("count", &count)])
}

/// What the level is called.
fn level_name(level: Level) -> String {
    match level.number() {
        // Translators: the lowest of ten playing strengths of the computer
        1 => gettext("First game"),
        2 => gettext("Beginner"),
        3 => gettext("Learner"),
        4 => gettext("Casual"),
        5 => gettext("Practised"),
        // Translators: a playing strength: who plays in a club
        6 => gettext("Club player"),
        7 => gettext("Strong"),
        8 => gettext("Very strong"),
        9 => gettext("Expert"),
        // Translators: the highest of ten playing strengths of the computer
        _ => gettext("Master"),
    }
}

/// What the rules are called.
#[must_use]
pub fn rules_name(rules: &Rules) -> String {
    match rules.id() {
        "standard" => gettext("Standard"),
        // Translators: the name of a set of rules: those without draws
        "plain" => gettext("Without draws"),
        // Translators: the name of a set of rules: the one used in classrooms
        "windmill" => gettext("Classroom"),
        // Translators: the name of a set of rules: that of a competition between programs
        "compo" => gettext("Competition"),
        id => id.to_owned(),
    }
}

/// What is special about them, in one line.
#[must_use]
pub fn rules_summary(rules: &Rules) -> String {
    match rules.id() {
        "standard" => gettext("Nine men, flying with three; draws by repetition or 100 quiet turns"),
        "plain" => gettext("Nine men, flying with three; nothing is ever a draw"),
        "windmill" => gettext("Nine men, flying with three; a draw after 50 turns without a mill"),
        "compo" => gettext("Nine men, nobody flies; nothing is ever a draw"),
        _ => String::new(),
    }
}

/// One reason why a position cannot be, in a sentence.
#[must_use]
pub fn arrangement_error(error: &ArrangementError) -> String {
    match error {
        ArrangementError::TooManyMen { color, men, most } => {
            let values = [("men", &*men.to_string()), ("most", &*most.to_string())];
            match color {
                Color::White => gettext_f("White has {men} men on the board and in hand, more than {most}.", &values),
                Color::Black => gettext_f("Black has {men} men on the board and in hand, more than {most}.", &values),
            }
        }
        ArrangementError::HandsOutOfStep { side: Color::White, .. } => {
            gettext("With White to move both sides have equally many men in hand.")
        }
        ArrangementError::HandsOutOfStep { side: Color::Black, .. } => {
            gettext("With Black to move White has one man less in hand than Black, or both have none.")
        }
        ArrangementError::BothTooFew => gettext("One side at least needs three men."),
        // The board lets nobody do such things.
        ArrangementError::Overlap(_) | ArrangementError::OffBoard(_) | ArrangementError::Memory(_) => {
            gettext("This is no possible position.")
        }
    }
}
