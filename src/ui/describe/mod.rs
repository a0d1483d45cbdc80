// SPDX-License-Identifier: GPL-3.0-or-later
//! Translated words for what the layers below name.

pub mod point;
