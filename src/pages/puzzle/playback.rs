// SPDX-License-Identifier: GPL-3.0-or-later
//! Plays a solution on the board, one move after the other.

use std::collections::VecDeque;
use std::time::Duration;

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
    pub(super) fn play_answer(&self, moves: VecDeque<Move>, number: usize) {
        if moves.is_empty() {
            self.show_reason();
            return self.announce(&self.panel().why.label());
        }
        self.imp().answer.replace((moves, number));
        let pause = PAUSE + self.panel().board.lands_in();
        self.imp().playback.start(pause, weak!(solver = self, move || solver.play_next()));
    }

    /// Plays the rest at once and silently, since the page is left.
    pub(super) fn end_answer(&self) {
        while self.imp().playback.runs() {
            self.imp().playback.stop();
            self.play_next();
        }
    }

    fn play_next(&self) {
        let (mut moves, number) = self.imp().answer.take();
        if let Some(mv) = moves.pop_front() {
            self.play_move(mv, number % 2 == 0);
            self.play_answer(moves, number + 1);
        }
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

#[cfg(test)]
mod tests {
    use gtk::prelude::*;
    use morris_teach::puzzles::Puzzle;

    use super::super::tests::{LONG, page};
    use super::*;
    use crate::widgets::for_tests::in_window;

    #[gtk::test]
    fn a_solution_ends_at_once_when_its_page_is_left() {
        let page = page();
        let window = in_window(&*page);
        page.show(Some(Puzzle::parse(LONG).unwrap()));
        page.give_up();
        window.set_child(gtk::Widget::NONE);
        assert!(!page.imp().playback.runs());
        let panel = page.panel();
        assert_eq!(panel.why.label(), "Two threats at once: Two mills are threatened at once.");
        assert!(panel.board.scene().unwrap().men.white.contains("d2".parse().unwrap()));
        window.destroy();
    }
}
