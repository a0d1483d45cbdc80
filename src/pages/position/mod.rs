// SPDX-License-Identifier: GPL-3.0-or-later
//! Page that shows the editor of positions.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;

use morris::{Arrangement, Position, Rules};

use crate::app::keys;
use crate::board::BoardView;
use crate::pages::analysis::AnalysisPage;
use crate::pages::analysis::editor::PositionEditor;
use crate::pages::app_page::{AppPage, Page, PageId, Pages, Restore, Saved};

use crate::pages::setup::SetupPage;
use crate::services::PageContext;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "position_page.ui")]
    pub struct PositionPage {
        /// The board and all controls.
        #[template_child]
        pub(super) editor: TemplateChild<PositionEditor>,
    }

    template_class!(PositionPage: adw::Bin; PositionEditor);

    impl ObjectImpl for PositionPage {}

    impl WidgetImpl for PositionPage {}

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
        let editor = page.editor();
        editor.join(context);
        editor.connect_analyze(|editor| _ = editor.activate_action("win.analyze", None));
        keys::connect(&page, gtk::PropagationPhase::Bubble, |page, key, state| page.editor().key_pressed(key, state));
        page
    }
}

impl AppPage for PositionPage {
    fn enter(&self, from: PageId, pages: &dyn Pages) {
        match from {
            SetupPage::ID => self.editor().set_rules(pages.page_of::<SetupPage>().rules()),
            AnalysisPage::ID => {
                let analysis = pages.page_of::<AnalysisPage>();
                if let Some(position) = analysis.position_here() {
                    self.editor().edit(pages.rules_on(from), Arrangement::from(position));
                }
            }
            _ => {}
        }
    }

    fn focus_first(&self) -> bool {
        self.editor().board().grab_focus()
    }

    fn leave(&self) {}

    fn position_to_play(&self) -> Option<(Rules, Position)> {
        Some(self.editor().rules()).zip(self.editor().position())
    }

    fn position_to_analyze(&self) -> Option<(Rules, Position)> {
        self.position_to_play()
    }

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
