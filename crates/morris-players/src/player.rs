// SPDX-License-Identifier: GPL-3.0-or-later
//! Those who play one side of a game by being asked for moves.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::address::{AddressError, without_secret};
use super::process::ProcessError;
use super::search_control::SearchControl;
use morris::{Board, Color, Game, IllegalMove, Move, Rules, escape};
use morris_engine::{EngineOptions, Limits};
use morris_solved::tablebase::Tables;

/// What a player is given when it is connected to a game.
#[derive(Clone, Debug)]
pub struct PlayerConfig {
    /// The rules.
    pub rules: Rules,
    /// Its color.
    pub color: Color,
    /// Settings of our engine.
    pub engine: EngineOptions,
    /// What a program is asked to think.
    pub limits: Limits,
    /// How long an answer of a program may take at most.
    pub timeout: Duration,
    /// Tables of solved positions for those of our players that look into them: see
    /// [`morris_engine::Strength::uses_tables`].
    pub tables: Arc<Tables>,
    /// Chance, where it decides.
    pub seed: u64,
}

/// Somebody who plays one side of one game.
pub trait GamePlayer: fmt::Debug + Send {
    /// What it calls itself.
    fn name(&self) -> String;

    /// Its move where the game stands. The move may be illegal.
    ///
    /// # Errors
    /// Why it has none.
    fn choose(&mut self, game: &Game, control: &mut dyn SearchControl) -> Result<Move, PlayerError>;
}

/// Why a player cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The program behind it failed.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// The agent behind it failed.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// It says that it has no move.
    #[error("names no move")]
    NoMove,
    /// What it says is no move.
    #[error("answers “{0}”, which is no move")]
    Unreadable(String),
    /// What it says names no man to remove.
    #[error("answers “{0}”, which names no man to remove")]
    NoRemoval(String),
    /// Its move is not legal.
    #[error("plays {}: {}", board.display(*mv), board.display(*reason))]
    Illegal {
        /// The move.
        mv: Move,
        /// Why not.
        reason: IllegalMove,
        /// Where it is played.
        board: &'static Board,
    },
    /// Nobody knows what to start.
    #[error("“{0}” is the name of no program here")]
    Unknown(String),
    /// It does not play by these rules.
    #[error("does not know the rules {}", .0.line())]
    Rules(Rules),
    /// Our own search broke down, for this reason.
    #[error("broke down: {0}")]
    Broken(String),
}

/// What went wrong with an agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentError {
    /// Its address is none.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// It cannot be reached, or breaks off.
    #[error("cannot be asked: {0}")]
    Unreachable(String),
    /// It answers that it does not.
    #[error("answers {path} with the HTTP status {status}")]
    Status {
        /// What was asked.
        path: &'static str,
        /// What it answers.
        status: u16,
    },
    /// Its answer is no JSON.
    #[error("answers {path} with “{said}”, which is no JSON")]
    Json {
        /// What was asked.
        path: &'static str,
        /// What it answers.
        said: String,
    },
    /// Its answer does not name a point of the board.
    #[error("answers {path} with “{said}”, where {key} is no number from 0 to 23")]
    Point {
        /// What was asked.
        path: &'static str,
        /// What it answers.
        said: String,
        /// The key that should be there.
        key: &'static str,
    },
    /// It did not answer in time.
    #[error("gave no answer within {} ms", .0.as_millis())]
    Silent(Duration),
    /// Its answer is no longer wanted.
    #[error("was interrupted")]
    Interrupted,
}

impl PlayerError {
    /// A command that cannot be started.
    #[must_use]
    pub fn cannot_start(command: &str, error: &std::io::Error) -> Self {
        ProcessError::Start { command: escape(&without_secret(command)), reason: error.to_string() }.into()
    }

    /// Whether nobody is there who could play: a mistake of whoever named the player, which no game
    /// can mend.
    #[must_use]
    pub const fn is_nobody(&self) -> bool {
        use ProcessError::{Empty, Quotes, Start};
        matches!(
            self,
            Self::Process(Start { .. } | Quotes(_) | Empty)
                | Self::Agent(AgentError::Address(_))
                | Self::Unknown(_)
                | Self::Rules(_)
        )
    }

    /// Whether it took too long.
    #[must_use]
    pub(crate) const fn is_late(&self) -> bool {
        matches!(self, Self::Process(ProcessError::Silent(_)) | Self::Agent(AgentError::Silent(_)))
    }
}
