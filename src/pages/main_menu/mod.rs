// SPDX-License-Identifier: GPL-3.0-or-later
//! The main menu: the user's choices beside a board that shows the unfinished game or a demo game.

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
use crate::widgets::adaptive_layout::{AdaptiveLayout, BoardAndPanel, Rows};
use gettextrs::gettext;
use morris::{Arrangement, ByColor, Color, PointSet, Rules};
use morris_play::persistence::Settings;
use morris_play::session::Scene;
use morris_play::setup::{GameSetup, NewGameOptions};
use quiet_game::QuietGame;

/// Layout of the board and the choices.
const PARTS: BoardAndPanel =
    BoardAndPanel { from: (860, 0), panel: (440, 50), gaps: (24, 12), margin: 24, below: None, share: (16, 40) };
/// Layout of the rows of further choices.
const GRID: Rows = Rows { many: 2, few: 1, gap: 6, from: 0 };
/// Minimum side of the board, in pixels.
const LEAST_BOARD: i32 = 60;
/// Time between two moves of the demo game.
const PACE: Duration = Duration::from_millis(2200);
/// Position on the board when animations are off.
const STILL: &str = "W.B/.WB/..W/B.WBW./..W/.B./W.B w 2 2 0";

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "main_menu.ui")]
    pub struct MainMenu {
        /// The board and the choices.
        #[template_child]
        pub(super) parts: TemplateChild<gtk::Box>,
        /// Button of the primary menu.
        #[template_child]
        pub(super) menu_button: TemplateChild<gtk::MenuButton>,
        /// Holds the board.
        #[template_child]
        pub(super) stand: TemplateChild<adw::Bin>,
        /// Continues the unfinished game.
        #[template_child]
        pub(super) continue_button: TemplateChild<gtk::Button>,
        /// Players and length of the unfinished game.
        #[template_child]
        pub(super) continue_text: TemplateChild<gtk::Label>,
        /// Starts a game immediately.
        #[template_child]
        pub(super) quick_button: TemplateChild<gtk::Button>,
        /// Players of that game.
        #[template_child]
        pub(super) quick_text: TemplateChild<gtk::Label>,
        /// The further choices.
        #[template_child]
        pub(super) grid: TemplateChild<gtk::Box>,
        /// The board. It is created after the first frame of the window.
        pub(super) board: OnceCell<BoardView>,
        pub(super) quiet_game: OnceCell<QuietGame>,
        pub(super) context: OnceCell<PageContext>,
        /// Position of the unfinished game.
        pub(super) unfinished: Cell<Option<(Rules, Arrangement)>>,
    }

    template_class!(MainMenu: adw::Bin; EngravedTitle);

    impl ObjectImpl for MainMenu {
        fn constructed(&self) {
            self.parent_constructed();
            self.parts.set_layout_manager(Some(AdaptiveLayout::board_and_panel(PARTS)));
            self.grid.set_layout_manager(Some(AdaptiveLayout::rows(GRID)));
            self.obj().let_board_be_clicked();
            bring_back(&self.menu_button);
        }
    }

    impl WidgetImpl for MainMenu {
        fn map(&self) {
            self.parent_map();
            let show = glib::clone!(
                #[weak(rename_to = menu)]
                self.obj(),
                #[upgrade_or]
                glib::ControlFlow::Break,
                move || {
                    menu.show_board();
                    glib::ControlFlow::Break
                }
            );
            // The window appears before the board is painted.
            glib::idle_add_local_full(glib::Priority::LOW, show);
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

/// The game that **Continue** offers.
pub struct Unfinished {
    /// Men on the board.
    pub men: ByColor<PointSet>,
    /// Setup of the game, with its players.
    pub setup: GameSetup,
    /// Number of moves played.
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
        let services = &menu.imp().context.get_or_init(|| context.clone()).services;
        services.settings.connect_for(&menu, |menu, _: &Settings| menu.show_board());
        menu.settings().connect_gtk_enable_animations_notify(glib::clone!(
            #[weak]
            menu,
            move |_| menu.show_board()
        ));
        menu
    }
}

impl AppPage for MainMenu {
    fn enter(&self, _: PageId, _: &dyn Pages) {}

    /// Updates the menu as well.
    fn focus(&self, _: &dyn Pages) {
        if let Some(PageContext { services, messages }) = self.imp().context.get() {
            self.set_quick(&services.with_adaptive_level(&services.settings.read(|settings| settings.choice.clone())));
            self.focus_first();
            messages.send(Message::Request(Request::FindUnfinished));
        }
    }

    fn focus_first(&self) -> bool {
        self.first_button().grab_focus()
    }

    fn leave(&self) {}

    fn save(&self) -> Saved {
        Saved::Nothing
    }
}

impl MainMenu {
    /// Shows or hides the button that continues a game.
    pub fn set_unfinished(&self, unfinished: Option<Unfinished>) {
        let imp = self.imp();
        imp.continue_button.set_visible(unfinished.is_some());
        // Marks the one of the two buttons that the user most likely needs.
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

    /// Shows the current content of the board. The demo game plays only while the user can see it.
    fn show_board(&self) {
        let imp = self.imp();
        let Some(PageContext { services, .. }) = imp.context.get() else { return };
        if !self.is_mapped() {
            if let Some(game) = imp.quiet_game.get() {
                game.suspend();
            }
            return;
        }
        let board = imp.board.get_or_init(|| self.new_board());
        let step = services.settings.read(|settings| step_of(settings.animation));
        board.set_animation(step);
        let moves = step.is_some() && self.settings().is_gtk_enable_animations();
        let still = imp.unfinished.get().or_else(|| (!moves).then(still));
        if let Some((rules, arrangement)) = still {
            if let Some(game) = imp.quiet_game.get() {
                game.suspend();
            }
            return board.show(&Scene::still(&arrangement, &rules));
        }
        let game = imp.quiet_game.get_or_init(|| {
            let show = glib::clone!(
                #[weak]
                board,
                move |scene: &Scene| board.show(scene)
            );
            QuietGame::new(&services.engine, PACE, show)
        });
        // The demo game rests while the window is not active.
        match self.root().and_downcast::<gtk::Window>().is_some_and(|window| window.is_active()) {
            true => game.play(),
            false => game.suspend(),
        }
    }

    /// Creates a board for display only. Keyboard and screen readers use the buttons beside it.
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

    /// Makes a click on the board continue its game, or start one.
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

    /// Shows the players of the game that **Play Now** starts.
    pub fn set_quick(&self, choice: &NewGameOptions) {
        self.imp().quick_text.set_label(&describe::pairing(&choice.game(Color::White)));
    }

    /// Returns `true` if the first button has the focus.
    #[must_use]
    pub fn has_first_focus(&self) -> bool {
        self.first_button().is_focus()
    }

    fn first_button(&self) -> gtk::Button {
        let imp = self.imp();
        if imp.continue_button.is_visible() { imp.continue_button.get() } else { imp.quick_button.get() }
    }
}

/// Returns the position for a board without animations.
fn still() -> (Rules, Arrangement) {
    (Rules::default(), STILL.parse().unwrap_or_else(|_| Arrangement::start(&Rules::default())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::adaptive_layout::Area;

    #[test]
    fn what_stands_still_is_a_position() {
        let (rules, arrangement) = still();
        assert_eq!(arrangement.to_string(), STILL);
        assert!(arrangement.check(&rules).is_ok(), "{:?}", arrangement.check(&rules));
    }

    #[test]
    fn above_the_choices_the_board_gets_what_is_left_between_a_sixth_and_two_fifths() {
        let board = |height, choices| {
            let [board, panel] = PARTS.places((360, height), 1.0, || choices);
            assert_eq!((panel.top, panel.top + panel.height), (board.width + 24, height));
            (board.start, board.top, board.width)
        };
        assert_eq!(board(594, 300), (73, 12, 213), "two fifths of the height");
        assert_eq!(board(594, 800), (144, 12, 71), "a sixth of it");
        assert_eq!(board(594, 400).2, 170, "what is left");
        assert_eq!(board(2000, 400).2, 336, "no wider than the window");
    }

    #[test]
    fn beside_the_choices_the_board_is_as_large_as_the_window_lets_it_be() {
        for (width, height, scale, choices, gap) in
            [(860, 654, 1.0, 430, 24), (1000, 654, 1.0, 440, 24), (1920, 1034, 1.2, 528, 29)]
        {
            let [board, panel] = PARTS.places((width, height), scale, || unreachable!("nothing lies below"));
            let Area { start, top, width: side, .. } = board;
            assert_eq!((panel.start, panel.width), (start + side + gap, choices), "{width} × {height}");
            assert!(start >= gap && top >= gap, "{width} × {height}");
            assert!(panel.start + choices <= width, "{width} × {height}");
            assert!(top == gap || start == gap, "{width} × {height}: {start}, {top}, {side}");
        }
    }
}
