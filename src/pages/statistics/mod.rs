// SPDX-License-Identifier: GPL-3.0-or-later
//! The Statistics page: rating and results in sight, and in rows that expand the results by
//! opponent, rules and color, accuracy, and puzzles. Each row contains all of its information as
//! text.

mod bar;
mod plot;

use std::cell::OnceCell;
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use morris_play::persistence::FinishedGame;
use morris_play::setup::Rating;
use morris_play::statistics::figures::{ByRules, Course, Figures, LATEST};
use morris_play::statistics::tally::Tally;
use morris_teach::puzzles::{Practice, Progress};

use crate::compat::accessible_names::{name_inner_parts, set_accessible_name};
use crate::compat::headings;
use crate::pages::app_page::{AppPage, Page, PageId, Pages};
use crate::services::{PageContext, Services};
use crate::text::describe;
use crate::text::i18n::{gettext_f, joined, spoken};
use crate::widgets::adaptive_layout::{AdaptiveLayout, ContentAndButton, Rows};
use crate::widgets::columns::Columns;
use crate::widgets::ui_scale::factor;
use bar::TallyBar;
use plot::{Plot, Scale};

/// Two columns of groups if each has room for its longest words.
const COLUMNS: Columns = Columns { from: 780, across: 24, down: 24 };
/// Number of tables that every window shows: who and what was played.
const EXPANDED: usize = 2;
const PAGE: ContentAndButton = ContentAndButton { usual: 720 };

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "statistics_page.ui")]
    pub struct StatisticsPage {
        #[template_child]
        pub(super) back: TemplateChild<gtk::Button>,
        /// Shows that there are no statistics yet, and how to get some.
        #[template_child]
        pub(super) empty: TemplateChild<gtk::Box>,
        /// Starts a game if none is finished.
        #[template_child]
        pub(super) play: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) groups: TemplateChild<gtk::Box>,
        /// Visible only if there are games.
        #[template_child]
        pub(super) buttons: TemplateChild<gtk::Box>,
        /// All below the header.
        #[template_child]
        pub(super) content: TemplateChild<gtk::Box>,
        pub(super) services: OnceCell<Rc<Services>>,
    }

    impl ObjectImpl for StatisticsPage {
        fn constructed(&self) {
            self.parent_constructed();
            self.content.set_layout_manager(Some(AdaptiveLayout::new(PAGE)));
            self.groups.set_layout_manager(Some(AdaptiveLayout::new(COLUMNS)));
            self.buttons.set_layout_manager(Some(AdaptiveLayout::new(Rows { many: 2, few: 1, gap: 12, from: 0 })));
        }
    }

    impl WidgetImpl for StatisticsPage {
        fn map(&self) {
            self.parent_map();
            self.obj().show_all();
        }
    }
}

class!(StatisticsPage: adw::Bin, template = []);

impl Page for StatisticsPage {
    const ID: PageId = PageId("statistics");
    const HELP: &'static str = "practice#statistics";
    const ACTIONS: &'static [&'static str] = &["win.export-statistics", "win.reset-statistics"];

    fn title() -> String {
        gettext("Statistics")
    }

    fn make(PageContext { services, .. }: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        services.statistics.changed.connect_for(&page, |page, ()| page.show_if_seen());
        services.practice.changed.connect_for(&page, |page, ()| page.show_if_seen());
        page.imp().services.get_or_init(|| Rc::clone(services));
        page
    }
}

impl AppPage for StatisticsPage {
    /// Reads all data that the page shows.
    fn enter(&self, _: PageId, _: &dyn Pages) {
        if let Some(services) = self.imp().services.get() {
            services.statistics.refresh();
            services.practice.load_soon();
        }
    }

    fn focus_first(&self) -> bool {
        let imp = self.imp();
        let first = || imp.groups.child_focus(gtk::DirectionType::TabForward);
        (imp.empty.is_visible() && imp.play.grab_focus()) || first() || imp.back.grab_focus()
    }
}

impl StatisticsPage {
    fn show_if_seen(&self) {
        if self.is_mapped() {
            self.show_all();
            // The widget with the focus may be gone.
            if self.root().is_some_and(|root| root.focus().is_none()) {
                self.focus_first();
            }
        }
    }

    fn show_all(&self) {
        let imp = self.imp();
        let Some(services) = imp.services.get() else { return };
        while let Some(old) = imp.groups.first_child() {
            imp.groups.remove(&old);
        }
        let figures = services.statistics.get();
        imp.empty.set_visible(figures.is_empty());
        imp.buttons.set_visible(!figures.is_empty());
        if !figures.is_empty() {
            self.show_games(&figures);
        }
        let details = services.practice.read(|practice| self.details(&figures, practice));
        self.add_group(&gettext("Breakdown"), details);
        let unreadable = figures.unreadable;
        let rows = (unreadable > 0)
            .then(|| plain_row(&gettext("Unreadable Results"), &describe::unreadable_games(unreadable)));
        self.add_group("", rows);
    }

    fn show_games(&self, figures: &Figures) {
        let all = tally_row(&gettext("All Games"), figures.all);
        // With a single opponent, this would repeat the first row.
        let beaten = describe::beaten_level(&figures.by_opponent).filter(|_| figures.by_opponent.len() > 1);
        let beaten = beaten.map(|words| plain_row(&words, ""));
        let streak = plain_row(&gettext("Winning Streak"), &describe::streak(figures.streak));
        self.add_group(
            &gettext("Results"),
            [Some(all), beaten, points_row(figures), Some(streak)].into_iter().flatten(),
        );
        self.show_rating(&figures.by_rules);
    }

    /// Shows the rating by each set of rules with rated games.
    fn show_rating(&self, by_rules: &[ByRules]) {
        let rows: Vec<_> = by_rules.iter().filter_map(rating_row).collect();
        let unrated = || {
            let note = gettext(
                "Only games against a level of the computer count, and only without help: no hints, move values, warnings, review, analysis, undo, or Move Now.",
            );
            vec![plain_row(&gettext("Not rated yet"), &note)]
        };
        self.add_group(&gettext("Your Rating"), if rows.is_empty() { unrated() } else { rows });
    }

    /// Returns the rows that expand. Those without content are left out.
    fn details(&self, figures: &Figures, practice: &Practice) -> Vec<adw::PreferencesRow> {
        let by_opponent =
            figures.by_opponent.iter().map(|(kind, tally)| tally_row(&describe::opponent(kind), *tally)).collect();
        let by_rules =
            figures.by_rules.iter().map(|row| tally_row(&describe::rules_name(&row.rules), row.tally)).collect();
        let by_color =
            figures.by_color.iter().map(|(color, tally)| tally_row(&describe::side_name(*color), *tally)).collect();
        let details: [(String, Vec<_>); 5] = [
            (gettext("By Opponent"), by_opponent),
            (gettext("By Rules"), by_rules),
            (gettext("By Color"), by_color),
            (gettext("Accuracy"), figures.accuracy.iter().map(accuracy_row).collect()),
            (gettext("Puzzles"), puzzle_rows(practice)),
        ];
        let filled = details.into_iter().filter(|(_, rows)| !rows.is_empty());
        // A large window has room for all tables.
        let is_large = factor(self) > 1.0;
        let row = |(number, (title, rows)): (usize, (String, Vec<adw::PreferencesRow>))| {
            let row = expander(&title, &rows);
            row.set_expanded(is_large || number < EXPANDED);
            row.upcast()
        };
        filled.enumerate().map(row).collect()
    }

    fn add_group(&self, title: &str, rows: impl IntoIterator<Item = adw::PreferencesRow>) {
        let group = adw::PreferencesGroup::builder().title(title).build();
        headings::mark(group.upcast_ref());
        let mut rows = rows.into_iter().peekable();
        if rows.peek().is_some() {
            rows.for_each(|row| group.add(&row));
            name_inner_parts(group.upcast_ref(), &Self::title());
            self.imp().groups.append(&group);
        }
    }
}

fn expander(title: &str, rows: &[adw::PreferencesRow]) -> adw::ExpanderRow {
    let expander = adw::ExpanderRow::builder().title(title).selectable(false).build();
    rows.iter().for_each(|row| expander.add_row(row));
    expander
}

/// Returns the row of the rating under one set of rules, if any game counted for it.
fn rating_row(ByRules { rules, rating, course, .. }: &ByRules) -> Option<adw::PreferencesRow> {
    let course = course.as_ref()?;
    let level = describe::matched_level(Rating::nearest(rating.rating).level());
    let words = describe::course(course);
    let (row, inside) = row_of(&describe::rules_name(rules), &format!("{level}\n{words}"));
    inside.append(&Plot::new(&course.latest, Scale::Rating, &words));
    Some(row)
}

/// Returns the row of the points of the latest games, each with those shortly before it.
fn points_row(figures: &Figures) -> Option<adw::PreferencesRow> {
    const AVERAGED: usize = 10;
    let points: Vec<_> = figures.latest.iter().filter_map(FinishedGame::points).collect();
    let average = |last: usize| {
        let games = points.get(last.saturating_sub(AVERAGED)..last).unwrap_or_default();
        100.0 * games.iter().sum::<f64>() / games.len().max(1) as f64
    };
    // The first averages would lack the games before the latest ones.
    let first = if figures.latest.len() < LATEST || points.len() <= AVERAGED { 1 } else { AVERAGED };
    let shares: Vec<_> = (first..=points.len()).map(average).collect();
    let now = format!("{:.0}", shares.last()?);
    let words = gettext_f("Now {percent}%. A draw counts as half a win.", &[("percent", &now)]);
    (shares.len() > 1).then(|| {
        let (row, inside) = row_of(&gettext("Wins in the Last Ten Games"), &words);
        inside.append(&Plot::new(&shares, Scale::Percent, &words));
        row
    })
}

fn accuracy_row(course: &Course) -> adw::PreferencesRow {
    let words = describe::course(course);
    let note = gettext("Percentage of difficult decisions you got right in reviewed games.");
    let (row, inside) = row_of(&words, &note);
    inside.append(&Plot::new(&course.latest, Scale::Percent, &words));
    row
}

fn puzzle_rows(practice: &Practice) -> Vec<adw::PreferencesRow> {
    if practice.all.tried == 0 {
        return Vec::new();
    }
    let all = std::iter::once((gettext("All Puzzles"), &practice.all));
    let themes = practice.themes.iter().map(|(theme, progress)| (describe::theme_name(*theme), progress));
    let row = |(name, progress): (String, &Progress)| {
        plain_row(&name, &joined(&[describe::rating(progress.rating), describe::solved(progress)]))
    };
    all.chain(themes).map(row).collect()
}

fn tally_row(title: &str, tally: Tally) -> adw::PreferencesRow {
    let (row, inside) = row_of(title, &describe::tally(&tally));
    if tally.decided() > 0 {
        inside.append(&TallyBar::new(tally));
    }
    row
}

fn plain_row(title: &str, words: &str) -> adw::PreferencesRow {
    row_of(title, words).0
}

/// Returns a row with a title and text, and the box inside it.
fn row_of(title: &str, words: &str) -> (adw::PreferencesRow, gtk::Box) {
    let inside = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(4).build();
    inside.add_css_class("statistics-row");
    let name = gtk::Label::builder().label(title).xalign(0.0).wrap(true);
    // The name of a program may be a single long word.
    inside.append(&name.wrap_mode(gtk::pango::WrapMode::WordChar).build());
    if !words.is_empty() {
        let label = gtk::Label::builder().label(words).xalign(0.0).wrap(true).css_classes(["caption", "dim-label"]);
        inside.append(&label.build());
    }
    let row = adw::PreferencesRow::builder().activatable(false).selectable(false).child(&inside).build();
    let said = if words.is_empty() { title.to_owned() } else { format!("{title}: {words}") };
    set_accessible_name(&row, &spoken(&said));
    (row, inside)
}
