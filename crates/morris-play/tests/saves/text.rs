// SPDX-License-Identifier: GPL-3.0-or-later
//! The text of saved games: round trips, every version, and the errors of broken files.

use std::fs;
use std::time::Duration;

use jiff::Timestamp;
use morris::{
    ByColor, Color, DrawReason, Game, IllegalMove, Move, Outcome, Position, RING_16, Rules, WinReason, names,
};
use morris_message::{ColorChoice, MessageGame};
use morris_play::persistence::{FileProblem, HelpUsed, SaveId, SavedGame, SavedKind, Store};
use morris_play::session::LastLine;
use morris_play::setup::{
    Clock, ClockTimes, ClubGame, FixedDepth, GameSetup, Level, Player, ProgramSeat, Rating, Skill,
};
use proptest::prelude::*;

use super::common::{data, game, play, setup};

fn text_of(game: &SavedGame) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.toml");
    game.write(&path).unwrap();
    fs::read_to_string(path).unwrap()
}

/// Reads a text. An error is returned as its message without the folder.
fn read(text: impl AsRef<[u8]>) -> Result<SavedGame, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toml");
    fs::write(&path, text).unwrap();
    let folder = format!("{}/", folder.path().display());
    SavedGame::read(&path)
        .map_err(|error| error.to_string().strip_prefix(&folder).expect("the file is named").to_owned())
}

fn read_data(name: &str) -> String {
    fs::read_to_string(data(name)).unwrap()
}

/// Returns the text of a save of the first version as it is written now.
fn in_second_version(text: &str) -> String {
    text.replacen("version = 1\n", "version = 2\n", 1)
}

#[test]
fn second_version_with_a_tree_is_read_forever() {
    let text = read_data("save-2.toml");
    let saved = read(&text).unwrap();
    assert_eq!(saved.game.outcome(), Some(Outcome::Win { winner: Color::White, reason: WinReason::Resignation }));
    let moves: Vec<_> = saved.game.moves().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["d6", "f4", "d2", "b4"]);
    let tree = saved.tree();
    assert_eq!((tree.len(), tree.rows().map(|row| row.nesting).max()), (11, Some(2)));
    let end = tree.end();
    assert_eq!((tree.depth(end), tree.children(end).len(), tree.glyphs(end)), (4, 2, &[2][..]));
    assert_eq!(tree.comment(end), "[%csl Gf6] [%cal Gf6f2]");
    assert_eq!(saved.notes.as_ref().unwrap().tags["White"], "Ada");
    assert_eq!(text_of(&saved), text, "the format has changed: give it a new version, and keep this file as a test");
}

/// A saved analysis with custom rules, a position, variations, and a comment.
#[test]
fn analysis_of_1_0_0_is_read_forever() {
    let text = read_data("save-2-analysis-of-1.0.0.toml");
    let saved = read(&text).unwrap();
    assert_eq!((saved.kind, saved.name.as_deref()), (SavedKind::Analysis, Some("Five at the lake")));
    assert_eq!(saved.setup.rules.line(), "five,flying=3,quiet=never");
    assert_eq!(saved.setup.rules_name.as_deref(), Some("As “at home”"));
    let (game, tree) = (&saved.game, saved.tree());
    assert_eq!((game.start().line(game.rules()), game.cursor()), ("W.W/.../..../.B./B.. w 3 3 0".to_owned(), 3));
    assert_eq!((tree.len(), tree.comment(tree.end())), (5, "[%csl Ga3] [%cal Ga3a5]"));
    assert_eq!(text_of(&saved), text, "the format has changed: give it a new version, and keep this file as a test");
}

/// A game of a tournament, with a clock and a move that was taken back, on a board that 1.0.0 does
/// not have.
#[test]
fn tournament_game_of_1_1_0_is_read_forever() {
    let text = read_data("save-2-club-of-1.1.0.toml");
    let saved = read(&text).unwrap();
    let club = ClubGame { file: "Club-evening".to_owned(), round: 1, table: 2, game: 3, pair: None, no_help: true };
    assert_eq!((saved.setup.club.as_ref(), saved.setup.rules.id()), (Some(&club), "sesotho"));
    let clock = Clock { time: Duration::from_secs(420), increment: Duration::from_secs(2) };
    let clocks = saved.clocks.as_ref().unwrap();
    assert_eq!((saved.setup.clock, clocks.now.white, clocks.history.len()), (Some(clock), clock.time, 4));
    assert_eq!((saved.game.cursor(), saved.game.moves().len()), (2, 3));
    assert_eq!(text_of(&saved), text, "the format has changed: give it a new version, and keep this file as a test");
    let with_help = read(text.replace(", no-help = true", "")).unwrap();
    assert_eq!(with_help.setup.club, Some(ClubGame { no_help: false, ..club }));
}

/// A finished game by rules with all choices that 1.0.0 does not have.
#[test]
fn game_by_rules_of_1_1_0_is_read_forever() {
    let text = read_data("save-2-rules-of-1.1.0.toml");
    let saved = read(&text).unwrap();
    let choices = "goal=misere,least_men=2,flying_counts=board-and-hand,capture_between=both";
    assert_eq!(Ok(saved.setup.rules), Rules::read_line(&format!("standard,{choices}")));
    assert_eq!((saved.kind, saved.setup.rules_name.as_deref()), (SavedKind::Game, Some("Give away")));
    let end = Outcome::Win { winner: Color::White, reason: WinReason::GaveAway };
    assert_eq!((saved.game.outcome(), saved.game.cursor()), (Some(end), 1));
    assert_eq!(text_of(&saved), text, "the format has changed: give it a new version, and keep this file as a test");
}

#[test]
fn first_version_is_read_forever() {
    let text = read_data("save-1.toml");
    let saved = read(&text).unwrap();
    assert_eq!(saved.name.as_deref(), Some("Rainy Sunday “3”"));
    assert_eq!(saved.saved.to_string(), "2026-11-21T09:15:00.25Z");
    let clock = Some(Clock { time: Duration::from_secs(300), increment: Duration::from_secs(5) });
    let players = ByColor { white: Player::Person, black: Player::Computer(Skill::Level(Level::new(3).unwrap())) };
    assert_eq!(saved.setup, GameSetup { rules: Rules::WINDMILL, rules_name: None, players, clock, club: None });
    let left = ByColor { white: Duration::from_millis(287_250), black: Duration::from_secs(301) };
    assert_eq!(saved.clocks, Some(left.into()), "the first saves know nothing of earlier times");
    assert_eq!(saved.game.start().to_string(), ".../.W./.../...B../.../.W./... b 7 8 0");
    let moves: Vec<_> = saved.game.moves().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["g4", "d7", "f4xd7", "a7", "a1"]);
    assert_eq!(saved.game.cursor(), 4);
    assert_eq!(saved.game.outcome(), None);
    assert_eq!(text_of(&saved), in_second_version(&text));
}

#[test]
fn first_version_with_earlier_times_is_read_forever() {
    let text = read_data("save-1-times.toml");
    let saved = read(&text).unwrap();
    let at = |white, black| ByColor { white: Duration::from_millis(white), black: Duration::from_millis(black) };
    let history = vec![at(60_000, 60_000), at(58_500, 60_000), at(58_500, 51_250), at(0, 51_250)];
    assert_eq!(saved.clocks, Some(ClockTimes { now: at(58_500, 51_250), history }));
    assert_eq!(text_of(&saved), in_second_version(&text));
}

#[test]
fn first_version_of_a_finished_game_is_read_forever() {
    let text = read_data("save-1-finished.toml");
    let saved = read(&text).unwrap();
    let end = Outcome::Win { winner: Color::Black, reason: WinReason::Resignation };
    assert_eq!(saved.game.outcome(), Some(end));
    assert_eq!(saved.game.cursor(), 3);
    assert_eq!(text_of(&saved), in_second_version(&text));
    let mut setup = setup(Rules::STANDARD);
    setup.players.black = Player::Computer(Skill::Level(Level::new(2).unwrap()));
    assert_eq!((saved.name, saved.clocks, saved.setup), (None, None, setup));
}

#[test]
fn first_version_with_a_program_is_read_forever() {
    let text = read_data("save-1-program.toml");
    let game = read(&text).unwrap();
    let seat = ProgramSeat { program: "My program".to_owned(), display_name: Some("Random".to_owned()) };
    let players =
        ByColor { white: Player::Program(seat), black: Player::Computer(Skill::Depth(FixedDepth::new(6).unwrap())) };
    assert_eq!(game.setup, GameSetup { players, ..GameSetup::between_persons(Rules::COMPO) });
    assert_eq!(text_of(&game), in_second_version(&text));
}

#[test]
fn first_version_with_matching_level_is_read_forever() {
    let text = read_data("save-1-suits-you.toml");
    let game = read(&text).unwrap();
    assert_eq!(game.setup.players.black, Player::Computer(Skill::Rating(Rating::new(640).unwrap())));
    assert_eq!(game.aids, Some(HelpUsed { hint: true, move_now: true, undo: false }));
    assert_eq!(text_of(&game), in_second_version(&text));
    // The aids are unknown if the save does not list them.
    let silent = read(text.replace("aids = [\"hint\", \"move-now\"]\n", "")).unwrap();
    assert_eq!(silent, SavedGame { aids: None, ..game.clone() });
    let alone = read(text.replace("\"hint\", \"move-now\"", "")).unwrap();
    assert_eq!(alone, SavedGame { aids: Some(HelpUsed::default()), ..game });
}

#[test]
fn every_end_by_word_is_kept() {
    let wins = [WinReason::Resignation, WinReason::Time, WinReason::Adjudication];
    let draws = [DrawReason::Agreement, DrawReason::Adjudication];
    let won = |winner| wins.map(|reason| Outcome::Win { winner, reason });
    for end in Color::BOTH.into_iter().flat_map(won).chain(draws.map(Outcome::Draw)) {
        let mut game = Game::new(Rules::STANDARD);
        play(&mut game, "d6 f4 d2");
        game.declare(end);
        let game = SavedGame::now(setup(Rules::STANDARD), game, None);
        assert_eq!(read(text_of(&game)), Ok(game));
    }
}

#[test]
fn every_end_on_the_board_is_kept_and_checked() {
    let won = |reason| Outcome::Win { winner: Color::White, reason };
    let misere = Rules::read_line("standard,goal=misere").unwrap();
    for (rules, start, moves, end, words) in [
        (Rules::STANDARD, "WW./.../.../....BW/.../.B./B.. w 0 0 0", "g4-g7xa1", won(WinReason::FewMen), "few-men"),
        (Rules::STANDARD, "BBB/.W./.../W....W/.../.../B.W w 0 0 0", "g1-d1", won(WinReason::Blocked), "blocked"),
        (misere, "BB./.../.../....WB/.../.W./W.. b 0 0 0", "g4-g7xa1", won(WinReason::GaveAway), "gave-away"),
        (misere, "WWW/.B./.../B....B/.../.../W.B b 0 0 0", "g1-d1", won(WinReason::ShutIn), "shut-in"),
        (
            Rules::STANDARD,
            "W.B/..W/.../.B.B../..W/.B./W.. w 0 0 98",
            "a7-d7 g7-g4",
            Outcome::Draw(DrawReason::QuietPlies),
            "quiet-plies",
        ),
        (
            Rules::WINDMILL,
            "W.B/..W/.../.B..../.../.B./W.. w 0 0 9",
            "a7-d7",
            Outcome::Draw(DrawReason::QuietThreeEach),
            "quiet-three-each",
        ),
        (
            Rules::STANDARD,
            "W.B/..W/.../.B.B../..W/.B./W.. w 0 0 0",
            "a7-d7 g7-g4 d7-a7 g4-g7 a7-d7 g7-g4 d7-a7 g4-g7",
            Outcome::Draw(DrawReason::Repetition),
            "repetition",
        ),
    ] {
        let mut game = Game::from_position(rules, Position::parse(start, &rules).unwrap());
        play(&mut game, moves);
        assert_eq!(game.outcome(), Some(end));
        let game = SavedGame::now(setup(rules), game, None);
        let text = text_of(&game);
        let reason = format!("reason = \"{words}\"");
        assert!(text.contains(&reason), "{text}");
        assert_eq!(read(&text), Ok(game));
        // A reason that the board does not show.
        let other = if end.winner().is_some() { "resignation" } else { "agreement" };
        let message = read(text.replace(&reason, &format!("reason = \"{other}\""))).unwrap_err();
        assert!(
            message.contains(&format!("the moves do not end the game with “{}” by “{other}”", end.result())),
            "{message}"
        );
    }
}

#[test]
fn broken_files_are_named_with_line_and_reason() {
    for row in read_data("broken-saves.tsv").lines().filter(|row| !row.starts_with('#')) {
        let [file, from, to, complaint] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let good = read_data(file);
        assert!(good.contains(from), "{row}");
        let message = read(good.replacen(from, &to.replace("\\n", "\n"), 1)).expect_err(row);
        assert!(message.starts_with(complaint), "{row}\n{message}");
    }
}

#[test]
fn non_text_and_non_files_are_refused() {
    let mut bytes = read_data("save-1.toml").into_bytes();
    bytes[60] = 0xff;
    assert_eq!(read(bytes), Err("x.toml, line 3: is not text".to_owned()));
    assert_eq!(read(""), Err("x.toml: “version” is missing: not a file of this program".to_owned()));
    let large = format!("{}#{}", read_data("save-1.toml"), "#".repeat(1 << 20));
    assert_eq!(read(large), Err("x.toml: is larger than 1048576 bytes".to_owned()));
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(SavedGame::read(folder.path()).unwrap_err().problem, FileProblem::NoFile));
    let missing = SavedGame::read(&folder.path().join("x.toml")).unwrap_err();
    assert!(matches!(missing.problem, FileProblem::Unreadable(_)));
}

#[test]
fn a_file_that_was_cut_off_is_never_taken_for_a_whole_one() {
    for name in ["save-1.toml", "save-1-finished.toml", "save-2-club-of-1.1.0.toml", "save-4-guest-of-1.1.0.toml"] {
        let text = read_data(name);
        let whole = read(&text).unwrap();
        for length in 0..text.trim_end().len() {
            assert!(read(&text.as_bytes()[..length]).is_err(), "{length} bytes of {name}");
        }
        assert_eq!(read(text.trim_end()), Ok(whole));
    }
}

#[test]
fn a_game_over_on_the_board_needs_no_result() {
    let text = "version = 1\nsaved = 2026-11-21T09:15:00+01:00\nrules = \"standard\"\nwhite = \"person\"\n\
                black = \"person\"\nstart = \"WW./.../.../....BW/.../.B./B.. w 0 0\"\nturns = [\"G4 – G7 : A1\"]\n";
    let saved = read(text).unwrap();
    assert_eq!(saved.game.outcome().and_then(Outcome::winner), Some(Color::White));
    assert_eq!(saved.saved.to_string(), "2026-11-21T08:15:00Z");
}

#[test]
fn a_move_that_is_not_legal_is_named_as_on_its_board() {
    let [from, to] = ["a5", "c5"].map(|name| RING_16.point(name).unwrap());
    let source = IllegalMove::Occupied(to);
    let problem = FileProblem::IllegalMove { number: 3, mv: Move::slide(from, to), source, board: &RING_16 };
    assert_eq!(problem.to_string(), "move 3 “a5-c5”: c5 is occupied");
}

/// Generates a name in its stored form, or none.
fn name() -> impl Strategy<Value = Option<String>> {
    prop_oneof![any::<String>(), "[Wä ]{90,110}"].prop_map(|name| names::kept(&name))
}

/// Generates any game that can be saved.
fn any_game() -> impl Strategy<Value = SavedGame> {
    let own =
        ["six,men=5", "shax,quiet=20", "tapatan,first_point=not-centre"].map(|line| Rules::read_line(line).unwrap());
    let rules = prop::sample::select(Rules::PRESETS.into_iter().chain(own).collect::<Vec<_>>());
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..120);
    let player = prop_oneof![
        Just(Player::Person),
        Just(Player::Computer(Skill::Perfect)),
        any::<String>().prop_map(|name| Player::person(&name)),
        (any::<String>(), name())
            .prop_map(|(program, display_name)| Player::Program(ProgramSeat { program, display_name })),
        (1..=10_u8).prop_map(|level| Player::Computer(Skill::Level(Level::new(level).unwrap()))),
        (110..=1800).prop_map(|points| Player::Computer(Skill::Rating(Rating::new(points).unwrap()))),
        (1..=20_u8).prop_map(|plies| Player::Computer(Skill::Depth(FixedDepth::new(plies).unwrap()))),
    ];
    let name = name();
    let milliseconds = (0..600_000_000_u64).prop_map(Duration::from_millis);
    let times = (milliseconds.clone(), milliseconds.clone()).prop_map(|(white, black)| ByColor { white, black });
    let history = prop::collection::vec(times.clone(), 0..5);
    let clock = prop::option::of((milliseconds.clone(), milliseconds, times, history));
    let saved = 0..4_000_000_000_000_i64;
    (rules, choices, [player.clone(), player], name, clock, saved, 0..10_usize, any::<bool>()).prop_map(
        |(rules, choices, [white, black], name, clock, saved, undone, resigns)| {
            let mut game = Game::new(rules);
            for choice in choices {
                let moves = game.position().legal_moves(&rules);
                if game.outcome().is_none() {
                    game.play(*choice.get(&moves)).unwrap();
                }
            }
            match resigns {
                true => game.declare(Outcome::Win { winner: Color::Black, reason: WinReason::Resignation }),
                false => _ = (0..undone).try_for_each(|_| game.undo().map(|_| ())),
            }
            SavedGame {
                kind: if undone > 1 { SavedKind::Analysis } else { SavedKind::Game },
                name,
                saved: Timestamp::from_millisecond(saved).unwrap(),
                setup: GameSetup {
                    rules,
                    rules_name: None,
                    players: ByColor { white, black },
                    clock: clock.as_ref().map(|&(time, increment, ..)| Clock { time, increment }),
                    club: None,
                },
                game,
                notes: None,
                clocks: clock.map(|(.., now, history)| ClockTimes { now, history }),
                aids: (undone > 0).then_some(HelpUsed { undo: undone > 1, hint: resigns, move_now: false }),
                message: None,
                last_line: LastLine::Sent,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_game_is_read_as_it_was_written(game in any_game()) {
        prop_assert_eq!(read(text_of(&game)), Ok(game));
    }

    #[test]
    fn no_damage_makes_reading_panic(place in any::<prop::sample::Index>(), byte in any::<u8>(), length in 0..4_usize) {
        let mut bytes = text_of(&game(30)).into_bytes();
        let start = place.index(bytes.len());
        let end = (start + length).min(bytes.len());
        bytes.splice(start..end, [byte]);
        if let Err(message) = read(bytes) {
            prop_assert!(message.starts_with("x.toml"), "{}", message);
        }
    }
}

/// The file of another person may contain anything. Names too long for a window are cut, and the
/// game can be continued.
#[test]
fn names_that_are_too_long_are_cut_when_they_are_read() {
    let (long, cut) = ("W".repeat(3_000), "W".repeat(names::LONGEST));
    let players =
        format!("white = {{ person = \"{long}\" }}\nblack = {{ program = \"{long}\", called = \"{long}\" }}\n");
    let text = OWN
        .replace("white = \"person\"\nblack = \"person\"\n", &players)
        .replace("As “at home”", &long)
        .replace("version = 1\n", &format!("version = 1\nname = \"{long}\"\n"));
    let saved = read(&text).unwrap();
    assert_eq!((saved.name.as_ref(), saved.setup.rules_name.as_ref()), (Some(&cut), Some(&cut)));
    assert_eq!(saved.setup.players.white, Player::Named(cut.clone()));
    // A program is found by its full name, which may be a command.
    let seat = ProgramSeat { program: long.clone(), display_name: Some(cut) };
    assert_eq!(saved.setup.players.black, Player::Program(seat));
    assert_eq!(read(text_of(&saved)), Ok(saved));
    let blank = read(text.replace(&long, " \u{202e} ")).unwrap();
    assert_eq!((blank.name, blank.setup.rules_name, blank.setup.players.white), (None, None, Player::Person));
}

/// A save of a game by custom rules.
const OWN: &str = include_str!("../data/save-1-own-rules.toml");

#[test]
fn rules_of_ones_own_are_kept_with_the_game() {
    let saved = read(OWN).unwrap();
    assert_eq!(saved.setup.rules.line(), "five,flying=3,quiet=never");
    assert_eq!(saved.setup.rules_name.as_deref(), Some("As “at home”"));
    assert_eq!((saved.game.rules(), saved.game.cursor()), (&saved.setup.rules, 2));
    // The written text is based on the preset with the fewest differences.
    let again = OWN.replace("base = \"six\", men = 5,", "base = \"five\",");
    assert_eq!(text_of(&saved), in_second_version(&again));
    assert_eq!(read(&again), Ok(saved));
    // The section may be written separately.
    let line = OWN.lines().find(|line| line.starts_with("custom_rules")).unwrap();
    let keys = line.trim_start_matches("custom_rules = { ").trim_end_matches(" }").replace(", ", "\n");
    let section = OWN.replace(&format!("{line}\n"), "") + &format!("[custom_rules]\n{keys}\n");
    assert_eq!(read(&section), read(OWN));
}

/// Returns a save after checking that it is written as it was.
fn read_forever(text: &str) -> SavedGame {
    let folder = tempfile::tempdir().unwrap();
    let (store, id, other) = (Store::open(folder.path().to_owned()), SaveId::new(), SaveId::new());
    fs::write(store.path(&id), text).unwrap();
    let saved = store.load(&id).unwrap();
    store.save(&other, &saved).unwrap();
    let written = fs::read_to_string(store.path(&other)).unwrap();
    assert_eq!(written, text, "the format has changed: give it a new version, and keep this file as a test");
    assert_eq!(saved.kind, SavedKind::Message);
    saved
}

#[test]
fn unsent_save_of_1_0_0_is_read_forever() {
    let saved = read_forever(include_str!("../data/save-3-unsent-of-1.0.0.toml"));
    assert_eq!((saved.last_line, saved.game.cursor(), saved.clocks), (LastLine::Unsent, 3, None));
}

/// The game of a host, who is White, in one network: with a clock, a comment, and an unsent line.
#[test]
fn host_of_1_1_0_is_read_forever() {
    let saved = read_forever(include_str!("../data/save-4-host-of-1.1.0.toml"));
    assert_eq!((saved.name.as_deref(), saved.last_line, saved.game.cursor()), (Some("Table"), LastLine::Unsent, 3));
    assert_eq!(saved.setup.only_person(), Some(Color::White));
    let clock = Clock { time: Duration::from_secs(300), increment: Duration::from_secs(5) };
    let clocks = saved.clocks.as_ref().unwrap();
    assert_eq!((saved.setup.clock, clocks.now.black, clocks.history.len()), (Some(clock), Duration::from_secs(304), 4));
    let tree = saved.tree();
    assert_eq!(tree.comment(tree.end()), "the third move");
}

/// The game of a guest whose friend had no time left.
#[test]
fn guest_of_1_1_0_is_read_forever() {
    let saved = read_forever(include_str!("../data/save-4-guest-of-1.1.0.toml"));
    assert_eq!((saved.last_line, saved.setup.only_person()), (LastLine::Sent, Some(Color::Black)));
    let end = Outcome::Win { winner: Color::Black, reason: WinReason::Time };
    assert_eq!((saved.game.outcome(), saved.game.cursor()), (Some(end), 2));
    assert_eq!(saved.clocks.unwrap().now.white, Duration::ZERO);
}

/// Its rules, players, and moves follow from the lines, but not its times.
#[test]
fn a_save_keeps_the_clocks_of_a_game_in_one_network() {
    let ann = MessageGame::invite(Rules::STANDARD, ColorChoice::White, "Ann".parse().unwrap(), [1; 40]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (store, id) = (Store::open(folder.path().to_owned()), SaveId::new());
    let (clock, second) = (Clock { time: Duration::from_secs(300), increment: Duration::ZERO }, Duration::from_secs(1));
    let times = |white| ByColor { white: second * white, black: second * 300 };
    let clocks = ClockTimes { now: times(287), history: vec![times(287)] };
    let saved = SavedGame::by_message(ann).with_clock(Some(clock), Some(clocks));
    store.save(&id, &saved).unwrap();
    let opened = store.load(&id).unwrap();
    assert_eq!((opened.kind, opened.setup.clock), (SavedKind::Message, Some(clock)));
    assert_eq!(opened, saved);
}
