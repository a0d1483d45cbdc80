// SPDX-License-Identifier: GPL-3.0-or-later
//! The main menu.

use adw::prelude::*;
use adw::subclass::prelude::*;

use crate::board::BoardPicture;
use crate::config::{APP_ID, RESOURCE_PATH};
use crate::describe;
use morris::{ByColor, Color, PointSet};
use morris_play::setup::{GameSetup, NewGameOptions};

/// The side of the picture of the unfinished game, in pixels.
const CONTINUE_PICTURE: i32 = 76;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "main_menu.ui")]
    pub struct MainMenu {
        /// The icon of the program, large.
        #[template_child]
        pub(super) emblem: TemplateChild<gtk::Image>,
        /// Goes on with the unfinished game.
        #[template_child]
        pub(super) continue_button: TemplateChild<gtk::Button>,
        /// A small picture of its board.
        #[template_child]
        pub(super) continue_picture: TemplateChild<BoardPicture>,
        /// Who plays it, and how far it is.
        #[template_child]
        pub(super) continue_text: TemplateChild<gtk::Label>,
        /// Starts a game at once.
        #[template_child]
        pub(super) quick_button: TemplateChild<gtk::Button>,
        /// Against whom.
        #[template_child]
        pub(super) quick_text: TemplateChild<gtk::Label>,
        /// Goes to the set-up of a game.
        #[template_child]
        pub(super) play_button: TemplateChild<gtk::Button>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for MainMenu {
        const NAME: &'static str = "NmmMainMenu";
        type Type = super::MainMenu;
        type ParentType = adw::Bin;

        fn class_init(klass: &mut Self::Class) {
            BoardPicture::ensure_type();
            klass.bind_template();
        }

        fn instance_init(obj: &glib::subclass::InitializingObject<Self>) {
            obj.init_template();
        }
    }

    impl ObjectImpl for MainMenu {
        fn constructed(&self) {
            self.parent_constructed();
            self.continue_picture.set_side(CONTINUE_PICTURE);
            self.emblem.set_resource(Some(&format!("{RESOURCE_PATH}/icons/scalable/apps/{APP_ID}.svg")));
        }
    }

    impl WidgetImpl for MainMenu {}
    impl BinImpl for MainMenu {}
}

glib::wrapper! {
    /// The main menu.
    pub struct MainMenu(ObjectSubclass<imp::MainMenu>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

/// What **Continue** offers.
pub struct Unfinished {
    /// Who stands where.
    pub men: ByColor<PointSet>,
    /// The players.
    pub setup: GameSetup,
    /// How many moves have been played.
    pub moves: usize,
}

impl MainMenu {
    /// Offers to go on with a game, or not.
    pub fn set_unfinished(&self, unfinished: Option<Unfinished>) {
        let imp = self.imp();
        imp.continue_button.set_visible(unfinished.is_some());
        imp.quick_button.set_visible(unfinished.is_none());
        if let Some(Unfinished { men, setup, moves }) = unfinished {
            imp.continue_text.set_label(&format!("{}\n{}", describe::pairing(&setup), describe::moves(moves)));
            imp.continue_picture.set_board(setup.rules.board);
            imp.continue_picture.set_men(men);
        }
    }

    /// Says what **Play Now** starts.
    pub fn set_quick(&self, choice: &NewGameOptions) {
        self.imp().quick_text.set_label(&describe::pairing(&choice.game(Color::White)));
    }

    /// Puts the keyboard on the button that one most likely wants.
    pub fn focus_first(&self) {
        self.first_button().grab_focus();
    }

    /// Whether it is there.
    #[must_use]
    pub fn has_first_focus(&self) -> bool {
        self.first_button().is_focus()
    }

    fn first_button(&self) -> gtk::Button {
        let imp = self.imp();
        if imp.continue_button.is_visible() { imp.continue_button.get() } else { imp.quick_button.get() }
    }
}
