// SPDX-License-Identifier: GPL-3.0-or-later
//! What pages and services say to a person: they hand it to whoever made them, and need not know
//! the window.

use std::cell::RefCell;
use std::rc::Rc;

use crate::compat::announcer::Again;
use crate::widgets::notice_bar::Notice;
use morris::{Game, Rules};
use morris_play::persistence::SaveId;
use morris_teach::review::Review;

/// Something to be said.
pub enum Message {
    /// News: in words below the page, and to a screen reader.
    News(String),
    /// News with something that can be done about them.
    Notice(Notice),
    /// An answer to what a person has just done.
    Answer(String),
    /// Words for a screen reader alone.
    Announcement(String, Again),
    /// What the title says of the game from now on, and what is told of that, if it is news.
    GameTitle(String, Option<String>),
    /// What was answered last no longer matters.
    Dismiss,
    /// Something is to be done elsewhere in the window.
    Request(Request),
}

/// What a page asks the window for.
pub enum Request {
    /// To play by these rules, called so if a person has put them together.
    ChooseRules(Rules, Option<String>),
    /// To go on with a saved game.
    Continue(SaveId),
    /// To review a saved game.
    Review(SaveId),
    /// To keep a review with its game.
    KeepReview(SaveId, Box<Game>, Box<Review>),
    /// To find the game that the main menu offers to go on with.
    FindUnfinished,
}

/// The way of messages to the window.
#[derive(Clone)]
pub struct Messages(Rc<dyn Fn(Message)>);

impl Messages {
    /// Messages that `receive` takes.
    #[must_use]
    pub fn new(receive: impl Fn(Message) + 'static) -> Self {
        Self(Rc::new(receive))
    }

    /// Sends a message.
    pub fn send(&self, message: Message) {
        (self.0)(message);
    }

    /// Tells news.
    pub fn tell(&self, words: &str) {
        self.send(Message::News(words.to_owned()));
    }

    /// Answers what a person has just done.
    pub fn answer(&self, words: &str) {
        self.send(Message::Answer(words.to_owned()));
    }

    /// Tells a screen reader something.
    pub fn announce(&self, words: &str, again: Again) {
        self.send(Message::Announcement(words.to_owned(), again));
    }
}

/// News of something that is tried again and again: they are told once, until it has gone well in
/// between.
pub struct RepeatedNews {
    messages: Messages,
    told: RefCell<Option<String>>,
}

impl RepeatedNews {
    /// None so far.
    #[must_use]
    pub const fn new(messages: Messages) -> Self {
        Self { messages, told: RefCell::new(None) }
    }

    /// Tells news, unless they were told last.
    pub fn tell(&self, words: &str) {
        if self.told.replace(Some(words.to_owned())).as_deref() != Some(words) {
            self.messages.tell(words);
        }
    }

    /// It has gone well: the same would be news again.
    pub fn forget(&self) {
        self.told.take();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_wrong_again_after_it_went_well_is_told_again() {
        let told = Rc::new(RefCell::new(String::new()));
        let note = Rc::clone(&told);
        let news = RepeatedNews::new(Messages::new(move |message| {
            if let Message::News(words) = message {
                note.borrow_mut().push_str(&words);
            }
        }));
        ["a", "a", "b", "b"].into_iter().for_each(|words| news.tell(words));
        news.forget();
        news.tell("b");
        assert_eq!(*told.borrow(), "abb");
    }
}
