// SPDX-License-Identifier: GPL-3.0-or-later
//! What is asked in a puzzle, and what it is about: two closed lists.

use std::fmt;
use std::str::FromStr;

use morris::escape;

/// Makes an enum whose variants have an id each, with `Display` and `FromStr`.
macro_rules! named {
    ($(#[$about:meta])* $name:ident, $what:literal, $($(#[$doc:meta])* $variant:ident = $id:literal,)+) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$doc])* $variant,)+ }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Its word in files and commands.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$variant => $id,)+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.id())
            }
        }

        impl FromStr for $name {
            type Err = UnknownWord;

            fn from_str(text: &str) -> Result<Self, UnknownWord> {
                let known = Self::ALL.iter().find(|one| one.id() == text).copied();
                known.ok_or_else(|| UnknownWord {
                    what: $what,
                    found: escape(text),
                    allowed: Self::ALL.iter().map(|one| one.id()).collect::<Vec<_>>().join(", "),
                })
            }
        }
    };
}

named! {
    /// What is asked.
    PuzzleKind, "kind of puzzle",
    /// Find the only move that keeps what the position is worth; men are moved along the edges.
    Only = "only",
    /// Win in so few moves that it can be shown: two to four of one's own.
    Win = "win",
    /// Find the only move that holds the draw, where another one tempts.
    Draw = "draw",
    /// Close a mill and take the right man; each other one gives value away.
    Removal = "removal",
    /// Place the next man on the only point that keeps the value.
    Place = "place",
    /// The same with three men that fly.
    Fly = "fly",
}

named! {
    /// What a puzzle is about. Each is proven from the board and the tables.
    Theme, "theme",
    /// A man goes to and fro between two mills of its own side.
    DoubleMill = "double-mill",
    /// A mill is opened so that it can be closed again.
    OpenMill = "open-mill",
    /// Two lines at once want but one man.
    Fork = "fork",
    /// The move occupies the point where the opponent would close a mill.
    Block = "block",
    /// The line ends with an opponent who cannot move.
    Immobilise = "immobilise",
    /// The line gives a man away, and the value stays.
    Sacrifice = "sacrifice",
    /// A mill could be closed, and must not be.
    DeclineMill = "decline-mill",
    /// The mill is right, and it matters which man it takes.
    RightMan = "right-man",
    /// The opponent would be better off if it need not move.
    Zugzwang = "zugzwang",
    /// Somebody flies.
    Flying = "flying",
    /// To take the man that makes the opponent fly is wrong.
    PreventFlying = "prevent-flying",
    /// Four moves of one's own or more.
    Long = "long",
    /// A draw with two men fewer, or even less.
    Fortress = "fortress",
}

/// A word that is none of a list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{found}” is no {what}; there are {allowed}")]
pub struct UnknownWord {
    /// What the list is of.
    pub what: &'static str,
    /// What stands there.
    pub found: String,
    /// All words of the list.
    pub allowed: String,
}
