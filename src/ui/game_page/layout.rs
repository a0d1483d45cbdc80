// SPDX-License-Identifier: GPL-3.0-or-later
//! Lays out the game page: the board as large as it can be, the panels beside it or, where there is no room, under it.

use std::cell::{Cell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, glib};

/// Between the parts and around them, in pixels.
const GAP: i32 = 12;
/// The same in small windows.
const SMALL_GAP: i32 = 6;
/// A window narrower than this has small gaps, in pixels.
const NARROW: i32 = 520;
/// The side panel, in pixels: at least, at most.
const SIDE: (i32, i32) = (250, 380);
/// A card that stands beside the board without a side panel, in pixels: at least, at most.
const FLANK: (i32, i32) = (190, 280);
/// A list of turns lower than this shows too little, in pixels.
const LEAST_TURNS: i32 = 64;
/// A board smaller than this takes the room of the cards when the game is over, in pixels.
const SMALL_BOARD: i32 = 300;

/// How the parts stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// A panel with cards and turns beside the board.
    Panel,
    /// The cards on both sides of the board, no list.
    Flanks,
    /// All under the board.
    Under,
}

/// A rectangle: left, top, width, height.
type Area = (i32, i32, i32, i32);

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::GameLayout)]
    pub struct GameLayout {
        /// The board.
        #[property(get, set = Self::set_board, nullable)]
        pub(super) board: RefCell<Option<gtk::Widget>>,
        /// What is to be done.
        #[property(get, set = Self::set_status, nullable)]
        pub(super) status: RefCell<Option<gtk::Widget>>,
        /// The card of White.
        #[property(get, set = Self::set_white, nullable)]
        pub(super) white: RefCell<Option<gtk::Widget>>,
        /// The card of Black.
        #[property(get, set = Self::set_black, nullable)]
        pub(super) black: RefCell<Option<gtk::Widget>>,
        /// The list of turns.
        #[property(get, set = Self::set_turns, nullable)]
        pub(super) turns: RefCell<Option<gtk::Widget>>,
        /// The result; seen when it is visible.
        #[property(get, set = Self::set_result, nullable)]
        pub(super) result: RefCell<Option<gtk::Widget>>,
        /// Whether the list of turns is wanted.
        #[property(get, set = Self::set_sidebar, explicit_notify)]
        pub(super) sidebar: Cell<bool>,
        /// Whether the window is so wide that a header bar has room for many buttons.
        #[property(get, explicit_notify)]
        pub(super) wide: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for GameLayout {
        const NAME: &'static str = "NmmGameLayout";
        type Type = super::GameLayout;
        type ParentType = gtk::Widget;
    }

    #[glib::derived_properties]
    impl ObjectImpl for GameLayout {
        fn dispose(&self) {
            while let Some(child) = self.obj().first_child() {
                child.unparent();
            }
        }
    }

    impl WidgetImpl for GameLayout {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::ConstantSize
        }

        fn measure(&self, orientation: gtk::Orientation, _for_size: i32) -> (i32, i32, i32, i32) {
            let size = if orientation == gtk::Orientation::Horizontal { (340, 900) } else { (380, 640) };
            (size.0, size.1, -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, _baseline: i32) {
            self.obj().allocate_parts(width, height);
        }
    }

    impl GameLayout {
        fn replace(&self, slot: &RefCell<Option<gtk::Widget>>, child: Option<gtk::Widget>) {
            if let Some(old) = slot.take() {
                old.unparent();
            }
            if let Some(child) = &child {
                child.set_parent(&*self.obj());
            }
            slot.replace(child);
        }

        fn set_board(&self, child: Option<gtk::Widget>) {
            self.replace(&self.board, child);
        }

        fn set_status(&self, child: Option<gtk::Widget>) {
            self.replace(&self.status, child);
        }

        fn set_white(&self, child: Option<gtk::Widget>) {
            self.replace(&self.white, child);
        }

        fn set_black(&self, child: Option<gtk::Widget>) {
            self.replace(&self.black, child);
        }

        fn set_turns(&self, child: Option<gtk::Widget>) {
            self.replace(&self.turns, child);
        }

        fn set_result(&self, child: Option<gtk::Widget>) {
            self.replace(&self.result, child);
        }

        fn set_sidebar(&self, sidebar: bool) {
            if self.sidebar.replace(sidebar) != sidebar {
                self.obj().notify_sidebar();
                self.obj().queue_allocate();
            }
        }
    }
}

glib::wrapper! {
    /// Lays out the game page.
    pub struct GameLayout(ObjectSubclass<imp::GameLayout>)
        @extends gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

/// The parts that are shown, and what they need.
struct Parts {
    board: gtk::Widget,
    status: gtk::Widget,
    cards: [gtk::Widget; 2],
    turns: gtk::Widget,
    result: gtk::Widget,
    gap: i32,
}

impl GameLayout {
    fn allocate_parts(&self, width: i32, height: i32) {
        let imp = self.imp();
        let slots = [&imp.board, &imp.status, &imp.white, &imp.black, &imp.turns, &imp.result];
        let Some(children) = slots.iter().map(|slot| slot.borrow().clone()).collect::<Option<Vec<_>>>() else { return };
        let Ok([board, status, white, black, turns, result]) = <[gtk::Widget; 6]>::try_from(children) else { return };
        let gap = if width < NARROW { SMALL_GAP } else { GAP };
        let parts = Parts { board, status, cards: [white, black], turns, result, gap };
        match self.mode(width, height) {
            Mode::Panel => parts.beside(width, height),
            Mode::Flanks => parts.flanked(width, height),
            Mode::Under => parts.under(width, height, self.sidebar()),
        }
        let wide = width >= NARROW;
        if imp.wide.replace(wide) != wide {
            // Whoever hears of it may ask for another size, which must not happen during an allocation.
            let layout = self.clone();
            glib::idle_add_local_once(move || layout.notify_wide());
        }
    }

    fn mode(&self, width: i32, height: i32) -> Mode {
        // The board is a square with a line of text below it: what it leaves free at its sides must hold the panels.
        let free = width - height.min(width) + 60;
        match self.sidebar() {
            true if free >= SIDE.0 && width >= 600 => Mode::Panel,
            false if free >= 2 * FLANK.0 => Mode::Flanks,
            _ => Mode::Under,
        }
    }
}

impl Parts {
    /// A panel at the end: cards, turns, result.
    fn beside(&self, width: i32, height: i32) {
        let gap = self.gap;
        let status = height_for(&self.status, width);
        let side = (width * 3 / 10).clamp(SIDE.0, SIDE.1);
        let board = (height - status - gap).min(width - side - 3 * gap);
        let start = (width - side - board - gap) / 2;
        let top = (height - status - board - gap) / 2;
        self.place(&self.status, width, (start, top, board, status));
        self.place(&self.board, width, (start, top + status, board, board));
        let left = start + board + gap;
        let mut y = top + status;
        for card in &self.cards {
            let card_height = height_for(card, side);
            self.place(card, width, (left, y, side, card_height));
            y += card_height + gap;
        }
        let end = top + status + board;
        let result = self.result_height(side);
        self.place_result(width, (left, end - result + gap, side, result - gap));
        self.place_or_hide(&self.turns, width, (left, y, side, end - result - y), LEAST_TURNS);
    }

    /// A card on each side of the board.
    fn flanked(&self, width: i32, height: i32) {
        let gap = self.gap;
        let status = height_for(&self.status, width);
        let result = self.result_height(width / 2);
        let board = (height - status - result - gap).min(width - 2 * FLANK.0 - 4 * gap);
        let flank = ((width - board) / 2 - 2 * gap).clamp(FLANK.0, FLANK.1);
        let left = (width - board) / 2;
        self.place(&self.status, width, (left, 0, board, status));
        self.place(&self.board, width, (left, status, board, board));
        self.place_result(width, (left, status + board + gap, board, result - gap));
        for (card, x) in self.cards.iter().zip([left - gap - flank, left + board + gap]) {
            let card_height = height_for(card, flank);
            self.place(card, width, (x, status + (board - card_height) / 2, flank, card_height));
        }
        self.turns.set_child_visible(false);
    }

    /// Everything under the board.
    fn under(&self, width: i32, height: i32, sidebar: bool) {
        let gap = self.gap;
        let full = width - 2 * gap;
        let half = (full - gap) / 2;
        let over = self.result.is_visible();
        let status = if over { gap } else { height_for(&self.status, full) };
        let result = self.result_height(full);
        let cards = self.cards.iter().map(|card| height_for(card, half)).max().unwrap_or_default() + gap;
        let room = |panels: i32| (height - status - panels - gap).min(full);
        // When the game is over the board matters more than how many men are in hand.
        let cards = if over && room(result + cards) < SMALL_BOARD { 0 } else { cards };
        let board = room(result + cards);
        self.place_or_hide(&self.status, width, (gap, 0, full, status), gap + 1);
        self.place(&self.board, width, ((width - board) / 2, status, board, board));
        let mut y = status + board + gap;
        self.place_result(width, (gap, y, full, result - gap));
        y += result;
        for (card, x) in self.cards.iter().zip([gap, 2 * gap + half]) {
            self.place_or_hide(card, width, (x, y, half, cards - gap), 1);
        }
        y += cards;
        let rest = if sidebar { height - y - gap } else { 0 };
        self.place_or_hide(&self.turns, width, (gap, y, full, rest), LEAST_TURNS);
    }

    fn result_height(&self, width: i32) -> i32 {
        if self.result.is_visible() { height_for(&self.result, width) + self.gap } else { 0 }
    }

    fn place_result(&self, width: i32, area: Area) {
        if self.result.is_visible() {
            self.place(&self.result, width, area);
        }
    }

    fn place_or_hide(&self, part: &gtk::Widget, width: i32, area: Area, least: i32) {
        part.set_child_visible(area.3 >= least);
        if area.3 >= least {
            self.place(part, width, area);
        }
    }

    /// Puts a part into its area, mirrored in languages that are written from right to left.
    fn place(&self, part: &gtk::Widget, width: i32, (left, top, area_width, area_height): Area) {
        part.set_child_visible(true);
        let mirrored = part.direction() == gtk::TextDirection::Rtl;
        let x = if mirrored { width - left - area_width } else { left };
        // GTK wants a child to be asked before it is given its size.
        let least_width = part.measure(gtk::Orientation::Horizontal, -1).0;
        let least_height = part.measure(gtk::Orientation::Vertical, area_width.max(least_width)).0;
        let area = gdk::Rectangle::new(x, top, area_width.max(least_width), area_height.max(least_height));
        part.size_allocate(&area, -1);
    }
}

/// The height that a part wants at a width.
fn height_for(part: &gtk::Widget, width: i32) -> i32 {
    let least_width = part.measure(gtk::Orientation::Horizontal, -1).0;
    part.measure(gtk::Orientation::Vertical, width.max(least_width)).1
}
