// SPDX-License-Identifier: GPL-3.0-or-later
//! The settings of a tournament, as rows. After the first round, those that the pairings depend on
//! stay.

use std::cell::RefCell;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use glib::value::{FromValue, Value};

use morris::Rules;
use morris_club::{Absence, Change, ChangeError, Clock, Format, Level, Order, Scoring, Settings, TieBreak, Tournament};

use super::TournamentPage;
use crate::compat::accessible_names::{report_switch, set_accessible_name};
use crate::compat::combo_row::show_whole;
use crate::pages::setup::CLOCKS;
use crate::text::describe::{self, club};
use crate::text::i18n::list;
use crate::widgets::callbacks::on_click;
use crate::widgets::spin_numbers::speak_language;

/// The systems, each with its initial choices.
const FORMATS: [Format; 4] = [
    Format::swiss(0),
    Format::RoundRobin { cycles: 1, order: Order::Berger },
    Format::KnockOut,
    Format::Groups { size: 4, advance: 2 },
];
/// All tie-breaks, in the order in which they are offered.
const TIES: [TieBreak; 6] = [
    TieBreak::Direct,
    TieBreak::SonnebornBerger,
    TieBreak::Buchholz,
    TieBreak::Wins,
    TieBreak::FewestDraws,
    TieBreak::GamePoints,
];

pub struct SettingRow {
    widget: gtk::Widget,
    /// Shows the value. Returns whether the row applies.
    show: Box<dyn Fn(&Settings) -> bool>,
    /// Whether it stays after the first round.
    is_fixed: bool,
}

impl SettingRow {
    fn fixed(self) -> Self {
        Self { is_fixed: true, ..self }
    }
}

impl TournamentPage {
    pub(super) fn add_settings(&self) {
        let mut rows = vec![self.name_row(), self.format_row()];
        rows.extend(self.round_rows());
        rows.extend(self.group_rows());
        rows.extend(self.knock_out_rows());
        rows.extend(self.game_rows());
        rows.extend(self.point_rows());
        rows.push(self.switch(
            (&gettext("No Help"), &gettext("No undo, hints, or move values in games that are played here")),
            |_| true,
            |settings| &mut settings.no_help,
        ));
        rows.push(self.ties_row());
        let group = &self.imp().settings;
        rows.iter().for_each(|row| group.add(&row.widget));
        self.imp().setting_rows.get_or_init(|| rows);
    }

    pub(super) fn show_settings(&self, tournament: &Tournament) {
        let imp = self.imp();
        imp.is_filling.set(true);
        let begun = !tournament.rounds().is_empty();
        for row in imp.setting_rows.get().into_iter().flatten() {
            row.widget.set_visible((row.show)(tournament.settings()));
            row.widget.set_sensitive(!begun || !row.is_fixed);
        }
        imp.is_filling.set(false);
    }

    /// Changes the settings. If that is not possible, shows the old ones again.
    fn choose(&self, choose: impl FnOnce(&mut Settings)) {
        self.choose_and_say(choose, |_| String::new());
    }

    /// Does the same, and says `words` about the new settings.
    fn choose_and_say(&self, choose: impl FnOnce(&mut Settings), words: impl FnOnce(&Settings) -> String + 'static) {
        let Some(tournament) = self.now().filter(|_| !self.imp().is_filling.get()) else { return };
        let mut settings = tournament.settings().clone();
        choose(&mut settings);
        if !self.change(&Change::Settings(settings), |tournament| words(tournament.settings())) {
            self.show_settings(&tournament);
        }
    }

    /// Lets a property of an object show and change a setting. `get` returns `None` if the row does
    /// not apply.
    fn connect<V: for<'v> FromValue<'v> + Into<Value> + 'static>(
        &self,
        row: &impl IsA<gtk::Widget>,
        (object, property): (&impl IsA<glib::Object>, &'static str),
        get: impl Fn(&Settings) -> Option<V> + 'static,
        set: impl Fn(&mut Settings, V) + 'static,
    ) -> SettingRow {
        let page = self.downgrade();
        object.connect_notify_local(Some(property), move |object, _| {
            if let Some(page) = page.upgrade() {
                page.choose(|settings| set(settings, object.property(property)));
            }
        });
        let object = object.clone();
        let show = move |settings: &Settings| get(settings).map(|value| object.set_property(property, value)).is_some();
        SettingRow { widget: row.clone().upcast(), show: Box::new(show), is_fixed: false }
    }

    /// Returns a row with a list of values and their words.
    fn options<T: Copy + PartialEq + 'static>(
        &self,
        title: &str,
        options: impl IntoIterator<Item = (T, String)>,
        get: impl Fn(&Settings) -> Option<T> + 'static,
        set: impl Fn(&mut Settings, T) + 'static,
    ) -> SettingRow {
        let (values, words): (Vec<T>, Vec<String>) = options.into_iter().unzip();
        let row = adw::ComboRow::builder().title(title).model(&words.into_iter().collect::<gtk::StringList>()).build();
        show_whole(&row);
        let all = values.clone();
        let index = move |settings: &Settings| {
            let value = get(settings)?;
            all.iter().position(|other| *other == value).map(|index| index as u32)
        };
        self.connect(&row, (&row, "selected"), index, move |settings, index: u32| {
            values.get(index as usize).into_iter().for_each(|value| set(settings, *value));
        })
    }

    /// Returns a row with a number.
    fn number(
        &self,
        title: &str,
        (least, most): (u8, u8),
        get: impl Fn(&Settings) -> Option<u8> + 'static,
        set: impl Fn(&mut Settings, u8) + 'static,
    ) -> SettingRow {
        let spin = gtk::SpinButton::with_range(least.into(), most.into(), 1.0);
        spin.set_valign(gtk::Align::Center);
        speak_language(&spin);
        let row = adw::ActionRow::builder().title(title).activatable_widget(&spin).build();
        row.add_suffix(&spin);
        let get = move |settings: &Settings| get(settings).map(f64::from);
        self.connect(&row, (&spin, "value"), get, move |settings, value: f64| set(settings, value as u8))
    }

    fn switch(
        &self,
        (title, subtitle): (&str, &str),
        applies: fn(&Settings) -> bool,
        field: fn(&mut Settings) -> &mut bool,
    ) -> SettingRow {
        let (row, switch) = switch_row();
        row.set_title(title);
        row.set_subtitle(subtitle);
        row.add_suffix(&switch);
        let get = move |settings: &Settings| applies(settings).then(|| *field(&mut settings.clone()));
        self.connect(&row, (&switch, "active"), get, move |settings, value| *field(settings) = value)
    }

    fn name_row(&self) -> SettingRow {
        let row = adw::EntryRow::builder().title(gettext("Name")).show_apply_button(true).build();
        row.connect_apply(weak!(page = self, move |row| page.choose(|settings| settings.name = row.text().into())));
        let (shown, last) = (row.clone(), RefCell::new(String::new()));
        let show = move |Settings { name, .. }: &Settings| {
            let is_new = last.replace(name.clone()) != *name;
            // What is being typed stays.
            if shown.text() != *name && (is_new || shown.focus_child().is_none()) {
                shown.set_text(name);
            }
            true
        };
        SettingRow { widget: row.upcast(), show: Box::new(show), is_fixed: false }
    }

    fn format_row(&self) -> SettingRow {
        let is_same = |one: &Format, other: &Format| std::mem::discriminant(one) == std::mem::discriminant(other);
        self.options(
            // Translators: how a tournament is played: who meets whom
            &gettext("System"),
            FORMATS.map(|format| (format, club::format_name(&format))),
            move |settings| FORMATS.into_iter().find(|format| is_same(format, &settings.format)),
            |settings, format| with_usual_ties(settings, |settings| settings.format = format),
        )
        .fixed()
    }

    fn round_rows(&self) -> [SettingRow; 3] {
        let rounds = self.number(
            &gettext("Rounds"),
            (1, 100),
            |settings| if let Format::Swiss { rounds } = settings.format { rounds.try_into().ok() } else { None },
            |settings, rounds| settings.format = Format::Swiss { rounds: rounds.into() },
        );
        let cycles = self.options(
            // Translators: how often two players meet: once or twice
            &gettext("Everyone Meets Everyone"),
            [(1, gettext("Once")), (2, gettext("Twice"))],
            |settings| if let Format::RoundRobin { cycles, .. } = settings.format { Some(cycles) } else { None },
            |settings, value| {
                if let Format::RoundRobin { cycles, .. } = &mut settings.format {
                    *cycles = value;
                }
            },
        );
        let order = self.options(
            &gettext("Order"),
            // Translators: the second is an order of rounds in which players move on by one seat
            [(Order::Berger, gettext("Berger tables")), (Order::Slide, gettext("Players shift one seat"))],
            |settings| if let Format::RoundRobin { order, .. } = settings.format { Some(order) } else { None },
            |settings, value| {
                if let Format::RoundRobin { order, .. } = &mut settings.format {
                    *order = value;
                }
            },
        );
        [rounds, cycles.fixed(), order.fixed()]
    }

    fn group_rows(&self) -> [SettingRow; 2] {
        let size = self.number(
            &gettext("Players in a Group"),
            (3, 8),
            |settings| if let Format::Groups { size, .. } = settings.format { Some(size) } else { None },
            |settings, value| {
                if let Format::Groups { size, advance } = &mut settings.format {
                    (*size, *advance) = (value, (*advance).min(value - 1));
                }
            },
        );
        let advance = self.number(
            &gettext("Advance From Each Group"),
            (1, 7),
            |settings| if let Format::Groups { advance, .. } = settings.format { Some(advance) } else { None },
            |settings, value| {
                if let Format::Groups { advance, .. } = &mut settings.format {
                    *advance = value;
                }
            },
        );
        [size.fixed(), advance.fixed()]
    }

    fn knock_out_rows(&self) -> [SettingRow; 2] {
        let level = self.options(
            &gettext("If a Match Is Tied"),
            [(Level::Seed, gettext("The better seed advances")), (Level::Lot, gettext("Decide by lot"))],
            |settings| settings.format.has_knock_out().then_some(settings.level),
            |settings, level| settings.level = level,
        );
        let has_knock_out = |settings: &Settings| settings.format.has_knock_out();
        let title = gettext("Match for the Third Place");
        let third = self.switch((&title, ""), has_knock_out, |settings| &mut settings.third);
        [level.fixed(), third.fixed()]
    }

    fn game_rows(&self) -> [SettingRow; 3] {
        let rules = self.options(
            &gettext("Rules"),
            Rules::PRESETS.iter().map(|rules| (*rules, describe::rules_name(rules))),
            |settings| Some(settings.rules),
            |settings, rules| settings.rules = rules,
        );
        let games = self.options(
            &gettext("Games in a Match"),
            [1, 2, 4].map(|games| (games, describe::number(games))),
            |settings| Some(settings.games),
            |settings, games| settings.games = games,
        );
        let clocks = CLOCKS.map(|(minutes, seconds)| Clock { time: minutes as u32 * 60, increment: seconds as u32 });
        let clock = self.options(
            &gettext("Clock"),
            std::iter::once(None).chain(clocks.map(Some)).map(|clock| (clock, club::club_clock(clock))),
            |settings| Some(settings.clock),
            |settings, clock| settings.clock = clock,
        );
        [rules.fixed(), games.fixed(), clock]
    }

    fn point_rows(&self) -> [SettingRow; 2] {
        let points = self.options(
            &gettext("Points"),
            [
                (Scoring::TwoOne, gettext("Game won 2, drawn 1")),
                (Scoring::OneHalf, gettext("Game won 1, drawn ½")),
                (Scoring::Match, gettext("Match won 2, tied 1")),
            ],
            |settings| Some(settings.scoring),
            |settings, scoring| with_usual_ties(settings, |settings| settings.scoring = scoring),
        );
        let absence = self.options(
            // Translators: what a player gets for a round in which the player is absent
            &gettext("Points of an Absent Player"),
            [(Absence::Nothing, gettext("None")), (Absence::Draws, gettext("As many as for draws"))],
            |settings| matches!(settings.format, Format::Swiss { .. }).then_some(settings.absence),
            |settings, absence| settings.absence = absence,
        );
        [points, absence]
    }

    /// Returns the row that expands to the tie-breaks, each with a switch and a button that moves
    /// it up.
    fn ties_row(&self) -> SettingRow {
        let expander = adw::ExpanderRow::builder().title(gettext("If Points Are Equal")).build();
        let rows: [_; TIES.len()] = std::array::from_fn(|place| self.tie_row(place));
        rows.iter().for_each(|(row, ..)| expander.add_row(row));
        let shown = expander.clone();
        let show = move |Settings { ties, .. }: &Settings| {
            shown.set_subtitle(&names_of(ties));
            for (place, (tie, (row, up, switch))) in in_order(ties).into_iter().zip(&rows).enumerate() {
                row.set_title(&club::tie_name(tie));
                switch.set_active(place < ties.len());
                up.set_sensitive(place > 0 && place < ties.len());
            }
            true
        };
        SettingRow { widget: expander.upcast(), show: Box::new(show), is_fixed: false }
    }

    fn tie_row(&self, place: usize) -> (adw::ActionRow, gtk::Button, gtk::Switch) {
        let (row, switch) = switch_row();
        let up = gtk::Button::builder().icon_name("go-up-symbolic").valign(gtk::Align::Center).build();
        up.add_css_class("flat");
        up.set_tooltip_text(Some(&gettext("Move Up")));
        set_accessible_name(&up, &gettext("Move Up"));
        row.add_suffix(&up);
        row.add_suffix(&switch);
        on_click(&up, self, move |page| {
            // A tie-break that was just turned off may still be shown as used.
            let move_up = |settings: &mut Settings| {
                if (1..settings.ties.len()).contains(&place) {
                    settings.ties.swap(place - 1, place);
                }
            };
            page.choose_and_say(move_up, |settings| names_of(&settings.ties));
        });
        switch.connect_active_notify(weak!(page = self, move |_| page.choose(|settings| {
            let tie = in_order(&settings.ties)[place];
            match settings.ties.iter().position(|other| *other == tie) {
                Some(place) => _ = settings.ties.remove(place),
                None => settings.ties.push(tie),
            }
        })));
        (row, up, switch)
    }
}

fn switch_row() -> (adw::ActionRow, gtk::Switch) {
    let switch = gtk::Switch::builder().valign(gtk::Align::Center).build();
    let row = adw::ActionRow::builder().activatable_widget(&switch).build();
    report_switch(&row);
    (row, switch)
}

fn names_of(ties: &[TieBreak]) -> String {
    list(&ties.iter().copied().map(club::tie_name).collect::<Vec<_>>())
}

/// Returns all tie-breaks: those that are used, in their order, and the others after them.
fn in_order(used: &[TieBreak]) -> Vec<TieBreak> {
    used.iter().copied().chain(TIES.into_iter().filter(|tie| !used.contains(tie))).collect()
}

/// Changes a tournament. The number of rounds of a Swiss tournament follows the number of players
/// until the first round, unless another one is chosen.
pub(super) fn with_usual_rounds(
    tournament: &mut Tournament,
    change: impl FnOnce(&mut Tournament) -> Result<(), ChangeError>,
) -> Result<(), ChangeError> {
    let is_swiss = |format| matches!(format, Format::Swiss { .. });
    let (before, format) = (tournament.entrants().len(), tournament.settings().format);
    change(tournament)?;
    let (now, mut settings) = (tournament.entrants().len(), tournament.settings().clone());
    let follows = !is_swiss(format) || (now != before && format == Format::swiss(before));
    if !follows || !is_swiss(settings.format) || !tournament.rounds().is_empty() {
        return Ok(());
    }
    settings.format = Format::swiss(now);
    tournament.change(&Change::Settings(settings))
}

/// Changes settings on which the usual tie-breaks depend. They follow, unless others are chosen.
fn with_usual_ties(settings: &mut Settings, change: impl FnOnce(&mut Settings)) {
    let is_usual = settings.ties == TieBreak::usual(settings.format, settings.scoring);
    change(settings);
    if is_usual {
        settings.ties = TieBreak::usual(settings.format, settings.scoring);
    }
}
