// SPDX-License-Identifier: GPL-3.0-or-later
//! What is printed and shown on the wall, as grids of words: pairings, table, and bracket.

use gettextrs::gettext;

use morris_club::{Cell, Entrant, Format, Standings, Tournament};

use super::bracket::pair_points;
use crate::text::describe::{self, club};
use crate::text::i18n::list;

/// Text as wide as a column to write in, and a narrower one for more than [`MOST_WIDE`] columns.
const FIELD: &str = "        ";
const NARROW: &str = "  ";
const MOST_WIDE: usize = 9;

/// Maximum number of players of a cross table.
const MOST_IN_CROSS_TABLE: usize = 24;

/// Words in rows and columns below a title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    pub title: String,
    /// Small lines below the rows.
    pub notes: Vec<String>,
    /// Whether each column ends at its end, as numbers do.
    pub ends: Vec<bool>,
    pub rows: Vec<Vec<String>>,
    /// Whether the rows may stand in several blocks.
    pub is_list: bool,
    /// Whether the rows may stand on several pages.
    pub has_pages: bool,
    /// Whether the first row is a head, which each page has.
    pub has_head: bool,
    /// Whether there are lines between rows and columns, to write between them.
    pub is_ruled: bool,
}

/// What a table has besides places, names, and points.
#[derive(Clone, Copy)]
pub enum Columns {
    /// Nothing.
    Points,
    /// Nothing, but a head above the points.
    Headed,
    /// The points against each other, if there are not too many players.
    Cross,
    /// The points against each other, likewise limited, and the tie-breaks.
    Paper,
}

impl Grid {
    /// Returns the pairs of a round with their results.
    pub fn pairings(tournament: &Tournament, number: usize) -> Self {
        let meetings = tournament.rounds().get(number).map_or(&[][..], |round| &round.meetings);
        let row = |(table, meeting): (usize, &morris_club::Meeting)| {
            let [first, second] = club::meeting_names(tournament, meeting);
            let result = club::match_result(tournament, &meeting.games);
            vec![describe::number(table + 1), first.to_owned(), result, second.to_owned()]
        };
        let byes = club::byes(tournament, number);
        Self {
            title: titled(tournament, &club::round_title(number, tournament.round_count())),
            notes: Some(byes).filter(|byes| !byes.is_empty()).into_iter().collect(),
            ends: vec![true, false, false, false],
            rows: meetings.iter().enumerate().map(row).collect(),
            is_list: true,
            has_pages: true,
            ..Self::default()
        }
    }

    /// Returns the tables, each with its title. On paper the last one has the corrections.
    pub fn tables(tournament: &Tournament, columns: Columns) -> Vec<Self> {
        let tables = tournament.stages().into_iter().map(|stage| (stage, tournament.standings(stage)));
        let title = |stage| match club::stage_title(stage) {
            title if title.is_empty() => titled(tournament, &gettext("Standings")),
            title => titled(tournament, &title),
        };
        let mut tables: Vec<_> = tables
            .filter(|(_, standings)| !standings.rows.is_empty())
            .map(|(stage, standings)| Self { title: title(stage), ..Self::table(tournament, &standings, columns) })
            .collect();
        if let (Some(last), Columns::Paper) = (tables.last_mut(), columns) {
            let corrections = tournament.corrections().iter();
            last.notes.extend(corrections.map(|correction| club::correction(tournament, correction)));
        }
        tables
    }

    /// Returns a table without a title.
    pub fn table(tournament: &Tournament, standings: &Standings, columns: Columns) -> Self {
        let count = standings.rows.len();
        let is_list = matches!(columns, Columns::Points | Columns::Headed);
        let crosses = !is_list && has_cross_table(standings);
        let row = |(place, row): (usize, &morris_club::Row)| {
            let mut words = vec![describe::number(row.place), club::name(tournament, row.entrant).to_owned()];
            if crosses {
                let cell = |(other, cell)| if other == place { "·".to_owned() } else { cell_words(tournament, cell) };
                words.extend(row.cells.iter().enumerate().map(cell));
            }
            words.push(club::points(row.points));
            if matches!(columns, Columns::Paper) {
                words.extend(row.ties.iter().map(|value| value.map_or_else(|| "–".to_owned(), club::points)));
                words.push(if row.by_lot { club::by_lot() } else { String::new() });
            }
            words
        };
        let mut rows: Vec<_> = standings.rows.iter().enumerate().map(row).collect();
        let width = rows.first().map_or(0, Vec::len);
        let ties: Vec<_> = standings.ties.iter().copied().map(club::tie_name).collect();
        let has_head = width > 0 && !matches!(columns, Columns::Points);
        if has_head {
            let numbers = (1..=count).filter(|_| crosses).map(describe::number);
            let mut head: Vec<_> = [String::new(), String::new()].into_iter().chain(numbers).collect();
            head.push(gettext("Points"));
            // A cross table has no room for long words. Its note has the order of the tie-breaks.
            head.extend(ties.iter().filter(|_| matches!(columns, Columns::Paper) && !crosses).cloned());
            head.resize(width, String::new());
            rows.insert(0, head);
        }
        let ends = (0..width).map(|column| column != 1).collect();
        let notes = match columns {
            Columns::Paper if !ties.is_empty() => vec![format!("{}: {}", gettext("If Points Are Equal"), list(&ties))],
            _ => Vec::new(),
        };
        Self { rows, ends, notes, is_list, has_pages: !crosses, has_head, ..Self::default() }
    }

    /// Returns a table to write on: with a column for each opponent of a round robin, or else for
    /// each round.
    pub fn empty(tournament: &Tournament) -> Self {
        let players = tournament.entrants().len();
        let rounds = tournament.round_count().unwrap_or_default();
        let is_cross = matches!(tournament.settings().format, Format::RoundRobin { .. });
        let columns = if is_cross { players } else { rounds };
        let field = if columns > MOST_WIDE { NARROW } else { FIELD };
        let numbers = (1..=columns).map(|number| format!("{field}{}", describe::number(number)));
        let words = [String::new(), String::new()].into_iter().chain(numbers);
        let head = words.chain([gettext("Points"), gettext("Final Place")]).collect();
        let row = |(number, entrant): (usize, &Entrant)| {
            let field = |column| if is_cross && column == number { "·" } else { "" }.to_owned();
            let start = [describe::number(number + 1), entrant.name.clone()];
            start.into_iter().chain((0..columns).map(field)).chain([String::new(), String::new()]).collect()
        };
        let rows = std::iter::once(head).chain(tournament.entrants().iter().enumerate().map(row)).collect();
        let title = titled(tournament, &gettext("Standings"));
        Self {
            title,
            rows,
            ends: vec![false; columns + 4],
            has_pages: true,
            has_head: true,
            is_ruled: true,
            ..Self::default()
        }
    }

    /// Returns the bracket, a column for each round. Empty if there is none.
    pub fn bracket(tournament: &Tournament) -> Option<Self> {
        let bracket = tournament.bracket();
        let first = bracket.rounds.first()?.len();
        let mut rows = vec![vec![String::new(); bracket.rounds.len()]; 2 * first];
        for (round, pairs) in bracket.rounds.iter().enumerate() {
            // A pair stands between the two that lead to it.
            let step = 1 << round;
            for (number, pair) in pairs.iter().enumerate() {
                for (side, (entrant, points)) in
                    pair.entrants.into_iter().zip(pair_points(tournament, pair)).enumerate()
                {
                    let line = (2 * number + side) * step + (step - 1) / 2;
                    let name = entrant.map_or("–", |entrant| club::name(tournament, entrant));
                    rows[line][round] = format!("{name}  {points}").trim_end().to_owned();
                }
            }
        }
        let titles = bracket.rounds.iter().map(|pairs| club::bracket_round(pairs.len())).collect();
        rows.insert(0, titles);
        let third = bracket.third.map(|pair| club::bracket_spoken(tournament, &pair));
        let notes = third.map(|words| format!("{}: {words}", gettext("Third Place"))).into_iter().collect();
        let ends = vec![false; bracket.rounds.len()];
        Some(Self { title: titled(tournament, &gettext("Bracket")), notes, ends, rows, ..Self::default() })
    }

    /// Returns all rounds, tables, and the bracket.
    pub fn all(tournament: &Tournament) -> Vec<Self> {
        let rounds = (0..tournament.rounds().len()).map(|number| Self::pairings(tournament, number));
        rounds.chain(Self::tables(tournament, Columns::Paper)).chain(Self::bracket(tournament)).collect()
    }

    /// Returns the words as lines of text with aligned columns.
    pub fn text(&self) -> String {
        let length = |words: &str| words.chars().count();
        let longest =
            |column: usize| self.rows.iter().filter_map(|row| row.get(column)).map(|words| length(words)).max();
        let widths: Vec<_> = (0..self.ends.len()).map(|column| longest(column).unwrap_or(0)).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).zip(&self.ends).map(|((words, &width), ends)| match ends {
                true => format!("{words:>width$}"),
                false => format!("{words:width$}"),
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let lines = self.rows.iter().map(line).chain(self.notes.iter().cloned());
        std::iter::once(self.title.clone()).chain(lines).map(|line| line + "\n").collect()
    }
}

/// Returns `true` if a table has few enough players to show the results against each.
pub fn has_cross_table(standings: &Standings) -> bool {
    standings.rows.len() <= MOST_IN_CROSS_TABLE && standings.rows.iter().any(|row| !row.cells.is_empty())
}

/// Returns the points of games against another player. Empty if none was played.
fn cell_words(tournament: &Tournament, cell: &Cell) -> String {
    match cell.games() {
        0 => String::new(),
        _ => club::points(cell.points(tournament.settings().scoring)),
    }
}

fn titled(tournament: &Tournament, part: &str) -> String {
    format!("{} – {part}", tournament.settings().name)
}
