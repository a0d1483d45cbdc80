// SPDX-License-Identifier: GPL-3.0-or-later
//! Data flow of a move in an endgame: a complete move, the reply, and the verdict.

use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gio;

use morris::{Color, Move, Position, Rules};
use morris_teach::puzzles::{EndgamePlay, EndgameState};

use super::{EndgamePage, Open, Turn};
use crate::pages::exercise::{Entry, Exercise, Success};
use crate::text::describe;
use crate::text::i18n::sentences;

/// Time between the user's move, after it has landed, and the reply.
const PAUSE: Duration = Duration::from_millis(300);

impl EndgamePage {
    /// Plays the user's move. The reply and the verdict come from another thread.
    pub(super) fn answer(&self, mv: Move) {
        self.work(
            move |play| _ = play.play(mv),
            |page, _| {
                let pause = PAUSE + page.panel().board.lands_in();
                let later = page.downgrade();
                page.imp().reply.start(pause, move || {
                    if let Some(page) = later.upgrade() {
                        page.show_reply();
                    }
                });
            },
        );
    }

    /// Takes the last move back, with the reply.
    pub(super) fn take_back(&self) {
        let shown = |page: &Self, before: Vec<(Color, Move)>| {
            // The move that is taken back may be played only now.
            page.imp().reply.stop();
            page.show_position();
            let left = page.moves().len();
            page.announce_state("", &describe::moves_taken_back(Rules::STANDARD.board, &before[left..]));
        };
        self.imp().reply.stop();
        self.work(|play| _ = play.take_back(), shown);
    }

    /// Changes the endgame on another thread, after earlier changes, and then shows it. `show` gets
    /// the moves before the change.
    fn work(
        &self,
        change: impl FnOnce(&mut EndgamePlay) + Send + 'static,
        show: impl FnOnce(&Self, Vec<(Color, Move)>) + 'static,
    ) {
        let Some((endgame, start)) = self.imp().open.borrow_mut().as_mut().map(|open| {
            open.turn = Turn::Opponent;
            (open.play.endgame(), open.play.position_after(0).copied())
        }) else {
            return;
        };
        self.show_scene();
        // Another endgame may have been started.
        let is_same =
            move |open: &&mut Open| open.play.endgame() == endgame && open.play.position_after(0).copied() == start;
        let (page, earlier) = (self.downgrade(), self.imp().change.take());
        let job = glib::spawn_future_local(async move {
            if let Some(earlier) = earlier {
                _ = earlier.await;
            }
            let now = |page: Self| {
                let before = page.moves();
                Some((page.imp().open.borrow_mut().as_mut().filter(is_same)?.play.clone(), before))
            };
            let Some((mut play, before)) = page.upgrade().and_then(now) else { return };
            let changed = gio::spawn_blocking(move || {
                change(&mut play);
                play
            });
            let (Ok(play), Some(page)) = (changed.await, page.upgrade()) else { return };
            match page.imp().open.borrow_mut().as_mut().filter(is_same) {
                Some(open) => open.play = play,
                None => return,
            }
            show(&page, before);
        });
        self.imp().change.replace(Some(job));
    }

    /// Shows the reply and the verdict. There is no reply if the user's move ends the endgame.
    fn show_reply(&self) {
        let mut moves = self.moves();
        let reply = moves.pop().filter(|&(side, _)| side == Color::Black).map(|(_, mv)| mv);
        let before = self.imp().open.borrow().as_ref().and_then(|open| {
            let state = open.play.state();
            let is_wrong = matches!(state, EndgameState::Lost(_) | EndgameState::Missed);
            Some((*open.play.position_after(moves.len())?, is_wrong))
        });
        let replied = reply.zip(before);
        let cues = replied.and_then(|(mv, (before, _))| Entry::new(Rules::STANDARD, before, None).play(mv).ok());
        self.show_position();
        cues.into_iter().flatten().for_each(|cue| self.play_cue(cue));
        let answer = replied.map(|(reply, (before, is_wrong))| {
            let answer = describe::answers(Rules::STANDARD.board, Color::Black, reply);
            let why = is_wrong.then(|| describe::reply_reason(&Rules::STANDARD, &before, &[reply]));
            sentences(&[answer, why.unwrap_or_default()])
        });
        self.announce_state(&answer.unwrap_or_default(), "");
    }

    /// Shows the current position, after the last move.
    fn show_position(&self) {
        let last = self.moves().pop();
        if let Some(open) = self.imp().open.borrow_mut().as_mut() {
            self.panel().entry.replace(Some(Entry::new(Rules::STANDARD, *open.play.position(), last)));
            open.turn = Turn::User;
        }
        self.show_scene();
    }

    fn moves(&self) -> Vec<(Color, Move)> {
        let open = self.imp().open.borrow();
        let Some(play) = open.as_ref().map(|open| &open.play) else { return Vec::new() };
        let side = |number| play.position_after(number).map_or(Color::White, Position::side);
        play.played().iter().enumerate().map(|(number, &mv)| (side(number), mv)).collect()
    }

    /// Shows and announces the state of the endgame, after the sentence `answer`. Announces first
    /// what the board alone shows. Keeps the result of an endgame that is over.
    fn announce_state(&self, answer: &str, seen: &str) {
        let Some((endgame, state, record)) =
            self.imp().open.borrow().as_ref().map(|open| (open.play.endgame(), open.play.state(), open.play.record()))
        else {
            return;
        };
        let keep = |record| {
            let is_best =
                self.context().services.practice.change(move |practice| practice.endgame_played(endgame, record));
            is_best.then(describe::personal_best)
        };
        let best: String = record.and_then(keep).unwrap_or_default();
        let verdict = describe::endgame_verdict(endgame.goal, state, record);
        let words = sentences(&[answer, verdict.as_str(), best.as_str()]);
        let success = if state == EndgameState::Reached { Success::Yes } else { Success::No };
        self.show_verdict(&words, success);
        self.announce(&sentences(&[seen, &words]));
        let panel = self.panel();
        // The button that has the focus is about to become insensitive.
        if panel.first.has_focus() && self.own_moves() == 0 {
            panel.board.grab_focus();
        }
        self.show_counts();
        if state.is_over() && self.is_mapped() {
            panel.next.grab_focus();
        }
    }
}
