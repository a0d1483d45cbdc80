// SPDX-License-Identifier: GPL-3.0-or-later
//! The practice page: the puzzle of the day on its board, and beside it or below it all other
//! puzzles and the endgames.

mod endgame_card;
mod tile;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;
use jiff::Zoned;

use morris::{Position, Rules};
use morris_solved::tablebase::Tables;
use morris_teach::opening::RefutedMove;
use morris_teach::puzzles::{Endgame, Practice, RunKind, Theme};

use crate::compat::accessible_names::set_accessible_name;
use crate::pages::app_page::{AppPage, PRACTICE, Page, PageId, Pages};
use crate::pages::exercise::Exercise;
use crate::pages::judgment;
use crate::pages::puzzle::{Course, REFUTED, Solver};
use crate::services::{PageContext, Services};
use crate::text::describe;
use crate::text::i18n::{gettext_f, sentences};
use crate::widgets::adaptive_layout::{AdaptiveLayout, Rows};
use crate::widgets::left_focus::LeftFocus;
use crate::widgets::menu::menu_of;
use endgame_card::EndgameCard;
use tile::Tile;

/// The six tiles: in two rows where three have room side by side.
const TILES: Rows = Rows { many: 3, few: 2, gap: 8, from: 400 };
const CARDS: Rows = Rows { many: 5, few: 2, gap: 8, from: 680 };

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "practice_page.ui")]
    pub struct PracticePage {
        /// The puzzle of the day. Its panel contains the rest of the page.
        #[template_child]
        pub(super) solver: TemplateChild<Solver>,
        #[template_child]
        pub(super) rest: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) tiles_box: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) endgames: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) themes_row: TemplateChild<adw::ExpanderRow>,
        /// Selects the game of the puzzles.
        #[template_child]
        pub(super) rules_row: TemplateChild<adw::ComboRow>,
        /// The games in that row.
        pub(super) offered: RefCell<Vec<Rules>>,
        /// Selects a published move that loses.
        #[template_child]
        pub(super) refuted_row: TemplateChild<adw::ExpanderRow>,
        /// Rated puzzles, runs, questions, puzzles due for repetition, openings, and coordinates.
        pub(super) tiles: OnceCell<[Tile; 6]>,
        pub(super) cards: OnceCell<Vec<EndgameCard>>,
        pub(super) themes: OnceCell<Vec<(Theme, adw::ActionRow)>>,
        pub(super) runs: gio::Menu,
        /// What had the focus when the user left the page.
        pub(super) left_focus: LeftFocus,
        /// Whether the puzzle of the day is about to begin.
        pub(super) begins: Cell<bool>,
        pub(super) services: OnceCell<Rc<Services>>,
    }

    impl ObjectImpl for PracticePage {
        fn constructed(&self) {
            self.parent_constructed();
            self.tiles_box.set_layout_manager(Some(AdaptiveLayout::new(TILES)));
            self.endgames.set_layout_manager(Some(AdaptiveLayout::new(CARDS)));
            self.solver.panel().header_title.set_title(&super::PracticePage::title());
            self.solver.panel().add_rest(&*self.rest);
            let page = self.obj();
            page.add_tiles();
            page.add_endgames();
            page.add_themes();
            page.add_refuted();
        }
    }

    impl WidgetImpl for PracticePage {
        fn map(&self) {
            self.parent_map();
            self.obj().show_today();
        }
    }
}

class!(PracticePage: adw::Bin, template = [Solver]);

impl Page for PracticePage {
    const ID: PageId = PRACTICE;
    const HELP: &'static str = "practice";

    fn title() -> String {
        gettext("Practice")
    }

    fn make(context: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        let services = &context.services;
        page.imp().solver.join(context);
        services.practice.changed.connect_for(&page, |page, ()| page.show_progress());
        services.tables.connect_for(&page, |page, tables| page.offer_rules(tables));
        page.imp().services.get_or_init(|| Rc::clone(services));
        page
    }
}

impl AppPage for PracticePage {
    fn enter(&self, _: PageId, _: &dyn Pages) {
        self.imp().left_focus.forget();
        if let Some(services) = self.imp().services.get() {
            services.practice.load_soon();
        }
    }

    /// Gives the focus back to the tile or card that led away from the page.
    fn focus(&self, _: &dyn Pages) {
        if !self.imp().left_focus.take_back() {
            self.focus_first();
        }
    }

    fn focus_first(&self) -> bool {
        let solver = &self.imp().solver;
        let on_board = solver.focus_board();
        if on_board {
            solver.announce_task();
        }
        on_board || solver.panel().back.grab_focus()
    }

    fn leave(&self) {
        self.imp().left_focus.keep(self);
    }

    fn position_to_analyze(&self) -> Option<(Rules, Position)> {
        self.imp().solver.finished_task()
    }

    fn why_not_analyze(&self) -> Option<String> {
        self.imp().solver.why_not_analyze()
    }
}

impl PracticePage {
    pub fn rules(&self) -> Rules {
        let imp = self.imp();
        imp.offered.borrow().get(imp.rules_row.selected() as usize).copied().unwrap_or_default()
    }

    /// Shows progress and the puzzle of the day again, since the date may have changed.
    pub fn show_today(&self) {
        self.show_progress();
        self.begin_daily();
    }

    /// Puts the puzzle of the day on the board, unless it is there.
    fn begin_daily(&self) {
        let Some(services) = self.imp().services.get().cloned() else { return };
        let today = Zoned::now().date();
        let is_there = matches!(self.imp().solver.course(), Course::Daily(day, _) if day == today);
        if is_there || self.imp().begins.replace(true) {
            return;
        }
        let page = self.downgrade();
        glib::spawn_future_local(async move {
            services.practice.load().await;
            services.tables.opened().await;
            let Some(page) = page.upgrade() else { return };
            page.imp().begins.set(false);
            let grade = services.practice.read(Practice::daily_grade);
            page.imp().solver.begin(Course::Daily(today, grade), Rules::STANDARD);
        });
    }

    /// Offers nine men's morris and the solved small games, and keeps the selection.
    fn offer_rules(&self, tables: &Tables) {
        let (imp, before) = (self.imp(), self.rules());
        // Reads only the list, since reading the tables takes a while.
        let small = tables.games().iter().map(|&(rules, _)| rules);
        let offered: Vec<_> = std::iter::once(Rules::STANDARD).chain(small).collect();
        let names: gtk::StringList = offered.iter().map(describe::rules_name).collect();
        imp.rules_row.set_model(Some(&names));
        let place = offered.iter().position(|rules| *rules == before).unwrap_or(0);
        imp.rules_row.set_selected(u32::try_from(place).unwrap_or_default());
        imp.rules_row.set_visible(offered.len() > 1);
        imp.offered.replace(offered);
    }

    fn add_tiles(&self) {
        let (imp, tiles) = (self.imp(), &self.imp().tiles_box);
        imp.tiles.get_or_init(|| {
            [
                Tile::add(tiles, "starred-symbolic", gettext("Rated Puzzles"), "rated"),
                Tile::add_menu(tiles, "alarm-symbolic", gettext("Rush"), &imp.runs),
                Tile::add(tiles, "dialog-question-symbolic", gettext("Is This a Mistake?"), judgment::NAME),
                Tile::add(tiles, "view-refresh-symbolic", gettext("My Mistakes"), "again"),
                Tile::add(tiles, "user-bookmarks-symbolic", Course::Lines.title(), "lines"),
                Tile::add(
                    tiles,
                    "find-location-symbolic",
                    describe::run_name(RunKind::Coordinates),
                    RunKind::Coordinates.id(),
                ),
            ]
        });
    }

    fn add_endgames(&self) {
        let cards: Vec<_> = Endgame::ALL.into_iter().map(EndgameCard::new).collect();
        cards.iter().for_each(|card| self.imp().endgames.append(card.button()));
        self.imp().cards.get_or_init(|| cards);
    }

    fn add_themes(&self) {
        let row = |&theme: &Theme| {
            let row = practice_row(&describe::theme_name(theme), theme.id());
            self.imp().themes_row.add_row(&row);
            (theme, row)
        };
        let rows = Theme::ALL.iter().map(row).collect();
        self.imp().themes.get_or_init(|| rows);
    }

    fn add_refuted(&self) {
        for refuted in RefutedMove::ALL {
            let row = practice_row(&describe::refuted_name(refuted), &format!("{REFUTED}{}", refuted.id));
            row.set_subtitle(&describe::refuted_verdict(refuted));
            self.imp().refuted_row.add_row(&row);
        }
    }

    /// Shows the user's progress on each tile, card, and row.
    fn show_progress(&self) {
        let Some(services) = self.imp().services.get() else { return };
        services.practice.read(|practice| self.show(practice));
    }

    fn show(&self, practice: &Practice) {
        let imp = self.imp();
        let Some([rated, rush, judgment, mistakes, lines, coordinates]) = imp.tiles.get() else { return };
        rated.show(&describe::own_rating(&practice.all));
        rush.show(&self.show_runs(practice));
        judgment.show(&describe::own_rating(&practice.judgment));
        let today = Zoned::now().date();
        let due = practice.repetition.due(today).count();
        mistakes.show(&describe::due_today(due));
        mistakes.set_sensitive(due > 0);
        lines.show(&describe::lines_due(practice, today));
        lines.set_sensitive(practice.lines_due(today).next().is_some());
        let best = best_run(practice, RunKind::Coordinates);
        // Translators: find points of the board by their names
        coordinates.show(&best.unwrap_or_else(|| gettext("Find points within a minute")));
        for card in imp.cards.get().into_iter().flatten() {
            card.show(practice.endgames.get(&card.endgame()).copied());
        }
        for (theme, row) in imp.themes.get().into_iter().flatten() {
            let progress = practice.themes.get(theme);
            row.set_subtitle(&progress.map(describe::own_rating).unwrap_or_else(|| describe::theme_reason(*theme)));
        }
    }

    /// Shows the runs in a menu, each with the best result. Returns the line of their tile.
    fn show_runs(&self, practice: &Practice) -> String {
        let imp = self.imp();
        let item = |kind| {
            let words = sentences(&[describe::run_name(kind), best_run(practice, kind).unwrap_or_default()]);
            (words, "practise", kind.id().to_variant())
        };
        imp.runs.remove_all();
        imp.runs.append_section(None, &menu_of("win", [RunKind::Rush3, RunKind::Rush5, RunKind::Streak].map(item)));
        best_run(practice, RunKind::Rush3).unwrap_or_else(|| gettext("3 or 5 minutes, or a streak"))
    }
}

/// Returns the best result of a kind of run, if there is one.
fn best_run(practice: &Practice, kind: RunKind) -> Option<String> {
    let best = practice.records.get(&kind).filter(|&&best| best > 0)?.to_string();
    // Translators: the most puzzles that were solved in a row, or in a given time
    Some(gettext_f("Your best: {count}", &[("count", &best)]))
}

fn practice_row(title: &str, practice: &str) -> adw::ActionRow {
    // Screen readers activate the button, since rows have no actions of their own.
    let button = gtk::Button::builder().icon_name("go-next-symbolic").valign(gtk::Align::Center);
    let button = button.focusable(false).css_classes(["flat"]).action_name("win.practise").build();
    button.set_action_target_value(Some(&practice.to_variant()));
    set_accessible_name(&button, title);
    let row = adw::ActionRow::builder().title(title).activatable_widget(&button).build();
    row.add_suffix(&button);
    row
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use jiff::ToSpan;
    use morris_solved::small_games::{GameTask, solve_game};
    use morris_teach::opening::LineCard;
    use morris_teach::puzzles::{Card, EndgameRecord, Puzzle, RatingScore};

    use super::*;
    use crate::services::for_tests::in_folder;
    use crate::services::messages::Messages;

    #[gtk::test]
    fn the_game_that_is_chosen_stays_so_when_others_are_solved() {
        let home = tempfile::tempdir().unwrap();
        let page = in_folder(Messages::new(|_| {}), |context| PracticePage::make(&context));
        let [achi, tapatan]: [Rules; 2] = ["achi", "tapatan"].map(|id| id.parse().unwrap());
        for (rules, place) in [(achi, 1), (tapatan, 2)] {
            let task = GameTask { rules, folder: home.path().to_owned(), threads: Some(1) };
            solve_game(&task, |_| ControlFlow::Continue(())).unwrap();
            page.offer_rules(&Tables::open(home.path()).0);
            if rules == achi {
                page.imp().rules_row.set_selected(place);
            }
            assert_eq!(page.rules(), achi);
        }
    }

    #[gtk::test]
    fn tiles_and_cards_show_progress() {
        let page = in_folder(Messages::new(|_| {}), |context| PracticePage::make(&context));
        let imp = page.imp();
        let [rated, rush, _, mistakes, lines, coordinates] = imp.tiles.get().unwrap();
        let words = || [rated, rush, mistakes, coordinates].map(|tile| tile.shown().0);
        let mut practice = Practice::default();
        practice.finish(&morris_teach::puzzles::Run::new(RunKind::Rush3));
        page.show(&practice);
        assert_eq!(
            words(),
            ["Not rated yet", "3 or 5 minutes, or a streak", "No puzzles are due today", "Find points within a minute",]
        );
        assert!(!mistakes.shown().1);
        let all = LineCard::all();
        assert_eq!(lines.shown(), (format!("{} new positions", all.len()), true));
        let card = |place: usize| imp.cards.get().unwrap()[place].words();
        assert_eq!(card(2), ["Win: 5 against 4", ""]);
        let mut practice = Practice::default();
        practice.all.tried = 10;
        practice.all.rating.rating = 1371.4;
        practice.records.insert(RunKind::Rush3, 7);
        practice.records.insert(RunKind::Coordinates, 21);
        let line = "only\tstandard\tW.B/.BW/..B/...WB./WB./..W/B.. b 0 0 0\tW\td3-d2\td3-d2\t1581\t";
        let (puzzle, today) = (Puzzle::parse(line).unwrap(), Zoned::now().date());
        practice.repetition.insert(Card { puzzle, due: today.saturating_sub(1.day()), step: 0 });
        all.iter().for_each(|&card| practice.line_tried(card, RatingScore::Whole, today));
        practice.endgame_played(Endgame::ALL[2], EndgameRecord { points: RatingScore::Whole, moves: 14 });
        page.show(&practice);
        assert_eq!(words(), ["Your rating: about 1375", "Your best: 7", "1 puzzle is due today", "Your best: 21"]);
        assert!(mistakes.shown().1);
        assert_eq!(lines.shown(), ("No puzzles are due today".to_owned(), false));
        assert_eq!(card(2), ["Win: 5 against 4", "Won in 14 moves"]);
    }
}
