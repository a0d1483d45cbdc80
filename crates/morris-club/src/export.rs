// SPDX-License-Identifier: GPL-3.0-or-later
//! Pairings and tables as text, as TSV, and as TRF for other programs.

use crate::meeting::{GameScore, Meeting, Place, letters_of_games as letters};
use crate::points::Points;
use crate::settings::{Absence, Format, Scoring, Settings, TieBreak};
use crate::tally::{Cell, Row};
use crate::tournament::{Entrant, Round, Stage, Tournament};

/// Maximum number of characters of a name in TRF.
const NAME_IN_TRF: usize = 33;

impl Tournament {
    /// Returns the pairings of a round as plain text, a line for each table.
    pub fn round_text(&self, number: usize) -> String {
        let Some(round) = self.rounds.get(number) else { return String::new() };
        let width = self.name_width();
        let meeting = |(table, meeting): (usize, &Meeting)| {
            let (result, marks) = (result(meeting), self.marks(Place { round: number, table }));
            let [first, second] = [meeting.first, meeting.second].map(|entrant| &self.entrants[entrant].name);
            format!("{:3}. {}\n", table + 1, format!("{first:width$}  {second:width$}  {result}{marks}").trim_end())
        };
        let without = |entrants: &[usize], word: &str| {
            let mark = |entrant: &usize| if round.exchanged.contains(entrant) { "  (by hand)" } else { "" };
            let line = |entrant: &usize| format!("     {} {word}{}\n", self.entrants[*entrant].name, mark(entrant));
            entrants.iter().map(line).collect::<String>()
        };
        let byes = [without(&round.byes, "has a bye"), without(&round.absent, "is absent")];
        let lines = round.meetings.iter().enumerate().map(meeting).chain(byes);
        format!("Round {}\n{}", number + 1, lines.collect::<String>())
    }

    fn name_width(&self) -> usize {
        self.entrants.iter().map(|entrant| entrant.name.chars().count()).max().unwrap_or(0).max(6)
    }

    fn marks(&self, at: Place) -> String {
        let marks = [
            (self.is_by_hand(at), "by hand"),
            (self.is_repeat(at), "met before"),
            (self.has_other_colors(at), "other colors"),
        ];
        let words: Vec<_> = marks.into_iter().filter(|(is_it, _)| *is_it).map(|(_, words)| words).collect();
        if words.is_empty() { String::new() } else { format!("  ({})", words.join(", ")) }
    }

    /// Returns the table of a stage as plain text, a line for each entrant.
    pub fn table_text(&self, stage: Stage) -> String {
        let table = self.standings(stage);
        let width = self.name_width();
        let names = table.ties.iter().map(|tie| format!(" {:>12}", name_of(*tie)));
        let head = format!("     {:width$}  points  games{}", "player", names.collect::<String>());
        let line = |row: &Row| {
            let ties: String = row.ties.iter().map(|points| format!(" {:>12}", or_dash(*points))).collect();
            let name = &self.entrants[row.entrant].name;
            let place = if row.counts { format!("{:3}.", row.place) } else { "  ()".to_owned() };
            let lot = if row.by_lot { "  by lot" } else { "" };
            format!("{place} {name:width$}  {:>6}  {:5}{ties}{lot}\n", row.points, row.total.games())
        };
        format!("{}{head}\n{}", title(stage), table.rows.iter().map(line).collect::<String>())
    }

    /// Returns the last round, all tables, and the corrections as plain text.
    pub fn summary(&self) -> String {
        let last = self.rounds.len().checked_sub(1).map(|last| self.round_text(last));
        let tables = self.stages().into_iter().map(|stage| self.table_text(stage));
        let correction = |correction: &crate::tournament::Correction| {
            let Place { round, table } = correction.at;
            let (old, new) = (letters(&correction.old), letters(&correction.new));
            format!("{}  round {}, table {}: {old} is now {new}\n", correction.when, round + 1, table + 1)
        };
        let corrections: String = self.corrections.iter().map(correction).collect();
        let corrections = (!corrections.is_empty()).then(|| format!("Corrections\n{corrections}"));
        let parts: Vec<_> = last.into_iter().chain(tables).chain(corrections).collect();
        format!("{}\n\n{}", self.settings.name, parts.join("\n"))
    }

    /// Returns all pairings and, after an empty line each, all tables with their cross tables, with
    /// tabs between the fields.
    pub fn to_tsv(&self) -> String {
        let name = |entrant: usize| self.entrants[entrant].name.as_str();
        let mut text = "round\ttable\tfirst\tsecond\tresults\n".to_owned();
        for (Place { round, table }, meeting) in self.meetings() {
            let (first, second) = (name(meeting.first), name(meeting.second));
            text += &format!("{}\t{}\t{first}\t{second}\t{}\n", round + 1, table + 1, letters(&meeting.games));
        }
        for stage in self.stages() {
            let table = self.standings(stage);
            let numbers = (1..=table.rows.first().map_or(0, |row| row.cells.len())).map(|place| place.to_string());
            let ties = table.ties.iter().map(|tie| name_of(*tie).to_owned());
            let head = ["place", "player", "points", "games"].map(str::to_owned).into_iter().chain(ties).chain(numbers);
            text += &format!("\n{}{}\n", title(stage), head.collect::<Vec<_>>().join("\t"));
            for row in &table.rows {
                let place = or_dash(row.counts.then_some(row.place));
                let known =
                    [place, name(row.entrant).to_owned(), row.points.to_string(), row.total.games().to_string()];
                let ties = row.ties.iter().map(|points| or_dash(*points));
                let points = |cell: &Cell| (cell.games() > 0).then(|| cell.points(self.settings.scoring));
                let cells = row.cells.iter().map(|cell| or_dash(points(cell)));
                text += &(known.into_iter().chain(ties).chain(cells).collect::<Vec<_>>().join("\t") + "\n");
            }
        }
        text
    }

    /// Returns the tournament in the format TRF of FIDE, with a column for each game, since a
    /// column holds one result. Points are those of 1 for a win and ½ for a draw.
    pub fn to_trf(&self) -> String {
        let games = usize::from(self.settings.games);
        let mut places = vec![0; self.entrants.len()];
        if let Some(&stage) = self.stages().last() {
            self.standings(stage).rows.iter().for_each(|row| places[row.entrant] = row.place);
        }
        // Those who did not go on from the groups share the place after the others.
        let last = places.iter().filter(|place| **place > 0).count() + 1;
        places.iter_mut().filter(|place| **place == 0).for_each(|place| *place = last);
        let line = |(number, entrant): (usize, &Entrant)| {
            let columns: Vec<_> = self.rounds.iter().flat_map(|round| columns(round, number, &self.settings)).collect();
            let points: Points = columns.iter().map(|(_, points)| *points).sum();
            let name: String = entrant.name.chars().take(NAME_IN_TRF).collect();
            let results: String = columns.iter().map(|(column, _)| format!("  {column}")).collect();
            let points = points.quarters() * 10 / 4;
            let points = format!("{}.{}", points / 10, points % 10);
            let place = places[number];
            format!("001 {:4}      {name:NAME_IN_TRF$}{:33}{points:>4} {place:4}{results}\n", number + 1, "")
        };
        let columns = self.rounds.len() * games;
        let players: String = self.entrants.iter().enumerate().map(line).collect();
        format!("012 {}\n062 {}\nXXR {columns}\n{players}", self.settings.name, self.entrants.len())
    }
}

/// Returns the columns of an entrant in a round, with their points.
fn columns(round: &Round, entrant: usize, settings: &Settings) -> Vec<(String, Points)> {
    let games = usize::from(settings.games);
    let worth = |letter: char| match letter {
        '1' | '+' | 'U' => Points::whole(1),
        '=' | 'H' => Points::of_quarters(2),
        _ => Points::ZERO,
    };
    if let Some(meeting) = round.meetings.iter().find(|meeting| meeting.has(entrant)) {
        let is_first = meeting.first == entrant;
        let opponent = if is_first { meeting.second } else { meeting.first };
        let column = |(game, score): (usize, &Option<GameScore>)| {
            let own = score.map(|score| if is_first { score } else { score.reversed() });
            let color = if meeting.players(game).white == entrant { 'w' } else { 'b' };
            let letter = match own {
                Some(GameScore::Win) => '1',
                Some(GameScore::Draw) => '=',
                Some(GameScore::Loss) => '0',
                Some(GameScore::WinByForfeit) => '+',
                Some(GameScore::LossByForfeit | GameScore::NoShow) => '-',
                None => ' ',
            };
            (format!("{:4} {color} {letter}", opponent + 1), worth(letter))
        };
        // Further matches of a knockout have no columns.
        return meeting.games.iter().take(games).enumerate().map(column).collect();
    }
    // Without an opponent, a round is worth something only in a Swiss tournament.
    let is_swiss = matches!(settings.format, Format::Swiss { .. });
    let has_bye = is_swiss && round.byes.contains(&entrant);
    let is_drawn = is_swiss && settings.absence == Absence::Draws && round.absent.contains(&entrant);
    let letter = |game: usize| match game % 2 {
        0 if has_bye => 'U',
        _ if has_bye || is_drawn => 'H',
        _ => 'Z',
    };
    (0..games).map(letter).map(|letter| (format!("0000 - {letter}"), worth(letter))).collect()
}

/// Returns the result of a meeting in points, such as `3:1`, with the letters of the games.
fn result(meeting: &Meeting) -> String {
    let [first, second] = Scoring::TwoOne.of_match(&meeting.games);
    match meeting.games.iter().all(Option::is_none) {
        true => String::new(),
        false => format!("{first}:{second}  {}", letters(&meeting.games)),
    }
}

fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

fn title(stage: Stage) -> String {
    match stage {
        Stage::All => String::new(),
        Stage::Group(group) => format!("Group {}\n", group + 1),
        Stage::KnockOut => "Knockout\n".to_owned(),
    }
}

const fn name_of(tie: TieBreak) -> &'static str {
    match tie {
        TieBreak::Direct => "direct",
        TieBreak::SonnebornBerger => "SB",
        TieBreak::Buchholz => "Buchholz",
        TieBreak::Wins => "wins",
        TieBreak::FewestDraws => "fewest draws",
        TieBreak::GamePoints => "game points",
    }
}
