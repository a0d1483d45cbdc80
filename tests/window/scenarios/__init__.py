# SPDX-License-Identifier: GPL-3.0-or-later
"""What is played: each function is a scenario, and a test of its name in `tests/window.rs`."""
