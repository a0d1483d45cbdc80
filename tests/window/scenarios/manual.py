# SPDX-License-Identifier: GPL-3.0-or-later
"""The help."""

import re

from bus import FOCUSED
from files import write_save, write_settings
from program import Program


def help_pages(desktop, executable):
    """F1 opens the help for the current page, links lead to other pages and Escape back, and the help follows the language."""
    write_save(desktop, "open", "d6 f4 d2")
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("F1")
        program.wait_page("HelpPage")
        # The main menu has the name of the program already.
        program.wait_title("^Help$")
        program.press("Settings and Solved Positions", "button")
        program.wait("Looks and Sound", "heading")
        program.wait_title("^Settings and Solved Positions$")
        program.key("Escape")
        program.wait("History", "button")
        program.key("Escape")
        program.wait_page("MainMenu")

        program.press("Continue")
        program.wait_page("GamePage")
        program.key("F1")
        program.wait_page("HelpPage")
        # The focused section is read in full. Here that is the first section, and the next one
        # after its link.
        program.wait("How to Play the Game", "group", lambda node: node.has(FOCUSED))
        program.key("Down", "Down")
        program.wait("Place", "group", lambda node: node.has(FOCUSED))
        program.key("Up")
        program.wait(re.compile("Try to leave your opponent .*"), "label", lambda node: node.has(FOCUSED))
        # Links to other pages are at the end, because links within a text are hard to reach.
        program.press("Rules: Nine to Twelve Pieces", "button")
        program.wait("With Diagonals", "heading")
        program.key("F1")
        program.wait("History", "button")
        # Each Escape leads to the previous page, and the last one to the game.
        program.key("Escape")
        program.wait("With Diagonals", "heading")
        program.key("Escape")
        program.wait("Close a Mill", "heading")
        program.key("alt+Left")
        program.wait_page("GamePage")

        program.click("Menu", "button")
        program.press("Help", "menu item")
        program.press("Contents", "menu item")
        program.wait("History", "button")
        program.key("shift+F1")
        program.wait_page("HowToPlay")
        program.key("ctrl+q")
        program.wait_end()
        program.check_log()

    write_settings(desktop, look={"language": "de"})
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("ctrl+comma")
        program.wait_page("SettingsPage")
        program.key("F1")
        program.wait_page("HelpPage")
        program.wait("Aussehen und Ton", "heading")
        program.press("Inhalt", "button")
        program.press("Geschichte", "button")
        program.wait("Die ältesten Bretter", "heading")
        for _ in range(3):
            program.key("Escape")
        program.wait_page("SettingsPage")
        # The first row of the list is the language of the system.
        program.choose("Sprache", -20)
        program.wait("Language")
        program.key("F1")
        program.wait("Looks and Sound", "heading")
        program.check_log()
