// SPDX-License-Identifier: GPL-3.0-or-later
//! Optional warning before a move that makes the result worse, if the tables know the position.

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
use crate::text::describe;
use crate::widgets::ask::{Last, ask};

impl GamePage {
    /// Checks a move on another thread before it is played, and asks for confirmation if it makes
    /// the result worse.
    pub(super) fn check_move(&self, mv: Move) {
        let game = self.read(|game| (*game.session.game().rules(), *game.session.game().position()));
        let (Some((rules, position)), about) = (game, self.place()) else { return };
        let (tables, page) = (self.services().tables.current(), self.downgrade());
        glib::spawn_future_local(async move {
            let found = gio::spawn_blocking(move || mistake(tables, rules, position, mv)).await;
            let Some(page) = page.upgrade() else { return };
            // Do not ask about a move if the user has done something else in the meantime.
            if page.place() != about {
                return;
            }
            // Do not ask on another page either. The user may play the move again.
            if !page.is_mapped() {
                return page.handle(Input::ConfirmMove(Answer::Decline));
            }
            match found {
                Ok(Some((mistake, why))) => page.warn(mistake, &why.unwrap_or_default()),
                _ => page.handle(Input::ConfirmMove(Answer::Accept)),
            }
        });
    }

    /// Returns the id of the game, the number of its moves, and the move that is being checked.
    fn place(&self) -> Option<(SaveId, usize, Option<Move>)> {
        self.read(|game| game.document.id()).zip(self.scene()).map(|(id, scene)| (id, scene.played, scene.checked_move))
    }

    /// Closes the warning if its move no longer awaits confirmation, for example because time ran
    /// out.
    pub(super) fn end_old_warning(&self, checked_move: Option<Move>) {
        if let Some(dialog) = self.imp().warning.upgrade().filter(|_| checked_move.is_none()) {
            dialog.close();
        }
    }

    fn warn(&self, mistake: Mistake, why: &str) {
        self.note_help();
        let heading = describe::warning(mistake);
        let buttons = [("back", &*gettext("Take Back Move")), ("play", &gettext("Play Anyway"))];
        let dialog = ask(self, (&heading, why), None, &buttons, Last::Plain, |page, id| {
            page.imp().warning.set(None);
            page.handle(Input::ConfirmMove(if id == "play" { Answer::Accept } else { Answer::Decline }));
        });
        self.imp().warning.set(Some(&dialog));
    }
}

/// Returns how a move makes the result worse, and the reason in a sentence, if the tables know it.
fn mistake(tables: Arc<Tables>, rules: Rules, position: Position, mv: Move) -> Option<(Mistake, Option<String>)> {
    let mut game = Game::from_position(rules, position);
    game.play(mv).ok()?;
    let mistake = review::mistakes(&tables, &rules, game.positions()).into_iter().next().flatten()?;
    // The tables know the move, so no engine is needed.
    let mut reviewer = Reviewer::new(tables, &game);
    let _ = reviewer.run(&mut || ControlFlow::Continue(()), &mut |_, _| {});
    Some((mistake, reviewer.review().plies.first().and_then(|ply| describe::why(rules.board, ply))))
}
