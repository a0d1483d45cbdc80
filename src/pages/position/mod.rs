// SPDX-License-Identifier: GPL-3.0-or-later
//! Page that shows the editor of positions.

mod analysis;

use std::cell::{Cell, OnceCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;

use morris::{Arrangement, Rules};

use crate::app::keys;
use crate::board::BoardView;
use crate::pages::app_page::{AppPage, Page, PageId, Pages, Restore, Saved};
use crate::pages::editor::PositionEditor;
use crate::pages::setup::SetupPage;
use crate::services::{EngineClient, PageContext};

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "position_page.ui")]
    pub struct PositionPage {
        /// The board and all controls.
        #[template_child]
        pub(super) editor: TemplateChild<PositionEditor>,
        /// Services shared by all pages, and the sender of messages to the window.
        pub(super) context: OnceCell<PageContext>,
        /// Analyzes positions.
        pub(super) engine: OnceCell<EngineClient>,
        /// The position that is analyzed.
        pub(super) asked: Cell<Option<Arrangement>>,
    }

    template_class!(PositionPage: adw::Bin; PositionEditor);

    impl ObjectImpl for PositionPage {}

    impl WidgetImpl for PositionPage {
        fn unmap(&self) {
            self.obj().stop_analysis();
            self.parent_unmap();
        }
    }

    impl BinImpl for PositionPage {}
}

glib::wrapper! {
    /// Page that sets up a position.
    pub struct PositionPage(ObjectSubclass<imp::PositionPage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Page for PositionPage {
    const ID: PageId = PageId("position");
    const HELP: &'static str = "files#position";
    const ACTIONS: &'static [&'static str] = &["win.copy", "win.copy-position"];

    fn title() -> String {
        gettext("Position")
    }

    fn make(context: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        page.imp().context.get_or_init(|| context.clone());
        let editor = page.editor();
        editor.join(context);
        let weak = page.downgrade();
        editor.connect_analyze(move |_| {
            if let Some(page) = weak.upgrade() {
                page.analyze();
            }
        });
        page.connect_engine(&context.services.engine);
        keys::connect(&page, gtk::PropagationPhase::Bubble, |page, key, state| page.editor().key_pressed(key, state));
        page
    }
}

impl AppPage for PositionPage {
    fn enter(&self, from: PageId, pages: &dyn Pages) {
        if from == SetupPage::ID {
            self.editor().set_rules(pages.page_of::<SetupPage>().rules());
        }
    }

    fn focus_first(&self) -> bool {
        self.editor().board().grab_focus()
    }

    fn leave(&self) {}

    fn save(&self) -> Saved {
        let (rules, arrangement) = (self.editor().rules(), self.editor().arrangement());
        Saved::Always(Restore::new(move |page: &Self| page.editor().edit(rules, arrangement)))
    }

    fn headline(&self) -> Option<String> {
        Some(self.editor().verdict())
    }

    fn rules_here(&self, _: &dyn Pages) -> Option<Rules> {
        Some(self.editor().rules())
    }

    /// Returns the board, except for the question about the side to move: no game is being played.
    fn board_asked_about(&self, key: gdk::Key) -> Option<BoardView> {
        Some(self.editor().board()).filter(|_| key.to_lower() != gdk::Key::s)
    }
}

impl PositionPage {
    /// Returns the editor.
    #[must_use]
    pub fn editor(&self) -> PositionEditor {
        self.imp().editor.get()
    }
}
