// SPDX-License-Identifier: GPL-3.0-or-later
//! Commands from a user interface to an engine.

use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

use morris::{ByColor, Color, escape};

/// Maximum depth of a path count. Deeper counts would never end, and each ply takes space on the
/// stack.
pub const DEEPEST_COUNT: u32 = 100;

/// A line from the user interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: asks for the name and the options of the engine.
    Uci,
    /// `isready`: asks for an answer when all earlier commands are done.
    IsReady,
    /// `ucinewgame`: says that the following positions belong to another game.
    NewGame,
    /// `setoption name X value Y`: sets an option.
    SetOption {
        /// Name of the option.
        name: String,
        /// Value, or an empty string if there is none.
        value: String,
    },
    /// `position …`: sets the position.
    Position {
        /// Start of the game.
        start: Start,
        /// Moves from the start, separated by spaces.
        moves: String,
    },
    /// `go …`: starts a search.
    Go(Go),
    /// `stop`: asks for an immediate answer.
    Stop,
    /// `quit`: ends the program.
    Quit,
    /// `d`: draws the board.
    Draw,
    /// `perft n`: counts paths of this number of moves.
    Perft(u32),
    /// `eval`: asks for the value of the position without a search.
    Eval,
    /// An empty line.
    Nothing,
}

/// Start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The initial position of the rules.
    Beginning,
    /// A position in any format that [`super::super::PartialPosition`] reads.
    Fen(String),
}

/// Limits of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Maximum depth in plies.
    pub depth: Option<u8>,
    /// Approximate maximum number of positions.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Time that each side has left for the game.
    pub time: ByColor<Option<Duration>>,
    /// Increment of each side per move.
    pub increment: ByColor<Duration>,
    /// Whether to search until `stop`, even if there is nothing left to search.
    pub infinite: bool,
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum CommandError {
    #[error("there is no command “{0}”")]
    Unknown(String),
    #[error("“{command}” does not know “{word}”")]
    Word { command: &'static str, word: String },
    #[error("“{0}” is missing")]
    Missing(&'static str),
    #[error("paths are counted at most {0} moves deep")]
    Deep(u32),
    #[error("“{field}” cannot be “{text}”")]
    Number { field: &'static str, text: String },
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
        // Words after a command without arguments are ignored, as UCI demands.
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
            // The engine uses a share of the time left, which suits any number of moves.
            "movestogo" => _ = number::<u64>(&mut words, "movestogo")?,
            // UCI demands this: a program may send what this one does not know, such as `ponder`.
            _ => {}
        }
    }
    Ok(go)
}

fn paths(words: &mut SplitWhitespace) -> Result<u32, CommandError> {
    let depth = number::<u64>(words, "perft")?;
    u32::try_from(depth).ok().filter(|&depth| depth <= DEEPEST_COUNT).ok_or(CommandError::Deep(DEEPEST_COUNT))
}

fn depth(words: &mut SplitWhitespace) -> Result<u8, CommandError> {
    // The engine supports no other depths.
    Ok(number::<u64>(words, "depth")?.clamp(1, 127) as u8)
}

/// Reads a time in milliseconds. The time of a clock that has run out may be negative and counts as
/// zero.
fn time(words: &mut SplitWhitespace, field: &'static str) -> Result<Duration, CommandError> {
    Ok(Duration::from_millis(number::<i64>(words, field)?.max(0).unsigned_abs()))
}

fn number<N: FromStr>(words: &mut SplitWhitespace, field: &'static str) -> Result<N, CommandError> {
    let text = words.next().ok_or(CommandError::Missing(field))?;
    text.parse().map_err(|_| CommandError::Number { field, text: escape(text) })
}
