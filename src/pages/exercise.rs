// SPDX-License-Identifier: GPL-3.0-or-later
//! What puzzles, endgames, and questions have in common: keys, refusals, and the moment of success.

use adw::prelude::*;
use gtk::gdk;

use morris_play::session::{Cue, Scene};

use crate::board::BoardView;
use crate::compat::announcer::Again;
use crate::services::PageContext;
use crate::text::describe;
use crate::widgets::keys;
use crate::widgets::shortcuts::game_action;

/// Whether the goal was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Success {
    /// It was.
    Yes,
    /// Not yet, or not at all.
    No,
}

/// A widget with a task on a board.
pub trait Exercise: IsA<gtk::Widget> {
    /// Services shared by all pages, and the sender of messages to the window.
    fn context(&self) -> &PageContext;

    /// The board.
    fn board(&self) -> &BoardView;

    /// The sign of success, and the result of the last move.
    fn result(&self) -> (&gtk::Image, &gtk::Label);

    /// Performs `hint`, `next`, or an action of the game, or gives the reason why it is
    /// unavailable.
    fn act(&self, action: &str);

    /// Returns why something is unavailable: an action as in `act`, or `tap`. `None` if it will be
    /// available in a moment.
    fn why_not(&self, action: &str) -> Option<String>;

    /// Goes one level back.
    fn go_back(&self) {
        _ = self.activate_action("win.back", None);
    }

    /// Gives the reason why an action is unavailable.
    fn explain_refusal(&self, action: &str) {
        if let Some(words) = self.why_not(action) {
            self.context().messages.answer(&words);
        }
    }

    /// Handles a key. Keys of a game work here if possible, and otherwise give the reason why not.
    fn key_pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        match (game_action(key, state), key.to_lower()) {
            (Some(action), _) => self.act(action),
            _ if keys::has_command(state) => return glib::Propagation::Proceed,
            (_, gdk::Key::h) => self.act("hint"),
            (_, gdk::Key::n) => self.act("next"),
            (_, gdk::Key::v) => self.act("values"),
            (_, gdk::Key::p) => self.act("pause"),
            (_, gdk::Key::Escape) => self.go_back(),
            (_, lower) => match (describe::query_for_key(lower), self.board().scene()) {
                (Some(words), Some(scene)) if lower == gdk::Key::s => self.announce(&self.whose_move(words(&scene))),
                (Some(words), Some(scene)) => self.announce(&words(&scene)),
                _ => return self.board().handle_key(key, state),
            },
        }
        glib::Propagation::Stop
    }

    /// Returns the answer to the question whose move it is, with what counts for the task besides.
    /// `words` are the answer without it.
    fn whose_move(&self, words: String) -> String {
        words
    }

    /// Announces what is left to do of a move, if it lacks its removal.
    fn announce_half_done(&self) {
        if let Some(scene) = self.board().scene().filter(|scene| !scene.removable.is_empty()) {
            self.announce(&describe::status(scene.status, &scene.setup));
        }
    }

    /// Announces that a closed mill that lacked its removal was taken back, since this scene.
    fn announce_put_down(&self, before: Option<&Scene>) {
        let words = before.zip(self.board().scene()).and_then(|(before, now)| describe::put_down(before, &now));
        if let Some(words) = words {
            self.announce(&words);
        }
    }

    /// Lets the keyboard scroll the result only where it is longer than its room. Otherwise it
    /// would be a stop of the Tab key without a name and a use.
    fn watch_room_of_result(&self) {
        let (_, said) = self.result();
        let scroller = said.ancestor(gtk::ScrolledWindow::static_type()).and_downcast::<gtk::ScrolledWindow>();
        let Some(scroller) = scroller else { return };
        // Without `can-focus`, the Tab key would end here. Without `focusable`, a screen reader
        // would offer it.
        let be_a_stop = |scroller: &gtk::ScrolledWindow, is_long| {
            scroller.set_can_focus(is_long);
            scroller.set_focusable(is_long);
        };
        be_a_stop(&scroller, false);
        scroller.vadjustment().connect_changed(glib::clone!(
            #[weak]
            scroller,
            move |adjustment| be_a_stop(&scroller, adjustment.upper() > adjustment.page_size())
        ));
    }

    /// Refuses a tap where it happened, with the reason.
    fn refuse(&self, words: &str) {
        self.play_cue(Cue::Refused);
        self.board().refuse(words);
        self.announce(words);
    }

    /// Refuses a tap after the end.
    fn refuse_tap(&self) {
        if let Some(words) = self.why_not("tap") {
            self.refuse(&words);
        }
    }

    /// Shows whether the goal was reached, by a sign, a color, and a glow around the board.
    fn celebrate(&self, success: Success) {
        let (check, said) = self.result();
        check.set_visible(success == Success::Yes);
        for (widget, class) in [(said.upcast_ref::<gtk::Widget>(), "solved"), (self.board().upcast_ref(), "glow")] {
            match success {
                Success::Yes => widget.add_css_class(class),
                Success::No => widget.remove_css_class(class),
            }
        }
    }

    /// Announces an answer to the user.
    fn announce(&self, words: &str) {
        if self.is_mapped() {
            self.context().messages.announce(words, Again::Yes);
        }
    }

    /// Plays the sound of an event on the board.
    fn play_cue(&self, cue: Cue) {
        self.context().services.play_cue(cue);
    }

    /// Applies the settings, which may have changed since the page was last visible.
    fn follow_settings(&self) {
        let board = self.board();
        self.context().services.settings.read(|settings| board.follow(settings));
        board.set_marks(true);
    }
}
