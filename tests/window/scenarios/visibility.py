# SPDX-License-Identifier: GPL-3.0-or-later
"""What must be visible, stay visible, and be announced."""

import re
import time

from bus import FOCUSED
from desktop import ROOT, Failure, wait_for
from files import latest_save, write_save, write_settings
from program import Program, at

SIZES = ((360, 640), (480, 800), (640, 480), (1000, 700))
# Two people, 13 rounds without a mill. The last four are in the moving phase.
LONG = ("e4 g4 d7 a4 f2 d2 d3 c4 g1 c5 c3 d6 b2 b6 e5 g7 d1 a7 "
        "d1-a1 d6-f6 e4-f4 b6-d6 a1-d1 d6-b6 d3-e3 a4-b4")
# 7 against 7: more men than the shipped tables cover.
SEVEN = "W.B/.W./B.W/.BW.BB/W.B/.W./B.W w 0 0"
POINT = re.compile(r"[a-g][1-7], .*")


def current_move_in_sight(desktop, executable):
    """When a game is continued, the move list shows the last turn in full at every size."""
    write_save(desktop, "long", LONG)
    faults = []
    for width, height in SIZES:
        write_settings(desktop, window={"width": width, "height": height})
        with Program(desktop, executable) as program:
            program.wait_page("MainMenu")
            program.resize(width, height)
            program.press("Continue")
            program.wait_page("GamePage")
            last = len(LONG.split())
            try:
                wait_for(lambda p=program: is_in_sight(p, last), f"turn {last} in sight", seconds=5)
            except Failure:
                faults.append(f"{width}×{height}: turn {last} is not in sight")
    if faults:
        raise Failure("\n".join(faults))


def is_in_sight(program, turn):
    """Returns whether a turn of the move list is entirely within all its ancestors, and so within
    the window.
    """
    found = next(iter(program.all(re.compile(rf"Move {turn}: .*"))), None)
    return found and all(is_within(found.box, outer.box) for outer in found.outside() if outer.is_shown)


def is_within(inner, outer, tolerance=1):
    """Returns whether one box is within another."""
    return all(outer[i] - tolerance <= inner[i] and inner[i] + inner[i + 2] <= outer[i] + outer[i + 2] + tolerance for i in (0, 1))


def hidden_sidebar_enlarges_the_board(desktop, executable):
    """Without the move list, the board is at least as large as with it."""
    write_save(desktop, "game", LONG)
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        for size in ((1000, 700), (800, 600), (640, 480)):
            program.resize(*size)
            with_list = board_width(program)
            program.key("F9")
            without = board_width(program)
            program.key("F9")
            assert without >= with_list, f"at {size}, {with_list} pixels with the list, {without} without it"


def board_width(program):
    """Returns the width of the board once it is at rest."""
    program.place_of("Board")
    return program.wait("Board").box[2]


def slow_typing(desktop, executable):
    """A pause before the second key still plays the point, and does not flip the board. The name of a
    point that the board lacks is refused in words.
    """
    with Program(desktop, executable) as program:
        program.press("Play Now")
        program.wait_title(".")
        places = [program.place_of(at(point)) for point in ("a7", "g1")]
        program.key("f")
        # A fixed pause, since the player looks for this long. Nothing in the program must cut it short.
        time.sleep(1.2)
        program.key("4")
        program.wait_point("f4", "white piece")
        assert [program.place_of(at(point)) for point in ("a7", "g1")] == places, "the board was turned"
        program.type("b7")
        program.wait("There is no point b7 on this board")


def keyboard_of_another_script(desktop, executable):
    """With a Russian layout, points and commands are where they are on a Latin one."""
    desktop.run_tool("setxkbmap", "ru,us")
    with Program(desktop, executable) as program:
        program.press("Play Now")
        program.wait(POINT, "button", lambda node: node.has(FOCUSED))
        # The keys f and p.
        program.key("Cyrillic_a", "4")
        program.wait_point("f4", "white piece")
        program.key("Cyrillic_ze")
        program.wait_page("PausePage")


def values_without_effect(desktop, executable):
    """Where the values of turns are unknown, the key that marks them says so."""
    write_save(desktop, "seven", start=SEVEN)
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        says_something(program, "v")


def says_something(program, key):
    """Checks that a key changes the text of the window, whether it acts or says why it cannot."""
    before, title = words(program), program.title
    program.key(key)
    wait_for(lambda: program.title != title or words(program) - before, f"words after {key}", seconds=5)


def words(program):
    """Returns all visible text except that of the points."""
    return {text for text in program.texts() if not POINT.fullmatch(text)}


def looking_back_stays(desktop, executable):
    """While looking back, a click on the board plays nothing, stays at that move, and says which move it is."""
    turns = LONG.split()[:12]
    write_save(desktop, "game", " ".join(turns))
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        program.press(re.compile("Move 5: .*"))
        program.wait(re.compile("d2, empty.*"))
        men = stones(program)
        program.click(at("d6"))
        told = re.compile(r".*\b5\b.*\b12\b.*")
        wait_for(lambda: told.fullmatch(program.title) or program.shows(told), "words that say “move 5 of 12”", seconds=10)
        assert stones(program) == men, f"from {men} to {stones(program)}"
        program.press("Back to the Game", "button")
        program.wait_point("d6", "black piece")
        program.wait_gone("Back to the Game")
        assert latest_save(desktop)["turns"] == turns, latest_save(desktop)


def through_the_moves(desktop, executable):
    """Alt with arrows steps through the moves from anywhere on the page, also while a program thinks, and says so at both ends; on other pages Alt+Left goes back."""
    command = f"uci:sh '{ROOT}/crates/nmm/tests/data/players/uci.sh' silent"
    with Program(desktop, executable, ["--black", command, "--patience", "300s"]) as program:
        program.wait_page("GamePage")
        program.key("alt+Left")
        program.wait_title("^No move has been played yet$")
        program.type("d6")
        program.wait("Black is thinking…")
        program.key("Tab", "alt+Left")
        program.wait("Earlier position: start")
        program.wait_point("d6", "empty")
        program.key("alt+Left")
        program.wait_title("^This is the start of the game$")
        program.key("alt+Right")
        program.wait_point("d6", "white piece")
        program.wait("Black is thinking…")
        program.key("alt+Right")
        program.wait_title("^This is the last move$")
        program.key("shift+F1")
        program.wait_page("HowToPlay")
        program.key("alt+Left")
        program.wait_page("GamePage")


# What a key without effect says: at the start, while a program thinks, while looking back, and
# after the end.
START, THINKING, BACK, OVER = "start", "thinking", "back", "over"
WHY_NOT = (
    (START, "ctrl+z", "There is nothing to undo"),
    (START, "ctrl+shift+z", "There is nothing to redo"),
    (START, "ctrl+m", "The computer is not thinking"),
    (START, "ctrl+r", "No move has been played yet"),
    (START, "alt+Left", "No move has been played yet"),
    (START, "alt+Right", "This is the last move"),
    (THINKING, "h", "It is the computer’s turn"),
    (THINKING, "ctrl+h", "It is the computer’s turn"),
    (THINKING, "Home", "It is the computer’s turn"),
    (THINKING, "v", "Moves will be marked when it is your turn"),
    (THINKING, "d", None),
    (THINKING, "6", "It is the computer’s turn"),
    (BACK, "h", "You are viewing an earlier position: press End to return to the game"),
    (OVER, "h", "The game is over"),
    (OVER, "ctrl+m", "The game is over"),
    (OVER, "p", "The game is over"),
    (OVER, "v", "Moves are no longer marked"),
    (OVER, "v", "The game is over"),
    (OVER, "End", "The game is over"),
    (OVER, "alt+Right", "This is the last move"),
)


def keys_that_can_do_nothing(desktop, executable):
    """A key without effect says why, in the title for screen readers and in text on the page."""
    command = f"uci:sh '{ROOT}/crates/nmm/tests/data/players/uci.sh' silent"
    with Program(desktop, executable, ["--black", command, "--patience", "300s"]) as program:
        program.wait_page("GamePage")
        why_not(program, START)
        program.type("d6")
        program.wait("Black is thinking…")
        why_not(program, THINKING)
        program.key("alt+Left")
        program.wait("Earlier position: start")
        why_not(program, BACK)
        program.key("End")
        program.wait("Black is thinking…")
        program.key("F10")
        program.press("Game", "menu item")
        program.press("Resign", "menu item")
        program.press("Resign", "button")
        program.wait_title("You have lost")
        why_not(program, OVER)
        program.key("Escape")
        program.wait_page("MainMenu")


def keys_on_every_page(desktop, executable):
    """On every page, a game key that has no effect there says so each time it is pressed."""
    write_save(desktop, "game", LONG)
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        says(program, "This is the main menu", "Escape", "alt+Left")
        says(program, ONLY_IN_A_GAME, *"hvsmtp", "F9", *(f"ctrl+{key}" for key in ("z", "shift+z", "shift+f", *"msrch")), "alt+Right")
        for key, page in (("ctrl+comma", "SettingsPage"), ("ctrl+o", "SavedGamesPage"), ("ctrl+n", "SetupPage"), ("F1", "HelpPage")):
            program.key(key)
            program.wait_page(page)
            says(program, ONLY_IN_A_GAME, "F9", "ctrl+s", "alt+Right")
        program.key("shift+F1")
        program.wait_page("HowToPlay")
        says(program, ONLY_IN_A_GAME, "h", "v", "ctrl+z")
        program.key("m")
        program.wait_title("^White: none on the board; 9 in hand. Black: ")
        program.key("ctrl+o")
        program.wait_page("SavedGamesPage")
        program.key("Return")
        program.wait_page("GamePage")
        program.key("F9")
        program.wait_title("^The move list is hidden")
        program.key("ctrl+shift+f")
        program.wait_title("^Black is at the bottom")
        program.key("p")
        program.wait_page("PausePage")
        says(program, "Game paused", "h", "v", "s", "t", "ctrl+z", "ctrl+c")
        program.key("p")
        program.wait_page("GamePage")
        program.key("ctrl+r")
        program.wait_page("AnalysisPage")
        program.key("End")
        says(program, ONLY_IN_A_GAME, "h", "F9")
        says(program, "No more mistakes", "m", "m")


ONLY_IN_A_GAME = "This key works only in a game"


def says(program, words, *keys):
    """Checks that each key is answered with these words, even if the key before was answered with
    the same.
    """
    # An announcement on the previous page must not count as an answer.
    wait_for(lambda: program.title.rstrip() != words, "the name of the page")
    for key in keys:
        # A sentence of the page, such as the result of a review, can come in between.
        titles = {program.title}
        program.key(key)
        wait_for(lambda t=titles: is_said(program, words, t),
                 lambda k=key: f"{words!r} after {k}, where the title is {program.title!r}")


def is_said(program, words, titles):
    """Adds the title to those that were seen. Returns whether it has changed, and is now these words."""
    title = program.title
    titles.add(title)
    return len(titles) > 1 and title.rstrip() == words


def escape_goes_back_one_level(desktop, executable):
    """Escape leads from the rules in words back to the page before: the lessons, or the setup of a game."""
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("shift+F1")
        program.wait("Lesson 1 of 14")
        program.press("Full Rules")
        program.wait_title("^Full Rules – Standard$")
        program.wait("Standard", "group", lambda node: node.has(FOCUSED))
        program.key("Tab")
        program.wait("Goal", "heading", lambda node: node.has(FOCUSED))
        program.key("Escape")
        program.wait("Lesson 1 of 14")
        program.wait_title("^Lesson 1 of 14. Place Your Pieces – .* Ring on d6.$")
        program.key("Escape")
        program.wait_page("MainMenu")
        program.key("ctrl+n")
        program.wait_page("SetupPage")
        program.press("Full Rules")
        program.wait_page("HowToPlay")
        program.wait_title("^Full Rules – Standard$")
        program.key("Escape")
        program.wait_page("SetupPage")


def why_not(program, when):
    """Presses the keys of a moment, and checks their answers."""
    for _, key, words in (row for row in WHY_NOT if row[0] == when):
        program.key(key)
        if words:
            program.wait_title(f"^{re.escape(words)} ?$")
            program.wait(words)


def stones(program):
    """Returns the men on the board, by point."""
    return {point: words.split(",")[0] for point, words in program.men().items() if "piece" in words}


def messages_move_nothing(desktop, executable):
    """A message lies over the lower edge of a narrow window and moves nothing, ends by itself, and does not follow to another page."""
    write_save(desktop, "game", LONG)
    write_settings(desktop, window={"width": 360, "height": 640})
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        size = program.resize(360, 640)
        program.key("ctrl+shift+c")
        program.wait("Position copied")
        program.key("ctrl+v")
        program.wait_editor()
        # The title of the window keeps the announcement for a while.
        followers = [node for node in program.all("Position copied") if node.role != "window"]
        assert not followers, "the message has followed from the game"
        before = places(program)
        program.key("ctrl+shift+c")
        left, top, width, height = program.wait("Position copied", "label").box
        assert left >= 0 and left + width <= size[0] and size[1] / 2 < top and top + height <= size[1], (left, top, width, height)
        after = places(program)
        moved = {name: (box, after[name]) for name, box in before.items() if name in after and after[name] != box}
        assert not moved, moved
        wait_for(lambda: program.look() and not program.shows("Position copied", "label"), "the end of the message")


def places(program):
    """Returns the boxes of all buttons and points by name, once they rest."""
    nodes = wait_for(lambda: at_rest(program), "a page that rests")
    return {node.name: node.box for node in nodes if node.is_shown and node.role.endswith("button") and node.name != "Dismiss"}


def at_rest(program):
    """Returns all objects if they have kept their positions for a moment."""
    places = []
    for _ in range(2):
        tree = program.look()
        nodes = list(tree.walk()) if tree else []
        places.append([(node, node.box) for node in nodes])
        time.sleep(0.1)
    return places[0] == places[1] and nodes
