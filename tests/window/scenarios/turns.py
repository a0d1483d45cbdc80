# SPDX-License-Identifier: GPL-3.0-or-later
"""Turns of the moving phase, and what refuses them."""

from files import write_save
from program import Program, at

# White: a4 c5 d7 g4. Black: b6 d6 e5 g1.
POSITION = ".W./BB./W.B/W....W/.../.../..B w 0 0"


def moving(desktop, executable):
    """A man is picked up and put down, moved by click, by dragging, by arrows and by typing; words say what can be."""
    write_save(desktop, "moving", start=POSITION)
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_title("^White to move$")
        pick_up(program)
        refused(program)
        every_way(program)


def pick_up(program):
    """Only where the man can go, one can move."""
    program.click(at("a4"))
    for point in ("a7", "a1", "b4"):
        program.wait_point(point, "empty")
    program.wait_point("c4", "empty")
    program.wait_point("b6", "black man")
    program.key("Escape")
    program.wait_point("a7", "empty")


def refused(program):
    """What cannot be is refused with its reason, and nothing changes."""
    men = program.men()
    for points, reason in (
        (["c3"], "No man stands on c3: choose one of yours"),
        (["b6"], "That man belongs to the other side"),
        (["a4", "g7"], "No line leads from a4 to g7"),
    ):
        for point in points:
            program.click(at(point))
        program.wait(reason)
    program.key("Escape")
    program.wait_point("a7", "empty")
    assert program.men() == men, program.men()


def every_way(program):
    """Click and click, drag, arrows and Enter, typed."""
    program.click(at("a4"))
    program.wait_point("a7", "empty")
    program.click(at("a7"))
    program.wait_title("^White played a4-a7 – Black to move$")
    program.drag("g1", "d1")
    program.wait_title("^Black played g1-d1 – White to move$")
    program.click(at("g4"))
    program.wait_point("f4", "empty")
    program.key("Left", "space")
    program.wait_title("^White played g4-f4 – Black to move$")
    program.type("d1g1")
    program.wait_title("^Black played d1-g1 – White to move$")
