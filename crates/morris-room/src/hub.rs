// SPDX-License-Identifier: GPL-3.0-or-later
//! The hub of a room: one thread that owns its members, tables, and games.

use std::collections::{BTreeMap, HashSet};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use morris_message::{Line, LineKind, PlayerName};

use crate::channel::Writer;
use crate::code::Code;
use crate::door::Door;
use crate::error::RoomError;
use crate::event::RoomEvent;
use crate::kept::{KeptRoom, TableAndTime, write};
use crate::limits::{BETWEEN_RETURNS, MAX_MEMBERS, MAX_TABLES, MAX_TIME, QUEUE, SILENCE};
use crate::pairing::Entrant;
use crate::rows::{MemberId, MemberRow, Presence, Refusal, ReturnKey, RoomRow, Spent, Table, TableId, Watching};
use crate::seats::{Seats, Taken};
use crate::threads::spawn;

/// Number of the program that hosts the room.
pub(crate) const HOST: MemberId = 0;
/// How often the hub looks for silent members, if there are any.
const TICK: Duration = Duration::from_secs(1);

/// What comes to a hub.
pub(crate) enum Input {
    Arrived(Arrival),
    Row {
        connection: u64,
        row: MemberRow,
    },
    Lost {
        connection: u64,
    },
    Code(Code),
    /// There is an input of the owner.
    Own,
}

/// What the owner of a room wants. It waits in a queue without limit, so that nothing is lost.
pub(crate) enum Own {
    Row(MemberRow),
    Table(Table),
    /// Ends the room for good.
    Close,
    /// Ends the program that hosts it.
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
}

struct Connection {
    id: u64,
    queue: SyncSender<Arc<str>>,
    stream: TcpStream,
    /// Time of the last row.
    last_row: Instant,
    wants: HashSet<String>,
}

pub(crate) struct Hub<T> {
    door: Arc<Door>,
    port: u16,
    code: Code,
    tell: T,
    members: BTreeMap<MemberId, Member>,
    /// Number of the next new member.
    next: MemberId,
    tables: BTreeMap<TableId, Seats>,
    writers: Vec<JoinHandle<()>>,
    /// Whether times have changed since they were kept.
    is_stale: bool,
}

impl<T: FnMut(RoomEvent)> Hub<T> {
    pub fn new(door: Arc<Door>, port: u16, code: Code, tell: T) -> Self {
        let (members, tables, writers) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        Self { door, port, code, tell, members, next: HOST + 1, tables, writers, is_stale: false }
    }

    /// Takes the members and tables of an earlier program.
    pub fn restore(&mut self, kept: &KeptRoom) -> Result<(), RoomError> {
        self.next = kept.next.max(HOST + 1);
        for (id, name, key) in kept.members()? {
            self.door.set_key(id, Some(key.clone()));
            self.members.insert(id, Member::new(name, key));
        }
        let seats = |(table, left): TableAndTime| (table.id, Seats::new(table, left));
        self.tables = kept.tables()?.into_iter().map(seats).collect();
        Ok(())
    }

    /// Runs until the owner closes or leaves the room. An [`Input::Own`] follows each input of the
    /// owner, unless `inputs` is full.
    pub fn run(mut self, inputs: &Receiver<Input>, own: &Receiver<Own>) {
        self.keep();
        (self.tell)(RoomEvent::Code(self.code.clone()));
        (self.tell)(RoomEvent::Here { member: HOST, room: self.door.name().clone() });
        self.state(HOST).into_iter().for_each(|row| (self.tell)(RoomEvent::Row(row)));
        loop {
            match own.try_recv() {
                Ok(Own::Row(row)) => self.row(HOST, row),
                Ok(Own::Table(table)) => self.set_table(table),
                Ok(Own::Close) => return self.close(),
                Ok(Own::Leave) | Err(TryRecvError::Disconnected) => return self.leave(),
                Err(TryRecvError::Empty) => match self.next_input(inputs) {
                    Ok(input) => self.take(input),
                    Err(_) => self.tick(),
                },
            }
        }
    }

    /// Waits for an input. Without members, it waits without waking up.
    fn next_input(&self, inputs: &Receiver<Input>) -> Result<Input, RecvTimeoutError> {
        let is_idle = !self.is_stale && self.members.values().all(|member| member.connection.is_none());
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
            Input::Code(code) => {
                self.code = code.clone();
                self.keep();
                (self.tell)(RoomEvent::Code(code));
            }
            Input::Own => {}
        }
        // Rows can keep the hub from ever being idle.
        self.drop_silent();
    }

    fn tick(&mut self) {
        self.drop_silent();
        if std::mem::take(&mut self.is_stale) {
            self.keep();
        }
        self.writers.retain(|writer| !writer.is_finished());
    }

    fn drop_silent(&mut self) {
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
            Entrant::Member(id) if !self.may_return(id) => return writer.end(),
            Entrant::Member(id) => self.members.contains_key(&id).then_some(id),
            Entrant::New => self.add_member(name),
        };
        let Some(id) = known else {
            _ = writer.write(&format!("{}\n", RoomRow::Full));
            writer.end();
            return;
        };
        let (queue, rows) = sync_channel::<Arc<str>>(QUEUE);
        let write = move || {
            // The rest of a queue is written, if possible, after the hub has dropped its end.
            _ = rows.iter().try_for_each(|rows| writer.write(&rows));
            writer.end();
        };
        let Ok(thread) = spawn("room writer", write) else { return };
        self.writers.push(thread);
        self.lose(id);
        if let Some(member) = self.members.get_mut(&id) {
            let wants = HashSet::new();
            member.arrived = Some(Instant::now());
            member.connection = Some(Connection { id: connection, queue, stream, last_row: Instant::now(), wants });
            let welcome = RoomRow::Welcome(id, member.key.clone());
            let rows: Vec<_> = [welcome].into_iter().chain(self.state(id)).collect();
            self.send_all(id, &rows);
        }
        self.show(id);
        self.run_clocks();
        self.watchers_of_all();
    }

    /// A member that comes and goes must not flood the others.
    fn may_return(&self, id: MemberId) -> bool {
        let arrived = self.members.get(&id).and_then(|member| member.arrived);
        arrived.is_none_or(|at| at.elapsed() >= BETWEEN_RETURNS)
    }

    /// Adds a member, and returns its number, or `None` if the room is full.
    fn add_member(&mut self, name: PlayerName) -> Option<MemberId> {
        if self.members.len() >= MAX_MEMBERS {
            let is_idle = |(id, member): &(&MemberId, &Member)| member.connection.is_none() && !self.plays(**id);
            let idle = self.members.iter().find(is_idle).map(|(&id, _)| id)?;
            self.remove(idle);
        }
        let id = self.next;
        self.next += 1;
        let key = ReturnKey::random();
        self.door.set_key(id, Some(key.clone()));
        let name = self.free_name(name);
        self.members.insert(id, Member::new(name, key));
        self.keep();
        Some(id)
    }

    /// Returns the name or, if a member has it, one like it with a number.
    fn free_name(&self, name: PlayerName) -> PlayerName {
        let is_free =
            |name: &PlayerName| name != self.door.name() && self.members.values().all(|member| member.name != *name);
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
        self.door.set_key(member, None);
        self.keep();
        self.send_everyone(&RoomRow::Gone(member));
    }

    /// Ends the connection of a member.
    fn lose(&mut self, id: MemberId) {
        let Some(member) = self.members.get_mut(&id) else { return };
        let Some(connection) = member.connection.take() else { return };
        member.left = Instant::now();
        _ = connection.stream.shutdown(Shutdown::Both);
        self.show(id);
        self.run_clocks();
        self.watchers_of_all();
    }

    fn presence(&self, id: MemberId) -> Presence {
        match self.members.get(&id) {
            Some(Member { connection: None, left, .. }) => Presence::Away(left.elapsed().min(MAX_TIME)),
            _ => Presence::Here,
        }
    }

    fn member_row(&self, id: MemberId) -> Option<RoomRow> {
        let name = if id == HOST { self.door.name() } else { &self.members.get(&id)?.name };
        Some(RoomRow::Member { id, presence: self.presence(id), name: name.clone() })
    }

    fn show(&mut self, id: MemberId) {
        if let Some(row) = self.member_row(id) {
            self.send_everyone(&row);
        }
    }

    fn run_clocks(&mut self) {
        let here: HashSet<_> = self.members.keys().copied().chain([HOST]).collect();
        let here: HashSet<_> = here.into_iter().filter(|&id| self.presence(id) == Presence::Here).collect();
        let mut changed = Vec::new();
        for (id, seats) in &mut self.tables {
            let players = seats.table.players;
            if seats.run(here.contains(&players.white) && here.contains(&players.black)) {
                changed.push(*id);
            }
        }
        changed.into_iter().for_each(|table| self.tell_left(table));
    }

    /// Returns what a newcomer must know.
    fn state(&self, member: MemberId) -> Vec<RoomRow> {
        let members = [HOST].into_iter().chain(self.members.keys().copied()).filter_map(|id| self.member_row(id));
        let tables = self.tables.values().flat_map(|seats| {
            let lines = if seats.color_of(member).is_some() { game_rows(seats) } else { Vec::new() };
            [RoomRow::Table(seats.table.clone())].into_iter().chain(lines)
        });
        members.chain(tables).collect()
    }

    fn row(&mut self, member: MemberId, row: MemberRow) {
        match row {
            MemberRow::Line(line) => self.line(member, line),
            MemberRow::Spent(spent) => self.claim(member, &spent),
            MemberRow::Want(game) => self.want(member, game),
            MemberRow::Not(game) => {
                if let Some(it) = self.members.get_mut(&member).and_then(|member| member.connection.as_mut()) {
                    it.wants.remove(&game);
                }
                self.watchers(&game);
            }
            MemberRow::Ready(table) => (self.tell)(RoomEvent::Ready { member, table }),
            MemberRow::Call => (self.tell)(RoomEvent::Call(member)),
            MemberRow::Ping => self.send(member, &RoomRow::Pong),
            MemberRow::Bye => self.remove_unless_playing(member),
            MemberRow::Name(_) => self.lose(member),
        }
    }

    /// A player stays known, so that the game can be finished.
    fn remove_unless_playing(&mut self, member: MemberId) {
        if self.plays(member) { self.lose(member) } else { self.remove(member) }
    }

    fn seats_of(&mut self, game: &str) -> Option<&mut Seats> {
        self.tables.values_mut().find(|seats| seats.is_of(game))
    }

    fn line(&mut self, member: MemberId, line: Line) {
        let is_new_game = self.seats_of(line.game()).is_none() && line.kind() == LineKind::Invitation;
        let is_place = |seats: &&mut Seats| match is_new_game {
            true => seats.table.game.is_none() && seats.table.players.white == member,
            false => seats.is_of(line.game()),
        };
        let Some(seats) = self.tables.values_mut().find(is_place) else {
            return self.send(member, &RoomRow::Refused(Refusal::Line));
        };
        let table = seats.table.id;
        match seats.take(member, &line) {
            Ok(taken) => {
                if is_new_game {
                    self.show_table(table);
                }
                self.pass_on(table, member, line, taken);
            }
            Err(why) => self.send(member, &RoomRow::Refused(why)),
        }
    }

    /// Passes a line on to both players, also to its writer, and a new one to the watchers.
    fn pass_on(&mut self, table: TableId, member: MemberId, line: Line, taken: Taken) {
        let Some(seats) = self.tables.get(&table) else { return };
        let (players, game) = (seats.table.players, line.game().to_owned());
        let (is_new, spent) = match taken {
            Taken::New(spent) => (true, spent),
            Taken::Old => (false, None),
        };
        let left = seats.left().filter(|_| is_new).map(|left| RoomRow::Left { game: game.clone(), left });
        let rows: Vec<_> =
            spent.map(RoomRow::Spent).into_iter().chain([RoomRow::Line(member, line)]).chain(left).collect();
        let wants = |id: MemberId| is_new && self.wants(id, &game);
        let everyone = [HOST].into_iter().chain(self.members.keys().copied());
        let to: Vec<_> = everyone.filter(|&id| id == players.white || id == players.black || wants(id)).collect();
        let text = text(&rows);
        for id in to {
            self.send_text(id, &text, &rows);
        }
        self.is_stale |= is_new;
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
            None => vec![RoomRow::Refused(Refusal::Game)],
            Some(seats) if !may_watch(seats, member) => vec![RoomRow::Refused(Refusal::Watch)],
            Some(seats) => {
                let rows = game_rows(seats);
                if let Some(it) = self.members.get_mut(&member).and_then(|member| member.connection.as_mut()) {
                    it.wants.insert(game.clone());
                }
                rows
            }
        };
        self.send_all(member, &rows);
        self.watchers(&game);
    }

    fn set_table(&mut self, table: Table) {
        let (id, count) = (table.id, self.tables.len());
        match self.tables.get_mut(&id) {
            Some(seats) if table.game.is_some() && seats.table.game == table.game => seats.table = table,
            None if count >= MAX_TABLES => return,
            _ => _ = self.tables.insert(id, Seats::new(Table { game: None, ..table }, None)),
        }
        self.keep();
        self.show_table(id);
        self.run_clocks();
        self.drop_refused_watchers(id);
    }

    fn drop_refused_watchers(&mut self, table: TableId) {
        let Some(seats) = self.tables.get(&table) else { return };
        let Some(game) = seats.table.game.clone().filter(|_| seats.table.watching == Watching::Closed) else { return };
        let players = seats.table.players;
        for (&id, member) in &mut self.members {
            if let Some(it) = member.connection.as_mut().filter(|_| id != players.white && id != players.black) {
                it.wants.remove(&game);
            }
        }
        self.watchers(&game);
    }

    fn show_table(&mut self, table: TableId) {
        self.keep();
        if let Some(seats) = self.tables.get(&table) {
            self.send_everyone(&RoomRow::Table(seats.table.clone()));
        }
    }

    fn tell_left(&mut self, table: TableId) {
        let Some(seats) = self.tables.get(&table) else { return };
        let (players, game, left) = (seats.table.players, seats.table.game.clone(), seats.left());
        let Some(row) = game.zip(left).map(|(game, left)| RoomRow::Left { game, left }) else { return };
        let RoomRow::Left { game, .. } = &row else { return };
        let everyone = [HOST].into_iter().chain(self.members.keys().copied());
        let is_told = |&id: &MemberId| id == players.white || id == players.black || self.wants(id, game);
        let to: Vec<_> = everyone.filter(is_told).collect();
        to.into_iter().for_each(|id| self.send(id, &row));
    }

    fn watchers_of_all(&mut self) {
        let games: Vec<_> = self.tables.values().filter_map(|seats| seats.table.game.clone()).collect();
        games.iter().for_each(|game| self.watchers(game));
    }

    /// Tells the number of watchers of a game, if it has changed.
    fn watchers(&mut self, game: &str) {
        let watching = self.members.keys().filter(|&&id| self.wants(id, game)).copied().collect::<Vec<_>>();
        let Some(seats) = self.seats_of(game) else { return };
        let count = watching.into_iter().filter(|&id| seats.color_of(id).is_none()).count().try_into().unwrap_or(0);
        if std::mem::replace(&mut seats.watchers, count) != count {
            self.send_everyone(&RoomRow::Watchers { game: game.to_owned(), count });
        }
    }

    fn send(&mut self, to: MemberId, row: &RoomRow) {
        self.send_all(to, std::slice::from_ref(row));
    }

    fn send_all(&mut self, to: MemberId, rows: &[RoomRow]) {
        self.send_text(to, &text(rows), rows);
    }

    fn send_everyone(&mut self, row: &RoomRow) {
        let rows = std::slice::from_ref(row);
        let text = text(rows);
        let to: Vec<_> = [HOST].into_iter().chain(self.members.keys().copied()).collect();
        to.into_iter().for_each(|id| self.send_text(id, &text, rows));
    }

    /// Sends rows, of which `text` is the spelling. A member whose queue is full is lost.
    fn send_text(&mut self, to: MemberId, text: &Arc<str>, rows: &[RoomRow]) {
        if to == HOST {
            rows.iter().for_each(|row| (self.tell)(RoomEvent::Row(row.clone())));
            return;
        }
        let Some(it) = self.members.get(&to).and_then(|member| member.connection.as_ref()) else { return };
        if it.queue.try_send(text.clone()).is_err() {
            _ = it.stream.shutdown(Shutdown::Both);
        }
    }

    fn keep(&mut self) {
        let code = self.code.digits().to_owned();
        let mut kept = KeptRoom::new(self.door.room().to_owned(), self.port, code, self.next);
        self.members.iter().for_each(|(id, member)| kept.add_member(*id, &member.name, &member.key));
        self.tables.values().for_each(|seats| kept.add_table(&seats.table, seats.left()));
        (self.tell)(RoomEvent::Keep(write(&kept)));
    }

    fn close(mut self) {
        self.send_everyone(&RoomRow::Closed);
        self.members.values_mut().for_each(|member| member.connection = None);
        // A slow member does not keep the room open.
        let end = Instant::now() + crate::limits::WRITE_TIME;
        while Instant::now() < end && self.writers.iter().any(|writer| !writer.is_finished()) {
            std::thread::sleep(Duration::from_millis(10));
        }
        (self.tell)(RoomEvent::Ended(RoomError::Closed));
    }

    fn leave(mut self) {
        if self.is_stale {
            self.keep();
        }
        let connections = self.members.values().filter_map(|member| member.connection.as_ref());
        connections.for_each(|connection| _ = connection.stream.shutdown(Shutdown::Both));
    }
}

fn may_watch(seats: &Seats, member: MemberId) -> bool {
    seats.table.watching == Watching::Open || seats.color_of(member).is_some()
}

/// Returns the rows that bring a newcomer to a game up to date.
fn game_rows(seats: &Seats) -> Vec<RoomRow> {
    let lines = seats.lines().iter().map(|(member, line)| RoomRow::Line(*member, line.clone()));
    let left = seats.table.game.clone().zip(seats.left()).map(|(game, left)| RoomRow::Left { game, left });
    lines.chain(left).collect()
}

fn text(rows: &[RoomRow]) -> Arc<str> {
    rows.iter().map(|row| format!("{row}\n")).collect::<String>().into()
}
