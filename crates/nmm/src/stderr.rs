// SPDX-License-Identifier: GPL-3.0-or-later
//! Messages on standard error. Each is a single line, whatever its input contains.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::sync::OnceLock;

use morris::escape;

/// Name of the program.
static NAME: OnceLock<&str> = OnceLock::new();

/// Sets the name of the program, before any message is printed.
pub fn set_program_name(name: &'static str) {
    NAME.get_or_init(|| name);
}

/// Prints an error message in one line.
pub fn print_error(words: &str) {
    let name = NAME.get_or_init(|| "nmm");
    // A closed standard error is not an error: the reader does not want the text.
    _ = writeln!(io::stderr(), "{name}: {}", in_one_line(words));
}

/// Escapes control characters and line breaks.
fn in_one_line(text: &str) -> String {
    let breaks = |letter: char| letter.is_control() || ['\u{2028}', '\u{2029}'].contains(&letter);
    text.chars().fold(String::with_capacity(text.len()), |mut line, letter| {
        if breaks(letter) {
            line.extend(letter.escape_default());
        } else {
            line.push(letter);
        }
        line
    })
}

/// Returns `true` if the error means that standard output was closed. The reader has seen enough
/// then.
pub fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    let causes = std::iter::successors(Some(error), |&error| error.source());
    causes.filter_map(|error| error.downcast_ref::<io::Error>()).any(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// Describes an error of parsing a number for users. Returns `None` for other errors.
fn about_number(error: &(dyn Error + 'static)) -> Option<&'static str> {
    if error.is::<ParseFloatError>() {
        return Some("it is not a number");
    }
    Some(match error.downcast_ref::<ParseIntError>()?.kind() {
        IntErrorKind::PosOverflow => "it is too large a number",
        IntErrorKind::NegOverflow => "it is too small a number",
        _ => "it is not a whole number",
    })
}

/// Returns an error in the arguments as one line. The message of clap has several lines and quotes
/// the arguments unescaped.
pub fn usage_error(error: &clap::Error, arguments: impl Iterator<Item = OsString>) -> String {
    let arguments = arguments.map(|argument| argument.to_string_lossy().into_owned());
    let text = arguments.fold(error.render().to_string(), |text, argument| {
        // The value of an option may be joined to it by `=`.
        let value = argument.split_once('=').map_or("", |(_, value)| value).to_owned();
        [argument, value].into_iter().fold(text, |text, word| match escape(&word) {
            quoted if quoted != word => text.replace(&word, &quoted),
            _ => text,
        })
    });
    let ends = |line: &&str| !line.starts_with("Usage:") && !line.starts_with("For more information");
    let lines: Vec<_> = text.lines().take_while(ends).map(str::trim).filter(|line| !line.is_empty()).collect();
    let line = lines.join(" ");
    let line = match error.source().and_then(|source| Some((source.to_string(), about_number(source)?))) {
        Some((said, meant)) => line.replace(&said, meant),
        None => line,
    };
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_pipe_is_found_below_other_errors() {
        #[derive(Debug, thiserror::Error)]
        #[error("standard output: {0}")]
        struct Outer(#[source] io::Error);
        let outer = |kind: ErrorKind| Outer(kind.into());
        assert!(is_closed_pipe(&outer(ErrorKind::BrokenPipe)));
        assert!(!is_closed_pipe(&outer(ErrorKind::StorageFull)));
    }
}
