// SPDX-License-Identifier: GPL-3.0-or-later
//! Texts of approximately a given size.

use std::collections::HashSet;

use morris::{Game, Move, Position, Rules};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

const HEAD: &str = "# Nine Men's Morris saved game\nversion = 1\nsaved = 2026-11-21T09:15:00Z\nrules = \"plain\"\n\
    white = \"person\"\nblack = \"person\"\n";

/// Returns a start, many repetitions of a piece, and an end.
pub fn repeated(start: &str, piece: &str, end: &str, size: usize) -> String {
    format!("{start}{}{end}", piece.repeat(size / piece.len()))
}

/// Returns such a text in a saved game.
pub fn save(start: &str, piece: &str, end: &str, size: usize) -> String {
    format!("{HEAD}{}", repeated(start, piece, end, size))
}

/// Returns the first `plies` moves of a game under the rules `plain` in which no mill is closed.
/// After the placing phase, one man of each side moves back and forth.
pub fn to_and_fro(plies: usize) -> Vec<Move> {
    let mut game = Game::new(Rules::PLAIN);
    for _ in 0..18 {
        let quiet = quiet_moves(&game);
        // Distributes the men, so that the points do not fill up in order.
        game.play(quiet[game.cursor() * 5 % quiet.len()]).unwrap();
    }
    let cycle = cycle(&game).expect("some man can move back and forth");
    game.moves().iter().chain(cycle.iter().cycle()).copied().take(plies).collect()
}

fn quiet_moves(game: &Game) -> Vec<Move> {
    let moves = game.position().legal_moves(game.rules());
    moves.into_iter().filter(|mv| mv.removed.is_empty()).collect()
}

/// Returns four moves that lead back to the same position.
fn cycle(game: &Game) -> Option<[Move; 4]> {
    let back = |mv: Move| Move::slide(mv.to.unwrap(), mv.from.unwrap());
    quiet_moves(game).into_iter().find_map(|white| {
        let mut after = game.clone();
        after.play(white).ok()?;
        quiet_moves(&after).into_iter().map(|black| [white, black, back(white), back(black)]).find(|cycle| {
            let mut game = game.clone();
            cycle.iter().all(|&mv| game.play(mv).is_ok())
        })
    })
}

fn words(size: usize, piece: impl Fn(usize, Move) -> String) -> String {
    let mut text = String::new();
    for (index, mv) in to_and_fro(size).into_iter().enumerate() {
        if text.len() >= size {
            break;
        }
        text.push_str(&piece(index, mv));
    }
    text
}

/// Returns moves separated by spaces.
pub fn moves(size: usize) -> String {
    words(size, |_, mv| format!("{mv} "))
}

pub fn save_in_lines(size: usize) -> String {
    format!("{HEAD}turns = [\n{}]", words(size, |_, mv| format!("\"{mv}\",\n")))
}

pub fn save_in_one_line(size: usize) -> String {
    format!("{HEAD}turns = [{}]", words(size, |_, mv| format!("\"{mv}\",")))
}

pub fn save_taken_back(size: usize) -> String {
    format!("{HEAD}turns = []\ntaken_back = [\n{}]", words(size, |_, mv| format!("\"{mv}\",\n")))
}

pub fn save_with_notes(size: usize) -> String {
    format!("{HEAD}notes = '''\n{}'''\nturns = []", game_with_variations(size))
}

/// Returns a list in which only the first move is legal.
pub fn save_with_one_move(size: usize) -> String {
    save("turns = [", "\"d6\",", "]", size)
}

/// Returns a section of different keys.
pub fn unknown_keys(start: &str, size: usize) -> String {
    let keys: String = (0..size / 12).map(|number| format!("k{number:06} = 1\n")).collect();
    format!("{start}{keys}")
}

const TAGS: &str = "[Variant \"plain\"]\n\n";

pub fn game(size: usize) -> String {
    format!("{TAGS}{}*", words(size, |index, mv| format!("{}. {mv}\n", index / 2 + 1)))
}

/// Returns a game in which no mill is closed, no position repeats, and no number of quiet plies
/// ends the game.
pub fn game_without_repetition(size: usize) -> String {
    const START: &str = "W../.W./W../...B../.../B../..B w 0 0 0";
    let rules: Rules = Rules::read_line("standard,quiet=never").unwrap();
    let mut position: Position = Position::parse(START, &rules).unwrap();
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut seen = HashSet::from([position]);
    let mut text = format!("[Variant \"custom\"]\n[Rules \"standard,quiet=never\"]\n[FEN \"{START}\"]\n\n");
    while text.len() < size {
        let moves = position.legal_moves(&rules).into_iter().filter(|mv| mv.removed.is_empty());
        let new: Vec<_> =
            moves.map(|mv| (mv, position.play(mv, &rules).unwrap())).filter(|(_, next)| !seen.contains(next)).collect();
        let (mv, next) = new.choose(&mut chance).unwrap();
        position = *next;
        seen.insert(position);
        text.push_str(&format!("{mv} "));
    }
    text + "*"
}

pub fn game_with_comments(size: usize) -> String {
    format!("{TAGS}{}*", words(size, |_, mv| format!("{mv} {{so so}} ; well\n")))
}

pub fn game_with_variations(size: usize) -> String {
    format!("{TAGS}{}*", words(size, |_, mv| format!("{mv} ({mv}) ({mv})\n")))
}

pub fn variations_of_one_move(size: usize) -> String {
    // The many moves before it would reveal a copy of the game for each variation.
    format!("{TAGS}{} {}*", moves(size / 2), repeated("", "() ", "", size / 2))
}

/// Returns a game with a move for which there is a variation, with a move for which there is a
/// variation, and so on.
pub fn variations_in_variations(size: usize) -> String {
    let pieces = ["c5-c4 (a7-d7 ", "g1-g4 (e4-f4 ", "c5-c4 (d7-a7 ", "g1-g4 (f4-e4 "];
    let count = size / (pieces[0].len() + 1);
    let opened: String = pieces.into_iter().cycle().take(count).collect();
    format!("[FEN \"W../.W./W../...B../.../B../..B w 0 0 0\"]\n{TAGS}{opened}{}*", ")".repeat(count))
}

pub fn long_variation(size: usize) -> String {
    format!("{TAGS}d7 ({})*", moves(size))
}
