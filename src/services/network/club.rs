// SPDX-License-Identifier: GPL-3.0-or-later
//! The room of a tournament: seats the players who meet at tables, and enters their results.

use std::rc::Rc;
use std::time::Duration;

use morris::{ByColor, Color};
use morris_club::{Meeting, Tournament};
use morris_message::PlayerName;
use morris_play::setup::ClubGame;
use morris_room::{Clock, MemberId, Table, TableId, Watching};

use super::model::{Directing, Room};
use super::{Event, Link, NetworkService};

impl NetworkService {
    /// Opens a room for the open tournament, and calls `then`. Its members play if they have the
    /// names of players. Does nothing if the tournament has no name that others can read.
    pub fn open_for_club(self: &Rc<Self>, then: impl FnOnce() + 'static) {
        let opened = self.tournaments.id().zip(self.tournaments.now());
        let Some((file, tournament)) = opened else { return };
        let Some(name) = PlayerName::nearest(&tournament.settings().name) else { return };
        self.open_room(name, None, move |service| {
            service.directing.replace(Some(Directing::new(file)));
            service.pair();
            then();
        });
    }

    /// Returns whether the room is that of a tournament.
    #[must_use]
    pub fn is_club(&self) -> bool {
        self.directing.borrow().is_some()
    }

    /// Seats the players of the last round whose members are here, at the tables of their meetings.
    pub fn pair(&self) {
        let Some(tournament) = self.tournament() else { return };
        let round = tournament.rounds().len().saturating_sub(1);
        let meetings = tournament.rounds().last().map(|round| round.meetings.as_slice()).unwrap_or_default();
        for (table, meeting) in meetings.iter().enumerate() {
            self.seat_meeting(&tournament, round, table, meeting);
        }
    }

    fn seat_meeting(&self, tournament: &Tournament, round: usize, table: usize, meeting: &Meeting) {
        let Ok(id) = TableId::try_from(table + 1) else { return };
        let (Some(game), Some(file)) = (meeting.next_game(), self.tournaments.id()) else { return };
        let Some(players) = players(&self.room(), tournament, meeting, game) else { return };
        let seat = ClubGame { file: file.to_string(), round, table, game, no_help: true };
        let mut directing = self.directing.borrow_mut();
        let Some(Directing { seats, .. }) = &mut *directing else { return };
        if seats.insert(id, seat.clone()).as_ref() == Some(&seat) || has_table(&self.room(), id, players) {
            return;
        }
        drop(directing);
        let settings = tournament.settings();
        let seconds = |count: u32| Duration::from_secs(count.into());
        let clock =
            settings.clock.map(|clock| Clock { time: seconds(clock.time), increment: seconds(clock.increment) });
        let table = Table { id, game: None, players, rules: settings.rules, clock, watching: Watching::Open };
        if let Some(Link::Host(hosting)) = &*self.link.borrow() {
            hosting.room.set_table(table);
        }
    }

    /// Enters the results of games that are over, and seats their players again.
    pub(super) fn report_results(self: &Rc<Self>) {
        let over = {
            let (room, mut directing) = (self.room(), self.directing.borrow_mut());
            directing.as_mut().map(|directing| directing.take_ended(&room)).unwrap_or_default()
        };
        for (club, outcome) in over {
            let service = Rc::clone(self);
            glib::spawn_future_local(async move {
                if let Some(words) = service.tournaments.report_game(&club, outcome.winner()).await {
                    service.tell(Event::Words(words));
                }
                service.pair();
            });
        }
    }

    fn tournament(&self) -> Option<std::sync::Arc<Tournament>> {
        let directing = self.directing.borrow();
        let is_open =
            directing.as_ref().is_some_and(|directing| self.tournaments.id().as_ref() == Some(&directing.file));
        self.tournaments.now().filter(|_| is_open)
    }
}

/// Returns whether two players sit at a table already, and their game goes on.
fn has_table(room: &Room, id: TableId, players: ByColor<MemberId>) -> bool {
    room.tables().any(|table| table.id == id && table.players == players && room.outcome(table).is_none())
}

/// Returns the members who play a game of a meeting, if both are in the room.
fn players(room: &Room, tournament: &Tournament, meeting: &Meeting, game: usize) -> Option<ByColor<MemberId>> {
    let white = meeting.white(game);
    let black = if white == meeting.first { meeting.second } else { meeting.first };
    let member = |entrant: usize| room.member(&tournament.entrants().get(entrant)?.name);
    Some(ByColor { white: member(white)?, black: member(black)? })
        .filter(|players| players[Color::White] != players.black)
}

#[cfg(test)]
mod tests {
    use morris_club::{Change, Format, Order, Settings};
    use morris_room::{Presence, RoomRow};

    use super::*;

    #[test]
    fn a_program_in_the_room_takes_its_seat() {
        let format = Format::RoundRobin { cycles: 1, order: Order::Berger };
        let mut tournament = Tournament::new(Settings::new("Evening", format)).unwrap();
        for (name, program) in [("Ann", None), ("level:3", Some("level:3".to_owned()))] {
            tournament.change(&Change::Add { name: name.to_owned(), program }).unwrap();
        }
        tournament.change(&Change::Pair).unwrap();
        let meeting = &tournament.rounds()[0].meetings[0];
        let mut room = Room::default();
        let mut seats_after = |id: MemberId, name: &str| {
            room.take(RoomRow::Member { id, presence: Presence::Here, name: name.parse().unwrap() });
            players(&room, &tournament, meeting, 0)
                .map(|players| [players.white.min(players.black), players.white.max(players.black)])
        };
        assert_eq!(seats_after(1, "Ann"), None);
        assert_eq!(seats_after(2, "level:5"), None, "it is another program");
        assert_eq!(seats_after(3, "level:3"), Some([1, 3]));
    }
}
