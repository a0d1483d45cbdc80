// SPDX-License-Identifier: GPL-3.0-or-later
//! An attempt to solve a puzzle: each move is judged, and the opponent replies.

use std::sync::Arc;

use morris::{IllegalMove, Move, Position};
use morris_solved::tablebase::{Tables, Wdl};

use super::canonical::stabiliser;
use super::kind::PuzzleKind;
use super::lines::{pick, refutation};
use super::player_rating::RatingScore;
use super::puzzle::Puzzle;
use super::values::Values;
use super::win_search::{MOST_OWN, WinSearch};

/// Maximum number of positions that the search for the quickest win visits.
const NODES: u64 = 200_000;

/// Number of wrong moves at which a puzzle is failed.
const MOST_WRONG: u8 = 2;

/// Verdict on a move in a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The move is right. The opponent has replied with `reply`. Without a reply, the puzzle is
    /// solved.
    Right {
        /// Reply of the opponent, already played.
        reply: Option<Move>,
    },
    /// The move keeps the win but is not the quickest. The solver may try again without a penalty.
    WinsToo {
        /// Number of the solver's moves by which the win is slower, if it is known.
        slower: Option<u8>,
    },
    /// The move gives value away.
    Wrong {
        /// Value of the position after the move for the solver.
        value: Option<Wdl>,
        /// Refutation: the opponent's move and its continuation, from the position after the wrong
        /// move.
        refutation: Vec<Move>,
    },
}

/// State of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptState {
    /// The solver is to move.
    Open,
    /// The last move has been found.
    Solved,
    /// Two wrong moves were played, or the solver gave up. The answer should be shown.
    Failed,
}

/// One attempt at a puzzle, with the opponent's replies.
#[derive(Clone, Debug)]
pub struct Attempt {
    puzzle: Arc<Puzzle>,
    tables: Arc<Tables>,
    position: Position,
    /// Moves of both sides so far.
    played: Vec<Move>,
    /// Remaining line if both sides follow it.
    expected: Vec<Move>,
    state: AttemptState,
    wrong: u8,
    hinted: bool,
}

impl Attempt {
    /// Creates an attempt at a puzzle. The tables provide slower wins and refutations.
    pub fn new(puzzle: Arc<Puzzle>, tables: Arc<Tables>) -> Self {
        let (position, expected) = (puzzle.position, puzzle.line.clone());
        let state = AttemptState::Open;
        Self { puzzle, tables, position, played: Vec::new(), expected, state, wrong: 0, hinted: false }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// Returns the current position. The solver is to move as long as the attempt is open.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the moves of both sides so far.
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    /// Returns whether the solver has played a right move that is not the one of the line.
    pub fn is_by_another_move(&self) -> bool {
        let Puzzle { kind, line, right, position, rules, .. } = &*self.puzzle;
        let (Some(first), Some(shown)) = (self.played.first(), line.first()) else { return false };
        let is_same = || stabiliser(position, rules).any(|symmetry| shown.image(symmetry) == *first);
        *kind != PuzzleKind::Win && right.len() > 1 && first != shown && !is_same()
    }

    /// Returns the rest of the line, which is shown after a failure.
    pub fn answer(&self) -> &[Move] {
        &self.expected
    }

    /// Returns the state of the attempt.
    pub const fn state(&self) -> AttemptState {
        self.state
    }

    /// Returns the number of moves that gave value away.
    pub const fn wrong(&self) -> u8 {
        self.wrong
    }

    /// Records that a hint was given. The attempt is then no longer rated.
    pub fn hint(&mut self) {
        self.hinted = true;
    }

    /// Gives up an open attempt.
    pub fn give_up(&mut self) {
        if self.state == AttemptState::Open {
            self.state = AttemptState::Failed;
        }
    }

    /// Returns the points for the rating: 1 if the puzzle was solved at once, ½ with the second
    /// try, 0 if it failed. `None` while the attempt is open, and after a hint.
    pub fn points(&self) -> Option<RatingScore> {
        match (self.state, self.wrong) {
            (AttemptState::Open, _) => None,
            _ if self.hinted => None,
            (AttemptState::Failed, _) => Some(RatingScore::Nothing),
            (AttemptState::Solved, 0) => Some(RatingScore::Whole),
            (AttemptState::Solved, _) => Some(RatingScore::Half),
        }
    }

    /// Returns the result, with or without hints. With hints it is at most ½. `None` while the
    /// attempt is open.
    pub fn result(&self) -> Option<RatingScore> {
        match self.state {
            AttemptState::Open => None,
            AttemptState::Failed => Some(RatingScore::Nothing),
            AttemptState::Solved => Some(self.points().unwrap_or(RatingScore::Half)),
        }
    }

    /// Judges a move of the solver. If it is right, plays it and the reply. After the end of the
    /// attempt nothing is played, and moves outside the answer are wrong. Visits at most about
    /// 200,000 positions.
    pub fn judge(&mut self, mv: Move) -> Result<Verdict, IllegalMove> {
        let rules = self.puzzle.rules;
        self.position.check(mv, &rules)?;
        let tables = Arc::clone(&self.tables);
        let mut values = Values::new(&tables, &rules).with_last_ply();
        let verdict = if let Some(line) = self.continuation(mv, &mut values) {
            self.advance(line)
        } else {
            let after = self.position.play_unchecked(mv, &rules);
            let worth = values.of(&after).map(Wdl::opposite);
            // A move that keeps the value is never wrong.
            if worth == Some(Wdl::Win) {
                Verdict::WinsToo { slower: self.slower(&after, &mut values) }
            } else {
                Verdict::Wrong { value: worth, refutation: refutation(&mut values, &after, self.seed()) }
            }
        };
        if matches!(verdict, Verdict::Wrong { .. }) && self.state == AttemptState::Open {
            self.wrong += 1;
            if self.wrong >= MOST_WRONG {
                self.state = AttemptState::Failed;
            }
        }
        Ok(verdict)
    }

    /// Returns the seed for choosing among equal replies. It is the same for everyone who solves
    /// the puzzle.
    fn seed(&self) -> u64 {
        self.puzzle.position.hash()
    }

    /// Returns the line that begins with a move, if the move is right here.
    fn continuation(&self, mv: Move, values: &mut Values<'_>) -> Option<Vec<Move>> {
        let rules = values.rules;
        let expected = *self.expected.first()?;
        if mv == expected {
            return Some(self.expected.clone());
        }
        // The expected move under a symmetry of the position.
        if let Some(symmetry) = stabiliser(&self.position, rules).find(|symmetry| expected.image(symmetry) == mv) {
            return Some(self.expected.iter().map(|mv| mv.image(symmetry)).collect());
        }
        if self.puzzle.kind == super::PuzzleKind::Win {
            return self.other_quickest(mv, values);
        }
        // A mistake from a person's game may have several better moves. The puzzle ends with any of
        // them.
        (self.played.is_empty() && self.puzzle.right.contains(&mv)).then(|| vec![mv])
    }

    /// Returns the line after another move that wins equally quickly.
    fn other_quickest(&self, mv: Move, values: &mut Values<'_>) -> Option<Vec<Move>> {
        let (rules, seed) = (values.rules, self.seed());
        let mut search = WinSearch::new(values, NODES);
        let own = self.expected.len().div_ceil(2) as u8;
        let (mut at, mut line, mut next) = (self.position, Vec::new(), mv);
        for left in (0..own).rev() {
            line.push(next);
            at = at.play_unchecked(next, rules);
            if left == 0 {
                break;
            }
            let reply = pick(&search.longest(&at, left)?.1, &at, seed)?;
            line.push(reply);
            at = at.play_unchecked(reply, rules);
            next = pick(&search.quickest(&at, left)?.moves, &at, seed)?;
        }
        at.outcome(rules).is_some_and(|over| over.winner() == Some(self.position.side())).then_some(line)
    }

    /// Returns the number of the solver's moves by which a win is slower than the quickest one.
    fn slower(&self, after: &Position, values: &mut Values<'_>) -> Option<u8> {
        let mut search = WinSearch::new(values, NODES);
        let (own, _) = search.longest(after, MOST_OWN)?;
        (own + 1).checked_sub(self.expected.len().div_ceil(2) as u8)
    }

    /// Plays the first move of a line and the opponent's reply.
    fn advance(&mut self, line: Vec<Move>) -> Verdict {
        let mut line = line.into_iter();
        if self.state != AttemptState::Open {
            return Verdict::Right { reply: None };
        }
        let rules = self.puzzle.rules;
        let made: Vec<_> = line.by_ref().take(2).collect();
        for &mv in &made {
            self.position = self.position.play_unchecked(mv, &rules);
        }
        let reply = made.get(1).copied();
        self.played.extend(made);
        self.expected = line.collect();
        if self.expected.is_empty() {
            self.state = AttemptState::Solved;
        }
        Verdict::Right { reply }
    }
}
