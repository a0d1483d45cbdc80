// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests with external programs that misbehave. Each match ends in time with a result in words and
//! leaves nothing behind.

use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use super::support::{Outcome, competitor, nmm, outside, play};

/// Patience for programs that answer or end: far longer than that takes, even on a busy machine.
const LONG: &str = "100s";
/// Patience for programs that are silent after their name: long enough for the name on a busy
/// machine.
const SHORT: &str = "5s";
/// Longer than any test here takes unless it hangs.
const FOREVER: Duration = Duration::from_secs(200);

/// A program that cannot even send its name loses every game, with either color.
#[test]
fn player_that_cannot_begin_loses() {
    let fails = |way, patience, words, rules, program: String| {
        let started = Instant::now();
        let arguments = format!("--games 2 --patience {patience} --rules {rules} --first random --second");
        let Outcome { status, output, errors } = play(&arguments, &[&program]);
        assert_eq!(status, 1, "{way}: {output}{errors}");
        assert!(output.contains("     2  a player failed:"), "{way}: {output}");
        for game in ["game 1: Black", "game 2: White"] {
            let line = format!("{game} ({program}) {words}");
            assert!(output.contains(&line), "{way}: {line} in {output}");
        }
        assert!(started.elapsed() < FOREVER, "{way}");
    };
    thread::scope(|scope| {
        for (way, patience, words) in [
            ("dead", LONG, "ended, exit status: 3, saying “cannot find my book”"),
            ("deaf", "1s", "gave no answer within 1000 ms"),
            ("endless", "1s", "gave no answer within 1000 ms"),
        ] {
            scope.spawn(move || fails(way, patience, words, "standard", outside(way)));
            scope.spawn(move || fails(way, patience, words, "compo", competitor(way)));
        }
    });
}

/// A player that is not a program stops the match before it begins.
#[test]
fn reports_a_missing_program() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text");
    fs::write(&text, "hello").unwrap();
    let text = text.to_str().unwrap();
    let script = folder.path().join("script");
    fs::write(&script, "#!/no/such/interpreter\r\n").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let script = script.to_str().unwrap();
    for (command, words) in [
        ("/no/such/program --quick", "“/no/such/program --quick” cannot be started: No such file or directory"),
        ("no-such-program-anywhere", "“no-such-program-anywhere” cannot be started: No such file or directory"),
        ("/", "“/” cannot be started: Permission denied"),
        (text, "cannot be started: Permission denied"),
        (script, "cannot be started: it is there, but the program that should run it is not"),
        ("sh 'open", "a quotation mark is missing"),
    ] {
        for rules in ["standard", "compo"] {
            let arguments = format!("--games 2 --rules {rules} --first random --second");
            let Outcome { status, output, errors } = play(&arguments, &[command]);
            assert!(status == 2 && output.is_empty() && errors.lines().count() == 1, "{command}: {output}{errors}");
            assert!(errors.contains(words), "{errors}");
        }
    }
}

#[test]
fn player_that_fails_loses() {
    all_fail(
        "--opening 0 --first random --second",
        outside,
        &[
            ("silent", "gave no answer within 5000 ms"),
            ("chatty", "gave no answer within 5000 ms"),
            ("resists", "gave no answer within 5000 ms"),
            ("shy", "gave no answer within 5000 ms"),
            ("crash", "ended, exit status: 1, saying “out of ideas”"),
            ("killed", "ended, signal: 9 (SIGKILL)"),
            ("half", "ended, exit status: 0"),
            ("illegal", "plays a1: a1 is occupied"),
            ("nonsense", "answers “\\u{1}\u{fffd}\\0z9”, which is not a move"),
            ("none", "names no move"),
        ],
    );
}

#[test]
fn player_that_fails_in_the_competition_loses() {
    all_fail(
        "--rules compo --white random --black",
        competitor,
        &[
            ("silent", "gave no answer within 5000 ms"),
            ("slow", "gave no answer within 5000 ms"),
            ("drips", "gave no answer within 5000 ms"),
            ("chatty", "gave no answer within 5000 ms"),
            ("resists", "gave no answer within 5000 ms"),
            ("shy", "gave no answer within 5000 ms"),
            ("talkative", "answers “I think about it”, which is not a move"),
            ("crash", "ended, exit status: 1, saying “out of ideas”"),
            ("later", "ended, exit status: 7"),
            ("early", "ended, exit status: 0"),
            ("killed", "ended, signal: 9 (SIGKILL)"),
            ("half", "ended, exit status: 0"),
            ("illegal", "plays c3-c3: pieces are still in hand"),
            ("outside", "answers “24”, which is not a move"),
            ("twice", "plays d7: d7 is occupied"),
            ("binary", "answers “\\u{1}\u{fffd}\\0z9”, which is not a move"),
            ("empty", "answers “”, which is not a move"),
            ("long", "answers “(a line that is too long)”, which is not a move"),
        ],
    );
}

/// Lets a program for each way to fail play Black, and looks for the expected words. Programs that
/// make the referee wait run all at once.
fn all_fail(arguments: &str, program: impl Fn(&str) -> String + Sync, ways: &[(&str, &str)]) {
    let (silent, others): (Vec<_>, Vec<_>) = ways.iter().partition(|(_, words)| words.starts_with("gave no answer"));
    for (patience, ways) in std::iter::once((SHORT, &silent[..])).chain(others.chunks(4).map(|ways| (LONG, ways))) {
        thread::scope(|scope| {
            for &(way, words) in ways {
                let program = &program;
                scope.spawn(move || fails(&format!("--patience {patience} {arguments}"), way, &program(way), words));
            }
        });
    }
}

fn fails(arguments: &str, way: &str, program: &str, words: &str) {
    let started = Instant::now();
    let match_ = play(&format!("--games 1 {arguments}"), &[program]);
    let Outcome { status, output, errors } = match_;
    assert_eq!(status, 1, "{way}: {output}{errors}");
    assert!(output.contains("     1  a player failed:"), "{way}: {output}");
    assert!(output.contains(&format!("game 1: Black ({way}) {words}")), "{way}: {output}");
    assert!(started.elapsed() < FOREVER, "{way}");
}

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

/// The answer that a program gives before it ends counts. Its own exit status is reported.
#[test]
fn reads_the_last_output() {
    for (end, words) in [
        ("exit 255", "ended, exit status: 255"),
        ("kill -PIPE $$", "ended, signal: 13 (SIGPIPE)"),
        ("kill -SEGV $$", "ended, signal: 11 (SIGSEGV)"),
        ("printf unfinished >&2; exit 1", "ended, exit status: 1, saying “unfinished”"),
        ("exec >&-; sleep 1000", "closed its output"),
    ] {
        let player = format!("sh -c 'read c; echo hello; read b; echo 0; read b; {end}'");
        let Outcome { output, errors, .. } =
            play("--games 1 --rules compo --patience 100s --white random --black", &[&player]);
        // The man on a7 may have to wait for Black's turn: a random player has White.
        assert!(output.contains(&format!("game 1: Black (hello) {words}\n")), "{end}: {output}{errors}");
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
