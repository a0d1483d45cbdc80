// SPDX-License-Identifier: GPL-3.0-or-later
//! What pages and services say to a person: they hand it to whoever made them, and need not know the window.

use std::rc::Rc;

use crate::announcer::Again;
use crate::notice_bar::Notice;

/// Something to be said.
pub enum Message {
    /// News: in words below the page, and to a screen reader.
    News(String),
    /// News, unless they are those that were last told in this way.
    NewsOnce(String),
    /// News with something that can be done about them.
    Notice(Notice),
    /// An answer to what a person has just done.
    Answer(String),
    /// Words for a screen reader alone.
    Announcement(String, Again),
    /// What the title says of the game from now on.
    GameTitle(String),
    /// What was answered last no longer matters.
    Dismiss,
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

    /// Tells news, unless they are those that were last told in this way.
    pub fn tell_once(&self, words: &str) {
        self.send(Message::NewsOnce(words.to_owned()));
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
