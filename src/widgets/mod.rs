// SPDX-License-Identifier: GPL-3.0-or-later
//! Widgets and helpers that several pages use.

pub mod access_keys;
pub mod adaptive_layout;
pub mod ask;
pub mod callbacks;
pub mod changed_range;
pub mod columns;
pub mod dialog_height;
pub mod enabling;
#[cfg(test)]
pub mod for_tests;
pub mod free_place;
pub mod keys;
pub mod left_focus;
pub mod list_item;
pub mod menu;
pub mod menu_row;
pub mod move_list;
pub mod notice_bar;
pub mod one_switch;
pub mod qr_code;
pub mod radio_tiles;
pub mod search;
pub mod shortcuts;
pub mod single_tab_stop;
pub mod spin_numbers;
pub mod timer;
pub mod typed_names;
pub mod ui_scale;
