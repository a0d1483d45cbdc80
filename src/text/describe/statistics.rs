// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for statistics: opponents, results, and suitable levels.

use gettextrs::gettext;

use crate::text::i18n::{gettext_f, joined, ngettext_f};
use morris_play::persistence::OpponentKind;
use morris_play::setup::{FixedDepth, Level, Rating, Skill};
use morris_play::statistics::figures::Course;
use morris_play::statistics::tally::{Streak, Tally};
use morris_teach::puzzles::Progress;

use super::setup::skill;

pub fn opponent(opponent: &OpponentKind) -> String {
    let choice = match opponent {
        OpponentKind::Person => return gettext("Another Person"),
        OpponentKind::Program(name) => return name.clone(),
        // Translators: {name} is a friend with whom games by message were played
        OpponentKind::Friend(name) => return gettext_f("{name}, by message", &[("name", name)]),
        OpponentKind::Level(number) => Level::new(*number).map(Skill::Level),
        OpponentKind::Rating(_) => return gettext("Computer at your level"),
        OpponentKind::Depth(plies) => FixedDepth::new(*plies).map(Skill::Depth),
        OpponentKind::Perfect => Some(Skill::Perfect),
    };
    let choice = choice.map(skill).unwrap_or_default();
    // Translators: {skill} is how the computer plays: “3 · Learner”, “6 moves ahead”, “Perfect”
    gettext_f("Computer: {skill}", &[("skill", &choice)])
}

pub fn tally(tally: &Tally) -> String {
    let [won, drawn, lost] = [tally.won, tally.drawn, tally.lost].map(|count| count.to_string());
    let decided = (tally.decided() > 0).then(|| {
        // Translators: numbers of games; the same order as in the bar below
        gettext_f("{won} won, {drawn} drawn, {lost} lost", &[("won", &won), ("drawn", &drawn), ("lost", &lost)])
    });
    let shared = (tally.shared > 0)
        .then(|| ngettext_f("{count} game between two people", "{count} games between two people", tally.shared, &[]));
    joined(&decided.into_iter().chain(shared).collect::<Vec<_>>())
}

/// Returns how often the user beat the level that was the opponent most often, in a sentence.
/// Nothing after few games.
pub fn beaten_level(by_opponent: &[(OpponentKind, Tally)]) -> Option<String> {
    const FEWEST: usize = 3;
    let levels = by_opponent.iter().filter_map(|(opponent, tally)| match opponent {
        OpponentKind::Level(level) if tally.decided() >= FEWEST => Some((level, tally)),
        _ => None,
    });
    let (level, tally) = levels.max_by_key(|(_, tally)| tally.decided())?;
    let [level, won] = [usize::from(*level), tally.won].map(|number| number.to_string());
    Some(ngettext_f(
        "You beat level {level} in {won} of {count} game.",
        "You beat level {level} in {won} of {count} games.",
        tally.decided(),
        &[("level", &level), ("won", &won)],
    ))
}

/// Returns how many lines of the file cannot be read.
pub fn unreadable_games(lines: usize) -> String {
    ngettext_f(
        "{count} line of statistics.tsv could not be read and was left unchanged.",
        "{count} lines of statistics.tsv could not be read and were left unchanged.",
        lines,
        &[],
    )
}

/// Returns the numbers of games won in a row.
pub fn streak(streak: Streak) -> String {
    let [now, best] = [streak.now, streak.best].map(|count| count.to_string());
    // Translators: number of games won in a row, up to now and the most there ever were
    gettext_f("{now} now, best {best}", &[("now", &now), ("best", &best)])
}

/// Returns the level that suits the user.
pub fn matched_level(level: Level) -> String {
    // Translators: {level} is “3 · Learner”
    gettext_f("Your level: {level}", &[("level", &skill(Skill::Level(level)))])
}

pub fn adaptive_level(rating: Rating) -> String {
    // Translators: how well the computer plays that suits the person; {level} is “3 · Learner”
    gettext_f("Currently about {level}", &[("level", &skill(Skill::Level(rating.level())))])
}

/// Returns the offer of a level that suits the user better than the one just played.
pub fn better_level(level: Level) -> String {
    // Translators: {level} is “3 · Learner”
    gettext_f("Try level {level} next: it might suit you better.", &[("level", &skill(Skill::Level(level)))])
}

/// Returns the label of a button that starts a game at a level.
pub fn play_level(level: Level) -> String {
    gettext_f("Play Level {number}", &[("number", &level.number().to_string())])
}

/// Returns the development of a rating or of the accuracy, in a few words.
pub fn course(course: &Course) -> String {
    let last = course.latest.last().copied().unwrap_or(course.first);
    let [first, last, best] = [course.first, last, course.best].map(|value| format!("{value:.0}"));
    // Translators: the rating after games or the accuracy of games, each a number
    gettext_f("Start {first}, now {last}, best {best}", &[("first", &first), ("last", &last), ("best", &best)])
}

/// Returns how many puzzles were solved.
pub fn solved(progress: &Progress) -> String {
    let [solved, tried] = [progress.solved, progress.tried].map(|count| count.to_string());
    // Translators: {solved} of {tried} puzzles
    gettext_f("{solved} of {tried} solved", &[("solved", &solved), ("tried", &tried)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_played_most_is_named_after_three_games() {
        let tally = |won, lost| Tally { won, lost, ..Tally::default() };
        let mut games = vec![(OpponentKind::Person, tally(9, 9)), (OpponentKind::Level(2), tally(2, 0))];
        assert_eq!(beaten_level(&games), None);
        games.extend([(OpponentKind::Level(3), tally(1, 2)), (OpponentKind::Level(4), tally(6, 4))]);
        assert_eq!(beaten_level(&games).unwrap(), "You beat level 4 in 6 of 10 games.");
    }
}
