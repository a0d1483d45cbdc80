// SPDX-License-Identifier: GPL-3.0-or-later
//! Actions on a saved game.

use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use crate::compat::announcer::Again;
use crate::services::messages::{Message, Messages, Request};
use crate::text::i18n::gettext_f;
use crate::widgets::ask::ask_name;
use crate::widgets::notice_bar::Notice;
use morris_play::persistence::{Deleted, Entry, Restored, SaveId, Store, StoreError};

use super::card::{CardAction, SavedGameCard};
use super::listing::{Listed, Order};
use super::{SavedGamesPage, entry};

/// Maximum number of frames until a restored game has a card.
const MOST_FRAMES: u32 = 60;

impl SavedGamesPage {
    pub(super) fn carry_out(&self, id: &SaveId, action: CardAction) {
        match action {
            CardAction::Continue => self.messages().send(Message::Request(Request::Continue(id.clone()))),
            CardAction::Review => self.messages().send(Message::Request(Request::Review(id.clone()))),
            CardAction::Rename => self.ask_for_name(id.clone()),
            CardAction::Delete => self.delete(id.clone()),
            CardAction::ShowFolder => self.show_folder(self.saves().store().folder()),
            CardAction::SetAside => self.set_aside(id.clone()),
        }
    }

    /// Runs `work` with the store on another thread, and then `then` with the page. An error is
    /// reported.
    fn with_store<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Store) -> Result<T, StoreError> + Send + 'static,
        then: impl FnOnce(&Self, T) + 'static,
    ) {
        let (page, done) = (self.downgrade(), self.saves().work(work));
        glib::spawn_future_local(async move {
            let done = done.await;
            let Some(page) = page.upgrade() else { return };
            match done {
                Some(value) => {
                    then(&page, value);
                    page.read_again_if_reading();
                }
                None => _ = page.refresh(),
            }
        });
    }

    fn delete(&self, id: SaveId) {
        // The card of a game that is being deleted is still there.
        if self.imp().deleting.replace(Some(id.clone())).as_ref() == Some(&id) {
            return;
        }
        let name = self.name_of(&id);
        self.with_store(
            move |store| store.delete(&id),
            move |page, deleted| {
                page.remove(deleted.id());
                page.offer_undo(&name, deleted);
            },
        );
    }

    fn offer_undo(&self, name: &str, deleted: Deleted) {
        let (page, saves) = (self.downgrade(), Rc::clone(self.saves()));
        let undo = move || {
            let restore = move |store: &Store| store.restore(&deleted);
            match page.upgrade() {
                // The message with the button has ended.
                Some(page) => page.restore(restore, |_, _| ()),
                // Another window shows the message by now, after a change of the language.
                None => _ = glib::spawn_future_local(saves.work(restore)),
            }
        };
        let notice = Notice::news(&was_deleted(name)).with_button(&gettext("Undo"), undo);
        self.messages().send(Message::Notice(notice));
        self.messages().announce(&gettext("Press Ctrl+Z to undo"), Again::Yes);
    }

    /// Restores the game that was deleted last, or says why not.
    pub(super) fn undo(&self) {
        self.restore(Store::restore_last, |page, name| page.messages().send(Message::Outdated(was_deleted(name))));
    }

    /// Restores a deleted game, and calls `then` with its name.
    fn restore(
        &self,
        restore: impl FnOnce(&Store) -> Result<Restored, StoreError> + Send + 'static,
        then: impl FnOnce(&Self, &str) + 'static,
    ) {
        self.with_store(
            move |store| {
                let restored = restore(store)?;
                let entry = if let Restored::As(id) = &restored { Some(store.entry(id)) } else { None };
                Ok((restored, entry))
            },
            |page, (restored, entry)| match entry {
                Some(entry) => {
                    let id = entry.id().clone();
                    page.put(entry);
                    then(page, &page.name_of(&id));
                    page.show_restored(id);
                }
                None if restored == Restored::TooLate => page.messages().answer(&gettext("It is too late to undo")),
                None => page.messages().answer(&gettext("There is nothing to undo")),
            },
        );
    }

    /// Shows a game that is back, and goes to its card.
    fn show_restored(&self, id: SaveId) {
        self.imp().deleting.take();
        let name = self.name_of(&id);
        // Translators: {name} is the name of a saved game that was deleted and is back
        self.messages().answer(&gettext_f("Restored: {name}", &[("name", &name)]));
        if self.is_mapped() {
            self.focus_card(id);
        }
    }

    /// Scrolls to a card and gives it the focus. A card exists only after the next layout, so this
    /// tries in each frame for a moment.
    fn focus_card(&self, id: SaveId) {
        let left = Cell::new(MOST_FRAMES);
        self.add_tick_callback(move |page, _| {
            let shown = page.imp().shown.get().expect("it is made with the page");
            let place = shown.iter::<glib::Object>().flatten().position(|object| *entry(&object).id() == id);
            // A search may hide the game.
            let Some(place) = place.filter(|_| page.is_mapped()) else { return glib::ControlFlow::Break };
            // Fails only if there is no such card.
            _ = page.imp().list.activate_action("list.scroll-to-item", Some(&(place as u32).to_variant()));
            let card = page.cards().find(|card| card.id().as_ref() == Some(&id));
            let has_focus =
                card.and_then(|card| card.parent()).is_some_and(|cell| cell.is_mapped() && cell.grab_focus());
            left.set(left.get() - 1);
            if has_focus || left.get() == 0 { glib::ControlFlow::Break } else { glib::ControlFlow::Continue }
        });
    }

    pub(super) fn focused_card(&self) -> Option<SaveId> {
        let cell = self.imp().list.focus_child()?;
        cell.first_child().and_downcast::<SavedGameCard>()?.id()
    }

    fn cards(&self) -> impl Iterator<Item = SavedGameCard> + use<> {
        let cells = std::iter::successors(self.imp().list.first_child(), WidgetExt::next_sibling);
        cells.filter_map(|cell| cell.first_child().and_downcast())
    }

    fn set_aside(&self, id: SaveId) {
        let listed = id.clone();
        self.with_store(
            move |store| store.set_aside(&id),
            move |page, path| {
                page.remove(&listed);
                let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                page.tell(&gettext_f("The file is kept as {file}", &[("file", &file)]));
            },
        );
    }

    fn ask_for_name(&self, id: SaveId) {
        let (heading, names) = (gettext("Rename Game"), (self.given_name(&id), self.name_of(&id)));
        ask_name(self, (&heading, ""), (&names.0, &names.1), &gettext("Rename"), move |page, name| {
            page.rename(id.clone(), name.to_owned());
        });
    }

    fn rename(&self, id: SaveId, name: String) {
        self.with_store(move |store| store.rename(&id, &name).map(|()| store.entry(&id)), Self::put);
    }

    fn show_folder(&self, folder: &Path) {
        let window = self.root().and_downcast::<gtk::Window>();
        gtk::show_uri(window.as_ref(), &gio::File::for_path(folder).uri(), 0);
    }

    /// Adds an entry to the list, or replaces the one with its id.
    fn put(&self, entry: Entry) {
        let (place, order) = (self.place_of(entry.id()), self.imp().order.get());
        let object = super::boxed(Arc::new(Listed::new(entry)));
        match place {
            Some(place) => self.entries().splice(place, 1, &[object]),
            None => {
                let compare = |a: &glib::Object, b: &glib::Object| order.compare(&super::entry(a), &super::entry(b));
                self.entries().insert_sorted(&object, compare);
            }
        }
        if place.is_some() && order == Order::Name {
            _ = self.refresh();
        }
    }

    fn remove(&self, id: &SaveId) {
        if let Some(place) = self.place_of(id) {
            self.entries().remove(place);
        }
    }

    fn place_of(&self, id: &SaveId) -> Option<u32> {
        self.entries()
            .iter::<glib::Object>()
            .flatten()
            .position(|object| entry(&object).id() == id)
            .map(|place| place as u32)
    }

    fn name_of(&self, id: &SaveId) -> String {
        self.about(id, |listed| listed.title().to_owned())
    }

    fn given_name(&self, id: &SaveId) -> String {
        self.about(id, |listed| match &**listed {
            Entry::Game(summary) => summary.name.clone().unwrap_or_default(),
            Entry::Broken(_) => String::new(),
        })
    }

    fn about(&self, id: &SaveId, words: impl Fn(&Listed) -> String) -> String {
        let object = self.place_of(id).and_then(|place| self.entries().item(place));
        object.map(|object| words(&entry(&object))).unwrap_or_default()
    }

    fn tell(&self, message: &str) {
        self.messages().tell(message);
    }

    pub(super) fn messages(&self) -> &Messages {
        self.imp().messages.get().expect("they are given when the page is made")
    }
}

fn was_deleted(name: &str) -> String {
    // Translators: {name} is the name of a saved game
    gettext_f("“{name}” was deleted", &[("name", name)])
}

#[cfg(test)]
mod tests {
    use morris::{Game, Rules};
    use morris_play::persistence::SavedGame;

    use super::*;
    use crate::pages::app_page::Page;
    use crate::services::for_tests::in_folder;
    use crate::widgets::for_tests::wait_until;

    #[gtk::test]
    fn pending_read_does_not_restore_a_deleted_game() {
        let page = in_folder(Messages::new(|_| {}), |context| SavedGamesPage::make(&context));
        page.saves().start();
        let id = SaveId::new();
        page.saves().store().save(&id, &SavedGame::between_persons(Game::new(Rules::STANDARD))).unwrap();
        let imp = page.imp();
        _ = page.refresh();
        wait_until(|| page.entries().n_items() == 1);
        // The user comes back to the page and deletes the game before the list is read.
        let question = imp.question.get() + 1;
        imp.question.set(question);
        page.carry_out(&id, CardAction::Delete);
        wait_until(|| page.entries().n_items() == 0);
        assert!(imp.question.get() > question, "what the disk said to the old question is not listened to");
        wait_until(|| imp.answered.get() == imp.question.get());
        assert_eq!(page.entries().n_items(), 0);
    }
}
