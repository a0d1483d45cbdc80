// SPDX-License-Identifier: GPL-3.0-or-later
//! Layout of the children of a widget at each size. Defined here by a few numbers: tiles in rows, a
//! board with a panel beside it or below it, content above a button, and lines. Other modules
//! implement [`Arrangement`] for theirs.

#[cfg(test)]
mod tests;

use std::cell::OnceCell;

use gtk::gdk;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use crate::widgets::ui_scale::factor;

/// Minimum size of a visible board. A smaller one, for example if a long message takes the room, is
/// hidden, since nothing would fit in its frame.
const SMALLEST_BOARD: i32 = 32;

/// Minimum space around a board beside its panel, in pixels.
const LEAST_GAP: i32 = 2;

/// A rectangle, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Distance from the beginning of the window: its left edge, or its right edge in right-to-left
    /// languages.
    pub start: i32,
    pub top: i32,
    pub width: i32,
    pub height: i32,
}

/// Tiles of equal width: many per row if their text fits, otherwise few.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Number per row if there is room.
    pub many: i32,
    /// Number per row otherwise.
    pub few: i32,
    /// Space between two tiles, in pixels.
    pub gap: i32,
    /// Minimum width of a row with many tiles, in pixels.
    pub from: i32,
}

/// A square board, and a panel beside it on a wide page, otherwise below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardAndPanel {
    /// Minimum width of a wide page, in pixels and in percent of its height.
    pub from: (i32, i32),
    /// Width of the panel beside the board, in pixels, and its maximum in percent of the page's
    /// width.
    pub panel: (i32, i32),
    /// Space around the board on a wide page and on other pages, in pixels.
    pub gaps: (i32, i32),
    /// Space after the panel on a wide page that the board does not need, in pixels.
    pub margin: i32,
    /// Height of the panel below the board, in pixels. `None` means the height of its content.
    pub below: Option<i32>,
    /// Minimum and maximum share of the height for the board above the panel, in percent.
    pub share: (i32, i32),
    /// Minimum side of the board, in pixels. A page with one is in a scrolled window, and scrolls
    /// where the panel does not fit below such a board.
    pub least: i32,
}

impl Rows {
    /// Returns the number per row of this many tiles in this width, if each tile has at least the
    /// width `least`. A number between many and few is used if it makes fewer rows than one less
    /// would, and if a row may not be a single tile.
    fn columns(self, width: i32, least: i32, tiles: i32) -> i32 {
        if width < self.from {
            return self.few;
        }
        let is_better = |count: i32| count == self.many || self.few > 1 && rows(tiles, count) < rows(tiles, count - 1);
        let fits = |count: &i32| width >= self.span(*count, least) && is_better(*count);
        (self.few + 1..=self.many).rev().find(fits).unwrap_or(self.few)
    }

    /// Returns the width of a row of this many tiles, or the height of this many rows.
    const fn span(self, tiles: i32, size: i32) -> i32 {
        if tiles < 1 { 0 } else { tiles * size + (tiles - 1) * self.gap }
    }

    /// Returns the size of each of `count` tiles in this length.
    const fn part(self, length: i32, count: i32) -> i32 {
        (length - (count - 1) * self.gap) / count
    }

    /// Returns the places of this many tiles in this many columns.
    fn places(self, (width, height): (i32, i32), tiles: i32, columns: i32) -> impl Iterator<Item = Area> {
        let (width, height) = (self.part(width, columns), self.part(height, rows(tiles, columns).max(1)));
        (0..tiles).map(move |tile| {
            let (start, top) = (tile % columns * (width + self.gap), tile / columns * (height + self.gap));
            Area { start, top, width, height }
        })
    }
}

/// Scrolled content, and right below it a button that is always visible, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContentAndButton {
    /// Height of the content and the button in pixels. On a higher page, they are in its middle.
    pub usual: i32,
}

impl ContentAndButton {
    /// Returns the places of the content and the button, which want these heights. They depend only
    /// on the page while the content is of the usual height, so that both stay in place when it
    /// grows.
    const fn places(self, (width, height): (i32, i32), content: i32, button: i32) -> [Area; 2] {
        let room = if height > button { height - button } else { 0 };
        let content = if content < room { content } else { room };
        let (middle, most) = ((height - self.usual) / 2, room - content);
        let top = if middle < 0 {
            0
        } else if middle > most {
            most
        } else {
            middle
        };
        let usual = self.usual - button;
        let below = top + if content < usual { usual } else { content };
        let below = if below < room { below } else { room };
        [Area { start: 0, top, width, height: content }, Area { start: 0, top: below, width, height: button }]
    }
}

const fn rows(tiles: i32, columns: i32) -> i32 {
    (tiles + columns - 1) / columns
}

impl BoardAndPanel {
    /// Layout of pages that work with a board: puzzles, reviews, and positions.
    pub const WORK: Self = Self {
        from: (620, 115),
        panel: (350, 47),
        gaps: (12, 6),
        margin: 0,
        below: Some(180),
        share: (0, 100),
        least: 322,
    };

    /// Layout of a page whose panel has the rest of the page. On a wide page the panel is wide,
    /// too. On other pages the whole page scrolls.
    pub const FACE: Self = Self { from: (620, 0), panel: (800, 46), ..Self::WORK };

    /// Returns the height of the smallest board above a panel, with the space around it.
    const fn least_above(&self) -> i32 {
        if self.least > 0 { self.least + 2 * self.gaps.1 } else { 0 }
    }

    /// Returns the layout on a page of this width with a panel of at least the width `panel`. The
    /// panel is beside the board only if both have room.
    pub fn fitted(&self, width: i32, panel: i32) -> Self {
        if self.least == 0 {
            return *self;
        }
        let from = (self.from.0.max(panel + self.least + 2 * LEAST_GAP), self.from.1);
        let is_narrow = self.panel.0.min(width * self.panel.1 / 100) < panel;
        Self { from, panel: if is_narrow { (panel, 100) } else { self.panel }, ..*self }
    }

    /// Returns the places of the board and the panel on a page. All sizes are multiplied by
    /// `scale`. `below` returns the preferred height of the panel below the board.
    pub fn places(&self, (width, height): (i32, i32), scale: f64, below: impl FnOnce() -> i32) -> [Area; 2] {
        let scaled = |length: i32| (f64::from(length) * scale).round() as i32;
        let beside = || {
            let panel = scaled(self.panel.0).min(width * self.panel.1 / 100);
            // Where the board would be too small, the space around it gives way.
            let (gap, room) = (scaled(self.gaps.0), height.min(width - panel) - self.least);
            let gap = if self.least > 0 { (room / 2).clamp(LEAST_GAP, gap) } else { gap };
            self.beside((width, height), panel, gap, scaled(self.margin))
        };
        let is_wide = width >= scaled(self.from.0);
        if is_wide && width * 100 >= height * self.from.1 {
            return beside();
        }
        let below = below();
        let is_low = self.least > 0 && height - below < self.least_above();
        if is_wide && is_low { beside() } else { self.above((width, height), below) }
    }

    /// Places a panel of this width beside the board, and centers both.
    fn beside(&self, (width, height): (i32, i32), panel: i32, gap: i32, margin: i32) -> [Area; 2] {
        let side = (height - 2 * gap).min(width - panel - 2 * gap);
        let start = gap + (width - side - panel - 2 * gap - margin).max(0) / 2;
        let board = Area { start, top: (height - side) / 2, width: side, height: side };
        [board, Area { start: start + side + gap, top: 0, width: panel, height }]
    }

    /// Places a panel with this preferred height below the board.
    fn above(&self, (width, height): (i32, i32), panel: i32) -> [Area; 2] {
        let ((least, most), gap) = (self.share, self.gaps.1);
        let top = (height - panel).clamp(height * least / 100, height * most / 100);
        let top = top.max(self.least_above()).min(width);
        let side = top - 2 * gap;
        let board = Area { start: (width - side) / 2, top: gap, width: side, height: side };
        [board, Area { start: 0, top, width, height: height - top }]
    }
}

/// A way to arrange the children of a widget.
pub trait Arrangement: 'static {
    /// Returns whether the height depends on the width.
    fn request_mode(&self) -> gtk::SizeRequestMode {
        gtk::SizeRequestMode::HeightForWidth
    }

    /// Returns the minimum and the natural size in one direction. `other` is the size in the other
    /// direction, or -1.
    fn measure(&self, widget: &gtk::Widget, orientation: gtk::Orientation, other: i32) -> (i32, i32);

    /// Gives each child its place.
    fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32);
}

/// A board and a panel in a scrolled window, which scrolls both if the panel is below the board.
#[derive(Clone, Copy, Debug)]
pub struct Scrolled(pub BoardAndPanel);

/// A line, and others below it where there is room.
#[derive(Clone, Copy, Debug)]
pub struct Lines;

/// Maximum height of a board above a panel that scrolls with it, in pixels.
const MOST_SCROLLED: i32 = 420;
/// Height of what must be in sight above and below such a board, in pixels.
const AROUND_SCROLLED: i32 = 237;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct AdaptiveLayout {
        /// Set when the layout is created.
        pub(super) arrangement: OnceCell<Box<dyn Arrangement>>,
    }

    impl ObjectImpl for AdaptiveLayout {}

    impl LayoutManagerImpl for AdaptiveLayout {
        fn request_mode(&self, _: &gtk::Widget) -> gtk::SizeRequestMode {
            self.arrangement.get().map_or(gtk::SizeRequestMode::ConstantSize, |way| way.request_mode())
        }

        fn measure(&self, widget: &gtk::Widget, orientation: gtk::Orientation, other: i32) -> (i32, i32, i32, i32) {
            let (least, natural) = self.arrangement.get().map_or((0, 0), |way| way.measure(widget, orientation, other));
            (least, natural, -1, -1)
        }

        fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32, _: i32) {
            if let Some(way) = self.arrangement.get() {
                way.allocate(widget, width, height);
            }
        }
    }
}

impl Arrangement for Rows {
    fn measure(&self, widget: &gtk::Widget, orientation: gtk::Orientation, width: i32) -> (i32, i32) {
        let tiles = visible_children(widget);
        let ((least, natural), count) = (widest(&tiles), tiles.len() as i32);
        if orientation == gtk::Orientation::Horizontal {
            return (self.span(count.min(self.few), least), self.span(count.min(self.many), natural));
        }
        let width = if width < 0 { self.span(self.many, natural) } else { width };
        let height = self.arrange(&tiles, width, 0).1;
        (height, height)
    }

    fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32) {
        let tiles = visible_children(widget);
        let count = tiles.len() as i32;
        let columns = self.columns(width, widest(&tiles).0, count);
        tiles
            .iter()
            .zip(self.places((width, height), count, columns))
            .for_each(|(tile, place)| put(tile, width, Some(place)));
    }
}

impl Arrangement for BoardAndPanel {
    fn request_mode(&self) -> gtk::SizeRequestMode {
        if self.least > 0 { gtk::SizeRequestMode::HeightForWidth } else { gtk::SizeRequestMode::ConstantSize }
    }

    /// A board above a panel with the height of its content gives way to the panel.
    fn measure(&self, widget: &gtk::Widget, orientation: gtk::Orientation, width: i32) -> (i32, i32) {
        let [board, panel] = &visible_children(widget)[..] else { return (0, 0) };
        if self.least > 0 && orientation == gtk::Orientation::Vertical {
            let least = panel.measure(gtk::Orientation::Horizontal, -1).0;
            let is_wide = width >= (f64::from(self.fitted(width, least).from.0) * factor(widget)).round() as i32;
            let (panel, above) = (panel.measure(orientation, -1).0, self.least_above());
            let height = if is_wide { panel } else { above + self.below.unwrap_or(0).max(panel) };
            return (height, height);
        }
        let (board, gaps) = (board.measure(orientation, -1).0, 2 * self.gaps.1);
        let (panel, natural, ..) = panel.measure(orientation, -1);
        let least = match (orientation, self.below) {
            (gtk::Orientation::Horizontal, _) => panel.max(board + gaps),
            // A board with a limited share of the height gives way to the panel.
            (_, Some(below)) if self.share.1 < 100 => below.max(panel),
            (_, Some(below)) => board + gaps + below,
            (_, None) => panel,
        };
        (least, natural.max(least))
    }

    fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32) {
        let [board, panel] = &visible_children(widget)[..] else { return };
        let least = || panel.measure(gtk::Orientation::Vertical, width).0;
        let below = || self.below.map_or_else(|| wanted_height(panel, width), |below| below.max(least()));
        let fitted = self.fitted(width, panel.measure(gtk::Orientation::Horizontal, -1).0);
        let [square, rest] = fitted.places((width, height), factor(widget), below);
        put(board, width, Some(square).filter(|square| square.width >= SMALLEST_BOARD));
        put(panel, width, Some(rest));
        if self.least > 0 {
            use_wheel(panel, rest.top == 0 || wanted_height(panel, width) > rest.height);
        }
    }
}

impl Scrolled {
    /// Returns the layout on a page of this width. A panel with large text gets the width that it
    /// needs, if the smallest board has room beside it.
    fn fitted(&self, width: i32, panel: &gtk::Widget) -> BoardAndPanel {
        self.0.fitted(width, panel.measure(gtk::Orientation::Horizontal, -1).0)
    }

    /// Returns the height of a board above its panel, with the space around it, in a widget of this
    /// width.
    fn above(&self, widget: &gtk::Widget, width: i32) -> i32 {
        let window = widget.root().map_or(0, |root| root.height());
        (window - AROUND_SCROLLED).clamp(self.0.least_above(), MOST_SCROLLED).min(width)
    }
}

impl Arrangement for Scrolled {
    /// Below the board, the panel has the height of its content.
    fn measure(&self, widget: &gtk::Widget, orientation: gtk::Orientation, width: i32) -> (i32, i32) {
        let (least, natural) = self.0.measure(widget, gtk::Orientation::Horizontal, -1);
        let [board, panel] = &visible_children(widget)[..] else { return (0, 0) };
        if orientation == gtk::Orientation::Horizontal {
            return (least, natural);
        }
        let fitted = self.fitted(width, panel);
        let from = (f64::from(fitted.from.0) * factor(widget)).round() as i32;
        let height = match width {
            _ if width >= from => board.measure(orientation, -1).0 + 2 * self.0.gaps.0,
            ..0 => self.0.measure(widget, orientation, -1).0,
            _ => self.above(widget, width) + wanted_height(panel, width),
        };
        (height, height)
    }

    fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32) {
        let [board, panel] = &visible_children(widget)[..] else { return };
        let below = || height - self.above(widget, width);
        let [square, rest] = self.fitted(width, panel).places((width, height), factor(widget), below);
        put(board, width, Some(square));
        put(panel, width, Some(rest));
        use_wheel(panel, rest.top == 0);
    }
}

impl Arrangement for ContentAndButton {
    fn request_mode(&self) -> gtk::SizeRequestMode {
        gtk::SizeRequestMode::ConstantSize
    }

    fn measure(&self, widget: &gtk::Widget, orientation: gtk::Orientation, _: i32) -> (i32, i32) {
        let sizes = visible_children(widget).into_iter().map(|child| child.measure(orientation, -1).0);
        let least = match orientation {
            gtk::Orientation::Horizontal => sizes.max().unwrap_or_default(),
            _ => sizes.sum(),
        };
        (least, least)
    }

    fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32) {
        let children = visible_children(widget);
        let Some(content) = children.first() else { return };
        let usual = (f64::from(self.usual) * factor(widget)).round() as i32;
        let button = children.get(1).map_or(0, |button| wanted_height(button, width));
        let places = Self { usual }.places((width, height), wanted_height(content, width), button);
        children.iter().zip(places).for_each(|(child, place)| put(child, width, Some(place)));
    }
}

impl Arrangement for Lines {
    /// Returns the minimum size of the first line, and the natural size of all.
    fn measure(&self, widget: &gtk::Widget, orientation: gtk::Orientation, width: i32) -> (i32, i32) {
        let lines = visible_children(widget);
        if orientation == gtk::Orientation::Horizontal {
            return widest(&lines);
        }
        let mut sizes = lines.iter().map(|line| line.measure(orientation, width));
        let (least, first, ..) = sizes.next().unwrap_or_default();
        (least, first + sizes.map(|size| size.1).sum::<i32>())
    }

    /// Places the first line, and those below it that have room, in the middle of the height.
    fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32) {
        let (lines, mut used) = (visible_children(widget), 0);
        let heights = lines.iter().map(|line| line.measure(gtk::Orientation::Vertical, width).1);
        let places: Vec<_> = heights
            .enumerate()
            .map(|(index, natural)| {
                let own = if index == 0 { natural.min(height) } else { natural };
                let place = (used + own <= height).then_some(Area { start: 0, top: used, width, height: own });
                used += place.map_or(0, |place| place.height);
                place
            })
            .collect();
        let down = (height - used) / 2;
        for (line, place) in lines.iter().zip(places) {
            match place {
                Some(place) => put(line, width, Some(Area { top: place.top + down, ..place })),
                None => put_away(line),
            }
        }
    }
}

impl Rows {
    /// Returns the places of tiles in rows of this width, each at least `least` high, and the
    /// height of all rows.
    pub fn arrange(self, tiles: &[gtk::Widget], width: i32, least: i32) -> (Vec<Area>, i32) {
        let count = tiles.len() as i32;
        let columns = self.columns(width, widest(tiles).0, count);
        let tile = self.part(width, columns);
        let heights = tiles.iter().map(|child| child.measure(gtk::Orientation::Vertical, tile).0);
        let height = self.span(rows(count, columns), heights.fold(least, i32::max));
        (self.places((width, height), count, columns).collect(), height)
    }
}

/// Puts a board and its panel into a scrolled window, which scrolls both where they have no room.
/// They have no parent before.
pub fn in_scrolled_window(parts: &gtk::Box) -> gtk::ScrolledWindow {
    let scroller = gtk::ScrolledWindow::builder().child(parts).vexpand(true).focusable(false);
    scroller.hscrollbar_policy(gtk::PolicyType::Never).build()
}

/// Sets whether a panel uses the wheel. GTK 4.8 would stop it even where there is nothing to
/// scroll, and the scrolled window around the panel would not receive it.
fn use_wheel(panel: &gtk::Widget, uses: bool) {
    let controllers = panel.observe_controllers();
    for wheel in controllers.into_iter().flatten().filter_map(|any| any.downcast::<gtk::EventControllerScroll>().ok()) {
        let mut flags = wheel.flags();
        flags.set(gtk::EventControllerScrollFlags::BOTH_AXES, uses);
        wheel.set_flags(flags);
    }
}

pub fn visible_children(widget: &gtk::Widget) -> Vec<gtk::Widget> {
    let all = std::iter::successors(widget.first_child(), WidgetExt::next_sibling);
    all.filter(WidgetExt::is_visible).collect()
}

/// Returns the minimum and the natural width of the widest child.
pub fn widest(children: &[gtk::Widget]) -> (i32, i32) {
    let widths = children.iter().map(|child| child.measure(gtk::Orientation::Horizontal, -1));
    widths.fold((0, 0), |most, (least, natural, ..)| (most.0.max(least), most.1.max(natural)))
}

/// Returns the preferred height of a panel. A scrolled window does not measure its content for a
/// width.
fn wanted_height(panel: &gtk::Widget, width: i32) -> i32 {
    let content = panel.downcast_ref::<gtk::ScrolledWindow>().and_then(gtk::ScrolledWindow::child);
    content.as_ref().unwrap_or(panel).measure(gtk::Orientation::Vertical, width).1
}

/// Allocates a child at its place on a page of this width, mirrored in right-to-left languages. A
/// child without a place is hidden.
pub fn put(child: &gtk::Widget, page: i32, place: Option<Area>) {
    child.set_child_visible(place.is_some());
    let Some(place) = place else { return };
    // GTK requires a child to be measured before it is allocated.
    child.measure(gtk::Orientation::Horizontal, -1);
    // The text of a child may run in another direction.
    let left = match child.parent().as_ref().unwrap_or(child).direction() {
        gtk::TextDirection::Rtl => page - place.start - place.width,
        _ => place.start,
    };
    child.size_allocate(&gdk::Rectangle::new(left, place.top, place.width, place.height), -1);
}

/// Hides a child at the start of its page. Where it was on a larger page, it would still be for
/// screen readers.
pub fn put_away(child: &gtk::Widget) {
    child.set_child_visible(false);
    let least = child.measure(gtk::Orientation::Horizontal, -1).0;
    let height = child.measure(gtk::Orientation::Vertical, least).0;
    child.size_allocate(&gdk::Rectangle::new(0, 0, least, height), -1);
}

class!(AdaptiveLayout: gtk::LayoutManager);

glib::wrapper! {
    /// Arranges the children of a widget according to the available space.
    pub struct AdaptiveLayout(ObjectSubclass<imp::AdaptiveLayout>)
        @extends gtk::LayoutManager;
}

impl AdaptiveLayout {
    /// Creates a layout that arranges the children in this way.
    pub fn new(way: impl Arrangement) -> Self {
        let layout: Self = glib::Object::new();
        layout.imp().arrangement.get_or_init(|| Box::new(way));
        layout
    }
}
