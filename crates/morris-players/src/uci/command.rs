// SPDX-License-Identifier: GPL-3.0-or-later
//! What a window says to an engine.

use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

use morris::{ByColor, Color, escape};

/// Longer paths are not counted: nobody can wait for it, and each move takes room on the stack.
pub const DEEPEST_COUNT: u32 = 100;

/// A line from the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: say who you are and what can be set.
    Uci,
    /// `isready`: answer when all before has been done.
    IsReady,
    /// `ucinewgame`: what follows has nothing to do with what was before.
    NewGame,
    /// `setoption name X value Y`
    SetOption {
        /// The name.
        name: String,
        /// The value; empty if there is none.
        value: String,
    },
    /// `position …`
    Position {
        /// Where the game begins.
        start: Start,
        /// The moves from there, divided by spaces.
        moves: String,
    },
    /// `go …`
    Go(Go),
    /// `stop`: answer at once.
    Stop,
    /// `quit`
    Quit,
    /// `d`: draw the board.
    Draw,
    /// `perft n`: count paths so many moves deep.
    Perft(u32),
    /// `eval`: the value of the position without a search.
    Eval,
    /// An empty line.
    Nothing,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The empty board.
    Beginning,
    /// A position in any form that [`super::super::PartialPosition`] reads.
    Fen(String),
}

/// How long to think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// So many plies.
    pub depth: Option<u8>,
    /// About so many positions.
    pub nodes: Option<u64>,
    /// So much time for this move.
    pub movetime: Option<Duration>,
    /// What each side has left for the game.
    pub time: ByColor<Option<Duration>>,
    /// What each side gets after each move.
    pub increment: ByColor<Duration>,
    /// Until told to stop, also where nothing is left to think about.
    pub infinite: bool,
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// An unknown word.
    #[error("there is no command “{0}”")]
    Unknown(String),
    /// A word that does not belong there.
    #[error("“{command}” does not know “{word}”")]
    Word {
        /// The command.
        command: &'static str,
        /// The word.
        word: String,
    },
    /// Something is missing.
    #[error("“{0}” is missing")]
    Missing(&'static str),
    /// Paths that are too long to be counted.
    #[error("paths are counted at most {0} moves deep")]
    Deep(u32),
    /// A number that cannot be.
    #[error("“{field}” cannot be “{text}”")]
    Number {
        /// What it should be.
        field: &'static str,
        /// What stands there.
        text: String,
    },
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(Self::Nothing) };
        match first {
            "setoption" => return set_option(words),
            "position" => return position(words),
            "go" => return go(words).map(Self::Go),
            "perft" => return paths(&mut words).map(Self::Perft),
            _ => {}
        }
        // What follows a word that stands for itself is left out, as the original asks for.
        match first {
            "uci" => Ok(Self::Uci),
            "isready" => Ok(Self::IsReady),
            "ucinewgame" => Ok(Self::NewGame),
            "stop" => Ok(Self::Stop),
            "quit" => Ok(Self::Quit),
            "d" => Ok(Self::Draw),
            "eval" => Ok(Self::Eval),
            _ => Err(CommandError::Unknown(escape(first))),
        }
    }
}

fn joined<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

fn set_option(mut words: SplitWhitespace) -> Result<Command, CommandError> {
    match words.next() {
        Some("name") => {}
        Some(word) => return Err(CommandError::Word { command: "setoption", word: escape(word) }),
        None => return Err(CommandError::Missing("name")),
    }
    let name = joined(words.by_ref().take_while(|&word| word != "value"));
    if name.is_empty() {
        return Err(CommandError::Missing("name"));
    }
    Ok(Command::SetOption { name, value: joined(words) })
}

fn position(mut words: SplitWhitespace) -> Result<Command, CommandError> {
    let wrong = |word| Err(CommandError::Word { command: "position", word: escape(word) });
    let start = match words.next() {
        Some("startpos") => match words.next() {
            None | Some("moves") => Start::Beginning,
            Some(word) => return wrong(word),
        },
        Some("fen") => Start::Fen(joined(words.by_ref().take_while(|&word| word != "moves"))),
        Some(word) => return wrong(word),
        None => return Err(CommandError::Missing("startpos")),
    };
    Ok(Command::Position { start, moves: joined(words) })
}

fn go(mut words: SplitWhitespace) -> Result<Go, CommandError> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => go.depth = Some(depth(&mut words)?),
            "nodes" => go.nodes = Some(number(&mut words, "nodes")?),
            "movetime" => go.movetime = Some(time(&mut words, "movetime")?),
            "wtime" => go.time[Color::White] = Some(time(&mut words, "wtime")?),
            "btime" => go.time[Color::Black] = Some(time(&mut words, "btime")?),
            "winc" => go.increment[Color::White] = time(&mut words, "winc")?,
            "binc" => go.increment[Color::Black] = time(&mut words, "binc")?,
            "infinite" => go.infinite = true,
            // A share of what is left is little enough whenever there is more.
            "movestogo" => _ = number::<u64>(&mut words, "movestogo")?,
            _ => return Err(CommandError::Word { command: "go", word: escape(word) }),
        }
    }
    Ok(go)
}

fn paths(words: &mut SplitWhitespace) -> Result<u32, CommandError> {
    let depth = number::<u64>(words, "perft")?;
    u32::try_from(depth).ok().filter(|&depth| depth <= DEEPEST_COUNT).ok_or(CommandError::Deep(DEEPEST_COUNT))
}

fn depth(words: &mut SplitWhitespace) -> Result<u8, CommandError> {
    match number::<u64>(words, "depth")? {
        0 => Err(CommandError::Number { field: "depth", text: "0".to_owned() }),
        // Deeper than the engine can look is as deep as it can.
        depth => Ok(depth.min(127) as u8),
    }
}

/// Milliseconds; a clock that has run out may be said to stand below nought.
fn time(words: &mut SplitWhitespace, field: &'static str) -> Result<Duration, CommandError> {
    Ok(Duration::from_millis(number::<i64>(words, field)?.max(0).unsigned_abs()))
}

fn number<N: FromStr>(words: &mut SplitWhitespace, field: &'static str) -> Result<N, CommandError> {
    let text = words.next().ok_or(CommandError::Missing(field))?;
    text.parse().map_err(|_| CommandError::Number { field, text: escape(text) })
}
