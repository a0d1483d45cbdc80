// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests puzzles by the themes of club practice, and positions that were published with a claim.

use std::ops::ControlFlow;

use morris::{Position, Rules};
use morris_solved::tablebase::Wdl;
use morris_teach::opening::openings;
use morris_teach::puzzles::{PuzzleGenerator, RATINGS, Theme, Wanted, check, from_mistake};

use super::puzzles::{shipped, shows};

const RULES: Rules = Rules::STANDARD;

/// Themes of club practice. A double attack is a fork, shutting in is immobilizing, and refusing a
/// mill is declining it.
const CLUB: [Theme; 7] = [
    Theme::SevenFour,
    Theme::SixFour,
    Theme::Fork,
    Theme::SpareMill,
    Theme::Immobilise,
    Theme::DeclineMill,
    Theme::OnlyThree,
];

/// Makes this number of puzzles of each theme, verifies them, and checks the theme on the board.
fn prove(count: u64) {
    let tables = shipped();
    for theme in CLUB {
        let wanted = Wanted { theme: Some(theme), ..Wanted::default() };
        let mut ratings = Vec::new();
        let mut generator = PuzzleGenerator::new(&tables, &RULES);
        for seed in 0..count {
            let puzzle = generator.make(seed, &wanted, &mut || ControlFlow::Continue(()));
            let puzzle = puzzle.unwrap_or_else(|| panic!("{theme}, seed {seed}: no puzzle"));
            assert_eq!(check(&puzzle, &tables), Ok(()), "seed {seed}: {puzzle}");
            assert!(puzzle.themes.contains(&theme) && shows(theme, &puzzle), "seed {seed}: {puzzle}");
            ratings.push(puzzle.rating);
        }
        let (least, most) = (*ratings.iter().min().unwrap(), *ratings.iter().max().unwrap());
        let (candidates, _) = generator.effort();
        assert!(candidates / count < 5_000, "{theme}: {candidates} positions for {count} puzzles");
        assert!(least >= RATINGS[0] && most <= RATINGS[1] && least + 100 < most, "{theme}: {least} to {most}");
    }
}

#[test]
fn puzzles_of_the_club_are_proven_by_another_way() {
    prove(6);
}

#[test]
#[ignore = "takes many minutes: build-aux/test-long puzzles"]
fn hundreds_of_puzzles_of_each_theme_are_proven_by_another_way() {
    prove(300);
}

/// Returns the position, and its legal moves with their values.
fn judged(line: &str) -> (Position, Vec<(morris::Move, Wdl)>) {
    let position = Position::parse(line, &RULES).unwrap();
    let value = |mv| shipped().value(&position.play(mv, &RULES).unwrap(), &RULES).unwrap().opposite();
    (position, position.legal_moves(&RULES).into_iter().map(|mv| (mv, value(mv))).collect())
}

/// Returns the themes of club practice in a position. There are none if every move holds.
fn themes(line: &str) -> Vec<Theme> {
    let (position, moves) = judged(line);
    let puzzle = moves.iter().find_map(|&(mv, _)| from_mistake(&shipped(), &RULES, &position, mv));
    let mut themes = puzzle.map(|puzzle| puzzle.themes).unwrap_or_default();
    themes.retain(|theme| CLUB.contains(theme));
    themes
}

/// Rows of published positions: the value, the number of moves that keep it, and these moves.
fn published() -> impl Iterator<Item = [&'static str; 4]> {
    let rows = include_str!("data/exercises.tsv").lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split('\t').collect::<Vec<_>>().try_into().unwrap())
}

#[test]
fn published_positions_keep_their_verdicts() {
    assert_eq!(published().count(), 9);
    for [line, value, count, keeping] in published() {
        let (_, moves) = judged(line);
        let best = moves.iter().map(|&(_, value)| value).max().unwrap();
        let letter = ["L", "D", "W"][best as usize];
        let mut kept: Vec<_> = moves.iter().filter(|(_, value)| *value == best).map(|(mv, _)| mv.to_string()).collect();
        kept.sort_unstable();
        let found = [letter.to_owned(), format!("{}/{}", kept.len(), moves.len()), kept.join(" ")];
        assert_eq!(found, [value, count, keeping], "{line}");
    }
}

#[test]
fn published_positions_are_found_by_their_filters_alone() {
    for [line, _, _, keeping] in published() {
        // The win of six against four is the only row of a theme. In the other row with six men,
        // every move draws.
        let wins = keeping == "d2-b2xd6 d2-f2xd6";
        assert_eq!(themes(line).contains(&Theme::SixFour), wins, "{line}");
        assert!(!themes(line).contains(&Theme::OnlyThree), "{line}");
    }
    for row in openings() {
        let position = row.game().unwrap().position().line(&RULES);
        let three = row.holding_after(row.moves.len()).is_some_and(|holding| holding.holding == 3);
        if row.holding.len() == row.moves.len() {
            assert_eq!(themes(&position).contains(&Theme::OnlyThree), three, "{}", row.id);
        }
    }
    let three = openings().iter().find(|row| row.id == "double-mill-front").unwrap();
    assert_eq!(three.holding_after(10).unwrap().holding, 3);
}
