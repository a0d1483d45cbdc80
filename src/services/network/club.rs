// SPDX-License-Identifier: GPL-3.0-or-later
//! The room of a tournament: seats the players who meet at tables, and enters their results.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use morris::{ByColor, Color};
use morris_club::{Meeting, Tournament};
use morris_message::PlayerName;
use morris_play::setup::ClubGame;
use morris_room::{Clock, MemberId, Table, TableId, Watching};

use super::model::{Directing, Room, Seat};
use super::{Event, Link, NetworkService};

impl NetworkService {
    /// Opens a room for the open tournament, and calls `then`. Its members play if they have the
    /// names of players. Does nothing if the tournament has no name that others can read.
    pub fn open_for_club(self: &Rc<Self>, then: impl FnOnce() + 'static) {
        let opened = self.tournaments.id().zip(self.tournaments.now());
        let Some((file, tournament)) = opened else { return };
        let Some(name) = PlayerName::nearest(&tournament.settings().name) else { return };
        self.open_room(name, None, move |service| {
            service.directing.replace(Some(Directing::new(file, tournament)));
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
    pub(super) fn pair(&self) {
        let Some(tournament) = self.tournament() else { return };
        let round = tournament.rounds().len().saturating_sub(1);
        let meetings = tournament.rounds().last().map(|round| round.meetings.as_slice()).unwrap_or_default();
        for (table, meeting) in meetings.iter().enumerate() {
            self.seat_meeting(&tournament, (round, table), meeting);
        }
    }

    /// Seats two who meet for their next game, unless they play it already. A game that the
    /// director has entered by hand, or whose players were exchanged, no longer counts.
    fn seat_meeting(&self, tournament: &Tournament, (round, table): (usize, usize), meeting: &Meeting) {
        let (Ok(id), pair) = (TableId::try_from(table + 1), [meeting.first, meeting.second]) else { return };
        let mut directing = self.directing.borrow_mut();
        let Some(Directing { file, seats, .. }) = &mut *directing else { return };
        let club_game = |game| ClubGame { file: file.to_string(), round, table, game, pair: Some(pair), no_help: true };
        let club = meeting.next_game().map(club_game);
        let players = club.as_ref().and_then(|club| players(&self.room(), tournament, meeting, club.game));
        // A player may have joined again, as another member.
        let is_it = |seat: &&Seat| {
            Some(&seat.club) == club.as_ref()
                && seat.pair == pair
                && (players.is_none_or(|new| new == seat.players) || is_their_game(&self.room(), tournament, id, seat))
        };
        if seats.get(&id).filter(is_it).is_some() {
            return;
        }
        let before = seats.remove(&id);
        let Some((club, players)) = club.zip(players) else { return };
        // The game before no longer counts, even if the same two play the next one.
        let is_next = before.is_some_and(|before| before.club != club);
        seats.insert(id, Seat { club, pair, players });
        if !is_next && has_table(&self.room(), id, players) {
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

    /// Seats the players who meet, enters the results of games that are over, and seats their
    /// players again.
    pub fn report_results(self: &Rc<Self>) {
        // What the director has changed may not be on the disk yet.
        self.pair();
        let over = {
            let (room, mut directing) = (self.room(), self.directing.borrow_mut());
            directing.as_mut().map(|directing| directing.take_ended(&room)).unwrap_or_default()
        };
        for (game, club, outcome) in over {
            let service = Rc::clone(self);
            glib::spawn_future_local(async move {
                let entered = service.tournaments.report_game(&club, outcome.winner()).await;
                let is_of = |directing: &&mut Directing| directing.file.to_string() == club.file;
                if let Some(directing) = service.directing.borrow_mut().as_mut().filter(is_of) {
                    match &entered {
                        Some((tournament, _)) => directing.tournament = Arc::clone(tournament),
                        // It is tried again after the next row of the room, or on the page.
                        None => _ = directing.reported.remove(&game),
                    }
                }
                entered.into_iter().for_each(|(_, words)| service.tell(Event::Words(words)));
                service.pair();
            });
        }
    }

    /// Returns the tournament of the room, which can be another one than the one that is open.
    fn tournament(&self) -> Option<Arc<Tournament>> {
        let mut directing = self.directing.borrow_mut();
        let Directing { file, tournament, .. } = directing.as_mut()?;
        if let Some(now) = self.tournaments.now_of(file) {
            *tournament = now;
        }
        Some(Arc::clone(tournament))
    }
}

/// Returns whether two players sit at a table already, and their game goes on.
fn has_table(room: &Room, id: TableId, players: ByColor<MemberId>) -> bool {
    room.tables().any(|table| table.id == id && table.players == players && room.outcome(table).is_none())
}

/// Returns whether the game at a table is that of the two who meet. One of them may be away for a
/// moment, while a member with a name like theirs is here.
fn is_their_game(room: &Room, tournament: &Tournament, id: TableId, seat: &Seat) -> bool {
    let is_called = |player, entrant: usize| {
        tournament.entrants().get(entrant).is_some_and(|entrant| room.is_called(player, &entrant.name))
    };
    let (ByColor { white, black }, [first, second]) = (seat.players, seat.pair);
    let are_theirs =
        is_called(white, first) && is_called(black, second) || is_called(white, second) && is_called(black, first);
    are_theirs && room.tables().any(|table| table.id == id && table.players == seat.players && table.game.is_some())
}

/// Returns the members who play a game of a meeting, if both are in the room.
fn players(room: &Room, tournament: &Tournament, meeting: &Meeting, game: usize) -> Option<ByColor<MemberId>> {
    let ByColor { white, black } = meeting.players(game);
    let member = |entrant: usize| room.member(&tournament.entrants().get(entrant)?.name);
    Some(ByColor { white: member(white)?, black: member(black)? })
        .filter(|players| players[Color::White] != players.black)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::fs;
    use std::path::Path;
    use std::time::Instant;

    use morris::Rules;
    use morris_club::{Change, Format, GameScore, Order, Place, Settings};
    use morris_message::{ColorChoice, Line, MessageGame, Turn};
    use morris_play::persistence::{TournamentFiles, TournamentId};
    use morris_room::{Guest, MemberRow, Presence, RoomRow};

    use super::*;
    use crate::services::TournamentService;
    use crate::services::for_tests::{Log, logged, news, own_context};
    use crate::widgets::for_tests::{LIMIT, turn};

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

    /// A director, whose tournament of four has been paired, and all four in its room.
    struct Evening {
        context: &'static glib::MainContext,
        files: TournamentFiles,
        id: TournamentId,
        tournaments: Rc<TournamentService>,
        network: Rc<NetworkService>,
        guests: HashMap<String, Guest>,
        messages: Log,
    }

    impl Evening {
        fn new(context: &'static glib::MainContext, home: &Path, games: u8) -> Self {
            let saves = home.join("saves");
            let mut files = TournamentFiles::beside(&saves);
            let id = files.create(&matches_of(games, &["Ann", "Bob", "Cem", "Dora"])).unwrap();
            let (sender, messages) = logged(news);
            let tournaments = Rc::new(TournamentService::new(sender));
            tournaments.start(&saves);
            let network = Rc::new(NetworkService::new(Rc::clone(&tournaments)));
            network.start(home.join("network"));
            let mut evening = Self { context, files, id, tournaments, network, guests: HashMap::new(), messages };
            evening.open(&evening.id.clone());
            evening.network.open_for_club(|| ());
            evening.wait(|evening| evening.network.is_club() && evening.network.code().is_some());
            evening.tournaments.now().unwrap().entrants().iter().for_each(|entrant| evening.enter(&entrant.name));
            evening.wait(|evening| evening.network.room().tables().count() == 2);
            evening
        }

        /// Lets a guest join, and waits until it is there.
        fn enter(&mut self, name: &str) {
            let (port, code) = (self.network.place().unwrap().0[0].port(), self.network.code().unwrap());
            let address = format!("127.0.0.1:{port}").parse().unwrap();
            self.guests.insert(name.to_owned(), morris_room::join(address, name.parse().unwrap(), code, |_| ()));
            self.wait(|evening| {
                let room = evening.network.room();
                room.member(name).is_some_and(|member| room.name_of(member) == name)
            });
        }

        fn wait(&self, is_done: impl Fn(&Self) -> bool) {
            let start = Instant::now();
            while !is_done(self) {
                assert!(start.elapsed() < LIMIT, "it does not come");
                turn(self.context);
            }
        }

        fn open(&self, id: &TournamentId) {
            assert!(self.context.block_on(self.tournaments.open(id)));
        }

        fn change(&self, change: &Change) {
            self.context.block_on(self.tournaments.change(change).unwrap());
            self.network.report_results();
        }

        /// Returns the names of White and Black at table 1.
        fn seated(&self) -> [String; 2] {
            let room = self.network.room();
            let players = room.tables().find(|table| table.id == 1).unwrap().players;
            [players.white, players.black].map(|player| room.name_of(player))
        }

        /// Returns the names of those who meet first at table 1, as they are seated in a game.
        fn paired(&self, game: usize) -> [String; 2] {
            let tournament = self.network.tournament().unwrap();
            let meeting = &tournament.rounds()[0].meetings[0];
            let ByColor { white, black } = meeting.players(game);
            [white, black].map(|entrant| tournament.entrants()[entrant].name.clone())
        }

        fn send(&self, name: &str, line: &str) {
            self.guests[name].send(MemberRow::Line(Line::parse(line).unwrap()));
        }

        /// Begins a game at table 1. Returns it as White has it.
        fn begin(&self) -> MessageGame {
            let ([white, black], seed) = (self.seated(), rand::random());
            let name = |name: &str| name.parse().unwrap();
            let mut game = MessageGame::invite(Rules::STANDARD, ColorChoice::White, name(&white), seed).unwrap();
            self.send(&white, &game.last_line());
            let own = game.invitation().game().to_owned();
            self.wait(|evening| evening.network.room().seen(&own).is_some_and(|seen| seen.onlooker.is_some()));
            let accepted = MessageGame::accept(&game.whole(), name(&black), rand::random()).unwrap().last_line();
            game.read(&accepted).unwrap();
            self.send(&black, &accepted);
            let is_accepted = |evening: &Self| {
                let room = evening.network.room();
                room.seen(&own).and_then(|seen| seen.onlooker.as_ref()?.to_write()).is_some()
            };
            self.wait(is_accepted);
            game
        }

        /// White resigns a game.
        fn resign(&self, mut game: MessageGame) {
            let white = game.own_name().unwrap().to_string();
            let resigned = game.write(Turn::parse("+resign", Rules::STANDARD.board).unwrap()).unwrap();
            self.send(&white, &resigned.into_line());
        }

        /// White resigns the first game, whose result comes in before the next one is seated.
        fn lose(&mut self, game: MessageGame) {
            self.resign(game);
            let second = self.paired(1);
            self.wait(|evening| evening.seated() == second);
            assert_eq!(self.games_on_disk(), [Some(GameScore::Loss), None]);
        }

        fn games_on_disk(&mut self) -> Vec<Option<GameScore>> {
            self.files.load(&self.id).unwrap().rounds()[0].meetings[0].games.clone()
        }
    }

    fn evening(names: &[&str]) -> Tournament {
        matches_of(2, names)
    }

    fn matches_of(games: u8, names: &[&str]) -> Tournament {
        let format = Format::RoundRobin { cycles: 1, order: Order::Berger };
        let mut tournament = Tournament::new(Settings { games, ..Settings::new("Evening", format) }).unwrap();
        for &name in names {
            tournament.change(&Change::Add { name: name.to_owned(), program: None }).unwrap();
        }
        tournament.change(&Change::Pair).unwrap();
        tournament
    }

    /// Runs a test with a director.
    fn direct(test: fn(&mut Evening)) {
        direct_matches_of(2, test);
    }

    fn direct_matches_of(games: u8, test: fn(&mut Evening)) {
        let home = tempfile::tempdir().unwrap();
        let context = own_context();
        let evening = || {
            let mut evening = Evening::new(context, home.path(), games);
            test(&mut evening);
            assert!(evening.messages.borrow().is_empty(), "{:?}", evening.messages);
        };
        context.with_thread_default(evening).unwrap();
    }

    #[test]
    fn a_result_comes_in_while_another_tournament_is_open() {
        direct(|evening| {
            let other = evening.files.create(&self::evening(&["Eve", "Fay"])).unwrap();
            let game = evening.begin();
            evening.open(&other);
            let shown = evening.tournaments.now();
            evening.lose(game);
            assert_eq!((evening.tournaments.id(), evening.tournaments.now()), (Some(other), shown));
        });
    }

    #[test]
    fn a_result_that_could_not_be_written_comes_in_later() {
        direct(|evening| {
            let other = evening.files.create(&self::evening(&["Eve", "Fay"])).unwrap();
            let game = evening.begin();
            evening.open(&other);
            let folder = evening.files.path(&evening.id).parent().unwrap().to_owned();
            let away = folder.with_extension("away");
            fs::rename(&folder, &away).unwrap();
            evening.resign(game);
            evening.wait(|evening| !evening.messages.borrow().is_empty());
            evening.network.report_results();
            evening.context.block_on(evening.tournaments.work(|_| ()));
            while evening.context.iteration(false) {}
            assert_eq!(evening.messages.take().len(), 1, "it is said once");
            fs::rename(&away, &folder).unwrap();
            evening.network.report_results();
            let second = evening.paired(1);
            evening.wait(|evening| evening.seated() == second);
            assert_eq!(evening.games_on_disk(), [Some(GameScore::Loss), None]);
        });
    }

    #[test]
    fn a_player_with_a_new_name_is_seated_as_the_director_enters_it() {
        direct(|evening| {
            let [white, _] = evening.paired(0);
            drop(evening.guests.remove(&white));
            evening.enter("Anna");
            let entrant = evening.tournaments.now().unwrap().entrants().iter().position(|one| one.name == white);
            evening.change(&Change::Rename(entrant.unwrap(), "Anna".to_owned()));
            evening.wait(|evening| evening.seated()[0] == "Anna");
            let game = evening.begin();
            evening.lose(game);
        });
    }

    #[test]
    fn a_game_goes_on_although_a_player_is_away_and_one_with_a_like_name_is_here() {
        direct(|evening| {
            let (game, seated) = (evening.begin(), evening.seated());
            let guest = evening.guests.remove(&seated[1]).unwrap();
            evening.enter(&seated[1].to_lowercase());
            drop(guest);
            evening.wait(|evening| {
                let room = evening.network.room();
                room.tables().any(|table| table.id == 1 && room.is_away(table.players.black))
            });
            evening.network.report_results();
            evening.resign(game);
            evening.wait(|evening| evening.tournaments.now().unwrap().rounds()[0].meetings[0].games[0].is_some());
            evening.context.block_on(evening.tournaments.work(|_| ()));
            assert_eq!(evening.games_on_disk()[0], Some(GameScore::Loss));
        });
    }

    #[test]
    fn exchanged_players_are_seated_again_and_their_old_game_does_not_count() {
        direct(|evening| {
            let game = evening.begin();
            let meetings = evening.tournaments.now().unwrap().rounds()[0].meetings.clone();
            evening.change(&Change::Swap(meetings[0].first, meetings[1].first));
            evening.resign(game);
            let new = evening.paired(0);
            evening.wait(|evening| evening.seated() == new);
            assert_eq!(evening.games_on_disk(), [None, None]);
            let game = evening.begin();
            evening.lose(game);
        });
    }

    #[test]
    fn a_game_at_the_table_does_not_count_for_the_next_one_with_the_same_colors() {
        direct_matches_of(4, |evening| {
            let game = evening.begin();
            let results = [Some(GameScore::Win), Some(GameScore::Draw), None, None];
            let at = Place { round: 0, table: 0 };
            evening.change(&Change::Result { at, games: results.to_vec(), when: String::new() });
            evening.wait(|evening| evening.network.room().tables().any(|table| table.id == 1 && table.game.is_none()));
            evening.resign(game);
            let next = evening.begin();
            assert_eq!(evening.games_on_disk(), results);
            evening.resign(next);
            evening.wait(|evening| evening.tournaments.now().unwrap().rounds()[0].meetings[0].games[2].is_some());
        });
    }

    #[test]
    fn a_result_by_hand_counts_and_not_the_game_at_the_table() {
        direct(|evening| {
            let game = evening.begin();
            let games = vec![Some(GameScore::Win), Some(GameScore::Draw)];
            let by_hand =
                Change::Result { at: Place { round: 0, table: 0 }, games: games.clone(), when: String::new() };
            // It is not on the disk yet when the game ends.
            drop(evening.tournaments.change(&by_hand).unwrap());
            let own = game.invitation().game().to_owned();
            evening.resign(game);
            evening.wait(|evening| evening.network.room().seen(&own).is_some_and(|seen| seen.outcome().is_some()));
            // What follows from the end of the game is on the disk before the last change.
            for name in ["Anna", "Anne"] {
                evening.change(&Change::Rename(0, name.to_owned()));
            }
            assert_eq!(evening.games_on_disk(), games);
        });
    }
}
