// SPDX-License-Identifier: GPL-3.0-or-later
//! The actions of the game: `game.…` in the window.

use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use crate::compat::announcer::Again;
use crate::pages::app_page::AppPage;
use crate::services::messages::Message;
use crate::text::describe;
use crate::text::i18n::gettext_f;
use crate::widgets::ask::{Last, confirm};
use crate::widgets::callbacks::{add_action, add_action_with};
use crate::widgets::enabling::{enable, enable_each};
use morris::{Color, Outcome};
use morris_play::persistence::Settings;
use morris_play::session::{Input, Scene, Status};
use morris_play::setup::Begins;

use super::{GamePage, OpenGame};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ViewStep {
    First,
    Previous,
    Next,
    Last,
}

impl GamePage {
    pub(super) fn add_actions(&self) {
        self.add_input_actions();
        self.add_action("pause", |page| _ = page.activate_action("win.go", Some(&"pause".to_variant())));
        self.add_action("flip", |page| {
            page.flip();
            let side = if page.imp().board.is_flipped() { Color::Black } else { Color::White };
            page.messages().announce(&describe::side_below(side), Again::Yes);
        });
        self.add_action("clear-drawings", |page| {
            if !page.clear_drawing() {
                page.messages().answer(&gettext("There are no arrows or rings to clear"));
            }
        });
        self.add_action("save", Self::ask_name);
        self.add_action("rematch", |page| match page.is_in_network() {
            true => page.ask_again(),
            false => _ = page.activate_action("win.rematch", None),
        });
        self.add_action("look", Self::look_at_deciding_move);
        self.add_action("review", |page| _ = page.activate_action("win.review", None));
        for (name, step) in [
            ("view-first", ViewStep::First),
            ("view-previous", ViewStep::Previous),
            ("view-next", ViewStep::Next),
            ("view-last", ViewStep::Last),
        ] {
            self.add_action(name, move |page| page.step(step));
        }
        add_action_with(self.actions(), "view", self, |page, number: u32| page.handle(Input::View(number as usize)));
        self.add_sidebar_action();
        self.add_setting_actions();
        self.add_watching();
        self.add_message_actions();
        self.add_network_actions();
        // The page keeps its own group of actions. If the window removed it and added it again,
        // every button would become insensitive and sensitive again, which floods a screen reader.
        self.insert_action_group("game", Some(self.actions()));
    }

    /// Adds actions that are each an input of the session.
    fn add_input_actions(&self) {
        self.add_action("undo", Self::undo);
        self.add_action("redo", |page| page.handle(Input::Redo));
        self.add_action("hint", |page| page.handle(Input::Hint));
        self.add_action("move-now", |page| page.handle(Input::MoveNow));
        self.add_action("resign", Self::confirm_resignation);
        self.add_action("offer-draw", |page| page.confirm_by_message(Input::OfferDraw));
    }

    /// Takes back a move, or what has been entered of one. A friend is asked to let it be taken
    /// back.
    fn undo(&self) {
        let is_unsent = self.read(|game| game.session.can_take_back_line()) == Some(true);
        let is_at_once = |scene: Scene| {
            let asks =
                scene.setup.is_by_message() && scene.outcome.is_none() && scene.is_open() && scene.removable.is_empty();
            !asks || matches!(scene.status, Status::Viewing { .. }) || is_unsent
        };
        match self.scene().is_none_or(is_at_once) {
            true => self.take_back(),
            false => self.confirm_by_message(Input::Undo),
        }
    }

    /// Asks before the user resigns.
    fn confirm_resignation(&self) {
        // At one board, the turn says who resigns.
        let body = self.read(|game| {
            let setup = game.session.setup();
            let loser = setup.only_person().unwrap_or(game.session.game().position().side());
            match setup.players[loser.other()].name() {
                // Translators: {name} is the other player, if the user resigns
                Some(name) => gettext_f("{name} wins the game.", &[("name", &describe::program_title(name))]),
                None if setup.only_person().is_none() => describe::to_move(Status::Move { side: loser }, setup),
                None => String::new(),
            }
        });
        let (heading, action) = (gettext("Resign?"), gettext("Resign"));
        let (Some(body), true) = (body, self.is_unfinished()) else { return };
        confirm(self, (&heading, &body), None, (&action, Last::Destructive), |page| page.handle(Input::Resign));
    }

    pub(super) fn add_action(&self, name: &str, act: impl Fn(&Self) + 'static) {
        add_action(self.actions(), name, self, act);
    }

    fn add_sidebar_action(&self) {
        let settings = Rc::clone(&self.services().settings);
        let shown = settings.read(|settings| settings.sidebar);
        let action = gio::SimpleAction::new_stateful("sidebar", None, &shown.to_variant());
        action.connect_activate(weak!(page = self, move |_, _| {
            settings.change(|settings| settings.sidebar = !settings.sidebar);
            let words = match settings.read(|settings| settings.sidebar) {
                true => gettext("The move list is shown if there is room"),
                false => gettext("The move list is hidden"),
            };
            // Where there is no room, nothing else is seen.
            if page.imp().layout.has_room_for_list() {
                page.messages().announce(&words, Again::Yes);
            } else {
                page.messages().answer(&words);
            }
        }));
        self.imp().layout.connect_sidebar_notify(glib::clone!(
            #[strong]
            action,
            move |layout| action.set_state(&layout.sidebar().to_variant())
        ));
        self.actions().add_action(&action);
    }

    fn add_setting_actions(&self) {
        self.add_setting_action("values", |settings| settings.values, Self::toggle_values);
        self.add_setting_action(
            "warn",
            |settings| settings.warn,
            |page| page.services().settings.change(|settings| settings.warn = !settings.warn),
        );
        // Turns the board after each move of two human players.
        self.add_setting_action(
            "turn-board",
            |settings| settings.turn_board,
            |page| {
                page.services().settings.change(|settings| settings.turn_board = !settings.turn_board);
                page.show_again();
            },
        );
    }

    /// Adds an action that changes a setting and shows its state.
    fn add_setting_action(&self, name: &str, read: fn(&Settings) -> bool, act: fn(&Self)) {
        let settings = &self.services().settings;
        let action = gio::SimpleAction::new_stateful(name, None, &settings.read(read).to_variant());
        action.connect_activate(weak!(page = self, move |_, _| act(&page)));
        let changed = action.clone();
        settings.connect_for(self, move |_, settings| {
            let state = read(settings).to_variant();
            if changed.state().as_ref() != Some(&state) {
                changed.set_state(&state);
            }
        });
        self.actions().add_action(&action);
    }

    pub(super) fn flip(&self) {
        let board = &self.imp().board;
        board.set_flipped(!board.is_flipped());
        self.seat_players();
    }

    /// Returns the game that follows the one on the page, with colors swapped unless the loser
    /// begins again.
    pub fn rematch(&self) -> Option<OpenGame> {
        let begins = self.services().settings.read(|settings| settings.choice.begins);
        let loser = |outcome: Option<Outcome>| outcome.and_then(Outcome::winner).map(Color::other);
        let again = self.read(|game| {
            let (session, setup) = (&game.session, game.session.setup());
            let lost_by_first = loser(session.outcome()) == Some(session.game().start().side());
            if begins == Begins::Loser && lost_by_first { setup.clone() } else { setup.rematch() }
        });
        self.next_game(again?)
    }

    fn step(&self, step: ViewStep) {
        let Some((now, last)) = self.scene().map(|scene| (scene.viewed_moves(), scene.played)) else { return };
        let to = match step {
            ViewStep::First => 0,
            ViewStep::Previous => now.saturating_sub(1),
            ViewStep::Next => (now + 1).min(last),
            ViewStep::Last => last,
        };
        if to == last {
            self.messages().send(Message::Dismiss);
        }
        self.handle(Input::View(to));
    }

    /// Shows the position before the previous move.
    pub fn go_back(&self) {
        self.act("view-previous");
    }

    /// Shows the position after the next move.
    pub fn go_on(&self) {
        self.act("view-next");
    }

    /// Returns from an earlier position to the current one.
    pub(super) fn return_to_present(&self) {
        self.act("view-last");
        self.focus_first();
    }

    /// Enables exactly the actions that are available now.
    pub(super) fn update_actions(&self, scene: &Scene) {
        let (played, redoable) = (scene.played > 0, scene.taken_back > 0);
        let people = scene.setup.has_person();
        let viewing = matches!(scene.status, Status::Viewing { .. });
        let ended = scene.outcome.is_some();
        let (by_message, closed) = (scene.setup.is_by_message(), scene.closes_aids());
        let is_mine = !by_message || scene.is_open();
        self.enable("undo", scene.undoable || viewing || !scene.removable.is_empty());
        self.enable("redo", redoable);
        self.enable("hint", scene.is_open() && !closed);
        self.enable("values", !closed);
        self.enable("move-now", scene.busy || matches!(scene.status, Status::Waiting { .. }));
        self.enable("resign", people && !ended && scene.status != Status::NotAccepted);
        self.enable("offer-draw", people && !ended && is_mine);
        // No time passes in a game by message.
        self.enable("pause", !ended && !by_message);
        let in_network = self.is_in_network();
        self.enable("rematch", ended && (!by_message || in_network));
        self.enable("save", self.watched().is_none());
        self.enable("review", played && !closed);
        self.enable("warn", scene.setup.only_person().is_some() && !closed);
        self.enable("hold", !ended);
        self.enable("step", !ended);
        let back = scene.viewed_moves() > 0;
        let steps = [("view-first", back), ("view-previous", back), ("view-next", viewing), ("view-last", viewing)];
        enable_each(self.actions(), &steps, self, &*self.imp().board);
    }

    /// Activates the action of a key, or gives the reason why it is unavailable.
    pub(super) fn act(&self, name: &str) {
        let Some(action) = self.actions().lookup_action(name) else { return };
        if action.is_enabled() {
            return action.activate(None);
        }
        self.explain_refusal(name);
    }

    /// Gives the reason why an action is unavailable.
    pub fn explain_refusal(&self, name: &str) {
        let why = match name {
            "save" | "draw" => Some(gettext("You are watching")),
            _ => self.scene().map(|scene| describe::unavailable(name, &scene)),
        };
        if let Some(why) = why {
            self.messages().answer(&why);
        }
    }

    pub(super) fn enable(&self, name: &str, enabled: bool) {
        enable(self.actions(), name, enabled);
    }
}
