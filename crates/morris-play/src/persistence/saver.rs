// SPDX-License-Identifier: GPL-3.0-or-later
//! Saves games on a separate thread. Of several waiting saves under one id only the latest is
//! written.

use std::sync::Arc;

use super::entry::SaveId;
use super::error::StoreError;
use super::file_actor::OnDisk;
use super::saved_game::SavedGame;
use super::store::{Saved, Store};

/// Writes saved games to a store.
#[derive(Debug)]
pub struct Saver(pub Arc<Store>);

/// Job to save a game.
#[derive(Clone, Debug)]
pub struct GameToSave {
    /// Id of the save.
    pub id: SaveId,
    /// Number that the report repeats.
    pub number: u64,
    /// The game.
    pub game: SavedGame,
}

/// Result of saving a game. A game that was skipped in favor of a later one has no report.
#[derive(Debug)]
pub struct SaveReport {
    /// Id of the save.
    pub id: SaveId,
    /// Number of the job.
    pub number: u64,
    /// Whether the game is on the disk.
    pub result: Result<Saved, StoreError>,
}

impl OnDisk for Saver {
    type Job = GameToSave;
    type News = SaveReport;
    const NAME: &'static str = "saves";

    fn work(&mut self, jobs: Vec<GameToSave>, tell: &mut dyn FnMut(SaveReport)) {
        let mut latest: Vec<GameToSave> = Vec::new();
        for job in jobs {
            latest.retain(|earlier| earlier.id != job.id);
            latest.push(job);
        }
        for GameToSave { id, number, game } in latest {
            let result = self.0.save(&id, &game);
            tell(SaveReport { id, number, result });
        }
    }
}
