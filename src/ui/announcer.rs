// SPDX-License-Identifier: GPL-3.0-or-later
//! What a screen reader is told, one sentence after the other.
//!
//! GTK 4.8 has no announcements; what Orca reads at once, wherever the focus is, is a changed title of the window. A
//! title that changes again too soon is not heard, and one that stays the same says nothing: so sentences wait for
//! their turn, and one that repeats the last is made different.

use std::collections::VecDeque;
use std::time::Duration;

/// The least time between two sentences.
pub const GAP: Duration = Duration::from_millis(350);

/// Sentences that wait to be told.
#[derive(Debug, Default)]
pub struct Announcer {
    waiting: VecDeque<String>,
    /// What was told last.
    told: String,
}

impl Announcer {
    /// Lets a sentence wait for its turn. What is told or waits last already need not be told twice, unless it is said
    /// `again`.
    pub fn tell(&mut self, words: &str, again: Again) {
        let last = self.waiting.back().unwrap_or(&self.told);
        if last.trim_end() != words {
            self.waiting.push_back(words.to_owned());
        } else if again == Again::Yes {
            // The same words, but another title.
            let differs = format!("{last} ");
            self.waiting.push_back(differs);
        }
    }

    /// Leaves out what has not been told yet.
    pub fn forget(&mut self) {
        self.waiting.clear();
    }

    /// The sentence to be told now.
    pub fn pop(&mut self) -> Option<String> {
        let words = self.waiting.pop_front()?;
        self.told.clone_from(&words);
        Some(words)
    }
}

/// Whether a sentence that repeats the one before it is told all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// It is: the person has done the same again.
    Yes,
    /// It is not: nothing has changed.
    No,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(announcer: &mut Announcer) -> Vec<String> {
        std::iter::from_fn(|| announcer.pop()).collect()
    }

    #[test]
    fn sentences_come_in_order_and_once() {
        let mut announcer = Announcer::default();
        for words in ["White played d6", "Black played f4", "Black played f4"] {
            announcer.tell(words, Again::No);
        }
        assert_eq!(told(&mut announcer), ["White played d6", "Black played f4"]);
        announcer.tell("Black played f4", Again::No);
        assert_eq!(told(&mut announcer), [""; 0]);
    }

    #[test]
    fn what_is_said_again_is_heard_again() {
        let mut announcer = Announcer::default();
        for _ in 0..3 {
            announcer.tell("There is a man", Again::Yes);
        }
        let told = told(&mut announcer);
        assert_eq!(told.len(), 3);
        assert!(told.windows(2).all(|two| two[0] != two[1] && two[0].trim_end() == two[1].trim_end()), "{told:?}");
    }

    #[test]
    fn what_waits_can_be_left_out() {
        let mut announcer = Announcer::default();
        announcer.tell("Settings", Again::No);
        announcer.tell("Saved Games", Again::No);
        announcer.pop();
        announcer.forget();
        assert_eq!(announcer.pop(), None);
    }
}
