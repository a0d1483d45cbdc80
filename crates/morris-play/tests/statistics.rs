// SPDX-License-Identifier: GPL-3.0-or-later
//! The file of finished games, and the statistics of a player.

use std::fs::{self, OpenOptions};
use std::path::PathBuf;
use std::thread;

use jiff::Timestamp;
use morris::{ByColor, Color, Game, Outcome, Rules, WinReason};
use morris_engine::{Level, Rating};
use morris_play::adaptive_level;
use morris_play::persistence::{FinishedGame, HelpUsed, OpponentKind, SaveId, SavedGame, Statistics, StatisticsFile};
use morris_play::setup::{GameSetup, NewGameOptions, Opponent, Player, ProgramSeat, Skill};
use morris_play::statistics::figures::{Figures, LATEST};
use morris_play::statistics::tally::{Streak, Tally, tallies};

use crate::write_when_free;

fn folder() -> (tempfile::TempDir, StatisticsFile) {
    let folder = tempfile::tempdir().unwrap();
    let file = StatisticsFile::beside(&folder.path().join("data/saves"));
    (folder, file)
}

fn setup(opponent: Player) -> GameSetup {
    let players = ByColor { white: Player::Person, black: opponent };
    GameSetup { rules: Rules::STANDARD, rules_name: None, players, clock: None, club: None }
}

fn level(number: u8) -> Player {
    Player::Computer(Skill::Level(Level::new(number).unwrap()))
}

fn finished(name: &str, opponent: Player, winner: Color, aids: Option<HelpUsed>) -> FinishedGame {
    let mut game = Game::new(Rules::STANDARD);
    game.declare(Outcome::Win { winner, reason: WinReason::Resignation });
    let id = SaveId::of_file(&PathBuf::from(format!("{name}.toml"))).unwrap();
    FinishedGame::of(&id, &setup(opponent), &game, Timestamp::from_second(1_795_000_000).unwrap(), aids).unwrap()
}

fn no_aids() -> Option<HelpUsed> {
    Some(HelpUsed::default())
}

#[test]
fn appended_lines_are_read_again() {
    let (_folder, file) = folder();
    let program = Player::Program(ProgramSeat { program: "mine,\t\"best\"".to_owned(), display_name: None });
    let aids = Some(HelpUsed { hint: true, undo: false, move_now: true });
    let mut games = vec![
        finished("a", level(3), Color::White, no_aids()),
        finished("b", Player::Computer(Skill::Perfect), Color::Black, aids),
        finished("c", Player::Person, Color::Black, None),
    ];
    games[0].accuracy = Some(87.5);
    for game in &games {
        file.append(game).unwrap();
    }
    let read = file.read().unwrap();
    assert_eq!((&read.games, read.unreadable, read.counted_until), (&games, 0, Some(games[0].end)));
    assert_eq!((games[0].points(), games[1].points(), games[2].points()), (Some(1.0), Some(0.0), None));
    file.append(&finished("d", program, Color::White, no_aids())).unwrap();
    let csv = file.read().unwrap().csv();
    assert!(csv.starts_with("game,end,rules,") && csv.contains("\"program:mine, \"\"best\"\"\""), "{csv}");
    // Games that are not over and games without persons do not count.
    let id = SaveId::new();
    let running = Game::new(Rules::STANDARD);
    assert_eq!(FinishedGame::of(&id, &setup(level(1)), &running, Timestamp::UNIX_EPOCH, None), None);
}

/// Returns the games in the file of 1.0.0.
fn of_1_0_0() -> Vec<FinishedGame> {
    let program = Player::Program(ProgramSeat { program: "mine".to_owned(), display_name: None });
    let rated = Player::Computer(Skill::Rating(Rating::new(640).unwrap()));
    let aids = Some(HelpUsed { hint: true, undo: true, move_now: true });
    let mut games = vec![
        finished("a", level(3), Color::White, no_aids()),
        finished("b", Player::Computer(Skill::Perfect), Color::Black, aids),
        finished("c", Player::Person, Color::Black, None),
        finished("d", level(1), Color::White, no_aids()),
        finished("e", rated, Color::Black, no_aids()),
        finished("f", program, Color::White, no_aids()),
    ];
    games[0].accuracy = Some(87.5);
    games[3].opponent = OpponentKind::Friend("Bob".to_owned());
    games
}

/// Returns the games in the file of 1.1.0: rules and ends that 1.0.0 does not know.
fn of_1_1_0() -> Vec<FinishedGame> {
    let choices = "goal=misere,least_men=2,flying_counts=board-and-hand,capture_between=both";
    let own = Rules::read_line(&format!("standard,{choices}")).unwrap();
    let won = |winner, reason| Outcome::Win { winner, reason };
    [
        ("a", Rules::read_line("sesotho").unwrap(), won(Color::White, WinReason::FewMen)),
        ("b", own, won(Color::White, WinReason::GaveAway)),
        ("c", own, won(Color::Black, WinReason::ShutIn)),
    ]
    .map(|(name, rules, outcome)| FinishedGame { rules, outcome, ..finished(name, level(3), Color::White, no_aids()) })
    .into()
}

#[test]
fn statistics_of_each_release_are_read_forever() {
    for (text, games) in [
        (include_str!("data/statistics-1-of-1.0.0.tsv"), of_1_0_0()),
        (include_str!("data/statistics-1-of-1.1.0.tsv"), of_1_1_0()),
    ] {
        let (_folder, file) = folder();
        games.iter().for_each(|game| file.append(game).unwrap());
        assert_eq!(
            fs::read_to_string(file.path()).unwrap(),
            text,
            "the format has changed: give it a new version, and keep this file as a test"
        );
        let read = file.read().unwrap();
        assert_eq!((read.games, read.unreadable), (games, 0));
    }
}

#[test]
fn the_name_of_a_program_is_cut() {
    let (_folder, file) = folder();
    let long = "W".repeat(3_000);
    let game = finished("a", Player::program(&long), Color::White, no_aids());
    file.append(&game).unwrap();
    assert_eq!(file.read().unwrap().games, std::slice::from_ref(&game));
    let OpponentKind::Program(name) = game.opponent else { panic!("a program") };
    fs::write(file.path(), fs::read_to_string(file.path()).unwrap().replace(&name, &long)).unwrap();
    assert_eq!(file.read().unwrap().games[0].opponent, OpponentKind::Program("W".repeat(100)));
}

#[test]
fn a_game_that_ends_twice_counts_once() {
    let (_folder, file) = folder();
    for (name, winner) in [("a", Color::White), ("b", Color::White), ("a", Color::Black)] {
        file.append(&finished(name, level(1), winner, no_aids())).unwrap();
    }
    let games = file.read().unwrap().games;
    assert_eq!(
        games.iter().map(|game| (game.game.as_str(), game.points().unwrap())).collect::<Vec<_>>(),
        [("a", 0.0), ("b", 1.0)]
    );
}

#[test]
fn a_line_that_was_cut_anywhere_harms_no_other() {
    let (_folder, file) = folder();
    let program = Player::Program(ProgramSeat { program: "Mühle".to_owned(), display_name: None });
    let first = finished("a", program, Color::White, Some(HelpUsed { hint: true, undo: true, move_now: false }));
    file.append(&first).unwrap();
    let whole = fs::read(file.path()).unwrap();
    let head = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let last = finished("b", level(2), Color::White, no_aids());
    for cut in head + 1..whole.len() {
        fs::write(file.path(), &whole[..cut]).unwrap();
        let read = file.read().unwrap();
        let is_whole = cut + 1 == whole.len();
        assert_eq!((read.games.len(), read.unreadable), (usize::from(is_whole), usize::from(!is_whole)));
        file.append(&last).unwrap();
        let read = file.read().unwrap();
        assert_eq!(read.games.last(), Some(&last), "cut after {cut} bytes");
        assert_eq!(read.games.len() + read.unreadable, 2);
    }
}

#[test]
fn several_windows_lose_no_line() {
    let (_folder, file) = folder();
    thread::scope(|scope| {
        for window in 0..4 {
            let file = &file;
            scope.spawn(move || {
                for game in 0..25 {
                    let game = finished(&format!("{window}-{game}"), level(1), Color::White, no_aids());
                    write_when_free(|| file.append(&game));
                }
            });
        }
    });
    let Statistics { games, unreadable, .. } = file.read().unwrap();
    assert_eq!((games.len(), unreadable), (100, 0));
    let head = fs::read_to_string(file.path()).unwrap().lines().filter(|line| line.starts_with('#')).count();
    assert_eq!(head, 1);
}

#[test]
fn old_saves_fill_it_once_and_reset_is_for_good() {
    let (_folder, file) = folder();
    let mut game = Game::new(Rules::STANDARD);
    game.declare(Outcome::Win { winner: Color::White, reason: WinReason::Time });
    let saved = SavedGame::now(setup(level(4)), game, None);
    let id = SaveId::of_file("old.toml".as_ref()).unwrap();
    let old = FinishedGame::of_save(&id, &saved).unwrap();
    assert_eq!(old.aids, None, "unknown");
    file.fill([old.clone()]).unwrap();
    file.fill([old.clone(), finished("b", level(1), Color::White, None)]).unwrap();
    assert_eq!(file.read().unwrap().games.len(), 1);
    file.reset().unwrap();
    file.fill([old]).unwrap();
    assert_eq!(file.read().unwrap().games, []);
    file.append(&finished("c", level(1), Color::White, no_aids())).unwrap();
    assert_eq!(file.read().unwrap().games.len(), 1);
}

#[test]
fn lines_and_columns_of_newer_versions_are_kept() {
    let (_folder, file) = folder();
    file.append(&finished("a", level(1), Color::White, no_aids())).unwrap();
    let text = fs::read_to_string(file.path()).unwrap().replace("\t.\n", "\tmore\t.\n") + "something else\n";
    fs::write(file.path(), &text).unwrap();
    let read = file.read().unwrap();
    assert_eq!((read.games.len(), read.unreadable), (1, 1));
    file.append(&finished("b", level(1), Color::White, no_aids())).unwrap();
    assert!(fs::read_to_string(file.path()).unwrap().starts_with(&text));
    assert!(OpenOptions::new().read(true).open(file.path()).is_ok());
}

#[test]
fn winner_against_a_level_is_rated_above_it() {
    let games = |level_of: u8, aids: Option<HelpUsed>| -> Vec<_> {
        (0..30).map(|number| finished(&number.to_string(), level(level_of), Color::White, aids)).collect()
    };
    let rated = |games: &[FinishedGame]| adaptive_level::rating(games, &Rules::STANDARD);
    let good = rated(&games(5, no_aids()));
    assert!(good.rating > 890.0 && good.deviation < adaptive_level::FIRST.deviation, "{good:?}");
    for aids in [
        None,
        Some(HelpUsed { hint: true, ..HelpUsed::default() }),
        Some(HelpUsed { undo: true, ..HelpUsed::default() }),
        Some(HelpUsed { move_now: true, ..HelpUsed::default() }),
    ] {
        assert_eq!(rated(&games(5, aids)), adaptive_level::FIRST);
    }
    assert_eq!(adaptive_level::rating(&games(5, no_aids()), &Rules::WINDMILL), adaptive_level::FIRST, "by other rules");
    // A player who scores half against a level has its rating.
    let mut even = games(4, no_aids());
    for game in even.iter_mut().step_by(2) {
        game.outcome = Outcome::Win { winner: Color::Black, reason: WinReason::Resignation };
    }
    assert!((rated(&even).rating - 710.0).abs() < 60.0, "{:?}", rated(&even));
    assert_eq!(even[0].opponent, OpponentKind::Level(4));
}

#[test]
fn contradicting_results_do_not_make_the_rating_run_away() {
    let won_by = |white_wins: bool| if white_wins { Color::White } else { Color::Black };
    for (name, levels, is_won) in [
        ("by turns", [1, 10], (|number| number % 2 == 1) as fn(usize) -> bool),
        ("at random", [1, 9], |number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40 & 1 == 1),
        ("all won", [10, 10], |_| true),
        ("all lost", [1, 1], |_| false),
    ] {
        let game = |number: usize| finished("a", level(levels[number % 2]), won_by(is_won(number)), no_aids());
        let games: Vec<_> = (0..10_000).map(game).collect();
        let rated = adaptive_level::rating(&games, &Rules::STANDARD);
        assert!((-1_000.0..=4_000.0).contains(&rated.rating) && rated.deviation <= 500.0, "{name}: {rated:?}");
        let course = Figures::of(&Statistics { games, ..Statistics::default() }).by_rules[0].course.clone().unwrap();
        let all = course.latest.iter().chain([&course.first, &course.best]);
        all.for_each(|value| assert!((-1_000.0..=4_000.0).contains(value), "{name}: {value}"));
    }
}

#[test]
fn a_game_from_a_position_that_was_set_up_does_not_count() {
    let id = SaveId::new();
    let start = Game::new(Rules::STANDARD);
    let mut later = start.clone();
    later.play("d6".parse().unwrap()).unwrap();
    for (position, counts) in [(*start.position(), true), (*later.position(), false)] {
        let mut game = Game::from_position(Rules::STANDARD, position);
        game.declare(Outcome::Win { winner: Color::White, reason: WinReason::Resignation });
        let counted = FinishedGame::of(&id, &setup(level(1)), &game, Timestamp::UNIX_EPOCH, None);
        assert_eq!(counted.is_some(), counts);
    }
}

/// Returns games against level 4, described by letters: won, lost, or between two persons.
fn course(letters: &str) -> Vec<FinishedGame> {
    let game = |(number, letter): (usize, char)| {
        let (opponent, winner) = match letter {
            'w' => (level(4), Color::White),
            'l' => (level(4), Color::Black),
            _ => (Player::Person, Color::White),
        };
        finished(&number.to_string(), opponent, winner, no_aids())
    };
    letters.chars().enumerate().map(game).collect()
}

#[test]
fn games_are_counted_by_filter() {
    let games = course("wwplw");
    let count = |won, lost, shared| Tally { won, drawn: 0, lost, shared };
    assert_eq!(Tally::of(&games), count(3, 1, 1));
    assert_eq!(Tally::of(&games).decided(), 4);
    let by_opponent = tallies(&games, |game| Some(game.opponent.clone()));
    assert_eq!(by_opponent, [(OpponentKind::Level(4), count(3, 1, 0)), (OpponentKind::Person, count(0, 0, 1))]);
    assert_eq!(tallies(&games, |game| game.color), [(Color::White, count(3, 1, 0))]);
}

#[test]
fn a_row_of_wins_ends_with_a_loss_and_not_with_a_game_of_two_persons() {
    for (letters, now, best) in [("", 0, 0), ("wwlw", 1, 2), ("lwpww", 3, 3), ("wwl", 0, 2)] {
        assert_eq!(Streak::of(&course(letters)), Streak { now, best }, "{letters}");
    }
}

#[test]
fn another_level_is_offered_upwards_after_a_win_and_downwards_after_a_loss() {
    let offered = |letters: &str| {
        let games = course(letters);
        next_level(&games, games.last().unwrap())
    };
    fn next_level(games: &[FinishedGame], last: &FinishedGame) -> Option<u8> {
        adaptive_level::next_level(adaptive_level::rating(games, &Rules::STANDARD), last).map(Level::number)
    }
    assert!(offered("wwwwwww").unwrap() > 4);
    assert!(offered("lllllll").unwrap() < 4);
    assert_eq!(offered("wwwwwwwl"), None, "a loss does not raise it");
    assert_eq!(offered("p"), None);
    let helped = finished("helped", level(4), Color::White, Some(HelpUsed { undo: true, ..HelpUsed::default() }));
    assert_eq!(next_level(&course("wwwwwww"), &helped), None);
}

#[test]
fn where_a_level_is_to_suit_only_a_game_against_the_computer_follows() {
    let games = course("wwwwwww");
    let plain = NewGameOptions { skill: Skill::FIRST, ..NewGameOptions::default() };
    let suits = NewGameOptions { suits_you: true, ..plain.clone() };
    let watched = NewGameOptions { opponent: Opponent::Watch, ..suits.clone() };
    let by = |games: &[FinishedGame]| {
        let games = games.to_vec();
        move |rules: &Rules| adaptive_level::rating(&games, rules)
    };
    let skill = |choice: &NewGameOptions| adaptive_level::chosen(choice, by(&games)).skill;
    assert_eq!((skill(&plain), skill(&watched)), (Skill::FIRST, Skill::FIRST));
    let rating = Rating::nearest(adaptive_level::rating(&games, &Rules::STANDARD).rating);
    assert_eq!(skill(&suits), Skill::Rating(rating));
    assert!(rating.points() > 710, "{rating:?}");
    // Without games, only the initial rating is known.
    assert_eq!(adaptive_level::chosen(&suits, by(&[])).skill, Skill::Rating(Rating::new(420).unwrap()));
    // A rematch adapts the computer to the current rating, but keeps a level that was chosen.
    let once_more = |games: &[FinishedGame], choice: &NewGameOptions| {
        adaptive_level::again(adaptive_level::chosen(choice, by(&[])).game(Color::White), by(games)).players.black
    };
    assert_eq!(once_more(&games, &suits), Player::Computer(Skill::Rating(rating)));
    assert_eq!(once_more(&games, &plain), Player::Computer(Skill::FIRST));
}

#[test]
fn games_between_two_levels_count_unchanged() {
    let (_folder, file) = folder();
    let between = |points| Player::Computer(Skill::Rating(Rating::new(points).unwrap()));
    for (number, points) in [800, 820, 840].into_iter().enumerate() {
        file.append(&finished(&number.to_string(), between(points), Color::White, no_aids())).unwrap();
    }
    let games = file.read().unwrap().games;
    assert_eq!(games[1].opponent, OpponentKind::Rating(Rating::new(820).unwrap()));
    assert!(adaptive_level::rating(&games, &Rules::STANDARD).rating > 820.0);
    let by_opponent = tallies(&games, |game| Some(game.opponent.counted()));
    assert_eq!(by_opponent.len(), 1, "they are one in the table");
    let rating = adaptive_level::rating(&games, &Rules::STANDARD);
    assert_eq!(adaptive_level::next_level(rating, &games[2]), None, "it follows by itself");
}

#[test]
fn shown_figures_do_not_grow_with_games() {
    let figures = |rounds: usize| {
        let mut games: Vec<_> = course("wwplw").into_iter().cycle().take(5 * rounds).collect();
        for (number, game) in games.iter_mut().enumerate() {
            game.game = number.to_string();
            game.accuracy = Some(if number == 1 { 99.0 } else { (number % 90) as f64 });
            if number % 5 == 3 {
                game.rules = Rules::PLAIN;
            }
        }
        (Figures::of(&Statistics { games: games.clone(), unreadable: 2, counted_until: None }), games)
    };
    let rows = |figures: &Figures| [figures.by_rules.len(), figures.by_opponent.len(), figures.by_color.len()];
    let (few, _) = figures(1);
    let (many, games) = figures(4_000);
    assert_eq!((rows(&few), few.latest.len()), ([2, 2, 1], 5));
    assert_eq!(rows(&many), rows(&few));
    assert_eq!(many.latest, games[games.len() - LATEST..]);
    // The figures match those of all the games.
    assert_eq!((many.all, many.streak, many.unreadable), (Tally::of(&games), Streak::of(&games), 2));
    assert_eq!((many.by_rules[0].rules, many.by_rules[0].tally.decided()), (Rules::STANDARD, 12_000));
    for rules in [Rules::STANDARD, Rules::PLAIN, Rules::WINDMILL] {
        assert_eq!(many.rating(&rules), adaptive_level::rating(&games, &rules));
    }
    let rated = many.by_rules[0].course.as_ref().unwrap();
    assert_eq!((rated.latest.len(), rated.latest[LATEST - 1]), (LATEST, many.by_rules[0].rating.rating));
    assert_eq!(rated.first, adaptive_level::rating(&games[..1], &Rules::STANDARD).rating);
    let course = many.accuracy.unwrap();
    assert_eq!((course.first, course.best, course.latest.len()), (0.0, 99.0, LATEST));
    assert_eq!(course.latest.last().copied(), games.last().unwrap().accuracy);
    assert!(Figures::of(&Statistics::default()).is_empty());
}
