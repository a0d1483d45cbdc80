// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm uci`: our engine as a program that windows and other programs talk to.

use std::io::{self, Write};
use std::thread;

use super::folder::TablesInUse;
use morris_play::protocol::Lines;
use morris_play::protocol::uci::Server;

/// Speaks the UCI-like protocol on standard input and output; so does `nmm` alone.
#[derive(clap::Args, Default)]
pub struct Arguments {
    #[command(flatten)]
    tables: TablesInUse,
}

pub fn run(arguments: &Arguments) -> io::Result<()> {
    let say = |line: &str| {
        let mut output = io::stdout().lock();
        writeln!(output, "{line}")?;
        output.flush()
    };
    let (server, input) = Server::new(rand::random(), arguments.tables.open(), say);
    // Nobody waits for this thread: it may be waiting for a line when the program ends.
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        for line in Lines::new(io::stdin().lock()).map_while(Result::ok) {
            if input.send(line).is_break() {
                return;
            }
        }
    })?;
    match server.run() {
        // Whoever asked has gone.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
