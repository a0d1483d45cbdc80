// SPDX-License-Identifier: GPL-3.0-or-later
//! Openings of games, read from a file.

use std::path::{Path, PathBuf};

use super::output::Done;
use morris::{Game, Move, Position, Rules, escape, escape_path};
use morris_play::persistence::read_text;

/// Reads a file of openings: one in each line, either a position line or moves. Numbers of moves,
/// empty lines, and lines that begin with `#` are skipped.
///
/// # Errors
/// Returns the first line that is not an opening by these rules, or from which no game can go on.
pub fn read(path: &Path, rules: &Rules) -> Done<Vec<Game>> {
    let text = read_text(path)?;
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let read_one = |(number, line)| {
        let fault = |words| OpeningsError::Line { path: path.to_owned(), number, words };
        let game = opening(line, rules).map_err(fault)?;
        if game.outcome().is_some() { Err(fault("the game is over there".to_owned())) } else { Ok(game) }
    };
    let openings: Vec<_> = lines.map(read_one).collect::<Result<_, _>>()?;
    if openings.is_empty() { Err(OpeningsError::Empty(path.to_owned()).into()) } else { Ok(openings) }
}

fn opening(line: &str, rules: &Rules) -> Result<Game, String> {
    if line.contains('/') {
        let position = Position::parse(line, rules).map_err(|error| error.to_string())?;
        return Ok(Game::from_position(*rules, position));
    }
    let mut game = Game::new(*rules);
    let is_number = |word: &str| word.trim_end_matches('.').chars().all(|letter| letter.is_ascii_digit());
    for word in line.split_whitespace().filter(|word| !is_number(word)) {
        let mv = Move::parse(word, rules.board).map_err(|error| error.to_string())?;
        game.play(mv).map_err(|reason| format!("{}: {}", escape(word), rules.board.display(reason)))?;
    }
    Ok(game)
}

#[derive(Debug, thiserror::Error)]
enum OpeningsError {
    #[error("{}: line {number}: {words}", escape_path(path))]
    Line { path: PathBuf, number: usize, words: String },
    #[error("{}: there are no openings", escape_path(.0))]
    Empty(PathBuf),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_moves_are_openings() {
        let read = |line: &str| opening(line, &Rules::STANDARD);
        assert_eq!(read("1. d6 f4 2. d2").unwrap().cursor(), 3);
        let game = read("WW./.../.../B....B/.../.../... w 7 7 0").unwrap();
        assert_eq!((game.cursor(), game.position().hand(morris::Color::White)), (0, 7));
        assert_eq!(read("d6 d6").unwrap_err(), "d6: d6 is occupied");
        assert!(read("d6 z9").unwrap_err().contains("is not a move"));
        assert!(read("x/y").unwrap_err().contains("rows"));
    }
}
