// SPDX-License-Identifier: GPL-3.0-or-later
//! Games at tables in this network: opens, joins, and watches them. Their lines are those of games
//! by message, which the network delivers.

use std::rc::Rc;
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use super::Window;
use super::by_message::SCHEME;
use crate::compat::announcer::Again;
use crate::pages::app_page::{AppPage, Page};
use crate::pages::by_message::join_dialog;
use crate::pages::game::{Aside, GamePage, OpenGame};
use crate::pages::network::NetworkPage;
use crate::pages::setup::SetupPage;
use crate::pages::setup::friend::{inviter, wanted_color};
use crate::services::network::{Event, News, Offer, Seen};
use crate::text::describe::{self, Arrival};
use crate::text::i18n::gettext_f;
use crate::widgets::ask::{Last, confirm};
use crate::widgets::notice_bar::Notice;
use morris::Color;
use morris_message::{ColorChoice, Line, LineKind, MessageGame, PlayerName, Status};
use morris_play::persistence::{FinishedGame, SaveId, SavedGame};
use morris_play::session::{LastLine, Session};
use morris_play::setup::{GameSetup, NewGameOptions, Player};
use morris_room::{MemberRow, Table, Watching};

/// Beginning of a link to a table.
const ROOM: &str = "room/";

impl Window {
    /// Follows the room in this network.
    pub(super) fn follow_network(&self) {
        self.services().network.connect_for(self, Self::react_to_network);
    }

    fn react_to_network(&self, event: &Event) {
        match event {
            Event::News(News::Invite(table)) => self.invite_at_table(table),
            Event::News(News::InviteAgain(table)) => {
                let invited = self.imp().invited.borrow().clone().filter(|(id, _)| *id == table.id);
                match invited {
                    Some((_, line)) => self.services().network.send_line(line, None),
                    // It could not be saved.
                    None => self.invite_at_table(table),
                }
            }
            Event::News(News::Line { line, spent }) => self.take_network_line(line, *spent),
            Event::News(News::Return(game)) => {
                self.hand_in(game);
                self.watch_flags();
            }
            Event::News(News::Lacks(game)) => self.hand_in(game),
            Event::News(News::Refused(game)) => self.services().network.part(game),
            Event::News(News::Left(_)) => self.watch_flags(),
            Event::News(News::Parted) => self.tell(&gettext("The boards differ. The game can go on by message.")),
            Event::News(News::Arrival { name, arrival }) => self.tell_arrival(name, *arrival),
            Event::News(News::NotWatchable) => self.tell(&gettext("This game cannot be watched.")),
            Event::Call(name) => {
                // Translators: a player at a table in this network calls the teacher
                self.tell(&gettext_f("{name} calls you", &[("name", name)]));
            }
            Event::Words(words) => self.tell(words),
            // The dialog says it.
            Event::Ended(_) if self.imp().joining.borrow().upgrade().is_some_and(|form| form.waits()) => {}
            Event::Ended(error) => {
                self.tell(&describe::room_error(error));
                if self.page() == NetworkPage::ID {
                    self.back();
                }
            }
            Event::News(_) | Event::Connection | Event::Found => {}
        }
    }

    /// Opens a table with the choice on the set-up page. Says first what others will see.
    pub(super) fn ask_to_open_table(&self, choice: &NewGameOptions) {
        let Ok(name) = inviter(choice) else { return };
        if self.services().network.is_open() {
            return self.go(NetworkPage::ID);
        }
        let (heading, action) = (gettext("Open a Table?"), gettext("Open"));
        let body =
            gettext_f("People with the code will see the name {name} and your moves.", &[("name", name.as_str())]);
        if self.services().settings.read(|settings| settings.opened_table) {
            return self.open_table(choice);
        }
        let choice = choice.clone();
        confirm(self, (&heading, &body), None, (&action, Last::Default), move |window| {
            window.services().settings.change(|settings| settings.opened_table = true);
            window.open_table(&choice);
        });
    }

    fn open_table(&self, choice: &NewGameOptions) {
        let Ok(name) = inviter(choice) else { return };
        let color = match wanted_color(choice) {
            ColorChoice::White => Color::White,
            ColorChoice::Black => Color::Black,
            ColorChoice::Any if rand::random() => Color::White,
            ColorChoice::Any => Color::Black,
        };
        let clock = choice.clock.map(|clock| morris_room::Clock { time: clock.time, increment: clock.increment });
        let offer = Offer { name, rules: choice.rules, color, clock, watching: Watching::Open };
        self.services().settings.change(|settings| settings.choice.remember(&choice.game(color)));
        self.services().network.open(offer, self.way_to_table());
    }

    fn way_to_table(&self) -> impl FnOnce() + 'static {
        let window = self.downgrade();
        move || window.upgrade().iter().for_each(|window| window.go(NetworkPage::ID))
    }

    /// Opens a room for the open tournament. Says first what others will see.
    pub(super) fn ask_to_open_room(&self) {
        let network = &self.services().network;
        if network.is_open() {
            return self.go(NetworkPage::ID);
        }
        let is_preset = self.services().tournaments.now().is_some_and(|open| open.settings().rules.preset().is_some());
        if !is_preset {
            return self.say(&gettext("Custom rules cannot be played with a friend elsewhere."));
        }
        // Translators: a room in this network, in which the players of a tournament play
        let (heading, action) = (gettext("Open a Room?"), gettext("Open"));
        let body = gettext(
            "Players join with the code under their names in the tournament. They are seated by themselves, and their results come in.",
        );
        confirm(self, (&heading, &body), None, (&action, Last::Default), |window| {
            window.services().network.open_for_club(window.way_to_table());
        });
    }

    /// Opens the dialog that joins a table at an address, or at one that the user enters.
    pub(super) fn ask_to_join(&self, address: &str) {
        // Another connection would end the own room, or the game there.
        if self.services().network.is_needed() {
            self.go(NetworkPage::ID);
            return self.say(&gettext("You are at a table already."));
        }
        let setup = self.made::<SetupPage>();
        let host = setup.as_ref().and_then(|setup| setup.name_of_table(address));
        let saved = || self.services().settings.read(|settings| settings.choice.names[0].clone());
        let typed = setup.map(|setup| setup.choice().names[0].clone()).filter(|name| !name.is_empty());
        let name = typed.unwrap_or_else(saved);
        let joined = weak!(window = self, move |name: PlayerName| {
            window.services().settings.change(|settings| settings.choice.names[0] = name.to_string());
            window.go(NetworkPage::ID);
        });
        let form = join_dialog::open(self, host.as_deref(), address, &name, &self.services().network, joined);
        self.imp().joining.replace(form);
    }

    /// Writes the invitation to the game at a table. It is sent once it is on the disk.
    fn invite_at_table(&self, table: &Table) {
        let name = table.players.white;
        let name = self.services().network.room().name_of(name).parse();
        let Ok(name) = name else { return };
        self.imp().invited.take();
        match MessageGame::invite(table.rules, ColorChoice::White, name, rand::random()) {
            Ok(game) => self.begin_at_table(game, table),
            Err(error) => tracing::warn!("{error}"),
        }
    }

    fn begin_at_table(&self, game: MessageGame, table: &Table) {
        let (network, table_id) = (Rc::clone(&self.services().network), table.id);
        let line = Line::parse(&game.last_line());
        // The network delivers the line, so the user need not send it.
        let saved = SavedGame { last_line: LastLine::Sent, ..SavedGame::by_message(game) };
        let saved = saved.with_clock(table.clock.map(own_clock), None);
        self.save_new(saved, move |window, game| {
            let Some(game) = game else {
                // It is accepted when the invitation comes again, after the next break.
                window.imp().accepted_at_table.take();
                return;
            };
            // The user may keep an unsaved game on the page, and the friend must not wait for that.
            if let Ok(line) = line {
                let invitation = Some((table_id, line.clone())).filter(|_| line.kind() == LineKind::Invitation);
                window.imp().invited.replace(invitation);
                network.send_line(line, None);
            }
            if window.waits_for_game() {
                window.play(game);
            }
        });
    }

    /// Returns whether a game that begins at a table may come onto the page by itself.
    fn waits_for_game(&self) -> bool {
        match self.page() {
            NetworkPage::ID => true,
            GamePage::ID => !self.page_of::<GamePage>().is_unfinished(),
            _ => false,
        }
    }

    /// Takes a line of the friend. Accepts an invitation to the own table.
    fn take_network_line(&self, line: &Line, spent: Option<Duration>) {
        let page = self.made::<GamePage>().filter(|page| page.plays(line.game()));
        match page {
            Some(page) => {
                if page.take_from_network(line, spent) && self.page() != GamePage::ID {
                    let game = page.read(|game| game.session.message().cloned()).flatten();
                    game.iter().for_each(|game| self.tell_progress(game));
                }
            }
            None if line.kind() == LineKind::Invitation => self.accept_at_table(line),
            None => self.take_aside(line.clone(), spent),
        }
    }

    /// Takes a line of the friend into its saved game while another game is on the page.
    fn take_aside(&self, line: Line, spent: Option<Duration>) {
        let taken_line = line.clone();
        let taken = self.services().saves.work(move |store| {
            let Some(id) = store.message_game(taken_line.game())? else { return Ok(None) };
            let aside = OpenGame::restored(store.load(&id)?, Some(id.clone())).read_aside(&taken_line, spent);
            if let Aside::New(saved) = &aside {
                store.save(&id, saved)?;
            }
            Ok(Some((id, aside)))
        });
        let window = self.downgrade();
        glib::spawn_future_local(async move {
            let (taken, Some(window)) = (taken.await.flatten(), window.upgrade()) else { return };
            match taken {
                Some((id, Aside::New(saved))) => window.tell_of_aside(&id, &saved),
                Some((_, Aside::Missing)) => window.services().network.ask_for_lines_before(&line),
                Some((_, Aside::Differs)) => window.services().network.part(line.game()),
                Some((_, Aside::Known)) | None => {}
            }
        });
    }

    /// Gives the room all lines of a game that is not on the page: after a break, if the room lacks
    /// them, and when the user has no time left, which ends the game.
    fn hand_in(&self, game: &str) {
        if self.made::<GamePage>().is_some_and(|page| page.plays(game)) {
            return;
        }
        let lost = self.services().network.room().lost(game);
        let game = game.to_owned();
        let handed = self.services().saves.work(move |store| {
            let Some(id) = store.message_game(&game)? else { return Ok(None) };
            let (lines, saved) = OpenGame::restored(store.load(&id)?, Some(id.clone())).hand_in(lost);
            saved.iter().try_for_each(|saved| store.save(&id, saved).map(drop))?;
            Ok(Some((lines, saved.filter(|_| lost.is_some()).map(|saved| (id, saved)))))
        });
        let window = self.downgrade();
        glib::spawn_future_local(async move {
            let (Some((lines, ended)), Some(window)) = (handed.await.flatten(), window.upgrade()) else { return };
            lines.into_iter().for_each(|line| window.services().network.send_line(line, None));
            ended.iter().for_each(|(id, saved)| window.tell_of_aside(id, saved));
        });
    }

    /// Ends the games in which the user has no time left, and waits for the next such end.
    pub(super) fn watch_flags(&self) {
        let (over, going): (Vec<_>, Vec<_>) =
            self.services().network.room().own_clocks().into_iter().partition(|(_, left)| left.is_zero());
        for (game, _) in &over {
            match self.made::<GamePage>().filter(|page| page.plays(game)) {
                // The friend may have come back while another page was shown.
                Some(page) => page.resume(),
                None => self.hand_in(game),
            }
        }
        match going.iter().map(|(_, left)| *left).min() {
            Some(left) => self.imp().flags.start(left, weak!(window = self, move || window.watch_flags())),
            None => self.imp().flags.stop(),
        }
    }

    fn tell_of_aside(&self, id: &SaveId, saved: &SavedGame) {
        let finished = FinishedGame::of_save(id, saved);
        finished.into_iter().for_each(|game| self.services().statistics.add(game));
        saved.message.iter().for_each(|game| self.tell_progress(game));
    }

    /// Says what a line of the friend means for the user, who is elsewhere.
    fn tell_progress(&self, game: &MessageGame) {
        let name = [("name", game.friend().map_or("", |name| name.as_str()))];
        let words = match game.status() {
            Status::YourTurn | Status::YourAnswer(_) => gettext_f("It is your turn in the game with {name}", &name),
            Status::Over(_) => gettext_f("The game with {name} is over", &name),
            Status::NotAccepted | Status::FriendsTurn | Status::FriendsAnswer(_) => return,
        };
        let (window, game) = (self.downgrade(), game.invitation().game().to_owned());
        let show = move || window.upgrade().iter().for_each(|window| window.open_own(&game));
        self.show_notice(Notice::news(&words).with_button(&gettext("Show Game"), show));
    }

    fn accept_at_table(&self, invitation: &Line) {
        let network = &self.services().network;
        let table = network.room().table_of(invitation.game()).cloned();
        let Some(table) = table else { return };
        let Ok(name) = network.room().name_of(table.players.black).parse() else { return };
        let (line, known) = (invitation.clone(), invitation.game().to_owned());
        self.read_saved(
            move |store| store.message_game(&known),
            move |window, known| {
                // After a break, the invitation comes again.
                if known.is_some() || window.has_accepted(line.game()) {
                    return;
                }
                window.imp().accepted_at_table.replace(line.game().to_owned());
                match MessageGame::accept(&line.to_string(), name, rand::random()) {
                    Ok(game) => window.begin_at_table(game, &table),
                    Err(error) => window.tell(&describe::line_error(&error)),
                }
            },
        );
    }

    /// Returns whether an invitation has been accepted, also if its game is not saved yet, or no
    /// longer one by message.
    fn has_accepted(&self, game: &str) -> bool {
        let is_accepted = |seen: &Seen| seen.onlooker.as_ref().is_some_and(|onlooker| onlooker.guest().is_some());
        *self.imp().accepted_at_table.borrow() == game
            || self.services().network.room().seen(game).is_some_and(is_accepted)
    }

    fn tell_arrival(&self, name: &str, arrival: Arrival) {
        let words = describe::arrival(name, arrival);
        match self.page() {
            // The page shows it.
            NetworkPage::ID => self.announce(&words, Again::No),
            GamePage::ID if self.page_of::<GamePage>().shows_network() => self.announce(&words, Again::No),
            _ => self.tell(&words),
        }
    }

    /// Watches a game of the room, or returns to the own one.
    pub(super) fn watch(&self, game: &str) {
        let network = Rc::clone(&self.services().network);
        if network.room().plays(game) {
            return self.open_own(game);
        }
        let room = network.room();
        let Some(table) = room.table_of(game) else { return };
        if !network.may_watch(game) {
            return self.say(&gettext("This game cannot be watched."));
        }
        let friend = |color: Color| Player::Friend { name: Some(room.name_of(table.players[color])) };
        let players = morris::ByColor::from_fn(friend);
        let setup = GameSetup { players, clock: table.clock.map(own_clock), ..GameSetup::between_persons(table.rules) };
        drop(room);
        network.send(MemberRow::Want(game.to_owned()));
        let mut open = OpenGame::of(Session::new(setup, rand::random()));
        open.watched = Some(game.to_owned());
        self.play(open);
    }

    fn open_own(&self, game: &str) {
        if self.made::<GamePage>().is_some_and(|page| page.plays(game)) {
            return self.go(GamePage::ID);
        }
        let of = game.to_owned();
        self.read_saved(
            move |store| store.message_game(&of),
            |window, id| id.into_iter().for_each(|id| window.load(id)),
        );
    }

    /// Opens a link to a table. It only fills the form in.
    pub(super) fn open_room_link(&self, address: &str) {
        self.ask_to_join(address);
    }
}

/// Returns the address in a link to a table: `nine-mens-morris:room/ADDRESS/PORT/ROOM`.
pub(super) fn address_in(text: &str) -> Option<String> {
    let rest = text.trim().strip_prefix(SCHEME)?.strip_prefix(ROOM)?;
    // The desktop may have escaped the signs of an address of IPv6.
    let rest = glib::Uri::unescape_string(rest, None::<&str>).unwrap_or_else(|| rest.into());
    let (address, rest) = rest.split_once('/')?;
    let port: u16 = rest.split('/').next()?.parse().ok()?;
    let address = format!("{address}:{port}");
    address.parse::<morris_room::Address>().ok().map(|_| address)
}

fn own_clock(clock: morris_room::Clock) -> morris_play::setup::Clock {
    morris_play::setup::Clock { time: clock.time, increment: clock.increment }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_to_a_table_has_its_address() {
        let read = |text| address_in(text);
        assert_eq!(
            read("nine-mens-morris:room/192.168.1.20/24609/aaaqeayeaudao").as_deref(),
            Some("192.168.1.20:24609")
        );
        let local = Some("[fe80::1%wlan0]:4000");
        for text in ["room/[fe80::1%wlan0]/4000/aaaqeayeaudao", "room/%5Bfe80::1%25wlan0%5D/4000/aaaqeayeaudao"] {
            let link = format!("nine-mens-morris:{text}");
            assert_eq!(address_in(&link).as_deref(), local, "{text}");
        }
        for text in
            ["nine-mens-morris:nmm2/aaaqeayeaudao", "room/192.168.1.20/24609/x", "nine-mens-morris:room/x y/1/z"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
