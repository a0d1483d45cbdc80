// SPDX-License-Identifier: GPL-3.0-or-later
//! The main menu: the user's choices beside a board that shows the unfinished game or a demo game.

mod menu_layout;
mod quiet_game;

use std::cell::{Cell, OnceCell};
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{accessible, gdk};

use crate::board::{BoardView, EngravedTitle, step_of};
use crate::compat::accessible_names::set_accessible_description;
use crate::compat::menu_focus::bring_back;
use crate::pages::app_page::{AppPage, Page, PageId, Pages};
use crate::services::PageContext;
use crate::services::messages::{Message, Request};
use crate::text::describe;
use crate::text::i18n::{joined, list};
use crate::widgets::adaptive_layout::{AdaptiveLayout, BoardAndPanel, Lines};
use crate::widgets::keys;
use crate::widgets::menu_row::MenuRow;
use gettextrs::gettext;
use menu_layout::MenuParts;
use morris::{Arrangement, ByColor, Color, PointSet, Rules};
use morris_play::persistence::Settings;
use morris_play::session::Scene;
use morris_play::setup::{GameSetup, NewGameOptions};
use quiet_game::QuietGame;

const PARTS: BoardAndPanel = BoardAndPanel {
    from: (480, 115),
    panel: (440, 50),
    gaps: (24, 6),
    margin: 24,
    below: None,
    share: (42, 60),
    least: 0,
};
/// Minimum side of the board, in pixels.
const LEAST_BOARD: i32 = 60;
/// Time between two moves of the demo game.
const PACE: Duration = Duration::from_millis(2200);

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "main_menu.ui")]
    pub struct MainMenu {
        /// The board and the choices.
        #[template_child]
        pub(super) parts: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) menu_button: TemplateChild<gtk::MenuButton>,
        /// Holds the board.
        #[template_child]
        pub(super) board_bin: TemplateChild<adw::Bin>,
        #[template_child]
        pub(super) continue_button: TemplateChild<gtk::Button>,
        /// The words on that button.
        #[template_child]
        pub(super) continue_words: TemplateChild<gtk::Box>,
        /// Players and length of the unfinished game.
        #[template_child]
        pub(super) continue_text: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) quick_button: TemplateChild<gtk::Button>,
        /// The words on that button.
        #[template_child]
        pub(super) quick_words: TemplateChild<gtk::Box>,
        /// Players of that game.
        #[template_child]
        pub(super) quick_text: TemplateChild<gtk::Label>,
        /// Leads to the setup of a game. It is the first of the further choices.
        #[template_child]
        pub(super) play_button: TemplateChild<gtk::Button>,
        /// The title and the choices.
        #[template_child]
        pub(super) column: TemplateChild<gtk::Box>,
        /// The board. It is created after the first frame of the window.
        pub(super) board: OnceCell<BoardView>,
        pub(super) quiet_game: OnceCell<QuietGame>,
        pub(super) context: OnceCell<PageContext>,
        pub(super) unfinished: Cell<Option<(Rules, Arrangement)>>,
    }

    impl ObjectImpl for MainMenu {
        fn constructed(&self) {
            self.parent_constructed();
            self.parts.set_layout_manager(Some(AdaptiveLayout::new(PARTS)));
            self.column.set_layout_manager(Some(AdaptiveLayout::new(MenuParts)));
            for words in [&self.continue_words, &self.quick_words] {
                words.set_layout_manager(Some(AdaptiveLayout::new(Lines)));
            }
            self.obj().let_board_be_clicked();
            self.obj().let_down_lead_below();
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
}

class!(MainMenu: adw::Bin, template = [EngravedTitle, MenuRow]);

/// The game that **Continue** offers.
pub struct Unfinished {
    pub men: ByColor<PointSet>,
    pub setup: GameSetup,
    /// How far it is, in a few words: “12 moves”, or “Your turn” in a game by message.
    pub progress: String,
}

impl Page for MainMenu {
    const ID: PageId = PageId("main-menu");
    const HELP: &'static str = "index";

    fn title() -> String {
        gettext("Nine Men’s Morris")
    }

    fn make(context: &PageContext) -> Self {
        let menu: Self = glib::Object::new();
        let services = &menu.imp().context.get_or_init(|| context.clone()).services;
        services.settings.connect_for(&menu, |menu, _: &Settings| menu.show_board());
        menu.settings().connect_gtk_enable_animations_notify(weak!(menu, move |_| menu.show_board()));
        menu
    }
}

impl AppPage for MainMenu {
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
        if let Some(Unfinished { setup, progress, .. }) = unfinished {
            let words = [describe::pairing(&setup), progress];
            imp.continue_text.set_label(&joined(&words));
            // Screen readers read the name of a middle dot.
            describe_button(&imp.continue_button, &list(&words));
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
            let show = weak!(board, move |scene: &Scene| board.show(scene));
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
        self.imp().board_bin.set_child(Some(&board));
        if let Some(window) = self.root().and_downcast::<gtk::Window>() {
            window.connect_is_active_notify(weak!(menu = self, move |_| menu.show_board()));
        }
        board
    }

    /// Makes a click on the board continue its game, or start one.
    fn let_board_be_clicked(&self) {
        let click = gtk::GestureClick::new();
        click.connect_released(weak!(menu = self, move |_, _, _, _| menu.first_button().emit_clicked()));
        let board_bin = &self.imp().board_bin;
        board_bin.add_controller(click);
        board_bin.set_cursor_from_name(Some("pointer"));
    }

    /// Makes Down lead from the wide second button to the first of the smaller ones. GTK takes the
    /// one in the right column, whose center is as near.
    fn let_down_lead_below(&self) {
        keys::connect(&*self.imp().quick_button, gtk::PropagationPhase::Target, |button, key, _| {
            let menu = button.ancestor(Self::static_type()).and_downcast::<Self>();
            let below = menu.filter(|menu| button.allocation().width() == menu.imp().column.width());
            match (key, below) {
                (gdk::Key::Down | gdk::Key::KP_Down, Some(menu)) => {
                    menu.imp().play_button.grab_focus();
                    glib::Propagation::Stop
                }
                _ => glib::Propagation::Proceed,
            }
        });
    }

    /// Shows the players of the game that **Play Now** starts.
    pub fn set_quick(&self, choice: &NewGameOptions) {
        let players = describe::pairing(&choice.game(Color::White));
        self.imp().quick_text.set_label(&players);
        describe_button(&self.imp().quick_button, &players);
    }

    /// Returns `true` if the first button has the focus.
    pub fn has_first_focus(&self) -> bool {
        self.first_button().is_focus()
    }

    fn first_button(&self) -> gtk::Button {
        let imp = self.imp();
        if imp.continue_button.is_visible() { imp.continue_button.get() } else { imp.quick_button.get() }
    }
}

/// Sets what a screen reader says about a button in addition to its name.
fn describe_button(button: &gtk::Button, words: &str) {
    set_accessible_description(button, words);
}

/// Returns the position for a board without animations: the one from which the demo game starts.
fn still() -> (Rules, Arrangement) {
    let game = quiet_game::opening(0);
    (*game.rules(), Arrangement::from(*game.position()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::descendants::below;
    use crate::services::for_tests::{InFolder, in_folder};
    use crate::services::messages::Messages;
    use crate::widgets::adaptive_layout::Area;

    /// Height of the header bar, in pixels.
    const HEADER: i32 = 47;

    #[test]
    fn quiet_board_shows_many_men() {
        let (rules, arrangement) = still();
        assert!(arrangement.check(&rules).is_ok(), "{:?}", arrangement.check(&rules));
        assert!((arrangement.men.white | arrangement.men.black).len() >= 12, "{arrangement}");
    }

    /// Returns the places in a window of this size, if the choices want this height.
    fn places(width: i32, height: i32, choices: i32) -> [Area; 2] {
        PARTS.places((width, height - HEADER), 1.0, || choices)
    }

    #[test]
    fn the_board_has_a_good_third_of_the_height_whatever_the_choices_want() {
        for (width, height) in
            (360..=2000).step_by(40).flat_map(|width| (480..=1200).step_by(40).map(move |h| (width, h)))
        {
            for choices in [100, 400, 2000] {
                let [board, panel] = places(width, height, choices);
                let beside = panel.start > 0;
                assert!(beside || width * 4 <= height * 5, "{width} × {height}: they are below each other");
                let wanted = (height * 35 / 100).min(width - 2 * PARTS.gaps.1);
                assert!(board.width >= wanted, "{width} × {height}, {choices}: {} of {wanted}", board.width);
                assert!(board.start >= 0 && board.start + board.width <= width, "{width} × {height}");
                assert!(beside || panel.top >= board.top + board.height, "{width} × {height}");
            }
        }
    }

    #[test]
    fn board_gets_the_room_above_the_choices() {
        let board = |height, choices| places(360, height, choices)[0].width;
        assert_eq!(board(640, 300), 281, "what is left");
        assert_eq!(board(640, 800), 237, "at least so much");
        assert_eq!(board(2000, 400), 348, "no wider than the window");
    }

    fn menu() -> InFolder<MainMenu> {
        in_folder(Messages::new(|_| {}), |context| MainMenu::make(&context))
    }

    /// Returns the choices in a column of this size, and the tops and heights of the large buttons
    /// and of the others.
    fn allocated(menu: &MainMenu, height: i32) -> (Vec<i32>, Vec<i32>) {
        let column = &menu.imp().column;
        column.measure(gtk::Orientation::Vertical, 336);
        column.size_allocate(&gdk::Rectangle::new(0, 0, 336, height), -1);
        let children = std::iter::successors(column.first_child(), WidgetExt::next_sibling);
        let (large, small): (Vec<_>, Vec<_>) = children
            .filter(|child| child.is::<gtk::Button>() && child.is_visible())
            .partition(|child| child.has_css_class("choice"));
        let tops = large.iter().map(|button| button.allocation().y()).collect();
        (tops, small.iter().map(|button| button.allocation().height()).collect())
    }

    #[gtk::test]
    fn in_a_low_window_the_choices_draw_together_and_none_is_lost() {
        let menu = menu();
        menu.imp().continue_button.set_visible(true);
        let (least, natural, ..) = menu.imp().column.measure(gtk::Orientation::Vertical, 336);
        let (tops, heights) = allocated(&menu, natural);
        assert!(tops[0] < tops[1] && heights.iter().all(|height| *height >= 44), "{tops:?} {heights:?}");
        let (tops, heights) = allocated(&menu, least);
        assert!(tops[0] == tops[1] && heights.iter().all(|height| *height >= 36), "{tops:?} {heights:?}");
        assert_eq!(heights.len(), 8);
        assert!(!menu.imp().continue_text.is_child_visible() && menu.imp().quick_words.is_child_visible());
    }

    #[gtk::test]
    fn a_long_name_makes_only_its_own_row_higher() {
        let menu = menu();
        let column = &menu.imp().column;
        let children = std::iter::successors(column.first_child(), WidgetExt::next_sibling);
        let entry = children.filter(|child| child.has_css_class("menu-row")).nth(2).unwrap();
        below::<gtk::Label>(&entry).unwrap().set_label(&"Gespeicherte Partien ".repeat(2));
        let least = column.measure(gtk::Orientation::Vertical, 336).0;
        let (_, heights) = allocated(&menu, least);
        assert_eq!([heights[0], heights[1], heights[4], heights[6]], [36; 4], "{heights:?}");
        assert!(heights[2] > 36 && heights[3] == heights[2], "{heights:?}");
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
