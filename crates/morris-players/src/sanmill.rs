// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions in the format of the program Sanmill ("FEN").
//!
//! ```text
//! ********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1
//! ```
//!
//! A FEN has these fields. The board consists of three rings from the innermost, each clockwise
//! from its upper middle. `O` is white, `@` black, `X` a point blocked by a man that was removed
//! during placing, and `*` an empty point. Then follow the side to move, the phase (`r`eady,
//! `p`lacing, `m`oving, `o`ver), the action (`p`lace, `s`elect, `r`emove), white men on the board
//! and in hand, black men on the board and in hand, and the numbers of men that White and Black
//! must remove. Depending on the version, nothing follows, or two or four points of the last mills
//! and a mask of mills. The last fields are the plies since the last removal or placement and the
//! number of the move. Words with a colon give rules that this project does not have.

use morris::{
    Arrangement, ByColor, Color, DIAG_24, Memory, Move, PLAIN_24, PlacingRemovals, Point, PointSet, Position, Rules,
    escape,
};

/// Place of each point in the three rings, by the index of the point.
const PLACES: [usize; 24] = [23, 16, 17, 15, 8, 9, 7, 0, 1, 22, 14, 6, 2, 10, 18, 5, 4, 3, 13, 12, 11, 21, 20, 19];
/// Number of fields of the oldest form.
const LEAST_FIELDS: usize = 12;
/// Number of fields of the newest form without the words with a colon.
const MOST_FIELDS: usize = 17;

/// Why a text is not a position of Sanmill.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SanmillError {
    #[error("Sanmill's FEN has no place for games by the rules {0}")]
    Rules(Rules),
    #[error("Sanmill's board is three rings of 8 points with / between them")]
    Rings,
    #[error("the board has “{}”, which is none of O, @ and *", escape(&.0.to_string()))]
    Letter(char),
    #[error("Sanmill's FEN has {LEAST_FIELDS} fields or more, not {0}")]
    Fields(usize),
    #[error("{field} cannot be “{text}”")]
    Field { field: &'static str, text: String },
    #[error("the board has {found} pieces of {color}, but the field says {said}")]
    Count { color: Color, found: usize, said: u8 },
}

/// The action that a position awaits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// A complete move.
    Move,
    /// A removal, after a placed man has closed a mill.
    RemovalAfterPlacing,
    /// A removal, after a moved man has closed a mill.
    RemovalAfterMoving,
}

pub(super) fn read(text: &str, rules: &Rules) -> Result<(Arrangement, Stage), SanmillError> {
    if !knows(rules) {
        return Err(SanmillError::Rules(*rules));
    }
    // The newest form ends with words such as `ids:nodes`.
    let fields: Vec<&str> = text.split_whitespace().filter(|field| !field.contains(':')).collect();
    let [board, side, phase, action, numbers @ ..] = fields.as_slice() else {
        return Err(SanmillError::Fields(fields.len()));
    };
    let [white, white_hand, black, black_hand, _, _, rest @ ..] = numbers else {
        return Err(SanmillError::Fields(fields.len()));
    };
    if fields.len() < LEAST_FIELDS {
        return Err(SanmillError::Fields(fields.len()));
    }
    let (men, blocked) = read_board(board)?;
    check_count(men.white, Color::White, white)?;
    check_count(men.black, Color::Black, black)?;
    let hand = ByColor {
        white: number(white_hand, "the number of pieces in White's hand")?,
        black: number(black_hand, "the number of pieces in Black's hand")?,
    };
    // The quiet plies are the last but one of the known fields. Further fields belong to other
    // games.
    let known = rest.len().min(MOST_FIELDS - (LEAST_FIELDS - 2));
    let quiet = rest.get(known.saturating_sub(2)).map_or(Ok(0), |text| number(text, "the number of quiet plies"))?;
    let mut arrangement = Arrangement::new(men, hand, read_side(side)?);
    arrangement.memory.blocked.white = blocked;
    arrangement.quiet = quiet;
    Ok((arrangement, read_stage(phase, action)?))
}

/// Returns `true` if Sanmill has the game: on its three squares, with or without diagonals, and
/// with the usual order of removals.
pub(super) fn knows(rules: &Rules) -> bool {
    [PLAIN_24.id(), DIAG_24.id()].contains(&rules.board.id())
        && rules.while_placing != PlacingRemovals::OneEach
        && rules.takes_one()
}

/// Returns `true` if a FEN describes a position completely. A FEN holds the points blocked by
/// removed men. The colors of these men do not matter.
pub(super) fn can_express(position: &Position) -> bool {
    let Memory { paid, last_mill, first_mill, removals, let_out, .. } = *position.memory();
    paid == ByColor::default() && last_mill == ByColor::default() && (first_mill, removals, let_out) == (None, 0, None)
}

/// Version of the FEN, which decides its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SanmillForm {
    /// 12 fields, without the last mills.
    Old,
    /// 17 fields.
    New,
}

/// Writes a position for Sanmill. `partial` is the move that has just closed a mill and still lacks
/// its removal. `number` is the number of the move, counted from 1.
pub(super) fn write(
    position: &Position,
    partial: Option<Move>,
    rules: &Rules,
    number: usize,
    form: SanmillForm,
) -> String {
    let side = position.side();
    let after = partial.map_or(*position, |partial| position.play_unchecked(partial, rules));
    let count = |color| format!("{} {}", after.men(color).len(), after.hand(color));
    let placing = partial.map_or(position.hand(side) > 0, |partial| partial.from.is_none());
    let phase = match position.outcome(rules) {
        Some(_) => 'o',
        None if placing => 'p',
        None => 'm',
    };
    let action = match (partial, placing) {
        (Some(_), _) => 'r',
        (None, true) => 'p',
        (None, false) => 's',
    };
    let to_remove = |color| u8::from(partial.is_some() && color == side);
    let mills = match form {
        SanmillForm::Old => "",
        SanmillForm::New => " 0 0 0 0 0",
    };
    format!(
        "{} {} {phase} {action} {} {} {} {}{mills} {} {number}",
        write_board(&after),
        if side == Color::White { 'w' } else { 'b' },
        count(Color::White),
        count(Color::Black),
        to_remove(Color::White),
        to_remove(Color::Black),
        position.quiet(),
    )
}

fn write_board(position: &Position) -> String {
    let mut letters = ['*'; 24];
    for (point, place) in Point::all().zip(PLACES) {
        let letter = match position.at(point) {
            Some(Color::White) => 'O',
            Some(Color::Black) => '@',
            None if position.memory().blocked_points().contains(point) => 'X',
            None => '*',
        };
        letters.iter_mut().skip(place).take(1).for_each(|at| *at = letter);
    }
    letters.chunks(8).map(String::from_iter).collect::<Vec<_>>().join("/")
}

/// Reads the men and the blocked points.
fn read_board(text: &str) -> Result<(ByColor<PointSet>, PointSet), SanmillError> {
    let rings: Vec<&str> = text.split('/').collect();
    if rings.len() != 3 || rings.iter().any(|ring| ring.chars().count() != 8) {
        return Err(SanmillError::Rings);
    }
    let (mut men, mut blocked) = (ByColor::<PointSet>::default(), PointSet::EMPTY);
    for (place, letter) in rings.iter().flat_map(|ring| ring.chars()).enumerate() {
        let point = PLACES.iter().position(|&of_point| of_point == place).and_then(Point::new);
        let set = point.ok_or(SanmillError::Rings)?.set();
        match letter {
            'O' => men.white |= set,
            '@' => men.black |= set,
            'X' => blocked |= set,
            '*' => {}
            _ => return Err(SanmillError::Letter(letter)),
        }
    }
    Ok((men, blocked))
}

fn check_count(men: PointSet, color: Color, text: &str) -> Result<(), SanmillError> {
    let said: u8 = number(text, "the number of pieces on the board")?;
    let found = men.len();
    if found == usize::from(said) { Ok(()) } else { Err(SanmillError::Count { color, found, said }) }
}

fn read_side(text: &str) -> Result<Color, SanmillError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(field_error("the side to move", text)),
    }
}

fn read_stage(phase: &str, action: &str) -> Result<Stage, SanmillError> {
    match (phase, action) {
        ("p", "r") => Ok(Stage::RemovalAfterPlacing),
        ("m", "r") => Ok(Stage::RemovalAfterMoving),
        ("n" | "r" | "p" | "m" | "o", "p" | "s" | "r" | "?") => Ok(Stage::Move),
        ("n" | "r" | "p" | "m" | "o", _) => Err(field_error("the action", action)),
        _ => Err(field_error("the phase", phase)),
    }
}

fn number<N: std::str::FromStr>(text: &str, field: &'static str) -> Result<N, SanmillError> {
    text.parse().map_err(|_| field_error(field, text))
}

fn field_error(field: &'static str, text: &str) -> SanmillError {
    SanmillError::Field { field, text: escape(text) }
}
