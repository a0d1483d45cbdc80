// SPDX-License-Identifier: GPL-3.0-or-later
//! Games that are solved once for all tests.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use morris::{FirstPlacement, Rules};
use morris_solved::small_games::{GameTable, GameTask, solve_game};
use tempfile::TempDir;

pub fn rules(id: &str) -> Rules {
    id.parse().unwrap()
}

/// Returns tapatan in which the first man may not go to the center. These rules are not a preset.
pub fn center_barred() -> Rules {
    Rules::builder(rules("tapatan")).first_point(FirstPlacement::NotCenter).build().unwrap()
}

pub fn task(folder: &Path, rules: Rules) -> GameTask {
    GameTask { folder: folder.to_owned(), rules, threads: None }
}

pub fn solve(folder: &Path, rules: Rules) {
    solve_game(&task(folder, rules), |_| ControlFlow::Continue(())).unwrap();
}

/// Returns the folder of these games. Tests must not change it.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| tempfile::tempdir().unwrap()).path()
}

pub fn game(rules: Rules) -> Arc<GameTable> {
    static GAMES: Mutex<Option<HashMap<String, Arc<GameTable>>>> = Mutex::new(None);
    let mut games = GAMES.lock().unwrap();
    let made = || {
        solve(folder(), rules);
        Arc::new(GameTable::open(folder(), &rules).unwrap())
    };
    Arc::clone(games.get_or_insert_default().entry(format!("{rules:?}")).or_insert_with(made))
}
