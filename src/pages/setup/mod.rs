// SPDX-License-Identifier: GPL-3.0-or-later
//! The New Game page: the setup of a game.

mod clock;
pub mod friend;
mod level_row;
mod opening;
mod option_rows;
mod program_dialog;
mod program_test;
mod programs;
mod rules_card;
mod rules_cards;
mod words;

use std::cell::{Cell, OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;

use crate::compat::announcer::Again;
use crate::compat::button_words::let_wrap;
use crate::pages::app_page::{AppPage, Page, PageId, Pages, Restore, Saved};
use crate::pages::network::TablesHere;
use crate::services::network::Event;
use crate::services::{PageContext, Services};
use crate::text::describe;
use crate::text::i18n::{gettext_f, sentences};
use crate::widgets::adaptive_layout::{AdaptiveLayout, ContentAndButton, Rows};
use crate::widgets::callbacks::on_click;
use crate::widgets::columns::Columns;
use crate::widgets::left_focus::LeftFocus;
use crate::widgets::{keys, radio_tiles};
use morris::{Position, Rules, shown};
use morris_play::setup::{Begins, NewGameOptions, Opponent, Rating};

use level_row::LevelRow;
use rules_card::RulesCard;
use words::this_time;

/// Usual clocks: minutes, and seconds added after each move.
pub const CLOCKS: [(u64, u64); 5] = [(3, 2), (5, 0), (7, 0), (10, 5), (30, 0)];
const PAGE: ContentAndButton = ContentAndButton { usual: 560 };
/// Layout of the options.
const COLUMNS: Columns = Columns { from: 820, across: 24, down: 18 };
const OPPONENTS: Rows = Rows { many: 5, few: 2, gap: 12, from: 0 };
const RULES: Rows = Rows { many: 4, few: 2, gap: 12, from: 0 };
/// Values of the row for who begins, in order.
const BEGINS: [Begins; 5] = [Begins::You, Begins::Opponent, Begins::Random, Begins::InTurn, Begins::Loser];

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "setup_page.ui")]
    pub struct SetupPage {
        pub(super) context: OnceCell<PageContext>,
        /// The widget that had the focus when the user left the page.
        pub(super) left_focus: LeftFocus,
        /// The options, and the button that starts the game.
        #[template_child]
        pub(super) content: TemplateChild<gtk::Box>,
        /// Opponent and options.
        #[template_child]
        pub(super) columns: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) all_rules_button: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) opponents: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) computer_button: TemplateChild<gtk::ToggleButton>,
        /// Selects a game against a person at the same board.
        #[template_child]
        pub(super) person_button: TemplateChild<gtk::ToggleButton>,
        /// Selects a game by message against a person elsewhere.
        #[template_child]
        pub(super) friend_button: TemplateChild<gtk::ToggleButton>,
        /// Selects a game against an external program.
        #[template_child]
        pub(super) program_button: TemplateChild<gtk::ToggleButton>,
        /// Selects a game of the computer against itself.
        #[template_child]
        pub(super) watch_button: TemplateChild<gtk::ToggleButton>,
        /// Options of the computer.
        #[template_child]
        pub(super) level_group: TemplateChild<adw::PreferencesGroup>,
        /// Level of the computer, or of White in a watched game.
        #[template_child]
        pub(super) level_row: TemplateChild<LevelRow>,
        /// Level of Black in a watched game.
        #[template_child]
        pub(super) second_level_row: TemplateChild<LevelRow>,
        /// Options of external programs.
        #[template_child]
        pub(super) program_group: TemplateChild<adw::PreferencesGroup>,
        #[template_child]
        pub(super) program_row: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub(super) edit_program_button: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) white_row: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub(super) black_row: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub(super) add_program_button: TemplateChild<gtk::Button>,
        /// Whether the lists of programs are being filled. Their signals are ignored then.
        pub(super) filling: Cell<bool>,
        /// Names of two people.
        #[template_child]
        pub(super) names_group: TemplateChild<adw::PreferencesGroup>,
        #[template_child]
        pub(super) first_name: TemplateChild<gtk::Entry>,
        /// Also says that the name is missing, once the user has left it out.
        #[template_child]
        pub(super) first_name_row: TemplateChild<adw::ActionRow>,
        /// Whether the user has left out the name that a friend needs.
        pub(super) has_left_out_name: Cell<bool>,
        #[template_child]
        pub(super) second_name: TemplateChild<gtk::Entry>,
        #[template_child]
        pub(super) second_name_row: TemplateChild<adw::ActionRow>,
        /// About games by message.
        #[template_child]
        pub(super) friend_box: TemplateChild<gtk::Box>,
        /// How to play with a friend.
        #[template_child]
        pub(super) ways: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) network_button: TemplateChild<gtk::ToggleButton>,
        /// About that way.
        #[template_child]
        pub(super) way_words: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) tables_here: TemplateChild<TablesHere>,
        /// Why a friend cannot be invited.
        #[template_child]
        pub(super) refusal: TemplateChild<gtk::Label>,
        /// Opens the dialog that accepts the invitation of a friend.
        #[template_child]
        pub(super) answer_button: TemplateChild<gtk::Button>,
        /// Selects who begins.
        #[template_child]
        pub(super) begins_row: TemplateChild<adw::ComboRow>,
        /// The rules, as cards of which one is chosen.
        #[template_child]
        pub(super) rules_cards: TemplateChild<gtk::Box>,
        /// What these cards show.
        pub(super) cards: RefCell<Vec<RulesCard>>,
        pub(super) rules: Cell<Rules>,
        /// Name of custom rules.
        pub(super) rules_name: RefCell<Option<String>>,
        /// Initial position of the game by these rules. `None` means the start.
        pub(super) start_position: Cell<Option<Position>>,
        /// Shows the initial position.
        #[template_child]
        pub(super) position_row: TemplateChild<adw::ActionRow>,
        #[template_child]
        pub(super) clock_row: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub(super) minutes_row: TemplateChild<adw::ActionRow>,
        #[template_child]
        pub(super) seconds_row: TemplateChild<adw::ActionRow>,
        /// Expands to options that few users need.
        #[template_child]
        pub(super) more_row: TemplateChild<adw::ExpanderRow>,
        #[template_child]
        pub(super) scroller: TemplateChild<gtk::ScrolledWindow>,
        /// Time of a custom clock, in minutes.
        #[template_child]
        pub(super) minutes: TemplateChild<gtk::SpinButton>,
        /// Increment of a custom clock, in seconds.
        #[template_child]
        pub(super) seconds: TemplateChild<gtk::SpinButton>,
        #[template_child]
        pub(super) start_button: TemplateChild<gtk::Button>,
    }

    impl ObjectImpl for SetupPage {
        fn constructed(&self) {
            self.parent_constructed();
            self.content.set_layout_manager(Some(AdaptiveLayout::new(PAGE)));
            self.columns.set_layout_manager(Some(AdaptiveLayout::new(COLUMNS)));
            self.opponents.set_layout_manager(Some(AdaptiveLayout::new(OPPONENTS)));
            self.rules_cards.set_layout_manager(Some(AdaptiveLayout::new(RULES)));
            [&self.all_rules_button, &self.answer_button, &self.start_button]
                .into_iter()
                .for_each(|button| let_wrap(button));
            self.obj().add_rules_cards();
            [&self.level_row, &self.second_level_row].iter().for_each(|row| self.more_row.add_row(row.kind_row()));
            self.obj().fill();
            self.obj().connect_rows();
            keys::connect(&*self.obj(), gtk::PropagationPhase::Capture, |page, key, _| page.enter_pressed(key));
            self.second_level_row.show_title(true);
            // The button does not use `action-name`, which would make it sensitive whenever the
            // action is enabled.
            on_click(&self.start_button, &*self.obj(), |page| {
                if !page.asks_for_name() {
                    _ = WidgetExt::activate_action(page, "win.start-game", None);
                }
            });
            opening::follow(&self.more_row, &self.scroller);
            self.obj().set_start_position(None);
        }
    }

    impl WidgetImpl for SetupPage {}
}

class!(SetupPage: adw::Bin, template = [LevelRow, TablesHere]);

impl Page for SetupPage {
    const ID: PageId = PageId("setup");
    const HELP: &'static str = "first-game";
    const ACTIONS: &'static [&'static str] = &["win.start-game"];

    fn title() -> String {
        gettext("New Game")
    }

    fn make(context: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        let services = &page.imp().context.get_or_init(|| context.clone()).services;
        page.connect_programs();
        page.imp().tables_here.follow(context);
        services.network.connect_for(&page, |page, event| {
            // Whether the user is at a table.
            if matches!(event, Event::Connection | Event::Ended(_)) && page.is_mapped() {
                page.show_choice();
            }
        });
        services.tables.connect_for(&page, |page, tables| {
            let imp = page.imp();
            [&imp.level_row, &imp.second_level_row].iter().for_each(|row| row.offer_perfect(!tables.is_empty()));
        });
        services.statistics.changed.connect_for(&page, |page, ()| page.offer_adaptive_level());
        page.set_choice(&services.settings.read(|settings| settings.choice.clone()));
        page
    }
}

impl AppPage for SetupPage {
    fn enter(&self, _: PageId, _: &dyn Pages) {
        self.set_start_position(None);
        self.imp().left_focus.forget();
    }

    /// Returns the focus to the widget that led away from the page.
    fn focus(&self, _: &dyn Pages) {
        if !self.imp().left_focus.take_back() {
            self.focus_first();
        }
    }

    fn focus_first(&self) -> bool {
        self.imp().start_button.grab_focus()
    }

    fn leave(&self) {
        self.imp().left_focus.keep(self);
    }

    fn save(&self) -> Saved {
        let (choice, position, in_network) = (self.choice(), self.start_position(), self.is_in_network());
        Saved::Always(Restore::new(move |page: &Self| {
            page.imp().network_button.set_active(in_network);
            page.set_choice(&choice);
            page.set_start_position(position);
        }))
    }

    fn help_here(&self) -> Option<&'static str> {
        match (self.opponent(), self.is_in_network()) {
            (_, true) => Some("network"),
            (Opponent::Friend, false) => Some("friend"),
            _ => None,
        }
    }

    fn rules_here(&self, _: &dyn Pages) -> Option<Rules> {
        Some(self.rules())
    }
}

impl SetupPage {
    fn services(&self) -> &Services {
        &self.context().services
    }

    fn context(&self) -> &PageContext {
        self.imp().context.get().expect("they are given when the page is made")
    }

    pub fn choice(&self) -> NewGameOptions {
        let imp = self.imp();
        NewGameOptions {
            opponent: self.opponent(),
            skill: imp.level_row.skill(),
            suits_you: imp.level_row.is_adaptive(),
            second_skill: imp.second_level_row.skill(),
            begins: BEGINS.get(imp.begins_row.selected() as usize).copied().unwrap_or_default(),
            you_began: self.services().settings.read(|settings| settings.choice.you_began),
            you_won: self.services().settings.read(|settings| settings.choice.you_won),
            names: [&imp.first_name, &imp.second_name].map(|row| row.text().trim().to_owned()),
            rules: self.rules(),
            rules_name: self.rules_name(),
            clock: self.clock(),
            program: self.chosen_program().map(|program| program.name).unwrap_or_default(),
            watched: self.watched(),
        }
    }

    pub fn set_choice(&self, choice: &NewGameOptions) {
        let imp = self.imp();
        let button = match choice.opponent {
            Opponent::Computer => &imp.computer_button,
            Opponent::Program => &imp.program_button,
            Opponent::Person => &imp.person_button,
            Opponent::Friend => &imp.friend_button,
            Opponent::Watch => &imp.watch_button,
        };
        button.set_active(true);
        self.list_programs(choice);
        imp.level_row.set_skill(choice.skill);
        imp.level_row.set_adaptive(choice.suits_you);
        imp.second_level_row.set_skill(choice.second_skill);
        let [first, second] = &choice.names;
        imp.first_name.set_text(&shown(first));
        imp.second_name.set_text(&shown(second));
        imp.begins_row.set_selected(index_of(&BEGINS, &choice.begins));
        self.replace_rules(choice.rules, choice.rules_name.clone());
        self.set_clock(choice.clock);
        self.show_choice();
    }

    /// Returns the initial position of the game by the selected rules, or `None` for the start.
    pub fn start_position(&self) -> Option<Position> {
        self.imp().start_position.get()
    }

    /// Sets the initial position of the game by the selected rules. `None` means the start.
    pub fn set_start_position(&self, position: Option<Position>) {
        let imp = self.imp();
        imp.start_position.set(position);
        let set_up = position.map(|_| gettext("The position you have set up"));
        imp.more_row.set_subtitle(set_up.as_deref().unwrap_or_default());
        imp.position_row.set_subtitle(&set_up.unwrap_or_else(|| gettext("The start of the game")));
    }

    fn opponent(&self) -> Opponent {
        let imp = self.imp();
        let buttons = [
            (&imp.person_button, Opponent::Person),
            (&imp.friend_button, Opponent::Friend),
            (&imp.program_button, Opponent::Program),
            (&imp.watch_button, Opponent::Watch),
        ];
        buttons.iter().find(|(button, _)| button.is_active()).map_or(Opponent::Computer, |(_, opponent)| *opponent)
    }

    pub fn rules(&self) -> Rules {
        self.imp().rules.get()
    }

    /// Returns the name of the rules if they are custom ones.
    pub fn rules_name(&self) -> Option<String> {
        self.imp().rules_name.borrow().clone()
    }

    /// Replaces the rules and returns the previous ones. If they differ, the game begins at the
    /// start again, because a position belongs to its rules.
    fn replace_rules(&self, rules: Rules, name: Option<String>) -> Rules {
        let imp = self.imp();
        let before = imp.rules.replace(rules);
        imp.rules_name.replace(name);
        if before != rules {
            self.set_start_position(None);
        }
        before
    }

    /// Selects rules, with a name for custom ones. If the new rules have another default for who
    /// begins, that default is selected.
    pub fn set_rules(&self, rules: Rules, name: Option<String>) {
        let imp = self.imp();
        let before = self.replace_rules(rules, name);
        let began = imp.begins_row.selected();
        if Begins::usual(&before) != Begins::usual(&rules) {
            imp.begins_row.set_selected(index_of(&BEGINS, &Begins::usual(&rules)));
        }
        self.show_choice();
        if imp.begins_row.selected() != began && imp.begins_row.is_visible() {
            self.announce_first_player();
        }
    }

    /// Selects rules that the user has found on another page, and gives their card the focus, where
    /// Enter starts the game.
    pub fn select_rules(&self, rules: Rules, name: Option<String>) {
        self.set_rules(rules, name);
        if self.is_mapped() {
            self.focus_rules_card();
        }
    }

    /// Announces a row that has changed although it does not have the focus.
    fn announce_first_player(&self) {
        let row = &self.imp().begins_row;
        let who = row.selected_item().and_downcast::<gtk::StringObject>().map(|who| who.string());
        let words = [Some(row.title()), who, row.subtitle()].into_iter().flatten().collect::<Vec<_>>();
        self.context().messages.announce(&sentences(&words), Again::No);
    }

    fn fill(&self) {
        let imp = self.imp();
        // Translators: answers to “First Move”
        let begins = [
            gettext("You"),
            gettext("Opponent"),
            gettext("Random"),
            gettext("Alternating"),
            gettext("Loser of the Last Game"),
        ];
        imp.begins_row.set_model(Some(&gtk::StringList::from_iter(begins)));
        imp.second_name.set_placeholder_text(Some(&example_name(2)));
        // The names of their lists, see `name_inner_parts`.
        imp.program_group.set_widget_name(&gettext("Program"));
        imp.names_group.set_widget_name(&gettext("Player"));
        self.list_clocks();
    }

    fn connect_rows(&self) {
        let imp = self.imp();
        let show = weak!(page = self, move || page.show_choice());
        let opponents = [
            gettext("Computer"),
            gettext("Another Person"),
            gettext("Friend Elsewhere"),
            gettext("Program"),
            gettext("Watch the Computer Play Itself"),
        ];
        for (button, opponent) in radio_tiles::buttons(&imp.opponents).zip(opponents) {
            radio_tiles::name_tile(&button, &gettext("Opponent"), &opponent);
            button.connect_toggled(glib::clone!(
                #[strong]
                show,
                move |_| show()
            ));
        }
        radio_tiles::connect(&imp.opponents);
        self.connect_ways(&show);
        imp.begins_row.connect_selected_notify(glib::clone!(
            #[strong]
            show,
            move |_| show()
        ));
        for row in [&imp.first_name, &imp.second_name] {
            row.connect_changed(glib::clone!(
                #[strong]
                show,
                move |_| show()
            ));
        }
        self.follow_name();
        for button in [&imp.minutes, &imp.seconds] {
            button.connect_value_changed(glib::clone!(
                #[strong]
                show,
                move |_| show()
            ));
        }
        imp.clock_row.connect_selected_notify(glib::clone!(
            #[strong]
            show,
            move |_| show()
        ));
        // The player who begins alternately may have changed since the page was last shown.
        self.connect_map(move |_| show());
    }

    /// Shows only the rows that apply to the choice, with their descriptions.
    fn show_choice(&self) {
        let imp = self.imp();
        let choice = self.choice();
        imp.level_group.set_visible(matches!(choice.opponent, Opponent::Computer | Opponent::Watch));
        self.offer_adaptive_level();
        self.show_programs(&choice);
        imp.begins_row.set_visible(choice.opponent != Opponent::Watch);
        let watching = choice.opponent == Opponent::Watch;
        imp.level_row.set_title(&if watching { gettext("White") } else { gettext("Computer Level") });
        imp.level_row.show_title(watching);
        imp.begins_row.set_subtitle(&this_time(&choice));
        self.mark_rules_card();
        self.show_clock(choice.clock);
        self.show_friend(&choice);
    }

    /// Offers the adaptive level in a game against the computer.
    fn offer_adaptive_level(&self) {
        let adaptive_rating = || Rating::nearest(self.services().statistics.get().rating(&self.rules()).rating);
        self.imp().level_row.offer_adaptive_level((self.opponent() == Opponent::Computer).then(adaptive_rating));
    }

    /// Makes Enter start the game wherever the focus is, except where Enter has another function,
    /// as in an open list.
    fn enter_pressed(&self, key: gdk::Key) -> glib::Propagation {
        let imp = self.imp();
        let focus = self.root().and_then(|root| root.focus());
        let elsewhere = focus.is_some_and(|focus| {
            focus.ancestor(gtk::Popover::static_type()).is_some()
                || focus.ancestor(adw::HeaderBar::static_type()).is_some()
                // Enter selects a choice that is not selected yet, and opens widgets that can be
                // opened.
                || focus.downcast_ref::<gtk::ToggleButton>().is_some_and(|choice| !choice.is_active())
                || focus.is_ancestor(&*imp.more_row) && focus.has_css_class("header")
                || focus == *imp.position_row
                || focus.is_ancestor(&*imp.tables_here)
                // Other buttons do what they say.
                || focus.is::<gtk::Button>() && !focus.is::<gtk::ToggleButton>()
        });
        if !keys::is_enter(key) || elsewhere {
            return glib::Propagation::Proceed;
        }
        imp.minutes.update();
        imp.seconds.update();
        // GTK checks the sensitivity for real clicks, but not for emitted ones.
        if imp.start_button.is_sensitive() {
            imp.start_button.emit_clicked();
        } else {
            self.announce_refusal(Again::Yes);
        }
        glib::Propagation::Stop
    }
}

fn example_name(number: u64) -> String {
    // Translators: an example of the name of a person who plays: “Player 1”
    gettext_f("Player {number}", &[("number", &describe::number(number))])
}

fn index_of<T: PartialEq>(all: &[T], one: &T) -> u32 {
    let index = all.iter().position(|other| other == one).unwrap_or_default();
    u32::try_from(index).unwrap_or_default()
}
