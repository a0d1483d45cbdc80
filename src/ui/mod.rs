// SPDX-License-Identifier: GPL-3.0-or-later
//! The window.

pub mod i18n;
