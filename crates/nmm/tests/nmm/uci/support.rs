// SPDX-License-Identifier: GPL-3.0-or-later
//! An engine process for the tests.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// Far longer than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Engine {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
}

impl Engine {
    /// Starts an engine without tables of solved positions.
    pub fn start() -> Self {
        Self::start_with(&["uci", "--tables", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data")])
    }

    pub fn start_with(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_nmm"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (send, output) = mpsc::channel();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| send.send(line)));
        Self { child, input, output }
    }

    pub fn say(&mut self, line: &str) {
        self.say_bytes(format!("{line}\n").as_bytes());
    }

    pub fn say_bytes(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).unwrap();
    }

    pub fn read_line(&mut self) -> String {
        self.output.recv_timeout(PATIENCE).expect("an answer in time")
    }

    /// Returns all lines up to the first that begins with `start`.
    pub fn read_until(&mut self, start: &str) -> Vec<String> {
        let mut lines = vec![self.read_line()];
        while !lines.last().unwrap().starts_with(start) {
            lines.push(self.read_line());
        }
        lines
    }

    /// Returns the answers to these lines, without the final `readyok`.
    pub fn ask(&mut self, lines: &[&str]) -> Vec<String> {
        lines.iter().for_each(|line| self.say(line));
        self.say("isready");
        let mut answers = self.read_until("readyok");
        answers.pop();
        answers
    }

    /// Returns the info lines and the chosen move.
    pub fn think(&mut self, position: &str, go: &str) -> (Vec<String>, String) {
        assert_eq!(self.ask(&[position]), [""; 0], "{position}");
        self.say(go);
        let mut lines = self.read_until("bestmove ");
        let best = lines.pop().unwrap();
        (lines, best["bestmove ".len()..].to_owned())
    }

    /// Returns the exit status.
    pub fn end(&mut self) -> ExitStatus {
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("it does not end");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the word after `name` in a line.
pub fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let mut words = line.split(' ').skip_while(|&word| word != name);
    words.next();
    words.next().unwrap_or_else(|| panic!("no {name} in {line}"))
}
