// SPDX-License-Identifier: GPL-3.0-or-later
//! Sets of rules as values.

use super::{Board, DrawReason, PLAIN_24};

/// With fewer men, on the board and in hand, a side has lost: a mill has three.
pub const MIN_MEN: u8 = 3;

/// A set of rules: one value that the whole program takes as a parameter. Where choices have a
/// default it is that of nine men's morris.
///
/// Two sets are the same if all their fields are. Those that the program knows by name have an
/// [id](Self::id); others are made with [`Self::builder`].
///
/// ```
/// use morris::{MillProtection, Rules};
///
/// let rules: Rules = "standard".parse()?;
/// assert_eq!(rules, Rules::STANDARD);
///
/// let harder = Rules::builder(rules).from_mills(MillProtection::None).build()?;
/// assert_eq!((rules.preset(), harder.preset()), (Some("standard"), None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rules {
    /// Where it is played.
    pub board: &'static Board,
    /// How many men each side begins with.
    pub men: u8,
    /// What a side with men in hand may do.
    pub placing: Placing,
    /// When a man may go to any empty point.
    pub flying: Flying,
    /// Whether men that stand in mills may be removed.
    pub from_mills: MillProtection,
    /// How many men a move removes that closes mills.
    pub removals: Removals,
    /// What a mill does that is closed while men are placed.
    pub while_placing: PlacingRemovals,
    /// Whether a mill that was opened may be closed again.
    pub reforming: MillReuse,
    /// What a mill is for.
    pub goal: Goal,
    /// Where the first man may not go.
    pub first_point: FirstPlacement,
    /// What becomes of a side that has no legal move.
    pub blocked: Blocked,
    /// What a board full of men means.
    pub full_board: FullBoard,
    /// When the game is drawn by itself.
    pub draws: DrawRules,
}

/// What a side with men in hand may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placing {
    /// It places one.
    #[default]
    First,
    /// It places one or moves one along an edge.
    OrMove,
}

/// When a man may go to any empty point instead of along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flying {
    /// Never.
    Never,
    /// With no men in hand and exactly this many on the board.
    With(u8),
}

/// Whether men that stand in mills are safe from removal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MillProtection {
    /// As long as there are men outside mills.
    #[default]
    WhileOthersLeft,
    /// Not at all.
    None,
    /// Always: a mill removes nothing where all men stand in mills.
    Full,
}

/// How many men a move removes that closes mills.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Removals {
    /// One.
    #[default]
    PerMove,
    /// One for each mill, one after the other, at most three.
    PerMill,
}

/// What a mill does that is closed while men are placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlacingRemovals {
    /// It removes a man, whose point is free at once.
    #[default]
    AtOnce,
    /// It removes a man, but nobody may place on its point before all men are placed.
    AfterPlacing,
    /// Nothing is removed.
    Never,
    /// Nothing is removed, but once all men are placed each side removes one man by a move of its
    /// own, and then men move: first the side that closed the first mill, or the second player
    /// where nobody did.
    OneEach,
}

/// Whether a mill that was opened may be closed again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MillReuse {
    /// At any time.
    #[default]
    Free,
    /// A man that closed a mill by its side's last move may not go straight back if that closes a
    /// mill.
    NotStraightBack,
    /// It may, but each line removes a man only the first time that a side closes it.
    EachLineOnce,
}

/// What a mill is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// It removes men: whoever has fewer than three has lost.
    #[default]
    Reduce,
    /// The first one wins.
    FirstMill,
}

/// Where the first man may not go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstPlacement {
    /// It may go anywhere.
    #[default]
    Any,
    /// Not to the center of the board.
    NotCenter,
}

/// What becomes of a side that has no legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Blocked {
    /// It loses.
    #[default]
    Loses,
    /// The game is drawn.
    Draws,
    /// The opponent must move again so that there is a way out, and removes nothing for a mill
    /// then. Where no such move is, the game is drawn.
    MustBeLetOut,
}

/// What a board full of men means, on which nobody can move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FullBoard {
    /// The side to move is blocked like any other.
    #[default]
    Blocks,
    /// The game is drawn.
    Draws,
}

/// The automatic draws; `None` means that there is no such draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DrawRules {
    /// How often the same position ends the game, the first time counted.
    pub repetition: Option<u8>,
    /// How many quiet plies end the game.
    pub quiet: Option<u16>,
    /// How many quiet plies end the game while both sides have three men.
    pub quiet_three_each: Option<u16>,
    /// How many quiet plies end the game while one side has three men, or both.
    pub quiet_three: Option<u16>,
    /// What starts the count of quiet plies anew.
    pub counted_from: QuietReset,
}

/// What starts the count of quiet plies anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuietReset {
    /// A removal or a placement.
    RemovalOrPlacement,
    /// A removal alone: placements count as quiet plies.
    Removal,
}

impl DrawRules {
    /// The draw by so many quiet plies, if it has come, while the sides have so many men, on the
    /// board and in hand.
    #[must_use]
    pub fn reached(&self, men: [u8; 2], quiet: u16) -> Option<DrawReason> {
        let limits = [
            (DrawReason::QuietThreeEach, self.limit_of_three_each(men)),
            (DrawReason::QuietThree, self.limit_of_three(men)),
            (DrawReason::QuietPlies, self.quiet),
        ];
        let reached = |&(_, limit): &(DrawReason, Option<u16>)| limit.is_some_and(|limit| quiet >= limit);
        limits.into_iter().find(reached).map(|(reason, _)| reason)
    }

    /// How many quiet plies may follow so many before the game is drawn; `None` if it never is.
    #[must_use]
    #[inline]
    pub fn quiet_left(&self, men: [u8; 2], quiet: u16) -> Option<u16> {
        let mut limit = self.quiet;
        if let Some(few) = self.limit_of_three_each(men) {
            limit = Some(limit.map_or(few, |limit| limit.min(few)));
        }
        if let Some(few) = self.limit_of_three(men) {
            limit = Some(limit.map_or(few, |limit| limit.min(few)));
        }
        Some(limit?.saturating_sub(quiet))
    }

    /// The limit that holds while both sides have three men.
    #[inline]
    fn limit_of_three_each(&self, men: [u8; 2]) -> Option<u16> {
        self.quiet_three_each.filter(|_| men == [MIN_MEN; 2])
    }

    /// The limit that holds while one side has three men, or both.
    #[inline]
    fn limit_of_three(&self, men: [u8; 2]) -> Option<u16> {
        self.quiet_three.filter(|_| men.contains(&MIN_MEN))
    }
}

impl Rules {
    /// Whether moves are those of nine men's morris, so that what was solved and fitted for it
    /// holds. The draws may differ.
    #[must_use]
    pub fn moves_are_standard(&self) -> bool {
        self.moves_are_classic() && *self.board == PLAIN_24 && self.flying == Flying::With(3)
    }

    /// Whether moves are the classic ones, on whatever board, with however many men, flying or not:
    /// first placed, then moved; a mill removes one man at once, protected in mills; who is short
    /// of men or blocked has lost.
    #[must_use]
    pub fn moves_are_classic(&self) -> bool {
        // Without `..`: whoever adds a field decides here.
        let Self {
            board: _,
            men: _,
            placing,
            flying: Flying::Never | Flying::With(_),
            from_mills,
            removals,
            while_placing,
            reforming,
            goal,
            first_point,
            blocked,
            full_board,
            draws: _,
        } = *self;
        placing == Placing::First
            && from_mills == MillProtection::WhileOthersLeft
            && removals == Removals::PerMove
            && while_placing == PlacingRemovals::AtOnce
            && reforming == MillReuse::Free
            && goal == Goal::Reduce
            && first_point == FirstPlacement::Any
            && blocked == Blocked::Loses
            && full_board == FullBoard::Blocks
    }

    /// Whether every mill removes one man, as long as there is one that may be removed.
    #[must_use]
    #[inline]
    pub(super) fn mills_remove_one(&self) -> bool {
        self.goal == Goal::Reduce
            && self.removals == Removals::PerMove
            && !matches!(self.while_placing, PlacingRemovals::Never | PlacingRemovals::OneEach)
            && self.reforming != MillReuse::EachLineOnce
    }

    /// Whether positions remember anything besides men, hands and whose turn it is.
    #[must_use]
    #[inline]
    pub fn have_memory(&self) -> bool {
        self.reforming != MillReuse::Free
            || self.while_placing == PlacingRemovals::AfterPlacing
            || self.have_forced_moves()
    }

    /// Whether there are moves that are no placement, slide or flight of one's own free will.
    #[must_use]
    #[inline]
    pub(super) fn have_forced_moves(&self) -> bool {
        self.while_placing == PlacingRemovals::OneEach || self.blocked == Blocked::MustBeLetOut
    }
}
