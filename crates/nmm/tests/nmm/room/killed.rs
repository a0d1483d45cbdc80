// SPDX-License-Identifier: GPL-3.0-or-later
//! Programs that are killed at any line come back without a code, and both end with the same game.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use morris::Rules;
use morris_message::MessageGame;

use super::support::Program;

/// Returns the game in the file of a player.
fn game(folder: &Path) -> MessageGame {
    let text = fs::read_to_string(folder.join("room")).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    MessageGame::from_toml(value["games"]["1"].as_str().unwrap()).unwrap()
}

/// Returns the number of the line in a row of a position.
fn number(row: &str) -> Option<u32> {
    row.strip_prefix("position ")?.split(' ').nth(1)?.parse().ok()
}

/// Plays a game in which a player is killed, in turn, whenever `every` new lines have come to the
/// guest. Lines that a program reads again after its start do not count.
fn play(rules: &str, every: u32) {
    let [ann, bob] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [ann_file, bob_file] = [&ann, &bob].map(|folder| folder.path().join("room").to_str().unwrap().to_owned());
    let words = ["--player", "random", "--rules", rules, "--clock", "3000+1", "--file", &ann_file];
    let (host, address, code) = Program::host(&words);
    let join = ["join", &address, "--code", &code, "--name", "Bob", "--player", "random", "--file", &bob_file];
    let mut programs = [host, Program::room(&join)];
    let (mut kills, mut last, mut newest, began) = (0, 0, 0, Instant::now());
    // The host stays until the guest has left, so the guest is the one to watch.
    loop {
        let Some(row) = programs[1].next(Duration::from_secs(60)) else {
            assert!(programs[1].seen.iter().any(|row| row.starts_with("over ")), "{:#?}", programs[1].seen);
            break;
        };
        assert!(!row.starts_with("ended") && !row.starts_with("error"), "{row}");
        newest = number(&row).map_or(newest, |number| newest.max(number));
        if row.starts_with("over ") {
            break;
        }
        if newest >= last + every {
            (kills, last) = (kills + 1, newest);
            let killed = usize::from(kills % 2 == 1);
            programs[killed].kill();
            programs[killed] = if killed == 0 { Program::host(&words).0 } else { Program::room(&join) };
        }
    }
    // A host that is killed right after it has passed on the last line may lack it. The guest,
    // which has left, brings it when it runs again.
    if last == newest && kills % 2 == 0 {
        programs[1] = Program::room(&join);
    }
    // Without the code, only the key in the file helps.
    println!("{rules}: {kills} kills in {newest} lines, {:?}", began.elapsed());
    assert!(kills * every * 2 > newest, "{rules}: {kills} kills in {newest} lines");
    programs[0].wait_for("over ");
    let [ann, bob] = [&ann, &bob].map(|folder| game(folder.path()));
    assert!(ann.game().outcome().is_some(), "{rules}");
    assert_eq!(ann.whole(), bob.whole(), "{rules}");
}

#[test]
fn killed_programs_come_back_without_a_code() {
    play("standard", 7);
}

/// Plays four games at the same time, since programs mostly wait for each other.
#[test]
#[ignore = "kills a program at every line of every game, for many minutes"]
fn killed_at_every_line_of_every_preset() {
    let presets = Mutex::new(Rules::PRESETS.iter());
    let next = || presets.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| std::iter::from_fn(next).for_each(|rules| play(rules.id(), 1)));
        }
    });
}
