// SPDX-License-Identifier: GPL-3.0-or-later
//! Data flow of a move in a puzzle: a complete move, its judgment, and the result on the page.

use std::sync::Arc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use jiff::Zoned;

use morris::{Color, Move, PointSet};
use morris_teach::puzzles::{Attempt, AttemptState, Rated, RatingScore, Verdict};

use super::course::{AGAINST_PERFECT, Course};
use super::solver::{Open, Solver, Stage, solved};
use crate::board::{MoveTone, ShownMove};
use crate::pages::exercise::{Exercise, Success};
use crate::text::describe::{self, ExerciseAction};
use crate::text::i18n::{gettext_f, ngettext_f, sentences};

impl Solver {
    /// Judges a move on another thread.
    pub(super) fn judge(&self, mv: Move) {
        let attempt = {
            let mut open = self.imp().open.borrow_mut();
            let Some(open) = open.as_mut() else { return };
            open.stage = Stage::Judge;
            open.attempt.clone()
        };
        self.show_buttons();
        let (page, of) = (self.downgrade(), Arc::clone(attempt.puzzle()));
        glib::spawn_future_local(async move {
            let judge = move || {
                let mut attempt = attempt;
                let verdict = attempt.judge(mv);
                (attempt, verdict)
            };
            let (Ok((attempt, verdict)), Some(page)) = (gio::spawn_blocking(judge).await, page.upgrade()) else {
                return;
            };
            let same = page
                .imp()
                .open
                .borrow()
                .as_ref()
                .is_some_and(|open| Arc::ptr_eq(open.attempt.puzzle(), &of) && open.stage == Stage::Judge);
            if same {
                page.take_verdict(attempt, mv, verdict);
            }
        });
    }

    fn take_verdict(&self, attempt: Attempt, mv: Move, verdict: Result<Verdict, morris::IllegalMove>) {
        let (state, board) = (attempt.state(), attempt.puzzle().rules.board);
        let (value, side) = (attempt.puzzle().value, attempt.puzzle().position.side());
        let (rules, at) = (attempt.puzzle().rules, *attempt.position());
        if let Some(open) = self.imp().open.borrow_mut().as_mut() {
            open.attempt = attempt;
            open.hints = 0;
        }
        self.panel().board.set_shown_moves(&[]);
        self.clear_result();
        match verdict {
            Ok(Verdict::Right { .. }) if state == AttemptState::Solved => self.succeed(),
            Ok(Verdict::Right { reply }) => {
                let words = reply.map_or_else(String::new, |reply| {
                    let reply = board.display(reply).to_string();
                    gettext_f("Correct! Your opponent replies {move}. Keep going.", &[("move", &reply)])
                });
                self.show_position(reply.map(|reply| (side.other(), reply)));
                self.report(&words);
            }
            Ok(Verdict::WinsToo { slower }) => {
                self.show_position(None);
                self.report(&wins_too(slower));
            }
            Ok(Verdict::Wrong { value: after, refutation }) => {
                let words = describe::wrong_move(&rules, value, after, &at.play_unchecked(mv, &rules), &refutation);
                if state == AttemptState::Failed || self.imp().run.borrow().is_some() {
                    return self.fail(&words);
                }
                let shown: Vec<_> =
                    refutation.first().map(|&mv| ShownMove { mv, tone: MoveTone::Bad }).into_iter().collect();
                self.panel().board.set_shown_moves(&shown);
                self.go_to(Stage::Look);
                self.report(&words);
            }
            Err(error) => {
                tracing::error!("{}: {error}", board.display(mv));
                self.show_position(None);
            }
        }
    }

    pub(super) fn go_to(&self, stage: Stage) {
        if let Some(open) = self.imp().open.borrow_mut().as_mut() {
            open.stage = stage;
        }
        self.show_scene();
        self.show_buttons();
    }

    /// Starts a move of the solver in the current position of the attempt.
    fn begin_move(&self, last: Option<(Color, Move)>) {
        let open = self.imp().open.borrow();
        if let Some((open, entry)) = open.as_ref().zip(self.panel().entry.borrow_mut().as_mut()) {
            entry.begin(*open.attempt.position(), last);
        }
    }

    /// Shows the current position of the attempt, with the solver to move.
    fn show_position(&self, last: Option<(Color, Move)>) {
        self.begin_move(last);
        self.go_to(Stage::Move);
    }

    pub(super) fn try_again(&self) {
        self.take_back();
        // Announce the task again.
        self.announce(&self.whole_task());
        _ = self.focus_board();
    }

    /// Takes a wrong move back, if one is shown.
    fn take_back(&self) {
        if self.stage() == Stage::Look {
            self.panel().board.set_shown_moves(&[]);
            self.show_position(None);
            self.clear_result();
        }
    }

    /// Gives a hint, or takes a wrong move back: the button then says so.
    pub(super) fn hint_clicked(&self) {
        match self.stage() {
            Stage::Look => self.try_again(),
            _ => self.ask_hint(),
        }
    }

    /// Gives a hint. Takes a wrong move back first, since hints are about the position before it.
    pub(super) fn ask_hint(&self) {
        self.take_back();
        self.give_hint();
    }

    /// Shows the solution. Takes a wrong move back first, since the solution is about the position
    /// before it.
    pub(super) fn ask_answer(&self) {
        self.take_back();
        self.give_up();
    }

    /// Goes on to the next step.
    pub(super) fn go_on(&self) {
        match self.stage() {
            // Also if time ran out while the next puzzle was being generated.
            _ if self.run_is_over() => self.begin(self.imp().course.get(), self.imp().rules.get()),
            Stage::Look => self.try_again(),
            // There is one a day.
            Stage::Next if self.is_daily() => _ = self.activate_action("win.practise", Some(&"rated".to_variant())),
            Stage::Next if self.lesson_is_over() => {
                let solved = self.imp().series.get().solved();
                _ = self.activate_action("win.end-lesson", Some(&solved.to_variant()));
            }
            Stage::Next => match self.refuted() {
                Some(refuted) => {
                    let name = format!("{AGAINST_PERFECT}{}", refuted.id);
                    _ = self.activate_action("win.practise", Some(&name.to_variant()));
                }
                None => self.next(),
            },
            _ => self.explain_refusal(ExerciseAction::Next),
        }
    }

    /// Gives the next of three hints: the theme, the man, the move.
    fn give_hint(&self) {
        let told = {
            let mut open = self.imp().open.borrow_mut();
            let Some(open) = open.as_mut().filter(|open| open.stage == Stage::Move) else { return };
            open.attempt.hint();
            open.hints += 1;
            let themes = &open.attempt.puzzle().themes;
            let Some(&mv) = open.attempt.answer().first() else { return };
            // Without a theme, the man is the first hint.
            let step = if themes.is_empty() { open.hints + 1 } else { open.hints };
            let theme = themes.first().copied();
            (step, theme, mv)
        };
        let board = self.imp().rules.get().board;
        let (words, shown) = match told {
            (1, Some(theme), _) => {
                let theme = describe::theme_name(theme);
                (gettext_f("Hint: {theme}", &[("theme", &theme)]), None)
            }
            (..=2, _, mv) if mv.from.is_some() => {
                let man = mv.from.map_or("", |from| board.name(from));
                let part = Move { to: None, removed: PointSet::EMPTY, ..mv };
                (gettext_f("Hint: look at the piece on {piece}", &[("piece", man)]), Some(part))
            }
            (_, _, mv) => (gettext_f("Hint: {move}", &[("move", &board.display(mv).to_string())]), Some(mv)),
        };
        let shown: Vec<_> = shown.map(|mv| ShownMove { mv, tone: MoveTone::Good }).into_iter().collect();
        self.panel().board.set_shown_moves(&shown);
        self.report(&words);
    }

    /// Shows the solution.
    pub(super) fn give_up(&self) {
        if self.stage() == Stage::Move {
            self.fail("");
        }
    }

    /// Ends a solved attempt. In a run the next puzzle follows before a reason could be read.
    fn succeed(&self) {
        self.celebrate(Success::Yes);
        if self.imp().run.borrow().is_none() {
            self.show_reason();
        }
        self.finish(&gettext("Solved!"));
    }

    /// Shows the theme of the puzzle or the name of the opening, and why its solution is right.
    pub(super) fn show_reason(&self) {
        let open = self.imp().open.borrow();
        let words = open.as_ref().map(|Open { attempt, .. }| match self.course() {
            Course::Lines | Course::Refuted(_) => describe::decision_reason(attempt.puzzle()),
            // The theme may not fit another move.
            _ if attempt.is_by_another_move() => describe::right_moves(attempt.puzzle()),
            _ => describe::puzzle_reason(attempt.puzzle()),
        });
        self.panel().why.set_label(&words.unwrap_or_default());
    }

    /// Plays the solution from the current position after a failed attempt.
    fn fail(&self, words: &str) {
        let answer = {
            let mut open = self.imp().open.borrow_mut();
            let Some(open) = open.as_mut() else { return };
            open.attempt.give_up();
            open.attempt.answer().to_vec()
        };
        self.begin_move(None);
        let board = self.imp().rules.get().board;
        let line = describe::move_line(board, &answer);
        // Translators: {line} are moves
        let line = gettext_f("Solution: {line}", &[("line", &line)]);
        self.play_answer(answer.into(), 0);
        self.finish(&sentences(&[words, &line]));
    }

    /// Ends the attempt: records its result and prepares the next puzzle.
    fn finish(&self, words: &str) {
        let imp = self.imp();
        let Some(attempt) = imp.open.borrow().as_ref().map(|open| open.attempt.clone()) else { return };
        let (course, today, points) = (imp.course.get(), Zoned::now().date(), attempt.points());
        let card = imp.card.get();
        self.context().services.practice.change(move |practice| {
            let again = matches!(course, Course::Daily(day, grade) if practice.daily_result(day, grade).is_some());
            if let (Some(card), Some(result)) = (card, attempt.result()) {
                return practice.line_tried(card, result, today);
            }
            practice.tried(&attempt, if again { Rated::Nothing } else { course.rated() }, today);
            if let Course::Daily(day, grade) = course {
                practice.show(attempt.puzzle());
                practice.daily_tried(day, grade, attempt.result().unwrap_or(RatingScore::Nothing));
            }
        });
        let run = imp.run.borrow_mut().as_mut().map(|run| {
            if solved(points) {
                run.solve()
            } else {
                run.fail()
            }
            run.is_over()
        });
        // In a lesson the score is the number of the current puzzle, which has not changed.
        if !self.in_lesson() {
            self.show_score();
        }
        let mut series = imp.series.get();
        series.end(solved(points));
        imp.series.set(series);
        self.go_to(Stage::Next);
        if run == Some(true) {
            self.imp().clock.stop();
            self.end_run(words);
        } else {
            self.report(words);
        }
        match run {
            // After a success the next puzzle follows immediately. After a failure the user can
            // study the position.
            Some(false) if solved(points) => self.next(),
            // Keep the focus if the user has left the page in the meantime.
            _ if !self.is_mapped() => {}
            _ if self.panel().offers_next() => _ = self.panel().next.grab_focus(),
            _ => {}
        }
    }
}

fn wins_too(slower: Option<u8>) -> String {
    match slower.filter(|&slower| slower > 0) {
        Some(slower) => ngettext_f(
            "That also wins, but takes {count} more move. Try again.",
            "That also wins, but takes {count} more moves. Try again.",
            slower,
            &[],
        ),
        None => gettext("That also wins, but there is a faster way. Try again."),
    }
}
