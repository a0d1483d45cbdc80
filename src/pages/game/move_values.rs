// SPDX-License-Identifier: GPL-3.0-or-later
//! Values of moves, if the tables know them: marks on the board, and moves in the list that made
//! the result worse.
//!
//! They are found on other threads. Results that arrive after the game has moved on are dropped.

use std::rc::Rc;
use std::sync::Arc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use morris::{Game, Position, Rules};
use morris_engine::needed_positions;
use morris_play::session::{Scene, Status};
use morris_teach::review;

use super::{GamePage, MoveValues};
use crate::services::messages::{Message, Request};
use crate::text::describe;
use crate::widgets::move_list::MoveMark;

impl GamePage {
    /// Marks the moves of the scene with their values, if enabled and known.
    pub(super) fn show_values(&self, scene: &Scene, game: &Game) {
        let imp = self.imp();
        if !can_be_marked(scene) || !self.services().settings.read(|settings| settings.values) {
            return imp.board.set_values(&[], false);
        }
        let rules = game.rules();
        let viewed = game.positions().len().min(scene.viewed_moves() + 1);
        let positions = needed_positions(&game.positions()[..viewed], rules);
        let values = Rc::clone(&imp.values.borrow());
        if values.are_of(rules, positions) {
            if scene.is_open() && !values.moves.is_empty() {
                self.note_help();
            }
            let alike = values.moves.windows(2).all(|pair| pair[0].1 == pair[1].1);
            return imp.board.set_values(&review::best_by_point(&values.moves, |mv| scene.next_tap(mv)), alike);
        }
        imp.board.set_values(&[], false);
        self.find_values(*rules, positions.into());
    }

    /// Finds the values on another thread, and shows them if they are still relevant.
    fn find_values(&self, rules: Rules, positions: Arc<[Position]>) {
        let asked = Rc::new(MoveValues { rules, positions: Arc::clone(&positions), moves: Vec::new() });
        self.imp().values.replace(Rc::clone(&asked));
        let (tables, page) = (self.services().tables.current(), self.downgrade());
        glib::spawn_future_local(async move {
            let of = Arc::clone(&positions);
            let moves = gio::spawn_blocking(move || review::move_values(&tables, &rules, &of)).await;
            let (Ok(moves), Some(page)) = (moves, page.upgrade()) else { return };
            if Rc::ptr_eq(&page.imp().values.borrow(), &asked) {
                let known = !moves.is_empty();
                page.imp().values.replace(Rc::new(MoveValues { rules, positions, moves }));
                page.show_values_again();
                page.answer_values(&rules, known);
            }
        });
    }

    /// Turns the marks on or off, and reports the effect.
    pub(super) fn toggle_values(&self) {
        let wanted = !self.services().settings.read(|settings| settings.values);
        let marked = self.scene().is_some_and(|scene| can_be_marked(&scene));
        // Search again, so that there is a response even if the values of this position were known.
        self.imp().values.take();
        self.imp().narrator.borrow_mut().await_values(wanted && marked);
        self.services().settings.change(|settings| settings.values = wanted);
        if !wanted {
            self.messages().answer(&gettext("Moves are no longer marked"));
        } else if !marked {
            if self.is_unfinished() {
                self.messages().answer(&gettext("Moves will be marked when it is your turn"));
            } else {
                self.explain_refusal("values");
            }
        }
    }

    /// Reports once, after the user has asked, whether there are marks.
    fn answer_values(&self, rules: &Rules, known: bool) {
        if !self.imp().narrator.borrow_mut().values_known() {
            return;
        }
        self.messages().answer(&if known {
            let common = self.imp().board.common_value();
            common.unwrap_or_else(|| gettext("Moves are marked as wins, draws, or losses"))
        } else if review::tables_hold(rules) {
            gettext("This position is not solved: you can solve more in Settings")
        } else {
            gettext("This position is not solved: there are no exact values")
        });
    }

    /// Clears the values, because the setting or the tables have changed.
    pub(super) fn forget_values(&self) {
        self.imp().values.take();
        self.show_values_again();
        self.show_mistakes();
    }

    pub(super) fn show_values_again(&self) {
        if let Some((scene, game)) = self.now() {
            self.show_values(&scene, &game);
        }
    }

    /// Marks the moves that made the result worse, and names the one that decided the game, after
    /// its end.
    pub(super) fn show_mistakes(&self) {
        self.imp().moves.set_marks(&[]);
        self.decided_at(None);
        let Some(game) = self.finished_game() else { return };
        let (tables, page) = (self.services().tables.current(), self.downgrade());
        glib::spawn_future_local(async move {
            let asked = Arc::clone(&game);
            let find = move || review::mistakes(&tables, asked.rules(), asked.positions());
            let (Ok(mistakes), Some(page)) = (gio::spawn_blocking(find).await, page.upgrade()) else { return };
            if page.finished_game().is_some_and(|now| Arc::ptr_eq(&now, &game)) {
                page.decided_at(review::deciding_move(&game, &mistakes));
                let marks: Vec<_> = mistakes.into_iter().map(|mistake| mistake.map(MoveMark::Mistake)).collect();
                page.imp().moves.set_marks(&marks);
            }
        });
    }

    /// Shows the move that decided the game, by its index, or none.
    fn decided_at(&self, index: Option<usize>) {
        let words = index.and_then(|index| self.read(|game| describe::deciding_move(game.session.game(), index))?);
        self.imp().decided.set(index.filter(|_| words.is_some()));
        self.imp().result.show_deciding_move(words.as_deref());
    }

    /// Opens the review at the move that decided the game.
    pub(super) fn look_at_deciding_move(&self) {
        if let Some(index) = self.imp().decided.get() {
            self.messages().send(Message::Request(Request::LookAt(index + 1)));
        }
    }

    fn finished_game(&self) -> Option<Arc<Game>> {
        self.read(|game| game.session.outcome().map(|_| Arc::clone(game.session.game())))?
    }
}

/// Returns whether there are moves to mark: those that the user can play, or could have played.
fn can_be_marked(scene: &Scene) -> bool {
    !scene.closes_aids() && (scene.is_open() || matches!(scene.status, Status::Viewing { .. }))
}
