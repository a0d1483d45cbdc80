// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of our engine as a program for user interfaces.

mod answers;
mod positions;
mod support;
