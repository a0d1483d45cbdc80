// SPDX-License-Identifier: GPL-3.0-or-later
//! The men in hand: as long as men are placed a position is whole only with them.

use adw::prelude::*;
use adw::subclass::prelude::*;

use morris::{Color, Rules};
use morris_play::session::Scene;
use morris_teach::puzzles::Puzzle;

use super::PuzzlePage;
use crate::board::{MenTray, tray_words};
use crate::text::describe;

impl PuzzlePage {
    /// Shows the men in hand where a puzzle begins with some: to its end, so that nothing moves
    /// while one solves it.
    pub(super) fn show_hands(&self, puzzle: Option<&Puzzle>) {
        let has_some = |puzzle: &Puzzle| Color::BOTH.into_iter().any(|color| puzzle.position.hand(color) > 0);
        self.imp().hands.set_visible(puzzle.is_some_and(has_some));
        if let Some(Puzzle { rules, position, .. }) = puzzle {
            self.count_hands(&Scene::of_position(position, None, rules));
        }
    }

    /// Shows how many men are in hand now.
    pub(super) fn count_hands(&self, scene: &Scene) {
        for color in Color::BOTH {
            let (tray, count) = self.hand(color);
            let hand = scene.hand[color];
            tray.set_color(color);
            // What was taken lies beside the men of the other side, and would count as theirs here.
            tray.set_men(hand, lost(scene, color), 0, scene.setup.rules.men);
            count.set_label(&describe::in_hand(hand));
        }
    }

    fn hand(&self, color: Color) -> (&MenTray, &gtk::Label) {
        let imp = self.imp();
        match color {
            Color::White => (&imp.white_hand, &imp.white_count),
            Color::Black => (&imp.black_hand, &imp.black_count),
        }
    }

    /// What is to be done, and with how many men in hand where there are some.
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

/// How many men a side has lost; the scene knows only those of the puzzle itself.
fn lost(scene: &Scene, color: Color) -> u8 {
    let Rules { men, .. } = scene.setup.rules;
    men.saturating_sub(scene.men[color].len() as u8 + scene.hand[color])
}
