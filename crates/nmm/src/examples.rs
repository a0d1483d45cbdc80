// SPDX-License-Identifier: GPL-3.0-or-later
//! Examples at the end of a command's help. Manual pages contain them too, and a test runs each of
//! them.

/// Heading above the examples.
pub const HEADING: &str = "Examples:";
/// Indents of a command and of its description below it.
pub const INDENTS: [&str; 2] = ["  ", "      "];

/// Formats commands, each with its description.
pub fn examples(commands: &[(&str, &str)]) -> String {
    let [command_indent, words_indent] = INDENTS;
    let lines = commands.iter().map(|(command, words)| format!("\n{command_indent}{command}\n{words_indent}{words}"));
    HEADING.to_owned() + &lines.collect::<String>()
}
