# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything can be reached by keyboard: Tab goes once around each page, and each stop has a name."""

import re

from bus import CHECKED, SENSITIVE
from desktop import Failure
from files import write_save
from program import Program
from walk import Walk

from .network import CODE, set_up

TURNS = "d6 f4 d2 b4 f6 b2"


class Faults:
    """Collects the faults of all pages, and reports them at once."""

    def __init__(self):
        self.lines = []

    def look_at(self, program, page):
        """Goes around a page."""
        self.lines += [f"{page}: {fault}" for fault in Walk(program).go_round()]

    def tell(self):
        """Raises a Failure if there was any fault."""
        if self.lines:
            raise Failure("\n".join(self.lines))


def tab_through_pages(desktop, executable):
    """Tab reaches everything on the pages around a game."""
    write_save(desktop, "one", TURNS, name="Alpha")
    write_save(desktop, "two", "d6 f4 d2", name="Beta")
    faults = Faults()
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        faults.look_at(program, "the main menu")
        for key, page in (("ctrl+o", "SavedGamesPage"), ("ctrl+comma", "SettingsPage"), ("shift+F1", "HowToPlay"),
                          ("F1", "HelpPage")):
            program.key(key)
            program.wait_page(page)
            if page == "SavedGamesPage":
                program.wait(re.compile("Beta, .*"))
            faults.look_at(program, page)
            program.key("alt+Left")
            program.wait_page("MainMenu")
        program.press("Practice")
        program.wait_page("PracticePage")
        program.wait(re.compile("Difficulty [0-9]+"))
        faults.look_at(program, "the practice page")
        program.press(re.compile("Rated Puzzles.*"), "button")
        program.wait_page("PuzzlePage")
        program.wait(re.compile("Difficulty [0-9]+"))
        faults.look_at(program, "a puzzle")
        program.key("alt+Left")
        program.wait_page("PracticePage")
        program.press(re.compile("Win: 5 against 4.*"), "button")
        program.wait_page("EndgamePage")
        program.wait(re.compile("White to move and win.*"))
        faults.look_at(program, "an endgame")
        program.key("alt+Left")
        program.wait_page("PracticePage")
        program.press(re.compile("Is This a Mistake.*"), "button")
        program.wait_page("JudgmentPage")
        program.wait("Yes (Y)", "button", lambda button: button.has(SENSITIVE))
        faults.look_at(program, "a question")
        program.key("alt+Left", "alt+Left")
        program.wait_page("MainMenu")
        program.key("ctrl+question")
        program.wait("Undo")
        faults.look_at(program, "the shortcuts")
    faults.tell()


def tab_through_set_up(desktop, executable):
    """Tab reaches everything on the setup page with each kind of opponent, and in the dialog of a program."""
    faults = Faults()
    with Program(desktop, executable) as program:
        program.press("New Game…")
        for opponent in ("Computer", "Another Person", "Friend Elsewhere", "Watch the Computer Play Itself", "Program"):
            program.press(opponent, "radio")
            # GTK chooses it a quarter of a second later.
            program.wait(re.compile(f"(Opponent: )?{opponent}"), "radio", lambda radio: radio.has(CHECKED))
            faults.look_at(program, f"the set-up against {opponent!r}")
        program.press("Add Program…")
        program.wait("Name", "text box")
        faults.look_at(program, "the dialog of a program")
    faults.tell()


def tab_through_network(desktop, executable):
    """Tab reaches everything in the set-up of a table in this network, and on the page of that table."""
    with Program(desktop, executable) as program:
        set_up(program, "Ann")
        # Tables of other scenarios may come and go during a walk.
        for _ in range(3):
            faults = Faults()
            faults.look_at(program, "the set-up of a table")
            if not faults.lines:
                break
        program.press("Open a Table", "button")
        program.press("Open", "button")
        program.wait_page("NetworkPage")
        program.wait(CODE)
        faults.look_at(program, "the table")
    faults.tell()


def tab_through_game(desktop, executable):
    """Tab reaches everything in a game with some turns, its review, its pause, and its position."""
    write_save(desktop, "one", TURNS)
    faults = Faults()
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        faults.look_at(program, "the game")
        program.key("ctrl+r")
        program.wait_page("AnalysisPage")
        # Objects that come late with a review, such as the button to practice the mistakes, are
        # there once it is finished.
        program.wait("Practice These Mistakes", "button")
        program.key("Home")
        faults.look_at(program, "the review")
        program.key("Escape")
        program.wait_page("GamePage")
        program.press(re.compile("Move 1: .*"))
        program.wait_title("Earlier position: move 1 of 6")
        faults.look_at(program, "looking back")
        program.key("End", "p")
        program.wait_page("PausePage")
        faults.look_at(program, "the pause")
        program.key("Escape")
        program.wait_page("GamePage")
        program.key("ctrl+shift+c", "ctrl+v")
        program.wait_editor()
        faults.look_at(program, "the position")
    faults.tell()
