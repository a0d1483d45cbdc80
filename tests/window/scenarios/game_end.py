# SPDX-License-Identifier: GPL-3.0-or-later
"""How games end, and what follows."""

import re
import time

from desktop import animated, wait_for
from bus import FOCUSED
from files import computer, write_save, write_settings
from program import Program, at

# White can close a mill with g4-g7. Black has only three men: c3 b2 g1.
LAST_TURN = "WW./.../W../.....W/B../B../..B w 0 0"


def win_and_rematch(desktop, executable):
    """Removing one of the last three men wins: the result has its reason, undo works, and a rematch from the same position swaps colors."""
    write_save(desktop, "last-turn", black=computer(1), start=LAST_TURN)
    with Program(desktop, executable) as program:
        program.press("Continue")
        win(program)
        program.key("ctrl+z")
        program.wait_point("g1", "black piece")
        program.wait_gone("You have won!")
        program.wait(re.compile("[a-g][1-7], .*"), where=lambda node: node.has(FOCUSED))
        win(program)
        program.press("Rematch")
        # The computer plays White now, and any of its moves may end the game.
        program.wait_title("^White played ")
        men = [man.split(",")[0] for man in program.men().values()]
        assert men.count("white piece") == 4 and 2 <= men.count("black piece") <= 3, men


def win(program):
    """Closes the mill and removes one of the last three men."""
    program.play("g4", "g7")
    program.wait("Mill! Remove a black piece")
    program.play("g1")
    program.wait("You have won!")
    program.wait("Black has fewer than three pieces.")
    program.wait_title("^White played g4-g7, closed a mill, and removed g1 – You have won! Black has fewer than three pieces.$")
    program.click(at("a7"))
    program.wait("The game is over")


def quit_in_dialogs(desktop, executable):
    """Ctrl+Q quits from any dialog, and the process ends."""
    dialogs = ((("Play Now",), ("ctrl+question",), "Search"),
               (("Play Now",), ("ctrl+s",), "Games are saved automatically. A name makes this one easier to find."))
    for pressed, keys, shown in dialogs:
        with Program(desktop, executable) as program:
            for name in pressed:
                program.press(name)
                program.wait_page("GamePage")
            program.key(*keys)
            program.wait(shown)
            program.key("ctrl+q")
            program.wait_end()


@animated
def two_computers(desktop, executable):
    """The computer plays a whole game against itself at level 2, sped up by Move Now."""
    watch = {"opponent": "watch", "level": 2, "second_level": 2}
    write_settings(desktop, game=watch, look={"animation": "fast"}, sound={"on": False})
    with Program(desktop, executable) as program:
        program.press("Play Now")
        program.wait_title(" played ")
        while not program.shows("Rematch"):
            program.key("ctrl+m", "ctrl+m", "ctrl+m", "ctrl+m")
        program.wait("Rematch")


def watched_at_a_pace(desktop, executable):
    """A game between computers goes at a move a second; it is paused, played move by move, and goes on."""
    watch = {"opponent": "watch", "level": 1, "second_level": 1}
    write_settings(desktop, game=watch, look={"animation": "off"}, sound={"on": False})
    with Program(desktop, executable) as program:
        program.press("Play Now")
        program.wait_title(" played ")
        another_move(program)
        program.press("Pause", "button")
        program.wait("Game paused")
        rests(program)
        before = program.title
        program.press("Play One Move")
        wait_for(lambda: program.title != before and " played " in program.title, "a single move")
        rests(program)
        program.press("Resume")
        another_move(program)


def another_move(program):
    """Waits for another announced move."""
    before = program.title
    wait_for(lambda: program.title != before and " played " in program.title, "another move")


def rests(program):
    """Checks that no move is played for a while."""
    time.sleep(0.5)
    before = program.title
    time.sleep(1.6)
    assert program.title == before, f"{program.title}, after {before}"
