// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm play-compo`: our engine as a player of the AI competition.

use std::io::{self, ErrorKind, Write};

use morris_engine::{EngineOptions, Limits, Strength};
use morris_play::protocol::competition::{Server, ServerError};
use morris_play::protocol::{BuiltinPlayer, Lines, OurEngine, Random, parse_limits};

/// Plays in the AI competition, on standard input and output.
///
/// Hears 0 (White) or 1 (Black) and says its name; then hears positions such as `EEEEEEEEEEEEEEEEEEEEEEEE 9 9 0` and
/// answers each with the point to place on, the man to remove, or from and to.
#[derive(clap::Args)]
pub struct Arguments {
    /// Plays any legal move.
    #[arg(long, conflicts_with_all = ["limit", "name"])]
    random: bool,
    /// How far or long it thinks about an answer: `depth:6`, `nodes:20000`, `time:100ms`, several with commas.
    #[arg(long, value_name = "LIMIT", default_value = "depth:8,time:1s", value_parser = parse_limits)]
    limit: Limits,
    /// The name it says.
    #[arg(long)]
    name: Option<String>,
    /// Decides among equal moves [default: chance].
    #[arg(long)]
    seed: Option<u64>,
}

pub fn run(arguments: &Arguments) -> Result<(), ServerError> {
    let seed = arguments.seed.unwrap_or_else(rand::random);
    let contestant = if arguments.random {
        BuiltinPlayer::Random(Random::new(seed))
    } else {
        let name = arguments.name.clone().unwrap_or_else(|| "Nine Men's Morris".to_owned());
        let strength = Strength::Limits(arguments.limit);
        BuiltinPlayer::Engine(Box::new(OurEngine::new(name, EngineOptions::default(), strength, seed)))
    };
    let say = |line: &str| {
        let mut output = io::stdout().lock();
        writeln!(output, "{line}")?;
        output.flush()
    };
    match Server::new(contestant, say).run(Lines::new(io::stdin().lock())) {
        // The referee has gone.
        Err(ServerError::Channel(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
