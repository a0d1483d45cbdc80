// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of our engine as a program for user interfaces.

mod answers;
mod bad_input;
mod positions;
mod support;
