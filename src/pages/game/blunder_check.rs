// SPDX-License-Identifier: GPL-3.0-or-later
//! Whoever wants it is asked before a move that gives value away, where the tables know it.

use std::ops::ControlFlow;
use std::sync::Arc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use morris::{Game, Move, Position, Rules};
use morris_play::persistence::SaveId;
use morris_play::session::{Answer, Input};
use morris_solved::tablebase::Tables;
use morris_teach::review::{self, Mistake, Reviewer};

use super::GamePage;
use crate::app::shortcuts::present_dialog;
use crate::text::describe;

impl GamePage {
    /// Looks at a move before it is played, on another thread, and asks where it gives value away.
    pub(super) fn check_move(&self, mv: Move) {
        let game = self.read(|game| (*game.session.game().rules(), *game.session.game().position()));
        let (Some((rules, position)), about) = (game, self.place()) else { return };
        let (tables, page) = (self.services().tables.current(), self.downgrade());
        glib::spawn_future_local(async move {
            let found = gio::spawn_blocking(move || mistake(tables, rules, position, mv)).await;
            let Some(page) = page.upgrade() else { return };
            // Whoever has gone on with something else meanwhile is not asked about this.
            if page.place() != about {
                return;
            }
            // Nor is one who looks at something else: he may play it again.
            if !page.is_mapped() {
                return page.handle(Input::ConfirmMove(Answer::Decline));
            }
            match found {
                Ok(Some((mistake, why))) => page.warn(mistake, &why.unwrap_or_default()),
                _ => page.handle(Input::ConfirmMove(Answer::Accept)),
            }
        });
    }

    /// Which game stands at which move, and which one is weighed.
    fn place(&self) -> Option<(SaveId, usize, Option<Move>)> {
        self.read(|game| game.id.clone()).zip(self.scene()).map(|(id, scene)| (id, scene.played, scene.weighed))
    }

    /// Asks no more once the move that it is about is gone, such as where time ran out.
    pub(super) fn end_old_warning(&self, weighed: Option<Move>) {
        if let Some(dialog) = self.imp().warning.upgrade().filter(|_| weighed.is_none()) {
            dialog.close();
        }
    }

    fn warn(&self, mistake: Mistake, why: &str) {
        self.note_help();
        let heading = describe::warning(mistake);
        let dialog = adw::MessageDialog::new(self.window().as_ref(), Some(&heading), Some(why));
        dialog.add_responses(&[("back", &gettext("Take Back")), ("play", &gettext("Play It"))]);
        dialog.set_default_response(Some("back"));
        dialog.set_close_response("back");
        dialog.connect_response(
            None,
            glib::clone!(
                #[weak(rename_to = page)]
                self,
                move |_, response| {
                    page.imp().warning.set(None);
                    page.handle(Input::ConfirmMove(if response == "play" { Answer::Accept } else { Answer::Decline }));
                }
            ),
        );
        self.imp().warning.set(Some(&dialog));
        present_dialog(&dialog);
    }
}

/// How a move gives value away, and why in a sentence, as far as the tables know it.
fn mistake(tables: Arc<Tables>, rules: Rules, position: Position, mv: Move) -> Option<(Mistake, Option<String>)> {
    let mut game = Game::from_position(rules, position);
    game.play(mv).ok()?;
    let mistake = review::mistakes(&tables, &rules, game.positions()).into_iter().next().flatten()?;
    // The tables know the move: no engine is asked.
    let mut reviewer = Reviewer::new(tables, &game);
    let _ = reviewer.run(&mut || ControlFlow::Continue(()), &mut |_, _| {});
    Some((mistake, reviewer.review().plies.first().and_then(|ply| describe::why(rules.board, ply))))
}
