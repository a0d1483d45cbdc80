// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the layouts.

use super::*;

const TILES: Rows = Rows { many: 4, few: 2, gap: 10, from: 0 };

/// Returns start, top, width, and height of places.
fn numbers(places: impl IntoIterator<Item = Area>) -> Vec<[i32; 4]> {
    places.into_iter().map(|place| [place.start, place.top, place.width, place.height]).collect()
}

#[test]
fn tiles_are_in_one_row_or_in_rows_of_two() {
    assert_eq!([430, 429, 336].map(|width| TILES.columns(width, 100, 4)), [4, 2, 2]);
    let five = Rows { many: 5, ..TILES };
    assert_eq!([540, 539, 320, 319].map(|width| five.columns(width, 100, 5)), [5, 3, 3, 2]);
    assert_eq!(Rows { many: 3, few: 1, ..TILES }.columns(319, 100, 3), 1);
    assert_eq!(TILES.span(2, 100), 210);
    let places = numbers(TILES.places((336, 230), 3, 2));
    assert_eq!(places, [[0, 0, 163, 110], [173, 0, 163, 110], [0, 120, 163, 110]]);
    assert_eq!(numbers(TILES.places((430, 50), 4, 4)), [0, 110, 220, 330].map(|start| [start, 0, 100, 50]));
}

#[test]
fn a_button_below_content_is_always_visible_and_a_high_page_has_both_in_its_middle() {
    let layout = ContentAndButton { usual: 600 };
    let places = |height, content| layout.places((360, height), content, 60).map(|place| (place.top, place.height));
    assert_eq!(places(500, 300), [(0, 300), (440, 60)]);
    assert_eq!(places(500, 900), [(0, 440), (440, 60)], "the content scrolls");
    assert_eq!(places(1000, 500), [(200, 500), (740, 60)]);
    assert_eq!(places(1000, 300).map(|place| place.0), [200, 740], "nothing jumps");
    assert_eq!(places(1000, 700), [(200, 700), (900, 60)], "the button makes room");
    assert_eq!(places(1000, 900), [(40, 900), (940, 60)], "but it is not cut either");
}

#[gtk::test]
fn content_without_a_button_is_in_the_middle_of_a_high_page() {
    adw::init().unwrap();
    let layout = AdaptiveLayout::new(ContentAndButton { usual: 600 });
    let page = gtk::Box::builder().layout_manager(&layout).build();
    let content = gtk::Button::builder().height_request(300).build();
    page.append(&content);
    page.measure(gtk::Orientation::Horizontal, -1);
    page.size_allocate(&gdk::Rectangle::new(0, 0, 360, 1000), -1);
    assert_eq!((content.allocation().y(), content.allocation().height()), (200, 300));
}

#[gtk::test]
fn lines_without_room_are_left_out() {
    adw::init().unwrap();
    let page = gtk::Box::builder().layout_manager(&AdaptiveLayout::new(Lines)).build();
    let children = [30, 20].map(|height| gtk::Button::builder().width_request(100).height_request(height).build());
    children.iter().for_each(|child| page.append(child));
    let (least, natural, ..) = page.measure(gtk::Orientation::Vertical, 100);
    for (height, is_second) in [(least, false), (natural, true)] {
        page.size_allocate(&gdk::Rectangle::new(0, 0, 100, height), -1);
        assert_eq!(children.clone().map(|child| child.is_child_visible()), [true, is_second]);
    }
}

#[test]
fn a_second_column_can_wait_for_a_width() {
    let cards = Rows { many: 2, few: 1, gap: 12, from: 1200 };
    assert_eq!([1199, 1200].map(|width| cards.columns(width, 300, 2)), [1, 2]);
    assert_eq!(cards.columns(1200, 600, 2), 1, "where their words have no room");
}

#[test]
fn panel_below_the_board_gets_enough_room() {
    let places = |width, height| numbers(BoardAndPanel::WORK.places((width, height), 1.0, || 180));
    assert_eq!(places(360, 700), [[6, 6, 348, 348], [0, 360, 360, 340]]);
    assert_eq!(places(360, 530), [[11, 6, 338, 338], [0, 350, 360, 180]]);
    assert_eq!(places(640, 640), [[96, 6, 448, 448], [0, 460, 640, 180]]);
}

#[test]
fn beside_the_board_the_panel_stays_close() {
    let places = |size, scale| numbers(BoardAndPanel::WORK.places(size, scale, || 180));
    assert_eq!(places((1000, 700), 1.0), [[12, 37, 626, 626], [650, 0, 350, 700]]);
    assert_eq!(places((1950, 1000), 1.0), [[312, 12, 976, 976], [1300, 0, 350, 1000]]);
    assert_eq!(places((641, 500), 1.0), [[9, 89, 322, 322], [340, 0, 301, 500]]);
    assert_eq!(places((3840, 2100), 2.0), [[544, 24, 2052, 2052], [2620, 0, 700, 2100]], "twice as large");
}

#[test]
fn board_is_beside_its_panel_only_on_wide_pages() {
    let lying = BoardAndPanel { from: (600, 100), ..BoardAndPanel::WORK };
    let is_beside = |size| lying.places(size, 1.0, || 180)[1].top == 0;
    assert_eq!([(700, 480), (600, 600), (600, 601), (599, 400)].map(is_beside), [true, true, false, false]);
}

#[gtk::test]
fn visible_children_get_their_places_mirrored_where_the_script_is() {
    let row = gtk::Box::builder().layout_manager(&AdaptiveLayout::new(TILES)).build();
    let children = [true, false, true].map(|visible| gtk::Button::builder().visible(visible).build());
    children.iter().for_each(|child| row.append(child));
    let starts = |direction| {
        row.set_direction(direction);
        row.measure(gtk::Orientation::Horizontal, -1);
        row.size_allocate(&gdk::Rectangle::new(0, 0, 400, 40), -1);
        [&children[0], &children[2]].map(|child| (child.allocation().x(), child.allocation().width()))
    };
    assert_eq!(starts(gtk::TextDirection::Ltr), [(0, 92), (102, 92)]);
    assert_eq!(starts(gtk::TextDirection::Rtl), [(308, 92), (206, 92)]);
}

#[gtk::test]
fn a_wide_panel_beside_a_scrolled_board_is_not_cut() {
    adw::init().unwrap();
    let layout = AdaptiveLayout::new(Scrolled(BoardAndPanel::FACE));
    let page = gtk::Box::builder().layout_manager(&layout).build();
    let children = [50, 330].map(|width| gtk::Button::builder().width_request(width).build());
    children.iter().for_each(|child| page.append(child));
    let places = |panel: i32| {
        children[1].set_width_request(panel);
        page.measure(gtk::Orientation::Horizontal, -1);
        let height = page.measure(gtk::Orientation::Vertical, 640).1.max(434);
        page.size_allocate(&gdk::Rectangle::new(0, 0, 640, height), -1);
        children.clone().map(|child| child.allocation()).map(|place| (place.x(), place.y(), place.width()))
    };
    let [board, panel] = places(314);
    assert!(board.2 >= 322 && panel.1 == 0 && panel.0 + panel.2 <= 640, "{board:?} {panel:?}");
    let [board, panel] = places(330);
    assert!(board.2 >= 322 && panel.1 >= board.1 + board.2, "below the board: {board:?} {panel:?}");
}
