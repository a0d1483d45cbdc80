# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the memory of a window in which many games are played. It takes long, so it is part of
build-aux/test-long.
"""

import re
import time
import tomllib
from pathlib import Path

from desktop import wait_for
from files import latest_save, saves, write_settings
from program import Program

EARLY, LATE = 10, 40
# Maximum growth between the two measurements, in MiB.
GROWTH = 3
# Maximum duration of a game of level 1 against itself, in seconds.
PATIENCE = 180


def memory_with_accessibility(desktop, executable):
    """Memory does not grow while a client reads the accessible objects now and then."""
    play_on(desktop, executable, {})


def memory_without_accessibility(desktop, executable):
    """Memory does not grow without accessibility."""
    play_on(desktop, executable, {"GTK_A11Y": "none"})


def play_on(desktop, executable, environment):
    """Lets two computers play game after game in the same window."""
    # The tables of solved positions are loaded and indexed piece by piece as games reach them.
    # These rules have no tables, so only the window itself can grow.
    watch = {"opponent": "watch", "level": 1, "second_level": 1, "rules": "compo"}
    write_settings(desktop, game=watch, look={"animation": "off"}, sound={"on": False})
    with Program(desktop, executable, environment=environment) as program:
        wait_for(lambda: program.window, "a window")
        # Until the window accepts keys.
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
    """Presses the default button, Play Now or Rematch. Returns true once a game is under way."""
    if is_under_way(desktop):
        return True
    program.press_keys("Return")
    time.sleep(0.3)
    return False


def is_under_way(desktop):
    """Returns whether a game has started and has no result yet."""
    try:
        return bool(saves(desktop)) and "result" not in latest_save(desktop)
    except (tomllib.TOMLDecodeError, FileNotFoundError):
        return False


def play_to_the_end(program, desktop):
    """Presses Move Now until there is a result."""
    end = time.monotonic() + PATIENCE
    while is_under_way(desktop):
        assert time.monotonic() < end, f"the game has no end: {latest_save(desktop)}"
        program.press_keys("ctrl+m")
        time.sleep(0.05)


def resident(program, rest=3):
    """Returns the resident memory in MiB, after a rest."""
    time.sleep(rest)
    status = Path(f"/proc/{program.process_id}/status").read_text()
    return int(re.search(r"^VmRSS:\s*(\d+)", status, re.M)[1]) / 1024
