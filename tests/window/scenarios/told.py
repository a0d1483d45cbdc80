# SPDX-License-Identifier: GPL-3.0-or-later
"""What screen readers read from widgets: roles, states, descriptions, and not too many changes at
once.
"""

import re

from bus import CHECKED, EXPANDABLE, EXPANDED, FOCUSED, SELECTED, SENSITIVE
from catalogues import Catalogue
from desktop import wait_for
from files import write_save
from program import Program
from scenarios.programs import go_to

# Maximum number of changes at once. With more, Orca skips some of those in its queue, which holds
# others as well.
MANY = 25
# Moves, each of which is a button in the move list.
MOVES = "d6 f4 d2 b4 f6 b2 a7 g1 a1 g7 d7 d1"


def window_after_a_switch(desktop, executable):
    """After a switch of language there is one window, the language keeps the focus, and its list opens at the chosen value."""
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("ctrl+comma")
        program.wait("Language", "combo box", has_keyboard)
        for word, keys in (("Language", ("Down", "Down")), (Catalogue(desktop, "de")("Language"), ("Up",))):
            program.wait(word, "combo box", has_keyboard)
            assert program.look().children[0].role == "window", program.look().children[0].role
            program.key("Return")
            # Before the first choice, the list has the system's language selected, which is its
            # first.
            program.wait(role="list item", where=lambda node: has_keyboard(node) and node.has(SELECTED))
            program.key(*keys, "Return")
            wait_for(lambda word=word: not program.shows(word, "combo box"), "the next language")
        program.wait(role="combo box", where=has_keyboard)
        assert program.look().children[0].role == "window", program.look().children[0].role


def set_up_tells(desktop, executable):
    """The slider describes its level, a card of rules whether it is chosen, and after a change of rules the title says who begins."""
    with Program(desktop, executable) as program:
        program.press("New Game…")
        slider = program.wait("Computer Level", "slider")
        assert re.match("1, Newcomer\\. .+", slider.description), slider.description
        chosen = [card.name for card in program.all(role="radio") if card.has(CHECKED)]
        assert chosen == ["Computer", "Standard"], chosen
        program.press("Tapatan", "radio")
        program.wait_title(r"^First Move\. Alternating\. You play (White|Black)$")
        program.wait("Tapatan", "radio", lambda card: card.has(CHECKED))
        program.wait("Standard", "radio", lambda card: not card.has(CHECKED))


def toggles_tell(desktop, executable):
    """A toggle button reports whether it is pressed: in the lessons, and on the position page."""
    write_save(desktop, "game", MOVES)
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        program.key("shift+F1")
        program.press("Rules as Text", "checkbox")
        program.wait("Rules as Text", "checkbox", lambda button: button.has(CHECKED))
        program.key("Escape")
        program.wait("Rules as Text", "checkbox", lambda button: not button.has(CHECKED))
        program.key("Escape")
        program.wait_page("GamePage")
        program.key("ctrl+shift+c", "ctrl+v")
        program.wait_page("PositionPage")
        program.press("Black Pieces", "radio")
        program.wait("Black Pieces", "radio", lambda button: button.has(CHECKED))
        program.wait("White Pieces", "radio", lambda button: not button.has(CHECKED))


def switches_tell(desktop, executable):
    """A row reports the state of its switch, a key in the row toggles it, and the slider below reports that it does nothing."""
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("ctrl+comma")
        program.wait("Language", "combo box", has_keyboard)
        program.key("Tab")
        before = program.wait("Sound Effects", "checkbox", has_keyboard).has(CHECKED)
        for _ in range(2):
            program.key("space")
            before = not before
            program.wait("Sound Effects", "checkbox", lambda row, on=before: row.has(CHECKED) == on)
            program.wait("Sound Effects", "switch", lambda switch, on=before: switch.has(CHECKED) == on)
            program.wait("Volume", "slider", lambda slider, on=before: slider.has(SENSITIVE) == on)


def expanders_tell(desktop, executable):
    """A row that expands reports whether it is expanded, where the focus is."""
    with Program(desktop, executable) as program:
        program.press("New Game…")
        row = program.wait(re.compile("More Options.*"), "list item")
        assert row.has(EXPANDABLE) and not row.has(EXPANDED), row.states
        go_to(program, row.name, "list item")
        for expanded in (True, False):
            program.key("Return")
            program.wait(row.name, "list item", lambda row, on=expanded: has_keyboard(row) and row.has(EXPANDED) == on)


def fields_tell(desktop, executable):
    """A field of a dialog reports that it has the focus, and describes what is missing."""
    with Program(desktop, executable) as program:
        program.press("New Game…")
        program.press("Program", "radio")
        program.press("Add Program…")
        tells(program, "Name", "Enter a name to save the program.")
        program.type("Ada")
        tells(program, "Name", "Enter the command that starts it, or choose its file.")
        program.key("Tab", "Tab")
        tells(program, "Command", "Enter the command that starts it, or choose its file.")
        program.type("ada")
        tells(program, "Command", "")
        program.wait("Save", "button", lambda button: button.has(SENSITIVE))
        program.key("Escape")
        program.press("All Rules…")
        program.wait_page("RulesPage")
        go_to(program, "New Rules…", "list item")
        program.key("Return")
        tells(program, "Name", "Enter a name to save the rules.")
        program.type("At home")
        tells(program, "Name", "")


def tells(program, field, words):
    """Waits until a field has the focus and this description."""
    program.wait(field, "text box", lambda node: has_keyboard(node) and node.description == words)


def pages_make_no_flood(desktop, executable):
    """A page that comes or goes causes few changes for a screen reader, even in a game with many moves."""
    write_save(desktop, "game", MOVES)
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        told = {}
        for key, page in (("p", "PausePage"), ("ctrl+r", "AnalysisPage"), ("ctrl+comma", "SettingsPage"), ("ctrl+n", "SetupPage")):
            # An object that has never been asked for reports nothing, and at its first change it
            # reports all of its state. So each page is visited once before.
            turn_to(program, key, page)
            program.wait_gone("Reviewing the moves…")
            program.look()
            turn_to(program, "Escape", "GamePage")
            for keys, to in ((key, page), ("Escape", "GamePage")):
                with program.changes() as changes:
                    turn_to(program, keys, to)
                told[f"{keys} to {to}, by {key}"] = len(changes.queued)
        many = {way: count for way, count in told.items() if count > MANY}
        assert not many, f"{many} of {told}"


def turn_to(program, keys, page):
    """Presses keys that lead to a page."""
    program.key(keys)
    program.wait_page(page)


def has_keyboard(node):
    """Returns whether an object has the focus."""
    return node.has(FOCUSED)
