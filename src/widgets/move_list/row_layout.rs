// SPDX-License-Identifier: GPL-3.0-or-later
//! The layout of a row of moves: what is before the moves, White's move and Black's in columns of
//! equal width, and a comment below. Where both columns have no room, Black's move is in a line of
//! its own.

use gtk::prelude::*;

use crate::widgets::adaptive_layout::{Area, Arrangement, put, widest};

/// Style class of parts that are as high as the row.
pub const GUIDE: &str = "guide";
/// Space before each column, in pixels.
const GAP: i32 = 4;

pub struct RowLayout;

struct Parts {
    /// What is before the moves, with its width.
    lead: Vec<(gtk::Widget, i32)>,
    /// Columns. That of a missing move is invisible.
    columns: Vec<gtk::Widget>,
    comment: Option<gtk::Widget>,
}

impl Parts {
    fn of(row: &gtk::Widget) -> Self {
        let (mut lead, mut columns, mut comment) = (Vec::new(), Vec::new(), None);
        for part in std::iter::successors(row.first_child(), WidgetExt::next_sibling) {
            if part.is::<gtk::Button>() {
                columns.push(part);
            } else if part.is_visible() && columns.is_empty() {
                let width = part.measure(gtk::Orientation::Horizontal, -1).1;
                lead.push((part, width));
            } else if part.is_visible() {
                comment = Some(part);
            }
        }
        Self { lead, columns, comment }
    }

    fn moves(&self) -> Vec<gtk::Widget> {
        self.columns.iter().filter(|column| column.is_visible()).cloned().collect()
    }

    /// Returns the distance of the columns from the start of the row.
    fn start(&self) -> i32 {
        self.lead.iter().map(|(_, width)| width).sum::<i32>() + GAP
    }

    fn line(&self) -> i32 {
        let parts = self.lead.iter().map(|(part, _)| part).chain(&self.columns);
        parts.map(|part| part.measure(gtk::Orientation::Vertical, -1).0).max().unwrap_or_default()
    }

    /// Returns whether both columns have room in a row of this width.
    fn is_beside(&self, width: i32) -> bool {
        width < 0 || width - self.start() >= 2 * widest(&self.moves()).0 + GAP
    }
}

impl Arrangement for RowLayout {
    fn measure(&self, row: &gtk::Widget, orientation: gtk::Orientation, width: i32) -> (i32, i32) {
        let parts = Parts::of(row);
        let moves = parts.moves();
        if orientation == gtk::Orientation::Horizontal {
            let (least, natural) = widest(&moves);
            return (parts.start() + least, parts.start() + 2 * natural + GAP);
        }
        let lines = if parts.is_beside(width) { 1 } else { moves.len().max(1) as i32 };
        let comment = parts.comment.as_ref().map_or(0, |comment| comment.measure(orientation, -1).0);
        let height = lines * parts.line() + comment;
        (height, height)
    }

    fn allocate(&self, row: &gtk::Widget, width: i32, height: i32) {
        let parts = Parts::of(row);
        let (line, start) = (parts.line(), parts.start());
        let mut at = 0;
        for (part, own) in &parts.lead {
            let height = if part.has_css_class(GUIDE) { height } else { line };
            put(part, width, Some(Area { start: at, top: 0, width: *own, height }));
            at += own;
        }
        let (is_beside, room) = (parts.is_beside(width), (width - start).max(0));
        let (half, mut top) = ((room - GAP) / 2, 0);
        for (column, mv) in parts.columns.iter().enumerate().filter(|(_, mv)| mv.is_visible()) {
            let area = if is_beside {
                Area { start: start + column as i32 * (half + GAP), top: 0, width: half, height: line }
            } else {
                Area { start, top, width: room, height: line }
            };
            put(mv, width, Some(area));
            top = area.top + line;
        }
        if let Some(comment) = &parts.comment {
            put(comment, width, Some(Area { start, top, width: room, height: (height - top).max(0) }));
        }
    }
}
