// SPDX-License-Identifier: GPL-3.0-or-later
//! Descriptions of external programs.

use std::collections::BTreeMap;

use morris::Rules;
use serde::de::IntoDeserializer;
use serde::{Deserialize, Deserializer, Serialize};

/// An external program that can play, as the user has described it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Name that the user has given to it.
    pub name: String,
    /// Protocol of the program.
    #[serde(rename = "speaks", deserialize_with = "word")]
    pub speech: ProtocolKind,
    /// Command that starts the program, or address of the agent.
    pub command: String,
    /// Options to set before a game, by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

/// Protocols of external programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProtocolKind {
    /// Protocol of the AI competition, by lines.
    #[default]
    Competition,
    /// UCI-like protocol, by lines.
    Uci,
    /// Protocol of the classroom agents: JSON over HTTP.
    Classroom,
}

impl ProtocolKind {
    /// Returns the rules by which programs of this protocol play.
    pub const fn rules(self) -> Rules {
        match self {
            Self::Competition => Rules::COMPO,
            Self::Uci => Rules::STANDARD,
            Self::Classroom => Rules::WINDMILL,
        }
    }
}

/// Reads the word of a protocol. A value that is not a string counts as an unknown word.
fn word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ProtocolKind, D::Error> {
    ProtocolKind::deserialize(String::deserialize(deserializer).unwrap_or_default().into_deserializer())
}
