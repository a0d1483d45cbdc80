# SPDX-License-Identifier: GPL-3.0-or-later
"""The program is killed in the middle of a game."""

import re

from desktop import wait_for
from files import latest_save, write_settings
from program import Program

KILLS = 5


def killed(desktop, executable):
    """After a kill at any moment, the game continues; at most the last turn shown is lost, which may not have been written yet."""
    watch = {"opponent": "watch", "level": 4, "second_level": 4, "rules": "plain"}
    write_settings(desktop, game=watch, look={"animation": "off"}, play={"watch_pace_ms": 500}, sound={"on": False})
    kill_while_playing(desktop, executable, "Play Now")
    for _ in range(KILLS - 1):
        # The game of the computers may have ended by then.
        over = "result" in latest_save(desktop)
        kill_while_playing(desktop, executable, "Play Now" if over else "Continue")


def kill_while_playing(desktop, executable, button):
    """Lets the computers play at least two turns more, and kills the program."""
    before = latest_save(desktop)["turns"] if button == "Continue" else []
    with Program(desktop, executable) as program:
        program.press(button)
        shown = wait_for(lambda: len(turns := turns_listed(program)) >= len(before) + 2 and turns, "two more turns")
        program.kill()
    saved = latest_save(desktop)["turns"]
    assert saved[:len(before)] == before, f"{saved} does not go on from {before}"
    assert saved[:len(shown)] in (shown, shown[:-1]), f"{shown} was shown, but saved was {saved}"


def turns_listed(program):
    """Returns the turns of the move list in the notation of saved games."""
    listed = [re.match(r"Move \d+: \w+ played (\S+?)(?: and removed (\S+))?$", node.name) for node in program.all()]
    return ["x".join(filter(None, turn.groups())) for turn in listed if turn]
