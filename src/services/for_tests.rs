// SPDX-License-Identifier: GPL-3.0-or-later
//! Services for the tests of pages.

use std::cell::RefCell;
use std::ops::Deref;
use std::path::PathBuf;
use std::rc::Rc;

use morris_play::persistence::{Settings, Store};
use tempfile::TempDir;

use super::{PageContext, Services};
use crate::services::messages::{Message, Messages};

/// A value under test, and its temporary folder, which is removed after the value.
pub struct InFolder<T> {
    inner: T,
    _folder: TempDir,
}

impl<T> Deref for InFolder<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.inner
    }
}

/// Creates a page, or another value under test, with idle services, the default settings, and no
/// saved games.
pub fn in_folder<T>(messages: Messages, make: impl FnOnce(PageContext) -> T) -> InFolder<T> {
    with_tables(Vec::new(), messages, make)
}

/// Does the same with tables in these folders, which are not opened yet.
pub fn with_tables<T>(tables: Vec<PathBuf>, messages: Messages, make: impl FnOnce(PageContext) -> T) -> InFolder<T> {
    adw::init().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("saves"));
    let services = Rc::new(Services::new(Settings::default(), store, tables, messages.clone()));
    InFolder { inner: make(PageContext { services, messages }), _folder: folder }
}

/// Words of messages, in order.
pub type Log = Rc<RefCell<Vec<String>>>;

/// Returns a sender of messages, and the words that `words_of` finds in them.
pub fn logged(words_of: fn(Message) -> Option<String>) -> (Messages, Log) {
    let log = Log::default();
    let kept = Rc::clone(&log);
    (Messages::new(move |message| kept.borrow_mut().extend(words_of(message))), log)
}

pub fn news(message: Message) -> Option<String> {
    if let Message::News(words) = message { Some(words) } else { None }
}

/// Returns what is only spoken.
pub fn spoken(message: Message) -> Option<String> {
    match message {
        Message::GameTitle(words) | Message::Announcement(words, _) | Message::Answer(words) => Some(words),
        _ => None,
    }
}

pub fn spoken_or_news(message: Message) -> Option<String> {
    match message {
        Message::News(words) => Some(words),
        message => spoken(message),
    }
}

/// Returns a main context for a test that does not run on the thread of GTK. It is never freed: a
/// background thread may hold a future's waker for longer, and would then drop the future on the
/// wrong thread, which aborts the process.
pub fn own_context() -> &'static glib::MainContext {
    Box::leak(Box::new(glib::MainContext::new()))
}

#[gtk::test]
fn folder_lives_as_long_as_its_owner() {
    let made = in_folder(Messages::new(|_| {}), |context| context.services);
    let home = made.saves.store().folder().parent().unwrap().to_owned();
    assert!(home.is_dir());
    drop(made);
    assert!(!home.exists());
}
