// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for external programs: their protocols, and the reasons why they cannot play.

use std::os::unix::process::ExitStatusExt;
use std::time::Duration;

use gettextrs::gettext;

use crate::config::APP_ID;
use crate::text::i18n::{gettext_f, ngettext_f, sentences};
use morris::Board;
use morris_play::session::Refusal;
use morris_play::setup::ProtocolKind;
use morris_players::{AddressError, AgentError, ExitReport, PlayerError, ProcessError};

use super::game::refusal;
use super::setup::program_title;

pub fn speech(speech: ProtocolKind) -> String {
    match speech {
        // Translators: a protocol that programs speak
        ProtocolKind::Competition => gettext("AI competition"),
        // Translators: a protocol that programs speak; UCI is a name
        ProtocolKind::Uci => gettext("UCI-like"),
        // Translators: a protocol that programs speak; HTTP is a name
        ProtocolKind::Classroom => gettext("Classroom agent (HTTP)"),
    }
}

pub fn speech_summary(speech: ProtocolKind) -> String {
    match speech {
        ProtocolKind::Competition => {
            gettext("Runs on this computer, receives the board as text, and answers with points.")
        }
        ProtocolKind::Uci => gettext("Runs on this computer and takes commands like a chess engine."),
        ProtocolKind::Classroom => {
            gettext("Runs on any computer and answers at a web address such as http://127.0.0.1:5000.")
        }
    }
}

/// Returns which files a program that runs on this computer can read, in a sentence. `hides` tells
/// whether the system hides files from it.
pub fn readable_files(hides: bool) -> String {
    if hides {
        gettext("The program can read your files, but not your saved games and settings.")
    } else {
        gettext("The program can read all your files, including your saved games: this system cannot hide them.")
    }
}

/// Returns why programs of this protocol cannot play from inside a sandbox, and the remedy, in
/// sentences.
pub fn speech_in_sandbox(speech: ProtocolKind) -> String {
    match speech {
        ProtocolKind::Competition | ProtocolKind::Uci => gettext(
            "The Flatpak version cannot start programs on your computer. To play against programs, install the game from your distribution’s packages.",
        ),
        ProtocolKind::Classroom => gettext_f(
            // Translators: {command} is to be typed in a terminal
            "The Flatpak version has no network access. To allow it, run: {command}",
            &[("command", &format!("flatpak override --user --share=network {APP_ID}"))],
        ),
    }
}

/// Returns why there are no tables in this network from inside a sandbox, and the remedy, in
/// sentences.
pub fn network_in_sandbox() -> String {
    speech_in_sandbox(ProtocolKind::Classroom)
}

/// Returns why a player cannot continue, in sentences. Points have their names on the board of the
/// game.
pub fn player_error(board: &Board, error: &PlayerError) -> String {
    match error {
        PlayerError::Process(error) => process_error(error),
        PlayerError::Agent(error) => agent_error(error),
        PlayerError::NoMove => gettext("Its answer contains no move."),
        PlayerError::Unreadable(words) => gettext_f("It answered “{words}”, which is not a move.", &[("words", words)]),
        PlayerError::NoRemoval(words) => {
            gettext_f("It closed a mill, but its answer “{words}” has no piece to remove.", &[("words", words)])
        }
        PlayerError::Illegal { mv, reason, .. } => {
            // Translators: {move} is a move such as a4-a7, {reason} a sentence about what is wrong
            // with it
            let (mv, reason) = (board.display(*mv).to_string(), refusal(board, Refusal::Illegal(*reason)));
            gettext_f("It played {move}, which is not allowed: {reason}", &[("move", &mv), ("reason", &reason)])
        }
        PlayerError::Unknown(name) => gettext_f(
            "There is no program called “{name}”. Add it under New Game and try again.",
            &[("name", &program_title(name))],
        ),
        PlayerError::Rules(_) => gettext("It does not support the rules of this game."),
        // Translators: {reason} is a technical message in English
        PlayerError::Broken(reason) => gettext_f("It failed: {reason}", &[("reason", reason)]),
    }
}

/// Returns why an external program does not answer, in sentences.
pub fn process_error(error: &ProcessError) -> String {
    match error {
        ProcessError::Quotes(command) => {
            gettext_f("A quotation mark is missing in the command “{command}”.", &[("command", command)])
        }
        ProcessError::Empty => gettext("Its command is empty."),
        ProcessError::Start { command, reason } => {
            // Translators: {reason} comes from the system
            gettext_f("Could not start “{command}”: {reason}", &[("command", command), ("reason", reason)])
        }
        ProcessError::Gone(last) => last_words(last),
        ProcessError::Silent(limit) => silence(*limit),
        ProcessError::Interrupted => gettext("It was interrupted."),
    }
}

fn last_words(last: &ExitReport) -> String {
    let end = match last.status.map(|status| (status.code(), status.signal())) {
        // Translators: a program has ended by itself; the number says how, 0 for well
        Some((Some(code), _)) => gettext_f("It exited with status {code}.", &[("code", &code.to_string())]),
        // Translators: something has ended a program; signals have numbers
        Some((_, Some(signal))) => gettext_f("It was stopped by signal {signal}.", &[("signal", &signal.to_string())]),
        _ => gettext("It stopped sending output."),
    };
    if last.last_stderr_line.is_empty() {
        return end;
    }
    // Translators: behind it stands the last line that a program wrote on its standard error
    let said = gettext_f("Its last message was: “{words}”", &[("words", &last.last_stderr_line)]);
    sentences(&[end, said])
}

fn silence(limit: Duration) -> String {
    let seconds = u32::try_from(limit.as_secs()).unwrap_or(u32::MAX).max(1);
    ngettext_f("It did not answer within {count} second.", "It did not answer within {count} seconds.", seconds, &[])
}

fn agent_error(error: &AgentError) -> String {
    match error {
        AgentError::Address(error) => address_error(error),
        // Translators: {reason} comes from the system
        AgentError::Unreachable(reason) => gettext_f("Could not reach it: {reason}", &[("reason", reason)]),
        AgentError::Status { status, .. } => {
            gettext_f("It answered with HTTP status {status}.", &[("status", &status.to_string())])
        }
        AgentError::Json { said, .. } => {
            gettext_f("It answered “{words}”, which is not valid JSON.", &[("words", said)])
        }
        AgentError::Point { said, key, .. } => gettext_f(
            "It answered “{words}”, but “{key}” must be a number from 0 to 23.",
            &[("words", said), ("key", key)],
        ),
        AgentError::Silent(limit) => silence(*limit),
        AgentError::Interrupted => gettext("It was interrupted."),
    }
}

/// Returns why a text is not the address of an agent, in a sentence.
pub fn address_error(error: &AddressError) -> String {
    match error {
        AddressError::Unreadable(address) => {
            gettext_f("“{address}” is not an address like http://127.0.0.1:5000.", &[("address", address)])
        }
        AddressError::Port { address, port } => gettext_f(
            // Translators: the number behind the colon of an address
            "“{port}” in “{address}” is not a valid port (1 to 65535).",
            &[("address", address), ("port", port)],
        ),
        AddressError::Query { letter, .. } => {
            // Translators: {letter} is “?” or “#”; the address is one such as http://127.0.0.1:5000
            gettext_f("The address cannot contain “{letter}”.", &[("letter", &letter.to_string())])
        }
    }
}
