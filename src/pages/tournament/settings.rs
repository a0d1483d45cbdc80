// SPDX-License-Identifier: GPL-3.0-or-later
//! The settings of a tournament, as rows. After the first round, those that the pairings depend on
//! stay.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::accessible::Property;

use morris::Rules;
use morris_club::{Absence, Change, Clock, Format, KnockOut, Level, Order, Scoring, Settings, TieBreak, Tournament};

use super::TournamentPage;
use crate::compat::combo_row::show_whole;
use crate::pages::setup::CLOCKS;
use crate::text::describe::{self, club};
use crate::text::i18n::list;
use crate::widgets::callbacks::on_click;
use crate::widgets::spin_numbers::speak_language;

/// Numbers of games of a match.
const GAMES: [u8; 3] = [1, 2, 4];
/// Rounds of a new Swiss tournament.
const ROUNDS: usize = 5;
/// All tie-breaks, in the order in which they are offered.
const TIES: [TieBreak; 6] = [
    TieBreak::Direct,
    TieBreak::SonnebornBerger,
    TieBreak::Buchholz,
    TieBreak::Wins,
    TieBreak::FewestDraws,
    TieBreak::GamePoints,
];

/// A row of the settings.
pub struct SettingRow {
    widget: gtk::Widget,
    /// Shows the value. Returns whether the row applies.
    show: Box<dyn Fn(&Tournament) -> bool>,
    /// Whether it stays after the first round.
    is_fixed: bool,
}

impl TournamentPage {
    pub(super) fn add_settings(&self) {
        let mut rows = vec![self.name_row()];
        rows.extend(self.format_rows());
        rows.extend(self.game_rows());
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
            row.widget.set_visible((row.show)(tournament));
            row.widget.set_sensitive(!begun || !row.is_fixed);
        }
        imp.is_filling.set(false);
    }

    /// Changes the settings. If that is not possible, shows the old ones again.
    fn choose(&self, choose: impl FnOnce(&mut Settings)) {
        if self.imp().is_filling.get() {
            return;
        }
        let Some(tournament) = self.now() else { return };
        let mut settings = tournament.settings().clone();
        choose(&mut settings);
        if !self.change(&Change::Settings(settings), |_| String::new()) {
            self.show_settings(&tournament);
        }
    }

    fn name_row(&self) -> SettingRow {
        let row = adw::EntryRow::builder().title(gettext("Name")).show_apply_button(true).build();
        row.connect_apply(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |row| page.choose(|settings| settings.name = row.text().into())
        ));
        let shown = row.clone();
        let show = move |tournament: &Tournament| {
            if shown.text() != tournament.settings().name {
                shown.set_text(&tournament.settings().name);
            }
            true
        };
        SettingRow { widget: row.upcast(), show: Box::new(show), is_fixed: false }
    }

    /// Returns a row with a list of values. `get` returns the index of the value, or `None` if the
    /// row does not apply.
    fn combo(
        &self,
        title: &str,
        words: Vec<String>,
        is_fixed: bool,
        get: impl Fn(&Settings) -> Option<usize> + 'static,
        set: impl Fn(&mut Settings, usize) + 'static,
    ) -> SettingRow {
        let row = adw::ComboRow::builder().title(title).model(&words.into_iter().collect::<gtk::StringList>()).build();
        show_whole(&row);
        row.connect_selected_notify(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |row| page.choose(|settings| set(settings, row.selected() as usize))
        ));
        let shown = row.clone();
        let show = move |tournament: &Tournament| match get(tournament.settings()) {
            Some(index) => {
                shown.set_selected(index as u32);
                true
            }
            None => false,
        };
        SettingRow { widget: row.upcast(), show: Box::new(show), is_fixed }
    }

    /// Returns a row with a number.
    fn number(
        &self,
        title: &str,
        (least, most): (u8, u8),
        is_fixed: bool,
        get: impl Fn(&Settings) -> Option<usize> + 'static,
        set: impl Fn(&mut Settings, usize) + 'static,
    ) -> SettingRow {
        let spin = gtk::SpinButton::with_range(least.into(), most.into(), 1.0);
        spin.set_valign(gtk::Align::Center);
        speak_language(&spin);
        spin.update_property(&[Property::Label(title)]);
        let row = adw::ActionRow::builder().title(title).activatable_widget(&spin).build();
        row.add_suffix(&spin);
        spin.connect_value_changed(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |spin| page.choose(|settings| set(settings, spin.value_as_int() as usize))
        ));
        let show = move |tournament: &Tournament| match get(tournament.settings()) {
            Some(value) => {
                spin.set_value(value as f64);
                true
            }
            None => false,
        };
        SettingRow { widget: row.upcast(), show: Box::new(show), is_fixed }
    }

    fn switch(
        &self,
        title: &str,
        subtitle: &str,
        is_fixed: bool,
        get: impl Fn(&Settings) -> Option<bool> + 'static,
        set: impl Fn(&mut Settings, bool) + 'static,
    ) -> SettingRow {
        let switch = gtk::Switch::builder().valign(gtk::Align::Center).build();
        let row = adw::ActionRow::builder().title(title).subtitle(subtitle).activatable_widget(&switch).build();
        row.add_suffix(&switch);
        crate::compat::accessible_names::report_switch(&row);
        switch.connect_active_notify(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |switch| page.choose(|settings| set(settings, switch.is_active()))
        ));
        let show = move |tournament: &Tournament| match get(tournament.settings()) {
            Some(value) => {
                switch.set_active(value);
                true
            }
            None => false,
        };
        SettingRow { widget: row.upcast(), show: Box::new(show), is_fixed }
    }

    fn format_rows(&self) -> Vec<SettingRow> {
        let formats = [
            Format::Swiss { rounds: ROUNDS },
            Format::RoundRobin { cycles: 1, order: Order::Berger },
            Format::KnockOut(KnockOut::default()),
            Format::Groups { size: 4, advance: 2, then: KnockOut::default() },
        ];
        let names = formats.iter().map(club::format_name).collect();
        let format = self.combo(
            // Translators: how a tournament is played: who meets whom
            &gettext("System"),
            names,
            true,
            move |settings| {
                let is_same =
                    |format: &Format| std::mem::discriminant(format) == std::mem::discriminant(&settings.format);
                formats.iter().position(is_same)
            },
            move |settings, index| {
                let is_usual = settings.ties == TieBreak::usual(&settings.format, settings.scoring);
                settings.format = formats[index];
                if is_usual {
                    settings.ties = TieBreak::usual(&settings.format, settings.scoring);
                }
            },
        );
        vec![format, self.rounds_row(), self.cycles_row(), self.order_row()]
            .into_iter()
            .chain(self.group_rows())
            .chain(self.knock_out_rows())
            .collect()
    }

    fn rounds_row(&self) -> SettingRow {
        self.number(
            &gettext("Rounds"),
            (1, 100),
            false,
            |settings| if let Format::Swiss { rounds } = settings.format { Some(rounds) } else { None },
            |settings, rounds| settings.format = Format::Swiss { rounds },
        )
    }

    fn cycles_row(&self) -> SettingRow {
        self.combo(
            // Translators: how often two players meet: once or twice
            &gettext("Everyone Meets Everyone"),
            vec![gettext("Once"), gettext("Twice")],
            true,
            |settings| match settings.format {
                Format::RoundRobin { cycles, .. } => Some(usize::from(cycles) - 1),
                _ => None,
            },
            |settings, index| {
                if let Format::RoundRobin { cycles, .. } = &mut settings.format {
                    *cycles = index as u8 + 1;
                }
            },
        )
    }

    fn order_row(&self) -> SettingRow {
        self.combo(
            &gettext("Order"),
            // Translators: the second is an order of rounds in which players move on by one seat
            vec![gettext("Berger tables"), gettext("Players shift one seat")],
            true,
            |settings| match settings.format {
                Format::RoundRobin { order, .. } => Some(usize::from(order == Order::Slide)),
                _ => None,
            },
            |settings, index| {
                if let Format::RoundRobin { order, .. } = &mut settings.format {
                    *order = [Order::Berger, Order::Slide][index];
                }
            },
        )
    }

    fn group_rows(&self) -> [SettingRow; 2] {
        let size = self.number(
            &gettext("Players in a Group"),
            (3, 8),
            true,
            |settings| if let Format::Groups { size, .. } = settings.format { Some(size.into()) } else { None },
            |settings, value| {
                if let Format::Groups { size, advance, .. } = &mut settings.format {
                    (*size, *advance) = (value as u8, (*advance).min(value as u8 - 1));
                }
            },
        );
        let advance = self.number(
            &gettext("Advance From Each Group"),
            (1, 7),
            true,
            |settings| if let Format::Groups { advance, .. } = settings.format { Some(advance.into()) } else { None },
            |settings, value| {
                if let Format::Groups { advance, .. } = &mut settings.format {
                    *advance = value as u8;
                }
            },
        );
        [size, advance]
    }

    fn knock_out_rows(&self) -> [SettingRow; 2] {
        let level = self.combo(
            &gettext("If a Match Is Tied"),
            vec![gettext("The better seed advances"), gettext("Decide by lot")],
            true,
            |settings| settings.format.knock_out().map(|choices| usize::from(choices.level == Level::Lot)),
            |settings, index| with_knock_out(settings, |choices| choices.level = [Level::Seed, Level::Lot][index]),
        );
        let third = self.switch(
            &gettext("Match for the Third Place"),
            "",
            true,
            |settings| settings.format.knock_out().map(|choices| choices.third),
            |settings, third| with_knock_out(settings, |choices| choices.third = third),
        );
        [level, third]
    }

    fn game_rows(&self) -> Vec<SettingRow> {
        let rules = self.combo(
            &gettext("Rules"),
            Rules::PRESETS.iter().map(describe::rules_name).collect(),
            true,
            |settings| Rules::PRESETS.iter().position(|rules| *rules == settings.rules),
            |settings, index| settings.rules = Rules::PRESETS[index],
        );
        let games = self.combo(
            &gettext("Games in a Match"),
            GAMES.iter().map(describe::number).collect(),
            true,
            |settings| GAMES.iter().position(|games| *games == settings.games),
            |settings, index| settings.games = GAMES[index],
        );
        let clocks = || {
            let clock =
                |(minutes, increment): (u64, u64)| Clock { time: minutes as u32 * 60, increment: increment as u32 };
            std::iter::once(None).chain(CLOCKS.into_iter().map(move |times| Some(clock(times))))
        };
        let clock = self.combo(
            &gettext("Clock"),
            clocks().map(club::club_clock).collect(),
            false,
            move |settings| clocks().position(|clock| clock == settings.clock),
            move |settings, index| settings.clock = clocks().nth(index).flatten(),
        );
        let scorings = [Scoring::TwoOne, Scoring::OneHalf, Scoring::Match];
        let points = self.combo(
            &gettext("Points"),
            vec![gettext("Game won 2, drawn 1"), gettext("Game won 1, drawn ½"), gettext("Match won 2, tied 1")],
            false,
            move |settings| scorings.iter().position(|scoring| *scoring == settings.scoring),
            move |settings, index| {
                let is_usual = settings.ties == TieBreak::usual(&settings.format, settings.scoring);
                settings.scoring = scorings[index];
                if is_usual {
                    settings.ties = TieBreak::usual(&settings.format, settings.scoring);
                }
            },
        );
        let absence = self.combo(
            // Translators: what a player gets for a round in which the player is absent
            &gettext("Points of an Absent Player"),
            vec![gettext("None"), gettext("As many as for draws")],
            false,
            |settings| {
                let is_swiss = matches!(settings.format, Format::Swiss { .. });
                is_swiss.then_some(usize::from(settings.absence == Absence::Draws))
            },
            |settings, index| settings.absence = [Absence::Nothing, Absence::Draws][index],
        );
        let no_help = self.switch(
            &gettext("No Help"),
            &gettext("No undo, hints, or move values in games that are played here"),
            false,
            |settings| Some(settings.no_help),
            |settings, no_help| settings.no_help = no_help,
        );
        vec![rules, games, clock, points, absence, no_help]
    }

    /// Returns the row that expands to the tie-breaks, each with a switch and a button that moves
    /// it up.
    fn ties_row(&self) -> SettingRow {
        let expander = adw::ExpanderRow::builder().title(gettext("If Points Are Equal")).build();
        let rows: Vec<_> = (0..TIES.len()).map(|place| self.tie_row(place)).collect();
        rows.iter().for_each(|(row, ..)| expander.add_row(row));
        let shown = expander.clone();
        let show = move |tournament: &Tournament| {
            let ties = &tournament.settings().ties;
            shown.set_subtitle(&list(&ties.iter().copied().map(club::tie_name).collect::<Vec<_>>()));
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
        let row = adw::ActionRow::new();
        let up = gtk::Button::builder().icon_name("go-up-symbolic").valign(gtk::Align::Center).build();
        up.add_css_class("flat");
        up.set_tooltip_text(Some(&gettext("Move Up")));
        up.update_property(&[Property::Label(&gettext("Move Up"))]);
        let switch = gtk::Switch::builder().valign(gtk::Align::Center).build();
        row.add_suffix(&up);
        row.add_suffix(&switch);
        row.set_activatable_widget(Some(&switch));
        crate::compat::accessible_names::report_switch(&row);
        on_click(&up, self, move |page| page.choose(|settings| settings.ties.swap(place - 1, place)));
        switch.connect_active_notify(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |_| page.choose(|settings| {
                let tie = in_order(&settings.ties)[place];
                match settings.ties.iter().position(|other| *other == tie) {
                    Some(place) => _ = settings.ties.remove(place),
                    None => settings.ties.push(tie),
                }
            })
        ));
        (row, up, switch)
    }
}

/// Returns all tie-breaks: those that are used, in their order, and the others after them.
fn in_order(used: &[TieBreak]) -> Vec<TieBreak> {
    used.iter().copied().chain(TIES.into_iter().filter(|tie| !used.contains(tie))).collect()
}

fn with_knock_out(settings: &mut Settings, change: impl FnOnce(&mut KnockOut)) {
    if let Format::KnockOut(choices) | Format::Groups { then: choices, .. } = &mut settings.format {
        change(choices);
    }
}
