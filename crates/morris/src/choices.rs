// SPDX-License-Identifier: GPL-3.0-or-later
//! The table of choices that make up a set of rules. Keys in files and texts, reading and writing
//! of values, and the rows of the rules dialog are derived from it.

use std::fmt;

use super::{
    Blocked, Board, CaptureBetween, FirstPlacement, Flying, FlyingCounts, FullBoard, Goal, MIN_MEN, MillProtection,
    MillReuse, Placing, PlacingRemovals, QuietReset, Removals, Rules, zobrist,
};

/// Word for an absent number: no limit, or no flying.
const NEVER: &str = "never";

/// A choice of the rules, such as the number of men of each side.
///
/// ```
/// use morris::{Choice, Rules};
///
/// let men = Choice::ALL.iter().find(|choice| choice.key == "men").expect("it is in the table");
/// assert_eq!(men.value(&Rules::STANDARD), "9");
/// assert_eq!(men.values().to_string(), "3 to 12");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Key in files and texts.
    pub key: &'static str,
    get: fn(&Rules) -> String,
    /// Sets the value. Returns `None` if the choice has no such value.
    set: fn(&mut Rules, &str) -> Option<()>,
    values: fn() -> Values,
}

/// Values of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these words.
    Words(Vec<&'static str>),
    /// A number within limits.
    Number {
        /// Smallest allowed number.
        least: u16,
        /// Largest allowed number.
        most: u16,
        /// Whether the word `never` is allowed in place of a number.
        or_never: bool,
    },
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(words) => f.write_str(&words.join(", ")),
            Self::Number { least, most, or_never: false } => write!(f, "{least} to {most}"),
            Self::Number { least, most, or_never: true } => write!(f, "{least} to {most}, or {NEVER}"),
        }
    }
}

impl Values {
    /// Returns the number that `text` denotes, if it is allowed. The word `never` gives
    /// `Some(None)`.
    fn number(&self, text: &str) -> Option<Option<u16>> {
        let Self::Number { least, most, or_never } = *self else { return None };
        if or_never && text == NEVER {
            return Some(None);
        }
        let number = text.parse().ok().filter(|number| (least..=most).contains(number) && !text.starts_with('+'));
        number.map(Some)
    }
}

/// An enum whose values have words in files and texts.
trait Words: Copy + PartialEq + Sized + 'static {
    const WORDS: &'static [(&'static str, Self)];
}

macro_rules! words {
    ($($kind:ident: $($word:literal $value:ident),*;)*) => {
        $(impl Words for $kind {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$value)),*];
        })*
    };
}

words! {
    Placing: "first" First, "or-move" OrMove;
    FlyingCounts: "board" Board, "board-and-hand" BoardAndHand;
    CaptureBetween: "never" Never, "both" Both;
    MillProtection: "if-no-other" WhileOthersLeft, "always" None, "never" Full;
    Removals: "per-move" PerMove, "per-mill" PerMill;
    PlacingRemovals: "at-once" AtOnce, "after-placing" AfterPlacing, "never" Never, "one-each" OneEach;
    MillReuse: "free" Free, "not-straight-back" NotStraightBack, "each-line-once" EachLineOnce;
    Goal: "reduce" Reduce, "first-mill" FirstMill, "misere" Misere;
    FirstPlacement: "any" Any, "not-centre" NotCenter;
    Blocked: "loses" Loses, "draws" Draws, "must-be-let-out" MustBeLetOut;
    FullBoard: "blocks" Blocks, "draws" Draws;
    QuietReset: "removal-or-placement" RemovalOrPlacement, "removal" Removal;
}

fn word<T: Words>(value: T) -> String {
    T::WORDS.iter().find(|(_, other)| *other == value).map_or_else(String::new, |(word, _)| (*word).to_owned())
}

fn read<T: Words>(text: &str) -> Option<T> {
    T::WORDS.iter().find(|(word, _)| *word == text).map(|(_, value)| *value)
}

/// Returns the words of a field's type.
fn words_of<T: Words>(_: fn(&Rules) -> T) -> Values {
    Values::Words(T::WORDS.iter().map(|(word, _)| *word).collect())
}

fn number<N: fmt::Display>(number: Option<N>) -> String {
    number.map_or_else(|| NEVER.to_owned(), |number| number.to_string())
}

/// Defines a choice whose field is an enum with words.
macro_rules! of_words {
    ($key:literal, $($field:ident).+) => {
        Choice {
            key: $key,
            get: |rules| word(rules.$($field).+),
            set: |rules, text| read(text).map(|value| rules.$($field).+ = value),
            values: || words_of(|rules| rules.$($field).+),
        }
    };
}

/// Defines a choice whose field is an optional number.
macro_rules! of_limit {
    ($key:literal, $($field:ident).+, $least:literal, $most:literal) => {{
        const VALUES: Values = Values::Number { least: $least, most: $most, or_never: true };
        Choice {
            key: $key,
            get: |rules| number(rules.$($field).+),
            set: |rules, text| {
                let limit = VALUES.number(text)?.map(|limit| limit.try_into().expect("the limits fit the field"));
                rules.$($field).+ = limit;
                Some(())
            },
            values: || VALUES,
        }
    }};
}

impl Choice {
    /// All choices, in the order used in texts.
    pub const ALL: [Self; 20] = [
        Self {
            key: "board",
            get: |rules| rules.board.id().to_owned(),
            set: |rules, text| Board::with_id(text).map(|board| rules.board = board),
            values: || Values::Words(Board::ALL.iter().map(|board| board.id()).collect()),
        },
        Self {
            key: "men",
            get: |rules| rules.men.to_string(),
            set: |rules, text| men(false).number(text)?.map(|men| rules.men = men as u8),
            values: || men(false),
        },
        of_words!("goal", goal),
        Self {
            key: "least_men",
            get: |rules| rules.least_men.to_string(),
            set: |rules, text| LEAST_MEN.number(text)?.map(|men| rules.least_men = men as u8),
            values: || LEAST_MEN,
        },
        of_words!("placing", placing),
        Self {
            key: "flying",
            get: |rules| match rules.flying {
                Flying::Never => NEVER.to_owned(),
                Flying::With(men) => men.to_string(),
            },
            set: |rules, text| {
                rules.flying = men(true).number(text)?.map_or(Flying::Never, |men| Flying::With(men as u8));
                Some(())
            },
            values: || men(true),
        },
        of_words!("flying_counts", flying_counts),
        of_words!("from_mills", from_mills),
        of_words!("removals", removals),
        of_words!("capture_between", capture_between),
        of_words!("while_placing", while_placing),
        of_words!("reforming", reforming),
        of_words!("first_point", first_point),
        of_words!("blocked", blocked),
        of_words!("full_board", full_board),
        of_limit!("repetition", draws.repetition, 2, 100),
        of_limit!("quiet", draws.quiet, 1, 10_000),
        of_limit!("quiet_three_each", draws.quiet_three_each, 1, 10_000),
        of_limit!("quiet_three", draws.quiet_three, 1, 10_000),
        of_words!("counted_from", draws.counted_from),
    ];

    /// Returns the value in a set of rules, as text.
    pub fn value(&self, rules: &Rules) -> String {
        (self.get)(rules)
    }

    /// Returns the values that the choice can have. [`super::RulesBuilder::build`] checks whether
    /// they fit the other choices.
    pub fn values(&self) -> Values {
        (self.values)()
    }

    /// Changes the value in a set of rules. Returns `None`, without changing the rules, if the
    /// choice has no such value.
    pub(super) fn change(&self, rules: &mut Rules, value: &str) -> Option<()> {
        (self.set)(rules, value)
    }
}

/// Numbers of men with which a side can play on.
const LEAST_MEN: Values = Values::Number { least: 1, most: MIN_MEN as u16, or_never: false };

/// Returns the allowed numbers of men. The upper limit is the number of hash keys.
const fn men(or_never: bool) -> Values {
    Values::Number { least: MIN_MEN as u16, most: zobrist::MAX_MEN as u16, or_never }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DrawRules;

    /// Destructures `DrawRules` without `..`, so that a new field does not compile until it is
    /// added to the choices or left out on purpose.
    #[test]
    fn every_field_is_a_choice() {
        let DrawRules { repetition: _, quiet: _, quiet_three_each: _, quiet_three: _, counted_from: _ } =
            Rules::STANDARD.draws;
        let fields = Rules::FIELDS.iter().filter(|field| **field != "draws");
        assert!(fields.clone().all(|field| Choice::ALL.iter().any(|choice| choice.key == *field)));
        assert_eq!(Choice::ALL.len(), fields.count() + 5);
    }

    #[test]
    fn every_value_is_read_as_it_is_written_and_differs_from_the_others() {
        for choice in Choice::ALL {
            let values = match choice.values() {
                Values::Words(words) => words.into_iter().map(str::to_owned).collect(),
                Values::Number { least, most, or_never } => {
                    let never = or_never.then(|| NEVER.to_owned());
                    [least, most].map(|number| number.to_string()).into_iter().chain(never).collect::<Vec<_>>()
                }
            };
            let mut found = Vec::new();
            for value in values {
                let mut rules = Rules::STANDARD;
                assert_eq!(choice.change(&mut rules, &value), Some(()), "{} {value}", choice.key);
                assert_eq!(choice.value(&rules), value, "{}", choice.key);
                let others = Choice::ALL.into_iter().filter(|other| other.key != choice.key);
                assert!(others.into_iter().all(|it| it.value(&rules) == it.value(&Rules::STANDARD)), "{}", choice.key);
                assert!(!found.contains(&rules), "{} {value}", choice.key);
                found.push(rules);
            }
            let mut rules = Rules::STANDARD;
            assert_eq!((choice.change(&mut rules, "?"), rules), (None, Rules::STANDARD), "{}", choice.key);
        }
    }

    #[test]
    fn keys_are_named_once() {
        for (index, choice) in Choice::ALL.iter().enumerate() {
            assert!(Choice::ALL[..index].iter().all(|other| other.key != choice.key), "{}", choice.key);
        }
    }
}
