// SPDX-License-Identifier: GPL-3.0-or-later
//! What the window knows about a room: its members, tables, and games.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use morris::{ByColor, Color, Outcome};
use morris_club::Tournament;
use morris_message::{Line, LineKind, Onlooker, PlayerName};
use morris_play::persistence::TournamentId;
use morris_play::session::Contact;
use morris_play::setup::ClubGame;
use morris_room::{MemberId, Presence, Refusal, RoomRow, Spent, Table, TableId};

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
    /// Whether the members who were here before the user are known, after each connection.
    knows_members: bool,
    /// Tables that the room has shown since the last connection.
    shown: HashSet<TableId>,
    members: BTreeMap<MemberId, Member>,
    tables: BTreeMap<TableId, Table>,
    games: HashMap<String, Seen>,
}

#[derive(Debug)]
struct Member {
    /// Since when the member is away. `None` if it is here.
    away_since: Option<Instant>,
    name: PlayerName,
}

/// The tournament of a room.
pub struct Directing {
    pub file: TournamentId,
    /// The tournament as it was last seen here.
    pub tournament: Arc<Tournament>,
    /// What the tables play.
    pub seats: HashMap<TableId, Seat>,
    /// Games whose results have been entered, or are being entered.
    pub reported: HashSet<String>,
}

/// A game of a tournament at a table.
#[derive(Clone)]
pub struct Seat {
    pub club: ClubGame,
    /// Those who meet, by their numbers in the tournament.
    pub pair: [usize; 2],
    pub players: ByColor<MemberId>,
}

impl Directing {
    pub fn new(file: TournamentId, tournament: Arc<Tournament>) -> Self {
        Self { file, tournament, seats: HashMap::new(), reported: HashSet::new() }
    }

    /// Returns the games at tables of the tournament that have ended, each of them once. The table
    /// of the room can still have an earlier game, although the next one has been seated.
    pub fn take_ended(&mut self, room: &Room) -> Vec<(String, ClubGame, Outcome)> {
        let ended = room.tables().filter_map(|table| Some((table, table.game.as_ref()?, room.outcome(table)?)));
        let taken = ended.filter_map(|(table, game, outcome)| {
            let seat = self.seats.get(&table.id).filter(|seat| seat.players == table.players)?;
            self.reported.insert(game.clone()).then(|| (game.clone(), seat.club.clone(), outcome))
        });
        taken.collect()
    }
}

/// What is known of a game.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The game, once its invitation has come.
    pub onlooker: Option<Onlooker>,
    /// Time left, and when the room has said so.
    left: Option<(ByColor<Duration>, Instant)>,
    /// Time that the line that follows has taken.
    spent: Option<Duration>,
    pub watchers: u32,
    /// Whether a player plays the game no longer in this room.
    pub is_parted: bool,
}

impl Seen {
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.onlooker.as_ref()?.game().outcome()
    }

    fn goes_on(&self) -> bool {
        self.outcome().is_none() && !self.is_parted
    }
}

/// What a row of the room means for the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Something is to be shown.
    Changed,
    /// The user writes the invitation to the game of this table.
    Invite(Table),
    /// The invitation to the game of this table has not reached the room.
    InviteAgain(Table),
    /// A line of the friend in a game of the user, and the time that it took.
    Line { line: Line, spent: Option<Duration> },
    /// The connection is back, and the room may lack lines of this game of the user.
    Return(String),
    /// A program has left a game of the user, because the boards differ.
    Parted,
    /// There is a new time left in this game.
    Left(String),
    /// A member has come or gone.
    Arrival { name: String, arrival: Arrival },
    /// The room lacks lines of this game of the user.
    Lacks(String),
    /// The room has refused a line of the user in this game.
    Refused(String),
    /// The game cannot be watched.
    NotWatchable,
}

impl Room {
    /// Remembers the own place, after each connection.
    pub fn enter(&mut self, own: MemberId, name: PlayerName) {
        (self.own, self.name, self.is_connected, self.knows_members) = (Some(own), Some(name), true, false);
        self.shown.clear();
    }

    /// Takes in a row of the room.
    pub fn take(&mut self, row: RoomRow) -> Option<News> {
        match row {
            RoomRow::Member { id, presence, name } => return self.take_member(id, presence, name),
            RoomRow::Gone(id) => {
                let name = self.members.remove(&id)?.name.to_string();
                return Some(News::Arrival { name, arrival: Arrival::Left });
            }
            RoomRow::Table(table) => return self.take_table(table),
            RoomRow::Line(writer, line) => return self.take_line(writer, line),
            RoomRow::Left { game, left } => {
                self.games.entry(game.clone()).or_default().left = Some((left, Instant::now()));
                return Some(News::Left(game));
            }
            RoomRow::Spent(Spent { game, time, .. }) => {
                self.games.entry(game).or_default().spent = Some(time);
                return None;
            }
            RoomRow::Watchers { game, count } => self.games.entry(game).or_default().watchers = count,
            RoomRow::Part(game) => {
                let was_parted = std::mem::replace(&mut self.games.entry(game.clone()).or_default().is_parted, true);
                let news = if self.plays(&game) { News::Parted } else { News::Changed };
                return Some(news).filter(|_| !was_parted);
            }
            RoomRow::Refused(Refusal::Missing, game) => return Some(News::Lacks(game)),
            RoomRow::Refused(Refusal::Line, game) => return Some(News::Refused(game)),
            RoomRow::Refused(Refusal::Watch, _) => return Some(News::NotWatchable),
            RoomRow::Welcome(..) | RoomRow::Full | RoomRow::Closed | RoomRow::Refused(..) | RoomRow::Pong => {
                return None;
            }
        }
        Some(News::Changed)
    }

    fn take_member(&mut self, id: MemberId, presence: Presence, name: PlayerName) -> Option<News> {
        let away_since = match presence {
            Presence::Here => None,
            Presence::Away(time) => Some(Instant::now().checked_sub(time).unwrap_or_else(Instant::now)),
        };
        let before = self.members.insert(id, Member { away_since, name: name.clone() });
        let arrival = match (before.map(|before| before.away_since.is_some()), away_since.is_some()) {
            _ if Some(id) == self.own => {
                // The room sends the own row after those of the others.
                self.knows_members = true;
                return Some(News::Changed);
            }
            (None, false) if self.knows_members => Arrival::SitsDown,
            (Some(true), false) => Arrival::Back,
            (Some(false), true) => Arrival::Away,
            _ => return Some(News::Changed),
        };
        Some(News::Arrival { name: name.to_string(), arrival })
    }

    fn take_table(&mut self, table: Table) -> Option<News> {
        let is_return = self.shown.insert(table.id) && self.color_at(&table).is_some();
        let before = self.tables.insert(table.id, table.clone());
        let is_new = before.is_none_or(|before| before.players != table.players || before.game.is_some());
        let invites = table.game.is_none() && Some(table.players.white) == self.own;
        Some(match table.game {
            None if invites && is_new => News::Invite(table),
            None if invites && is_return => News::InviteAgain(table),
            Some(game) if is_return => News::Return(game),
            _ => News::Changed,
        })
    }

    fn take_line(&mut self, writer: MemberId, line: Line) -> Option<News> {
        let seen = self.games.entry(line.game().to_owned()).or_default();
        match &mut seen.onlooker {
            Some(onlooker) => _ = onlooker.read_line(&line).inspect_err(|error| tracing::info!("a line: {error}")),
            None if line.kind() == LineKind::Invitation => seen.onlooker = Onlooker::new(line.clone()).ok(),
            None => {}
        }
        let spent = seen.spent.take();
        // An own line comes back once the room has passed it on.
        let is_friends = Some(writer) != self.own && self.plays(line.game());
        Some(if is_friends { News::Line { line, spent } } else { News::Changed })
    }

    /// Returns the tables by number.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values()
    }

    /// Returns the name of a member, or an empty one.
    #[must_use]
    pub fn name_of(&self, id: MemberId) -> String {
        self.members.get(&id).map(|member| member.name.to_string()).unwrap_or_default()
    }

    /// Returns whether a member has a name, in whatever case it is written.
    #[must_use]
    pub fn is_called(&self, id: MemberId, name: &str) -> bool {
        let folded = |name: &str| name.trim().to_lowercase();
        self.members.get(&id).is_some_and(|member| folded(member.name.as_str()) == folded(name))
    }

    /// Returns the member with a name, in whatever case it is written. One who is here is before
    /// one who is away, and then the same case before another one.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<MemberId> {
        let is_it = |(id, _): &(&MemberId, &Member)| self.is_called(**id, name);
        let rank =
            |(_, member): &(&MemberId, &Member)| (member.away_since.is_some(), member.name.as_str() != name.trim());
        self.members.iter().filter(is_it).min_by_key(rank).map(|(id, _)| *id)
    }

    #[must_use]
    pub fn is_away(&self, id: MemberId) -> bool {
        self.away_for(id).is_some()
    }

    /// Returns how long a member is away. `None` if the member is here.
    #[must_use]
    pub fn away_for(&self, id: MemberId) -> Option<Duration> {
        Some(self.members.get(&id)?.away_since?.elapsed())
    }

    /// Returns the longest time for which a player of a table is away.
    #[must_use]
    pub fn absence_at(&self, table: &Table) -> Option<Duration> {
        [table.players.white, table.players.black].into_iter().filter_map(|player| self.away_for(player)).max()
    }

    /// Returns what is known of a game.
    #[must_use]
    pub fn seen(&self, game: &str) -> Option<&Seen> {
        self.games.get(game)
    }

    /// Returns the time left in a game now.
    #[must_use]
    pub fn left(&self, game: &str) -> Option<ByColor<Duration>> {
        let seen = self.games.get(game)?;
        let (mut left, told) = seen.left?;
        if let Some(side) = self.running(game) {
            left[side] = left[side].saturating_sub(told.elapsed());
        }
        Some(left)
    }

    /// Returns the side whose clock runs in a game.
    fn running(&self, game: &str) -> Option<Color> {
        let seen = self.games.get(game).filter(|seen| self.is_connected && !seen.is_parted)?;
        self.absence_at(self.table_of(game)?).is_none().then_some(())?;
        seen.onlooker.as_ref()?.to_write()
    }

    /// Returns the games in which the clock of the user runs, and the time left.
    #[must_use]
    pub fn own_clocks(&self) -> Vec<(String, Duration)> {
        let clock = |table: &Table| {
            let (game, own) = (table.game.clone()?, self.color_at(table)?);
            let left = self.left(&game).filter(|_| self.running(&game) == Some(own))?;
            Some((game, left[own]))
        };
        self.tables().filter_map(clock).collect()
    }

    /// Returns the time left in a game in which the user has none.
    #[must_use]
    pub fn lost(&self, game: &str) -> Option<ByColor<Duration>> {
        let is_lost = self.own_clocks().iter().any(|(of, left)| of == game && left.is_zero());
        self.left(game).filter(|_| is_lost)
    }

    /// Returns the games of the user that are no longer played in this room.
    #[must_use]
    pub fn parted(&self) -> Vec<String> {
        let parted = self.games.iter().filter(|(game, seen)| seen.is_parted && self.plays(game));
        parted.map(|(game, _)| game.clone()).collect()
    }

    /// Returns the table of a game.
    #[must_use]
    pub fn table_of(&self, game: &str) -> Option<&Table> {
        self.tables.values().find(|table| table.game.as_deref() == Some(game))
    }

    /// Returns the outcome of the game at a table.
    #[must_use]
    pub fn outcome(&self, table: &Table) -> Option<Outcome> {
        self.seen(table.game.as_deref()?)?.outcome()
    }

    fn own_tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values().filter(|table| self.color_at(table).is_some())
    }

    /// Returns the table where the user plays. A game that goes on is before one that is over.
    #[must_use]
    pub fn own_table(&self) -> Option<&Table> {
        self.own_tables().min_by_key(|table| table.game.is_some() && !self.goes_on(table))
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

    /// Returns whether a game of the user goes on.
    #[must_use]
    pub fn plays_now(&self) -> bool {
        self.own_tables().any(|table| self.goes_on(table))
    }

    /// Returns whether the game at a table has begun and goes on in this room.
    fn goes_on(&self, table: &Table) -> bool {
        table.game.as_deref().is_some_and(|game| self.seen(game).is_none_or(Seen::goes_on))
    }

    /// Returns whether the friend of a game is present. `None` if the user does not play it in this
    /// room, or no longer.
    #[must_use]
    pub fn contact(&self, game: &str) -> Option<Contact> {
        let table = self.table_of(game).filter(|_| self.seen(game).is_none_or(|seen| !seen.is_parted))?;
        let friend = table.players[self.color_at(table)?.other()];
        let is_here = self.is_connected && !self.is_away(friend);
        Some(if is_here { Contact::Here } else { Contact::Away })
    }
}

#[cfg(test)]
mod tests {
    use morris::Rules;
    use morris_club::{Format, Order, Settings};
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
    fn the_name_of_a_member_here_is_before_that_of_one_away() {
        let (mut room, away) = (hosted(), Presence::Away(Duration::ZERO));
        room.take(member(1, away, "Bob"));
        assert_eq!((room.member(" bob "), room.member("Bob 2")), (Some(1), None));
        room.take(member(2, Presence::Here, "bob"));
        assert_eq!(room.member("Bob"), Some(2));
        room.take(member(2, away, "bob"));
        assert_eq!((room.member("Bob"), room.member("bob")), (Some(1), Some(2)));
    }

    #[test]
    fn members_from_before_a_return_do_not_arrive() {
        let mut room = Room::default();
        room.enter(1, "Bob".parse().unwrap());
        let mut arrivals = Vec::new();
        let mut come = |room: &mut Room, id, name| {
            if let Some(News::Arrival { name, .. }) = room.take(member(id, Presence::Here, name)) {
                arrivals.push(name);
            }
        };
        for (id, name) in [(0, "Ann"), (2, "Cem"), (1, "Bob"), (3, "Dora")] {
            come(&mut room, id, name);
        }
        room.enter(1, "Bob".parse().unwrap());
        for (id, name) in [(0, "Ann"), (2, "Cem"), (3, "Dora"), (4, "Eve"), (1, "Bob"), (5, "Fay")] {
            come(&mut room, id, name);
        }
        assert_eq!(arrivals, ["Dora", "Fay"]);
    }

    /// Returns the name and the rows of a game that Ann has resigned.
    fn resigned() -> (String, Vec<RoomRow>) {
        let mut ann =
            MessageGame::invite(Rules::STANDARD, ColorChoice::White, "Ann".parse().unwrap(), [1; 40]).unwrap();
        let mut lines = vec![ann.last_line()];
        let bob = MessageGame::accept(&ann.whole(), "Bob".parse().unwrap(), [2; 32]).unwrap();
        lines.push(bob.last_line());
        ann.read(&bob.last_line()).unwrap();
        lines.push(ann.write(Turn::parse("+resign", Rules::STANDARD.board).unwrap()).unwrap().into_line());
        let row = |line: &String| RoomRow::Line(0, Line::parse(line).unwrap());
        (ann.invitation().game().to_owned(), lines.iter().map(row).collect())
    }

    /// Returns a room with a game against Bob that Ann has just begun, and the name of the game.
    fn playing() -> (Room, String) {
        let (mut room, (game, rows)) = (hosted(), resigned());
        room.take(member(1, Presence::Here, "Bob"));
        room.take(RoomRow::Table(table(Some(&game))));
        rows.into_iter().take(2).for_each(|row| _ = room.take(row));
        (room, game)
    }

    #[test]
    fn a_game_that_a_program_has_left_is_not_played_in_the_room() {
        let (mut room, game) = playing();
        assert_eq!((room.contact(&game), room.plays_now()), (Some(Contact::Here), true));
        let part = |game: &str| RoomRow::Part(game.to_owned());
        assert_eq!(
            [part(&game), part(&game), part("other")].map(|row| room.take(row)),
            [Some(News::Parted), None, Some(News::Changed)],
            "watchers see it stop"
        );
        room.enter(0, "Ann".parse().unwrap());
        assert_eq!((room.contact(&game), room.plays_now()), (None, false), "also after a break");
        assert_eq!(room.parted(), [game]);
    }

    #[test]
    fn an_own_game_is_news_once_after_each_return() {
        let (mut room, game) = playing();
        for expected in [News::Changed, News::Return(game.clone()), News::Changed] {
            if expected != News::Changed {
                room.enter(0, "Ann".parse().unwrap());
            }
            assert_eq!(room.take(RoomRow::Table(table(Some(&game)))), Some(expected));
        }
        let players = ByColor { white: 2, black: 1 };
        let other = Table { id: 2, players, ..table(Some("other")) };
        assert_eq!(room.take(RoomRow::Table(other)), Some(News::Changed), "others play it");
    }

    #[test]
    fn the_own_clock_ends_only_while_it_runs() {
        let (mut room, game) = playing();
        let left = ByColor { white: Duration::ZERO, black: Duration::from_secs(9) };
        room.take(RoomRow::Left { game: game.clone(), left });
        assert_eq!((room.own_clocks(), room.lost(&game)), (vec![(game.clone(), Duration::ZERO)], Some(left)));
        room.take(member(1, Presence::Away(Duration::ZERO), "Bob"));
        assert_eq!((room.own_clocks(), room.lost(&game)), (vec![], None));
        room.take(member(1, Presence::Here, "Bob"));
        room.take(RoomRow::Left { game: game.clone(), left: left.swapped() });
        assert_eq!(room.lost(&game), None);
    }

    #[test]
    fn a_game_that_goes_on_is_before_one_that_is_over() {
        let mut room = hosted();
        let (over, rows) = resigned();
        room.take(RoomRow::Table(table(Some(&over))));
        assert!(room.plays_now());
        rows.into_iter().for_each(|row| _ = room.take(row));
        assert_eq!((room.plays_now(), room.own_table().unwrap().id), (false, 1));
        room.take(RoomRow::Table(Table { id: 2, ..table(Some("other")) }));
        assert_eq!((room.plays_now(), room.own_table().unwrap().id), (true, 2));
    }

    #[test]
    fn a_result_is_entered_once_for_the_players_of_its_table() {
        let mut room = hosted();
        let (over, rows) = resigned();
        room.take(RoomRow::Table(table(Some(&over))));
        rows.into_iter().for_each(|row| _ = room.take(row));
        let file = TournamentId::new("evening").unwrap();
        let format = Format::RoundRobin { cycles: 1, order: Order::Berger };
        let tournament = Tournament::new(Settings::new("Evening", format)).unwrap();
        let club = |game| ClubGame { file: file.to_string(), round: 0, table: 0, game, pair: None, no_help: true };
        let seat = |game, players| Seat { club: club(game), pair: [0, 1], players };
        let players = table(None).players;
        let mut directing = Directing::new(file.clone(), Arc::new(tournament));
        // The row of the table with the next game is still on its way.
        directing.seats.insert(1, seat(1, players.swapped()));
        assert!(directing.take_ended(&room).is_empty());
        directing.seats.insert(1, seat(0, players));
        let taken = directing.take_ended(&room);
        assert!(
            matches!(taken.as_slice(), [(_, ended, Outcome::Win { winner: Color::Black, .. })] if *ended == club(0))
        );
        for game in [0, 2] {
            directing.seats.insert(1, seat(game, players));
            assert!(directing.take_ended(&room).is_empty());
        }
    }

    #[test]
    fn white_invites_once_and_lines_of_the_own_game_are_news() {
        let mut room = hosted();
        room.take(member(1, Presence::Here, "Bob"));
        assert_eq!(room.take(RoomRow::Table(table(None))), Some(News::Invite(table(None))));
        assert_eq!(room.take(RoomRow::Table(table(None))), Some(News::Changed));
        room.enter(0, "Ann".parse().unwrap());
        assert_eq!(room.take(RoomRow::Table(table(None))), Some(News::InviteAgain(table(None))), "it was lost");
        let mut ann =
            MessageGame::invite(Rules::STANDARD, ColorChoice::White, "Ann".parse().unwrap(), [1; 40]).unwrap();
        let bob = MessageGame::accept(&ann.whole(), "Bob".parse().unwrap(), [2; 32]).unwrap();
        let game = ann.invitation().game().to_owned();
        room.take(RoomRow::Table(table(Some(&game))));
        let line = |text: String| Line::parse(&text).unwrap();
        assert_eq!(room.take(RoomRow::Line(0, ann.invitation().clone())), Some(News::Changed), "it is an own line");
        let (time, accepted) = (Duration::from_secs(2), line(bob.last_line()));
        assert_eq!(room.take(RoomRow::Spent(Spent { game: game.clone(), number: 2, time })), None);
        for spent in [Some(time), None] {
            let news = News::Line { line: accepted.clone(), spent };
            assert_eq!(room.take(RoomRow::Line(1, accepted.clone())), Some(news));
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
