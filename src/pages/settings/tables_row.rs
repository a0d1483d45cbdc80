// SPDX-License-Identifier: GPL-3.0-or-later
//! The row of solved positions in the settings, which expands: the tables that exist and those that
//! can be added.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::{accessible, gio};

use crate::compat::button_words::let_wrap;
use crate::services::{GameSolving, HowFar, Services, Solver, SolverStep, Solving};
use crate::text::describe;
use crate::text::i18n::{gettext_f, ngettext_f};
use crate::widgets::ask::{Last, confirm};
use crate::widgets::callbacks::on_click;
use morris::Rules;
use morris_play::persistence::own_tables_are_among_shipped;
use morris_solved::tablebase::{
    Keep, PlacingGame, PlacingPly, Sector, TableId, Tables, memory_needed, placing_memory_needed,
};
use morris_solved::{At, free_memory};

/// The steps of nine men's morris. Each includes all earlier ones. The second value is the size of
/// all tables after the step, in bytes.
const STEPS: [(SolverStep, u64); 14] = [
    (SolverStep::Men(6), 10_816),
    (SolverStep::Men(7), 18_270),
    (SolverStep::Men(8), 48_683),
    (SolverStep::Men(9), 200_455),
    (SolverStep::Men(10), 2_292_649),
    (SolverStep::Men(11), 8_416_013),
    (SolverStep::Men(12), 24_567_479),
    (SolverStep::Men(13), 45_108_313),
    (SolverStep::Men(14), 103_577_531),
    (SolverStep::Men(15), 143_725_314),
    (SolverStep::Men(16), 224_817_152),
    (SolverStep::Men(17), 261_337_484),
    (SolverStep::Men(18), 308_105_668),
    (SolverStep::Game(PlacingGame::Nine), 442_000_000),
];
/// Other games, which are solved as a whole, with the size of their tables in bytes.
/// The last two plies are estimated from those of nine men's morris, the other tables measured.
const OTHER_GAMES: [(PlacingGame, u64); 2] = [(PlacingGame::Eleven, 385_000_000), (PlacingGame::Twelve, 390_000_000)];
/// Estimate of the number of slots of a sector that one core solves in a second, until the speed of
/// this machine is known.
const SLOTS_A_SECOND: f64 = 8_000_000.0;
/// The same estimate for the placing phase.
const PLACING_SLOTS_A_SECOND: f64 = 16_000_000.0;
/// Maximum size in bytes of the temporary files while the placing phase of any game is solved.
const PASSING: u64 = 1_500_000_000;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "tables_row.ui")]
    pub struct TablesRow {
        pub(super) services: OnceCell<Rc<Services>>,
        /// Describes the existing tables.
        #[template_child]
        pub(super) there_row: TemplateChild<adw::ActionRow>,
        /// Removes the user's own tables.
        #[template_child]
        pub(super) remove: TemplateChild<gtk::Button>,
        /// Lists the solved small games, and the one that is being solved.
        #[template_child]
        pub(super) games_row: TemplateChild<adw::ActionRow>,
        #[template_child]
        pub(super) step_row: TemplateChild<adw::ComboRow>,
        /// Cost of the selected step. It has its own row, because a narrow window has no room for
        /// it next to the step.
        #[template_child]
        pub(super) cost_row: TemplateChild<adw::ActionRow>,
        #[template_child]
        pub(super) start: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) progress_row: TemplateChild<adw::PreferencesRow>,
        #[template_child]
        pub(super) state: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) bar: TemplateChild<gtk::ProgressBar>,
        #[template_child]
        pub(super) pause: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) cancel: TemplateChild<gtk::Button>,
        /// Steps on offer.
        pub(super) steps: RefCell<Vec<SolverStep>>,
        /// Descriptions of their costs.
        pub(super) costs: RefCell<Vec<String>>,
    }

    impl ObjectImpl for TablesRow {
        fn constructed(&self) {
            self.parent_constructed();
            // Wraps at large font sizes, so that the window can stay narrow.
            let_wrap(&self.remove);
            self.obj().connect_buttons();
        }
    }

    impl WidgetImpl for TablesRow {}
    impl ListBoxRowImpl for TablesRow {}
    impl PreferencesRowImpl for TablesRow {}
    impl ExpanderRowImpl for TablesRow {}
}

class!(TablesRow: adw::ExpanderRow, template = []);

glib::wrapper! {
    pub struct TablesRow(ObjectSubclass<imp::TablesRow>)
        @extends adw::ExpanderRow, adw::PreferencesRow, gtk::ListBoxRow, gtk::Widget,
        @implements gtk::Accessible, gtk::Actionable, gtk::Buildable, gtk::ConstraintTarget;
}

impl TablesRow {
    /// Returns `true` if tables are being solved or the solver is paused, even while they
    /// are not in sight.
    pub fn is_at_work(&self) -> bool {
        self.imp().progress_row.get_visible()
    }

    /// Expands the row and gives the focus to the selection of steps, or otherwise to the progress
    /// or the existing tables. It is not named `grab_focus`, which GTK calls when Tab wraps around.
    pub fn focus_first(&self) -> bool {
        let imp = self.imp();
        self.set_expanded(true);
        imp.step_row.is_visible() && imp.step_row.grab_focus()
            || imp.pause.is_visible() && imp.pause.grab_focus()
            || imp.there_row.grab_focus()
    }

    /// Shows the tables and the solver of these services. Call it once, when the page is built.
    pub fn set_services(&self, services: Rc<Services>) {
        let services = self.imp().services.get_or_init(|| services);
        services.tables.connect_for(self, |row, tables| row.show_tables(tables));
        services.solver.steps.connect_for(self, Self::show_solving);
        services.solver.games.connect_for(self, |row, solving| row.show_games(solving.as_ref()));
        services.tables.connect_for(self, |row, _| row.show_games(row.services().solver.game().as_ref()));
    }

    fn services(&self) -> &Services {
        self.imp().services.get().expect("they are given when the page is made")
    }

    fn connect_buttons(&self) {
        let imp = self.imp();
        imp.start.connect_clicked(weak!(row = self, move |_| {
            let imp = row.imp();
            let step = imp.steps.borrow().get(imp.step_row.selected() as usize).copied();
            if let Some(step) = step {
                row.services().solver.solve(step);
            }
        }));
        imp.step_row.connect_selected_notify(weak!(row = self, move |_| row.show_cost()));
        self.connect_button(&imp.pause, |solver| match solver.solving() {
            Solving::Running(_) => solver.pause(),
            _ => solver.go_on(),
        });
        self.connect_button(&imp.cancel, |solver| solver.cancel());
        on_click(&imp.remove, self, Self::ask_to_remove);
    }

    /// Asks before tables are deleted, since solving them again can take hours.
    fn ask_to_remove(&self) {
        let words = (&*gettext("Delete My Tables"), &*gettext("Delete the tables created on this computer"));
        confirm(self, words, None, (&gettext("Delete"), Last::Destructive), |row| {
            row.services().solver.remove_tables()
        });
    }

    fn connect_button(&self, button: &gtk::Button, act: fn(&Rc<Solver>)) {
        on_click(button, self, move |row| act(&row.services().solver));
    }

    fn show_tables(&self, tables: &Tables) {
        let imp = self.imp();
        imp.there_row.set_subtitle(&there(tables));
        let (steps, costs): (Vec<_>, Vec<_>) = offers(tables).unzip();
        let words: gtk::StringList = steps.iter().map(|&step| words(step)).collect();
        imp.costs.replace(costs);
        let chosen = imp.steps.borrow().get(imp.step_row.selected() as usize).copied();
        imp.step_row.set_model(Some(&words));
        let place = steps.iter().position(|&step| Some(step) == chosen).unwrap_or(0);
        imp.step_row.set_selected(u32::try_from(place).unwrap_or_default());
        imp.steps.replace(steps);
        self.show_cost();
        self.show_solving(&self.services().solver.solving());
        self.look_for_own();
    }

    /// Shows the button that removes the user's own tables if there are any. Only a look at the
    /// disk can tell.
    fn look_for_own(&self) {
        if own_tables_are_among_shipped() {
            // Removing them would also remove the tables that came with the program.
            return self.imp().remove.set_visible(false);
        }
        let (folder, row) = (self.services().tables.own_folder(), self.downgrade());
        glib::spawn_future_local(async move {
            let own = gio::spawn_blocking(move || Tables::open(&folder)).await;
            if let (Ok((own, refused)), Some(row)) = (own, row.upgrade()) {
                row.imp().remove.set_visible(!own.is_empty() || !own.games().is_empty() || !refused.is_empty());
            }
        });
    }

    /// Shows the solved small games, and the progress of the one that is being solved.
    fn show_games(&self, solving: Option<&GameSolving>) {
        let tables = self.services().tables.current();
        let there = tables.games().iter().map(|(rules, bytes)| solved_game(rules, *bytes));
        let now = solving.map(|GameSolving { rules, far }| {
            let percent = format!("{:.0}", far.share * 100.0);
            let values = [("rules", &*describe::rules_name(rules)), ("percent", &*percent)];
            // xgettext:no-c-format
            // Translators: a game that is being solved, and how far that is: “Achi: 12%”
            with_left(gettext_f("{rules}: {percent}%", &values), far.left)
        });
        let lines: Vec<_> = there.chain(now).collect();
        let words = if lines.is_empty() { gettext("Solved automatically when first played") } else { lines.join("\n") };
        self.imp().games_row.set_subtitle(&words);
    }

    fn show_cost(&self) {
        let imp = self.imp();
        let cost = imp.costs.borrow().get(imp.step_row.selected() as usize).cloned();
        imp.cost_row.set_title(&cost.unwrap_or_default());
    }

    fn show_solving(&self, solving: &Solving) {
        let imp = self.imp();
        let idle = *solving == Solving::Idle;
        imp.progress_row.set_visible(!idle);
        imp.step_row.set_visible(idle && !imp.steps.borrow().is_empty());
        let running = matches!(solving, Solving::Running(_));
        imp.pause.set_label(&if running { gettext("Pause") } else { gettext("Resume") });
        if let Solving::Running(far) = solving {
            imp.bar.set_fraction(far.share);
        }
        imp.bar.set_visible(!matches!(solving, Solving::Failed(_)));
        let words = state(solving);
        imp.state.set_label(&words);
        imp.bar.update_property(&[
            accessible::Property::Label(&gettext("Solving")),
            // GTK (4.8) does not report the text of a value to screen readers.
            accessible::Property::Description(&words),
        ]);
    }
}

/// Returns the steps on offer, with descriptions of their costs.
fn offers(tables: &Tables) -> impl Iterator<Item = (SolverStep, String)> {
    let (present, steps) = STEPS.split_at(whole_steps(tables));
    let present = present.last().map_or(0, |&(_, bytes)| bytes);
    let nine = steps.iter().map(move |&(step, bytes)| (step, cost(tables, step, bytes - present)));
    let others = OTHER_GAMES.into_iter().map(|(game, bytes)| (SolverStep::Game(game), bytes));
    let others = others.filter(|(step, _)| !is_whole(tables, *step));
    nine.chain(others.map(|(step, bytes)| (step, cost(tables, step, bytes))))
}

/// Returns the number of complete steps of nine men's morris.
fn whole_steps(tables: &Tables) -> usize {
    STEPS.iter().take_while(|(step, _)| is_whole(tables, *step)).count()
}

/// Returns `true` if all tables of a step are there that the previous step does not include.
fn is_whole(tables: &Tables, step: SolverStep) -> bool {
    let there = |table: TableId| tables.summary(table).is_some();
    match step {
        SolverStep::Men(men) => Sector::all().filter(|sector| sector.men() == men).all(|sector| there(sector.into())),
        SolverStep::Game(game) => {
            // Earlier plies follow from the last ply that came with the program.
            let further = |ply: &PlacingPly| (game.last_kept()..=game.last_offered()).contains(ply);
            // The sectors of nine men's morris are steps of their own.
            game.plies().filter(further).all(|ply| there(ply.into()))
                && (game == PlacingGame::Nine || game.sectors().all(|sector| there(sector.into())))
        }
    }
}

fn there(tables: &Tables) -> String {
    let others = OTHER_GAMES.into_iter().filter(|&(game, _)| is_whole(tables, SolverStep::Game(game)));
    let others = others.map(|(game, bytes)| solved_game(&game.rules(), bytes));
    std::iter::once(there_of_nine(tables)).chain(others).collect::<Vec<_>>().join("\n")
}

/// Returns the name of a solved game, and the size of its tables.
fn solved_game(rules: &Rules, bytes: u64) -> String {
    let values = [("rules", &*describe::rules_name(rules)), ("size", &*describe::size(bytes))];
    // Translators: a game that is solved, and how much room its table takes: “Achi (2.7 kB)”
    gettext_f("{rules} ({size})", &values)
}

fn there_of_nine(tables: &Tables) -> String {
    let last = whole_steps(tables).checked_sub(1).map(|last| STEPS[last].0);
    match last {
        None => gettext("None yet"),
        Some(SolverStep::Game(game)) => {
            let count = game.last_offered().placements().to_string();
            // Translators: {count} is how many pieces were placed, of 18
            gettext_f("All positions after placing, and those with up to {count} pieces placed", &[("count", &count)])
        }
        Some(SolverStep::Men(SolverStep::ALL_MEN)) => gettext("All positions after placing"),
        Some(SolverStep::Men(men)) => {
            // Translators: positions are solved in which both sides together have at most this
            // number of pieces
            gettext_f("All with up to {pieces} pieces, after placing", &[("pieces", &men.to_string())])
        }
    }
}

fn words(step: SolverStep) -> String {
    match step {
        // Translators: positions in which both sides together have at most this number of pieces
        SolverStep::Men(men) => gettext_f("Up to {pieces} pieces", &[("pieces", &men.to_string())]),
        SolverStep::Game(game) if game != PlacingGame::Nine => describe::rules_name(&game.rules()),
        SolverStep::Game(game) => {
            let count = game.last_offered().placements().to_string();
            // Translators: all positions after the placing, and of the placing those with at most
            // this number of pieces placed, of 18
            gettext_f("All, plus placing up to {count} pieces", &[("count", &count)])
        }
    }
}

/// Returns the cost of a step on this machine.
fn cost(tables: &Tables, step: SolverStep, bytes: u64) -> String {
    let (game, men, placing) = match step {
        SolverStep::Men(men) => (PlacingGame::Nine, men, false),
        SolverStep::Game(game) => (game, 2 * game.men(), true),
    };
    let missing = || game.sectors().filter(|sector| sector.men() <= men && tables.summary(*sector).is_none());
    let plies = || game.plies().filter(|_| placing);
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
    let slots: u64 = missing().map(Sector::slots).sum();
    let placing: u64 = plies().map(PlacingPly::slots).sum();
    let seconds = slots as f64 / SLOTS_A_SECOND + placing as f64 / PLACING_SLOTS_A_SECOND;
    let time = Duration::from_secs_f64(seconds / cores);
    let sectors = missing().map(|sector| memory_needed(sector, Keep::Values));
    let needed = sectors.chain(plies().map(placing_memory_needed)).max().unwrap_or(0);
    if free_memory().is_some_and(|free| needed > free / 2) {
        // Translators: what solving positions needs: “3.2 GB of free memory”
        return gettext_f("Needs {size} of free memory", &[("size", &describe::size(needed * 2))]);
    }
    let room = describe::size(PASSING);
    let values = [("time", &*capitalized(&about(time))), ("size", &*describe::size(bytes)), ("room", &*room)];
    match step {
        // Translators: what solving positions costs: “About 3 minutes, 45.9 MB”
        SolverStep::Men(_) => gettext_f("{time}, {size}", &values[..2]),
        // Translators: what solving positions costs: “About 25 minutes, 440 MB (1.2 GB of temporary
        // disk space)”
        SolverStep::Game(_) => gettext_f("{time}, {size} ({room} of temporary disk space)", &values),
    }
}

/// Returns words with a capital letter first, as at the start of a row.
fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Formats a duration approximately.
fn about(time: Duration) -> String {
    let minutes = time.as_secs().div_ceil(60);
    match minutes {
        0..=1 if time.as_secs() < 50 => gettext("less than a minute"),
        _ => ngettext_f("about {count} minute", "about {count} minutes", minutes, &[]),
    }
}

fn state(solving: &Solving) -> String {
    match solving {
        Solving::Idle => String::new(),
        Solving::Paused => gettext("Paused. Finished tables are kept."),
        Solving::Failed(words) => words.clone(),
        Solving::Running(HowFar { at, share, left }) => {
            let percent = format!("{:.0}", share * 100.0);
            let ply = at.and_then(At::table).and_then(TableId::ply);
            let now = match ply.map(|ply| ply.placements().to_string()) {
                // xgettext:no-c-format Translators: how far the solver is
                None => gettext_f("{percent}%", &[("percent", &percent)]),
                // xgettext:no-c-format Translators: how far the solver is; {count} is how many men
                // were placed: “70%, with 15 pieces placed”
                Some(count) => {
                    gettext_f("{percent}%, with {count} pieces placed", &[("percent", &percent), ("count", &count)])
                }
            };
            with_left(now, *left)
        }
    }
}

/// Adds the remaining time to a description of the progress, if it is known.
fn with_left(now: String, left: Option<Duration>) -> String {
    match left {
        // Translators: {now} is how far it is: “12%, about 3 minutes left”
        Some(left) => gettext_f("{now}, {time} left", &[("now", &now), ("time", &about(left))]),
        None => now,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::for_tests::{InFolder, in_folder};
    use crate::services::messages::Messages;

    fn tables_row() -> InFolder<TablesRow> {
        in_folder(Messages::new(|_| {}), |context| {
            let row: TablesRow = glib::Object::new();
            row.set_services(context.services);
            row
        })
    }

    #[gtk::test]
    fn the_step_that_is_chosen_stays_so_when_tables_come() {
        let row = tables_row();
        let chosen = || row.imp().steps.borrow()[row.imp().step_row.selected() as usize];
        assert_eq!(chosen(), SolverStep::Men(6));
        row.imp().step_row.set_selected(2);
        row.show_tables(&Tables::none());
        assert_eq!(chosen(), SolverStep::Men(8));
        let (shipped, _) = Tables::open(std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/data/endgame")));
        row.show_tables(&shipped);
        assert_eq!(chosen(), row.imp().steps.borrow()[0], "it is there already");
    }

    #[gtk::test]
    fn whole_games_are_offered_with_their_costs() {
        let offers: Vec<_> = offers(&Tables::none()).collect();
        let (steps, costs): (Vec<_>, Vec<_>) = offers.iter().cloned().unzip();
        let games = [PlacingGame::Nine, PlacingGame::Eleven, PlacingGame::Twelve].map(SolverStep::Game);
        assert_eq!(steps[STEPS.len() - 1..], games);
        assert_eq!(words(games[2]), "Twelve Men’s Morris");
        let room = |cost: &String| cost.contains("GB of ");
        assert!(costs[STEPS.len() - 1..].iter().all(room), "{costs:?}");
        assert_eq!(there(&Tables::none()), "None yet");
    }

    #[test]
    fn a_row_begins_with_a_capital() {
        let words = ["less than a minute", "около минуты", "", "1"].map(capitalized);
        assert_eq!(words, ["Less than a minute", "Около минуты", "", "1"]);
    }

    #[gtk::test]
    fn a_step_can_be_read_in_a_narrow_window() {
        let row = tables_row();
        let window = gtk::Window::builder().child(&*row).build();
        // The list of a row is only filled when it is visible.
        window.present();
        while glib::MainContext::default().iteration(false) {}
        let (_, natural, ..) = row.imp().step_row.measure(gtk::Orientation::Horizontal, -1);
        window.destroy();
        assert!(natural < 240, "with longer words, it would not fit into 336 pixels: {natural}");
    }
}
