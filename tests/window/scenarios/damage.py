# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that are unreadable, partly readable, or locked by another program."""

import fcntl
import os
import re
from contextlib import contextmanager

from desktop import wait_for
from files import computer, write, write_save, write_settings
from program import Program
from scenarios.teacher import LOST, counted, statistics_file
from scenarios.narrow import size_of


def broken_settings(desktop, executable):
    """Broken settings are reported and set aside, and the program runs with the defaults."""
    text = "version = 1\n[sound\n"
    write(desktop.settings, text)
    with Program(desktop, executable) as program:
        program.wait(re.compile(r".*settings\.toml, line 2.*"))
        program.press("Play Now")
        program.wait_title("White to move$")
    aside = [path for path in desktop.settings.parent.iterdir() if path.read_text() == text]
    assert len(aside) == 1 and aside[0] != desktop.settings, aside


def wrong_setting(desktop, executable):
    """A wrong setting is reported by name, and the message does not make the window larger."""
    sizes = []
    for style in ("slate", "marble"):
        write_settings(desktop, look={"board": style}, window={"width": 700, "height": 600})
        with Program(desktop, executable) as program:
            program.wait_page("MainMenu")
            if style == "marble":
                program.wait(re.compile(r".*settings\.toml, line \d+.*board.*"))
            sizes.append(size_of(program))
    assert sizes[0] == sizes[1], f"{sizes[0]} without a message, {sizes[1]} with one"


def held_files(desktop, executable):
    """Files that another program has locked are reported, playing and quitting work, and no data is lost."""
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        wait_for(statistics_file(desktop).exists, "the file of the statistics")
    write_save(desktop, "open", LOST.rsplit(maxsplit=1)[0], white=computer(5), aids=[])
    with held(statistics_file(desktop)), held(desktop.saves.parent), Program(desktop, executable) as program:
        program.press("Practice")
        program.wait_page("PracticePage")
        program.wait(re.compile("Difficulty [0-9]{3,4}"))
        program.press("Show Solution")
        program.wait(re.compile("Solution: .*"))
        told = "Could not write to {file}. Another program is using the file."
        program.wait("Could not save your practice data. " + told.format(file="practice.toml"))
        program.wait("Not solved")
        program.key("Escape")
        program.wait_page("MainMenu")
        program.press("Continue")
        program.wait_page("GamePage")
        program.type("b4b2a4")
        program.wait("You have won!")
        program.wait("Could not save the statistics. " + told.format(file="statistics.tsv"))
        program.key("ctrl+q")
        program.wait_end()
        program.forgive()
    assert not counted(desktop), counted(desktop)
    with Program(desktop, executable) as program:
        wait_for(lambda: [(line[0], line[9]) for line in counted(desktop)] == [("open", "-")], "a line for the game")
        program.press("Practice")
        program.wait("Not solved")


@contextmanager
def held(path):
    """Locks a file or folder, as another window does that was stopped while writing."""
    opened = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)


def no_room_for_files(desktop, executable):
    """When no file can be written (ulimit -f), the program says so, leaves no half-written file, and plays on."""
    with Program(desktop, "/bin/sh", ["-c", 'ulimit -f 0; exec "$0"', str(executable)]) as program:
        program.press("Play Now")
        # The messages come one after the other. The text matches both, so that one is seen even if
        # the program is slow.
        program.wait(re.compile(r"Could not save the (statistics|settings)\. .* The file would be too large\."))
        program.wait_title("White to move$")
        program.play("d6")
        program.wait_point("d6", "white piece")
    left = list(desktop.home.rglob(".writing-*"))
    assert not left, left
