// SPDX-License-Identifier: GPL-3.0-or-later
//! Messages of pages and services to the user. They are passed to the creator of the page or
//! service, so that neither needs to know the window.

use std::cell::RefCell;
use std::rc::Rc;

use crate::compat::announcer::Again;
use crate::widgets::notice_bar::Notice;
use morris::Rules;
use morris_play::persistence::SaveId;
use morris_play::setup::GameSetup;

/// A message to the user or to the window.
pub enum Message {
    /// News, shown over the page and announced to a screen reader.
    News(String),
    /// News with a button for an action.
    Notice(Notice),
    /// Response to an action of the user.
    Answer(String),
    /// Announcement to a screen reader only.
    Announcement(String, Again),
    /// News of the game, announced to a screen reader while its page is shown.
    GameTitle(String),
    /// The last response is outdated.
    Dismiss,
    /// The news with these words are outdated.
    Outdated(String),
    /// Request to another part of the window.
    Request(Request),
}

/// Request of a page to the window.
pub enum Request {
    /// Play by these rules. The name is that of the user's own rules.
    ChooseRules(Rules, Option<String>),
    Continue(SaveId),
    /// Review the game on its page, at the position after this number of moves.
    LookAt(usize),
    Review(SaveId),
    /// Find the unfinished game that the main menu offers.
    FindUnfinished,
    ShowTournament,
    Watch(String),
    PlayClub(Box<GameSetup>),
}

#[derive(Clone)]
pub struct Messages(Rc<dyn Fn(Message)>);

impl Messages {
    pub fn new(receive: impl Fn(Message) + 'static) -> Self {
        Self(Rc::new(receive))
    }

    pub fn send(&self, message: Message) {
        (self.0)(message);
    }

    pub fn tell(&self, words: &str) {
        self.send(Message::News(words.to_owned()));
    }

    /// Sends a response to an action of the user.
    pub fn answer(&self, words: &str) {
        self.send(Message::Answer(words.to_owned()));
    }

    /// Sends an announcement to a screen reader.
    pub fn announce(&self, words: &str, again: Again) {
        self.send(Message::Announcement(words.to_owned(), again));
    }
}

/// News about a repeated attempt. Equal news are sent only once, until an attempt has succeeded.
pub struct RepeatedNews {
    messages: Messages,
    last: RefCell<Option<String>>,
}

impl RepeatedNews {
    /// Creates it without earlier news.
    pub const fn new(messages: Messages) -> Self {
        Self { messages, last: RefCell::new(None) }
    }

    /// Sends news unless they are equal to the last.
    pub fn tell(&self, words: &str) {
        if self.last.replace(Some(words.to_owned())).as_deref() != Some(words) {
            self.messages.tell(words);
        }
    }

    /// Records a success, so that equal news are sent again.
    pub fn forget(&self) {
        self.last.take();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failure_after_success_is_reported_again() {
        let last = Rc::new(RefCell::new(String::new()));
        let note = Rc::clone(&last);
        let news = RepeatedNews::new(Messages::new(move |message| {
            if let Message::News(words) = message {
                note.borrow_mut().push_str(&words);
            }
        }));
        ["a", "a", "b", "b"].into_iter().for_each(|words| news.tell(words));
        news.forget();
        news.tell("b");
        assert_eq!(*last.borrow(), "abb");
    }
}
