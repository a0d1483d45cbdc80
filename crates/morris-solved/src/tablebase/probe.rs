// SPDX-License-Identifier: GPL-3.0-or-later
//! Exact values of positions, from tables of solved positions and by playing out the last
//! placements.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{BoardKind, ProbeResult, Sector, TableId, Tables, Wdl};
use crate::small_games::GameTable;
use morris::{Color, Move, Outcome, Placing, Position, Rules};

/// A prober for exact values of positions. It keeps its findings for later probes.
///
/// ```
/// use morris::{Position, Rules};
/// use morris_solved::tablebase::{Prober, Tables, Wdl};
/// use std::ops::ControlFlow;
///
/// let (tables, _) = Tables::open("../../data/endgame".as_ref());
/// let rules = Rules::STANDARD;
/// let mut go_on = || ControlFlow::Continue(());
/// let mut prober = Prober::new(&tables, &rules, &mut go_on);
/// let position = Position::parse("WW./.../..W/....../.../.../BBB w 0 0", &rules)?;
/// let best = position.legal_moves(&rules).into_iter().find(|mv| {
///     prober.move_value(&[position], *mv).is_some_and(|known| known.value == Wdl::Win)
/// });
/// assert!(best.is_some());
/// # Ok::<(), morris::PositionError>(())
/// ```
pub struct Prober<'a> {
    tables: &'a Tables,
    rules: &'a Rules,
    /// Table of the whole game, if it is solved. Nothing else is needed then.
    game: Option<Arc<GameTable>>,
    /// Called from time to time, to ask whether to continue.
    go_on: &'a mut dyn FnMut() -> ControlFlow<()>,
    /// Bounds found while playing out placements: the minimum and maximum value of each position.
    known: HashMap<Position, [Wdl; 2]>,
}

impl<'a> Prober<'a> {
    /// Creates a prober for these tables. `go_on` may end a long search, and the value is unknown
    /// then.
    pub fn new(tables: &'a Tables, rules: &'a Rules, go_on: &'a mut dyn FnMut() -> ControlFlow<()>) -> Self {
        Self { tables, rules, game: tables.game(rules), go_on, known: HashMap::new() }
    }

    /// Returns the rules.
    pub const fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// Returns `true` if there are no tables for the rules.
    pub fn knows_nothing(&self) -> bool {
        !self.knows_all() && !self.tables.are_of(self.rules)
    }

    /// Returns `true` if the whole game is solved, including the plies to its end.
    pub const fn knows_all(&self) -> bool {
        self.game.is_some()
    }

    /// Returns `true` if the values of all positions that may follow are known: all sectors with at
    /// most as many men exist, where men in hand count.
    pub fn knows_what_follows(&self, position: &Position) -> bool {
        if self.knows_all() {
            return true;
        }
        let men = Color::BOTH.map(|color| position.total(color) as u8);
        let fits = |board_kind: &BoardKind| men.iter().all(|&men| men <= board_kind.most_per_side());
        BoardKind::of(self.rules).filter(fits).is_some_and(|board_kind| {
            Sector::all_on(board_kind)
                .filter(|sector| sector.men() <= men.iter().sum() && TableId::from(*sector).is_of(self.rules))
                .all(|sector| self.tables.summary(sector).is_some())
        })
    }

    /// Returns the share of the points, 0 to 1, that a side has in the sector of a position, where
    /// men in hand count as if they were on the board. Returns a half if a table is missing.
    pub fn worth(&self, position: &Position, side: Color) -> f64 {
        let [own, other] = [side, side.other()].map(|color| position.total(color) as u8);
        let sector = || Sector::on(BoardKind::of(self.rules)?, own, other);
        sector().and_then(|sector| self.tables.worth(sector)).unwrap_or(0.5)
    }

    /// Returns `None` if the search should end.
    pub fn go_on(&mut self) -> Option<()> {
        (self.go_on)().is_continue().then_some(())
    }

    /// Returns the value of a position with best play, or `None` if it is unknown. Draws by
    /// repetition and quiet plies are ignored.
    pub fn position(&mut self, position: &Position) -> Option<ProbeResult> {
        if let Some(over) = self.over(position) {
            return Some(over);
        }
        if let Some(game) = &self.game {
            return game.probe(position);
        }
        let value = self.tables.value(position, self.rules);
        let value = value.or_else(|| self.played_out(position, [Wdl::Loss, Wdl::Win]))?;
        Some(ProbeResult { value, plies: self.tables.distance(position, self.rules) })
    }

    /// Returns the value of a legal move for the side that plays it. `positions` is the history up
    /// to the position in which it is played. A move that ends the game in a draw is a draw.
    pub fn move_value(&mut self, positions: &[Position], mv: Move) -> Option<ProbeResult> {
        let after = positions.last()?.play_unchecked(mv, self.rules);
        if self.is_draw(positions, &after) {
            return Some(ProbeResult { value: Wdl::Draw, plies: None });
        }
        let ProbeResult { value, plies } = self.position(&after)?;
        // A removal ends the count.
        let goes_on = self.knows_all() || mv.removed.is_empty();
        let plies = if goes_on { plies.map(|plies| plies.saturating_add(1)) } else { plies.and(Some(1)) };
        Some(ProbeResult { value: value.opposite(), plies })
    }

    /// Returns the legal moves in the last of these positions with their values for the side that
    /// plays them, or `None` if some value is unknown.
    pub fn move_values(&mut self, positions: &[Position]) -> Option<Vec<(Move, Wdl)>> {
        let moves = positions.last()?.legal_moves(self.rules);
        moves.into_iter().map(|mv| Some((mv, self.move_value(positions, mv)?.value))).collect()
    }

    /// Returns `true` if a move that leads to `after` draws the game by repetition or quiet plies.
    fn is_draw(&self, positions: &[Position], after: &Position) -> bool {
        let seen = || positions.iter().filter(|position| *position == after).count() + 1;
        let repeated = self.rules.draws.repetition.is_some_and(|limit| seen() >= usize::from(limit));
        repeated || matches!(after.outcome(self.rules), Some(Outcome::Draw(_)))
    }

    /// Returns the value if the game is decided by lack of men or moves.
    fn over(&self, position: &Position) -> Option<ProbeResult> {
        let value = Wdl::ended(position, self.rules).filter(|&value| value != Wdl::Draw)?;
        Some(ProbeResult { value, plies: Some(0) })
    }

    /// Returns the value within two bounds by trying all remaining placements, or `None` if they
    /// lead out of the tables.
    fn played_out(&mut self, position: &Position, [alpha, beta]: [Wdl; 2]) -> Option<Wdl> {
        if !self.leads_into_tables(position) || (self.go_on)().is_break() {
            return None;
        }
        let [least, most] = self.known.get(position).copied().unwrap_or([Wdl::Loss, Wdl::Win]);
        if least == most || least >= beta {
            return Some(least);
        }
        if most <= alpha {
            return Some(most);
        }
        let mut moves = position.legal_moves(self.rules);
        moves.sort_by_key(|mv| mv.removed.is_empty());
        let mut best = Wdl::Loss;
        for mv in moves {
            let next = position.play_unchecked(mv, self.rules);
            let window = [beta.opposite(), alpha.max(best).opposite()];
            best = best.max(self.bounded(&next, window)?.opposite());
            if best >= beta {
                break;
            }
        }
        let bounds = match best {
            _ if best >= beta => [best, most],
            _ if best > alpha => [best, best],
            _ => [least, best],
        };
        self.known.insert(*position, bounds);
        Some(best)
    }

    fn bounded(&mut self, position: &Position, window: [Wdl; 2]) -> Option<Wdl> {
        let over = self.over(position).map(|verdict| verdict.value);
        let known = over.or_else(|| self.tables.value(position, self.rules));
        known.or_else(|| self.played_out(position, window))
    }

    /// Returns `true` if there are men to place and the sector that they lead to without removals
    /// exists.
    fn leads_into_tables(&self, position: &Position) -> bool {
        let side = position.side();
        let [mover, other] = [side, side.other()].map(|color| position.total(color) as u8);
        let in_hand = position.hand(side) + position.hand(side.other());
        let sector = || Sector::on(BoardKind::of(self.rules)?, mover, other);
        let there = |sector| self.tables.summary(sector).is_some();
        // If men may also move, playing out the placements does not terminate.
        let ends = self.rules.placing == Placing::First && (1..=MOST_PLACEMENTS).contains(&in_hand);
        ends && sector().is_some_and(|sector| there(sector) && there(sector.mirror()))
    }
}

/// Maximum number of placements that are played out. This visits several hundred thousand
/// positions.
const MOST_PLACEMENTS: u8 = 7;
