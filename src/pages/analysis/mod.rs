// SPDX-License-Identifier: GPL-3.0-or-later
//! The analysis: a board on which moves are tried, the tree of moves, the value of each move, and
//! the review of a game.
//!
//! `opened` holds what is on the page. `opening` says what that is, `board_input` and `editing`
//! change it, and `navigation` goes through it. The review and the table of moves are made in the
//! background and shown as they progress.

mod board_input;
mod editing;
pub mod editor;
mod exploration;
mod explorer;
mod making;
mod move_source;
mod navigation;
mod opened;
mod opening;
mod position_words;
mod review;
mod review_part;
mod ribbon;
mod setting_up;
#[cfg(test)]
mod tests;
mod transformation;
mod tree_moves;
mod value_list;

use std::cell::{Cell, OnceCell, RefCell};
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::{gdk, gio};

use morris::{Arrangement, NodeId, Point, Position, Rules};
use morris_paint::geometry::Trays;
use morris_play::persistence::SavedGame;
use morris_play::session::Scene;
use morris_teach::puzzles::PuzzleKey;

use crate::board::BoardView;
use crate::compat::announcer::Again;
use crate::compat::menu_focus::bring_back;
use crate::pages::app_page::{AppPage, Page, PageId, Pages, Restore, Saved};
use crate::services::{EngineClient, PageContext};
use crate::text::describe;
use crate::text::i18n::{gettext_f, sentences};
use crate::widgets::adaptive_layout::{AdaptiveLayout, BoardAndPanel};
use crate::widgets::keys::StepDirection;
use crate::widgets::move_list::MoveList;
use crate::widgets::timer::Timer;
use editor::PositionEditor;
use exploration::Explored;
use opened::{Mode, Opened, Sight};
use position_words::{Words, levels, words};
use review_part::ReviewPart;
use tree_moves::TreeMoves;
use value_list::ValueList;

pub use opened::{Part, Subject};

/// Layout of the board and the panel. The points of the smallest board are 40 pixels apart, also
/// with coordinates. On a low page, the panel is beside it.
const PARTS: BoardAndPanel = BoardAndPanel { below: Some(225), ..BoardAndPanel::WORK };
/// Maximum time that the announcement of a position waits for its value.
const BEFORE_ANNOUNCING: Duration = Duration::from_millis(if cfg!(test) { 2_000 } else { 250 });

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "analysis_page.ui")]
    pub struct AnalysisPage {
        /// Title, and the game or what is being done.
        #[template_child]
        pub(super) header_title: TemplateChild<adw::WindowTitle>,
        #[template_child]
        pub(super) menu_button: TemplateChild<gtk::MenuButton>,
        #[template_child]
        pub(super) menu: TemplateChild<gio::Menu>,
        #[template_child]
        pub(super) editor_menu: TemplateChild<gio::Menu>,
        /// The analysis, and the editor of positions.
        #[template_child]
        pub(super) modes: TemplateChild<gtk::Stack>,
        #[template_child]
        pub(super) editor: TemplateChild<PositionEditor>,
        /// Scrolls the board and the panel where both have no room.
        #[template_child]
        pub(super) scroller: TemplateChild<gtk::ScrolledWindow>,
        #[template_child]
        pub(super) parts: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) board: TemplateChild<BoardView>,
        /// The current position in words, as a screen reader gets them.
        pub(super) spoken: RefCell<String>,
        /// The current position in words.
        #[template_child]
        pub(super) words: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) parts_stack: TemplateChild<gtk::Stack>,
        /// The page of the review, if there is a game to review.
        #[template_child]
        pub(super) review_page: TemplateChild<gtk::StackPage>,
        #[template_child]
        pub(super) review: TemplateChild<ReviewPart>,
        #[template_child]
        pub(super) moves: TemplateChild<MoveList>,
        pub(super) tree: TreeMoves,
        #[template_child]
        pub(super) values: TemplateChild<ValueList>,
        /// Contains the estimate and the button that plays out its line.
        #[template_child]
        pub(super) estimate_box: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) estimate: TemplateChild<gtk::Label>,
        /// Number of the current move, and number of moves.
        #[template_child]
        pub(super) where_label: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) move_menu: TemplateChild<gio::Menu>,
        /// Whether the editor is shown.
        pub(super) mode: Cell<Mode>,
        /// What is on the page.
        pub(super) opened: RefCell<Option<Opened>>,
        /// An analysis of the user's own, while a game is on the page.
        pub(super) own: RefCell<Option<Subject>>,
        /// The user's mistakes in the reviewed game.
        pub(super) lessons: RefCell<Vec<PuzzleKey>>,
        /// What is known about the moves of the position on the board.
        pub(super) explored: RefCell<Explored>,
        /// Whether the table gets the focus once the values are there.
        pub(super) awaits_values: Cell<bool>,
        /// Number of the last request for values. It only grows, so a late answer is recognized.
        pub(super) requests: Cell<u64>,
        /// Actions of the page, in the window as `game.…`.
        pub(super) actions: gio::SimpleActionGroup,
        /// Estimates positions that no table has.
        pub(super) engine: OnceCell<EngineClient>,
        /// Plays out a line.
        pub(super) playing: Timer,
        /// Waits for the value of the position before the position is announced.
        pub(super) announcing: Timer,
        /// Waits before the tree is saved.
        pub(super) saving: Timer,
        /// Asks for the comment on a move.
        pub(super) comment_dialog: glib::WeakRef<adw::MessageDialog>,
        /// Start of an arrow or ring that is being drawn by keyboard, and its position.
        pub(super) pen: Cell<Option<(NodeId, Point)>>,
        /// Services shared by all pages, and the sender of messages to the window.
        pub(super) context: OnceCell<PageContext>,
    }

    impl ObjectImpl for AnalysisPage {
        fn constructed(&self) {
            self.parent_constructed();
            self.parts.set_layout_manager(Some(AdaptiveLayout::new(PARTS)));
            let page = self.obj();
            page.add_actions();
            page.connect_parts();
            page.connect_board();
            self.board.set_trays(Trays::Shown);
            bring_back(&self.menu_button);
        }

        fn dispose(&self) {
            self.playing.stop();
            self.announcing.stop();
            self.saving.stop();
        }
    }

    impl WidgetImpl for AnalysisPage {
        fn map(&self) {
            self.parent_map();
            self.obj().follow_settings();
            self.obj().review_again();
            self.obj().ask_engine_again();
        }
    }
}

class!(AnalysisPage: adw::Bin, template = [BoardView, PositionEditor, ReviewPart, MoveList, ValueList]);

impl Page for AnalysisPage {
    const ID: PageId = PageId("analysis");
    const HELP: &'static str = "analysis";
    const ACTIONS: &'static [&'static str] = &["win.next", "win.export", "win.copy", "win.copy-position"];

    fn title() -> String {
        gettext("Analysis")
    }

    fn make(context: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        page.imp().context.get_or_init(|| context.clone());
        page.connect_moves();
        page.imp().moves.set_words_if_empty(&gettext("Play moves for both sides on the board"));
        page.editor().join(context);
        page.insert_action_group("editor", Some(page.editor().actions()));
        page.connect_engine();
        context.services.tables.connect_for(&page, |page, _| page.explore_again());
        context.services.practice.changed.connect_for(&page, |page, ()| page.offer_lessons());
        page
    }
}

impl AppPage for AnalysisPage {
    fn enter(&self, from: PageId, pages: &dyn Pages) {
        self.open_from(from, pages);
    }

    fn focus_first(&self) -> bool {
        match self.part() {
            _ if self.is_setting_up() => self.editor().board().grab_focus(),
            Part::Review => self.imp().review.focus_first(),
            Part::Moves | Part::Values => self.imp().board.grab_focus(),
        }
    }

    fn leave(&self) {
        self.rest();
    }

    fn back(&self) -> bool {
        self.leave_editor() || self.leave_line()
    }

    fn save(&self) -> Saved {
        self.save_now();
        let (subject, part, mode) = (self.subject(), self.part(), self.imp().mode.get());
        let (rules, arrangement) = (self.editor().rules(), self.editor().arrangement());
        let (flipped, folds) = (self.imp().board.is_flipped(), self.imp().tree.folds());
        Saved::Always(Restore::new(move |page: &Self| {
            page.editor().edit(rules, arrangement);
            page.imp().board.set_flipped(flipped);
            if let Some(subject) = subject {
                page.restore(subject, part);
            }
            page.imp().tree.set_folds(folds);
            page.show_position(Announce::Silently);
            page.show_mode(mode);
        }))
    }

    fn name(&self) -> Option<String> {
        (self.part() == Part::Review && !self.is_setting_up()).then(|| gettext("Review"))
    }

    /// Returns the verdict on the position that is set up, or what the move that is being entered
    /// lacks.
    fn headline(&self) -> Option<String> {
        if self.is_setting_up() { Some(self.editor().verdict()) } else { self.lacking() }
    }

    fn help_here(&self) -> Option<&'static str> {
        self.is_setting_up().then_some("files#position")
    }

    fn rules_here(&self, _: &dyn Pages) -> Option<Rules> {
        if self.is_setting_up() { Some(self.editor().rules()) } else { self.rules_of_tree() }
    }

    fn step_through(&self, step: StepDirection) -> bool {
        match step {
            _ if !self.is_setting_up() => self.step(step),
            StepDirection::Back => return false,
            StepDirection::Forth => self.context().messages.answer(&describe::only_in_a_game()),
        }
        true
    }

    /// Handles the keys of the page while nothing on it has the focus, as when the row that had it
    /// was removed and the next one is not there yet.
    fn answer_left_over(&self, key: gdk::Key, state: gdk::ModifierType) -> Option<glib::Propagation> {
        let focus = self.root().and_then(|root| root.focus());
        if self.is_setting_up() || focus.is_some_and(|focus| focus.is_ancestor(self)) {
            return None;
        }
        Some(self.key_pressed(key, state)).filter(|answer| answer.is_stop())
    }

    fn game_here(&self) -> Option<SavedGame> {
        self.subject().filter(|_| !self.is_setting_up()).map(|subject| subject.to_export())
    }

    fn position_to_play(&self) -> Option<(Rules, Position)> {
        self.position_here()
    }

    fn arrangement_here(&self) -> Option<Arrangement> {
        if self.is_setting_up() {
            return Some(self.editor().arrangement());
        }
        self.position_here().map(|(_, position)| position.into())
    }

    fn why_not_analyze(&self) -> Option<String> {
        let editor = self.editor();
        (self.is_setting_up() && editor.position().is_none()).then(|| editor.verdict())
    }

    /// Returns the board of the editor, except for the question about the side to move: no game is
    /// being played.
    fn board_asked_about(&self, key: gdk::Key) -> Option<BoardView> {
        Some(self.editor().board()).filter(|_| self.is_setting_up() && key.to_lower() != gdk::Key::s)
    }
}

impl AnalysisPage {
    fn part(&self) -> Part {
        self.imp().parts_stack.visible_child_name().map(|name| Part::named(&name)).unwrap_or_default()
    }

    pub fn show_part(&self, part: Part) {
        self.imp().parts_stack.set_visible_child_name(part.name());
    }

    /// Stops what goes on by itself, and saves the tree.
    fn rest(&self) {
        self.imp().playing.stop();
        self.imp().announcing.stop();
        self.stop_estimate();
        self.save_now();
    }

    fn rules_of_tree(&self) -> Option<Rules> {
        self.imp().opened.borrow().as_ref().map(|opened| *opened.tree().rules())
    }

    /// Returns the position on the board, if it is legal, and its rules.
    fn position_here(&self) -> Option<(Rules, Position)> {
        if self.is_setting_up() {
            return Some(self.editor().rules()).zip(self.editor().position());
        }
        let opened = self.imp().opened.borrow();
        let game = opened.as_ref()?.sight(self.part()).game;
        Some((*game.rules(), *game.position()))
    }

    /// Returns what is still to do if the move that is being entered lacks a removal.
    fn lacking(&self) -> Option<String> {
        let scene = self.imp().board.scene().filter(Scene::lacks_removal)?;
        Some(describe::status(scene.status, &scene.setup))
    }

    /// Shows everything about what is on the page.
    fn show_all(&self) {
        self.show_review();
        self.show_position(Announce::Silently);
        self.imp().moves.refresh();
    }

    /// Shows the current position, and announces it if the user has asked for it.
    fn show_position(&self, announce: Announce) {
        let imp = self.imp();
        let opened = imp.opened.borrow();
        let Some(opened) = opened.as_ref() else { return };
        if !opened.has_game() && self.part() == Part::Review {
            self.show_part(Part::Moves);
        }
        imp.review_page.set_visible(opened.has_game());
        let part = self.part();
        let Sight { game, moves } = opened.sight(part);
        let scene = opened.scene(&game);
        imp.board.show(&scene);
        imp.board.set_shown_moves(&moves);
        let drawing = if opened.line.is_none() { self.strokes_at(opened) } else { Vec::new() };
        imp.board.set_drawing(drawing);
        imp.pen.set(imp.pen.get().filter(|(node, _)| *node == opened.shown_node(part)));
        imp.tree.show(opened.tree(), opened.node());
        self.show_where(opened);
        self.show_values(&game, &scene);
        self.update_actions(opened);
        let Words { spoken, seen } =
            self.lacking().map_or_else(|| words(opened, self.known_value(&game), part), Words::from);
        imp.words.set_label(&seen);
        imp.spoken.replace(spoken);
        let moves = opened.reviewed.as_ref().and_then(|reviewed| reviewed.moves_at(opened.tree(), opened.node()));
        if let Some(moves) = moves {
            imp.review.ribbon().set_current(moves, &sentences(&[&*imp.where_label.label(), &imp.spoken.borrow()]));
        }
        imp.review.set_current(opened.node(), opened.line.is_some() && opened.mistake().is_some());
        imp.review.show_levels(opened.ply().and_then(levels));
        let has_waited = imp.announcing.runs() && !self.is_exploring();
        if announce == Announce::Aloud || has_waited {
            self.announce_position();
        }
    }

    /// Announces the shown position in one sentence with its value, for which it waits a moment.
    fn announce_position(&self) {
        let imp = self.imp();
        if !self.is_exploring() {
            imp.announcing.stop();
            return self.context().messages.announce(&imp.spoken.borrow(), Again::Yes);
        }
        let page = self.downgrade();
        imp.announcing.start(BEFORE_ANNOUNCING, move || {
            if let Some(page) = page.upgrade() {
                page.context().messages.announce(&page.imp().spoken.borrow(), Again::Yes);
            }
        });
    }

    fn show_where(&self, opened: &Opened) {
        let tree = opened.tree();
        let moves = tree.depth(opened.node());
        let (number, count) = (moves.to_string(), (moves + tree.line_after(opened.node()).count()).to_string());
        // Translators: “Move 3 of 40”
        let words = gettext_f("{number} of {count}", &[("number", &number), ("count", &count)]);
        self.imp().where_label.set_label(if count == "0" { "" } else { &words });
    }

    fn context(&self) -> &PageContext {
        self.imp().context.get().expect("it is set when the page is made")
    }

    /// Applies the settings, which may have changed since the page was last visible.
    fn follow_settings(&self) {
        self.context().services.settings.read(|settings| self.imp().board.follow(settings));
    }
}

/// Whether to announce the shown position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Announce {
    Aloud,
    Silently,
}
