// SPDX-License-Identifier: GPL-3.0-or-later
//! The widget that lays out the game page.

use std::cell::{Cell, RefCell};

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, pango};

use crate::widgets::ui_scale::factor;

use super::layout_math::{Area, Heights, NARROW, Places, Sidebar};

/// From this width on, in pixels, the header bar has room for what is to be done; more where
/// letters are larger.
const TITLED: i32 = 840;
/// The size of letters for which widths are thought, in points.
const USUAL_SIZE: f64 = 11.0;

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
        /// The list of moves.
        #[property(get, set = Self::set_moves, nullable)]
        pub(super) moves: RefCell<Option<gtk::Widget>>,
        /// The way through the moves.
        #[property(get, set = Self::set_steps, nullable)]
        pub(super) steps: RefCell<Option<gtk::Widget>>,
        /// The result; seen when it is visible.
        #[property(get, set = Self::set_result, nullable)]
        pub(super) result: RefCell<Option<gtk::Widget>>,
        /// Whether the list of moves is wanted.
        #[property(get, set = Self::set_sidebar, explicit_notify)]
        pub(super) sidebar: Cell<bool>,
        /// Whether the window is so wide that a header bar has room for many buttons.
        #[property(get, explicit_notify)]
        pub(super) wide: Cell<bool>,
        /// Whether it is so wide that the header bar has room for words, too.
        #[property(get, explicit_notify)]
        pub(super) titled: Cell<bool>,
        /// Whether Black sits below.
        #[property(get, set = Self::set_black_below, explicit_notify)]
        pub(super) black_below: Cell<bool>,
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

        fn set_moves(&self, child: Option<gtk::Widget>) {
            self.replace(&self.moves, child);
        }

        fn set_steps(&self, child: Option<gtk::Widget>) {
            self.replace(&self.steps, child);
        }

        fn set_result(&self, child: Option<gtk::Widget>) {
            self.replace(&self.result, child);
        }

        fn set_black_below(&self, below: bool) {
            if self.black_below.replace(below) != below {
                self.obj().notify_black_below();
                self.obj().queue_allocate();
            }
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

/// The parts of the page.
struct LayoutParts {
    board: gtk::Widget,
    status: gtk::Widget,
    cards: [gtk::Widget; 2],
    moves: gtk::Widget,
    steps: gtk::Widget,
    result: gtk::Widget,
    /// Whether the header bar says what is to be done.
    titled: bool,
}

impl GameLayout {
    fn parts(&self, titled: bool) -> Option<LayoutParts> {
        let imp = self.imp();
        let part = |slot: &RefCell<Option<gtk::Widget>>| slot.borrow().clone();
        let (white, black) = (part(&imp.white)?, part(&imp.black)?);
        Some(LayoutParts {
            board: part(&imp.board)?,
            status: part(&imp.status)?,
            cards: if self.black_below() { [white, black] } else { [black, white] },
            moves: part(&imp.moves)?,
            steps: part(&imp.steps)?,
            result: part(&imp.result)?,
            titled,
        })
    }

    fn allocate_parts(&self, width: i32, height: i32) {
        let (wide, titled) = (width >= NARROW, f64::from(width) >= f64::from(TITLED) * letters(self));
        let Some(parts) = self.parts(titled) else { return };
        let sidebar = if self.sidebar() { Sidebar::Shown } else { Sidebar::Hidden };
        parts.allocate(width, Places::find(width, height, factor(self), sidebar, &parts));
        let imp = self.imp();
        let changed = (imp.wide.replace(wide), imp.titled.replace(titled)) != (wide, titled);
        if changed {
            // Whoever hears of it may ask for another size, which must not happen during an
            // allocation.
            let layout = self.clone();
            glib::idle_add_local_once(move || {
                layout.notify_wide();
                layout.notify_titled();
            });
        }
    }
}

/// How many times larger than usual the letters of a widget are.
fn letters(widget: &impl IsA<gtk::Widget>) -> f64 {
    let font = widget.pango_context().font_description();
    let size = font.map_or(0, |font| if font.is_size_absolute() { font.size() * 3 / 4 } else { font.size() });
    let dots = gtk::Settings::default().map_or(0, |settings| settings.gtk_xft_dpi());
    let dots = if dots > 0 { f64::from(dots) / 1024.0 / 96.0 } else { 1.0 };
    if size > 0 { f64::from(size) / f64::from(pango::SCALE) / USUAL_SIZE * dots } else { 1.0 }
}

impl Heights for LayoutParts {
    fn status(&self, width: i32) -> i32 {
        if self.titled { 0 } else { height_for(&self.status, width) }
    }

    fn card(&self, width: i32) -> i32 {
        self.cards.iter().map(|card| height_for(card, width)).max().unwrap_or_default()
    }

    fn steps(&self, width: i32) -> i32 {
        height_for(&self.steps, width)
    }

    fn result(&self, width: i32) -> Option<i32> {
        self.result.is_visible().then(|| height_for(&self.result, width))
    }
}

impl LayoutParts {
    fn allocate(&self, width: i32, places: Places) {
        let [other, own] = &self.cards;
        let [other_place, own_place] = places.cards;
        for (part, place) in [
            (&self.board, Some(places.board)),
            (&self.status, places.status),
            (other, other_place),
            (own, own_place),
            (&self.moves, places.moves),
            (&self.steps, places.steps),
            (&self.result, places.result),
        ] {
            part.set_child_visible(place.is_some());
            place.into_iter().for_each(|place| allocate(part, width, place));
        }
    }
}

/// Puts a part into its place, mirrored in languages that are written from right to left.
fn allocate(part: &gtk::Widget, window: i32, place: Area) {
    // GTK wants a child to be asked before it is given its size, and to get what it needs at least.
    let width = place.width.max(part.measure(gtk::Orientation::Horizontal, -1).0);
    let height = place.height.max(part.measure(gtk::Orientation::Vertical, width).0);
    let left = match part.direction() {
        gtk::TextDirection::Rtl => window - place.start - width,
        _ => place.start,
    };
    part.size_allocate(&gdk::Rectangle::new(left, place.top, width, height), -1);
}

/// The height that a part wants at a width.
fn height_for(part: &gtk::Widget, width: i32) -> i32 {
    let least_width = part.measure(gtk::Orientation::Horizontal, -1).0;
    part.measure(gtk::Orientation::Vertical, width.max(least_width)).1
}
