// SPDX-License-Identifier: GPL-3.0-or-later
//! Examples as the help of a command ends with them; its manual page has them, too, and a test runs
//! each.

/// What stands before the examples.
pub const HEADING: &str = "Examples:";
/// How far a command is moved in, and how far the words below it.
pub const INDENTS: [&str; 2] = ["  ", "      "];

/// Commands, each with what it does.
pub fn examples(commands: &[(&str, &str)]) -> String {
    let [command_indent, words_indent] = INDENTS;
    let lines = commands.iter().map(|(command, words)| format!("\n{command_indent}{command}\n{words_indent}{words}"));
    HEADING.to_owned() + &lines.collect::<String>()
}
