// SPDX-License-Identifier: GPL-3.0-or-later
//! How the values of this crate stand in files and messages; with the feature `serde`.

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{ByColor, Rules};

/// Rules stand as their id; those that have none cannot be written.
impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let id = self.preset().ok_or_else(|| S::Error::custom("rules that are no preset have no id"))?;
        serializer.serialize_str(id)
    }
}

/// The error names the ids there are.
impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let known = || Self::PRESETS.iter().map(Self::id).collect::<Vec<_>>().join(", ");
        let id = String::deserialize(deserializer).ok();
        id.and_then(|id| id.parse().ok()).ok_or_else(|| D::Error::custom(known()))
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
    fn what_cannot_be_read_again_is_not_written() {
        for rules in Rules::PRESETS {
            let text = serde_json::to_string(&rules).unwrap();
            assert_eq!(serde_json::from_str::<Rules>(&text).unwrap(), rules);
        }
        let other = Rules::builder(Rules::STANDARD).men(7).build().unwrap();
        assert!(serde_json::to_string(&other).is_err());
    }
}
