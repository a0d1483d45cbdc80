// SPDX-License-Identifier: GPL-3.0-or-later
//! Arrows and rings that the user draws on the board. They are stored with their position in the
//! notes of the game.

use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::board::Drawn;
use crate::compat::announcer::Again;
use crate::text::describe;
use morris::{Game, Point};
use morris_play::persistence::{SavedGame, Stroke, strokes_after};
use morris_play::session::Scene;

use super::{GamePage, OpenGame};

impl GamePage {
    /// Shows the drawings on the position of the scene.
    pub(super) fn show_drawing(&self, scene: &Scene, game: &Game) {
        let drawing = self.read(|open| {
            let notes = open.document.notes();
            notes.map(|notes| strokes_after(&notes, game, scene.viewed_moves())).unwrap_or_default()
        });
        let drawn = |stroke: Stroke| -> Drawn { (stroke.from, stroke.to) };
        self.imp().board.set_drawing(drawing.unwrap_or_default().into_iter().map(drawn).collect());
    }

    /// Draws an arrow, or a ring if both ends are equal. Removes it if it exists already. A game
    /// that is watched is not saved, and so has no drawings.
    pub(super) fn draw(&self, from: Point, to: Point) {
        if self.watched().is_some() {
            return self.explain_refusal("draw");
        }
        let before = self.drawn();
        self.redraw(|saved, moves| saved.with_stroke(moves, Stroke::new(from, to)));
        let Some(board) = self.scene().map(|scene| scene.setup.rules.board) else { return };
        let words =
            if self.drawn() > before { describe::drawn(board, from, to) } else { describe::erased(board, from, to) };
        self.messages().announce(&words, Again::Yes);
    }

    /// Removes all drawings on the shown position. Returns whether there were any.
    pub(super) fn clear_drawing(&self) -> bool {
        let any = self.drawn() > 0;
        if any {
            self.redraw(SavedGame::without_strokes);
            self.messages().answer(&gettext("Arrows and rings cleared"));
        }
        any
    }

    /// Draws by keyboard: the first call sets the start to the focused point, the second sets the
    /// end.
    pub(super) fn draw_at_focus(&self) {
        if self.watched().is_some() {
            return self.explain_refusal("draw");
        }
        let board = &self.imp().board;
        let Some(point) = board.focused_point() else {
            return self.messages().answer(&gettext("Choose a point for the arrow or ring"));
        };
        match self.imp().pen.take() {
            Some(from) => self.draw(from, point),
            None => {
                self.imp().pen.set(Some(point));
                self.messages().answer(&gettext("Press R again here for a ring, or on another point for an arrow"));
            }
        }
    }

    fn drawn(&self) -> usize {
        let count = |open: &OpenGame| {
            let (game, status) = (open.session.game(), open.session.status());
            let moves = status.viewed_moves().unwrap_or(game.cursor());
            open.document.notes().map_or(0, |notes| strokes_after(&notes, game, moves).len())
        };
        self.read(count).unwrap_or_default()
    }

    fn redraw(&self, change: impl FnOnce(&SavedGame, usize) -> SavedGame) {
        let viewed = self.read(|open| open.session.status().viewed_moves()).flatten();
        self.save_with(|saved| change(&saved, viewed.unwrap_or(saved.game.cursor())));
        if let Some((scene, game)) = self.now() {
            self.show_drawing(&scene, &game);
        }
    }
}
