// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm convert`: converts games and positions from one format into another.

use std::io;
use std::path::{Path, PathBuf};

use morris::Rules;
use morris_play::persistence::{Content, FileFormat, MAX_FILE_BYTES, read_text, read_text_from};
use morris_players::{CannotHold, Format};

use super::examples::examples;
use super::output::{Done, Output, STANDARD};
use super::rules_args::parse_rules;
use super::stderr::print_error;

/// Convert a game or position from one format to another.
///
/// The formats are save (a saved game), game (PGN-like), playok, position (a line), sanmill and
/// sanmill-old (FEN), and board (24 letters). Anything that a format of games cannot store, such as
/// comments in a list of moves, is left out with a notice on standard error.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm convert game.pgn --to save -o game.toml", "Convert a game text into a saved game."),
    ("nmm convert game.pgn --to position", "Print the last position of a game."),
]))]
pub struct Arguments {
    /// Read this file; - is standard input.
    file: PathBuf,
    /// Read this format [default: detect it].
    #[arg(long, value_name = "FORMAT")]
    from: Option<FileFormat>,
    /// Write this format.
    #[arg(long, value_name = "FORMAT")]
    to: FileFormat,
    /// Write to this file, replacing it if it exists; - is standard output [default: standard
    /// output].
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Set the rules for a text that has none [default: standard].
    #[arg(long, value_name = "RULES", value_parser = parse_rules)]
    rules: Option<Rules>,
}

pub fn run(arguments: &Arguments) -> Done {
    let content = read(&arguments.file, arguments.from, arguments.rules.as_ref())?;
    let to = arguments.to;
    let text = content.write(to).map_err(|source| Error::CannotHold { to, source })?;
    let named = arguments.output.as_deref().map(|path| Output::named(path, Some(&arguments.file)));
    named.unwrap_or_else(|| Ok(Output::standard()))?.write(text)?;
    let left_out: Vec<_> = content.left_out(to).iter().map(ToString::to_string).collect();
    if !left_out.is_empty() {
        print_error(&format!("left out, for {to} has no place for it: {}", left_out.join(", ")));
    }
    Ok(())
}

/// Reads a file, or standard input if the path is `-`. `asked` is the default for a text without
/// rules. A position with other rules is an error.
pub fn read(path: &Path, format: Option<FileFormat>, asked: Option<&Rules>) -> Done<Content> {
    let standard_input = || read_text_from(io::stdin().lock(), path, MAX_FILE_BYTES);
    let text = if path == Path::new(STANDARD) { standard_input()? } else { read_text(path)? };
    let rules = asked.copied().unwrap_or_default();
    let content = Content::read(&text, format, &rules, path)?;
    match &content {
        Content::Text(game, Format::PositionLine) if asked.is_some() && *game.pgn.rules() != rules => {
            Err(Error::OtherRules { said: game.pgn.rules().line(), asked: rules.line() }.into())
        }
        _ => Ok(content),
    }
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the position is one of the rules {said}, not {asked}")]
    OtherRules { said: String, asked: String },
    #[error("could not write as {to}: {source}")]
    CannotHold { to: FileFormat, source: CannotHold },
}
