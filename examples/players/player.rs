// SPDX-License-Identifier: GPL-3.0-or-later
//! A player for the AI competition in Rust. It looks one ply ahead, with the rules of the crate
//! `morris`. To write your own player, start from this one: change `value`, or look further ahead.
//! The head of `random_player.py` describes the protocol of the referee.
//!
//!     cargo new my_player && cd my_player && cargo add morris --path …/crates/morris && cp …/player.rs src/main.rs
//!     nmm match --white "cargo run --release" --black "nmm play-compo" --rules compo --games 20

use std::io;

use morris::{Arrangement, ByColor, Color, Point, PointSet, Position, Rules};

const RULES: Rules = Rules::COMPO;

fn main() -> io::Result<()> {
    let mut lines = io::stdin().lines();
    let me = if lines.next().transpose()?.is_some_and(|line| line.trim() == "1") { Color::Black } else { Color::White };
    println!("One ply in Rust");
    for line in lines {
        let answer = answer(&line?, me).ok_or(io::ErrorKind::InvalidData)?;
        println!("{answer}");
    }
    Ok(())
}

/// Answers a request: 24 letters, the points in reading order; the men in hand; and whether a man
/// must be removed.
fn answer(question: &str, me: Color) -> Option<String> {
    let men = |letter| {
        let letters = question.chars().filter(|letter| letter.is_ascii_alphabetic());
        letters
            .zip(Point::all())
            .filter(|(found, _)| *found == letter)
            .fold(PointSet::EMPTY, |men, (_, point)| men | point.set())
    };
    let men = ByColor { white: men('W'), black: men('B') };
    let mut numbers = question.split_whitespace().filter_map(|word| word.parse().ok());
    let hand = ByColor { white: numbers.next()?, black: numbers.next()? };
    if numbers.next()? == 1 {
        return removal(men[me.other()]).map(|man| man.index().to_string());
    }
    let position = Arrangement::new(men, hand, me).check(&RULES).ok()?;
    let best =
        position.legal_moves(&RULES).into_iter().max_by_key(|mv| value(&position.play_unchecked(*mv, &RULES), me))?;
    let from = best.from.map_or(String::new(), |from| format!("{} ", from.index()));
    Some(format!("{from}{}", best.to?.index()))
}

/// Returns the opponent's man with the most neighbors. Takes one in a mill only if all are in
/// mills.
fn removal(men: PointSet) -> Option<Point> {
    let free = men - RULES.board.in_mills(men);
    let removable = if free.is_empty() { men } else { free };
    removable.max_by_key(|man| RULES.board.neighbors(*man).len())
}

/// Evaluates a position for `me` after its move, in hundredths of a man.
fn value(position: &Position, me: Color) -> i64 {
    let men = |color| position.total(color) as i64;
    let lines = RULES.board.lines();
    let threats =
        lines.filter(|line| (*line & position.men(me)).len() == 2 && (*line & position.occupied()).len() == 2);
    100 * (men(me) - men(me.other())) + 30 * threats.count() as i64 - position.count_moves(&RULES) as i64
}
