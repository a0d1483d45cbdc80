// SPDX-License-Identifier: GPL-3.0-or-later
//! What a screen reader is told, one sentence after the other.
//!
//! GTK 4.8 has no announcements; what Orca reads at once, wherever the focus is, is a changed title
//! of the window. A title that changes again too soon is not heard, and one that stays the same
//! says nothing: so sentences wait for their turn, and one that repeats the last is made different.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The least time between two sentences.
pub const GAP: Duration = Duration::from_millis(350);

/// Before the first sentence after a silence: the focus may move with it.
pub const LEAD: Duration = Duration::from_millis(50);
/// From a change of the focus to the next sentence, at least: a screen reader that finds the new
/// title when it comes to tell of the focus takes it for known, and does not say it.
pub const AFTER_FOCUS: Duration = Duration::from_millis(500);
/// The same where a page is new, or the window is in use again: then it tells also of all that is
/// around the focus, and has a long way to ask. Nobody waits for it: the voice speaks of the page
/// longer than that.
pub const AFTER_PAGE: Duration = Duration::from_millis(1500);

/// Before the first sentence after a silence where the window is not the one in use: a dialog may
/// just have been closed, and the window gets the keyboard back only then. Where it does not,
/// somebody looks elsewhere, and the title tells all the same.
pub const AWAY: Duration = Duration::from_millis(500);

/// Until when a screen reader is busy with where the keyboard has come to; by default it is not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rest(Option<Instant>);

impl Rest {
    /// The keyboard has come to where it is, which keeps a screen reader busy for some time.
    #[must_use]
    pub fn after(self, now: Instant, time: Duration) -> Self {
        Self(self.0.max(Some(now + time)))
    }

    /// How long a sentence waits to be heard; `None` if it need not wait.
    #[must_use]
    pub fn lacks(self, now: Instant) -> Option<Duration> {
        self.0?.checked_duration_since(now).filter(|lack| !lack.is_zero())
    }
}

/// So many sentences wait at most: whoever comes back to a game of two computers wants no more of
/// what has been.
const MOST_WAITING: usize = 8;

/// Sentences that wait to be told.
#[derive(Debug, Default)]
pub struct Announcer {
    waiting: VecDeque<(String, Again)>,
    /// What was told last.
    told: String,
}

impl Announcer {
    /// Lets a sentence wait for its turn. What is told or waits last already need not be told
    /// twice, unless it is said `again`: that answers what a person has just done, and of such
    /// answers only the newest waits.
    pub fn tell(&mut self, words: &str, again: Again) {
        if again == Again::Yes {
            self.waiting.retain(|(_, again)| *again == Again::No);
        }
        let last = self.waiting.back().map_or(&self.told, |(words, _)| words);
        let words = match (last.trim_end() == words, again) {
            (true, Again::No) => return,
            // The same words, but another title.
            (true, Again::Yes) if last == words => format!("{words} "),
            _ => words.to_owned(),
        };
        self.waiting.push_back((words, again));
        if self.waiting.len() > MOST_WAITING {
            self.waiting.pop_front();
        }
    }

    /// Whether nothing waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Leaves out what has not been told yet.
    pub fn forget(&mut self) {
        self.waiting.clear();
    }

    /// The sentence to be told now.
    pub fn pop(&mut self) -> Option<String> {
        let (words, _) = self.waiting.pop_front()?;
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
    fn a_sentence_waits_until_the_keyboard_rests() {
        let begun = Instant::now();
        let after = |millis| begun + Duration::from_millis(millis);
        assert_eq!(Rest::default().lacks(begun), None);
        let rest = Rest::default().after(begun, AFTER_FOCUS);
        assert_eq!(rest.lacks(begun), Some(AFTER_FOCUS));
        assert_eq!(rest.lacks(after(200)), Some(AFTER_FOCUS - Duration::from_millis(200)));
        assert_eq!(rest.lacks(begun + AFTER_FOCUS), None);
        assert_eq!(rest.lacks(after(60_000)), None);
    }

    #[test]
    fn on_a_new_page_it_waits_longer_wherever_the_keyboard_goes_there() {
        let begun = Instant::now();
        let rest = Rest::default().after(begun, AFTER_PAGE).after(begun, AFTER_FOCUS);
        assert_eq!(rest.lacks(begun), Some(AFTER_PAGE));
        let later = begun + AFTER_PAGE - Duration::from_millis(100);
        assert_eq!(rest.after(later, AFTER_FOCUS).lacks(later), Some(AFTER_FOCUS));
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
        let heard: Vec<_> = (0..4)
            .map(|_| {
                announcer.tell("There is a man", Again::Yes);
                announcer.pop().unwrap()
            })
            .collect();
        assert!(heard.windows(2).all(|two| two[0] != two[1]), "{heard:?}");
        assert!(heard.iter().all(|words| words.trim_end() == "There is a man" && words.len() < 16), "{heard:?}");
    }

    #[test]
    fn of_many_answers_the_newest_waits_and_nothing_else_is_lost() {
        let mut announcer = Announcer::default();
        for answer in 0..80 {
            announcer.tell(&format!("no {answer}"), Again::Yes);
        }
        announcer.tell("White played d6", Again::No);
        announcer.tell("no", Again::Yes);
        announcer.tell("no", Again::Yes);
        announcer.tell("Black played f4", Again::No);
        assert_eq!(told(&mut announcer), ["White played d6", "no", "Black played f4"]);
    }

    #[test]
    fn of_what_waits_long_only_the_last_is_told() {
        let mut announcer = Announcer::default();
        (0..50).for_each(|mv| announcer.tell(&format!("move {mv}"), Again::No));
        let told = told(&mut announcer);
        assert_eq!((told.len(), told[0].as_str(), told[7].as_str()), (8, "move 42", "move 49"));
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
