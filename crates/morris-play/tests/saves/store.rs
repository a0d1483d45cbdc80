// SPDX-License-Identifier: GPL-3.0-or-later
//! The folder of saved games.

use std::collections::BTreeMap;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use std::{fs, thread};

use morris::{Color, Game, GameTree, Outcome, Position, Rules, WinReason};
use morris_play::persistence::{
    Entry, HelpUsed, MAX_FILE_BYTES, Notes, Restored, SaveId, Saved, SavedGame, SavedKind, Store, StoreError,
    WriteError,
};
use morris_solved::tablebase::{ProbeResult, Wdl};
use morris_teach::review::{Reviewer, Worth};
use rustix::fs::{FlockOperation, flock};
use tempfile::TempDir;

use super::common::{game, later, listed, names};

/// Returns a store whose folder does not exist yet.
fn store() -> (TempDir, Store) {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(home.path().join("share/saves"));
    (home, store)
}

fn id(name: &str) -> SaveId {
    SaveId::of_file(Path::new(&format!("{name}.toml"))).unwrap()
}

fn over(mut saved: SavedGame) -> SavedGame {
    saved.game.declare(Outcome::Win { winner: Color::White, reason: WinReason::Resignation });
    saved
}

#[test]
fn games_are_saved_listed_and_loaded() {
    let (_home, store) = store();
    assert!(store.list().unwrap().is_empty(), "a missing folder is empty");
    assert_eq!(store.latest_unfinished().unwrap(), None);
    let games = [later(game(3), 10), over(later(game(5), 30)), later(game(7), 20)];
    for (name, game) in ["a", "b", "c"].into_iter().zip(&games) {
        assert_eq!(store.save(&id(name), game).unwrap(), Saved::Plainly);
        assert_eq!(store.load(&id(name)).unwrap(), *game);
    }
    assert_eq!(listed(&store), ["5 moves", "7 moves", "3 moves"], "the newest first");
    let latest = store.latest_unfinished().unwrap().unwrap();
    assert_eq!((latest.id.clone(), latest.position), (id("c"), *games[2].game.position()));
    let list = store.list().unwrap();
    let Entry::Game(first) = &list[0] else { panic!("a game") };
    assert_eq!((first.outcome, &first.setup), (games[1].game.outcome(), &games[1].setup));
}

#[test]
fn an_analysis_is_found_apart_from_the_games() {
    let (_home, store) = store();
    assert_eq!(store.latest_analysis().unwrap(), None);
    let both = [later(game(3), 10), later(game(5), 30)];
    let both = both.map(|saved| SavedGame { kind: SavedKind::Analysis, ..saved });
    for (name, saved) in ["a", "c"].into_iter().zip(&both) {
        store.save(&id(name), saved).unwrap();
    }
    assert_eq!(store.latest_unfinished().unwrap(), None, "an analysis is not continued as a game");
    store.save(&id("b"), &later(game(7), 40)).unwrap();
    assert_eq!(store.latest_unfinished().unwrap().unwrap().id, id("b"));
    let [_, newest] = both;
    assert_eq!(store.latest_analysis().unwrap(), Some((id("c"), newest)));
}

#[test]
fn an_id_is_a_date_and_letters() {
    let (a, b) = (SaveId::new().to_string(), SaveId::new().to_string());
    assert_ne!(a, b);
    let (date, letters) = a.rsplit_once('-').unwrap();
    assert!(date.parse::<jiff::civil::Date>().is_ok(), "{a}");
    assert!(letters.len() == 5 && letters.chars().all(|letter| letter.is_ascii_lowercase()), "{a}");
}

#[test]
fn a_bad_file_never_spoils_the_list() {
    let (_home, store) = store();
    store.save(&id("good"), &game(4)).unwrap();
    let folder = store.folder();
    let text = fs::read_to_string(store.path(&id("good"))).unwrap();
    let files = [
        ("broken.toml", text.replace("a7", "a8").into_bytes()),
        ("empty.toml", Vec::new()),
        ("foreign.toml", b"[package]\nname = \"x\"\n".to_vec()),
        ("future.toml", text.replace("version = 2", "version = 7").into_bytes()),
        ("huge.toml", vec![b'#'; 2 << 20]),
        ("binary.toml", vec![0xfe; 100]),
        ("notes.txt", b"not listed".to_vec()),
        ("good.toml.broken", b"not listed".to_vec()),
    ];
    for (name, bytes) in &files {
        fs::write(folder.join(name), bytes).unwrap();
    }
    fs::create_dir(folder.join("folder.toml")).unwrap();
    symlink("nowhere", folder.join("link.toml")).unwrap();
    assert!(Command::new("mkfifo").arg(folder.join("pipe.toml")).status().unwrap().success());

    let entries = store.list().unwrap();
    assert!(matches!(&entries[0], Entry::Game(summary) if summary.moves == 4));
    let mut complaints: Vec<_> = entries[1..]
        .iter()
        .map(|entry| match entry {
            Entry::Broken(broken) => broken.error.to_string().replace(folder.to_str().unwrap(), ""),
            Entry::Game(summary) => panic!("{summary:?}"),
        })
        .collect();
    complaints.sort();
    assert_eq!(
        complaints,
        [
            "/binary.toml, line 1: is not text",
            "/broken.toml, line 9: move 1: “a8” is not a move; a move reads d6, a4-a7 or d6xc3",
            "/empty.toml: “version” is missing: not a file of this program",
            "/folder.toml: is not a file",
            "/foreign.toml: “version” is missing: not a file of this program",
            "/future.toml, line 2: has format version 7; this program knows 4: a newer one has written it",
            "/huge.toml: is larger than 1048576 bytes",
            "/link.toml: cannot be read: No such file or directory (os error 2)",
            "/pipe.toml: is not a file",
        ]
    );
    for (name, bytes) in &files {
        assert_eq!(fs::read(folder.join(name)).unwrap(), *bytes, "{name} is untouched");
    }
    assert_eq!(store.latest_unfinished().unwrap().unwrap().id, id("good"));
    let error = store.load(&id("future")).unwrap_err();
    assert!(matches!(error, StoreError::Read(_)), "{error}");
}

#[test]
fn unknown_files_are_never_overwritten() {
    let (_home, store) = store();
    let folder = store.folder().to_owned();
    store.save(&id("x"), &game(1)).unwrap();

    // Another program has saved the game, so the two continue separately.
    let other = Store::open(folder.clone());
    assert_eq!(other.save(&id("x"), &game(2)).unwrap(), Saved::Under(id("x-2")));
    assert_eq!(store.save(&id("x"), &game(3)).unwrap(), Saved::Plainly);
    assert_eq!(listed(&store).len(), 2);

    // The file was broken.
    fs::write(folder.join("x.toml"), "broken").unwrap();
    assert_eq!(store.save(&id("x"), &game(5)).unwrap(), Saved::Beside(folder.join("x.toml.broken")));
    assert_eq!(fs::read(folder.join("x.toml.broken")).unwrap(), b"broken");

    // A folder has the name of the file.
    fs::remove_file(folder.join("x.toml")).unwrap();
    fs::create_dir(folder.join("x.toml")).unwrap();
    assert_eq!(store.save(&id("x"), &game(6)).unwrap(), Saved::Beside(folder.join("x.toml.broken-2")));
    assert!(folder.join("x.toml.broken-2").is_dir());

    // A loaded file may be overwritten.
    let other = Store::open(folder.clone());
    other.load(&id("x")).unwrap();
    assert_eq!(other.save(&id("x"), &game(7)).unwrap(), Saved::Plainly);
    assert_eq!(other.load(&id("x")).unwrap().game.cursor(), 7);
}

#[test]
fn of_two_windows_on_one_game_the_second_has_a_file_of_its_own_and_keeps_it() {
    let (_home, one) = store();
    one.save(&id("x"), &game(1)).unwrap();
    let other = Store::open(one.folder().to_owned());
    other.load(&id("x")).unwrap();
    assert_eq!(one.save(&id("x"), &game(2)).unwrap(), Saved::Plainly);
    assert_eq!(other.save(&id("x"), &game(3)).unwrap(), Saved::Under(id("x-2")));
    // A save that was requested before the window learned of the new id goes there as well.
    for moves in 4..8 {
        assert_eq!(one.save(&id("x"), &game(10 + moves)).unwrap(), Saved::Plainly);
        assert_eq!(other.save(&id("x"), &game(moves)).unwrap(), Saved::Plainly);
        assert_eq!(other.save(&id("x-2"), &game(moves)).unwrap(), Saved::Plainly);
    }
    assert_eq!(names(one.folder()), ["x-2.toml", "x.toml"]);
    assert_eq!([id("x"), id("x-2")].map(|id| one.load(&id).unwrap().game.cursor()), [17, 7]);
    // A third window takes the second one's place. A game that is opened again is saved where it
    // was opened.
    one.save(&id("x-2"), &game(8)).unwrap();
    assert_eq!(other.save(&id("x"), &game(9)).unwrap(), Saved::Under(id("x-2-2")));
    other.load(&id("x")).unwrap();
    assert_eq!(other.save(&id("x"), &game(18)).unwrap(), Saved::Plainly);
    assert_eq!(one.load(&id("x")).unwrap().game.cursor(), 18);
}

#[test]
fn of_two_windows_that_save_one_game_in_the_same_moment_each_keeps_its_own() {
    let (_home, one) = store();
    let other = Store::open(one.folder().to_owned());
    for round in 0..20 {
        let id = id(&format!("x{round}"));
        one.save(&id, &game(1)).unwrap();
        other.load(&id).unwrap();
        let both = thread::scope(|scope| {
            let both = [(&one, 2), (&other, 3)].map(|(store, moves)| {
                let id = &id;
                scope.spawn(move || store.save(id, &game(moves)).unwrap())
            });
            both.map(|saving| saving.join().unwrap())
        });
        assert!(both.contains(&Saved::Plainly) && both[0] != both[1], "{round}: {both:?}");
    }
    assert_eq!(names(one.folder()).len(), 40);
}

#[test]
fn a_lock_that_is_never_released_is_an_error() {
    let (_home, store) = store();
    store.save(&id("x"), &game(1)).unwrap();
    let folder = fs::File::open(store.folder()).unwrap();
    flock(&folder, FlockOperation::LockExclusive).unwrap();
    assert!(matches!(store.save(&id("x"), &game(2)), Err(StoreError::Write(_))));
    assert_eq!(store.load(&id("x")).unwrap().game.cursor(), 1, "reading needs no lock");
    drop(folder);
    store.save(&id("x"), &game(2)).unwrap();
}

#[test]
fn a_link_that_leads_nowhere_is_followed_and_stays() {
    let (home, store) = store();
    let drive = home.path().join("drive/games");
    fs::create_dir_all(store.folder()).unwrap();
    symlink(drive.join("mine.toml"), store.path(&id("x"))).unwrap();
    assert_eq!(store.save(&id("x"), &game(3)).unwrap(), Saved::Plainly);
    assert!(store.path(&id("x")).is_symlink() && drive.join("mine.toml").is_file());
    assert_eq!(store.load(&id("x")).unwrap().game.cursor(), 3);
    assert_eq!((names(store.folder()), names(&drive)), (vec!["x.toml".to_owned()], vec!["mine.toml".to_owned()]));
    // A broken target of a link is renamed in its own folder.
    fs::write(drive.join("mine.toml"), "broken").unwrap();
    assert_eq!(store.save(&id("x"), &game(4)).unwrap(), Saved::Beside(drive.join("mine.toml.broken")));
    assert!(store.path(&id("x")).is_symlink());
    assert_eq!(store.load(&id("x")).unwrap().game.cursor(), 4);
    // Circular links cannot be followed. They are set aside like broken files.
    symlink("circle.toml", store.path(&id("circle"))).unwrap();
    let aside = store.folder().join("circle.toml.broken");
    assert_eq!(store.save(&id("circle"), &game(1)).unwrap(), Saved::Beside(aside.clone()));
    assert!(aside.is_symlink());
}

#[test]
fn a_name_is_given_changed_and_taken_away() {
    let (_home, store) = store();
    store.save(&id("x"), &game(9)).unwrap();
    let path = store.path(&id("x"));
    let before = store.load(&id("x")).unwrap();
    for (given, kept) in
        [("  Anna – 1 \n", Some("Anna – 1".to_owned())), (&"ä".repeat(500), Some("ä".repeat(100))), (" ", None)]
    {
        store.rename(&id("x"), given).unwrap();
        let expected = SavedGame { name: kept, ..before.clone() };
        assert_eq!(SavedGame::read(&path).unwrap(), expected);
        // The session that plays the game continues to save without knowing the name.
        store.save(&id("x"), &before).unwrap();
        assert_eq!(SavedGame::read(&path).unwrap(), expected);
    }
    // A name that the session gives replaces it.
    store.rename(&id("x"), "from the list").unwrap();
    let named = SavedGame { name: Some("from the game".to_owned()), ..before };
    store.save(&id("x"), &named).unwrap();
    assert_eq!(SavedGame::read(&path).unwrap(), named);
    assert!(matches!(store.rename(&id("y"), "y"), Err(StoreError::Read(_))));
}

#[test]
fn unchanged_file_is_read_once() {
    let (_home, store) = store();
    for name in ["a", "b", "c"] {
        store.save(&id(name), &game(1)).unwrap();
    }
    fs::write(store.path(&id("c")), "broken").unwrap();
    let list = || {
        let summary = |entry| if let Entry::Game(summary) = entry { Some((summary.id.clone(), summary)) } else { None };
        store.list().unwrap().into_iter().filter_map(summary).collect::<BTreeMap<_, _>>()
    };
    let first = list();
    store.rename(&id("b"), "Bob").unwrap();
    game(4).write(&store.path(&id("c"))).unwrap();
    let second = list();
    assert!(Arc::ptr_eq(&first[&id("a")], &second[&id("a")]));
    assert_eq!((second[&id("b")].name.as_deref(), second[&id("c")].moves), (Some("Bob"), 4));
    store.delete(&id("a")).unwrap();
    assert_eq!(list().len(), 2);
}

#[test]
fn deleted_games_come_back_the_last_one_first() {
    let (_home, store) = store();
    let [a, b, c] = ["a", "b", "c"].map(id);
    for (moves, id) in [&a, &b, &c].into_iter().enumerate() {
        store.save(id, &game(moves)).unwrap();
    }
    let deleted: Vec<_> = [&a, &b, &c].map(|id| store.delete(id).unwrap()).into();
    assert!(store.list().unwrap().is_empty());
    // The game in the middle is chosen. After it, the others follow in order.
    assert_eq!(store.restore(&deleted[1]).unwrap(), Restored::As(b.clone()));
    assert_eq!(store.restore(&deleted[1]).unwrap(), Restored::Nothing, "it is back already");
    assert_eq!(store.restore_last().unwrap(), Restored::As(c));
    assert_eq!(store.restore_last().unwrap(), Restored::As(a));
    assert_eq!(store.restore_last().unwrap(), Restored::Nothing);
    assert_eq!(store.load(&b).unwrap().game, game(1).game);
    assert_eq!(names(store.folder()), ["a.toml", "b.toml", "c.toml"]);
}

#[test]
fn deleted_game_gets_a_new_id_if_its_own_is_taken() {
    let (_home, store) = store();
    store.save(&id("x"), &game(1)).unwrap();
    store.delete(&id("x")).unwrap();
    store.save(&id("x"), &later(game(2), 5)).unwrap();
    // Two deleted games have the same name.
    store.delete(&id("x")).unwrap();
    assert_eq!(names(store.folder()), ["x.toml.deleted", "x.toml.deleted-2"]);
    assert_eq!(store.restore_last().unwrap(), Restored::As(id("x")));
    assert_eq!(store.restore_last().unwrap(), Restored::As(id("x-2")));
    assert_eq!(listed(&store), ["2 moves", "1 moves"]);
    assert!(matches!(store.delete(&id("y")), Err(StoreError::Write(_))));
}

#[test]
fn games_deleted_at_the_same_time_all_come_back() {
    let (_home, store) = store();
    let ids: Vec<_> = (0..8).map(|number| id(&format!("game-{number}"))).collect();
    ids.iter().for_each(|id| _ = store.save(id, &game(1)).unwrap());
    std::thread::scope(|scope| ids.iter().for_each(|id| _ = scope.spawn(|| store.delete(id).unwrap())));
    assert!(store.list().unwrap().is_empty());
    std::thread::scope(|scope| ids.iter().for_each(|_| _ = scope.spawn(|| store.restore_last().unwrap())));
    assert_eq!(store.list().unwrap().len(), ids.len());
}

#[test]
fn deleted_game_is_removed_by_the_first_start_after_a_day() {
    let (_home, store) = store();
    let folder = store.folder().to_owned();
    let start = || Store::open(folder.clone()).tidy();
    store.save(&id("x"), &game(1)).unwrap();
    let deleted = store.delete(&id("x")).unwrap();
    a_day_later(&folder.join("x.toml.deleted"));
    start();
    assert_eq!(names(&folder), ["x.toml.deleted"], "the program that deleted it still runs");
    drop(store);
    let later = Store::open(folder.clone());
    assert_eq!(later.restore(&deleted).unwrap(), Restored::Nothing);
    assert_eq!(later.restore_last().unwrap(), Restored::TooLate);
    start();
    assert!(names(&folder).is_empty());
    assert_eq!(later.restore_last().unwrap(), Restored::Nothing);
}

#[test]
fn missing_file_of_a_deleted_game_does_not_hide_an_earlier_one() {
    let (_home, store) = store();
    for name in ["a", "b"] {
        store.save(&id(name), &game(1)).unwrap();
        store.delete(&id(name)).unwrap();
    }
    fs::remove_file(store.folder().join("b.toml.deleted")).unwrap();
    assert_eq!(store.restore_last().unwrap(), Restored::TooLate);
    assert_eq!(store.restore_last().unwrap(), Restored::As(id("a")));
}

#[test]
fn deleted_game_that_cannot_be_restored_now_can_be_later() {
    let (_home, store) = store();
    store.save(&id("x"), &game(1)).unwrap();
    store.save(&id("y"), &game(1)).unwrap();
    store.delete(&id("x")).unwrap();
    let folder = fs::File::open(store.folder()).unwrap();
    flock(&folder, FlockOperation::LockExclusive).unwrap();
    assert!(matches!(store.restore_last(), Err(StoreError::Write(_))));
    assert!(matches!(store.delete(&id("y")), Err(StoreError::Write(_))));
    flock(&folder, FlockOperation::Unlock).unwrap();
    assert_eq!(names(store.folder()), ["x.toml.deleted", "y.toml"]);
    assert_eq!(store.restore_last().unwrap(), Restored::As(id("x")));
}

/// Sets the time of the last write of a file to a day ago.
fn a_day_later(path: &Path) {
    let day_ago = SystemTime::now() - Duration::from_secs(24 * 60 * 60 + 1);
    fs::File::open(path).unwrap().set_modified(day_ago).unwrap();
}

#[test]
fn a_game_saved_long_ago_stays_for_a_day_after_its_deletion() {
    let (_home, store) = store();
    store.save(&id("x"), &game(1)).unwrap();
    a_day_later(&store.path(&id("x")));
    store.delete(&id("x")).unwrap();
    let folder = store.folder().to_owned();
    drop(store);
    Store::open(folder.clone()).tidy();
    assert_eq!(names(&folder), ["x.toml.deleted"]);
}

#[test]
fn a_broken_file_is_set_aside_or_deleted() {
    let (_home, store) = store();
    store.save(&id("good"), &game(1)).unwrap();
    for name in ["a", "b"] {
        fs::write(store.path(&id(name)), "broken").unwrap();
    }
    assert_eq!(store.set_aside(&id("a")).unwrap(), store.folder().join("a.toml.broken"));
    store.delete(&id("b")).unwrap();
    assert_eq!(listed(&store), ["1 moves"]);
    let folder = store.folder().to_owned();
    a_day_later(&folder.join("b.toml.deleted"));
    drop(store);
    Store::open(folder.clone()).tidy();
    assert_eq!(names(&folder), ["a.toml.broken", "good.toml"], "what was set aside is never removed");
}

#[test]
fn leftovers_of_killed_writers_are_removed_but_not_open_writes() {
    let (_home, store) = store();
    store.save(&id("x"), &game(1)).unwrap();
    for (name, age) in [(".writing-old.tmp", 3600), (".writing-new.tmp", 0), ("other.tmp", 3600)] {
        let file = fs::File::create(store.folder().join(name)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
    }
    store.tidy();
    assert_eq!(names(store.folder()), [".writing-new.tmp", "other.tmp", "x.toml"]);
}

#[test]
fn a_folder_that_cannot_be_is_an_error() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("share");
    fs::write(&file, "in the way").unwrap();
    let store = Store::open(file.join("saves"));
    let error = store.save(&id("x"), &game(1)).unwrap_err().to_string();
    assert!(error.starts_with(&format!("could not create the folder {}: ", store.folder().display())), "{error}");
    let error = store.list().unwrap_err().to_string();
    assert!(error.starts_with(&format!("the folder {} cannot be read: ", store.folder().display())), "{error}");
    assert!(store.latest_unfinished().is_err());
    store.tidy();
    assert_eq!(fs::read(&file).unwrap(), b"in the way");
}

/// A limit on the file size simulates a full disk: the file can be created but not filled.
#[test]
fn a_full_disk_is_an_error_and_the_old_game_stays() {
    let (_home, store) = store();
    store.save(&id("x"), &game(1)).unwrap();
    let before = fs::read(store.path(&id("x"))).unwrap();
    let child = Command::new("sh")
        .args([
            "-c",
            r#"trap '' XFSZ; ulimit -f 0; exec "$0" --exact saves::store::on_a_full_disk --ignored --nocapture"#,
        ])
        .arg(std::env::current_exe().unwrap())
        .env(FOLDER, store.folder())
        .output()
        .unwrap();
    let said = String::from_utf8(child.stdout).unwrap();
    assert!(child.status.success(), "{said}");
    assert!(said.contains("x.toml: File too large"), "{said}");
    assert_eq!(fs::read(store.path(&id("x"))).unwrap(), before);
    assert_eq!(names(store.folder()), ["x.toml"], "nothing half-written is left");
}

/// Environment variable with the folder in which a child process of these tests saves.
const FOLDER: &str = "NMM_TEST_FOLDER";

#[test]
#[ignore = "a part of another test, which runs it without room on the disk"]
fn on_a_full_disk() {
    let store = Store::open(PathBuf::from(std::env::var_os(FOLDER).unwrap()));
    store.load(&id("x")).unwrap();
    println!("{}", store.save(&id("x"), &game(2)).unwrap_err());
}

/// Returns the comment after two moves.
fn comment(saved: &SavedGame) -> &str {
    let tree = &saved.notes.as_ref().unwrap().tree;
    tree.comment(tree.main_line()[1])
}

/// Returns a review of a game, with a value after two moves.
fn review(game: &Game) -> Notes {
    let mut review = Reviewer::new(Arc::default(), game).review().clone();
    review.plies[2].before = Some(Worth::Exact(ProbeResult { value: Wdl::Draw, plies: None }));
    Notes { tree: None, review: Some((Arc::new(game.clone()), review)) }
}

#[test]
fn a_review_is_written_into_its_game_and_nothing_else_changes() {
    let (_home, store) = store();
    let before = SavedGame { name: Some("Anna".to_owned()), aids: Some(HelpUsed::default()), ..game(5) };
    store.save(&id("a"), &before).unwrap();
    // The game is not over, so the review counts as a hint.
    let helped = SavedGame { aids: Some(HelpUsed { hint: true, ..HelpUsed::default() }), ..before.clone() };
    assert_eq!(store.load_for_review(&id("a")).unwrap(), helped);
    assert_eq!(store.load(&id("a")).unwrap(), helped);
    let reviewed = store.save_notes(&id("a"), &review(&before.game)).unwrap().unwrap();
    assert_eq!(comment(&reviewed), "[%wdl D]");
    assert_eq!(SavedGame { notes: None, ..reviewed }, helped);
    let saved = store.load(&id("a")).unwrap();
    assert_eq!(comment(&saved), "[%wdl D]");
    assert_eq!(SavedGame { notes: None, ..saved.clone() }, helped);
    // The review of another game is not written. A review of a finished game does not count as a
    // hint.
    assert_eq!(store.save_notes(&id("a"), &review(&game(4).game)).unwrap(), Some(saved));
    store.save(&id("b"), &over(before.clone())).unwrap();
    assert_eq!(store.load_for_review(&id("b")).unwrap().aids, Some(HelpUsed::default()));
    // Neither does that of a game without moves, in which there is nothing to see.
    store.save(&id("c"), &SavedGame { aids: Some(HelpUsed::default()), ..game(0) }).unwrap();
    assert_eq!(store.load_for_review(&id("c")).unwrap().aids, Some(HelpUsed::default()));
    // A game that was deleted in the meantime stays deleted.
    store.delete(&id("a")).unwrap();
    assert_eq!(store.save_notes(&id("a"), &review(&before.game)).unwrap(), None);
    assert_eq!(store.list().unwrap().len(), 2);
}

#[test]
fn an_analysis_is_saved_with_its_game_and_its_review() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(home.path().to_owned());
    let before = game(4);
    store.save(&id("a"), &before).unwrap();
    let mut tree = before.tree();
    let other = before.game.position_after(3).unwrap().legal_moves(before.game.rules()).pop().unwrap();
    let node = tree.play(tree.main_line()[2], other).unwrap();
    tree.set_comment(node, "safe");
    let notes = Notes { tree: Some(tree.clone()), ..review(&before.game) };
    let saved = store.save_notes(&id("a"), &notes).unwrap().unwrap();
    assert_eq!(store.load(&id("a")).unwrap(), saved);
    assert_eq!(SavedGame { notes: None, ..saved.clone() }, before, "the game stays as it is");
    let read = saved.tree();
    let found = read.find(tree.game_at(node).moves()).unwrap();
    assert_eq!((read.len(), read.comment(found)), (5, "safe"));
    assert!(read.comment(read.main_line()[1]).contains("[%wdl D]"));
    // The tree of another start is not written.
    let line = ".../.../.../....W./.../.../... b 8 9";
    let elsewhere = GameTree::new(Rules::STANDARD, Position::parse(line, &Rules::STANDARD).unwrap());
    let elsewhere = Notes { tree: Some(elsewhere), review: None };
    assert_eq!(store.save_notes(&id("a"), &elsewhere).unwrap(), Some(saved.clone()));
    // A tree that makes the file too large is refused, and the game keeps its comments.
    let mut large = tree.clone();
    large.set_comment(node, &"y".repeat(MAX_FILE_BYTES as usize));
    let refused = store.save_notes(&id("a"), &Notes { tree: Some(large), review: None }).unwrap_err();
    assert!(matches!(refused, StoreError::Write(WriteError::TooLarge { .. })), "{refused}");
    assert_eq!(store.load(&id("a")).unwrap(), saved);
    // A deleted game stays deleted, and that the tree is not saved is an error.
    store.delete(&id("a")).unwrap();
    let refused = store.save_notes(&id("a"), &notes).unwrap_err();
    assert!(refused.to_string().contains("a.toml"), "{refused}");
    assert!(store.list().unwrap().is_empty());
}

#[test]
fn notes_follow_their_game_to_its_new_id() {
    let (_home, store) = store();
    store.save(&id("a"), &game(4)).unwrap();
    let other = Store::open(store.folder().to_owned());
    other.load(&id("a")).unwrap();
    other.save(&id("a"), &game(2)).unwrap();
    assert!(matches!(store.save(&id("a"), &game(5)).unwrap(), Saved::Under(_)));
    let reviewed = store.save_notes(&id("a"), &review(&game(5).game)).unwrap().unwrap();
    assert_eq!(store.load(&id("a-2")).unwrap(), reviewed);
    assert_eq!(other.load(&id("a")).unwrap().notes, None, "the other game is unchanged");
}
