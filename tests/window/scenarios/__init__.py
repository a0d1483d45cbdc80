# SPDX-License-Identifier: GPL-3.0-or-later
"""The scenarios: each is a function, and has a test of the same name in `tests/window.rs`."""
