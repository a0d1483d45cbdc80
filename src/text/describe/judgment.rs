// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for questions whether a move is a mistake.

use gettextrs::gettext;

use crate::text::i18n::{gettext_f, ngettext_f, sentence, sentences};
use morris::Color;
use morris_teach::puzzles::Question;
use morris_teach::review::{Reason, Worth};

use super::puzzles::flying;
use super::reply::reply_reason;
use super::review::{reviewed_move, worth};

/// Letters of questions about the board, as in [`query_for_key`](super::query_for_key), and of
/// other keys of pages with a task.
const TAKEN: [char; 6] = ['h', 'm', 'p', 's', 't', 'v'];

/// An answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YesNo {
    /// The move is a mistake.
    Yes,
    /// It is not.
    No,
}

impl YesNo {
    pub const BOTH: [Self; 2] = [Self::Yes, Self::No];

    pub fn word(self) -> String {
        match self {
            // Translators: answer to “Is this a mistake?”
            Self::Yes => gettext("Yes"),
            // Translators: answer to “Is this a mistake?”
            Self::No => gettext("No"),
        }
    }

    /// Returns the letter that gives the answer.
    pub fn letter(self) -> char {
        let [yes, no] = letters(&Self::Yes.word(), &Self::No.word());
        if self == Self::Yes { yes } else { no }
    }

    pub fn word_with_key(self) -> String {
        format!("{} ({})", self.word(), self.letter().to_uppercase())
    }
}

/// Returns the letters of two answers: their first letters if these are free, and otherwise those
/// of the English words. Letters of scripts without capitals may need several keys.
fn letters(yes: &str, no: &str) -> [char; 2] {
    let first = |word: &str| {
        let letter = word.chars().next()?.to_lowercase().next()?;
        (letter.is_lowercase() && !TAKEN.contains(&letter)).then_some(letter)
    };
    match (first(yes), first(no)) {
        (Some(yes), Some(no)) if yes != no => [yes, no],
        (Some(yes), _) if yes != 'n' => [yes, 'n'],
        (_, Some(no)) if no != 'y' => ['y', no],
        _ => ['y', 'n'],
    }
}

pub fn question(question: &Question) -> String {
    let mv = question.rules.board.display(question.mv()).to_string();
    let asked = match question.position.side() {
        Color::White => gettext_f("White plays {move}. Is this a mistake?", &[("move", &mv)]),
        Color::Black => gettext_f("Black plays {move}. Is this a mistake?", &[("move", &mv)]),
    };
    sentences(&[asked, flying(&question.position, &question.rules)])
}

/// Returns whether an answer is right, and what is, in a sentence or two.
pub fn answered(question: &Question, answer: YesNo) -> String {
    match (answer, question.is_mistake()) {
        (YesNo::Yes, true) => gettext("Correct! This move is a mistake."),
        (YesNo::No, false) => gettext("Correct! This is a good move."),
        (YesNo::No, true) => gettext("Wrong: this move is a mistake."),
        (YesNo::Yes, false) => gettext("Wrong: this is a good move."),
    }
}

/// Returns why the move is a mistake or not, in sentences.
pub fn question_reason(question: &Question) -> String {
    let (rules, review) = (&question.rules, &question.review);
    let mut words = reviewed_move(rules, review);
    let replies = matches!(
        review.reason,
        None | Some(Reason::LosesAtOnce(_) | Reason::LetsMill(_) | Reason::IgnoresThreat(_) | Reason::LetsFork(_))
    );
    if question.is_mistake() && replies && !review.refutation.is_empty() {
        // What the reply does says more than its name.
        let after = question.position.play_unchecked(review.mv, rules);
        words.insert(usize::from(review.reason.is_some()) + 1, reply_reason(rules, &after, &review.refutation));
    }
    if !question.is_mistake() {
        // The move itself is in the question.
        words.remove(0);
        let for_white = |after: Worth| if question.review.side == Color::White { after } else { after.reversed() };
        let known = question.review.after.map(for_white);
        words.extend(known.map(|known| sentence(&worth(known))));
        words.extend(question.review.keeping.map(|good| good_moves(good, question.review.legal)));
    }
    sentences(&words)
}

/// Returns how many of all moves keep the value.
fn good_moves(good: usize, all: usize) -> String {
    ngettext_f(
        "{count} of {all} moves is good.",
        "{count} of {all} moves are good.",
        good,
        &[("all", &all.to_string())],
    )
}

/// Returns the number of right answers without a wrong one between them.
pub fn right_in_a_row(count: u32) -> String {
    // Translators: right answers without a wrong one between them
    ngettext_f("{count} right in a row", "{count} right in a row", count, &[])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_move_is_described_with_value_and_count() {
        let rules = morris::Rules::STANDARD;
        let position = morris::Position::parse("WW./.../.../B.B.B./.../.../W.. w 0 0 0", &rules).unwrap();
        let mv = "a1-g7xa4".parse().unwrap();
        let mut game = morris::Game::from_position(rules, position);
        game.play(mv).expect("it flies and closes a mill, which wins");
        let mut reviewer = morris_teach::review::Reviewer::new(std::sync::Arc::default(), &game);
        let _ = reviewer.run(&mut || std::ops::ControlFlow::Continue(()), &mut |_, _| {});
        let mut review = reviewer.into_review().plies.pop().unwrap();
        (review.keeping, review.legal, review.praise) = (Some(3), 40, None);
        let question = Question { rules, position, before: (position, mv), review, rating: 1200 };
        assert_eq!(super::question(&question), "White plays a1-g7xa4. Is this a mistake? Both sides can fly.");
        assert_eq!(answered(&question, YesNo::No), "Correct! This is a good move.");
        assert_eq!(answered(&question, YesNo::Yes), "Wrong: this is a good move.");
        assert_eq!(good_moves(1, 40), "1 of 40 moves is good.");
        assert!(question_reason(&question).ends_with("3 of 40 moves are good."), "{}", question_reason(&question));
    }

    #[test]
    fn the_letters_of_the_answers_are_two_and_free() {
        assert_eq!(letters("Yes", "No"), ['y', 'n']);
        assert_eq!(letters("Ja", "Nein"), ['j', 'n']);
        assert_eq!(letters("Oui", "Non"), ['o', 'n']);
        assert_eq!(letters("Sí", "No"), ['y', 'n'], "S asks which side is to move");
        assert_eq!(letters("Evet", "Hayır"), ['e', 'n'], "H is the hint of other pages");
        assert_eq!(letters("Да", "Нет"), ['д', 'н']);
        assert_eq!(letters("是", "否"), ['y', 'n']);
        assert_eq!(letters("Naturally", "Never"), ['y', 'n']);
        assert_eq!(YesNo::BOTH.map(YesNo::word_with_key), ["Yes (Y)", "No (N)"]);
    }
}
