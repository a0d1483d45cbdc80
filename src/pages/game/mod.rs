// SPDX-License-Identifier: GPL-3.0-or-later
//! The game: a session, and everything that shows it and plays it.
//!
//! Whatever happens becomes an [`Input`]; each [`Effect`](morris_play::session::Effect) that comes
//! back is applied in order (`effects`). No other logic of the game is here. `render` shows the
//! scene, `move_values` what moves are worth, `programs` speaks with outside programs, `saving`
//! hands the game to the disk.

mod actions;
mod blunder_check;
mod clock;
mod drawings;
mod effects;
mod keys;
mod layout;
mod layout_math;
mod move_values;
mod narrowable;
mod player_card;
mod programs;
mod render;
mod result_card;
mod saving;
mod statistics;
mod subtitle;
#[cfg(test)]
mod tests;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::gio;
use jiff::Timestamp;

use morris::{ByColor, Game, Move, Outcome, Pgn, Point, Position, Rules};
use morris_play::persistence::{HelpUsed, SaveId, SavedGame};
use morris_play::session::{Hint, Input, Scene, Session};
use morris_play::setup::GameSetup;
use morris_players::ExternalPlayer;
use morris_solved::tablebase::ProbeResult;

use crate::app::keys::StepDirection;
use crate::app::messages::Messages;
use crate::board::BoardView;
use crate::compat::menu_focus::bring_back;
use crate::pages::app_page::{AppPage, Page, PageId, Pages, Restore, Saved};
use crate::services::{EngineClient, PageContext, PendingSave, Services};
use crate::widgets::move_list::MoveList;
use crate::widgets::timer::Timer;
use clock::Ticking;
use gettextrs::gettext;
use gtk::gdk;
use layout::GameLayout;
use narrowable::Narrowable;
use player_card::PlayerCard;
use result_card::ResultCard;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "game_page.ui")]
    pub struct GamePage {
        /// What is to be done, and what happened last, where the header has room for it.
        #[template_child]
        pub(super) header_words: TemplateChild<gtk::Box>,
        /// What is to be done.
        #[template_child]
        pub(super) header_status: TemplateChild<gtk::Label>,
        /// What happened last.
        #[template_child]
        pub(super) header_last: TemplateChild<gtk::Label>,
        /// Only where the header has room for it.
        #[template_child]
        pub(super) redo: TemplateChild<gtk::Button>,
        /// Only where the header has room for it.
        #[template_child]
        pub(super) sidebar_button: TemplateChild<gtk::ToggleButton>,
        /// The menu of the game.
        #[template_child]
        pub(super) menu_button: TemplateChild<gtk::MenuButton>,
        /// Moves while the computer thinks.
        #[template_child]
        pub(super) pulse: TemplateChild<gtk::ProgressBar>,
        /// Gives the parts their places.
        #[template_child]
        pub(super) layout: TemplateChild<GameLayout>,
        /// The board.
        #[template_child]
        pub(super) board: TemplateChild<BoardView>,
        /// What is to be done, over the board.
        #[template_child]
        pub(super) status: TemplateChild<gtk::Label>,
        /// What happened last, there.
        #[template_child]
        pub(super) last: TemplateChild<gtk::Label>,
        /// Leads through the moves; gives way to the result.
        #[template_child]
        pub(super) steps: TemplateChild<gtk::Box>,
        /// Which of how many moves is shown, or the button that hurries who thinks.
        #[template_child]
        pub(super) middle: TemplateChild<gtk::Stack>,
        #[template_child]
        pub(super) step_count: TemplateChild<gtk::Label>,
        /// Its way to the start.
        #[template_child]
        pub(super) view_first: TemplateChild<gtk::Button>,
        /// Its step back.
        #[template_child]
        pub(super) view_previous: TemplateChild<gtk::Button>,
        /// Its step forward.
        #[template_child]
        pub(super) view_next: TemplateChild<gtk::Button>,
        /// White's side.
        #[template_child]
        pub(super) white: TemplateChild<PlayerCard>,
        /// Black's side.
        #[template_child]
        pub(super) black: TemplateChild<PlayerCard>,
        /// The moves played.
        #[template_child]
        pub(super) moves: TemplateChild<MoveList>,
        /// How the game ended.
        #[template_child]
        pub(super) result: TemplateChild<ResultCard>,
        /// The game; `None` before the first.
        pub(super) game: RefCell<Option<OpenGame>>,
        /// What is shown of it.
        pub(super) scene: RefCell<Option<Scene>>,
        /// What the pages share, and the way to the window.
        pub(super) context: OnceCell<PageContext>,
        /// What the title says of the game.
        pub(super) title: RefCell<String>,
        /// The computer player.
        pub(super) engine: OnceCell<EngineClient>,
        /// The outside programs that play, each from its first move on.
        pub(super) external_players: RefCell<ByColor<Option<ExternalPlayer>>>,
        /// The actions of the game, as `game.…` in the window.
        pub(super) actions: gio::SimpleActionGroup,
        /// Moves the clock.
        pub(super) ticking: Ticking,
        /// Moves the pulse.
        pub(super) pulsing: Timer,
        /// What the moves are worth, as far as that is known yet.
        pub(super) values: RefCell<Rc<MoveValues>>,
        /// Whether a person waits to hear what the moves are worth.
        pub(super) values_asked: Cell<bool>,
        /// The hint that was said last.
        pub(super) hint: Cell<Option<Hint>>,
        /// Asks whether a move that gives value away is to be played.
        pub(super) warning: glib::WeakRef<adw::MessageDialog>,
        /// Whether the board turned to whose move it is.
        pub(super) turns: Cell<bool>,
        /// Where an arrow or ring begins that is drawn by keyboard.
        pub(super) pen: Cell<Option<Point>>,
        /// What was seen before moves are taken back or played again.
        pub(super) retracing: RefCell<Option<Scene>>,
        /// What is told when the men have landed, with what was taken back or played again.
        pub(super) arriving: RefCell<Option<(Scene, Option<String>)>>,
        /// Waits for that.
        pub(super) landing: Timer,
        /// Whether the game is over then.
        pub(super) ending: Cell<bool>,
        /// Ends what was said last in the place of the status.
        pub(super) answering: Timer,
    }

    template_class!(GamePage: adw::Bin; BoardView, GameLayout, Narrowable, PlayerCard, ResultCard, MoveList);

    impl ObjectImpl for GamePage {
        fn constructed(&self) {
            self.parent_constructed();
            let page = self.obj();
            page.connect_board();
            page.connect_keys();
            page.follow_layout();
            bring_back(&self.menu_button);
        }

        fn dispose(&self) {
            self.obj().stop_pulse();
            self.ticking.stop();
            self.answering.stop();
            self.landing.stop();
        }
    }

    impl WidgetImpl for GamePage {}

    impl BinImpl for GamePage {}
}

glib::wrapper! {
    /// The page of the game.
    pub struct GamePage(ObjectSubclass<imp::GamePage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

/// The moves of a position with their values.
#[derive(Debug, Default)]
pub struct MoveValues {
    /// By which rules they were asked about.
    rules: Rules,
    /// The position that was asked about, behind those that the game can come back to from there.
    positions: Arc<[Position]>,
    /// Those whose value is known.
    moves: Vec<(Move, ProbeResult)>,
}

impl MoveValues {
    /// Whether they are those of a position under these rules.
    fn are_of(&self, rules: &Rules, positions: &[Position]) -> bool {
        self.rules == *rules && *self.positions == *positions
    }
}

/// A game on the page.
#[derive(Debug)]
pub struct OpenGame {
    /// How it goes.
    pub session: Session,
    /// Under which id it is saved.
    pub id: SaveId,
    /// What a person calls it.
    pub name: Option<String>,
    /// What a text of another program said besides its moves.
    pub notes: Option<Pgn>,
    /// The last save that was asked for; `None` where the disk has all there is.
    pub save: Option<Rc<PendingSave>>,
    /// What the person has made use of; `None` if nobody knows, as in a game of another program.
    pub aids: Option<HelpUsed>,
    /// When it ended, if it is over.
    pub ended: Option<Timestamp>,
    /// The end that was counted last.
    pub counted: Option<(Vec<Move>, Outcome)>,
}

impl OpenGame {
    /// A new game.
    #[must_use]
    pub fn new(setup: GameSetup) -> Self {
        Self::of(Session::new(setup, rand::random()))
    }

    /// A game that goes on under an id of its own.
    #[must_use]
    pub fn of(session: Session) -> Self {
        let counted = session.outcome().map(|outcome| (session.game().played().to_vec(), outcome));
        let aids = Some(HelpUsed::default());
        Self { session, id: SaveId::new(), name: None, notes: None, save: None, aids, ended: None, counted }
    }

    /// A game from elsewhere, under an id of its own: nobody here knows what was made use of.
    #[must_use]
    pub fn loaded(session: Session) -> Self {
        Self { aids: None, ..Self::of(session) }
    }

    /// A game that was saved, under its id if it is one of ours: nobody knows how a game from
    /// elsewhere was played.
    #[must_use]
    pub fn restored(saved: SavedGame, id: Option<SaveId>) -> Self {
        let SavedGame { name, saved, setup, game, notes, clocks, aids } = saved;
        let (id, aids) = id.map_or_else(|| (SaveId::new(), None), |id| (id, aids));
        let ended = game.outcome().map(|_| saved);
        let session = Session::restore(setup, game, clocks, rand::random());
        Self { id, name, notes, aids, ended, ..Self::loaded(session) }
    }
}

impl Page for GamePage {
    const ID: PageId = PageId("game");
    const HELP: &'static str = "playing";
    const ACTIONS: &'static [&'static str] =
        &["win.next", "win.export", "win.copy-picture", "win.save-picture", "win.copy", "win.copy-position"];

    fn title() -> String {
        gettext("Nine Men’s Morris")
    }

    fn make(context: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        let services = &page.imp().context.get_or_init(|| context.clone()).services;
        page.connect_engine(&services.engine);
        page.add_actions();
        page.apply_settings(&services.settings.get());
        services.settings.connect_for(&page, Self::apply_settings);
        services.tables.connect_for(&page, |page, _| page.forget_values());
        services.statistics.connect_for(&page, Self::offer_level);
        services.saves.connect_renamed(&page, Self::take_id);
        page
    }
}

impl AppPage for GamePage {
    fn enter(&self, _: PageId, _: &dyn Pages) {}

    /// It has the keyboard since it woke.
    fn focus(&self, _: &dyn Pages) {}

    fn focus_first(&self) -> bool {
        self.imp().board.grab_focus()
    }

    fn leave(&self) {
        self.suspend();
    }

    fn save(&self) -> Saved {
        let restore = |game| Saved::Always(Restore::new(move |page: &Self| page.show_suspended(game)));
        self.take().map_or(Saved::Nothing, restore)
    }

    /// The title tells how the game stands, and not that it rested.
    fn resume(&self) {
        self.handle(Input::Resume);
        self.focus_first();
    }

    fn headline(&self) -> Option<String> {
        Some(self.imp().title.borrow().clone())
    }

    fn rules_here(&self, _: &dyn Pages) -> Option<Rules> {
        self.read(|game| game.session.setup().rules)
    }

    fn game_actions(&self, _: &dyn Pages) -> Option<gio::SimpleActionGroup> {
        Some(self.actions().clone())
    }

    fn step_through(&self, step: StepDirection) -> bool {
        match step {
            StepDirection::Back => self.go_back(),
            StepDirection::Forth => self.go_on(),
        }
        true
    }

    fn answer_left_over(&self, key: gdk::Key, state: gdk::ModifierType) -> Option<glib::Propagation> {
        Some(self.hear(key, state))
    }
}

impl GamePage {
    /// Puts a game on the page and begins it, or goes on with it: that shows it.
    pub fn play(&self, game: OpenGame) {
        self.load(game);
        self.handle(Input::Begin);
    }

    /// The same game once more; in a position that was set up by the same sides.
    #[must_use]
    pub fn once_more(&self) -> Option<OpenGame> {
        let (setup, start) = self.read(|game| (game.session.setup().clone(), *game.session.game().start()))?;
        let is_set_up = start != Position::start(&setup.rules);
        self.next_game(if is_set_up { setup } else { setup.again() })
    }

    /// A game after the one on the page, from where that began. Of a position that was set up
    /// nothing is remembered.
    fn next_game(&self, setup: GameSetup) -> Option<OpenGame> {
        let start = self.read(|game| *game.session.game().start())?;
        if start == Position::start(&setup.rules) {
            return Some(OpenGame::new(self.remember_setup(setup)));
        }
        let game = Game::from_position(setup.rules, start);
        Some(OpenGame::of(Session::restore(setup, game, None, rand::random())))
    }

    /// Remembers who begins a game after the one on the page, against a computer that suits the
    /// person where one did.
    fn remember_setup(&self, setup: GameSetup) -> GameSetup {
        let setup = self.services().again_with_adaptive_level(setup);
        self.services().settings.change(|settings| settings.choice.remember(&setup));
        setup
    }

    /// Puts a game on the page that rests, or is over.
    pub fn show_suspended(&self, game: OpenGame) {
        self.load(game);
        self.show_again();
        self.show_mistakes();
    }

    fn load(&self, game: OpenGame) {
        self.services().solver.play(game.session.setup().rules);
        self.handle(Input::Pause);
        self.stop_programs();
        let setup = game.session.setup().clone();
        self.imp().game.replace(Some(game));
        self.imp().scene.take();
        self.name_players(&setup);
        self.handle(Input::SetWarnings(self.services().settings.read(|settings| settings.warn)));
    }

    /// The position that is looked at.
    #[must_use]
    pub fn shown_position(&self) -> Option<Position> {
        self.read(|game| {
            let (game, status) = (game.session.game(), game.session.status());
            game.position_after(status.viewed_moves().unwrap_or(game.cursor())).copied()
        })?
    }

    /// Takes the game away from the page, at rest.
    #[must_use]
    pub fn take(&self) -> Option<OpenGame> {
        self.handle(Input::Pause);
        self.stop_programs();
        self.imp().scene.take();
        self.imp().game.take()
    }

    /// Whether a game on the page is not over.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.read(|game| game.session.outcome().is_none()).unwrap_or(false)
    }

    /// Lets the game rest: nobody sees it now.
    pub fn suspend(&self) {
        self.handle(Input::Pause);
        self.announce_pending();
        self.stop_answering();
        self.save_clocks();
    }

    /// Saves what the clocks of a game that goes on have left: it is not saved between two moves.
    pub fn save_clocks(&self) {
        let runs = |game: &OpenGame| {
            let session = &game.session;
            session.setup().clock.is_some() && session.outcome().is_none() && !session.game().moves().is_empty()
        };
        if self.read(runs) == Some(true) {
            self.autosave();
        }
    }

    /// The actions of the game.
    #[must_use]
    pub fn actions(&self) -> &gio::SimpleActionGroup {
        &self.imp().actions
    }

    /// Looks at the game on the page.
    pub(crate) fn read<T>(&self, look: impl FnOnce(&OpenGame) -> T) -> Option<T> {
        self.imp().game.borrow().as_ref().map(look)
    }

    /// The window around the page.
    fn window(&self) -> Option<gtk::Window> {
        self.root().and_downcast()
    }

    fn services(&self) -> &Rc<Services> {
        &self.context().services
    }

    fn messages(&self) -> &Messages {
        &self.context().messages
    }

    fn context(&self) -> &PageContext {
        self.imp().context.get().expect("they are given when the page is made")
    }
}
