// SPDX-License-Identifier: GPL-3.0-or-later
//! Names of positions and games.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use morris::{Game, Position, Rules};

use super::line::{Holding, Opening};
use crate::puzzles::PuzzleKey;

/// Maximum number of families that share a named position.
const MOST_FAMILIES: usize = 2;

/// Name of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningName {
    /// Main line of the family.
    pub family: &'static Opening,
    /// The opening, if the position ends it or belongs to no other one.
    pub opening: Option<&'static Opening>,
}

/// Opening of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InGame {
    /// Last name that was reached.
    pub name: OpeningName,
    /// Number of plies to the last position of the book. The game left the book with the next one,
    /// if it has one.
    pub plies: usize,
    /// Moves that hold in this position, if they are known.
    pub holding: Option<Holding>,
}

struct Book {
    openings: Vec<Opening>,
    /// For each position up to symmetry, the openings that reach it, and the number of plies.
    places: HashMap<PuzzleKey, Vec<(usize, usize)>>,
}

static BOOK: LazyLock<Book> = LazyLock::new(|| {
    let rows = include_str!("../../data/openings.tsv").lines().filter(|line| !line.starts_with('#'));
    // A test reads all rows.
    let openings: Vec<Opening> = rows.filter_map(|line| line.parse().ok()).collect();
    let mut places = HashMap::<_, Vec<_>>::new();
    for (number, opening) in openings.iter().enumerate() {
        let game = opening.game().unwrap_or_else(|_| Game::new(Rules::STANDARD));
        for (plies, position) in game.positions().iter().enumerate().skip(1) {
            places.entry(PuzzleKey::of(position, game.rules())).or_default().push((number, plies));
        }
    }
    Book { openings, places }
});

/// Returns all openings. The main line of a family comes before its other lines.
pub fn openings() -> &'static [Opening] {
    &BOOK.openings
}

/// Returns the name of a position, if one opening ends there, or if those that reach it are of at
/// most two families. Only the standard rules have names; their draw rules do not matter.
///
/// ```
/// use morris::{Game, Rules};
/// use morris_teach::opening::name;
///
/// let mut game = Game::new(Rules::STANDARD);
/// for mv in "d6 d2 b4 f4 b6 b2 f6xb2 b2 f2".split(' ') {
///     game.play(mv.parse()?)?;
/// }
/// let name = name(game.position(), game.rules()).expect("the center mill has a name");
/// assert_eq!(name.opening.map(|opening| &*opening.id), Some("center-mill"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn name(position: &Position, rules: &Rules) -> Option<OpeningName> {
    let places = places(position, rules)?;
    let openings = places.iter().filter_map(|&(number, plies)| Some((BOOK.openings.get(number)?, plies)));
    let (nearest, plies) = openings.clone().min_by_key(|(opening, plies)| opening.moves.len() - plies)?;
    let families: BTreeSet<_> = openings.map(|(opening, _)| &opening.family).collect();
    let ends = nearest.moves.len() == plies;
    let family = BOOK.openings.iter().find(|main| main.id == nearest.family)?;
    (ends || families.len() <= MOST_FAMILIES)
        .then(|| OpeningName { family, opening: (ends || places.len() == 1).then_some(nearest) })
}

/// Returns the name that the last of this number of moves makes: that of the position, unless the
/// game had it before. The first move makes none, since almost every game has it.
pub fn made(game: &Game, moves: usize) -> Option<OpeningName> {
    let after = |moves| name(game.position_after(moves)?, game.rules());
    let made = (moves > 1).then(|| after(moves))??;
    let is_told = |before: OpeningName| before == made || made.opening.is_none() && before.family == made.family;
    (!(2..moves).filter_map(after).any(is_told)).then_some(made)
}

/// Returns the opening of a game up to its cursor.
pub fn of_game(game: &Game) -> Option<InGame> {
    let known = |(_, position): &(usize, &Position)| places(position, game.rules()).is_some();
    let (plies, last) = game.positions().iter().enumerate().rev().find(known)?;
    let name = game.positions().iter().take(plies + 1).rev().find_map(|position| name(position, game.rules()))?;
    let mut holding = places(last, game.rules())?.iter();
    let holding = holding.find_map(|&(number, plies)| BOOK.openings.get(number)?.holding_after(plies));
    Some(InGame { name, plies, holding })
}

/// Returns the openings that reach a position, if there are any.
fn places(position: &Position, rules: &Rules) -> Option<&'static [(usize, usize)]> {
    let mut as_drawn = *rules;
    as_drawn.draws = Rules::STANDARD.draws;
    let places = BOOK.places.get(&PuzzleKey::of(position, rules)).filter(|_| as_drawn == Rules::STANDARD);
    places.map(Vec::as_slice)
}
