// SPDX-License-Identifier: GPL-3.0-or-later
//! The game page: a session, and everything that shows it and plays it.
//!
//! Every event becomes an [`Input`], and each resulting [`Effect`](morris_play::session::Effect) is
//! applied in order (`effects`). The page has no other game logic. `render` shows the scene,
//! `move_values` the values of moves, `programs` communicates with external programs, and `saving`
//! saves the game.

mod actions;
mod blunder_check;
mod by_message;
mod clock;
mod club;
mod coach;
mod connection;
mod drawings;
mod effects;
mod in_network;
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
mod watching;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gdk, gio};
use jiff::Timestamp;

use morris::{Arrangement, ByColor, Game, Move, Outcome, Point, Position, Rules};
use morris_play::narration::Narrator;
use morris_play::persistence::{HelpUsed, SaveId, SavedGame};
use morris_play::session::{Input, Refusal, Scene, Session};
use morris_play::setup::GameSetup;
use morris_players::ExternalPlayer;
use morris_solved::tablebase::ProbeResult;
use morris_teach::coach::Tip;

use crate::board::BoardView;
use crate::compat::accessible_names::set_accessible_name;
use crate::compat::button_words::let_wrap;
use crate::compat::menu_focus::bring_back;
use crate::pages::analysis::Subject;
use crate::pages::app_page::{AppPage, Page, PageId, Pages, Restore, Saved};
use crate::services::messages::Messages;
use crate::services::{Document, EngineClient, PageContext, Services};
use crate::text::describe;
use crate::widgets::adaptive_layout::{AdaptiveLayout, in_scrolled_window};
use crate::widgets::keys::StepDirection;
use crate::widgets::move_list::MoveList;
use crate::widgets::timer::Timer;
use clock::Ticking;
use connection::Connection;
use gettextrs::gettext;
use layout::GameLayout;
use narrowable::Narrowable;
pub use player_card::LOW_BELOW;
use player_card::PlayerCard;
use result_card::ResultCard;
pub use saving::Aside;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "game_page.ui")]
    pub struct GamePage {
        /// Status and last move, if the header has room.
        #[template_child]
        pub(super) header_words: TemplateChild<gtk::Box>,
        /// Status: what the user can do now.
        #[template_child]
        pub(super) header_status: TemplateChild<gtk::Label>,
        /// The last move.
        #[template_child]
        pub(super) header_last: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) back: TemplateChild<gtk::Button>,
        /// Leads to the Paused page, except from a game that is only watched.
        #[template_child]
        pub(super) pause_button: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) menu_button: TemplateChild<gtk::MenuButton>,
        /// Pulses while the computer thinks.
        #[template_child]
        pub(super) pulse: TemplateChild<gtk::ProgressBar>,
        #[template_child]
        pub(super) below_header: TemplateChild<gtk::Overlay>,
        /// The board and what is around it.
        #[template_child]
        pub(super) parts: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) layout: TemplateChild<GameLayout>,
        #[template_child]
        pub(super) board: TemplateChild<BoardView>,
        #[template_child]
        pub(super) header: TemplateChild<adw::Bin>,
        /// Status above the board.
        #[template_child]
        pub(super) status: TemplateChild<gtk::Label>,
        /// The last move, above the board.
        #[template_child]
        pub(super) last: TemplateChild<gtk::Label>,
        /// Buttons that step through the moves. Hidden while the result is shown.
        #[template_child]
        pub(super) steps: TemplateChild<gtk::Box>,
        /// Number of the shown move, or a button that makes a waiting player move.
        #[template_child]
        pub(super) middle: TemplateChild<gtk::Stack>,
        /// Makes the computer move now, in the middle.
        #[template_child]
        pub(super) move_now: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) step_count: TemplateChild<gtk::Label>,
        /// Button that leads to the start.
        #[template_child]
        pub(super) view_first: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) view_previous: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) view_next: TemplateChild<gtk::Button>,
        /// Button that leads to the end.
        #[template_child]
        pub(super) view_last: TemplateChild<gtk::Button>,
        /// Reserved place of a button that makes the thinking player move now.
        #[template_child]
        pub(super) hurry: TemplateChild<gtk::Stack>,
        /// Controls of a game that is only watched.
        #[template_child]
        pub(super) watch: TemplateChild<gtk::Box>,
        /// Holds and resumes such a game.
        #[template_child]
        pub(super) hold: TemplateChild<gtk::Button>,
        /// Its time per move.
        #[template_child]
        pub(super) pace: TemplateChild<gtk::DropDown>,
        #[template_child]
        pub(super) white: TemplateChild<PlayerCard>,
        #[template_child]
        pub(super) black: TemplateChild<PlayerCard>,
        #[template_child]
        pub(super) moves: TemplateChild<MoveList>,
        /// What to do in a game by message: lines, or the question of the friend.
        #[template_child]
        pub(super) by_message: TemplateChild<gtk::Stack>,
        #[template_child]
        pub(super) hint_button: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) copy_line: TemplateChild<gtk::Button>,
        /// Reads a line from the clipboard.
        #[template_child]
        pub(super) paste_line: TemplateChild<gtk::Button>,
        /// More ways to send a line.
        #[template_child]
        pub(super) line_menu_button: TemplateChild<gtk::MenuButton>,
        /// Buttons that answer a question.
        #[template_child]
        pub(super) question: TemplateChild<gtk::Box>,
        /// Refuses.
        #[template_child]
        pub(super) decline: TemplateChild<gtk::Button>,
        /// Agrees.
        #[template_child]
        pub(super) accept: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) network_words: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) network_buttons: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) go_on_by_message: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) wait: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) claim: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) call: TemplateChild<gtk::Button>,
        pub(super) connection: Connection,
        /// Menu of texts and pictures of the game.
        #[template_child]
        pub(super) share_menu: TemplateChild<gio::Menu>,
        /// Its part for a game by message.
        #[template_child]
        pub(super) line_menu: TemplateChild<gio::Menu>,
        #[template_child]
        pub(super) result: TemplateChild<ResultCard>,
        /// The game. `None` before the first one.
        pub(super) game: RefCell<Option<OpenGame>>,
        pub(super) scene: RefCell<Option<Scene>>,
        /// Services shared by all pages, and the sender of messages to the window.
        pub(super) context: OnceCell<PageContext>,
        /// Decides what to say about the game.
        pub(super) narrator: RefCell<Narrator>,
        pub(super) engine: OnceCell<EngineClient>,
        /// The external programs that play, each from its first move on.
        pub(super) external_players: RefCell<ByColor<Option<ExternalPlayer>>>,
        /// Actions of the game, in the window as `game.…`.
        pub(super) actions: gio::SimpleActionGroup,
        pub(super) ticking: Ticking,
        /// Drives the progress bar.
        pub(super) pulsing: Timer,
        /// Values of the moves, as far as known yet.
        pub(super) values: RefCell<Rc<MoveValues>>,
        /// Dialog that asks whether to play a move that makes the result worse.
        pub(super) warning: glib::WeakRef<adw::MessageDialog>,
        /// Whether the board turns to the side to move.
        pub(super) turns: Cell<bool>,
        /// Start of an arrow or ring that is being drawn by keyboard.
        pub(super) pen: Cell<Option<Point>>,
        /// Waits until the men have landed, or the message in the place of the status has been
        /// read.
        pub(super) resting: Timer,
        /// Index of the move that decided the game, if known.
        pub(super) decided: Cell<Option<usize>>,
        /// Waits before a thinking player can be hurried.
        pub(super) hurrying: Timer,
        /// Whether a screen reader listens to a game between computers.
        pub(super) has_listener: Cell<bool>,
    }

    impl ObjectImpl for GamePage {
        fn constructed(&self) {
            self.parent_constructed();
            let page = self.obj();
            self.below_header.set_child(gtk::Widget::NONE);
            self.below_header.set_child(Some(&in_scrolled_window(&self.parts)));
            page.connect_board();
            page.connect_keys();
            page.follow_layout();
            bring_back(&self.menu_button);
            bring_back(&self.line_menu_button);
            // Wraps at large font sizes, so that the buttons beside it stay in the window.
            let_wrap(&self.move_now);
            page.lay_out_lines();
            page.follow_window();
            self.header.set_layout_manager(Some(AdaptiveLayout::new(Narrowable)));
        }

        fn dispose(&self) {
            self.obj().stop_pulse();
            self.ticking.stop();
            self.resting.stop();
            self.hurrying.stop();
            self.connection.claiming.stop();
            self.connection.minute.stop();
        }
    }

    impl WidgetImpl for GamePage {}
}

class!(GamePage: adw::Bin, template = [BoardView, GameLayout, PlayerCard, ResultCard, MoveList]);

#[derive(Debug, Default)]
pub struct MoveValues {
    rules: Rules,
    /// The position, preceded by those that can occur again from there.
    positions: Arc<[Position]>,
    /// Moves whose value is known.
    moves: Vec<(Move, ProbeResult)>,
}

impl MoveValues {
    /// Returns whether the values belong to a position under these rules.
    fn are_of(&self, rules: &Rules, positions: &[Position]) -> bool {
        self.rules == *rules && *self.positions == *positions
    }
}

/// What the coach has done in a game.
#[derive(Debug, Default)]
pub struct CoachedGame {
    /// Tips given. None is given twice.
    given: Vec<Tip>,
    /// The last tip, with the number of moves and the move without its removal that it is about.
    last: Option<(Tip, usize, Option<Move>)>,
    /// Whether the end of the game was counted.
    counted: bool,
}

#[derive(Debug)]
pub struct OpenGame {
    pub session: Session,
    pub document: Rc<Document>,
    pub name: Option<String>,
    /// Help used by the user. `None` if unknown, for example for a game of another program.
    pub aids: Option<HelpUsed>,
    /// Time of the end, if the game is over.
    pub ended: Option<Timestamp>,
    /// Time of the last turn of a game by message.
    pub since: Option<Timestamp>,
    /// The last counted end.
    pub counted: Option<(Vec<Move>, Outcome)>,
    pub coached: CoachedGame,
    /// Name of a game in this network that others play. It is not saved.
    pub watched: Option<String>,
}

impl OpenGame {
    pub fn new(setup: GameSetup) -> Self {
        Self::of(Session::new(setup, rand::random()))
    }

    pub fn of(session: Session) -> Self {
        let counted = session.outcome().map(|outcome| (session.game().played().to_vec(), outcome));
        let aids = Some(HelpUsed::default());
        let (document, coached) = (Document::new(SaveId::new(), None), CoachedGame::default());
        Self { session, document, name: None, aids, ended: None, since: None, counted, coached, watched: None }
    }

    /// Creates a game from elsewhere, with a new id. The help that was used is unknown.
    pub fn loaded(session: Session) -> Self {
        Self { aids: None, ..Self::of(session) }
    }

    /// Restores a saved game, under its id if it is one of this program's. For a game from
    /// elsewhere, the help that was used is unknown.
    pub fn restored(saved: SavedGame, id: Option<SaveId>) -> Self {
        let aids = saved.aids.filter(|_| id.is_some());
        let document = Document::new(id.unwrap_or_default(), Some(saved.clone()));
        let SavedGame { name, saved, setup, game, clocks, message, last_line, .. } = saved;
        let ended = game.outcome().map(|_| saved);
        let since = message.is_some().then_some(saved);
        let session = match message {
            Some(message) => Session::by_message(*message, last_line, rand::random()).with_clock(setup.clock, clocks),
            None => Session::restore(setup, game, clocks, rand::random()),
        };
        Self { document, name, aids, ended, since, ..Self::loaded(session) }
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
        let messages = page.in_order(context.messages.clone());
        let services = &page.imp().context.get_or_init(|| PageContext { messages, ..context.clone() }).services;
        page.connect_engine(&services.engine);
        page.add_actions();
        page.apply_settings(&services.settings.get());
        services.settings.connect_for(&page, Self::apply_settings);
        services.tables.connect_for(&page, |page, _| page.forget_values());
        services.statistics.changed.connect_for(&page, |page, ()| page.offer_level());
        services.saves.continued.connect_for(&page, Self::show_from_disk);
        page
    }
}

impl AppPage for GamePage {
    fn focus_first(&self) -> bool {
        self.focus_lines() || self.imp().board.grab_focus()
    }

    fn leave(&self) {
        self.suspend();
    }

    fn save(&self) -> Saved {
        let restore = |game| Saved::Always(Restore::new(move |page: &Self| page.show_suspended(game)));
        self.take().map_or(Saved::Nothing, restore)
    }

    /// Resumes the game. The title gives the state of the game and does not mention the pause.
    fn resume(&self) {
        self.handle(Input::Resume);
    }

    fn headline(&self) -> Option<String> {
        let (narrator, scene) = (self.imp().narrator.borrow(), self.imp().scene.borrow());
        narrator.reported().or(scene.as_ref()).map(describe::headline)
    }

    fn help_here(&self) -> Option<&'static str> {
        self.topic()
    }

    fn rules_here(&self, _: &dyn Pages) -> Option<Rules> {
        self.read(|game| game.session.setup().rules)
    }

    fn game_here(&self) -> Option<SavedGame> {
        self.saved()
    }

    fn why_not_analyze(&self) -> Option<String> {
        let closed = self.scene().filter(Scene::closes_aids)?;
        Some(describe::refusal(closed.setup.rules.board, Refusal::AfterTheGame))
    }

    fn kept_clear(&self) -> Vec<gtk::Widget> {
        let imp = self.imp();
        vec![imp.board.get().upcast(), imp.white.get().upcast(), imp.black.get().upcast(), imp.steps.get().upcast()]
    }

    fn arrangement_here(&self) -> Option<Arrangement> {
        self.shown_position().map(Arrangement::from)
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
        Some(self.press(key, state))
    }
}

impl GamePage {
    /// Puts a game on the page, and starts or continues it, which also shows it.
    pub fn play(&self, game: OpenGame) {
        self.handle(Input::Pause);
        // By message, the disk may be ahead of the page.
        if !self.is_by_message() {
            self.save_clocks();
        }
        self.load(game);
        self.handle(Input::Begin);
        self.enter_network();
    }

    /// Returns the same game again. For a position that was set up, the colors stay the same.
    pub fn same_game(&self) -> Option<OpenGame> {
        let (setup, start) = self.read(|game| (game.session.setup().clone(), *game.session.game().start()))?;
        if setup.is_by_message() {
            return None;
        }
        let is_set_up = start != Position::start(&setup.rules);
        self.next_game(if is_set_up { setup } else { setup.again() })
    }

    /// Returns a game that follows the one on the page, from the same starting position. Nothing is
    /// stored for a position that was set up.
    fn next_game(&self, setup: GameSetup) -> Option<OpenGame> {
        let start = self.read(|game| *game.session.game().start())?;
        if start == Position::start(&setup.rules) {
            return Some(OpenGame::new(self.remember_setup(setup)));
        }
        let game = Game::from_position(setup.rules, start);
        Some(OpenGame::of(Session::restore(setup, game, None, rand::random())))
    }

    /// Stores who starts the next game. Adapts the level to the user if it was adaptive.
    fn remember_setup(&self, setup: GameSetup) -> GameSetup {
        let setup = self.services().again_with_adaptive_level(setup);
        self.services().settings.change(|settings| settings.choice.remember(&setup));
        setup
    }

    /// Names the button that leads back: to the main menu, or to a page before this one.
    pub fn name_way_back(&self, is_to_menu: bool) {
        let words = if is_to_menu { gettext("Main Menu") } else { gettext("Back") };
        self.imp().back.set_tooltip_text(Some(&words));
        set_accessible_name(&*self.imp().back, &words);
    }

    /// Puts a paused or finished game on the page.
    pub fn show_suspended(&self, game: OpenGame) {
        self.load(game);
        self.show_again();
        self.show_mistakes();
    }

    fn load(&self, game: OpenGame) {
        self.stop_watching();
        self.services().solver.play(game.session.setup().rules);
        self.handle(Input::Pause);
        self.stop_programs();
        let setup = game.session.setup().clone();
        if let Some(before) = self.imp().game.replace(Some(game)) {
            before.document.set_game(None);
        }
        self.open_document();
        self.imp().scene.take();
        self.imp().narrator.take();
        self.imp().connection.begin();
        self.name_players(&setup);
        let (warn, pace) = self.services().settings.read(|settings| (settings.warn, settings.watch_pace));
        self.handle(Input::SetWarnings(warn));
        self.handle(Input::SetPace(pace.time()));
        if !setup.has_person() {
            self.look_for_listener();
        }
    }

    /// Returns the game to be analyzed, at the shown position. For an unfinished game this counts
    /// as help.
    pub fn subject(&self) -> Option<Subject> {
        let open = |game: &OpenGame| (Rc::clone(&game.document), game.session.status().viewed_moves());
        let (document, viewed) = self.read(open)?;
        let subject = Subject { document: Some(document), ..Subject::saved(None, &self.saved()?) };
        self.note_help();
        Some(subject.at(viewed.unwrap_or(usize::MAX)))
    }

    pub fn shown_position(&self) -> Option<Position> {
        self.read(|game| {
            let (game, status) = (game.session.game(), game.session.status());
            game.position_after(status.viewed_moves().unwrap_or(game.cursor())).copied()
        })?
    }

    /// Removes the game from the page and pauses it.
    pub fn take(&self) -> Option<OpenGame> {
        self.stop_watching();
        self.handle(Input::Pause);
        self.stop_programs();
        self.imp().scene.take();
        self.imp().narrator.take();
        self.imp().resting.stop();
        self.imp().game.take()
    }

    pub fn is_unfinished(&self) -> bool {
        self.read(|game| game.session.outcome().is_none()).unwrap_or(false)
    }

    /// Pauses the game because the page is left.
    pub fn suspend(&self) {
        self.handle(Input::Pause);
        self.report();
        self.show_words();
        self.save_clocks();
    }

    pub fn actions(&self) -> &gio::SimpleActionGroup {
        &self.imp().actions
    }

    /// Passes the game on the page to `look`.
    pub(crate) fn read<T>(&self, look: impl FnOnce(&OpenGame) -> T) -> Option<T> {
        self.imp().game.borrow().as_ref().map(look)
    }

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
