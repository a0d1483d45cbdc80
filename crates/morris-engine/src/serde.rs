// SPDX-License-Identifier: GPL-3.0-or-later
//! Serialization of levels, with the feature `serde`.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{FixedDepth, Level, Rating, Skill};

/// A level is written as its number.
impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let allowed = || D::Error::custom(format_args!("1 to {}", Self::LAST.number()));
        Self::new(u8::deserialize(deserializer)?).ok_or_else(allowed)
    }
}

/// A depth is written as its number of plies.
impl Serialize for FixedDepth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.plies())
    }
}

impl<'de> Deserialize<'de> for FixedDepth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let allowed = || D::Error::custom(format_args!("1 to {}", Self::LAST.plies()));
        Self::new(u8::deserialize(deserializer)?).ok_or_else(allowed)
    }
}

/// A rating is written as its points.
impl Serialize for Rating {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(self.points())
    }
}

impl<'de> Deserialize<'de> for Rating {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let allowed = || D::Error::custom(format_args!("{} to {}", Self::FIRST.points(), Self::LAST.points()));
        Self::new(i32::deserialize(deserializer)?).ok_or_else(allowed)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Word {
    Perfect,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum SkillForm {
    Level(Level),
    Depth { depth: FixedDepth },
    Rating { rating: Rating },
    Word(Word),
}

/// `3`, `{ depth = 6 }`, `{ rating = 640 }` or `"perfect"`.
impl Serialize for Skill {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = match *self {
            Self::Level(level) => SkillForm::Level(level),
            Self::Depth(depth) => SkillForm::Depth { depth },
            Self::Rating(rating) => SkillForm::Rating { rating },
            Self::Perfect => SkillForm::Word(Word::Perfect),
        };
        form.serialize(serializer)
    }
}

/// An error lists all allowed forms.
impl<'de> Deserialize<'de> for Skill {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (level, depth) = (Level::LAST.number(), FixedDepth::LAST.plies());
        let ratings = format!("{} to {}", Rating::FIRST.points(), Rating::LAST.points());
        let allowed = format!("1 to {level}, {{ depth = 1 to {depth} }}, {{ rating = {ratings} }} or \"perfect\"");
        SkillForm::deserialize(deserializer).map_err(|_| D::Error::custom(allowed)).map(|form| match form {
            SkillForm::Level(level) => Self::Level(level),
            SkillForm::Depth { depth } => Self::Depth(depth),
            SkillForm::Rating { rating } => Self::Rating(rating),
            SkillForm::Word(Word::Perfect) => Self::Perfect,
        })
    }
}
