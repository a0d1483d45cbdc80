// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for errors in files and in texts of other programs.

use std::io;
use std::path::Path;

use gettextrs::gettext;

use crate::text::i18n::gettext_f;
use morris::{PgnErrorKind, escape_path};
use morris_play::persistence::{FileError, FileFormat, FileProblem, StoreError, WriteError};
use morris_players::{BoardFileError, CannotHold, Format, FormatError, FormatProblem, SanmillForm};
use morris_solved::tablebase::{SolveError, TableError, TableErrorKind};

use super::numbers::size;

/// Returns an error in a file as its name, the line if known, and a sentence.
#[must_use]
pub fn file_error(error: &FileError) -> String {
    let file = name(&error.path);
    let place = match error.line {
        // Translators: a place in a file: “settings.toml, line 12”
        Some(line) => gettext_f("{file}, line {line}", &[("file", &file), ("line", &line.to_string())]),
        None => file,
    };
    // Translators: what is wrong in a file: “settings.toml, line 12: The text is damaged here.”
    gettext_f("{place}: {problem}", &[("place", &place), ("problem", &file_problem(&error.problem))])
}

/// Returns an error in a file as a sentence.
#[must_use]
pub fn file_problem(problem: &FileProblem) -> String {
    match problem {
        FileProblem::Unreadable(error) => io_error(error),
        FileProblem::NoFile => gettext("This is not a file."),
        FileProblem::TooLarge { most } => too_large(*most),
        FileProblem::NoText => gettext("This is not a text file."),
        FileProblem::NoGame => gettext("This is not a game or position of Nine Men’s Morris."),
        FileProblem::Text(error) => format_error(error),
        FileProblem::Syntax(_) => gettext("The text is damaged here."),
        FileProblem::NoVersion => gettext("This is not a file of this program."),
        FileProblem::Version { .. } => gettext("A newer version of the program wrote this."),
        FileProblem::Missing(key) | FileProblem::UnknownKey(key) => missing(problem, key),
        FileProblem::Value { key, found, .. } => {
            // Translators: {key} is a word in a file, {found} the value that stands there
            gettext_f("“{key}” cannot be {found}.", &[("key", key), ("found", found)])
        }
        FileProblem::Rules(_) => gettext("The choices do not make rules."),
        FileProblem::Start(_) => gettext("The position it starts from is impossible."),
        FileProblem::UnreadableMove { number, source } => gettext_f(
            "Move {number}, “{move}”, cannot be read.",
            &[("number", &number.to_string()), ("move", &source.0)],
        ),
        FileProblem::IllegalMove { number, mv, board, .. } => {
            let (number, mv) = (number.to_string(), board.display(*mv).to_string());
            gettext_f("Move {number}, “{move}”, is not legal.", &[("number", &number), ("move", &mv)])
        }
        FileProblem::Result { .. } => gettext("The moves do not lead to the result."),
    }
}

/// Returns the sentence for a file or text that is larger than `most` bytes.
pub(super) fn too_large(most: u64) -> String {
    // Translators: {size} is a number of kibibytes
    gettext_f("There are more than {size} KiB, too many to be read.", &[("size", &(most / 1024).to_string())])
}

fn missing(problem: &FileProblem, key: &str) -> String {
    match problem {
        FileProblem::UnknownKey(_) => gettext_f("“{key}” is not known.", &[("key", key)]),
        _ => gettext_f("“{key}” is missing.", &[("key", key)]),
    }
}

/// Returns why the saved games could not be listed, read, or changed, in one or two sentences.
#[must_use]
pub fn store_error(error: &StoreError) -> String {
    match error {
        StoreError::Folder { path, source } => about(path, &gettext("The folder {file} cannot be read."), source),
        StoreError::Read(error) => file_error(error),
        StoreError::Write(error) => write_error(error),
    }
}

/// Returns why a file could not be written, in one or two sentences.
#[must_use]
pub fn write_error(error: &WriteError) -> String {
    match error {
        WriteError::Folder { path, source } => about(path, &gettext("The folder {file} cannot be created."), source),
        WriteError::File { path, source } => about(path, &gettext("{file} cannot be written."), source),
        WriteError::TooLarge { path, most } => {
            let refused = gettext_f("{file} cannot be written.", &[("file", &name(path))]);
            format!("{refused} {}", too_large(*most))
        }
        WriteError::Move { from, source, .. } => about(from, &gettext("{file} cannot be renamed."), source),
        WriteError::Remove { path, source } => about(path, &gettext("{file} cannot be removed."), source),
    }
}

/// Returns why a table of solved positions is not used, in one or two sentences.
#[must_use]
pub fn table_error(error: &TableError) -> String {
    let words = match &error.kind {
        TableErrorKind::Io(source) => return about(&error.path, &gettext("The table {file} cannot be used."), source),
        TableErrorKind::NoFile => gettext("This is not a file."),
        TableErrorKind::Foreign => gettext("It is no table of solved positions."),
        TableErrorKind::Version(_) => gettext("Another version of the program wrote it."),
        TableErrorKind::Rules(_) => gettext("It is for other rules."),
        TableErrorKind::Misnamed { .. } => gettext("It holds other positions than its name says."),
        _ => gettext("It is damaged."),
    };
    // Translators: {file} is the name of a file
    let table = gettext_f("The table {file} cannot be used.", &[("file", &name(&error.path))]);
    format!("{table} {words}")
}

/// Returns why positions could not be solved, in one or two sentences.
#[must_use]
pub fn solve_error(error: &SolveError) -> String {
    match error {
        SolveError::Memory { needed, .. } => {
            let size = size(needed << 20);
            gettext_f("There is not enough free memory: solving needs {size}.", &[("size", &size)])
        }
        SolveError::Table(error) => match &error.kind {
            TableErrorKind::Io(source) => about(&error.path, &gettext("{file} cannot be written."), source),
            _ => table_error(error),
        },
        SolveError::Threads(_) => gettext("The system has no room for another thread."),
        SolveError::Busy(_) => gettext("Another program is solving positions in the same folder."),
        SolveError::Stopped => gettext("The work was stopped."),
    }
}

fn about(path: &Path, message: &str, source: &io::Error) -> String {
    format!("{} {}", message.replacen("{file}", &name(path), 1), io_error(source))
}

/// Returns the reason of the system.
fn io_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => gettext("It is not there."),
        io::ErrorKind::PermissionDenied => gettext("Permission is denied."),
        io::ErrorKind::ReadOnlyFilesystem => gettext("The disk is read-only."),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => gettext("The disk is full."),
        io::ErrorKind::FileTooLarge => gettext("The file would be too large."),
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            gettext("Something else stands in the place of its folder.")
        }
        io::ErrorKind::IsADirectory => gettext("It is a folder."),
        io::ErrorKind::InvalidData => gettext("It is damaged."),
        io::ErrorKind::ResourceBusy => gettext("Another program is using it."),
        io::ErrorKind::UnexpectedEof => gettext("It ends too soon."),
        // The system's text may be in another language than the window. The log has it.
        _ => match error.raw_os_error() {
            Some(number) => gettext_f("The system reports the error {number}.", &[("number", &number.to_string())]),
            None => gettext("It cannot be read or written."),
        },
    }
}

fn name(path: &Path) -> String {
    escape_path(Path::new(path.file_name().unwrap_or(path.as_os_str())))
}

/// Returns a syntax error in a text, with its place.
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
        FormatProblem::Rules { .. } => gettext("This format has no place for games by these rules."),
        FormatProblem::Board(problem) => board_problem(problem),
    }
}

fn no_move(word: &str) -> String {
    // Translators: {word} is something in a text that should be a move such as “d6”
    gettext_f("“{word}” is no move.", &[("word", word)])
}

fn game_problem(problem: &PgnErrorKind) -> String {
    match problem {
        PgnErrorKind::Move(error) => no_move(&error.0),
        PgnErrorKind::Illegal { number, mv, board, .. } => gettext_f(
            "Move {number}, “{move}”, is not legal.",
            &[("number", &number.to_string()), ("move", &board.display(*mv).to_string())],
        ),
        PgnErrorKind::Rules(error) => {
            // Translators: {rules} is a word in a file
            gettext_f("The rules “{rules}” are not known.", &[("rules", &error.0)])
        }
        PgnErrorKind::OwnRules(_) | PgnErrorKind::NoRules => gettext("The choices do not make rules."),
        PgnErrorKind::Position(_) => gettext("The position it starts from is impossible."),
        PgnErrorKind::Result { .. } => gettext("The moves do not lead to the result."),
        PgnErrorKind::AfterResult => gettext("The game goes on after its result."),
        PgnErrorKind::Nested => gettext("A variation within a variation cannot be read."),
        PgnErrorKind::Tag
        | PgnErrorKind::LateTag
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
        BoardFileError::TooManyMen { most: 9, .. } => gettext("More than nine men of a colour are on the board."),
        _ => gettext("This is no possible position."),
    }
}

/// Returns the name of a file format.
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
        Format::PlayOk => gettext("PlayOK list of moves"),
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

/// Returns why a format cannot store a game.
#[must_use]
pub fn cannot_hold(reason: CannotHold) -> String {
    match reason {
        CannotHold::Rules { .. } => gettext("This format has no place for games by these rules."),
        CannotHold::Memory => gettext("This format cannot say what this position remembers of earlier moves."),
        CannotHold::Start => gettext("This format holds only games from the start."),
        CannotHold::PartialMove => gettext("This format cannot say that a man is still to be removed."),
        CannotHold::BlackToMove => gettext("In this format White is to move."),
        CannotHold::TooLarge { most } => too_large(most),
    }
}
