// SPDX-License-Identifier: GPL-3.0-or-later
//! Arguments for the rules of a command.

use morris::{Position, Rules, escape};
use morris_play::persistence::{OwnRules, OwnRulesError};
use morris_players::{PartialPosition, PositionTextError};

/// Reads rules as [`OwnRules::said`] does.
pub fn parse_rules(text: &str) -> Result<Rules, OwnRulesError> {
    OwnRules::said(text).map(|own| own.rules)
}

/// The rules of a position. A position line may name them itself.
#[derive(clap::Args)]
pub struct PositionRules {
    /// Set the rules: an id such as twelve, an id with changes such as twelve,men=9, or a file
    /// [default: those of the position, otherwise standard].
    #[arg(long, value_name = "RULES", value_parser = parse_rules)]
    rules: Option<Rules>,
}

impl PositionRules {
    /// Returns the rules given on the command line.
    pub fn asked(&self) -> Option<&Rules> {
        self.rules.as_ref()
    }

    /// Returns the position from the words of a line, with its rules. Without words it is the
    /// start.
    pub fn position(&self, words: &[String]) -> Result<(PartialPosition, Rules), WrongPosition> {
        let line = words.join(" ");
        if line.is_empty() {
            let rules = self.rules.unwrap_or_default();
            return Ok((PartialPosition { position: Position::start(&rules), partial: None }, rules));
        }
        PartialPosition::read_with_rules(&line, self.rules.as_ref()).map_err(|source| WrongPosition { line, source })
    }
}

/// Error for a line that is not a valid position.
#[derive(Debug, thiserror::Error)]
#[error("the position “{}” cannot be: {source}", escape(line))]
pub struct WrongPosition {
    line: String,
    source: PositionTextError,
}
