// SPDX-License-Identifier: GPL-3.0-or-later
//! Outside programs that misbehave: each gives a result in words, in time, and leaves nothing behind.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::support::{Outcome, competitor, nmm, outside, play};

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
    all_fail(
        "--opening 0 --first random --second",
        outside,
        &[
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
        ],
    );
}

#[test]
fn whoever_fails_in_the_competition_has_lost() {
    all_fail(
        "--rules compo --white random --black",
        competitor,
        &[
            ("silent", "gave no answer within 1500 ms"),
            ("slow", "gave no answer within 1500 ms"),
            ("drips", "gave no answer within 1500 ms"),
            ("chatty", "gave no answer within 1500 ms"),
            ("resists", "gave no answer within 1500 ms"),
            ("shy", "gave no answer within 1500 ms"),
            ("talkative", "answers “I think about it”, which is no turn"),
            ("crash", "ended, exit status: 1, saying “out of ideas”"),
            ("later", "ended, exit status: 7"),
            ("early", "ended, exit status: 0"),
            ("killed", "ended, signal: 9 (SIGKILL)"),
            ("half", "ended, exit status: 0"),
            ("illegal", "plays c3-c3: men are still in hand"),
            ("outside", "answers “24”, which is no turn"),
            ("twice", "plays d7: d7 is occupied"),
            ("binary", "answers “\\u{1}\u{fffd}\\0z9”, which is no turn"),
            ("empty", "answers “”, which is no turn"),
            ("long", "answers “(a line that is too long)”, which is no turn"),
        ],
    );
}

/// Lets each program that fails in a way play Black, and looks for the words for it.
fn all_fail(arguments: &str, program: impl Fn(&str) -> String + Sync, ways: &[(&str, &str)]) {
    thread::scope(|scope| {
        for (way, words) in ways {
            let program = &program;
            scope.spawn(move || fails(arguments, way, &program(way), words));
        }
    });
}

fn fails(arguments: &str, way: &str, program: &str, words: &str) {
    let started = Instant::now();
    let match_ = play(&format!("--games 1 --patience 1500ms {arguments}"), &[program]);
    let Outcome { status, output, errors } = match_;
    assert_eq!(status, 1, "{way}: {output}{errors}");
    assert!(output.contains("     1  a player failed:"), "{way}: {output}");
    assert!(output.contains(&format!("game 1: Black ({way}) {words}")), "{way}: {output}");
    assert!(started.elapsed() < Duration::from_secs(30), "{way}");
}

/// Children of a player go with it, also those that have left its group, and whether it is killed or ends by itself.
#[test]
fn nobody_is_left() {
    let mark = format!("{}.{}", 1000, std::process::id());
    for end in [format!("exec sleep {mark}"), "exit 0".to_owned()] {
        let player = format!("sh -c 'sleep {mark} & (setsid sleep {mark} &); echo uciok; {end}'");
        let match_ = play("--games 1 --patience 300ms --first random --second", &[&player]);
        assert_eq!(match_.status, 1, "{}{}", match_.output, match_.errors);
        // The kernel takes them down in its own time.
        wait_until(|| processes(&mark).is_empty());
    }
}

/// A child that left the group, hides and holds the pipes keeps nobody waiting.
#[test]
fn a_runaway_keeps_nobody_waiting() {
    let player = competitor("runaway 45");
    let started = Instant::now();
    let match_ = play("--games 1 --rules compo --patience 300ms --white random --black", &[&player]);
    assert!(match_.output.contains("gave no answer within 300 ms"), "{}", match_.output);
    assert!(started.elapsed() < Duration::from_secs(40));
}

/// Players end with a referee that is killed.
#[test]
fn nobody_outlives_the_referee() {
    let mark = format!("{}.{}", 2000, std::process::id());
    let player =
        format!("sh -c 'trap \"\" TERM INT HUP; echo busy; (setsid sleep {mark} &); while :; do sleep {mark}; done'");
    let arguments = ["match", "--rules", "compo", "--patience", "100s", "--white", "random", "--black", &player];
    let mut match_ = Command::new(nmm()).args(arguments).stdout(Stdio::null()).spawn().unwrap();
    wait_until(|| !processes(&format!("sleep {mark}")).is_empty());
    match_.kill().unwrap();
    match_.wait().unwrap();
    wait_until(|| processes(&mark).is_empty());
}

/// The commands of all processes that have this in them, but the ones of `nmm` itself.
pub fn processes(mark: &str) -> Vec<String> {
    let commands = fs::read_dir("/proc").unwrap().flatten().filter_map(|process| {
        let command = fs::read(process.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&command).replace('\0', " "))
    });
    commands.filter(|command| command.contains(mark) && !command.contains("match --")).collect()
}

pub fn wait_until(done: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !done() {
        assert!(Instant::now() < end, "it takes too long");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Ten megabytes a second on both outputs are not kept.
#[test]
fn memory_stays_bounded() {
    for (arguments, player) in
        [("--first random --second", outside("chatty")), ("--rules compo --white random --black", competitor("chatty"))]
    {
        let arguments = format!("match --games 1 --patience 2s {arguments}");
        let mut match_ =
            Command::new(nmm()).args(arguments.split(' ')).arg(&player).stdout(Stdio::null()).spawn().unwrap();
        let mut most = 0;
        while match_.try_wait().unwrap().is_none() {
            most = most.max(kilobytes(match_.id()));
            thread::sleep(Duration::from_millis(20));
        }
        assert!(most > 0 && most < 50_000, "{player}: {most} kB");
    }
}

/// What a process has in memory now.
fn kilobytes(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")).map_or(0, |number| number.parse().unwrap())
}
