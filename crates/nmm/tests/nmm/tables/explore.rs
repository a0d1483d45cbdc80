// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests `nmm explore` against what `nmm probe` prints.

use std::collections::HashMap;
use std::path::Path;

use morris::{Arrangement, ByColor, Color, Game, Move, PointSet, Position, Rules};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::program::{nmm, stdout_of};
use super::support::seven_men;

const RULES: Rules = Rules::STANDARD;

fn shipped() -> &'static Path {
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/endgame").as_ref()
}

/// Returns the values that `nmm probe` prints for the moves of a position: a letter, and the plies.
/// Returns `None` if no table has the position.
fn probed(folder: &Path, line: &str) -> Option<HashMap<String, (String, String)>> {
    let output = nmm(folder, &["probe", line]);
    output.status.success().then(|| {
        let text = stdout_of(&output);
        text.lines()
            .skip(1)
            .map(|line| {
                let words: Vec<_> = line.split_whitespace().collect();
                let letter = match words[1] {
                    "win" => "W",
                    "draw" => "D",
                    "loss" => "L",
                    _ => "",
                };
                (words[0].to_owned(), (letter.to_owned(), words.get(2).copied().unwrap_or("").to_owned()))
            })
            .collect()
    })
}

/// Returns the rows that `nmm explore` prints.
fn explored(folder: &Path, line: &str) -> Vec<[String; 6]> {
    let text = stdout_of(&nmm(folder, &["explore", "--tsv", line]));
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>().try_into().unwrap()).collect()
}

/// Compares the rows of a position with the output of `nmm probe` for it and for the position after
/// one of its moves. Returns the number of rows.
fn compare(folder: &Path, position: &Position, chance: &mut Xoshiro256PlusPlus) -> usize {
    let line = position.line(&RULES);
    let rows = explored(folder, &line);
    let values = probed(folder, &line).unwrap();
    assert_eq!(rows.len(), values.len(), "{line}");
    for [mv, value, plies, ..] in &rows {
        assert_eq!((value, plies), (&values[mv].0, &values[mv].1), "{line} {mv}");
    }
    let order = |[mv, value, plies, ..]: &[String; 6]| {
        let plies: i32 = plies.parse().unwrap_or(if value == "L" { 0 } else { 256 });
        (
            ["W", "D", "L", ""].iter().position(|word| word == value),
            if value == "L" { -plies } else { plies },
            mv.clone(),
        )
    };
    assert!(rows.is_sorted_by_key(order), "{line}: {rows:?}");
    let [mv, value, _, replies, holding, losing] = rows.choose(chance).unwrap();
    let after = position.play(mv.parse::<Move>().unwrap(), &RULES).unwrap();
    if after.outcome(&RULES).is_some() {
        assert_eq!([replies, holding, losing], ["0"; 3], "{line} {mv}");
        return rows.len();
    }
    assert_eq!(*replies, after.legal_moves(&RULES).len().to_string(), "{line} {mv}");
    let answers: Vec<_> = probed(folder, &after.line(&RULES)).unwrap_or_default().into_values().collect();
    let rank = |(value, _): &(String, String)| ["L", "D", "W"].iter().position(|word| word == value);
    let (expected, lose) = match answers.iter().map(rank).collect::<Option<Vec<_>>>() {
        Some(ranks) if !ranks.is_empty() => {
            let best = ranks.iter().max().unwrap();
            assert_eq!(["W", "D", "L"][*best], value, "{line} {mv}");
            let count = |of: &usize| ranks.iter().filter(|rank| *rank == of).count().to_string();
            (count(best), count(&0))
        }
        _ => Default::default(),
    };
    assert_eq!([holding, losing], [&expected, &lose], "{line} {mv}");
    rows.len()
}

/// Returns a position of random men that are all placed.
fn placed(men: [usize; 2], chance: &mut Xoshiro256PlusPlus) -> Position {
    let mut points: Vec<_> = RULES.board.points().collect();
    let mut some =
        |count| (0..count).map(|_| points.swap_remove(chance.random_range(..points.len()))).collect::<PointSet>();
    let men = ByColor { white: some(men[0]), black: some(men[1]) };
    Arrangement::new(men, ByColor::default(), Color::White).check(&RULES).unwrap()
}

#[test]
fn rows_agree_with_probe() {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(44);
    let mut positions = 0;
    while positions < 60 {
        let mut game = Game::new(RULES);
        while game.moves().len() < positions % 12 {
            game.play(*game.position().legal_moves(&RULES).choose(&mut chance).unwrap()).unwrap();
        }
        // The shipped tables end with the eleventh placement.
        positions += usize::from(compare(shipped(), game.position(), &mut chance) > 0);
    }
    for (folder, men, count) in
        [(shipped(), [5, 5], 10), (shipped(), [4, 6], 10), (seven_men(), [4, 3], 10), (seven_men(), [3, 3], 10)]
    {
        let mut left = count;
        while left > 0 {
            let position = placed(men, &mut chance);
            if position.outcome(&RULES).is_none() {
                compare(folder, &position, &mut chance);
                left -= 1;
            }
        }
    }
}
