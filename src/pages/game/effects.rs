// SPDX-License-Identifier: GPL-3.0-or-later
//! Data flow of a move: passes inputs to the session, and applies its effects.

use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::compat::announcer::Again;
use crate::services::messages::Message;
use crate::services::{EngineClient, EngineService};
use crate::text::describe;
use crate::widgets::ask::{Last, ask};
use crate::widgets::notice_bar::{Notice, reading_time};
use morris::Color;
use morris_engine::Event;
use morris_play::narration::Cause;
use morris_play::session::{Answer, Cue, Effect, Input, Question, Refusal};
use morris_players::ExternalPlayer;

use super::GamePage;

impl GamePage {
    /// Passes an input to the session and applies the effects.
    pub(super) fn handle(&self, input: Input) {
        if !matches!(input, Input::Tick(_)) {
            self.let_time_pass();
        }
        let (cause, effects) = match &mut *self.imp().game.borrow_mut() {
            Some(game) => (Cause::of(&input, &game.session), game.handle(input)),
            None => return,
        };
        for effect in effects {
            self.apply(effect, cause);
        }
    }

    fn apply(&self, effect: Effect, cause: Cause) {
        match effect {
            Effect::Show { scene, game } => self.show(&scene, &game, cause),
            Effect::Cue(cue) => self.cue(cue),
            Effect::Think(request) => self.engine().think(*request),
            Effect::Ask { side, request } => self.ask_program(side, *request),
            Effect::Thought { side, words } => self.card(side).set_thought(&words),
            Effect::Renamed => self.rename_players(),
            Effect::Failed { side, error } => self.report_failure(side, &error),
            Effect::EngineFailed { purpose, reason } => {
                tracing::warn!("the engine: {reason}");
                self.messages().answer(&describe::engine_failure(purpose));
            }
            Effect::StopThinking => {
                self.engine().stop();
                self.signal_programs(ExternalPlayer::stop);
            }
            Effect::MoveNow => {
                self.engine().move_now();
                self.signal_programs(ExternalPlayer::move_now);
            }
            Effect::Autosave => self.autosave(),
            Effect::HelpUsed(help) => self.use_help(help),
            Effect::Refuse(refusal) => self.answer_refusal(refusal),
            Effect::CheckMove(mv) => self.check_move(mv),
            // The page shows the question of a friend as long as it is open.
            Effect::AskPerson { .. } if self.is_by_message() => {}
            Effect::AskPerson { by, question: Question::Draw } => self.ask_draw(by),
            Effect::Declined(question) => self.announce_declined(question),
            // No current player takes part in questions and answers without lines.
            Effect::AskPerson { question: Question::Undo, .. } | Effect::Tell { .. } => {}
            Effect::LineWritten => self.offer_line(),
            Effect::LineRead(reading) => self.answer_line(&reading),
            Effect::GameOver(_) => self.end(),
        }
    }

    /// Passes events of the engine to the session as inputs, as long as the page lives.
    pub(super) fn connect_engine(&self, service: &Rc<EngineService>) {
        let hear = weak!(page = self, move |event: Event| page.handle(Input::Engine(event)));
        self.imp().engine.get_or_init(|| service.client(hear));
    }

    fn engine(&self) -> &EngineClient {
        self.imp().engine.get().expect("it is connected when the page is made")
    }

    fn cue(&self, cue: Cue) {
        self.services().play_cue(cue);
    }

    fn answer_refusal(&self, refusal: Refusal) {
        let Some(words) = self.scene().map(|scene| describe::refusal_in_game(refusal, &scene)) else { return };
        match refusal {
            Refusal::LookingBack => self.offer_way_back(&words),
            Refusal::Paused
            | Refusal::NothingToUndo
            | Refusal::NothingToRedo
            | Refusal::OfferPending
            | Refusal::NotAccepted
            | Refusal::AfterTheGame
            | Refusal::TooLong => self.messages().answer(&words),
            _ => {
                self.messages().announce(&words, Again::Yes);
                self.imp().board.refuse(&words);
            }
        }
    }

    /// Says that an earlier position is shown, with a button that leads back to the game.
    fn offer_way_back(&self, words: &str) {
        self.imp().board.shake();
        self.messages().announce(words, Again::Yes);
        let notice = Notice::passing(words)
            .with_button(&gettext("Back to the Game"), weak!(page = self, move || page.return_to_present()));
        self.messages().send(Message::Notice(notice));
    }

    /// Returns whether there is room for a message: in the header, or above the board while the
    /// game is not over.
    pub fn has_room_for_message(&self) -> bool {
        // A page that has just been opened is not laid out yet.
        self.imp().header_status.is_mapped() || !self.imp().result.is_visible()
    }

    /// Shows a message in place of the status, for its reading time or until something happens.
    pub fn show_message(&self, words: &str) {
        self.report();
        self.rest(reading_time(words), Self::show_words);
        self.put_message(words);
    }

    fn announce_declined(&self, question: Question) {
        let friend = self.read(|game| game.session.message()?.friend().map(ToString::to_string)).flatten();
        match (friend, question) {
            (Some(name), _) => self.messages().answer(&describe::friend_declined(&name)),
            (None, Question::Draw) => self.messages().answer(&gettext("The computer declined the draw")),
            // Programs are not asked.
            (None, Question::Undo) => {}
        }
    }

    fn ask_draw(&self, by: Color) {
        let heading = match by {
            Color::White => gettext("White offers a draw"),
            Color::Black => gettext("Black offers a draw"),
        };
        let body = match by.other() {
            Color::White => gettext("Does White accept?"),
            Color::Black => gettext("Does Black accept?"),
        };
        let buttons = [("no", &*gettext("Decline")), ("yes", &gettext("Accept"))];
        ask(self, (&heading, &body), None, &buttons, Last::Plain, |page, id| {
            page.handle(Input::Answer(if id == "yes" { Answer::Accept } else { Answer::Decline }));
        });
    }

    /// Shows the result once the men have landed.
    fn end(&self) {
        self.count();
        self.show_mistakes();
        let will_land = self.imp().narrator.borrow_mut().end();
        if !will_land {
            self.focus_result();
        }
    }

    /// Moves the focus to the most likely next action.
    pub(super) fn focus_result(&self) {
        if self.is_mapped() {
            _ = self.imp().result.focus_next();
        }
    }
}
