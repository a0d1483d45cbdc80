// SPDX-License-Identifier: GPL-3.0-or-later
//! What is wrong with the text of another format, in words.

use gettextrs::gettext;

use crate::i18n::gettext_f;
use morris::PgnErrorKind;
use morris_play::persistence::FileFormat;
use morris_play::protocol::{BoardFileError, CannotHold, Format, FormatError, FormatProblem, SanmillForm};

/// What cannot be understood, and where.
#[must_use]
pub fn format_error(error: &FormatError) -> String {
    let (line, column) = (error.line.to_string(), error.column.to_string());
    let problem = problem(&error.problem);
    // Translators: a place in a text, and what is wrong there: “Line 3, column 7: “d9” is no move.”
    gettext_f("Line {line}, column {column}: {problem}", &[("line", &line), ("column", &column), ("problem", &problem)])
}

fn problem(problem: &FormatProblem) -> String {
    match problem {
        FormatProblem::Empty => gettext("There is nothing to read."),
        FormatProblem::Game(problem) => game_problem(problem),
        FormatProblem::NumberedMove(word) => no_move(word),
        FormatProblem::Position(_) => gettext("This is no possible position."),
        FormatProblem::AfterPosition(_) => gettext("Something follows the position."),
        FormatProblem::Board(problem) => board_problem(problem),
    }
}

fn no_move(word: &str) -> String {
    // Translators: {word} is something in a text that should be a move such as “d6”
    gettext_f("“{word}” is no turn.", &[("word", word)])
}

fn game_problem(problem: &PgnErrorKind) -> String {
    match problem {
        PgnErrorKind::Move(error) => no_move(&error.0),
        PgnErrorKind::Illegal { number, mv, .. } => gettext_f(
            "Turn {number}, “{turn}”, is not legal.",
            &[("number", &number.to_string()), ("turn", &mv.to_string())],
        ),
        PgnErrorKind::Rules(error) => {
            // Translators: {rules} is a word in a file
            gettext_f("The rules “{rules}” are not known.", &[("rules", &error.0)])
        }
        PgnErrorKind::Position(_) => gettext("The position it starts from is impossible."),
        PgnErrorKind::Result { .. } => gettext("The turns do not lead to the result."),
        PgnErrorKind::AfterResult => gettext("The game goes on after its result."),
        PgnErrorKind::Nested => gettext("A variation within a variation cannot be read."),
        PgnErrorKind::Tag
        | PgnErrorKind::OpenComment
        | PgnErrorKind::OpenVariation
        | PgnErrorKind::Unopened
        | PgnErrorKind::NothingToVary => gettext("The text is damaged here."),
    }
}

fn board_problem(problem: &BoardFileError) -> String {
    match problem {
        BoardFileError::Letter { letter, .. } => {
            // Translators: a text of 24 letters says who stands where on the board
            gettext_f("“{letter}” is none of the letters W, B and x.", &[("letter", letter)])
        }
        BoardFileError::Letters(count) => {
            // Translators: a text of 24 letters says who stands where on the board
            gettext_f("A board has 24 letters, not {count}.", &[("count", &count.to_string())])
        }
        BoardFileError::TooManyMen { .. } => gettext("More than nine men of a colour are on the board."),
        _ => gettext("This is no possible position."),
    }
}

/// What a format is called.
#[must_use]
pub fn file_format_name(format: FileFormat) -> String {
    match format {
        // Translators: a file format for games: that of this program
        FileFormat::Save => gettext("Saved game"),
        FileFormat::Text(format) => format_name(format),
    }
}

fn format_name(format: Format) -> String {
    match format {
        // Translators: a file format for games
        Format::Pgn => gettext("Game text (PGN)"),
        // Translators: a file format for games; PlayOK is a web site
        Format::PlayOk => gettext("PlayOK list of turns"),
        // Translators: a file format for positions
        Format::PositionLine => gettext("Position line"),
        // Translators: a file format for positions; Sanmill is a program
        Format::Sanmill(SanmillForm::New) => gettext("Sanmill FEN"),
        // Translators: a file format for positions; Sanmill is a program
        Format::Sanmill(SanmillForm::Old) => gettext("Sanmill FEN, old form"),
        // Translators: a file format for positions: 24 letters
        Format::BoardFile => gettext("Board of 24 letters"),
    }
}

/// Why a format cannot hold a game.
#[must_use]
pub fn cannot_hold(reason: CannotHold) -> String {
    match reason {
        CannotHold::Start => gettext("This format holds only games from the start."),
        CannotHold::PartialMove => gettext("This format cannot say that a man is still to be removed."),
        CannotHold::BlackToMove => gettext("In this format White is to move."),
        CannotHold::TooLarge { most } => super::file::too_large(most),
    }
}
