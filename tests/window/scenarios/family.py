# SPDX-License-Identifier: GPL-3.0-or-later
"""Other boards and rules."""

import re

from desktop import wait_for
from files import saves, write
from program import Program

# Name of a row of the dialog.
MEN = "Pieces of each player"


def six_men(desktop, executable):
    """Six men's morris is chosen and played by keyboard, has its own rules text, and its games and positions keep the rules."""
    with Program(desktop, executable) as program:
        choose_rules(program, "Tab", "Tab")
        program.wait("Six men’s morris\nMedieval Europe: six pieces on two squares, no flying")
        program.press("Another person")
        program.press("Start Game")
        program.wait("White: place a piece (6 in hand)")
        program.type("a5b4c5c4e5")
        program.wait("Mill! Remove a black piece")
        program.key("shift+F1")
        program.wait_page("HowToPlay")
        program.wait("Each player has 6 pieces. White starts. Take turns placing a piece on any empty point.")
        assert "There is no flying." in " ".join(program.texts())
        program.key("alt+Left")
        program.wait_page("GamePage")
        program.type("c4")
        program.wait_title("^White played e5, closed a mill and removed c4 – Black to move$")
        # A copied position includes its rules.
        program.key("ctrl+shift+c")
        program.key("ctrl+v")
        program.wait_page("PositionPage")
        program.wait_point("b4", "black piece")
        program.key("ctrl+q")
        program.wait_end()
        program.check_log()
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_title("^White played e5, closed a mill and removed c4 – Black to move$")


def position_by_other_rules(desktop, executable):
    """The position page shows the board of the chosen rules."""
    with Program(desktop, executable) as program:
        choose_rules(program, "Tab", "Tab", "Right", "Right", "Right")
        open_more(program)
        program.click("Starting position", "label")
        program.wait_page("PositionPage")
        program.type("b2")
        program.wait_point("b2", "white piece")
        assert not program.shows("d6", "button")


def choose_rules(program, *keys):
    """Chooses rules on their page. The keys start at the set of rules that is chosen now."""
    program.wait_page("MainMenu")
    open_rules(program, *keys, "Return")
    program.wait_page("SetupPage")


def open_more(program):
    """Opens the last row of the setup page."""
    program.click("More", "label")
    # The expanded rows scroll into view first. Before that, a click would hit the button below.
    program.wait("The computer plays", "combo box", lambda row: row.box[1] + row.box[3] <= program.wait("Start Game", "button").box[1])


def open_rules(program, *keys):
    """Goes to the rules page by way of the setup page, and presses keys there."""
    wait_for(lambda: program.page, "a page")
    program.key("ctrl+n")
    program.wait_page("SetupPage")
    program.click("Rules", "label")
    program.wait_page("RulesPage")
    if keys:
        program.key(*keys)


def own_rules(desktop, executable):
    """Custom rules are made, warned about, played, saved with the game and by name, and removed."""
    with Program(desktop, executable) as program:
        # Past the groups of rules to the last one.
        open_rules(program, *["Tab"] * 4)
        program.key("Return")
        program.wait("Your Own Rules", "window")
        program.type("At home")
        choose(program, "Made from", 12, "Tab")
        program.wait("Nothing differs from: Six men’s morris")
        choose(program, MEN, 9, "Tab", "Down")
        program.wait("There are not enough points (16) for 12 pieces each.")
        choose(program, MEN, -5)
        program.wait(re.compile("What differs from: Six men’s morris\\nEach player has 7 pieces."))
        program.press("Save")
        program.wait_page("SetupPage")
        program.wait("At home\nMade from: Six men’s morris")
        program.press("Another person")
        program.press("Start Game")
        program.wait("White: place a piece (7 in hand)")
        program.type("a5b4")
        wait_for(lambda: saves(desktop) and 'base = "six", men = 7, name = "At home"' in saves(desktop)[0].read_text(),
                 "the rules in the file")
        program.key("ctrl+q")
        program.wait_end()
        program.check_log()
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        program.key("p")
        program.wait("At home · 2 moves")
        open_rules(program)
        program.press("Change These Rules")
        program.wait("Your Own Rules", "window")
        program.press("Remove")
        program.wait_gone("Change These Rules")


def choose(program, row, steps, *keys):
    """Goes to a row of the dialog by keys, and chooses a value from its list: this many steps down,
    or up if negative. A list that is opened for the first time has its first value selected.
    """
    program.key(*keys, "space")
    program.choose_in_list(row, steps)


def own_rules_of_a_file(desktop, executable):
    """Custom rules from a file that the dialog has no row for stay as they are."""
    write(desktop.settings, 'version = 1\n[rules]\nown = [{ name = "Old", rules = "six,quiet=7" }]\n')
    with Program(desktop, executable) as program:
        wait_for(lambda: program.page == "MainMenu", "the main menu")
        open_rules(program)
        program.press("Change These Rules")
        program.wait("Your Own Rules", "window")
        # Another value is changed.
        program.key("End")
        program.type("er")
        program.press("Save")
        program.wait_page("SetupPage")
        wait_for(lambda: "Older" in desktop.settings.read_text(), "the new name in the settings")
        assert "six,quiet=7" in desktop.settings.read_text(), desktop.settings.read_text()
