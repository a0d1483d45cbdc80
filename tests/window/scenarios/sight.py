# SPDX-License-Identifier: GPL-3.0-or-later
"""What must be in sight, stay in sight, and be told."""

import re
import time

from bus import FOCUSABLE, FOCUSED, SENSITIVE
from desktop import ROOT, Failure, wait_for
from files import latest_save, write_save, write_settings
from program import Program, at, matches

SIZES = ((360, 640), (480, 800), (640, 480), (1000, 700))
# Two people, 13 rounds without a mill, the last four of them in the moving phase.
LONG = ("e4 g4 d7 a4 f2 d2 d3 c4 g1 c5 c3 d6 b2 b6 e5 g7 d1 a7 "
        "d1-a1 d6-f6 e4-f4 b6-d6 a1-d1 d6-b6 d3-e3 a4-b4")
# 7 against 7: more men than the tables know that come with the program.
SEVEN = "W.B/.W./B.W/.BW.BB/W.B/.W./B.W w 0 0"
POINT = re.compile(r"[a-g][1-7], .*")


def current_move_in_sight(desktop, executable):
    """Going on with a game, at every size the list shows the turn that was played last, as a whole."""
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
    """Whether a turn of the list lies wholly in all that is around it, and in the window."""
    found = next(iter(program.all(re.compile(rf"Move {turn}: .*"))), None)
    return found and all(lies_in(found.box, outer.box) for outer in found.outside() if outer.is_shown)


def lies_in(inner, outer, tolerance=1):
    """Whether one box lies in another."""
    return all(outer[i] - tolerance <= inner[i] and inner[i] + inner[i + 2] <= outer[i] + outer[i + 2] + tolerance for i in (0, 1))


def sidebar_off_is_no_loss(desktop, executable):
    """Without the list of turns the board is at least as large as with it."""
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
    """The width of the board when it rests."""
    program.place_of("Board")
    return program.wait("Board").box[2]


def slow_typing(desktop, executable):
    """Who looks for the second key for a while still plays the point, and the board is not turned."""
    with Program(desktop, executable) as program:
        program.press("Play Now")
        program.wait_title(".")
        places = [program.place_of(at(point)) for point in ("a7", "g1")]
        program.key("f")
        # No wait for something: so long the person looks. Nothing in the program shall end it.
        time.sleep(1.2)
        program.key("4")
        program.wait_point("f4", "white man")
        assert [program.place_of(at(point)) for point in ("a7", "g1")] == places, "the board was turned"


def values_without_effect(desktop, executable):
    """Where nobody knows what turns are worth, the key says so."""
    write_save(desktop, "seven", start=SEVEN)
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        says_something(program, "v")


def says_something(program, key):
    """A key changes the words of the window, whether it does something or says why not."""
    before, title = words(program), program.title
    program.key(key)
    wait_for(lambda: program.title != title or words(program) - before, f"words after {key}", seconds=5)


def words(program):
    """All that is to be read but for the points of the board."""
    return {text for text in program.texts() if not POINT.fullmatch(text)}


def looking_back_stays(desktop, executable):
    """A click on the board while one looks back plays nothing, leads nowhere, and says where one is."""
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
        program.press("Back to the Present", "button")
        program.wait_point("d6", "black man")
        program.wait_gone("Back to the Present")
        assert latest_save(desktop)["turns"] == turns, latest_save(desktop)


def through_the_moves(desktop, executable):
    """Alt with the arrows leads through the moves from anywhere on the page, also while a program thinks; at both ends it
    says so. Elsewhere Alt+Left leads back.
    """
    command = f"uci:sh '{ROOT}/crates/nmm/tests/data/players/uci.sh' silent"
    with Program(desktop, executable, ["--black", command, "--patience", "300s"]) as program:
        program.wait_page("GamePage")
        program.key("alt+Left")
        program.wait_title("^No move has been played yet$")
        program.type("d6")
        program.wait("Black is thinking…")
        program.key("Tab", "alt+Left")
        program.wait("Looking back: the start")
        program.wait_point("d6", "empty")
        program.key("alt+Left")
        program.wait_title("^This is the start of the game$")
        program.key("alt+Right")
        program.wait_point("d6", "white man")
        program.wait("Black is thinking…")
        program.key("alt+Right")
        program.wait_title("^This is the last move$")
        program.key("shift+F1")
        program.wait_page("HowToPlay")
        program.key("alt+Left")
        program.wait_page("GamePage")


# What a key says that can do nothing: at the start, while a program thinks, looking back, after the end.
START, THINKING, BACK, OVER = "start", "thinking", "back", "over"
WHY_NOT = (
    (START, "ctrl+z", "There is nothing to undo"),
    (START, "ctrl+shift+z", "There is nothing to redo"),
    (START, "ctrl+m", "Nobody is thinking"),
    (START, "ctrl+r", "No move has been played yet"),
    (START, "alt+Left", "No move has been played yet"),
    (START, "alt+Right", "This is the last move"),
    (THINKING, "h", "It is the computer’s turn"),
    (THINKING, "ctrl+h", "It is the computer’s turn"),
    (THINKING, "Home", "It is the computer’s turn"),
    (THINKING, "v", "Moves will be marked when it is your turn"),
    (THINKING, "d", None),
    (THINKING, "6", "It is the computer’s turn"),
    (BACK, "h", "You are looking back: End leads to the game again"),
    (OVER, "h", "The game is over"),
    (OVER, "ctrl+m", "The game is over"),
    (OVER, "p", "The game is over"),
    (OVER, "v", "Moves are no longer marked"),
    (OVER, "v", "The game is over"),
    (OVER, "End", "The game is over"),
    (OVER, "alt+Right", "This is the last move"),
)


def keys_that_can_do_nothing(desktop, executable):
    """A key that can do nothing at the moment says why, in the title for the ear and in words on the page."""
    command = f"uci:sh '{ROOT}/crates/nmm/tests/data/players/uci.sh' silent"
    with Program(desktop, executable, ["--black", command, "--patience", "300s"]) as program:
        program.wait_page("GamePage")
        why_not(program, START)
        program.type("d6")
        program.wait("Black is thinking…")
        why_not(program, THINKING)
        program.key("alt+Left")
        program.wait("Looking back: the start")
        why_not(program, BACK)
        program.key("End")
        program.wait("Black is thinking…")
        program.key("F10")
        program.press("Game", "menu item")
        program.press("Resign", "menu item")
        program.wait_title("You have lost")
        why_not(program, OVER)
        program.key("Escape")
        program.wait_page("MainMenu")


def keys_on_every_page(desktop, executable):
    """On every page a key of the game that can do nothing there says so, each time it is pressed."""
    write_save(desktop, "game", LONG)
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        says(program, "This is the main menu", "Escape", "alt+Left")
        says(program, ONLY_IN_A_GAME, *"hvsmtp", "F9", *(f"ctrl+{key}" for key in ("z", "shift+z", "shift+f", *"emsrch")), "alt+Right")
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
        program.wait_title("^Black’s side is below")
        program.key("p")
        program.wait_page("PausePage")
        says(program, "The game is paused", "h", "v", "s", "t", "ctrl+z", "ctrl+c")
        program.key("p")
        program.wait_page("GamePage")
        program.key("ctrl+r")
        program.wait_page("ReviewPage")
        program.key("End")
        says(program, ONLY_IN_A_GAME, "h", "v", "F9", "ctrl+z", "ctrl+c")
        says(program, "There is no later mistake", "m", "m")


ONLY_IN_A_GAME = "This key works only in a game"


def says(program, words, *keys):
    """Each key has these words told, also where the key before it has told the same."""
    # What was told on the page before is no answer here.
    wait_for(lambda: program.title.rstrip() != words, "the name of the page")
    for key in keys:
        before = program.title
        program.key(key)
        wait_for(lambda b=before: (title := program.title) != b and title.rstrip() == words,
                 lambda k=key, p=program: f"{words!r} after {k}, where the title is {p.title!r}")


def escape_goes_back_one_level(desktop, executable):
    """Escape leads out of the rules in words to where one came from: the lessons, or the set-up of a game."""
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("shift+F1")
        program.wait("Lesson 1 of 14")
        program.press("The Rules in Words")
        program.wait_title("^The Rules in Words – Standard$")
        program.wait("Standard", "group", lambda node: node.has(FOCUSED))
        program.key("Tab")
        program.wait("The goal", "group", lambda node: node.has(FOCUSED))
        program.key("Escape")
        program.wait("Lesson 1 of 14")
        program.wait_title("^Place your men – ")
        program.key("Escape")
        program.wait_page("MainMenu")
        program.key("ctrl+n")
        program.wait_page("SetupPage")
        program.press("The Rules in Words")
        program.wait_page("HowToPlay")
        program.wait_title("^The Rules in Words – Standard$")
        program.key("Escape")
        program.wait_page("SetupPage")


def why_not(program, when):
    """Presses the keys of a moment, and reads what they say."""
    for _, key, words in (row for row in WHY_NOT if row[0] == when):
        program.key(key)
        if words:
            program.wait_title(f"^{re.escape(words)} ?$")
            program.wait(words)


def stones(program):
    """Where men stand."""
    return {point: words.split(",")[0] for point, words in program.men().items() if "man" in words}


def messages_cover_nothing(desktop, executable):
    """A message lies over no button, in a narrow window too, and does not follow to another page."""
    write_save(desktop, "game", LONG)
    write_settings(desktop, window={"width": 360, "height": 640})
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        program.resize(360, 640)
        program.key("ctrl+shift+c")
        program.wait("The position is copied")
        program.key("ctrl+v")
        program.wait_page("PositionPage")
        # The window bears the words for the ear, for a while.
        followers = [node for node in program.all("The position is copied") if node.role != "window"]
        assert not followers, "the message has followed from the game"
        program.press("Copy")
        program.place_of("The position is copied", "label")
        nodes = wait_for(lambda: at_rest(program), "a page that rests")
        message = next(node for node in nodes if node.is_shown and matches(node, "The position is copied", "label"))
        own = {node for outer in [message, *message.outside()][:3] for node in outer.walk()}
        for node in nodes:
            if node.is_shown and node.has(FOCUSABLE) and node.has(SENSITIVE) and node.role.endswith("button") and node not in own:
                # Of what is scrolled half out of its page the rest lies nowhere.
                assert not overlap(seen_part(node), message.box), f"{node.role} {node.name!r} is covered: {node.box}, {message.box}"


def seen_part(node):
    """Where the part of an object lies that all around it leaves to be seen."""
    left, top, width, height = node.box
    right, bottom = left + width, top + height
    for x, y, w, h in (outer.box for outer in node.outside() if outer.parent):
        left, top, right, bottom = max(left, x), max(top, y), min(right, x + w), min(bottom, y + h)
    return left, top, right - left, bottom - top


def at_rest(program):
    """All that is shown, once it lies where it lay a moment ago: a message moves what is above it."""
    places = []
    for _ in range(2):
        tree = program.look()
        nodes = list(tree.walk()) if tree else []
        places.append([(node, node.box) for node in nodes])
        time.sleep(0.1)
    return places[0] == places[1] and nodes


def overlap(first, second):
    """Whether two boxes have something in common."""
    return all(first[i] < second[i] + second[i + 2] and second[i] < first[i] + first[i + 2] for i in (0, 1))
