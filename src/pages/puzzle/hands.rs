// SPDX-License-Identifier: GPL-3.0-or-later
//! Men in hand. While men are being placed, a position is complete only with them.

use adw::prelude::*;
use adw::subclass::prelude::*;

use morris::{Color, Rules};
use morris_play::session::Scene;
use morris_teach::puzzles::Puzzle;

use super::solver::Solver;
use crate::board::{MenTray, tray_words};
use crate::text::describe;

impl Solver {
    /// Shows the men in hand if the puzzle starts with some. They stay visible to its end, so that
    /// nothing moves while the user solves it.
    pub(super) fn show_hands(&self, puzzle: Option<&Puzzle>) {
        let has_some = |puzzle: &Puzzle| Color::BOTH.into_iter().any(|color| puzzle.position.hand(color) > 0);
        self.imp().hands.set_visible(puzzle.is_some_and(has_some));
        if let Some(Puzzle { rules, position, .. }) = puzzle {
            self.count_hands(&Scene::of_position(position, None, rules));
        }
    }

    /// Updates the numbers of men in hand.
    pub(super) fn count_hands(&self, scene: &Scene) {
        for color in Color::BOTH {
            let (tray, count) = self.hand(color);
            let hand = scene.hand[color];
            tray.set_color(color);
            // The tray would show men taken beside those of the opponent, where they would look
            // like the opponent's.
            tray.set_men(hand, lost(scene, color), 0, self.most_in_hand().unwrap_or(hand));
            count.set_label(&describe::in_hand(hand));
        }
    }

    /// Returns the number of men in hand at the beginning of the puzzle, of the side with more.
    fn most_in_hand(&self) -> Option<u8> {
        let open = self.imp().open.borrow();
        let start = open.as_ref()?.attempt.puzzle().position;
        Color::BOTH.into_iter().map(|color| start.hand(color)).max()
    }

    fn hand(&self, color: Color) -> (&MenTray, &gtk::Label) {
        let imp = self.imp();
        match color {
            Color::White => (&imp.white_hand, &imp.white_count),
            Color::Black => (&imp.black_hand, &imp.black_count),
        }
    }

    /// Returns the task, with the numbers of men in hand if they are shown.
    pub(super) fn whole_task(&self) -> String {
        let task = self.imp().task.label();
        match self.imp().board.scene().filter(|_| self.imp().hands.get_visible()) {
            Some(scene) => {
                let [white, black] = Color::BOTH.map(|color| tray_words(color, scene.hand[color], lost(&scene, color)));
                format!("{task} {white}. {black}.")
            }
            None => task.into(),
        }
    }
}

/// Returns the number of men that a side has lost. The scene only counts those lost in the puzzle
/// itself.
fn lost(scene: &Scene, color: Color) -> u8 {
    let Rules { men, .. } = scene.setup.rules;
    men.saturating_sub(scene.men[color].len() as u8 + scene.hand[color])
}
