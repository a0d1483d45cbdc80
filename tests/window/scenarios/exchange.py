# SPDX-License-Identifier: GPL-3.0-or-later
"""Games and positions of other programs, and positions set up by hand."""

import re

from bus import PRESSED
from desktop import wait_for
from files import saves, write
from program import Program, at

BOARD = "xWxBWBxxWxBBxBxxxWxxBxxx\n"


def position(desktop, executable):
    """A board file is opened, changed by keyboard and buttons, and played from."""
    board = write(desktop.home / "board1.txt", BOARD)
    with Program(desktop, executable, [str(board)]) as program:
        program.wait_editor()
        program.wait_point("e5", "white piece")
        program.wait_point("f4", "black piece, in a mill")
        program.wait_title("^You can start a game from here")
        program.key("a", "1")
        program.wait_point("a1", "white piece")
        program.drag("a1", "g1")
        program.wait_point("g1", "white piece")
        program.wait_point("a1", "empty")
        program.drag("g1", "a1")
        program.wait_point("a1", "white piece")
        program.key("Delete")
        program.wait_point("a1", "empty")
        program.key("Return")
        program.wait_point("a1", "white piece")
        program.key("Return")
        program.wait_point("a1", "empty")
        program.press("Black Pieces")
        program.wait("Black Pieces", where=lambda button: button.has(PRESSED))
        program.press(at("g7"))
        program.wait_point("g7", "black piece")
        program.key("ctrl+z")
        program.wait_point("g7", "empty")
        program.wait_title("^g7, empty. You can start a game from here")
        program.click("White pieces in hand", "spin button")
        program.key("ctrl+a")
        program.type("3")
        program.key("Tab")
        program.wait_title("^Black: 3 pieces in hand, 0 lost. You can start a game from here")
        # A piece in hand is dragged to the board, and both hands still agree.
        program.bring("White to Move", "g7")
        program.wait_point("g7", "white piece")
        program.wait("White: 2 pieces in hand, 2 lost", "image")
        program.wait("Black: 2 pieces in hand, 1 lost", "image")
        program.press(at("a7"))
        program.wait_point("a7", "black piece")
        program.bring("White Pieces", "a7")
        program.wait_point("a7", "white piece")
        program.press("Undo", "button")
        program.wait_point("a7", "black piece")
        program.key("ctrl+z")
        program.wait_point("a7", "empty")
        program.press("Black to Move", "radio")
        program.wait("Black: 3 pieces in hand, 0 lost", "image")
        program.press("White to Move", "radio")
        program.wait("Black: 2 pieces in hand, 1 lost", "image")
        program.key("ctrl+z", "ctrl+z", "ctrl+z")
        program.wait_point("g7", "empty")
        program.press("Analyze")
        program.wait_page("AnalysisPage")
        program.wait_point("g7", "empty")
        program.wait(re.compile(r"Start of the game\..*"))
        # The editor was opened by the file, so the way back leads to the menu.
        program.click("Menu", "button")
        program.press("Set Up Position…", "menu item")
        program.wait_editor()
        program.wait_point("d3", "empty")
        program.press("Play From Here…")
        program.wait("The position you have set up")
        program.press("Another Person")
        program.wait("Another Person", where=lambda button: button.has(PRESSED))
        program.press("Start Game")
        program.wait_title("White to move$")
        program.play("d3", "b4")
        program.wait_title("^White played d3, closed a mill, and removed b4 – Black to move$")
        wait_for(lambda: saves(desktop) and 'start = ".../..B/..W/.BB.B./..W/BWB/.W. w 3 3 0"' in saves(desktop)[0].read_text(),
                 "the start in the file")
    assert board.read_text() == BOARD, "the file was changed"


def other_programs(desktop, executable):
    """A list of turns is opened, copied, pasted, and exported."""
    games = write(desktop.home / "list.txt", "1. 5 14 2. 20 11 3. 6 21 4. 4x11 22\n")
    with Program(desktop, executable, [str(games)]) as program:
        program.wait_title("^Black played a1 – White to move$")
        program.wait_point("b6", "white piece, in a mill")
        program.key("ctrl+c")
        program.wait("Game copied")
        program.key("ctrl+z")
        program.wait_point("a1", "empty")
        program.key("ctrl+v")
        program.wait_title("^Black played a1 – White to move$")
        program.key("ctrl+shift+c")
        program.wait("Position copied")
        program.key("ctrl+v")
        program.wait_editor()
        program.wait_point("f4", "black piece")
        program.key("Escape")
        program.wait_title("^Black played a1 – White to move$")
        export(program, desktop.home / "game.pgn")
    text = (desktop.home / "game.pgn").read_text()
    assert "1. d6 f4 2. d2 b4 3. f6 f2 4. b6xb4 a1 *" in text, text


def export(program, path):
    """Exports the game to a file."""
    program.key("ctrl+shift+s")
    program.wait("Export Game")
    program.key("ctrl+a")
    program.type(str(path))
    program.key("Return")
    wait_for(path.exists, "the exported file")
    program.wait(f"Game exported as {path.name}")


def unreadable(desktop, executable):
    """A file that cannot be read is reported with the place of its fault, and is left unchanged."""
    broken = write(desktop.home / "broken.pgn", "1. d6 f4\n2. d9 *\n")
    with Program(desktop, executable, [str(broken)]) as program:
        program.wait("broken.pgn: Line 2, column 4: “d9” is not a move.")
        program.wait_page("MainMenu")


def several_files(desktop, executable):
    """The first of several files is opened, and a message says that the others are not."""
    first = write(desktop.home / "one.txt", "1. 5 14 2. 20\n")
    others = [write(desktop.home / name, "1. a7\n") for name in ("two.pgn", "three.pgn")]
    with Program(desktop, executable, [str(file) for file in (first, *others)]) as program:
        program.wait("Only one file can be opened at a time: 2 more were not opened.")
        program.wait_title("^White played d2 – Black to move$")


def no_game(desktop, executable):
    """A file that is not a game is reported as such, without an error of a format that it does not have."""
    file = write(desktop.home / "bad.txt", "root:x:0:0:root:/root:/bin/bash\n")
    with Program(desktop, executable, [str(file)]) as program:
        program.wait("bad.txt: This is not a game or position of Nine Men’s Morris.")
        program.wait_page("MainMenu")
