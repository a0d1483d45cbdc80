// SPDX-License-Identifier: GPL-3.0-or-later
//! Games to save, and folders to look into.

use std::fs;
use std::path::{Path, PathBuf};

use morris::{ByColor, Game, Rules};
use morris_play::persistence::{Entry, SavedGame, Store};
use morris_play::setup::{GameSetup, Player, Skill};

/// White a person, Black the computer, no clock.
pub fn setup(rules: Rules) -> GameSetup {
    GameSetup {
        players: ByColor { white: Player::Person, black: Player::Computer(Skill::FIRST) },
        ..GameSetup::between_persons(rules)
    }
}

/// A game of so many moves, saved now: always the first legal move.
pub fn game(moves: usize) -> SavedGame {
    let mut game = Game::new(Rules::PLAIN);
    for _ in 0..moves {
        let mv = game.position().legal_moves(game.rules())[0];
        game.play(mv).unwrap();
    }
    SavedGame::now(setup(Rules::PLAIN), game, None)
}

/// The same, saved so many seconds later.
pub fn later(game: SavedGame, seconds: i64) -> SavedGame {
    SavedGame { saved: game.saved + jiff::SignedDuration::from_secs(seconds), ..game }
}

/// Plays moves written one after the other.
pub fn play(game: &mut Game, moves: &str) {
    moves.split_whitespace().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
}

/// A file that comes with the tests.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// The names of a folder's files, sorted.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The list of a store in few words: the moves of games, the complaints about others.
pub fn listed(store: &Store) -> Vec<String> {
    let words = |entry: Entry| match entry {
        Entry::Game(summary) => format!("{} moves", summary.moves),
        Entry::Broken(broken) => broken.error.problem.to_string(),
    };
    store.list().unwrap().into_iter().map(words).collect()
}
