// SPDX-License-Identifier: GPL-3.0-or-later
//! Page on which an endgame is played out against perfect play. After each move it says whether the
//! goal can still be reached.

mod exercise;
mod playing;
#[cfg(test)]
mod tests;

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::ControlFlow;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use morris::{Color, Move, Position, Rules};
use morris_play::session::{MoveEntry, Scene};
use morris_teach::puzzles::{Endgame, EndgameGoal, EndgamePlay, EndgameState, MOVES_TO_HOLD};

use crate::board::BoardView;
use crate::compat::button_words::let_wrap;
use crate::pages::app_page::{AppPage, PRACTICE, Page, PageId, Pages, Saved};
use crate::pages::exercise::{Exercise, Success};
use crate::services::{Job, PageContext};
use crate::text::describe;
use crate::text::i18n::{gettext_f, sentences};
use crate::widgets::adaptive_layout::{AdaptiveLayout, BoardAndPanel, Rows};
use crate::widgets::callbacks::on_click;
use crate::widgets::keys;
use crate::widgets::timer::Timer;

/// Layout of the buttons that take back and start again.
const CHOICES: Rows = Rows { many: 2, few: 1, gap: 8, from: 0 };

/// Prefix of the names of endgames, as targets of the action `win.practise`.
pub const NAME: &str = "endgame:";

/// An endgame on the board.
struct Open {
    play: EndgamePlay,
    /// Position that is shown, before the move that is entered.
    position: Position,
    /// Points of the move entered so far.
    entry: MoveEntry,
    /// The last move.
    last: Option<(Color, Move)>,
    turn: Turn,
}

/// What the endgame waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// A move of the user.
    User,
    /// The opponent's reply and the verdict.
    Opponent,
}

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "endgame_page.ui")]
    pub struct EndgamePage {
        /// The goal.
        #[template_child]
        pub(super) header_title: TemplateChild<adw::WindowTitle>,
        /// Leads to the previous page.
        #[template_child]
        pub(super) back: TemplateChild<gtk::Button>,
        /// Board and panel.
        #[template_child]
        pub(super) parts: TemplateChild<gtk::Box>,
        /// The board.
        #[template_child]
        pub(super) board: TemplateChild<BoardView>,
        /// The task.
        #[template_child]
        pub(super) task: TemplateChild<gtk::Label>,
        /// The buttons that take back and start again.
        #[template_child]
        pub(super) choices: TemplateChild<gtk::Box>,
        /// Takes the last move back.
        #[template_child]
        pub(super) take_back: TemplateChild<gtk::Button>,
        /// Starts the same endgame in another position.
        #[template_child]
        pub(super) again: TemplateChild<gtk::Button>,
        /// Starts the next endgame.
        #[template_child]
        pub(super) next: TemplateChild<gtk::Button>,
        /// Number of moves.
        #[template_child]
        pub(super) count: TemplateChild<gtk::Label>,
        /// The best result.
        #[template_child]
        pub(super) best: TemplateChild<gtk::Label>,
        /// Sign of success.
        #[template_child]
        pub(super) check: TemplateChild<gtk::Image>,
        /// The verdict on the last move.
        #[template_child]
        pub(super) said: TemplateChild<gtk::Label>,
        /// The endgame that is played.
        pub(super) endgame: Cell<Option<Endgame>>,
        /// State of the endgame.
        pub(super) open: RefCell<Option<Open>>,
        /// Looks for a position.
        pub(super) search: RefCell<Option<Job>>,
        /// The newest change of the endgame on another thread, which waits for those before.
        pub(super) change: RefCell<Option<glib::JoinHandle<()>>>,
        /// Delays the reply until the user's man has landed.
        pub(super) reply: Timer,
        /// Services shared by all pages, and the sender of messages to the window.
        pub(super) context: OnceCell<PageContext>,
    }

    template_class!(EndgamePage: adw::Bin; BoardView);

    impl ObjectImpl for EndgamePage {
        fn constructed(&self) {
            self.parent_constructed();
            self.parts.set_layout_manager(Some(AdaptiveLayout::new(BoardAndPanel::WORK)));
            self.choices.set_layout_manager(Some(AdaptiveLayout::new(CHOICES)));
            // Wrap at large font sizes, so that the window can stay narrow.
            [&self.take_back, &self.again, &self.next].into_iter().for_each(|button| let_wrap(button));
            self.obj().connect_parts();
        }

        fn dispose(&self) {
            self.reply.stop();
        }
    }

    impl WidgetImpl for EndgamePage {
        fn map(&self) {
            self.parent_map();
            self.obj().follow_settings();
        }
    }

    impl BinImpl for EndgamePage {}
}

glib::wrapper! {
    /// Page on which an endgame is played.
    pub struct EndgamePage(ObjectSubclass<imp::EndgamePage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Page for EndgamePage {
    const ID: PageId = PageId("endgame");
    const HELP: &'static str = "practice#endgames";
    const ACTIONS: &'static [&'static str] = &[];

    fn title() -> String {
        gettext("Endgame")
    }

    fn make(context: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        page.imp().context.get_or_init(|| context.clone());
        page
    }
}

impl AppPage for EndgamePage {
    fn enter(&self, _: PageId, _: &dyn Pages) {}

    fn focus_first(&self) -> bool {
        let imp = self.imp();
        if imp.open.borrow().is_some() { imp.board.grab_focus() } else { imp.back.grab_focus() }
    }

    fn leave(&self) {}

    fn position_to_analyze(&self) -> Option<(Rules, Position)> {
        self.imp().open.borrow().as_ref().map(|open| (Rules::STANDARD, open.position))
    }

    /// An endgame cannot move to another window.
    fn save(&self) -> Saved {
        Saved::Replaced(PRACTICE)
    }
}

impl EndgamePage {
    /// Looks for a position of this endgame and starts it.
    pub fn begin(&self, endgame: Endgame) {
        let imp = self.imp();
        imp.reply.stop();
        imp.open.replace(None);
        imp.endgame.set(Some(endgame));
        imp.header_title.set_title(&describe::endgame_name(endgame));
        imp.task.set_label(&gettext("Looking for an endgame…"));
        self.show_verdict("", Success::No);
        let tables = self.context().services.tables.current();
        let seed = rand::random();
        let then = glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |found| page.show(found)
        );
        let find = move |go_on: &mut dyn FnMut() -> ControlFlow<()>| {
            let position = endgame.find(&tables, seed, go_on);
            position.map(|position| EndgamePlay::new(endgame, position, tables))
        };
        imp.search.replace(Some(self.context().services.background.find(find, then)));
        self.show_counts();
    }

    /// Puts an endgame on the board.
    fn show(&self, play: Option<EndgamePlay>) {
        let imp = self.imp();
        imp.search.replace(None);
        let words = match &play {
            Some(play) => describe::endgame_task(play.endgame()),
            None => gettext("No matching endgame was found."),
        };
        imp.task.set_label(&words);
        imp.open.replace(play.map(|play| {
            let position = *play.position();
            Open { play, position, entry: MoveEntry::default(), last: None, turn: Turn::User }
        }));
        if let Some(scene) = self.scene() {
            imp.board.begin(&scene);
        }
        self.announce(&sentences(&[imp.header_title.title().as_str(), &words]));
        if self.is_mapped() {
            self.focus_first();
        }
        self.show_counts();
    }

    fn scene(&self) -> Option<Scene> {
        let open = self.imp().open.borrow();
        let open = open.as_ref()?;
        let scene = open.entry.scene(&open.position, &Rules::STANDARD);
        let last = scene.last.or(open.last);
        let is_open = open.turn == Turn::User && !open.play.state().is_over();
        let scene = if is_open { scene } else { scene.at_rest() };
        Some(Scene { last, ..scene })
    }

    fn show_scene(&self) {
        if let Some(scene) = self.scene() {
            self.imp().board.show(&scene);
        }
    }

    /// Shows the number of moves, the best result, and which buttons are available.
    fn show_counts(&self) {
        let imp = self.imp();
        let Some(endgame) = imp.endgame.get() else { return };
        let best = self.context().services.practice.read(|practice| practice.endgames.get(&endgame).copied());
        imp.best.set_label(&describe::endgame_record(endgame.goal, best));
        let open = imp.open.borrow();
        let moves = open.as_ref().map_or(0, |open| open.play.own_moves());
        imp.count.set_label(&match endgame.goal {
            EndgameGoal::Win if moves == 0 => String::new(),
            EndgameGoal::Win => describe::moves(moves as usize),
            EndgameGoal::Draw => {
                let values = [("count", &*moves.to_string()), ("all", &*MOVES_TO_HOLD.to_string())];
                // Translators: a draw must be held for {all} moves
                gettext_f("{count} of {all} moves", &values)
            }
        });
        let state = open.as_ref().map(|open| open.play.state());
        drop(open);
        // The button that started another endgame keeps the focus until that is on the board.
        let waits = |button: &gtk::Button| imp.search.borrow().is_some() && button.has_focus();
        imp.again.set_sensitive(moves > 0 || waits(&imp.again));
        imp.take_back.set_sensitive(moves > 0);
        // It keeps its place.
        imp.next.set_child_visible(state.is_some_and(EndgameState::is_over) || waits(&imp.next));
    }

    /// Shows the verdict on the last move.
    fn show_verdict(&self, words: &str, success: Success) {
        self.imp().said.set_label(words);
        self.celebrate(success);
    }

    fn connect_parts(&self) {
        let imp = self.imp();
        imp.board.connect_entry(self, Self::tap, Self::put_down);
        self.watch_room_of_result();
        on_click(&imp.take_back, self, Self::take_back);
        on_click(&imp.again, self, |page| page.begin_other(|endgame| endgame));
        on_click(&imp.next, self, |page| page.begin_other(Endgame::next));
        keys::connect(self, gtk::PropagationPhase::Bubble, Self::key_pressed);
    }

    /// Starts this endgame again, or another one, unless one is being looked for.
    fn begin_other(&self, other: impl Fn(Endgame) -> Endgame) {
        let is_open = self.imp().open.borrow().is_some();
        if let Some(endgame) = self.imp().endgame.get().filter(|_| is_open) {
            self.begin(other(endgame));
        }
    }
}
