# SPDX-License-Identifier: GPL-3.0-or-later
"""Other boards and rules."""

import re

from bus import CHECKED, FOCUSED
from desktop import wait_for
from files import saves
from program import Program
from scenarios.programs import go_to

# Name of a row of the dialog.
MEN = "Pieces per Player"


def six_men(desktop, executable):
    """Six men's morris is chosen by its card, has its own rules text, and continues after the program has ended."""
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("ctrl+n")
        program.wait_page("SetupPage")
        program.press("Six Men’s Morris", "radio")
        program.wait("Six Men’s Morris", "radio", lambda card: card.has(CHECKED))
        program.press("Another Person")
        program.press("Start Game")
        program.wait("White: place a piece (6 in hand)")
        program.type("a5b4c5c4e5")
        program.wait("Mill! Remove a black piece")
        program.key("shift+F1")
        program.wait_page("HowToPlay")
        program.wait("Each player has 6 pieces. White starts. Take turns placing a piece on any empty point.")
        program.key("alt+Left")
        program.wait_page("GamePage")
        program.type("c4")
        program.wait_title("^White played e5, closed a mill, and removed c4 – Black to move$")
        program.key("ctrl+q")
        program.wait_end()
        program.check_log()
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_title("^White played e5, closed a mill, and removed c4 – Black to move$")


def rules_page_by_keys(desktop, executable):
    """On the rules page, each list is one stop, the chosen rules are marked and spoken, and every way back keeps the place."""
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("ctrl+n")
        program.wait_page("SetupPage")
        go_to(program, "All Rules…", "button")
        program.key("Return")
        program.wait_page("RulesPage")
        program.wait("Standard", "radio", lambda row: has_keyboard(row) and row.has(CHECKED))
        program.wait("Three Squares", "heading")
        program.key("Down")
        program.wait("No Draws", "radio", has_keyboard)
        program.key("Tab")
        program.wait("Full Rules", "button", has_keyboard)
        program.key("Return")
        program.wait_page("HowToPlay")
        program.wait_title("^Full Rules – No Draws$")
        program.key("Escape")
        program.wait_page("RulesPage")
        program.wait("Full Rules", "button", has_keyboard)
        program.key("Escape")
        program.wait_page("SetupPage")
        program.wait("All Rules…", "button", has_keyboard)
        program.key("Return")
        program.wait("Standard", "radio", lambda row: has_keyboard(row) and row.has(CHECKED))
        program.key("Tab", "Tab")
        program.wait("Twelve Men’s Morris", "radio", has_keyboard)
        program.key("Down", "Return")
        program.wait_page("SetupPage")
        program.wait("Morabaraba", "radio", lambda card: has_keyboard(card) and card.has(CHECKED))
        program.key("Return")
        program.wait_page("GamePage")


def has_keyboard(node):
    """Returns whether an object has the focus."""
    return node.has(FOCUSED)


def open_rules(program):
    """Goes to the rules page by way of the setup page."""
    wait_for(lambda: program.page, "a page")
    program.key("ctrl+n")
    program.wait_page("SetupPage")
    program.press("All Rules…")
    program.wait_page("RulesPage")


def own_rules(desktop, executable):
    """Custom rules are made by keys, warned about, and played, and the game keeps them."""
    with Program(desktop, executable) as program:
        open_rules(program)
        go_to(program, "New Rules…", "button")
        program.key("Return")
        program.wait("New Rules", "window")
        program.type("At home")
        choose(program, "Based On", 16, "Tab")
        program.wait("Same as Six Men’s Morris")
        choose(program, MEN, 9, "Tab", "Down")
        program.wait("There are not enough points (16) for 12 pieces each.", "label")
        # Screen readers speak it, too.
        wait_for(lambda: program.all(re.compile("There are not enough points .*"), "window"), "the reason in the title")
        choose(program, MEN, -5)
        program.wait(re.compile("Differences from Six Men’s Morris\\nEach player has 7 pieces."))
        program.press("Save")
        program.wait_page("SetupPage")
        program.wait("At home", "radio", lambda card: card.has(CHECKED))
        program.press("Another Person")
        program.press("Start Game")
        program.wait("White: place a piece (7 in hand)")
        program.type("a5")
        wait_for(lambda: saves(desktop) and 'base = "six", men = 7, name = "At home"' in saves(desktop)[0].read_text(),
                 "the rules in the file")
        program.check_log()


def choose(program, row, steps, *keys):
    """Goes to a row of the dialog by keys, and chooses a value from its list: this many steps down,
    or up if negative. A list that is opened for the first time has its first value selected.
    """
    program.key(*keys, "space")
    program.choose_in_list(row, steps)
