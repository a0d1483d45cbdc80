// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the board widget in a window: words, focus, keys, pointer, and animation.

mod animation;
mod keys;
mod lessons;
mod look;
mod pointer;
mod support;
mod words;
