// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the page of saved games in a window.

mod page;
mod support;
