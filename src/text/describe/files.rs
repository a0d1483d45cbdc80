// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for errors in files and in texts of other programs.

use std::io;
use std::path::Path;

use gettextrs::gettext;

use crate::text::i18n::{gettext_f, sentences};
use morris::{PgnErrorKind, escape_path};
use morris_play::persistence::{FileError, FileFormat, FileProblem, StoreError, WriteError};
use morris_players::{BoardFileError, CannotHold, Format, FormatError, FormatProblem, SanmillForm};
use morris_solved::tablebase::{SolveError, TableError, TableErrorKind};

use super::numbers::size;

/// Returns an error in a file as its name, the line if known, and a sentence.
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

pub fn file_problem(problem: &FileProblem) -> String {
    match problem {
        FileProblem::Unreadable(error) => io_error(error),
        FileProblem::NoFile => gettext("This is not a file."),
        FileProblem::TooLarge { most } => too_large(*most),
        FileProblem::NoText => gettext("This is not a text file."),
        FileProblem::NoGame => gettext("This is not a game or position of Nine Men’s Morris."),
        FileProblem::Text(error) => format_error(error),
        FileProblem::Syntax(_) | FileProblem::Message(_) => gettext("The text is damaged here."),
        FileProblem::NoVersion => gettext("This file was not created by Nine Men’s Morris."),
        FileProblem::Version { .. } => gettext("This file was created by a newer version of the program."),
        FileProblem::Missing(key) | FileProblem::UnknownKey(key) => missing(problem, key),
        FileProblem::Value { key, found, .. } => {
            // Translators: {key} is a word in a file, {found} the value that stands there
            gettext_f("“{found}” is not a valid value for “{key}”.", &[("key", key), ("found", found)])
        }
        FileProblem::Rules(_) => gettext("These choices cannot be combined."),
        FileProblem::Start(_) => gettext("The starting position is not possible."),
        FileProblem::UnreadableMove { number, source } => gettext_f(
            "Could not read move {number}, “{move}”.",
            &[("number", &number.to_string()), ("move", &source.0)],
        ),
        FileProblem::IllegalMove { number, mv, board, .. } => {
            let (number, mv) = (number.to_string(), board.display(*mv).to_string());
            gettext_f("Move {number}, “{move}”, is not legal.", &[("number", &number), ("move", &mv)])
        }
        FileProblem::Result { .. } => gettext("The moves do not match the result."),
    }
}

/// Returns the sentence for a file or text that is larger than `most` bytes.
pub(super) fn too_large(most: u64) -> String {
    // Translators: {size} is a number of kibibytes
    gettext_f("The text is larger than {size} KiB and cannot be opened.", &[("size", &(most / 1024).to_string())])
}

fn missing(problem: &FileProblem, key: &str) -> String {
    match problem {
        FileProblem::UnknownKey(_) => gettext_f("Unknown key: “{key}”.", &[("key", key)]),
        _ => gettext_f("“{key}” is missing.", &[("key", key)]),
    }
}

/// Returns why the saved games could not be listed, read, or changed, in one or two sentences.
pub fn store_error(error: &StoreError) -> String {
    match error {
        StoreError::Folder { path, source } => about(path, &gettext("Could not read the folder {file}."), source),
        StoreError::Read(error) => file_error(error),
        StoreError::Write(error) => write_error(error),
        // Translators: a game by message, opened twice; an action is a move or a message that was
        // read
        StoreError::Continued { .. } => {
            gettext("Another window has continued this game, so your last action here does not count.")
        }
    }
}

/// Returns why a file could not be written, in one or two sentences.
pub fn write_error(error: &WriteError) -> String {
    match error {
        WriteError::Folder { path, source } => about(path, &gettext("Could not create the folder {file}."), source),
        WriteError::File { path, source } => about(path, &gettext("Could not write to {file}."), source),
        WriteError::TooLarge { path, most } => {
            let refused = gettext_f("Could not write to {file}.", &[("file", &name(path))]);
            sentences(&[refused, too_large(*most)])
        }
        WriteError::Move { from, source, .. } => about(from, &gettext("Could not rename {file}."), source),
    }
}

/// Returns why a table of solved positions is not used, in one or two sentences.
pub fn table_error(error: &TableError) -> String {
    let words = match &error.kind {
        TableErrorKind::Io(source) => return about(&error.path, &gettext("Could not use the table {file}."), source),
        TableErrorKind::NoFile => gettext("This is not a file."),
        TableErrorKind::Foreign => gettext("The file is not a table of solved positions."),
        TableErrorKind::Version(_) | TableErrorKind::OldFlying { .. } => {
            gettext("The file was created by a different version of the program.")
        }
        TableErrorKind::Rules(_) => gettext("The table is for other rules."),
        TableErrorKind::Misnamed { .. } => gettext("The contents do not match the file name."),
        _ => gettext("The file is damaged."),
    };
    // Translators: {file} is the name of a file
    let table = gettext_f("Could not use the table {file}.", &[("file", &name(&error.path))]);
    sentences(&[table, words])
}

/// Returns why positions could not be solved, in one or two sentences.
pub fn solve_error(error: &SolveError) -> String {
    match error {
        SolveError::Memory { needed, .. } => {
            let size = size(needed << 20);
            gettext_f("Not enough free memory: solving needs {size}.", &[("size", &size)])
        }
        SolveError::Disk { needed, .. } => {
            let size = size(needed * 1_000_000);
            gettext_f("Not enough free disk space: solving needs {size}.", &[("size", &size)])
        }
        SolveError::Wrong(_) => gettext("Solving failed."),
        SolveError::Table(error) => match &error.kind {
            TableErrorKind::Io(source) if is_of_writing(source) => {
                about(&error.path, &gettext("Could not write to {file}."), source)
            }
            _ => table_error(error),
        },
        SolveError::Threads(_) => gettext("The system could not start another thread."),
        SolveError::Busy(_) => gettext("Another program is solving positions in the same folder."),
        SolveError::Stopped => gettext("Solving was stopped."),
    }
}

/// Returns `true` if an error in the folder of a solver is about writing.
fn is_of_writing(error: &io::Error) -> bool {
    use io::ErrorKind::{
        AlreadyExists, FileTooLarge, NotADirectory, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, ResourceBusy,
        StorageFull,
    };
    matches!(
        error.kind(),
        AlreadyExists
            | FileTooLarge
            | NotADirectory
            | PermissionDenied
            | QuotaExceeded
            | ReadOnlyFilesystem
            | ResourceBusy
            | StorageFull
    )
}

fn about(path: &Path, message: &str, source: &io::Error) -> String {
    sentences(&[message.replacen("{file}", &name(path), 1), io_error(source)])
}

/// Returns the reason of the system.
fn io_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => gettext("There is no such file or folder."),
        io::ErrorKind::PermissionDenied => gettext("Permission denied."),
        io::ErrorKind::ReadOnlyFilesystem => gettext("The disk is read-only."),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => gettext("The disk is full."),
        io::ErrorKind::FileTooLarge => gettext("The file would be too large."),
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => gettext("A file has the name of the folder."),
        io::ErrorKind::IsADirectory => gettext("This is a folder."),
        io::ErrorKind::InvalidData => gettext("The file is damaged."),
        io::ErrorKind::ResourceBusy => gettext("Another program is using the file."),
        io::ErrorKind::UnexpectedEof => gettext("The file is incomplete."),
        // The system's text may be in another language than the window. The log has it.
        _ => match error.raw_os_error() {
            Some(number) => gettext_f("The system reported error {number}.", &[("number", &number.to_string())]),
            None => gettext("The file could not be read or written."),
        },
    }
}

fn name(path: &Path) -> String {
    escape_path(Path::new(path.file_name().unwrap_or(path.as_os_str())))
}

pub fn format_error(error: &FormatError) -> String {
    let (line, column) = (error.line.to_string(), error.column.to_string());
    let problem = problem(&error.problem);
    // Translators: a place in a text, and what is wrong there: “Line 3, column 7: “d9” is not a
    // move.”
    gettext_f("Line {line}, column {column}: {problem}", &[("line", &line), ("column", &column), ("problem", &problem)])
}

fn problem(problem: &FormatProblem) -> String {
    match problem {
        FormatProblem::Empty => gettext("The text is empty."),
        FormatProblem::Game(problem) => game_problem(problem),
        FormatProblem::NumberedMove(word) => no_move(word),
        FormatProblem::Position(_) => gettext("This position is not possible."),
        FormatProblem::AfterPosition(_) => gettext("There is extra text after the position."),
        FormatProblem::Rules { .. } => gettext("Games with these rules cannot be stored in this format."),
        FormatProblem::Board(problem) => board_problem(problem),
    }
}

fn no_move(word: &str) -> String {
    // Translators: {word} is something in a text that should be a move such as “d6”
    gettext_f("“{word}” is not a move.", &[("word", word)])
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
            gettext_f("Unknown rules: “{rules}”.", &[("rules", &error.0)])
        }
        PgnErrorKind::OwnRules(_) | PgnErrorKind::NoRules => gettext("These choices cannot be combined."),
        PgnErrorKind::Position(_) => gettext("The starting position is not possible."),
        PgnErrorKind::Result { .. } => gettext("The moves do not match the result."),
        PgnErrorKind::AfterResult => gettext("There are moves after the result."),
        PgnErrorKind::TooManyMoves => gettext("There are too many moves."),
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
            gettext_f("“{letter}” is not W, B, or x.", &[("letter", letter)])
        }
        BoardFileError::Letters(count) => {
            // Translators: a text of 24 letters says who stands where on the board
            gettext_f("A board needs 24 letters, but this one has {count}.", &[("count", &count.to_string())])
        }
        BoardFileError::TooManyMen { most: 9, .. } => {
            gettext("There are more than nine pieces of one color on the board.")
        }
        _ => gettext("This position is not possible."),
    }
}

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
        Format::Pgn => gettext("PGN game"),
        // Translators: a file format for games; PlayOK is a web site
        Format::PlayOk => gettext("PlayOK move list"),
        // Translators: a file format for positions
        Format::PositionLine => gettext("Position (one line of text)"),
        // Translators: a file format for positions; Sanmill is a program
        Format::Sanmill(SanmillForm::New) => gettext("Sanmill FEN"),
        // Translators: a file format for positions; Sanmill is a program
        Format::Sanmill(SanmillForm::Old) => gettext("Sanmill FEN (old version)"),
        // Translators: a file format for positions: 24 letters
        Format::BoardFile => gettext("24-letter board"),
    }
}

/// Returns why a format cannot store a game.
pub fn cannot_hold(reason: CannotHold) -> String {
    match reason {
        CannotHold::Rules { .. } => gettext("Games with these rules cannot be stored in this format."),
        CannotHold::Memory => gettext("This format cannot store the earlier moves that this position depends on."),
        CannotHold::Start => gettext("This format can only store games played from the start."),
        CannotHold::PartialMove => gettext("This format cannot store a position where a piece must still be removed."),
        CannotHold::BlackToMove => gettext("In this format it is always White’s turn."),
        CannotHold::TooLarge { most } => too_large(most),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_a_solver_cannot_read_is_not_called_unwritable() {
        let words = |kind: io::ErrorKind| {
            let error = TableError { path: "tables/5-4.values".into(), kind: io::Error::from(kind).into() };
            solve_error(&error.into())
        };
        assert_eq!(words(io::ErrorKind::StorageFull), "Could not write to 5-4.values. The disk is full.");
        assert_eq!(
            words(io::ErrorKind::NotFound),
            "Could not use the table 5-4.values. There is no such file or folder."
        );
    }
}
