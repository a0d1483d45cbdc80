// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing games and positions.

use super::{Format, GameInText};
use crate::protocol::{BoardFile, sanmill};
use morris::{ByColor, Color, PointNotation, Position};

/// Why a format cannot hold a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotHold {
    /// It has no place for a start position.
    #[error("this format holds only games from the start of the game")]
    Start,
    /// It has no place for a move without its removal.
    #[error("this format cannot say that a man is still to be removed")]
    PartialMove,
    /// It has no place for the side to move.
    #[error("in this format White is to move")]
    BlackToMove,
    /// The text would be too large to be read back.
    #[error("the text would be larger than the {most} bytes that can be read back")]
    TooLarge {
        /// The size that is read at most, in bytes.
        most: u64,
    },
}

impl GameInText {
    /// Writes the game, or where it stands, in a format; with a line end.
    ///
    /// # Errors
    /// What the format cannot hold. Tags, comments and variations are left out where there is no place for them.
    pub fn write(&self, format: Format) -> Result<String, CannotHold> {
        let (record, position) = (&self.game.record, self.game.record.position());
        if self.half.is_some() && !matches!(format, Format::Sanmill(_)) {
            return Err(CannotHold::PartialMove);
        }
        match format {
            Format::Pgn => Ok(self.game.to_string()),
            Format::PlayOk if *record.start() != Position::start(record.rules()) => Err(CannotHold::Start),
            // Something has to stand there.
            Format::PlayOk if record.cursor() == 0 && record.outcome().is_none() => Ok("*\n".to_owned()),
            Format::PlayOk => Ok(self.game.move_list(PointNotation::Numbers)),
            Format::PositionLine => Ok(format!("{position}\n")),
            Format::Sanmill(form) => {
                let black_began = usize::from(record.start().side() == Color::Black);
                let number = (record.cursor() + black_began) / 2 + 1;
                Ok(sanmill::write(&self.standing(), record.rules(), number, form) + "\n")
            }
            Format::BoardFile if position.side() == Color::Black => Err(CannotHold::BlackToMove),
            Format::BoardFile => Ok(format!("{}\n", BoardFile { men: ByColor::from_fn(|color| position.men(color)) })),
        }
    }
}
