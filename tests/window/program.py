# SPDX-License-Identifier: GPL-3.0-or-later
"""The program as a person has it before him: what it shows, and hands to press, click and type."""

import os
import re
import signal
import subprocess
from collections import deque

from bus import CHECKED, FOCUSED, SENSITIVE, Bus, BusError
from changes import Changes
from desktop import PATIENCE, Failure, complaints, end_group, start_process, wait_for
from hands import Hands

# What the pages are called for want of a better name.
PAGE = re.compile("Nmm(MainMenu|HowToPlay|[A-Z][a-zA-Z]+Page)")

# What stands on a point.
LABEL = re.compile("[a-g][1-7], .*", re.S)

# A window rests that has kept its place and size for so many looks.
SETTLED = 20

POINTS = ("a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1").split()


class Program:
    """One run of the program on a desktop. Use it as a context: at the end it is gone, and must not have complained."""

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
        if failure is None:
            self.check_log()

    def report(self):
        """What there is to know when something went wrong: what is shown, as tree and picture, and the log."""
        try:
            tree = self.look()
        except Failure:
            # What can still be told of a program that is gone is what was there.
            tree = self.last_tree
        tree = tree.describe() if tree else "nothing"
        picture = self.desktop.screenshot(self.desktop.folder / "failure.png")
        return f"Shown was:\n{tree}\nPicture: {picture}\nLog:\n{self.log}"

    @property
    def process_id(self):
        """The number of the process."""
        return self._process.pid

    @property
    def status(self):
        """How the program has ended; None while it runs."""
        return self._process.poll()

    @property
    def log(self):
        """What the program has written."""
        return self.log_path.read_text(errors="replace")

    def check_log(self):
        """The toolkit and the program have nothing to complain about."""
        if found := [line for line in complaints(self.log) if line not in self.forgiven]:
            raise Failure("the program complains:\n" + "\n".join(found))

    def forgive(self):
        """What it has complained of so far is not its own fault."""
        self.forgiven = complaints(self.log)

    # What it shows

    def look(self):
        """All that is shown now, as a tree; None while there is nothing."""
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
        """All that is there now, as a tree, also what is not shown; None while there is nothing."""
        try:
            tree = self._find() and self._tree()
        except BusError:
            return None
        self.last_tree = tree or self.last_tree
        return tree

    def _find(self):
        """Where the program is on the bus; None while it is not there, a Failure if it has ended."""
        if self._process.poll() is not None:
            raise Failure(f"the program has ended with {self._process.returncode}:\n{self.log}")
        self._place = self._place or self._bus.application(self.process_id)
        return self._place

    def _tree(self):
        """The same, but for what lies on pages that are not shown: often more than all else."""
        tree = self._bus.tree(self._place, self._closed)
        shown, closed = self._hide_other_pages(tree)
        if self._closed and (not shown or self._closed - closed):
            # One of them is shown now. What nobody has asked for yet does not tell to which page it belongs: then none seems to be.
            tree = self._bus.tree(self._place)
            _, closed = self._hide_other_pages(tree)
        self._closed = closed
        return tree

    def _hide_other_pages(self, tree):
        """A page that is no longer shown still says where it was: only what can be seen in the middle is there. Gives the
        paths of those that are shown, and of those that are not.
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
            closed |= {page.path for page in pages if not page.takes_room}
        return open_pages, closed

    def refresh_states(self, nodes):
        """Looks again at the states of objects, which is quicker than a look at all."""
        self._bus.refresh_states(nodes)

    def ask_states(self, nodes):
        """Asks anew for the states of some objects, which is quicker still where they are few."""
        self._bus.ask_states(nodes)

    def all(self, name=None, role=None):
        """Everything shown now that has this name (a text, or a pattern for the whole of it) and this role."""
        tree = self._glance()
        return self._named(tree, name, role) if tree else []

    def _named(self, tree, name, role):
        return self._shown([node for node in tree.walk() if matches(node, name, role)])

    def _shown(self, nodes):
        self._bus.measure(nodes)
        return [node for node in nodes if node.is_shown]

    def wait(self, name=None, role=None, where=lambda node: True):
        """Waits until something of this name and role is shown, and returns it."""

        def find():
            return next((node for node in self.all(name, role) if where(node)), None)

        return wait_for(find, f"{role or 'something'} named {text_of(name)}")

    def wait_gone(self, name=None, role=None):
        """Waits until nothing of this name and role is shown."""
        wait_for(lambda: (tree := self._glance()) and not self._named(tree, name, role), f"the end of {role or 'all'} named {text_of(name)}")

    def shows(self, name, role=None):
        """Whether something of this name and role is shown now."""
        return bool(self.all(name, role))

    def texts(self):
        """Every name that is shown now."""
        tree = self.look()
        return {node.name for node in tree.walk() if node.name and node.is_shown} if tree else set()

    @property
    def title(self):
        """The title of the window, which is asked for alone: many wait for one."""
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
        """The type of the page that is shown."""
        pages = [node.name for node in self.all(PAGE)]
        return pages[0].removeprefix("Nmm") if len(pages) == 1 else None

    def wait_page(self, page):
        """Waits until a page of this type is shown."""
        wait_for(lambda: self.page == page, lambda: f"the page {page}, where now is {self.page}")

    def changes(self):
        """The changes that it tells screen readers of, while something is done."""
        return Changes(self._bus, wait_for(self._find, "the program on the bus")[0])

    def answers(self):
        """Asks the main loop for an answer, and waits for it."""
        self._bus.call(self._place, "Accessible", "GetChildren")

    # The board

    def men(self):
        """What stands on each point, in the words of its label behind the comma; empty while there is no board."""
        labels = [node.name.split(", ", 1) for node in self.all(LABEL)]
        return dict(labels)

    def wait_point(self, point, words):
        """Waits until a point's label is exactly the point, a comma and the words."""
        return self.wait(f"{point}, {words}")

    def play(self, *points):
        """Presses one point after the other, as a screen reader does."""
        for point in points:
            self.press(at(point))

    # Hands

    def press(self, name, role=None, inside=None):
        """Waits for something that can be pressed, and presses it as a screen reader does; `inside` is the name of
        something around it.
        """

        def fits(node):
            return node.role != "label" and node.has(SENSITIVE) and (inside is None or any(matches(outer, inside, None) for outer in node.outside()))

        self._bus.act(self.wait(name, role, fits))

    def act(self, node):
        """Does with an object what a screen reader does with it."""
        self._bus.act(node)

    def click(self, name, role=None):
        """Waits for something, and clicks into its middle with the real pointer."""
        self.tool("mousemove", *self.place_of(name, role), "click", 1)

    def choose(self, row, steps, *first):
        """Chooses the value so many steps further down, or up, the list of a row, after the keys that come first."""
        # A page that has just changed may move the row away under the first click.
        wait_for(lambda: self._open_list(row), f"the list of the row {row!r}")
        self.choose_in_list(row, steps, *first)

    def choose_in_list(self, row, steps, *first):
        """The same in the list of a row that is being opened."""
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
        """Whether a list of values is open. The row itself has one too, of the one value that it shows."""
        return any(len(node.children) > 1 for node in self.all(row, "list"))

    def drag(self, start, end):
        """Drags from one point to another with the real pointer."""
        (x, y), (to_x, to_y) = self.place_of(at(start)), self.place_of(at(end))
        halfway = ((x + to_x) // 2, (y + to_y) // 2)
        self.tool("mousemove", x, y, "mousedown", 1)
        for place in (halfway, (to_x - 1, to_y), (to_x, to_y)):
            self.tool("mousemove", "--sync", *place)
        self.tool("mouseup", 1)

    def key(self, *keys):
        """Presses keys, named as X names them; those that go together are joined by `+`."""
        self.tool("key", "--clearmodifiers", "--delay", 20, *keys)

    @property
    def hands(self):
        """Mouse and keys of this desktop that need no other program."""
        self._hands = self._hands or Hands(self.desktop)
        return self._hands

    @property
    def window(self):
        """The program's window that has the keyboard; 0 if none has."""
        window = self.hands.active_window()
        return window if window and self.hands.owner(window) == self.process_id else 0

    def press_keys(self, *keys):
        """Presses keys quickly, named as X names them."""
        for key in keys:
            self.hands.key(key)

    def type(self, text):
        """Types a text."""
        self.tool("type", "--delay", 20, text)

    def tool(self, *arguments):
        """Runs xdotool."""
        return self.desktop.run_tool("xdotool", *map(str, arguments))

    def fills_the_screen(self):
        """Whether the window is as large as the screen."""
        return self._outer_box() == (0, 0, *self.desktop.size)

    def _outer_box(self):
        try:
            answer = self.tool("getactivewindow", "getwindowgeometry", "--shell")
        except Failure:
            return None
        return tuple(map(int, re.findall(r"^(?:X|Y|WIDTH|HEIGHT)=(-?\d+)$", answer, re.M)))

    def window_box(self):
        """Position and size on the screen of what the window shows, without the frame that it draws around itself."""
        return wait_for(lambda: (tree := self._glance()) and self._window_box(tree), "an active window")

    def _window_box(self, tree):
        outer = self._outer_box()
        if not outer:
            return None
        left, top, outer_width, outer_height = outer
        _, _, width, height = tree.children[0].box
        return left + (outer_width - width) // 2, top + (outer_height - height) // 2, width, height

    def resize(self, width, height):
        """Gives what the window shows this size, as far as it lets itself be made so small or large; returns its size."""
        hands = self.hands
        window = wait_for(lambda: self.window, "an active window")
        hands.resize(window, width, height)
        boxes = deque(maxlen=SETTLED)

        def rests():
            boxes.append(hands.box(window))
            # A window that does not become as small as it is told answers later.
            return boxes[-1] and (boxes[-1][2:] == (width, height) or len(boxes) == SETTLED and len(set(boxes)) == 1)

        wait_for(rests, f"a window of {width}×{height} that rests")
        wait_for(lambda: self._glance() and self.last_tree.children[0].box[2:] == hands.box(window)[2:], "its objects to follow")
        return hands.box(window)[2:]

    def place_of(self, name, role=None):
        """Waits until something is shown and rests, and says where its middle lies on the screen."""
        places = [None]

        def rests():
            node = next(iter(self.all(name, role)), None)
            box = node and self._window_box(self.last_tree)
            places.append(box and (box[0] + node.center[0], box[1] + node.center[1]))
            return places[-1] if places[-1] == places[-2] else None

        return wait_for(rests, f"{role or 'something'} named {text_of(name)} that rests")

    # Its end

    def wait_end(self):
        """Waits until the program has ended by itself, with success."""
        wait_for(lambda: self._process.poll() is not None, "the end of the program")
        if self._process.returncode != 0:
            raise Failure(f"the program has ended with {self._process.returncode}:\n{self.log}")

    def kill(self):
        """Ends the program without a word, as a power cut would."""
        os.kill(self.process_id, signal.SIGKILL)
        self._process.wait(PATIENCE)


def at(point):
    """The name of a point's button, whatever stands there."""
    return re.compile(rf"{point}, .*")


def matches(node, name, role):
    """Whether an object has this name and role, as far as they are given."""
    if role is not None and node.role != role:
        return False
    if isinstance(name, re.Pattern):
        return bool(name.fullmatch(node.name))
    # A button with a mnemonic says its name twice.
    return name is None or node.name in (name, f"{name} {name}")


def text_of(name):
    """A name or pattern as a person reads it."""
    return f"/{name.pattern}/" if isinstance(name, re.Pattern) else repr(name)
