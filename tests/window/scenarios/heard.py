# SPDX-License-Identifier: GPL-3.0-or-later
"""What somebody hears who plays with Orca."""

import re
import tomllib

from desktop import Failure, wait_for
from files import latest_save, saves, write_settings
from moves import quiet_turn
from program import Program
from speech import start_orca

ROUNDS = 10
# A voice that comes later is of no use, in seconds.
SOON = 15
# Nobody plays before Orca has found the window; it is silent for so long then.
SILENCE = 1


def orca_says_each_turn(desktop, executable):
    """In ten rounds by keyboard each turn of the computer is said once, in its order, with what it has removed; and the
    list beside the board is not called by the name of a class.
    """
    write_settings(desktop, game={"opponent": "computer", "level": 1, "begins": "you"}, sound={"on": False})
    listener = start_orca(desktop)
    with Program(desktop, executable) as program:
        program.wait("Play Now")
        program.key("Return")
        program.wait_page("GamePage")
        wait_for(lambda: any(re.match(r"[a-g][1-7]\b", message) for message in listener.spoken), "the first point")
        listener.wait_for_silence(SILENCE)
        for _ in range(ROUNDS):
            turns = turns_saved(desktop)
            if turns and "result" in latest_save(desktop):
                break
            before = len(listener.spoken)
            program.type(quiet_turn(turns))
            answered = wait_for(lambda count=len(turns): len(now := turns_saved(desktop)) >= count + 2 and now, "an answer")
            wait_until_said(listener, answered[-1], before)
        check(listener.spoken, turns_saved(desktop)[1::2])
        program.key("Tab")
        wait_for(lambda: any("Move List" in message for message in listener.spoken), "the list of turns")
        listener.wait_for_silence(SILENCE)
        assert not any("GtkStackPage" in message for message in listener.spoken), listener.spoken


def turns_saved(desktop):
    """The turns played so far."""
    try:
        return latest_save(desktop)["turns"] if saves(desktop) else []
    except (tomllib.TOMLDecodeError, FileNotFoundError):
        return []


def wait_until_said(listener, turn, before):
    """Waits a while; whether it was said is looked at in the end."""
    try:
        wait_for(lambda: any(says(message, turn) for message in listener.spoken[before:]), turn, seconds=SOON)
    except Failure:
        pass


def says(message, turn):
    """Whether a message tells of this turn of Black, and of what it has removed."""
    words = r"\b.*\b".join(rf"(?<![-\w]){part}(?![-\w])" for part in turn.split("x"))
    return re.search(rf"\bBlack\b.*{words}", message)


def check(spoken, turns):
    """Each turn once, one after the other."""
    found = [[index for index, message in enumerate(spoken) if says(message, turn)] for turn in turns]
    faults = [f"{turn} was said {len(places)} times" for turn, places in zip(turns, found, strict=True) if len(places) != 1]
    firsts = [places[0] for places in found if places]
    if firsts != sorted(firsts):
        faults.append(f"not in their order: {turns}")
    if faults:
        raise Failure("\n".join((*faults, "Said was:", *spoken)))
