// SPDX-License-Identifier: GPL-3.0-or-later
//! The walk of a move: inputs go into the session, its effects are carried out.

use std::sync::Arc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::Application;
use crate::describe;
use crate::notice_bar::reading_time;
use crate::sound::Sound;
use morris::Color;
use morris_engine::tablebase::Tables;
use morris_engine::{Engine, EngineOptions};
use morris_play::persistence::Settings;
use morris_play::protocol::ExternalPlayer;
use morris_play::session::{Answer, Cue, Effect, Input};

use super::GamePage;

impl GamePage {
    /// Tells the session what happened and carries out what it wants done.
    pub(super) fn handle(&self, input: Input) {
        if !matches!(input, Input::Tick(_)) {
            self.let_time_pass();
        }
        let effects = match &mut *self.imp().game.borrow_mut() {
            Some(game) => game.session.handle(input),
            None => return,
        };
        for effect in effects {
            self.apply(effect);
        }
    }

    fn apply(&self, effect: Effect) {
        match effect {
            Effect::Show(scene) => self.show(&scene),
            Effect::Cue(cue) => self.cue(cue),
            Effect::Think(request) => self.engine().think(*request),
            Effect::Ask { side, request } => self.ask_program(side, *request),
            Effect::Thought { side, words } => self.card(side).set_thought(&words),
            Effect::Renamed => self.rename_players(),
            Effect::Failed { side, error } => self.tell_failure(side, &error),
            Effect::EngineFailed { purpose, reason } => {
                tracing::warn!("the engine: {reason}");
                self.answer(&describe::engine_failure(purpose));
            }
            Effect::StopThinking => {
                // Where only programs play there is no engine to stop.
                self.imp().engine.get().into_iter().for_each(Engine::stop);
                self.tell_programs(ExternalPlayer::stop);
            }
            Effect::MoveNow => {
                self.imp().engine.get().into_iter().for_each(Engine::move_now);
                self.tell_programs(ExternalPlayer::move_now);
            }
            Effect::Autosave => self.autosave(),
            Effect::Refuse(refusal) => self.answer(&describe::refusal(refusal)),
            Effect::AskDraw { by } => self.ask_draw(by),
            Effect::DrawDeclined => self.answer(&gettext("The computer does not agree to a draw")),
            Effect::GameOver(_) => self.end(),
        }
    }

    /// The engine, started when it is first needed. Its events come back as inputs, as long as the page lives.
    fn engine(&self) -> &Engine {
        self.imp().engine.get_or_init(|| {
            let (sender, events) = async_channel::unbounded();
            // Once the page is gone nobody waits for an answer.
            let engine = Engine::start(move |event| drop(sender.try_send(event)));
            engine.set_options(engine_options(&Application::get().settings()));
            engine.set_solved(Application::get().tables());
            let page = self.downgrade();
            glib::spawn_future_local(async move {
                while let Ok(event) = events.recv().await {
                    let Some(page) = page.upgrade() else { return };
                    page.handle(Input::Engine(event));
                }
            });
            engine
        })
    }

    /// Lets the engine follow the settings from its next search on.
    pub(super) fn set_engine_options(&self, settings: &Settings) {
        if let Some(engine) = self.imp().engine.get() {
            engine.set_options(engine_options(settings));
        }
    }

    /// Lets the engine use these tables from its next search on.
    pub(super) fn use_tables(&self, tables: &Arc<Tables>) {
        if let Some(engine) = self.imp().engine.get() {
            engine.set_solved(Arc::clone(tables));
        }
        self.forget_values();
    }

    fn cue(&self, cue: Cue) {
        let settings = Application::get().settings();
        if settings.sound {
            self.imp().sound.play(cue, f64::from(settings.volume) / 100.0);
        }
    }

    /// Answers what a person has just tried.
    pub(super) fn answer(&self, words: &str) {
        if let Some(window) = self.window() {
            window.say(words);
        }
    }

    /// Whether there is a place for words: not where the result has taken it, nor beside the arrows of looking back.
    pub fn has_room_to_say(&self) -> bool {
        let imp = self.imp();
        imp.status.is_mapped() && !imp.viewing.is_visible()
    }

    /// Shows words in place of what is to be done, as long as one needs to read them or until something happens.
    pub fn say(&self, words: &str) {
        let page = self.downgrade();
        let timeout = glib::timeout_add_local_once(reading_time(words), move || {
            if let Some(page) = page.upgrade() {
                // It is at its end already.
                _ = page.imp().answering.take();
                page.stop_answering();
                page.window().into_iter().for_each(|window| window.announce_page());
            }
        });
        if let Some(old) = self.imp().answering.replace(Some(timeout)) {
            old.remove();
        }
        self.imp().status.set_label(words);
        self.imp().status.add_css_class("answer");
    }

    /// What was said last is no longer of interest: the line says again what is to be done.
    pub(super) fn stop_answering(&self) {
        let imp = self.imp();
        if let Some(timeout) = imp.answering.take() {
            timeout.remove();
        }
        imp.status.remove_css_class("answer");
        let status = self.read(|game| describe::status(game.session.scene().status, game.session.setup()));
        status.into_iter().for_each(|status| imp.status.set_label(&status));
    }

    fn ask_draw(&self, by: Color) {
        let heading = match by {
            Color::White => gettext("White offers a draw"),
            Color::Black => gettext("Black offers a draw"),
        };
        let body = match by.other() {
            Color::White => gettext("Does White agree?"),
            Color::Black => gettext("Does Black agree?"),
        };
        let dialog = adw::MessageDialog::new(self.window().as_ref(), Some(&heading), Some(&body));
        dialog.add_responses(&[("no", &gettext("Play On")), ("yes", &gettext("Agree"))]);
        dialog.set_default_response(Some("no"));
        dialog.set_close_response("no");
        let page = self.downgrade();
        dialog.connect_response(None, move |_, response| {
            let answer = if response == "yes" { Answer::Accept } else { Answer::Decline };
            if let Some(page) = page.upgrade() {
                page.handle(Input::AnswerDraw(answer));
            }
        });
        dialog.present();
    }

    /// The result is on the page already; the keyboard goes to what one wants next.
    fn end(&self) {
        self.show_slips();
        if self.is_mapped() {
            self.imp().result.focus_rematch();
        }
    }
}

fn engine_options(settings: &Settings) -> EngineOptions {
    EngineOptions {
        memory_mib: settings.memory as usize,
        threads: settings.threads.into(),
        thinking_time: settings.thinking_time,
    }
}
