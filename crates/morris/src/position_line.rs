// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing and reading of position lines.

use std::fmt;
use std::str::FromStr;

use super::{
    Arrangement, Board, ByColor, Color, DIAG_24, Memory, ParsePositionError, PlacingRemovals, Point, PointSet, Rules,
    RulesTextError, escape,
};

const SIDE: &str = "the side to move";
const WHITE_HAND: &str = "the number of pieces in White's hand";
const BLACK_HAND: &str = "the number of pieces in Black's hand";
const QUIET: &str = "the number of quiet plies";
/// Prefix of the rules in the last field of a line.
const RULES: &str = "rules=";
const MEMORY: &str = "what is remembered";

impl fmt::Display for Arrangement {
    /// Prints the position line on the boards of nine and twelve men's morris. Both have the same
    /// points, and their first sixteen lines are the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line(&DIAG_24))
    }
}

impl Arrangement {
    /// Returns the position line on a board.
    pub fn line(&self, board: &Board) -> String {
        let mut points = board.points();
        let mut row =
            |&length: &usize| points.by_ref().take(length).map(|point| self.letter(point)).collect::<String>();
        let rows: Vec<_> = board.rows().iter().map(&mut row).collect();
        let side = letter(self.side);
        let mut line = format!("{} {side} {} {} {}", rows.join("/"), self.hand.white, self.hand.black, self.quiet);
        for field in memory_fields(&self.memory, board) {
            line.push(' ');
            line.push_str(&field);
        }
        line
    }

    /// Returns the position line with the rules as its last field, unless they are the standard
    /// rules.
    pub fn line_with_rules(&self, rules: &Rules) -> String {
        let line = self.line(rules.board);
        if *rules == Rules::STANDARD { line } else { format!("{line} {RULES}{}", rules.line()) }
    }

    fn letter(&self, point: Point) -> char {
        match () {
            () if self.men.black.contains(point) => 'B',
            () if self.men.white.contains(point) => 'W',
            () if self.memory.blocked.black.contains(point) => 'b',
            () if self.memory.blocked.white.contains(point) => 'w',
            () => '.',
        }
    }

    /// Reads a position line on the board of these rules.
    pub fn parse(text: &str, rules: &Rules) -> Result<Self, ParsePositionError> {
        let mut fields = text.split_whitespace();
        let rows = fields.next().ok_or(ParsePositionError::Missing("the board"))?;
        // Checked first: a line for another board would otherwise give a misleading error.
        check_rules(text, rules)?;
        let (men, mut memory) = parse_rows(rows, rules)?;
        let side = required(fields.next(), SIDE)?;
        let side = color(side).ok_or_else(|| wrong(SIDE, side))?;
        let white = number(required(fields.next(), WHITE_HAND)?, WHITE_HAND)?;
        let black = number(required(fields.next(), BLACK_HAND)?, BLACK_HAND)?;
        let mut rest = fields.clone();
        let quiet = match rest.next().filter(|text| !text.contains('=')) {
            Some(text) => number(text, QUIET)?,
            None => {
                rest = fields;
                0
            }
        };
        let rest: Vec<_> = rest.collect();
        let fields = match rest.split_last() {
            Some((last, fields)) if last.starts_with(RULES) => fields,
            _ => &rest,
        };
        parse_memory(fields, &mut memory, rules.board)?;
        Ok(Self { men, hand: ByColor { white, black }, side, quiet, memory })
    }
}

impl FromStr for Arrangement {
    type Err = ParsePositionError;

    /// Reads a position line on the board of nine men's morris.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text, &Rules::STANDARD)
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::White => 'w',
        Color::Black => 'b',
    }
}

fn color(text: &str) -> Option<Color> {
    match text {
        "w" | "W" => Some(Color::White),
        "b" | "B" => Some(Color::Black),
        _ => None,
    }
}

fn memory_fields(memory: &Memory, board: &Board) -> Vec<String> {
    let mut fields = Vec::new();
    for (color, letter) in [(Color::White, 'W'), (Color::Black, 'B')] {
        if let Some((from, to)) = memory.last_mill[color] {
            fields.push(format!("last{letter}={}-{}", board.name(from), board.name(to)));
        }
        let paid: Vec<_> = (0..).zip(board.lines()).filter(|(bit, _)| memory.paid[color] >> bit & 1 != 0).collect();
        if !paid.is_empty() {
            let names = |(_, line): (u32, PointSet)| line.map(|point| board.name(point)).collect::<String>();
            fields.push(format!("used{letter}={}", paid.into_iter().map(names).collect::<Vec<_>>().join(",")));
        }
    }
    fields.extend(memory.first_mill.map(|color| format!("first={}", letter(color))));
    fields.extend((memory.removals > 0).then(|| format!("remove={}", memory.removals)));
    fields.extend(memory.let_out.map(|color| format!("letout={}", letter(color))));
    fields
}

fn parse_memory(fields: &[&str], memory: &mut Memory, board: &Board) -> Result<(), ParsePositionError> {
    for field in fields {
        let unknown = || wrong(if field.contains('=') { MEMORY } else { "a sixth field" }, field);
        let (name, value) = field.split_once('=').ok_or_else(unknown)?;
        match name {
            "first" => memory.first_mill = Some(color(value).ok_or_else(unknown)?),
            "remove" => memory.removals = value.parse().map_err(|_| unknown())?,
            "letout" => memory.let_out = Some(color(value).ok_or_else(unknown)?),
            _ => parse_memory_of_a_side(name, value, memory, board).ok_or_else(unknown)?,
        }
    }
    Ok(())
}

fn parse_memory_of_a_side(name: &str, value: &str, memory: &mut Memory, board: &Board) -> Option<()> {
    let (name, color) = match name.strip_suffix('W') {
        Some(name) => (name, Color::White),
        None => (name.strip_suffix('B')?, Color::Black),
    };
    match name {
        "last" => {
            let (from, to) = value.split_once('-')?;
            memory.last_mill[color] = Some((board.point(from)?, board.point(to)?));
        }
        "used" => {
            for word in value.split(',') {
                memory.paid[color] |= 1 << parse_line(word, board)?;
            }
        }
        _ => return None,
    }
    Some(())
}

/// Returns the number of a line, given as the names of its points without separators.
fn parse_line(word: &str, board: &Board) -> Option<usize> {
    board.lines().position(|line| line.map(|point| board.name(point)).collect::<String>().eq_ignore_ascii_case(word))
}

/// Returns the rules that a position line names, if any.
///
/// ```
/// use morris::{Rules, rules_of_line};
///
/// let six = "six".parse::<Rules>()?;
/// assert_eq!(rules_of_line(".../.../..../.../... w 6 6 0 rules=six"), Ok(Some(six)));
/// assert_eq!(rules_of_line(".../.../.../....../.../.../... w 9 9 0"), Ok(None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rules_of_line(line: &str) -> Result<Option<Rules>, RulesTextError> {
    let said = line.split_whitespace().next_back().and_then(|field| field.strip_prefix(RULES));
    said.map(Rules::read_line).transpose()
}

fn check_rules(line: &str, rules: &Rules) -> Result<(), ParsePositionError> {
    match rules_of_line(line)? {
        Some(said) if said != *rules => Err(ParsePositionError::OtherRules { said: said.line(), asked: rules.line() }),
        _ => Ok(()),
    }
}

fn required<'a>(text: Option<&'a str>, field: &'static str) -> Result<&'a str, ParsePositionError> {
    text.ok_or(ParsePositionError::Missing(field))
}

fn wrong(field: &'static str, text: &str) -> ParsePositionError {
    ParsePositionError::Field { field, text: escape(text) }
}

fn number<N: FromStr>(text: &str, field: &'static str) -> Result<N, ParsePositionError> {
    text.parse().map_err(|_| wrong(field, text))
}

fn parse_rows(text: &str, rules: &Rules) -> Result<(ByColor<PointSet>, Memory), ParsePositionError> {
    let (found, expected) = (text.split('/').count(), rules.board.rows().len());
    if found != expected {
        return Err(ParsePositionError::Rows { found, expected });
    }
    let blocks = rules.while_placing == PlacingRemovals::AfterPlacing;
    let (mut men, mut memory) = (ByColor::<PointSet>::default(), Memory::default());
    let mut points = rules.board.points();
    for (index, (letters, &expected)) in text.split('/').zip(rules.board.rows()).enumerate() {
        let (row, found) = (index + 1, letters.chars().count());
        if found != expected {
            return Err(ParsePositionError::Length { row, found, expected });
        }
        for (letter, point) in letters.chars().zip(points.by_ref().take(expected)) {
            match letter {
                'w' if blocks => memory.blocked.white |= point.set(),
                'b' if blocks => memory.blocked.black |= point.set(),
                'W' | 'w' => men.white |= point.set(),
                'B' | 'b' => men.black |= point.set(),
                '.' => {}
                _ => return Err(ParsePositionError::Letter { row, letter }),
            }
        }
    }
    Ok((men, memory))
}
