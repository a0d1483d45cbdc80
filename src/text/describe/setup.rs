// SPDX-License-Identifier: GPL-3.0-or-later
//! What is agreed before a game, in words: players, levels, rules, and why a position cannot be.

use gettextrs::gettext;

use super::numbers::percent;
use crate::text::i18n::{gettext_f, list, ngettext_f};
use morris::{ArrangementError, ByColor, Color, Rules};
use morris_play::setup::{FixedDepth, GameSetup, Level, Player, PlayerKind, Rating, Skill};

/// Who plays a colour, in a word or two.
#[must_use]
pub fn player_name(setup: &GameSetup, color: Color) -> String {
    let player = &setup.players[color];
    match (player.name(), player.kind()) {
        (Some(name), _) => name.to_owned(),
        (None, PlayerKind::Person) if setup.only_person() == Some(color) => gettext("You"),
        (None, PlayerKind::Person | PlayerKind::Program) => anybody(),
        (None, PlayerKind::Computer) => gettext("Computer"),
    }
}

/// Who plays against whom, in a line.
#[must_use]
pub fn pairing(setup: &GameSetup) -> String {
    let ByColor { white, black } = &setup.players;
    let opponent = setup.only_person().map(|person| &setup.players[person.other()]);
    match opponent.map(|opponent| (opponent.skill(), opponent.name())) {
        None if setup.has_person() && white.name().is_none() && black.name().is_none() => gettext("Two people"),
        Some((Some(skill), _)) => gettext_f("Against the computer: {level}", &[("level", &skill_name(skill))]),
        // Translators: {name} is an outside program that plays against a person
        Some((None, Some(name))) => gettext_f("Against {name}", &[("name", name)]),
        _ => against(white, black),
    }
}

fn anybody() -> String {
    // Translators: the name of somebody who plays at the board, where two people do
    gettext("Player")
}

fn against(white: &Player, black: &Player) -> String {
    let name =
        |player: &Player| player.name().map(str::to_owned).or(player.skill().map(skill_name)).unwrap_or_else(anybody);
    // Translators: two computer players by their levels or names: “Beginner against Expert”
    gettext_f("{white} against {black}", &[("white", &name(white)), ("black", &name(black))])
}

/// How well the computer plays between two levels.
fn about_level(rating: Rating) -> String {
    let number = rating.level().number().to_string();
    // Translators: how the computer plays against a person: as well as that person, which is about as well as a level of ten
    gettext_f("Suits you, about level {number}", &[("number", &number)])
}

/// What a choice is called, with the number of a level.
#[must_use]
pub fn skill(skill: Skill) -> String {
    let Skill::Level(level) = skill else { return skill_name(skill) };
    let number = level.number().to_string();
    // Translators: a level of the computer: “3 · Learner”
    gettext_f("{number} · {name}", &[("number", &number), ("name", &level_name(level))])
}

/// The same for the ear, since many voices say the name of a dot in the middle: “3, Learner”.
#[must_use]
pub fn spoken_skill(skill: Skill) -> String {
    let Skill::Level(level) = skill else { return skill_name(skill) };
    list(&[level.number().to_string(), level_name(level)])
}

/// What a choice is called.
#[must_use]
pub fn skill_name(skill: Skill) -> String {
    match skill {
        Skill::Level(level) => level_name(level),
        Skill::Rating(rating) => about_level(rating),
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

/// What each level above the first scores against the one below, in percent: README, Levels.
const SCORES: [u8; 9] = [69, 74, 84, 75, 71, 86, 68, 66, 66];

/// What one can expect of a level, in a line.
#[must_use]
pub fn level_promise(level: Level) -> String {
    let number = level.number();
    let words = match number {
        1 => gettext("For a first game: overlooks much"),
        2 => gettext("Closes its mills, overlooks what is far"),
        3 => gettext("Sees most threats, and forgets some"),
        4 => gettext("Thinks ahead, and slips now and then"),
        5 => gettext("Thinks further, and slips seldom"),
        6 => gettext("Gives little away"),
        7 => gettext("Knows what a shape is worth"),
        8 => gettext("Hard to beat"),
        9 => gettext("Very hard to beat"),
        _ => gettext("Takes up to the time of the settings"),
    };
    let Some(score) = SCORES.get(usize::from(number).wrapping_sub(2)) else { return words };
    let values = [("words", &*words), ("score", &*percent(score)), ("number", &*(number - 1).to_string())];
    // Translators: {words} is what one can expect of a level; then what it scores against the level below: “84 %”
    gettext_f("{words} · scores {score} against level {number}", &values)
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
        "twelve" => gettext("Twelve men’s morris"),
        // Translators: a game of southern Africa
        "morabaraba" => gettext("Morabaraba"),
        "eleven" => gettext("Eleven men’s morris"),
        // Translators: a game that Emanuel Lasker proposed
        "lasker" => gettext("Lasker’s morris"),
        // Translators: the name of a set of rules under which each line removes a man only once
        "onetime" => gettext("Each mill once"),
        // Translators: a game of Somalia
        "shax" => gettext("Shax"),
        // Translators: a Korean game, 참고누
        "chamgonu" => gettext("Cham gonu"),
        // Translators: a Chinese game, 成三棋
        "chengsanqi" => gettext("Cheng san qi"),
        "six" => gettext("Six men’s morris"),
        "five" => gettext("Five men’s morris"),
        "seven" => gettext("Seven men’s morris"),
        // Translators: a game of the Philippines
        "tapatan" => gettext("Tapatan"),
        // Translators: a small game of England: three men in a row on nine points
        "nineholes" => gettext("Nine holes"),
        // Translators: a game of West Africa
        "achi" => gettext("Achi (four men)"),
        // Translators: a small game: three men in a row on nine points without diagonals
        "smallmerels" => gettext("Smaller merels"),
        // Translators: the name of a board, after the Möbius strip: its outer and inner ring are one
        "moebius" => gettext("Möbius board"),
        // Translators: the name of a board with eight rays
        "sunmill" => gettext("Sun"),
        // Translators: the name of a board with four sails
        "windmillboard" => gettext("Windmill"),
        // Translators: the name of a board of three triangles
        "triangle" => gettext("Triangle"),
        // Translators: the name of a board of three pentagons
        "pentagon" => gettext("Pentagon"),
        // Translators: the name of a board of three hexagons
        "hexagon" => gettext("Hexagon"),
        // Translators: the name of rules that a person has put together
        _ => gettext("Your own rules"),
    }
}

/// What is special about them, in one line.
#[must_use]
pub fn rules_summary(rules: &Rules) -> String {
    match rules.id() {
        "standard" => gettext("Nine men, flying with three; draws by repetition or 100 quiet moves"),
        "plain" => gettext("Nine men, flying with three; nothing is ever a draw"),
        "windmill" => gettext("Nine men, flying with three; a draw after 50 moves without a mill"),
        "compo" => gettext("Nine men, nobody flies; nothing is ever a draw"),
        "twelve" => gettext("North America: twelve men and diagonals; a full board is a draw"),
        "morabaraba" => gettext("Southern Africa: twelve men and diagonals; no way straight back into a mill"),
        "eleven" => gettext("England: eleven men and diagonals, so that the board never fills"),
        "lasker" => gettext("Germany: ten men; place one or move one from the first move on"),
        "onetime" => gettext("Russia, Ukraine: each line removes a man only the first time; any man may be taken"),
        "shax" => gettext("Somalia: twelve men; nothing is taken while placing, then each side takes one man"),
        "chamgonu" => gettext("Korea: twelve men, nobody flies; nobody may place where a man was taken"),
        "chengsanqi" => gettext("China: nine men, nobody flies; nobody may place where a man was taken"),
        "six" => gettext("Medieval Europe: six men on two squares, nobody flies"),
        "five" => gettext("England, 1694: five men on two squares, nobody flies"),
        "seven" => gettext("Seven men on a cross; whoever begins can always win, in the centre"),
        "tapatan" => gettext("Philippines: the first row of three wins; whoever begins can always win"),
        "nineholes" => gettext("England: the first row of three wins; men jump anywhere"),
        "achi" => gettext("West Africa: four men, and the first row of three wins; whoever begins can always win"),
        "smallmerels" => gettext("Europe: the first row of three wins; no diagonals"),
        "moebius" => gettext("Nine men; the outer and the inner square make one ring"),
        "sunmill" => gettext("Twelve men on eight rays; two mills at once take two men"),
        "windmillboard" => gettext("Twelve men on four sails; two mills at once take two men"),
        "triangle" => gettext("Seven men on three triangles"),
        "pentagon" => gettext("Eleven men on three pentagons"),
        "hexagon" => gettext("Twelve men on three hexagons"),
        // Translators: rules that a person has put together; {rules} are those that they were made from
        _ => gettext_f("Made from: {rules}", &[("rules", &rules_name(&rules.base()))]),
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
            gettext("With White to move both sides must have equally many men in hand.")
        }
        ArrangementError::HandsOutOfStep { side: Color::Black, .. } => {
            gettext("With Black to move White must have one man less in hand than Black, or both must have none.")
        }
        ArrangementError::BothTooFew => gettext("One side at least needs three men."),
        // The board lets nobody do such things.
        ArrangementError::Overlap(_) | ArrangementError::OffBoard(_) | ArrangementError::Memory(_) => {
            gettext("This is no possible position.")
        }
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

    #[test]
    fn levels_promise_what_was_measured() {
        let row = include_str!("../../../README.md")
            .lines()
            .find_map(|line| line.strip_prefix("| score against the one below | |"));
        let measured: Vec<u8> =
            row.unwrap().split('|').filter_map(|cell| cell.trim().strip_suffix(" %")?.parse().ok()).collect();
        assert_eq!(measured, SCORES);
    }
}
