# SPDX-License-Identifier: GPL-3.0-or-later
"""Goes through a page with Tab alone, and reports faults of the order of focus."""

import re

from bus import FOCUSABLE, FOCUSED, SELECTABLE, SELECTED, SENSITIVE
from desktop import Failure, wait_for
from program import MOMENT

# Maximum number of stops. No page has as many.
MOST_STOPS = 80
# Maximum time in which the focus follows a key, in seconds.
PATIENCE = 2.0
BOARD = re.compile(r"[a-g][1-7], .*")
# Lists that may be long, and are one stop. In other lists Tab goes from row to row, as usual in
# GTK.
ONE_STOP = {"Saved Games", "Move List"}
TURN = re.compile(r"Move \d+: .*")
# GTK reports the name of the class for an object without a name.
NO_NAME = re.compile(r"(Gtk|Adw|Nmm)\w+|\s*")
# Roles of objects that need a name. Lists are among them, because a screen reader says in which
# list the focus is.
NAMED = {"button", "push button", "toggle button", "switch", "checkbox", "radio", "combo box", "spin button", "slider",
         "text box", "text", "entry", "search box", "list", "list item", "link", "tab", "page tab"}
# Buttons of the window's frame, which GTK never focuses with Tab.
FRAME = {"Minimize", "Maximize", "Restore", "Close"}


class Walk:
    """The way of the keyboard through one page or dialog."""

    def __init__(self, program):
        self.program = program
        self.faults = []
        self.nodes, self.focusable = [], []
        wait_for(self._rests, "a page that rests", every=MOMENT)

    def _look(self):
        """Reads the objects of the last window, which is the dialog if one is open."""
        self.nodes = list(self.program.look().children[-1].walk())
        self.focusable = [node for node in self.nodes if node.has(FOCUSABLE)]

    def _rests(self):
        """Returns whether all objects kept their positions since the last look. A choice just made
        may move some.
        """
        before = [(node, node.box) for node in self.nodes]
        self._look()
        return before == [(node, node.box) for node in self.nodes]

    def go_round(self):
        """Goes forward until the first stop comes again, and then all the way back. Returns the
        faults.
        """
        self._find_unnamed()
        self._find_wrong_words()
        start = self._focused()
        if start is None:
            # If nothing has the focus yet, the first Tab sets it.
            start = self._press("Tab", None)
        forward = self._circle("Tab", start)
        if forward:
            self._find_left_out(forward)
            # The way round may end at another part of the first stop. A walk from `start` would take
            # that part for the first step back, and press the next key too early.
            backward = self._circle("shift+Tab", self._focused())
            if backward and backward != [forward[0], *reversed(forward[1:])]:
                self.faults.append(f"backward it goes {names(backward)}, but forward {names(forward)}")
        return self.faults

    def _circle(self, key, start):
        """Returns the stops from the first one until it comes again, or no stops if the way does
        not lead back.
        """
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
        """Presses a key and returns the object that has the focus then. Returns None and adds a
        fault if the focus does not move.
        """
        self.program.press_keys(key)
        try:
            return wait_for(lambda: (now := self._focused()) != before and now, "the focus", PATIENCE)
        except Failure:
            self.faults.append(f"{key} leads nowhere from {name_of(before) if before else 'nothing'}")
            return None

    def _focused(self):
        """Returns the focused object. Reads the page again if it is not among the known objects."""
        # Only these objects are asked: asking for the states of all objects that a page ever showed
        # takes ten times as long.
        self.program.ask_states(self.focusable)
        found = next((node for node in reversed(self.focusable) if node.has(FOCUSED)), None)
        if found is None:
            self._look()
            found = next((node for node in reversed(self.nodes) if node.has(FOCUSED)), None)
        return found

    def _find_left_out(self, stops):
        """Adds a fault for each object that can have the focus and never gets it."""
        reached = set(stops)
        # Some objects may have become focusable on the way.
        self.program.refresh_states(self.nodes)
        for node in self.nodes:
            if not (node.is_shown and node.has(FOCUSABLE) and node.has(SENSITIVE)) or node.name in FRAME or is_empty(node):
                continue
            near = {area(node), *node.outside(), *node.walk()}
            if not near & reached:
                self.faults.append(f"Tab never reaches {name_of(node)}")

    def _find_unnamed(self):
        """Adds a fault for each focusable object without a name."""
        for node in self.nodes:
            if node.is_shown and node.has(FOCUSABLE) and NO_NAME.fullmatch(node.name) and needs_name(node):
                around = next((outer for outer in node.outside() if not NO_NAME.fullmatch(outer.name)), node)
                self.faults.append(f"no name: {name_of(node)} in {name_of(around)}")

    def _find_wrong_words(self):
        """Adds a fault for each focusable object that has its name twice, or that is reported as
        not selected where nothing is ever selected.
        """
        for node in self.nodes:
            if not (node.is_shown and node.has(FOCUSABLE)):
                continue
            if node.name and node.name == " ".join([node.name[: len(node.name) // 2]] * 2):
                self.faults.append(f"a name twice: {name_of(node)}")
            if node.has(SELECTABLE) and not node.has(SELECTED) and node.role != "tab" and not any(outer.role == "combo box" for outer in node.outside()):
                self.faults.append(f"not selected: {name_of(node)}")


def area(node):
    """Returns the list or board that an object is part of if Tab stops there only once, or else the
    object.
    """
    return next((outer for outer in (*list_around(node), node, *node.outside())
                 if is_long_list(outer) or any(is_part(inner) for inner in outer.children)), node)


def is_long_list(node):
    """Returns whether this is a list that is known to be long."""
    return node.role == "list" and node.name in ONE_STOP


def list_around(node):
    """Returns the innermost list that an object is, or is part of."""
    return [outer for outer in (node, *node.outside()) if outer.role == "list"][:1]


def is_empty(node):
    """Returns whether this is a list in which nothing is shown."""
    return node.role == "list" and not any(inner.is_shown and inner.has(FOCUSABLE) for inner in list(node.walk())[1:])


def is_part(node):
    """Returns whether this is a point of the board, or a turn in the move list."""
    return bool(BOARD.fullmatch(node.name) or TURN.fullmatch(node.name))


def stays(visited, before, here):
    """Returns what is wrong with a second stop in the same list or board, or None if both are in
    one row, which may hold several buttons.
    """
    if row(here) is None or row(here) != row(before):
        return "goes from part to part"
    return "comes again to a part" if here in visited else None


def row(node):
    """Returns the row of a list that an object is part of."""
    return next((outer for outer in (node, *node.outside()) if outer.role == "list item"), None)


def needs_name(node):
    """Returns whether an object needs a name. The values in the list of a combo box need none, and
    neither does a row that only contains focusable objects.
    """
    in_combo_box = node.role in ("list", "list item") and any(outer.role == "combo box" for outer in node.outside())
    # A row passes the focus on to the focusable objects in it.
    is_frame = node.role == "list item" and any(inner.has(FOCUSABLE) for inner in node.walk() if inner is not node)
    return node.role in NAMED and not in_combo_box and not is_frame


def name_of(node):
    """Returns how an object is called in a fault."""
    return f"{node.role} {node.name!r}"


def names(nodes):
    """Returns how several objects are called in a fault."""
    return ", ".join(map(name_of, nodes))
