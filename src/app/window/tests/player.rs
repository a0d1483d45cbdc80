// SPDX-License-Identifier: GPL-3.0-or-later
//! A player with a window and a folder of saved games.

use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

use morris::Outcome;

use super::*;
use crate::board::BoardView;
use crate::compat::descendants::{below, for_each};
use crate::widgets::for_tests::{LIMIT, turn};

pub struct Player {
    pub window: InFolder<Window>,
    /// What the window has announced since the last wait.
    announced: RefCell<Vec<String>>,
    titles: Rc<RefCell<Vec<String>>>,
}

impl Player {
    /// Creates a player with these saved games.
    pub fn with(saves: &[PathBuf]) -> Self {
        let window = window();
        let service = &window.services().saves;
        let folder = service.store().folder().to_owned();
        fs::create_dir_all(&folder).unwrap();
        for path in saves {
            fs::copy(path, folder.join(path.file_name().unwrap())).unwrap();
        }
        service.start();
        let titles = Rc::<RefCell<Vec<String>>>::default();
        let note = Rc::clone(&titles);
        window.connect_title_notify(move |window| note.borrow_mut().extend(window.title().map(Into::into)));
        Self { window, announced: RefCell::default(), titles }
    }

    pub fn page(&self) -> GamePage {
        self.window.page_of()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.page().read(|game| game.session.outcome()).flatten()
    }

    pub fn saves(&self) -> Vec<PathBuf> {
        let folder = self.window.services().saves.store().folder().to_owned();
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        files.filter(|path| path.extension().is_some_and(|ending| ending == "toml")).collect()
    }

    #[track_caller]
    pub fn wait(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let end = Instant::now() + LIMIT;
        while !is_so(self) {
            assert!(Instant::now() < end, "{what}: {:?}", self.announced.borrow());
            turn(&glib::MainContext::default());
            let mut announced = self.announced.borrow_mut();
            announced.append(&mut self.titles.borrow_mut());
            announced.extend(std::iter::from_fn(|| self.window.imp().announcer.borrow_mut().pop()));
        }
    }

    /// Waits until the window announces one of these sentences, and forgets what it announced
    /// before.
    #[track_caller]
    pub fn expect_one_of(&self, sentences: &[&str]) {
        let is_one = |announced: &String| sentences.iter().any(|words| announced.contains(words));
        self.wait(sentences[0], |player| player.announced.borrow().iter().any(is_one));
        self.announced.take();
    }

    #[track_caller]
    pub fn expect(&self, words: &str) {
        self.expect_one_of(&[words]);
    }

    /// Waits for these words, and until the line that the user has just written is copied.
    #[track_caller]
    pub fn expect_copied(&self, words: &str) {
        let told = |player: &Self, words| player.announced.borrow().iter().any(|told| told.contains(words));
        self.wait(words, |player| told(player, words) && told(player, "Message copied"));
        self.announced.take();
    }

    pub fn act(&self, action: &str) {
        WidgetExt::activate_action(&*self.window, action, None).unwrap();
    }

    #[track_caller]
    pub fn on_game(&self) {
        self.wait("the game", |player| player.window.page() == GamePage::ID);
    }

    /// Waits until the game on the page is on the disk.
    #[track_caller]
    pub fn saved(&self) {
        self.wait("a save", |player| player.page().saving() == Saving::Saved);
    }

    pub fn tap(&self, point: &str) {
        let board: BoardView = below(self.page().upcast_ref()).unwrap();
        let point = self.window.rules_on(GamePage::ID).board.point(point).unwrap();
        board.button(point).emit_clicked();
    }

    #[track_caller]
    pub fn dialog<W: IsA<gtk::Window>>(&self) -> W {
        let is_own = |dialog: &gtk::Window| {
            dialog.transient_for().as_ref() == Some(self.window.upcast_ref()) && dialog.is_visible()
        };
        let windows = || gtk::Window::list_toplevels().into_iter().filter_map(|top| top.downcast().ok());
        let dialog = || windows().find(is_own).and_then(|dialog| dialog.downcast().ok());
        self.wait("a dialog", |_| dialog().is_some());
        dialog().unwrap()
    }

    /// Ends the program at once, and opens its game in another one.
    pub fn restart(&mut self) {
        *self = Self::with(&self.saves());
        self.window.continue_latest();
        self.on_game();
        self.announced.take();
    }
}

/// Returns the button with this label or tooltip, which may show an access key.
#[track_caller]
pub fn button(root: &impl IsA<gtk::Widget>, words: &str) -> gtk::Button {
    let mut found = None;
    for_each(root.upcast_ref(), &mut |widget| {
        if let Some(button) = widget.downcast_ref::<gtk::Button>() {
            let label = button.label().or_else(|| button.tooltip_text());
            found =
                found.take().or_else(|| label.filter(|label| label.replace('_', "") == words).map(|_| button.clone()));
        }
    });
    found.unwrap_or_else(|| panic!("no button {words}"))
}

#[track_caller]
pub fn row<W: IsA<adw::PreferencesRow> + IsA<gtk::Widget>>(root: &impl IsA<gtk::Widget>, title: &str) -> W {
    let mut found = None;
    for_each(root.upcast_ref(), &mut |widget| {
        let row = widget.downcast_ref::<W>().filter(|row| row.title() == title);
        found = found.take().or_else(|| row.cloned());
    });
    found.unwrap_or_else(|| panic!("no row {title}"))
}

/// Returns the texts of the labels below a widget that are not hidden.
pub fn words(root: &impl IsA<gtk::Widget>) -> String {
    let mut words = Vec::new();
    for_each(root.upcast_ref(), &mut |widget| {
        let label = widget.downcast_ref::<gtk::Label>().filter(|label| label.get_visible());
        words.extend(label.map(|label| label.text().to_string()));
    });
    words.join("\n")
}
