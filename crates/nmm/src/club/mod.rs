// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm club`: a tournament of people and programs in a file.

mod arguments;
mod error;
mod file;
mod play;

use std::process::ExitCode;

use morris_club::{
    Change, ChangeError, GameScore, Meeting, Place, Settings, Side, TieBreak, Tournament, games_of_letters,
    missing_results,
};
use rand::seq::SliceRandom;

pub use arguments::Arguments;
use arguments::{Chosen, Command, ExportFormat, OfLeave, OfPair, OfResult};
use error::Error;
use file::ClubFile;

use crate::output::{Done, Output};

pub fn run(arguments: &Arguments) -> Done<ExitCode> {
    let path = &arguments.file;
    match &arguments.command {
        Command::New(chosen) => {
            let tournament = begin(chosen)?;
            ClubFile::create(path, &tournament)?;
            print(&format!("{} entrants\n", tournament.entrants().len()))
        }
        Command::Add { names, programs } => change(ClubFile::open(path)?, |tournament| {
            names.iter().try_for_each(|name| add(tournament, name, *programs))?;
            Ok(format!("{} entrants\n", tournament.entrants().len()))
        }),
        Command::Leave(what) => change(ClubFile::open(path)?, |tournament| leave(tournament, what)),
        Command::Pair(what) => change(ClubFile::open(path)?, |tournament| pair(tournament, what)),
        Command::Result(what) => change(ClubFile::open(path)?, |tournament| enter(tournament, what)),
        Command::Lots => change(ClubFile::open(path)?, |tournament| {
            let mut tied = tournament.tied();
            if tied.is_empty() {
                return Err(Error::NothingTied.into());
            }
            tied.shuffle(&mut rand::rng());
            tournament.change(&Change::Lots(tied))?;
            Ok(tournament.summary())
        }),
        Command::Undo => {
            let tournament = ClubFile::open(path)?.undo()?;
            print(&tournament.summary())
        }
        Command::Table { round: None } => print(&ClubFile::open(path)?.tournament.summary()),
        Command::Table { round: Some(number) } => {
            let tournament = ClubFile::open(path)?.tournament;
            let round = number.checked_sub(1).filter(|round| *round < tournament.rounds().len());
            print(&tournament.round_text(round.ok_or(ChangeError::Missing)?))
        }
        Command::Play(conditions) => play::run(path, conditions),
        Command::Export { format, output } => {
            let tournament = ClubFile::open(path)?.tournament;
            let text = match format {
                ExportFormat::Text => tournament.summary(),
                ExportFormat::Tsv => tournament.to_tsv(),
                ExportFormat::Trf => tournament.to_trf(),
            };
            let place = output.as_ref().map(|output| Output::named(output, Some(path))).transpose()?;
            place.unwrap_or_else(Output::standard).write(text)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn print(text: &str) -> Done<ExitCode> {
    Output::standard().write(text)?;
    Ok(ExitCode::SUCCESS)
}

/// Makes a change, saves it, and prints the text that it returns.
fn change(file: ClubFile, make: impl FnOnce(&mut Tournament) -> Done<String>) -> Done<ExitCode> {
    let mut changed = file.tournament.clone();
    let text = make(&mut changed)?;
    file.save(&changed)?;
    print(&text)
}

fn begin(chosen: &Chosen) -> Done<Tournament> {
    let format = chosen.format;
    let ties = if chosen.ties.is_empty() { TieBreak::usual(format, chosen.points) } else { chosen.ties.clone() };
    let mut tournament = Tournament::new(Settings {
        rules: chosen.rules.unwrap_or_default(),
        level: chosen.level,
        third: chosen.third,
        games: chosen.games,
        clock: chosen.clock,
        scoring: chosen.points,
        ties,
        absence: chosen.absence,
        no_help: chosen.no_help,
        ..Settings::new(&chosen.name, format)
    })?;
    chosen.players.iter().try_for_each(|name| add(&mut tournament, name, false))?;
    Ok(tournament)
}

/// Adds an entrant. A program is `NAME=PLAYER`, or a player whose name is its text.
fn add(tournament: &mut Tournament, text: &str, is_program: bool) -> Done {
    let (name, program) = match text.split_once('=') {
        _ if !is_program => (text, None),
        Some((name, player)) => (name, Some(player)),
        None => (text, Some(text)),
    };
    if let Some(player) = program {
        play::spec(name, player)?;
    }
    Ok(tournament.change(&Change::Add { name: name.to_owned(), program: program.map(str::to_owned) })?)
}

fn find(tournament: &Tournament, name: &str) -> Done<usize> {
    Ok(tournament.find(name).ok_or_else(|| Error::Unknown(name.to_owned()))?)
}

fn leave(tournament: &mut Tournament, what: &OfLeave) -> Done<String> {
    let entrant = find(tournament, &what.name)?;
    let (change, words) = match &what.rounds {
        _ if what.back => {
            tournament.change(&Change::Absent(entrant, Vec::new()))?;
            (Change::Return(entrant), "is back")
        }
        rounds if rounds.is_empty() => (Change::Leave(entrant), "has left"),
        rounds => {
            let rounds: Vec<_> = rounds.iter().map(|round| usize::from(round - 1)).collect();
            if rounds.iter().any(|&round| round < tournament.first_round_without_results()) {
                return Err(ChangeError::HasResults.into());
            }
            (Change::Absent(entrant, rounds), "will be absent")
        }
    };
    tournament.change(&change)?;
    Ok(format!("{} {words}\n", what.name))
}

fn pair(tournament: &mut Tournament, what: &OfPair) -> Done<String> {
    let change = match what.swap.as_deref() {
        Some([one, other]) => Change::Swap(find(tournament, one)?, find(tournament, other)?),
        _ if what.again => Change::PairAgain,
        _ => Change::Pair,
    };
    tournament.change(&change)?;
    Ok(tournament.round_text(tournament.rounds().len() - 1))
}

fn enter(tournament: &mut Tournament, what: &OfResult) -> Done<String> {
    let last = tournament.rounds().len();
    let round = what.round.map_or(last, usize::from).checked_sub(1).ok_or(ChangeError::Missing)?;
    let at = Place { round, table: usize::from(what.table) - 1 };
    let meeting = tournament.meeting(at).ok_or(ChangeError::Missing)?;
    let lot = what.lot.as_ref().map(|name| find(tournament, name).map(|entrant| (name, entrant))).transpose()?;
    let change = match (&what.result, lot) {
        (_, Some((_, entrant))) if entrant == meeting.first => Change::Lot { at, winner: Side::First },
        (_, Some((_, entrant))) if entrant == meeting.second => Change::Lot { at, winner: Side::Second },
        (_, Some((name, _))) => return Err(Error::NotHere(name.clone()).into()),
        (Some(result), None) => {
            let games = results(result, meeting, tournament.settings().games.into());
            let games = games.ok_or_else(|| Error::Result { text: result.clone() })?;
            Change::Result { at, games, when: what.when.clone() }
        }
        (None, None) => Change::Result { at, games: Vec::new(), when: what.when.clone() },
    };
    tournament.change(&change)?;
    Ok(summary(tournament, at))
}

/// Reads the results of the match that is being played: its points such as `3:1`, or a letter for
/// each game. The games of earlier matches stay.
fn results(text: &str, meeting: &Meeting, games: usize) -> Option<Vec<Option<GameScore>>> {
    let range = meeting.last_match(games);
    let number = range.len();
    let new = match text.split_once(':') {
        Some((first, second)) => {
            let (first, second): (usize, usize) = (first.parse().ok()?, second.parse().ok()?);
            let scores =
                if first.checked_add(second)? == 2 * number { GameScore::worth(number, first) } else { Vec::new() };
            scores.first()?.iter().copied().map(Some).collect()
        }
        None => games_of_letters(text)?,
    };
    let before = meeting.games[..range.start].iter().copied();
    (new.len() == number).then(|| before.chain(new).collect())
}

/// Describes a meeting and what is still missing.
fn summary(tournament: &Tournament, at: Place) -> String {
    let text = tournament.round_text(at.round);
    let line = text.lines().nth(at.table + 1).unwrap_or_default().trim_start();
    format!("{line}\n{}\n", missing_results(&tournament.open_meetings()))
}
