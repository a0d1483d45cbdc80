// SPDX-License-Identifier: GPL-3.0-or-later
//! Sets of rules as values.

use super::{Board, DrawReason, PLAIN_24};

/// Number of men of a mill, and of a side at least when a game begins.
pub const MIN_MEN: u8 = 3;

/// A set of rules under construction. Each method changes one choice.
#[derive(Clone, Copy, Debug)]
pub struct RulesBuilder(pub(super) Rules);

/// Defines [`Rules`], and for each field a method of [`RulesBuilder`].
macro_rules! with_builder {
    ($(#[$rules:meta])* pub struct Rules { $($(#[$about:meta])* pub $field:ident: $kind:ty,)* }) => {
        $(#[$rules])* pub struct Rules { $($(#[$about])* pub $field: $kind,)* }

        #[cfg(test)]
        impl Rules {
            pub(super) const FIELDS: &'static [&'static str] = &[$(stringify!($field)),*];
        }

        impl RulesBuilder {
            $(
                #[doc = concat!("Changes [`Rules::", stringify!($field), "`].")]
                #[must_use]
                pub const fn $field(mut self, choice: $kind) -> Self {
                    self.0.$field = choice;
                    self
                }
            )*
        }
    };
}

with_builder! {
/// A set of rules. The whole program takes it as a parameter. Choices with a default have the value
/// of nine men's morris.
///
/// Two sets are equal if all their fields are equal. Presets have an [id](Self::id). Other sets are
/// made with [`Self::builder`].
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
    /// Board on which the game is played.
    pub board: &'static Board,
    /// Number of men that each side starts with.
    pub men: u8,
    /// Options of a side with men in hand.
    pub placing: Placing,
    /// Condition under which a man may go to any empty point.
    pub flying: Flying,
    /// Men that count for this condition.
    pub flying_counts: FlyingCounts,
    /// Protection of men in mills from removal.
    pub from_mills: MillProtection,
    /// Number of men removed by a move that closes mills.
    pub removals: Removals,
    /// Effect of a man that comes between two opposing men on a line.
    pub capture_between: CaptureBetween,
    /// Effect of a mill closed while men are placed.
    pub while_placing: PlacingRemovals,
    /// Whether an opened mill may be closed again.
    pub reforming: MillReuse,
    /// Aim of the game.
    pub goal: Goal,
    /// Fewest men, on the board and in hand, with which a side can play on. With fewer it has lost,
    /// or won if that is its aim.
    pub least_men: u8,
    /// Restriction on the first placement.
    pub first_point: FirstPlacement,
    /// Consequence for a side without a legal move.
    pub blocked: Blocked,
    /// Result of a full board.
    pub full_board: FullBoard,
    /// Automatic draws.
    pub draws: DrawRules,
}
}

/// Options of a side with men in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placing {
    /// The side places a man.
    #[default]
    First,
    /// The side places a man or moves one along an edge.
    OrMove,
}

/// Condition under which a man may go to any empty point instead of along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flying {
    /// Men never fly.
    Never,
    /// Men fly when their side has at most this number: see [`FlyingCounts`].
    With(u8),
}

/// Men that count for flying.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FlyingCounts {
    /// Those on the board. A side with men in hand does not fly.
    #[default]
    Board,
    /// Those on the board and in hand. A side with men in hand may fly.
    BoardAndHand,
}

impl Flying {
    /// Returns `true` if a side flies with this number of men.
    #[inline]
    pub const fn includes(self, men: u8) -> bool {
        matches!(self, Self::With(most) if men <= most)
    }
}

/// Protection of men in mills from removal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MillProtection {
    /// Men in mills are protected as long as other men are left.
    #[default]
    WhileOthersLeft,
    /// Men in mills are not protected.
    None,
    /// Men in mills are always protected. A mill removes nothing if all opposing men are in mills.
    Full,
}

/// Number of men removed by a move that closes mills.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Removals {
    /// One man.
    #[default]
    PerMove,
    /// One man for each mill, one after the other, at most three.
    PerMill,
}

/// Effect of a man that is placed or moved between two opposing men on a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CaptureBetween {
    /// None.
    #[default]
    Never,
    /// The move removes both men, also from mills. If there are several pairs, or a mill too, the
    /// side chooses one pair, or a man of the mill's removal that is in no pair.
    Both,
}

/// Effect of a mill closed while men are placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlacingRemovals {
    /// The mill removes a man, and its point is free at once.
    #[default]
    AtOnce,
    /// The mill removes a man, but neither side may place on its point before all men are placed.
    AfterPlacing,
    /// The mill removes nothing.
    Never,
    /// The mill removes nothing. Once all men are placed, each side removes one man by a separate
    /// move, and then men move. The side that closed the first mill begins, or the second player if
    /// neither side closed one.
    OneEach,
}

/// Whether an opened mill may be closed again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MillReuse {
    /// Allowed at any time.
    #[default]
    Free,
    /// A man that closed a mill by its side's last move may not return straight to its origin if
    /// that closes a mill.
    NotStraightBack,
    /// Allowed, but each line removes a man only the first time that a side closes it.
    EachLineOnce,
}

/// Aim of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// A mill removes men. A side with too few men loses.
    #[default]
    Reduce,
    /// The first mill wins.
    FirstMill,
    /// A mill removes men. A side with too few men, or that would lose because it cannot move,
    /// wins.
    Misere,
}

/// Restriction on the first placement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstPlacement {
    /// The first man may go anywhere.
    #[default]
    Any,
    /// The first man may not go to the center of the board.
    NotCenter,
}

/// Consequence for a side without a legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Blocked {
    /// The side loses.
    #[default]
    Loses,
    /// The game is drawn.
    Draws,
    /// The opponent must move again and let the side out. A mill closed by that move removes
    /// nothing. If no move lets the side out, the game is drawn.
    MustBeLetOut,
}

/// Result of a board full of men, where no man can move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FullBoard {
    /// The side to move is blocked, as in any other position.
    #[default]
    Blocks,
    /// The game is drawn.
    Draws,
}

/// Automatic draws. `None` means that the draw does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DrawRules {
    /// Number of occurrences of a position that end the game, including the first.
    pub repetition: Option<u8>,
    /// Number of quiet plies that end the game.
    pub quiet: Option<u16>,
    /// Number of quiet plies that end the game while both sides have three men.
    pub quiet_three_each: Option<u16>,
    /// Number of quiet plies that end the game while at least one side has three men.
    pub quiet_three: Option<u16>,
    /// Event that resets the count of quiet plies.
    pub counted_from: QuietReset,
}

/// Event that resets the count of quiet plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuietReset {
    /// A removal or a placement.
    RemovalOrPlacement,
    /// A removal alone. Placements count as quiet plies.
    Removal,
}

impl DrawRules {
    /// Returns the draw by quiet plies, if it has been reached. `men` is the number of men of each
    /// side, on the board and in hand.
    pub fn reached(&self, men: [u8; 2], quiet: u16) -> Option<DrawReason> {
        let limits = [
            (DrawReason::QuietThreeEach, self.limit_of_three_each(men)),
            (DrawReason::QuietThree, self.limit_of_three(men)),
            (DrawReason::QuietPlies, self.quiet),
        ];
        let reached = |&(_, limit): &(DrawReason, Option<u16>)| limit.is_some_and(|limit| quiet >= limit);
        limits.into_iter().find(reached).map(|(reason, _)| reason)
    }

    /// Returns the number of quiet plies left before the game is drawn, or `None` if no limit
    /// applies. `men` is the number of men of each side, on the board and in hand.
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

    /// Returns the limit that applies while both sides have three men.
    #[inline]
    fn limit_of_three_each(&self, men: [u8; 2]) -> Option<u16> {
        self.quiet_three_each.filter(|_| men == [MIN_MEN; 2])
    }

    /// Returns the limit that applies while at least one side has three men.
    #[inline]
    fn limit_of_three(&self, men: [u8; 2]) -> Option<u16> {
        self.quiet_three.filter(|_| men.contains(&MIN_MEN))
    }
}

impl Rules {
    /// Returns `true` if moves are those of nine men's morris, so that its tables and fitted
    /// weights apply. The draws may differ.
    pub fn moves_are_standard(&self) -> bool {
        self.moves_are_classic() && *self.board == PLAIN_24 && self.flying == Flying::With(3)
    }

    /// Returns `true` if moves are the classic ones. Men are first placed, then moved. A mill
    /// removes one man at once, and men in mills are protected. A side that is blocked or has too
    /// few men loses. The board, the number of men and flying may differ.
    pub fn moves_are_classic(&self) -> bool {
        let Self { board, men, flying, draws, .. } = *self;
        *self == Self { board, men, flying, draws, ..Self::STANDARD }
    }

    /// Returns `true` if every mill removes one man, as long as one may be removed.
    #[inline]
    pub(super) fn mills_remove_one(&self) -> bool {
        self.goal != Goal::FirstMill
            && self.takes_one()
            && !matches!(self.while_placing, PlacingRemovals::Never | PlacingRemovals::OneEach)
            && self.reforming != MillReuse::EachLineOnce
    }

    /// Returns `true` if no move removes more than one man.
    pub fn takes_one(&self) -> bool {
        self.removals == Removals::PerMove && self.capture_between == CaptureBetween::Never
    }

    /// Returns `true` if positions remember more than men, hands and the side to move.
    #[inline]
    pub fn have_memory(&self) -> bool {
        self.reforming != MillReuse::Free
            || self.while_placing == PlacingRemovals::AfterPlacing
            || self.have_forced_moves()
    }

    /// Returns `true` if some moves are forced moves rather than free placements, slides or
    /// flights.
    #[inline]
    pub(super) fn have_forced_moves(&self) -> bool {
        self.while_placing == PlacingRemovals::OneEach || self.blocked == Blocked::MustBeLetOut
    }
}
