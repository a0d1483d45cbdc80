// SPDX-License-Identifier: GPL-3.0-or-later
//! Plays a solution on the board, one move after the other.

use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;

use morris::Move;
use morris_play::session::{MoveEntry, Scene};

use super::solver::Solver;
use crate::board::{MoveTone, ShownMove};
use crate::pages::exercise::Exercise;

/// Time before each move, after the previous one has landed.
const PAUSE: Duration = Duration::from_millis(800);

impl Solver {
    /// Plays these moves of both sides, and then shows the reason. The solver's moves also get an
    /// arrow. Another puzzle ends it.
    pub(super) fn play_answer(&self, moves: Vec<Move>) {
        self.play_next(moves.into(), 0);
    }

    fn play_next(&self, mut moves: std::collections::VecDeque<Move>, number: usize) {
        let Some(mv) = moves.pop_front() else {
            self.show_reason();
            return self.announce(&self.imp().why.label());
        };
        let pause = PAUSE + self.imp().board.lands_in();
        let solver = self.downgrade();
        self.imp().playback.start(pause, move || {
            if let Some(solver) = solver.upgrade() {
                solver.play_move(mv, number % 2 == 0);
                solver.play_next(moves, number + 1);
            }
        });
    }

    /// Plays a move on the board, which stays without interaction.
    fn play_move(&self, mv: Move, own: bool) {
        let (scene, cues) = {
            let mut open = self.imp().open.borrow_mut();
            let Some(open) = open.as_mut() else { return };
            let (before, rules) = (open.position, open.attempt.puzzle().rules);
            let Ok(after) = before.play(mv, &rules) else { return };
            open.position = after;
            open.last = Some((before.side(), mv));
            let cues = MoveEntry::default().unplayed_cues(mv, &before, &rules);
            (Scene::of_position(&after, open.last, &rules), cues)
        };
        let shown: Vec<_> = own.then_some(ShownMove { mv, tone: MoveTone::Good }).into_iter().collect();
        self.imp().board.set_shown_moves(&shown);
        self.imp().hands.count(&scene);
        self.imp().board.show(&scene.at_rest());
        cues.into_iter().for_each(|cue| self.play_cue(cue));
    }
}
