# SPDX-License-Identifier: GPL-3.0-or-later
"""Learns positions in the window, at some sizes, for input without accessible objects."""

import re
from dataclasses import dataclass, field

from desktop import ROOT
from files import latest_save
from moves import men_after
from program import POINTS, Program, at

SIZES = ((1000, 700), (360, 640), (640, 480), (800, 600))
# Titles of the file dialogs, as they are in the source.
FILE_DIALOGS = ("Open Game or Position", "Export Game", "Export Statistics", "Choose a Program", "Save Image", "Save Message")


@dataclass
class Places:
    """Positions in the window's content, by its size."""

    points: dict = field(default_factory=dict)
    language_rows: dict = field(default_factory=dict)
    file_dialogs: frozenset = field(default_factory=lambda: frozenset(file_dialogs()))


def learn_places(desktop, executable):
    """Starts the program, and reads the positions on the pages of a game and of the settings."""
    with Program(desktop, executable) as program:
        program.press("Play Now")
        program.wait(at("d6"))
        points = {size: points_shown(program) for size in sizes(program)}
        program.key("ctrl+comma")
        rows = {size: program.wait("Language", "combo box").center for size in sizes(program)}
    return Places(points, rows)


def points_shown(program):
    """Returns the current positions of the points of the board."""
    program.look()
    return {node.name[:2]: node.center for node in program.last_tree.walk() if node.name[:2] in POINTS and node.is_shown}


def sizes(program):
    """Gives the window one size after the other."""
    for size in SIZES:
        program.resize(*size)
        yield size


def file_dialogs():
    """Yields the titles of the file dialogs in all languages."""
    for title in FILE_DIALOGS:
        yield title
        for catalogue in (ROOT / "po").glob("*.po"):
            yield from re.findall(rf'^msgid "{title}"\nmsgstr "(.*)"$', catalogue.read_text(), re.M)


def occupied(desktop):
    """Returns the points with men on them in the game that was saved last."""
    try:
        turns = latest_save(desktop)["turns"]
    except (ValueError, KeyError, OSError):
        return []
    return sorted(men_after(turns))
