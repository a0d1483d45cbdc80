// SPDX-License-Identifier: GPL-3.0-or-later
//! The practice page: puzzles of all kinds, endgames, and lessons.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use jiff::Zoned;

use morris::{ByColor, Rules};
use morris_solved::tablebase::{Tables, Wdl};
use morris_teach::puzzles::{Practice, RatingScore, RunKind, Theme};

use crate::pages::app_page::{AppPage, Page, PageId, Pages, Saved};
use crate::services::{Job, PageContext, Services};
use crate::text::describe;
use crate::text::i18n::{gettext_f, joined, ngettext_f};

/// Range of the number of men of each side in an endgame. All of these endgames are solved.
const MEN: std::ops::RangeInclusive<u32> = 3..=5;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "practice_page.ui")]
    pub struct PracticePage {
        /// Goes back to the previous page.
        #[template_child]
        pub(super) back: TemplateChild<gtk::Button>,
        /// The puzzle of the day.
        #[template_child]
        pub(super) daily_row: TemplateChild<adw::ActionRow>,
        /// Rated puzzles.
        #[template_child]
        pub(super) rated_row: TemplateChild<adw::ActionRow>,
        /// Puzzles due for repetition.
        #[template_child]
        pub(super) again_row: TemplateChild<adw::ActionRow>,
        /// Contains a row for each theme.
        #[template_child]
        pub(super) themes_row: TemplateChild<adw::ExpanderRow>,
        /// Selects the game of the puzzles.
        #[template_child]
        pub(super) rules_row: TemplateChild<adw::ComboRow>,
        /// The games in that row.
        pub(super) offered: RefCell<Vec<Rules>>,
        /// Puzzles until the first mistake.
        #[template_child]
        pub(super) streak_row: TemplateChild<adw::ActionRow>,
        /// Puzzles for three minutes.
        #[template_child]
        pub(super) rush3_row: TemplateChild<adw::ActionRow>,
        /// Puzzles for five minutes.
        #[template_child]
        pub(super) rush5_row: TemplateChild<adw::ActionRow>,
        /// Selects whether to win or to hold an endgame.
        #[template_child]
        pub(super) aim_row: TemplateChild<adw::ComboRow>,
        /// Number of the user's men in an endgame.
        #[template_child]
        pub(super) own_row: TemplateChild<adw::ComboRow>,
        /// Number of the opponent's men.
        #[template_child]
        pub(super) other_row: TemplateChild<adw::ComboRow>,
        /// Starts an endgame.
        #[template_child]
        pub(super) endgame_row: TemplateChild<adw::ActionRow>,
        /// Rows of the themes.
        pub(super) themes: OnceCell<Vec<(Theme, adw::ActionRow)>>,
        /// Services shared by the pages.
        pub(super) services: OnceCell<Rc<Services>>,
        /// Search for an endgame.
        pub(super) endgame: RefCell<Option<Job>>,
    }

    template_class!(PracticePage: adw::Bin);

    impl ObjectImpl for PracticePage {
        fn constructed(&self) {
            self.parent_constructed();
            let page = self.obj();
            page.add_themes();
            page.fill_endgames();
        }
    }

    impl WidgetImpl for PracticePage {
        fn map(&self) {
            self.parent_map();
            // The date may have changed.
            self.obj().show_progress();
        }
    }

    impl BinImpl for PracticePage {}
}

glib::wrapper! {
    /// The practice page.
    pub struct PracticePage(ObjectSubclass<imp::PracticePage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Page for PracticePage {
    const ID: PageId = PageId("practice");
    const HELP: &'static str = "practice";
    const ACTIONS: &'static [&'static str] = &[];

    fn title() -> String {
        gettext("Practice")
    }

    fn make(PageContext { services, .. }: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        services.practice.connect_for(&page, Self::show_progress);
        services.tables.connect_for(&page, |page, tables| page.offer_rules(tables));
        page.imp().services.get_or_init(|| Rc::clone(services));
        page
    }
}

impl AppPage for PracticePage {
    fn enter(&self, _: PageId, _: &dyn Pages) {
        if let Some(services) = self.imp().services.get() {
            services.practice.load_soon();
        }
    }

    fn focus_first(&self) -> bool {
        self.imp().daily_row.grab_focus() || self.imp().back.grab_focus()
    }

    fn leave(&self) {
        self.forget_endgame();
    }

    fn save(&self) -> Saved {
        Saved::Nothing
    }
}

impl PracticePage {
    /// Returns the selected rules for puzzles.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let imp = self.imp();
        imp.offered.borrow().get(imp.rules_row.selected() as usize).copied().unwrap_or_default()
    }

    /// Returns the number of men of each side in the endgame, where White is the user, and its
    /// value.
    #[must_use]
    pub fn endgame(&self) -> (ByColor<usize>, Wdl) {
        let imp = self.imp();
        let men = |row: &adw::ComboRow| (MEN.start() + row.selected().min(MEN.end() - MEN.start())) as usize;
        let value = if imp.aim_row.selected() == 0 { Wdl::Win } else { Wdl::Draw };
        (ByColor { white: men(&imp.own_row), black: men(&imp.other_row) }, value)
    }

    /// Stores the search for an endgame while the page is shown.
    pub fn look_for_endgame(&self, job: Option<Job>) {
        self.imp().endgame.replace(job);
    }

    /// Cancels the search for an endgame.
    pub fn forget_endgame(&self) {
        self.imp().endgame.take();
        self.show_looking(None);
    }

    /// Shows the state of the search for an endgame, if any.
    pub fn show_looking(&self, words: Option<&str>) {
        self.imp().endgame_row.set_subtitle(words.unwrap_or_default());
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

    fn add_themes(&self) {
        let row = |&theme: &Theme| {
            let name = describe::theme_name(theme);
            // Screen readers activate the button, since rows have no actions of their own.
            let button = gtk::Button::builder().icon_name("go-next-symbolic").valign(gtk::Align::Center);
            let button = button.focusable(false).css_classes(["flat"]).action_name("win.practise").build();
            button.set_action_target_value(Some(&theme.id().to_variant()));
            button.update_property(&[gtk::accessible::Property::Label(&name)]);
            let row = adw::ActionRow::builder().title(name).activatable_widget(&button).build();
            row.add_suffix(&button);
            self.imp().themes_row.add_row(&row);
            (theme, row)
        };
        let rows = Theme::ALL.iter().map(row).collect();
        self.imp().themes.get_or_init(|| rows);
    }

    fn fill_endgames(&self) {
        let imp = self.imp();
        let aims = [gettext("Win"), gettext("Hold the draw")];
        imp.aim_row.set_model(Some(&gtk::StringList::from_iter(aims)));
        for row in [&imp.own_row, &imp.other_row] {
            row.set_model(Some(&gtk::StringList::from_iter(MEN.map(describe::number))));
        }
        imp.own_row.set_selected(2);
        imp.other_row.set_selected(1);
    }

    /// Shows the user's progress on each row.
    fn show_progress(&self) {
        let Some(services) = self.imp().services.get() else { return };
        services.practice.read(|practice| self.show(practice));
    }

    fn show(&self, practice: &Practice) {
        let imp = self.imp();
        let today = Zoned::now().date();
        imp.daily_row.set_subtitle(&daily_words(practice, today));
        imp.rated_row.set_subtitle(&describe::own_rating(&practice.all));
        let due = practice.repetition.due(today).count();
        imp.again_row.set_subtitle(&match due {
            0 => gettext("Nothing for today"),
            _ => {
                let (count, values) = (u32::try_from(due).unwrap_or(u32::MAX), [("count", &*due.to_string())]);
                ngettext_f("{count} puzzle for today", "{count} puzzles for today", count, &values)
            }
        });
        imp.again_row.set_sensitive(due > 0);
        for (theme, row) in imp.themes.get().into_iter().flatten() {
            let rating = practice.themes.get(theme).map(|progress| describe::rating(progress.rating));
            row.set_subtitle(&rating.unwrap_or_default());
        }
        for (kind, row) in
            [(RunKind::Streak, &imp.streak_row), (RunKind::Rush3, &imp.rush3_row), (RunKind::Rush5, &imp.rush5_row)]
        {
            let best = practice.records.get(&kind).map(u32::to_string);
            // Translators: the most puzzles that were solved in a row, or in a given time
            let words = best.map(|best| gettext_f("Your best: {count}", &[("count", &best)]));
            row.set_subtitle(&words.unwrap_or_default());
        }
    }
}

fn daily_words(practice: &Practice, today: jiff::civil::Date) -> String {
    let row = practice.days_in_a_row(today);
    let in_a_row = (row > 1).then(|| {
        // Translators: the puzzle of the day was solved on {count} days
        ngettext_f("{count} day in a row", "{count} days in a row", row, &[("count", &row.to_string())])
    });
    let done = practice.days.get(&today).map(|result| match result.points {
        RatingScore::Whole => gettext("Solved"),
        RatingScore::Half => gettext("Solved with help"),
        RatingScore::Nothing => gettext("Not solved"),
    });
    let open = || gettext("The same for everyone");
    joined(&[Some(done.unwrap_or_else(open)), in_a_row].into_iter().flatten().collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use morris_solved::small_games::{GameTask, solve_game};

    use super::*;
    use crate::app::messages::Messages;
    use crate::services::for_tests::in_folder;

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
}
