// SPDX-License-Identifier: GPL-3.0-or-later
//! Programs that run `nmm room`.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a program may take for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running program. It is killed when this is dropped.
pub struct Program {
    child: Child,
    rows: Receiver<String>,
    /// The rows that were read.
    pub seen: Vec<String>,
}

impl Program {
    pub fn start(command: &mut Command) -> Self {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (tell, rows) = channel();
        let (output, errors) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let told = tell.clone();
        thread::spawn(move || BufReader::new(output).lines().map_while(Result::ok).all(|row| tell.send(row).is_ok()));
        let prefixed = move |row| told.send(format!("error {row}")).is_ok();
        thread::spawn(move || BufReader::new(errors).lines().map_while(Result::ok).all(prefixed));
        Self { child, rows, seen: Vec::new() }
    }

    /// Runs `nmm room` with these words.
    pub fn room(words: &[&str]) -> Self {
        Self::start(Command::new(env!("CARGO_BIN_EXE_nmm")).arg("room").args(words))
    }

    /// Opens a room with a player that plays at random, in sight of no other computer. Returns it
    /// with its address and code.
    pub fn host(words: &[&str]) -> (Self, String, String) {
        let mut host = Self::room(&[&["host", "--name", "Ann", "--hidden", "--port", "0"], words].concat());
        let address = host.wait_for("address 127.0.0.1:").replace("address ", "");
        let code = host.wait_for("code ").replace("code ", "");
        (host, address, code)
    }

    /// Waits for a row that begins so.
    pub fn wait_for(&mut self, start: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let row = self.next(end.saturating_duration_since(Instant::now()));
            let row = row.unwrap_or_else(|| {
                panic!("no “{start}” after {:#?}", &self.seen[self.seen.len().saturating_sub(20)..])
            });
            if row.starts_with(start) {
                return row;
            }
        }
    }

    /// Returns the next row, or `None` after the end or this time.
    pub fn next(&mut self, time: Duration) -> Option<String> {
        let row = self.rows.recv_timeout(time).ok()?;
        self.seen.push(row.clone());
        Some(row)
    }

    pub fn kill(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}
