// SPDX-License-Identifier: GPL-3.0-or-later
//! Threads that search the same root and help the first one through the table they share ("lazy SMP"). Each puts off the
//! turns that another one searches just now, as in ABDADA; without that two threads took 0.75 of the time of one.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::busy::Busy;
use super::node::Node;
use super::oracle::Oracle;
use super::order::DEEPEST;
use super::root::Root;
use super::search::Search;
use super::table::Table;
use super::tables::Tables;
use super::turn::Turn;

/// What is searched.
pub(super) struct Task<'a> {
    pub(super) tables: &'a Tables,
    pub(super) table: &'a Table,
    pub(super) node: Node,
    pub(super) path: Vec<u64>,
    pub(super) turns: Vec<Turn>,
    pub(super) seed: u64,
    pub(super) oracle: Option<Oracle<'a>>,
}

/// What the threads tell each other besides the table.
pub(super) struct Team {
    /// Whether the first thread has its answer.
    done: AtomicBool,
    /// The nodes of the helpers.
    nodes: AtomicU64,
    /// What all are busy with.
    pub(super) busy: Busy,
}

impl Team {
    pub(super) fn new() -> Self {
        Self { done: AtomicBool::new(false), nodes: AtomicU64::new(0), busy: Busy::new() }
    }

    /// The nodes that the helpers have searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Does `work` while so many threads help.
    pub(super) fn help(&self, helpers: usize, task: &Task, work: impl FnOnce()) {
        thread::scope(|scope| {
            for number in 1..=helpers as u64 {
                let helper = thread::Builder::new().name(format!("helper {number}"));
                // Without the helper the search is slower, but as good.
                let _ = helper.spawn_scoped(scope, move || self.search(task, number));
            }
            work();
            self.done.store(true, Relaxed);
        });
    }

    /// What a helper does: the same search in another order.
    fn search(&self, task: &Task, number: u64) {
        let mut counted = 0;
        let mut watch = |nodes| {
            self.nodes.fetch_add(nodes - counted, Relaxed);
            counted = nodes;
            if self.done.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut search = Search::new(task.tables, task.table, &mut watch, task.path.clone());
        search.oracle = task.oracle;
        search.busy = Some(&self.busy);
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(task.seed.wrapping_add(number));
        Root::new(search, task.node, &task.turns, 0, &mut chance).deepen(1..=DEEPEST as u8, |_| true);
    }
}
