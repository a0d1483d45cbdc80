// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests with classroom agents that misbehave.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;
use std::{fs, thread};

use super::support::{nmm, play};

/// Reads a request. Returns its head.
fn listen(stream: &TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    let mut line = String::new();
    while reader.read_line(&mut line).unwrap_or(0) > 2 {
        if let Some(number) = line.to_lowercase().strip_prefix("content-length:") {
            length = number.trim().parse().unwrap();
        }
        head.push_str(&line);
        line.clear();
    }
    reader.read_exact(&mut vec![0; length]).unwrap();
    head
}

/// Starts an agent that calls `answer` for each connection. Returns its address and the count of
/// its requests.
fn agent(answer: impl Fn(&TcpStream) + Send + 'static) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            count.fetch_add(1, Ordering::Relaxed);
            listen(&stream);
            answer(&stream);
        }
    });
    (address, asked)
}

/// Starts an agent that always sends the same response. Returns its address.
fn parrot(answer: &'static str) -> String {
    agent(move |mut stream| drop(stream.write_all(answer.as_bytes()))).0
}

/// Patience for agents that answer: far longer than that takes, even on a busy machine.
const LONG: &str = "100s";

fn loses(address: &str, patience: &str, words: &str) {
    let match_ = play(&format!("--games 1 --patience {patience} --white random --black"), &[address]);
    assert_eq!(match_.status, 1, "{}{}", match_.output, match_.errors);
    let reason = format!("game 1: Black ({address}) {words}");
    assert!(match_.output.contains(&reason), "{words}: {}", match_.output);
}

fn ok(json: &str) -> String {
    format!("HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{json}")
}

#[test]
fn bad_answer_loses() {
    for (answer, words) in [
        (ok("not at all"), "answers /placing with “not at all”, which is not JSON"),
        (ok("{\"selectedPosition\": 24}"), "where selectedPosition is not a number from 0 to 23"),
        (ok("{\"selectedPosition\": \"4\"}"), "where selectedPosition is not a number from 0 to 23"),
        (ok("[]"), "answers /placing with “[]”, where selectedPosition is not a number"),
        (ok(""), "answers /placing with “”, which is not JSON"),
        ("HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n".to_owned(), "answers /placing with the HTTP status 500"),
        ("good morning\r\n\r\n".to_owned(), "cannot be asked: "),
        (String::new(), "cannot be asked: "),
        (ok(&"9".repeat(100_000)), "cannot be asked: "),
    ] {
        let address = parrot(answer.leak());
        let words = if words.starts_with("where") { words } else { &*format!("game 1: Black ({address}) {words}") };
        let match_ = play(&format!("--games 1 --patience {LONG} --white random --black"), &[&address]);
        assert_eq!(match_.status, 1, "{}{}", match_.output, match_.errors);
        assert!(match_.output.contains(words), "{words}: {}", match_.output);
    }
}

#[test]
fn illegal_answer_loses() {
    let answer = ok("{\"selectedPosition\": 8}");
    let address = agent(move |mut stream| drop(stream.write_all(answer.as_bytes()))).0;
    // Its second man cannot be placed on b6 again.
    loses(&address, LONG, "plays b6: b6 is occupied");
}

#[test]
fn silent_agent_loses() {
    let (address, _) = agent(|_| thread::sleep(Duration::from_secs(100)));
    loses(&address, "1500ms", "gave no answer within 1500 ms");
    // Its response begins and never ends.
    let (address, _) = agent(|mut stream| {
        let _ = stream.write_all(ok("{").as_bytes());
        while stream.write_all(b" ").is_ok() {
            thread::sleep(Duration::from_millis(50));
        }
    });
    loses(&address, "1500ms", "gave no answer within 1500 ms");
}

#[test]
fn unreachable_agent_is_reported() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    loses(&address, LONG, "cannot be asked: Connection refused");
}

/// Only the address on the command line is contacted.
#[test]
fn redirects_are_not_followed() {
    let (elsewhere, asked) = agent(|_| {});
    let redirect = format!("HTTP/1.1 307 Go\r\nLocation: {elsewhere}/placing\r\nContent-Length: 0\r\n\r\n");
    let (address, _) = agent(move |mut stream| drop(stream.write_all(redirect.as_bytes())));
    loses(&address, LONG, "answers /placing with the HTTP status 307");
    assert_eq!(asked.load(Ordering::Relaxed), 0);
}

/// User name and password are sent to the agent and appear nowhere else.
#[test]
fn does_not_show_a_password() {
    let (sender, heads) = mpsc::channel();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || listener.incoming().flatten().for_each(|stream| drop(sender.send(listen(&stream)))));
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.pgn");
    let arguments = ["match", "--games", "1", "--white", "random", "--log", log.to_str().unwrap(), "--black"];
    let address = format!("http://ann:s3cret@127.0.0.1:{port}");
    let played = Command::new(nmm()).env("NMM_LOG", "trace").args(arguments).arg(address).output().unwrap();
    // The header contains the bytes `ann:s3cret` in Base64.
    assert!(heads.recv().unwrap().to_lowercase().contains("authorization: basic yw5uonmzy3jlda=="));
    let written = fs::read_to_string(log).unwrap();
    for told in [&*String::from_utf8_lossy(&played.stdout), &*String::from_utf8_lossy(&played.stderr), &*written] {
        assert!(!told.contains("s3cret"), "{told}");
    }
    let name = format!("http://127.0.0.1:{port}");
    assert!(written.contains(&format!("[Black \"{name}\"]")), "{written}");
    assert!(String::from_utf8_lossy(&played.stdout).contains(&format!("game 1: Black ({name}) cannot be asked")));
}
