// SPDX-License-Identifier: GPL-3.0-or-later
//! The window: a stack of pages, and the navigation between them.

mod actions;
mod announcing;
mod by_message;
mod clipboard;
mod closing;
mod copy_game;
mod export_game;
mod export_picture;
mod file_dialog;
mod import_game;
mod left_over;
mod navigation;
mod network;
mod open_game;
mod practice;
mod reviews;
mod state;
mod statistics;
#[cfg(test)]
mod tests;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::{Rc, Weak};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gdk, gio};

use crate::compat::accessible_names::name_what_is_focused;
use crate::compat::announcer::{Again, Announcer, Rest};
use crate::pages::analysis::{AnalysisPage, Part};
use crate::pages::app_page::{AppPage, Page, PageId};
use crate::pages::by_message::join_dialog;
use crate::pages::game::GamePage;
use crate::pages::main_menu::MainMenu;
use crate::pages::setup::SetupPage;
use crate::pages::tournament::TournamentPage;
use crate::services::messages::{Message, Messages, Request};
use crate::services::{PageContext, Services};
use crate::widgets::access_keys::show_when_opened;
use crate::widgets::keys;
use crate::widgets::notice_bar::{Notice, NoticeBar};
use crate::widgets::timer::Timer;
use crate::widgets::ui_scale::Fit;
use morris_play::persistence::SaveId;

pub use state::State;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "window.ui")]
    pub struct Window {
        pub(super) services: OnceCell<Rc<Services>>,
        #[template_child]
        pub(super) notices: TemplateChild<NoticeBar>,
        /// Pages, by name.
        #[template_child]
        pub(super) stack: TemplateChild<gtk::Stack>,
        /// Pages that have been created.
        pub(super) pages: RefCell<HashMap<PageId, Rc<dyn AppPage>>>,
        /// Navigation history, without the current page.
        pub(super) back_stack: RefCell<Vec<PageId>>,
        /// Game that **Continue** offers.
        pub(super) unfinished: RefCell<Option<SaveId>>,
        /// Number of copies to the clipboard so far.
        pub(super) copies: Cell<u64>,
        /// Queue of announcements to a screen reader.
        pub(super) announcer: RefCell<Announcer>,
        /// Runs while the last sentence is being spoken.
        pub(super) speaking: Timer,
        pub(super) waits_for_dialog: Cell<bool>,
        /// Page where the focus was last.
        pub(super) focus_page: Cell<Option<PageId>>,
        /// Until when a screen reader is busy reporting the focus.
        pub(super) focus_rests: Cell<Rest>,
        /// Whether the window has the actions of the game.
        pub(super) lends_game: Cell<bool>,
        /// Dialog that asks whether to accept an invitation.
        pub(super) accepting: glib::WeakRef<adw::Window>,
        /// Form that joins a table in this network.
        pub(super) joining: RefCell<Weak<join_dialog::Form>>,
        /// The invitation that was written last, with its table.
        pub(super) invited: RefCell<Option<(morris_room::TableId, morris_message::Line)>>,
        /// The game at a table whose invitation was accepted last.
        pub(super) accepted_at_table: RefCell<String>,
        /// Waits until the user has no time left in a game at a table.
        pub(super) flags: Timer,
        /// Whether the window may close without asking.
        pub(super) may_close: Cell<bool>,
        /// How much the pages are enlarged.
        pub(super) fit: Cell<Fit>,
        /// Whether closing waits for the disk or for a response.
        pub(super) is_closing: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Window {
        const NAME: &'static str = "NmmWindow";
        type Type = super::Window;
        type ParentType = adw::ApplicationWindow;

        fn class_init(klass: &mut Self::Class) {
            NoticeBar::ensure_type();
            klass.bind_template();
            super::Window::install_actions(klass);
            klass.add_binding_action(gdk::Key::Escape, gdk::ModifierType::empty(), "win.back");
            // Bindings instead of accelerators, since in a text entry these keys belong to the
            // entry.
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
            self.obj().accept_drops();
            name_what_is_focused(&*self.obj());
            show_when_opened(&*self.obj());
            self.obj().listen_to_focus();
            self.stack.connect_visible_child_notify(|stack| {
                let page = stack.visible_child().map_or("none", |page| page.type_().name());
                tracing::debug!("page: {page}");
            });
            keys::connect(&*self.obj(), gtk::PropagationPhase::Bubble, super::Window::key_left_over);
        }

        fn dispose(&self) {
            self.speaking.stop();
            self.flags.stop();
        }
    }

    impl WidgetImpl for Window {
        fn size_allocate(&self, width: i32, height: i32, baseline: i32) {
            self.parent_size_allocate(width, height, baseline);
            self.obj().fit(Fit::of(width, height));
        }
    }

    impl WindowImpl for Window {
        fn close_request(&self) -> glib::Propagation {
            self.obj().before_closing()
        }
    }

    impl ApplicationWindowImpl for Window {}
    impl AdwApplicationWindowImpl for Window {}
}

glib::wrapper! {
    pub struct Window(ObjectSubclass<imp::Window>)
        @extends adw::ApplicationWindow, gtk::ApplicationWindow, gtk::Window, gtk::Widget,
        @implements gio::ActionGroup, gio::ActionMap, gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget,
            gtk::Native, gtk::Root, gtk::ShortcutManager;
}

impl Window {
    /// Creates a window that shows the main menu, in the size of the previous window.
    pub fn new(app: &gtk::Application, services: Rc<Services>) -> Self {
        let window: Self = glib::Object::builder().property("application", app).build();
        let settings = services.settings.get();
        window.imp().services.get_or_init(|| services);
        let fit = Fit::of(settings.width.into(), settings.height.into());
        window.imp().fit.set(fit);
        fit.apply(&window.imp().stack.get());
        fit.apply(&window.imp().notices.get());
        window.imp().notices.keep_clear(weak!(window, move || window.shown_page().kept_clear()));
        window.follow_network();
        window.set_default_size(settings.width.into(), settings.height.into());
        window.set_maximized(settings.maximized);
        window.set_fullscreened(settings.full_screen);
        window.show_page(MainMenu::ID);
        window
    }

    pub(super) fn services(&self) -> &Rc<Services> {
        self.imp().services.get().expect("they are given when the window is made")
    }

    fn context(&self) -> PageContext {
        PageContext { services: Rc::clone(self.services()), messages: self.messages() }
    }

    /// Scales the pages with the window. Deferred until the window has its size, since the pages
    /// may not request another size before.
    fn fit(&self, fit: Fit) {
        if self.imp().fit.replace(fit) != fit {
            let (stack, notices) = (self.imp().stack.get(), self.imp().notices.get());
            glib::idle_add_local_once(move || {
                fit.apply(&stack);
                fit.apply(&notices);
            });
        }
    }

    fn messages(&self) -> Messages {
        Messages::new(weak!(window = self, move |message| window.receive(message)))
    }

    pub fn receive(&self, message: Message) {
        match message {
            Message::News(words) => self.tell(&words),
            Message::Notice(notice) => self.show_notice(notice),
            Message::Answer(words) => self.say(&words),
            Message::Announcement(words, again) => self.announce(&words, again),
            Message::GameTitle(words) if self.page() == GamePage::ID => self.announce(&words, Again::No),
            Message::GameTitle(_) => {}
            Message::Dismiss => self.imp().notices.dismiss_passing(),
            Message::Outdated(words) => self.imp().notices.end_if(&words),
            Message::Request(request) => self.carry_out(request),
        }
    }

    fn carry_out(&self, request: Request) {
        match request {
            Request::ChooseRules(rules, name) => self.page_of::<SetupPage>().select_rules(rules, name),
            Request::Continue(id) => self.load(id),
            Request::LookAt(moves) => {
                self.analyze(Part::Review);
                self.page_of::<AnalysisPage>().look_at(moves);
            }
            Request::Review(id) => self.review_saved(id),
            Request::FindUnfinished => self.find_unfinished(),
            Request::ShowTournament => self.go(TournamentPage::ID),
            Request::Watch(game) => self.watch(&game),
            Request::PlayClub(setup) => self.play_club(*setup),
        }
    }

    /// Shows news over the page, and announces them to a screen reader.
    pub(super) fn tell(&self, message: &str) {
        self.show_notice(Notice::news(message));
    }

    /// Shows a response to an action of the user where they are looking: in the status line of the
    /// game, or else over the page.
    pub(super) fn say(&self, message: &str) {
        self.announce(message, Again::Yes);
        let game = self.made::<GamePage>().filter(|game| self.page() == GamePage::ID && game.has_room_for_message());
        if let Some(game) = game {
            return game.show_message(message);
        }
        self.imp().notices.show_notice(Notice::passing(message));
    }

    fn show_notice(&self, notice: Notice) {
        if notice.is_passing() {
            self.announce(notice.words(), Again::No);
        } else {
            self.announce_news(notice.words());
        }
        self.imp().notices.show_notice(notice);
    }
}
