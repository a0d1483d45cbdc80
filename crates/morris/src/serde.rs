// SPDX-License-Identifier: GPL-3.0-or-later
//! Serialization of the types of this crate, with the feature `serde`.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{ByColor, Rules, RulesTextError};

/// Rules are written as their line: the id of a preset and the choices that differ from it.
impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.line())
    }
}

/// An error lists the known ids, or names the invalid choice.
impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let known = || Self::PRESETS.iter().map(Self::id).collect::<Vec<_>>().join(", ");
        let line = String::deserialize(deserializer).map_err(|_| D::Error::custom(known()))?;
        Self::read_line(&line).map_err(|error| match error {
            RulesTextError::Base(_) => D::Error::custom(known()),
            error => D::Error::custom(error),
        })
    }
}

#[derive(Serialize, Deserialize)]
struct Pair<T> {
    white: T,
    black: T,
}

/// `{ white = …, black = … }`
impl<T: Serialize> Serialize for ByColor<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Pair { white: &self.white, black: &self.black }.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByColor<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Pair::deserialize(deserializer).map(|Pair { white, black }| Self { white, black })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_were_written() {
        let other = Rules::builder(Rules::STANDARD).men(7).build().unwrap();
        for rules in Rules::PRESETS.into_iter().chain([other]) {
            let text = serde_json::to_string(&rules).unwrap();
            assert_eq!(serde_json::from_str::<Rules>(&text).unwrap(), rules);
        }
        assert_eq!(serde_json::to_string(&other).unwrap(), "\"standard,men=7\"");
        assert!(serde_json::from_str::<Rules>("\"standard,men=70\"").is_err());
    }
}
