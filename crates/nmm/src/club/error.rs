// SPDX-License-Identifier: GPL-3.0-or-later
//! Errors of `nmm club`.

use std::io;
use std::path::PathBuf;

use morris::{escape, escape_path};
use morris_club::FileTextError;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no entrant has the name “{}”", escape(.0))]
    Unknown(String),
    #[error("“{}” does not play at this table", escape(.0))]
    NotHere(String),
    #[error(
        "“{}” is not the result of this match: write points such as 3:1, or a letter for each game, such as wd",
        escape(text)
    )]
    Result { text: String },
    #[error("no entrants share a place")]
    NothingTied,
    #[error("there is nothing to undo")]
    NothingToUndo,
    #[error("{}: {source}", escape_path(path))]
    Text { path: PathBuf, source: FileTextError },
    #[error("“{}” is a command, which is started only with --commands", escape(.0))]
    IsCommand(String),
    #[error(
        "“{}” is “{}”, a program in the settings of the window: play its games there",
        escape(name),
        escape(player)
    )]
    IsOwn { name: String, player: String },
    #[error("could not remove {}: {source}", escape_path(path))]
    Remove { path: PathBuf, source: io::Error },
}
