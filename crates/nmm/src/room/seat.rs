// SPDX-License-Identifier: GPL-3.0-or-later
//! The games of one member, which a player plays.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use morris::{ByColor, Color};
use morris_engine::{EngineOptions, Limits};
use morris_message::{
    Answer, ColorChoice, Line, LineKind, MessageGame, Onlooker, PlayerName, Reading, Status, Turn, TurnError,
};
use morris_players::{GamePlayer, NoControl, PlayerConfig, PlayerError, PlayerSpec};
use morris_room::{MAX_TABLES, MemberId, MemberRow, Refusal, RoomEvent, RoomRow, Spent, Table, TableId};
use morris_solved::tablebase::Tables;

use super::error::Error;
use super::file::RoomFile;
use super::link::{Link, print};
use crate::stderr::print_error;
use crate::tablebase_args::TablesInUse;

/// Maximum number of ended games that a player repeats after a return. A room takes few whole games
/// at once.
const MOST_ENDED: usize = 4;

/// A player with its thinking time and the tables that it uses.
pub struct Bot {
    player: PlayerSpec,
    thinking_time: Duration,
    tables: Arc<Tables>,
}

impl Bot {
    pub fn new(player: PlayerSpec, thinking_time: Duration) -> Self {
        let tables = TablesInUse::default().open_for(&[&player]);
        Self { player, thinking_time, tables }
    }
}

/// What a member knows of its room.
pub struct Seat {
    name: PlayerName,
    bot: Option<Bot>,
    file: RoomFile,
    member: MemberId,
    tables: BTreeMap<TableId, Table>,
    plays: BTreeMap<TableId, Play>,
    /// All games, as a watcher sees them.
    games: BTreeMap<String, Onlooker>,
    over: BTreeSet<String>,
    /// Own time left in each game, as the room told it last.
    left: BTreeMap<String, Duration>,
}

/// An own game.
struct Play {
    game: MessageGame,
    player: Option<Box<dyn GamePlayer>>,
    /// When the last line of the friend came.
    since: Instant,
}

impl Seat {
    pub fn new(name: PlayerName, bot: Option<Bot>, file: RoomFile) -> Result<Self, Error> {
        let play = |(table, game)| (table, Play { game, player: None, since: Instant::now() });
        let plays = file.games()?.into_iter().map(play).collect();
        let (tables, games, over, left) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
        Ok(Self { name, bot, file, member: 0, tables, plays, games, over, left })
    }

    /// Returns the number of games that are over for the room, too.
    pub fn over(&self) -> u32 {
        self.over.len().try_into().unwrap_or(u32::MAX)
    }

    /// Returns the number of games that are over or at a table.
    pub fn started(&self) -> u32 {
        self.over() + self.tables.values().filter(|table| !self.is_over(table)).count().try_into().unwrap_or(u32::MAX)
    }

    fn is_over(&self, table: &Table) -> bool {
        table.game.as_ref().is_some_and(|game| self.over.contains(game))
    }

    /// Returns `true` if all own games are over for the room, too. A game of the file is only so
    /// once its lines have come.
    fn has_finished(&self) -> bool {
        self.plays.values().all(|play| self.over.contains(play.game.invitation().game()))
    }

    /// Returns `true` if a member plays a game that is not over.
    pub fn is_busy(&self, member: MemberId) -> bool {
        let plays = |table: &Table| table.players.white == member || table.players.black == member;
        self.tables.values().any(|table| plays(table) && !self.is_over(table))
    }

    /// Returns a table without a game that goes on. With a player, it is a new one as long as there
    /// is one, because a guest can still lack the last line of the game before.
    pub fn free_table(&self) -> Option<TableId> {
        let over = self.tables.values().find(|table| self.is_over(table)).map(|table| table.id);
        let is_full = self.tables.len() >= MAX_TABLES;
        let new = self.tables.keys().last().map_or(1, |last| last + 1);
        over.filter(|_| is_full || self.bot.is_none()).or((!is_full).then_some(new))
    }

    /// Remembers a table that the room gets, so that no other one has its number or players.
    pub fn expect(&mut self, table: Table) {
        self.tables.insert(table.id, table);
    }

    pub fn take(&mut self, event: RoomEvent, link: &Link) -> Result<(), Error> {
        match event {
            RoomEvent::Here { member, .. } => {
                self.member = member;
                // A room that restarted lacks the ends of the last games, too.
                let is_own = |table: &&Table| table.players.white == member || table.players.black == member;
                let own = self.tables.values().rev().filter(is_own).filter_map(|table| table.game.as_deref());
                let last: Vec<_> = own.take(MOST_ENDED).collect();
                self.send_games(link, |name| !self.over.contains(name) || last.contains(&name));
                if self.bot.is_some() && matches!(link, Link::Guest(_)) && self.has_finished() {
                    link.send(MemberRow::Ready(None));
                }
            }
            RoomEvent::Row(RoomRow::Refused(Refusal::Missing, game)) => self.send_games(link, |name| name == game),
            RoomEvent::Row(RoomRow::Left { game, left }) => self.set_left(game, left),
            // It can go on by message, and the table is free.
            RoomEvent::Row(RoomRow::Part(game)) => _ = self.over.insert(game),
            RoomEvent::Row(RoomRow::Table(table)) => self.set_table(table, link)?,
            RoomEvent::Row(RoomRow::Line(_, line)) => self.read(&line, link)?,
            _ => {}
        }
        Ok(())
    }

    /// Sends what another program may lack of games with certain names: after a break, and if the
    /// room lacks a line.
    fn send_games(&self, link: &Link, is_lacking: impl Fn(&str) -> bool) {
        for play in self.plays.values().filter(|play| is_lacking(play.game.invitation().game())) {
            let whole = Line::parse(&play.game.whole()).ok();
            for line in [Some(play.game.invitation().clone()), whole].into_iter().flatten() {
                link.send(MemberRow::Line(line));
            }
        }
    }

    fn set_left(&mut self, game: String, left: ByColor<Duration>) {
        let table = self.tables.values().find(|table| table.game.as_ref() == Some(&game));
        let own = table.and_then(|table| Color::BOTH.into_iter().find(|&side| table.players[side] == self.member));
        own.into_iter().for_each(|own| _ = self.left.insert(game.clone(), left[own]));
    }

    fn set_table(&mut self, table: Table, link: &Link) -> Result<(), Error> {
        let id = table.id;
        let is_other = |before: &Table| before.players != table.players || before.game.is_some();
        if table.game.is_none() && self.tables.get(&id).is_some_and(is_other) {
            // The host has begun another game.
            self.plays.remove(&id);
        }
        let is_over = |game: &MessageGame| {
            matches!(game.status(), Status::Over(_)) || self.over.contains(game.invitation().game())
        };
        let is_invited = self.plays.get(&id).is_some_and(|play| !is_over(&play.game));
        let invites = self.bot.is_some() && table.players.white == self.member && table.game.is_none() && !is_invited;
        let rules = table.rules;
        self.tables.insert(id, table);
        if !invites {
            return Ok(());
        }
        let game = MessageGame::invite(rules, ColorChoice::White, self.name.clone(), rand::random())?;
        self.begin(id, game, link)
    }

    fn begin(&mut self, table: TableId, game: MessageGame, link: &Link) -> Result<(), Error> {
        self.file.save(table, &game)?;
        link.send(MemberRow::Line(Line::parse(&game.last_line())?));
        self.plays.insert(table, Play { game, player: None, since: Instant::now() });
        Ok(())
    }

    fn read(&mut self, line: &Line, link: &Link) -> Result<(), Error> {
        let id = self.follow(line, link)?;
        self.watch(line)?;
        id.map_or(Ok(()), |id| self.play(id, link))
    }

    /// Reads a line of an own game, and returns the table.
    fn follow(&mut self, line: &Line, link: &Link) -> Result<Option<TableId>, Error> {
        let place = self.tables.values().find(|table| table.game.as_deref() == Some(line.game()));
        let Some((id, players)) = place.map(|table| (table.id, table.players)).filter(|_| self.bot.is_some()) else {
            return Ok(None);
        };
        let is_mine = |play: &Play| play.game.invitation().game() == line.game();
        match self.plays.get_mut(&id).filter(|play| is_mine(play)) {
            None if line.kind() == LineKind::Invitation && players.black == self.member => {
                let game = MessageGame::accept(&line.to_string(), self.name.clone(), rand::random())?;
                self.begin(id, game, link)?;
            }
            None => {}
            Some(play) => match play.game.read_line(line) {
                Ok(Reading::Applied(_)) => {
                    play.since = Instant::now();
                    self.file.save(id, &play.game)?;
                }
                Ok(Reading::Missing) => self.send_games(link, |name| name == line.game()),
                Ok(_) => {}
                Err(error) => {
                    print_error(&error.to_string());
                    link.send(MemberRow::Part(line.game().to_owned()));
                }
            },
        }
        Ok(Some(id))
    }

    /// Prints the position after each line, and the result.
    fn watch(&mut self, line: &Line) -> Result<(), Error> {
        let name = line.game().to_owned();
        let reading = match self.games.get_mut(&name) {
            Some(game) => game.read_line(line),
            None => Onlooker::new(line.clone()).map(|game| {
                self.games.insert(name.clone(), game);
                Reading::Applied(morris_message::News::default())
            }),
        };
        let (Ok(Reading::Applied(_)), Some(game)) = (reading, self.games.get(&name)) else { return Ok(()) };
        print(&format!(
            "position {name} {} {}",
            game.last_number(),
            game.game().position().line_with_rules(game.rules())
        ))?;
        if let Some(outcome) = game.game().outcome() {
            self.over.insert(name.clone());
            print(&format!("over {name} {}", outcome.winner().map_or("draw".to_owned(), |winner| winner.to_string())))?;
        }
        Ok(())
    }

    /// Lets the player play, if it is its turn.
    fn play(&mut self, id: TableId, link: &Link) -> Result<(), Error> {
        let (Some(play), Some(bot)) = (self.plays.get_mut(&id), &self.bot) else { return Ok(()) };
        if !play.game.status().is_yours() {
            return Ok(());
        }
        let began = Instant::now();
        let turn = match play.game.status() {
            Status::YourAnswer(_) => Turn::Answer(Answer::Decline),
            _ => Turn::Move(choose(play, bot)?),
        };
        let left = self.left.get(play.game.invitation().game());
        let turn = if left.is_some_and(|left| began.elapsed() > *left) { Turn::Time } else { turn };
        let refused = |error| match (error, turn) {
            (TurnError::Move { reason, board }, Turn::Move(mv)) => {
                Error::Player { player: bot.player.clone(), error: PlayerError::Illegal { mv, reason, board } }
            }
            _ => Error::Damaged,
        };
        let written = play.game.write(turn).map_err(refused)?.into_line();
        self.file.save(id, &play.game)?;
        let line = Line::parse(&written)?;
        if self.tables.get(&id).is_some_and(|table| table.clock.is_some()) {
            let number = written.split(' ').nth(3).and_then(|number| number.parse().ok()).unwrap_or(1);
            link.send(MemberRow::Spent(Spent { game: line.game().to_owned(), number, time: play.since.elapsed() }));
        }
        link.send(MemberRow::Line(line));
        Ok(())
    }
}

fn choose(play: &mut Play, bot: &Bot) -> Result<morris::Move, Error> {
    let failed = |error| Error::Player { player: bot.player.clone(), error };
    let config = PlayerConfig {
        rules: *play.game.rules(),
        color: play.game.color().unwrap_or(Color::White),
        engine: EngineOptions { thinking_time: bot.thinking_time, ..EngineOptions::default() },
        limits: Limits { time: Some(bot.thinking_time), ..Limits::default() },
        timeout: Duration::from_secs(10),
        tables: Arc::clone(&bot.tables),
        seed: rand::random(),
    };
    if play.player.is_none() {
        play.player = Some(bot.player.connect(&config, &mut NoControl).map_err(failed)?);
    }
    let player = play.player.as_mut().ok_or(Error::Damaged)?;
    player.choose(play.game.game(), &mut NoControl).map_err(failed)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use morris::Rules;
    use morris_room::{HostConfig, Watching, host, join};

    use super::*;

    fn seat() -> Seat {
        let bot = Bot::new("random".parse().unwrap(), Duration::ZERO);
        Seat::new("Bob".parse().unwrap(), Some(bot), RoomFile::open(None).unwrap()).unwrap()
    }

    fn resigned() -> MessageGame {
        let name = |name: &str| name.parse().unwrap();
        let invited = MessageGame::invite(Rules::STANDARD, ColorChoice::White, name("Ann"), [1; 40]).unwrap();
        let mut game = MessageGame::accept(&invited.whole(), name("Bob"), [2; 32]).unwrap();
        game.write(Turn::parse("+resign", Rules::STANDARD.board).unwrap()).unwrap();
        game
    }

    #[test]
    fn a_return_repeats_that_the_player_is_ready_once_its_games_are_over() {
        let (tell, events) = channel();
        let config = HostConfig { name: "Ann".parse().unwrap(), port: 0, kept: None };
        let room = host(config, move |event| _ = tell.send(event)).unwrap();
        let code = events.iter().find_map(|event| if let RoomEvent::Code(code) = event { Some(code) } else { None });
        let address = format!("127.0.0.1:{}", room.port()).parse().unwrap();
        let link = Link::Guest(join(address, "Bob".parse().unwrap(), code.unwrap(), |_| ()));
        let mut seat = seat();
        let (game, here) = (resigned(), || RoomEvent::Here { member: 1, room: "Ann".parse().unwrap() });
        let name = game.invitation().game().to_owned();
        seat.plays.insert(1, Play { game, player: None, since: Instant::now() });
        seat.take(here(), &link).unwrap();
        link.send(MemberRow::Call);
        seat.over.insert(name);
        seat.take(here(), &link).unwrap();
        link.send(MemberRow::Call);
        let mut calls = events.iter().filter(|event| matches!(event, RoomEvent::Ready { .. } | RoomEvent::Call(_)));
        assert!(matches!(calls.next(), Some(RoomEvent::Call(1))), "the room does not know yet that the game is over");
        assert!(matches!(calls.next(), Some(RoomEvent::Ready { member: 1, .. })));
    }

    #[test]
    fn a_table_is_taken_before_the_room_shows_it() {
        let mut seat = seat();
        assert!(!seat.is_busy(1));
        let (players, rules) = (ByColor { white: 0, black: 1 }, Rules::STANDARD);
        let id = seat.free_table().unwrap();
        seat.expect(Table { id, game: None, players, rules, clock: None, watching: Watching::Open });
        assert!(seat.is_busy(1) && seat.free_table() == Some(2));
    }

    #[test]
    fn a_full_room_uses_tables_again() {
        let (mut seat, players, rules) = (seat(), ByColor { white: 0, black: 1 }, Rules::STANDARD);
        for id in 1..=MAX_TABLES as u32 {
            assert_eq!(seat.free_table(), Some(id));
            let game = Some(id.to_string());
            seat.expect(Table { id, game, players, rules, clock: None, watching: Watching::Open });
        }
        assert_eq!(seat.free_table(), None);
        seat.over.insert("7".to_owned());
        assert_eq!(seat.free_table(), Some(7));
    }

    /// Returns a connection to no room.
    fn nowhere() -> Link {
        let (address, name, code) = ("127.0.0.1:1".parse().unwrap(), "Bob".parse().unwrap(), "123456".parse().unwrap());
        Link::Guest(join(address, name, code, |_| ()))
    }

    #[test]
    fn a_table_with_other_players_has_another_game() {
        let (mut seat, link) = (seat(), nowhere());
        seat.take(RoomEvent::Here { member: 1, room: "Ann".parse().unwrap() }, &link).unwrap();
        let mut invited = |game: Option<&String>, black| {
            let (players, rules, game) = (ByColor { white: 1, black }, Rules::STANDARD, game.cloned());
            let table = Table { id: 1, game, players, rules, clock: None, watching: Watching::Open };
            seat.take(RoomEvent::Row(RoomRow::Table(table)), &link).unwrap();
            seat.plays[&1].game.invitation().game().to_owned()
        };
        let first = invited(None, 2);
        for game in [None, Some(&first)] {
            assert_eq!(invited(game, 2), first, "it is on its way, or has come");
        }
        let second = invited(None, 3);
        assert!(second != first && invited(None, 3) == second);
        assert!(invited(None, 2) != second);
    }

    #[test]
    fn a_game_that_a_player_parts_frees_its_players() {
        let (mut seat, link) = (seat(), nowhere());
        let (players, rules, game) = (ByColor { white: 0, black: 1 }, Rules::STANDARD, "mfrggzdfmztwq".to_owned());
        seat.expect(Table { id: 1, game: Some(game.clone()), players, rules, clock: None, watching: Watching::Open });
        assert!(seat.is_busy(1));
        seat.take(RoomEvent::Row(RoomRow::Part(game)), &link).unwrap();
        assert!(!seat.is_busy(1));
    }
}
