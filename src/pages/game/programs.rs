// SPDX-License-Identifier: GPL-3.0-or-later
//! External programs as players. Each has its own thread, whose events become inputs.

use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::text::describe;
use crate::text::i18n::gettext_f;
use crate::widgets::ask::{Last, ask};
use morris::names::LONGEST_TYPED;
use morris::{Color, shortened};
use morris_engine::{EngineOptions, Limits};
use morris_play::session::Input;
use morris_play::setup::{Clock, GameSetup, Program, ProtocolKind};
use morris_players::{ExternalPlayer, PlayerConfig, PlayerError, SeatEvent, SeatEventKind, SeatRequest};

use super::GamePage;

/// Additional time for an answer beyond the thinking time that a program is given.
const GRACE: Duration = Duration::from_secs(10);

impl GamePage {
    /// Sends a request to the program that plays a side.
    pub(super) fn ask_program(&self, side: Color, request: SeatRequest) {
        let event = match self.external_player(side) {
            Ok(()) => {
                let players = self.imp().external_players.borrow();
                return players[side].as_ref().expect("it has just been started").ask(request);
            }
            Err(error) => SeatEvent { id: request.id, kind: SeatEventKind::Failed(error) },
        };
        // Deferred until the current effects have been applied.
        glib::idle_add_local_once(weak!(page = self, move || page.handle(Input::Seat(event))));
    }

    /// Calls `tell` for each program, to stop it or to make it answer now.
    pub(super) fn signal_programs(&self, tell: impl Fn(&ExternalPlayer)) {
        for color in Color::BOTH {
            if let Some(player) = &self.imp().external_players.borrow()[color] {
                tell(player);
            }
        }
    }

    /// Ends all programs, because of another game or another player.
    pub(super) fn stop_programs(&self) {
        self.imp().external_players.take();
        for color in Color::BOTH {
            self.card(color).set_thought("");
        }
    }

    /// Starts the program of a side if it is not running.
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

    /// Starts a program. Its events become inputs, as long as the page lives.
    fn start(&self, program: Program, config: PlayerConfig) -> Result<ExternalPlayer, PlayerError> {
        let (sender, events) = async_channel::unbounded();
        let command = program.command.clone();
        // Once the page is gone, no receiver is left.
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

    /// Reports why a program cannot continue, and asks what to do.
    pub(super) fn report_failure(&self, side: Color, error: &PlayerError) {
        tracing::warn!("{side}: {error}");
        let Some((name, board)) = self.read(|game| {
            let setup = game.session.setup();
            // Shortened, since a heading does not scroll.
            (shortened(&describe::player_name(setup, side), LONGEST_TYPED), setup.rules.board)
        }) else {
            return;
        };
        // Translators: {name} is an external program that plays
        let heading = gettext_f("“{name}” Cannot Continue", &[("name", &name)]);
        let body = describe::player_error(board, error);
        let buttons = [
            ("wait", &*gettext("Not Now")),
            ("save", &gettext("Save…")),
            ("replace", &gettext("Continue With Computer")),
            ("retry", &gettext("Try Again")),
        ];
        ask(self, (&heading, &body), None, &buttons, Last::Default, Self::go_on_after_failure);
    }

    fn go_on_after_failure(&self, response: &str) {
        match response {
            "retry" => self.handle(Input::MoveNow),
            "replace" => self.handle(Input::Replace(self.services().settings.read(|settings| settings.choice.skill))),
            "save" => self.ask_name(),
            _ => {}
        }
    }

    /// Shows the players again after a name has changed.
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
            if let Some(scene) = &mut *self.imp().scene.borrow_mut() {
                scene.setup = setup;
            }
        }
    }
}

/// Upper bound on the moves of one side in a game with a clock.
const MOST_MOVES: u32 = 1000;

/// Returns the maximum time for an answer. A program that knows its clock may use all of its time,
/// and loses on time only after that.
fn patience(speech: ProtocolKind, setup: &GameSetup, thinking_time: Duration) -> Duration {
    let clock = setup.clock.filter(|_| speech == ProtocolKind::Uci);
    // Upper bound on the time that a player can have accumulated.
    let most = |clock: Clock| clock.time + clock.increment * MOST_MOVES;
    clock.map_or(thinking_time, |clock| most(clock).max(thinking_time)) + GRACE
}
