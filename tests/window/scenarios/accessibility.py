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


def set_up_reports(desktop, executable):
    """The slider describes its level, a card of rules whether it is chosen, and after a change of rules the title says who begins."""
    with Program(desktop, executable) as program:
        program.press("New Game…")
        slider = program.wait("Computer Level", "slider")
        assert re.match("1, Newcomer\\. .+", slider.description), slider.description
        chosen = [card.name for card in program.all(role="radio") if card.has(CHECKED)]
        assert chosen == ["Standard", "Opponent: Computer"], chosen
        program.press("Tapatan", "radio")
        program.wait_title(r"^First Move\. Alternating\. You play (White|Black)$")
        program.wait("Tapatan", "radio", lambda card: card.has(CHECKED))
        program.wait("Standard", "radio", lambda card: not card.has(CHECKED))


def toggles_report(desktop, executable):
    """A toggle button reports whether it is pressed: in the lessons, and on the position page."""
    write_save(desktop, "game", MOVES)
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        program.key("shift+F1")
        program.press("Full Rules", "checkbox")
        program.wait("Full Rules", "checkbox", lambda button: button.has(CHECKED))
        program.key("Escape")
        program.wait("Full Rules", "checkbox", lambda button: not button.has(CHECKED))
        program.key("Escape")
        program.wait_page("GamePage")
        program.key("ctrl+shift+c", "ctrl+v")
        program.wait_editor()
        program.press("Black Pieces", "radio")
        program.wait("Black Pieces", "radio", lambda button: button.has(CHECKED))
        program.wait("White Pieces", "radio", lambda button: not button.has(CHECKED))


def switches_report(desktop, executable):
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


def expanders_report(desktop, executable):
    """A row that expands reports whether it is expanded, where the focus is."""
    with Program(desktop, executable) as program:
        program.press("New Game…")
        row = program.wait(re.compile("More Options.*"), "list item")
        assert row.has(EXPANDABLE) and not row.has(EXPANDED), row.states
        go_to(program, row.name, "list item")
        for expanded in (True, False):
            program.key("Return")
            program.wait(row.name, "list item", lambda row, on=expanded: has_keyboard(row) and row.has(EXPANDED) == on)


def fields_report(desktop, executable):
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
        go_to(program, "New Rules…", "button")
        program.key("Return")
        tells(program, "Name", "Enter a name to save the rules.")
        program.type("At home")
        tells(program, "Name", "")


def tells(program, field, words):
    """Waits until a field has the focus and this description."""
    program.wait(field, "text box", lambda node: has_keyboard(node) and node.description == words)


def focus_reports_once(desktop, executable):
    """A control that gets the focus for the first time reports nothing else, such as its description, which a screen reader would speak twice."""
    with Program(desktop, executable) as program:
        # Reading the objects would introduce them. So this scenario only reads the title.
        program.wait_title("^Nine Men’s Morris$")
        told = {}
        for key, title in (("ctrl+n", "New Game"), ("ctrl+comma", "Settings"),
                           ("F1", "Settings and Solved Positions"), ("ctrl+o", "Saved Games")):
            program.key(key)
            program.wait_title(f"^{title}")
            with program.changes() as changes:
                program.key(*["Tab"] * 12)
                wait_for_focus(changes)
            assert any(change[:2] == ("StateChanged", "focused") for change in changes.queued), changes.queued
            told[title] = of_focused(changes)
        program.key(*["Escape"] * 3)
        program.wait_page("SetupPage")
        program.press("Program", "radio")
        told["Add Program"] = reported_by_dialog(program, "Add Program")
        program.press("All Rules…")
        program.wait_page("RulesPage")
        told["New Rules"] = reported_by_dialog(program, "New Rules")
        program.key("Escape")
        program.press("Another Person", "radio")
        program.press("Start Game")
        program.wait_page("GamePage")
        program.key("Escape")
        program.wait_page("PausePage")
        with program.changes() as changes:
            program.key("Escape")
            wait_for_focus(changes)
        told["Game"] = of_focused(changes)
        assert not any(told.values()), told


def reported_by_dialog(program, name):
    """Opens a dialog, goes through it, and closes it. Returns the changes of descriptions."""
    go_to(program, f"{name}…", "button")
    with program.changes() as changes:
        program.key("Return")
    with program.changes() as later:
        program.key(*["Tab"] * 6)
        wait_for_focus(later)
    assert any(change[:2] == ("StateChanged", "focused") for change in later.queued), later.queued
    program.wait(name, "window")
    program.key("Escape")
    program.wait_gone(name, "window")
    return of_focused(changes) + of_focused(later)


def wait_for_focus(changes):
    """Waits until an object has reported that it got the focus."""
    wait_for(lambda: any(change[:2] == ("StateChanged", "focused") for change in changes.queued), "a change of the focus")


def of_focused(changes):
    """Returns the changes of the description of what has the focus. A dialog may report others as it opens."""
    focused, found = None, []
    for change in changes.queued:
        if change[:2] == ("StateChanged", "focused"):
            focused = change[2]
        elif change in descriptions(changes) and change[2] == focused:
            found.append(change)
    return found


def returning_focus_reports_once(desktop, executable):
    """A point that has the focus again after a menu keeps its description. A screen reader would speak a change, too."""
    write_save(desktop, "game", MOVES)
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        point = program.wait(where=lambda node: has_keyboard(node) and node.description)
        for key in ("F10", "Escape"):
            with program.changes() as changes:
                program.key(key)
            assert changes.queued and not [change for change in descriptions(changes) if change[2] == point.path], changes.queued
        program.wait(point.name, where=has_keyboard)


def submenus_report(desktop, executable):
    """A menu item reports that it opens a submenu, which begins at its first entry. A menu has its keys also while an
    earlier position is shown.
    """
    write_save(desktop, "game", MOVES)
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        program.press("Previous Move")
        program.wait("Next Move", "button", lambda button: button.has(SENSITIVE))
        program.key("F10")
        program.wait("New Game…", "menu item", lambda item: has_keyboard(item) and not item.has(EXPANDABLE))
        program.key("Down")
        program.wait("Game", "menu item", lambda item: has_keyboard(item) and item.has(EXPANDABLE) and not item.has(EXPANDED))
        program.key("Right")
        program.wait("Save…", "menu item", has_keyboard)
        program.wait("Game", "menu item", lambda item: item.has(EXPANDED))
        program.key("Escape")
        program.wait_gone(role="menu item")
        assert program.wait("Next Move", "button").has(SENSITIVE), "Escape has closed the menu, and left the position"


def descriptions(changes):
    """Returns the changes of descriptions that a screen reader would speak."""
    return [change for change in changes.queued if change[:2] == ("PropertyChange", "accessible-description")]


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
            program.wait_gone("Reviewing…")
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
