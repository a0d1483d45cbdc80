// SPDX-License-Identifier: GPL-3.0-or-later
//! The window: a stack of pages, and the way between them.

mod actions;
mod closing;
mod exchange;
mod export;
mod games;
mod navigation;
mod page;
mod state;

use std::cell::{Cell, OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gdk, gio, glib};

use super::Application;
use super::game_page::GamePage;
use super::how_to_play::HowToPlay;
use super::main_menu::MainMenu;
use super::pause_page::PausePage;
use super::position_page::PositionPage;
use super::saved_games::SavedGamesPage;
use super::settings_page::SettingsPage;
use super::setup_page::SetupPage;
use super::toast::toast;
use crate::game::Position;
use crate::persistence::SaveId;

pub use page::Page;
pub use state::State;

/// How long a message is shown, in seconds.
const MESSAGE_TIME: u32 = 4;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "window.ui")]
    pub struct Window {
        /// Shows short messages over every page.
        #[template_child]
        pub(super) toasts: TemplateChild<adw::ToastOverlay>,
        /// The pages, by their names.
        #[template_child]
        pub(super) stack: TemplateChild<gtk::Stack>,
        /// The page that is there from the start; the others are made when they are first shown.
        #[template_child]
        pub(super) main_menu: TemplateChild<MainMenu>,
        /// The set-up of a game.
        pub(super) setup: OnceCell<SetupPage>,
        /// The set-up of a position.
        pub(super) position: OnceCell<PositionPage>,
        /// Where the game that is set up begins, if not at the start.
        pub(super) begin_at: Cell<Option<Position>>,
        /// The game.
        pub(super) game: OnceCell<GamePage>,
        /// The game at rest.
        pub(super) pause: OnceCell<PausePage>,
        /// The saved games.
        pub(super) saved_games: OnceCell<SavedGamesPage>,
        /// The lessons, from the first time on.
        pub(super) how_to_play: OnceCell<HowToPlay>,
        /// The settings.
        pub(super) settings: OnceCell<SettingsPage>,
        /// The pages that one came through, without the one shown.
        pub(super) way: RefCell<Vec<Page>>,
        /// What the title says of the game.
        pub(super) game_title: RefCell<String>,
        /// The game that **Continue** offers.
        pub(super) unfinished: RefCell<Option<SaveId>>,
        /// What was told last and need not be told again.
        pub(super) told: RefCell<Option<String>>,
        /// Whether the window may close without asking.
        pub(super) may_close: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Window {
        const NAME: &'static str = "NmmWindow";
        type Type = super::Window;
        type ParentType = adw::ApplicationWindow;

        fn class_init(klass: &mut Self::Class) {
            MainMenu::ensure_type();
            klass.bind_template();
            super::actions::install(klass);
            klass.add_binding_action(gdk::Key::Escape, gdk::ModifierType::empty(), "win.back");
            // No accelerators: where a text is typed these keys belong to it.
            let (control, shift) = (gdk::ModifierType::CONTROL_MASK, gdk::ModifierType::SHIFT_MASK);
            klass.add_binding_action(gdk::Key::v, control, "win.paste");
            klass.add_binding_action(gdk::Key::c, control, "win.copy");
            klass.add_binding_action(gdk::Key::c, control | shift, "win.copy-position");
        }

        fn instance_init(obj: &glib::subclass::InitializingObject<Self>) {
            obj.init_template();
        }
    }

    impl ObjectImpl for Window {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().take_drops();
        }
    }

    impl WidgetImpl for Window {}

    impl WindowImpl for Window {
        fn close_request(&self) -> glib::Propagation {
            self.obj().before_closing()
        }
    }

    impl ApplicationWindowImpl for Window {}
    impl AdwApplicationWindowImpl for Window {}
}

glib::wrapper! {
    /// The window.
    pub struct Window(ObjectSubclass<imp::Window>)
        @extends adw::ApplicationWindow, gtk::ApplicationWindow, gtk::Window, gtk::Widget,
        @implements gio::ActionGroup, gio::ActionMap, gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget,
            gtk::Native, gtk::Root, gtk::ShortcutManager;
}

impl Window {
    /// A window that shows the main menu, as large as the last one was.
    #[must_use]
    pub fn new(app: &Application) -> Self {
        let window: Self = glib::Object::builder().property("application", app).build();
        let settings = app.settings();
        window.set_default_size(settings.window.width.into(), settings.window.height.into());
        window.set_maximized(settings.maximized);
        window.set_fullscreened(settings.full_screen);
        window.show_page(Page::MainMenu);
        window
    }

    /// Shows a short message.
    pub fn tell(&self, message: &str) -> adw::Toast {
        let toast = toast(message, self.default_size().0);
        toast.set_timeout(MESSAGE_TIME);
        self.imp().toasts.add_toast(toast.clone());
        toast
    }

    /// Shows a short message, unless it is the one that was last told in this way.
    pub fn tell_once(&self, message: &str) {
        if self.imp().told.replace(Some(message.to_owned())).as_deref() != Some(message) {
            self.tell(message);
        }
    }

    /// Shows a message of the caller's making.
    pub fn add_toast(&self, toast: adw::Toast) {
        self.imp().toasts.add_toast(toast);
    }
}
