// SPDX-License-Identifier: GPL-3.0-or-later
//! Messages on standard error. Each is a single line, whatever its input contains.

use std::error::Error;
use std::io::{self, ErrorKind, Write};
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::sync::OnceLock;

use clap::error::{ContextKind, ContextValue};
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
pub fn usage_error(mut error: clap::Error) -> String {
    let quoted = |(kind, value): (_, &ContextValue)| match value {
        ContextValue::String(text) if escape(text) != *text => Some((kind, escape(text))),
        _ => None,
    };
    let odd: Vec<_> = error.context().filter_map(quoted).collect();
    for (kind, quoted) in odd {
        error.insert(kind, ContextValue::String(quoted));
        // The tip has the argument too.
        error.remove(ContextKind::Suggested);
    }
    if !has_good_tip(&error) {
        error.remove(ContextKind::SuggestedSubcommand);
    }
    let text = error.render().to_string();
    let ends = |line: &&str| !line.starts_with("Usage:") && !line.starts_with("For more information");
    let lines: Vec<_> = text.lines().take_while(ends).map(str::trim).filter(|line| !line.is_empty()).collect();
    let line = lines.join(" ");
    let line = match error.source().and_then(|source| Some((source.to_string(), about_number(source)?))) {
        Some((said, meant)) => line.replace(&said, meant),
        None => line,
    };
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

/// Returns `true` if a command that clap suggests begins like the argument. Others are too far
/// fetched.
fn has_good_tip(error: &clap::Error) -> bool {
    let first = |kind| match error.get(kind)? {
        ContextValue::String(text) => text.chars().next(),
        ContextValue::Strings(texts) => texts.first()?.chars().next(),
        _ => None,
    };
    first(ContextKind::SuggestedSubcommand) == first(ContextKind::InvalidSubcommand)
}

/// Log messages as error messages in one line.
pub struct LogLines;

impl Write for LogLines {
    /// Prints a message, which arrives as a whole.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        print_error(String::from_utf8_lossy(bytes).trim_end());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
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
