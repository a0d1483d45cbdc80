// SPDX-License-Identifier: GPL-3.0-or-later
//! Every file that can be written can be read: games and settings near the maximum file size.

use std::fs;
use std::path::Path;
use std::time::Duration;

use morris::{ByColor, Game, LONGEST_GAME, Move, Pgn, Rules};
use morris_play::persistence::{
    Content, FileFormat, MAX_FILE_BYTES, SaveId, Saved, SavedGame, SettingsFile, Store, StoreError, WriteError,
    from_pgn,
};
use morris_play::setup::{Clock, ClockTimes, GameSetup, Player};
use morris_players::{CannotHold, Format};

use super::common::{game, names, setup};

/// Returns an endless game. After the placing phase, one man of each side moves back and forth. No
/// move has a longer name, except the few that remove a man.
fn endless(plies: usize) -> Game {
    let mut game = Game::new(Rules::PLAIN);
    while game.cursor() < plies {
        let mv = and_back(&game).unwrap_or_else(|| {
            let moves = game.position().legal_moves(game.rules());
            let quiet: Vec<_> = moves.into_iter().filter(|mv| mv.removed.is_empty()).collect();
            // Distributes the men, so that the points do not fill up in order.
            quiet[game.cursor() * 5 % quiet.len()]
        });
        game.play(mv).unwrap();
    }
    game
}

/// Returns the move that takes back the last move of the side, if it is legal.
fn and_back(game: &Game) -> Option<Move> {
    let last = game.moves()[game.moves().len().checked_sub(2)?];
    let back = Move::slide(last.to?, last.from?);
    game.position().check(back, game.rules()).is_ok().then_some(back)
}

fn store() -> (tempfile::TempDir, Store, SaveId) {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(home.path().join("saves"));
    (home, store, SaveId::of_file(Path::new("x.toml")).unwrap())
}

fn plain(game: Game) -> SavedGame {
    SavedGame::now(setup(Rules::PLAIN), game, None)
}

/// Imports a text of another program as the window does.
fn taken_up(text: &str) -> SavedGame {
    let game = Content::read(text, None, &Rules::PLAIN, Path::new("x")).unwrap();
    from_pgn(&game.into_text().pgn)
}

/// Returns the game with clock times after each of its moves.
fn timed(game: SavedGame) -> SavedGame {
    let week = Duration::from_secs(604_800);
    let left = |moves: usize| week - Duration::from_millis(1001 * moves as u64);
    let history: Vec<_> =
        (0..=game.game.moves().len()).map(|moves| ByColor { white: left(moves), black: week }).collect();
    let setup = GameSetup { clock: Some(Clock { time: week, increment: Duration::ZERO }), ..game.setup.clone() };
    SavedGame { setup, clocks: Some(ClockTimes { now: history[game.game.cursor()], history }), ..game }
}

#[test]
fn control_characters_in_comments_do_not_swell_a_save() {
    let (_home, store, id) = store();
    let saved = taken_up(&format!("[Event \"a\u{7}\tb\"]\n\n1. d6 {{so {}so}} f4 *\n", "\u{1}".repeat(400_000)));
    let notes = saved.notes.as_ref().unwrap();
    let comment = notes.tree.comment(notes.tree.main_line()[0]);
    assert_eq!((comment, notes.tags["Event"].as_str()), ("so so", "a b"));
    assert_eq!(store.save(&id, &saved).unwrap(), Saved::Plainly);
    let loaded = store.load(&id).unwrap();
    assert!(loaded.game == saved.game && loaded.notes.unwrap().tree == notes.tree);
}

#[test]
fn comments_without_room_are_left_out_and_reported() {
    let (_home, store, id) = store();
    // The three quotation marks force the backslashes to be doubled.
    let comment = r"\\\\\''' ".repeat(90_000);
    let saved = taken_up(&format!("[White \"Ada\"]\n\n1. d6 {{{comment}}} f4 (1... d2) *\n"));
    assert_eq!(store.save(&id, &saved).unwrap(), Saved::WithoutComments(Box::new(Saved::Plainly)));
    let loaded = store.load(&id).unwrap();
    assert!(loaded.game == saved.game && loaded.setup == saved.setup);
    let notes = loaded.notes.unwrap();
    assert_eq!(notes.tags["White"], "Ada");
    assert!(notes.tree.is_empty() && !notes.tree.has_comments());
    // A broken file in its place is still renamed.
    fs::write(store.path(&id), "broken").unwrap();
    let beside = Saved::WithoutComments(Box::new(Saved::Beside(store.folder().join("x.toml.broken"))));
    assert_eq!(store.save(&id, &saved).unwrap(), beside);
}

#[test]
fn a_game_too_long_to_be_read_back_leaves_the_old_file_alone() {
    let (_home, store, id) = store();
    store.save(&id, &game(3)).unwrap();
    let before = fs::read(store.path(&id)).unwrap();
    let game = plain(endless(60_000));
    let error = store.save(&id, &game).unwrap_err();
    assert!(matches!(error, StoreError::Write(WriteError::TooLarge { most: MAX_FILE_BYTES, .. })), "{error}");
    let error = game.write(&store.path(&id)).unwrap_err().to_string();
    assert!(error.ends_with("would be larger than the 1048576 bytes that can be read back"), "{error}");
    assert_eq!(fs::read(store.path(&id)).unwrap(), before);
    assert_eq!(names(store.folder()), ["x.toml"]);
    // A broken file in its place is not renamed in vain.
    fs::write(store.path(&id), "broken").unwrap();
    assert!(store.save(&id, &game).is_err());
    assert_eq!(names(store.folder()), ["x.toml"]);

    let content = Content::Save(Box::new(game));
    assert_eq!(content.write(FileFormat::Save), Err(CannotHold::TooLarge { most: MAX_FILE_BYTES }));
    assert!(content.write(Format::Pgn.into()).is_ok(), "moves take less room there");
}

#[test]
fn the_longest_game_comes_back_in_every_format_that_has_moves() {
    let (_home, store, id) = store();
    let mut game = endless(LONGEST_GAME);
    assert_eq!(game.moves()[LONGEST_GAME - 1].to_string().len(), "a4-a7".len());
    for taken_back in [0, LONGEST_GAME / 2 + 1, LONGEST_GAME] {
        game.go_to(LONGEST_GAME - taken_back);
        let game = timed(plain(game.clone()));
        assert_eq!(store.save(&id, &game).unwrap(), Saved::Plainly);
        let kept = store.load(&id).unwrap();
        assert!(kept.game == game.game, "{taken_back} moves taken back");
        let [times, kept] = [&game, &kept].map(|game| &game.clocks.as_ref().unwrap().history);
        assert_eq!(kept[..], times[times.len() - 1000..], "older times are dropped");
        let text = fs::read_to_string(store.path(&id)).unwrap();
        // Checks the computation of `LONGEST_GAME`.
        assert!(text.lines().filter(|line| line.starts_with(' ')).all(|line| line.len() < 38));
    }
    game.go_to(LONGEST_GAME);
    let content = Content::Save(Box::new(plain(game.clone())));
    for format in Format::ALL.into_iter().filter(|format| format.has_moves()) {
        let text = content.write(format.into()).unwrap();
        let again = Content::read(&text, Some(format.into()), &Rules::PLAIN, Path::new("x")).unwrap();
        assert!(again.into_text().pgn.game() == game, "{format}");
    }
}

/// Notes grow when they are written, since each variation gets a number, and each word a space.
#[test]
fn notes_that_grow_are_left_out() {
    let (_home, store, id) = store();
    let game = endless(20_000);
    let mut text = "[Variant \"plain\"]\n\n".to_owned();
    for (mv, before) in game.moves().iter().zip(game.positions()) {
        text.push_str(&format!("{mv} "));
        let others = before.legal_moves(game.rules()).into_iter().filter(|other| other != mv).take(4);
        others.for_each(|other| text.push_str(&format!("({other})")));
    }
    let saved = taken_up(&text);
    assert!(saved.notes.as_ref().unwrap().tree.len() > 60_000);
    assert_eq!(store.save(&id, &saved).unwrap(), Saved::WithoutComments(Box::new(Saved::Plainly)));
    assert!(store.load(&id).unwrap().game == saved.game);
}

#[test]
fn a_name_from_a_text_is_as_long_as_one_that_is_given() {
    let game = taken_up(&format!("[Event \"{}\"]\n\n1. d6 *", "ä".repeat(400_000)));
    assert_eq!(game.name, Some("ä".repeat(100)));
    let long = "ä".repeat(3_000);
    let own = "[Variant \"custom\"]\n[Rules \"six,men=7\"]";
    let game = taken_up(&format!("{own}\n[White \"{long}\"]\n[RulesName \"{long}\"]\n\n1. a5 *"));
    assert_eq!(game.setup.players.white, Player::Named("ä".repeat(100)));
    assert_eq!(game.setup.rules_name, Some("ä".repeat(100)));
    // The long name of the text can still be exported.
    let (_home, store, id) = store();
    store.save(&id, &game).unwrap();
    assert_eq!(store.load(&id).unwrap().notes.unwrap().tags["White"], long);
}

/// Keys of a newer version are kept, but their written form may be longer than the original.
#[test]
fn settings_that_grow_too_large_are_set_aside() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("settings.toml");
    let tables: String = (0..1_000).map(|number| format!("t{number} = {{}}, ")).collect();
    let text = format!("version = 1\n[sound]\nvolume = 42\n[{}]\na = {{ {tables} }}\n", "k".repeat(10_000));
    fs::write(&path, &text).unwrap();
    let mut loaded = SettingsFile::load(&path);
    assert_eq!((loaded.settings.volume, loaded.problems.len()), (42, 0));
    loaded.file.save(&loaded.settings).unwrap();
    let again = SettingsFile::load(&path);
    assert_eq!((again.settings, again.problems.len()), (loaded.settings, 0));
    assert_eq!(names(home.path()), ["settings.toml", "settings.toml.broken"]);
    assert_eq!(fs::read_to_string(home.path().join("settings.toml.broken")).unwrap(), text);
}

#[test]
fn notes_of_a_game_without_comments_are_kept_whole() {
    let text = "[White \"Ada\"]\n\n1. d6 f4 *\n";
    let (_home, store, id) = store();
    assert_eq!(store.save(&id, &taken_up(text)).unwrap(), Saved::Plainly);
    let notes: Pgn = store.load(&id).unwrap().notes.unwrap();
    assert_eq!(notes.game().cursor(), 2);
}
