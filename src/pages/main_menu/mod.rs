// SPDX-License-Identifier: GPL-3.0-or-later
//! The main menu: what one can do, beside a board that shows the unfinished game, or one that plays
//! itself.

mod menu_layout;
mod quiet_game;

use std::cell::{Cell, OnceCell};
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::accessible;

use crate::app::messages::{Message, Request};
use crate::board::{BoardView, EngravedTitle, step_of};
use crate::compat::menu_focus::bring_back;
use crate::pages::app_page::{AppPage, Page, PageId, Pages, Saved};
use crate::services::PageContext;
use crate::text::describe;
use crate::text::i18n::joined;
use crate::widgets::tiles::{Rows, Tiles};
use gettextrs::gettext;
use menu_layout::MenuLayout;
use morris::{Arrangement, ByColor, Color, PointSet, Rules};
use morris_play::persistence::Settings;
use morris_play::session::Scene;
use morris_play::setup::{GameSetup, NewGameOptions};
use quiet_game::QuietGame;

/// The rows of the other choices.
const GRID: Rows = Rows { many: 2, few: 1, gap: 6 };
/// The least side of the board, in pixels.
const LEAST_BOARD: i32 = 60;
/// Between two moves of the game that plays itself.
const PACE: Duration = Duration::from_millis(2200);
/// What the board shows where nothing may move.
const STILL: &str = "W.B/.WB/..W/B.WBW./..W/.B./W.B w 2 2 0";

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "main_menu.ui")]
    pub struct MainMenu {
        /// Board and choices.
        #[template_child]
        pub(super) parts: TemplateChild<gtk::Box>,
        /// The menu of the program.
        #[template_child]
        pub(super) menu_button: TemplateChild<gtk::MenuButton>,
        /// Where the board stands.
        #[template_child]
        pub(super) stand: TemplateChild<adw::Bin>,
        /// Goes on with the unfinished game.
        #[template_child]
        pub(super) continue_button: TemplateChild<gtk::Button>,
        /// Who plays it, and how far it is.
        #[template_child]
        pub(super) continue_text: TemplateChild<gtk::Label>,
        /// Starts a game at once.
        #[template_child]
        pub(super) quick_button: TemplateChild<gtk::Button>,
        /// Against whom.
        #[template_child]
        pub(super) quick_text: TemplateChild<gtk::Label>,
        /// The other choices.
        #[template_child]
        pub(super) grid: TemplateChild<gtk::Box>,
        /// The board, which comes after the first picture of the window.
        pub(super) board: OnceCell<BoardView>,
        pub(super) quiet_game: OnceCell<QuietGame>,
        pub(super) context: OnceCell<PageContext>,
        /// What stands on the board of the unfinished game.
        pub(super) unfinished: Cell<Option<(Rules, Arrangement)>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for MainMenu {
        const NAME: &'static str = "NmmMainMenu";
        type Type = super::MainMenu;
        type ParentType = adw::Bin;

        fn class_init(klass: &mut Self::Class) {
            EngravedTitle::ensure_type();
            klass.bind_template();
        }

        fn instance_init(obj: &glib::subclass::InitializingObject<Self>) {
            obj.init_template();
        }
    }

    impl ObjectImpl for MainMenu {
        fn constructed(&self) {
            self.parent_constructed();
            self.parts.set_layout_manager(Some(MenuLayout::default()));
            self.grid.set_layout_manager(Some(Tiles::new(GRID)));
            self.obj().let_board_be_clicked();
            bring_back(&self.menu_button);
        }
    }

    impl WidgetImpl for MainMenu {
        fn map(&self) {
            self.parent_map();
            let menu = self.obj().downgrade();
            // The window is there before the board is painted.
            glib::idle_add_local_full(glib::Priority::LOW, move || {
                menu.upgrade().into_iter().for_each(|menu| menu.show_board());
                glib::ControlFlow::Break
            });
        }

        fn unmap(&self) {
            self.parent_unmap();
            self.obj().show_board();
        }
    }
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

impl Page for MainMenu {
    const ID: PageId = PageId("main-menu");
    const HELP: &'static str = "index";
    const ACTIONS: &'static [&'static str] = &[];

    fn title() -> String {
        gettext("Nine Men’s Morris")
    }

    fn make(context: &PageContext) -> Self {
        let menu: Self = glib::Object::new();
        menu.set_context(context);
        menu
    }
}

impl AppPage for MainMenu {
    fn enter(&self, _: PageId, _: &dyn Pages) {}

    /// The menu is brought up to date, too.
    fn focus(&self, _: &dyn Pages) {
        if let Some(PageContext { services, messages }) = self.imp().context.get() {
            self.set_quick(&services.with_adaptive_level(&services.settings.read(|settings| settings.choice.clone())));
            self.focus_first();
            messages.send(Message::Request(Request::FindUnfinished));
        }
    }

    fn leave(&self) {}

    fn back(&self) -> bool {
        false
    }

    fn save(&self) -> Saved {
        Saved::Nothing
    }
}

impl MainMenu {
    /// Gives it what the pages share, once.
    fn set_context(&self, context: &PageContext) {
        let services = &self.imp().context.get_or_init(|| context.clone()).services;
        services.settings.connect_for(self, |menu, _: &Settings| menu.show_board());
        self.settings().connect_gtk_enable_animations_notify(glib::clone!(
            #[weak(rename_to = menu)]
            self,
            move |_| menu.show_board()
        ));
    }

    /// Offers to go on with a game, or not.
    pub fn set_unfinished(&self, unfinished: Option<Unfinished>) {
        let imp = self.imp();
        imp.continue_button.set_visible(unfinished.is_some());
        // One of the two is what one most likely wants.
        match unfinished {
            Some(_) => imp.quick_button.remove_css_class("suggested-action"),
            None => imp.quick_button.add_css_class("suggested-action"),
        }
        imp.unfinished.set(unfinished.as_ref().map(|Unfinished { men, setup, .. }| {
            (setup.rules, Arrangement::new(*men, ByColor::default(), Color::White))
        }));
        if let Some(Unfinished { setup, moves, .. }) = unfinished {
            imp.continue_text.set_label(&joined(&[describe::pairing(&setup), describe::moves(moves)]));
        }
        self.show_board();
    }

    /// Shows what is to be seen on the board now, and lets it move only where somebody looks at it.
    fn show_board(&self) {
        let imp = self.imp();
        let Some(PageContext { services, .. }) = imp.context.get() else { return };
        if !self.is_mapped() {
            imp.quiet_game.get().into_iter().for_each(QuietGame::suspend);
            return;
        }
        let board = imp.board.get_or_init(|| self.new_board());
        let step = services.settings.read(|settings| step_of(settings.animation));
        board.set_animation(step);
        let moves = step.is_some() && self.settings().is_gtk_enable_animations();
        let still = imp.unfinished.get().or_else(|| (!moves).then(still));
        if let Some((rules, arrangement)) = still {
            imp.quiet_game.get().into_iter().for_each(QuietGame::suspend);
            return board.show(&Scene::still(&arrangement, &rules));
        }
        let game = imp.quiet_game.get_or_init(|| {
            let board = board.downgrade();
            let show = move |scene: &Scene| board.upgrade().into_iter().for_each(|board| board.show(scene));
            QuietGame::new(&services.engine, PACE, show)
        });
        // Whoever looks elsewhere has no use for it.
        match self.root().and_downcast::<gtk::Window>().is_some_and(|window| window.is_active()) {
            true => game.play(),
            false => game.suspend(),
        }
    }

    /// A board to look at: the buttons beside it are for keyboard and screen reader.
    fn new_board(&self) -> BoardView {
        let board = BoardView::new();
        board.set_least(LEAST_BOARD);
        board.set_coordinates(false);
        board.set_can_focus(false);
        board.set_can_target(false);
        board.update_state(&[accessible::State::Hidden(true)]);
        self.imp().stand.set_child(Some(&board));
        if let Some(window) = self.root().and_downcast::<gtk::Window>() {
            window.connect_is_active_notify(glib::clone!(
                #[weak(rename_to = menu)]
                self,
                move |_| menu.show_board()
            ));
        }
        board
    }

    /// A click on the board goes on with its game, or begins one.
    fn let_board_be_clicked(&self) {
        let click = gtk::GestureClick::new();
        click.connect_released(glib::clone!(
            #[weak(rename_to = menu)]
            self,
            move |_, _, _, _| menu.first_button().emit_clicked()
        ));
        let stand = &self.imp().stand;
        stand.add_controller(click);
        stand.set_cursor_from_name(Some("pointer"));
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

/// A position to look at.
fn still() -> (Rules, Arrangement) {
    (Rules::default(), STILL.parse().unwrap_or_else(|_| Arrangement::start(&Rules::default())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_still_is_a_position() {
        let (rules, arrangement) = still();
        assert_eq!(arrangement.to_string(), STILL);
        assert!(arrangement.check(&rules).is_ok(), "{:?}", arrangement.check(&rules));
    }
}
