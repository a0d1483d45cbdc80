# SPDX-License-Identifier: GPL-3.0-or-later
"""What hands do besides playing: shortcuts, menus, pictures, arrows, and two people at one board."""

import re
import struct
import time

from desktop import Failure, animated, wait_for
from files import latest_save, saves, write_save, write_settings
from hands import RIGHT
from program import Program, at
from screen import Screen

SIZES = ((360, 640), (1000, 700))
# White: a4 c5 d7 g4. Black: b6 d6 e5 g1.
MOVING = ".W./BB./W.B/W....W/.../.../..B w 0 0"


def shortcuts_are_found(desktop, executable):
    """The window of shortcuts is on the screen for small windows, too, and its search finds shortcuts of all groups."""
    for size in SIZES:
        with Program(desktop, executable) as program:
            program.wait_page("MainMenu")
            program.resize(*size)
            program.key("ctrl+question")
            program.wait("Search", "search box")
            box = program.hands.box(wait_for(lambda p=program: p.window, "the window of the keys"))
            assert box[2] <= size[0] + 1 and 0 <= box[1] and box[1] + box[3] <= desktop.size[1], f"{size}: {box}"
            program.key("Tab", "ctrl+f")
            program.type("flip")
            program.wait("Flip the board")
            program.wait_gone("Undo")
            program.key("ctrl+a")
            program.type("screen reader")
            program.wait("Read the whole board, line by line")
            program.key("Escape", "Escape")
            program.wait_gone("Read the whole board, line by line")
            program.key("ctrl+q")
            program.wait_end()
            program.check_log()


def game_menu_is_short(desktop, executable):
    """The game menu has at most eight entries on each level, and each level fits in a small window."""
    write_save(desktop, "game", "d6 f4")
    write_settings(desktop, window={"width": 360, "height": 640})
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        program.click("Menu", "button")
        program.wait("New Game…", "menu item")
        check_level(program, "New Game…", "Settings")
        for group, entry in (("Game", "Resign"), ("Board", "Clear Arrows and Rings"), ("Share", "Save Image…"),
                             ("Help", "Contents")):
            program.press(group, "menu item")
            program.wait(entry, "menu item")
            check_level(program, entry, group)
            program.key("Escape")
            wait_for(lambda: program.look() and not program.all(role="menu item"), "the end of the menu")
            wait_for(lambda: has_menu(program), "the menu of the game")
        program.key("Escape")


def check_level(program, entry, other):
    """Checks that the level of the menu with these two entries has few entries and fits in the
    window.
    """
    width, height = program.window_box()[2:]

    def level():
        for outer in program.wait(entry, "menu item").outside():
            found = [node for node in outer.walk() if node.role == "menu item" and node.is_shown]
            if other in {node.name for node in found}:
                return found
        return []

    entries = wait_for(level, f"the level of {entry}")
    # The entry that leads back counts, too.
    assert len(entries) <= 8, [node.name for node in entries]
    for node in entries:
        # GTK reports a wrong horizontal position for a menu that was pushed back onto the screen.
        _, y, w, h = node.box
        assert w <= width and y >= 0 and y + h <= height, f"{node.name} at {node.box}"


@animated
def dragging_lights_targets(desktop, executable):
    """While a man is dragged, its possible targets are highlighted, and the one under the pointer more so."""
    write_settings(desktop, look={"targets": False, "animation": "off"})
    write_save(desktop, "moving", start=MOVING)
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_title("White to move")
        places = {point: program.place_of(at(point)) for point in ("a4", "a7", "a1", "f2")}
        hands, screen = program.hands, Screen(desktop)
        hands.move(*places["a4"])
        before = {point: look(screen, place) for point, place in places.items()}
        hands.press()
        x, y = places["a4"]
        for step in range(1, 8):
            hands.move(x + 4 * step, y - 2 * step)
        lit = wait_for(lambda: (now := look(screen, places["a1"])) != before["a1"] and now, "a lit target")
        assert look(screen, places["a7"]) != before["a7"], "a7 is not lit"
        assert look(screen, places["f2"]) == before["f2"], "f2 is lit, and is not a target"
        hands.move(*places["a1"])
        wait_for(lambda: look(screen, places["a1"]) not in (lit, before["a1"]), "the target below the pointer lit more")
        hands.release()
        program.wait_title("^White played a4-a1")


def look(screen, place):
    """Returns a small part of the screen beside a point's center, where the pointer does not cover
    it.
    """
    x, y = place
    return b"".join(screen.rows((x - 10, y - 10, 6, 6)))


def board_turns(desktop, executable):
    """If two people choose so, the board is turned after each move, so that the side to move is at the bottom."""
    write_settings(desktop, look={"turn_board": True})
    write_save(desktop, "game", "d6")
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        wait_for(lambda: is_below(program, "a7", "a1"), "Black below")
        program.type("f4")
        program.wait_title("White to move")
        wait_for(lambda: is_below(program, "a1", "a7"), "White below")
        choose(program, "Board", "Flip After Each Move")
        program.play("d2")
        program.wait_title("Black to move")
        time.sleep(0.5)
        assert is_below(program, "a1", "a7"), "the board was turned"


def choose(program, group, entry):
    """Chooses an entry of the game menu."""
    wait_for(lambda: has_menu(program), "the menu of the game")
    program.press(group, "menu item")
    program.press(re.compile(re.escape(entry)))
    wait_for(lambda: program.look() and not program.all(role="menu item"), "the end of the menu")


def has_menu(program):
    """Opens the game menu if it is not open. Returns false if none opens, because the key may only
    have closed another menu.
    """
    # F10 is used rather than a click: the first click after a screen reader chose an entry only
    # closes the rest of its menu.
    program.key("F10")
    try:
        return wait_for(lambda: program.all(role="menu item"), "a menu", seconds=3)
    except Failure:
        return False


def is_below(program, low, high):
    """Returns whether one point is below another."""
    return program.place_of(at(low))[1] > program.place_of(at(high))[1]


def names_of_people(desktop, executable):
    """The names of two people are on the cards and in the save, and the loser begins the next game."""
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("ctrl+n")
        program.wait_page("SetupPage")
        program.press("Another Person")
        for row, name in (("Your Name", "Ann"), ("Opponent’s Name", "Ben")):
            program.click(row, "text box")
            program.key("ctrl+a")
            program.type(name)
        program.choose("First Move", 4)
        program.wait("Ann plays White")
        program.press("Start Game")
        program.wait("White · Ann")
        program.wait("Black · Ben")
        program.type("d6")
        wait_for(lambda: saves(desktop), "the save")
        assert latest_save(desktop)["white"] == {"person": "Ann"}, latest_save(desktop)
        choose(program, "Game", "Resign")
        program.press("Resign", "button")
        program.wait(re.compile(".* has resigned."), "label")
        loser = "Ann" if latest_save(desktop)["result"] == "0-1" else "Ben"
        program.press("Rematch")
        program.wait(f"White · {loser}")
        program.key("ctrl+n")
        program.wait_page("SetupPage")
        program.wait(f"{loser} plays White")


def picture_of_the_board(desktop, executable):
    """The position shown is copied and saved as a picture; a name without a known extension is reported."""
    write_save(desktop, "game", "d6 f4 d2")
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        choose(program, "Share", "Copy Image")
        program.wait("Image copied")
        for name, words in (
            ("board.png", "Image saved as board.png"),
            ("board.svg", "Image saved as board.svg"),
            ("board.gif", "The name board.gif must end in .png or .svg"),
        ):
            choose(program, "Share", "Save Image…")
            program.wait("Save Image")
            program.key("ctrl+a")
            program.type(str(desktop.home / name))
            program.key("Return")
            program.wait(words)
        width, height = struct.unpack(">II", (desktop.home / "board.png").read_bytes()[16:24])
        assert (width, height) == (960, 960), (width, height)
        assert (desktop.home / "board.svg").read_text().startswith("<svg")
        assert not (desktop.home / "board.gif").exists()


def arrows_and_rings(desktop, executable):
    """The right button and R draw arrows and rings, which stay with their move in the save, and go when drawn again or by Escape."""
    write_save(desktop, "game", "d6 f4")
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        draw(program, "d6", "d6")
        program.wait_title("^Ring added on d6$")
        draw(program, "f4", "g4")
        program.wait_title("^Arrow added from f4 to g4$")
        wait_for(lambda: "2... f4" in notes(desktop) or "[%csl Gd6] [%cal Gf4g4]" in notes(desktop), "the drawing in the save")
        draw(program, "d6", "d6")
        program.wait_title("^Ring on d6 cleared$")
        wait_for(lambda: "csl" not in notes(desktop) and "[%cal Gf4g4]" in notes(desktop), "the ring gone from the save")
        program.click(at("f4"))
        program.key("r", "r")
        program.wait_title("^Ring added on f4 ?$")
        program.key("ctrl+q")
        program.wait_end()
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        wait_for(lambda: "[%csl Gf4] [%cal Gf4g4]" in notes(desktop), "the drawing in the save")
        program.key("Escape")
        program.wait_title("^Arrows and rings cleared$")
        wait_for(lambda: "%c" not in notes(desktop), "a save without drawing")
        # Escape discards a stroke that was started. The next one starts from the beginning.
        program.click(at("f4"))
        program.key("r", "Escape")
        program.click(at("g4"))
        program.key("r", "r")
        program.wait_title("^Ring added on g4 ?$")
        assert program.page == "GamePage", program.page


def draw(program, start, end):
    """Drags, or clicks, with the right button."""
    hands, places = program.hands, [program.place_of(at(point)) for point in (start, end)]
    hands.move(*places[0])
    hands.press(RIGHT)
    if start != end:
        (x, y), (to_x, to_y) = places
        for step in range(1, 9):
            hands.move(x + (to_x - x) * step // 8, y + (to_y - y) * step // 8)
    hands.release(RIGHT)


def notes(desktop):
    """Returns the notes of the game that was saved last."""
    try:
        return latest_save(desktop).get("notes", "")
    except (OSError, ValueError):
        return ""
