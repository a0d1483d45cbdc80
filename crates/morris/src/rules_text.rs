// SPDX-License-Identifier: GPL-3.0-or-later
//! Choices of rules as words, with a key and a value for each. Used for custom rules in files and
//! texts.

use super::{Choice, Goal, ParseRulesError, PlacingRemovals, Rules, RulesBuilder, RulesError, escape};

/// Reason why words are not a set of rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum RulesTextError {
    #[error(transparent)]
    Base(#[from] ParseRulesError),
    #[error("rules have no “{0}”; they have {known}", known = keys())]
    Key(String),
    #[error("“{key}” cannot be “{found}”; allowed is {allowed}")]
    Value { key: &'static str, found: Box<str>, allowed: Box<str> },
    #[error(transparent)]
    Rules(#[from] RulesError),
}

fn keys() -> String {
    Choice::ALL.map(|choice| choice.key).join(", ")
}

impl Rules {
    /// Returns the keys and values of all choices.
    pub fn choices(&self) -> Vec<(&'static str, String)> {
        Choice::ALL.iter().map(|choice| (choice.key, choice.value(self))).collect()
    }

    /// Returns the keys and values of the choices that differ from `base`.
    pub fn differences(&self, base: &Self) -> Vec<(&'static str, String)> {
        let both = self.choices().into_iter().zip(base.choices());
        both.filter(|(here, there)| here != there).map(|(here, _)| here).collect()
    }

    /// Returns the preset with the fewest differences, preferring presets on the same board. The
    /// first one wins ties.
    #[must_use]
    pub fn base(&self) -> Self {
        Self::PRESETS
            .into_iter()
            .min_by_key(|base| (base.board != self.board, self.differences(base).len()))
            .unwrap_or_default()
    }

    /// Returns the rules as one word: the id of a preset, followed by the choices that differ from
    /// it. Examples: `twelve`, `twelve,men=9,flying=never`.
    pub fn line(&self) -> String {
        let base = self.base();
        let words = self.differences(&base).into_iter().map(|(key, value)| format!(",{key}={value}"));
        base.id().to_owned() + &words.collect::<String>()
    }

    /// Reads a line as written by [`Self::line`], with commas or spaces between the choices.
    ///
    /// ```
    /// use morris::Rules;
    ///
    /// let rules = Rules::read_line("twelve men=9 flying=never")?;
    /// assert_eq!((rules.men, rules.board.id(), rules.preset()), (9, "diag24", None));
    /// assert_eq!(Rules::read_line(&rules.line()), Ok(rules));
    /// # Ok::<(), morris::RulesTextError>(())
    /// ```
    pub fn read_line(line: &str) -> Result<Self, RulesTextError> {
        let mut words = line.split([',', ' ']).filter(|word| !word.is_empty());
        let base = words.next().unwrap_or_default().parse()?;
        let choices = words.map(|word| word.split_once('=').ok_or_else(|| RulesTextError::Key(escape(word))));
        let mut rules = Self::builder(base);
        for choice in choices {
            let (key, value) = choice?;
            rules = rules.choose(key, value)?;
        }
        Ok(rules.build()?)
    }
}

impl RulesBuilder {
    /// Changes a choice by its key. The value is a word.
    pub fn choose(self, key: &str, value: &str) -> Result<Self, RulesTextError> {
        let choice = Choice::ALL.into_iter().find(|choice| choice.key == key);
        let choice = choice.ok_or_else(|| RulesTextError::Key(escape(key)))?;
        let mut rules = *self.current();
        match choice.change(&mut rules, value) {
            Some(()) => Ok(Rules::builder(rules)),
            None => Err(RulesTextError::Value {
                key: choice.key,
                found: escape(value).into(),
                allowed: choice.values().to_string().into(),
            }),
        }
    }
}

/// Reason why games by a set of rules may go differently than intended. The rules can be played
/// nevertheless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RulesWarning {
    /// A game need not end, because neither repetition nor quiet plies draw it.
    Endless,
    /// No man ever moves: the men fill the board, and none is removed before.
    NoMoves,
}

impl Rules {
    /// Returns the warnings for these rules.
    pub fn warnings(&self) -> Vec<RulesWarning> {
        let endless = self.draws.repetition.is_none() && self.draws.quiet.is_none();
        let full = 2 * usize::from(self.men) == self.board.points().len();
        let no_moves = full && self.goal != Goal::FirstMill && self.while_placing == PlacingRemovals::Never;
        let warnings = [(endless, RulesWarning::Endless), (no_moves, RulesWarning::NoMoves)];
        warnings.into_iter().filter(|(holds, _)| *holds).map(|(_, warning)| warning).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rules on the board of `tapatan` that differ from the standard rules in every other choice
    /// that this board allows.
    const ODD: &str = "tapatan,men=4,placing=or-move,flying=3,flying_counts=board-and-hand,from_mills=never,removals=per-mill,\
                       capture_between=both,least_men=2,while_placing=one-each,\
                       reforming=each-line-once,goal=reduce,first_point=not-centre,blocked=must-be-let-out,\
                       full_board=draws,repetition=never,quiet=7,quiet_three_each=8,quiet_three=9,counted_from=removal";

    #[test]
    fn lines_read_back() {
        for rules in Rules::PRESETS {
            assert_eq!((rules.line().as_str(), Rules::read_line(rules.id())), (rules.id(), Ok(rules)));
            assert_eq!((rules.base(), rules.differences(&rules)), (rules, Vec::new()));
        }
        let odd = Rules::read_line(ODD).unwrap();
        assert_eq!(odd.differences(&"tapatan".parse().unwrap()).len(), 19, "all but the board");
        assert_eq!(Rules::read_line(&odd.line()), Ok(odd));
        assert_eq!(Rules::read_line(&odd.line().replace(',', " ")), Ok(odd));
        assert_eq!(
            Rules::read_line("six board=plain24").map(|rules| rules.line()),
            Ok("standard,men=6,flying=never".to_owned())
        );
    }

    #[test]
    fn faults_are_named_with_the_allowed_values() {
        let error = |line: &str| Rules::read_line(line).unwrap_err().to_string();
        assert_eq!(error("twelve men=13"), "“men” cannot be “13”; allowed is 3 to 12");
        assert_eq!(error("twelve men=+9"), "“men” cannot be “+9”; allowed is 3 to 12");
        assert_eq!(error("twelve flying=2"), "“flying” cannot be “2”; allowed is 3 to 12, or never");
        assert_eq!(
            error("twelve goal=checkmate"),
            "“goal” cannot be “checkmate”; allowed is reduce, first-mill, misere"
        );
        assert_eq!(error("six men=9"), "twice 9 pieces do not fit on 16 points");
        assert_eq!(error("six first_point=not-centre"), "the board “ring16” has no center");
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
        assert_eq!(warnings("twelve,while_placing=never"), [RulesWarning::NoMoves]);
        assert_eq!(warnings("eleven,while_placing=never"), []);
    }
}
