// SPDX-License-Identifier: GPL-3.0-or-later
//! What exists only because GTK is 4.8 and libadwaita 1.2; each module says with which version it
//! goes.

pub mod accessible_names;
pub mod announcer;
pub mod combo_row;
pub mod menu_focus;
#[cfg(test)]
pub mod toolkit_warnings;
