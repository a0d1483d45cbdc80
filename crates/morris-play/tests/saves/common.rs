// SPDX-License-Identifier: GPL-3.0-or-later
//! Games to save, and helpers to inspect folders.

use std::fs;
use std::path::{Path, PathBuf};

use morris::{ByColor, Game, Rules};
use morris_play::persistence::{Entry, SavedGame, Store};
use morris_play::setup::{GameSetup, Player, Skill};

/// Returns the setup for a person with White against the computer, without a clock.
pub fn setup(rules: Rules) -> GameSetup {
    GameSetup {
        players: ByColor { white: Player::Person, black: Player::Computer(Skill::FIRST) },
        ..GameSetup::between_persons(rules)
    }
}

/// Returns a game of this number of moves, always the first legal one. The time of saving is now.
pub fn game(moves: usize) -> SavedGame {
    let mut game = Game::new(Rules::PLAIN);
    for _ in 0..moves {
        let mv = game.position().legal_moves(game.rules())[0];
        game.play(mv).unwrap();
    }
    SavedGame::now(setup(Rules::PLAIN), game, None)
}

/// Returns the game as if it were saved this number of seconds later.
pub fn later(game: SavedGame, seconds: i64) -> SavedGame {
    SavedGame { saved: game.saved + jiff::SignedDuration::from_secs(seconds), ..game }
}

/// Plays moves separated by white space.
pub fn play(game: &mut Game, moves: &str) {
    moves.split_whitespace().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
}

/// Returns the path of a file of test data.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// Returns the sorted names of the files in a folder.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Summarizes the list of a store: the number of moves of each game, and the problem of each broken
/// file.
pub fn listed(store: &Store) -> Vec<String> {
    let words = |entry: Entry| match entry {
        Entry::Game(summary) => format!("{} moves", summary.moves),
        Entry::Broken(broken) => broken.error.problem.to_string(),
    };
    store.list().unwrap().into_iter().map(words).collect()
}
