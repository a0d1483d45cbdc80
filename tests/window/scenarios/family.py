# SPDX-License-Identifier: GPL-3.0-or-later
"""The family of mills: other boards and rules."""

import re

from desktop import wait_for
from files import saves, write
from program import Program

# What a row of the dialog is called.
MEN = "Men of each side"


def six_men(desktop, executable):
    """Chosen and played by keyboard alone, explained in words, a position set up by the same rules, and kept."""
    with Program(desktop, executable) as program:
        choose_rules(program, "Tab", "Tab")
        program.wait("Six men’s morris\nMedieval Europe: six men on two squares, nobody flies")
        program.press("Another person")
        program.press("Start Game")
        program.wait("White: place a man (6 in hand)")
        program.type("a5b4c5c4e5")
        program.wait("Mill! Remove a black man")
        program.key("shift+F1")
        program.wait_page("HowToPlay")
        program.wait("Each side has 6 men. White begins; in turn, each places a man on an empty point.")
        assert "Nobody flies." in " ".join(program.texts())
        program.key("alt+Left")
        program.wait_page("GamePage")
        program.type("c4")
        program.wait_title("^White played e5, closed a mill and removed c4 – Black to move$")
        # What is copied says by which rules.
        program.key("ctrl+shift+c")
        program.key("ctrl+v")
        program.wait_page("PositionPage")
        program.wait_point("b4", "black man")
        program.key("ctrl+q")
        program.wait_end()
        program.check_log()
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_title("^White played e5, closed a mill and removed c4 – Black to move$")


def position_by_other_rules(desktop, executable):
    """The page of positions shows the board of the rules that are chosen."""
    with Program(desktop, executable) as program:
        choose_rules(program, "Tab", "Tab", "Right", "Right", "Right")
        open_more(program)
        program.click("Starting position", "label")
        program.wait_page("PositionPage")
        program.type("b2")
        program.wait_point("b2", "white man")
        assert not program.shows("d6", "button")


def choose_rules(program, *keys):
    """Chooses rules on their page, by these keys from the set that is chosen."""
    program.wait_page("MainMenu")
    open_rules(program, *keys, "Return")
    program.wait_page("SetupPage")


def open_more(program):
    """Opens the last row of the set-up."""
    program.click("More", "label")
    # What it opens to moves into sight first: before, the button below would be hit.
    program.wait("The computer plays", "combo box", lambda row: row.box[1] + row.box[3] <= program.wait("Start Game", "button").box[1])


def open_rules(program, *keys):
    """Goes over the set-up to the page of rules, and presses keys there."""
    wait_for(lambda: program.page, "a page")
    program.key("ctrl+n")
    program.wait_page("SetupPage")
    program.click("Rules", "label")
    program.wait_page("RulesPage")
    if keys:
        program.key(*keys)


def own_rules(desktop, executable):
    """Rules of one's own are put together, warned of, played, saved with the game and by name, and taken back."""
    with Program(desktop, executable) as program:
        # Past the groups of sets, to the last.
        open_rules(program, *["Tab"] * 4)
        program.key("Return")
        program.wait("Your Own Rules", "window")
        program.type("At home")
        choose(program, "Made from", 12, "Tab")
        program.wait("Nothing differs from: Six men’s morris")
        choose(program, MEN, 9, "Tab", "Down")
        program.wait("Twice 12 men do not fit on 16 points.")
        choose(program, MEN, -5)
        program.wait(re.compile("What differs from: Six men’s morris\\nEach side has 7 men."))
        program.press("Save")
        program.wait_page("SetupPage")
        program.wait("At home\nMade from: Six men’s morris")
        program.press("Another person")
        program.press("Start Game")
        program.wait("White: place a man (7 in hand)")
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
    """Goes to a row of the dialog by keys, and chooses the value so many steps further down, or up, its list, which
    stands on the first value when it is opened first.
    """
    program.key(*keys, "space")
    program.choose_in_list(row, steps)


def own_rules_of_a_file(desktop, executable):
    """What no row of the dialog can say stays as the file says it."""
    write(desktop.settings, 'version = 1\n[rules]\nown = [{ name = "Old", rules = "six,quiet=7" }]\n')
    with Program(desktop, executable) as program:
        wait_for(lambda: program.page == "MainMenu", "the main menu")
        open_rules(program)
        program.press("Change These Rules")
        program.wait("Your Own Rules", "window")
        # Something else is changed meanwhile.
        program.key("End")
        program.type("er")
        program.press("Save")
        program.wait_page("SetupPage")
        wait_for(lambda: "Older" in desktop.settings.read_text(), "the new name in the settings")
        assert "six,quiet=7" in desktop.settings.read_text(), desktop.settings.read_text()
