// SPDX-License-Identifier: GPL-3.0-or-later
//! Games in this network: hands the lines of the user to the room, and takes those of the friend.
//! If the connection breaks, the same game goes on by message.

use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use crate::compat::button_words::let_wrap;
use crate::pages::network::MINUTE;
use crate::services::Saving;
use crate::services::network::{Event, News};
use crate::text::describe;
use crate::text::i18n::{gettext_f, joined, ngettext_f};
use morris::Color;
use morris_message::{Line, LineKind, MessageGame, PlayerName, Reading};
use morris_play::session::{Contact, Input};
use morris_room::{MemberRow, Spent};

use super::{GamePage, OpenGame};

/// Time after which the win can be claimed from a friend whose time is over.
const GRACE: Duration = Duration::from_secs(5);

impl GamePage {
    pub(super) fn add_network_actions(&self) {
        self.add_action("go-on-by-message", |page| {
            page.imp().connection.goes_on_by_message.set(true);
            page.own_game().iter().for_each(|game| page.show_contact(game));
            page.focus_lines();
        });
        self.add_action("wait", |page| {
            page.imp().connection.waits.set(true);
            page.show_again();
            page.focus_board();
        });
        self.add_action("call", |page| {
            page.services().network.send(MemberRow::Call);
            page.messages().answer(&gettext("The teacher has been called"));
        });
        self.add_action("claim", |page| page.handle(Input::Claim));
        self.services().network.connect_for(self, Self::react_to_network);
        let imp = self.imp();
        [&imp.go_on_by_message, &imp.wait, &imp.claim, &imp.call].into_iter().for_each(|button| let_wrap(button));
    }

    /// Returns whether the game with this name is on the page, as one of its players has it.
    pub fn plays(&self, game: &str) -> bool {
        self.own_game().as_deref() == Some(game)
    }

    /// Returns the name of the game by message on the page.
    fn own_game(&self) -> Option<String> {
        self.read(|open| Some(open.session.message()?.invitation().game().to_owned())).flatten()
    }

    fn own_name(&self) -> Option<PlayerName> {
        self.read(|open| open.session.message()?.own_name().cloned()).flatten()
    }

    /// Returns the name of the game that is watched.
    pub(super) fn watched(&self) -> Option<String> {
        self.read(|game| game.watched.clone()).flatten()
    }

    fn react_to_network(&self, event: &Event) {
        if let Some(game) = self.watched() {
            return self.follow_watched(&game);
        }
        let Some(game) = self.own_game() else { return };
        match event {
            Event::News(News::Left(of)) if *of == game => self.take_left(&game),
            Event::News(News::Lacks(of)) if *of == game => self.send_all(),
            Event::Connection | Event::Ended(_) | Event::News(News::Return(_)) => {
                self.show_contact(&game);
                self.send_all();
            }
            Event::News(News::Arrival { .. } | News::Changed | News::Parted) => self.show_contact(&game),
            Event::News(_) | Event::Found | Event::Call(_) | Event::Words(_) => {}
        }
    }

    /// Shows the presence of the friend of a game that has just been opened, or comes back to the
    /// room where it was played.
    pub(super) fn enter_network(&self) {
        if let Some(game) = self.watched() {
            return self.follow_watched(&game);
        }
        let Some(game) = self.own_game() else { return };
        if self.services().network.contact(&game).is_some() {
            self.take_left(&game);
            self.show_contact(&game);
            // The connection may have come back while another game was on the page.
            self.send_all();
        } else if let Some(name) = self.own_name().filter(|_| self.is_unfinished()) {
            self.services().network.come_back(name, game);
        }
    }

    /// Takes a line of the friend, with the time that it took. Returns whether it is new.
    pub fn take_from_network(&self, line: &Line, spent: Option<Duration>) -> bool {
        let network = &self.services().network;
        let reading = self.read(|game| game.session.message().map(|message| message.clone().read_line(line)));
        let is_new = matches!(reading, Some(Some(Ok(Reading::Applied(_)))));
        match reading.flatten() {
            Some(Ok(Reading::Applied(_))) => self.read_line(line),
            // After a break, lines come again.
            Some(Ok(Reading::PlayedAlready | Reading::OverAlready | Reading::AcceptedAlready(_))) | None => {}
            Some(Ok(Reading::Missing)) => network.ask_for_lines_before(line),
            Some(Err(_)) => network.part(line.game()),
        }
        if let (Some(time), Some(side)) = (spent, self.friend_side()) {
            self.handle(Input::Spent { side, time });
            self.show_clocks_now();
        }
        self.show_contact(line.game());
        is_new
    }

    /// Shows the time left in a game as the room has it.
    fn take_left(&self, game: &str) {
        let left = self.services().network.room().left(game);
        if let Some(left) = left {
            self.handle(Input::Left(left));
            self.show_clocks_now();
        }
    }

    fn friend_side(&self) -> Option<Color> {
        self.read(|game| game.session.setup().only_person()).flatten().map(Color::other)
    }

    /// Passes the presence of the friend to the session.
    fn show_contact(&self, game: &str) {
        let (Some(side), contact) = (self.friend_side(), self.services().network.contact(game)) else { return };
        if contact == Some(Contact::Here) {
            self.imp().connection.waits.set(false);
            self.imp().connection.goes_on_by_message.set(false);
        }
        let is_by_message = self.imp().connection.goes_on_by_message.get();
        let contact = contact.filter(|_| !is_by_message).unwrap_or(Contact::Gone);
        self.handle(Input::Contact { side, contact });
        self.show_network();
    }

    /// Returns whether the network delivers the lines of the game on the page, or will once the
    /// friend is back.
    pub(super) fn is_in_network(&self) -> bool {
        self.contact().is_some()
    }

    fn contact(&self) -> Option<Contact> {
        self.services().network.contact(&self.own_game()?)
    }

    /// Gives a line to the room, with the time that its move took.
    pub(super) fn send(&self, text: &str) {
        let Ok(line) = Line::parse(text) else { return };
        let spent = self.read(|game| game.session.spent()).flatten();
        let spent = spent.zip(number_of_move(&line)).map(|(time, number)| {
            let game = line.game().to_owned();
            Spent { game, number, time }
        });
        self.services().network.send_line(line, spent);
    }

    /// Gives the room all lines of the game, which it may lack, once they are on the disk.
    fn send_all(&self) {
        let page = self.clone();
        glib::spawn_future_local(async move {
            while page.saving() == Saving::Pending {
                page.services().saves.flush().await;
            }
            if page.saving() == Saving::Saved && page.is_connected() {
                page.send_all_now();
            }
        });
    }

    fn send_all_now(&self) {
        let lines = self.read(OpenGame::all_lines).unwrap_or_default();
        lines.into_iter().for_each(|line| self.services().network.send_line(line, None));
        self.handle(Input::LineSent);
    }

    /// Returns whether the room gets what the user writes now.
    pub(super) fn is_connected(&self) -> bool {
        self.is_in_network() && self.services().network.room().is_connected
    }

    /// Shows a game as the room has it.
    fn follow_watched(&self, game: &str) {
        let network = &self.services().network;
        let seen = network.room().seen(game).cloned();
        let Some(seen) = seen else { return };
        if let Some(onlooker) = &seen.onlooker {
            self.handle(Input::Follow(Box::new(onlooker.game().clone())));
        }
        self.take_left(game);
        self.show_network();
    }

    /// Tells the room that the game on the page is not watched any more.
    pub(super) fn stop_watching(&self) {
        if let Some(game) = self.watched() {
            self.services().network.send(MemberRow::Not(game));
        }
    }

    /// Returns the topic of the help about the game on the page, unless it is the usual one.
    pub(super) fn topic(&self) -> Option<&'static str> {
        let usual = self.is_by_message().then_some("friend");
        if self.shows_network() { Some("network") } else { usual }
    }

    /// Returns whether the panel for lines shows the state of the connection.
    pub fn shows_network(&self) -> bool {
        self.watched().is_some() || self.is_in_network() && !self.imp().connection.goes_on_by_message.get()
    }

    /// Shows the state of the connection, and what can be done about it.
    pub(super) fn show_network(&self) {
        let imp = self.imp();
        let is_away = self.watched().is_none() && self.contact() == Some(Contact::Away) && self.is_unfinished();
        imp.network_words.set_label(&self.network_words(is_away));
        if is_away {
            imp.connection.minute.start(MINUTE, weak!(page = self, move || page.show_network()));
        } else {
            imp.connection.minute.stop();
        }
        let asks = is_away && !imp.connection.waits.get();
        let had_focus = imp.network_buttons.focus_child().is_some();
        imp.go_on_by_message.set_visible(asks);
        imp.wait.set_visible(asks);
        imp.claim.set_visible(imp.connection.may_claim.get() && self.can_claim());
        imp.call.set_visible(!asks && self.has_director() && self.is_unfinished());
        let shows = asks || imp.claim.get_visible() || imp.call.get_visible();
        if had_focus && !shows {
            self.focus_board();
        }
        imp.network_buttons.set_visible(shows);
    }

    /// Returns whether someone else than the two players directs the room of the game on the page.
    fn has_director(&self) -> bool {
        let network = &self.services().network;
        let room = network.room();
        self.is_in_network() && room.own_table().is_some_and(|table| !room.is_host_at(table))
    }

    fn network_words(&self, is_away: bool) -> String {
        let network = &self.services().network;
        let name = self.read(|game| game.session.message()?.friend().map(ToString::to_string)).flatten();
        let has_clock = self.read(|game| game.session.setup().clock.is_some()) == Some(true);
        let name = [("name", name.as_deref().unwrap_or_default())];
        let state = match (self.watched().is_some(), is_away, has_clock) {
            (true, ..) if !network.is_open() => gettext("The table is closed"),
            (true, ..) if self.is_refused() => gettext("This game cannot be watched."),
            (true, ..) if self.is_parted() => describe::parted(),
            // Translators: the user watches a game in this network
            (true, ..) => gettext("You are watching"),
            (false, false, _) => gettext("Connected"),
            _ if !network.room().is_connected => gettext("The connection is broken. Trying again…"),
            (_, true, true) => gettext_f("{name} is away. The clocks are stopped.", &name),
            (_, true, false) => gettext_f("{name} is away.", &name),
        };
        let absence = is_away.then(|| network.room().own_table().and_then(|table| network.room().absence_at(table)));
        let watchers = match self.watchers() {
            0 => None,
            // Translators: number of people who watch a game in this network
            count => Some(ngettext_f("{count} watches", "{count} watch", count, &[])),
        };
        let absence = absence.flatten().and_then(describe::absence);
        let words: Vec<_> = [Some(state), absence, watchers].into_iter().flatten().collect();
        joined(&words)
    }

    /// Returns what is shown of the connection.
    #[cfg(test)]
    pub fn connected_words(&self) -> String {
        self.imp().network_words.text().into()
    }

    /// Returns how many others watch. The host is not counted.
    fn watchers(&self) -> u32 {
        let network = &self.services().network;
        let (watched, is_host) = (self.watched(), network.is_host());
        let is_counted = watched.is_some() && !is_host;
        let count =
            watched.or_else(|| self.own_game()).and_then(|game| network.room().seen(&game).map(|seen| seen.watchers));
        count.unwrap_or_default().saturating_sub(u32::from(is_counted))
    }

    /// Returns whether the host no longer lets anyone watch this game.
    fn is_refused(&self) -> bool {
        let (network, game) = (&self.services().network, self.watched());
        game.is_some_and(|game| !network.may_watch(&game))
    }

    /// Returns whether the players play the watched game no longer here.
    fn is_parted(&self) -> bool {
        let room = self.services().network.room();
        self.watched().and_then(|game| Some(room.seen(&game)?.is_parted)) == Some(true)
    }

    fn can_claim(&self) -> bool {
        self.read(|game| game.session.can_claim()) == Some(true)
    }

    /// Offers the win if the friend has had no time for a while and does not say so.
    pub(super) fn watch_flag(&self) {
        let imp = self.imp();
        if !self.can_claim() {
            imp.connection.may_claim.set(false);
            return imp.connection.claiming.stop();
        }
        if imp.connection.may_claim.get() || imp.connection.claiming.runs() {
            return;
        }
        let offer = weak!(page = self, move || {
            page.imp().connection.may_claim.set(true);
            page.show_network();
        });
        imp.connection.claiming.start(GRACE, offer);
    }

    /// Asks the friend for another game.
    pub(super) fn ask_again(&self) {
        let name = self.read(|game| game.session.message().and_then(MessageGame::friend).map(ToString::to_string));
        self.services().network.ask_again();
        let name = name.flatten().unwrap_or_default();
        self.messages().answer(&gettext_f("Waiting for {name}", &[("name", &name)]));
    }

    fn focus_board(&self) {
        _ = self.imp().board.grab_focus();
    }
}

/// Returns the number of a line that is a move.
fn number_of_move(line: &Line) -> Option<u32> {
    let text = line.to_string();
    let (number, word) = text.split(' ').skip(3).zip(text.split(' ').skip(4)).next()?;
    number.parse().ok().filter(|_| line.kind() == LineKind::Turn && !word.starts_with('+'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_take_time() {
        let number = |line: &str| number_of_move(&Line::parse(line).unwrap());
        assert_eq!(number("nmm2 aaaqeayeaudao standard 4 f4 ibrnzy2d"), Some(4));
        assert_eq!(number("nmm2 aaaqeayeaudao standard 2 +draw jdifezj3"), None);
    }
}
