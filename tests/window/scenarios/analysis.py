# SPDX-License-Identifier: GPL-3.0-or-later
"""The analysis: moves that are tried, the tree, and the values of all moves."""

import re
import subprocess
import tomllib

from bus import CHECKED, FOCUSED
from catalogues import Catalogue, row_of
from desktop import wait_for
from files import computer, write_save
from hands import RIGHT
from program import Program

# Number of rows of the table that the window shows at least.
LEAST_ROWS = 12
GAME = "f4 d6 d2 f6 b6 b4 g4 e4 d1 d3 g1 g7 a1xe4 e4 c4 a4 b2 f2 c4-c3 e4-e5 c3-c4 e5-d5 c4-c5 g7-d7xf4"
MOVES = len(GAME.split())
VALUES = {"W": "wins", "D": "draws", "L": "loses", "": "unknown"}


def open_from_menu(program):
    """Opens the analysis from the main menu."""
    program.wait_page("MainMenu")
    program.key("ctrl+e")
    program.wait_page("AnalysisPage")


def try_two_moves(program):
    """Opens the analysis, plays a move of each side, and goes back to the first one."""
    open_from_menu(program)
    tried(program, "d6", "White")
    tried(program, "f4", "Black")
    program.key("alt+Left")
    program.wait("1 of 2")


def open_editor(program):
    """Opens the editor of positions from the menu of the analysis."""
    program.click("Menu", "button")
    program.press("Set Up Position…", "menu item")
    program.wait_editor()


def analysis(desktop, executable):
    """From the menu: moves are tried by keyboard, a variation begins, its row says its depth, marks and comments are written, folded, and undone."""
    with Program(desktop, executable) as program:
        try_two_moves(program)
        tried(program, "b4", "Black")
        program.wait("Move 2: Black played b4, variation at depth 1", "button")
        program.key("exclam", "question")
        program.wait_title("^interesting move")
        program.wait("Move 2: Black played b4, interesting move, variation at depth 1", "button")
        program.key("F2")
        program.wait("Comment", "text box", lambda node: node.has(FOCUSED))
        program.type("Solid")
        program.press("Save")
        program.wait_title("^Comment saved")
        program.wait(re.compile("Move 2: Black played b4, .* depth 1\\. Solid"), "button")
        tried(program, "d2", "White")
        # The list is one stop. The focus goes along with the current move.
        program.key("Tab")
        for _ in range(8):
            if program.shows(re.compile("Move .*"), "button") and focused_move(program):
                break
            program.key("Tab")
        assert focused_move(program).name == "Move 3: White played d2, variation at depth 1", focused_move(program)
        program.key("minus")
        program.wait(re.compile("Move 2: Black played b4, .* depth 1, collapsed\\. Solid"), "button")
        program.wait_gone("Move 3: White played d2, variation at depth 1", "button")
        program.key("plus")
        program.wait("Move 3: White played d2, variation at depth 1", "button")
        program.key("ctrl+Up")
        program.wait_title("^Variation promoted")
        program.wait("Move 2: Black played f4, variation at depth 1", "button")
        program.key("Delete")
        program.wait_title("^2 moves deleted")
        program.key("ctrl+z")
        program.wait_title("^Undone")
        program.wait("Move 3: White played d2", "button")
        program.key("ctrl+z")
        program.wait("Move 3: White played d2, variation at depth 1", "button")
        program.check_log()


def tried(program, point, side):
    """Types a point, and waits until the move is spoken."""
    program.type(point)
    program.wait_title(f"^{side} played {point}\\.")


def focused_move(program):
    """Returns the move of the tree with the focus, if it has it."""
    return next((row for row in program.all(re.compile("Move .*"), "button") if row.has(FOCUSED)), None)


def analysis_by_mouse(desktop, executable):
    """From a game: a click on the board tries a move, a click on a row goes there, and the menu of a row marks it; the tree is saved with the game, whose moves stay."""
    write_save(desktop, "game", "d6 f4 d2 b4", black=computer(3), aids=[])
    path = desktop.saves / "game.toml"
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        program.key("ctrl+e")
        program.wait_page("AnalysisPage")
        program.click("Move 2: Black played f4", "button")
        program.wait("2 of 4")
        program.click("g7, empty")
        program.wait("Move 3: White played g7, variation at depth 1", "button")
        program.click("Move 4: Black played b4", "button")
        program.wait("4 of 4")
        program.hands.move(*program.place_of("Move 3: White played g7, variation at depth 1", "button"))
        program.hands.click(RIGHT)
        program.press("Comment…", "menu item")
        program.wait("Comment", "text box", lambda node: node.has(FOCUSED))
        program.type("wild")
        program.press("Save")
        program.wait(re.compile("Move 3: White played g7, variation at depth 1\\. wild"), "button")
        wait_for(lambda: "g7 {wild" in path.read_text(), "the tree in the save")
        program.key("Escape")
        program.wait_page("GamePage")
        program.wait_title("White to move")
    saved = tomllib.loads(path.read_text())
    assert saved["turns"] == ["d6", "f4", "d2", "b4"], saved
    assert "hint" in saved["aids"], "a look at the analysis is help"


def analysis_values(desktop, executable):
    """The rows of the table are those of nmm explore, at the start and at the end of a game."""
    nmm = executable.replace("nine-mens-morris", "nmm")
    write_save(desktop, "game", GAME, result="1-0", reason="resignation")
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("ctrl+o")
        program.wait_page("SavedGamesPage")
        program.press("Review", "button")
        program.wait_page("AnalysisPage")
        program.press("First Position")
        program.key("v")
        check_rows(program, nmm, 0)
        program.key("alt+Right")
        check_rows(program, nmm, 1)
        program.press("Last Position")
        program.wait(f"{MOVES} of {MOVES}")
        program.key("alt+Left")
        check_rows(program, nmm, MOVES - 1)
        program.check_log()


def check_rows(program, nmm, count):
    """Waits until the rows are those of nmm explore after this number of moves of the game."""
    program.wait(f"{count} of {MOVES}")
    moves = GAME.split()[:count]
    expected = explored(nmm, moves)
    if all(row.endswith(", unknown") for row in expected):
        program.wait("This position is not solved: there are no exact values")
        return
    wait_for(lambda: begins(rows(program), expected), f"the rows of {moves}")


def begins(rows, expected):
    """Returns whether the rows are all that are expected, or as many of them as the window shows."""
    return len(rows) >= min(len(expected), LEAST_ROWS) and rows == expected[: len(rows)]


def explored(nmm, moves):
    """Returns the rows of nmm explore after these moves, in the words of the page."""
    text = " ".join(f"{number // 2 + 1}. {move}" if number % 2 == 0 else move for number, move in enumerate(moves))
    line = output(nmm, "convert", "-", "--to", "position", text=f"{text} *\n")
    rows = [row.split("\t") for row in output(nmm, "explore", "--tsv", *line.split()).splitlines()]
    return [in_words(*row) for row in rows]


def in_words(move, value, plies, replies, holding, losing):
    """Returns a row as a screen reader speaks it."""
    words = [move, VALUES[value]]
    if plies:
        # The page counts the moves of one side.
        moves = (int(plies) + 1) // 2
        words.append(f"{moves} move left" if moves == 1 else f"{moves} moves left")
    if holding and replies != "0":
        words.append(f"{holding} of {replies} replies {'is' if holding == '1' else 'are'} good")
    if losing not in ("", "0"):
        words.append(f"{losing} of {replies} replies {'loses' if losing == '1' else 'lose'}")
    return ", ".join(words)


def rows(program):
    """Returns the rows of the table, without the names of openings and the mark of the move that Perfect plays."""
    names = [row.name for row in program.all(re.compile(".*, (wins|draws|loses|unknown).*"), "list item")]
    return [re.sub(r"(, leads to: .*)?(, the Perfect level plays this)?$", "", name) for name in names]


def output(*command, text=None):
    """Returns the output of a command."""
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def analysis_editor(desktop, executable):
    """The editor is a mode of the page: by mouse, keyboard, and screen reader it takes the place of the analysis, whose board it has, and leads back to it; the analysis before stays."""
    with Program(desktop, executable) as program:
        open_from_menu(program)
        tried(program, "d6", "White")
        before = program.wait_point("d6", "white piece").box
        open_editor(program)
        program.wait("Position", "heading")
        program.wait_title("^You can start a game from here")
        # The position is at the same place, and the focus on the board.
        assert program.wait_point("d6", "white piece").box == before
        wait_for(lambda: any(node.has(FOCUSED) for node in program.all(re.compile("[a-g][1-7], .*"), "button")), "a focused point")
        # Keys of the analysis do nothing here, and those of the editor do.
        program.key("ctrl+z")
        program.wait("There is nothing to undo")
        program.type("f4")
        program.wait_point("f4", "white piece")
        program.key("ctrl+r")
        program.wait("This key works only in a game")
        # An impossible position says why it cannot be analyzed.
        program.press("Erase", "radio")
        program.click("Menu", "button")
        program.press("Clear Pieces in Hand", "menu item")
        program.wait_title("^Both players have too few pieces")
        program.key("ctrl+e")
        program.wait_editor()
        program.key("Escape")
        program.wait("Move 1: White played d6", "button")
        program.wait("Analysis", "heading")
        program.wait_point("f4", "empty")
        open_editor(program)
        program.type("f4")
        program.wait_point("f4", "white piece")
        program.key("ctrl+e")
        program.wait("Your last analysis is in Saved Games")
        program.wait_point("f4", "white piece")
        program.wait(re.compile(r"Start of the game\..*"))
        tried(program, "b4", "Black")
        # The language is changed on the way: the editor stays, with its position.
        open_editor(program)
        program.press("Black Pieces", "radio")
        program.wait("Black Pieces", "radio", lambda button: button.has(CHECKED))
        program.type("a1")
        program.wait_point("a1", "black piece")
        program.key("ctrl+comma")
        program.wait_page("SettingsPage")
        program.choose("Language", row_of("de"), "Home")
        words = Catalogue(desktop, "de")
        program.press(words("Back"), "button")
        program.wait_page("AnalysisPage")
        program.wait(words("Position"), "heading")
        black = words("{point}, black piece").replace("{point}", "a1")
        program.wait(black)
        program.resize(360, 640)
        program.wait(words("White Pieces"), "radio")
        program.wait(black)
        program.check_log()


def own_analysis(desktop, executable):
    """The user's own analysis is there again after the program has ended, where it was left, and a new one leaves the old one among the saved games."""
    with Program(desktop, executable) as program:
        try_two_moves(program)
        # The end comes before the pause after which an edit is saved.
        tried(program, "b4", "Black")
        program.key("ctrl+q")
        program.wait_end()
        program.check_log()
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        assert not program.shows("Continue", "button"), "an analysis is not a game to continue"
        program.key("ctrl+e")
        program.wait_page("AnalysisPage")
        program.wait("Move 2: Black played b4, variation at depth 1", "button")
        program.wait_point("b4", "black piece")
        program.click("Menu", "button")
        program.press("New Analysis", "menu item")
        program.wait_title("^Your last analysis is in Saved Games")
        program.wait_point("d6", "empty")
        tried(program, "a1", "White")
        program.key("ctrl+o")
        program.wait_page("SavedGamesPage")
        program.wait(re.compile("Analysis, .*1 move"), "list item")
        program.press("Open", "button", inside=re.compile("Analysis, .*2 moves"))
        program.wait_page("AnalysisPage")
        program.wait("Move 2: Black played b4, variation at depth 1", "button")
        program.check_log()
