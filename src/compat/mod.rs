// SPDX-License-Identifier: GPL-3.0-or-later
//! Workarounds for GTK 4.8 and 4.18, and libadwaita 1.2. Each names the version it is for.

pub mod accessible_names;
pub mod announcer;
pub mod button_words;
pub mod combo_row;
pub mod descendants;
pub mod headings;
pub mod menu_focus;
pub mod open_menus;
pub mod screen_reader;
#[cfg(test)]
pub mod toolkit_warnings;
