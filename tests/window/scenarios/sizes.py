# SPDX-License-Identifier: GPL-3.0-or-later
"""Small windows, large text, long games."""

import re

from bus import FOCUSED
from desktop import wait_for
from files import long_game as turns_of, write_save, write_settings
from program import Program
from screen import set_text_size

# The narrowest window, in pixels.
NARROWEST = 360
LANGUAGES = ("en", "de", "es", "fr")
# Keys that lead from page to page: each from the main menu and back, then into the game that is offered, and to its pause.
WAY = (["ctrl+n"], ["alt+Left"], ["ctrl+comma"], ["alt+Left"], ["F1"], ["alt+Left"], ["ctrl+o"], ["alt+Left"], ["Return"], ["p"])


def narrow(desktop, executable):
    """In no language, and not with large text either, does a page need more than the narrowest window."""
    for size in (1.0, 1.5):
        set_text_size(desktop, size)
        for language in LANGUAGES:
            walk(desktop, executable, language, size)


def walk(desktop, executable, language, size):
    """Goes through the pages in a window that is as narrow as it can be."""
    write_settings(desktop, look={"language": language}, sound={"on": False})
    write_save(desktop, "long", turns_of(30), rules="plain")
    with Program(desktop, executable) as program:
        # The game is offered once the disk has answered.
        program.wait(where=lambda node: node.has(FOCUSED) and node.box[3] > 60)
        program.window_box()
        program.tool("windowsize", program.tool("getactivewindow").strip(), 300, 640)
        wait_for(lambda: width(program) == NARROWEST, f"a narrow window in {language}, text {size}")
        for keys in WAY:
            before = title(program)
            program.key(*keys)
            wait_for(lambda: title(program) != before, f"another page than {before}")
            assert width(program) <= NARROWEST, f"{title(program)} in {language}, text {size}: {width(program)} pixels"


def title(program):
    """The title of the window, as the window manager knows it."""
    return program.tool("getactivewindow", "getwindowname").strip()


def width(program):
    """The width of the window with its frame."""
    answer = program.tool("getactivewindow", "getwindowgeometry", "--shell")
    return int(re.search(r"^WIDTH=(\d+)$", answer, re.M)[1])


def long_game(desktop, executable):
    """A game of 20,000 turns is opened at its last turn, and its turns are one stop of the Tab key."""
    write_save(desktop, "long", turns_of(20_000), rules="plain")
    with Program(desktop, executable) as program:
        program.press("Continue")
        last = program.wait("Turn 20000: Black played b6-d6")
        assert last.is_shown
        assert len(program.all(re.compile("Turn .*"))) <= 420, "as many rows as the list keeps"
        program.key("Tab")
        wait_focus(program, "Turn 20000: .*")
        program.key("Left", "Up")
        wait_focus(program, "Turn 19997: .*")
        program.key("Home")
        wait_focus(program, "Turn 1: White played b4")
        program.key("Return")
        program.wait_title("^White played b4 – Looking back: turn 1 of 20000$")
        wait_focus(program, "Turn 1: White played b4")
        program.key("Tab")
        wait_focus(program, "(?!Turn ).*")


def wait_focus(program, name):
    """Waits until the keyboard stands on something of this name."""
    program.wait(re.compile(name), where=lambda node: node.has(FOCUSED))
