// SPDX-License-Identifier: GPL-3.0-or-later
//! Places of the parts of the game page. The board is as large as possible, the opponent's card
//! above, and the user's own below, as at a table. With the list of moves, the cards are beside the
//! board. Without it, they are on both sides of the board in the middle. Where there is no room,
//! they are above and below it.

use crate::widgets::adaptive_layout::Area;
use crate::widgets::ui_scale::NARROW;

/// Space between and around the parts, in pixels.
const GAP: i32 = 12;
/// Space between and around the parts in narrow windows, in pixels.
const SMALL_GAP: i32 = 6;
/// Minimum and maximum width of a panel beside the board, in pixels.
const SIDE: (i32, i32) = (250, 380);
/// Minimum and maximum width of a panel without the moves, in pixels.
const LEAN_SIDE: (i32, i32) = (210, 280);
/// Minimum and maximum width of the columns on both sides of the board, in pixels.
const COLUMN: (i32, i32) = (150, 280);
/// Minimum width of a window with a panel beside the board, in pixels.
const LEAST_FOR_SIDE: i32 = 600;
/// Minimum useful height of the list of moves, in pixels.
const LEAST_MOVES: i32 = 64;
/// Minimum size of the board during the game, in pixels: its points are 40 pixels apart. A page
/// that has no room for it scrolls.
const LEAST_BOARD: i32 = 322;
/// Minimum size of the board after the game and during a question, in pixels.
const SMALLEST_BOARD: i32 = 230;
/// Height of a page below which the board takes the space around it, in pixels.
const LOW: i32 = 400;
/// Size of the board below which it takes the room of the cards after the end of the game and
/// during a question, in pixels.
const SMALL_BOARD: i32 = 300;
/// Minimum size of the board with the list of moves beside it, in percent of its size in the layout
/// with the cards above and below it.
const LEAST_SHARE: i32 = 80;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sidebar {
    Shown,
    Hidden,
}

/// Natural heights of the parts at a width, in pixels.
pub trait Heights {
    /// Height of the status, or 0 if it is in the header bar.
    fn status(&self, width: i32) -> i32;
    fn card(&self, width: i32) -> i32;
    /// Height of the buttons that step through the moves.
    fn steps(&self, width: i32) -> i32;
    /// Height of the list of moves within this room, without a row that is cut.
    fn whole_moves(&self, room: i32) -> i32;
    /// Height of the result, or `None` before the end of the game.
    fn result(&self, width: i32) -> Option<i32>;
    /// Whether the step buttons include answers to a friend's question.
    fn asks(&self) -> bool;
    /// Minimum width of a panel, in pixels. The list of moves fits in any panel.
    fn least_side(&self) -> i32;
}

/// Places of the parts. Hidden parts are `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    pub board: Area,
    pub status: Option<Area>,
    /// The opponent's card and the user's own.
    pub cards: [Option<Area>; 2],
    pub moves: Option<Area>,
    pub steps: Option<Area>,
    pub result: Option<Area>,
}

impl Places {
    /// Returns the places in a window of this size. All sizes are multiplied by `scale`.
    pub fn find(width: i32, height: i32, scale: f64, sidebar: Sidebar, heights: &impl Heights) -> Self {
        let page = PageSize { width, height, scale, heights };
        let under = page.under(sidebar);
        if width < page.scaled(LEAST_FOR_SIDE) {
            return under;
        }
        let around = if sidebar == Sidebar::Hidden { page.around() } else { None };
        if let Some(around) = around {
            return around;
        }
        let beside = page.beside(sidebar);
        let least = match sidebar {
            Sidebar::Shown => under.board.width * LEAST_SHARE / 100,
            Sidebar::Hidden => under.board.width,
        };
        if beside.board.width >= least { beside } else { under }
    }
}

impl Places {
    pub fn least_height(width: i32, scale: f64, heights: &impl Heights) -> i32 {
        PageSize { width, height: 0, scale, heights }.least_height()
    }

    /// Returns whether the parts are on both sides of the board.
    pub fn is_around(&self) -> bool {
        let beyond = |card: &Option<Area>| card.is_some_and(|card| card.start >= self.board.start + self.board.width);
        let before = |card: &Option<Area>| card.is_some_and(|card| card.start + card.width <= self.board.start);
        before(&self.cards[0]) && beyond(&self.cards[1])
    }
}

/// Input from which the places are computed.
struct PageSize<'h, H> {
    width: i32,
    height: i32,
    scale: f64,
    heights: &'h H,
}

impl<H: Heights> PageSize<'_, H> {
    fn scaled(&self, length: i32) -> i32 {
        (f64::from(length) * self.scale).round() as i32
    }

    fn gap(&self) -> i32 {
        if self.width < NARROW || self.height < LOW { SMALL_GAP } else { self.scaled(GAP) }
    }

    /// Returns the height of all parts: of the panel on a wide page, otherwise also of the board.
    /// Where the buttons are more important than the board, the cards give way.
    fn least_height(&self) -> i32 {
        let (gap, is_wide) = (self.gap(), self.width >= self.scaled(LEAST_FOR_SIDE));
        let full = if is_wide { self.scaled(SIDE.0) } else { self.width - 2 * gap };
        let around = self.status_with_gap(full) + self.foot(full) + 3 * gap;
        match (is_wide, self.is_over(full)) {
            (true, true) => around,
            (true, false) => around + 2 * (self.heights.card(full) + gap),
            (false, _) if self.is_for_buttons(full) => around + SMALLEST_BOARD,
            (false, _) => around + self.heights.card((full - gap) / 2) + LEAST_BOARD,
        }
    }

    /// Returns the height of the bottom of the panel: the step buttons or the result.
    fn foot(&self, width: i32) -> i32 {
        self.heights.result(width).unwrap_or_else(|| self.heights.steps(width))
    }

    /// Returns the minimum width of a panel with a range of widths.
    fn least(&self, range: (i32, i32)) -> i32 {
        self.scaled(range.0).max(self.heights.least_side())
    }

    fn is_over(&self, width: i32) -> bool {
        self.heights.result(width).is_some()
    }

    /// Returns whether the buttons below the board are more important than the board, which takes
    /// no moves then: after the end of the game, and while a friend waits for an answer.
    fn is_for_buttons(&self, width: i32) -> bool {
        self.is_over(width) || self.heights.asks()
    }

    /// Returns the height of the status with the gap below it. It is 0 after the end of the game,
    /// when the result takes its place.
    fn status_with_gap(&self, width: i32) -> i32 {
        let status = if self.is_over(width) { 0 } else { self.heights.status(width) };
        if status > 0 { status + self.gap() } else { 0 }
    }

    /// Places a panel beside the board, of equal height. It has the opponent's card, the moves, the
    /// step buttons or the result, and the user's own card.
    fn beside(&self, sidebar: Sidebar) -> Places {
        let gap = self.gap();
        let range = if sidebar == Sidebar::Shown { SIDE } else { LEAN_SIDE };
        let least = self.least(range);
        let most = self.scaled(range.1).max(least);
        let board = (self.height - 2 * gap).min(self.width - least - 3 * gap);
        let side = (self.width - board - 3 * gap).clamp(least, most);
        let start = (self.width - side - board - gap) / 2;
        let top = (self.height - board) / 2;
        let panel = start + board + gap;
        let across = |top, height| Area { start: panel, top, width: side, height };
        let (card, foot, status) = (self.heights.card(side), self.foot(side), self.status_with_gap(side));
        // The result is more important than the men in hand.
        let shows_cards = status + 2 * (card + gap) + foot <= board;
        let card = if shows_cards { card + gap } else { 0 };
        let (first, bottom) = (top + status, top + board);
        let foot_top = bottom - card - foot;
        let moves_top = first + card;
        let moves = foot_top - gap - moves_top;
        let is_over = self.is_over(side);
        Places {
            board: Area { start, top, width: board, height: board },
            status: (status > 0).then(|| across(top, status - gap)),
            cards: [first, bottom - card + gap].map(|top| shows_cards.then(|| across(top, card - gap))),
            moves: (sidebar == Sidebar::Shown && moves >= LEAST_MOVES)
                .then(|| across(moves_top, self.heights.whole_moves(moves))),
            steps: (!is_over).then(|| across(foot_top, foot)),
            result: is_over.then(|| across(foot_top, foot)),
        }
    }

    /// Places the board in the middle, as high as the page, the opponent's card on one side above,
    /// and the user's own on the other side below. Returns `None` if there is no room.
    fn around(&self) -> Option<Places> {
        let gap = self.gap();
        let board = self.height - 2 * gap;
        let side = ((self.width - board - 4 * gap) / 2).min(self.scaled(COLUMN.1));
        let is_over = self.is_over(side);
        // The result is wider than the step buttons, which become fewer in a column.
        let least = if is_over { self.least(LEAN_SIDE) } else { self.scaled(COLUMN.0) };
        if side < least {
            return None;
        }
        let (card, foot, status) = (self.heights.card(side), self.foot(side), self.status_with_gap(side));
        if status + foot + gap + card > board {
            return None;
        }
        let start = (self.width - board) / 2;
        let bottom = gap + board;
        let [before, after] = [start - gap - side, start + board + gap];
        let at = |start, top, height| Area { start, top, width: side, height };
        let foot = at(after, bottom - card - gap - foot, foot);
        Some(Places {
            board: Area { start, top: gap, width: board, height: board },
            status: (status > 0).then(|| at(after, gap, status - gap)),
            cards: [Some(at(before, gap, card)), Some(at(after, bottom - card, card))],
            moves: None,
            steps: (!is_over).then_some(foot),
            result: is_over.then_some(foot),
        })
    }

    /// Places the opponent's card above the board, the user's own below it, then the step buttons
    /// or the result, and the moves if there is room. Both cards are above the board if that leaves
    /// more room.
    fn under(&self, sidebar: Sidebar) -> Places {
        let gap = self.gap();
        let full = self.width - 2 * gap;
        let half = (full - gap) / 2;
        let (foot, status) = (self.foot(full), self.status_with_gap(full));
        let (is_over, is_for_buttons) = (self.is_over(full), self.is_for_buttons(full));
        let top = if status > 0 { status } else { gap };
        let cards = [0, self.heights.card(half), 2 * self.heights.card(full) + gap];
        let room = |rows: usize| {
            let cards = if rows == 0 { 0 } else { cards[rows] + gap };
            self.height - top - foot - 2 * gap - cards
        };
        let with_moves = full + LEAST_MOVES + gap;
        let rows = match sidebar {
            Sidebar::Shown if room(2) >= with_moves => 2,
            Sidebar::Shown if room(1) >= with_moves => 1,
            _ if room(2) >= full => 2,
            // The board is more important than the men in hand.
            _ if is_for_buttons && room(1) < SMALL_BOARD => 0,
            _ => 1,
        };
        let board = room(rows).min(full);
        let across = |top, height| Area { start: gap, top, width: full, height };
        let card = if rows == 0 { 0 } else { cards[1] };
        let board_top = top + if rows == 0 { 0 } else { card + gap };
        let below = board_top + board + gap;
        let (places, foot_top) = match rows {
            2 => ([Some(across(top, card)), Some(across(below, card))], below + card + gap),
            1 => ([gap, 2 * gap + half].map(|start| Some(Area { start, top, width: half, height: card })), below),
            _ => ([None; 2], below),
        };
        let moves_top = foot_top + foot + gap;
        let moves = self.height - moves_top - gap;
        Places {
            board: Area { start: (self.width - board) / 2, top: board_top, width: board, height: board },
            status: (status > 0).then(|| across(0, status)),
            cards: places,
            moves: (sidebar == Sidebar::Shown && moves >= LEAST_MOVES)
                .then(|| across(moves_top, self.heights.whole_moves(moves))),
            steps: (!is_over).then(|| across(foot_top, foot)),
            result: is_over.then(|| across(foot_top, foot)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Heights similar to those of the real parts.
    #[derive(Clone, Copy, Default)]
    struct Typical {
        over: bool,
        in_header: bool,
        asks: bool,
        least_side: i32,
    }

    impl Heights for Typical {
        fn status(&self, width: i32) -> i32 {
            if self.in_header {
                0
            } else if width < 300 {
                64
            } else {
                44
            }
        }

        fn card(&self, _: i32) -> i32 {
            62
        }

        fn steps(&self, _: i32) -> i32 {
            40
        }

        fn whole_moves(&self, room: i32) -> i32 {
            room - room % 30
        }

        fn result(&self, _: i32) -> Option<i32> {
            self.over.then_some(140)
        }

        fn asks(&self) -> bool {
            self.asks
        }

        fn least_side(&self) -> i32 {
            self.least_side
        }
    }

    fn shown(places: Places) -> Vec<Area> {
        let [white, black] = places.cards;
        let parts = [Some(places.board), places.status, white, black, places.moves, places.steps, places.result];
        parts.into_iter().flatten().collect()
    }

    fn overlap(one: Area, other: Area) -> bool {
        one.start < other.start + other.width
            && other.start < one.start + one.width
            && one.top < other.top + other.height
            && other.top < one.top + one.height
    }

    /// Returns sizes from the minimum window size to a 4K screen.
    fn every_case() -> impl Iterator<Item = (i32, i32, f64, Typical)> {
        let widths = (350..3840).step_by(97);
        widths.flat_map(|width| {
            (430..2160).step_by(83).flat_map(move |height| {
                let scale = if width > 1600 && height > 860 { 1.4 } else { 1.0 };
                [(false, false), (false, true), (true, false), (true, true)].map(|(over, in_header)| {
                    (width, height, scale, Typical { over, in_header: in_header && width > 840, ..Typical::default() })
                })
            })
        })
    }

    const BOTH: [Sidebar; 2] = [Sidebar::Shown, Sidebar::Hidden];

    #[test]
    fn parts_are_in_the_window_and_do_not_overlap() {
        for (width, height, scale, parts) in every_case() {
            for sidebar in BOTH {
                let areas = shown(Places::find(width, height, scale, sidebar, &parts));
                for (index, &area) in areas.iter().enumerate() {
                    let within = area.start >= 0
                        && area.top >= 0
                        && area.start + area.width <= width
                        && area.top + area.height <= height;
                    assert!(within, "{area:?} in {width} × {height}, {sidebar:?}, over: {}", parts.over);
                    let other = areas[..index].iter().find(|&&other| overlap(area, other));
                    assert_eq!(other, None, "{area:?} in {width} × {height}, {sidebar:?}, over: {}", parts.over);
                }
            }
        }
    }

    #[test]
    fn board_is_large_and_important_parts_are_shown() {
        for (width, height, scale, parts) in every_case() {
            for sidebar in BOTH {
                let places = Places::find(width, height, scale, sidebar, &parts);
                let case = format!("{width} × {height}, {sidebar:?}, over: {}", parts.over);
                assert_eq!(places.board.width, places.board.height, "{case}");
                assert!(places.board.width >= 230, "{case}: {:?}", places.board);
                assert_eq!(places.result.is_some(), parts.over, "{case}");
                assert_eq!(places.steps.is_some(), !parts.over, "{case}");
                assert!(parts.over || places.cards.iter().all(Option::is_some), "{case}");
                assert_eq!(places.status.is_some(), !parts.over && !parts.in_header, "{case}");
            }
        }
    }

    #[test]
    fn one_sits_below_and_the_other_side_above() {
        let parts = Typical { in_header: true, ..Typical::default() };
        for (width, height) in [(1000, 650), (360, 800), (3840, 2100)] {
            let places = Places::find(width, height, 1.0, Sidebar::Shown, &parts);
            let [Some(other), Some(own)] = places.cards else { panic!("{width} × {height}") };
            assert!(other.top < own.top, "{width} × {height}");
        }
        let wide = Places::find(1000, 650, 1.0, Sidebar::Shown, &parts);
        assert!(wide.moves.is_some() && wide.board.height == 650 - 2 * GAP, "the board is as high as the page");
        assert!(shown(wide)[1..].iter().all(|part| part.start >= wide.board.start + wide.board.width));
        let phone = Places::find(360, 594, 1.0, Sidebar::Shown, &Typical::default());
        assert_eq!(phone.board.width, 348, "as wide as the page");
        assert!(phone.moves.is_some());
    }

    #[test]
    fn panel_is_as_wide_as_its_parts_need() {
        let wide = |over| Typical { over, least_side: 372, ..Typical::default() };
        let cases = [(640, Sidebar::Shown, false), (1000, Sidebar::Shown, false), (1000, Sidebar::Shown, true)];
        for (width, sidebar, over) in cases.into_iter().chain([(1000, Sidebar::Hidden, true)]) {
            let places = Places::find(width, 650, 1.0, sidebar, &wide(over));
            let foot = places.steps.or(places.result).unwrap();
            assert!(foot.width >= 372 && foot.start + foot.width <= width, "{width}, {sidebar:?}, {over}: {foot:?}");
        }
        let column = Places::find(1000, 650, 1.0, Sidebar::Hidden, &wide(false));
        assert!(column.is_around(), "in a column, the step buttons need less");
    }

    #[test]
    fn answers_to_a_friend_are_in_sight_on_a_small_page() {
        let parts = Typical { asks: true, ..Typical::default() };
        assert!(Places::least_height(360, 1.0, &parts) <= 434);
        let places = Places::find(360, 434, 1.0, Sidebar::Shown, &parts);
        assert!(places.board.width >= SMALLEST_BOARD, "{:?}", places.board);
        assert!(Places::least_height(360, 1.0, &Typical::default()) > 434, "a board for moves is larger, and scrolls");
    }

    #[test]
    fn hiding_the_moves_never_makes_the_board_smaller() {
        for (width, height, scale, parts) in every_case() {
            let [shown, hidden] = BOTH.map(|sidebar| Places::find(width, height, scale, sidebar, &parts).board.width);
            assert!(hidden >= shown, "{width} × {height}, over: {}: {hidden}, shown {shown}", parts.over);
        }
    }

    #[test]
    fn without_the_moves_the_board_is_in_the_middle_and_no_column_is_empty() {
        let parts = Typical { in_header: true, ..Typical::default() };
        for (width, height) in [(1000, 650), (1280, 700), (1920, 1030), (3840, 2100)] {
            let scale = if width > 1600 { 1.4 } else { 1.0 };
            let places = Places::find(width, height, scale, Sidebar::Hidden, &parts);
            assert!(places.is_around(), "{width} × {height}");
            assert!((2 * places.board.start + places.board.width - width).abs() <= 1, "{width} × {height}");
            assert!(places.board.height >= height - (f64::from(2 * GAP) * scale) as i32 - 1, "{width} × {height}");
        }
        let narrow = Places::find(360, 593, 1.0, Sidebar::Hidden, &Typical::default());
        let [Some(other), Some(own)] = narrow.cards else { panic!("no cards") };
        assert!(other.top + other.height <= narrow.board.top && own.top >= narrow.board.top + narrow.board.height);
    }

    #[test]
    fn hiding_the_moves_makes_the_board_larger_where_the_width_is_short() {
        let board = |sidebar| Places::find(800, 620, 1.0, sidebar, &Typical::default()).board.width;
        assert!(board(Sidebar::Hidden) >= board(Sidebar::Shown) + 30);
    }
}
