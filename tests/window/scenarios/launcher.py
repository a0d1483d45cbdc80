# SPDX-License-Identifier: GPL-3.0-or-later
"""The actions in the menu of the program's icon, on the bus and as options."""

from desktop import wait_for
from files import write_save
from program import Program

ID = "io.github.ninemensmorris.NineMensMorris"
MOVES = "d6 f4 d2 b4"


def activate(desktop, action):
    """Activates an action on the bus, as a desktop does."""
    desktop.run_tool("gdbus", "call", "--session", "--dest", ID, "--object-path", "/" + ID.replace(".", "/"),
                     "--method", "org.freedesktop.Application.ActivateAction", action, "[]", "{}")


def is_owned(desktop):
    """Returns whether the program has its name on the bus."""
    return "true" in desktop.run_tool("gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path",
                                      "/org/freedesktop/DBus", "--method", "org.freedesktop.DBus.NameHasOwner", ID)


def actions_of_the_icon(desktop, executable):
    """Continue and Puzzle of the Day work whether or not the program runs, without a bus and with it."""
    with Program(desktop, executable, ["--continue"]) as program:
        program.wait("There is no unfinished game")
        program.wait_page("MainMenu")
        program.key("ctrl+n")
        program.wait_page("SetupPage")
        write_save(desktop, "a", MOVES, saved="2026-11-20T19:42:00Z")
        desktop.run_tool(executable, "--continue")
        program.wait_title("White to move$")
        program.wait_point("b4", "black piece")
        desktop.run_tool(executable, "--puzzle-of-the-day")
        program.wait_page("PracticePage")
        activate(desktop, "continue")
        program.wait_page("GamePage")
        activate(desktop, "puzzle-of-the-day")
        program.wait_page("PracticePage")
        program.key("ctrl+q")
        program.wait_end()
    with Program(desktop, executable, ["--puzzle-of-the-day"]) as program:
        program.wait_page("PracticePage")
        program.key("ctrl+q")
        program.wait_end()
    # The bus starts the program without a window, and then activates the action.
    with Program(desktop, executable, ["--gapplication-service"]) as program:
        wait_for(lambda: is_owned(desktop), "the name on the bus")
        activate(desktop, "continue")
        program.wait_title("White to move$")
        program.key("ctrl+q")
        program.wait_end()
    # An option that sets up a game has no effect beside a file, and says so.
    with Program(desktop, executable, ["--white", "level:1", desktop.saves / "a.toml"]) as program:
        program.wait_point("b4", "black piece")
        assert "options and files cannot be combined" in program.log
        program.forgive()
