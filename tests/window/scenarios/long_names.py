# SPDX-License-Identifier: GPL-3.0-or-later
"""Long names without a space, from files or typed. The window must stay as narrow as a small phone."""

import contextlib
import re

from bus import BusError
from catalogues import Catalogue
from desktop import Failure, wait_for
from files import write
from hands import Hands
from program import Program
from scenarios.saves import from_card
from scenarios.narrow import HEIGHT, LARGE, TOLERANCE, WIDTH, go, misfits, pages, scroll_to, size_of

# More letters than fit on a screen, and than a window can be wide.
WORD = "W" * 3000
# A name that a person could have.
CAPTAIN = "Donaudampfschifffahrtsgesellschaftskapitaen"
# Maximum length of a name that can be typed.
TYPED = "W" * 30
# Maximum width of a list of values. It may be wider than the window, but not than the screen.
WIDEST_LIST = 800
CLOSE = "Dismiss"

SAVE = """# Nine Men's Morris saved game
version = 1
name = "{name}"
saved = 2026-11-20T19:30:00Z
rules = "custom"
custom_rules = {{ base = "six", men = 7, name = "{name}" }}
white = {white}
black = {black}
clock = "none"
notes = '''[Event "{name}"]
[White "{name}"]
[{name} "{name}"]
[Variant "custom"]
[Rules "six,men=7"]

{{{name}}} 1. a5 {{{name}}} c5 (1... b4 {{{name}}}) *
'''
turns = ["a5", "c5", "b4"]
"""

SETTINGS = """version = 1
{name} = "{name}"
[window]
width = {width}
height = {height}
[game]
opponent = "person"
names = ["{name}", "{name}"]
program = "{name}"
watched = {{ white = "{name}", black = "{name}" }}
rules = "six,men=7"
rules_name = "{name}"
[programs]
known = [{{ name = "{name}", speaks = "uci", command = "{command}", options = {{ "{name}" = "{name}" }} }},
    {{ name = "other", speaks = "uci", command = "cat" }}]
[rules]
own = [{{ name = "{name}", rules = "six,men=7" }}]
"""

STATISTICS = "one\t2026-11-20T19:30:00Z\tstandard\tprogram:{name}\twhite\t1-0\tresignation\t9\t90.0\t-\t.\n{name}\n"

PRACTICE = "version = 1\nshown = [\"{name}\"]\n{name} = 1\n[records]\n{name} = 3\n[[cards]]\ndue = \"{name}\"\npuzzle = \"{name}\"\n"

# An engine that has many long options, and that crashes.
ENGINE = """while read -r word rest; do
    case $word in
        uci)
            echo 'id name {name}'
            echo 'option name {option}1 type string default {value}'
            echo 'option name {option}2 type check default true'
            echo 'option name {option}3 type spin default 1 min -9223372036854775808 max 9223372036854775807'
            echo 'option name {option}4 type combo default {value} var {value} var {option}'
            echo uciok ;;
        isready) echo readyok ;;
        go) echo '{name}' >&2; exit 1 ;;
        quit) exit 0 ;;
    esac
done
"""


class Visit:
    """Looks at pages and collects all objects that are too large for the window."""

    def __init__(self, program, words, factor=1):
        self._program, self._factor, self.faults = program, factor, []
        self._words = f"{words}, text × {factor}"

    def begin(self, page="MainMenu"):
        """Looks at the first page in a small window."""
        self._program.wait_page(page)
        self._program.resize(WIDTH, HEIGHT)
        self.look(f"{page}, as it comes")
        return self

    def look(self, place):
        """Looks at the page that is shown, first with its messages and then without them."""
        self._look(place)
        if self._program.shows(CLOSE):
            self._close_messages()
            self._look(place)

    def _look(self, place):
        width, height = size_of(self._program)
        # A message takes up extra space, also where a page has none left for it.
        is_too_high = height > HEIGHT + TOLERANCE and not self._program.shows(CLOSE)
        if width > WIDTH or is_too_high:
            self.faults.append(f"{self._words}, {place}: the window becomes {width} × {height}")
        shown = [node for node in self._program.look().walk() if node.is_shown]
        self.faults += [f"{self._words}, {place}: {fault}" for fault in misfits(shown, width)]

    def _close_messages(self):
        """Closes the messages, which may have made the window larger."""
        while shown := self._program.all(CLOSE, "button"):
            with contextlib.suppress(BusError):
                self._program.act(shown[0])
        self._program.resize(WIDTH, HEIGHT)

    def go(self, page, *keys):
        """Goes to a page and looks at it."""
        self.look(go(self._program, page, *keys))

    def look_at_dialog(self, name, place):
        """Looks at the dialog that has opened, and leaves it open."""
        self._program.wait(name)
        parent = self._program.hands.windows(self._program.process_id)[0]
        window = wait_for(lambda: (found := self._program.window) != parent and found, f"the dialog {name!r}")
        _, _, width, height = self._program.hands.box(window)
        # In large text a dialog may be higher than the window, but not than the screen.
        most = HEIGHT if self._factor == 1 else self._program.desktop.size[1]
        if width > WIDTH or height > most:
            self.faults.append(f"{self._words}, {place}: the dialog is {width} × {height}")


def strangers_names(desktop, executable):
    """With names of 3,000 letters everywhere in the files, all pages and dialogs keep the window narrow."""
    engine = write(desktop.home / "wide.sh", ENGINE.format(name=WORD, option="W" * 99, value="W" * 800))
    faults = []
    for factor in (1, LARGE):
        Hands(desktop).scale_text(factor)
        for part in (everywhere, games, programs):
            write_all(desktop, WORD, f"sh {engine}")
            with Program(desktop, executable) as program:
                visit = Visit(program, "strangers", factor).begin()
                part(desktop, program, visit)
            faults += visit.faults
        faults += opened(desktop, executable, factor)
        faults += broken_down(desktop, executable, f"uci:sh {engine}", factor)
    if faults:
        raise Failure("\n".join(faults))


def names_of_one_word(desktop, executable):
    """With names of people and the longest ones that can be typed, the main menu, game, pause, and review keep the window narrow."""
    faults = []
    for name in (CAPTAIN, TYPED):
        for factor in (1, LARGE):
            Hands(desktop).scale_text(factor)
            write_all(desktop, name, "cat")
            with Program(desktop, executable) as program:
                visit = Visit(program, name, factor).begin()
                games(desktop, program, visit)
            faults += visit.faults
    faults += typed(desktop, executable)
    if faults:
        raise Failure("\n".join(faults))


def typed(desktop, executable):
    """Types the longest names that the setup page accepts."""
    desktop.settings.unlink()
    Hands(desktop).scale_text(1)
    with Program(desktop, executable) as program:
        visit = Visit(program, "typed").begin()
        visit.go("SetupPage", "ctrl+n")
        program.press("Another Person")
        for row in ("Your Name", "Opponent’s Name"):
            scroll_to(program, row)
            program.click(row, "text box")
            program.type(TYPED + "more")
        visit.look("SetupPage, typed")
        program.press("Start Game")
        program.wait(f"White · {TYPED}")
        program.play("d6")
        program.wait_title("^White played d6")
        program.press("Main Menu")
        games(desktop, program, visit)
    return visit.faults


def write_all(desktop, name, command):
    """Writes all files of a user, with a name everywhere."""
    write(desktop.settings, SETTINGS.format(name=name, command=command, width=WIDTH, height=HEIGHT))
    person, seat = f'{{ person = "{name}" }}', f'{{ program = "{name}", called = "{name}" }}'
    write(desktop.saves / "two.toml", SAVE.format(name=name, white=person, black=person))
    write(desktop.saves / "one.toml", SAVE.format(name=name, white=person, black=seat).replace("19:30", "18:30"))
    write(desktop.saves / "broken.toml", f"version = 1\n{name} = [\n")
    data = desktop.saves.parent
    write(data / "statistics.tsv", STATISTICS.format(name=name))
    write(data / "practice.toml", PRACTICE.format(name=name))


def everywhere(desktop, program, visit):
    """Looks at all pages, and at a game started with the last settings."""
    for page in pages(program, Catalogue(desktop, "en")):
        visit.look(page)


def games(_, program, visit):
    """Continues a game from a file, reviews it, renames it, and deletes it."""
    visit.look("MainMenu")
    program.press("Continue")
    visit.go("GamePage")
    visit.go("PausePage", "p")
    visit.go("GamePage", "p")
    visit.go("AnalysisPage", "ctrl+r")
    program.press("Previous Move")
    visit.look("AnalysisPage, a move")
    visit.go("GamePage", "Escape")
    program.press_keys("ctrl+s")
    visit.look_at_dialog("Save Game", "name of the game")
    program.press("Save")
    program.wait(re.compile("Game saved.*"))
    visit.look("GamePage, saved")
    visit.go("SavedGamesPage", "ctrl+o")
    from_card(program, None, "Rename…")
    visit.look_at_dialog("Rename Game", "other name")
    program.press("Cancel")
    program.wait_gone("Rename Game")
    from_card(program, None, "Delete")
    program.wait("Undo")
    visit.look("SavedGamesPage, deleted")
    visit.go("GamePage", "alt+Left")
    program.press("Main Menu")
    visit.go("MainMenu")


def programs(_, program, visit):
    """Looks at programs and rules from the settings."""
    visit.go("SetupPage", "ctrl+n")
    program.press("Watch the Computer Play Itself")
    visit.look("SetupPage, watched")
    program.press("Program")
    visit.look("SetupPage, a program")
    # The button below the row, since a tile has the name of the row.
    scroll_to(program, "Add Program…")
    program.click("Program", "combo box")
    listed = wait_for(lambda: [node for node in program.all("Program", "list") if len(node.children) > 1], "the list of programs")
    if listed[0].box[2] > WIDEST_LIST:
        visit.faults.append(f"the list of programs is {listed[0].box[2]} wide")
    program.press_keys("Escape")
    program.press("Edit Program")
    visit.look_at_dialog("Load Options", "program")
    program.press("Load Options")
    program.wait(re.compile("W{99}2"), "label")
    visit.look_at_dialog("Load Options", "its options")
    program.press_keys("Escape")
    program.wait_gone("Load Options")
    program.press("All Rules…")
    visit.go("RulesPage")
    program.press("Edit Rules")
    visit.look_at_dialog("Edit Rules", "rules")
    program.press_keys("Escape")
    program.wait_gone("Edit Rules", "window")


def opened(desktop, executable, factor):
    """Opens games and texts of other programs."""
    # A text of Ws would be read as a board.
    game = SAVE.format(name="M" * len(WORD), white=0, black=0).split("'''")[1]
    faults = []
    for name, text, page in (("game.pgn", game, "GamePage"), ("words.txt", WORD, "MainMenu"), (f"{'W' * 200}.txt", "[", "MainMenu")):
        with Program(desktop, executable, [str(write(desktop.home / name, text))]) as program:
            visit = Visit(program, name[:9], factor).begin(page)
        faults += visit.faults
    return faults


def broken_down(desktop, executable, player, factor):
    """Looks at a program that crashes with a long word, in a game by rules with a long name."""
    rules = write(desktop.home / "rules.toml", f'base = "standard"\nname = "{WORD}"\n')
    with Program(desktop, executable, ["--white", player, "--rules", str(rules)]) as program:
        visit = Visit(program, "breaks down", factor)
        visit.look_at_dialog("Continue With Computer", "failure")
        program.press("Not Now")
        program.wait_gone("Continue With Computer")
        visit.begin("GamePage")
    return visit.faults
