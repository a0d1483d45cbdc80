// SPDX-License-Identifier: GPL-3.0-or-later
//! Games, watchers, codes, and many members.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use super::support::Program;

#[test]
fn two_players_and_a_watcher_see_the_same_game() {
    let (mut host, address, code) = Program::host(&["--player", "random", "--games", "1", "--clock", "60+1"]);
    let mut watcher = Program::room(&["watch", &address, "--code", &code, "--name", "Eve"]);
    watcher.wait_for("here ");
    let mut guest = Program::room(&["join", &address, "--code", &code, "--name", "Bob", "--player", "random"]);
    let ends = [&mut host, &mut watcher, &mut guest].map(|program| {
        let over = program.wait_for("over ");
        let last = program.seen.iter().rev().find(|row| row.starts_with("position ")).unwrap();
        (over, last.clone())
    });
    assert!(ends[0] == ends[1] && ends[1] == ends[2], "{ends:#?}");
    assert!(
        watcher.seen.iter().any(|row| row.starts_with("spent "))
            && watcher.seen.iter().any(|row| row.starts_with("left "))
    );
    assert!(host.seen.iter().any(|row| row.starts_with("watchers ") && row.ends_with(" 1")));
    host.wait_for("ended: ");
}

#[test]
fn a_watcher_stays_for_the_next_game() {
    let (_host, address, code) = Program::host(&["--player", "random"]);
    let mut watcher = Program::room(&["watch", &address, "--code", &code]);
    watcher.wait_for("here ");
    let overs = ["Bob", "Cem"].map(|name| {
        Program::room(&["join", &address, "--code", &code, "--name", name, "--player", "random"]).wait_for("over ");
        watcher.wait_for("over ")
    });
    assert_ne!(overs[0], overs[1]);
}

#[test]
fn perfect_players_use_tables() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("nine-mens-morris/endgame");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("3-3.values"), "damaged").unwrap();
    for (player, uses_tables) in [("perfect", true), ("level:3", false)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nmm"));
        command.args(["room", "host", "--hidden", "--port", "0", "--player", player]);
        let mut host = Program::start(command.env("XDG_DATA_HOME", data.path()));
        host.wait_for("code ");
        host.kill();
        while host.next(Duration::from_secs(60)).is_some() {}
        let is_reported = host.seen.iter().any(|row| row.starts_with("error ") && row.contains("3-3.values"));
        assert_eq!(is_reported, uses_tables, "{:#?}", host.seen);
    }
}

#[test]
fn a_slow_program_loses_on_time() {
    let (mut host, address, code) = Program::host(&["--player", "level:1", "--clock", "0+0", "--games", "1"]);
    let mut guest = Program::room(&["join", &address, "--code", &code, "--player", "random"]);
    guest.wait_for("over ");
    host.wait_for("ended: ");
    assert!(host.seen.iter().any(|row| row.contains("+time")), "{:?}", host.seen);
}

#[test]
fn guests_play_each_other_and_may_refuse_watchers() {
    let (mut host, address, code) = Program::host(&["--private", "--games", "1"]);
    let mut watcher = Program::room(&["watch", &address, "--code", &code]);
    watcher.wait_for("here ");
    let join = |name| Program::room(&["join", &address, "--code", &code, "--name", name, "--player", "random"]);
    let mut guests = [join("Bob"), join("Cem")];
    let overs = [0, 1].map(|guest| guests[guest].wait_for("over "));
    assert_eq!(overs[0], overs[1]);
    assert_eq!(host.wait_for("over "), overs[0]);
    watcher.wait_for("refused watch");
    assert!(!watcher.seen.iter().any(|row| row.starts_with("line ")));
}

#[test]
fn a_lost_guest_is_not_paired() {
    let (mut host, address, code) = Program::host(&["--games", "1"]);
    let join = |name| Program::room(&["join", &address, "--code", &code, "--name", name, "--player", "random"]);
    let mut gone = join("Bob");
    host.wait_for("ready ");
    gone.kill();
    host.wait_for("member 1 away ");
    let mut guests = [join("Cem"), join("Dora")];
    assert_eq!(guests[0].wait_for("over "), guests[1].wait_for("over "));
}

/// The computer does this in a tournament, where it plays in each round.
#[test]
fn a_level_stays_for_many_games() {
    let (mut host, address, code) = Program::host(&["--games", "3"]);
    let join = |name, games| {
        let words = ["join", &address, "--code", &code, "--name", name, "--player", "random", "--games", games];
        Program::room(&words)
    };
    let mut guests = [join("level:1", "3"), join("Bob", "9")];
    host.wait_for("ended: ");
    let overs = host.seen.iter().filter(|row| row.starts_with("over ")).collect::<BTreeSet<_>>();
    assert_eq!(overs.len(), 3);
    guests[1].wait_for("ended: ");
}

#[test]
fn a_watcher_with_a_wrong_code_fails() {
    let (_host, address, code) = Program::host(&[]);
    let wrong = format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000);
    let mut watcher = Program::room(&["watch", &address, "--code", &wrong]);
    assert_eq!(watcher.wait_for("error "), "error nmm: the code is wrong");
}

#[test]
fn three_wrong_codes_are_followed_by_a_pause() {
    let (_host, address, code) = Program::host(&[]);
    let wrong = format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000);
    let guess = |code: &str| Program::room(&["join", &address, "--code", code]).wait_for("ended: ");
    for _ in 0..3 {
        assert_eq!(guess(&wrong), "ended: the code is wrong");
    }
    assert_eq!(guess(&code), "ended: there were too many wrong codes: wait half a minute");
}

/// 64 members: how long a line takes, how much memory a room has, and how busy it is when nothing
/// happens. Prints the numbers.
#[test]
#[ignore = "starts 65 programs"]
fn a_room_serves_64_members() {
    let (mut host, address, code) = Program::host(&[]);
    let watch = |number: u32| Program::room(&["watch", &address, "--code", &code, "--name", &format!("W{number}")]);
    let mut members: Vec<_> = (0..62)
        .map(|number| {
            let mut member = watch(number);
            member.wait_for("here ");
            member
        })
        .collect();
    let before = processor_time(host.id());
    std::thread::sleep(Duration::from_secs(20));
    let idle = (processor_time(host.id()) - before) as f64 / 20.0;
    let join = |name| Program::room(&["join", &address, "--code", &code, "--name", name, "--player", "random"]);
    let begin = Instant::now();
    let mut players = [join("Bob"), join("Cem")];
    let overs = [0, 1].map(|player| players[player].wait_for("over "));
    let time = begin.elapsed();
    members.iter_mut().for_each(|member| assert_eq!(member.wait_for("over "), overs[0]));
    let lines = host_lines(&mut host);
    let status = fs::read_to_string(format!("/proc/{}/status", host.id())).unwrap();
    let memory = status.lines().find(|row| row.starts_with("VmRSS")).unwrap();
    println!("{lines} lines in {time:?}; {memory}; idle: {idle:.1} ms of processor time in a second");
    assert!(idle < 20.0, "{idle}");
}

fn host_lines(host: &mut Program) -> usize {
    host.wait_for("over ");
    host.seen.iter().filter(|row| row.starts_with("line ")).count()
}

/// Returns the processor time of a program in milliseconds.
fn processor_time(id: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
    let numbers: Vec<u64> = stat.rsplit(')').next().unwrap().split(' ').filter_map(|word| word.parse().ok()).collect();
    // The fields utime and stime, in hundredths of a second. The state before them is a letter.
    (numbers[10] + numbers[11]) * 10
}
