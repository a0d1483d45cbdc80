// SPDX-License-Identifier: GPL-3.0-or-later
//! The application: owner of the settings, of the way to the disk, of the program-wide actions and of the window.

mod arguments;
mod saving;
mod solved;
mod solving;

use std::cell::{Cell, OnceCell, RefCell};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use glib::subclass::Signal;
use gtk::gio;

use crate::config::{APP_ID, RESOURCE_PATH};
use morris_engine::tablebase::Tables;
use morris_play::persistence::{Folders, LoadedSettings, SaveOutcome, SaveQueue, Settings, Store};
use morris_play::setup::{GameSetup, Program};

use super::game_page::OpenGame;
use super::language;
use super::shortcuts;
use super::window::Window;

pub use arguments::arguments_as_text;
pub use solving::{Solving, free_memory};

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Application {
        /// What the user has chosen.
        pub(super) settings: RefCell<Settings>,
        /// What was read at the start, until the application is running.
        pub(super) loaded: RefCell<Option<LoadedSettings>>,
        /// The saved games.
        pub(super) store: OnceCell<Arc<Store>>,
        /// The thread that writes settings and games, while the application runs.
        pub(super) saver: RefCell<Option<SaveQueue>>,
        /// What it tells.
        pub(super) reports: RefCell<Option<async_channel::Receiver<SaveOutcome>>>,
        /// Where tables of solved positions may lie, the user's own folder last.
        pub(super) table_folders: RefCell<Vec<PathBuf>>,
        /// The outside programs of the command line.
        pub(super) guests: RefCell<Vec<Program>>,
        /// How long their answers may take, if the command line says so.
        pub(super) patience: Cell<Option<Duration>>,
        /// The game that the command line asks for, until it begins.
        pub(super) asked_for: RefCell<Option<GameSetup>>,
        /// The tables, once they are open.
        pub(super) tables: RefCell<Option<Arc<Tables>>>,
        /// Tell when files appear in the folders of the tables, or vanish.
        pub(super) table_monitors: RefCell<Vec<gio::FileMonitor>>,
        /// Opens the tables anew once the files have come to rest.
        pub(super) tables_changing: Cell<Option<glib::SourceId>>,
        /// What the solver does, and the solver.
        pub(super) solving: RefCell<Solving>,
        pub(super) solver: RefCell<Option<solving::Worker>>,
        /// The files that were named because they cannot be used.
        pub(super) refused: RefCell<Vec<PathBuf>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Application {
        const NAME: &'static str = "NmmApplication";
        type Type = super::Application;
        type ParentType = adw::Application;
    }

    impl ObjectImpl for Application {
        fn signals() -> &'static [Signal] {
            static SIGNALS: OnceLock<Vec<Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| {
                vec![
                    Signal::builder("settings-changed").build(),
                    Signal::builder("tables-changed").build(),
                    Signal::builder("solving").build(),
                ]
            })
        }
    }

    impl ApplicationImpl for Application {
        fn startup(&self) {
            self.parent_startup();
            let app = self.obj();
            glib::set_application_name(&gettext("Nine Men’s Morris"));
            gtk::Window::set_default_icon_name(APP_ID);
            language::apply_direction();
            app.add_actions();
            shortcuts::install(app.upcast_ref());
            app.start_saving();
            app.open_tables();
            app.watch_tables();
            app.resume_solving();
        }

        fn activate(&self) {
            self.parent_activate();
            let window = self.obj().window();
            window.present();
            if let Some(setup) = self.asked_for.take() {
                window.play(OpenGame::new(setup));
            }
        }

        fn open(&self, files: &[gio::File], _hint: &str) {
            let window = self.obj().window();
            window.present();
            if let Some(file) = files.first() {
                window.open_file(file);
            }
        }

        fn shutdown(&self) {
            self.table_monitors.take();
            if let Some(source) = self.tables_changing.take() {
                source.remove();
            }
            self.solver.take();
            self.saver.take();
            self.parent_shutdown();
        }
    }

    impl GtkApplicationImpl for Application {}
    impl AdwApplicationImpl for Application {}
}

glib::wrapper! {
    /// The application.
    pub struct Application(ObjectSubclass<imp::Application>)
        @extends adw::Application, gtk::Application, gio::Application,
        @implements gio::ActionGroup, gio::ActionMap;
}

impl Application {
    /// The application with the settings that were read at the start, and the folders of tables of solved positions,
    /// the user's own last.
    #[must_use]
    pub fn new(folders: Folders, loaded: LoadedSettings, table_folders: Vec<PathBuf>) -> Self {
        let app: Self = glib::Object::builder()
            .property("application-id", APP_ID)
            .property("resource-base-path", RESOURCE_PATH)
            .property("flags", gio::ApplicationFlags::HANDLES_OPEN)
            .build();
        app.imp().settings.replace(loaded.settings.clone());
        app.imp().loaded.replace(Some(loaded));
        app.imp().table_folders.replace(table_folders);
        app.imp().store.get_or_init(|| Arc::new(Store::open(folders.saves)));
        app.add_options();
        app
    }

    /// The application that runs.
    #[must_use]
    pub fn get() -> Self {
        gio::Application::default().and_downcast().expect("the application lives as long as its widgets")
    }

    /// What the user has chosen.
    #[must_use]
    pub fn settings(&self) -> Settings {
        self.imp().settings.borrow().clone()
    }

    /// Changes the settings: they are saved and take effect at once.
    pub fn change_settings(&self, change: impl FnOnce(&mut Settings)) {
        let old = self.settings();
        let mut new = old.clone();
        change(&mut new);
        if new == old {
            return;
        }
        self.imp().settings.replace(new.clone());
        self.save_settings(&new);
        if new.full_screen != old.full_screen {
            self.window().set_fullscreened(new.full_screen);
        }
        if new.language != old.language {
            self.switch_language();
        }
        self.emit_by_name::<()>("settings-changed", &[]);
    }

    /// Calls `react` after each change of the settings, as long as `widget` lives.
    pub fn connect_settings_changed<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W, &Settings) + 'static) {
        self.connect_for(widget, "settings-changed", move |app, widget| react(widget, &app.settings()));
    }

    /// Calls `react` at each signal of this name, as long as `widget` lives.
    fn connect_for<W: IsA<gtk::Widget>>(&self, widget: &W, signal: &str, react: impl Fn(&Self, &W) + 'static) {
        let weak = widget.downgrade();
        let react = move |app: &Self| {
            if let Some(widget) = weak.upgrade() {
                react(app, &widget);
            }
        };
        let handler = self.connect_closure(signal, false, glib::closure_local!(move |app: &Self| react(app)));
        let app = self.downgrade();
        let handler = std::cell::Cell::new(Some(handler));
        widget.connect_destroy(move |_| {
            if let (Some(app), Some(handler)) = (app.upgrade(), handler.take()) {
                app.disconnect(handler);
            }
        });
    }

    fn add_actions(&self) {
        let quit = gio::ActionEntry::builder("quit").activate(|app: &Self, _, _| app.window().close()).build();
        self.add_action_entries([quit]);
    }

    /// The window; made where there is none.
    #[must_use]
    pub fn window(&self) -> Window {
        let existing = self.windows().into_iter().find_map(|window| window.downcast::<Window>().ok());
        existing.unwrap_or_else(|| Window::new(self))
    }

    /// Makes the window anew in the language of the settings, with all that it showed.
    fn switch_language(&self) {
        let old = self.window();
        let state = old.take_state();
        language::switch(self.settings().language.as_deref());
        language::apply_direction();
        let new = Window::new(self);
        new.restore(state);
        new.present();
        old.destroy();
    }
}
