// SPDX-License-Identifier: GPL-3.0-or-later
//! Writer of game texts.

use std::fmt;

use super::tokens::visible;
use super::{Pgn, PointNotation, ROSTER, RULES, unknown};
use crate::game_tree::join;
use crate::{Color, DrawReason, GameTree, NodeId, Outcome, Position, Row, WinReason};

/// Maximum width of the lines of moves, in characters.
const WIDTH: usize = 80;

impl fmt::Display for Pgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in ROSTER {
            tag(f, name, self.tags.get(name).map_or(unknown(name), String::as_str))?;
        }
        let outcome = self.tree.outcome(self.tree.end());
        let result = outcome.map_or("*", Outcome::result);
        tag(f, "Result", result)?;
        let rules = self.rules();
        tag(f, "Variant", rules.id())?;
        if rules.preset().is_none() {
            tag(f, RULES, &rules.line())?;
        }
        if let Some(word) = termination(self) {
            tag(f, "Termination", word)?;
        }
        let start = self.tree.start();
        if *start != Position::start(rules) || start.quiet() != 0 {
            tag(f, "SetUp", "1")?;
            tag(f, "FEN", &start.line(rules))?;
        }
        let given = |name: &str| ROSTER.contains(&name) || name == RULES && rules.preset().is_none();
        for (name, value) in self.tags.iter().filter(|(name, _)| !given(name)) {
            tag(f, name, value)?;
        }
        writeln!(f)?;
        let mut words = words(&self.tree);
        words.push(result.to_owned());
        f.write_str(&wrapped(&words))
    }
}

impl Pgn {
    /// Returns the numbered moves and the result, without comments and variations.
    pub fn move_list(&self, spelling: PointNotation) -> String {
        let tree = &self.tree;
        let mut words = Vec::new();
        for (index, id) in tree.path(tree.end()).into_iter().enumerate() {
            words.extend(number(tree, id, index == 0));
            words.extend(tree.mv(id).map(|mv| spelling.write(mv, tree.rules().board)));
        }
        words.extend(tree.outcome(tree.end()).map(|outcome| outcome.result().to_owned()));
        wrapped(&words)
    }
}

/// Returns the words of the numbered moves, with comments and variations.
fn words(tree: &GameTree) -> Vec<String> {
    let mut words = Words { tree, words: Vec::new(), open: 0, begins: true };
    words.notes(tree.root(), "");
    // What follows a declared end was not played. It is a variation that repeats the last move.
    let end = tree.declared().map(|(end, _)| end).filter(|&end| end == tree.end());
    let mut behind = 0;
    for Row { node, nesting, begins } in tree.rows() {
        if !begins && end.is_some() && tree.parent(node) == end {
            words.close(0);
            behind = 1;
            words.open("");
            words.mv(tree.parent(node).unwrap_or(node));
        }
        words.close(nesting + behind - usize::from(begins));
        let mut before = tree.comment_before(node);
        if begins {
            words.open(std::mem::take(&mut before));
        }
        words.mv(node);
        words.notes(node, before);
    }
    words.close(0);
    words.words
}

/// The words of the moves up to some row.
struct Words<'a> {
    tree: &'a GameTree,
    words: Vec<String>,
    /// Number of open variations.
    open: usize,
    /// Whether the next move begins a line, or follows something other than a move. Only then, a
    /// move of Black has a number.
    begins: bool,
}

impl Words<'_> {
    /// Begins a variation, with a comment before its first move.
    fn open(&mut self, comment: &str) {
        self.words.push("(".to_owned());
        self.open += 1;
        self.comment(comment);
        self.begins = true;
    }

    /// Ends variations until only this number of them is open.
    fn close(&mut self, open: usize) {
        while self.open > open {
            self.open -= 1;
            self.words.last_mut().into_iter().for_each(|word| word.push(')'));
            self.begins = true;
        }
    }

    fn mv(&mut self, id: NodeId) {
        let board = self.tree.rules().board;
        self.push_all(number(self.tree, id, self.begins));
        self.push_all(self.tree.mv(id).map(|mv| board.display(mv).to_string()));
        self.begins = false;
    }

    /// Writes glyphs and a comment. A comment before the move comes here too, if the move does not
    /// begin a variation any more.
    fn notes(&mut self, id: NodeId, before: &str) {
        let tree = self.tree;
        self.push_all(tree.glyphs(id).iter().map(|glyph| format!("${glyph}")));
        let mut comment = before.to_owned();
        join(&mut comment, tree.comment(id));
        self.comment(&comment);
    }

    fn comment(&mut self, comment: &str) {
        self.begins |= !comment.is_empty();
        self.push_all((!comment.is_empty()).then(|| format!("{{{comment}}}")));
    }

    /// Appends words. The first one after a parenthesis follows it directly.
    fn push_all(&mut self, words: impl IntoIterator<Item = String>) {
        for word in words {
            match self.words.last_mut().filter(|last| *last == "(") {
                Some(last) => last.push_str(&word),
                None => self.words.push(word),
            }
        }
    }
}

/// Returns the number in front of the move of a node, if it has one.
fn number(tree: &GameTree, id: NodeId, begins: bool) -> Option<String> {
    match (tree.number(id), begins) {
        ((number, Color::White), _) => Some(format!("{number}.")),
        ((number, Color::Black), true) => Some(format!("{number}...")),
        ((_, Color::Black), false) => None,
    }
}

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    // A line end would end the tag.
    let value: String = value.chars().filter_map(visible).collect();
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// Returns the word for an end of the game that the board does not show.
fn termination(text: &Pgn) -> Option<&'static str> {
    let (_, outcome) = text.tree.declared().filter(|&(end, _)| end == text.tree.end())?;
    Some(match outcome {
        Outcome::Win { reason: WinReason::Resignation, .. } => "resignation",
        Outcome::Win { reason: WinReason::Time, .. } => "time forfeit",
        Outcome::Draw(DrawReason::Agreement) => "agreement",
        _ => "adjudication",
    })
}

/// Returns the declared end of the game that a result and a termination word stand for.
pub(super) fn declared(winner: Option<Color>, termination: Option<&str>) -> Outcome {
    match (winner, termination) {
        (Some(winner), Some("resignation")) => Outcome::Win { winner, reason: WinReason::Resignation },
        (Some(winner), Some("time forfeit")) => Outcome::Win { winner, reason: WinReason::Time },
        (Some(winner), _) => Outcome::Win { winner, reason: WinReason::Adjudication },
        (None, Some("agreement")) => Outcome::Draw(DrawReason::Agreement),
        (None, _) => Outcome::Draw(DrawReason::Adjudication),
    }
}

/// Joins the words into lines of at most [`WIDTH`] characters.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 {
            let fits = column + 1 + length <= WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}
