// SPDX-License-Identifier: GPL-3.0-or-later
//! What is said on standard error: one line, whatever came in.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};

/// So many letters of what came in are quoted.
const MOST_QUOTED: usize = 80;

/// Says in one line what is wrong.
pub fn complain(words: &str) {
    // Whoever closed standard error does not want to know.
    drop(writeln!(io::stderr(), "nmm: {}", printable(words)));
}

/// A word that came in as it is quoted: short, and without control characters.
pub fn quoted(word: &str) -> String {
    let short: String = word.chars().take(MOST_QUOTED).collect();
    let dots = if short.len() < word.len() { "…" } else { "" };
    format!("{}{dots}", printable(&short))
}

/// A text with its control characters and line breaks spelled out.
fn printable(text: &str) -> String {
    let breaks = |letter: char| letter.is_control() || ['\u{2028}', '\u{2029}'].contains(&letter);
    text.chars().fold(String::with_capacity(text.len()), |mut printable, letter| {
        if breaks(letter) {
            printable.extend(letter.escape_default());
        } else {
            printable.push(letter);
        }
        printable
    })
}

/// Whether an error is that nobody reads standard output any more.
pub fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    let causes = std::iter::successors(Some(error), |&error| error.source());
    causes.filter_map(|error| error.downcast_ref::<io::Error>()).any(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// What is wrong with the arguments, in one line: clap takes several, and quotes the arguments as they are.
pub fn usage(error: &clap::Error, arguments: impl Iterator<Item = OsString>) -> String {
    let arguments = arguments.map(|argument| argument.to_string_lossy().into_owned());
    let text = arguments.fold(error.render().to_string(), |text, argument| {
        // An option's value may be joined to it.
        let value = argument.split_once('=').map_or("", |(_, value)| value).to_owned();
        [argument, value].into_iter().fold(text, |text, word| match quoted(&word) {
            quoted if quoted != word => text.replace(&word, &quoted),
            _ => text,
        })
    });
    let ends = |line: &&str| !line.starts_with("Usage:") && !line.starts_with("For more information");
    let lines: Vec<_> = text.lines().take_while(ends).map(str::trim).filter(|line| !line.is_empty()).collect();
    let line = lines.join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_in_one_short_line() {
        assert_eq!(quoted("a7-d7 “x” ä"), "a7-d7 “x” ä");
        assert_eq!(quoted("a\nb\u{1b}[2J\u{2028}"), "a\\nb\\u{1b}[2J\\u{2028}");
        assert_eq!(quoted(&"ä".repeat(80)), "ä".repeat(80));
        assert_eq!(quoted(&"ä".repeat(81)), format!("{}…", "ä".repeat(80)));
    }

    #[test]
    fn a_closed_pipe_is_found_under_what_says_so() {
        #[derive(Debug, thiserror::Error)]
        #[error("standard output: {0}")]
        struct Outer(#[source] io::Error);
        let outer = |kind: ErrorKind| Outer(kind.into());
        assert!(is_closed_pipe(&outer(ErrorKind::BrokenPipe)));
        assert!(!is_closed_pipe(&outer(ErrorKind::StorageFull)));
    }
}
