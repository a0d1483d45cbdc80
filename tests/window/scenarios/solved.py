# SPDX-License-Identifier: GPL-3.0-or-later
"""Solved positions: computed from the settings, used by perfect play, and shown on the board and
after the game.
"""

import re

from desktop import wait_for
from files import saves, write_save, write_settings
from program import Program

# White to move, three men against three. a7-g7 closes no mill, and all values are known.
START = "W../W../.../.....W/.../.B./B.B w 0 0"

POINT = re.compile("[a-g][1-7], .*")


def has_value(node):
    """Returns whether a point has a description of the value of a move there. Only the description
    of the focused point has one.
    """
    return bool(re.search(r"\b(wins|draws|loses)\b", node.description))


def reach_value(program):
    """Moves the focus to a point whose value is known by then. That of the focused point comes too late
    for its description.
    """
    program.wait_page("GamePage")
    wait_for(lambda: program.key("End") or any(has_value(node) for node in program.all(POINT)), "a value")


def tables(desktop):
    """Returns the folder of the user's own tables."""
    return desktop.home / ".local/share/nine-mens-morris/endgame"


def solving(desktop, executable):
    """Solving is resumed, paused, kept over a restart of the program, canceled, and its files are removed."""
    write_settings(desktop, engine={"solve_men": 18, "solve_paused": True, "threads": 1})
    with Program(desktop, executable) as program:
        program.wait("Play Now")
        program.key("ctrl+comma")
        program.wait_page("SettingsPage")
        program.wait("Paused. Finished tables are kept.")
        program.press("Resume")
        program.wait(re.compile(r"\d+%.*"))
        wait_for(lambda: any(tables(desktop).glob("*.values")), "a whole sector")
        program.press("Pause")
        program.wait("Paused. Finished tables are kept.")
        program.key("ctrl+q")
        program.wait_end()
        program.check_log()
    with Program(desktop, executable) as program:
        program.wait("Play Now")
        program.key("ctrl+comma")
        program.wait("Paused. Finished tables are kept.")
        program.press("Cancel")
        program.wait_gone("Paused. Finished tables are kept.")
        program.press("Delete My Tables")
        program.press("Delete")
        wait_for(lambda: not any(tables(desktop).glob("*.values")), "an empty folder")
        program.wait_gone("Delete My Tables")


def values(desktop, executable):
    """The values of turns are marked and announced, and perfect play can be chosen."""
    write_settings(desktop, engine={"solve_men": 7}, look={"values": True})
    write_save(desktop, "game", "", start=START)
    with Program(desktop, executable) as program:
        # Solving has the lowest priority.
        wait_for(lambda: program.shows("The solved positions are ready"), "the solved positions")
        program.press("Continue")
        reach_value(program)
        program.key("v")
        program.wait_title("^Moves are no longer marked$")
        wait_for(lambda: not any(has_value(node) for node in program.all(POINT)), "a board without values")
        program.key("v")
        program.wait_title("^Every move loses$")
        reach_value(program)
        program.key("ctrl+n")
        program.wait_page("SetupPage")
        # Perfect play is the last value, and the list opens at its first.
        open_more(program)
        program.choose("Computer Level", 2)
        program.wait(re.compile("Never throws away .*"))
        program.key("Return")
        reach_value(program)
        program.play("d6")
        perfect = re.compile('level = "perfect"')
        wait_for(lambda: any(perfect.search(path.read_text()) for path in saves(desktop)), "a game against perfect play")


def open_more(program):
    """Opens the last row of the setup page."""
    program.click("More Options", "label")
    # The expanded rows scroll into view first. Before that, a click would hit the button below.
    program.wait("Computer Level", "combo box", lambda row: row.box[1] + row.box[3] <= program.wait("Start Game", "button").box[1])
