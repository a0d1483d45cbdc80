// SPDX-License-Identifier: GPL-3.0-or-later
//! Our engine as a program that others talk to.

mod answers;
mod bad_input;
mod positions;
mod support;
