# SPDX-License-Identifier: GPL-3.0-or-later
"""The program is killed in the middle of a game."""

import re

from desktop import wait_for
from files import latest_save, write_settings
from program import Program

KILLS = 5


def killed(desktop, executable):
    """Killed at any moment it goes on where it stood; at most the turn shown last is lost, which may not be written yet."""
    watch = {"opponent": "watch", "level": 4, "second_level": 4, "rules": "plain"}
    write_settings(desktop, game=watch, look={"animation": "off"}, sound={"on": False})
    kill_while_playing(desktop, executable, "Play Now")
    for _ in range(KILLS - 1):
        # The computers may have come to an end by then.
        over = "result" in latest_save(desktop)
        kill_while_playing(desktop, executable, "Play Now" if over else "Continue")


def kill_while_playing(desktop, executable, button):
    """Lets the computers play two turns more than there are, and kills the program."""
    before = latest_save(desktop)["turns"] if button == "Continue" else []
    with Program(desktop, executable) as program:
        program.press(button)
        shown = wait_for(lambda: len(turns := turns_listed(program)) >= len(before) + 2 and turns, "two more turns")
        program.kill()
    saved = latest_save(desktop)["turns"]
    assert saved[:len(before)] == before, f"{saved} does not go on from {before}"
    assert saved[:len(shown)] in (shown, shown[:-1]), f"{shown} was shown, but saved was {saved}"


def turns_listed(program):
    """The turns in the list beside the board, as they are saved."""
    listed = [re.match(r"Move \d+: \w+ played (\S+?)(?: and removed (\S+))?$", node.name) for node in program.all()]
    return ["x".join(filter(None, turn.groups())) for turn in listed if turn]
