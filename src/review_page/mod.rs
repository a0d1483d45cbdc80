// SPDX-License-Identifier: GPL-3.0-or-later
//! The review of a game: what each move was worth, why mistakes are mistakes, and how they are punished.
//!
//! It is made in the background and shown as it comes. The page looks at a copy of the game: nothing here changes the game
//! itself. At a mistake the board shows what stood there before it, with the move and the better ones; its punishment can
//! be stepped through.

mod ribbon;

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;
use std::time::{Duration, Instant};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::{gdk, gio};

use morris::{Arrangement, Color, Game, Move, Position};
use morris_engine::PROFILES;
use morris_engine::review::{Mark, PlyReview, Review, Reviewer};
use morris_play::session::Scene;
use morris_play::setup::GameSetup;

use crate::announcer::Again;
use crate::beside_or_below::BesideOrBelow;
use crate::board::{BoardView, MoveTone, ShownMove, step_of};
use crate::describe;
use crate::i18n::gettext_f;
use crate::move_list::{MoveList, MoveMark};
use crate::one_stop::OneStop;
use crate::services::{Job, Surroundings, Worker};
use ribbon::Ribbon;

/// More better moves than these are not drawn.
const MOST_SHOWN: usize = 3;
/// What has been found is not shown more often than that: each time it is copied whole.
const BETWEEN_NEWS: Duration = Duration::from_millis(100);

/// A game under review.
struct Reviewed {
    setup: GameSetup,
    game: Arc<Game>,
    review: Review,
    /// Whether all that can be found out is there.
    finished: bool,
    /// After so many moves stands what is looked at.
    moves: usize,
    /// How many moves of the punishment have been played, where it is shown.
    line: Option<usize>,
    /// Dropping it ends the work.
    _job: Job,
}

impl Reviewed {
    /// The move that led to what is looked at.
    fn ply(&self) -> Option<&PlyReview> {
        self.review.plies.get(self.moves.checked_sub(1)?)
    }

    /// The mistake that is looked at.
    fn mistake(&self) -> Option<&PlyReview> {
        self.ply().filter(|ply| ply.mistake.is_some())
    }

    /// What the board shows: the position, the move that led there, and moves that are pointed out.
    fn sight(&self) -> (Position, Option<(Color, Move)>, Vec<ShownMove>) {
        let positions = self.game.positions();
        match (self.mistake(), self.line) {
            (Some(ply), None) => {
                let better = ply.better.iter().take(MOST_SHOWN).map(|&mv| ShownMove { mv, tone: MoveTone::Good });
                let played = ShownMove { mv: ply.mv, tone: MoveTone::Bad };
                (positions[self.moves - 1], None, std::iter::once(played).chain(better).collect())
            }
            (Some(ply), Some(shown)) => {
                let mut sight = (positions[self.moves], Some((ply.side, ply.mv)), Vec::new());
                for &mv in ply.refutation.iter().take(shown) {
                    sight.1 = Some((sight.0.side(), mv));
                    sight.0 = sight.0.play_unchecked(mv, self.game.rules());
                }
                sight
            }
            (None, _) => (positions[self.moves], self.ply().map(|ply| (ply.side, ply.mv)), Vec::new()),
        }
    }
}

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "review_page.ui")]
    pub struct ReviewPage {
        /// Says whether it is still being made.
        #[template_child]
        pub(super) header_title: TemplateChild<adw::WindowTitle>,
        /// Board and controls.
        #[template_child]
        pub(super) parts: TemplateChild<gtk::Box>,
        /// The board.
        #[template_child]
        pub(super) board: TemplateChild<BoardView>,
        /// The course of the game.
        #[template_child]
        pub(super) ribbon: TemplateChild<Ribbon>,
        /// What there is to say of the move.
        #[template_child]
        pub(super) words: TemplateChild<gtk::Label>,
        /// Shows how the mistake is punished, or the game again.
        #[template_child]
        pub(super) punishment: TemplateChild<gtk::Button>,
        /// Who played White.
        #[template_child]
        pub(super) white_name: TemplateChild<gtk::Label>,
        /// What White made of the game.
        #[template_child]
        pub(super) white_side: TemplateChild<gtk::Label>,
        /// Who played Black.
        #[template_child]
        pub(super) black_name: TemplateChild<gtk::Label>,
        /// What Black made of the game.
        #[template_child]
        pub(super) black_side: TemplateChild<gtk::Label>,
        /// Seen where there are critical moments.
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
        /// Which move of how many.
        #[template_child]
        pub(super) where_label: TemplateChild<gtk::Label>,
        /// The game under review.
        pub(super) reviewed: RefCell<Option<Reviewed>>,
        /// The moments that the list shows, as numbers of moves.
        pub(super) shown_moments: RefCell<Vec<usize>>,
        /// What leads through the moves.
        pub(super) actions: gio::SimpleActionGroup,
        /// What the pages share, and the way to the window.
        pub(super) surroundings: OnceCell<Surroundings>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for ReviewPage {
        const NAME: &'static str = "NmmReviewPage";
        type Type = super::ReviewPage;
        type ParentType = adw::Bin;

        fn class_init(klass: &mut Self::Class) {
            BoardView::ensure_type();
            Ribbon::ensure_type();
            MoveList::ensure_type();
            OneStop::ensure_type();
            klass.bind_template();
        }

        fn instance_init(obj: &glib::subclass::InitializingObject<Self>) {
            obj.init_template();
        }
    }

    impl ObjectImpl for ReviewPage {
        fn constructed(&self) {
            self.parent_constructed();
            self.parts.set_layout_manager(Some(BesideOrBelow::default()));
            let page = self.obj();
            page.add_actions();
            page.connect_parts();
        }
    }

    impl WidgetImpl for ReviewPage {
        fn map(&self) {
            self.parent_map();
            self.obj().follow_settings();
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

impl ReviewPage {
    /// A page without a game.
    #[must_use]
    pub fn new(surroundings: Surroundings) -> Self {
        let page: Self = glib::Object::new();
        page.imp().surroundings.get_or_init(|| surroundings);
        page
    }

    /// Gives the keyboard to what one most likely wants here. (Not `grab_focus`, which GTK calls when Tab goes round.)
    pub fn focus_first(&self) -> bool {
        self.imp().ribbon.grab_focus()
    }

    /// Reviews a game, unless that has been done. It is looked at from its first mistake, or from its end.
    pub fn review(&self, setup: GameSetup, game: Arc<Game>) {
        let same = |shown: &Reviewed| shown.setup == setup && is_same(&shown.game, &game);
        if self.imp().reviewed.borrow().as_ref().is_some_and(same) {
            return;
        }
        let Surroundings { services, .. } = self.imp().surroundings.get().expect("it is set when the page is made");
        let (tables, of) = (services.tables.current(), Arc::clone(&game));
        let reviewer = Reviewer::new(Arc::clone(&tables), &of);
        let review = reviewer.review().clone();
        let (job, news) = services.background.start(move |worker| make(reviewer, worker));
        let moves = game.cursor();
        self.imp().reviewed.replace(Some(Reviewed {
            setup,
            game,
            review,
            finished: false,
            moves,
            line: None,
            _job: job,
        }));
        self.show_all();
        let page = self.downgrade();
        glib::spawn_future_local(async move {
            while let (Ok((review, finished)), Some(page)) = (news.recv().await, page.upgrade()) {
                if !page.take(&of, review, finished) {
                    return;
                }
            }
        });
    }

    /// Takes over what has been found; whether it is about the game that is shown.
    fn take(&self, game: &Arc<Game>, review: Review, finished: bool) -> bool {
        let mut reviewed = self.imp().reviewed.borrow_mut();
        let Some(shown) = reviewed.as_mut().filter(|shown| Arc::ptr_eq(&shown.game, game)) else { return false };
        shown.review = review;
        shown.finished |= finished;
        drop(reviewed);
        self.show_all();
        true
    }

    /// Shows all there is by now.
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
            words.set_label(&describe::side_review(&review.of(side)).join("\n"));
        }
        let estimated = |ply: &PlyReview| !ply.before.is_some_and(|worth| worth.exact().is_some());
        imp.unknown.set_visible(*finished && review.plies.iter().any(estimated));
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
            let label = format!("{}. {} {sign}", number + 1, game.rules().board.display(ply.mv));
            let label = gtk::Label::builder().label(label.trim_end()).css_classes(["numeric"]).build();
            imp.moment_list.insert(&label, -1);
            if let Some(child) = label.parent() {
                let words = describe::reviewed_move(game.rules(), ply).join(" ");
                child.update_property(&[gtk::accessible::Property::Label(&words)]);
                child.add_css_class("card");
                child.add_css_class("moment");
            }
        }
        imp.moments.set_visible(!moments.is_empty());
        imp.shown_moments.replace(moments);
    }

    /// Shows what is looked at, and says it where a person has asked for it.
    fn show_move(&self, told: Told) {
        let imp = self.imp();
        let reviewed = imp.reviewed.borrow();
        let Some(shown) = reviewed.as_ref() else { return };
        let rules = shown.game.rules();
        let (position, last, moves) = shown.sight();
        imp.board.show(&Scene { last, ..Scene::still(&Arrangement::from(position), rules) });
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
        let mistakes = |range: &[PlyReview]| range.iter().any(|ply| is_stop(ply));
        let plies = &shown.review.plies;
        let at = shown.moves.min(plies.len());
        let more = shown.line.is_some_and(|line| line < refutation);
        self.enable("view-previous", shown.moves > 0);
        self.enable("view-next", more || shown.moves < plies.len());
        self.enable("previous-mistake", mistakes(&plies[..at.saturating_sub(1)]));
        self.enable("next-mistake", mistakes(&plies[at..]));
        drop(reviewed);
        if told == Told::Aloud {
            self.messages_of(|surroundings| surroundings.messages.announce(&words, Again::Yes));
        }
    }

    fn enable(&self, name: &str, enabled: bool) {
        if let Some(action) = self.imp().actions.lookup_action(name).and_downcast::<gio::SimpleAction>() {
            action.set_enabled(enabled);
        }
    }

    fn messages_of(&self, send: impl Fn(&Surroundings)) {
        self.imp().surroundings.get().into_iter().for_each(send);
    }

    /// The settings may have changed since the page was last seen.
    fn follow_settings(&self) {
        self.messages_of(|Surroundings { services, .. }| {
            let (step, coordinates) =
                services.settings.read(|settings| (step_of(settings.animation), settings.coordinates));
            self.imp().board.set_animation(step);
            self.imp().board.set_coordinates(coordinates);
        });
    }
}

/// Whether what is shown is said, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    Aloud,
    Silently,
}

/// Steps through the game.
impl ReviewPage {
    fn add_actions(&self) {
        let actions: [(&str, fn(&Self)); 6] = [
            ("view-previous", |page| page.step_back()),
            ("view-next", |page| page.step_on()),
            ("view-first", |page| page.view(0)),
            ("view-last", |page| page.view(usize::MAX)),
            ("previous-mistake", |page| {
                page.to_mistake(|shown| {
                    let before = shown.moves.saturating_sub(1);
                    shown.review.plies[..before].iter().rposition(is_stop)
                })
            }),
            ("next-mistake", |page| {
                page.to_mistake(|shown| {
                    let later = shown.review.plies.get(shown.moves..)?.iter().position(is_stop)?;
                    Some(shown.moves + later)
                })
            }),
        ];
        let group = &self.imp().actions;
        for (name, act) in actions {
            let action = gio::SimpleAction::new(name, None);
            let page = self.downgrade();
            action.connect_activate(move |_, _| page.upgrade().iter().for_each(act));
            group.add_action(&action);
        }
        let view = gio::SimpleAction::new("view", Some(glib::VariantTy::UINT32));
        let page = self.downgrade();
        view.connect_activate(move |_, number| {
            if let (Some(page), Some(number)) = (page.upgrade(), number.and_then(glib::Variant::get::<u32>)) {
                page.view(number as usize);
            }
        });
        group.add_action(&view);
        // The list of moves calls them so wherever it is.
        self.insert_action_group("game", Some(group));
    }

    fn connect_parts(&self) {
        let imp = self.imp();
        let page = self.downgrade();
        imp.ribbon.connect_chosen(move |moves| page.upgrade().iter().for_each(|page| page.view(moves)));
        let page = self.downgrade();
        imp.punishment.connect_clicked(move |_| page.upgrade().iter().for_each(Self::toggle_line));
        let page = self.downgrade();
        imp.moment_list.connect_child_activated(move |_, child| {
            let Some(page) = page.upgrade() else { return };
            let number = page.imp().shown_moments.borrow().get(child.index() as usize).copied();
            number.into_iter().for_each(|number| page.view(number + 1));
        });
        let keys = gtk::EventControllerKey::new();
        let page = self.downgrade();
        keys.connect_key_pressed(move |_, key, _, state| {
            page.upgrade().map_or(glib::Propagation::Proceed, |page| page.key_pressed(key, state))
        });
        self.add_controller(keys);
    }

    fn key_pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        let command = gdk::ModifierType::CONTROL_MASK | gdk::ModifierType::ALT_MASK | gdk::ModifierType::SUPER_MASK;
        if state.intersects(command) {
            return glib::Propagation::Proceed;
        }
        let action = match (key.to_lower(), state.contains(gdk::ModifierType::SHIFT_MASK)) {
            (gdk::Key::Left | gdk::Key::KP_Left, _) => "game.view-previous",
            (gdk::Key::Right | gdk::Key::KP_Right, _) => "game.view-next",
            (gdk::Key::Home | gdk::Key::KP_Home, _) => "game.view-first",
            (gdk::Key::End | gdk::Key::KP_End, _) => "game.view-last",
            (gdk::Key::m, false) => "game.next-mistake",
            (gdk::Key::m, true) => "game.previous-mistake",
            (gdk::Key::Escape, _) => "win.back",
            _ => return glib::Propagation::Proceed,
        };
        // One that is disabled does nothing, and no one else shall.
        let _ = self.activate_action(action, None);
        glib::Propagation::Stop
    }

    /// Looks at the position after so many moves.
    fn view(&self, moves: usize) {
        if let Some(shown) = self.imp().reviewed.borrow_mut().as_mut() {
            shown.moves = moves.min(shown.review.plies.len());
            shown.line = None;
        }
        self.show_move(Told::Aloud);
    }

    fn step_on(&self) {
        let mut reviewed = self.imp().reviewed.borrow_mut();
        let Some(shown) = reviewed.as_mut() else { return };
        let length = shown.mistake().map_or(0, |ply| ply.refutation.len());
        match &mut shown.line {
            Some(line) if *line < length => *line += 1,
            _ => {
                shown.moves = (shown.moves + 1).min(shown.review.plies.len());
                shown.line = None;
            }
        }
        drop(reviewed);
        self.show_move(Told::Aloud);
    }

    fn step_back(&self) {
        let mut reviewed = self.imp().reviewed.borrow_mut();
        let Some(shown) = reviewed.as_mut() else { return };
        match &mut shown.line {
            Some(0) => shown.line = None,
            Some(line) => *line -= 1,
            None => shown.moves = shown.moves.saturating_sub(1),
        }
        drop(reviewed);
        self.show_move(Told::Aloud);
    }

    fn to_mistake(&self, find: impl FnOnce(&Reviewed) -> Option<usize>) {
        let found = self.imp().reviewed.borrow().as_ref().and_then(find);
        found.into_iter().for_each(|number| self.view(number + 1));
    }

    fn toggle_line(&self) {
        if let Some(shown) = self.imp().reviewed.borrow_mut().as_mut() {
            // The first reply is what one wants to see.
            shown.line = if shown.line.is_some() { None } else { Some(1) };
        }
        self.show_move(Told::Aloud);
    }
}

/// Makes a review and tells of it now and then; the flag says whether it is whole.
fn make(mut reviewer: Reviewer, worker: &Worker<(Review, bool)>) {
    let mut told = Instant::now();
    let mut show = |review: &Review, _: usize| {
        if told.elapsed() >= BETWEEN_NEWS {
            told = Instant::now();
            worker.tell((review.clone(), false));
        }
    };
    let done = reviewer.run(&mut || worker.go_on(), &mut show);
    if done.is_continue() {
        worker.tell((reviewer.review().clone(), false));
        // Where it was told to stop nobody listens.
        let _ = reviewer.ask_levels(&mut || worker.go_on(), &mut show);
    }
    worker.tell((reviewer.into_review(), true));
}

/// Whether two games of the same rules went the same way so far.
fn is_same(one: &Game, other: &Game) -> bool {
    one.start() == other.start() && one.played() == other.played()
}

/// Whether the keys for mistakes stop at a move.
fn is_stop(ply: &PlyReview) -> bool {
    matches!(ply.mark, Some(Mark::Slip | Mark::Blunder | Mark::Doubtful))
}

fn mark_of(ply: &PlyReview) -> Option<MoveMark> {
    match (ply.mistake, ply.mark?) {
        (Some(mistake), _) => Some(MoveMark::Mistake(mistake)),
        (None, Mark::OnlyMove) => Some(MoveMark::OnlyMove),
        (None, Mark::Doubtful) => Some(MoveMark::Doubtful),
        (None, Mark::Slip | Mark::Blunder) => None,
    }
}

/// What there is to say of what is looked at.
fn words(shown: &Reviewed) -> String {
    let worth = shown.review.worth(shown.moves).map(|worth| format!("{}.", describe::worth(worth)));
    let Some(ply) = shown.ply() else {
        return [gettext("The start.")].into_iter().chain(worth).collect::<Vec<_>>().join(" ");
    };
    if let (Some(line), true) = (shown.line, ply.mistake.is_some()) {
        let moves: Vec<_> =
            ply.refutation.iter().take(line).map(|&mv| shown.game.rules().board.display(mv).to_string()).collect();
        // Translators: {moves} are the moves that punish a mistake, as far as they are shown
        return gettext_f("Punished by {moves}", &[("moves", &moves.join(" "))]);
    }
    let mut words = describe::reviewed_move(shown.game.rules(), ply);
    words.extend(worth);
    words.extend(ply.levels.as_ref().map(|found| describe::levels(found.len(), PROFILES.len())));
    words.join(" ")
}
