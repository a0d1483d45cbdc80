// SPDX-License-Identifier: GPL-3.0-or-later
//! Principal variation search: computes the value of a node to a given depth.

use std::ops::ControlFlow;

use super::abdada::{self, CurrentlySearching};
use super::leaves::LeafSample;
use super::move_ordering::{DEEPEST, Histories, MovePicker, ScoredMove, Stage, pick};
use super::node::{GenType, Node, NodeType, NonPvNode, PvNode, Window};
use super::packed_move::PackedMove;
use super::score::{Contempt, DRAW, INFINITE, is_decided, lost_at};
use super::selectivity::Selectivity;
use super::tb_probe::{TbHit, TbProbe};
use super::transposition::{Bound, Entry, Spot, TranspositionTable};

/// Callback that is called at intervals with the number of nodes and returns whether to continue.
pub(super) type StopCheck<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

/// Number of nodes between two calls of the stop check. Takes a fraction of a millisecond.
const NODES_BETWEEN_POLLS: u64 = 1_024;
/// Number of nodes that a table probe counts for in this interval, because it may have to wait for
/// the disk.
const NODES_FOR_A_PROBE: u64 = 32;

/// The search of one thread.
pub(super) struct Search<'a, N: Node> {
    pub(super) lookups: &'a N::Lookups,
    pub(super) table: &'a TranspositionTable,
    stop_check: &'a mut StopCheck<'a>,
    pub(super) selectivity: Selectivity,
    /// Results from tables of solved positions.
    pub(super) tb_probe: Option<TbProbe<'a>>,
    /// Dislike of drawn games.
    pub(super) contempt: Contempt,
    /// Nodes that other threads are searching, if there are any.
    pub(super) busy: Option<&'a CurrentlySearching>,
    /// Collects leaf positions, if they are requested.
    pub(super) leaves: Option<&'a mut LeafSample>,
    pub(super) histories: Box<Histories<'a>>,
    /// Nodes above the current one that another thread may settle in the meantime.
    open: Vec<OpenNode<N>>,
    /// Node that another thread has settled. The search below it is abandoned.
    decided: Option<Decided>,
    /// Keys of the positions before the current one, since the start of the game.
    pub(super) path: Vec<u64>,
    /// Stack of the moves that are still to be tried, for all nodes above the current one.
    pub(super) moves: Vec<ScoredMove>,
    pub(super) nodes: u64,
    /// Number of nodes at which the quiescence search ends.
    quiescence_limit: u64,
    next_poll: u64,
    pub(super) stopped: bool,
}

/// Maximum number of nodes of a quiescence search, which tries mills before a position is
/// evaluated. Under the presets it hardly ever takes that many. Under custom rules where every man
/// may be removed at every mill it would take millions, without a check of the clock.
const MOST_QUIESCENCE_NODES: u64 = 1_000;

/// A node that is being searched, possibly by several threads.
struct OpenNode<N> {
    node: N,
    spot: Spot,
    window: Window,
    depth: i32,
    ply: usize,
}

/// An open node, identified by its ply, whose value is now in the transposition table.
#[derive(Clone, Copy)]
struct Decided {
    ply: usize,
    value: i32,
}

/// Expectations about a node from the transposition table.
struct Expected {
    mv: Option<PackedMove>,
    /// Whether a move will probably cause a cutoff, so that most of the others need no search.
    cutoff: bool,
}

impl<'a, N: Node> Search<'a, N> {
    /// Creates a search that does not call the stop check before [`Self::arm_stop_check`].
    pub(super) fn new(
        lookups: &'a N::Lookups,
        table: &'a TranspositionTable,
        histories: Histories<'a>,
        stop_check: &'a mut StopCheck<'a>,
        path: Vec<u64>,
    ) -> Self {
        Self {
            lookups,
            table,
            stop_check,
            selectivity: Selectivity::Reduced,
            tb_probe: None,
            contempt: Contempt::NONE,
            busy: None,
            leaves: None,
            histories: Box::new(histories),
            open: Vec::new(),
            decided: None,
            path,
            moves: Vec::with_capacity(1 << 12),
            nodes: 0,
            quiescence_limit: 0,
            next_poll: u64::MAX,
            stopped: false,
        }
    }

    /// Continues after a stop, until the stop check stops it again.
    pub(super) fn resume(&mut self) {
        self.stopped = false;
        self.arm_stop_check();
    }

    /// Calls the stop check from now on.
    pub(super) fn arm_stop_check(&mut self) {
        self.next_poll = self.nodes;
    }

    /// Returns the value of a node for its side to move. Another node must have led to it.
    pub(super) fn search<K: NodeType>(&mut self, node: &N, window: Window, depth: i32, ply: usize) -> i32 {
        if depth <= 0 || ply >= DEEPEST {
            return self.leaf(node, window, ply);
        }
        let spot = self.spot(node);
        self.table.prefetch(spot.key);
        if let Some(value) = self.terminal_score(node, ply) {
            return value;
        }
        if let TbHit::Worth(value) = self.probe(node, ply) {
            return value;
        }
        if self.interrupted() {
            return DRAW;
        }
        // No win is quicker than one by the next move, and no loss is slower than one here.
        let window = Window { alpha: window.alpha.max(lost_at(ply)), beta: window.beta.min(-lost_at(ply + 1)) };
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let bucket = self.table.fetch(spot.key);
        // Computed while the bucket is loaded from memory.
        let moved = self.tb_probe.is_some_and(|tb_probe| tb_probe.moves_estimates());
        let futile = || self.selectivity.futile(node, self.lookups, window, depth);
        let futile = (!K::EXACT && !moved).then(futile).flatten();
        let known = self.table.read(&bucket);
        let guessed = known.is_some_and(|entry| entry.mv.is_some());
        let depth = if K::EXACT || guessed { depth } else { self.selectivity.depth_without_move(depth) };
        let shared = self.sharing(depth).is_some();
        // Threads that share a node of the principal variation use its value from the first thread
        // that knows it. Otherwise each of them would search the whole node.
        let settles = |entry: &Entry| self.known_value(node, *entry, window, depth, ply);
        if let Some(value) = known.as_ref().filter(|_| !K::EXACT || shared).and_then(settles) {
            return value;
        }
        let expected = Expected {
            mv: known.and_then(|entry| entry.mv).map(|mv| N::from_shared(mv, spot.symmetry, self.lookups)),
            cutoff: !K::EXACT && known.is_none_or(|entry| entry.bound == Bound::Lower),
        };
        if shared {
            self.open.push(OpenNode { node: *node, spot, window, depth, ply });
        }
        self.path.push(node.key());
        let (value, mv) = self.best_move::<K>(node, &expected, futile, window, depth, ply);
        self.path.pop();
        if shared {
            self.open.pop();
        }
        if self.stopped {
            return DRAW;
        }
        if let Some(decided) = self.decided {
            self.decided = Some(decided).filter(|decided| decided.ply < ply);
            return decided.value;
        }
        // A bound without a move keeps the move that an earlier search found.
        self.store(spot, value, mv.or(expected.mv), window, depth, ply);
        value
    }

    /// Returns the value of a node at depth 0.
    #[inline]
    fn leaf(&mut self, node: &N, window: Window, ply: usize) -> i32 {
        if let Some(value) = self.terminal_score(node, ply) {
            return value;
        }
        let moved = match self.probe(node, ply) {
            TbHit::Worth(value) => return value,
            TbHit::Moved(by) => by,
            TbHit::Nothing => 0,
        };
        self.quiescence_limit = self.nodes + MOST_QUIESCENCE_NODES;
        let value = self.quiescence(node, window.moved(-moved), ply);
        // An exact win or loss is not an estimate.
        if is_decided(value) { value } else { moved + value }
    }

    /// Returns the best value among the moves of a node, and the move if it raised alpha.
    fn best_move<K: NodeType>(
        &mut self,
        node: &N,
        expected: &Expected,
        futile: Option<i32>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> (i32, Option<PackedMove>) {
        let start = self.moves.len();
        // A child at depth 0 is evaluated without the transposition table.
        let asks = depth > 1;
        let mut stage = Stage::Expected;
        if let Some(mv) = expected.mv.filter(|&mv| N::STAGED && node.is_pseudo_legal(mv, self.lookups)) {
            if asks {
                self.prefetch(node, mv);
            }
            self.moves.push(ScoredMove::expected(mv));
        }
        let mut left_out = None;
        let (mut best, mut best_move, mut alpha) = (-INFINITE, None, window.alpha);
        let (mut next, mut picker) = (start, MovePicker::new(start));
        // Moves from this index on are deferred, because another thread is searching them. If the
        // next move will probably cause a cutoff, helping with that move is better.
        let mut put_off = self.moves.len();
        let sharing = self.sharing(depth);
        let mut busy = sharing.filter(|_| !expected.cutoff);
        loop {
            while next == put_off && stage != Stage::All {
                let late = self.moves.len() - put_off;
                (stage, left_out) = self.find_more(node, stage, expected.mv, futile, start, ply);
                if late > 0 {
                    self.moves[put_off..].rotate_left(late);
                }
                (put_off, picker) = (self.moves.len() - late, MovePicker::new(next));
            }
            if next == put_off {
                (put_off, busy) = (self.moves.len(), None);
            }
            let Some(ranked) = picker.at(next, &mut self.moves[..put_off]) else {
                best = left_out.map_or(best, |hope| best.max(hope));
                break;
            };
            let mv = ranked.mv();
            let child = if asks { node.play(mv, self.lookups) } else { node.play_to_judge(mv, self.lookups) };
            if let Some(following) = asks.then(|| picker.at(next + 1, &mut self.moves[..put_off])).flatten() {
                self.prefetch(node, following.mv());
            }
            if next > start && busy.is_some_and(|busy| busy.is_searched(&child, depth)) {
                put_off -= 1;
                self.moves.swap(next, put_off);
                picker.moved(next);
                continue;
            }
            self.nodes += 1;
            let rest = Window { alpha, ..window };
            let value = if next == start {
                -self.search::<K>(&child, rest.reversed(), depth - 1, ply + 1)
            } else {
                let _entered = busy.map(|busy| busy.enter(&child, depth));
                let reduction = self.selectivity.reduction(ranked, next - start, depth);
                self.search_reduced::<K>(&child, rest, depth, reduction, ply)
            };
            next += 1;
            if self.stopped || self.decided.is_some() || sharing.is_some() && self.is_decided() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    (alpha, best_move) = (value, Some(mv));
                }
                if value >= window.beta {
                    self.histories.learn(node, mv, depth, ply);
                    break;
                }
            }
        }
        self.moves.truncate(start);
        (best, best_move)
    }

    /// Returns the nodes that other threads are searching, if a node of this depth is shared with
    /// them.
    #[inline]
    fn sharing(&self, depth: i32) -> Option<&'a CurrentlySearching> {
        self.busy.filter(|_| depth >= abdada::LEAST_DEPTH)
    }

    /// Returns `true` if another thread has settled a node above in the meantime. The search below
    /// it is then abandoned.
    fn is_decided(&mut self) -> bool {
        self.decided = self.open.iter().find_map(|open| {
            let entry = self.table.get(open.spot.key)?;
            let value = self.known_value(&open.node, entry, open.window, open.depth, open.ply)?;
            Some(Decided { ply: open.ply, value })
        });
        self.decided.is_some()
    }

    /// Prefetches the bucket of the position after a move.
    #[inline]
    fn prefetch(&self, node: &N, mv: PackedMove) {
        if let Some(key) = node.key_after(mv, self.lookups) {
            self.table.prefetch(key);
        }
    }

    /// Returns the value of a move after the first: by a null-window search, possibly with reduced
    /// depth, and a re-search if necessary.
    fn search_reduced<K: NodeType>(
        &mut self,
        child: &N,
        window: Window,
        depth: i32,
        reduction: i32,
        ply: usize,
    ) -> i32 {
        let scout = Window::reaching(window.alpha + 1).reversed();
        let mut value = -self.search::<NonPvNode>(child, scout, depth - 1 - reduction, ply + 1);
        if reduction > 0 && value > window.alpha && self.decided.is_none() {
            value = -self.search::<NonPvNode>(child, scout, depth - 1, ply + 1);
        }
        if K::EXACT && self.decided.is_none() && value > window.alpha && value < window.beta {
            value = -self.search::<PvNode>(child, window.reversed(), depth - 1, ply + 1);
        }
        value
    }

    /// Returns the value by quiescence search: mills that can be closed at once are tried, then the
    /// position is evaluated.
    pub(super) fn quiescence(&mut self, node: &N, window: Window, ply: usize) -> i32 {
        let judged = node.evaluate(self.lookups);
        let mut best = judged;
        let spent = ply >= DEEPEST || self.nodes >= self.quiescence_limit;
        if best >= window.beta || !node.may_close(self.lookups) || spent {
            self.sample_leaf(node);
            return best;
        }
        let start = self.rank(node, GenType::Mills, ply);
        let mut next = start;
        while let Some(ranked) = pick(&mut self.moves[next..]) {
            let child = node.play_to_judge(ranked.mv(), self.lookups);
            self.nodes += 1;
            next += 1;
            let rest = Window { alpha: window.alpha.max(best), ..window };
            let terminal = self.terminal_score(&child, ply + 1);
            best = best.max(-terminal.unwrap_or_else(|| self.quiescence(&child, rest.reversed(), ply + 1)));
            if best >= window.beta {
                break;
            }
        }
        self.moves.truncate(start);
        if best == judged {
            self.sample_leaf(node);
        }
        best
    }

    /// Collects a node whose static evaluation is its value.
    #[inline]
    fn sample_leaf(&mut self, node: &N) {
        if let Some(leaves) = &mut self.leaves {
            leaves.add(node);
        }
    }

    /// Returns the value of a finished game. A position that occurred before counts as a draw at
    /// its second occurrence: a side that can do better than repeat could have done so at the
    /// first.
    #[inline]
    fn terminal_score(&self, node: &N, ply: usize) -> Option<i32> {
        if node.lost(self.lookups) {
            return Some(lost_at(ply));
        }
        if node.won(self.lookups) {
            return Some(-lost_at(ply));
        }
        (node.drawn(self.lookups) || self.repeats(node)).then(|| self.contempt.draw(node.color()))
    }

    #[inline]
    fn repeats(&self, node: &N) -> bool {
        let key = node.key();
        let plies = usize::from(node.quiet()).min(self.path.len());
        // Moving away and back takes both sides four plies. A plain loop, because a range with
        // steps is not inlined.
        let mut back = 4;
        while back <= plies {
            if self.path[self.path.len() - back] == key {
                return true;
            }
            back += 2;
        }
        false
    }

    /// Returns `true` if the search must end. Calls the stop check from time to time.
    pub(super) fn interrupted(&mut self) -> bool {
        if !self.stopped && self.nodes >= self.next_poll {
            self.stopped = (self.stop_check)(self.nodes).is_break();
            self.next_poll = self.nodes + NODES_BETWEEN_POLLS;
        }
        self.stopped
    }

    /// Returns the result of the tables for a node. A probe makes the next call of the stop check
    /// come sooner.
    #[inline]
    pub(super) fn probe(&mut self, node: &N, ply: usize) -> TbHit {
        let hit = self.tb_probe.map_or(TbHit::Nothing, |tb_probe| tb_probe.probe(node, ply));
        if hit != TbHit::Nothing {
            self.next_poll = self.next_poll.saturating_sub(NODES_FOR_A_PROBE);
            self.interrupted();
        }
        hit
    }
}
