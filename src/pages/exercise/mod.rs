// SPDX-License-Identifier: GPL-3.0-or-later
//! What puzzles, endgames, and questions have in common: the panel, the keys and actions, the entry
//! of a move, refusals, and the moment of success.

mod entry;
mod panel;

use std::ops::ControlFlow;

use adw::prelude::*;
use gtk::gdk;

use morris::{Move, Point};
use morris_play::session::{Cue, Scene};

use crate::compat::announcer::Again;
use crate::compat::button_words::let_wrap;
use crate::services::PageContext;
use crate::text::describe::{self, ExerciseAction};
use crate::widgets::callbacks::on_click;
use crate::widgets::keys;
use crate::widgets::shortcuts::game_action;
pub use entry::Entry;
pub(super) use panel::{ExercisePanel, Parts};

/// Words of a button, and the effect of a click.
type Choice<E> = (String, fn(&E));

/// Whether the goal was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Success {
    /// It was.
    Yes,
    /// Not yet, or not at all.
    No,
}

/// A widget with a task on a board.
pub(super) trait Exercise: IsA<gtk::Widget> {
    fn panel(&self) -> &Parts;

    /// Performs an action, or gives the reason why it is unavailable.
    fn act(&self, action: ExerciseAction);

    /// Returns why an action is unavailable. `None` if it will be available in a moment.
    fn why_not(&self, action: ExerciseAction) -> Option<String>;

    fn tap(&self, _: Point) {
        self.refuse_tap();
    }

    /// Returns whether the user may enter a move now.
    fn awaits_move(&self) -> bool {
        false
    }

    fn play(&self, _: Move) {}

    /// Handles a key of this exercise alone. Returns `false` for any other key.
    fn own_key(&self, _: gdk::Key) -> bool {
        false
    }

    /// Goes one level back.
    fn go_back(&self) {
        _ = self.activate_action("win.back", None);
    }

    /// Returns the answer to the question whose move it is, with what counts for the task besides.
    /// `words` are the answer without it.
    fn whose_move(&self, words: String) -> String {
        words
    }

    /// Connects the exercise to the window, the board, the keys, and the buttons: the two for an
    /// open task and the one that leads on, with their words.
    fn set_up(&self, context: &PageContext, buttons: [Choice<Self>; 3]) {
        let panel = self.panel();
        panel.context.get_or_init(|| context.clone());
        panel.board.connect_entry(self, Self::tap, Self::put_down);
        keys::connect(self, gtk::PropagationPhase::Bubble, Self::key_pressed);
        for (button, (words, act)) in [&panel.first, &panel.second, &panel.next].into_iter().zip(buttons) {
            button.set_label(&words);
            // At large font sizes, so that the window can stay narrow.
            let_wrap(button);
            on_click(button, self, act);
        }
    }

    /// Services shared by all pages, and the sender of messages to the window.
    fn context(&self) -> &PageContext {
        self.panel().context.get().expect("it is set when the page is made")
    }

    /// Looks for the next task on another thread, and passes it to `show`. Meanwhile `words` are
    /// shown, and no move can be entered.
    fn look_for<T: Send + 'static>(
        &self,
        words: &str,
        find: impl FnOnce(&mut dyn FnMut() -> ControlFlow<()>) -> T + Send + 'static,
        show: fn(&Self, T),
    ) {
        let (panel, exercise) = (self.panel(), self.downgrade());
        panel.task.set_label(words);
        panel.entry.replace(None);
        let then = move |found| {
            if let Some(exercise) = exercise.upgrade() {
                show(&exercise, found);
            }
        };
        panel.search.replace(Some(self.context().services.background.find(find, then)));
    }

    /// Adds a point to the user's move, and plays a complete move.
    fn enter_point(&self, point: Point) {
        let entered = self.panel().entry.borrow_mut().as_mut().map(|entry| (entry.tap(point), entry.rules().board));
        match entered {
            Some((Ok((cues, whole)), _)) => {
                cues.into_iter().for_each(|cue| self.play_cue(cue));
                match whole {
                    Some(mv) => self.play(mv),
                    None => {
                        let before = self.panel().board.scene();
                        self.show_scene();
                        self.announce_put_down(before);
                        self.announce_half_done();
                    }
                }
            }
            Some((Err(refusal), board)) => self.refuse(&describe::refusal(board, refusal)),
            None => {}
        }
    }

    /// Puts down a picked man, or cancels an unfinished move.
    fn put_down(&self) {
        if self.panel().entry.borrow_mut().as_mut().is_some_and(Entry::put_down) {
            let before = self.panel().board.scene();
            self.show_scene();
            self.announce_put_down(before);
        }
    }

    /// Announces that a picked man was put back, or that a closed mill that lacked its removal was
    /// taken back.
    fn announce_put_down(&self, before: Option<Scene>) {
        let words = before.zip(self.panel().board.scene()).and_then(|(before, now)| describe::put_down(&before, &now));
        if let Some(words) = words {
            self.announce(&words);
        }
    }

    /// Returns whether a closed mill awaits its removal.
    fn is_removing(&self) -> bool {
        self.panel().board.scene().is_some_and(|scene| !scene.removable.is_empty())
    }

    /// Announces what is left to do of a move, if it lacks its removal.
    fn announce_half_done(&self) {
        if let Some(scene) = self.panel().board.scene().filter(|_| self.is_removing()) {
            self.announce(&describe::status(scene.status, &scene.setup));
        }
    }

    fn scene(&self) -> Option<Scene> {
        let scene = self.panel().entry.borrow().as_ref()?.scene();
        Some(if self.awaits_move() { scene } else { scene.at_rest() })
    }

    /// Shows the position with the move entered so far, and the men in hand.
    fn show_scene(&self) {
        if let Some(scene) = self.scene() {
            self.panel().hands.count(&scene);
            self.panel().board.show(&scene);
        }
    }

    /// Gives the reason why an action is unavailable.
    fn explain_refusal(&self, action: ExerciseAction) {
        if let Some(words) = self.why_not(action) {
            self.context().messages.answer(&words);
        }
    }

    /// Handles a key. Keys of a game work here if possible, and otherwise give the reason why not.
    fn key_pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        let board = &self.panel().board;
        match (game_action(key, state), key.to_lower()) {
            (Some(name), _) => self.act(in_game(name)),
            _ if keys::has_command(state) => return glib::Propagation::Proceed,
            _ if self.own_key(key) => {}
            (_, gdk::Key::h) => self.act(ExerciseAction::Hint),
            (_, gdk::Key::n) => self.act(ExerciseAction::Next),
            (_, gdk::Key::v | gdk::Key::p) => self.act(ExerciseAction::InGame),
            (_, gdk::Key::Escape) => self.go_back(),
            (_, lower) => match (describe::query_for_key(lower), board.scene()) {
                (Some(words), Some(scene)) if lower == gdk::Key::s => self.announce(&self.whose_move(words(&scene))),
                (Some(words), Some(scene)) => self.announce(&words(&scene)),
                _ => return board.handle_key(key, state),
            },
        }
        glib::Propagation::Stop
    }

    /// Refuses a tap where it happened, with the reason.
    fn refuse(&self, words: &str) {
        self.play_cue(Cue::Refused);
        self.panel().board.refuse(words);
        self.announce(words);
    }

    /// Refuses a tap at a time when no move can be entered.
    fn refuse_tap(&self) {
        if let Some(words) = self.why_not(ExerciseAction::Tap) {
            self.refuse(&words);
        }
    }

    /// Shows whether the goal was reached, by a sign, a color, and a glow around the board.
    fn celebrate(&self, success: Success) {
        let Parts { check, said, board, .. } = self.panel();
        check.set_visible(success == Success::Yes);
        for (widget, class) in [(said.upcast_ref::<gtk::Widget>(), "solved"), (board.upcast_ref(), "glow")] {
            match success {
                Success::Yes => widget.add_css_class(class),
                Success::No => widget.remove_css_class(class),
            }
        }
    }

    fn announce(&self, words: &str) {
        if self.is_mapped() {
            self.context().messages.announce(words, Again::Yes);
        }
    }

    fn play_cue(&self, cue: Cue) {
        if self.is_mapped() {
            self.context().services.play_cue(cue);
        }
    }
}

fn in_game(name: &str) -> ExerciseAction {
    match name {
        "hint" => ExerciseAction::Hint,
        "undo" => ExerciseAction::Undo,
        "redo" => ExerciseAction::Redo,
        "move-now" => ExerciseAction::MoveNow,
        _ => ExerciseAction::InGame,
    }
}
