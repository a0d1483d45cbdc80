// SPDX-License-Identifier: GPL-3.0-or-later
//! The test of an external program: it is asked for the first move of a game.

use std::time::{Duration, Instant};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::compat::announcer::announce_in_dialog;
use crate::text::describe;
use crate::text::i18n::gettext_f;
use morris::{Color, Game, Move};
use morris_engine::{EngineOptions, Limits, RequestId};
use morris_players::{ExternalPlayer, PlayerConfig, PlayerError, SeatEventKind, SeatRequest};

use super::program_dialog::ProgramDialog;

const THINKING_TIME: Duration = Duration::from_secs(1);
/// Time after which the program has not answered, with its start.
const TIMEOUT: Duration = Duration::from_secs(10);

impl ProgramDialog {
    /// Starts the program on another thread and asks it for a move. An earlier test ends.
    pub(super) fn test(&self) {
        self.end_test();
        let program = self.program();
        let game = Game::new(program.speech.rules());
        let (sender, events) = async_channel::unbounded();
        let command = program.command.clone();
        // Once the dialog is gone, no receiver is left.
        let player = ExternalPlayer::new(program, config(&game), move |event| _ = sender.try_send(event));
        let player = match player {
            Ok(player) => player,
            Err(error) => {
                return self.show_result(&describe::player_error(
                    game.rules().board,
                    &PlayerError::cannot_start(&command, &error),
                ));
            }
        };
        self.show_result(&gettext("Testing…"));
        let started = Instant::now();
        player.ask(SeatRequest { id: RequestId(0), game: game.clone(), min_time: Duration::ZERO, clock: None });
        self.imp().tested.replace(Some(player));
        let dialog = self.downgrade();
        glib::spawn_future_local(async move {
            while let Ok(event) = events.recv().await {
                let answer = match event.kind {
                    SeatEventKind::Move(mv) => Ok(mv),
                    SeatEventKind::Failed(error) => Err(error),
                    SeatEventKind::Named(_) | SeatEventKind::Thought(_) => continue,
                };
                let Some(dialog) = dialog.upgrade() else { return };
                dialog.end_test();
                return dialog.show_result(&words(game, answer, started.elapsed()));
            }
        });
    }

    pub(super) fn end_test(&self) {
        self.imp().tested.take();
        self.imp().result.set_label("");
    }

    fn show_result(&self, words: &str) {
        self.imp().result.set_label(words);
        announce_in_dialog(self.upcast_ref(), words);
        self.fit_content();
    }
}

fn config(game: &Game) -> PlayerConfig {
    PlayerConfig {
        rules: *game.rules(),
        color: Color::White,
        engine: EngineOptions::default(),
        limits: Limits { time: Some(THINKING_TIME), ..Limits::default() },
        timeout: TIMEOUT,
        tables: std::sync::Arc::default(),
        seed: 0,
    }
}

/// Returns the result of a test, in a sentence.
fn words(mut game: Game, answer: Result<Move, PlayerError>, time: Duration) -> String {
    let board = game.rules().board;
    let played = answer.and_then(|mv| match game.play(mv) {
        Ok(()) => Ok(mv),
        Err(reason) => Err(PlayerError::Illegal { mv, reason, board }),
    });
    match played {
        Ok(mv) => {
            let (mv, seconds) = (board.display(mv).to_string(), describe::decimal(time.as_secs_f64(), 1));
            // Translators: the result of a test of an external program; {move} is a move such as
            // d2, {seconds} a time in seconds
            gettext_f("It answered {move} in {seconds} s.", &[("move", &mv), ("seconds", &seconds)])
        }
        Err(error) => describe::player_error(board, &error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::Rules;

    #[test]
    fn result_has_move_and_time_or_the_fault() {
        let said = |answer| words(Game::new(Rules::COMPO), answer, Duration::from_millis(120));
        assert_eq!(said(Ok("d2".parse().unwrap())), "It answered d2 in 0.1 s.");
        assert!(said(Ok("d2-d3".parse().unwrap())).starts_with("It played d2-d3, which is not allowed: "));
        assert_eq!(said(Err(PlayerError::NoMove)), "Its answer contains no move.");
    }
}
