// SPDX-License-Identifier: GPL-3.0-or-later
//! Status and last move in words, in the header bar if it is wide enough, otherwise above the
//! board.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::text::describe;
use crate::text::i18n::gettext_f;
use morris_play::session::{Scene, Status};

use super::GamePage;

impl GamePage {
    /// Ends a message. Shows the hint, which stays until the move, or else the status and the last
    /// move: before the first move the players. After the end of the game, its card has the result.
    pub(super) fn show_words(&self) {
        let imp = self.imp();
        imp.resting.stop();
        let Some(scene) = self.scene() else { return };
        if let Some(hint) = &scene.hint {
            return self.put_message(&describe::hint(scene.setup.rules.board, hint));
        }
        let setup = &scene.setup;
        let (now, last) = match scene.status {
            Status::Over(_) => {
                (describe::game_title(setup), describe::last_move_and_opening(&scene).unwrap_or_default())
            }
            status @ Status::NotAccepted => {
                // Translators: below “Waiting for your friend to accept”
                (describe::status(status, setup), gettext("When your friend answers, paste the message"))
            }
            status => {
                let game = || describe::game_title(setup);
                (describe::status(status, setup), describe::last_move_and_opening(&scene).unwrap_or_else(game))
            }
        };
        for label in [&imp.header_status, &imp.status] {
            label.set_label(&now);
            label.remove_css_class("answer");
        }
        [&imp.header_last, &imp.last].iter().for_each(|label| label.set_label(&last));
        // The question of a friend takes both lines, so that nothing moves.
        let is_question = matches!(scene.status, Status::Asked { side, .. } if setup.players[side].is_local());
        [&imp.header_last, &imp.last].iter().for_each(|label| label.set_visible(!is_question));
    }

    /// Shows a message in place of the status, with two lines.
    pub(super) fn put_message(&self, words: &str) {
        let imp = self.imp();
        for label in [&imp.header_status, &imp.status] {
            label.set_label(words);
            label.add_css_class("answer");
        }
        [&imp.header_last, &imp.last].iter().for_each(|label| label.set_visible(false));
    }

    /// Shows the number of the shown move, or a button that makes a waiting player move.
    pub(super) fn show_steps(&self, scene: &Scene) {
        let imp = self.imp();
        let (now, last) = (scene.viewed_moves().to_string(), scene.played.to_string());
        let waits = scene.setup.has_person() && matches!(scene.status, Status::Waiting { .. });
        imp.step_count.set_label(&match scene.played {
            0 => String::new(),
            // Translators: numbers of moves: “13 of 20”
            _ => gettext_f("{move} of {count}", &[("move", &now), ("count", &last)]),
        });
        imp.middle.set_visible_child_name(if waits { "move-now" } else { "count" });
        self.show_watching(scene);
    }
}
