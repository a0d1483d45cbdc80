// SPDX-License-Identifier: GPL-3.0-or-later
//! Choices of rules as words, one key and one value for each: for rules of one's own in files and texts.

use std::fmt;

use super::{
    Blocked, Board, DrawRules, FirstPoint, Flying, FromMills, FullBoard, Goal, ParseRulesError, Placing, QuietReset,
    Reforming, RemovalWhilePlacing, Removals, Rules, RulesBuilder, RulesError, printable, zobrist,
};

/// What stands for a number that there is none of.
const NEVER: &str = "never";

/// Why words make no set of rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesTextError {
    /// There is no such preset to begin with.
    #[error(transparent)]
    Base(#[from] ParseRulesError),
    /// There is no such choice.
    #[error("rules have no “{0}”; they have {known}", known = Rules::KEYS.join(", "))]
    Key(String),
    /// A choice cannot be so.
    #[error("“{key}” cannot be “{found}”; allowed is {allowed}")]
    Value {
        /// Which.
        key: &'static str,
        /// What stands there.
        found: Box<str>,
        /// What may stand there.
        allowed: Box<str>,
    },
    /// The choices do not go together.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

/// An enum whose values have words.
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
    FromMills: "if-no-other" IfNoOther, "always" Always, "never" Never;
    Removals: "per-move" PerMove, "per-mill" PerMill;
    RemovalWhilePlacing: "at-once" AtOnce, "after-placing" AfterPlacing, "never" Never, "one-each" OneEach;
    Reforming: "free" Free, "not-straight-back" NotStraightBack, "each-line-once" EachLineOnce;
    Goal: "reduce" Reduce, "first-mill" FirstMill;
    FirstPoint: "any" Any, "not-centre" NotCentre;
    Blocked: "loses" Loses, "draws" Draws, "must-be-let-out" MustBeLetOut;
    FullBoard: "blocks" Blocks, "draws" Draws;
    QuietReset: "removal-or-placement" RemovalOrPlacement, "removal" Removal;
}

fn word<T: Words>(value: T) -> String {
    T::WORDS.iter().find(|(_, other)| *other == value).map_or_else(String::new, |(word, _)| (*word).to_owned())
}

fn read<T: Words>(key: &'static str, text: &str) -> Result<T, RulesTextError> {
    let known = T::WORDS.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
    known.ok_or_else(|| wrong(key, text, T::WORDS.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ")))
}

fn wrong(key: &'static str, text: &str, allowed: String) -> RulesTextError {
    RulesTextError::Value { key, found: printable(text).into(), allowed: allowed.into() }
}

fn number<N: fmt::Display>(number: Option<N>) -> String {
    number.map_or_else(|| NEVER.to_owned(), |number| number.to_string())
}

fn read_number(key: &'static str, text: &str, least: u16, most: u16) -> Result<Option<u16>, RulesTextError> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number) && !text.starts_with('+'));
    match number {
        _ if text == NEVER => Ok(None),
        Some(number) => Ok(Some(number)),
        None => Err(wrong(key, text, format!("{least} to {most}, or {NEVER}"))),
    }
}

impl Rules {
    /// The choices there are, by the keys that they have in texts.
    pub const KEYS: [&'static str; 17] = [
        "board",
        "men",
        "placing",
        "flying",
        "from_mills",
        "removals",
        "while_placing",
        "reforming",
        "goal",
        "first_point",
        "blocked",
        "full_board",
        "repetition",
        "quiet",
        "quiet_three_each",
        "quiet_three",
        "counted_from",
    ];

    /// The values of all choices as words, in the order of [`Self::KEYS`].
    fn values(&self) -> [String; Self::KEYS.len()] {
        let Self { board, men, placing, flying, from_mills, removals, while_placing, reforming, goal, .. } = *self;
        let Self { first_point, blocked, full_board, draws, .. } = *self;
        let DrawRules { repetition, quiet, quiet_three_each, quiet_three, counted_from } = draws;
        let flying = match flying {
            Flying::Never => None,
            Flying::With(men) => Some(men),
        };
        [
            board.id().to_owned(),
            men.to_string(),
            word(placing),
            number(flying),
            word(from_mills),
            word(removals),
            word(while_placing),
            word(reforming),
            word(goal),
            word(first_point),
            word(blocked),
            word(full_board),
            number(repetition),
            number(quiet),
            number(quiet_three_each),
            number(quiet_three),
            word(counted_from),
        ]
    }

    /// All choices: keys and values.
    #[must_use]
    pub fn choices(&self) -> Vec<(&'static str, String)> {
        Self::KEYS.into_iter().zip(self.values()).collect()
    }

    /// What differs from another set: keys and values.
    #[must_use]
    pub fn differences(&self, base: &Self) -> Vec<(&'static str, String)> {
        let both = self.values().into_iter().zip(base.values());
        let differ = Self::KEYS.into_iter().zip(both).filter(|(_, (here, there))| here != there);
        differ.map(|(key, (here, _))| (key, here)).collect()
    }

    /// The preset on the same board that least differs; the first of them.
    #[must_use]
    pub fn base(&self) -> Self {
        Self::PRESETS
            .into_iter()
            .min_by_key(|base| (base.board != self.board, self.differences(base).len()))
            .unwrap_or_default()
    }

    /// The preset that it is, or one and what differs from it, in one word: `twelve`, `twelve,men=9,flying=never`.
    #[must_use]
    pub fn line(&self) -> String {
        let base = self.base();
        let words = self.differences(&base).into_iter().map(|(key, value)| format!(",{key}={value}"));
        base.id().to_owned() + &words.collect::<String>()
    }

    /// Reads such a line, with commas or spaces.
    ///
    /// ```
    /// use morris::Rules;
    ///
    /// let rules = Rules::read_line("twelve men=9 flying=never")?;
    /// assert_eq!((rules.men, rules.board.id(), rules.preset()), (9, "diag24", None));
    /// assert_eq!(Rules::read_line(&rules.line()), Ok(rules));
    /// # Ok::<(), morris::RulesTextError>(())
    /// ```
    ///
    /// # Errors
    /// What in it is no choice, or why the choices do not go together.
    pub fn read_line(line: &str) -> Result<Self, RulesTextError> {
        let mut words = line.split([',', ' ']).filter(|word| !word.is_empty());
        let base = words.next().unwrap_or_default().parse()?;
        let choices = words.map(|word| word.split_once('=').ok_or_else(|| RulesTextError::Key(printable(word))));
        let mut rules = Self::builder(base);
        for choice in choices {
            let (key, value) = choice?;
            rules = rules.choose(key, value)?;
        }
        Ok(rules.build()?)
    }
}

impl RulesBuilder {
    /// Changes a choice by its key, with its value as a word.
    ///
    /// # Errors
    /// There is no such choice, or none such value.
    pub fn choose(self, key: &str, value: &str) -> Result<Self, RulesTextError> {
        let known = Rules::KEYS.into_iter().find(|known| *known == key);
        let key = known.ok_or_else(|| RulesTextError::Key(printable(key)))?;
        let draws = |change: &dyn Fn(&mut DrawRules)| {
            let mut draws = self.current().draws;
            change(&mut draws);
            self.draws(draws)
        };
        Ok(match key {
            "board" => self.board(Board::with_id(value).ok_or_else(|| {
                wrong(key, value, Board::ALL.iter().map(|board| board.id()).collect::<Vec<_>>().join(", "))
            })?),
            "men" => {
                let most = zobrist::MAX_MEN as u16;
                let men = read_number(key, value, 3, most).ok().flatten();
                self.men(men.ok_or_else(|| wrong(key, value, format!("3 to {most}")))? as u8)
            }
            "placing" => self.placing(read(key, value)?),
            "flying" => {
                let men = read_number(key, value, 3, zobrist::MAX_MEN as u16)?;
                self.flying(men.map_or(Flying::Never, |men| Flying::With(men as u8)))
            }
            "from_mills" => self.from_mills(read(key, value)?),
            "removals" => self.removals(read(key, value)?),
            "while_placing" => self.while_placing(read(key, value)?),
            "reforming" => self.reforming(read(key, value)?),
            "goal" => self.goal(read(key, value)?),
            "first_point" => self.first_point(read(key, value)?),
            "blocked" => self.blocked(read(key, value)?),
            "full_board" => self.full_board(read(key, value)?),
            "repetition" => {
                let times = read_number(key, value, 2, 100)?.map(|times| times as u8);
                draws(&|draws| draws.repetition = times)
            }
            "counted_from" => {
                let from = read(key, value)?;
                draws(&|draws| draws.counted_from = from)
            }
            key => {
                let plies = read_number(key, value, 1, 10_000)?;
                draws(&|draws| match key {
                    "quiet" => draws.quiet = plies,
                    "quiet_three_each" => draws.quiet_three_each = plies,
                    _ => draws.quiet_three = plies,
                })
            }
        })
    }
}

/// Why games by a set of rules may not go as whoever made it wants; they can be played all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RulesWarning {
    /// A game need not end: neither repetition nor quiet plies draw it.
    Endless,
    /// Nobody ever moves: the men fill the board, and none is removed before.
    NobodyMoves,
}

impl Rules {
    /// What may not be wanted.
    #[must_use]
    pub fn warnings(&self) -> Vec<RulesWarning> {
        let endless = self.draws.repetition.is_none() && self.draws.quiet.is_none();
        let full = 2 * usize::from(self.men) == self.board.points().len();
        let nobody_moves = full && self.goal == Goal::Reduce && self.while_placing == RemovalWhilePlacing::Never;
        let warnings = [(endless, RulesWarning::Endless), (nobody_moves, RulesWarning::NobodyMoves)];
        warnings.into_iter().filter(|(holds, _)| *holds).map(|(_, warning)| warning).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set that differs from standard in every choice but the board's points allow.
    const ODD: &str = "tapatan,men=4,placing=or-move,flying=3,from_mills=never,removals=per-mill,while_placing=one-each,\
                       reforming=each-line-once,goal=reduce,first_point=not-centre,blocked=must-be-let-out,\
                       full_board=draws,repetition=never,quiet=7,quiet_three_each=8,quiet_three=9,counted_from=removal";

    #[test]
    fn lines_read_back() {
        for rules in Rules::PRESETS {
            assert_eq!((rules.line().as_str(), Rules::read_line(rules.id())), (rules.id(), Ok(rules)));
            assert_eq!((rules.base(), rules.differences(&rules)), (rules, Vec::new()));
        }
        let odd = Rules::read_line(ODD).unwrap();
        assert_eq!(odd.differences(&"tapatan".parse().unwrap()).len(), 16, "all but the board");
        assert_eq!(Rules::read_line(&odd.line()), Ok(odd));
        assert_eq!(Rules::read_line(&odd.line().replace(',', " ")), Ok(odd));
        assert_eq!(
            Rules::read_line("six board=plain24").map(|rules| rules.line()),
            Ok("standard,men=6,flying=never".to_owned())
        );
    }

    #[test]
    fn every_value_has_a_word() {
        fn words<T: Words + fmt::Debug>() {
            for (index, &(text, value)) in T::WORDS.iter().enumerate() {
                assert_eq!((read::<T>("key", text), word(value)), (Ok(value), text.to_owned()));
                assert!(T::WORDS[..index].iter().all(|(other, _)| *other != text));
            }
        }
        words::<Placing>();
        words::<FromMills>();
        words::<Removals>();
        words::<RemovalWhilePlacing>();
        words::<Reforming>();
        words::<Goal>();
        words::<FirstPoint>();
        words::<Blocked>();
        words::<FullBoard>();
        words::<QuietReset>();
    }

    #[test]
    fn what_is_wrong_is_named_with_what_is_allowed() {
        let error = |line: &str| Rules::read_line(line).unwrap_err().to_string();
        assert_eq!(error("twelve men=13"), "“men” cannot be “13”; allowed is 3 to 12");
        assert_eq!(error("twelve men=+9"), "“men” cannot be “+9”; allowed is 3 to 12");
        assert_eq!(error("twelve flying=2"), "“flying” cannot be “2”; allowed is 3 to 12, or never");
        assert_eq!(error("twelve goal=checkmate"), "“goal” cannot be “checkmate”; allowed is reduce, first-mill");
        assert_eq!(error("six men=9"), "twice 9 men do not fit on 16 points");
        assert_eq!(error("six first_point=not-centre"), "the board “ring16” has no centre");
        assert!(error("six board=chess").starts_with("“board” cannot be “chess”; allowed is plain24, diag24, "));
        assert!(error("six king=1").starts_with("rules have no “king”; they have board, men, "));
        assert!(error("six men").starts_with("rules have no “men”"));
        assert!(error("").starts_with("there are no rules “”"));
    }

    #[test]
    fn games_that_may_not_end_or_not_begin_are_warned_of() {
        let warnings = |line: &str| Rules::read_line(line).unwrap().warnings();
        assert_eq!(warnings("standard"), []);
        assert_eq!(warnings("compo"), [RulesWarning::Endless]);
        assert_eq!(warnings("standard,repetition=never"), [], "quiet plies end it");
        assert_eq!(warnings("twelve,while_placing=never"), [RulesWarning::NobodyMoves]);
        assert_eq!(warnings("eleven,while_placing=never"), []);
    }
}
