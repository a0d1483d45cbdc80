// SPDX-License-Identifier: GPL-3.0-or-later
//! Imports games and positions of other programs: from files, by drag and drop, and from the
//! clipboard.

use std::path::{Path, PathBuf};

use adw::prelude::*;
use gettextrs::gettext;
use gtk::{gdk, gio};

use super::Window;
use super::by_message::{SCHEME, line_in};
use super::clipboard::{self, NoText};
use super::network::address_in;
use crate::pages::game::OpenGame;
use crate::services::Document;
use crate::text::describe;
use crate::text::i18n::ngettext_f;
use morris::Rules;
use morris_message::{Line, LineError};
use morris_play::persistence::{Content, FileError, MAX_FILE_BYTES, SaveId, from_pgn, read_text, read_text_from};
use morris_play::session::{Input, Session};
use morris_players::{Format, GameInText};

/// What a text contains.
enum Incoming {
    /// A line of a game by message, or what is wrong with it.
    Line(Result<Line, LineError>),
    /// The address of a table in this network.
    Table(String),
    /// A game or a position.
    Content(Box<Content>),
}

impl Incoming {
    /// Reads a text. Error messages name `path` as its origin.
    fn read(text: &str, path: &Path) -> Result<Self, FileError> {
        if let Some(address) = address_in(text) {
            return Ok(Self::Table(address));
        }
        match line_in(text) {
            Some(line) => Ok(Self::Line(line)),
            None => Content::read(text, None, &Rules::default(), path).map(|content| Self::Content(Box::new(content))),
        }
    }
}

impl Window {
    /// Opens a file or a text that is dropped on the window.
    pub(super) fn accept_drops(&self) {
        let target = gtk::DropTarget::new(glib::Type::INVALID, gdk::DragAction::COPY);
        target.set_types(&[gdk::FileList::static_type(), String::static_type()]);
        target.connect_drop(weak!(window = self, move |_, value, _, _| window.open_drop(value)));
        self.add_controller(target);
    }

    /// Opens the files or the text of a drop. Returns `false` if it is something else.
    pub(super) fn open_drop(&self, value: &glib::Value) -> bool {
        if let Ok(files) = value.get::<gdk::FileList>() {
            self.open_files(&files.files());
            return true;
        }
        value.get::<String>().is_ok_and(|text| {
            self.open_text(text, &gettext("Dropped text"));
            true
        })
    }

    pub(super) fn choose_file(&self) {
        let dialog = self.dialog_to_open(&gettext("Open Game or Position"), &gettext("Open"));
        self.ask_for_file(dialog, |window, file, _| window.open_file(file));
    }

    /// Opens the first of the files given by the desktop, and reports how many were not opened:
    /// only one game is shown at a time.
    pub fn open_files(&self, files: &[gio::File]) {
        let Some((first, others)) = files.split_first() else { return };
        self.open_file(first);
        if !others.is_empty() {
            self.tell(&ngettext_f(
                // Translators: several files were to be opened at once, and the first was
                "Only one file can be opened at a time: {count} more was not opened.",
                "Only one file can be opened at a time: {count} more were not opened.",
                others.len(),
                &[],
            ));
        }
    }

    /// Opens a file or a link given by the desktop. A saved game of this program continues in
    /// place. Any other file is left unchanged.
    pub fn open_file(&self, file: &gio::File) {
        if file.uri().starts_with(SCHEME) {
            return self.open_text(file.uri().as_str(), SCHEME.trim_end_matches(':'));
        }
        let Some(path) = file.path() else {
            self.say(&gettext("Only files on this computer can be opened."));
            return;
        };
        match self.id_in_store(&path) {
            Some(id) => self.load(id),
            None => self.read(move || Incoming::read(&read_text(&path)?, &path)),
        }
    }

    /// Opens the content of the clipboard.
    pub(super) fn paste(&self) {
        let window = self.downgrade();
        let clipboard = self.clipboard();
        glib::spawn_future_local(async move {
            let text = clipboard::text(&clipboard).await;
            let Some(window) = window.upgrade() else { return };
            match text {
                Ok(text) => window.open_text(text, &gettext("Clipboard")),
                Err(NoText::None) => window.say(&gettext("The clipboard contains no text.")),
                // Translators: the program that has what is to be pasted does not give it
                Err(NoText::Silent) => window.say(&gettext("Could not read the clipboard.")),
            }
        });
    }

    /// Opens a text. Error messages name `source` as its origin.
    fn open_text(&self, text: impl Into<Vec<u8>>, source: &str) {
        let (text, path) = (text.into(), PathBuf::from(source));
        self.read(move || {
            let text = read_text_from(text.as_slice(), &path, MAX_FILE_BYTES)?;
            Incoming::read(&text, &path)
        });
    }

    fn id_in_store(&self, path: &Path) -> Option<SaveId> {
        let store = self.services().saves.store();
        SaveId::of_file(path).filter(|id| store.path(id) == *path)
    }

    /// Reads on another thread, then shows the content.
    fn read(&self, read: impl FnOnce() -> Result<Incoming, FileError> + Send + 'static) {
        let window = self.downgrade();
        glib::spawn_future_local(async move {
            let read = gio::spawn_blocking(read).await;
            let Some(window) = window.upgrade() else { return };
            match read {
                Ok(Ok(Incoming::Content(content))) => window.show_content(*content),
                Ok(Ok(Incoming::Table(address))) => window.open_room_link(&address),
                Ok(Ok(Incoming::Line(Ok(line)))) => window.receive_line(line),
                Ok(Ok(Incoming::Line(Err(error)))) => window.tell(&describe::line_error(&error)),
                Ok(Err(error)) => {
                    tracing::warn!("{error}");
                    window.tell(&describe::file_error(&error));
                }
                Err(_) => tracing::error!("reading a file went wrong"),
            }
        });
    }

    /// Continues a game, or shows a position, which can be changed or played from.
    fn show_content(&self, content: Content) {
        match content {
            Content::Save(saved) => self.show_saved(*saved, None),
            Content::Text(text, format) if text.partial.is_none() && is_position(&text, format) => {
                let (rules, position) = (*text.pgn.rules(), *text.pgn.tree.start());
                self.set_up(|page, from| page.set_up(rules, position.into(), from));
            }
            Content::Text(text, _) => self.play_text(&text),
        }
    }

    /// Continues a game of another program between two human players.
    fn play_text(&self, text: &GameInText) {
        let saved = from_pgn(&text.pgn);
        let mut session = Session::restore(saved.setup.clone(), saved.game.clone(), None, rand::random());
        // A mill that waits for its removal is closed by the same taps as by hand.
        for point in text.partial.into_iter().flat_map(|partial| partial.from.into_iter().chain(partial.to)) {
            _ = session.handle(Input::Tap(point));
        }
        let name = saved.name.clone();
        let document = Document::new(SaveId::new(), Some(saved));
        self.play(OpenGame { name, document, ..OpenGame::loaded(session) });
    }
}

fn is_position(text: &GameInText, format: Format) -> bool {
    !format.has_moves() && text.pgn.tree.is_empty()
}
