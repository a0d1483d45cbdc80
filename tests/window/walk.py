# SPDX-License-Identifier: GPL-3.0-or-later
"""Goes through a page with Tab alone, and tells where that leads astray."""

import re
import time

from bus import FOCUSABLE, FOCUSED, SELECTABLE, SENSITIVE
from desktop import wait_for

# More stops than any page has.
MOST_STOPS = 80
# The focus follows a key within this time, in seconds.
PATIENCE = 2.0
BOARD = re.compile(r"[a-g][1-7], .*")
# Lists that may be long. In others, GTK's own way is from row to row.
ONE_STOP = {"Saved Games", "Move List"}
TURN = re.compile(r"Move \d+: .*")
# The name of a class is what is said of something that has no name.
NO_NAME = re.compile(r"(Gtk|Adw|Nmm)\w+|\s*")
# What is told by its name; a list because a screen reader says where one is.
NAMED = {"button", "push button", "toggle button", "switch", "checkbox", "radio", "combo box", "spin button", "slider",
         "text box", "text", "entry", "search box", "list", "list item", "link", "tab", "page tab"}
# The toolkit itself lets nobody come to the buttons of the window's frame by Tab.
FRAME = {"Minimize", "Maximize", "Restore", "Close"}


class Walk:
    """One page, or dialog, as the keyboard goes through it."""

    def __init__(self, program):
        self.program = program
        self.faults = []
        self.nodes, self.focusable = [], []
        wait_for(self._rests, "a page that rests")

    def _look(self):
        """The last window is the dialog that lies over all."""
        self.nodes = list(self.program.look().children[-1].walk())
        self.focusable = [node for node in self.nodes if node.has(FOCUSABLE)]

    def _rests(self):
        """Whether all lies where it lay a moment ago: what has just been chosen may move things."""
        before = [(node, node.box) for node in self.nodes]
        time.sleep(0.1)
        self._look()
        return before == [(node, node.box) for node in self.nodes]

    def go_round(self):
        """Forward until the first stop comes again, and all the way back; returns the faults."""
        self._find_unnamed()
        self._find_wrong_words()
        start = self._focused()
        if start is None:
            # Where nothing has the keyboard yet, the first Tab gives it.
            start = self._press("Tab", None)
        forward = self._circle("Tab", start)
        if forward:
            self._find_left_out(forward)
            backward = self._circle("shift+Tab", start)
            if backward and backward != [forward[0], *reversed(forward[1:])]:
                self.faults.append(f"backward it goes {names(backward)}, but forward {names(forward)}")
        return self.faults

    def _circle(self, key, start):
        """The stops from the first one until it comes again; none if the way leads nowhere."""
        here, stops, visited = start, [area(start)] if start else [], []
        while here and len(visited) <= MOST_STOPS:
            visited.append(here)
            before, here = here, self._press(key, here)
            if here is None:
                return []
            stop = area(here)
            if before in here.outside() and before.name == here.name != "":
                self.faults.append(f"{key} stops twice: at {name_of(before)}, and at {name_of(here)} in it")
            if stop == stops[-1]:
                if fault := stays(visited, before, here):
                    self.faults.append(f"{key} {fault} of {name_of(stop)}: from {name_of(before)} to {name_of(here)}")
                    return []
            elif stop == stops[0]:
                return stops
            elif stop in stops:
                self.faults.append(f"{key} comes back to {name_of(stop)} and not to the first of {names(stops)}")
                return []
            else:
                stops.append(stop)
        self.faults.append(f"{key} finds no way back to the first: {names(stops)}")
        return []

    def _press(self, key, before):
        """What has the keyboard after a key; None, and a fault, if that is nothing else than before."""
        self.program.press_keys(key)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            now = self._focused()
            if now is not None and now != before:
                return now
        self.faults.append(f"{key} leads nowhere from {name_of(before) if before else 'nothing'}")
        return None

    def _focused(self):
        """What has the keyboard; something may have come since the last look."""
        # The states of all that a page has ever shown would come ten times as slowly.
        self.program.ask_states(self.focusable)
        found = next((node for node in reversed(self.focusable) if node.has(FOCUSED)), None)
        if found is None:
            self._look()
            found = next((node for node in reversed(self.nodes) if node.has(FOCUSED)), None)
        return found

    def _find_left_out(self, stops):
        """What could have the keyboard and does not get it."""
        reached = set(stops)
        # Something may have become able to take the keyboard on the way.
        self.program.refresh_states(self.nodes)
        for node in self.nodes:
            if not (node.is_shown and node.has(FOCUSABLE) and node.has(SENSITIVE)) or node.name in FRAME or is_empty(node):
                continue
            near = {area(node), *node.outside(), *node.walk()}
            if not near & reached:
                self.faults.append(f"Tab never reaches {name_of(node)}")

    def _find_unnamed(self):
        """What can have the keyboard, but says nothing of itself."""
        for node in self.nodes:
            if node.is_shown and node.has(FOCUSABLE) and NO_NAME.fullmatch(node.name) and needs_name(node):
                around = next((outer for outer in node.outside() if not NO_NAME.fullmatch(outer.name)), node)
                self.faults.append(f"no name: {name_of(node)} in {name_of(around)}")

    def _find_wrong_words(self):
        """What can have the keyboard, and says its name twice, or that it is not selected where nothing ever is."""
        for node in self.nodes:
            if not (node.is_shown and node.has(FOCUSABLE)):
                continue
            if node.name and node.name == " ".join([node.name[: len(node.name) // 2]] * 2):
                self.faults.append(f"a name twice: {name_of(node)}")
            if node.has(SELECTABLE) and not any(outer.role == "combo box" for outer in node.outside()):
                self.faults.append(f"not selected: {name_of(node)}")


def area(node):
    """The list or the board that an object is a part of, where that is but one stop; else itself."""
    return next((outer for outer in (*list_around(node), node, *node.outside())
                 if is_long_list(outer) or any(is_part(inner) for inner in outer.children)), node)


def is_long_list(node):
    """Whether this is a list with a name that is known to be long."""
    return node.role == "list" and node.name in ONE_STOP


def list_around(node):
    """The innermost list that an object is, or is a part of."""
    return [outer for outer in (node, *node.outside()) if outer.role == "list"][:1]


def is_empty(node):
    """Whether this is a list in which nothing is shown."""
    return node.role == "list" and not any(inner.is_shown and inner.has(FOCUSABLE) for inner in list(node.walk())[1:])


def is_part(node):
    """Whether this is a point of the board, or a turn in the list."""
    return bool(BOARD.fullmatch(node.name) or TURN.fullmatch(node.name))


def stays(visited, before, here):
    """What is wrong with a second stop in the same list or board; nothing within one row, which may hold buttons."""
    if row(here) is None or row(here) != row(before):
        return "goes from part to part"
    return "comes again to a part" if here in visited else None


def row(node):
    """The row of a list that an object is a part of."""
    return next((outer for outer in (node, *node.outside()) if outer.role == "list item"), None)


def needs_name(node):
    """Whether a name is missed: not by the values that lie ready behind a combo box, nor by a row that is but a frame."""
    in_combo_box = node.role in ("list", "list item") and any(outer.role == "combo box" for outer in node.outside())
    # A row hands the keyboard on to what can have it in the row.
    is_frame = node.role == "list item" and any(inner.has(FOCUSABLE) for inner in node.walk() if inner is not node)
    return node.role in NAMED and not in_combo_box and not is_frame


def name_of(node):
    """How an object is called in a fault."""
    return f"{node.role} {node.name!r}"


def names(nodes):
    """How several are called."""
    return ", ".join(map(name_of, nodes))
