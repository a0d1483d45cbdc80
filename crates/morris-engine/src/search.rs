// SPDX-License-Identifier: GPL-3.0-or-later
//! Principal variation search: the value of a node to a depth.

use std::ops::ControlFlow;

use super::abdada::{self, CurrentlySearching};
use super::leaves::LeafSample;
use super::move_ordering::{DEEPEST, Histories, MovePicker, ScoredMove, Stage, pick};
use super::node::{GenType, Node, NodeType, NonPvNode, PvNode, Window};
use super::packed_move::PackedMove;
use super::score::{DRAW, INFINITE, is_decided, lost_at};
use super::selectivity::Selectivity;
use super::tb_probe::{TbHit, TbProbe};
use super::transposition::{Bound, Entry, Spot, TranspositionTable};

/// Called every so many nodes; says whether to go on.
pub(super) type StopCheck<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

/// The stop check is asked after so many nodes: a fraction of a millisecond.
const NODES_BETWEEN_POLLS: u64 = 1_024;
/// A look into a table counts as so many nodes there: it may have to wait for the disk.
const NODES_FOR_A_PROBE: u64 = 32;

/// One thread's search.
pub(super) struct Search<'a, N: Node> {
    pub(super) lookups: &'a N::Lookups,
    pub(super) table: &'a TranspositionTable,
    stop_check: &'a mut StopCheck<'a>,
    pub(super) selectivity: Selectivity,
    /// What tables of solved positions say.
    pub(super) tb_probe: Option<TbProbe<'a>>,
    /// What other threads search, if there are any.
    pub(super) busy: Option<&'a CurrentlySearching>,
    /// Takes down where the search stops, if anybody wants to know.
    pub(super) leaves: Option<&'a mut LeafSample>,
    pub(super) histories: Box<Histories<'a>>,
    /// The nodes above the one searched that another thread may settle meanwhile.
    open: Vec<OpenNode<N>>,
    /// What another thread has settled: all that is searched below it is given up.
    settled: Option<Settled>,
    /// The keys of the positions before the one searched, since the start of the game.
    pub(super) path: Vec<u64>,
    /// The moves yet to be tried of all nodes above the one searched, one after the other.
    pub(super) moves: Vec<ScoredMove>,
    pub(super) nodes: u64,
    /// With so many nodes the mills are given up that are tried before a position is judged.
    quiescence_limit: u64,
    next_poll: u64,
    pub(super) stopped: bool,
}

/// How many nodes mills cost at most that are tried before a position is judged. By the rules that
/// are played hardly any costs so many; where every man may be removed at every mill, as in rules
/// of one's own, it would be millions, and no clock would be looked at.
const MOST_QUIESCENCE_NODES: u64 = 1_000;

/// A node that is searched, perhaps by several threads.
struct OpenNode<N> {
    node: N,
    spot: Spot,
    window: Window,
    depth: i32,
    ply: usize,
}

/// An open node, named by its ply, whose value the table tells by now.
#[derive(Clone, Copy)]
struct Settled {
    ply: usize,
    value: i32,
}

/// What the table expects of a node.
struct Expected {
    mv: Option<PackedMove>,
    /// Whether a move will probably be too good, so that most of the others need no search.
    cutoff: bool,
}

impl<'a, N: Node> Search<'a, N> {
    /// A search that asks the stop check nothing before [`Self::arm_stop_check`].
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
            busy: None,
            leaves: None,
            histories: Box::new(histories),
            open: Vec::new(),
            settled: None,
            path,
            moves: Vec::with_capacity(1 << 12),
            nodes: 0,
            quiescence_limit: 0,
            next_poll: u64::MAX,
            stopped: false,
        }
    }

    /// From now on asks the stop check whether to go on.
    pub(super) fn arm_stop_check(&mut self) {
        self.next_poll = self.nodes;
    }

    /// The value of a node that another one led to, for its side to move.
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
        // No win is quicker than by the next move, no loss slower than one here.
        let window = Window { alpha: window.alpha.max(lost_at(ply)), beta: window.beta.min(-lost_at(ply + 1)) };
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let bucket = self.table.fetch(spot.key);
        // While the bucket is on its way.
        let moved = self.tb_probe.is_some_and(|tb_probe| tb_probe.moves_estimates());
        let futile = || self.selectivity.futile(node, self.lookups, window, depth);
        let futile = (!K::EXACT && !moved).then(futile).flatten();
        let known = self.table.read(&bucket);
        let shared = self.sharing(depth).is_some();
        // Threads that share a node of the principal variation take its value from whoever is first
        // to know it: otherwise each would search the whole of it.
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
        let (value, mv) = self.best_move::<K>(node, expected, futile, window, depth, ply);
        self.path.pop();
        if shared {
            self.open.pop();
        }
        if self.stopped {
            return DRAW;
        }
        if let Some(settled) = self.settled {
            self.settled = Some(settled).filter(|settled| settled.ply < ply);
            return settled.value;
        }
        self.store(spot, value, mv, window, depth, ply);
        value
    }

    /// The value of a node where the depth is used up.
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
        // What was seen to the end is no estimate.
        if is_decided(value) { value } else { moved + value }
    }

    /// The best value among the moves of a node, and the move if it raised alpha.
    fn best_move<K: NodeType>(
        &mut self,
        node: &N,
        expected: Expected,
        futile: Option<i32>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> (i32, Option<PackedMove>) {
        let start = self.moves.len();
        // A child without depth is judged without the table.
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
        // Moves from here on are put off, since another thread searches them. Where the next move
        // will probably be enough it is better to help with that one.
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
            if self.stopped || self.settled.is_some() || sharing.is_some() && self.is_settled() {
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

    /// What other threads search, if there are any and a node of this depth is shared with them.
    #[inline]
    fn sharing(&self, depth: i32) -> Option<&'a CurrentlySearching> {
        self.busy.filter(|_| depth >= abdada::LEAST_DEPTH)
    }

    /// Whether another thread has settled a node above meanwhile; then all that is searched below
    /// it is given up.
    fn is_settled(&mut self) -> bool {
        self.settled = self.open.iter().find_map(|open| {
            let entry = self.table.get(open.spot.key)?;
            let value = self.known_value(&open.node, entry, open.window, open.depth, open.ply)?;
            Some(Settled { ply: open.ply, value })
        });
        self.settled.is_some()
    }

    /// Has what the table knows of the position after a move come near.
    #[inline]
    fn prefetch(&self, node: &N, mv: PackedMove) {
        if let Some(key) = node.key_after(mv, self.lookups) {
            self.table.prefetch(key);
        }
    }

    /// The value of a move that is not the first: first a scout, perhaps a shallow one, then what
    /// it calls for.
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
        if reduction > 0 && value > window.alpha && self.settled.is_none() {
            value = -self.search::<NonPvNode>(child, scout, depth - 1, ply + 1);
        }
        if K::EXACT && self.settled.is_none() && value > window.alpha && value < window.beta {
            value = -self.search::<PvNode>(child, window.reversed(), depth - 1, ply + 1);
        }
        value
    }

    /// The value by judging: mills that can be closed at once are tried before.
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

    /// Takes down a node whose evaluation stands.
    #[inline]
    fn sample_leaf(&mut self, node: &N) {
        if let Some(leaves) = &mut self.leaves {
            leaves.add(node);
        }
    }

    /// The value of a game that is over. A position seen before counts as a draw at its second
    /// time: whoever can do better than repeat could have done so at the first.
    #[inline]
    fn terminal_score(&self, node: &N, ply: usize) -> Option<i32> {
        if node.lost(self.lookups) {
            return Some(lost_at(ply));
        }
        (node.drawn(self.lookups) || self.repeats(node)).then_some(DRAW)
    }

    #[inline]
    fn repeats(&self, node: &N) -> bool {
        let key = node.key();
        let plies = usize::from(node.quiet()).min(self.path.len());
        // A man and its opponent need four plies to go away and come back. By hand, since a range
        // with steps is not inlined.
        let mut back = 4;
        while back <= plies {
            if self.path[self.path.len() - back] == key {
                return true;
            }
            back += 2;
        }
        false
    }

    /// Whether the search is to end; asks the stop check now and then.
    pub(super) fn interrupted(&mut self) -> bool {
        if !self.stopped && self.nodes >= self.next_poll {
            self.stopped = (self.stop_check)(self.nodes).is_break();
            self.next_poll = self.nodes + NODES_BETWEEN_POLLS;
        }
        self.stopped
    }

    /// What the tables say of a node. Where they were asked, the stop check is asked so much the
    /// sooner.
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
