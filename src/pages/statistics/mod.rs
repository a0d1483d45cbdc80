// SPDX-License-Identifier: GPL-3.0-or-later
//! The Statistics page: rating, results by opponent, rules and color, accuracy, and puzzles. Each
//! row contains all of its information as text.

mod bar;
mod plot;

use std::cell::OnceCell;
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::accessible::Property;

use morris_play::adaptive_level;
use morris_play::setup::Rating;
use morris_play::statistics::figures::{ByRules, Course, Figures};
use morris_play::statistics::tally::Tally;
use morris_teach::puzzles::Practice;

use crate::pages::app_page::{AppPage, Page, PageId, Pages, Saved};
use crate::services::{PageContext, Services};
use crate::text::describe;
use crate::text::i18n::joined;
use crate::widgets::adaptive_layout::{AdaptiveLayout, Rows};
use bar::TallyBar;
use plot::Plot;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "statistics_page.ui")]
    pub struct StatisticsPage {
        /// Goes back to the previous page.
        #[template_child]
        pub(super) back: TemplateChild<gtk::Button>,
        /// Says that there are no statistics yet, and how to get some.
        #[template_child]
        pub(super) empty: TemplateChild<gtk::Box>,
        /// Starts a game if none is finished.
        #[template_child]
        pub(super) play: TemplateChild<gtk::Button>,
        /// All groups of rows.
        #[template_child]
        pub(super) groups: TemplateChild<gtk::Box>,
        /// Visible only if there are games.
        #[template_child]
        pub(super) buttons: TemplateChild<gtk::Box>,
        /// Services shared by the pages.
        pub(super) services: OnceCell<Rc<Services>>,
    }

    template_class!(StatisticsPage: adw::Bin);

    impl ObjectImpl for StatisticsPage {
        fn constructed(&self) {
            self.parent_constructed();
            self.buttons.set_layout_manager(Some(AdaptiveLayout::rows(Rows { many: 2, few: 1, gap: 12, from: 0 })));
        }
    }

    impl WidgetImpl for StatisticsPage {
        fn map(&self) {
            self.parent_map();
            self.obj().show_all();
        }
    }

    impl BinImpl for StatisticsPage {}
}

glib::wrapper! {
    /// The Statistics page.
    pub struct StatisticsPage(ObjectSubclass<imp::StatisticsPage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Page for StatisticsPage {
    const ID: PageId = PageId("statistics");
    const HELP: &'static str = "practice#statistics";
    const ACTIONS: &'static [&'static str] = &["win.export-statistics", "win.reset-statistics"];

    fn title() -> String {
        gettext("Statistics")
    }

    fn make(PageContext { services, .. }: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        services.statistics.connect_for(&page, Self::show_if_seen);
        services.practice.connect_for(&page, Self::show_if_seen);
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
        (imp.empty.is_visible() && imp.play.grab_focus()) || imp.back.grab_focus()
    }

    fn leave(&self) {}

    fn save(&self) -> Saved {
        Saved::Nothing
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
        services.practice.read(|practice| self.show_puzzles(practice));
        let unreadable = figures.unreadable;
        let rows =
            (unreadable > 0).then(|| plain_row(&gettext("Not Counted"), &describe::unreadable_games(unreadable)));
        self.add_group("", None, rows);
    }

    fn show_games(&self, figures: &Figures) {
        self.show_rating(&figures.by_rules);
        let streak = plain_row(&gettext("Won in a row"), &describe::streak(figures.streak));
        self.add_group(&gettext("Results"), None, [tally_row(&gettext("All games"), figures.all), streak]);
        let rows = figures.by_opponent.iter().map(|(kind, tally)| tally_row(&describe::opponent(kind), *tally));
        self.add_group(&gettext("By Opponent"), None, rows);
        let rows = figures.by_rules.iter().map(|row| tally_row(&describe::rules_name(&row.rules), row.tally));
        self.add_group(&gettext("By Rules"), None, rows);
        let rows = figures.by_color.iter().map(|(color, tally)| tally_row(&describe::side_name(*color), *tally));
        self.add_group(&gettext("By Color"), None, rows);
        if let Some(course) = &figures.accuracy {
            self.show_accuracy(course);
        }
    }

    /// Shows the rating by each set of rules with rated games.
    fn show_rating(&self, by_rules: &[ByRules]) {
        let rated = by_rules.iter().filter(|row| row.rating != adaptive_level::FIRST);
        let rows: Vec<_> = rated
            .map(|ByRules { rules, rating, .. }| {
                let level = describe::matched_level(Rating::nearest(rating.rating).level());
                plain_row(&describe::rules_name(rules), &format!("{}\n{level}", describe::rating(*rating)))
            })
            .collect();
        let note = gettext(
            "Games against a level of the computer, or one that suits you, count where you had no help: no hint, no undo, no Move Now.",
        );
        let rows = if rows.is_empty() { vec![plain_row(&gettext("Not rated yet"), "")] } else { rows };
        self.add_group(&gettext("Your Rating"), Some(&note), rows);
    }

    fn show_accuracy(&self, course: &Course) {
        let words = describe::course(course);
        let plot = Plot::new(&course.latest, &words);
        let row = row_of(&gettext("Accuracy"), &words);
        row.1.append(&plot);
        let note = gettext("How much of what was hard you got right, out of 100, in games that were reviewed.");
        self.add_group(&gettext("Accuracy"), Some(&note), [row.0]);
    }

    fn show_puzzles(&self, practice: &Practice) {
        if practice.all.tried == 0 {
            return;
        }
        let all = std::iter::once((gettext("All puzzles"), &practice.all));
        let themes = practice.themes.iter().map(|(theme, progress)| (describe::theme_name(*theme), progress));
        let rows = all.chain(themes).map(|(name, progress)| {
            plain_row(&name, &joined(&[describe::rating(progress.rating), describe::solved(progress)]))
        });
        self.add_group(&gettext("Puzzles"), None, rows);
    }

    fn add_group(&self, title: &str, note: Option<&str>, rows: impl IntoIterator<Item = adw::PreferencesRow>) {
        let group = adw::PreferencesGroup::builder().title(title).description(note.unwrap_or_default()).build();
        let mut rows = rows.into_iter().peekable();
        if rows.peek().is_some() {
            rows.for_each(|row| group.add(&row));
            self.imp().groups.append(&group);
        }
    }
}

/// Returns a row with a bar of results.
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
    row.update_property(&[Property::Label(&said)]);
    (row, inside)
}
