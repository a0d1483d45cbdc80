// SPDX-License-Identifier: GPL-3.0-or-later
//! Page on which an endgame is played out against perfect play. After each move it says whether the
//! goal can still be reached.

mod playing;
#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use morris::{Move, Point, Position, Rules};
use morris_teach::puzzles::{Endgame, EndgameGoal, EndgamePlay, MOVES_TO_HOLD};

use crate::pages::app_page::{AppPage, PRACTICE, Page, PageId, Saved};
use crate::pages::exercise::{Entry, Exercise, ExercisePanel, Parts, Success};
use crate::services::PageContext;
use crate::text::describe::{self, ExerciseAction};
use crate::text::i18n::{gettext_f, sentences};
use crate::widgets::timer::Timer;

/// Prefix of the names of endgames, as targets of the action `win.practise`.
pub const NAME: &str = "endgame:";

struct Open {
    play: EndgamePlay,
    turn: Turn,
}

impl Open {
    /// Returns what the endgame waits for, or that it is over.
    fn turn(&self) -> Turn {
        if self.play.state().is_over() { Turn::Over } else { self.turn }
    }
}

/// What the endgame waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// A move of the user.
    User,
    /// The opponent's reply and the verdict.
    Opponent,
    /// Nothing.
    Over,
}

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct EndgamePage {
        pub(super) panel: ExercisePanel,
        pub(super) endgame: Cell<Option<Endgame>>,
        pub(super) open: RefCell<Option<Open>>,
        /// The newest change of the endgame on another thread, which waits for those before.
        pub(super) change: RefCell<Option<glib::JoinHandle<()>>>,
        /// Delays the reply until the user's man has landed.
        pub(super) reply: Timer,
    }

    impl ObjectImpl for EndgamePage {}
    impl WidgetImpl for EndgamePage {}
}

class! {
    /// Page on which an endgame is played.
    EndgamePage: adw::Bin
}

impl Page for EndgamePage {
    const ID: PageId = PageId("endgame");
    const HELP: &'static str = "practice#endgames";

    fn title() -> String {
        gettext("Endgame")
    }

    fn make(context: &PageContext) -> Self {
        let page = Self::default();
        page.set_child(Some(&page.imp().panel));
        page.set_up(
            context,
            [
                (gettext("Take Back Move"), Self::take_back),
                (gettext("Play Again"), |page| page.begin_other(|endgame| endgame)),
                (gettext("Next Endgame"), |page| page.begin_other(Endgame::next)),
            ],
        );
        let panel = page.panel();
        panel.panel.add_css_class("endgame");
        panel.check.set_valign(gtk::Align::Start);
        panel.said.set_yalign(0.0);
        panel.why.set_visible(false);
        // Moves can be taken back at the end, too.
        panel.keep_choices();
        page
    }
}

impl AppPage for EndgamePage {
    fn focus_first(&self) -> bool {
        let panel = self.panel();
        if self.turn().is_some() { panel.board.grab_focus() } else { panel.back.grab_focus() }
    }

    fn position_to_analyze(&self) -> Option<(Rules, Position)> {
        let position = *self.panel().entry.borrow().as_ref()?.position();
        Some((Rules::STANDARD, position))
    }

    /// An endgame cannot move to another window.
    fn save(&self) -> Saved {
        Saved::Replaced(PRACTICE)
    }
}

impl Exercise for EndgamePage {
    fn panel(&self) -> &Parts {
        self.imp().panel.imp()
    }

    fn act(&self, action: ExerciseAction) {
        let panel = self.panel();
        match action {
            ExerciseAction::Next if panel.next.is_child_visible() => panel.next.emit_clicked(),
            ExerciseAction::Undo if self.is_removing() => self.put_down(),
            ExerciseAction::Undo if panel.first.is_sensitive() => self.take_back(),
            _ => self.explain_refusal(action),
        }
    }

    fn why_not(&self, action: ExerciseAction) -> Option<String> {
        let panel = self.panel();
        Some(match action {
            // There is no endgame, as the task says.
            ExerciseAction::Next if self.turn().is_none() => panel.task.label().into(),
            _ => describe::unavailable_in_endgame(Rules::STANDARD.board, action, panel.next.is_child_visible()),
        })
    }

    fn tap(&self, point: Point) {
        match self.turn() {
            Some(Turn::User) => self.enter_point(point),
            Some(Turn::Over) => self.refuse_tap(),
            Some(Turn::Opponent) | None => {}
        }
    }

    fn awaits_move(&self) -> bool {
        self.turn() == Some(Turn::User)
    }

    fn play(&self, mv: Move) {
        self.answer(mv);
    }

    /// Adds the number of moves. After the end, says the verdict.
    fn whose_move(&self, words: String) -> String {
        let panel = self.panel();
        match self.turn() {
            Some(Turn::Over) => panel.said.label().into(),
            _ => sentences(&[words, panel.progress.label().into()]),
        }
    }
}

impl EndgamePage {
    /// Looks for a position of this endgame and starts it.
    pub fn begin(&self, endgame: Endgame) {
        let imp = self.imp();
        imp.reply.stop();
        imp.open.replace(None);
        imp.endgame.set(Some(endgame));
        self.panel().header_title.set_title(&describe::endgame_name(endgame));
        self.show_verdict("", Success::No);
        let tables = self.context().services.tables.current();
        let seed = rand::random();
        let find = move |go_on: &mut dyn FnMut() -> ControlFlow<()>| {
            let position = endgame.find(&tables, seed, go_on);
            position.map(|position| EndgamePlay::new(endgame, position, tables))
        };
        self.look_for(&gettext("Looking for an endgame…"), find, Self::show);
        self.show_counts();
    }

    fn show(&self, play: Option<EndgamePlay>) {
        let (imp, panel) = (self.imp(), self.panel());
        panel.search.replace(None);
        let words = match &play {
            Some(play) => sentences(&[
                describe::endgame_task(play.endgame(), play.state()),
                describe::flying(play.position(), &Rules::STANDARD),
            ]),
            None => gettext("No matching endgame was found."),
        };
        panel.task.set_label(&words);
        panel.entry.replace(play.as_ref().map(|play| Entry::new(Rules::STANDARD, *play.position(), None)));
        imp.open.replace(play.map(|play| Open { play, turn: Turn::User }));
        if let Some(scene) = self.scene() {
            panel.board.begin(&scene);
        }
        self.announce(&sentences(&[panel.header_title.title().as_str(), &words]));
        if self.is_mapped() {
            self.focus_first();
        }
        self.show_counts();
    }

    /// Returns what the endgame waits for. `None` if there is no endgame.
    fn turn(&self) -> Option<Turn> {
        self.imp().open.borrow().as_ref().map(Open::turn)
    }

    /// Returns the number of the user's moves.
    fn own_moves(&self) -> u32 {
        self.imp().open.borrow().as_ref().map_or(0, |open| open.play.own_moves())
    }

    /// Shows the number of moves, the best result, and which buttons are available.
    fn show_counts(&self) {
        let panel = self.panel();
        let Some(endgame) = self.imp().endgame.get() else { return };
        let best = self.context().services.practice.read(|practice| practice.endgames.get(&endgame).copied());
        panel.level.set_label(&describe::endgame_record(endgame.goal, best));
        let moves = self.own_moves();
        panel.progress.set_label(&match endgame.goal {
            EndgameGoal::Win if moves == 0 => String::new(),
            EndgameGoal::Win => describe::moves(moves as usize),
            EndgameGoal::Draw => {
                let values = [("count", &*moves.to_string()), ("all", &*MOVES_TO_HOLD.to_string())];
                // Translators: a draw must be held for {all} moves
                gettext_f("{count} of {all} moves", &values)
            }
        });
        panel.second.set_sensitive(moves > 0 || panel.waits_on(&panel.second));
        panel.first.set_sensitive(moves > 0);
        // They keep their place, too.
        panel.choices.set_child_visible(panel.second.is_sensitive());
        // It keeps its place.
        panel.next.set_child_visible(self.turn() == Some(Turn::Over) || panel.waits_on(&panel.next));
    }

    fn show_verdict(&self, words: &str, success: Success) {
        self.panel().said.set_label(words);
        self.celebrate(success);
    }

    /// Starts this endgame again, or another one, unless one is being looked for.
    fn begin_other(&self, other: impl Fn(Endgame) -> Endgame) {
        if let Some(endgame) = self.imp().endgame.get().filter(|_| self.turn().is_some()) {
            self.begin(other(endgame));
        }
    }
}
