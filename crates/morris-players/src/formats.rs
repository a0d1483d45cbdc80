// SPDX-License-Identifier: GPL-3.0-or-later
//! Games and positions in the text formats of this and other programs.

use std::fmt;
use std::str::FromStr;

use super::board_file::{BoardFile, Period};
use super::format_error::{FormatError, FormatProblem};
use super::position_formats::{PartialPosition, is_sanmill};
use super::sanmill::{self, SanmillForm};
use morris::{
    ByColor, Color, GameTree, Move, POINTS, Pgn, PgnErrorKind, PointNotation, Position, Rules, escape, rules_of_line,
};

/// A text format for games or positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A game with tags, comments and variations.
    Pgn,
    /// A list of moves with numbered points, as PlayOK shows them: `1. 5 12 2. …`.
    PlayOk,
    /// A position in one line.
    PositionLine,
    /// A position in the FEN of Sanmill.
    Sanmill(SanmillForm),
    /// A position in 24 letters, bottom row first.
    BoardFile,
}

/// A game read from a text. A position is read as a game without moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInText {
    /// The game, at its last move.
    pub pgn: Pgn,
    /// A move after the game that closed a mill and still lacks its removal.
    pub partial: Option<Move>,
}

impl Format {
    /// All formats, those of whole games first.
    pub const ALL: [Self; 6] = [
        Self::Pgn,
        Self::PlayOk,
        Self::PositionLine,
        Self::Sanmill(SanmillForm::New),
        Self::Sanmill(SanmillForm::Old),
        Self::BoardFile,
    ];

    /// Returns the name on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Pgn => "game",
            Self::PlayOk => "playok",
            Self::PositionLine => "position",
            Self::Sanmill(SanmillForm::New) => "sanmill",
            Self::Sanmill(SanmillForm::Old) => "sanmill-old",
            Self::BoardFile => "board",
        }
    }

    /// Checks whether the format supports games by these rules.
    pub fn fits(self, rules: &Rules) -> Result<(), CannotHold> {
        let fits = match self {
            Self::Pgn | Self::PositionLine => true,
            Self::PlayOk | Self::BoardFile => is_plain(rules),
            Self::Sanmill(_) => sanmill::knows(rules),
        };
        if fits { Ok(()) } else { Err(CannotHold::Rules { format: self, rules: *rules }) }
    }

    /// Returns `true` if the format holds the moves of a game, and not only a position.
    pub const fn has_moves(self) -> bool {
        matches!(self, Self::Pgn | Self::PlayOk)
    }

    /// Returns the extension of files in this format.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            _ => "txt",
        }
    }
}

/// Returns `true` if the men on 24 points and in hand describe a position completely, and if a move
/// removes at most one man. Programs that only know nine men's morris assume both.
pub fn is_plain(rules: &Rules) -> bool {
    rules.board.points().len() == POINTS && !rules.have_memory() && rules.takes_one()
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Error for a name that no format has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no format “{0}”; known are save, {known}", known = Format::ALL.map(Format::id).join(", "))]
pub struct ParseFormatError(pub String);

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|format| format.id() == text).ok_or_else(|| ParseFormatError(escape(text)))
    }
}

impl GameInText {
    /// Returns the current position with the partial move.
    pub fn partial_position(&self) -> PartialPosition {
        let tree = &self.pgn.tree;
        PartialPosition { position: *tree.position(tree.end()), partial: self.partial }
    }
}

impl From<Pgn> for GameInText {
    fn from(pgn: Pgn) -> Self {
        Self { pgn, partial: None }
    }
}

impl Format {
    /// Returns the format that a text has, or was most likely meant to have.
    pub fn of(text: &str) -> Self {
        let first = text.split_whitespace().next().unwrap_or_default().trim_start_matches('\u{feff}');
        if !first.starts_with(['[', '{', ';']) {
            match first.split('/').count() {
                1 => {}
                3 if !is_sanmill(first) => return Self::PositionLine,
                2..=4 => return Self::Sanmill(SanmillForm::New),
                _ => return Self::PositionLine,
            }
        }
        // A long comment or tag may consist of the letters of a board.
        if !text.contains(['{', '[']) && is_board(text) {
            Self::BoardFile
        } else if first_move(text).is_some_and(is_numbers) {
            Self::PlayOk
        } else {
            Self::Pgn
        }
    }
}

impl Format {
    /// Returns `true` if a text that [`Self::of`] takes for this format was clearly meant to have
    /// it, judged by its first lines or its letters. An error message with a place is then helpful.
    /// Otherwise the text is most likely something else. `rules` apply to a text that names none.
    pub fn is_meant_by(self, text: &str, rules: &Rules) -> bool {
        let is_game = |notation| begins_with_tag(text) || are_moves(text, notation, rules);
        text.trim_start_matches('\u{feff}').trim().is_empty()
            || match self {
                Self::Pgn => is_game(PointNotation::Names),
                Self::PlayOk => is_game(PointNotation::Numbers),
                Self::PositionLine | Self::Sanmill(_) => {
                    nearly_all(text.split_whitespace().next().unwrap_or_default(), "WwBb.O@*X/\u{feff}")
                }
                Self::BoardFile => text.split_whitespace().map(str::len).sum::<usize>() >= POINTS / 2,
            }
    }
}

/// Returns `true` if the first line that is neither empty nor a comment is a tag such as `[White
/// "Ada"]`.
fn begins_with_tag(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with([';', '%']));
    let tag = first.and_then(|line| line.strip_prefix('[')?.split_once(char::is_whitespace));
    let is_name =
        |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    tag.is_some_and(|(name, value)| is_name(name) && value.trim_start().starts_with('"'))
}

/// Number of words by which a text is recognized as a list of moves.
const FIRST_WORDS: usize = 8;

/// Returns `true` if at least half of the first words are moves.
fn are_moves(text: &str, notation: PointNotation, rules: &Rules) -> bool {
    let words = moves(text).filter(|word| word.starts_with(char::is_alphanumeric)).take(FIRST_WORDS);
    let (moves, others): (Vec<_>, Vec<_>) = words.partition(|word| notation.read(word, rules.board).is_ok());
    !moves.is_empty() && moves.len() >= others.len()
}

/// Returns `true` if nearly all letters are those of a board file.
fn is_board(text: &str) -> bool {
    nearly_all(text, "WwBbXxEe.\u{feff}")
}

/// Returns `true` if more than four fifths of the characters other than white space are in
/// `letters`.
fn nearly_all(text: &str, letters: &str) -> bool {
    let written = text.chars().filter(|letter| !letter.is_whitespace());
    let (known, foreign): (Vec<_>, Vec<_>) = written.partition(|letter| letters.contains(*letter));
    known.len() > 4 * foreign.len()
}

/// Returns the first word that should be a move.
fn first_move(text: &str) -> Option<&str> {
    moves(text).next()
}

/// Returns the words outside tags and comments, without move numbers and results.
fn moves(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (word, after) = next_move(rest)?;
        rest = after;
        Some(word)
    })
}

/// Returns the first such word and the text after it.
fn next_move(text: &str) -> Option<(&str, &str)> {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
        rest = match rest.chars().next()? {
            '{' => rest.split_once('}')?.1,
            '[' => after_tag(rest)?,
            ';' | '%' => rest.split_once('\n')?.1,
            _ => {
                let ends = |letter: char| letter.is_whitespace() || "[{;()!?".contains(letter);
                // The first character always belongs to the word.
                let end = rest.char_indices().skip(1).find(|&(_, letter)| ends(letter));
                let (word, after) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
                let word = without_number(word);
                if !word.is_empty() && !is_result(word) {
                    return Some((word, after));
                }
                after
            }
        };
    }
}

/// Returns the text after a tag. Brackets in its quoted value do not end it, and neither do
/// quotation marks after a backslash.
fn after_tag(text: &str) -> Option<&str> {
    let (mut quoted, mut escaped) = (false, false);
    let end = text.find(|letter| {
        let is_end = letter == ']' && !quoted;
        quoted ^= letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        is_end
    })?;
    text.get(end + 1..)
}

fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

fn is_result(word: &str) -> bool {
    matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2")
}

fn is_numbers(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_digit())
}

impl GameInText {
    /// Reads a text. `rules` apply to a text that names none. A board file is taken from the
    /// opening, unless one side has no men left to place.
    pub fn read(text: &str, format: Format, rules: &Rules) -> Result<Self, FormatError> {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim().is_empty() {
            return Err(FormatError { line: 1, column: 1, problem: FormatProblem::Empty });
        }
        if format.fits(rules).is_err() {
            let problem = FormatProblem::Rules { format: format.id(), rules: rules.id() };
            return Err(FormatError { line: 1, column: 1, problem });
        }
        match format {
            Format::Pgn => Ok(Pgn::read(text, PointNotation::Names, *rules)?.into()),
            Format::PlayOk => read_list(text, rules),
            Format::PositionLine | Format::Sanmill(_) => read_position(text, rules),
            Format::BoardFile => read_board(text, rules),
        }
    }
}

fn read_list(text: &str, rules: &Rules) -> Result<GameInText, FormatError> {
    let game = Pgn::read(text, PointNotation::Numbers, *rules).map_err(|error| {
        let mut error = FormatError::from(error);
        if let FormatProblem::Game(PgnErrorKind::Move(word)) = &error.problem {
            error.problem = FormatProblem::NumberedMove(escape(&word.0));
        }
        error
    })?;
    Ok(game.into())
}

/// Reads a position from the first line that is not empty. Text after this line is an error.
fn read_position(text: &str, rules: &Rules) -> Result<GameInText, FormatError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let Some((number, line)) = lines.next() else {
        return Err(FormatError { line: 1, column: 1, problem: FormatProblem::Empty });
    };
    let wrong = |error| FormatError::of_position(error, number + 1, line);
    // An error in the rules of the line is reported by the following call.
    let rules = &rules_of_line(line).ok().flatten().unwrap_or(*rules);
    let partial_position = PartialPosition::read(line, rules).map_err(wrong)?;
    if let Some((number, after)) = lines.next() {
        let problem = FormatProblem::AfterPosition(escape(after.trim()));
        return Err(FormatError { line: number + 1, column: 1, problem });
    }
    let PartialPosition { position, partial } = partial_position;
    Ok(GameInText { pgn: GameTree::new(*rules, position).into(), partial })
}

fn read_board(text: &str, rules: &Rules) -> Result<GameInText, FormatError> {
    let board: BoardFile = text.parse().map_err(FormatError::of_board)?;
    let period = match board.hand(Period::Opening, rules).white {
        0 => Period::Game,
        _ => Period::Opening,
    };
    let position = board.position(period, None, rules).map_err(FormatError::of_board)?;
    Ok(Pgn::from(GameTree::new(*rules, position)).into())
}

/// Why a format cannot hold a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum CannotHold {
    /// The format does not support the board of the rules, or the memory of their positions.
    #[error("the format “{format}” has no place for games by the rules {rules}")]
    Rules { format: Format, rules: Rules },
    #[error("this format cannot store the earlier moves on which this position depends")]
    Memory,
    #[error("this format holds only games from the start of the game")]
    Start,
    #[error("this format cannot store an unfinished removal")]
    PartialMove,
    #[error("in this format White is to move")]
    BlackToMove,
    #[error("the text would be larger than the {most} bytes that can be read back")]
    TooLarge { most: u64 },
}

impl GameInText {
    /// Writes the game or its current position in a format, with a final newline. Tags, comments
    /// and variations that the format does not support are left out.
    pub fn write(&self, format: Format) -> Result<String, CannotHold> {
        let (tree, rules) = (&self.pgn.tree, self.pgn.rules());
        let end = tree.end();
        let position = tree.position(end);
        format.fits(rules)?;
        if self.partial.is_some() && !matches!(format, Format::Sanmill(_)) {
            return Err(CannotHold::PartialMove);
        }
        match format {
            Format::Pgn => Ok(self.pgn.to_string()),
            Format::PlayOk if *tree.start() != Position::start(rules) => Err(CannotHold::Start),
            // An empty file could not be read back.
            Format::PlayOk if end == tree.root() && tree.outcome(end).is_none() => Ok("*\n".to_owned()),
            Format::PlayOk => Ok(self.pgn.move_list(PointNotation::Numbers)),
            Format::PositionLine => Ok(position.line_with_rules(rules) + "\n"),
            Format::Sanmill(_) if !sanmill::can_express(position) => Err(CannotHold::Memory),
            Format::Sanmill(form) => {
                let black_began = usize::from(tree.start().side() == Color::Black);
                let number = (tree.depth(end) + black_began) / 2 + 1;
                Ok(sanmill::write(position, self.partial, rules, number, form) + "\n")
            }
            Format::BoardFile if position.side() == Color::Black => Err(CannotHold::BlackToMove),
            Format::BoardFile => Ok(format!("{}\n", BoardFile { men: ByColor::from_fn(|color| position.men(color)) })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_text_differs_from_a_faulty_game() {
        let meant = |text: &str| Format::of(text).is_meant_by(text, &Rules::STANDARD);
        for text in [
            "",
            " \n",
            "1. d9 f4",
            "1. d6 f4\n2. d9 *",
            "1. d6 $2 f4 (1... d2 $1 {or so}) 2. d2 q7",
            "{a game} d6 f4 d2 b4 and then nothing more",
            "\u{feff}[White \"this\"]\n\nthis is not a game",
            "; by Ada\n[White \"Ada\"]\n\n1. this is not a game",
            "1. 5 14 2. 99 11",
            ".../.../.../....../.../... w 9 9 0",
            ".../.W./.Q./....../.../.../.../... w 9 9 0",
            "\u{feff}.../.../.../....../.../.../.../... q 9 9 0",
            "********/***q****/******** w p p 0 9 0 9 0 0 0 1",
            "xWxBWBxxWxBBxBxxxWxxBxx",
        ] {
            assert!(meant(text), "{text}");
        }
        for text in [
            "this is a text",
            "root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n",
            "1. Introduction\n\nThis is a text.",
            "12/11/2020 10:30 rain",
            "/usr/share/doc/nmm/README",
            "[core]\n\tbare = false\n[remote \"origin\"]\n",
            "[1, 2, 3]",
            "{\"a\": {\"b\": 1}}",
            "a,b,c\n1,2,3\n",
            "# Cargo\n\n[package]\nname = \"x\"\n",
            "2024-01-01 10:30 started",
            "We",
            "<html><body>",
        ] {
            assert!(!meant(text), "{text}");
        }
    }

    #[test]
    fn formats_are_recognized() {
        for (text, format) in [
            ("", Format::Pgn),
            ("1. d6 f4", Format::Pgn),
            ("\u{feff}[White \"1/2/3\"]\n\n1.d6 f4", Format::Pgn),
            ("{3 4 5}\n1. d6", Format::Pgn),
            ("hello", Format::Pgn),
            ("1. 5 12 2. 7", Format::PlayOk),
            ("1.5 12", Format::PlayOk),
            ("1. 5! 12?", Format::PlayOk),
            ("1. d6!? f4", Format::Pgn),
            ("[Site \"PlayOK\"]\n\n1. 5 12", Format::PlayOk),
            ("\u{feff}1. 5 12", Format::PlayOk),
            ("[White \"a \\\"]\"] [Black \"b\"] {c} 1. {d6} 5 12", Format::PlayOk),
            ("{in the year\n1999 it was} ; 7\n1. d6", Format::Pgn),
            ("(5", Format::Pgn),
            ("{5", Format::Pgn),
            ("[White \"\\\"] 5", Format::Pgn),
            (".../.../.../....../.../.../... w 9 9 0", Format::PositionLine),
            (".../.../.../....../.../... w 9 9 0", Format::PositionLine),
            ("W../.B./... w 2 2 0 rules=tapatan", Format::PositionLine),
            ("....../....../...... w 7 7", Format::PositionLine),
            ("********/********/******** w p p 0 9 0 9 0 0 0 1", Format::Sanmill(SanmillForm::New)),
            ("xWxBWBxxWxBBxBxxxWxxBxxx", Format::BoardFile),
            ("xWx BWB\nxxW xBB xBx qxW", Format::BoardFile),
            (&format!("1. d6 {{{}}} f4", "x ".repeat(50_000)), Format::Pgn),
            (&format!("[Event \"{}\"]\n\n1. d6 f4", "x".repeat(1 << 20)), Format::Pgn),
        ] {
            assert_eq!(Format::of(text), format, "{text}");
        }
    }
}
