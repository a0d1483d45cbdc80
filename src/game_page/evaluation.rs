// SPDX-License-Identifier: GPL-3.0-or-later
//! What moves are worth, where tables know it: marks on the board, and moves that gave value away in the list.
//!
//! All of it is found out on other threads; what comes after the game has gone on is dropped.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use morris_engine::review;
use morris_play::session::{Scene, Status};

use super::{GamePage, MoveValues};

impl GamePage {
    /// MarkerTextures the moves of the scene with their values, where that is wanted and known.
    pub(super) fn show_values(&self, scene: &Scene) {
        let imp = self.imp();
        if !can_be_marked(scene) || !self.services().settings.get().values {
            return imp.board.set_values(&[]);
        }
        let (positions, rules) = (scene.game.positions()[..=scene.viewed_moves()].to_vec(), *scene.game.rules());
        if imp.values.borrow().positions == positions {
            return imp.board.set_values(&review::best_by_point(&imp.values.borrow().moves, |mv| scene.next_tap(mv)));
        }
        imp.board.set_values(&[]);
        let (tables, page) = (self.services().tables.current(), self.downgrade());
        imp.values.replace(MoveValues { positions: positions.clone(), moves: Vec::new() });
        glib::spawn_future_local(async move {
            let asked = positions.clone();
            let moves = gio::spawn_blocking(move || review::move_values(&tables, &rules, &positions)).await;
            let (Ok(moves), Some(page)) = (moves, page.upgrade()) else { return };
            let current = page.imp().values.borrow().positions == asked;
            if current {
                let known = !moves.is_empty();
                page.imp().values.replace(MoveValues { positions: asked, moves });
                page.show_values_again();
                page.answer_values(known);
            }
        });
    }

    /// MarkerTextures what moves are worth, or no longer; and says what can be seen of it.
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
        self.show_mistakes();
    }

    pub(super) fn show_values_again(&self) {
        let scene = self.read(|game| game.session.scene());
        scene.into_iter().for_each(|scene| self.show_values(&scene));
    }

    /// After the game, marks the moves that gave value away.
    pub(super) fn show_mistakes(&self) {
        self.imp().moves.mark_mistakes(&[]);
        let over = self.read(|game| {
            let record = game.session.record();
            let over = game.session.outcome().is_some();
            over.then(|| (record.positions().to_vec(), *record.rules()))
        });
        let Some(Some((positions, rules))) = over else { return };
        let (tables, page) = (self.services().tables.current(), self.downgrade());
        glib::spawn_future_local(async move {
            let asked = positions.clone();
            let found = gio::spawn_blocking(move || review::mistakes(&tables, &rules, &positions)).await;
            let (Ok(mistakes), Some(page)) = (found, page.upgrade()) else { return };
            let same = page
                .read(|game| game.session.outcome().is_some() && game.session.record().positions() == asked.as_slice());
            if same == Some(true) {
                page.imp().moves.mark_mistakes(&mistakes);
            }
        });
    }
}

/// Whether there are turns to mark: those that a person can play, or could have played.
fn can_be_marked(scene: &Scene) -> bool {
    scene.is_open() || matches!(scene.status, Status::Viewing { .. })
}
