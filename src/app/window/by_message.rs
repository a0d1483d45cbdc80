// SPDX-License-Identifier: GPL-3.0-or-later
//! Games by message: invitations, and lines that come from anywhere.
//!
//! A line opens its own game, which the store finds by the name in the line, and only that game
//! reads it (`GamePage::read_line`). The window asks before it accepts an invitation. So a
//! stranger's text changes nothing else.
//!
//! A line is given out only after its game is on the disk: without it, no answer could be read. If
//! another program has continued the game, the store refuses to save it (`StoreError::Continued`),
//! and the page shows that game. So there are never two lines of one turn.

use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use super::Window;
use crate::pages::by_message::{accept_dialog, paste_dialog};
use crate::pages::game::{GamePage, OpenGame};
use crate::pages::setup::friend::{inviter, wanted_color};
use crate::services::{Document, Saving};
use crate::text::describe;
use morris::Color;
use morris_message::{Line, LineError, LineKind, MessageGame, PlayerName, Role};
use morris_play::persistence::{SaveId, SavedGame, Store, StoreError};
use morris_play::setup::{Begins, NewGameOptions};

/// Scheme of a line as a link.
pub(super) const SCHEME: &str = "nine-mens-morris:";

/// Where the game of a line is.
enum Place {
    /// In no saved game.
    Nowhere,
    Save(SaveId),
    /// In this one, whose invitation the line is, by the user.
    Own(SaveId),
}

impl Window {
    /// Makes a game with an invitation.
    pub(super) fn invite(&self, choice: &NewGameOptions) {
        let Ok(name) = inviter(choice) else { return };
        let game = MessageGame::invite(choice.rules, wanted_color(choice), name, rand::random());
        let Ok(game) = game else { return tracing::error!("only known rules can be chosen") };
        if choice.begins != Begins::Random {
            self.services().settings.change(|settings| settings.choice.remember(&choice.game(Color::White)));
        }
        self.begin_by_message(game);
    }

    /// Saves a new game by message, shows it, and copies the invitation or its acceptance. It is
    /// copied only now: without the key that is saved, no answer could be read.
    fn begin_by_message(&self, game: MessageGame) {
        self.save_new(SavedGame::by_message(game), |window, game| {
            let Some(game) = game else { return };
            window.play_and(game, |window| window.page_of::<GamePage>().copy_line());
        });
    }

    /// Saves a new game by message, and passes it to `then`, or `None` if it cannot be saved.
    pub(super) fn save_new(&self, saved: SavedGame, then: impl FnOnce(&Self, Option<OpenGame>) + 'static) {
        let (window, saves) = (self.downgrade(), Rc::clone(&self.services().saves));
        let id = SaveId::new();
        let save = saves.save(&Document::new(id.clone(), None), saved.clone());
        glib::spawn_future_local(async move {
            saves.flush().await;
            let Some(window) = window.upgrade() else { return };
            // A failure has been reported.
            let is_saved = save.state() == Saving::Saved;
            then(&window, is_saved.then(|| OpenGame::restored(saved, Some(id))));
        });
    }

    /// Opens the dialog that asks for a line of a friend.
    pub(super) fn ask_for_line(&self) {
        let take = weak!(window = self, move |line| window.receive_line(line));
        paste_dialog::open(self, take);
    }

    fn ask_to_accept(&self, invitation: Line) {
        // Only the newest invitation is asked about.
        if let Some(open) = self.imp().accepting.upgrade() {
            open.close();
        }
        let [name, _] = self.services().settings.read(|settings| settings.choice.names.clone());
        let asked = invitation.clone();
        let accept = weak!(window = self, move |name| window.find_game(invitation.clone(), Some(name)));
        self.imp().accepting.set(Some(&accept_dialog::open(self, &asked, &name, accept)));
    }

    fn accept(&self, invitation: &Line, name: PlayerName) {
        self.services().settings.change(|settings| settings.choice.names[0] = name.to_string());
        match MessageGame::accept(&invitation.to_string(), name, rand::random()) {
            Ok(game) => self.begin_by_message(game),
            Err(error) => self.tell(&describe::line_error(&error)),
        }
    }

    /// Takes a line from anywhere. It only ever changes its own game, which is opened. An
    /// invitation is asked about.
    pub(super) fn receive_line(&self, line: Line) {
        self.find_game(line, None);
    }

    /// Finds the game of a line, and continues there. `name` accepts the line if it is an
    /// invitation.
    fn find_game(&self, line: Line, name: Option<PlayerName>) {
        self.with_place(line, move |window, line, place| window.open_line(line, place, name));
    }

    /// Opens a game by message from a file that is not one of the saved games. If it is one of
    /// them, too, that one reads what is new in the file. Otherwise it is saved, so that it can
    /// read lines.
    pub(super) fn open_copy(&self, saved: SavedGame) {
        let whole = saved.message.as_ref().map(|game| Line::parse(&game.whole()));
        let Some(Ok(line)) = whole else { return tracing::error!("the line of a whole game cannot be read") };
        self.with_place(line, move |window, line, place| match place {
            Place::Nowhere => {
                window.play_and(OpenGame::restored(saved, None), |window| window.page_of::<GamePage>().autosave());
            }
            Place::Save(id) | Place::Own(id) => window.load_and(id.clone(), move |window| {
                if !window.shows_lines_of(&id, &saved) {
                    window.open_line(line, Place::Save(id), None);
                }
            }),
        });
    }

    /// Finds the game of a line on another thread, and calls `then` with its place.
    fn with_place(&self, line: Line, then: impl FnOnce(&Self, Line, Place) + 'static) {
        let wanted = line.clone();
        self.read_saved(move |store| place_of(store, &wanted), |window, place| then(window, line, place));
    }

    fn open_line(&self, line: Line, place: Place, name: Option<PlayerName>) {
        match (place, name) {
            (Place::Save(id), _) => {
                // Another window may have continued the game.
                let is_behind = self.has_on_page(&id) && self.page_of::<GamePage>().may_be_behind(&line);
                let read = move |window: &Self| window.page_of::<GamePage>().read_line(&line);
                if is_behind { self.load_from_disk_and(id, read) } else { self.load_and(id, read) }
            }
            (Place::Own(id), _) => self.load_and(id, |window| window.say(&gettext("This is your own invitation"))),
            (Place::Nowhere, Some(name)) => self.accept(&line, name),
            (Place::Nowhere, None) if line.kind() == LineKind::Invitation => self.ask_to_accept(line),
            (Place::Nowhere, None) => {
                // Translators: the text that a friend sends in a game by message
                self.tell(&gettext("This message belongs to a game that is not on this computer"));
            }
        }
    }
}

fn place_of(store: &Store, line: &Line) -> Result<Place, StoreError> {
    let Some(id) = store.message_game(line.game())? else { return Ok(Place::Nowhere) };
    let is_own = || {
        // Not by the store: a window on this game is to learn that another one has continued it.
        let game = SavedGame::read(&store.path(&id)).ok().and_then(|saved| saved.message);
        game.is_some_and(|game| game.role() == Role::Inviter && game.invitation() == line)
    };
    let is_own = line.kind() == LineKind::Invitation && is_own();
    Ok(if is_own { Place::Own(id) } else { Place::Save(id) })
}

/// Returns the line in a text, or `None` if the text has none.
pub(super) fn line_in(text: &str) -> Option<Result<Line, LineError>> {
    match Line::parse(text) {
        Err(LineError::NoLine | LineError::TooLong) => None,
        found => Some(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_text_with_a_line_is_one() {
        let line = "nmm1 aaaqeayeaudao standard 1 d6 rdpywl7z";
        assert_eq!(line_in(&format!("Hello!\n{line}\nAnn")).unwrap().unwrap().to_string(), line);
        assert_eq!(
            line_in("nine-mens-morris:nmm1/aaaqeayeaudao/standard/1/d6/rdpywl7z").unwrap().unwrap().to_string(),
            line
        );
        assert_eq!(line_in("nmm1 aaaqeayeaudao standard"), Some(Err(LineError::CutShort)));
        for other in ["1. d6 f4 *", "", &"x".repeat(200_000), "invitation = \"nmm1 aaaqeayeaudao standard any Ann\""] {
            assert_eq!(line_in(other), None, "{other}");
        }
    }
}
