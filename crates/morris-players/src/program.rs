// SPDX-License-Identifier: GPL-3.0-or-later
//! Outside programs, as they are told about.

use std::collections::BTreeMap;

use morris::Rules;
use serde::de::IntoDeserializer;
use serde::{Deserialize, Deserializer, Serialize};

/// An outside program that can play, as a person has told about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// What the person calls it.
    pub name: String,
    /// What it speaks.
    #[serde(rename = "speaks", deserialize_with = "word")]
    pub speech: ProtocolKind,
    /// The command that starts it, or the address at which it answers.
    pub command: String,
    /// What is set in it before a game, by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

/// What outside programs speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProtocolKind {
    /// The protocol of the AI competition, by lines.
    #[default]
    Competition,
    /// The UCI-like protocol, by lines.
    Uci,
    /// That of the classroom agents: JSON over HTTP.
    Classroom,
}

impl ProtocolKind {
    /// The rules that whoever speaks so plays by.
    #[must_use]
    pub const fn rules(self) -> Rules {
        match self {
            Self::Competition => Rules::COMPO,
            Self::Uci => Rules::STANDARD,
            Self::Classroom => Rules::WINDMILL,
        }
    }
}

/// The word of a protocol; what is no text is a word that is not known.
fn word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ProtocolKind, D::Error> {
    ProtocolKind::deserialize(String::deserialize(deserializer).unwrap_or_default().into_deserializer())
}
