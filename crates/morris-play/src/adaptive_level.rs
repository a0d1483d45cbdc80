// SPDX-License-Identifier: GPL-3.0-or-later
//! The rating of a person, estimated from games against the levels and ratings of the computer, and
//! the strength of a computer player that suits the person. Such a player is as strong as the
//! person, who should win about every other game.

use morris::Rules;
use morris_engine::{Level, Rating};

use crate::persistence::{FinishedGame, OpponentKind};
use crate::setup::{GameSetup, NewGameOptions, Player, Skill};
use morris_teach::puzzles::{PlayerRating, RatingScore};

/// Initial rating of a person without games: that of a beginner, with the largest deviation.
pub const FIRST: PlayerRating = PlayerRating { rating: 420.0, deviation: 350.0, volatility: 0.06 };

/// Deviation of the ratings of the levels.
const LEVEL_DEVIATION: f64 = 60.0;

/// Returns the rating of a person after all games by these rules against levels and between them.
/// The scale is that of the levels ([`LevelProfile::rating`](morris_engine::LevelProfile::rating)).
/// Games with a hint, an undo or Move Now do not count, nor do games with unknown aids.
pub fn rating<'g>(games: impl IntoIterator<Item = &'g FinishedGame>, rules: &Rules) -> PlayerRating {
    ratings(games, rules).last().unwrap_or(FIRST)
}

/// Returns the rating after each of the games that count.
pub(crate) fn ratings<'g>(
    games: impl IntoIterator<Item = &'g FinishedGame>,
    rules: &Rules,
) -> impl Iterator<Item = PlayerRating> {
    let counted = games.into_iter().filter(|game| game.rules == *rules).filter_map(result);
    counted.scan(FIRST, |rating, (level, points)| {
        *rating = rating.after(level, LEVEL_DEVIATION, points);
        Some(*rating)
    })
}

/// Returns the rating of the computer and the points of the person, or `None` if the game does not
/// count.
fn result(game: &FinishedGame) -> Option<(f64, RatingScore)> {
    let rating = match game.opponent {
        OpponentKind::Level(level) => Level::new(level)?.profile().rating,
        OpponentKind::Rating(rating) => rating.points(),
        _ => return None,
    };
    let points = match game.points().filter(|_| game.aids.is_some_and(|aids| aids.are_none()))? {
        points if points > 0.75 => RatingScore::Whole,
        points if points > 0.25 => RatingScore::Half,
        _ => RatingScore::Nothing,
    };
    Some((rating.into(), points))
}

/// Returns the options for a new game. If the user wants a computer player of suitable strength,
/// its rating replaces the chosen skill. `rating` returns the person's rating under given rules.
pub fn chosen(choice: &NewGameOptions, rating: impl FnOnce(&Rules) -> PlayerRating) -> NewGameOptions {
    let mut choice = choice.clone();
    if choice.suits_you && choice.is_against_engine() {
        choice.skill = Skill::Rating(Rating::nearest(rating(&choice.rules).rating));
    }
    choice
}

/// Returns the setup for a rematch. A computer player that was adapted to the person is adapted to
/// the person's current rating.
pub fn again(mut setup: GameSetup, rating: impl FnOnce(&Rules) -> PlayerRating) -> GameSetup {
    let Some(person) = setup.only_person() else { return setup };
    let opponent = &mut setup.players[person.other()];
    if let Some(Skill::Rating(_)) = opponent.skill() {
        *opponent = Player::Computer(Skill::Rating(Rating::nearest(rating(&setup.rules).rating)));
    }
    setup
}

/// Returns the level to suggest after a game against another level. `rating` is the person's rating
/// after that game. A higher level is suggested only after a win, a lower one only after a loss.
/// Returns `None` if the game does not count.
pub fn next_level(rating: PlayerRating, last: &FinishedGame) -> Option<Level> {
    let (played, points) = result(last).filter(|_| matches!(last.opponent, OpponentKind::Level(_)))?;
    let level = Rating::nearest(rating.rating).level();
    let rating = f64::from(level.profile().rating);
    let suits = match points {
        RatingScore::Whole => rating > played,
        RatingScore::Half => false,
        RatingScore::Nothing => rating < played,
    };
    suits.then_some(level)
}
