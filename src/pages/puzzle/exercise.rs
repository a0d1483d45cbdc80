// SPDX-License-Identifier: GPL-3.0-or-later
//! What a puzzle has in common with endgames.

use adw::prelude::*;
use adw::subclass::prelude::*;

use morris::{Move, Point};

use super::clock::left_words;
use super::solver::{Solver, Stage};
use crate::pages::exercise::{Exercise, Parts};
use crate::text::describe::{self, ExerciseAction};
use crate::text::i18n::{gettext_f, sentences};

impl Exercise for Solver {
    fn panel(&self) -> &Parts {
        self.imp().panel.imp()
    }

    fn act(&self, action: ExerciseAction) {
        let in_run = self.imp().run.borrow().is_some();
        match (action, self.stage()) {
            (ExerciseAction::Next, _) if self.panel().offers_next() => self.go_on(),
            // The same key as for the next puzzle, since nothing else can follow a wrong move.
            (ExerciseAction::Next | ExerciseAction::Undo, Stage::Look) => self.try_again(),
            (ExerciseAction::Hint, Stage::Move | Stage::Look) if !in_run => self.ask_hint(),
            (ExerciseAction::Undo, Stage::Move) if self.is_removing() => self.put_down(),
            _ => self.explain_refusal(action),
        }
    }

    fn why_not(&self, action: ExerciseAction) -> Option<String> {
        match (action, self.stage()) {
            // The run is over, or there is no puzzle, as the task says.
            (ExerciseAction::Hint | ExerciseAction::Tap, _) if self.run_is_over() => {
                Some(self.panel().task.label().into())
            }
            (ExerciseAction::Hint | ExerciseAction::Next, Stage::Empty) => Some(self.panel().task.label().into()),
            // Judging a move takes only a moment.
            (ExerciseAction::Hint | ExerciseAction::Next, Stage::Judge) => None,
            (_, stage) => {
                Some(describe::unavailable_in_puzzle(self.imp().rules.get().board, action, stage == Stage::Next))
            }
        }
    }

    /// Handles a tap on a point. While a wrong move is shown, a tap takes it back, and picks up the
    /// tapped man if it can be moved. A typed point is always meant, so it is part of the next
    /// attempt.
    fn tap(&self, point: Point) {
        if let Some(sought) = self.imp().sought.get() {
            return self.take_point(point, sought);
        }
        match self.stage() {
            Stage::Move => self.enter_point(point),
            Stage::Look => {
                let board = &self.panel().board;
                self.try_again();
                if board.is_typing() || board.scene().is_some_and(|scene| scene.movable.contains(point)) {
                    self.enter_point(point);
                }
            }
            Stage::Next => self.refuse_tap(),
            Stage::Empty | Stage::Judge => {}
        }
    }

    fn awaits_move(&self) -> bool {
        self.stage() == Stage::Move
    }

    fn play(&self, mv: Move) {
        self.show_scene();
        self.judge(mv);
    }

    /// Adds the score of a run and its remaining time. After its end, says how it ended.
    fn whose_move(&self, words: String) -> String {
        let Some(run) = self.imp().run.borrow().clone() else { return words };
        if run.is_over() {
            return self.panel().task.label().into();
        }
        let words = if self.is_about_points() { self.panel().task.label().into() } else { words };
        let now = sentences(&[words, self.score_words()]);
        match run.left() {
            Some(left) => gettext_f("{now}, {time} left", &[("now", &now), ("time", &left_words(left))]),
            None => now,
        }
    }

    /// Takes back a wrong move that is shown, or leaves the page.
    fn go_back(&self) {
        match self.stage() {
            Stage::Look => self.try_again(),
            _ => _ = self.activate_action("win.back", None),
        }
    }
}
