// SPDX-License-Identifier: GPL-3.0-or-later
//! The review of a game: the values of the moves, the reasons for mistakes, and their refutations.
//!
//! The review is made in the background and shown as it progresses. The page has a copy of the
//! game, which it never changes. At a mistake the board shows the position before it, with the
//! played move and the better ones. The refutation can be stepped through.

mod making;
mod reviewed;
mod ribbon;
mod stepping;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use jiff::Zoned;

use morris::{Color, Game};
use morris_play::persistence::SaveId;
use morris_play::session::{Scene, Status};
use morris_play::setup::GameSetup;
use morris_teach::puzzles::{Card, Puzzle};
use morris_teach::review::{PlyReview, Reviewer};

use crate::app::keys::StepDirection;
use crate::app::messages::{Message, Request};
use crate::board::BoardView;
use crate::compat::accessible_names::never_selected;
use crate::compat::announcer::Again;
use crate::pages::app_page::{AppPage, Page, PageId, Pages, Restore, Saved};
use crate::pages::game::GamePage;
use crate::services::PageContext;
use crate::text::describe;
use crate::text::i18n::gettext_f;
use crate::widgets::adaptive_layout::{AdaptiveLayout, BoardAndPanel};
use crate::widgets::move_list::{MoveList, MoveMark};
use crate::widgets::single_tab_stop::SingleTabStop;
use making::{News, make};
use reviewed::{Reviewed, is_same, is_stop, mark_of, words};
use ribbon::Ribbon;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "review_page.ui")]
    pub struct ReviewPage {
        /// Title, and whether the review is still in progress.
        #[template_child]
        pub(super) header_title: TemplateChild<adw::WindowTitle>,
        /// Board and controls.
        #[template_child]
        pub(super) parts: TemplateChild<gtk::Box>,
        /// The board.
        #[template_child]
        pub(super) board: TemplateChild<BoardView>,
        /// Graph of the game.
        #[template_child]
        pub(super) ribbon: TemplateChild<Ribbon>,
        /// Comment on the move.
        #[template_child]
        pub(super) words: TemplateChild<gtk::Label>,
        /// Shows the refutation of a mistake, or returns to the game.
        #[template_child]
        pub(super) punishment: TemplateChild<gtk::Button>,
        /// Name of White's player.
        #[template_child]
        pub(super) white_name: TemplateChild<gtk::Label>,
        /// Summary of White's play.
        #[template_child]
        pub(super) white_side: TemplateChild<gtk::Label>,
        /// Name of Black's player.
        #[template_child]
        pub(super) black_name: TemplateChild<gtk::Label>,
        /// Summary of Black's play.
        #[template_child]
        pub(super) black_side: TemplateChild<gtk::Label>,
        /// Visible if there are critical moments.
        #[template_child]
        pub(super) moments: TemplateChild<gtk::Box>,
        /// The critical moments.
        #[template_child]
        pub(super) moment_list: TemplateChild<gtk::FlowBox>,
        /// Offers to solve more positions.
        #[template_child]
        pub(super) unknown: TemplateChild<gtk::Box>,
        /// The moves.
        #[template_child]
        pub(super) moves: TemplateChild<MoveList>,
        /// Number of the current move, and number of moves.
        #[template_child]
        pub(super) where_label: TemplateChild<gtk::Label>,
        /// The game under review.
        pub(super) reviewed: RefCell<Option<Reviewed>>,
        /// Critical moments in the list, as numbers of moves.
        pub(super) shown_moments: RefCell<Vec<usize>>,
        /// Actions that step through the moves.
        pub(super) actions: gio::SimpleActionGroup,
        /// Leads to the mistakes as puzzles.
        #[template_child]
        pub(super) learn: TemplateChild<gtk::Button>,
        /// Services shared by all pages, and the sender of messages to the window.
        pub(super) context: OnceCell<PageContext>,
    }

    template_class!(ReviewPage: adw::Bin; BoardView, Ribbon, MoveList, SingleTabStop);

    impl ObjectImpl for ReviewPage {
        fn constructed(&self) {
            self.parent_constructed();
            self.parts.set_layout_manager(Some(AdaptiveLayout::board_and_panel(BoardAndPanel::WORK)));
            let page = self.obj();
            page.add_actions();
            page.connect_parts();
        }
    }

    impl WidgetImpl for ReviewPage {
        fn map(&self) {
            self.parent_map();
            self.obj().follow_settings();
            self.obj().review_again();
        }
    }

    impl BinImpl for ReviewPage {}
}

glib::wrapper! {
    /// The review of a game.
    pub struct ReviewPage(ObjectSubclass<imp::ReviewPage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Page for ReviewPage {
    const ID: PageId = PageId("review");
    const HELP: &'static str = "review";
    const ACTIONS: &'static [&'static str] = &["win.next"];

    fn title() -> String {
        gettext("Review")
    }

    fn make(context: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        page.imp().context.get_or_init(|| context.clone());
        page
    }
}

impl AppPage for ReviewPage {
    /// Reviews the game on the game page, if there is one.
    fn enter(&self, _: PageId, pages: &dyn Pages) {
        let page: GamePage = pages.page_of();
        let game = page.read(|game| (game.id.clone(), game.session.setup().clone(), Arc::clone(game.session.game())));
        page.note_help();
        if let Some((id, setup, game)) = game {
            self.review_soon(id, setup, game, None);
        }
    }

    fn focus_first(&self) -> bool {
        self.imp().ribbon.grab_focus()
    }

    fn leave(&self) {}

    fn back(&self) -> bool {
        self.leave_line()
    }

    fn save(&self) -> Saved {
        let (reviewed, moves) = (self.reviewed(), self.moves());
        reviewed.map_or(Saved::Nothing, |(id, setup, game)| {
            Saved::OnTheWay(Restore::new(move |page: &Self| page.review_soon(id, setup, game, moves)))
        })
    }

    fn step_through(&self, step: StepDirection) -> bool {
        self.step(step);
        true
    }
}

impl ReviewPage {
    /// Reviews a game, unless it is the one under review. Starts at its first mistake, or at its
    /// end.
    pub fn review(&self, id: SaveId, setup: GameSetup, game: Arc<Game>) {
        let same = |shown: &Reviewed| shown.id == id && shown.setup == setup && is_same(&shown.game, &game);
        if !self.imp().reviewed.borrow().as_ref().is_some_and(same) {
            self.begin(id, setup, game);
        }
    }

    /// Reviews a game once the tables are open, and shows the position after this number of moves.
    fn review_soon(&self, id: SaveId, setup: GameSetup, game: Arc<Game>, moves: Option<usize>) {
        let (page, tables) = (self.clone(), Rc::clone(&self.context().services.tables));
        glib::spawn_future_local(async move {
            tables.opened().await;
            page.review(id, setup, game);
            if let Some(moves) = moves {
                page.look_at(moves);
            }
        });
    }

    /// Shows the position after this number of moves once the review has begun.
    pub fn look_soon(&self, moves: usize) {
        let (page, tables) = (self.clone(), Rc::clone(&self.context().services.tables));
        glib::spawn_future_local(async move {
            tables.opened().await;
            page.look_at(moves);
        });
    }

    /// Returns the game under review, so that another page can show it.
    #[must_use]
    pub fn reviewed(&self) -> Option<(SaveId, GameSetup, Arc<Game>)> {
        let reviewed = self.imp().reviewed.borrow();
        reviewed.as_ref().map(|shown| (shown.id.clone(), shown.setup.clone(), Arc::clone(&shown.game)))
    }

    /// Returns the number of moves before the current position.
    #[must_use]
    pub fn moves(&self) -> Option<usize> {
        self.imp().reviewed.borrow().as_ref().map(|shown| shown.moves)
    }

    /// Reviews the same game again if some values are unknown and the tables have changed.
    fn review_again(&self) {
        let tables = self.context().services.tables.current();
        let outdated = self
            .imp()
            .reviewed
            .borrow()
            .as_ref()
            .is_some_and(|shown| shown.finished && shown.is_estimated() && !Arc::ptr_eq(&shown.tables, &tables));
        if let (Some((id, setup, game)), Some(moves)) = (self.reviewed().filter(|_| outdated), self.moves()) {
            self.begin(id, setup, game);
            self.look_at(moves);
        }
    }

    fn begin(&self, id: SaveId, setup: GameSetup, game: Arc<Game>) {
        let PageContext { services, .. } = self.context();
        let (tables, of) = (services.tables.current(), Arc::clone(&game));
        let known = Arc::clone(&tables);
        let reviewer = Reviewer::new(Arc::clone(&tables), &of);
        let review = reviewer.review().clone();
        let learners: Vec<_> = Color::BOTH.into_iter().filter(|&side| setup.players[side].is_local()).collect();
        let asked = Arc::clone(&game);
        let (job, news) = services.background.start(move |worker| {
            make(reviewer, &tables, &asked, &learners, worker);
        });
        let moves = game.cursor();
        self.imp().learn.set_visible(false);
        self.imp().reviewed.replace(Some(Reviewed {
            id,
            setup,
            game,
            tables: known,
            review,
            finished: false,
            moves,
            line: None,
            _job: job,
        }));
        self.show_all();
        let page = self.downgrade();
        glib::spawn_future_local(async move {
            while let (Ok(news), Some(page)) = (news.recv().await, page.upgrade()) {
                if !page.take(&of, news) {
                    return;
                }
            }
        });
    }

    /// Stores a report. Returns whether it is about the current game.
    fn take(&self, game: &Arc<Game>, News { review, lessons, whole }: News) -> bool {
        let mut reviewed = self.imp().reviewed.borrow_mut();
        let Some(shown) = reviewed.as_mut().filter(|shown| Arc::ptr_eq(&shown.game, game)) else { return false };
        shown.review = review;
        shown.finished |= whole;
        drop(reviewed);
        self.show_all();
        if lessons.is_some() || whole {
            self.keep(game);
        }
        if let Some(lessons) = lessons {
            self.learn(lessons);
        }
        true
    }

    /// Saves the review with the game: once all moves have been reviewed, and again when the review
    /// is complete.
    fn keep(&self, game: &Game) {
        if let Some(shown) = self.imp().reviewed.borrow().as_ref() {
            let (game, review) = (Box::new(game.clone()), Box::new(shown.review.clone()));
            self.context().messages.send(Message::Request(Request::KeepReview(shown.id.clone(), game, review)));
        }
    }

    /// Stores the mistakes of human players as puzzles.
    fn learn(&self, lessons: Vec<Puzzle>) {
        let practice = Rc::clone(&self.context().services.practice);
        let page = self.downgrade();
        glib::spawn_future_local(async move {
            practice.load().await;
            let today = Zoned::now().date();
            let count = lessons.len();
            practice.change(move |practice| {
                for puzzle in &lessons {
                    let known = practice.repetition.cards().iter().any(|card| card.puzzle.key() == puzzle.key());
                    if !known {
                        practice.repetition.insert(Card { puzzle: puzzle.clone(), due: today, step: 0 });
                    }
                }
            });
            if let Some(page) = page.upgrade() {
                page.imp().learn.set_visible(count > 0);
            }
        });
    }

    /// Shows the review so far.
    fn show_all(&self) {
        let imp = self.imp();
        let reviewed = imp.reviewed.borrow();
        let Some(Reviewed { setup, game, review, finished, .. }) = reviewed.as_ref() else { return };
        imp.header_title.set_subtitle(&if *finished { String::new() } else { gettext("Looking through the moves…") });
        imp.ribbon.show(review);
        let marks: Vec<_> = review.plies.iter().map(mark_of).collect();
        imp.moves.show(game, reviewed.as_ref().map_or(0, |shown| shown.moves));
        imp.moves.set_marks(&marks);
        for (side, name, words) in
            [(Color::White, &imp.white_name, &imp.white_side), (Color::Black, &imp.black_name, &imp.black_side)]
        {
            let of = format!("{} ({})", describe::side_name(side), describe::player_name(setup, side));
            name.set_label(&of);
            words.set_label(&describe::side_review(&review.of(side), *finished).join("\n"));
        }
        imp.unknown.set_visible(*finished && reviewed.as_ref().is_some_and(Reviewed::is_estimated));
        drop(reviewed);
        self.show_moments();
        self.show_move(Told::Silently);
    }

    fn show_moments(&self) {
        let imp = self.imp();
        let reviewed = imp.reviewed.borrow();
        let Some(Reviewed { game, review, .. }) = reviewed.as_ref() else { return };
        let moments = review.critical_moments();
        if *imp.shown_moments.borrow() == moments {
            return;
        }
        while let Some(old) = imp.moment_list.first_child() {
            imp.moment_list.remove(&old);
        }
        for &number in &moments {
            let ply = &review.plies[number];
            let sign = mark_of(ply).map_or("", MoveMark::symbol);
            let label =
                format!("{} {} {sign}", describe::move_number(game, number), game.rules().board.display(ply.mv));
            let label = gtk::Label::builder().label(label.trim_end()).css_classes(["numeric"]).build();
            imp.moment_list.insert(&label, -1);
            if let Some(child) = label.parent() {
                let words = describe::reviewed_move(game.rules(), ply).join(" ");
                child.update_property(&[gtk::accessible::Property::Label(&words)]);
                child.add_css_class("card");
                child.add_css_class("moment");
                never_selected(&child);
            }
        }
        imp.moments.set_visible(!moments.is_empty());
        imp.shown_moments.replace(moments);
    }

    /// Shows the current position, and announces it if the user has asked for it.
    fn show_move(&self, told: Told) {
        let imp = self.imp();
        let reviewed = imp.reviewed.borrow();
        let Some(shown) = reviewed.as_ref() else { return };
        let rules = shown.game.rules();
        let (position, last, moves) = shown.sight();
        let mut scene = Scene::of_position(&position, last, rules);
        // Also if the game did not end by a rule, for example by resignation.
        if let Some(outcome) = shown.game.outcome().filter(|_| position == *shown.game.position()) {
            scene.status = Status::Over(outcome);
        }
        imp.board.show(&scene);
        imp.board.set_shown_moves(&moves);
        let words = words(shown);
        imp.words.set_label(&words);
        imp.ribbon.set_current(shown.moves, &words);
        imp.moves.show(&shown.game, shown.moves);
        let (number, count) = (shown.moves.to_string(), shown.game.cursor().to_string());
        // Translators: “Move 3 of 40”
        imp.where_label.set_label(&gettext_f("{number} of {count}", &[("number", &number), ("count", &count)]));
        let refutation = shown.mistake().map_or(0, |ply| ply.refutation.len());
        imp.punishment.set_visible(refutation > 0);
        imp.punishment.set_label(&match shown.line {
            None => gettext("Show How It Is Punished"),
            Some(_) => gettext("Back to the Game"),
        });
        let mistakes = |range: &[PlyReview]| range.iter().any(is_stop);
        let plies = &shown.review.plies;
        let at = shown.moves.min(plies.len());
        let more = shown.line.is_some_and(|line| line < refutation);
        self.enable("view-previous", shown.moves > 0);
        self.enable("view-next", more || shown.moves < plies.len());
        self.enable("previous-mistake", mistakes(&plies[..at.saturating_sub(1)]));
        self.enable("next-mistake", mistakes(&plies[at..]));
        drop(reviewed);
        if told == Told::Aloud {
            self.context().messages.announce(&words, Again::Yes);
        }
    }

    fn enable(&self, name: &str, enabled: bool) {
        if let Some(action) = self.imp().actions.lookup_action(name).and_downcast::<gio::SimpleAction>() {
            action.set_enabled(enabled);
        }
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
enum Told {
    Aloud,
    Silently,
}
