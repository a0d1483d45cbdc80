// SPDX-License-Identifier: GPL-3.0-or-later
//! A card for a saved game.

use std::cell::{OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use crate::board::BoardPicture;
use crate::compat::accessible_names::{list_item_around, name_inner_parts, name_list_item, set_accessible_name};
use crate::text::{describe, i18n};
use crate::widgets::access_keys::in_menus_below;
use crate::widgets::adaptive_layout::AdaptiveLayout;
use crate::widgets::callbacks::add_action;
use morris::ByColor;
use morris_play::persistence::{Broken, Entry, SaveId, Summary};

use super::card_layout::WordsAndButtons;
use super::listing;

/// Side of the board, in logical pixels.
const PICTURE_SIDE: i32 = 92;

/// Actions on an entry of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardAction {
    Continue,
    Review,
    Rename,
    Delete,
    /// Show the folder of a broken file.
    ShowFolder,
    /// Rename a broken file so that it is not listed.
    SetAside,
}

impl CardAction {
    const ALL: [Self; 6] = [Self::Continue, Self::Review, Self::Rename, Self::Delete, Self::ShowFolder, Self::SetAside];

    /// Returns the name of the action in a card's group `saved-game`.
    const fn action(self) -> &'static str {
        match self {
            Self::Continue => "continue",
            Self::Review => "review",
            Self::Rename => "rename",
            Self::Delete => "delete",
            Self::ShowFolder => "show-folder",
            Self::SetAside => "set-aside",
        }
    }
}

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "card.ui")]
    pub struct SavedGameCard {
        /// A small picture of the board.
        #[template_child]
        pub(super) picture: TemplateChild<adw::Bin>,
        /// Name of the game, or its players.
        #[template_child]
        pub(super) title: TemplateChild<gtk::Label>,
        /// Players, date, and length of the game, or the error of the file.
        #[template_child]
        pub(super) details: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) game_buttons: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) continue_button: TemplateChild<gtk::Button>,
        /// Text of the button.
        #[template_child]
        pub(super) continue_label: TemplateChild<gtk::Label>,
        /// The words and the buttons.
        #[template_child]
        pub(super) parts: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) review_button: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) broken_buttons: TemplateChild<gtk::Box>,
        /// Board of a game. It is created when the card first shows one.
        pub(super) board: OnceCell<BoardPicture>,
        pub(super) id: RefCell<Option<SaveId>>,
    }

    impl ObjectImpl for SavedGameCard {
        fn constructed(&self) {
            self.parent_constructed();
            self.parts.set_layout_manager(Some(AdaptiveLayout::new(WordsAndButtons)));
        }
    }
    impl WidgetImpl for SavedGameCard {
        fn root(&self) {
            self.parent_root();
            self.obj().name_row();
        }
    }
}

class!(SavedGameCard: adw::Bin, template = []);

impl SavedGameCard {
    /// Creates an empty card. It calls `ask` when the user chooses an action for its entry.
    pub fn new(ask: impl Fn(&SaveId, CardAction) + Clone + 'static) -> Self {
        let card: Self = glib::Object::new();
        let actions = gio::SimpleActionGroup::new();
        for wanted in CardAction::ALL {
            let ask = ask.clone();
            add_action(&actions, wanted.action(), &card, move |card| {
                if let Some(id) = card.id() {
                    ask(&id, wanted);
                }
            });
        }
        card.insert_action_group("saved-game", Some(&actions));
        name_inner_parts(card.upcast_ref(), &gettext("Saved Games"));
        in_menus_below(&card);
        card
    }

    pub fn id(&self) -> Option<SaveId> {
        self.imp().id.borrow().clone()
    }

    pub fn show(&self, entry: &Entry) {
        let imp = self.imp();
        imp.id.replace(Some(entry.id().clone()));
        let is_game = matches!(entry, Entry::Game(_));
        imp.game_buttons.set_visible(is_game);
        imp.broken_buttons.set_visible(!is_game);
        match entry {
            Entry::Game(summary) => self.show_game(summary),
            Entry::Broken(broken) => self.show_broken(broken),
        }
    }

    /// Gives the row the text of the card as its accessible name, since the row gets the focus, and
    /// makes it an item of a list. As a cell, a screen reader would speak of a table.
    pub fn name_row(&self) {
        let cell = list_item_around(self).filter(|cell| cell.accessible_role() == gtk::AccessibleRole::GridCell);
        if let Some(cell) = cell {
            cell.set_accessible_role(gtk::AccessibleRole::ListItem);
        }
        name_list_item(self, &self.words());
    }

    pub fn words(&self) -> String {
        let imp = self.imp();
        i18n::spoken(&format!("{}\n{}", imp.title.label(), imp.details.label()))
    }

    fn show_game(&self, summary: &Summary) {
        let imp = self.imp();
        let picture = imp.board.get_or_init(|| BoardPicture::new(PICTURE_SIDE));
        picture.set_board(summary.setup.rules.board);
        picture.set_men(ByColor::from_fn(|color| summary.position.men(color)));
        imp.picture.set_child(Some(picture));
        imp.title.set_label(&i18n::lines(&listing::title(summary)));
        imp.details.set_label(&i18n::lines(&listing::details(summary)));
        imp.review_button.set_visible(!summary.setup.closes_aids(summary.outcome));
        let label = match summary.can_be_continued() {
            true => gettext("Continue"),
            // Translators: the button that shows a saved game that is over, or an analysis
            false => gettext("Open"),
        };
        imp.continue_label.set_label(&label);
        set_accessible_name(&*imp.continue_button, &label);
    }

    fn show_broken(&self, broken: &Broken) {
        let imp = self.imp();
        let image = gtk::Image::builder().icon_name("dialog-warning-symbolic").pixel_size(48);
        let image = image.accessible_role(gtk::AccessibleRole::Presentation).build();
        imp.picture.set_child(Some(&image));
        imp.title.set_label(&gettext("Unreadable File"));
        imp.details.set_label(&describe::file_error(&broken.error));
    }
}
