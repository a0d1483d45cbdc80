# SPDX-License-Identifier: GPL-3.0-or-later
"""The family of mills: other boards and rules."""

from program import Program


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
        program.key("F1")
        program.wait_page("HowToPlay")
        program.wait("Each side has 6 men. White begins; in turn, each places a man on an empty point.")
        assert "Nobody flies." in " ".join(program.texts())
        program.key("alt+Left")
        program.wait_page("GamePage")
        program.type("c4")
        program.wait_title("^White played e5 and removed c4 – Black to move$")
        program.key("ctrl+q")
        program.wait_end()
        program.check_log()
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_title("^White played e5 and removed c4 – Black to move$")


def position_by_other_rules(desktop, executable):
    """The page of positions shows the board of the rules that are chosen."""
    with Program(desktop, executable) as program:
        choose_rules(program, "Tab", "Tab", "Right", "Right", "Right")
        program.click("Starting position", "label")
        program.wait_page("PositionPage")
        program.type("b2")
        program.wait_point("b2", "white man")
        assert not program.shows("d6", "button")


def choose_rules(program, *keys):
    """Goes to the set-up, and on the page of rules from the set that is chosen by these keys to another."""
    program.wait_page("MainMenu")
    program.key("ctrl+n")
    program.wait_page("SetupPage")
    program.click("Rules", "label")
    program.wait_page("RulesPage")
    program.key(*keys, "Return")
    program.wait_page("SetupPage")
