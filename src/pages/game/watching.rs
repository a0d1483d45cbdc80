// SPDX-License-Identifier: GPL-3.0-or-later
//! Controls while the other side plays: **Move Now** while it thinks for long, and pause, single
//! moves, and the pace of a game between computers.

use std::rc::Rc;
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::compat::accessible_names::set_accessible_name;
use crate::compat::screen_reader;
use crate::text::describe;
use crate::text::i18n::gettext_f;
use morris::Color;
use morris_play::persistence::{Pace, Settings};
use morris_play::session::{Input, Scene, Status};

use super::GamePage;

/// Time after which a thinking player can be hurried.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time in which a voice reads a character, at about 170 words per minute.
const CHARACTER: Duration = Duration::from_millis(60);

impl GamePage {
    pub(super) fn add_watching(&self) {
        self.add_action("hold", |page| {
            let held = page.scene().is_some_and(|scene| matches!(scene.status, Status::Waiting { .. }));
            page.handle(if held { Input::MoveNow } else { Input::Hold });
        });
        self.add_action("step", |page| page.handle(Input::Step));
        let paces: Vec<_> = Pace::ALL.into_iter().map(pace_title).collect();
        let pace = &self.imp().pace;
        pace.set_model(Some(&gtk::StringList::new(&paces.iter().map(String::as_str).collect::<Vec<_>>())));
        let settings = Rc::clone(&self.services().settings);
        pace.connect_selected_notify(move |pace| {
            let chosen = Pace::ALL.get(pace.selected() as usize);
            if let Some(&chosen) = chosen.filter(|chosen| settings.read(|settings| settings.watch_pace != **chosen)) {
                settings.change(|settings| settings.watch_pace = chosen);
            }
        });
    }

    pub(super) fn apply_pace(&self, settings: &Settings) {
        let index = Pace::ALL.iter().position(|pace| *pace == settings.watch_pace).unwrap_or_default();
        self.imp().pace.set_selected(index as u32);
        self.handle(Input::SetPace(settings.watch_pace.time()));
    }

    /// Shows the controls that the scene needs.
    pub(super) fn show_watching(&self, scene: &Scene) {
        let imp = self.imp();
        let watched = !scene.setup.has_person();
        imp.watch.set_visible(watched && self.watched().is_none());
        imp.pause_button.set_visible(!watched && !scene.setup.is_by_message());
        // Hints are closed until the end of a game by message.
        imp.hint_button.set_visible(!scene.setup.is_by_message());
        let held = matches!(scene.status, Status::Waiting { .. });
        let (icon, name) = match held {
            true => ("media-playback-start-symbolic", gettext("Resume")),
            false => ("media-playback-pause-symbolic", gettext("Pause")),
        };
        imp.hold.set_icon_name(icon);
        imp.hold.set_tooltip_text(Some(&name));
        set_accessible_name(&*imp.hold, &name);
        // Its place is reserved in every game with a player that thinks.
        let thinks = |color| !scene.setup.players[color].is_local() && !scene.setup.is_by_message();
        imp.hurry.set_visible(!watched && Color::BOTH.into_iter().any(thinks));
        self.offer_to_hurry(matches!(scene.status, Status::Thinking { .. }) && !watched);
    }

    /// Finds out whether a screen reader listens to a game between computers.
    pub(super) fn look_for_listener(&self) {
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = page)]
            self,
            async move { page.imp().has_listener.set(screen_reader::listens().await) }
        ));
    }

    /// Gives a screen reader the time to read news of a game between computers before the next
    /// move.
    pub(super) fn keep_pace_of_voice(&self, news: &str) {
        if !self.imp().has_listener.get() {
            return;
        }
        let pace = self.services().settings.read(|settings| settings.watch_pace.time());
        let input = Input::SetPace(pace.max(time_to_speak(news)));
        // Later, since the scene that causes the report may not be shown yet.
        glib::idle_add_local_once(weak!(page = self, move || page.handle(input)));
    }

    /// Offers **Move Now** once a player has thought for some time, as long as it thinks.
    fn offer_to_hurry(&self, thinks: bool) {
        let imp = self.imp();
        if !thinks {
            imp.hurrying.stop();
            return imp.hurry.set_visible_child_name("room");
        }
        if imp.hurrying.runs() || self.offers_to_hurry() {
            return;
        }
        let hurry = imp.hurry.get();
        imp.hurrying.start(PATIENCE, move || hurry.set_visible_child_name("button"));
    }

    /// Returns whether **Move Now** is offered beside the number of the move.
    pub(super) fn offers_to_hurry(&self) -> bool {
        self.imp().hurry.visible_child_name().as_deref() == Some("button")
    }
}

/// Returns the time in which a voice of ordinary speed reads words.
fn time_to_speak(words: &str) -> Duration {
    CHARACTER * u32::try_from(words.chars().count()).unwrap_or(u32::MAX)
}

fn pace_title(pace: Pace) -> String {
    let time = pace.time();
    let seconds = match time.subsec_millis() {
        0 => describe::number(time.as_secs()),
        _ => describe::decimal(time.as_secs_f64(), 1),
    };
    // Translators: time for each move of a game between computers: “0.5 s per move”
    gettext_f("{seconds} s per move", &[("seconds", &seconds)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usual_sentence_takes_about_two_seconds() {
        let time = time_to_speak("White played d6 – Black to move");
        assert!((1500..2500).contains(&time.as_millis()), "{time:?}");
    }
}
