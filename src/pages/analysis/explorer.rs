// SPDX-License-Identifier: GPL-3.0-or-later
//! Finds what each move of the position on the board is worth: from the tables, and where they end,
//! by the engine, which deepens its estimate for a few seconds.
//!
//! The tables are read on other threads. Results that arrive after the position has changed are
//! dropped.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use morris::{Game, Move};
use morris_engine::{Event, EventKind, Limits, Request, RequestId, Score, Strength, needed_positions};
use morris_play::session::{Scene, Status};
use morris_solved::tablebase::{ProbeResult, Wdl};
use morris_teach::explore::{MoveRow, explore};
use morris_teach::review::best_by_point;

use crate::board::{MoveTone, ShownMove};
use crate::text::describe;

use super::exploration::Explored;
use super::opened::Part;
use super::{AnalysisPage, Announce};

/// Maximum time of an estimate.
const TIME: Duration = Duration::from_secs(5);
/// Maximum number of moves shown of a line.
const LONGEST_LINE: usize = 12;

impl AnalysisPage {
    pub(super) fn connect_engine(&self) {
        let hear = weak!(page = self, move |event: Event| page.handle_engine_event(event));
        self.imp().engine.get_or_init(|| self.context().services.engine.client(hear));
    }

    /// Shows the values of the moves of a position in the table and on the board, as far as they
    /// are known, and finds the others.
    pub(super) fn show_values(&self, game: &Game, scene: &Scene) {
        let imp = self.imp();
        if matches!(scene.status, Status::Over(_)) {
            self.forget_explored();
            imp.board.set_values(&[], false);
            imp.values.show_words(&gettext("The game is over"));
            return self.show_estimate(game, None);
        }
        if !imp.explored.borrow().are_of(game) {
            self.explore(game);
        }
        let explored = imp.explored.borrow();
        let Some(rows) = &explored.rows else {
            imp.board.set_values(&[], false);
            imp.values.expire();
            return self.show_estimate(game, None);
        };
        self.show_rows_of(game, rows);
        self.show_estimate(game, explored.estimate.as_ref());
        let known = |row: &MoveRow| Some((row.mv, ProbeResult { value: row.value?, plies: row.plies }));
        let shown = rows.iter().filter(|_| self.part() != Part::Review);
        let values: Vec<_> = shown.filter_map(known).collect();
        let alike = values.windows(2).all(|pair| pair[0].1 == pair[1].1);
        imp.board.set_values(&best_by_point(&values, |mv| scene.next_tap(mv)), alike);
    }

    /// Shows the table, unless no value in it is known.
    fn show_rows_of(&self, game: &Game, rows: &[MoveRow]) {
        let values = &self.imp().values;
        if rows.iter().any(|row| row.value.is_some()) {
            values.show(game.rules().board, rows);
        } else {
            values.show_words(&gettext("This position is not solved: there are no exact values"));
        }
    }

    /// Returns whether the values of the moves are being read.
    pub(super) fn is_exploring(&self) -> bool {
        let explored = self.imp().explored.borrow();
        explored.request > 0 && explored.rows.is_none()
    }

    fn show_estimate(&self, game: &Game, estimate: Option<&(Score, Vec<Move>)>) {
        let imp = self.imp();
        if estimate.is_none() && imp.estimate_box.focus_child().is_some() {
            imp.board.grab_focus();
        }
        imp.estimate_box.set_visible(estimate.is_some());
        if let Some((score, line)) = estimate {
            let moves = describe::move_line(game.rules().board, &line[..line.len().min(LONGEST_LINE)]);
            let words = describe::estimate(*score, game.position().side());
            imp.estimate.set_label(&format!("{words}\n{moves}"));
        }
    }

    /// Returns the value of the position of a game for the side to move, if it is known.
    pub(super) fn known_value(&self, game: &Game) -> Option<Wdl> {
        let explored = self.imp().explored.borrow();
        let rows = explored.rows.as_ref().filter(|_| explored.are_of(game))?;
        // A win is the best value, even if other moves are unknown.
        let best = rows.iter().filter_map(|row| row.value).max()?;
        (best == Wdl::Win || !explored.is_partial()).then_some(best)
    }

    /// Returns the line of the engine from the position on the board, if it has one.
    pub(super) fn estimated_line(&self) -> Option<Vec<Move>> {
        let explored = self.imp().explored.borrow();
        explored.estimate.as_ref().map(|(_, line)| line.clone()).filter(|line| !line.is_empty())
    }

    /// Plays out the line of the engine.
    pub(super) fn play_estimate(&self) {
        if let Some(line) = self.estimated_line() {
            self.play_out(line);
        }
    }

    /// Finds the values again, because the tables have changed.
    pub(super) fn explore_again(&self) {
        self.forget_explored();
        if self.is_mapped() {
            self.show_position(Announce::Silently);
        }
    }

    fn forget_explored(&self) {
        self.stop_estimate();
        self.imp().explored.take();
    }

    /// Stops the engine. Its estimate so far stays.
    pub(super) fn stop_estimate(&self) {
        if let Some(engine) = self.imp().engine.get() {
            engine.stop();
        }
    }

    /// Reads the values of the moves from the tables on another thread.
    fn explore(&self, game: &Game) {
        let imp = self.imp();
        self.stop_estimate();
        imp.awaits_values.set(false);
        let (stop, request) = (Arc::<AtomicBool>::default(), imp.requests.get() + 1);
        imp.requests.set(request);
        let positions = needed_positions(game.positions(), game.rules()).to_vec();
        let stopping = Arc::clone(&stop);
        let (rules, rows, estimate) = (*game.rules(), None, None);
        imp.explored.replace(Explored { rules, positions, rows, estimate, request, stop });
        let (tables, game, page) = (self.context().services.tables.current(), game.clone(), self.downgrade());
        glib::spawn_future_local(async move {
            let asked = game.clone();
            let rows = gio::spawn_blocking(move || {
                let go_on = || if stopping.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                explore(&tables, &asked, &mut { go_on })
            });
            let (Ok(rows), Some(page)) = (rows.await, page.upgrade()) else { return };
            page.show_rows(&game, request, rows);
        });
    }

    fn show_rows(&self, game: &Game, request: u64, rows: Vec<MoveRow>) {
        {
            let mut explored = self.imp().explored.borrow_mut();
            if explored.request != request {
                return;
            }
            explored.rows = Some(rows);
        }
        if self.is_mapped() {
            self.ask_engine(game);
        }
        self.show_position(Announce::Silently);
        if self.imp().awaits_values.take() && self.part() == Part::Values {
            self.imp().values.focus_list();
        }
    }

    /// Asks the engine for an estimate where the tables end, and otherwise which of the equal moves
    /// Perfect plays.
    fn ask_engine(&self, game: &Game) {
        let explored = self.imp().explored.borrow();
        let strength = match explored.is_partial() {
            true => Strength::Limits(Limits { time: Some(TIME), ..Limits::default() }),
            false => Strength::Perfect,
        };
        let request = Request::new(*game.rules(), explored.positions.clone(), strength);
        let request = Request { id: RequestId(explored.request), ..request };
        drop(explored);
        if let Some(engine) = self.imp().engine.get() {
            engine.think(request);
        }
    }

    /// Asks the engine about the position on the board, since the page is visible again. It is not
    /// asked again which move Perfect plays, since that is chosen at random from equal moves.
    pub(super) fn ask_engine_again(&self) {
        let opened = self.imp().opened.borrow();
        let game = opened.as_ref().map(|opened| opened.sight(self.part()).game);
        let is_known = |game: &Game| {
            let explored = self.imp().explored.borrow();
            let is_told = explored.rows.iter().flatten().any(|row| row.is_perfect);
            explored.rows.is_some() && !is_told && explored.are_of(game)
        };
        if let Some(game) = game.filter(is_known) {
            self.ask_engine(&game);
        }
    }

    /// Takes an event of the engine about the position on the board.
    pub(super) fn handle_engine_event(&self, event: Event) {
        let mut explored = self.imp().explored.borrow_mut();
        if event.id != RequestId(explored.request) {
            return;
        }
        let partial = explored.is_partial();
        match event.kind {
            EventKind::Info(info) if partial => explored.estimate = Some((info.score, info.pv)),
            EventKind::Best(best) => {
                let rows = explored.rows.iter_mut().flatten();
                rows.for_each(|row| row.is_perfect = row.mv == best.mv);
            }
            EventKind::Failed(reason) => {
                tracing::warn!("the engine: {reason}");
                return;
            }
            EventKind::Info(_) | EventKind::NoMove => return,
        }
        drop(explored);
        // What is on the board stays: a line may be played out from it.
        let opened = self.imp().opened.borrow();
        let Some(opened) = opened.as_ref() else { return };
        let game = opened.sight(self.part()).game;
        let explored = self.imp().explored.borrow();
        if let Some(rows) = explored.rows.as_ref().filter(|_| explored.are_of(&game)) {
            self.show_rows_of(&game, rows);
            self.show_estimate(&game, explored.estimate.as_ref());
            drop(explored);
            self.update_actions(opened);
        }
    }

    /// Shows on the board a move of the table that is focused or under the pointer.
    pub(super) fn point_at(&self, mv: Move) {
        let explored = self.imp().explored.borrow();
        let rows = explored.rows.iter().flatten();
        let best = rows.clone().filter_map(|row| row.value).max();
        let Some(value) = rows.clone().find(|row| row.mv == mv).map(|row| row.value) else { return };
        let tone = if value.is_some() && value < best { MoveTone::Bad } else { MoveTone::Good };
        self.imp().board.set_shown_moves(&[ShownMove { mv, tone }]);
    }
}
