// SPDX-License-Identifier: GPL-3.0-or-later
//! Saved games as text, both ways.

use toml::Value;

use super::SavedGame;
use super::document::{Document, Misfit, Section, VERSION_KEY};
use super::error::FileProblem;
use super::forms::{ClockForm, Date, Form, PlayerForm, Remaining, RulesId, Text, Turn, Words};
use crate::protocol::FormatError;
use crate::setup::GameSetup;
use morris::{ByColor, Color, DrawReason, Game, Move, Outcome, Pgn, Position, Rules, WinReason};

/// The format version that is written.
const VERSION: i64 = 1;

/// The first line of the file, by which the desktop knows it.
const HEAD: &str = "# Nine Men's Morris saved game";

/// The ends of games as result and reason.
const WINS: [(&str, WinReason); 6] = [
    ("few-men", WinReason::FewMen),
    ("blocked", WinReason::Blocked),
    ("mill", WinReason::Mill),
    ("resignation", WinReason::Resignation),
    ("time", WinReason::Time),
    ("adjudication", WinReason::Adjudication),
];
const DRAWS: [(&str, DrawReason); 8] = [
    ("repetition", DrawReason::Repetition),
    ("quiet-plies", DrawReason::QuietPlies),
    ("quiet-three-each", DrawReason::QuietThreeEach),
    ("quiet-three", DrawReason::QuietThree),
    ("full-board", DrawReason::FullBoard),
    ("blocked", DrawReason::Blocked),
    ("agreement", DrawReason::Agreement),
    ("adjudication", DrawReason::Adjudication),
];
const WIN_REASONS: Words<WinReason> = Words(&WINS);
const DRAW_REASONS: Words<DrawReason> = Words(&DRAWS);
/// The results as game texts write them, and who won.
const RESULTS: Words<Option<Color>> =
    Words(&[("1-0", Some(Color::White)), ("0-1", Some(Color::Black)), ("1/2-1/2", None)]);

/// The most that two moves and their signs take, in characters.
const ROW_WIDTH: usize = "'a4-a7xd2', 'a4-a7xd2',".len();

/// Whether a text says that it is a saved game.
pub(super) fn is_head(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with(HEAD)
}

/// Reads a saved game and plays it through.
pub(super) fn parse(text: &str) -> Result<SavedGame, Misfit> {
    let document = Document::parse(text, VERSION)?;
    let keys = document.top();
    let rules = keys.require("rules", &RulesId)?;
    let white = keys.require("white", &PlayerForm)?;
    let black = keys.require("black", &PlayerForm)?;
    let setup = GameSetup { rules, players: ByColor { white, black }, clock: keys.get("clock", &ClockForm)?.flatten() };
    Ok(SavedGame {
        name: keys.get("name", &Text)?,
        saved: keys.require("saved", &Date)?,
        record: parse_record(&keys, rules)?,
        notes: parse_notes(&keys)?,
        clocks: setup.clock.and(keys.get("remaining", &Remaining)?),
        setup,
    })
}

fn parse_notes(keys: &Section<'_>) -> Result<Option<Pgn>, Misfit> {
    let Some(text) = keys.get("notes", &Text)? else { return Ok(None) };
    let misfit = |error| Misfit { line: keys.line_of("notes"), problem: FileProblem::Text(FormatError::from(error)) };
    text.parse().map(Some).map_err(misfit)
}

fn parse_record(keys: &Section<'_>, rules: Rules) -> Result<Game, Misfit> {
    let mut record = match keys.get("start", &Text)? {
        Some(line) => {
            let at_start = |error| Misfit { line: keys.line_of("start"), problem: FileProblem::Start(error) };
            Game::from_position(rules, Position::parse(&line, &rules).map_err(at_start)?)
        }
        None => Game::new(rules),
    };
    play_all(&mut record, keys.list("turns", &Turn)?.ok_or_else(|| FileProblem::Missing("turns".to_owned()))?)?;
    let cursor = record.cursor();
    end(&mut record, keys)?;
    play_all(&mut record, keys.list("taken_back", &Turn)?.unwrap_or_default())?;
    record.go_to(cursor);
    Ok(record)
}

fn play_all(record: &mut Game, moves: Vec<(usize, String)>) -> Result<(), Misfit> {
    moves
        .into_iter()
        .try_for_each(|(line, text)| play(record, &text).map_err(|problem| Misfit { line: Some(line), problem }))
}

fn play(record: &mut Game, text: &str) -> Result<(), FileProblem> {
    let number = record.cursor() + 1;
    let mv: Move = text.parse().map_err(|source| FileProblem::UnreadableMove { number, source })?;
    record.play(mv).map_err(|source| FileProblem::IllegalMove { number, mv, source })
}

/// Ends the game as the file says, if the moves do not do so themselves.
fn end(record: &mut Game, keys: &Section<'_>) -> Result<(), Misfit> {
    let Some(winner) = keys.get("result", &RESULTS)? else { return Ok(()) };
    let outcome = match winner {
        Some(winner) => Outcome::Win { winner, reason: keys.require("reason", &WIN_REASONS)? },
        None => Outcome::Draw(keys.require("reason", &DRAW_REASONS)?),
    };
    if is_by_word(outcome) {
        record.declare(outcome);
    }
    if record.outcome() == Some(outcome) {
        return Ok(());
    }
    let problem = FileProblem::Result {
        result: outcome.result().to_owned(),
        reason: reason(outcome).as_str().unwrap_or_default().to_owned(),
    };
    Err(Misfit { line: keys.line_of("result"), problem })
}

/// Whether somebody says so, and the board does not show it.
const fn is_by_word(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Win { reason, .. } => !matches!(reason, WinReason::FewMen | WinReason::Blocked | WinReason::Mill),
        Outcome::Draw(reason) => matches!(reason, DrawReason::Agreement | DrawReason::Adjudication),
    }
}

fn reason(outcome: Outcome) -> Value {
    match outcome {
        Outcome::Win { reason, .. } => WIN_REASONS.write(&reason),
        Outcome::Draw(reason) => DRAW_REASONS.write(&reason),
    }
}

/// The text of a saved game.
pub(super) fn text(game: &SavedGame) -> String {
    let SavedGame { name, saved, setup, record, notes, clocks } = game;
    let outcome = record.outcome();
    let played = record.cursor();
    let keys = [
        Some((VERSION_KEY, Value::Integer(VERSION).to_string())),
        name.as_ref().map(|name| ("name", Text.write(name).to_string())),
        Some(("saved", Date.write(saved).to_string())),
        Some(("rules", RulesId.write(record.rules()).to_string())),
        Some(("white", PlayerForm.write(&setup.players.white).to_string())),
        Some(("black", PlayerForm.write(&setup.players.black).to_string())),
        Some(("clock", ClockForm.write(&setup.clock).to_string())),
        clocks.filter(|_| setup.clock.is_some()).map(|clocks| ("remaining", Remaining.write(&clocks).to_string())),
        start(record).map(|line| ("start", Value::String(line).to_string())),
        notes.as_ref().map(|notes| ("notes", Text.write(&notes.to_string()).to_string())),
        outcome.map(|outcome| ("result", RESULTS.write(&outcome.winner()).to_string())),
        outcome.map(|outcome| ("reason", reason(outcome).to_string())),
        (played < record.moves().len()).then(|| ("taken_back", moves(record, played, record.moves().len()))),
        // Last, so that a file that was cut off is never taken for a whole one.
        Some(("turns", moves(record, 0, played))),
    ];
    let lines = keys.into_iter().flatten().map(|(key, value)| format!("{key} = {value}\n"));
    format!("{HEAD}\n{}", lines.collect::<String>())
}

/// The position line of a game that does not begin at the start.
fn start(record: &Game) -> Option<String> {
    let line = record.start().to_string();
    (line != Position::start(record.rules()).to_string()).then_some(line)
}

/// A list of moves, White's and Black's side by side, each row with the number of its first move.
fn moves(record: &Game, from: usize, to: usize) -> String {
    let mut rows: Vec<(usize, String)> = Vec::new();
    for (index, mv) in record.moves().iter().enumerate().take(to).skip(from) {
        let side = record.position_after(index).map(Position::side);
        match rows.last_mut() {
            Some((_, row)) if side == Some(Color::Black) => row.push_str(&format!(" \"{mv}\",")),
            _ => rows.push((index + 1, format!("\"{mv}\","))),
        }
    }
    if rows.is_empty() {
        return "[]".to_owned();
    }
    let rows = rows.into_iter().map(|(number, row)| format!("    {row:<ROW_WIDTH$}  # {number}\n"));
    format!("[\n{}]", rows.collect::<String>())
}
