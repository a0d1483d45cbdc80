// SPDX-License-Identifier: GPL-3.0-or-later
//! How values are written in files.

/// Implements serialization with the text of a type.
macro_rules! written_as_text {
    ($($type:ty),+) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
            }
        }
    )+};
}
pub(crate) use written_as_text;

/// Numbers that are from 0 in memory and from 1 in files.
pub(crate) mod from_one {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

    pub fn serialize<T: Shift + Serialize, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        value.by(1).ok_or_else(|| ser::Error::custom(LIMITS))?.serialize(serializer)
    }

    pub fn deserialize<'de, T: Shift + Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        T::deserialize(from)?.by(-1).ok_or_else(|| de::Error::custom(LIMITS))
    }

    /// Largest number, which is more than that of all rounds, tables, and entrants.
    const LARGEST: usize = 400;
    const LIMITS: &str = "numbers go from 1 to 400";

    pub trait Shift: Sized {
        /// Adds `step` to all numbers, unless one leaves the range.
        fn by(&self, step: isize) -> Option<Self>;
    }

    impl Shift for usize {
        fn by(&self, step: isize) -> Option<Self> {
            self.checked_add_signed(step).filter(|number| *self.max(number) <= LARGEST)
        }
    }

    impl Shift for Option<usize> {
        fn by(&self, step: isize) -> Option<Self> {
            self.map_or(Some(None), |number| number.by(step).map(Some))
        }
    }

    impl Shift for Vec<usize> {
        fn by(&self, step: isize) -> Option<Self> {
            self.iter().map(|number| number.by(step)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    #[test]
    fn number_past_the_limit_is_not_left_out() {
        #[derive(Serialize)]
        struct Round {
            #[serde(with = "super::from_one")]
            number: usize,
        }
        assert_eq!(toml::to_string(&Round { number: 399 }).unwrap(), "number = 400\n");
        assert!(toml::to_string(&Round { number: 400 }).is_err());
    }
}
