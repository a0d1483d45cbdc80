// SPDX-License-Identifier: GPL-3.0-or-later
//! “Is this a mistake?”: questions about a move in a position from play, with a proven answer.
//!
//! Two weak levels play a game. From its positions, one is chosen in which some moves give value
//! away and others do not, and then a move. About half of the moves asked about are mistakes. The
//! tables give the answer, and the review proves the reason.

use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;
use std::time::Duration;

use morris::{ByColor, Game, Move, Position, Rules};
use morris_engine::{EngineOptions, Evaluator, Level, Reports, Request, Score, Searcher, Strength, needed_positions};
use morris_solved::tablebase::{Tables, Wdl};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::canonical::PuzzleKey;
use super::from_game::without_quiet;
use super::generator::FEWEST_MOVES;
use super::values::{Values, best};
use crate::review::{GoOn, PlyReview, Reviewer, mill_moves};

/// Rules of the questions.
const RULES: Rules = Rules::STANDARD;
/// Range of the ratings of questions.
pub const QUESTION_RATINGS: RangeInclusive<i32> = 1050..=1850;
/// Rating of a question that looks like what it is, and of the most misleading one.
const LOOKS: [f64; 2] = [1200.0, 1700.0];
/// Change of the rating if a mill that follows, or that is closed, points to the answer or away
/// from it.
const MILL: f64 = 150.0;
/// Maximum number of games in which a question is looked for.
const MOST_GAMES: u32 = 40;
/// Maximum number of games after which a question beyond the wanted ratings will do.
const GAMES_FOR_RATING: u32 = 8;
/// Levels that play.
const LEVELS: RangeInclusive<u8> = 2..=4;
/// Maximum number of polls of a search, which polls about every thousand positions.
const MOST_POLLS: u32 = 3;
/// Numbers of plies before the first and the last position that is asked about, in a game whose
/// placements are asked about. Earlier, every move keeps the value.
const PLACING: [usize; 2] = [5, 10];
/// The same for a game whose later moves are asked about.
const AFTERWARD: [usize; 2] = [18, 90];

/// A question: is this move a mistake?
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The rules.
    pub rules: Rules,
    /// Position in which the move is played. It has no quiet plies.
    pub position: Position,
    /// Position and move of the opponent that led there.
    pub before: (Position, Move),
    /// The move with its exact value, the number of moves that keep the value, and the reason.
    /// After a mistake, also the better moves and the refutation.
    pub review: PlyReview,
    /// Difficulty: the rating of a person who answers three of four such questions right.
    pub rating: i32,
}

impl Question {
    /// Returns the move that is asked about.
    pub const fn mv(&self) -> Move {
        self.review.mv
    }

    /// Returns the answer: whether the move gives value away.
    pub const fn is_mistake(&self) -> bool {
        self.review.mistake.is_some()
    }

    /// Returns the key that the question shares with questions about equivalent positions.
    pub fn key(&self) -> PuzzleKey {
        PuzzleKey::of(&self.position, &self.rules)
    }
}

/// Returns the question of a seed. Its rating is in the range `wanted`, if such a question is soon
/// found. Returns `None` if there are no tables or `go_on` stops it.
///
/// The same seed and range give the same position, move, and answer with the bundled tables and
/// with all tables.
pub fn question(
    tables: &Arc<Tables>,
    seed: u64,
    wanted: &RangeInclusive<i32>,
    go_on: &mut GoOn<'_>,
) -> Option<Question> {
    let mut maker = Maker::new(tables, seed);
    let (is_mistake, target) = (maker.chance.random(), maker.chance.random_range(wanted.clone()));
    let mut found: Vec<Candidate> = Vec::new();
    for number in 0..MOST_GAMES {
        let (first, game) = maker.game(go_on)?;
        found.extend(maker.candidates(&game, first, is_mistake));
        // Most moves are easy to judge, so the nearest to a random rating is chosen.
        found.sort_by_key(|Candidate { rating, .. }| (distance(*rating, wanted), rating.abs_diff(target)));
        let most = if number < GAMES_FOR_RATING { 0 } else { i32::MAX };
        let asked = found.iter().take_while(|candidate| distance(candidate.rating, wanted) <= most).count();
        for candidate in found.drain(..asked) {
            if let Some(question) = maker.ask(candidate, go_on) {
                return Some(question);
            }
            go_on().is_continue().then_some(())?;
        }
    }
    None
}

fn distance(rating: i32, wanted: &RangeInclusive<i32>) -> i32 {
    (wanted.start() - rating).max(rating - wanted.end()).max(0)
}

/// A move that can be asked about.
struct Candidate {
    before: (Position, Move),
    position: Position,
    mv: Move,
    rating: i32,
}

/// Makes the questions of a seed.
struct Maker<'a> {
    tables: &'a Arc<Tables>,
    searcher: Searcher,
    evaluator: Evaluator,
    chance: Xoshiro256PlusPlus,
}

impl<'a> Maker<'a> {
    fn new(tables: &'a Arc<Tables>, seed: u64) -> Self {
        // The clock stands still, so only positions count.
        let options = EngineOptions { memory_mib: 1, ..EngineOptions::default() };
        Self {
            tables,
            searcher: Searcher::timed_by(options, || Duration::ZERO),
            evaluator: Evaluator::new(&RULES),
            chance: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    /// Plays a game of weak levels: its first plies, or all of it. Returns it with the number of
    /// plies before the positions to ask about. Returns `None` if `go_on` stops it.
    fn game(&mut self, go_on: &mut GoOn<'_>) -> Option<(usize, Game)> {
        let [first, most] = if self.chance.random() { PLACING } else { AFTERWARD };
        let mut level = || Level::new(self.chance.random_range(LEVELS)).unwrap_or(Level::FIRST);
        let levels = ByColor { white: level(), black: level() };
        let mut game = Game::new(RULES);
        while game.moves().len() < most && game.outcome().is_none() {
            go_on().is_continue().then_some(())?;
            let level = levels[game.position().side()];
            let request = Request {
                seed: self.chance.random(),
                reports: Reports::Nothing,
                ..Request::new(RULES, needed_positions(game.positions(), &RULES).to_vec(), Strength::Level(level))
            };
            let mut polls = 0;
            let interrupt = || {
                polls += 1;
                if polls > MOST_POLLS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let best = self.searcher.think(&request, interrupt, |_| {})?;
            game.play(best.mv).ok()?;
        }
        Some((first, game))
    }

    /// Returns the moves with this answer in the positions of a game, in random order.
    fn candidates(&mut self, game: &Game, first: usize, is_mistake: bool) -> Vec<Candidate> {
        let mut values = Values::new(self.tables, &RULES);
        let plies = game.positions().windows(2).zip(game.played()).skip(first - 1);
        let mut found: Vec<_> = plies
            .filter_map(|(pair, &last)| {
                let [before, position] = pair else { return None };
                let position = without_quiet(position, &RULES)?;
                let asked = self.rated(&position, &values.moves(&position)?, is_mistake);
                let candidate = move |(mv, rating)| Candidate { before: (*before, last), position, mv, rating };
                Some(asked.into_iter().map(candidate))
            })
            .flatten()
            .collect();
        found.shuffle(&mut self.chance);
        found
    }

    /// Returns the moves with this answer and their ratings. Returns none if all moves keep the
    /// value, or if there is nothing to lose.
    fn rated(&self, position: &Position, moves: &[(Move, Wdl)], is_mistake: bool) -> Vec<(Move, i32)> {
        let Some((value, right)) = best(moves) else { return Vec::new() };
        if value == Wdl::Loss || right.len() == moves.len() || moves.len() < FEWEST_MOVES {
            return Vec::new();
        }
        let looks = moves.iter().map(|&(mv, known)| (mv, known == value, self.look(position, mv)));
        let (asked, others): (Vec<_>, Vec<_>) = looks.partition(|(_, keeps, _)| *keeps != is_mistake);
        // A mistake that looks bad would be a plain answer.
        let median = median(asked.iter().map(|(.., look)| *look));
        let asked = asked.into_iter().filter(|(.., look)| !is_mistake || *look >= median);
        asked
            .map(|(mv, _, look)| {
                let misled =
                    others.iter().filter(|(.., other)| if is_mistake { *other <= look } else { *other >= look });
                let share = misled.count() as f64 / others.len().max(1) as f64;
                let [plain, misleading] = LOOKS;
                let rating = plain + share * (misleading - plain) + mill_hint(position, mv, is_mistake);
                (mv, rating.round() as i32)
            })
            .collect()
    }

    /// Returns the value of a move at first glance.
    fn look(&self, position: &Position, mv: Move) -> i32 {
        let after = position.play_unchecked(mv, &RULES);
        if after.outcome(&RULES).is_some() {
            return i32::MAX;
        }
        match self.evaluator.value(&after) {
            Score::Value(value) => -value,
            _ => 0,
        }
    }

    /// Returns the question about a move. Returns `None` if it is a mistake without a proven
    /// reason.
    fn ask(&self, candidate: Candidate, go_on: &mut GoOn<'_>) -> Option<Question> {
        let Candidate { before, position, mv, rating } = candidate;
        let mut game = Game::from_position(RULES, position);
        game.play(mv).ok()?;
        let mut reviewer = Reviewer::new(Arc::clone(self.tables), &game);
        let _stopped = reviewer.run(go_on, &mut |_, _| {});
        let review = reviewer.into_review().plies.pop()?;
        let is_proven = review.keeping.is_some() && (review.mistake.is_none() || review.reason.is_some());
        is_proven.then_some(Question { rules: RULES, position, before, review, rating })
    }
}

/// Returns the change of the rating by a mill. A mill that the opponent can close next looks like a
/// mistake, and a mill that is closed looks right.
fn mill_hint(position: &Position, mv: Move, is_mistake: bool) -> f64 {
    let after = position.play_unchecked(mv, &RULES);
    let looks_wrong = !mill_moves(&after, &RULES).is_empty();
    let looks_right = position.closes_mill(position.side(), mv, &RULES);
    match (looks_right, looks_wrong) {
        (true, false) => {
            if is_mistake {
                MILL
            } else {
                -MILL
            }
        }
        (false, true) => {
            if is_mistake {
                -MILL
            } else {
                MILL
            }
        }
        _ => 0.0,
    }
}

fn median(looks: impl Iterator<Item = i32>) -> i32 {
    let mut looks: Vec<_> = looks.collect();
    looks.sort_unstable();
    looks.get(looks.len() / 2).copied().unwrap_or(i32::MIN)
}
