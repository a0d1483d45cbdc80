// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of what comes with the program: arguments, metadata, papers, sounds, and translations.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod arguments;
mod metadata;
mod papers;
mod sounds;
mod translations;
