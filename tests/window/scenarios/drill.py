# SPDX-License-Identifier: GPL-3.0-or-later
"""Practice of openings and of the names of points."""

import re

from desktop import wait_for
from program import Program
from scenarios.programs import go_to


def openings(desktop, executable):
    """A decision of an opening is missed, another is found, a published move is refuted and played against Perfect, and points are found by typing."""
    kept = desktop.home / ".local/share/nine-mens-morris/practice.toml"
    with Program(desktop, executable) as program:
        program.press("Practice")
        program.wait_page("PracticePage")
        due = int(program.wait(re.compile("Openings. .*"), "button").name.split()[1])
        program.press(re.compile("Openings. .*"), "button")
        program.wait_page("PuzzlePage")
        program.wait(f"{due} new positions")
        program.wait("White to place a piece and draw.")
        # Both sides have a crossing. A pair beside the own one loses, and a corner holds.
        white = next(point for point, what in program.men().items() if what == "white piece")
        program.type({"d6": "d7", "b4": "a4", "f4": "g4", "d2": "d1"}[white])
        program.wait(re.compile("That loses. Black replies .*"), "label")
        program.type("a7")
        program.wait("Solved!", "label")
        program.wait("20 of 22 moves keep the draw.", "label")
        program.wait(f"{due - 1} new positions")
        program.key("n")
        wait_for(lambda: list(program.men().values()).count("white piece") == 2, "the next decision")
        assert not program.shows(re.compile("Crossings side by side.*")), "the name before the answer"
        program.type("a7")
        program.wait("Crossings side by side: 14 of 20 moves keep the draw.", "label")
        program.key("Escape")
        program.wait_page("PracticePage")
        wait_for(lambda: kept.exists() and kept.read_text().count("due = ") == 2, "two decisions in the file")
        go_to(program, "Puzzles by Theme", "list item")
        program.key("Down", "Return")
        program.press("Crossings Side by Side", "button")
        program.wait_page("PuzzlePage")
        program.wait("A book plays f6 here. Black to place a piece and win.")
        program.type("f2")
        program.wait("Hasty pair in the middle square: 1 of 19 moves keeps the win.", "label")
        program.press("Play Against Perfect")
        program.wait_page("GamePage")
        program.wait_point("f6", "white piece")
        program.type("f2")
        program.wait_point("f2", "black piece")
        wait_for(lambda: list(program.men().values()).count("white piece") == 4, "the reply")
        program.press("Main Menu", "button")
        program.wait_page("MainMenu")
        program.press("Practice")
        program.wait_page("PracticePage")
        program.press("Coordinates. Find points within a minute", "button")
        program.wait_page("PuzzlePage")
        program.wait_title("^Coordinates\\. Find [a-g][1-7]\\. (White|Black) is at the bottom")
        for found in range(2):
            program.type(point_to_find(program))
            program.wait_title("^[a-g][1-7]$")
            program.wait(f"{found + 1} solved, 0 wrong")
        wrong = "a1" if point_to_find(program) == "g7" else "g7"
        program.type(wrong)
        program.wait_title(f"^That is {wrong}\\. Find [a-g][1-7]$")
        program.wait("2 solved, 1 wrong")
        program.key("Escape")
        program.wait_page("PracticePage")
        program.wait_title("^Coordinates: 2 solved\\. New personal best!$")
        program.wait("Coordinates. Your best: 2", "button")
        wait_for(lambda: "coordinates = 2" in kept.read_text(), "the record in the file")
        program.check_log()


def point_to_find(program):
    """Returns the point that the task names."""
    return program.wait(re.compile("Find [a-g][1-7]"), "heading").name.split()[-1]
