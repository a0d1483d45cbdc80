# SPDX-License-Identifier: GPL-3.0-or-later
"""Long games."""

import re

from bus import FOCUSED
from files import long_game as turns_of, write_save
from program import Program


def long_game(desktop, executable):
    """A game of 20,000 turns opens at its last turn, and its move list is one stop of the Tab key."""
    write_save(desktop, "long", turns_of(20_000), rules="plain")
    with Program(desktop, executable) as program:
        program.press("Continue")
        last = program.wait("Move 20000: Black played b6-d6")
        assert last.is_shown
        assert len(program.all(re.compile(r"Move \d+: .*"))) <= 420, "as many rows as the list keeps"
        program.key("shift+Tab")
        wait_focus(program, "Move 20000: .*")
        program.key("Left", "Up")
        wait_focus(program, "Move 19997: .*")
        program.key("Home")
        wait_focus(program, "Move 1: White played b4")
        program.key("Return")
        program.wait_title("^White played b4 – Earlier position: move 1 of 20000$")
        wait_focus(program, "Move 1: White played b4")
        program.key("Tab")
        wait_focus(program, "(?!Move \\d).*")


def wait_focus(program, name):
    """Waits until an object with this name has the focus."""
    program.wait(re.compile(name), where=lambda node: node.has(FOCUSED))
