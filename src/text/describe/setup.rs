// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for the set-up of a game: players, levels, rules, and the reasons why a position is
//! illegal.

use gettextrs::gettext;

use crate::text::i18n::{gettext_f, list, ngettext_f};
use crate::text::{levels, presets};
use morris::{ArrangementError, ByColor, Color, Rules, names};
use morris_play::setup::{FixedDepth, GameSetup, Level, Player, PlayerKind, Rating, Skill};

/// Returns the player of a color, in a word or two.
pub fn player_name(setup: &GameSetup, color: Color) -> String {
    let player = &setup.players[color];
    match (player.name(), player.kind()) {
        (Some(name), _) => program_title(name),
        (None, PlayerKind::Person) if setup.only_person() == Some(color) => gettext("You"),
        (None, PlayerKind::Person | PlayerKind::Program) => anyone(),
        (None, PlayerKind::Computer) => gettext("Computer"),
        // Translators: the other player of a game by message, before the name is known
        (None, PlayerKind::Friend) => gettext("Friend"),
    }
}

/// Returns the two players of a game, in one line.
pub fn pairing(setup: &GameSetup) -> String {
    let ByColor { white, black } = &setup.players;
    let opponent = setup.only_person().map(|person| &setup.players[person.other()]);
    match opponent.map(|opponent| (opponent.skill(), opponent.name())) {
        None if setup.has_person() && white.name().is_none() && black.name().is_none() => gettext("Two players"),
        Some((Some(skill), _)) => gettext_f("Against the computer: {level}", &[("level", &skill_name(skill))]),
        // Translators: {name} is an external program that plays against a person
        Some((None, Some(name))) => gettext_f("Against {name}", &[("name", &program_title(name))]),
        // Translators: said of a game by message that no one has accepted yet
        Some((None, None)) => gettext("Against a friend"),
        _ => against(white, black),
    }
}

/// Returns the name of a program as displayed: the name in a file may have any length.
pub fn program_title(name: &str) -> String {
    names::kept(name).unwrap_or_default()
}

/// Returns which color the user plays, as a sentence.
pub fn you_play(color: Color) -> String {
    match color {
        Color::White => gettext("You play White"),
        Color::Black => gettext("You play Black"),
    }
}

fn anyone() -> String {
    // Translators: the name of a person who plays at the board, where two people do
    gettext("Player")
}

fn against(white: &Player, black: &Player) -> String {
    let name =
        |player: &Player| player.name().map(program_title).or(player.skill().map(skill_name)).unwrap_or_else(anyone);
    // Translators: two computer players by their levels or names: “Beginner against Expert”
    gettext_f("{white} against {black}", &[("white", &name(white)), ("black", &name(black))])
}

/// Returns the playing strength of an adaptive level, as the nearest level.
fn about_level(rating: Rating) -> String {
    let number = rating.level().number().to_string();
    // Translators: how the computer plays against a person: as well as that person, which is about
    // as well as a level of ten
    gettext_f("Matches you, about level {number}", &[("number", &number)])
}

/// Returns the name of a skill, with the number of a level.
pub fn skill(skill: Skill) -> String {
    let Skill::Level(level) = skill else { return skill_name(skill) };
    let number = level.number().to_string();
    // Translators: a level of the computer: “3 · Learner”
    gettext_f("{number} · {name}", &[("number", &number), ("name", &level_name(level))])
}

/// Returns the name of a skill for screen readers, since many of them speak the name of a middle
/// dot: “3, Learner”.
pub fn spoken_skill(skill: Skill) -> String {
    let Skill::Level(level) = skill else { return skill_name(skill) };
    list(&[level.number().to_string(), level_name(level)])
}

pub fn skill_name(skill: Skill) -> String {
    match skill {
        Skill::Level(level) => level_name(level),
        Skill::Rating(rating) => about_level(rating),
        Skill::Depth(depth) => depth_name(depth),
        Skill::Perfect => gettext("Perfect"),
    }
}

pub fn perfect_play() -> String {
    gettext(
        "Never throws away a win or draw in solved positions, and plays like a Master in others. With all tables from Settings it makes no mistakes at all.",
    )
}

fn depth_name(depth: FixedDepth) -> String {
    // Translators: how the computer plays: it always looks this number of moves of one player ahead
    ngettext_f("{count} move ahead", "{count} moves ahead", depth.plies(), &[])
}

/// Returns what to expect of a level, in one line.
pub fn level_description(level: Level) -> String {
    (levels::row(level).promise)()
}

fn level_name(level: Level) -> String {
    (levels::row(level).name)()
}

pub fn rules_name(rules: &Rules) -> String {
    match presets::preset(rules) {
        Some(preset) => (preset.name)(),
        // Translators: the name of rules that a person has put together
        None => gettext("Custom Rules"),
    }
}

/// Returns the special features of a set of rules, in one line.
pub fn rules_summary(rules: &Rules) -> String {
    match presets::preset(rules) {
        Some(preset) => (preset.summary)(),
        // Translators: rules that a person has put together; {rules} are those that they were made
        // from
        None => gettext_f("Based on: {rules}", &[("rules", &rules_name(&rules.base()))]),
    }
}

/// Returns a reason why a position is illegal, in a sentence.
pub fn arrangement_error(error: &ArrangementError) -> String {
    match error {
        ArrangementError::TooManyMen { color, men, most } => {
            let values = [("pieces", &*men.to_string()), ("most", &*most.to_string())];
            match color {
                Color::White => {
                    gettext_f("White has {pieces} pieces on the board and in hand; only {most} are allowed.", &values)
                }
                Color::Black => {
                    gettext_f("Black has {pieces} pieces on the board and in hand; only {most} are allowed.", &values)
                }
            }
        }
        ArrangementError::BothTooFew => gettext("Both players have too few pieces."),
        // Neither the board nor a draft allows these errors.
        ArrangementError::Overlap(_)
        | ArrangementError::OffBoard(_)
        | ArrangementError::HandsOutOfStep { .. }
        | ArrangementError::Memory(_) => gettext("This position is not possible."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_spoken_without_a_dot() {
        let level = Level::new(3).unwrap();
        assert_eq!(spoken_skill(Skill::Level(level)), "3, Learner");
        assert_eq!(spoken_skill(Skill::Perfect), skill_name(Skill::Perfect));
    }
}
