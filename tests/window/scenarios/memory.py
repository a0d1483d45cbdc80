# SPDX-License-Identifier: GPL-3.0-or-later
"""The memory of a window in which many games are played. Takes long: for build-aux/test-long."""

import re
import time
import tomllib
from pathlib import Path

from desktop import wait_for
from files import latest_save, saves, write_settings
from program import Program

EARLY, LATE = 10, 40
# What may come between them, in MiB.
GROWTH = 3
# A game of level 1 against itself ends within this time, in seconds.
PATIENCE = 180


def memory_with_accessibility(desktop, executable):
    """Somebody looks at the accessible objects now and then."""
    play_on(desktop, executable, {})


def memory_without_accessibility(desktop, executable):
    """Nobody asks for accessible objects."""
    play_on(desktop, executable, {"GTK_A11Y": "none"})


def play_on(desktop, executable, environment):
    """Two computers play game after game in the same window."""
    # The tables of solved positions are read, and their index is made, piece by piece as games come by: with the rules
    # that they do not know, what grows is the window.
    watch = {"opponent": "watch", "level": 1, "second_level": 1, "rules": "compo"}
    write_settings(desktop, game=watch, look={"animation": "off"}, sound={"on": False})
    with Program(desktop, executable, environment=environment) as program:
        wait_for(lambda: program.window, "a window")
        # Until the window takes keys.
        wait_for(lambda: start(program, desktop), "the first game")
        early = late = 0
        for number in range(1, LATE + 1):
            play_to_the_end(program, desktop)
            if not environment:
                program.look()
            if number == EARLY:
                early = resident(program)
            if number == LATE:
                late = resident(program)
            wait_for(lambda: start(program, desktop), "a rematch")
            print(f"{number} games: {resident(program, rest=0):.1f} MiB", flush=True)
        assert late - early <= GROWTH, f"{early:.1f} MiB after {EARLY} games, {late:.1f} MiB after {LATE}"


def start(program, desktop):
    """Presses what comes first: Play Now, or Rematch; true when a game goes on."""
    if is_under_way(desktop):
        return True
    program.press_keys("Return")
    time.sleep(0.3)
    return False


def is_under_way(desktop):
    """Whether a game has begun and has no result yet."""
    try:
        return bool(saves(desktop)) and "result" not in latest_save(desktop)
    except (tomllib.TOMLDecodeError, FileNotFoundError):
        return False


def play_to_the_end(program, desktop):
    """Hurries both on until there is a result."""
    end = time.monotonic() + PATIENCE
    while is_under_way(desktop):
        assert time.monotonic() < end, f"the game has no end: {latest_save(desktop)}"
        program.press_keys("ctrl+m")
        time.sleep(0.05)


def resident(program, rest=3):
    """The resident memory in MiB, when all is quiet."""
    time.sleep(rest)
    status = Path(f"/proc/{program.process_id}/status").read_text()
    return int(re.search(r"^VmRSS:\s*(\d+)", status, re.M)[1]) / 1024
