// SPDX-License-Identifier: GPL-3.0-or-later
//! What the window knows about a room: its members, tables, and games.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use morris::{ByColor, Color};
use morris_message::{Line, LineKind, Onlooker, PlayerName};
use morris_play::persistence::TournamentId;
use morris_play::session::Contact;
use morris_play::setup::ClubGame;
use morris_room::{MemberId, Presence, RoomRow, Spent, Table, TableId};

use crate::text::describe::Arrival;

/// The member that hosts.
pub(super) const HOST: MemberId = 0;

/// The room that the user hosts or has joined.
#[derive(Debug, Default)]
pub struct Room {
    /// Number and name of the user's own place.
    own: Option<MemberId>,
    pub name: Option<PlayerName>,
    /// Whether rows go there and back now.
    pub is_connected: bool,
    members: BTreeMap<MemberId, (Presence, PlayerName)>,
    tables: BTreeMap<TableId, Table>,
    games: HashMap<String, Seen>,
}

/// The tournament of a room.
pub struct Directing {
    pub file: TournamentId,
    /// What the tables play.
    pub seats: HashMap<TableId, ClubGame>,
}

/// What is known of a game.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The game, once its invitation has come.
    pub onlooker: Option<Onlooker>,
    /// Time left, as the room has said last.
    pub left: Option<ByColor<Duration>>,
    pub watchers: u32,
}

/// What a row of the room means for the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Something is to be shown.
    Changed,
    /// The user writes the invitation to the game of this table.
    Invite(Table),
    /// A line of a game of the user. It comes back when the room has passed it on.
    Line { is_own: bool, line: Line },
    /// The friend’s time for the line that follows.
    Spent(Spent),
    /// Time left in a game.
    Left { game: String, left: ByColor<Duration> },
    /// A member has come or gone.
    Arrival { name: String, arrival: Arrival },
    /// The room lacks lines of a game of the user.
    Lacks,
    /// The game cannot be watched.
    NotWatchable,
}

impl Room {
    /// Remembers the own place, after each connection.
    pub fn enter(&mut self, own: MemberId, name: PlayerName) {
        (self.own, self.name, self.is_connected) = (Some(own), Some(name), true);
    }

    /// Takes in a row of the room.
    pub fn take(&mut self, row: RoomRow) -> Option<News> {
        match row {
            RoomRow::Member { id, presence, name } => return self.take_member(id, presence, name),
            RoomRow::Gone(id) => {
                let (_, name) = self.members.remove(&id)?;
                return Some(News::Arrival { name: name.to_string(), arrival: Arrival::Left });
            }
            RoomRow::Table(table) => return self.take_table(table),
            RoomRow::Line(writer, line) => return self.take_line(writer, line),
            RoomRow::Left { game, left } => {
                self.games.entry(game.clone()).or_default().left = Some(left);
                return Some(News::Left { game, left });
            }
            RoomRow::Spent(spent) => return self.plays(&spent.game).then_some(News::Spent(spent)),
            RoomRow::Watchers { game, count } => self.games.entry(game).or_default().watchers = count,
            RoomRow::Refused(morris_room::Refusal::Missing) => return Some(News::Lacks),
            RoomRow::Refused(morris_room::Refusal::Watch) => return Some(News::NotWatchable),
            RoomRow::Welcome(..) | RoomRow::Full | RoomRow::Closed | RoomRow::Refused(_) | RoomRow::Pong => {
                return None;
            }
        }
        Some(News::Changed)
    }

    fn take_member(&mut self, id: MemberId, presence: Presence, name: PlayerName) -> Option<News> {
        let before = self.members.insert(id, (presence, name.clone())).map(|(presence, _)| presence);
        let arrival = match (before, presence) {
            _ if Some(id) == self.own => return Some(News::Changed),
            (None, Presence::Here) => Arrival::SitsDown,
            (Some(Presence::Away(_)), Presence::Here) => Arrival::Back,
            (Some(Presence::Here), Presence::Away(_)) => Arrival::Away,
            _ => return Some(News::Changed),
        };
        Some(News::Arrival { name: name.to_string(), arrival })
    }

    fn take_table(&mut self, table: Table) -> Option<News> {
        let before = self.tables.insert(table.id, table.clone());
        let is_new = before.is_none_or(|before| before.players != table.players || before.game.is_some());
        let invites = is_new && table.game.is_none() && Some(table.players.white) == self.own;
        Some(if invites { News::Invite(table) } else { News::Changed })
    }

    fn take_line(&mut self, writer: MemberId, line: Line) -> Option<News> {
        let seen = self.games.entry(line.game().to_owned()).or_default();
        match &mut seen.onlooker {
            Some(onlooker) => _ = onlooker.read_line(&line).inspect_err(|error| tracing::info!("a line: {error}")),
            None if line.kind() == LineKind::Invitation => seen.onlooker = Onlooker::new(line.clone()).ok(),
            None => {}
        }
        let is_own = Some(writer) == self.own;
        Some(if self.plays(line.game()) { News::Line { is_own, line } } else { News::Changed })
    }

    /// Returns the tables by number.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values()
    }

    /// Returns the name of a member, or an empty one.
    #[must_use]
    pub fn name_of(&self, id: MemberId) -> String {
        self.members.get(&id).map(|(_, name)| name.to_string()).unwrap_or_default()
    }

    /// Returns the member with a name, in whatever case it is written.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<MemberId> {
        let folded = |name: &str| name.trim().to_lowercase();
        let is_it = |(_, (_, other)): &(&MemberId, &(Presence, PlayerName))| folded(other.as_str()) == folded(name);
        self.members.iter().find(is_it).map(|(id, _)| *id)
    }

    #[must_use]
    pub fn is_away(&self, id: MemberId) -> bool {
        self.members.get(&id).is_some_and(|(presence, _)| matches!(presence, Presence::Away(_)))
    }

    /// Returns what is known of a game.
    #[must_use]
    pub fn seen(&self, game: &str) -> Option<&Seen> {
        self.games.get(game)
    }

    /// Returns the table of a game.
    #[must_use]
    pub fn table_of(&self, game: &str) -> Option<&Table> {
        self.tables.values().find(|table| table.game.as_deref() == Some(game))
    }

    /// Returns the table where the user plays.
    #[must_use]
    pub fn own_table(&self) -> Option<&Table> {
        self.tables.values().find(|table| self.color_at(table).is_some())
    }

    /// Returns the color of the user at a table.
    #[must_use]
    pub fn color_at(&self, table: &Table) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| Some(table.players[color]) == self.own)
    }

    /// Returns whether the member who hosts plays at a table.
    #[must_use]
    pub fn is_host_at(&self, table: &Table) -> bool {
        [table.players.white, table.players.black].contains(&HOST)
    }

    /// Returns whether the user plays a game.
    #[must_use]
    pub fn plays(&self, game: &str) -> bool {
        self.table_of(game).is_some_and(|table| self.color_at(table).is_some())
    }

    /// Returns whether the friend of a game is present. `None` if the user does not play it in this
    /// room.
    #[must_use]
    pub fn contact(&self, game: &str) -> Option<Contact> {
        let table = self.table_of(game)?;
        let friend = table.players[self.color_at(table)?.other()];
        let is_here = self.is_connected && !self.is_away(friend);
        Some(if is_here { Contact::Here } else { Contact::Away })
    }
}

#[cfg(test)]
mod tests {
    use morris::Rules;
    use morris_message::{ColorChoice, MessageGame, Turn};
    use morris_room::Watching;

    use super::*;

    fn member(id: MemberId, presence: Presence, name: &str) -> RoomRow {
        RoomRow::Member { id, presence, name: name.parse().unwrap() }
    }

    fn table(game: Option<&str>) -> Table {
        let players = ByColor { white: 0, black: 1 };
        let (clock, watching) = (None, Watching::Open);
        Table { id: 1, game: game.map(str::to_owned), players, rules: Rules::STANDARD, clock, watching }
    }

    /// Returns a room in which the user is Ann, who hosts.
    fn hosted() -> Room {
        let mut room = Room::default();
        room.enter(0, "Ann".parse().unwrap());
        assert_eq!(room.take(member(0, Presence::Here, "Ann")), Some(News::Changed));
        room
    }

    #[test]
    fn members_come_and_go_once() {
        let mut room = hosted();
        let mut arrivals = Vec::new();
        let (here, away) = (Presence::Here, Presence::Away(Duration::ZERO));
        for row in [here, here, away, away, here].map(|presence| member(1, presence, "Bob")) {
            if let Some(News::Arrival { name, arrival }) = room.take(row) {
                assert_eq!(name, "Bob");
                arrivals.push(arrival);
            }
        }
        assert_eq!(arrivals, [Arrival::SitsDown, Arrival::Away, Arrival::Back]);
    }

    #[test]
    fn white_invites_once_and_lines_of_the_own_game_are_news() {
        let mut room = hosted();
        room.take(member(1, Presence::Here, "Bob"));
        assert_eq!(room.take(RoomRow::Table(table(None))), Some(News::Invite(table(None))));
        assert_eq!(room.take(RoomRow::Table(table(None))), Some(News::Changed));
        let mut ann =
            MessageGame::invite(Rules::STANDARD, ColorChoice::White, "Ann".parse().unwrap(), [1; 40]).unwrap();
        let bob = MessageGame::accept(&ann.whole(), "Bob".parse().unwrap(), [2; 32]).unwrap();
        let game = ann.invitation().game().to_owned();
        room.take(RoomRow::Table(table(Some(&game))));
        let line = |text: String| Line::parse(&text).unwrap();
        for (writer, line) in [(0, ann.invitation().clone()), (1, line(bob.last_line()))] {
            let news = News::Line { is_own: writer == 0, line: line.clone() };
            assert_eq!(room.take(RoomRow::Line(writer, line)), Some(news));
        }
        ann.read(&bob.last_line()).unwrap();
        let first = ann.write(Turn::parse("d6", Rules::STANDARD.board).unwrap()).unwrap().into_line();
        room.take(RoomRow::Line(0, line(first)));
        assert_eq!(room.seen(&game).unwrap().onlooker.as_ref().unwrap().game(), ann.game());
        assert_eq!(room.contact(&game), Some(Contact::Here));
        room.take(member(1, Presence::Away(Duration::ZERO), "Bob"));
        assert_eq!((room.contact(&game), room.contact("other")), (Some(Contact::Away), None));
        // A rematch.
        let swapped = Table { players: table(None).players.swapped(), ..table(None) };
        assert_eq!(room.take(RoomRow::Table(swapped)), Some(News::Changed), "Bob invites");
        assert_eq!(room.take(RoomRow::Table(table(None))), Some(News::Invite(table(None))));
    }
}
