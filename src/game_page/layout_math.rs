// SPDX-License-Identifier: GPL-3.0-or-later
//! Where the parts of the game page lie: the board as large as it can be, the panels beside it or, where there is no
//! room, under it.

/// Between the parts and around them, in pixels.
const GAP: i32 = 12;
/// The same in narrow windows.
const SMALL_GAP: i32 = 6;
/// A window narrower than this is narrow, in pixels.
pub const NARROW: i32 = 520;
/// A panel beside the board, in pixels: at least, at most.
const SIDE: (i32, i32) = (250, 380);
/// A window narrower than this has no panel beside the board, in pixels.
const LEAST_FOR_SIDE: i32 = 600;
/// The least height of the status in a panel, in pixels: two lines, so that the cards below it stay where they are.
const STATUS_ASIDE: i32 = 56;
/// A list of moves lower than this shows too little, in pixels.
const LEAST_MOVES: i32 = 64;
/// A board smaller than this takes the room of the cards when the game is over, in pixels.
const SMALL_BOARD: i32 = 300;

/// A rectangle, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// From the window's beginning: the left, or the right in languages written from right to left.
    pub start: i32,
    /// From the top.
    pub top: i32,
    pub width: i32,
    pub height: i32,
}

/// Whether the list of moves is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sidebar {
    Shown,
    Hidden,
}

/// The heights that the parts want at a width, in pixels.
pub trait Heights {
    fn status(&self, width: i32) -> i32;
    fn card(&self, width: i32) -> i32;
    /// `None` while the game is not over.
    fn result(&self, width: i32) -> Option<i32>;
}

/// Where the parts lie; `None` for those that are not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    pub board: Area,
    pub status: Option<Area>,
    /// White's and Black's.
    pub cards: [Option<Area>; 2],
    pub moves: Option<Area>,
    pub result: Option<Area>,
}

impl Places {
    /// The places in a window of this size.
    pub fn find(width: i32, height: i32, sidebar: Sidebar, heights: &impl Heights) -> Self {
        let gap = if width < NARROW { SMALL_GAP } else { GAP };
        let page = PageSize { width, height, gap, heights };
        // The board is a square with a line of text above it: what it leaves free at its sides must hold the panels.
        let free = width - height.min(width) + heights.status(width);
        match sidebar {
            Sidebar::Shown if free >= SIDE.0 && width >= LEAST_FOR_SIDE => page.beside(),
            Sidebar::Shown => page.under(sidebar),
            Sidebar::Hidden => page.without_moves(),
        }
    }
}

/// What the places are found from.
struct PageSize<'h, H> {
    width: i32,
    height: i32,
    gap: i32,
    heights: &'h H,
}

impl<H: Heights> PageSize<'_, H> {
    /// A panel at the end: cards, moves, result.
    fn beside(&self) -> Places {
        let gap = self.gap;
        let status = self.heights.status(self.width);
        let side = (self.width * 3 / 10).clamp(SIDE.0, SIDE.1);
        let board = (self.height - status - gap).min(self.width - side - 3 * gap);
        let start = (self.width - side - board - gap) / 2;
        let top = (self.height - status - board - gap) / 2 + status;
        let panel = start + board + gap;
        let card = self.heights.card(side);
        let result = self.result_with_gap(side);
        // As below: the result matters more than how many men are in hand.
        let shows_cards = 2 * (card + gap) + result <= board + gap;
        let cards = [0, card + gap]
            .map(|y| shows_cards.then_some(Area { start: panel, top: top + y, width: side, height: card }));
        let moves_top = if shows_cards { top + 2 * (card + gap) } else { top };
        let moves = top + board - result - moves_top;
        Places {
            board: Area { start, top, width: board, height: board },
            status: Some(Area { start, top: top - status, width: board, height: status }),
            cards,
            moves: (moves >= LEAST_MOVES).then_some(Area { start: panel, top: moves_top, width: side, height: moves }),
            result: self.result_at(panel, top + board - result + gap, side),
        }
    }

    /// The larger board of the two that there can be when nobody wants the moves: never smaller than with them.
    fn without_moves(&self) -> Places {
        let under = self.under(Sidebar::Hidden);
        if self.width < LEAST_FOR_SIDE {
            return under;
        }
        let aside = self.aside();
        if aside.board.width > under.board.width { aside } else { under }
    }

    /// The board as high as the page, and all else in a panel at the end.
    fn aside(&self) -> Places {
        let gap = self.gap;
        let board = (self.height - 2 * gap).min(self.width - SIDE.0 - 3 * gap);
        let side = (self.width - board - 3 * gap).clamp(SIDE.0, SIDE.1);
        let start = (self.width - side - board - gap) / 2;
        let top = (self.height - board) / 2;
        let (panel, card, result) = (start + board + gap, self.heights.card(side), self.result_with_gap(side));
        // The result says what the status would.
        let status = if result > 0 { 0 } else { self.heights.status(side).max(STATUS_ASIDE) + gap };
        let shows_cards = status + 2 * (card + gap) + result <= board + gap;
        let across = |top, height| Area { start: panel, top, width: side, height };
        Places {
            board: Area { start, top, width: board, height: board },
            status: (result == 0).then(|| across(top, status - gap)),
            cards: [0, card + gap].map(|y| shows_cards.then_some(across(top + status + y, card))),
            moves: None,
            result: self.result_at(panel, top + board - result + gap, side),
        }
    }

    /// Everything under the board.
    fn under(&self, sidebar: Sidebar) -> Places {
        let gap = self.gap;
        let full = self.width - 2 * gap;
        let half = (full - gap) / 2;
        let result = self.result_with_gap(full);
        // The result says what the status would.
        let status = if result > 0 { gap } else { self.heights.status(full) };
        let card = self.heights.card(half);
        let room = |panels: i32| (self.height - status - panels - gap).min(full);
        // When the game is over the board matters more than how many men are in hand.
        let shows_cards = result == 0 || room(result + card + gap) >= SMALL_BOARD;
        let cards_height = if shows_cards { card + gap } else { 0 };
        let board = room(result + cards_height);
        let below = status + board + gap;
        let cards_top = below + result;
        let moves_top = cards_top + cards_height;
        let moves = self.height - moves_top - gap;
        let shows_moves = sidebar == Sidebar::Shown && moves >= LEAST_MOVES;
        let across = |top, height| Area { start: gap, top, width: full, height };
        Places {
            board: Area { start: (self.width - board) / 2, top: status, width: board, height: board },
            status: (result == 0).then_some(across(0, status)),
            cards: [gap, 2 * gap + half]
                .map(|start| shows_cards.then_some(Area { start, top: cards_top, width: half, height: card })),
            moves: shows_moves.then_some(across(moves_top, moves)),
            result: self.result_at(gap, below, full),
        }
    }

    fn result_with_gap(&self, width: i32) -> i32 {
        self.heights.result(width).map_or(0, |height| height + self.gap)
    }

    fn result_at(&self, start: i32, top: i32, width: i32) -> Option<Area> {
        self.heights.result(width).map(|height| Area { start, top, width, height })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Heights much like those of the real parts.
    struct Typical {
        over: bool,
    }

    impl Heights for Typical {
        fn status(&self, _: i32) -> i32 {
            44
        }

        fn card(&self, _: i32) -> i32 {
            92
        }

        fn result(&self, _: i32) -> Option<i32> {
            self.over.then_some(162)
        }
    }

    fn shown(places: Places) -> Vec<Area> {
        let [white, black] = places.cards;
        [Some(places.board), places.status, white, black, places.moves, places.result].into_iter().flatten().collect()
    }

    fn overlap(one: Area, other: Area) -> bool {
        one.start < other.start + other.width
            && other.start < one.start + one.width
            && one.top < other.top + other.height
            && other.top < one.top + one.height
    }

    /// From the least size that the window can have to a screen of 4K.
    fn every_case() -> impl Iterator<Item = (i32, i32, Sidebar, bool)> {
        let widths = (350..3840).step_by(97);
        widths.flat_map(|width| {
            (430..2160).step_by(83).flat_map(move |height| {
                [Sidebar::Shown, Sidebar::Hidden]
                    .into_iter()
                    .flat_map(move |sidebar| [false, true].map(|over| (width, height, sidebar, over)))
            })
        })
    }

    #[test]
    fn parts_lie_in_the_window_and_beside_each_other() {
        for (width, height, sidebar, over) in every_case() {
            let areas = shown(Places::find(width, height, sidebar, &Typical { over }));
            for (index, &area) in areas.iter().enumerate() {
                let within = area.start >= 0
                    && area.top >= 0
                    && area.start + area.width <= width
                    && area.top + area.height <= height;
                assert!(within, "{area:?} in {width} × {height}, {sidebar:?}, over: {over}");
                let other = areas[..index].iter().find(|&&other| overlap(area, other));
                assert_eq!(other, None, "{area:?} in {width} × {height}, {sidebar:?}, over: {over}");
            }
        }
    }

    #[test]
    fn the_board_is_large_and_what_matters_is_shown() {
        for (width, height, sidebar, over) in every_case() {
            let places = Places::find(width, height, sidebar, &Typical { over });
            let case = format!("{width} × {height}, {sidebar:?}, over: {over}");
            assert_eq!(places.board.width, places.board.height, "{case}");
            assert!(places.board.width >= 200, "{case}: {:?}", places.board);
            assert_eq!(places.result.is_some(), over, "{case}");
            assert!(over || (places.status.is_some() && places.cards.iter().all(Option::is_some)), "{case}");
        }
    }

    #[test]
    fn panels_stand_beside_the_board_where_there_is_room() {
        let playing = Typical { over: false };
        let wide = Places::find(1000, 650, Sidebar::Shown, &playing);
        assert!(wide.cards[0].is_some_and(|card| card.start >= wide.board.start + wide.board.width));
        assert!(wide.moves.is_some());
        let narrow = Places::find(360, 590, Sidebar::Shown, &playing);
        assert!(narrow.cards[0].is_some_and(|card| card.top >= narrow.board.top + narrow.board.height));
        let hidden = Places::find(1000, 650, Sidebar::Hidden, &playing);
        assert!(hidden.cards[0].is_some_and(|card| card.start >= hidden.board.start + hidden.board.width));
        assert_eq!(hidden.moves, None);
    }

    #[test]
    fn hiding_the_turns_never_makes_the_board_smaller() {
        for (width, height, _, over) in every_case() {
            let board = |sidebar| Places::find(width, height, sidebar, &Typical { over }).board.width;
            let (shown, hidden) = (board(Sidebar::Shown), board(Sidebar::Hidden));
            assert!(hidden >= shown, "{width} × {height}, over: {over}: {hidden}, shown {shown}");
        }
    }

    #[test]
    fn hiding_the_turns_makes_the_board_larger_in_a_window_as_it_is_made() {
        for over in [false, true] {
            let board = |sidebar| Places::find(1000, 652, sidebar, &Typical { over }).board.width;
            assert!(board(Sidebar::Hidden) >= board(Sidebar::Shown) + 30, "over: {over}");
        }
    }
}
