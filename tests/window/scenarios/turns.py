# SPDX-License-Identifier: GPL-3.0-or-later
"""Turns of the moving phase, and refusals."""

import re

from bus import FOCUSED
from desktop import animated, wait_for
from files import write_save
from program import Program, at

# White: a4 c5 d7 g4. Black: b6 d6 e5 g1.
POSITION = ".W./BB./W.B/W....W/.../.../..B w 0 0"


@animated
def moving(desktop, executable):
    """A man is picked up and put down, and moved by click, by drag, by arrow keys, and by typing."""
    write_save(desktop, "moving", start=POSITION)
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_title("White to move$")
        pick_up(program)
        refused(program)
        every_way(program)


def after_a_menu(desktop, executable):
    """After a menu is left, in any way, the focus is where it was before, and the key that closes the menu does nothing else."""
    write_save(desktop, "moving", start=POSITION)
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        has_keyboard(program, "Continue")
        leave_menu(program, (), "Settings")
        has_keyboard(program, "Continue")
        program.press("Continue")
        has_keyboard(program, at("d7"))
        program.key("Right")
        for keys, shown in (((), "New Game…"), (("Down", "Return"), "Resign")):
            leave_menu(program, keys, shown)
            has_keyboard(program, at("g7"))
            assert program.page == "GamePage", program.page
        leave_menu(program, ("Down", "Down", "Return"), "Flip Board", "Down", "Return")
        has_keyboard(program, at("g7"))
        open_menu(program, ("Down", "Return"), "Resign")
        x, y = program.place_of("Moves will appear here")
        program.tool("mousemove", x, y, "click", 1)
        has_keyboard(program, at("g7"))
        program.type("a4a7")
        program.wait_title("^White played a4-a7 – Black to move$")
        program.key("ctrl+o")
        program.wait_page("SavedGamesPage")
        program.click("Menu", "button")
        program.wait(role="menu item")
        program.key("Escape")
        has_keyboard(program, re.compile("Menu.*"))
        # A page that the menu opens keeps the focus.
        program.key("Escape")
        program.wait_page("GamePage")
        open_menu(program, ("Down", "Return"), "Resign")
        program.press("Resign", "menu item")
        # The question has the focus on the answer that changes nothing.
        has_keyboard(program, "Cancel")
        program.press("Resign", "button")
        has_keyboard(program, "Rematch")


def menu_of_past_choices(desktop, executable):
    """A menu opens even if its last entry can no longer be chosen, and its keys stay in it."""
    write_save(desktop, "moving", start=POSITION)
    with Program(desktop, executable) as program:
        program.press("Continue")
        has_keyboard(program, at("d7"))
        open_menu(program, ("Down", "Right"), "Resign")
        for _ in range(8):
            program.key("Down")
            if any(node.has(FOCUSED) for node in program.all("Resign", "menu item")):
                break
        program.key("Return")
        program.press("Resign", "button")
        program.wait_title("White has resigned")
        open_menu(program, ("Down", "Right"), "Resign")
        for key in ("Down", "Down", "Up"):
            program.wait(role="menu item", where=lambda node: node.has(FOCUSED))
            program.key(key)
        program.wait(role="menu item", where=lambda node: node.has(FOCUSED) and node.name != "Game")
        program.key("Escape")
        wait_for(lambda: program.look() and not program.all(role="menu item"), "the end of the menu")
        assert program.page == "GamePage", program.page


def open_menu(program, keys, shown):
    """Opens the menu by keyboard, and presses these keys until an entry is shown."""
    program.key("F10")
    program.wait(role="menu item", where=lambda node: node.has(FOCUSED))
    program.key(*keys or ("Down", "Up"))
    program.wait(shown, "menu item")


def leave_menu(program, keys, shown, *leave):
    """Opens the menu by `open_menu` and leaves it, by Escape or by other keys."""
    open_menu(program, keys, shown)
    program.key(*leave or ("Escape",))
    wait_for(lambda: program.look() and not program.all(role="menu item"), "the end of the menu")


def has_keyboard(program, name):
    """Waits until an object has the focus."""
    program.wait(name, where=lambda node: node.has(FOCUSED))


def pick_up(program):
    """Picks up a man, and puts it down by Escape. The labels of points do not change."""
    program.click(at("a4"))
    for point in ("a7", "a1", "b4"):
        program.wait_point(point, "empty")
    program.wait_point("c4", "empty")
    program.wait_point("b6", "black piece")
    program.key("Escape")
    program.wait_point("a7", "empty")


def refused(program):
    """Checks that impossible moves are refused with a reason, and change nothing."""
    men = program.men()
    for points, reason in (
        (["c3"], "c3 is empty: choose one of your pieces"),
        (["b6"], "That piece belongs to your opponent"),
        (["a4", "g7"], "No line leads from a4 to g7"),
    ):
        for point in points:
            program.click(at(point))
        program.wait(reason)
    program.key("Escape")
    program.wait_point("a7", "empty")
    assert program.men() == men, program.men()


def every_way(program):
    """Moves by two clicks, by drag, by arrow keys and space, and by typing."""
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
