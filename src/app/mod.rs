// SPDX-License-Identifier: GPL-3.0-or-later
//! The application: its window, actions, keys, and messages.

pub mod application;
pub mod keys;
pub mod messages;
pub mod shortcuts;
pub mod window;
