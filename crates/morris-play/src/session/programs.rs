// SPDX-License-Identifier: GPL-3.0-or-later
//! What outside programs say, and what becomes of it.

use crate::protocol::{PlayerError, ProgramEvent, ProgramEventKind};
use crate::setup::{Player, Skill};
use morris::Move;

use super::{Effect, Session};

impl Session {
    /// What an outside program says; what is late is dropped.
    pub(super) fn hear_program(&mut self, event: ProgramEvent) {
        if !self.search.is_some_and(|search| search.answers(event.ticket)) {
            return;
        }
        match event.kind {
            ProgramEventKind::Named(name) => self.call(name),
            ProgramEventKind::Thought(words) => self.effects.push(Effect::Thought { side: self.side(), words }),
            ProgramEventKind::Turn(mv) => self.take_program_move(mv),
            ProgramEventKind::Failed(error) => self.fail(error),
        }
    }

    fn call(&mut self, name: String) {
        let side = self.side();
        let Player::Program(guest) = &mut self.setup.players[side] else { return };
        if guest.display_name.as_ref() != Some(&name) {
            guest.display_name = Some(name);
            self.effects.push(Effect::Renamed);
        }
    }

    fn take_program_move(&mut self, mv: Move) {
        match self.record.position().check(mv, self.record.rules()) {
            Ok(()) => {
                self.search = None;
                self.play(mv);
            }
            Err(reason) => self.fail(PlayerError::Illegal { mv, reason }),
        }
    }

    /// The game waits until a person has decided how it goes on.
    fn fail(&mut self, error: PlayerError) {
        self.search = None;
        self.held = true;
        let side = self.side();
        self.settle();
        self.effects.push(Effect::Failed { side, error });
    }

    pub(super) fn replace(&mut self, skill: Skill) {
        let side = self.side();
        if !matches!(self.setup.players[side], Player::Program(_)) || self.outcome().is_some() {
            return;
        }
        self.setup.players[side] = Player::Computer(skill);
        self.held = false;
        self.viewing = None;
        self.effects.push(Effect::Renamed);
        self.changed();
    }
}
