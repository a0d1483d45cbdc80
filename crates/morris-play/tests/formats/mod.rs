// SPDX-License-Identifier: GPL-3.0-or-later
//! Conversions of games and positions between formats.

mod review_marks;
mod round_trips;
mod variants;
