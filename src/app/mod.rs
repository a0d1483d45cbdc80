// SPDX-License-Identifier: GPL-3.0-or-later
//! The application: its window and actions.

pub mod application;
pub mod window;
