// SPDX-License-Identifier: GPL-3.0-or-later
//! Serialization of values in the user's files. The error for an invalid value contains only the
//! allowed values.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::unreachable)]

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::time::Duration;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, Error, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Maximum time in a file in seconds: a week.
const MOST_SECONDS: u64 = 7 * 24 * 60 * 60;

/// Deserializes a value. An error contains only the allowed values.
pub(crate) fn or_allowed<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
    allowed: impl Display,
) -> Result<T, D::Error> {
    T::deserialize(deserializer).map_err(|_| D::Error::custom(allowed))
}

/// A struct that must be written as a table. The `Deserialize` that serde derives also accepts a
/// list in the order of the fields.
pub(crate) struct ByKey<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByKey<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match WordOrKeys::deserialize(deserializer)? {
            WordOrKeys::Keys(value) => Ok(Self(value)),
            WordOrKeys::Word(_) => Err(D::Error::custom("keys with their values")),
        }
    }
}

/// A word, or a table. The `Deserialize` that serde derives for such an enum first reads all
/// values, including those of unknown keys, and fails on very large numbers.
pub(crate) enum WordOrKeys<T> {
    Word(String),
    Keys(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for WordOrKeys<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EitherOf<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for EitherOf<T> {
            type Value = WordOrKeys<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word, or keys with their values")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<WordOrKeys<T>, E> {
                Ok(WordOrKeys::Word(word.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<WordOrKeys<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(keys)).map(WordOrKeys::Keys)
            }
        }

        deserializer.deserialize_any(EitherOf(PhantomData))
    }
}

/// Reads one of the words of an enum.
pub(crate) fn word<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<T, D::Error> {
    // A value that is not a string counts as an unknown word, so that the error lists the known
    // words.
    let text = String::deserialize(deserializer).unwrap_or_default();
    T::deserialize(text.into_deserializer())
}

/// Reads an integer in a range.
pub(crate) fn within<'de, D, T>(deserializer: D, range: RangeInclusive<T>) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: PartialOrd + TryFrom<i64> + Display,
{
    let number = i64::deserialize(deserializer).ok().and_then(|number| T::try_from(number).ok());
    let allowed = || D::Error::custom(format_args!("{} to {}", range.start(), range.end()));
    number.filter(|number| range.contains(number)).ok_or_else(allowed)
}

/// Times in seconds, with millisecond precision, up to a week.
pub(crate) mod seconds {
    use super::{Deserialize, Deserializer, Duration, Error, MOST_SECONDS, Serialize, Serializer};

    const MOST: Duration = Duration::from_secs(MOST_SECONDS);

    pub(crate) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        let milliseconds = (*time).min(MOST).as_millis() as i64;
        match milliseconds % 1000 {
            0 => (milliseconds / 1000).serialize(serializer),
            _ => (milliseconds as f64 / 1000.0).serialize(serializer),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        // Exact for whole numbers, since the mantissa holds far more than a week.
        let time = f64::deserialize(deserializer).ok().and_then(|time| Duration::try_from_secs_f64(time).ok());
        let allowed = || D::Error::custom(format_args!("0 to {MOST_SECONDS} seconds"));
        let time = time.filter(|&time| time <= MOST).ok_or_else(allowed)?;
        // Rounds off the error of the binary fraction.
        Ok(Duration::from_millis((time.as_micros() as u64 + 500) / 1000))
    }
}
