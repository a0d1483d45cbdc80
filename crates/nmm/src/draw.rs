// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm draw`: draws a board.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use morris::{Position, Rules, text_picture};
use morris_paint::{png, svg};
use morris_play::persistence::FileFormat;
use morris_players::PartialPosition;

use super::convert;
use super::examples::examples;
use super::output::{Done, Output};
use super::rules_args::PositionRules;

/// Draw a board as text or as a picture.
///
/// Draw a position, or the last position of a game.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm draw '.../.W./.../...B../.../.W./... b 7 8 0'", "Draw a board as text."),
    ("nmm draw game.pgn --png board.png --size 600", "Draw the last position of a game as a picture."),
]))]
pub struct Arguments {
    /// Draw this file, in any format that `nmm convert` reads, or this position line or Sanmill
    /// FEN.
    #[arg(required = true, value_name = "FILE|POSITION")]
    board: Vec<OsString>,
    /// Read this format [default: detect it].
    #[arg(long, value_name = "FORMAT")]
    from: Option<FileFormat>,
    /// Write a PNG image to this file, replacing it if it exists; - is standard output.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write an SVG image to this file, replacing it if it exists; - is standard output.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Set the width and height of the PNG image, 48 to 8192 pixels.
    #[arg(long, default_value_t = 480, value_parser = clap::value_parser!(u16).range(48..=8192))]
    size: u16,
    #[command(flatten)]
    rules: PositionRules,
}

pub fn run(arguments: &Arguments) -> Done {
    let file = file(&arguments.board);
    let (position, rules) = position(arguments, file)?;
    // Checks both outputs before anything is written.
    let output = |path: &Option<PathBuf>| path.as_deref().map(|path| Output::named(path, file)).transpose();
    let (png_output, svg_output) = (output(&arguments.png)?, output(&arguments.svg)?);
    if let Some((png, svg)) = png_output.as_ref().zip(svg_output.as_ref()) {
        png.refuse_same(svg)?;
    }
    if let Some(output) = png_output {
        output.write(png(&position, &rules, arguments.size)?)?;
    }
    if let Some(output) = svg_output {
        output.write(svg(&position, &rules))?;
    }
    if arguments.png.is_none() && arguments.svg.is_none() {
        Output::standard().write(text_picture(&position, &rules))?;
    }
    Ok(())
}

/// Returns the file that is named, if any. A position line contains slashes as paths do, but it has
/// a space and no file of that name exists.
fn file(board: &[OsString]) -> Option<&Path> {
    let [name] = board else { return None };
    let has_space = name.as_encoded_bytes().contains(&b' ');
    Some(Path::new(name)).filter(|path| !has_space || path.exists())
}

/// Returns the position, with a half-finished move completed, and its rules.
fn position(arguments: &Arguments, file: Option<&Path>) -> Done<(Position, Rules)> {
    let (partial_position, rules) = match file {
        Some(file) => {
            let game = convert::read(file, arguments.from, arguments.rules.asked())?.into_text();
            (game.partial_position(), *game.pgn.rules())
        }
        None => {
            let line = arguments.board.join(OsStr::new(" ")).to_string_lossy().into_owned();
            arguments.rules.position(&[line])?
        }
    };
    let PartialPosition { position, partial } = partial_position;
    Ok((partial.map_or(position, |partial| position.play_unchecked(partial, &rules)), rules))
}
