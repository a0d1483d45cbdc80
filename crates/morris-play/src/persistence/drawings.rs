// SPDX-License-Identifier: GPL-3.0-or-later
//! Arrows and rings that the user has drawn on the board, as comments of a game text in the form of
//! other programs:
//!
//! ```text
//! 1. d6 {[%csl Gd6,Rf4] [%cal Gd6f4]}
//! ```
//!
//! `csl` lists points with a ring, and `cal` lists arrows from point to point. Each entry begins
//! with the letter of its color. Entries of another form are ignored and not written again.

use super::review_marks::take;
use super::saved_game::SavedGame;
use morris::{Board, Game, Pgn, Point, Transformation};

/// Beginning of a command, which ends with `]`.
const COMMAND: &str = "[%";
const RINGS: &str = "[%csl ";
const ARROWS: &str = "[%cal ";
/// Color of strokes drawn in this program.
const OWN_COLOR: char = 'G';

/// A ring around a point, or an arrow to another point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// Point with the ring, or start of the arrow.
    pub from: Point,
    /// End of the arrow, or `None` for a ring.
    pub to: Option<Point>,
    /// Letter of the color, as in the text.
    color: char,
}

impl Stroke {
    /// Creates a ring if both points are the same, else an arrow.
    pub fn new(from: Point, to: Point) -> Self {
        Self { from, to: (from != to).then_some(to), color: OWN_COLOR }
    }

    fn is_like(&self, other: &Self) -> bool {
        (self.from, self.to) == (other.from, other.to)
    }

    /// Parses an entry of a list. Returns `None` if it is not a stroke on this board.
    fn parse(text: &str, board: &Board, ends: usize) -> Option<Self> {
        let color = text.chars().next().filter(char::is_ascii_uppercase)?;
        let names = text.get(1..)?;
        let point = |name: Option<&str>| board.point(name?);
        if ends == 1 {
            return Some(Self { from: point(Some(names))?, to: None, color });
        }
        let second = names.rfind(|letter: char| letter.is_ascii_lowercase()).filter(|place| *place > 0)?;
        let [from, to] = [names.get(..second), names.get(second..)].map(point);
        Some(Self { from: from?, to: Some(to?), color })
    }

    fn text(&self, board: &Board) -> String {
        let to = self.to.map_or("", |to| board.name(to));
        format!("{}{}{to}", self.color, board.name(self.from))
    }
}

/// Returns the strokes of a comment.
pub fn strokes(comment: &str, board: &Board) -> Vec<Stroke> {
    read(&mut comment.to_owned(), board)
}

/// Returns the strokes in the notes after this number of moves. Returns none if the notes belong to
/// other moves.
pub fn strokes_after(notes: &Pgn, game: &Game, moves: usize) -> Vec<Stroke> {
    let same = notes.tree.start() == game.start();
    let node = game.moves().get(..moves).filter(|_| same).and_then(|moves| notes.tree.find(moves));
    node.map(|node| strokes(notes.tree.comment(node), game.rules().board)).unwrap_or_default()
}

/// Returns a comment with a stroke added. A stroke that was already there is removed instead.
pub fn toggled(comment: &str, stroke: Stroke, board: &Board) -> String {
    redrawn(comment, board, |strokes| match strokes.iter().position(|other| other.is_like(&stroke)) {
        Some(index) => _ = strokes.remove(index),
        None => strokes.push(stroke),
    })
}

/// Returns the words of a comment with the image of its strokes. Other commands are left out.
pub fn transformed(comment: &str, kind: Transformation, board: &Board) -> String {
    let symmetry = kind.symmetry(board);
    let image = |point: Point| symmetry.and_then(|symmetry| symmetry.get(point.index())).map_or(point, |&image| image);
    let drawn = strokes(comment, board).into_iter();
    let images = drawn.map(|stroke| Stroke { from: image(stroke.from), to: stroke.to.map(image), ..stroke });
    redrawn(&words(comment), board, |strokes| strokes.extend(images))
}

/// Returns a comment with changed strokes, after its words.
fn redrawn(comment: &str, board: &Board, change: impl FnOnce(&mut Vec<Stroke>)) -> String {
    let mut words = comment.to_owned();
    let mut strokes = read(&mut words, board);
    change(&mut strokes);
    let (arrows, rings): (Vec<_>, Vec<_>) = strokes.into_iter().partition(|stroke| stroke.to.is_some());
    let words = Some(words.trim().to_owned()).filter(|words| !words.is_empty());
    let parts = [words, command(RINGS, &rings, board), command(ARROWS, &arrows, board)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Returns a comment without commands such as `[%csl …]`.
pub fn words(comment: &str) -> String {
    let mut words = comment.to_owned();
    take(&mut words, COMMAND);
    words.trim().to_owned()
}

/// Returns whether a comment has [`words`], which takes no time for most comments.
pub fn has_words(comment: &str) -> bool {
    let comment = comment.trim_start();
    !comment.is_empty() && (!comment.starts_with(COMMAND) || !words(comment).is_empty())
}

/// Returns the commands of a comment, each with its brackets.
pub fn commands(comment: &str) -> Vec<String> {
    take(&mut comment.to_owned(), COMMAND).into_iter().map(|told| format!("{COMMAND}{told}]")).collect()
}

/// Removes the strokes from a comment and returns each once. A board has only a few hundred
/// different strokes, regardless of the length of the text.
fn read(comment: &mut String, board: &Board) -> Vec<Stroke> {
    let mut found: Vec<Stroke> = Vec::new();
    for (command, ends) in [(RINGS, 1), (ARROWS, 2)] {
        let lists = take(comment, command);
        let texts = lists.iter().flat_map(|list| list.split(','));
        for stroke in texts.filter_map(|text| Stroke::parse(text.trim(), board, ends)) {
            if !found.iter().any(|other| other.is_like(&stroke)) {
                found.push(stroke);
            }
        }
    }
    found
}

/// Returns a list of strokes as a command.
fn command(name: &str, strokes: &[Stroke], board: &Board) -> Option<String> {
    let texts: Vec<_> = strokes.iter().map(|stroke| stroke.text(board)).collect();
    (!texts.is_empty()).then(|| format!("{name}{}]", texts.join(",")))
}

impl SavedGame {
    /// Returns the game with a stroke added after this number of moves. A stroke that was already
    /// there is removed instead.
    #[must_use]
    pub fn with_stroke(&self, moves: usize, stroke: Stroke) -> Self {
        self.commented(moves, |comment, board| toggled(comment, stroke, board))
    }

    /// Returns the game without the strokes after this number of moves.
    #[must_use]
    pub fn without_strokes(&self, moves: usize) -> Self {
        self.commented(moves, |comment, board| redrawn(comment, board, Vec::clear))
    }

    fn commented(&self, moves: usize, change: impl FnOnce(&str, &Board) -> String) -> Self {
        let mut tree = self.tree();
        if let Some(node) = self.game.moves().get(..moves).and_then(|moves| tree.find(moves)) {
            let comment = change(tree.comment(node), tree.rules().board);
            tree.set_comment(node, &comment);
        }
        self.with_tree(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::GameSetup;
    use morris::Rules;

    fn saved() -> SavedGame {
        let mut game = Game::new(Rules::STANDARD);
        for mv in ["d6", "f4"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        SavedGame::now(GameSetup::between_persons(Rules::STANDARD), game, None)
    }

    fn comment(saved: &SavedGame) -> Option<String> {
        let tree = &saved.notes.as_ref()?.tree;
        Some(tree.comment(tree.end()).to_owned())
    }

    fn commented(comment: &str) -> SavedGame {
        let mut tree = saved().tree();
        tree.set_comment(tree.end(), comment);
        saved().with_tree(tree)
    }

    fn at(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn strokes_keep_the_other_comments() {
        let [d6, f4] = ["d6", "f4"].map(at);
        let ring = saved().with_stroke(2, Stroke::new(d6, d6));
        let both = ring.with_stroke(2, Stroke::new(d6, f4));
        assert_eq!(comment(&both).as_deref(), Some("[%csl Gd6] [%cal Gd6f4]"));
        assert_eq!(comment(&both.with_stroke(2, Stroke::new(d6, d6))).as_deref(), Some("[%cal Gd6f4]"));
        assert_eq!(comment(&ring.with_stroke(2, Stroke::new(d6, d6))).as_deref(), Some(""));
        assert_eq!(comment(&both.without_strokes(2)).as_deref(), Some(""));
        let noted = commented("well [%cal Rd6f4,Zz9] played [%wdl D]");
        let more = noted.with_stroke(2, Stroke::new(f4, f4));
        assert_eq!(comment(&more).as_deref(), Some("well played [%wdl D] [%csl Gf4] [%cal Rd6f4]"));
    }

    #[test]
    fn repeated_drawings_of_a_text_are_drawn_once() {
        let saved = commented(&("[%csl Gd6,Rd6] ".repeat(1_000) + &"[%cal Gd6f4,Gf4d6] ".repeat(1_000)));
        let notes = saved.notes.unwrap();
        let [d6, f4] = ["d6", "f4"].map(at);
        let drawn = [(d6, d6), (d6, f4), (f4, d6)].map(|(from, to)| Stroke::new(from, to));
        assert_eq!(strokes_after(&notes, &saved.game, 2), drawn);
    }

    #[test]
    fn strokes_are_transformed_with_the_board() {
        let image = |comment, kind| transformed(comment, kind, Rules::STANDARD.board);
        let drawn = "from d6 [%csl Ga7,Rd6] [%wdl D] [%cal Ya7g4]";
        let mirrored = image(drawn, Transformation::Mirror);
        assert_eq!(mirrored, "from d6 [%csl Gg7,Rd6] [%cal Yg7a4]", "words stay, and values are left out");
        assert_eq!(image(&mirrored, Transformation::Mirror), "from d6 [%csl Ga7,Rd6] [%cal Ya7g4]");
        assert_eq!(image("[%csl Ga7]", Transformation::TurnRight), "[%csl Gg7]");
        assert_eq!(image("[%csl Ga7]", Transformation::InsideOut), "[%csl Gc5]");
        assert_eq!(image("[%csl Ga7]", Transformation::SwapColors), "[%csl Ga7]");
        assert_eq!(image("well", Transformation::TurnLeft), "well");
    }

    #[test]
    fn strokes_belong_to_their_moves() {
        let d6 = at("d6");
        let drawn = saved().with_stroke(2, Stroke::new(d6, d6));
        let notes = drawn.notes.as_ref().map(|notes| strokes_after(notes, &drawn.game, 2));
        assert_eq!(notes, Some(vec![Stroke::new(d6, d6)]));
        let other = Game::new(Rules::STANDARD);
        assert_eq!(drawn.notes.as_ref().map(|notes| strokes_after(notes, &other, 2)), Some(Vec::new()));
    }
}
