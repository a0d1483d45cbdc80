// SPDX-License-Identifier: GPL-3.0-or-later
//! The hub of a room: one thread that owns its members, tables, and games.

use std::collections::{BTreeMap, HashSet};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use morris::ByColor;
use morris_message::{Line, LineKind, PlayerName};

use crate::channel::Writer;
use crate::door::Door;
use crate::error::RoomError;
use crate::event::{Keeper, RoomEvent};
use crate::kept::{KeptMember, KeptRoom, KeptTable, write};
use crate::limits::{ABSENCE, BETWEEN_RETURNS, MAX_MEMBERS, MAX_TABLES, MAX_TIME, QUEUE, SILENCE, WRITE_TIME};
use crate::pairing::Entrant;
use crate::rows::{MemberId, MemberRow, Presence, Refusal, ReturnKey, RoomRow, Spent, Table, TableId};
use crate::seats::{Seats, Taken};
use crate::threads::spawn;

/// Number of the program that hosts the room.
pub(crate) const HOST: MemberId = 0;
/// How often the hub looks for silent members, if there are any.
const TICK: Duration = Duration::from_secs(1);

/// What comes to a hub. The queue has no limit. Each member may only add to it at a limited rate.
pub(crate) enum Input {
    Arrived(Arrival),
    Row {
        connection: u64,
        row: MemberRow,
    },
    Lost {
        connection: u64,
    },
    /// There is a new code.
    Code,
    /// The owner writes a row, adds or changes a table, ends the room for good, or ends the program
    /// that hosts it.
    Own(MemberRow),
    Table(Table),
    Close,
    Leave,
}

/// A connection that has become secret.
pub(crate) struct Arrival {
    pub connection: u64,
    pub entrant: Entrant,
    pub name: PlayerName,
    pub stream: TcpStream,
    pub writer: Writer,
}

struct Member {
    name: PlayerName,
    key: ReturnKey,
    connection: Option<Connection>,
    arrived: Option<Instant>,
    /// When its last connection ended or, before the first one, when this was made.
    left: Instant,
}

impl Member {
    fn new(name: PlayerName, key: ReturnKey) -> Self {
        Self { name, key, connection: None, arrived: None, left: Instant::now() }
    }

    fn is_hasty(&self) -> bool {
        self.arrived.is_some_and(|at| at.elapsed() < BETWEEN_RETURNS)
    }
}

struct Connection {
    id: u64,
    queue: SyncSender<Arc<str>>,
    stream: TcpStream,
    /// Time of the last row.
    last_row: Instant,
    wants: HashSet<String>,
}

pub(crate) struct Hub {
    door: Arc<Door>,
    port: u16,
    owner: Keeper,
    members: BTreeMap<MemberId, Member>,
    /// Number of the next new member.
    next: MemberId,
    tables: BTreeMap<TableId, Seats>,
    /// Each writer has a copy until it has written everything.
    writers: Arc<()>,
    /// Whether times have changed since they were kept.
    is_stale: bool,
    ticked: Instant,
}

impl Hub {
    /// Also takes the members and tables of an earlier program.
    pub fn new(door: Arc<Door>, port: u16, kept: Option<KeptRoom>, owner: Keeper) -> Self {
        let (mut next, mut members, mut tables) = (HOST + 1, BTreeMap::new(), BTreeMap::new());
        if let Some(kept) = kept {
            next = kept.next.max(next);
            for KeptMember { id, name, key } in kept.members {
                door.set_key(id, Some(key.clone()));
                members.insert(id, Member::new(name, key));
            }
            for KeptTable { row, left } in kept.tables {
                let left = left.map(|left| left.map(Duration::from_millis));
                tables.insert(row.id, Seats::new(row, left.map(|[white, black]| ByColor { white, black })));
            }
        }
        let (writers, is_stale, ticked) = (Arc::default(), false, Instant::now());
        Self { door, port, owner, members, next, tables, writers, is_stale, ticked }
    }

    /// Runs until the owner closes or leaves the room.
    pub fn run(mut self, inputs: &Receiver<Input>) {
        self.keep();
        self.owner.tell(RoomEvent::Code(self.door.newest_code()));
        self.owner.tell(RoomEvent::Here { member: HOST, room: self.door.name.clone() });
        self.send(&[HOST], &self.state(HOST));
        loop {
            match self.next_input(inputs) {
                Ok(Input::Close) => return self.close(),
                Ok(Input::Leave) | Err(RecvTimeoutError::Disconnected) => return self.leave(),
                Ok(input) => self.take(input),
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.tick();
        }
    }

    /// Waits for an input. Without members, and with everything kept, it waits without waking up.
    fn next_input(&self, inputs: &Receiver<Input>) -> Result<Input, RecvTimeoutError> {
        let is_alone = self.members.values().all(|member| member.connection.is_none());
        let is_idle = is_alone && !self.is_stale && self.owner.is_kept();
        if is_idle { inputs.recv().map_err(RecvTimeoutError::from) } else { inputs.recv_timeout(TICK) }
    }

    fn take(&mut self, input: Input) {
        match input {
            Input::Arrived(arrival) => self.arrive(arrival),
            Input::Row { connection, row } => {
                if let Some(member) = self.note_row(connection) {
                    self.row(member, row);
                }
            }
            Input::Lost { connection } => {
                if let Some(member) = self.note_row(connection) {
                    self.lose(member);
                }
            }
            Input::Code => {
                self.keep();
                self.owner.tell(RoomEvent::Code(self.door.newest_code()));
            }
            Input::Own(row) => self.row(HOST, row),
            Input::Table(table) => self.set_table(table),
            Input::Close | Input::Leave => {}
        }
    }

    /// Does what is due each second.
    fn tick(&mut self) {
        if self.ticked.elapsed() < TICK {
            return;
        }
        self.ticked = Instant::now();
        if self.is_stale || !self.owner.is_kept() {
            self.keep();
        }
        let is_silent = |member: &Member| member.connection.as_ref().is_some_and(|it| it.last_row.elapsed() > SILENCE);
        let silent: Vec<_> = self.members.iter().filter(|(_, member)| is_silent(member)).map(|(id, _)| *id).collect();
        silent.into_iter().for_each(|member| self.lose(member));
    }

    /// Returns the member with this connection, and notes that it is not silent.
    fn note_row(&mut self, connection: u64) -> Option<MemberId> {
        self.members.iter_mut().find_map(|(&id, member)| {
            let found = member.connection.as_mut().filter(|it| it.id == connection)?;
            found.last_row = Instant::now();
            Some(id)
        })
    }

    fn arrive(&mut self, Arrival { connection, entrant, name, stream, mut writer }: Arrival) {
        let known = match entrant {
            // A member that comes and goes must not flood the others.
            Entrant::Member(id) if self.members.get(&id).is_some_and(Member::is_hasty) => return writer.end(),
            Entrant::Member(id) => self.members.contains_key(&id).then_some(id),
            Entrant::New { .. } => self.add_member(name),
        };
        let Some(id) = known else {
            _ = writer.write(&format!("{}\n", RoomRow::Full));
            writer.end();
            return;
        };
        let (queue, rows) = sync_channel::<Arc<str>>(QUEUE);
        let writing = self.writers.clone();
        let write = move || {
            let _writing = writing;
            // The rest of a queue is written, if possible, after the hub has dropped its end.
            _ = rows.iter().try_for_each(|rows| writer.write(&rows));
            writer.end();
        };
        if spawn("room writer", write).is_err() {
            return;
        }
        self.lose(id);
        if let Some(member) = self.members.get_mut(&id) {
            let wants = HashSet::new();
            member.arrived = Some(Instant::now());
            member.connection = Some(Connection { id: connection, queue, stream, last_row: Instant::now(), wants });
            let welcome = RoomRow::Welcome(id, member.key.clone());
            let rows: Vec<_> = [welcome].into_iter().chain(self.state(id)).collect();
            self.send(&[id], &rows);
        }
        self.show(id);
    }

    /// Adds a member, and returns its number, or `None` if the room is full or cannot keep it.
    fn add_member(&mut self, name: PlayerName) -> Option<MemberId> {
        if !self.owner.is_kept() {
            return None;
        }
        if let Some(id) = self.absent_member(&name) {
            return self.give_place(id);
        }
        let is_full = self.members.len() >= MAX_MEMBERS;
        let idle = if is_full { Some(self.idle_member()?) } else { None };
        let idle = idle.and_then(|id| self.members.remove_entry(&id));
        let (id, key, name) = (self.next, ReturnKey::random(), self.free_name(name));
        self.next += 1;
        self.members.insert(id, Member::new(name, key.clone()));
        if !self.keep() {
            self.members.remove(&id);
            self.members.extend(idle);
            self.next = id;
            return None;
        }
        self.door.set_key(id, Some(key));
        if let Some((idle, _)) = idle {
            self.tell_gone(idle);
        }
        Some(id)
    }

    /// Returns the member with this name who has been away for a while and plays no game that goes
    /// on. A person who joins with this name has probably lost the key.
    fn absent_member(&self, name: &PlayerName) -> Option<MemberId> {
        let plays_on = |id| self.tables.values().any(|seats| seats.color_of(id).is_some() && seats.goes_on());
        let is_it = |(id, member): &(&MemberId, &Member)| {
            let is_absent = member.connection.is_none() && member.left.elapsed() > ABSENCE;
            member.name == *name && is_absent && !plays_on(**id)
        };
        self.members.iter().find(is_it).map(|(&id, _)| id)
    }

    /// Gives the place of a member to a newcomer, with a new key. Returns `None` if the room cannot
    /// keep that.
    fn give_place(&mut self, id: MemberId) -> Option<MemberId> {
        let key = ReturnKey::random();
        let old = std::mem::replace(&mut self.members.get_mut(&id)?.key, key.clone());
        if !self.keep() {
            self.members.get_mut(&id)?.key = old;
            return None;
        }
        self.door.set_key(id, Some(key));
        Some(id)
    }

    /// Returns a member who can make room for another one.
    fn idle_member(&self) -> Option<MemberId> {
        let is_idle = |(id, member): &(&MemberId, &Member)| member.connection.is_none() && !self.plays(**id);
        self.members.iter().find(is_idle).map(|(&id, _)| id)
    }

    /// Returns the name or, if a member has it, one like it with a number.
    fn free_name(&self, name: PlayerName) -> PlayerName {
        let is_free =
            |name: &PlayerName| *name != self.door.name && self.members.values().all(|member| member.name != *name);
        let start: String = name.as_str().chars().take(28).collect();
        let numbered = (2..).map_while(|number| PlayerName::nearest(&format!("{start} {number}")));
        std::iter::once(name.clone()).chain(numbered).find(is_free).unwrap_or(name)
    }

    fn plays(&self, member: MemberId) -> bool {
        self.tables.values().any(|seats| seats.color_of(member).is_some())
    }

    fn remove(&mut self, member: MemberId) {
        self.lose(member);
        self.members.remove(&member);
        self.keep();
        self.tell_gone(member);
    }

    fn tell_gone(&mut self, member: MemberId) {
        self.door.set_key(member, None);
        self.send_everyone(RoomRow::Gone(member));
    }

    /// Ends the connection of a member.
    fn lose(&mut self, id: MemberId) {
        let Some(member) = self.members.get_mut(&id) else { return };
        let Some(connection) = member.connection.take() else { return };
        member.left = Instant::now();
        _ = connection.stream.shutdown(Shutdown::Both);
        self.show(id);
    }

    fn everyone(&self) -> impl Iterator<Item = MemberId> {
        [HOST].into_iter().chain(self.members.keys().copied())
    }

    fn member_row(&self, id: MemberId) -> RoomRow {
        let (presence, name) = match self.members.get(&id) {
            Some(Member { connection: None, left, name, .. }) => (Presence::Away(left.elapsed().min(MAX_TIME)), name),
            Some(member) => (Presence::Here, &member.name),
            None => (Presence::Here, &self.door.name),
        };
        RoomRow::Member { id, presence, name: name.clone() }
    }

    /// Shows that a member is here or away, and what follows from it.
    fn show(&mut self, id: MemberId) {
        self.send_everyone(self.member_row(id));
        self.run_clocks();
        let games: Vec<_> = self.tables.values().filter_map(|seats| seats.table.game.clone()).collect();
        games.iter().for_each(|game| self.watchers(game));
    }

    fn run_clocks(&mut self) {
        let is_here = |id| id == HOST || self.members.get(&id).is_some_and(|member| member.connection.is_some());
        let mut changed = Vec::new();
        for (id, seats) in &mut self.tables {
            let players = seats.table.players;
            if seats.run(is_here(players.white) && is_here(players.black)) {
                changed.push(*id);
            }
        }
        for id in changed {
            if let Some((to, left)) =
                self.tables.get(&id).and_then(|seats| Some((self.audience(seats), seats.left_row()?)))
            {
                self.send(&to, &[left]);
            }
        }
    }

    /// Returns what a newcomer must know. Its own row is the last one of members, so that it knows
    /// who was here before.
    fn state(&self, member: MemberId) -> Vec<RoomRow> {
        let others = self.everyone().filter(|&id| id != member);
        let members = others.chain([member]).map(|id| self.member_row(id));
        let tables = self.tables.values().flat_map(|seats| {
            let lines = if seats.color_of(member).is_some() { seats.rows() } else { Vec::new() };
            [RoomRow::Table(seats.table.clone())].into_iter().chain(lines)
        });
        members.chain(tables).collect()
    }

    /// Returns the players and watchers of a game.
    fn audience(&self, seats: &Seats) -> Vec<MemberId> {
        let game = seats.table.game.as_deref().unwrap_or_default();
        self.everyone().filter(|&id| seats.color_of(id).is_some() || self.wants(id, game)).collect()
    }

    fn row(&mut self, member: MemberId, row: MemberRow) {
        match row {
            MemberRow::Line(line) => self.line(member, line),
            MemberRow::Spent(spent) => self.claim(member, &spent),
            MemberRow::Want(game) => self.want(member, game),
            MemberRow::Not(game) => {
                _ = self.connection(member).map(|it| it.wants.remove(&game));
                self.watchers(&game);
            }
            MemberRow::Part(game) => self.part(member, game),
            MemberRow::Ready(table) => self.owner.tell(RoomEvent::Ready { member, table }),
            MemberRow::Call => self.owner.tell(RoomEvent::Call(member)),
            MemberRow::Ping => self.send(&[member], &[RoomRow::Pong]),
            MemberRow::Bye => self.remove_unless_playing(member),
            MemberRow::Name(_) => self.lose(member),
        }
    }

    /// A player stays known, so that the game can be finished.
    fn remove_unless_playing(&mut self, member: MemberId) {
        if self.plays(member) { self.lose(member) } else { self.remove(member) }
    }

    fn connection(&mut self, member: MemberId) -> Option<&mut Connection> {
        self.members.get_mut(&member)?.connection.as_mut()
    }

    fn seats_of(&mut self, game: &str) -> Option<&mut Seats> {
        self.tables.values_mut().find(|seats| seats.is_of(game))
    }

    fn line(&mut self, member: MemberId, line: Line) {
        let game = line.game().to_owned();
        let is_new_game = self.seats_of(line.game()).is_none() && line.kind() == LineKind::Invitation;
        let is_place = |seats: &&mut Seats| match is_new_game {
            true => seats.table.game.is_none() && seats.table.players.white == member,
            false => seats.is_of(line.game()),
        };
        let taken = self.tables.values_mut().find(is_place).ok_or(Refusal::Line);
        let taken = taken.and_then(|seats| Ok((seats.table.id, seats.take(member, &line)?)));
        match taken {
            Ok((table, taken)) => {
                if is_new_game {
                    self.show_table(table);
                }
                self.pass_on(table, member, line, taken);
                if let Some(asked) = self.tables.get_mut(&table).and_then(|seats| seats.asks.take()) {
                    self.send(&[asked], &[RoomRow::Refused(Refusal::Missing, game)]);
                }
            }
            Err(why) => self.send(&[member], &[RoomRow::Refused(why, game)]),
        }
    }

    /// Passes a line on to both players, also to its writer, and a new one to the watchers. A claim
    /// only goes back to its writer.
    fn pass_on(&mut self, table: TableId, member: MemberId, line: Line, taken: Taken) {
        let Some(seats) = self.tables.get(&table) else { return };
        let line = RoomRow::Line(member, line);
        let ByColor { white, black } = seats.table.players;
        let (to, rows) = match taken {
            Taken::Old => (vec![white, black], vec![line]),
            Taken::Claim => (vec![member], vec![line]),
            Taken::New(spent) => {
                let spent = spent.map(RoomRow::Spent).into_iter();
                let rows = spent.chain([line]).chain(seats.left_row()).collect();
                self.is_stale = true;
                (self.audience(seats), rows)
            }
        };
        self.send(&to, &rows);
    }

    fn wants(&self, id: MemberId, game: &str) -> bool {
        let connection = self.members.get(&id).and_then(|member| member.connection.as_ref());
        id == HOST || connection.is_some_and(|connection| connection.wants.contains(game))
    }

    fn claim(&mut self, member: MemberId, spent: &Spent) {
        if let Some(seats) = self.seats_of(&spent.game).filter(|seats| seats.color_of(member).is_some()) {
            seats.claim(spent);
        }
    }

    fn want(&mut self, member: MemberId, game: String) {
        let rows = match self.seats_of(&game) {
            None => vec![RoomRow::Refused(Refusal::Game, game.clone())],
            Some(seats) if !seats.may_watch(member) => vec![RoomRow::Refused(Refusal::Watch, game.clone())],
            Some(seats) => {
                let rows = seats.rows();
                _ = self.connection(member).map(|it| it.wants.insert(game.clone()));
                rows
            }
        };
        self.send(&[member], &rows);
        self.watchers(&game);
    }

    /// Lets a player leave a game, and tells the other one.
    fn part(&mut self, member: MemberId, game: String) {
        let own = self.seats_of(&game).filter(|seats| seats.color_of(member).is_some());
        let Some(own) = own else { return self.send(&[member], &[RoomRow::Refused(Refusal::Game, game)]) };
        let (table, parted) = (own.table.id, own.part());
        if let Some((row, seats)) = parted.zip(self.tables.get(&table)) {
            self.send(&self.audience(seats), &[row]);
            self.run_clocks();
        }
    }

    fn set_table(&mut self, table: Table) {
        let (id, count) = (table.id, self.tables.len());
        match self.tables.get_mut(&id) {
            Some(seats) if table.game.is_some() && seats.table.game == table.game => seats.table = table,
            None if count >= MAX_TABLES => return,
            _ => _ = self.tables.insert(id, Seats::new(Table { game: None, ..table }, None)),
        }
        self.show_table(id);
        self.run_clocks();
        self.drop_refused_watchers(id);
    }

    fn drop_refused_watchers(&mut self, table: TableId) {
        let Some(seats) = self.tables.get(&table) else { return };
        let Some(game) = seats.table.game.clone() else { return };
        for (&id, member) in &mut self.members {
            if let Some(it) = member.connection.as_mut().filter(|_| !seats.may_watch(id)) {
                it.wants.remove(&game);
            }
        }
        self.watchers(&game);
    }

    fn show_table(&mut self, table: TableId) {
        self.keep();
        if let Some(row) = self.tables.get(&table).map(|seats| RoomRow::Table(seats.table.clone())) {
            self.send_everyone(row);
        }
    }

    /// Tells the number of watchers of a game, if it has changed.
    fn watchers(&mut self, game: &str) {
        let watching = self.members.keys().filter(|&&id| self.wants(id, game)).copied().collect::<Vec<_>>();
        let Some(seats) = self.seats_of(game) else { return };
        let count = watching.into_iter().filter(|&id| seats.color_of(id).is_none()).count().try_into().unwrap_or(0);
        if std::mem::replace(&mut seats.watchers, count) != count {
            self.send_everyone(RoomRow::Watchers { game: game.to_owned(), count });
        }
    }

    fn send_everyone(&mut self, row: RoomRow) {
        self.send(&self.everyone().collect::<Vec<_>>(), &[row]);
    }

    /// Sends rows. A member whose queue is full is lost.
    fn send(&mut self, to: &[MemberId], rows: &[RoomRow]) {
        let text: Arc<str> = rows.iter().map(|row| format!("{row}\n")).collect::<String>().into();
        for id in to {
            if *id == HOST {
                rows.iter().for_each(|row| self.owner.tell(RoomEvent::Row(row.clone())));
            } else if let Some(it) = self.connection(*id).filter(|it| it.queue.try_send(text.clone()).is_err()) {
                _ = it.stream.shutdown(Shutdown::Both);
            }
        }
    }

    /// Returns whether the state of the room is kept.
    fn keep(&mut self) -> bool {
        let member = |(&id, it): (&MemberId, &Member)| KeptMember { id, name: it.name.clone(), key: it.key.clone() };
        let millis = |time: Duration| time.as_millis().try_into().unwrap_or(u64::MAX);
        let table = |seats: &Seats| {
            let left = seats.left().map(|left| [left.white, left.black].map(millis));
            KeptTable { row: seats.table.clone(), left }
        };
        let kept = KeptRoom {
            room: self.door.room.clone(),
            port: self.port,
            code: self.door.newest_code(),
            next: self.next,
            members: self.members.iter().map(member).collect(),
            tables: self.tables.values().map(table).collect(),
        };
        self.is_stale = false;
        self.owner.keep(write(&kept))
    }

    fn close(mut self) {
        self.owner.forget();
        self.send_everyone(RoomRow::Closed);
        self.members.values_mut().for_each(|member| member.connection = None);
        // A slow member does not keep the room open.
        let end = Instant::now() + WRITE_TIME;
        while Instant::now() < end && Arc::strong_count(&self.writers) > 1 {
            std::thread::sleep(Duration::from_millis(10));
        }
        self.owner.tell(RoomEvent::Ended(RoomError::Closed));
    }

    fn leave(mut self) {
        if self.is_stale {
            self.keep();
        }
        let connections = self.members.values().filter_map(|member| member.connection.as_ref());
        connections.for_each(|connection| _ = connection.stream.shutdown(Shutdown::Both));
    }
}
