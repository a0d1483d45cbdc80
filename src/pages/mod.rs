// SPDX-License-Identifier: GPL-3.0-or-later
//! The pages of the window, a folder each.

pub mod game;
pub mod help;
pub mod how_to_play;
pub mod main_menu;
pub mod pause;
pub mod position;
pub mod practice;
pub mod puzzle;
pub mod review;
pub mod rules;
pub mod saved_games;
pub mod settings;
pub mod setup;
pub mod statistics;
