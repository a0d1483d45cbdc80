// SPDX-License-Identifier: GPL-3.0-or-later
//! The lessons on strategy. In the position of each, only the moves of the lesson are right. A test
//! verifies this with the tables of solved positions.

use gettextrs::gettext;
use morris_teach::puzzles::{PuzzleKind, Theme};

/// A lesson on strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// A point where lines cross.
    Crossings,
    /// A mill that opens and closes.
    OpenMill,
    /// A man that swings between two mills.
    DoubleMill,
    /// Men that cannot move.
    Mobility,
    /// A mill that is better not closed yet.
    TooEarly,
    /// The choice of the man to remove.
    RightMan,
    /// A move that leaves the opponent without a good one.
    Tempo,
    /// Two threats by one flight.
    Fork,
}

/// Text of a lesson.
pub struct Words {
    pub title: String,
    pub text: String,
    pub task: String,
    pub insight: String,
}

/// Position and solution of a lesson.
pub struct Example {
    /// Position line with White to move.
    pub position: &'static str,
    /// Moves and points that are marked on the board from the start.
    pub marks: &'static [&'static str],
    /// Moves that are right.
    pub right: &'static [&'static str],
    /// Moves that are shown after the task.
    pub afterwards: &'static [&'static str],
}

impl Strategy {
    /// All lessons on strategy in order.
    pub const ALL: [Self; 8] = [
        Self::Crossings,
        Self::OpenMill,
        Self::DoubleMill,
        Self::Mobility,
        Self::TooEarly,
        Self::RightMan,
        Self::Tempo,
        Self::Fork,
    ];

    /// Returns the text of the lesson.
    pub fn words(self) -> Words {
        match self {
            Self::Crossings => Words {
                title: gettext("Take the Crossings"),
                text: gettext(
                    "From a corner a piece can move two ways, from a crossing four. Pieces on crossings give you room later and get in your opponent’s way.",
                ),
                task: gettext("Try it: place a piece on a free crossing."),
                insight: gettext("Four lines meet there. With two pieces on crossings, you are hard to block."),
            },
            Self::OpenMill => Words {
                title: gettext("Open Your Mill Safely"),
                text: gettext(
                    "You can close an open mill on your next move, and remove a piece each time. Open it where none of your opponent’s pieces can step into the gap.",
                ),
                task: gettext("Try it: open a mill so that Black cannot stop you from closing it again."),
                insight: gettext("Only your own piece can reach f2 and close the mill. No other move wins here."),
            },
            Self::DoubleMill => Words {
                title: gettext("Build a Double Mill"),
                text: gettext(
                    "A piece that opens one mill and closes another with the same move removes a piece on every move. Nothing is stronger.",
                ),
                task: gettext("Try it: prepare a second mill for the piece on b6."),
                insight: gettext(
                    "Now b6-d6 closes one mill, and moving back closes the other. No other move wins here.",
                ),
            },
            Self::Mobility => Words {
                title: gettext("Trap Pieces"),
                text: gettext(
                    "Pieces that cannot move are worth little, even in a mill. If you cannot move at all, you lose.",
                ),
                task: gettext("Try it: trap Black’s mill."),
                insight: gettext("The three pieces at the top have no way out. No other move wins here."),
            },
            Self::TooEarly => Words {
                title: gettext("Don’t Rush Your Mills"),
                text: gettext(
                    "A mill can wait. Before you close one, look at the point your piece leaves: your opponent may need it.",
                ),
                task: gettext(
                    "Your piece on b4 could close a mill, but then Black closes one on b4. Find something better.",
                ),
                insight: gettext("You keep b4, and you can still close your mill later. No other move wins here."),
            },
            Self::RightMan => Words {
                title: gettext("Remove the Right Piece"),
                text: gettext(
                    "Look for the piece that hurts you most: one that is about to close a mill, or one that is in your way.",
                ),
                task: gettext("Try it: move from g4 to g1 to close a mill, then choose well."),
                insight: gettext(
                    "That piece was part of Black’s next mill and next to your other one. Removing any other piece throws away the win.",
                ),
            },
            Self::Tempo => Words {
                title: gettext("Let Your Opponent Move"),
                text: gettext(
                    "Sometimes having to move makes things worse. Then a quiet move that changes little is the strongest.",
                ),
                task: gettext("Try it: find the move that leaves Black without a good move."),
                insight: gettext("Black has to move, and every move loses. If it were your turn, it would be a draw."),
            },
            Self::Fork => Words {
                title: gettext("Make Two Threats"),
                text: gettext(
                    "Your opponent can block one mill with a move, but not two. When you fly with three pieces, look for such moves all over the board.",
                ),
                task: gettext("Try it: fly so that you threaten two mills at once."),
                insight: gettext("Black can block only one of them, and loses a piece to the other."),
            },
        }
    }

    /// Returns the lesson with puzzles of this theme or kind.
    #[must_use]
    pub fn with_puzzles(about: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lesson| lesson.puzzles() == about)
    }

    /// Returns the theme or kind of the lesson's puzzles.
    #[must_use]
    pub const fn puzzles(self) -> &'static str {
        match self {
            Self::Crossings => PuzzleKind::Place.id(),
            Self::OpenMill => Theme::OpenMill.id(),
            Self::DoubleMill => Theme::DoubleMill.id(),
            Self::Mobility => Theme::Immobilise.id(),
            Self::TooEarly => Theme::DeclineMill.id(),
            Self::RightMan => Theme::RightMan.id(),
            Self::Tempo => Theme::Zugzwang.id(),
            Self::Fork => Theme::Fork.id(),
        }
    }

    /// Returns the position and the solution of the lesson.
    pub fn example(self) -> Example {
        match self {
            Self::Crossings => Example {
                position: ".../.B./.../....../.../.W./... w 8 8 0",
                marks: &["b4", "f4"],
                right: &["b4", "f4"],
                afterwards: &[],
            },
            Self::OpenMill => Example {
                position: ".W./W.B/.../...B.B/..B/WWW/.WB w 0 0 0",
                marks: &[],
                right: &["f2-f4"],
                afterwards: &["f4-f2"],
            },
            Self::DoubleMill => Example {
                position: ".W./W../W.B/.W..../B../WBB/.WB w 0 0 0",
                marks: &["b6"],
                right: &["c5-d5"],
                afterwards: &["b6-d6"],
            },
            Self::Mobility => Example {
                position: "BBB/BW./.../...W.W/.../W../WB. w 0 0 0",
                marks: &["a7", "d7", "g7"],
                right: &["a1-a4"],
                afterwards: &[],
            },
            Self::TooEarly => Example {
                position: "W../B../WWB/BW..B./W.W/B../... w 0 0 0",
                marks: &["b4"],
                right: &["d5-d6"],
                afterwards: &["b4-c4"],
            },
            Self::RightMan => Example {
                position: "..B/.B./.../..W.BW/BW./.WB/WW. w 0 0 0",
                marks: &["g4-g1"],
                right: &["g4-g1xf2"],
                afterwards: &["d2-f2"],
            },
            Self::Tempo => Example {
                position: "BW./.WB/.WB/WW..W./.../B../... w 0 0 0",
                marks: &[],
                right: &["a4-a1"],
                afterwards: &[],
            },
            Self::Fork => Example {
                position: ".../..B/.W./..W.B./.../..B/W.. w 0 0 0",
                marks: &[],
                right: &["d5-a4", "a1-c5"],
                afterwards: &[],
            },
        }
    }
}
