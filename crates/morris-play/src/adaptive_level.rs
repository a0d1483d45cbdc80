// SPDX-License-Identifier: GPL-3.0-or-later
//! How well somebody plays, measured by games against the levels and between them, and how well the
//! computer plays that suits him: as well as he does, so that he wins about every other time.

use morris::Rules;
use morris_engine::{Level, Rating};

use crate::persistence::{FinishedGame, OpponentKind};
use crate::setup::{GameSetup, NewGameOptions, Opponent, Player, Skill};
use morris_teach::puzzles::{PlayerRating, RatingScore};

/// Somebody of whom nothing is known is taken for a beginner; nothing is certain about it.
pub const FIRST: PlayerRating = PlayerRating { rating: 420.0, deviation: 350.0, volatility: 0.06 };

/// How certain the ratings of the levels are.
const LEVEL_DEVIATION: f64 = 60.0;

/// The rating of somebody after all games by these rules against levels and between them, on the
/// scale of theirs ([`LevelProfile::rating`](morris_engine::LevelProfile::rating)). Games with a
/// hint, an undo or Move Now do not count, nor those of which nobody knows.
#[must_use]
pub fn rating<'g>(games: impl IntoIterator<Item = &'g FinishedGame>, rules: &Rules) -> PlayerRating {
    let counted = games.into_iter().filter(|game| game.rules == *rules);
    counted.filter_map(result).fold(FIRST, |rating, (level, points)| rating.after(level, LEVEL_DEVIATION, points))
}

/// The computer's rating and the person's points, if a game counts.
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

/// What is chosen, with a computer that suits the person where that is wanted: `rating` says how
/// well he plays by these rules.
#[must_use]
pub fn chosen(choice: &NewGameOptions, rating: impl FnOnce(&Rules) -> PlayerRating) -> NewGameOptions {
    let mut choice = choice.clone();
    if choice.suits_you && choice.opponent == Opponent::Computer {
        choice.skill = Skill::Rating(Rating::nearest(rating(&choice.rules).rating));
    }
    choice
}

/// A game for which somebody has just been suited, once more: with a computer that suits him now.
#[must_use]
pub fn again(mut setup: GameSetup, rating: impl FnOnce(&Rules) -> PlayerRating) -> GameSetup {
    let Some(person) = setup.only_person() else { return setup };
    let opponent = &mut setup.players[person.other()];
    if let Some(Skill::Rating(_)) = opponent.skill() {
        *opponent = Player::Computer(Skill::Rating(Rating::nearest(rating(&setup.rules).rating)));
    }
    setup
}

/// The level to play next, after a game against another level that counts, with the rating that it
/// led to: a higher one only after a game that was won, and a lower one only after one that was
/// lost.
#[must_use]
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
