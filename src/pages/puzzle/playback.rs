// SPDX-License-Identifier: GPL-3.0-or-later
//! Plays a solution on the board, one move after the other.

use std::collections::VecDeque;
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;

use morris::Move;

use super::solver::Solver;
use crate::board::{MoveTone, ShownMove};
use crate::pages::exercise::Exercise;

/// Time before each move, after the previous one has landed.
const PAUSE: Duration = Duration::from_millis(800);

impl Solver {
    /// Plays these moves of both sides, and then shows the reason. The solver's moves, whose
    /// `number` is even, also get an arrow. Another puzzle ends it.
    pub(super) fn play_answer(&self, mut moves: VecDeque<Move>, number: usize) {
        let Some(mv) = moves.pop_front() else {
            self.show_reason();
            return self.announce(&self.panel().why.label());
        };
        let pause = PAUSE + self.panel().board.lands_in();
        let solver = self.downgrade();
        self.imp().playback.start(pause, move || {
            if let Some(solver) = solver.upgrade() {
                solver.play_move(mv, number % 2 == 0);
                solver.play_answer(moves, number + 1);
            }
        });
    }

    /// Plays a move on the board, which stays without interaction.
    fn play_move(&self, mv: Move, own: bool) {
        let panel = self.panel();
        let played = panel.entry.borrow_mut().as_mut().map(|entry| entry.play(mv));
        let Some(Ok(cues)) = played else { return };
        let shown: Vec<_> = own.then_some(ShownMove { mv, tone: MoveTone::Good }).into_iter().collect();
        panel.board.set_shown_moves(&shown);
        self.show_scene();
        cues.into_iter().for_each(|cue| self.play_cue(cue));
    }
}
