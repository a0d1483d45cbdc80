// SPDX-License-Identifier: GPL-3.0-or-later
//! What tests of pages begin with.

use std::ops::Deref;
use std::rc::Rc;

use morris_play::persistence::{Settings, Store};
use tempfile::TempDir;

use super::{PageContext, Services};
use crate::app::messages::Messages;

/// What a test looks at, and the folder that it works on: removed after it, and not before.
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

/// Makes a page, or what else a test looks at, of services that rest, with settings as they come
/// and no game saved.
pub fn in_folder<T>(messages: Messages, make: impl FnOnce(PageContext) -> T) -> InFolder<T> {
    adw::init().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("saves"));
    let services = Rc::new(Services::new(Settings::default(), store, Vec::new(), messages.clone()));
    InFolder { inner: make(PageContext { services, messages }), _folder: folder }
}

#[gtk::test]
fn the_folder_is_there_as_long_as_what_is_made() {
    let made = in_folder(Messages::new(|_| {}), |context| context.services);
    let home = made.saves.store().folder().parent().unwrap().to_owned();
    assert!(home.is_dir());
    drop(made);
    assert!(!home.exists());
}
