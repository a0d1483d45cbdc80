// SPDX-License-Identifier: GPL-3.0-or-later
//! The window.

pub mod board;
pub mod describe;
pub mod i18n;
