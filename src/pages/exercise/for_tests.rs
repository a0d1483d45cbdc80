// SPDX-License-Identifier: GPL-3.0-or-later
//! What the tests of exercises and lessons have in common.

use std::cell::RefCell;
use std::rc::Rc;

use adw::prelude::*;

use crate::services::messages::{Message, Messages};

/// What was announced and answered.
pub type Log = Rc<RefCell<Vec<String>>>;

/// Returns a sender of messages, and what it announces and answers.
pub fn logged() -> (Messages, Log) {
    let log = Log::default();
    let kept = Rc::clone(&log);
    let messages = Messages::new(move |message| {
        if let Message::Announcement(words, _) | Message::Answer(words) = message {
            kept.borrow_mut().push(words);
        }
    });
    (messages, log)
}

/// Shows a page in a window of its own.
pub fn in_window(page: &impl IsA<gtk::Widget>) -> gtk::Window {
    let window = gtk::Window::builder().child(page).build();
    window.present();
    while !page.is_mapped() {
        glib::MainContext::default().iteration(true);
    }
    window
}
