// SPDX-License-Identifier: GPL-3.0-or-later
//! What moves are worth, where tables know it: marks on the board, and moves that gave value away in the list.
//!
//! All of it is found out on other threads; what comes after the game has gone on is dropped.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use morris::{Move, Point, Position, Rules};
use morris_engine::tablebase::Wdl;
use morris_engine::tablebase::{ProbeResult, Prober};
use morris_play::session::{Scene, Status};

use super::GamePage;
use super::move_list::Mistake;
use super::show::viewed_moves;

/// The moves of a position with their values.
#[derive(Debug, Default)]
pub struct Values {
    /// The positions up to the one that was asked about.
    positions: Vec<Position>,
    moves: Vec<(Move, ProbeResult)>,
}

impl GamePage {
    /// Marks the moves of the scene with their values, where that is wanted and known.
    pub(super) fn show_values(&self, scene: &Scene) {
        let imp = self.imp();
        if !can_be_marked(scene) || !self.services().settings.get().values {
            return imp.board.set_values(&[]);
        }
        let asked = self.read(|game| {
            let record = game.session.record();
            (record.positions()[..=viewed_moves(scene, record.cursor())].to_vec(), *record.rules())
        });
        let Some((positions, rules)) = asked else { return };
        if imp.values.borrow().positions == positions {
            return imp.board.set_values(&on_points(scene, &imp.values.borrow().moves));
        }
        imp.board.set_values(&[]);
        let (tables, page) = (self.services().tables.current(), self.downgrade());
        imp.values.replace(Values { positions: positions.clone(), moves: Vec::new() });
        glib::spawn_future_local(async move {
            let asked = positions.clone();
            let moves = gio::spawn_blocking(move || values(&tables, &rules, &positions)).await;
            let (Ok(moves), Some(page)) = (moves, page.upgrade()) else { return };
            let current = page.imp().values.borrow().positions == asked;
            if current {
                let known = !moves.is_empty();
                page.imp().values.replace(Values { positions: asked, moves });
                page.show_values_again();
                page.answer_values(known);
            }
        });
    }

    /// Marks what moves are worth, or no longer; and says what can be seen of it.
    pub(super) fn toggle_values(&self) {
        let wanted = !self.services().settings.get().values;
        // Found out anew, so that the answer comes also where the same was asked before.
        self.imp().values.take();
        self.imp().values_asked.set(wanted);
        self.services().settings.change(|settings| settings.values = wanted);
        let marked = self.read(|game| can_be_marked(&game.session.scene())) == Some(true);
        if !wanted {
            self.answer(&gettext("Moves are no longer marked"));
        } else if !marked {
            self.imp().values_asked.set(false);
            self.answer(&gettext("Moves will be marked when it is your turn"));
        }
    }

    /// Says once, after a person has asked, whether there is anything to be seen.
    fn answer_values(&self, known: bool) {
        if !self.imp().values_asked.take() {
            return;
        }
        self.answer(&if known {
            gettext("Each move is marked with what it leads to")
        } else {
            gettext("The solved positions do not reach this one: the settings can add more")
        });
    }

    /// The setting or the tables have changed.
    pub(super) fn forget_values(&self) {
        self.imp().values.take();
        self.show_values_again();
        self.show_slips();
    }

    pub(super) fn show_values_again(&self) {
        let scene = self.read(|game| game.session.scene());
        scene.into_iter().for_each(|scene| self.show_values(&scene));
    }

    /// After the game, marks the moves that gave value away.
    pub(super) fn show_slips(&self) {
        self.imp().moves.mark_slips(&[]);
        let over = self.read(|game| {
            let record = game.session.record();
            let over = game.session.outcome().is_some();
            over.then(|| (record.positions().to_vec(), *record.rules()))
        });
        let Some(Some((positions, rules))) = over else { return };
        let (tables, page) = (self.services().tables.current(), self.downgrade());
        glib::spawn_future_local(async move {
            let asked = positions.clone();
            let slips = gio::spawn_blocking(move || slips(&tables, &rules, &positions)).await;
            let (Ok(slips), Some(page)) = (slips, page.upgrade()) else { return };
            let same = page
                .read(|game| game.session.outcome().is_some() && game.session.record().positions() == asked.as_slice());
            if same == Some(true) {
                page.imp().moves.mark_slips(&slips);
            }
        });
    }
}

/// Whether there are turns to mark: those that a person can play, or could have played.
fn can_be_marked(scene: &Scene) -> bool {
    let open = !scene.targets.is_empty() || !scene.movable.is_empty() || !scene.removable.is_empty();
    open || matches!(scene.status, Status::Viewing { .. })
}

/// The moves after these positions whose value is known.
fn values(
    tables: &morris_engine::tablebase::Tables,
    rules: &Rules,
    positions: &[Position],
) -> Vec<(Move, ProbeResult)> {
    let mut go_on = || ControlFlow::Continue(());
    let mut judge = Prober::new(tables, rules, &mut go_on);
    let moves = positions.last().map(|position| position.legal_moves(rules)).unwrap_or_default();
    moves.into_iter().filter_map(|mv| Some((mv, judge.mv(positions, mv)?))).collect()
}

/// Which moves gave value away, in their order.
fn slips(tables: &morris_engine::tablebase::Tables, rules: &Rules, positions: &[Position]) -> Vec<Option<Mistake>> {
    let mut go_on = || ControlFlow::Continue(());
    let mut judge = Prober::new(tables, rules, &mut go_on);
    let values: Vec<_> = positions.iter().map(|position| judge.position(position).map(|known| known.value)).collect();
    let slip = |pair: &[Option<Wdl>]| match (pair[0]?, pair[1]?.opposite()) {
        (Wdl::Win, Wdl::Draw) => Some(Mistake::WinToDraw),
        (Wdl::Win, Wdl::Loss) => Some(Mistake::WinToLoss),
        (Wdl::Draw, Wdl::Loss) => Some(Mistake::DrawToLoss),
        _ => None,
    };
    values.windows(2).map(slip).collect()
}

/// What a tap on each point leads to at best.
fn on_points(scene: &Scene, moves: &[(Move, ProbeResult)]) -> Vec<(Point, ProbeResult)> {
    let half = scene.last.filter(|_| !scene.removable.is_empty()).map(|(_, mv)| mv.without_removal());
    let point = |mv: &Move| match (half, scene.picked) {
        (Some(half), _) => mv.removed.first().filter(|_| mv.without_removal() == half),
        (None, Some(picked)) => Some(mv.to).filter(|_| mv.from == Some(picked)),
        (None, None) => Some(mv.from.unwrap_or(mv.to)),
    };
    let mut best: Vec<(Point, ProbeResult)> = Vec::new();
    for (mv, verdict) in moves {
        let Some(point) = point(mv) else { continue };
        match best.iter_mut().find(|(other, _)| *other == point) {
            Some((_, known)) => *known = (*known).max_by_rank(*verdict),
            None => best.push((point, *verdict)),
        }
    }
    best
}

/// Which of two verdicts one would rather have.
trait Better {
    fn max_by_rank(self, other: Self) -> Self;
}

impl Better for ProbeResult {
    fn max_by_rank(self, other: Self) -> Self {
        let rank = |verdict: &Self| {
            let plies = u16::from(verdict.plies.unwrap_or(u8::MAX));
            (verdict.value, if verdict.value == Wdl::Win { Reverse(plies) } else { Reverse(u16::MAX - plies) })
        };
        if rank(&other) > rank(&self) { other } else { self }
    }
}
