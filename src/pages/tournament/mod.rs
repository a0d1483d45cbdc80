// SPDX-License-Identifier: GPL-3.0-or-later
//! The Tournament page: players and settings, the round with its results, the table, and the
//! bracket, each in a tab. The service holds the tournament, and this page shows it as it is on the
//! disk.

mod bracket;
mod chart;
mod export;
mod fitting;
mod menu;
mod play;
mod players;
mod print;
mod round;
mod round_and_table;
mod settings;
mod sheets;
mod table;
#[cfg(test)]
mod tests;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::{gettext, pgettext};
use gtk::{gdk, gio};

use morris_club::{Change, ChangeError, Tournament};

use crate::compat::announcer::Again;
use crate::compat::menu_focus::bring_back;
use crate::pages::app_page::{AppPage, Page, PageId, Pages};
use crate::services::messages::Messages;
use crate::services::{PageContext, Services, TournamentService};
use crate::text::describe;
use crate::text::i18n::spoken;
use crate::widgets::adaptive_layout::{AdaptiveLayout, Rows};
use crate::widgets::callbacks::{add_action, on_click};
use crate::widgets::columns::Columns;
use crate::widgets::keys::{has_command, is_enter};
use crate::widgets::single_tab_stop::SingleTabStop;
use round_and_table::RoundAndTable;

/// Players and settings side by side if there is room.
const COLUMNS: Columns = Columns { from: 780, across: 24, down: 18 };

const TABS: [&str; 4] = ["players", "round", "table", "bracket"];

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "tournament.ui")]
    pub struct TournamentPage {
        #[template_child]
        pub(super) title: TemplateChild<adw::WindowTitle>,
        #[template_child]
        pub(super) back: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) menu_button: TemplateChild<gtk::MenuButton>,
        #[template_child]
        pub(super) tabs: TemplateChild<adw::ViewStack>,
        /// The buttons that add players.
        #[template_child]
        pub(super) adding: TemplateChild<gtk::Box>,
        /// Players, and beside or below them the settings.
        #[template_child]
        pub(super) columns: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) add_players: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) add_computer: TemplateChild<gtk::MenuButton>,
        #[template_child]
        pub(super) players: TemplateChild<gtk::ListBox>,
        /// What to do while there is none.
        #[template_child]
        pub(super) no_players: TemplateChild<adw::StatusPage>,
        /// The tournament whose players and settings are shown.
        pub(super) shown_players: RefCell<Option<Arc<Tournament>>>,
        #[template_child]
        pub(super) settings: TemplateChild<adw::PreferencesGroup>,
        pub(super) setting_rows: OnceCell<Vec<settings::SettingRow>>,
        /// Whether the settings are being shown, so that nothing is chosen.
        pub(super) is_filling: Cell<bool>,
        /// The round, and beside it the table if there is room.
        #[template_child]
        pub(super) round_and_table: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) beside: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) earlier: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) later: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) round_title: TemplateChild<gtk::Label>,
        /// Missing results.
        #[template_child]
        pub(super) round_words: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) meetings: TemplateChild<gtk::ListBox>,
        #[template_child]
        pub(super) byes: TemplateChild<gtk::Label>,
        /// Makes the next round.
        #[template_child]
        pub(super) pair: TemplateChild<gtk::Button>,
        /// The round that is shown, from 0.
        pub(super) round: Cell<usize>,
        pub(super) meeting_rows: RefCell<Vec<round::MeetingRow>>,
        #[template_child]
        pub(super) table: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) bracket_tab: TemplateChild<adw::ViewStackPage>,
        #[template_child]
        pub(super) bracket: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) tab_bar: TemplateChild<adw::ViewSwitcherBar>,
        pub(super) actions: gio::SimpleActionGroup,
        pub(super) services: OnceCell<Rc<Services>>,
        pub(super) messages: OnceCell<Messages>,
    }

    impl ObjectImpl for TournamentPage {
        fn constructed(&self) {
            self.parent_constructed();
            let page = self.obj();
            self.adding.set_layout_manager(Some(AdaptiveLayout::new(Rows { many: 2, few: 1, gap: 6, from: 0 })));
            self.columns.set_layout_manager(Some(AdaptiveLayout::new(COLUMNS)));
            self.round_and_table.set_layout_manager(Some(AdaptiveLayout::new(RoundAndTable)));
            bring_back(&self.menu_button);
            page.add_actions();
            page.connect_players();
            page.connect_round();
            page.add_settings();
            self.tabs.connect_visible_child_notify(weak!(page, move |_| page.show_tab()));
        }
    }

    impl WidgetImpl for TournamentPage {}
}

class!(TournamentPage: adw::Bin, template = [SingleTabStop]);

impl Page for TournamentPage {
    const ID: PageId = PageId("tournament");
    const HELP: &'static str = "club";

    fn title() -> String {
        pgettext("title", "Tournament")
    }

    fn make(PageContext { services, messages }: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        services.tournaments.changed.connect_for(&page, |page, ()| page.show_tab());
        page.imp().services.get_or_init(|| Rc::clone(services));
        page.imp().messages.get_or_init(|| messages.clone());
        page.show_last_round();
        page
    }
}

impl AppPage for TournamentPage {
    fn enter(&self, _: PageId, _: &dyn Pages) {
        self.show_last_round();
    }

    fn focus_first(&self) -> bool {
        let imp = self.imp();
        match imp.tabs.visible_child_name().as_deref() {
            Some("round") if !imp.meeting_rows.borrow().is_empty() => self.focus_open_row(0),
            Some("round") => imp.pair.grab_focus() || imp.back.grab_focus(),
            Some("players") => imp.add_players.grab_focus(),
            Some("table") => imp.table.child_focus(gtk::DirectionType::TabForward) || imp.back.grab_focus(),
            _ => imp.back.grab_focus(),
        }
    }

    fn kept_clear(&self) -> Vec<gtk::Widget> {
        vec![self.imp().tab_bar.get().upcast(), self.imp().pair.get().upcast()]
    }

    fn name(&self) -> Option<String> {
        self.now().map(|tournament| tournament.settings().name.clone())
    }

    fn answer_left_over(&self, key: gdk::Key, state: gdk::ModifierType) -> Option<glib::Propagation> {
        let state = state & gtk::accelerator_get_default_mod_mask();
        match (state, key.to_lower()) {
            (gdk::ModifierType::CONTROL_MASK, gdk::Key::z) => self.undo(),
            (gdk::ModifierType::CONTROL_MASK, key) if is_enter(key) => self.pair(),
            (gdk::ModifierType::CONTROL_MASK, gdk::Key::p) => self.print(self.what_to_print(), None),
            (gdk::ModifierType::ALT_MASK, key) if self.go_to_tab(key) => {}
            // On some layouts, digits need Shift.
            (state, key) if !has_command(state) && self.is_on("round") && self.press(key) => {}
            _ => return None,
        }
        Some(glib::Propagation::Stop)
    }
}

/// Returns whether two states of a tournament have the same players and settings on the page.
fn is_same(one: &Tournament, other: &Tournament) -> bool {
    let begun = |of: &Tournament| (of.rounds().is_empty(), of.first_round_without_results());
    begun(one) == begun(other) && one.settings() == other.settings() && one.entrants() == other.entrants()
}

impl TournamentPage {
    /// Shows the round that was paired last, or the players if there is none.
    pub fn show_last_round(&self) {
        let Some(tournament) = self.now() else { return };
        self.imp().round.set(tournament.rounds().len().saturating_sub(1));
        let tab = if tournament.rounds().is_empty() { "players" } else { "round" };
        self.imp().tabs.set_visible_child_name(tab);
        self.show_tab();
    }

    /// Goes to the tab whose number is a key. Returns whether there is one.
    fn go_to_tab(&self, key: gdk::Key) -> bool {
        let number = key.to_unicode().and_then(|letter| letter.to_digit(10)).and_then(|digit| digit.checked_sub(1));
        let Some(name) = number.and_then(|number| TABS.get(number as usize)) else { return false };
        if *name == "bracket" && !self.imp().bracket_tab.is_visible() {
            return false;
        }
        self.imp().tabs.set_visible_child_name(name);
        self.focus_first();
        true
    }

    fn show_tab(&self) {
        let (imp, Some(tournament)) = (self.imp(), self.now()) else { return };
        self.services().network.report_results();
        imp.title.set_title(&tournament.settings().name);
        imp.bracket_tab.set_visible(tournament.settings().format.has_knock_out());
        self.enable("undo", self.tournaments().can_undo());
        let is_fresh = tournament.rounds().len().checked_sub(1).is_some_and(|last| !tournament.has_results(last));
        self.enable("exchange", is_fresh);
        match imp.tabs.visible_child_name().as_deref() {
            // Showing them again would take away what is being typed.
            Some("players") if imp.shown_players.borrow().as_ref().is_some_and(|shown| is_same(shown, &tournament)) => {
            }
            Some("players") => self.show_players(&tournament),
            Some("round") => self.show_round(&tournament),
            Some("table") => self.show_table(&tournament),
            _ => self.show_bracket(&tournament),
        }
    }

    fn add_actions(&self) {
        let actions = &self.imp().actions;
        add_action(actions, "undo", self, Self::undo);
        add_action(actions, "exchange", self, Self::ask_exchange);
        add_action(actions, "lots", self, Self::draw_lots);
        add_action(actions, "export", self, Self::choose_export);
        add_action(actions, "chart", self, Self::open_chart);
        self.add_printing();
        self.insert_action_group("tournament", Some(actions));
        on_click(&self.imp().pair, self, Self::pair);
        self.imp().menu_button.set_menu_model(Some(&menu::page_menu()));
    }

    fn open_chart(&self) {
        if let Some(window) = self.root().and_downcast::<gtk::Window>() {
            chart::Chart::open(&window, self.tournaments());
        }
    }

    fn what_to_print(&self) -> &'static str {
        match self.imp().tabs.visible_child_name().as_deref() {
            Some("table") => "table",
            Some("bracket") => "bracket",
            _ => "pairings",
        }
    }

    fn enable(&self, name: &str, enabled: bool) {
        let action = self.imp().actions.lookup_action(name).and_downcast::<gio::SimpleAction>();
        action.expect("it is added with the page").set_enabled(enabled);
    }

    /// Makes a change, and says `words` about the result. See [`Self::edit`].
    fn change(&self, change: &Change, words: impl FnOnce(&Tournament) -> String + 'static) -> bool {
        self.edit(|tournament| tournament.change(change), |_, tournament| words(tournament))
    }

    /// Changes the tournament, calls `then` once that is shown, and says the words that it returns.
    /// Says why if the change is not possible. Returns whether it is.
    fn edit(
        &self,
        edit: impl FnOnce(&mut Tournament) -> Result<(), ChangeError>,
        then: impl FnOnce(&Self, &Tournament) -> String + 'static,
    ) -> bool {
        self.try_edit(edit, then)
            .inspect_err(|error| self.messages().answer(&describe::club::change_error(error)))
            .is_ok()
    }

    /// Does the same, but returns why the change is not possible instead of saying it.
    fn try_edit(
        &self,
        edit: impl FnOnce(&mut Tournament) -> Result<(), ChangeError>,
        then: impl FnOnce(&Self, &Tournament) -> String + 'static,
    ) -> Result<(), ChangeError> {
        let shown = self.tournaments().edit(|tournament| settings::with_usual_rounds(tournament, edit))?;
        self.say_when_shown(shown, then);
        Ok(())
    }

    fn say_when_shown(
        &self,
        shown: impl Future<Output = bool> + 'static,
        then: impl FnOnce(&Self, &Tournament) -> String + 'static,
    ) {
        let page = self.clone();
        glib::spawn_future_local(async move {
            shown.await;
            let words = page.now().map(|tournament| then(&page, &tournament)).unwrap_or_default();
            if !words.is_empty() {
                page.messages().announce(&words, Again::Yes);
            }
        });
    }

    fn undo(&self) {
        match self.tournaments().undo() {
            Some(shown) => self.say_when_shown(shown, |_, now| spoken(&describe::club::tournament_progress(now))),
            None => self.messages().answer(&gettext("There is nothing to undo")),
        }
    }

    fn is_on(&self, tab: &str) -> bool {
        self.imp().tabs.visible_child_name().as_deref() == Some(tab)
    }

    fn now(&self) -> Option<Arc<Tournament>> {
        self.tournaments().now()
    }

    fn tournaments(&self) -> &Rc<TournamentService> {
        &self.services().tournaments
    }

    fn services(&self) -> &Rc<Services> {
        self.imp().services.get().expect("they are given when the page is made")
    }

    fn messages(&self) -> &Messages {
        self.imp().messages.get().expect("they are given when the page is made")
    }
}
