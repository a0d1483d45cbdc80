# SPDX-License-Identifier: GPL-3.0-or-later
"""The first start, and a whole session: set up a game, play, leave, come back."""

from bus import CHECKED
from desktop import animated, wait_for
from files import latest_save, saves
from program import POINTS, Program, at

# The words for an empty point.
TARGET = "empty"


def first_start(desktop, executable):
    """On a first start, one click leads to a board against an easy computer."""
    with Program(desktop, executable) as program:
        assert not program.all("Continue"), "nothing to continue at a first start"
        program.click("Play Now")
        program.wait_title("White to move$")
        assert program.men() == dict.fromkeys(POINTS, TARGET), program.men()
        program.click(at("d6"))
        program.wait_point("d6", "white piece")
        program.wait_title(r"^Black played [a-g][1-7]\b.* – White to move$")
        wait_for(
            lambda: sorted(words for words in program.men().values() if words != TARGET) == ["black piece", "white piece"],
            "a piece of each",
        )
        wait_for(lambda: saves(desktop) and len(latest_save(desktop)["turns"]) == 2, "both turns in the file")


def started_by_buttons(desktop, executable):
    """A game is started by accessible buttons alone, as debian/tests requires of the package."""
    with Program(desktop, executable) as program:
        program.press("Play Now")
        program.wait_title("White to move$")
        program.play("d6")
        program.wait_title(r"^Black played [a-g][1-7]\b.* – White to move$")


@animated
def an_evening(desktop, executable):
    """Two people set up a game, play by button, pointer, and keyboard, pause, save, quit, and come back."""
    with Program(desktop, executable) as program:
        set_up(program)
        place_men(program)
        close_a_mill(program)
        take_back(program)
        rest(program)
        save(program)
        men = program.men()
        program.key("ctrl+q")
        program.wait_end()
        program.check_log()
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_title("^White played g7, closed a mill, and removed a1 – Black to move$")
        assert program.men() == men, program.men()


def set_up(program):
    """Sets up a game of two people by rules without draws."""
    program.press("New Game…")
    program.press("Another Person")
    # The rows below move.
    program.wait("Your Name", "text box")
    program.press("All Rules…")
    program.wait_page("RulesPage")
    program.click("No Draws", "label")
    program.wait_page("SetupPage")
    program.wait("No Draws", "radio", lambda card: card.has(CHECKED))
    program.press("Start Game")
    program.wait("White: place a piece (9 in hand)")


def place_men(program):
    """Places men by accessible buttons, by pointer, and by keyboard until Black has a mill."""
    program.play("a7", "b6")
    program.wait_point("b6", "black piece")
    for point, words in (("d7", "white piece"), ("f6", "black piece")):
        program.click(at(point))
        program.wait_point(point, words)
    program.type("c3")
    program.wait_point("c3", "white piece")
    # From f6, which still has the keyboard focus, to d6.
    program.key("Left", "Return")
    program.wait("Mill! Remove a white piece")
    for point in ("b6", "d6", "f6"):
        program.wait_point(point, "black piece, in a mill")
    program.type("c3")
    program.wait_title("^Black played d6, closed a mill, and removed c3 – White to move$")


def close_a_mill(program):
    """Closes a mill of White and removes the only black piece that is not in a mill."""
    program.play("c4", "a1", "g7")
    program.wait("Mill! Remove a black piece")
    program.wait_point("a1", "black piece")
    program.wait_point("b6", "black piece, in a mill")
    program.wait_point("a7", "white piece, in a mill")
    program.click(at("b6"))
    program.wait("That piece is protected by its mill")
    program.click(at("a1"))
    program.wait_point("a1", TARGET)
    program.click(at("a7"))
    program.wait("There is already a piece on a7")


def take_back(program):
    """Undoes the removal, which restores the man, and redoes it."""
    program.key("ctrl+z")
    program.wait_point("a1", "black piece")
    program.wait_point("g7", TARGET)
    program.key("ctrl+shift+z")
    program.wait_point("a1", TARGET)
    program.wait_point("g7", "white piece, in a mill")
    program.press("Undo")
    program.wait_point("g7", TARGET)
    program.key("ctrl+shift+z")
    program.wait_point("g7", "white piece, in a mill")


def rest(program):
    """Pauses the game, which hides the board."""
    program.key("p")
    program.wait("Resume")
    wait_for(lambda: not program.men(), "the board to be hidden")
    program.press("Resume")
    program.wait_point("g7", "white piece, in a mill")


def save(program):
    """Saves the game with a name."""
    program.key("ctrl+s")
    program.wait("Save Game", "dialog")
    program.type("An evening")
    program.key("Return")
    program.wait_gone("Save Game")
