// SPDX-License-Identifier: GPL-3.0-or-later
//! The interface of players, which choose the moves of one side of a game.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::address::{AddressError, without_secret};
use super::process::ProcessError;
use super::search_control::SearchControl;
use morris::{Board, Color, Game, IllegalMove, Move, Rules, escape};
use morris_engine::{EngineOptions, Limits};
use morris_solved::tablebase::Tables;

/// Parameters with which a player is connected to a game.
#[derive(Clone, Debug)]
pub struct PlayerConfig {
    /// Rules of the game.
    pub rules: Rules,
    /// Color of the player.
    pub color: Color,
    /// Settings of the engine.
    pub engine: EngineOptions,
    /// Search limits for external programs.
    pub limits: Limits,
    /// Maximum time for an answer of an external program.
    pub timeout: Duration,
    /// Tables of solved positions for built-in players that use them. See
    /// [`morris_engine::Strength::uses_tables`].
    pub tables: Arc<Tables>,
    /// Seed for random decisions.
    pub seed: u64,
}

/// A player of one side of one game.
pub trait GamePlayer: fmt::Debug + Send {
    /// Returns the name of the player.
    fn name(&self) -> String;

    /// Chooses a move in the current position of the game. The move may be illegal.
    fn choose(&mut self, game: &Game, control: &mut dyn SearchControl) -> Result<Move, PlayerError>;
}

/// Why a player cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PlayerError {
    #[error(transparent)]
    Process(#[from] ProcessError),
    #[error(transparent)]
    Agent(#[from] AgentError),
    #[error("names no move")]
    NoMove,
    #[error("answers “{0}”, which is not a move")]
    Unreadable(String),
    #[error("answers “{0}”, which names no piece to remove")]
    NoRemoval(String),
    #[error("plays {}: {}", board.display(*mv), board.display(*reason))]
    Illegal { mv: Move, reason: IllegalMove, board: &'static Board },
    #[error("there is no program named “{0}”")]
    Unknown(String),
    #[error("does not know the rules {}", .0.line())]
    Rules(Rules),
    /// The search of the built-in engine panicked, with this message.
    #[error("crashed: {0}")]
    Broken(String),
}

/// Failure of a classroom agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum AgentError {
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The agent cannot be reached, or the connection broke.
    #[error("cannot be asked: {0}")]
    Unreachable(String),
    #[error("answers {path} with the HTTP status {status}")]
    Status { path: &'static str, status: u16 },
    #[error("answers {path} with “{said}”, which is not JSON")]
    Json { path: &'static str, said: String },
    #[error("answers {path} with “{said}”, where {key} is not a number from 0 to 23")]
    Point { path: &'static str, said: String, key: &'static str },
    #[error("gave no answer within {} ms", .0.as_millis())]
    Silent(Duration),
    #[error("was interrupted")]
    Interrupted,
}

impl PlayerError {
    /// Returns the error for a command that cannot be started.
    pub fn cannot_start(command: &str, error: &std::io::Error) -> Self {
        ProcessError::Start { command: escape(&without_secret(command)), reason: error.to_string() }.into()
    }

    /// Returns `true` if the player does not exist or cannot play by the rules. The player was then
    /// chosen wrongly, and playing further games does not help.
    pub const fn is_no_one(&self) -> bool {
        use ProcessError::{Empty, Quotes, Start};
        matches!(
            self,
            Self::Process(Start { .. } | Quotes(_) | Empty)
                | Self::Agent(AgentError::Address(_))
                | Self::Unknown(_)
                | Self::Rules(_)
        )
    }

    /// Returns `true` if the answer took too long.
    pub(crate) const fn is_late(&self) -> bool {
        matches!(self, Self::Process(ProcessError::Silent(_)) | Self::Agent(AgentError::Silent(_)))
    }
}
