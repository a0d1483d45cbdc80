# SPDX-License-Identifier: GPL-3.0-or-later
"""Monkeys, for a short while; build-aux/test-long lets them play for longer."""

from monkey import monkey

SECONDS = 20


def monkey_with_hands(desktop, executable):
    """Mouse and keys, while nobody asks for accessible objects."""
    monkey(desktop, executable, 1, "mouse", SECONDS)


def monkey_with_actions(desktop, executable):
    """What a screen reader can do."""
    monkey(desktop, executable, 2, "actions", SECONDS)


def monkey_with_both(desktop, executable):
    """All of it."""
    monkey(desktop, executable, 3, "both", SECONDS)
