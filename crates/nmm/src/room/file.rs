// SPDX-License-Identifier: GPL-3.0-or-later
//! The file of `nmm room`: what the room asks to keep, and the games by their tables.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use morris_message::{FileTextError, MAX_FILE_TEXT_BYTES, MessageGame};
use morris_play::persistence::{PrivateFile, WriteError};
use morris_room::{MAX_KEPT_BYTES, MAX_TABLES, TableId};
use serde_json::{Map, Value};

use super::error::Error;

/// Maximum size of the file: a text of the room, and the games of all tables.
const MAX_BYTES: usize = 2 * (MAX_KEPT_BYTES + MAX_TABLES * MAX_FILE_TEXT_BYTES);

/// The file, or the same in memory.
#[derive(Clone)]
pub struct RoomFile(Arc<Mutex<State>>);

struct State {
    file: Option<PrivateFile>,
    kept: Option<String>,
    games: BTreeMap<TableId, String>,
}

impl RoomFile {
    /// Opens the file, or creates it if it does not exist.
    pub fn open(path: Option<&Path>) -> Result<Self, Error> {
        let mut state = State { file: None, kept: None, games: BTreeMap::new() };
        if let Some(path) = path {
            if !path.exists() {
                PrivateFile::create(path, "{}")?;
            }
            let file = PrivateFile::open(path, MAX_BYTES as u64)?;
            (state.kept, state.games) = read(file.text()).ok_or(Error::Damaged)?;
            state.file = Some(file);
        }
        Ok(Self(Arc::new(Mutex::new(state))))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what the room has asked to keep.
    pub fn kept(&self) -> Option<String> {
        self.state().kept.clone()
    }

    pub fn keep(&self, text: &str) -> Result<(), WriteError> {
        let mut state = self.state();
        state.kept = Some(text.to_owned());
        state.write()
    }

    pub fn games(&self) -> Result<BTreeMap<TableId, MessageGame>, Error> {
        let read = |(&table, text): (&TableId, &String)| Ok((table, MessageGame::from_toml(text)?));
        self.state().games.iter().map(read).collect::<Result<_, _>>().map_err(|_: FileTextError| Error::Damaged)
    }

    pub fn save(&self, table: TableId, game: &MessageGame) -> Result<(), WriteError> {
        let mut state = self.state();
        state.games.insert(table, game.to_toml());
        state.write()
    }
}

impl State {
    fn write(&self) -> Result<(), WriteError> {
        let Some(file) = &self.file else { return Ok(()) };
        let games: Map<_, _> = self.games.iter().map(|(id, text)| (id.to_string(), text.as_str().into())).collect();
        file.replace(&serde_json::json!({ "kept": self.kept, "games": games }).to_string())
    }
}

fn read(text: &str) -> Option<(Option<String>, BTreeMap<TableId, String>)> {
    let value: Value = serde_json::from_str(text).ok()?;
    let kept = value.get("kept").and_then(Value::as_str).map(str::to_owned);
    let empty = Map::new();
    let games = value.get("games").map_or(Some(&empty), Value::as_object)?;
    let game = |(id, text): (&String, &Value)| Some((id.parse().ok()?, text.as_str()?.to_owned()));
    Some((kept, games.iter().map(game).collect::<Option<_>>()?))
}
