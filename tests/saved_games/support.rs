// SPDX-License-Identifier: GPL-3.0-or-later
//! A page of saved games in a window, and functions that operate it.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use adw::prelude::*;
use gtk::{gdk, gio};
use morris::{ByColor, Color, Game, Outcome, Rules, WinReason};
use morris_play::persistence::{SaveId, SavedGame, Store};
use morris_play::setup::{GameSetup, Player, Skill};
use nine_mens_morris::pages::app_page::AppPage;
use nine_mens_morris::pages::saved_games::SavedGamesPage;
use nine_mens_morris::services::SaveService;
use nine_mens_morris::services::messages::{Message, Messages, Request};
use nine_mens_morris::widgets::notice_bar::{Notice, NoticeBar};
use tempfile::TempDir;

use crate::support::{below, wait};

/// A page in a window, its folder, and its requests to continue games.
pub struct Desk {
    pub home: TempDir,
    pub store: Arc<Store>,
    pub page: SavedGamesPage,
    pub window: adw::Window,
    pub continued: Rc<RefCell<Vec<SaveId>>>,
    /// Requests to review games.
    pub reviewed: Rc<RefCell<Vec<SaveId>>>,
}

pub fn id(name: &str) -> SaveId {
    SaveId::of_file(Path::new(&format!("{name}.toml"))).unwrap()
}

/// Returns a game of some moves against the computer. `day` is the day of saving, counted from a
/// fixed date in the past.
pub fn game(moves: usize, day: i64) -> SavedGame {
    let rules = Rules::STANDARD;
    let mut game = Game::new(rules);
    for _ in 0..moves {
        let mv = game.position().legal_moves(&rules)[0];
        game.play(mv).unwrap();
    }
    let players = ByColor { white: Player::Person, black: Player::Computer(Skill::FIRST) };
    let game = SavedGame::now(GameSetup { players, ..GameSetup::between_persons(rules) }, game, None);
    SavedGame { saved: jiff::Timestamp::from_second(1_700_000_000 + day * 24 * 60 * 60).unwrap(), ..game }
}

pub fn named(name: &str, game: SavedGame) -> SavedGame {
    SavedGame { name: Some(name.to_owned()), ..game }
}

pub fn resigned(mut saved: SavedGame) -> SavedGame {
    saved.game.declare(Outcome::Win { winner: Color::Black, reason: WinReason::Resignation });
    saved
}

impl Desk {
    /// Creates a page that shows these games.
    pub fn new(games: &[(&str, SavedGame)]) -> Self {
        adw::init().unwrap();
        let _ = gio::resources_register_include!("nine-mens-morris.gresource");
        let home = tempfile::tempdir().unwrap();
        let store = Store::open(home.path().join("saves"));
        for (name, game) in games {
            store.save(&id(name), game).unwrap();
        }
        let continued = Rc::new(RefCell::new(Vec::new()));
        let note = Rc::clone(&continued);
        let notices = glib::Object::new::<NoticeBar>();
        let bar = notices.clone();
        let reviewed = Rc::new(RefCell::new(Vec::new()));
        let review = Rc::clone(&reviewed);
        let messages = Messages::new(move |message| match message {
            Message::Request(Request::Continue(id)) => note.borrow_mut().push(id),
            Message::Request(Request::Review(id)) => review.borrow_mut().push(id),
            Message::Notice(notice) => bar.show_notice(notice),
            Message::News(words) => bar.show_notice(Notice::news(&words)),
            Message::Answer(words) => bar.show_notice(Notice::passing(&words)),
            Message::Announcement(..) => {}
            Message::Outdated(words) => bar.end_if(&words),
            _ => panic!("this page tells nothing else"),
        });
        let saves = Rc::new(SaveService::new(store, messages.clone()));
        saves.start();
        let store = saves.store();
        let page = SavedGamesPage::new(saves, messages);
        page.set_vexpand(true);
        let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
        content.append(&page);
        content.append(&notices);
        let window = adw::Window::builder().default_width(360).default_height(640).content(&content).build();
        window.present();
        let desk = Self { home, store, page, window, continued, reviewed };
        desk.refresh();
        desk
    }

    /// Reads the folder again and waits until it is shown.
    pub fn refresh(&self) {
        let read: Rc<RefCell<bool>> = Rc::default();
        let done = Rc::clone(&read);
        let reading = self.page.refresh();
        glib::spawn_future_local(async move {
            reading.await.unwrap();
            done.replace(true);
        });
        wait("the folder is read", || *read.borrow());
        wait("something is shown", || self.view() != "loading" && self.page.width() > 0);
    }

    /// Returns the name of the visible part of the page.
    pub fn view(&self) -> String {
        below::<gtk::Stack>(self.page.upcast_ref())
            .into_iter()
            .filter(|stack| stack.child_by_name("nothing-found").is_some())
            .filter_map(|stack| stack.visible_child_name())
            .map(String::from)
            .next()
            .unwrap()
    }

    /// Returns the cards from top to bottom.
    pub fn cards(&self) -> Vec<gtk::Widget> {
        let mut cards: Vec<_> = below::<gtk::Widget>(self.page.upcast_ref())
            .into_iter()
            .filter(|widget| widget.type_().name() == "NmmSavedGameCard" && widget.is_mapped())
            .collect();
        let top = |card: &gtk::Widget| card.compute_bounds(&self.page).map_or(0, |bounds| bounds.y() as i32);
        cards.sort_by_key(top);
        cards
    }

    /// Returns the text of each card, with its lines joined by ` / `.
    pub fn words(&self) -> Vec<String> {
        self.cards().iter().map(|card| labels(card).join(" / ").replace('\n', " / ")).collect()
    }

    /// Returns the titles of the cards.
    pub fn titles(&self) -> Vec<String> {
        self.cards().iter().map(|card| labels(card).remove(0)).collect()
    }

    pub fn wait_for_titles(&self, titles: &[&str]) {
        wait(&format!("{titles:?}, not {:?}", self.titles()), || self.titles() == titles);
    }

    /// Carries out an action on the card with this title, as its buttons and its menu do.
    pub fn press(&self, title: &str, action: &str) {
        let card = self.cards().into_iter().find(|card| labels(card)[0] == title).expect(title);
        card.activate_action(&format!("saved-game.{action}"), None).expect(action);
    }

    /// Returns the title of the card that has the focus.
    pub fn focused_title(&self) -> Option<String> {
        let focus = gtk::prelude::GtkWindowExt::focus(&self.window)?;
        labels(&focus).into_iter().next()
    }

    /// Presses a key that no widget handles.
    pub fn key(&self, key: gdk::Key, state: gdk::ModifierType) {
        assert_eq!(self.page.answer_left_over(key, state), Some(glib::Propagation::Stop));
    }

    /// Restores the game that was deleted last, and waits for the message.
    #[track_caller]
    pub fn undo(&self, words: &str) {
        self.key(gdk::Key::z, gdk::ModifierType::CONTROL_MASK);
        wait(words, || labels(self.window.upcast_ref()).iter().any(|label| label == words));
    }

    /// Returns the visible button with this label anywhere in the window.
    pub fn button_labelled(&self, label: &str) -> Option<gtk::Button> {
        let mut buttons = below::<gtk::Button>(self.window.upcast_ref()).into_iter();
        buttons.find(|button| button.is_mapped() && button.label().as_deref() == Some(label))
    }

    /// Returns the dialog over the window.
    pub fn dialog(&self) -> Option<adw::MessageDialog> {
        gtk::Window::list_toplevels().into_iter().find_map(|window| window.downcast().ok())
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.window.destroy();
    }
}

/// Returns the text of the labels below a widget, without those in buttons.
pub fn labels(widget: &gtk::Widget) -> Vec<String> {
    let labels = below::<gtk::Label>(widget).into_iter();
    let shown = labels.filter(|label| label.is_mapped() && label.ancestor(gtk::Button::static_type()).is_none());
    shown.map(|label| label.label().into()).collect()
}

pub fn button(widget: &gtk::Widget, is_it: impl Fn(&gtk::Button) -> bool) -> gtk::Button {
    below(widget).into_iter().find(is_it).expect("there is such a button")
}
