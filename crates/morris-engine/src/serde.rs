// SPDX-License-Identifier: GPL-3.0-or-later
//! Serialization of levels, with the feature `serde`.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{FixedDepth, Level, Rating, Skill};

/// Writes and reads each type as its number.
macro_rules! as_numbers {
    ($($name:ident: $number:ty = $get:ident, $first:expr;)+) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.$get().serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let allowed = || D::Error::custom(format_args!("{} to {}", $first, Self::LAST.$get()));
                Self::new(<$number>::deserialize(deserializer)?).ok_or_else(allowed)
            }
        }
    )+};
}

as_numbers! {
    Level: u8 = number, 1;
    FixedDepth: u8 = plies, 1;
    Rating: i32 = points, Rating::FIRST.points();
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
