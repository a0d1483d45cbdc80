// SPDX-License-Identifier: GPL-3.0-or-later
//! Outside programs that misbehave: each gives a result in words, in time, and leaves nothing behind.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use super::support::{Outcome, nmm, outside, play};

/// A program that cannot even say who it is stops the match before it begins.
#[test]
fn whoever_cannot_begin_is_named() {
    for (way, words) in [
        ("dead", "ended, exit status: 3, saying “cannot find my book”"),
        ("deaf", "gave no answer within 1000 ms"),
        ("endless", "gave no answer within 1000 ms"),
    ] {
        let started = Instant::now();
        let match_ = play("--games 2 --patience 1s --first random --second", &[&outside(way)]);
        assert_eq!(match_.status, 2, "{way}: {}", match_.output);
        assert!(match_.errors.contains(words), "{way}: {}", match_.errors);
        assert!(started.elapsed() < Duration::from_secs(20), "{way}");
    }
    let quotes = play("--first random --second", &["sh 'open"]);
    assert!(quotes.errors.contains("a quotation mark is missing"), "{}", quotes.errors);
}

#[test]
fn whoever_fails_in_the_game_has_lost_it() {
    let ways = [
        ("silent", "gave no answer within 1500 ms"),
        ("chatty", "gave no answer within 1500 ms"),
        ("resists", "gave no answer within 1500 ms"),
        ("shy", "gave no answer within 1500 ms"),
        ("crash", "ended, exit status: 1, saying “out of ideas”"),
        ("killed", "ended, signal: 9 (SIGKILL)"),
        ("half", "ended, exit status: 0"),
        ("illegal", "plays a1: a1 is occupied"),
        ("nonsense", "answers “\\u{1}\u{fffd}\\0z9”, which is no turn"),
        ("none", "names no turn"),
    ];
    thread::scope(|scope| {
        for (way, words) in ways {
            scope.spawn(move || fails(way, words));
        }
    });
}

fn fails(way: &str, words: &str) {
    let started = Instant::now();
    let match_ = play("--games 1 --opening 0 --patience 1500ms --first random --second", &[&outside(way)]);
    let Outcome { status, output, errors } = match_;
    assert_eq!(status, 1, "{way}: {output}{errors}");
    assert!(output.contains("     1  a player failed:"), "{way}: {output}");
    assert!(output.contains(&format!("game 1: Black ({way}) {words}")), "{way}: {output}");
    assert!(started.elapsed() < Duration::from_secs(20), "{way}");
}

/// Children of a player go with it.
#[test]
fn nobody_is_left() {
    let mark = format!("{}.{}", 1000, std::process::id());
    let player = format!("sh -c 'sleep {mark} & echo uciok; exec sleep {mark}'");
    let match_ = play("--games 1 --patience 300ms --first random --second", &[&player]);
    assert_eq!(match_.status, 1, "{}{}", match_.output, match_.errors);
    for process in fs::read_dir("/proc").unwrap().flatten() {
        let Ok(command) = fs::read(process.path().join("cmdline")) else { continue };
        let command = String::from_utf8_lossy(&command).replace('\0', " ");
        assert!(!command.starts_with("sleep") || !command.contains(&mark), "{command}");
    }
}

/// Ten megabytes a second on both outputs are not kept.
#[test]
fn memory_stays_bounded() {
    use std::process::{Command, Stdio};
    let mut match_ = Command::new(nmm())
        .args(["match", "--games", "1", "--patience", "2s", "--first", "random", "--second", &outside("chatty")])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut most = 0;
    while match_.try_wait().unwrap().is_none() {
        if let Ok(status) = fs::read_to_string(format!("/proc/{}/status", match_.id())) {
            let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
            let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")).map(str::parse::<u64>);
            most = most.max(kilobytes.map_or(0, |number| number.unwrap()));
        }
        thread::sleep(Duration::from_millis(20));
    }
    assert!(most > 0 && most < 50_000, "{most} kB");
}
