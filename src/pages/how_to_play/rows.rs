// SPDX-License-Identifier: GPL-3.0-or-later
//! The lessons, a row each. In the position of a lesson on strategy, only the moves of the lesson
//! are right. A test verifies this with the tables of solved positions.

use gettextrs::gettext;
use morris_teach::puzzles::{PuzzleKind, Theme};

use super::Lesson;
use crate::text::i18n::sentences;

/// Text, position, and solution of a lesson.
#[derive(Default)]
pub(super) struct Row {
    pub(super) title: String,
    pub(super) text: String,
    /// The task on the board. Those of the first six lessons name no points: the board marks them.
    pub(super) task: String,
    /// Text that replaces that of the lesson once its task is completed.
    pub(super) afterword: Option<String>,
    /// Position line with White to move.
    pub(super) position: &'static str,
    /// Moves and points that the board marks: an arrow and a ring on its goal, or only a ring.
    pub(super) marks: &'static [&'static str],
    /// Moves that complete the task. Those of the first six lessons lack a removal: every allowed
    /// one will do.
    pub(super) right: &'static [&'static str],
    /// Moves that are shown after the task.
    pub(super) afterwards: &'static [&'static str],
    /// What to look for, said after a wrong move in a lesson on strategy.
    pub(super) advice: Option<String>,
    /// Theme or kind of the puzzles that follow a lesson on strategy.
    pub(super) puzzles: Option<&'static str>,
}

impl Lesson {
    pub(super) fn row(self) -> Row {
        match self {
            Self::Place => Row {
                title: gettext("Place Your Pieces"),
                text: gettext(
                    "Each player has nine pieces. White starts. Take turns placing one piece on any empty point.",
                ),
                // Translators: the ring is drawn on the board
                task: gettext("Try it: place a white piece on the point with the ring."),
                position: ".../.../.../....../.../.../... w 9 9 0",
                marks: &["d6"],
                right: &["d6"],
                ..Row::default()
            },
            Self::Mill => Row {
                title: gettext("Close a Mill"),
                text: gettext(
                    "Get three of your pieces in a row on one line: that is a mill! Now remove one of Black’s pieces. You can’t remove a piece that is in a mill, unless all of Black’s pieces are in mills.",
                ),
                task: gettext("Try it: place a white piece on the point with the ring."),
                position: "WW./B../.../.B..B./..W/B../... w 5 5 0",
                marks: &["g7"],
                right: &["g7"],
                ..Row::default()
            },
            Self::Slide => Row {
                title: gettext("Move Along the Lines"),
                text: gettext(
                    "When all pieces are placed, take turns moving one piece along a line to the next point, if it is empty.",
                ),
                // Translators: the arrow is drawn on the board
                task: gettext("Try it: move the white piece along the arrow."),
                position: ".W./.W./B.B/BW...B/W../.BW/... w 0 0 0",
                marks: &["d6-d5"],
                right: &["d6-d5"],
                ..Row::default()
            },
            Self::Again => Row {
                title: gettext("Open and Close a Mill"),
                text: {
                    let again = gettext(
                        "You can open a mill by moving a piece away, and close it again later. Each time you close it, you remove another piece.",
                    );
                    let two = gettext("If one move closes two mills, you still remove only one piece.");
                    sentences(&[again, two])
                },
                task: gettext("Try it: close the mill again."),
                position: "W.W/BWB/.../.B..../..B/W.W/.B. w 0 0 0",
                marks: &["d6-d7"],
                right: &["d6-d7"],
                ..Row::default()
            },
            Self::Fly => Row {
                title: gettext("Fly With Three Pieces"),
                text: gettext(
                    "When you have only three pieces left, you can fly: move a piece to any empty point on the board.",
                ),
                // Translators: the ring is drawn on the board
                task: gettext("Try it: fly to the point with the ring."),
                position: "WW./B../.../.B..B./W../.../B.B w 0 0 0",
                marks: &["c3-g7"],
                right: &["c3-g7"],
                ..Row::default()
            },
            Self::Win => Row {
                title: gettext("Win the Game"),
                text: gettext(
                    "You win when your opponent has only two pieces left, or can’t move. It’s a draw when the same position comes up three times, or when each of you has made 50 moves in a row and no piece was placed or removed.",
                ),
                task: gettext("Try it: close a mill and win."),
                afterword: Some(gettext("You know the rules. Play your first game?")),
                position: ".../WW./.../B...W./..B/.../W.B w 0 0 0",
                marks: &["f4-f6"],
                right: &["f4-f6"],
                ..Row::default()
            },
            Self::Crossings => Row {
                title: gettext("Take the Crossings"),
                text: gettext(
                    "From a corner a piece can move two ways, from a crossing four. Pieces on crossings give you room later and get in your opponent’s way.",
                ),
                task: gettext("Try it: place a piece on a free crossing."),
                afterword: Some(gettext("Four lines meet there. With two pieces on crossings, you are hard to block.")),
                advice: Some(gettext("Look for a point where four lines meet.")),
                position: ".../.B./.../....../.../.W./... w 8 8 0",
                marks: &["b4", "f4"],
                right: &["b4", "f4"],
                puzzles: Some(PuzzleKind::Place.id()),
                ..Row::default()
            },
            Self::OpenMill => Row {
                title: gettext("Open Your Mill Safely"),
                text: gettext(
                    "You can close an open mill on your next move, and remove a piece each time. Open it where none of your opponent’s pieces can step into the gap.",
                ),
                task: gettext("Try it: open a mill so that Black cannot stop you from closing it again."),
                afterword: Some(gettext(
                    "Only your own piece can reach f2 and close the mill. No other move wins here.",
                )),
                advice: Some(gettext("Open the mill where only your own piece can step back into the gap.")),
                position: ".W./W.B/.../...B.B/..B/WWW/.WB w 0 0 0",
                right: &["f2-f4"],
                afterwards: &["f4-f2"],
                puzzles: Some(Theme::OpenMill.id()),
                ..Row::default()
            },
            Self::DoubleMill => Row {
                title: gettext("Build a Double Mill"),
                text: gettext(
                    "A piece that opens one mill and closes another with the same move removes a piece on every move. Nothing is stronger.",
                ),
                task: gettext("Try it: prepare a second mill for the piece on b6."),
                afterword: Some(gettext(
                    "Now b6-d6 closes one mill, and moving back closes the other. No other move wins here.",
                )),
                advice: Some(gettext("The piece on b6 needs a second line where you have two pieces.")),
                position: ".W./W../W.B/.W..../B../WBB/.WB w 0 0 0",
                marks: &["b6"],
                right: &["c5-d5"],
                afterwards: &["b6-d6"],
                puzzles: Some(Theme::DoubleMill.id()),
            },
            Self::Mobility => Row {
                title: gettext("Trap Pieces"),
                text: gettext(
                    "Pieces that cannot move are worth little, even in a mill. If you cannot move at all, you lose.",
                ),
                task: gettext("Try it: trap Black’s mill."),
                afterword: Some(gettext("The three pieces at the top have no way out. No other move wins here.")),
                advice: Some(gettext("Close the last way out of Black’s mill.")),
                position: "BBB/BW./.../...W.W/.../W../WB. w 0 0 0",
                marks: &["a7", "d7", "g7"],
                right: &["a1-a4"],
                puzzles: Some(Theme::Immobilise.id()),
                ..Row::default()
            },
            Self::TooEarly => Row {
                title: gettext("Don’t Rush Your Mills"),
                text: gettext(
                    "A mill can wait. Before you close one, look at the point your piece leaves: your opponent may need it.",
                ),
                task: gettext(
                    "Your piece on b4 could close a mill, but then Black closes one on b4. Find something better.",
                ),
                afterword: Some(gettext(
                    "You keep b4, and you can still close your mill later. No other move wins here.",
                )),
                advice: Some(gettext("Keep your piece on b4, and make another threat.")),
                position: "W../B../WWB/BW..B./W.W/B../... w 0 0 0",
                marks: &["b4"],
                right: &["d5-d6"],
                afterwards: &["b4-c4"],
                puzzles: Some(Theme::DeclineMill.id()),
            },
            Self::RightMan => Row {
                title: gettext("Remove the Right Piece"),
                text: gettext(
                    "Look for the piece that hurts you most: one that is about to close a mill, or one that is in your way.",
                ),
                task: gettext("Try it: move from g4 to g1 to close a mill, then choose well."),
                afterword: Some(gettext(
                    "That piece was part of Black’s next mill and next to your other one. Removing any other piece throws away the win.",
                )),
                advice: Some(gettext("Which piece does Black need for the next mill?")),
                position: "..B/.B./.../..W.BW/BW./.WB/WW. w 0 0 0",
                marks: &["g4-g1"],
                right: &["g4-g1xf2"],
                afterwards: &["d2-f2"],
                puzzles: Some(Theme::RightMan.id()),
            },
            Self::Tempo => Row {
                title: gettext("Let Your Opponent Move"),
                text: gettext(
                    "Sometimes having to move makes things worse. Then a quiet move that changes little is the strongest.",
                ),
                task: gettext("Try it: find the move that leaves Black without a good move."),
                afterword: Some(gettext(
                    "Black has to move, and every move loses. If it were your turn, it would be a draw.",
                )),
                advice: Some(gettext("Change as little as you can, so that Black has to give something up.")),
                position: "BW./.WB/.WB/WW..W./.../B../... w 0 0 0",
                right: &["a4-a1"],
                puzzles: Some(Theme::Zugzwang.id()),
                ..Row::default()
            },
            Self::Fork => Row {
                title: gettext("Make Two Threats"),
                text: gettext(
                    "Your opponent can block one mill with a move, but not two. When you fly with three pieces, look for such moves all over the board.",
                ),
                task: gettext("Try it: fly so that you threaten two mills at once."),
                afterword: Some(gettext("Black can block only one of them, and loses a piece to the other.")),
                advice: Some(gettext(
                    "Black could answer that. Look for a point on two lines where you already have a piece.",
                )),
                position: ".../..B/.W./..W.B./.../..B/W.. w 0 0 0",
                right: &["d5-a4", "a1-c5"],
                puzzles: Some(Theme::Fork.id()),
                ..Row::default()
            },
        }
    }
}
