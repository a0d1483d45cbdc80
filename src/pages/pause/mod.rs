// SPDX-License-Identifier: GPL-3.0-or-later
//! The Paused page. It hides the board, so that no player can think on while the clock is stopped.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::{gdk, gio};

use crate::board::EngravedTitle;
use crate::compat::accessible_names::set_accessible_description;
use crate::pages::app_page::{AppPage, Page, PageId, Pages};
use crate::pages::game::GamePage;
use crate::services::PageContext;
use crate::text::describe;
use crate::text::i18n::list;
use crate::widgets::adaptive_layout::{AdaptiveLayout, Rows};
use crate::widgets::menu_row::MenuRow;
use morris::Rules;
use morris_play::setup::GameSetup;

/// Layout of the rows of further choices.
const GRID: Rows = Rows { many: 2, few: 1, gap: 6, from: 0 };

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "pause_page.ui")]
    pub struct PausePage {
        /// The players, and the rules unless they are the standard ones.
        #[template_child]
        pub(super) pairing: TemplateChild<gtk::Label>,
        /// The length of the game.
        #[template_child]
        pub(super) moves: TemplateChild<gtk::Label>,
        /// Says that the clock is stopped, if there is one.
        #[template_child]
        pub(super) words: TemplateChild<gtk::Label>,
        /// Further choices.
        #[template_child]
        pub(super) grid: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) resume: TemplateChild<gtk::Button>,
    }

    impl ObjectImpl for PausePage {
        fn constructed(&self) {
            self.parent_constructed();
            self.grid.set_layout_manager(Some(AdaptiveLayout::new(GRID)));
        }
    }

    impl WidgetImpl for PausePage {}
}

class!(PausePage: adw::Bin, template = [EngravedTitle, MenuRow], init = |class| {
    class.add_binding_action(gdk::Key::p, gdk::ModifierType::empty(), "win.resume");
});

impl Page for PausePage {
    const ID: PageId = PageId("pause");
    const HELP: &'static str = "first-game";
    const ACTIONS: &'static [&'static str] = &["win.resume", "win.restart"];

    fn title() -> String {
        gettext("Paused")
    }

    fn make(_: &PageContext) -> Self {
        glib::Object::new()
    }
}

impl AppPage for PausePage {
    fn focus(&self, pages: &dyn Pages) {
        let game: GamePage = pages.page_of();
        if let Some((setup, moves)) = game.read(|game| (game.session.setup().clone(), game.session.game().cursor())) {
            self.show(&setup, moves);
        }
        self.focus_first();
    }

    fn focus_first(&self) -> bool {
        self.imp().resume.grab_focus()
    }

    fn rules_here(&self, pages: &dyn Pages) -> Option<Rules> {
        pages.page_of::<GamePage>().rules_here(pages)
    }

    fn game_actions(&self, pages: &dyn Pages) -> Option<gio::SimpleActionGroup> {
        pages.page_of::<GamePage>().game_actions(pages)
    }

    fn explain_idle(&self, action: &str, pages: &dyn Pages) -> bool {
        pages.page_of::<GamePage>().explain_refusal(action.strip_prefix("game.").unwrap_or(action));
        true
    }
}

impl PausePage {
    /// Shows which game is paused and its number of moves. It mentions the clock only if the game
    /// has one.
    pub fn show(&self, setup: &GameSetup, moves: usize) {
        let imp = self.imp();
        imp.pairing.set_label(&describe::game_title(setup));
        imp.moves.set_label(&describe::moves(moves));
        imp.words.set_visible(setup.clock.is_some());
        // A screen reader that comes here says which game is paused.
        let game = list(&[describe::pairing(setup), describe::moves(moves)]);
        set_accessible_description(&*imp.resume, &game);
    }
}
