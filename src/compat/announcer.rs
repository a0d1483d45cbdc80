// SPDX-License-Identifier: GPL-3.0-or-later
//! Queue of announcements to a screen reader.
//!
//! GTK 4.8 has no announcements. Orca immediately reads a changed window title, wherever the focus
//! is. A title that changes again too soon is not read, and neither is one that stays the same.
//! Therefore sentences wait for their turn, and a sentence equal to the previous one is changed
//! slightly.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use gtk::prelude::*;

/// Minimum time between two sentences.
pub const GAP: Duration = Duration::from_millis(350);

/// Delay of the first sentence after a silence, since the focus may move at the same time.
pub const LEAD: Duration = Duration::from_millis(50);
/// Delay of the first sentence after a silence if the window is not active. A dialog may just have
/// been closed, and the window becomes active only then. If it stays inactive, the user is looking
/// elsewhere, and the title changes anyway.
pub const AWAY: Duration = Duration::from_millis(500);

/// Part of the window that received the focus. A screen reader that sees the new title while it
/// reports the focus takes the title for known and does not read it. Therefore sentences wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// Another part of the same group, such as another point.
    Part,
    /// A part of another group of the page. A screen reader also reports the group.
    Group,
    /// A new page, or the window active again. A screen reader then also reports the surroundings
    /// of the focus, and needs many queries. The delay goes unnoticed: reading the page aloud takes
    /// longer.
    Page,
}

impl Reached {
    /// Returns the minimum delay of the next sentence.
    const fn least(self) -> Duration {
        match self {
            Self::Part => Duration::from_millis(500),
            Self::Group => Duration::from_millis(1000),
            Self::Page => Duration::from_millis(2000),
        }
    }

    /// Returns the maximum delay of a sentence, even if the focus keeps moving. Without it, a user
    /// who holds Tab would hear nothing at all.
    const fn most(self) -> Duration {
        match self {
            Self::Part => Duration::from_millis(1500),
            Self::Group => Duration::from_millis(2500),
            Self::Page => Duration::from_millis(4000),
        }
    }
}

/// Until when a screen reader is busy reporting the focus. Not busy by default.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rest([Option<Instant>; 3]);

impl Rest {
    /// Records that the focus has moved, which keeps a screen reader busy for some time.
    pub fn after(mut self, now: Instant, reached: Reached) -> Self {
        self.0[reached as usize] = Some(now + reached.least());
        self
    }

    /// Returns how much longer a sentence that has waited since `since` must wait. `None` if it can
    /// be announced now.
    pub fn lacks(self, now: Instant, since: Instant) -> Option<Duration> {
        let ends = self.0.into_iter().zip([Reached::Part, Reached::Group, Reached::Page]);
        let end = ends.filter_map(|(until, reached)| Some(until?.min(since + reached.most()))).max()?;
        end.checked_duration_since(now).filter(|lack| !lack.is_zero())
    }
}

/// Characters that order text of two directions. A voice may speak their names.
const ISOLATES: [char; 2] = ['\u{2068}', '\u{2069}'];

/// Maximum length of the queue. Older announcements are stale by then, for example those of a game
/// between two computers.
const MOST_WAITING: usize = 8;

/// Number of announced sentences that can be repeated.
const MOST_REMEMBERED: usize = 20;

#[derive(Debug)]
struct Waiting {
    words: String,
    again: Again,
    since: Instant,
    /// Whether it comes from the history.
    is_repeated: bool,
    /// Whether it is still true on another page.
    is_news: bool,
}

#[derive(Debug, Default)]
pub struct Announcer {
    waiting: VecDeque<Waiting>,
    last_announced: String,
    /// Announced sentences, the oldest first.
    history: VecDeque<String>,
    /// How many sentences of the history are newer than the last repeated one.
    newer: usize,
}

/// Sentence of the history to repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// The newest.
    Last,
    /// The one before the last repeated one.
    Earlier,
}

impl Announcer {
    /// Queues a sentence. Skips one equal to the last queued or announced sentence, unless it is
    /// said `again`, which means that it answers an action of the user. Only the newest of such
    /// answers stays in the queue, with the waiting time of the oldest.
    pub fn tell(&mut self, words: &str, again: Again, now: Instant) {
        let (words, mut since) = (&*words.replace(ISOLATES, ""), now);
        if again == Again::Yes {
            self.waiting.iter().filter(|old| old.again == again).for_each(|old| since = since.min(old.since));
            self.waiting.retain(|old| old.again == Again::No);
        }
        if again == Again::Yes || self.last_news().trim_end() != words {
            self.push(words, again, since, false);
        }
    }

    /// Queues news, which still waits if the page changes. Skips a sentence equal to the last one
    /// that waits, but not to one that was announced: a second call of the same player is news.
    pub fn tell_news(&mut self, words: &str, now: Instant) {
        let words = &*words.replace(ISOLATES, "");
        match self.waiting.iter_mut().rfind(|waiting| !waiting.is_repeated) {
            Some(last) if last.words.trim_end() == words => last.is_news = true,
            _ => self.push(words, Again::No, now, true),
        }
    }

    fn push(&mut self, words: &str, again: Again, since: Instant, is_news: bool) {
        let words = self.unlike_the_last(words);
        self.waiting.push_back(Waiting { words, again, since, is_repeated: false, is_news });
        if self.waiting.len() > MOST_WAITING {
            self.waiting.pop_front();
        }
    }

    /// Drops the sentences of the last page, and queues the title of the new one before the news.
    pub fn turn_to(&mut self, title: &str, now: Instant) {
        let waiting = std::mem::take(&mut self.waiting);
        self.tell(title, Again::No, now);
        let news = waiting.into_iter().filter(|waiting| waiting.is_news);
        self.waiting.extend(news.map(|news| Waiting { since: now, ..news }));
    }

    /// Queues a sentence of the history. The oldest is repeated if there is none before it. An
    /// answer that still waits is the last sentence.
    pub fn repeat(&mut self, repeat: Repeat, now: Instant) {
        if repeat == Repeat::Last
            && self.waiting.iter().any(|waiting| waiting.again == Again::Yes && !waiting.is_repeated)
        {
            return;
        }
        self.newer = match repeat {
            Repeat::Last => 0,
            Repeat::Earlier => (self.newer + 1).min(self.history.len().saturating_sub(1)),
        };
        self.waiting.retain(|waiting| !waiting.is_repeated);
        let Some(words) = self.history.iter().nth_back(self.newer) else { return };
        let words = self.unlike_the_last(words);
        self.waiting.push_back(Waiting { words, again: Again::No, since: now, is_repeated: true, is_news: false });
    }

    /// Returns the last queued or announced sentence that is not a repetition.
    fn last_news(&self) -> &str {
        let waiting = self.waiting.iter().rfind(|waiting| !waiting.is_repeated).map(|waiting| &waiting.words);
        waiting.or(self.history.back()).map_or("", |words| words)
    }

    /// Returns words that give another title than the last ones.
    fn unlike_the_last(&self, words: &str) -> String {
        let last = self.waiting.back().map_or(&self.last_announced, |last| &last.words);
        if last == words { format!("{words} ") } else { words.to_owned() }
    }

    /// Returns the time since which the next sentence has waited, or `None` if the queue is empty.
    pub fn waits_since(&self) -> Option<Instant> {
        self.waiting.front().map(|next| next.since)
    }

    /// Restarts the waiting time of all sentences, since they could not be announced before.
    pub fn wait_from(&mut self, now: Instant) {
        self.waiting.iter_mut().for_each(|waiting| waiting.since = now);
    }

    #[cfg(test)]
    pub fn forget(&mut self) {
        self.waiting.clear();
    }

    /// Removes and returns the sentence to announce now.
    pub fn pop(&mut self) -> Option<String> {
        let Waiting { words, is_repeated, .. } = self.waiting.pop_front()?;
        self.last_announced.clone_from(&words);
        if !is_repeated {
            self.history.push_back(words.trim_end().to_owned());
            self.history.drain(..self.history.len().saturating_sub(MOST_REMEMBERED));
            self.newer = 0;
        }
        Some(words)
    }
}

/// Whether to announce a sentence that repeats the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// Announce it: the user has repeated the action.
    Yes,
    /// Skip it: nothing has changed.
    No,
}

/// Announces a sentence in a dialog, by its title, which is not shown. The sentences of the window
/// wait until the dialog is closed.
pub fn announce_in_dialog(dialog: &gtk::Window, words: &str) {
    let again = dialog.title().is_some_and(|title| title == words);
    dialog.set_title(Some(&if again { format!("{words} ") } else { words.to_owned() }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pop_all(announcer: &mut Announcer) -> Vec<String> {
        std::iter::from_fn(|| announcer.pop()).collect()
    }

    #[test]
    fn a_sentence_waits_until_the_keyboard_rests() {
        let begun = Instant::now();
        let lacks = |rest: Rest, millis| rest.lacks(begun + Duration::from_millis(millis), begun);
        assert_eq!(lacks(Rest::default(), 0), None);
        let rest = Rest::default().after(begun, Reached::Part);
        let lacking = [0, 200, 500, 60_000].map(|millis| lacks(rest, millis));
        assert_eq!(lacking, [Some(500), Some(300), None, None].map(|lack| lack.map(Duration::from_millis)));
    }

    #[test]
    fn on_a_new_page_it_waits_longer_wherever_the_keyboard_goes_there() {
        let begun = Instant::now();
        let rest = Rest::default().after(begun, Reached::Page).after(begun, Reached::Part);
        assert_eq!(rest.lacks(begun, begun), Some(Duration::from_millis(2000)));
        let later = begun + Duration::from_millis(1900);
        assert_eq!(rest.after(later, Reached::Part).lacks(later, later), Some(Duration::from_millis(500)));
    }

    /// Returns after how many milliseconds a sentence is announced that is queued ten times per
    /// second while the focus moves as often.
    fn first_announced(reached: Reached, again: Again) -> Option<u64> {
        let (begun, mut rest, mut announcer) = (Instant::now(), Rest::default(), Announcer::default());
        (0..10_000).step_by(100).find(|&millis| {
            let now = begun + Duration::from_millis(millis);
            rest = rest.after(now, reached);
            announcer.tell("This key works only in a game", again, now);
            announcer.waits_since().is_some_and(|since| rest.lacks(now, since).is_none())
        })
    }

    #[test]
    fn sentence_is_announced_while_the_focus_moves() {
        for again in [Again::No, Again::Yes] {
            assert_eq!(first_announced(Reached::Part, again), Some(1500), "{again:?}");
            assert_eq!(first_announced(Reached::Group, again), Some(2500), "{again:?}");
            assert_eq!(first_announced(Reached::Page, again), Some(4000), "{again:?}");
        }
    }

    #[test]
    fn sentence_delayed_by_a_dialog_still_waits_for_the_focus() {
        let (begun, mut announcer) = (Instant::now(), Announcer::default());
        announcer.tell("Game saved", Again::No, begun);
        let closed = begun + Duration::from_secs(60);
        announcer.wait_from(closed);
        let rest = Rest::default().after(closed, Reached::Page);
        let lack = announcer.waits_since().and_then(|since| rest.lacks(closed, since));
        assert_eq!(lack, Some(Duration::from_millis(2000)));
    }

    #[test]
    fn sentences_come_in_order_and_once() {
        let mut announcer = Announcer::default();
        for words in ["White played d6", "Black played f4", "Black played f4"] {
            announcer.tell(words, Again::No, Instant::now());
        }
        assert_eq!(pop_all(&mut announcer), ["White played d6", "Black played f4"]);
        announcer.tell("Black played f4", Again::No, Instant::now());
        assert_eq!(pop_all(&mut announcer), [""; 0]);
    }

    #[test]
    fn directions_of_text_are_not_spoken() {
        let mut announcer = Announcer::default();
        announcer.tell("سفید \u{2068}d3\u{2069} را بازی کرد", Again::No, Instant::now());
        assert_eq!(pop_all(&mut announcer), ["سفید d3 را بازی کرد"]);
    }

    #[test]
    fn repeated_sentence_is_announced_again() {
        let mut announcer = Announcer::default();
        let heard: Vec<_> = (0..4)
            .map(|_| {
                announcer.tell("There is a man", Again::Yes, Instant::now());
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
            announcer.tell(&format!("no {answer}"), Again::Yes, Instant::now());
        }
        announcer.tell("White played d6", Again::No, Instant::now());
        announcer.tell("no", Again::Yes, Instant::now());
        announcer.tell("no", Again::Yes, Instant::now());
        announcer.tell("Black played f4", Again::No, Instant::now());
        assert_eq!(pop_all(&mut announcer), ["White played d6", "no", "Black played f4"]);
    }

    #[test]
    fn only_the_last_waiting_sentence_is_announced() {
        let mut announcer = Announcer::default();
        (0..50).for_each(|mv| announcer.tell(&format!("move {mv}"), Again::No, Instant::now()));
        let told = pop_all(&mut announcer);
        assert_eq!((told.len(), told[0].as_str(), told[7].as_str()), (8, "move 42", "move 49"));
    }

    #[test]
    fn announced_sentences_are_repeated_from_the_newest_to_the_oldest() {
        let mut announcer = Announcer::default();
        let repeat = |announcer: &mut Announcer, repeat| {
            announcer.repeat(repeat, Instant::now());
            announcer.pop().map(|words| words.trim_end().to_owned())
        };
        assert_eq!(repeat(&mut announcer, Repeat::Last), None);
        for number in 0..MOST_REMEMBERED + 5 {
            announcer.tell(&format!("move {number}"), Again::No, Instant::now());
            announcer.pop();
        }
        let said: Vec<_> = (0..MOST_REMEMBERED).filter_map(|_| repeat(&mut announcer, Repeat::Earlier)).collect();
        let oldest = "move 5".to_owned();
        assert_eq!((said.first(), said.last()), (Some(&"move 23".to_owned()), Some(&oldest)));
        assert_eq!(said[MOST_REMEMBERED - 2], oldest, "the oldest is repeated");
        assert_eq!(repeat(&mut announcer, Repeat::Last), Some("move 24".to_owned()));
        announcer.tell("mill", Again::No, Instant::now());
        announcer.pop();
        assert_eq!(repeat(&mut announcer, Repeat::Last), Some("mill".to_owned()));
        assert_eq!(repeat(&mut announcer, Repeat::Earlier), Some("move 24".to_owned()));
        announcer.tell("move 24", Again::No, Instant::now());
        assert_eq!(pop_all(&mut announcer), ["move 24 "], "news are no repetition");
    }

    #[test]
    fn a_waiting_answer_is_the_last_sentence() {
        let mut announcer = Announcer::default();
        announcer.tell("mill", Again::No, Instant::now());
        announcer.pop();
        announcer.tell("no", Again::Yes, Instant::now());
        announcer.repeat(Repeat::Last, Instant::now());
        assert_eq!(pop_all(&mut announcer), ["no"]);
    }

    #[test]
    fn only_news_follows_to_the_next_page() {
        let mut announcer = Announcer::default();
        let begun = Instant::now();
        announcer.tell("Black played f4", Again::No, begun);
        for words in ["Could not save the game", "Ann sits down", "Could not save the game", "Ann sits down"] {
            announcer.tell_news(words, begun);
        }
        announcer.tell("There is a man", Again::Yes, begun);
        let later = begun + Duration::from_secs(1);
        announcer.turn_to("Settings", later);
        assert_eq!(announcer.waits_since(), Some(later));
        let told = ["Settings", "Could not save the game", "Ann sits down", "Could not save the game", "Ann sits down"];
        assert_eq!(pop_all(&mut announcer), told);
    }

    #[test]
    fn equal_news_is_announced_again() {
        let mut announcer = Announcer::default();
        for _ in 0..2 {
            announcer.tell_news("Ann calls you", Instant::now());
        }
        assert_eq!(pop_all(&mut announcer), ["Ann calls you"]);
        announcer.tell_news("Ann calls you", Instant::now());
        assert_eq!(pop_all(&mut announcer), ["Ann calls you "]);
    }
}
