// SPDX-License-Identifier: GPL-3.0-or-later
//! Shows the scene of the session.

use std::sync::Arc;
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;

use crate::pages::app_page::AppPage;
use crate::services::messages::{Message, Messages};
use crate::text::describe;
use morris::{ByColor, Color, Game};
use morris_paint::geometry::Trays;
use morris_play::narration::{Cause, Report, Say};
use morris_play::persistence::Settings;
use morris_play::session::{Input, Scene, Status};
use morris_play::setup::GameSetup;

use super::GamePage;
use super::player_card::{PlayerCard, Room, Turn};

/// Interval between two steps of the progress bar.
const PULSE: Duration = Duration::from_millis(80);

impl GamePage {
    pub(super) fn show_again(&self) {
        if let Some((scene, game)) = self.read(|game| (game.session.scene(), Arc::clone(game.session.game()))) {
            self.show(&scene, &game, Cause::Other);
        }
    }

    pub(super) fn scene(&self) -> Option<Scene> {
        self.imp().scene.borrow().clone()
    }

    /// Returns the scene and the game. The game must not be kept while moves are played.
    pub(super) fn now(&self) -> Option<(Scene, Arc<Game>)> {
        self.scene().zip(self.read(|game| Arc::clone(game.session.game())))
    }

    /// Shows a scene and the moves that led to it, on the board and around it.
    pub(super) fn show(&self, scene: &Scene, game: &Game, cause: Cause) {
        let imp = self.imp();
        self.report();
        imp.scene.replace(Some(scene.clone()));
        self.end_old_warning(scene.checked_move);
        imp.board.show(scene);
        self.show_values(scene, game);
        imp.pen.take();
        self.show_drawing(scene, game);
        imp.moves.show(game, scene.viewed_moves());
        if scene.outcome.is_none() {
            imp.moves.set_marks(&[]);
        }
        self.show_clocks(scene.clocks);
        self.update_actions(scene);
        self.show_lines(scene);
        self.update_ticking(scene.clock_running);
        imp.narrator.borrow_mut().show(scene, game, cause);
        // A move that awaits confirmation is counted when it is played.
        if scene.checked_move.is_none() {
            self.show_men(scene);
            let time = imp.board.lands_in();
            if time.is_zero() { self.report() } else { self.rest(time, Self::report) }
        }
    }

    /// Shows the numbers of men in hand and of men taken of each side.
    fn show_men(&self, scene: &Scene) {
        for color in Color::BOTH {
            let card = self.card(color);
            card.set_men(scene.hand[color], scene.lost[color], scene.lost[color.other()], scene.setup.rules.men);
        }
    }

    /// Waits until the men have landed, or a message has been read.
    pub(super) fn rest(&self, time: Duration, then: fn(&Self)) {
        self.imp().resting.start(time, weak!(page = self, move || then(&page)));
    }

    /// Returns a sender whose messages come after the reports of what happened before them.
    pub(super) fn in_order(&self, messages: Messages) -> Messages {
        Messages::new(weak!(page = self, move |message| {
            page.report();
            messages.send(message);
        }))
    }

    /// Reports the last scene, because the men have landed or because another event follows.
    pub(super) fn report(&self) {
        let report = self.imp().narrator.borrow_mut().land();
        let Some(Report { scene, says, is_end }) = report else { return };
        for color in Color::BOTH {
            let to_move = scene.status.side_to_move() == Some(color);
            self.card(color).set_turn(if to_move { Turn::ToMove } else { Turn::Waits });
        }
        self.turn_to(&scene);
        self.show_status(&scene);
        self.end_outdated_tip(&scene);
        for say in says {
            match say {
                Say::Title(news) => {
                    let news = describe::news(&news, &scene);
                    if !scene.setup.has_person() {
                        self.keep_pace_of_voice(&news);
                    }
                    self.messages().send(Message::GameTitle(news));
                }
                Say::Hint(hint) => self.messages().answer(&describe::hint(scene.setup.rules.board, &hint)),
                Say::Tip => self.coach(&scene),
            }
        }
        if is_end {
            self.focus_result();
        }
    }

    /// Turns the board to the side to move, if two human players have enabled that.
    fn turn_to(&self, scene: &Scene) {
        let two = Color::BOTH.into_iter().all(|color| scene.setup.players[color].is_local());
        let wanted = two && self.services().settings.read(|settings| settings.turn_board);
        // A board that turned automatically turns back automatically. One that was turned by hand
        // stays.
        let side = if wanted { scene.status.side_to_move() } else { Some(Color::White) };
        if let Some(side) = side.filter(|_| self.imp().turns.replace(wanted) || wanted) {
            self.imp().board.set_flipped(side == Color::Black);
            self.seat_players();
        }
    }

    fn show_status(&self, scene: &Scene) {
        let imp = self.imp();
        self.show_words();
        self.show_steps(scene);
        if scene.busy {
            self.start_pulse();
        } else {
            self.stop_pulse();
        }
        if let Status::Over(outcome) = scene.status {
            imp.result.show(outcome, &scene.setup);
            self.offer_level();
        }
        self.hide_or_show_panels(scene.status);
    }

    /// Shows the panels for the status. Moves the focus if it was in a panel that gets hidden: from
    /// the result to the steps, and at the end of the game back again.
    fn hide_or_show_panels(&self, status: Status) {
        let imp = self.imp();
        let (result, steps) = (imp.result.upcast_ref::<gtk::Widget>(), imp.steps.upcast_ref::<gtk::Widget>());
        let focus = self.root().and_then(|root| root.focus());
        let holds_focus =
            |panel: &gtk::Widget| panel.is_visible() && focus.as_ref().is_some_and(|focus| focus.is_ancestor(panel));
        let (in_result, in_steps) = (holds_focus(result), holds_focus(steps));
        let over = matches!(status, Status::Over(_));
        let looking_back = matches!(status, Status::Viewing { .. });
        // The focus moves before its panel is hidden: where GTK moves it, no screen reader hears of
        // it.
        let next = if over { result } else { steps };
        next.set_visible(true);
        if in_result && looking_back {
            _ = imp.view_next.grab_focus() || imp.view_previous.grab_focus();
        } else if in_steps && over {
            _ = imp.result.focus_next();
        } else if in_result && !over {
            _ = self.focus_first();
        }
        result.set_visible(over);
        steps.set_visible(!over);
        if self.is_mapped() && self.root().is_some_and(|root| root.focus().is_none()) {
            _ = self.focus_first();
        }
    }

    pub(super) fn name_players(&self, setup: &GameSetup) {
        for color in Color::BOTH {
            let level = setup.players[color].skill().map(describe::skill_name);
            self.card(color).set_player(color, &describe::player_name(setup, color), level.as_deref());
        }
        self.seat_players();
    }

    /// Puts a single human player at the bottom. Two human players are placed as the board is
    /// turned.
    pub(super) fn seat_players(&self) {
        let imp = self.imp();
        let alone = self.read(|game| game.session.setup().only_person()).flatten();
        let bottom = if imp.board.is_flipped() { Color::Black } else { Color::White };
        let near = alone.unwrap_or(bottom);
        imp.layout.set_black_below(near == Color::Black);
        imp.board.set_near(near);
    }

    pub(super) fn card(&self, color: Color) -> &PlayerCard {
        match color {
            Color::White => &self.imp().white,
            Color::Black => &self.imp().black,
        }
    }

    /// Adapts the cards to the size of the window, which is small at first.
    pub(super) fn follow_layout(&self) {
        self.imp().layout.connect_wide_notify(weak!(page = self, move |layout| {
            page.imp().result.set_room(if layout.wide() { Room::Words } else { Room::Numbers });
        }));
        self.imp().layout.connect_roomy_notify(weak!(page = self, move |layout| {
            let room = if layout.roomy() { Room::Words } else { Room::Numbers };
            Color::BOTH.into_iter().for_each(|color| page.card(color).set_room(room));
        }));
        self.imp().layout.connect_card_width_notify(weak!(page = self, move |layout| Color::BOTH
            .into_iter()
            .for_each(|color| page.card(color).set_width(layout.card_width()))));
        self.imp().layout.connect_slim_notify(weak!(page = self, move |layout| {
            let imp = page.imp();
            [&imp.view_first, &imp.view_last].iter().for_each(|button| button.set_visible(!layout.slim()));
        }));
        self.imp().layout.connect_trays_notify(weak!(page = self, move |layout| {
            let trays = if layout.trays() { Trays::Shown } else { Trays::Hidden };
            page.imp().board.set_trays(trays);
            Color::BOTH.into_iter().for_each(|color| page.card(color).set_piles(trays == Trays::Hidden));
        }));
        self.imp().layout.connect_titled_notify(weak!(page = self, move |layout| page
            .imp()
            .header_words
            .set_visible(layout.titled())));
    }

    pub(super) fn apply_settings(&self, settings: &Settings) {
        let imp = self.imp();
        imp.board.follow(settings);
        imp.board.set_marks(settings.targets);
        imp.layout.set_sidebar(settings.sidebar);
        self.handle(Input::SetWarnings(settings.warn));
        self.apply_pace(settings);
        self.show_values_again();
    }

    /// Starts the pulse. It runs only while a player thinks: an idle window must not use the
    /// processor.
    fn start_pulse(&self) {
        let imp = self.imp();
        imp.pulse.set_visible(true);
        if imp.pulsing.runs() {
            return;
        }
        let page = self.downgrade();
        imp.pulsing.repeat(PULSE, move || {
            let Some(page) = page.upgrade() else { return glib::ControlFlow::Break };
            page.imp().pulse.pulse();
            glib::ControlFlow::Continue
        });
    }

    pub(super) fn stop_pulse(&self) {
        let (pulsing, pulse) = (&self.imp().pulsing, &self.imp().pulse);
        if pulsing.runs() {
            pulsing.stop();
            pulse.set_visible(false);
            // A progress bar that has pulsed requests every frame, even when hidden, until its
            // fraction is set.
            pulse.set_fraction(0.0);
        }
    }
}

/// The clock.
impl GamePage {
    /// Ticks exactly while a clock runs.
    fn update_ticking(&self, running: Option<Color>) {
        let ticking = &self.imp().ticking;
        if running.is_none() {
            return ticking.stop();
        }
        let page = self.downgrade();
        ticking.start(move || {
            let Some(page) = page.upgrade() else { return glib::ControlFlow::Break };
            page.tick();
            glib::ControlFlow::Continue
        });
    }

    /// Charges the time since the last tick to the side to move, before another event is handled.
    pub(super) fn let_time_pass(&self) {
        if self.imp().ticking.runs() {
            self.tick();
        }
    }

    /// Charges the time since the last tick to the side to move.
    fn tick(&self) {
        let elapsed = self.imp().ticking.elapsed();
        self.handle(Input::Tick(elapsed));
        self.show_clocks_now();
        self.watch_flag();
    }

    /// Shows the time left of each side now, which changes between two scenes.
    pub(super) fn show_clocks_now(&self) {
        self.show_clocks(self.read(|game| game.session.clocks()).flatten());
    }

    /// Shows the time left of each side.
    fn show_clocks(&self, clocks: Option<ByColor<Duration>>) {
        for color in Color::BOTH {
            self.card(color).set_clock(clocks.map(|clocks| clocks[color]));
        }
    }
}
