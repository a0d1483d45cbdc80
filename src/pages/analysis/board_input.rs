// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves that are tried on the board. A move that is not in the tree begins a variation.

use adw::subclass::prelude::*;
use gettextrs::gettext;

use morris::{Move, Point};
use morris_play::analysis::EditError;
use morris_play::persistence::{strokes, toggled};
use morris_play::session::{Cue, Entered, Scene};

use crate::board::Drawn;
use crate::compat::announcer::Again;
use crate::text::describe;

use super::opened::Opened;
use super::{AnalysisPage, Announce};

impl AnalysisPage {
    pub(super) fn connect_board(&self) {
        let board = &self.imp().board;
        board.connect_entry(self, Self::tap, Self::put_down);
        board.connect_drawn(weak!(page = self, move |_, from, to| page.draw(from, to)));
    }

    /// Adds a point to the move that is being entered, and plays a complete move.
    pub(super) fn tap(&self, point: Point) {
        self.imp().playing.stop();
        let part = self.part();
        let mut opened = self.imp().opened.borrow_mut();
        let Some(opened_now) = opened.as_mut() else { return };
        opened_now.touch();
        let game = opened_now.sight(part).game;
        if game.outcome().is_some() {
            drop(opened);
            return self.refuse(&gettext("The game is over"));
        }
        let (rules, position) = (game.rules(), game.position());
        let entered = opened_now.entry.tap(point, position, rules);
        let whole = if let Ok(Entered::Whole(mv)) = entered { Some(mv) } else { None };
        let cues = match &entered {
            Ok(entered) => opened_now.entry.cues(entered.clone(), position, rules),
            Err(_) => Vec::new(),
        };
        drop(opened);
        cues.into_iter().for_each(|cue| self.context().services.play_cue(cue));
        match (entered, whole) {
            (_, Some(mv)) => self.play(mv),
            (Ok(_), None) => self.show_entry(),
            (Err(refusal), None) => self.refuse(&describe::refusal(rules.board, refusal)),
        }
    }

    fn refuse(&self, words: &str) {
        self.context().services.play_cue(Cue::Refused);
        self.imp().board.refuse(words);
        self.context().messages.announce(words, Again::Yes);
    }

    /// Shows the move that is being entered, and says what is still to do.
    fn show_entry(&self) {
        let before = self.imp().board.scene();
        self.show_position(Announce::Silently);
        self.announce_put_down(before);
        if let Some(scene) = self.imp().board.scene().filter(|scene| !scene.removable.is_empty()) {
            self.context().messages.announce(&describe::window_title(&scene), Again::Yes);
        }
    }

    pub(super) fn put_down(&self) {
        let put_down = self.imp().opened.borrow_mut().as_mut().is_some_and(|opened| opened.entry.put_down());
        if put_down {
            let before = self.imp().board.scene();
            self.show_position(Announce::Silently);
            self.announce_put_down(before);
        }
    }

    /// Announces that a picked man was put back, or that a closed mill that lacked its removal was
    /// taken back.
    fn announce_put_down(&self, before: Option<Scene>) {
        let words = before.zip(self.imp().board.scene()).and_then(|(before, now)| describe::put_down(&before, &now));
        if let Some(words) = words {
            self.context().messages.announce(&words, Again::Yes);
        }
    }

    /// Plays a move from the position on the board: to the move if it is in the tree, or as a new
    /// variation. A line that is played out is taken into the tree as far as it is shown.
    pub(super) fn play(&self, mv: Move) {
        let part = self.part();
        let played = {
            let mut opened = self.imp().opened.borrow_mut();
            let Some(opened) = opened.as_mut() else { return };
            play_in(opened, part, mv)
        };
        if let Err(error) = played {
            self.show_position(Announce::Silently);
            return self.announce_refusal(error);
        }
        self.imp().tree.read_again();
        self.save_soon();
        self.show_position(Announce::Aloud);
    }

    pub(super) fn announce_refusal(&self, error: EditError) {
        let messages = &self.context().messages;
        match error {
            EditError::Move(_) => messages.answer(&gettext("This is not possible in this position")),
            EditError::TooLarge { .. } => {
                messages.tell(&gettext("The analysis is too long to be saved with more moves"));
            }
        }
    }

    pub(super) fn strokes_at(&self, opened: &Opened) -> Vec<Drawn> {
        let strokes = opened.analysis.strokes(opened.shown_node(self.part()));
        strokes.into_iter().map(|stroke| (stroke.from, stroke.to)).collect()
    }

    /// Draws an arrow, or a ring if both ends are equal. Removes it if it exists already.
    pub(super) fn draw(&self, from: Point, to: Point) {
        let part = self.part();
        let mut opened = self.imp().opened.borrow_mut();
        let Some(opened_now) = opened.as_mut() else { return };
        opened_now.touch();
        let node = opened_now.shown_node(part);
        let (board, before) = (opened_now.tree().rules().board, opened_now.analysis.strokes(node).len());
        let drawn = opened_now.analysis.toggle_stroke(node, from, to);
        let after = opened_now.analysis.strokes(node).len();
        drop(opened);
        if let Err(error) = drawn {
            return self.announce_refusal(error);
        }
        self.save_soon();
        self.show_position(Announce::Silently);
        let words = if after > before { describe::drawn(board, from, to) } else { describe::erased(board, from, to) };
        self.context().messages.announce(&words, Again::Yes);
    }

    /// Draws by keyboard: the first call sets the start to the focused point, the second sets the
    /// end.
    pub(super) fn draw_at_focus(&self) {
        let messages = &self.context().messages;
        let Some(point) = self.imp().board.focused_point() else {
            return messages.answer(&gettext("Choose a point for the arrow or ring"));
        };
        match self.imp().pen.take() {
            Some((_, from)) => self.draw(from, point),
            None => {
                self.touch();
                let part = self.part();
                let node = self.imp().opened.borrow().as_ref().map(|opened| opened.shown_node(part));
                self.imp().pen.set(node.map(|node| (node, point)));
                messages.answer(&gettext("Press R again here for a ring, or on another point for an arrow"));
            }
        }
    }

    pub(super) fn clear_drawings(&self) {
        let part = self.part();
        let mut opened = self.imp().opened.borrow_mut();
        let Some(opened_now) = opened.as_mut() else { return };
        opened_now.touch();
        let node = opened_now.shown_node(part);
        let (board, mut comment) = (opened_now.tree().rules().board, opened_now.tree().comment(node).to_owned());
        let drawn = strokes(&comment, board);
        drawn.iter().for_each(|&stroke| comment = toggled(&comment, stroke, board));
        let cleared = !drawn.is_empty() && opened_now.analysis.set_comment(node, &comment).is_ok();
        drop(opened);
        self.context().messages.answer(&if cleared {
            gettext("Arrows and rings cleared")
        } else {
            gettext("There are no arrows or rings to clear")
        });
        self.save_soon();
        self.show_position(Announce::Silently);
    }
}

/// Plays a move in the tree, after the moves of a line that are shown.
fn play_in(opened: &mut Opened, part: super::Part, mv: Move) -> Result<(), EditError> {
    let node = opened.shown_node(part);
    let line: Vec<_> = opened.line.iter().flat_map(|line| line.moves.iter().take(line.shown).copied()).collect();
    opened.leave_entry();
    opened.touch();
    opened.analysis.go_to(node);
    for mv in line.into_iter().chain([mv]) {
        opened.analysis.play(mv)?;
    }
    Ok(())
}
