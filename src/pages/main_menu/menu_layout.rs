// SPDX-License-Identifier: GPL-3.0-or-later
//! Layout of the title and the entries of the main menu. Where the window is low, first the motto
//! goes, then the two large buttons stand side by side without their second lines, and then the
//! entries are lower.

use gtk::prelude::*;

use crate::widgets::adaptive_layout::{Area, Arrangement, Rows, put, put_away, visible_children, widest};
use crate::widgets::ui_scale::factor;

/// A way to arrange the parts.
#[derive(Clone, Copy)]
struct Density {
    motto: Motto,
    /// Large buttons in a row.
    abreast: i32,
    /// Minimum height of an entry, in pixels.
    entry: i32,
    /// Space between two groups of parts, in pixels.
    gap: i32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Motto {
    Shown,
    Left,
}

/// All ways, with the most spacious one first.
const DENSITIES: [Density; 4] = [
    Density { motto: Motto::Shown, abreast: 1, entry: 44, gap: 12 },
    Density { motto: Motto::Left, abreast: 1, entry: 44, gap: 12 },
    Density { motto: Motto::Left, abreast: 2, entry: 44, gap: 12 },
    Density { motto: Motto::Left, abreast: 2, entry: 36, gap: 6 },
];
/// The one for the lowest windows.
const LOWEST: Density = DENSITIES[3];
/// Space between the title and its motto, in pixels.
const BELOW_TITLE: i32 = 6;
/// Entries in a row, and the space between two of them, in pixels.
const ENTRIES: Rows = Rows { many: 2, few: 1, gap: 2, from: 0 };

/// The title, the motto, the large buttons, and the entries of the main menu.
pub(super) struct MenuParts;

struct Parts {
    title: gtk::Widget,
    motto: gtk::Widget,
    buttons: Vec<gtk::Widget>,
    entries: Vec<gtk::Widget>,
}

impl Parts {
    fn of(widget: &gtk::Widget) -> Option<Self> {
        let mut children = visible_children(widget).into_iter();
        let (title, motto) = (children.next()?, children.next()?);
        let (buttons, entries) = children.partition(|child| child.has_css_class("choice"));
        Some(Self { title, motto, buttons, entries })
    }

    fn all(&self) -> impl Iterator<Item = &gtk::Widget> {
        [&self.title, &self.motto].into_iter().chain(&self.buttons).chain(&self.entries)
    }

    /// Returns the place of each part, none for one that is left out, and the height of all.
    fn arrange(&self, width: i32, density: Density) -> (Vec<Option<Area>>, i32) {
        let scale = factor(&self.title);
        let scaled = |length: i32| (f64::from(length) * scale).round() as i32;
        let height = |part: &gtk::Widget| part.measure(gtk::Orientation::Vertical, width);
        let is_lowest = density.entry == LOWEST.entry;
        let title = if is_lowest { height(&self.title).0 } else { height(&self.title).1 };
        let mut places = vec![Some(Area { start: 0, top: 0, width, height: title })];
        let mut top = title;
        let motto = (density.motto == Motto::Shown).then(|| {
            let place = Area { start: 0, top: top + scaled(BELOW_TITLE), width, height: height(&self.motto).1 };
            top = place.top + place.height;
            place
        });
        places.push(motto);
        let whole = self.buttons.iter().map(|button| height(button).1).max().unwrap_or_default();
        let button = if density.abreast == 1 { whole } else { scaled(density.entry) };
        let abreast = density.abreast.min(self.buttons.len() as i32);
        let buttons = Rows { many: abreast, few: 1, gap: density.gap, from: 0 };
        for (rows, tiles, least) in [(buttons, &self.buttons, button), (ENTRIES, &self.entries, scaled(density.entry))]
        {
            top += scaled(density.gap);
            // A long name makes only its own row higher.
            let columns = rows.arrange(tiles, width, 0).0.iter().filter(|area| area.top == 0).count().max(1);
            for row in tiles.chunks(columns) {
                let rows = Rows { many: columns as i32, few: columns as i32, ..rows };
                let (areas, height) = rows.arrange(row, width, least);
                places.extend(areas.into_iter().map(|area| Some(Area { top: area.top + top, ..area })));
                top += height + rows.gap;
            }
            top -= rows.gap;
        }
        (places, top)
    }
}

impl Arrangement for MenuParts {
    fn measure(&self, widget: &gtk::Widget, orientation: gtk::Orientation, width: i32) -> (i32, i32) {
        let Some(parts) = Parts::of(widget) else { return (0, 0) };
        let (least, natural) = widest(&visible_children(widget));
        if orientation == gtk::Orientation::Horizontal {
            return (least, natural);
        }
        let width = if width < 0 { natural } else { width };
        let [lowest, highest] = [LOWEST, DENSITIES[0]].map(|density| parts.arrange(width, density).1);
        (lowest, highest.max(lowest))
    }

    fn allocate(&self, widget: &gtk::Widget, width: i32, height: i32) {
        let Some(parts) = Parts::of(widget) else { return };
        let mut ways = DENSITIES.into_iter().map(|density| parts.arrange(width, density));
        let (places, used) = ways.find(|(_, used)| *used <= height).unwrap_or_else(|| parts.arrange(width, LOWEST));
        let down = (height - used).max(0) / 2;
        for (part, place) in parts.all().zip(places) {
            match place {
                Some(place) => put(part, width, Some(Area { top: place.top + down, ..place })),
                None => put_away(part),
            }
        }
    }
}
