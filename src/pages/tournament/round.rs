// SPDX-License-Identifier: GPL-3.0-or-later
//! The round: a row for each two who meet, with their result, by keys and by mouse.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::{gdk, gio};

use morris::Color;
use morris_club::{
    Change, ChangeError, Format, GameScore, Place, Settings, Side, Tournament, games_of_letters, letters_of_games,
};

use super::TournamentPage;
use crate::compat::accessible_names::set_accessible_name;
use crate::compat::announcer::Again;
use crate::services::messages::Message;
use crate::services::moment;
use crate::text::describe::{club, number, side_name};
use crate::text::i18n::{gettext_f, joined, ngettext_f, sentences};
use crate::widgets::ask::{Last, ask, confirm};
use crate::widgets::callbacks::{add_action_with, on_click};
use crate::widgets::menu::menu_of;
use crate::widgets::notice_bar::Notice;

pub struct MeetingRow {
    row: gtk::ListBoxRow,
    table: gtk::Label,
    names: [gtk::Label; 2],
    marks: gtk::Label,
    result: gtk::MenuButton,
    play: gtk::Button,
}

impl MeetingRow {
    fn new(page: &TournamentPage, table: usize) -> Self {
        let label = |classes: &[&str]| {
            let label = gtk::Label::builder().xalign(0.0).wrap(true).css_classes(classes).build();
            label.set_wrap_mode(gtk::pango::WrapMode::WordChar);
            label
        };
        let number = gtk::Label::builder().width_chars(3).css_classes(["dim-label", "numeric"]).build();
        let names = [label(&[]), label(&[])];
        let marks = label(&["caption", "warning"]);
        let lines = gtk::Box::new(gtk::Orientation::Vertical, 2);
        lines.set_hexpand(true);
        lines.set_valign(gtk::Align::Center);
        names.iter().chain([&marks]).for_each(|label| lines.append(label));
        let result = gtk::MenuButton::builder().valign(gtk::Align::Center).build();
        let play = gtk::Button::builder().icon_name("media-playback-start-symbolic").valign(gtk::Align::Center).build();
        play.add_css_class("flat");
        let content = gtk::Box::new(gtk::Orientation::Horizontal, 8);
        content.add_css_class("meeting-row");
        content.append(&number);
        content.append(&lines);
        content.append(&result);
        content.append(&play);
        let row = gtk::ListBoxRow::builder().child(&content).build();
        on_click(&play, page, move |page| page.play_at(table));
        let page = page.downgrade();
        result.set_create_popup_func(move |button| {
            if let Some(menu) = page.upgrade().and_then(|page| page.result_menu(table)) {
                button.set_menu_model(Some(&menu));
            }
        });
        Self { row, table: number, names, marks, result, play }
    }

    fn show(&self, tournament: &Tournament, at: Place) {
        let Some(meeting) = tournament.meeting(at) else { return };
        let names = club::meeting_names(tournament, meeting);
        self.table.set_label(&number(at.table + 1));
        // The colors of game 1, in the words of the cards of a game.
        for ((label, name), color) in self.names.iter().zip(names).zip(Color::BOTH) {
            label.set_label(&joined(&[side_name(color), name.to_owned()]));
        }
        let marks = club::marks(tournament, at);
        self.marks.set_label(&marks);
        self.marks.set_visible(!marks.is_empty());
        let result = club::match_result(tournament, &meeting.games);
        self.result.set_label(&result);
        let spoken = gettext_f("Result: {result}", &[("result", &result)]);
        set_accessible_name(&self.result, &spoken);
        // Where the result is clear, nothing is to be played.
        let can_play = meeting.next_game().is_some();
        if !can_play && self.play.is_focus() {
            _ = self.row.grab_focus();
        }
        self.play.set_sensitive(can_play);
        let [first, second] = names;
        let play = gettext_f("Play here: {first} against {second}", &[("first", first), ("second", second)]);
        self.play.set_tooltip_text(Some(&gettext("Play Here")));
        set_accessible_name(&self.play, &play);
        set_accessible_name(&self.row, &club::meeting_spoken(tournament, at));
    }
}

impl TournamentPage {
    pub(super) fn connect_round(&self) {
        let imp = self.imp();
        on_click(&imp.earlier, self, |page| page.step(-1));
        on_click(&imp.later, self, |page| page.step(1));
        imp.meetings.connect_row_activated(weak!(page = self, move |_, row| _ = page.focus_open_row(row.index() + 1)));
        add_action_with(&imp.actions, "result", self, |page, (table, letters): (u32, String)| {
            let games = games_of_letters(&letters).unwrap_or_default();
            page.set_result(table as usize, games);
        });
        add_action_with(&imp.actions, "lot", self, |page, (table, first): (u32, bool)| {
            let (at, winner) = (page.at(table as usize), if first { Side::First } else { Side::Second });
            page.change(&Change::Lot { at, winner }, move |tournament| club::after_result(tournament, at));
        });
    }

    pub(super) fn show_round(&self, tournament: &Tournament) {
        let imp = self.imp();
        let last = tournament.rounds().len().saturating_sub(1);
        let number = imp.round.get().min(last);
        imp.round.set(number);
        let (back, forth) = (number > 0, number < last);
        // When a button becomes insensitive, GTK takes its focus and gives it to no other widget.
        if imp.earlier.is_focus() && !back || imp.later.is_focus() && !forth {
            let next = match (back, forth) {
                (true, _) => &imp.earlier,
                (false, true) => &imp.later,
                (false, false) => &imp.back,
            };
            next.set_sensitive(true);
            _ = next.grab_focus();
        }
        imp.earlier.set_sensitive(back);
        imp.later.set_sensitive(forth);
        let round = tournament.rounds().get(number);
        let title = match round {
            Some(_) => club::round_title(number, tournament.round_count()),
            None => gettext("No Round Yet"),
        };
        imp.round_title.set_label(&title);
        let missing = tournament.open_meetings().len();
        imp.round_words.set_label(&match () {
            () if round.is_none() => club::players_count(tournament.entrants().len()),
            () if tournament.is_over() => gettext("The tournament is over."),
            () if missing == 0 => gettext("All results are in."),
            () => club::missing_results(missing),
        });
        let count = round.map_or(0, |round| round.meetings.len());
        let mut rows = imp.meeting_rows.borrow_mut();
        let kept = count.min(rows.len());
        for row in rows.drain(kept..) {
            imp.meetings.remove(&row.row);
        }
        for table in rows.len()..count {
            let row = MeetingRow::new(self, table);
            imp.meetings.append(&row.row);
            rows.push(row);
        }
        rows.iter().enumerate().for_each(|(table, row)| row.show(tournament, Place { round: number, table }));
        imp.meetings.set_visible(count > 0);
        let byes = club::byes(tournament, number);
        imp.byes.set_visible(!byes.is_empty());
        imp.byes.set_label(&byes);
        self.show_beside(tournament);
        let is_next = missing == 0 && !tournament.is_over();
        imp.pair.set_visible(is_next);
        imp.pair.set_label(&match tournament.rounds().len() {
            0 => gettext("Pair the First Round"),
            paired => gettext_f("Pair Round {round}", &[("round", &(paired + 1).to_string())]),
        });
    }

    fn step(&self, by: isize) {
        let round = self.imp().round.get().saturating_add_signed(by);
        self.imp().round.set(round);
        self.show_tab();
        let title = self.imp().round_title.label();
        self.messages().announce(&title, Again::Yes);
    }

    fn at(&self, table: usize) -> Place {
        Place { round: self.imp().round.get(), table }
    }

    /// Gives the focus to the next row without a result, beginning with this one, or to the button
    /// of the next round. Returns whether it took the focus.
    pub(super) fn focus_open_row(&self, from: i32) -> bool {
        let (imp, Some(tournament)) = (self.imp(), self.now()) else { return false };
        let rows = imp.meeting_rows.borrow();
        let from = usize::try_from(from).unwrap_or_default();
        let is_open = |table: &usize| tournament.is_open(self.at(*table));
        let next = (from..rows.len()).find(is_open).or_else(|| (0..from.min(rows.len())).find(is_open));
        let row = next.or((from == 0 && !rows.is_empty()).then_some(0)).map(|table| rows[table].row.clone());
        drop(rows);
        match row {
            Some(row) => row.grab_focus(),
            None => imp.pair.is_visible() && imp.pair.grab_focus(),
        }
    }

    fn focused_table(&self) -> Option<usize> {
        let row = self.imp().meetings.focus_child().and_downcast::<gtk::ListBoxRow>()?;
        usize::try_from(row.index()).ok()
    }

    /// Does what a key stands for on the row with the focus. Returns whether it stands for
    /// something.
    pub(super) fn press(&self, key: gdk::Key) -> bool {
        let Some(table) = self.focused_table() else { return false };
        let digit = key.to_unicode().and_then(|letter| letter.to_digit(10));
        match (key, digit) {
            (gdk::Key::Delete | gdk::Key::KP_Delete, _) => self.clear(table),
            (gdk::Key::p, _) => self.play_at(table),
            (_, Some(points)) => self.set_points(table, points as usize),
            _ => return false,
        }
        true
    }

    /// Gives the one named first these points of the match: 2 for a win and 1 for a draw. Another
    /// time, chooses other results with the same points.
    fn set_points(&self, table: usize, points: usize) {
        let (at, Some(tournament)) = (self.at(table), self.now()) else { return };
        let Some(meeting) = tournament.meeting(at) else { return };
        let last = meeting.last_match(tournament.settings().games.into());
        let ways: Vec<Vec<_>> =
            GameScore::worth(last.len(), points).into_iter().map(|way| way.into_iter().map(Some).collect()).collect();
        let now = ways.iter().position(|way| **way == meeting.games[last.clone()]);
        let Some(way) = ways.get(now.map_or(0, |now| (now + 1) % ways.len())) else {
            let most = (2 * last.len()).to_string();
            return self.messages().answer(&gettext_f("Press 0 to {most}", &[("most", &most)]));
        };
        self.set_result(table, [&meeting.games[..last.start], way].concat());
    }

    /// Takes back the result of the last match, or of all.
    fn clear(&self, table: usize) {
        let (at, Some(tournament)) = (self.at(table), self.now()) else { return };
        let Some(meeting) = tournament.meeting(at) else { return };
        let last = meeting.last_match(tournament.settings().games.into());
        let is_empty = meeting.games[last.clone()].iter().all(Option::is_none);
        let games = if is_empty || last.start == 0 {
            Vec::new()
        } else {
            [&meeting.games[..last.start], &vec![None; last.len()]].concat()
        };
        self.set_result(table, games);
    }

    pub(super) fn set_result(&self, table: usize, games: Vec<Option<GameScore>>) {
        let at = self.at(table);
        let change = Change::Result { at, games, when: moment() };
        if self.change(&change, move |tournament| club::after_result(tournament, at)) {
            self.ask_to_pair_again(at);
        }
    }

    /// After the correction of a result from which a later round was paired, asks whether to pair
    /// that round again, as long as it has no results, if others would meet then.
    fn ask_to_pair_again(&self, at: Place) {
        let Some(tournament) = self.now() else { return };
        let last = tournament.rounds().len() - 1;
        if at.round >= last
            || tournament.has_results(last)
            || !tournament.open_meetings().iter().all(|at| at.round == last)
        {
            return;
        }
        let mut again = Tournament::clone(&tournament);
        if again.change(&Change::PairAgain).is_err() || again.rounds().last() == tournament.rounds().last() {
            return;
        }
        let round = (last + 1).to_string();
        let heading = gettext_f("Pair Round {round} Again?", &[("round", &round)]);
        let body = gettext("It was paired from the result you corrected.");
        let keep = gettext_f("Keep Round {round}", &[("round", &round)]);
        let again = gettext_f("Pair Round {round} Again", &[("round", &round)]);
        ask(self, (&heading, &body), None, &[("keep", &keep), ("again", &again)], Last::Suggested, |page, id| {
            if id == "again" {
                page.change(&Change::PairAgain, club::new_round);
            }
        });
    }

    /// Pairs the next round. If there are too few players for the number of rounds, offers the
    /// largest number.
    pub(super) fn pair(&self) {
        match self.try_edit(|tournament| tournament.change(&Change::Pair), Self::show_new_round) {
            Ok(()) => {}
            Err(error @ ChangeError::Rounds { most }) => {
                let label = ngettext_f("Play {count} Round", "Play {count} Rounds", most, &[]);
                let pair = weak!(page = self, move || page.pair_of_fewer());
                let notice = Notice::passing(&club::change_error(&error)).with_button(&label, pair);
                self.messages().send(Message::Notice(notice));
            }
            Err(error) => self.messages().answer(&club::change_error(&error)),
        }
    }

    /// Pairs the first round with the largest number of rounds, if the chosen one is larger.
    fn pair_of_fewer(&self) {
        let refused = self.now().and_then(|now| now.next_round().err());
        let Some(ChangeError::Rounds { most }) = refused else { return };
        let pair = |tournament: &mut Tournament| {
            let format = Format::Swiss { rounds: most };
            tournament.change(&Change::Settings(Settings { format, ..tournament.settings().clone() }))?;
            tournament.change(&Change::Pair)
        };
        self.edit(pair, Self::show_new_round);
    }

    fn show_new_round(&self, tournament: &Tournament) -> String {
        self.show_last_round();
        self.focus_open_row(0);
        club::new_round(tournament)
    }

    fn result_menu(&self, table: usize) -> Option<gio::Menu> {
        let (at, number, tournament) = (self.at(table), table as u32, self.now()?);
        let meeting = tournament.meeting(at)?;
        let last = meeting.last_match(tournament.settings().games.into());
        let before = &meeting.games[..last.start];
        let result = |(words, way): (String, Vec<GameScore>)| {
            let games = [before, &way.into_iter().map(Some).collect::<Vec<_>>()].concat();
            (words, "result", (number, letters_of_games(&games)).to_variant())
        };
        let lot = |(name, first): (&str, bool)| {
            // Translators: after a drawn match of a knockout, when a lot is drawn
            let words = gettext_f("{name} advances by lot", &[("name", name)]);
            (words, "lot", (number, first).to_variant())
        };
        let menu = gio::Menu::new();
        if !meeting.is_open() && tournament.is_open(at) {
            let names = club::meeting_names(&tournament, meeting);
            menu.append_section(None, &menu_of("tournament", names.into_iter().zip([true, false]).map(lot)));
        }
        let results = club::result_choices(&tournament, last.len()).into_iter().map(result);
        menu.append_section(None, &menu_of("tournament", results));
        let none = (gettext("No Result"), "result", (number, "").to_variant());
        menu.append_section(None, &menu_of("tournament", [none]));
        Some(menu)
    }

    /// Asks for two players of the last round who exchange their places.
    pub(super) fn ask_exchange(&self) {
        let Some(tournament) = self.now() else { return };
        let Some(round) = tournament.rounds().last() else { return };
        let seated = round.meetings.iter().flat_map(|meeting| [meeting.first, meeting.second]);
        let there: Vec<_> = seated.chain(round.byes.iter().copied()).collect();
        let names: Vec<_> = there.iter().map(|&entrant| club::name(&tournament, entrant)).collect();
        let drop_down = |label: &str| {
            let list = gtk::DropDown::from_strings(&names);
            set_accessible_name(&list, label);
            list
        };
        let lists = [drop_down(&gettext("First player")), drop_down(&gettext("Second player"))];
        let place = self.focused_table().map_or(0, |table| 2 * table as u32);
        lists[0].set_selected(place);
        // The last table exchanges with the first, and two players alone exchange their colors.
        lists[1].set_selected(if place + 2 < there.len() as u32 { place + 2 } else { u32::from(place == 0) });
        let field = gtk::Box::new(gtk::Orientation::Vertical, 6);
        lists.iter().for_each(|list| field.append(list));
        let body = gettext("They exchange their places in this round.");
        let act = move |page: &Self| {
            let [one, other] = [0, 1].map(|list: usize| there.get(lists[list].selected() as usize).copied());
            if let Some((one, other)) = one.zip(other) {
                page.change(&Change::Swap(one, other), move |tournament| {
                    sentences(&[club::name(tournament, one), club::name(tournament, other)])
                });
            }
        };
        let label = gettext("Exchange");
        confirm(
            self,
            (&gettext("Exchange Two Players"), &body),
            Some(field.upcast_ref()),
            (&label, Last::Default),
            act,
        );
    }
}
