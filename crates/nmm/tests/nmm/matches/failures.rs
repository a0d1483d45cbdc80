// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests with external programs that misbehave. Each match ends in time and leaves nothing behind.
//! What it prints is in `players_fail` and `refuses_matches` of the recorded outputs.

use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use super::support::{Outcome, competitor, nmm, outside, play};

/// Longer than any test here takes unless it hangs.
const FOREVER: Duration = Duration::from_secs(200);

/// Shell commands by which a player leaves processes behind. `$0` is the command of such a process.
/// The last one leaves two processes nine times.
const WAYS_OUT: [&str; 6] = [
    "$0 &",
    "(setsid $0 &)",
    "env -i setsid $0 &",
    "(env -i setsid $0 </dev/null >/dev/null 2>&1 &)",
    // Forks twice, with parents that end immediately.
    "(env -i setsid sh -c \"(setsid $0 &) & \" </dev/null >/dev/null 2>&1 &)",
    "for i in 1 2 3 4 5 6 7 8 9; do (env -i setsid sh -c \"(setsid $0 &) & exec setsid $0\" &) done",
];

/// The children of a player end with it, whether it is killed or ends by itself. This holds even
/// for children that left its process group, its session, and its environment.
#[test]
fn leaves_no_process() {
    for (number, way) in WAYS_OUT.iter().enumerate() {
        let mark = format!("{}.{}", 1000 + number, std::process::id());
        // On a machine so busy that the children do not start in time, the player gets more time.
        let mut patience = ["500", "5000", "50000"].into_iter();
        let is_tried = |patience| leave(way, &mark, &format!("exec sleep {mark}"), patience, "gave no answer within ");
        assert!(patience.any(is_tried), "{way}");
        assert!(leave(way, &mark, "exit 0", "100000", "ended, exit status: 0\n"), "{way}");
    }
}

/// Plays against a player that ends after it has left its children behind. Returns `true` if all
/// children had started before its end.
fn leave(way: &str, mark: &str, end: &str, patience: &str, words: &str) -> bool {
    // The mark is in the path of the child and also in the command of its sleep.
    let folder = tempfile::Builder::new().prefix(mark).tempdir().unwrap();
    let (child, born) = (folder.path().join("child"), folder.path().join("born"));
    fs::write(&child, format!("#!/bin/sh\necho >>{}\nexec sleep {mark}\n", born.display())).unwrap();
    fs::set_permissions(&child, fs::Permissions::from_mode(0o755)).unwrap();
    let children = if way.starts_with("for") { 18 } else { 1 };
    let are_there = format!("[ \"$(cat {} 2>/dev/null | wc -l)\" -ge {children} ]", born.display());
    let player =
        format!("sh -c '{way}\nuntil {are_there}; do sleep 0.01; done; echo uciok; {end}' {}", child.display());
    let match_ = play(&format!("--games 1 --patience {patience}ms --first random --second"), &[&player]);
    assert!(match_.output.contains(words), "{way}: {}{}", match_.output, match_.errors);
    // The kernel may take a moment to remove killed processes.
    wait_until(|| processes(mark).is_empty());
    fs::read_to_string(&born).is_ok_and(|born| born.lines().count() >= children)
}

/// Orphans that appear while other processes are killed are not missed, in any of the rounds.
#[test]
fn finds_every_orphan() {
    for round in 0..8 {
        let mark = format!("{}.{}", 5000 + round, std::process::id());
        let player = format!("sh -c '(setsid $0 &) ; setsid sh -c \"$0; true\" & cat >/dev/null' 'sleep {mark}'");
        play("--games 1 --patience 300ms --first random --second", &[&format!("uci:{player}")]);
        wait_until(|| processes(&mark).is_empty());
    }
}

/// A player that makes its supervisor end counts as ended, and its children end too.
#[test]
fn player_that_ends_its_supervisor_ends() {
    for (number, signal) in ["HUP", "INT", "QUIT", "TERM"].into_iter().enumerate() {
        let mark = format!("{}.{}", 7000 + number, std::process::id());
        let player =
            format!("sh -c 'read c; echo hello; read b; (setsid $0 &)\nkill -{signal} $PPID; exec $0' 'sleep {mark}'");
        let Outcome { output, errors, .. } =
            play("--games 1 --rules compo --patience 100s --white random --black", &[&player]);
        let words = "game 1: Black (hello) ended, signal: 9 (SIGKILL)\n";
        assert!(output.contains(words), "{signal}: {output}{errors}");
        wait_until(|| processes(&mark).is_empty());
    }
}

/// A player that opens its own input for writing, and so never sees its end, ends with its game.
#[test]
fn player_that_holds_its_own_input_open_ends() {
    let mark = format!("8000.{}", std::process::id());
    let player = format!("sh -c 'exec 3>/proc/self/fd/0; read c; echo hello; read b; exec sleep {mark}'");
    play("--games 1 --rules compo --patience 300ms --white random --black", &[&player]);
    wait_until(|| processes(&mark).is_empty());
}

/// The result says how a player ended, even if its children continue and hold its output open.
#[test]
fn player_that_leaves_children_behind_ends() {
    for (number, way) in WAYS_OUT.iter().enumerate() {
        let mark = format!("{}.{}", 3000 + number, std::process::id());
        let player = format!("sh -c 'read c; echo hello; read b; {way}\nexit 0' 'sleep {mark}'");
        let Outcome { output, errors, .. } =
            play("--games 1 --rules compo --patience 100s --white random --black", &[&player]);
        assert!(output.contains("game 1: Black (hello) ended, exit status: 0\n"), "{way}: {output}{errors}");
        wait_until(|| processes(&mark).is_empty());
    }
}

/// A child that left the process group, hides, and holds the pipes does not delay the match.
#[test]
fn does_not_wait_for_a_runaway() {
    let player = competitor("runaway 240");
    let started = Instant::now();
    let match_ = play("--games 1 --rules compo --patience 300ms --white random --black", &[&player]);
    assert!(match_.output.contains("gave no answer within 300 ms"), "{}", match_.output);
    assert!(started.elapsed() < FOREVER);
}

/// Each game needs more than ten descriptors. A soft limit that is too low for all games at once
/// is raised.
#[test]
fn many_games_at_once_do_not_run_out_of_descriptors() {
    let script =
        "ulimit -Sn 40; exec $0 match --rules compo --games 16 --threads 16 --most-plies 5 --first $1 --second $1";
    let player = format!("compo:'{}' play-compo --random", nmm());
    let match_ = Command::new("bash").args(["-c", &script.replace("$1", "\"$1\""), nmm(), &player]).output().unwrap();
    let output = String::from_utf8_lossy(&match_.stdout);
    assert!(match_.status.success(), "{output}{}", String::from_utf8_lossy(&match_.stderr));
}

/// A program that cannot be started again, after the check of the players has started it, loses no
/// game: this is an error of the match.
#[test]
fn program_that_can_no_longer_be_started_loses_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let [program, log] = ["program", "log"].map(|name| folder.path().join(name));
    fs::write(&program, "#!/bin/sh\nrm \"$0\"\nread color\necho hello\ncat\n").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let [program, log] = [program, log].map(|path| path.display().to_string());
    let match_ = play("--games 1 --rules compo --white random --black", &[&program, "--log", &log]);
    assert_eq!((match_.status, match_.output.as_str()), (2, ""), "{}", match_.errors);
    assert!(match_.errors.contains("cannot be started"), "{}", match_.errors);
    assert_eq!(fs::read_to_string(&log).unwrap(), "");
}

/// Players end with a referee that is killed.
#[test]
fn no_player_outlives_the_referee() {
    let mark = format!("{}.{}", 2000, std::process::id());
    let player = format!(
        "sh -c 'trap \"\" TERM INT HUP; echo busy; env -i setsid sleep {mark} & while :; do sleep {mark}; done'"
    );
    let arguments = ["match", "--rules", "compo", "--patience", "100s", "--white", "random", "--black", &player];
    let mut match_ = Command::new(nmm()).args(arguments).stdout(Stdio::null()).spawn().unwrap();
    let sleeping = format!("sleep {mark} ");
    wait_until(|| processes(&mark).iter().filter(|command| **command == sleeping).count() == 2);
    match_.kill().unwrap();
    match_.wait().unwrap();
    wait_until(|| processes(&mark).is_empty());
}

/// Returns the commands of all processes that contain `mark`, except those of `nmm` itself.
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

/// An output of ten megabytes a second on both streams is not stored: a match needs little more
/// memory than with a silent player.
#[test]
fn memory_stays_bounded() {
    let players = [
        ("--first random --second", "sh -c 'sleep 1000'".to_owned()),
        ("--first random --second", outside("chatty")),
        ("--rules compo --white random --black", competitor("chatty")),
    ];
    let [quiet, most @ ..] = thread::scope(|scope| {
        let matches = players.each_ref().map(|(arguments, player)| scope.spawn(|| most_memory(arguments, player)));
        matches.map(|match_| match_.join().unwrap())
    });
    assert!(quiet > 0 && most.iter().all(|&most| most < quiet + 10_000), "{most:?} kB, {quiet} kB with a quiet player");
}

/// Returns the peak memory of a match against a player, in kilobytes.
fn most_memory(arguments: &str, player: &str) -> u64 {
    let arguments = format!("match --games 1 --patience 2s {arguments}");
    let mut match_ = Command::new(nmm()).args(arguments.split(' ')).arg(player).stdout(Stdio::null()).spawn().unwrap();
    let mut most = 0;
    while match_.try_wait().unwrap().is_none() {
        most = most.max(peak_kilobytes(match_.id()));
        thread::sleep(Duration::from_millis(20));
    }
    most
}

/// Returns the peak memory of a process so far in kilobytes, as recorded by the kernel.
fn peak_kilobytes(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")).map_or(0, |number| number.parse().unwrap())
}
