// SPDX-License-Identifier: GPL-3.0-or-later
//! The coach of a person's first games: which tip fits a position. Each tip is proven by the legal
//! moves.

use crate::hint::{can_close, closable_lines};
use crate::review::mobility;
use morris::{Color, Flying, Move, Phase, Point, PointSet, Position, Rules};

/// Number of games in which the coach speaks unless the person decides otherwise.
pub const FIRST_GAMES: u32 = 3;

/// A tip of the coach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tip {
    /// A man is to be removed, and one of those that can be removed could help to close a mill
    /// next.
    RemoveAttacker,
    /// A man is to be removed, and only men outside of mills can be.
    RemoveOutsideMills,
    /// The opponent has just closed a mill.
    TheirMill,
    /// The person can fly from now on.
    YouFly,
    /// The opponent can close a mill with its next move, which the person can prevent.
    TheirThreat,
    /// The person can close a mill.
    YourChance,
    /// The opponent can fly from now on.
    TheyFly,
    /// The person has at most [`FEW_WAYS`] moves.
    YouAreShutIn,
    /// The opponent has at most [`FEW_WAYS`] moves, as the men are now.
    TheyAreShutIn,
}

/// Maximum number of moves of a side that is nearly blocked.
pub const FEW_WAYS: usize = 2;

/// A position in which a person is to act.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The position, with the person to move.
    pub position: &'a Position,
    /// Position before the opponent's last move, and that move.
    pub last: Option<(&'a Position, Move)>,
    /// The person's move that closes a mill and still lacks its removal.
    pub half: Option<Move>,
}

impl Tip {
    /// All tips, the most important first.
    pub const ALL: [Self; 9] = [
        Self::RemoveAttacker,
        Self::RemoveOutsideMills,
        Self::TheirMill,
        Self::YouFly,
        Self::TheirThreat,
        Self::YourChance,
        Self::TheyFly,
        Self::YouAreShutIn,
        Self::TheyAreShutIn,
    ];

    /// Returns the most important tip for a moment that was not given yet. `None` if nothing is
    /// new, or if the moves are not the classic ones.
    pub fn find(moment: &Moment<'_>, given: &[Self]) -> Option<Self> {
        let teaches = moment.rules.moves_are_classic() && moment.position.outcome(moment.rules).is_none();
        Self::ALL.into_iter().filter(|tip| teaches && !given.contains(tip)).find(|&tip| moment.fits(tip))
    }
}

impl Moment<'_> {
    /// Returns `true` if a tip is true now.
    fn fits(&self, tip: Tip) -> bool {
        let Some(half) = self.half else { return self.fits_turn(tip) };
        match tip {
            Tip::RemoveAttacker => self.can_remove_attacker(half),
            Tip::RemoveOutsideMills => {
                let men = self.position.men(self.position.side().other());
                let outside = men - self.rules.board.in_mills(men);
                !outside.is_empty() && outside != men && self.removable(half) == outside
            }
            _ => false,
        }
    }

    fn fits_turn(&self, tip: Tip) -> bool {
        let (you, them) = (self.position.side(), self.position.side().other());
        let ways = |color| {
            let moves = self.position.phase(color, self.rules) == Phase::Moving;
            moves.then(|| mobility(self.position, color, self.rules))
        };
        match tip {
            Tip::RemoveAttacker | Tip::RemoveOutsideMills => false,
            Tip::TheirMill => self.last.is_some_and(|(before, mv)| before.closes_mill(them, mv, self.rules)),
            Tip::YouFly => self.flies(you),
            Tip::TheirThreat => self.is_threatened() && self.can_prevent(),
            Tip::YourChance => can_close(self.position, self.rules),
            Tip::TheyFly => self.flies(them),
            Tip::YouAreShutIn => ways(you).is_some_and(|ways| ways <= FEW_WAYS),
            Tip::TheyAreShutIn => ways(them).is_some_and(|ways| ways <= FEW_WAYS),
        }
    }

    fn removable(&self, half: Move) -> PointSet {
        self.position.removable_after(half, self.rules)
    }

    /// Returns `true` if a removal keeps the opponent from closing a line next.
    fn can_remove_attacker(&self, half: Move) -> bool {
        let them = self.position.side().other();
        let lines = |mv| closable_lines(&self.position.play_unchecked(mv, self.rules), them, self.rules);
        let now = lines(half).unwrap_or_default();
        let stops = |man: Point| {
            let then = lines(half.removing(man.set())).unwrap_or_default();
            now.iter().any(|line| !then.contains(line))
        };
        !now.is_empty() && self.removable(half).any(stops)
    }

    /// Returns `true` if a side flies because three of its men are left.
    fn flies(&self, color: Color) -> bool {
        let rule = self.rules.flying == Flying::With(3) && self.rules.men > 3;
        rule && self.position.phase(color, self.rules) == Phase::Flying
    }

    fn is_threatened(&self) -> bool {
        let them = self.position.side().other();
        closable_lines(self.position, them, self.rules).is_some_and(|lines| !lines.is_empty())
    }

    /// Returns `true` if the opponent can close no mill after some move.
    fn can_prevent(&self) -> bool {
        let prevents = |mv| !can_close(&self.position.play_unchecked(mv, self.rules), self.rules);
        self.position.legal_moves(self.rules).into_iter().any(prevents)
    }
}

morris::with_ids! {
    /// When the coach speaks.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum CoachChoice {
        /// In the first games of a person.
        #[default]
        FirstGames = "first-games",
        /// In every game that can have a coach.
        Always = "always",
        /// Never.
        Never = "never",
    }
}

/// Record of the coach in a person's practice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coaching {
    /// Number of finished games that could have a coach, at most [`FIRST_GAMES`].
    pub games: u32,
    /// When the coach speaks.
    pub choice: CoachChoice,
}

impl Coaching {
    /// Returns `true` if the coach speaks now.
    pub fn speaks(&self) -> bool {
        match self.choice {
            CoachChoice::FirstGames => self.games < FIRST_GAMES,
            CoachChoice::Always => true,
            CoachChoice::Never => false,
        }
    }

    /// Counts a finished game.
    pub fn count_game(&mut self) {
        self.games = self.games.saturating_add(1).min(FIRST_GAMES);
    }

    /// Merges the record of another instance of the program. A choice of the person stays.
    pub(crate) fn take_in(&mut self, other: Self) {
        self.games = self.games.max(other.games);
        if self.choice == CoachChoice::FirstGames {
            self.choice = other.choice;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Rules = Rules::STANDARD;

    fn tips(line: &str, last: Option<(&str, &str)>, half: Option<&str>) -> Vec<Tip> {
        let parse = |line: &str| Position::parse(line, &RULES).unwrap();
        let (position, before) = (parse(line), last.map(|(line, mv)| (parse(line), mv.parse().unwrap())));
        let last = before.as_ref().map(|(before, mv)| (before, *mv));
        let half = half.map(|mv| mv.parse().unwrap());
        let moment = Moment { rules: &RULES, position: &position, last, half };
        let mut given = Vec::new();
        while let Some(tip) = Tip::find(&moment, &given) {
            given.push(tip);
        }
        given
    }

    #[test]
    fn each_tip_fits_its_moment() {
        let cases = [
            (".../.../.../....../.../.../... w 9 9 0", vec![]),
            ("BB./W../.../....../.../.../..W w 7 7 0", vec![Tip::TheirThreat]),
            ("WW./B../.../....../.../.../..B w 7 7 0", vec![Tip::YourChance]),
            ("WW./B../.../....../.../.../BB. w 6 6 0", vec![Tip::TheirThreat, Tip::YourChance]),
            // Black closes one of two mills, whatever White does.
            ("BB./.../.../W...../.../.W./BB. w 5 5 0", vec![]),
            ("W../W../.../W....B/.../B.B/..B w 0 0 0", vec![Tip::YouFly, Tip::YourChance]),
            ("B../B../.../B....W/W../W../.W. w 0 0 0", vec![Tip::TheirThreat, Tip::TheyFly]),
            ("WBW/.../.../B...../.../B../WBW w 0 0 0", vec![Tip::YouAreShutIn]),
            ("BWB/.../.../W...../.../W../BWB w 0 0 0", vec![Tip::TheyAreShutIn]),
            ("WB./.../.../BW.B../.../.W./WB. w 0 0 0", vec![]),
        ];
        for (line, expected) in cases {
            assert_eq!(tips(line, None, None), expected, "{line}");
        }
    }

    #[test]
    fn tip_about_their_mill_follows_it() {
        let before = "BB./W../.../....../.../.../W.W b 6 7 0";
        let after = "BBB/W../.../....../.../.../..W w 6 6 0";
        assert_eq!(tips(after, Some((before, "g7xa1")), None), [Tip::TheirMill]);
        assert_eq!(tips(after, Some((before, "d6")), None), []);
    }

    #[test]
    fn tip_about_the_removal_precedes_it() {
        let half = Some("g7");
        assert_eq!(tips("WW./.../.../....../.../.../BB. w 7 7 0", None, half), [Tip::RemoveAttacker]);
        assert_eq!(tips("WW./.../.../....../.../.../BBB w 6 6 0", None, half), [], "all are in the mill");
        let mill_and_one = "WW./B../W../....../.../.../BBB w 5 5 0";
        assert_eq!(tips(mill_and_one, None, half), [Tip::RemoveOutsideMills]);
        assert_eq!(tips("WW./B../.../....../.../.../..B w 7 7 0", None, half), []);
    }

    #[test]
    fn other_moves_than_the_classic_ones_have_no_coach() {
        let rules: Rules = "lasker".parse().unwrap();
        let position = Position::parse("BB./W../.../....../.../.../..W w 8 8 0", &rules).unwrap();
        let moment = Moment { rules: &rules, position: &position, last: None, half: None };
        assert_eq!(Tip::find(&moment, &[]), None);
    }

    #[test]
    fn the_coach_speaks_in_three_games_or_as_chosen() {
        let mut coaching = Coaching::default();
        let spoke: Vec<_> = (0..5).map(|_| (coaching.speaks(), coaching.count_game()).0).collect();
        assert_eq!(spoke, [true, true, true, false, false]);
        assert!(Coaching { choice: CoachChoice::Always, ..coaching }.speaks());
        assert!(!Coaching { choice: CoachChoice::Never, games: 0 }.speaks());
    }
}
