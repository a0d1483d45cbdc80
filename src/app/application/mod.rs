// SPDX-License-Identifier: GPL-3.0-or-later
//! The application: owns the services, the program-wide actions, and the window.

mod arguments;
mod colors;
mod desktop_actions;

use std::cell::{Cell, OnceCell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use morris_play::persistence::{Folders, LoadedSettings, Settings, Store};
use morris_play::setup::GameSetup;

use crate::app::window::Window;
use crate::board::LookManager;
use crate::board::look::Chosen;
use crate::compat::open_menus;
use crate::config::{APP_ID, RESOURCE_PATH};
use crate::pages::game::OpenGame;
use crate::services::Services;
use crate::services::messages::Messages;
use crate::text::{describe, language};
use crate::widgets::one_switch::Scanner;
use crate::widgets::shortcuts;

pub use arguments::arguments_as_text;
use desktop_actions::DesktopAction;

/// What the command line asks for.
enum Wish {
    Play(Box<GameSetup>),
    Action(DesktopAction),
}

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct Application {
        pub(super) services: OnceCell<Rc<Services>>,
        /// Settings as read at the start, until the application is running.
        pub(super) loaded: RefCell<Option<LoadedSettings>>,
        /// What the command line asks for, until the window is there.
        pub(super) asked_for: RefCell<Option<Wish>>,
        /// Whether the program is ending: its last window is closed, or it never had one.
        pub(super) is_over: Cell<bool>,
        /// Scans all windows for a player with a single switch.
        pub(super) scanner: OnceCell<Rc<Scanner>>,
        /// Whether the window is about to be replaced by one in another language.
        pub(super) is_switching: Cell<bool>,
    }

    impl ObjectImpl for Application {}

    impl ApplicationImpl for Application {
        fn startup(&self) {
            self.parent_startup();
            let app = self.obj();
            glib::set_application_name(&gettext("Nine Men’s Morris"));
            gtk::Window::set_default_icon_name(APP_ID);
            language::apply_direction();
            open_menus::close_removed();
            app.add_actions();
            shortcuts::install(app.upcast_ref());
            LookManager::default().choose(app.services().settings.read(Chosen::of));
            colors::follow_look(&app);
            app.follow_settings();
            if let Some(loaded) = self.loaded.take() {
                app.services().start(loaded);
            }
        }

        fn activate(&self) {
            self.parent_activate();
            let window = self.obj().window();
            window.present();
            match self.asked_for.take() {
                Some(Wish::Play(setup)) => window.play(OpenGame::new(*setup)),
                Some(Wish::Action(action)) => action.carry_out(&window),
                None => {}
            }
        }

        fn open(&self, files: &[gio::File], _hint: &str) {
            if self.asked_for.take().is_some() {
                tracing::error!("options and files cannot be combined: only the files are opened");
            }
            let window = self.obj().window();
            window.present();
            window.open_files(files);
        }

        fn shutdown(&self) {
            self.is_over.set(true);
            self.obj().services().stop();
            self.parent_shutdown();
        }
    }

    impl GtkApplicationImpl for Application {
        fn window_removed(&self, window: &gtk::Window) {
            self.parent_window_removed(window);
            // Detach dialogs before the window is destroyed: a message dialog that still refers to
            // it warns (libadwaita 1.2).
            let dialogs =
                self.obj().windows().into_iter().filter(|other| other.transient_for().as_ref() == Some(window));
            dialogs.for_each(|dialog| {
                dialog.set_transient_for(gtk::Window::NONE);
                dialog.close();
            });
            self.is_over.set(self.obj().existing_window().is_none());
        }
    }
    impl AdwApplicationImpl for Application {}
}

class!(Application: adw::Application);

glib::wrapper! {
    pub struct Application(ObjectSubclass<imp::Application>)
        @extends adw::Application, gtk::Application, gio::Application,
        @implements gio::ActionGroup, gio::ActionMap;
}

impl Application {
    /// Creates the application with the settings that were read at the start, and the folders of
    /// tables of solved positions with the user's own last.
    pub fn new(folders: Folders, loaded: LoadedSettings, table_folders: Vec<PathBuf>) -> Self {
        let app: Self = glib::Object::builder()
            .property("application-id", APP_ID)
            .property("resource-base-path", RESOURCE_PATH)
            .property("flags", gio::ApplicationFlags::HANDLES_OPEN)
            .build();
        let messages = Messages::new(weak!(
            app,
            // Messages that arrive while the program ends must not create a new window.
            move |message| if !app.imp().is_over.get() {
                app.window().receive(message);
            }
        ));
        let settings = loaded.settings.clone();
        app.imp().loaded.replace(Some(loaded));
        let services = Services::new(settings, Store::open(folders.saves), table_folders, messages);
        app.imp().services.get_or_init(|| Rc::new(services));
        app.add_options();
        app
    }

    fn services(&self) -> &Rc<Services> {
        self.imp().services.get().expect("they are made with the application")
    }

    /// Applies settings of the whole window. They take effect before the pages are notified, since
    /// pages are created later.
    fn follow_settings(&self) {
        let scanner = Scanner::new();
        describe::set_words(self.services().settings.read(|settings| settings.words));
        scanner.set_pace(self.services().settings.read(Settings::scan));
        _ = self.imp().scanner.set(scanner);
        self.services().settings.connect(weak!(app = self, move |old, new| app.settings_changed(old, new)));
    }

    fn settings_changed(&self, old: &Settings, new: &Settings) {
        LookManager::default().choose(Chosen::of(new));
        describe::set_words(new.words);
        self.imp().scanner.get().into_iter().for_each(|scanner| scanner.set_pace(new.scan()));
        if new.language != old.language && !self.imp().is_switching.replace(true) {
            // Replacing the window destroys the row that was selected. Therefore wait until its
            // signal has ended. An idle callback could be delayed as long as an animation runs on a
            // slow machine.
            glib::spawn_future_local(glib::clone!(
                #[weak(rename_to = app)]
                self,
                async move { app.switch_language() }
            ));
        }
    }

    fn add_actions(&self) {
        let quit = |app: &Self, _: &gio::SimpleAction, _: Option<&glib::Variant>| match app.existing_window() {
            Some(window) => window.close(),
            None => app.quit(),
        };
        let quit = gio::ActionEntry::builder("quit").activate(quit).build();
        self.add_action_entries([quit]);
        self.add_action_entries(DesktopAction::ALL.map(|action| {
            let activate = move |app: &Self, _: &gio::SimpleAction, _: Option<&glib::Variant>| {
                action.carry_out(&app.window());
            };
            gio::ActionEntry::builder(action.name()).activate(activate).build()
        }));
    }

    /// Returns the window. Creates it if there is none.
    fn window(&self) -> Window {
        self.existing_window().unwrap_or_else(|| self.new_window())
    }

    fn existing_window(&self) -> Option<Window> {
        self.windows().into_iter().find_map(|window| window.downcast().ok())
    }

    fn new_window(&self) -> Window {
        self.imp().is_over.set(false);
        Window::new(self.upcast_ref(), Rc::clone(self.services()))
    }

    /// Replaces the window by one in the language of the settings, with the same content. If the
    /// program was quit in the meantime there is no window, and the next start uses the language.
    fn switch_language(&self) {
        self.imp().is_switching.set(false);
        let Some(old) = self.existing_window() else { return };
        let state = old.take_state();
        let language = self.services().settings.read(|settings| settings.language.clone());
        language::switch(language.as_deref());
        language::apply_direction();
        shortcuts::install(self.upcast_ref());
        let new = self.new_window();
        new.restore(state);
        new.present();
        // GTK (4.8) keeps the focus that was set before the window was shown.
        new.focus_settings();
        old.destroy();
    }
}

#[cfg(test)]
mod tests {
    use morris_play::persistence::SettingsFile;

    use super::*;

    /// Under load, the program may quit between the choice of a language and its effect.
    #[gtk::test]
    fn a_language_chosen_while_the_program_ends_makes_no_window() {
        adw::init().unwrap();
        let home = tempfile::tempdir().unwrap();
        let path = |name: &str| home.path().join(name);
        let folders = Folders { settings: path("settings.toml"), saves: path("saves"), tables: path("tables") };
        let loaded = SettingsFile::load(&folders.settings);
        let app = Application::new(folders, loaded, Vec::new());
        app.set_flags(gio::ApplicationFlags::NON_UNIQUE | gio::ApplicationFlags::HANDLES_OPEN);
        app.register(gio::Cancellable::NONE).unwrap();
        app.services().settings.change(|settings| settings.language = Some("de".to_owned()));
        while glib::MainContext::default().iteration(false) {}
        assert!(app.windows().is_empty());
        app.services().stop();
        assert!(std::fs::read_to_string(path("settings.toml")).unwrap().contains("language = \"de\""), "it is kept");
    }
}
