// SPDX-License-Identifier: GPL-3.0-or-later
//! Arguments for the folder of tables.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use clap::builder::{PathBufValueParser, TypedValueParser};
use morris::{Rules, escape};
use morris_play::persistence::{Folders, table_folders};
use morris_players::PlayerSpec;
use morris_solved::tablebase::{
    BoardKind, PlacingGame, PlacingPly, Sector, SolveError, TableError, TableId, Tables, check_folder,
};

use super::output::{Done, named_place};
use super::path_check::{NoFolderThere, in_the_way};
use super::stderr::print_error;

/// Folder of tables of solved positions.
#[derive(clap::Args)]
pub struct Folder {
    /// Use this folder of tables [default: the user's folder].
    #[arg(long = "dir", value_name = "FOLDER", value_parser = named_place())]
    folder: Option<PathBuf>,
}

impl Folder {
    /// Returns the folder given on the command line, or that of the user. It need not exist yet,
    /// but no other file may be in its place.
    pub fn path(&self) -> Done<PathBuf> {
        let folder = self.folder.clone().or_else(|| Some(Folders::of_user()?.tables)).ok_or(NoHome)?;
        in_the_way(&folder).map_or(Ok(folder), |found| Err(NoFolderThere(found).into()))
    }

    /// Returns the folder for reading. A folder given on the command line must exist.
    pub fn path_to_read(&self) -> Done<PathBuf> {
        let path = self.path()?;
        self.folder.as_deref().map_or(Ok(()), check_folder)?;
        Ok(path)
    }

    /// Opens the tables of the folder. Prints the files that are not used on standard error.
    pub fn open(&self) -> Done<Tables> {
        Ok(at_least_one(Tables::open(&self.path_to_read()?))?)
    }
}

/// Tables of solved positions that a command uses.
#[derive(clap::Args, Default)]
pub struct TablesInUse {
    /// Use the tables of solved positions in this folder; can be repeated [default: the included,
    /// system, and user tables].
    #[arg(long = "tables", visible_alias = "dir", value_name = "FOLDER", value_parser = there())]
    folders: Vec<PathBuf>,
}

/// Folder of the tables that came with the program. Only a program knows it, because the path of
/// the source in this library would be in every build.
static INCLUDED: OnceLock<&Path> = OnceLock::new();

/// Sets the folder of the included tables, before any command uses it.
pub fn include(tables: &'static Path) {
    INCLUDED.get_or_init(|| tables);
}

impl TablesInUse {
    /// Opens the tables. Prints the files that are not used on standard error.
    pub fn open(&self) -> Arc<Tables> {
        let (tables, refused) = self.look();
        warn(&refused);
        Arc::new(tables)
    }

    /// Opens the tables if one of these players uses them.
    pub fn open_for(&self, players: &[&PlayerSpec]) -> Arc<Tables> {
        let uses_tables =
            |player: &&PlayerSpec| matches!(player, PlayerSpec::Engine(strength) if strength.uses_tables());
        if players.iter().any(uses_tables) { self.open() } else { Arc::default() }
    }

    /// Opens the tables, as [`Self::open`] does. If there are only refused files, returns the error
    /// of one.
    pub fn open_some(&self) -> Result<Tables, TableError> {
        at_least_one(self.look())
    }

    /// Opens the tables. Returns them together with the errors of the refused files.
    pub fn look(&self) -> (Tables, Vec<TableError>) {
        Tables::open_all(self.folders())
    }

    /// Returns the folders of the tables in use.
    pub fn folders(&self) -> Vec<PathBuf> {
        let included = || INCLUDED.get().expect("the program set it at the start");
        if self.folders.is_empty() { table_folders(included()) } else { self.folders.clone() }
    }
}

/// Parses the path of an existing folder.
fn there() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if let Some(found) = in_the_way(&path) {
            return Err(NoFolderThere(found).into());
        }
        check_folder(&path)?;
        Done::Ok(path)
    })
}

/// Reads the name of a table, which is that of its file: 5-4, placing-11, twelve-5-4,
/// twelve-placing-11.
pub fn parse_table(text: &str) -> Result<TableId, String> {
    let of_game = |game: &PlacingGame| Some((*game, text.strip_prefix(game.prefix())?.strip_prefix("placing-")?));
    let Some((game, ply)) = PlacingGame::ALL.iter().find_map(of_game) else {
        return text.parse::<Sector>().map(TableId::from).map_err(|error| error.to_string());
    };
    let ply = ply.parse().ok().and_then(|placements| PlacingPly::new(game, placements)).map(TableId::from);
    ply.ok_or_else(|| {
        let (text, prefix, last) = (escape(text), game.prefix(), 2 * game.men() - 1);
        format!("there is no ply “{text}”; a ply reads {prefix}placing-0 to {prefix}placing-{last}")
    })
}

/// Returns `true` if a table named by the user is not one of these rules. A name with a prefix says
/// which game or board it is for, so it is also accepted with the default rules.
pub fn is_other(table: TableId, rules: &Rules) -> bool {
    let names_game = match table {
        TableId::Sector(_) => true,
        TableId::Placing(ply) => ply.game() != PlacingGame::Nine,
    };
    !(table.is_of(rules) || names_game && BoardKind::of(rules) == Some(BoardKind::Plain))
}

fn at_least_one((tables, mut refused): (Tables, Vec<TableError>)) -> Result<Tables, TableError> {
    let last = if tables.is_empty() && tables.games().is_empty() { refused.pop() } else { None };
    warn(&refused);
    last.map_or(Ok(tables), Err)
}

/// Prints the files that are not used on standard error.
pub fn warn(refused: &[TableError]) {
    refused.iter().for_each(|error| print_error(&error.to_string()));
}

fn remedy(error: &SolveError) -> String {
    match error {
        SolveError::Table(error) if error.is_damaged() => {
            format!(": remove {} and run again", error.path.display())
        }
        _ => String::new(),
    }
}

/// Error of a solver, with advice for a damaged table that it has found.
#[derive(Debug, thiserror::Error)]
#[error("{}{}", .0, remedy(.0))]
pub struct Unsolved(pub SolveError);

#[derive(Debug, thiserror::Error)]
#[error("you have no home folder: name the folder of the tables with --dir")]
struct NoHome;
