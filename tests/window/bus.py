# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the program's accessible objects as a screen reader sees them. Each look reads them again
from the bus.

The module speaks the AT-SPI protocol itself, because libatspi caches what it has seen and its
copies are out of date.
"""

import ctypes
import functools
import re
import time
from ast import literal_eval
from dataclasses import dataclass, field

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
NOTHING = "/org/a11y/atspi/null"
# Positions relative to the window.
WINDOW_COORDINATES = 1
# Timeout of a single call, in milliseconds.
TIMEOUT = 10_000
NOWHERE = (0, 0, 0, 0)
# Time for which newer GTK shows a button as pressed, and somewhat more, in seconds.
CLICK = 0.4

# Numbers of states in the protocol.
CHECKED, ENABLED, EXPANDABLE, EXPANDED, FOCUSABLE, FOCUSED = 4, 8, 9, 10, 11, 12
PRESSED, SELECTABLE, SELECTED, SENSITIVE = 20, 22, 23, 24


@functools.cache
def gtk_version():
    """Returns the version of GTK on this machine."""
    gtk = ctypes.CDLL("libgtk-4.so.1")
    return gtk.gtk_get_major_version(), gtk.gtk_get_minor_version(), gtk.gtk_get_micro_version()


def is_newer_gtk():
    """Returns whether GTK is newer than that of Debian 12, for which all scenarios are made."""
    return gtk_version() > (4, 9)


class Traffic:
    """Counts what was asked over all connections, and the events that programs have reported."""

    questions = events = 0


class Look:
    """A look at the state of a program, which begins when this is made."""

    def __init__(self):
        while GLib.MainContext.default().iteration(False):
            pass
        self._began = time.monotonic()
        self._questions, self._events = Traffic.questions, Traffic.events

    def wait_for_news(self, pause, most):
        """Waits until another look may see something else. If this one has read accessible objects,
        that is after the next event, but at most `most` seconds later. Otherwise it is after `pause`
        seconds.
        """
        if Traffic.questions != self._questions:
            # Events come in bursts. A look at each of them would take the processor away from the
            # program.
            pause = min(max(pause, time.monotonic() - self._began), most)
            self._wait_for_event(most)
        time.sleep(pause)

    def _wait_for_event(self, seconds):
        is_over = []
        timer = GLib.timeout_add(round(1000 * seconds), lambda: is_over.append(True))
        while Traffic.events == self._events and not is_over:
            GLib.MainContext.default().iteration(True)
        if not is_over:
            GLib.source_remove(timer)


class BusError(Exception):
    """A call failed: the program, or the object, is gone."""


@dataclass(eq=False)
class Node:
    """One accessible object as it was when it was read. Nodes are equal if they are the same
    object, at any two times.
    """

    owner: str
    path: str
    name: str = ""
    role: str = ""
    description: str = ""
    states: int = 0
    children: list = field(default_factory=list)
    parent: "Node" = field(default=None, repr=False)
    bus: "Bus" = field(default=None, repr=False)
    measured: tuple = None
    shadow: int = 0

    def __eq__(self, other):
        return isinstance(other, Node) and (self.owner, self.path) == (other.owner, other.path)

    def __hash__(self):
        return hash((self.owner, self.path))

    def walk(self):
        """Yields this object and all objects below it."""
        rest = [self]
        while rest:
            node = rest.pop()
            yield node
            rest += reversed(node.children)

    def outside(self):
        """Yields the ancestors of this object, the nearest first."""
        node = self.parent
        while node:
            yield node
            node = node.parent

    @property
    def box(self):
        """Returns the position and size in the window. Asks for them on first use, unless they were
        measured with those of other objects.
        """
        if self.measured is None:
            self.bus.measure([self])
        return self.measured

    def forget_place(self):
        """Forgets where this object and its ancestors are, so that they are asked again."""
        for node in (self, *self.outside()):
            node.measured = None

    def hide(self):
        """Marks the object, and with it all objects below it, as not shown."""
        self.measured = NOWHERE

    def has(self, state):
        """Returns whether the object has a state."""
        return bool(self.states >> state & 1)

    @property
    def takes_room(self):
        """Returns whether the object reports that it takes up space on the screen."""
        return self.box[2] > 0 and self.box[3] > 0

    @property
    def is_shown(self):
        """Returns whether the object and all its ancestors take up space on the screen. The ancestors count
        because a closed menu still reports its old position.
        """
        # The outermost object is the program, which has no position.
        return self.takes_room and all(outer.takes_room for outer in self.outside() if outer.parent)

    @property
    def center(self):
        """Returns the center of the object, relative to the window."""
        x, y, width, height = self.box
        return x + width // 2, y + height // 2

    def describe(self, depth=0):
        """Returns the tree as text, one object per line."""
        words = [f"{self.role} {self.name!r}", f"at {self.box}" if self.is_shown else "not shown"]
        words += [word for state, word in ((FOCUSED, "focused"), (CHECKED, "checked"), (PRESSED, "pressed")) if self.has(state)]
        words += [] if self.has(SENSITIVE) else ["insensitive"]
        if depth and not self.is_shown and self.children:
            return "  " * depth + " ".join(words)
        lines = ["  " * depth + " ".join(words)]
        return "\n".join(lines + [child.describe(depth + 1) for child in self.children])


class Bus:
    """The connection to the accessibility bus of a desktop."""

    def __init__(self, environment):
        # This variable has the same meaning for GTK.
        self.address = environment.get("AT_SPI_BUS_ADDRESS") or self._ask_address(environment)
        self._connection = self._connect(self.address)
        self.listen(None, self._count_event)
        if is_newer_gtk():
            # It reports only what someone has asked the registry for.
            wanted = GLib.Variant("(sass)", ("object:", [], ""))
            self.call((REGISTRY[0], "/org/a11y/atspi/registry"), "Registry", "RegisterEvent", wanted)
        self._roles = {}
        # The objects that were asked for their children at the last look, and those that were asked
        # for their positions.
        self._outer, self._placed = set(), set()

    @staticmethod
    def _count_event(*_):
        Traffic.events += 1

    def _ask_address(self, environment):
        session = self._connect(environment["DBUS_SESSION_BUS_ADDRESS"])
        answer = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None,
                                   Gio.DBusCallFlags.NONE, TIMEOUT, None)
        return answer.unpack()[0]

    @staticmethod
    def _connect(address):
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        connection.set_exit_on_close(False)
        return connection

    def application(self, process_id):
        """Returns the program with this process id as (owner, path), or None while it is not on the
        bus.
        """
        for owner, path in self.call(REGISTRY, "Accessible", "GetChildren")[0]:
            if self._process_id(owner) == process_id:
                return owner, path
        return None

    def _process_id(self, owner):
        daemon = ("org.freedesktop.DBus", "/org/freedesktop/DBus")
        try:
            return self._call(daemon, "org.freedesktop.DBus", "GetConnectionUnixProcessID", GLib.Variant("(s)", (owner,)))[0]
        except BusError:
            return None

    def call(self, place, interface, method, arguments=None):
        """Calls a method and waits for the answer."""
        return self._call(place, f"org.a11y.atspi.{interface}", method, arguments)

    def _call(self, place, interface, method, arguments):
        return self._answer(place, interface, method, arguments).unpack()

    def _answer(self, place, interface, method, arguments):
        Traffic.questions += 1
        try:
            return self._connection.call_sync(*place, interface, method, arguments, None, Gio.DBusCallFlags.NONE,
                                              TIMEOUT, None)
        except GLib.Error as error:
            raise BusError(f"{interface}.{method}: {error.message}") from error

    def listen(self, owner, take):
        """Calls `take` with the path, signal, and values of each change of an object that a program
        reports, or any program if `owner` is None. Returns a handle for `stop_listening`.
        """
        return self._connection.signal_subscribe(owner, "org.a11y.atspi.Event.Object", None, None, None, Gio.DBusSignalFlags.NONE,
                                                 lambda _, __, path, ___, signal, values: take(path, signal, values))

    def stop_listening(self, handle):
        """Ends a subscription of `listen`."""
        self._connection.signal_unsubscribe(handle)

    def name_of_first(self, place):
        """Returns the name of the first object below a place, or an empty string if there is none."""
        children = self.call(place, "Accessible", "GetChildren")[0]
        return self._property(children[0], "Name") if children else ""

    def act(self, node):
        """Does what a click on the object would do. In newer GTK, a button does it later."""
        self.call((node.owner, node.path), "Action", "DoAction", GLib.Variant("(i)", (0,)))
        if is_newer_gtk():
            time.sleep(CLICK)

    def tree(self, place, closed=()):
        """Returns everything below a place, shown or not: only measuring tells which. Does not ask
        for objects below `closed` ones, which are given by their paths.
        """
        root = Node(*place, bus=self)
        # GTK reports an object in its cache once it has been asked for.
        known = self._items(root.owner)

        def may_have_children(path):
            # The program reports how many children the object has.
            return path not in closed and (path == root.path or path not in known or known[path].count)

        # Objects that were asked at the last look are asked again in one batch. Asking level by
        # level takes twenty round trips.
        found = self._children(root.owner, [path for path in self._outer if path in known and may_have_children(path)])
        level, nodes, is_news = [root], [], False
        while level:
            nodes += level
            outer = [node for node in level if may_have_children(node.path)]
            found |= self._children(root.owner, [node.path for node in outer if node.path not in found])
            for node in outer:
                node.children = [Node(*child, parent=node, bus=self) for child in found[node.path]]
            level = [child for node in outer for child in node.children]
            is_news |= any(node.path not in known for node in level)
        self._outer = {node.path for node in nodes if node.children}
        self._learn_roles(nodes)
        known = self._items(root.owner) if is_news else known
        for node in nodes:
            if item := known.get(node.path):
                node.name, node.description, node.states = item.name, item.description, item.states
        # Newer GTK does not name a status, whose text can be read like that of a field.
        statuses = [node for node in nodes if node.role == "status" and not node.name]
        for node, answer in zip(statuses, self._ask([text_of(node) for node in statuses]), strict=True):
            node.name = answer.unpack()[0] if answer is not None else ""
        return root

    def _children(self, owner, paths):
        """Returns the children of objects by path. An object that is gone has none."""
        answers = self._ask([children_of(owner, path) for path in paths])
        # This is many times as fast as unpacking the values one by one.
        return {path: REFERENCE.findall(answer.print_(False)) if answer is not None else [] for path, answer in zip(paths, answers, strict=True)}

    def measure_again(self, tree):
        """Asks in one batch for the positions of all objects that were measured at the last full
        look and still exist.
        """
        self.measure([node for node in tree.walk() if node.path in self._placed])

    def remember_measured(self, tree):
        """Records which objects were measured at this full look."""
        self._placed = {node.path for node in tree.walk()}

    def measure(self, nodes):
        """Asks for the positions of objects and of all their ancestors."""
        todo = {id(each): each for node in nodes for each in (node, *node.outside()) if each.measured is None}.values()
        for node, answer in zip(todo, self._ask([extents_of(node) for node in todo]), strict=True):
            node.measured = tuple(map(int, INTEGER.findall(answer.print_(False)))) if answer is not None else NOWHERE
        if is_newer_gtk():
            self._leave_out_shadows(todo)

    @staticmethod
    def _leave_out_shadows(nodes):
        """Makes positions relative to the content of the window, which newer GTK places outside the
        content by the width of its shadow.
        """
        for node in sorted((node for node in nodes if node.parent and node.measured != NOWHERE), key=lambda node: node.parent.parent is not None):
            window = [node, *node.outside()][-2]
            x, y, width, height = node.measured
            if node is window:
                node.shadow = -x
                width, height = width - 2 * node.shadow, height - 2 * node.shadow
            node.measured = (x + window.shadow, y + window.shadow, width, height)

    def _items(self, owner):
        """Returns all objects in a program's cache by path, from a single call."""
        answer = self._answer((owner, "/org/a11y/atspi/cache"), "org.a11y.atspi.Cache", "GetItems", None)
        # Parsing the text is as much faster here as for children.
        items = [Item(*found.groups()) for found in ITEM.finditer(answer.print_(False))]
        assert len(items) == answer.get_child_value(0).n_children(), answer.print_(False)
        return {item.path: item for item in items}

    def _learn_roles(self, nodes):
        """Sets the roles of objects. The role of an object never changes, so it is asked for once."""
        new = [node for node in nodes if node.path not in self._roles]
        for node, answer in zip(new, self._ask([role_of(node) for node in new]), strict=True):
            if answer is not None:
                self._roles[node.path] = answer.unpack()[0]
        for node in nodes:
            node.role = self._roles.get(node.path, "")

    def refresh_states(self, nodes):
        """Asks again for the states of objects, in one call that reads the whole cache. Objects
        that are gone have no states.
        """
        now = {path: item.states for owner in {node.owner for node in nodes} for path, item in self._items(owner).items()}
        for node in nodes:
            node.states = now.get(node.path, 0)

    def ask_states(self, nodes):
        """Asks each object for its states. This is faster than `refresh_states` for a few objects."""
        for node, answer in zip(nodes, self._ask([state_of(node) for node in nodes]), strict=True):
            node.states = states_of(answer.unpack()[0]) if answer is not None else 0

    def paths_at_center(self, window):
        """Yields the path of the object visible in the center of a window, and the paths of its
        ancestors. The parts of a slider are not accessible objects, so points above and below the
        center are tried next.
        """
        place = (window.owner, window.path)
        x, y = window.center
        for shift in (0, 30, -30, 90, -90):
            where = GLib.Variant("(iiu)", (x, y + shift, WINDOW_COORDINATES))
            ((_, path),) = self.call(place, "Component", "GetAccessibleAtPoint", where)
            if path != NOTHING:
                break
        known = {node.path: node for node in window.walk()}
        while path not in (window.path, NOTHING):
            yield path
            path = known[path].parent.path if path in known else self._parent((window.owner, path))

    def _parent(self, place):
        return self._property(place, "Parent")[1]

    def _property(self, place, name):
        wanted = GLib.Variant("(ss)", ("org.a11y.atspi.Accessible", name))
        return self._call(place, "org.freedesktop.DBus.Properties", "Get", wanted)[0]

    def _ask(self, all_questions):
        """Sends many calls at once and returns the answers in order. The answer is None for an
        object that is gone.
        """
        answers = [None] * len(all_questions)
        missing = len(all_questions)
        Traffic.questions += missing

        def take(connection, result, index):
            nonlocal missing
            missing -= 1
            try:
                answers[index] = connection.call_finish(result)
            except GLib.Error:
                # The object, or the program, is gone.
                pass

        for index, (owner, path, interface, method, arguments) in enumerate(all_questions):
            self._connection.call(owner, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, TIMEOUT,
                                  None, take, index)
        while missing:
            GLib.MainContext.default().iteration(True)
        return answers


# An entry of a program's cache as GLib prints it: object, program, parent, index, number of
# children, interfaces, name, role, description, states.
PLACE, OBJECT, NUMBER, TEXT = r"\('[^']*', '[^']*'\)", r"\('[^']*', '([^']*)'\)", r"-?\d+", r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
REFERENCE, INTEGER = re.compile(r"\('([^']*)', '([^']*)'\)"), re.compile(NUMBER)
ITEM = re.compile(rf"\({OBJECT}, {PLACE}, {PLACE}, {NUMBER}, ({NUMBER}), \[[^\]]*\], {TEXT}, \d+, {TEXT}, \[(\d+), (\d+)\]\)")


class Item:
    """An entry of a program's cache."""

    def __init__(self, path, count, name, description, *states):
        self.path, self.count = path, int(count)
        self.name, self.description = (text[1:-1] if "\\" not in text else literal_eval(text) for text in (name, description))
        self.states = states_of(map(int, states))


def children_of(owner, path):
    """Returns the call that asks for the children of an object."""
    return owner, path, "org.a11y.atspi.Accessible", "GetChildren", None


def text_of(node):
    """Returns the call that asks for the text of an object."""
    return node.owner, node.path, "org.a11y.atspi.Text", "GetText", GLib.Variant("(ii)", (0, -1))


def role_of(node):
    """Returns the call that asks for the role of an object."""
    return node.owner, node.path, "org.a11y.atspi.Accessible", "GetRoleName", None


def state_of(node):
    """Returns the call that asks for the states of an object."""
    return node.owner, node.path, "org.a11y.atspi.Accessible", "GetState", None


def extents_of(node):
    """Returns the call that asks for the position and size of an object."""
    where = GLib.Variant("(u)", (WINDOW_COORDINATES,))
    return node.owner, node.path, "org.a11y.atspi.Component", "GetExtents", where


def states_of(answer):
    """Returns the states as one number, with one bit for each."""
    low, high = answer
    return low | high << 32
