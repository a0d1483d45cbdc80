# SPDX-License-Identifier: GPL-3.0-or-later
"""The program as its user has it: reads what it shows, and presses, clicks, and types."""

import os
import re
import signal
import subprocess
import time
from collections import deque

from bus import SENSITIVE, Bus, BusError, is_newer_gtk
from changes import Changes
from desktop import PATIENCE, Failure, complaints, end_group, start_process, wait_for
from hands import Hands

# The names of pages without a label of their own, which are the names of their classes.
PAGE = re.compile("Nmm(MainMenu|HowToPlay|[A-Z][a-zA-Z]+Page)")

# The label of a point of the board.
LABEL = re.compile("[a-g][1-7], .*", re.S)

# An object is at rest if it keeps its position for this time, in seconds.
MOMENT = 0.1

# A window is at rest if it keeps its position and size for this many looks.
SETTLED = 20

# The types of all pages that were shown.
SHOWN = set()

POINTS = ("a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1").split()


class Program:
    """One run of the program on a desktop, used as a context. On exit, the program is gone and must
    not have complained.
    """

    def __init__(self, desktop, executable, arguments=(), environment=None, folder=None):
        self.desktop = desktop
        self._folder = folder
        self._hands = None
        self._command = [str(executable), *arguments]
        self._environment = desktop.environment | (environment or {})
        self.log_path = desktop.folder / "program.log"
        self.forgiven = []
        self.last_tree = None

    def __enter__(self):
        with open(self.log_path, "wb") as log:
            self._process = start_process(self._command, env=self._environment, cwd=self._folder,
                                          stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self._bus = Bus(self.desktop.environment)
        self._place, self._closed = None, set()
        return self

    def __exit__(self, kind, failure, _):
        if failure is not None:
            failure.args = (f"{failure}\n{self.report()}",)
        if self._process.poll() is None:
            end_group(self._process)
        SHOWN.update(self._pages_in_log())
        if failure is None:
            self.check_log()

    def report(self):
        """Returns a report for a Failure: the objects shown as a tree and as a picture, and the
        log.
        """
        try:
            tree = self.look()
        except Failure:
            # The program is gone, so this prints the last tree.
            tree = self.last_tree
        tree = tree.describe() if tree else "nothing"
        try:
            picture = self.desktop.screenshot(self.desktop.folder / "failure.png")
        except FileNotFoundError as error:
            # A bare system, on which a package is tried, has no tool for pictures.
            picture = error
        return f"Shown was:\n{tree}\nPicture: {picture}\nLog:\n{self.log}"

    @property
    def executable(self):
        """Returns the path of the program."""
        return self._command[0]

    @property
    def process_id(self):
        """Returns the process id."""
        return self._process.pid

    @property
    def status(self):
        """Returns the exit status of the program, or None while it runs."""
        return self._process.poll()

    @property
    def log(self):
        """Returns the output of the program."""
        return self.log_path.read_text(errors="replace")

    def check_log(self):
        """Raises a Failure if GTK or the program complains."""
        if found := [line for line in complaints(self.log) if line not in self.forgiven]:
            raise Failure("the program complains:\n" + "\n".join(found))

    def forgive(self):
        """Ignores all complaints so far: they are not bugs of the program."""
        self.forgiven = complaints(self.log)

    # What it shows

    def look(self):
        """Returns all objects shown now, as a tree, or None while there are none."""
        tree = self._glance()
        if not tree:
            return None
        self._bus.measure_again(tree)
        level = [tree]
        while level:
            self._bus.measure(level)
            for node in level:
                if node is not tree and not node.takes_room:
                    node.children = []
            level = [child for node in level for child in node.children]
        self._bus.remember_measured(tree)
        return tree

    def _glance(self):
        """Returns all objects of the program now, shown or not, as a tree, or None while there are
        none.
        """
        try:
            tree = self._find() and self._tree()
        except BusError:
            return None
        self.last_tree = tree or self.last_tree
        return tree

    def _find(self):
        """Returns the place of the program on the bus, or None while it is not there. Raises a
        Failure if the program has ended.
        """
        if self._process.poll() is not None:
            raise Failure(f"the program has ended with {self._process.returncode}:\n{self.log}")
        self._place = self._place or self._bus.application(self.process_id)
        return self._place

    def _tree(self):
        """Returns all objects of the program except those on pages that are not shown, which are
        often more than all others.
        """
        tree = self._bus.tree(self._place, self._closed)
        shown, closed = self._hide_other_pages(tree)
        if self._closed and (not shown or self._closed - closed):
            # One of the closed pages is shown now. An object that has not been asked for yet does
            # not report its page, so it may seem that no page is shown.
            tree = self._bus.tree(self._place)
            _, closed = self._hide_other_pages(tree)
        self._closed = closed
        return tree

    def _hide_other_pages(self, tree):
        """Hides the pages that are not shown. Such a page still reports its old position, so a page
        is shown only if it is visible in the center of the window. Returns the paths of the pages
        that are shown and of those that are not.
        """
        open_pages, closed = set(), set()
        for window in tree.children:
            pages = [node for node in window.walk() if PAGE.fullmatch(node.name)]
            shown = self._shown(pages)
            seen = set(self._bus.paths_at_center(window)) if len(shown) > 1 else {page.path for page in shown}
            for page in shown:
                if page.path not in seen:
                    page.hide()
            open_pages |= {page.path for page in pages if page.takes_room}
            # Where no file can be written, there is no log.
            SHOWN.update(page.name.removeprefix("Nmm") for page in pages if page.takes_room)
            closed |= {page.path for page in pages if not page.takes_room}
        return open_pages, closed

    def refresh_states(self, nodes):
        """Updates the states of objects, which is faster than reading all objects."""
        self._bus.refresh_states(nodes)

    def ask_states(self, nodes):
        """Asks each object for its states, which is faster still for a few objects."""
        self._bus.ask_states(nodes)

    def all(self, name=None, role=None):
        """Returns all objects shown now with this name (a text, or a pattern that matches all of
        it) and this role.
        """
        tree = self._glance()
        return self._named(tree, name, role) if tree else []

    def _named(self, tree, name, role):
        return self._shown([node for node in tree.walk() if matches(node, name, role)])

    def _shown(self, nodes):
        self._bus.measure(nodes)
        return [node for node in nodes if node.is_shown]

    def wait(self, name=None, role=None, where=lambda node: True):
        """Waits until an object with this name and role is shown, and returns it."""

        def find():
            return next((node for node in self.all(name, role) if where(node)), None)

        return wait_for(find, f"{role or 'something'} named {text_of(name)}")

    def wait_gone(self, name=None, role=None):
        """Waits until no object with this name and role is shown."""
        wait_for(lambda: (tree := self._glance()) and not self._named(tree, name, role), f"the end of {role or 'all'} named {text_of(name)}")

    def shows(self, name, role=None):
        """Returns whether an object with this name and role is shown now."""
        return bool(self.all(name, role))

    def texts(self):
        """Returns all names that are shown now."""
        tree = self.look()
        return {node.name for node in tree.walk() if node.name and node.is_shown} if tree else set()

    @property
    def title(self):
        """Returns the title of the window. Reads nothing else, because many scenarios wait for a
        title.
        """
        try:
            return self._bus.name_of_first(self._place) if self._find() else ""
        except BusError:
            return ""

    def wait_title(self, pattern):
        """Waits until the title of the window matches, and returns it."""
        return wait_for(lambda: (title := self.title) and re.search(pattern, title) and title,
                        lambda: f"the window title /{pattern}/, which is now {self.title!r}")

    @property
    def page(self):
        """Returns the type of the page that is shown. GTK 4.18 does not tell the names of classes,
        so there the log says it.
        """
        if is_newer_gtk():
            logged = self._pages_in_log()[-1:]
            # The objects of a page come after the line about it.
            pages = logged if self.all(role="tab panel") else []
        else:
            pages = [node.name.removeprefix("Nmm") for node in self.all(PAGE)]
        return pages[0] if len(pages) == 1 else None

    def _pages_in_log(self):
        """Returns the types of all pages that were shown."""
        return re.findall(r"page: Nmm(\w+)", self.log)

    def wait_page(self, page):
        """Waits until a page of this type is shown."""
        wait_for(lambda: self.page == page, lambda: f"the page {page}, where now is {self.page}")

    def wait_editor(self):
        """Waits until the page of the analysis shows the editor of positions."""
        self.wait_page("AnalysisPage")
        self.wait("White Pieces", "radio")

    def changes(self):
        """Returns a context that records the changes that the program reports to screen readers."""
        return Changes(self._bus, wait_for(self._find, "the program on the bus")[0])

    def answers(self):
        """Asks the main loop for an answer and waits for it."""
        self._bus.call(self._place, "Accessible", "GetChildren")

    # The board

    def men(self):
        """Returns the content of each point: the words of its label after the comma. Returns
        nothing while there is no board.
        """
        labels = [node.name.split(", ", 1) for node in self.all(LABEL)]
        return dict(labels)

    def wait_point(self, point, words):
        """Waits until a point's label is exactly the point, a comma, and the words."""
        return self.wait(f"{point}, {words}")

    def play(self, *points):
        """Presses one point after the other, as a screen reader does."""
        for point in points:
            self.press(at(point))

    # Hands

    def press(self, name, role=None, inside=None):
        """Waits for an object that can be pressed, and presses it as a screen reader does. `inside`
        is the name of an ancestor.
        """

        def fits(node):
            return node.role not in ("label", "heading") and node.has(SENSITIVE) and (inside is None or any(matches(outer, inside, None) for outer in node.outside()))

        self._bus.act(self.wait(name, role, fits))

    def act(self, node):
        """Activates an object as a screen reader does."""
        self._bus.act(node)

    def click(self, name, role=None):
        """Waits for an object, and clicks in its center with the real pointer."""
        self.tool("mousemove", *self.place_of(name, role), "click", 1)

    def choose(self, row, steps, *first):
        """Chooses a value from the list of a row: this many steps down, or up if negative. Presses
        the keys in `first` before.
        """
        # A page that has just changed may move the row away from under the first click.
        wait_for(lambda: self._open_list(row), f"the list of the row {row!r}")
        self.choose_in_list(row, steps, *first)

    def choose_in_list(self, row, steps, *first):
        """Waits for the list of a row that is being opened, and chooses a value from it as `choose` does."""
        wait_for(lambda: self._has_open_list(row), f"the list of the row {row!r}")
        self.key(*first, *["Down" if steps > 0 else "Up"] * abs(steps), "Return")
        wait_for(lambda: not self._has_open_list(row), f"the end of the list of the row {row!r}")

    def _open_list(self, row):
        self.click(row, "combo box")
        try:
            return wait_for(lambda: self._has_open_list(row), f"the list of the row {row!r}", seconds=3)
        except Failure:
            return False

    def _has_open_list(self, row):
        """Returns whether a list of values is open. The row itself has another list, with the one
        value that it shows.
        """
        return any(len(node.children) > 1 for node in self.all(row, "list"))

    def drag(self, start, end):
        """Drags from one point to another with the real pointer."""
        (x, y), (to_x, to_y) = self.place_of(at(start)), self.place_of(at(end))
        halfway = ((x + to_x) // 2, (y + to_y) // 2)
        self.tool("mousemove", x, y, "mousedown", 1)
        for place in (halfway, (to_x - 1, to_y), (to_x, to_y)):
            self.tool("mousemove", "--sync", *place)
        self.tool("mouseup", 1)

    def bring(self, name, end):
        """Drags what a control has to a point. GTK asks the display where it would be dropped, so
        the pointer moves slowly.
        """
        (x, y), (to_x, to_y) = self.place_of(name), self.place_of(at(end))
        self.tool("mousemove", x, y, "mousedown", 1)
        for part in range(1, 9):
            self.tool("mousemove", "--sync", x + (to_x - x) * part // 8, y + (to_y - y) * part // 8)
            time.sleep(0.1)
        self.tool("mouseup", 1)

    def key(self, *keys):
        """Presses keys, in the names of X. Keys that are pressed together are joined by `+`."""
        self.tool("key", "--clearmodifiers", "--delay", 20, *keys)

    @property
    def hands(self):
        """Returns the mouse and the keyboard of this desktop, which need no other program."""
        self._hands = self._hands or Hands(self.desktop)
        return self._hands

    @property
    def window(self):
        """Returns the program's window that has the keyboard focus, or 0 if none has."""
        window = self.hands.active_window()
        return window if window and self.hands.owner(window) == self.process_id else 0

    def activate(self):
        """Gives the keyboard focus to the newest window of this program, and shows it above those of
        others.
        """
        newest = wait_for(lambda: self.hands.windows(self.process_id), "a window of the program")[-1]

        def has_focus():
            # A window of another program that opens late takes the focus.
            if self.window != newest:
                self.tool("windowactivate", "--sync", newest)
            return self.window == newest

        wait_for(has_focus, "the focus on the window")

    def press_keys(self, *keys):
        """Presses keys in quick succession, in the names of X."""
        for key in keys:
            self.hands.key(key)

    def type(self, text):
        """Types a text."""
        self.tool("type", "--delay", 20, text)

    def tool(self, *arguments):
        """Runs xdotool."""
        return self.desktop.run_tool("xdotool", *map(str, arguments))

    def fills_the_screen(self):
        """Returns whether the window is as large as the screen."""
        return self.hands.outer_box(self.hands.active_window()) == (0, 0, *self.desktop.size)

    def window_box(self):
        """Returns the position on the screen and the size of the window's content, without the
        frame that it draws.
        """
        return wait_for(lambda: (tree := self._glance()) and self._window_box(tree.children[0]), "an active window")

    def _window_box(self, window):
        outer = self.hands.outer_box(self.hands.active_window())
        if not outer:
            return None
        left, top, outer_width, outer_height = outer
        _, _, width, height = window.box
        return left + (outer_width - width) // 2, top + (outer_height - height) // 2, width, height

    def resize(self, width, height):
        """Resizes the window's content, as far as its minimum and maximum size allow. Returns the
        new size.
        """
        hands = self.hands
        window = wait_for(lambda: self.window, "an active window")
        hands.resize(window, width, height)
        boxes = deque(maxlen=SETTLED)

        def rests():
            boxes.append(hands.box(window))
            # A window that cannot become as small as requested answers later.
            return boxes[-1] and (boxes[-1][2:] == (width, height) or len(boxes) == SETTLED and len(set(boxes)) == 1)

        wait_for(rests, f"a window of {width}×{height} that rests")
        wait_for(lambda: self._glance() and self.last_tree.children[0].box[2:] == hands.box(window)[2:], "its objects to follow")
        return hands.box(window)[2:]

    def place_of(self, name, role=None):
        """Waits until an object is shown and at rest, and returns the position of its center on the
        screen.
        """

        def rests():
            node = next(iter(self.all(name, role)), None)
            before = node and self._place_on_screen(node)
            if not before:
                return None
            time.sleep(MOMENT)
            node.forget_place()
            return before if self._place_on_screen(node) == before else None

        return wait_for(rests, f"{role or 'something'} named {text_of(name)} that rests")

    def _place_on_screen(self, node):
        # The window of a dialog has the keyboard, and the positions are those in it.
        box = self._window_box([node, *node.outside()][-2])
        return box and (box[0] + node.center[0], box[1] + node.center[1])

    # Its end

    def wait_end(self):
        """Waits until the program has ended by itself, with success."""
        wait_for(lambda: self._process.poll() is not None, "the end of the program")
        if self._process.returncode != 0:
            raise Failure(f"the program has ended with {self._process.returncode}:\n{self.log}")

    def kill(self):
        """Kills the program without warning, as a power cut would."""
        os.kill(self.process_id, signal.SIGKILL)
        self._process.wait(PATIENCE)


def at(point):
    """Returns a pattern for the name of a point's button, whatever is on the point. The title of the
    window may begin with that name, and continues with a sentence.
    """
    return re.compile(rf"{point}, [^.]*")


def matches(node, name, role):
    """Returns whether an object has this name and this role, as far as they are given."""
    if role is not None and node.role != role:
        return False
    if isinstance(name, re.Pattern):
        return bool(name.fullmatch(node.name))
    # A button with a mnemonic has its name twice, and a tile the name of its group before its own.
    tile = node.role == "radio" and name is not None and re.search(f"[:：] ?{re.escape(name)}$", node.name)
    return name is None or node.name in (name, f"{name} {name}") or bool(tile)


def text_of(name):
    """Returns a name or pattern in readable form."""
    return f"/{name.pattern}/" if isinstance(name, re.Pattern) else repr(name)
