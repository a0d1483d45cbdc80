// SPDX-License-Identifier: GPL-3.0-or-later
//! Outside programs at the board: each on a thread of its own, whose news come back as inputs.

use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::app::shortcuts::present_dialog;
use crate::text::describe;
use crate::text::i18n::{gettext_f, shortened};
use morris::Color;
use morris::names::LONGEST_TYPED;
use morris_engine::{EngineOptions, Limits};
use morris_play::session::Input;
use morris_play::setup::{Clock, GameSetup, Program, ProtocolKind};
use morris_players::{ExternalPlayer, PlayerConfig, PlayerError, SeatEvent, SeatEventKind, SeatRequest};

use super::GamePage;

/// How much longer than it is told to think a program may take for an answer.
const GRACE: Duration = Duration::from_secs(10);

impl GamePage {
    /// Asks the program that plays a side.
    pub(super) fn ask_program(&self, side: Color, request: SeatRequest) {
        let event = match self.external_player(side) {
            Ok(()) => {
                let players = self.imp().external_players.borrow();
                return players[side].as_ref().expect("it has just been started").ask(request);
            }
            Err(error) => SeatEvent { id: request.id, kind: SeatEventKind::Failed(error) },
        };
        // The effects under way come to their end first.
        glib::idle_add_local_once(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move || page.handle(Input::Seat(event))
        ));
    }

    /// Lets the programs rest, or answer at once.
    pub(super) fn signal_programs(&self, tell: impl Fn(&ExternalPlayer)) {
        for color in Color::BOTH {
            if let Some(player) = &self.imp().external_players.borrow()[color] {
                tell(player);
            }
        }
    }

    /// Another game, or another player: no program of the last one stays.
    pub(super) fn stop_programs(&self) {
        self.imp().external_players.take();
        for color in Color::BOTH {
            self.card(color).set_thought("");
        }
    }

    /// Has the program of a side at hand, started with its first request.
    fn external_player(&self, side: Color) -> Result<(), PlayerError> {
        if self.imp().external_players.borrow()[side].is_some() {
            return Ok(());
        }
        let Some(setup) = self.read(|game| game.session.setup().clone()) else { return Err(PlayerError::NoMove) };
        let Some(seat) = setup.players[side].seat() else { return Err(PlayerError::NoMove) };
        let services = self.services();
        let program = services.program(&seat.program).ok_or_else(|| PlayerError::Unknown(seat.program.clone()))?;
        let thinking_time = services.settings.read(|settings| settings.thinking_time);
        let config = PlayerConfig {
            rules: setup.rules,
            color: side,
            engine: EngineOptions::default(),
            limits: Limits { time: Some(thinking_time), ..Limits::default() },
            tables: services.tables.current(),
            timeout: services.patience().unwrap_or_else(|| patience(program.speech, &setup, thinking_time)),
            seed: 0,
        };
        let external_player = self.start(program, config)?;
        self.imp().external_players.borrow_mut()[side] = Some(external_player);
        Ok(())
    }

    /// The program's events come back as inputs, as long as the page lives.
    fn start(&self, program: Program, config: PlayerConfig) -> Result<ExternalPlayer, PlayerError> {
        let (sender, events) = async_channel::unbounded();
        let command = program.command.clone();
        // Once the page is gone nobody waits for an answer.
        let external_player = ExternalPlayer::new(program, config, move |event| _ = sender.try_send(event));
        let external_player = external_player.map_err(|error| PlayerError::cannot_start(&command, &error))?;
        let page = self.downgrade();
        glib::spawn_future_local(async move {
            while let Ok(event) = events.recv().await {
                let Some(page) = page.upgrade() else { return };
                page.handle(Input::Seat(event));
            }
        });
        Ok(external_player)
    }

    /// Says why a program cannot go on, and asks what is to be done.
    pub(super) fn tell_failure(&self, side: Color, error: &PlayerError) {
        tracing::warn!("{side}: {error}");
        let Some((name, board)) = self.read(|game| {
            let setup = game.session.setup();
            // A heading does not scroll.
            (shortened(&describe::player_name(setup, side), LONGEST_TYPED), setup.rules.board)
        }) else {
            return;
        };
        // Translators: {name} is an outside program that plays
        let heading = gettext_f("“{name}” cannot go on", &[("name", &name)]);
        let body = describe::player_error(board, error);
        let dialog = adw::MessageDialog::new(self.window().as_ref(), Some(&heading), Some(&body));
        dialog.add_responses(&[
            ("wait", &gettext("Not Now")),
            ("save", &gettext("Save…")),
            ("replace", &gettext("Let the Computer Play")),
            ("retry", &gettext("Try Again")),
        ]);
        dialog.set_response_appearance("retry", adw::ResponseAppearance::Suggested);
        dialog.set_default_response(Some("retry"));
        dialog.set_close_response("wait");
        dialog.connect_response(
            None,
            glib::clone!(
                #[weak(rename_to = page)]
                self,
                move |_, response| page.go_on_after_failure(response)
            ),
        );
        present_dialog(&dialog);
    }

    fn go_on_after_failure(&self, response: &str) {
        match response {
            "retry" => self.handle(Input::MoveNow),
            "replace" => self.handle(Input::Replace(self.services().settings.read(|settings| settings.choice.skill))),
            "save" => self.ask_name(),
            _ => {}
        }
    }

    /// Shows who plays, since somebody is called otherwise now.
    pub(super) fn rename_players(&self) {
        let setup = self.read(|game| game.session.setup().clone());
        if let Some(setup) = setup {
            for color in Color::BOTH {
                if setup.players[color].seat().is_none() {
                    self.imp().external_players.borrow_mut()[color] = None;
                    self.card(color).set_thought("");
                }
            }
            self.name_players(&setup);
            self.imp().scene.borrow_mut().iter_mut().for_each(|scene| scene.setup = setup.clone());
        }
    }
}

/// No game that a clock limits has so many moves of one side.
const MOST_MOVES: u32 = 1000;

/// How long an answer may take. Who is told what the clock leaves may use all of it, and loses on
/// time after that.
fn patience(speech: ProtocolKind, setup: &GameSetup, thinking_time: Duration) -> Duration {
    let clock = setup.clock.filter(|_| speech == ProtocolKind::Uci);
    // More than this nobody can have saved up.
    let most = |clock: Clock| clock.time + clock.increment * MOST_MOVES;
    clock.map_or(thinking_time, |clock| most(clock).max(thinking_time)) + GRACE
}
