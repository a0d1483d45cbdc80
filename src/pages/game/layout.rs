// SPDX-License-Identifier: GPL-3.0-or-later
//! Layout manager of the game page.

use std::cell::Cell;

use gtk::pango;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use crate::board::TRAYS_FROM;
use crate::widgets::adaptive_layout::{Area, put};
use crate::widgets::move_list::MoveList;
use crate::widgets::ui_scale::{NARROW, factor};

use super::layout_math::{Heights, Places, Sidebar};

/// Minimum width at which the header bar has room for the status, in pixels, at the usual font
/// size.
const TITLED: i32 = 840;
/// Minimum width of a card with words, in pixels, at the usual font size.
const ROOMY: i32 = 226;
/// Font size for which widths are defined, in points.
const USUAL_SIZE: f64 = 11.0;
/// Name of the page of the step buttons that answers a friend's question.
pub const QUESTION: &str = "question";

mod imp {
    use super::*;

    #[derive(Default, glib::Properties)]
    #[properties(wrapper_type = super::GameLayout)]
    pub struct GameLayout {
        #[property(get, set = Self::set_sidebar, explicit_notify)]
        pub(super) sidebar: Cell<bool>,
        /// Whether the window is wide enough for many buttons in the header bar.
        #[property(get, explicit_notify)]
        pub(super) wide: Cell<bool>,
        /// Whether the window is wide enough for text in the header bar, too.
        #[property(get, explicit_notify)]
        pub(super) titled: Cell<bool>,
        /// Whether the cards have room for words.
        #[property(get, explicit_notify)]
        pub(super) roomy: Cell<bool>,
        /// Width of a card, in pixels.
        #[property(get, explicit_notify)]
        pub(super) card_width: Cell<i32>,
        /// Whether the step buttons are in a narrow column beside the board.
        #[property(get, explicit_notify)]
        pub(super) slim: Cell<bool>,
        /// Whether the board has room for trays.
        #[property(get, explicit_notify)]
        pub(super) trays: Cell<bool>,
        /// Whether the list of moves would have room.
        pub(super) has_room_for_list: Cell<bool>,
        /// Whether Black is at the bottom.
        #[property(get, set = Self::set_black_below, explicit_notify)]
        pub(super) black_below: Cell<bool>,
    }

    #[glib::derived_properties]
    impl ObjectImpl for GameLayout {}

    impl LayoutManagerImpl for GameLayout {
        fn request_mode(&self, _: &gtk::Widget) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::HeightForWidth
        }

        fn measure(&self, widget: &gtk::Widget, orientation: gtk::Orientation, width: i32) -> (i32, i32, i32, i32) {
            let (least, natural) = match orientation {
                gtk::Orientation::Horizontal => (340, 900),
                _ => (self.obj().least_height(widget, width), 640),
            };
            (least, natural.max(least), -1, -1)
        }

        fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32, _: i32) {
            self.obj().allocate_parts(widget, width, height);
        }
    }

    impl GameLayout {
        fn set_black_below(&self, below: bool) {
            if self.black_below.replace(below) != below {
                self.obj().notify_black_below();
                self.obj().layout_changed();
            }
        }

        fn set_sidebar(&self, sidebar: bool) {
            if self.sidebar.replace(sidebar) != sidebar {
                self.obj().notify_sidebar();
                self.obj().layout_changed();
            }
        }
    }
}

class!(GameLayout: gtk::LayoutManager);

glib::wrapper! {
    /// Lays out the game page. The children of its widget are identified by their ids.
    pub struct GameLayout(ObjectSubclass<imp::GameLayout>)
        @extends gtk::LayoutManager;
}

struct LayoutParts {
    board: gtk::Widget,
    status: gtk::Widget,
    cards: [gtk::Widget; 2],
    moves: gtk::Widget,
    steps: gtk::Widget,
    result: gtk::Widget,
    /// Whether the header bar shows the status.
    titled: bool,
}

impl GameLayout {
    fn parts(&self, widget: &gtk::Widget, titled: bool) -> Option<LayoutParts> {
        let part = |id: &str| {
            let mut children = std::iter::successors(widget.first_child(), WidgetExt::next_sibling);
            children.find(|child| child.buildable_id().as_deref() == Some(id))
        };
        let (white, black) = (part("white")?, part("black")?);
        Some(LayoutParts {
            board: part("board")?,
            status: part("status_words")?,
            cards: if self.black_below() { [white, black] } else { [black, white] },
            moves: part("moves")?,
            steps: part("steps")?,
            result: part("result")?,
            titled,
        })
    }

    fn least_height(&self, widget: &gtk::Widget, width: i32) -> i32 {
        let parts = self.parts(widget, is_titled(widget, width));
        parts.map_or(0, |parts| Places::least_height(width, factor(widget), &parts))
    }

    fn allocate_parts(&self, widget: &gtk::Widget, width: i32, height: i32) {
        let (wide, titled) = (width >= NARROW, is_titled(widget, width));
        let Some(parts) = self.parts(widget, titled) else { return };
        let find = |sidebar| Places::find(width, height, factor(widget), sidebar, &parts);
        let with_list = find(Sidebar::Shown);
        let places = if self.sidebar() { with_list } else { find(Sidebar::Hidden) };
        parts.allocate(width, places);
        let imp = self.imp();
        imp.has_room_for_list.set(with_list.moves.is_some());
        let roomy = match places.cards[0] {
            Some(card) => f64::from(card.width) >= f64::from(ROOMY) * letters(widget),
            None => self.roomy(),
        };
        let card_width = places.cards[0].map_or_else(|| self.card_width(), |card| card.width);
        let slim = places.is_around();
        let trays = places.board.width.min(places.board.height) >= TRAYS_FROM;
        let now =
            [(&imp.wide, wide), (&imp.titled, titled), (&imp.roomy, roomy), (&imp.slim, slim), (&imp.trays, trays)];
        // Replaces all of them.
        let changed = now.map(|(cell, now)| cell.replace(now) != now).contains(&true);
        if imp.card_width.replace(card_width) != card_width || changed {
            // Deferred, since a listener may request another size, which must not happen during an
            // allocation.
            let layout = self.clone();
            glib::idle_add_local_once(move || {
                layout.notify_wide();
                layout.notify_titled();
                layout.notify_roomy();
                layout.notify_card_width();
                layout.notify_slim();
                layout.notify_trays();
            });
        }
    }

    /// Returns whether the list of moves has room in the window, or would have it.
    pub fn has_room_for_list(&self) -> bool {
        self.imp().has_room_for_list.get()
    }
}

/// Returns whether the header bar has room for the status above a page of this width.
fn is_titled(widget: &gtk::Widget, width: i32) -> bool {
    f64::from(width) >= f64::from(TITLED) * letters(widget)
}

/// Returns the font scale of a widget relative to the usual size.
fn letters(widget: &impl IsA<gtk::Widget>) -> f64 {
    let font = widget.pango_context().font_description();
    let size = font.map_or(0, |font| if font.is_size_absolute() { font.size() * 3 / 4 } else { font.size() });
    let dots = gtk::Settings::default().map_or(0, |settings| settings.gtk_xft_dpi());
    let dots = if dots > 0 { f64::from(dots) / 1024.0 / 96.0 } else { 1.0 };
    if size > 0 { f64::from(size) / f64::from(pango::SCALE) / USUAL_SIZE * dots } else { 1.0 }
}

impl Heights for LayoutParts {
    fn status(&self, width: i32) -> i32 {
        if self.titled { 0 } else { height_for(&self.status, width).max(two_lines(&self.status)) }
    }

    fn card(&self, width: i32) -> i32 {
        self.cards.iter().map(|card| height_for(card, width)).max().unwrap_or_default()
    }

    fn steps(&self, width: i32) -> i32 {
        height_for(&self.steps, width)
    }

    fn whole_moves(&self, room: i32) -> i32 {
        self.moves.downcast_ref::<MoveList>().map_or(room, |moves| moves.whole_rows(room))
    }

    fn result(&self, width: i32) -> Option<i32> {
        self.result.is_visible().then(|| height_for(&self.result, width))
    }

    fn asks(&self) -> bool {
        let mut children = std::iter::successors(self.steps.first_child(), WidgetExt::next_sibling);
        let answers = children.find_map(|child| child.downcast::<gtk::Stack>().ok());
        answers.is_some_and(|stack| stack.is_visible() && stack.visible_child_name().as_deref() == Some(QUESTION))
    }

    fn least_side(&self) -> i32 {
        let [one, other] = &self.cards;
        let foot = if self.result.is_visible() { &self.result } else { &self.steps };
        let widths = [one, other, foot].map(|part| part.measure(gtk::Orientation::Horizontal, -1).0);
        widths.into_iter().max().unwrap_or_default()
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
            put(part, width, place.map(|place| at_least(part, place)));
        }
    }
}

/// Enlarges the place of a part to its minimum size.
fn at_least(part: &gtk::Widget, place: Area) -> Area {
    let width = place.width.max(part.measure(gtk::Orientation::Horizontal, -1).0);
    Area { width, height: place.height.max(part.measure(gtk::Orientation::Vertical, width).0), ..place }
}

/// Returns the height of two lines of the status. It has this height even if its text is a single
/// line, so that a hint moves nothing.
fn two_lines(words: &gtk::Widget) -> i32 {
    words.first_child().map_or(0, |status| status.create_pango_layout(Some("\n")).pixel_size().1)
}

fn height_for(part: &gtk::Widget, width: i32) -> i32 {
    let least_width = part.measure(gtk::Orientation::Horizontal, -1).0;
    part.measure(gtk::Orientation::Vertical, width.max(least_width)).1
}
