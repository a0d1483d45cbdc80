// SPDX-License-Identifier: GPL-3.0-or-later
//! The value of every legal move: how it ends with best play, how long that takes, how many replies
//! hold against it, and how many lose.

use std::cmp::Reverse;

use morris::{Game, Move, Position, Rules};
use morris_engine::needed_positions;
use morris_solved::tablebase::{Prober, Tables, Wdl};

use crate::opening::{self, OpeningName};
use crate::review::{GoOn, tables_hold};

/// A legal move with what is known about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRow {
    /// The move with its removal.
    pub mv: Move,
    /// Value for the side that plays it, if it is known.
    pub value: Option<Wdl>,
    /// Plies to the end or the next removal, if one side wins and they are known. 1 for a move that
    /// removes a man. If the whole game is solved, plies to the end.
    pub plies: Option<u8>,
    /// Number of replies. 0 if the move ends the game.
    pub replies: usize,
    /// Number of replies that keep the best value for the opponent, if the values of all replies
    /// are known.
    pub holding: Option<usize>,
    /// Number of replies that lose, if the values of all replies are known: the share of them tells
    /// how easily the opponent goes wrong.
    pub losing: Option<usize>,
    /// Name of the opening to which the move leads.
    pub opening: Option<OpeningName>,
    /// Whether Perfect plays the move. [`explore`] does not know it.
    pub is_perfect: bool,
}

/// Returns the legal moves at the cursor of a game with what the tables know about them: wins, then
/// draws, losses, and moves of unknown value. Quick wins and slow losses come first, and equal
/// moves are in the order of their text. Returns no moves if the game is over.
///
/// A move or reply that repeats a position too often, or that makes the game too long, is a draw.
/// `go_on` is called before each move, and while placements are played out. The values are unknown
/// from where it stops, and if the rules draw earlier than the standard ones after quiet plies. A
/// game that was resigned or agreed drawn is still explored.
///
/// ```
/// use morris::{Game, Rules};
/// use morris_solved::tablebase::{Tables, Wdl};
/// use morris_teach::explore::explore;
/// use std::ops::ControlFlow;
///
/// let tables = Tables::open("../../data/endgame".as_ref()).0;
/// let rows = explore(&tables, &Game::new(Rules::STANDARD), &mut || ControlFlow::Continue(()));
/// assert!(rows.len() == 24 && rows.iter().all(|row| row.value == Some(Wdl::Draw) && row.replies == 23));
/// ```
pub fn explore(tables: &Tables, game: &Game, go_on: &mut GoOn<'_>) -> Vec<MoveRow> {
    let rules = game.rules();
    let mut positions = needed_positions(game.positions(), rules).to_vec();
    if is_over(&positions, rules) {
        return Vec::new();
    }
    let mut prober = Prober::new(tables, rules, go_on);
    let legal = game.position().legal_moves(rules);
    let mut rows: Vec<_> = legal.into_iter().map(|mv| row(&mut prober, &mut positions, mv)).collect();
    rows.sort_by_cached_key(|row| (rank(row), rules.board.display(row.mv).to_string()));
    rows
}

/// Returns the row of a legal move in the last of these positions.
fn row(prober: &mut Prober<'_>, positions: &mut Vec<Position>, mv: Move) -> MoveRow {
    let mut row = MoveRow {
        mv,
        value: None,
        plies: None,
        replies: 0,
        holding: None,
        losing: None,
        opening: None,
        is_perfect: false,
    };
    let Some(position) = positions.last() else { return row };
    let after = position.play_unchecked(mv, prober.rules());
    row.opening = opening::name(&after, prober.rules());
    let may_go_on = tables_hold(prober.rules()) && prober.go_on().is_some();
    if may_go_on {
        let known = prober.move_value(positions, mv);
        (row.value, row.plies) = (known.map(|known| known.value), known.and_then(|known| known.plies));
    }
    positions.push(after);
    if !is_over(positions, prober.rules()) {
        row.replies = after.legal_moves(prober.rules()).len();
        let counts = if may_go_on { counts(prober, positions) } else { None };
        (row.holding, row.losing) = counts.unzip();
    } else {
        (row.holding, row.losing) = (Some(0), Some(0));
    }
    positions.pop();
    row
}

/// Returns `true` if the game is over in the last of these positions.
fn is_over(positions: &[Position], rules: &Rules) -> bool {
    let Some(last) = positions.last() else { return true };
    let seen = || positions.iter().filter(|position| *position == last).count();
    last.outcome(rules).is_some() || rules.draws.repetition.is_some_and(|limit| seen() >= usize::from(limit))
}

/// Returns the numbers of moves in the last of these positions that have the best value and that
/// lose, if all values are known.
fn counts(prober: &mut Prober<'_>, positions: &[Position]) -> Option<(usize, usize)> {
    let values = prober.move_values(positions)?;
    let best = values.iter().map(|&(_, value)| value).max()?;
    let count = |of| values.iter().filter(|&&(_, value)| value == of).count();
    Some((count(best), count(Wdl::Loss)))
}

/// Returns the rank of a row: the best value comes first, then quick wins and slow losses.
fn rank(row: &MoveRow) -> (Reverse<Option<Wdl>>, u8) {
    let plies = match row.value {
        Some(Wdl::Loss) => u8::MAX - row.plies.unwrap_or(0),
        _ => row.plies.unwrap_or(u8::MAX),
    };
    (Reverse(row.value), plies)
}
