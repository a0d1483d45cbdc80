// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of external programs as the window uses them: each on its own thread, interrupted, asked
//! again, and ended.

use std::collections::BTreeMap;
use std::fs;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use morris::{ByColor, Color, Game, Rules};
use morris_engine::{EngineOptions, Limits, RequestId, TimeControl};
use morris_play::setup::{Program, ProtocolKind};
use morris_players::{
    ExternalPlayer, HiddenFolders, PlayerConfig, PlayerError, ProcessError, SeatEvent, SeatEventKind, SeatRequest,
    can_hide, hide_from_programs, supervise_with,
};

use super::failures::{processes, wait_until};
use super::support::{competitor, nmm, outside};

/// Longer than any answer of these programs takes.
const LONG: Duration = Duration::from_secs(60);

fn start(speech: ProtocolKind, command: &str, timeout: Duration) -> (ExternalPlayer, Receiver<SeatEvent>) {
    supervise_with(nmm());
    let options = BTreeMap::new();
    let program = Program { name: "mill".to_owned(), speech, command: command.to_owned(), options };
    let seat = PlayerConfig {
        rules: speech.rules(),
        color: Color::White,
        engine: EngineOptions::default(),
        limits: Limits { time: Some(Duration::from_secs(3600)), ..Limits::default() },
        timeout,
        tables: std::sync::Arc::default(),
        seed: 1,
    };
    let (sender, events) = mpsc::channel();
    (ExternalPlayer::new(program, seat, move |event| drop(sender.send(event))).unwrap(), events)
}

fn request(id: u64, rules: Rules) -> SeatRequest {
    SeatRequest { id: RequestId(id), game: Game::new(rules), min_time: Duration::ZERO, clock: None }
}

/// Returns the next event other than a thought.
fn next(events: &Receiver<SeatEvent>) -> SeatEvent {
    loop {
        match events.recv_timeout(LONG).unwrap() {
            SeatEvent { kind: SeatEventKind::Thought(_), .. } => {}
            event => return event,
        }
    }
}

fn named(id: u64, name: &str) -> SeatEvent {
    SeatEvent { id: RequestId(id), kind: SeatEventKind::Named(name.to_owned()) }
}

/// A program cannot read saved games and keys, rename their folder, or put links into it. It can
/// read its own files beside them, and the tables.
#[test]
fn games_of_the_user_are_hidden_from_programs() {
    if !can_hide() {
        println!("This system cannot hide folders from programs.");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("share/game");
    for file in ["saves/one", "endgame/5-4", "../other/notes", "../player", "../../top", "../../synced/two"] {
        let path = game.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "text").unwrap();
    }
    for (target, link) in [("game", "../link"), ("../../synced", "network"), ("saves", "tables")] {
        std::os::unix::fs::symlink(target, game.join(link)).unwrap();
    }
    let shown = ["endgame", "tables"].map(|name| game.join(name)).into();
    hide_from_programs(HiddenFolders { hidden: vec![game.clone()], shown });
    let script = "try() { \"$@\" >/dev/null 2>&1 && printf +  || printf -- -; }; read c;
        for f in saves/one ../link/saves/one network/two ../../synced/two endgame/5-4 ../other/notes ../player ../../top
        do try cat $0/$f; done; try mv $0 $0/../new; try ln -s saves $0/new; try ln -s $0 $0/../other/new;
        ls $0/saves; read b; echo 4; exec sleep 1000";
    let (player, events) = start(ProtocolKind::Competition, &format!("sh -c '{script}' '{}'", game.display()), LONG);
    player.ask(request(1, Rules::COMPO));
    assert_eq!(next(&events), named(1, "----++++--+one"));
}

/// The answer to an abandoned question is not used for the next one: the program is restarted.
#[test]
fn interrupted_competitor_restarts() {
    let player = "sh -c 'read c; echo slow; read b; if test -e $0; then echo 4; fi; touch $0; exec sleep 1000'";
    let folder = tempfile::tempdir().unwrap();
    let command = format!("{player} {}/mark", folder.path().display());
    let (player, events) = start(ProtocolKind::Competition, &command, LONG);
    player.ask(request(1, Rules::COMPO));
    assert_eq!(next(&events), named(1, "slow"));
    wait_until(|| folder.path().join("mark").exists());
    player.stop();
    player.ask(request(2, Rules::COMPO));
    assert_eq!(next(&events), named(2, "slow"));
    let mv = SeatEventKind::Move("d6".parse().unwrap());
    assert_eq!(next(&events), SeatEvent { id: RequestId(2), kind: mv });
}

/// With an hour to think and a delay of days to look natural, the player still uses no more time
/// than the clock of the game allows.
#[test]
fn engine_gets_the_clock_and_answers_before_it_ends() {
    for command in [outside("clocked"), format!("'{}' uci", nmm())] {
        let (player, events) = start(ProtocolKind::Uci, &command, LONG);
        let left = ByColor { white: Duration::from_secs(2), black: Duration::from_secs(90) };
        let clock = Some(TimeControl { left, increment: Duration::from_millis(100) });
        let min_time = Duration::from_secs(1_000_000);
        player.ask(SeatRequest { min_time, clock, ..request(1, Rules::STANDARD) });
        assert!(matches!(next(&events).kind, SeatEventKind::Named(_)));
        assert!(matches!(next(&events).kind, SeatEventKind::Move(_)), "{command}");
    }
}

/// An engine with an hour to think answers immediately on request.
#[test]
fn engine_moves_now() {
    let (player, events) = start(ProtocolKind::Uci, &format!("'{}' uci", nmm()), LONG);
    player.ask(request(1, Rules::STANDARD));
    assert!(matches!(next(&events).kind, SeatEventKind::Named(name) if name.starts_with("Nine Men's Morris")));
    assert!(matches!(events.recv_timeout(LONG).unwrap().kind, SeatEventKind::Thought(_)));
    player.move_now();
    assert!(matches!(next(&events).kind, SeatEventKind::Move(_)));
    player.ask(request(2, Rules::STANDARD));
    player.stop();
    player.ask(request(3, Rules::STANDARD));
    player.move_now();
    let SeatEvent { id, kind } = next(&events);
    assert!(id == RequestId(3) && matches!(kind, SeatEventKind::Move(_)), "{id:?} {kind:?}");
}

/// An engine may send `readyok` before it answers an abandoned question. That answer is not used
/// for the next question.
#[test]
fn late_answer_is_not_used_for_the_next_question() {
    let script = "echo_later() { sleep 0.3; echo bestmove a1; }
    while read -r word rest; do case $word in
        uci) echo uciok ;;
        isready) echo readyok ;;
        go) if test -e $0; then sleep 0.6; echo bestmove d6; else touch $0; fi ;;
        stop) echo_later & ;;
    esac; done";
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("mark");
    let (player, events) = start(ProtocolKind::Uci, &format!("sh -c '{script}' {}", mark.display()), LONG);
    player.ask(request(1, Rules::STANDARD));
    assert!(matches!(next(&events).kind, SeatEventKind::Named(_)));
    wait_until(|| mark.exists());
    player.stop();
    for id in 2..4 {
        player.ask(request(id, Rules::STANDARD));
        let mv = SeatEventKind::Move("d6".parse().unwrap());
        assert_eq!(next(&events), SeatEvent { id: RequestId(id), kind: mv });
    }
}

/// A request to move now is not lost if it comes before the question, or between the questions
/// about a move and about its removal.
#[test]
fn engine_moves_now_on_request() {
    let script = "stop() { while [ \"$word\" != stop ]; do read -r word rest; done; }
    while read -r word rest; do case $word in
        uci) stop; echo uciok ;;
        isready) echo readyok ;;
        go) stop; echo bestmove $1; shift ;;
    esac; done";
    let (player, events) = start(ProtocolKind::Uci, &format!("sh -c '{script}' sh g7 xa1"), LONG);
    let mut game = Game::new(Rules::STANDARD);
    for mv in ["a7", "a1", "d7", "d1"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    player.ask(SeatRequest { game: game.clone(), ..request(1, Rules::STANDARD) });
    player.move_now();
    assert!(matches!(next(&events).kind, SeatEventKind::Named(_)));
    assert_eq!(next(&events).kind, SeatEventKind::Move("g7xa1".parse().unwrap()));
}

#[test]
fn restarts_a_failed_program() {
    let (player, events) = start(ProtocolKind::Competition, &competitor("crash"), LONG);
    for id in [1, 2] {
        player.ask(request(id, Rules::COMPO));
        assert_eq!(next(&events), named(id, "crash"));
        let kind = next(&events).kind;
        assert!(matches!(kind, SeatEventKind::Failed(PlayerError::Process(ProcessError::Gone(_)))), "{kind:?}");
    }
}

/// No process or thread remains, whatever a program does.
#[test]
fn leaves_nothing_of_an_external_player() {
    for way in ["silent", "chatty", "resists", "endless", "wanders", "runaway"] {
        // The mark is also a number of seconds, for which the children sleep.
        let mark = format!("20.{}", std::process::id());
        let (player, events) = start(ProtocolKind::Competition, &competitor(&format!("{way} {mark}")), LONG);
        player.ask(request(1, Rules::COMPO));
        let told = format!("{way} {mark}");
        let child = format!("sleep {mark}");
        let seen = if ["wanders", "runaway"].contains(&way) { &child } else { &told };
        wait_until(|| !processes(seen).is_empty());
        drop(player);
        // The channel closes when the thread has ended.
        while events.recv_timeout(LONG).is_ok() {}
        // The kernel may take a moment to remove killed processes.
        wait_until(|| processes(&told).is_empty());
        wait_until(|| processes(&child).is_empty());
    }
    // Other tests start programs too, but each only for a while.
    wait_until(|| threads().iter().all(|name| !name.starts_with("program ")));
}

/// Returns the names of the threads of this process.
fn threads() -> Vec<String> {
    let tasks = fs::read_dir("/proc/self/task").unwrap().flatten();
    tasks.filter_map(|task| fs::read_to_string(task.path().join("comm")).ok()).collect()
}
