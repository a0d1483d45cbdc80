# SPDX-License-Identifier: GPL-3.0-or-later
"""The habits of a monkey: each is one input, or a few that belong together."""

import time

from bus import SENSITIVE
from desktop import ROOT
from hands import LEFT, RIGHT, WHEEL_DOWN, WHEEL_UP
from places import SIZES, occupied
from program import POINTS

KEYS = (
    "Tab Tab Tab shift+Tab Left Right Up Down Left Right Up Down Return Return space space Escape Home End Page_Up Page_Down "
    "Delete BackSpace F1 F2 F6 F9 F10 F11 shift+F10 Menu h v f p s r question slash plus minus "
    "ctrl+m ctrl+z ctrl+z ctrl+shift+z ctrl+n ctrl+o ctrl+s ctrl+shift+s ctrl+c ctrl+shift+c ctrl+v ctrl+r ctrl+comma "
    "ctrl+e ctrl+e v exclam F2 ctrl+Up plus ctrl+question ctrl+question ctrl+f ctrl+a ctrl+w ctrl+q alt+Left alt+Left ctrl+Tab ctrl+Home ctrl+End alt+Down ctrl+l"
).split()
# Keys that end the program. They are pressed rarely.
ENDS = {"ctrl+q", "ctrl+w"}
# The language of the system, that of the source, and one more for each catalog.
LANGUAGES = 2 + len((ROOT / "po/LINGUAS").read_text().split())
# Roles of objects that can be used.
ROLES = {"button", "push button", "toggle button", "checkbox", "switch", "combo box", "list item", "menu item", "radio",
         "radio menu item", "check menu item", "spin button", "text box", "text", "entry", "link", "tab", "page tab", "row"}
# Pauses within a few clicks: a double click, an impatient user, a slow one.
RAPID = (0.05, 0.09, 0.12, 0.2)
# A look at the objects stays valid for this many seconds.
LOOK = 0.4


class Habits:
    """The habits of one monkey during one run of the program."""

    def __init__(self, monkey):
        self.monkey = monkey
        self.hands = monkey.program.hands
        self.random = monkey.random
        hand = [(self.press_key, 30), (self.type_point, 14), (self.press_board, 20), (self.hammer_board, 10),
                (self.press_anywhere, 8), (self.right_click, 3), (self.drag, 5), (self.turn_wheel, 2), (self.resize, 2),
                (self.start_a_game, 3), (self.switch_language, 1), (self.wait, 4)]
        actions = [(self.act, 40), (self.act_on_board, 20), (self.hammer_action, 6), (self.resize, 1), (self.wait, 4)]
        habits = {"mouse": hand, "actions": [*actions, (self.go_back, 3), (self.start_a_game, 1)], "both": hand + actions}
        self.habits, self.weights = zip(*habits[monkey.mode], strict=True)
        self.men, self.looked = [], 0
        self.seen, self.seen_at = [], 0

    def do_something(self):
        """Does one thing, chosen at random."""
        self.random.choices(self.habits, self.weights)[0]()

    # Keys

    def press_key(self):
        """Presses a random key."""
        key = self.random.choice(KEYS)
        if key not in ENDS or self.random.random() < 0.1:
            self.key(key)

    def key(self, key):
        """Presses this key."""
        self.monkey.note("key", key)
        self.hands.key(key)

    def type_point(self):
        """Types the name of a point, sometimes slowly, sometimes three times."""
        point = self.point()
        for _ in range(self.random.choice((1, 1, 1, 3))):
            for letter in point:
                self.key(letter)
                time.sleep(self.random.choice((0, 0, 0.05)))

    def start_a_game(self):
        """Leaves the open page, and activates the default button of the main menu or of the new
        game page.
        """
        ways = ("Escape Escape Return", "alt+Left alt+Left Return", "ctrl+n Return")
        for key in self.random.choice(ways).split():
            self.key(key)
            time.sleep(0.1)

    def go_back(self):
        """Leaves a page or a dialog, since not all of them have an action for this."""
        self.key(self.random.choice(("Escape", "alt+Left")))

    def switch_language(self):
        """Chooses another language on the settings page."""
        self.key("ctrl+comma")
        time.sleep(0.4)
        if not self.click_at(self.known(self.monkey.places.language_rows), "the languages"):
            return
        time.sleep(0.3)
        for key in [self.random.choice(("Up", "Down"))] * self.random.randrange(1, LANGUAGES) + ["Return"]:
            self.key(key)
        time.sleep(0.2)
        self.key("alt+Left")

    def wait(self):
        """Waits for a random time."""
        time.sleep(self.random.choice((0.1, 0.3, 1)))

    # Mouse

    def point(self):
        """Returns a point of the board, more often one with a man on it."""
        if time.monotonic() > self.looked + 0.5:
            self.men, self.looked = occupied(self.monkey.desktop), time.monotonic()
        return self.random.choice(self.men if self.men and self.random.random() < 0.6 else POINTS)

    def known(self, places):
        """Returns the places that were learned for the size nearest to that of the window."""
        box = self.hands.box(self.monkey.program.window)
        return places[min(places, key=lambda size: abs(size[0] - box[2]) + abs(size[1] - box[3]))] if box else None

    def click_at(self, place, name, button=LEFT):
        """Clicks at a place in the window. Returns false if there is no such place."""
        box = self.hands.box(self.monkey.program.window)
        if not box or not place:
            return False
        x, y = place
        if not (0 <= x < box[2] and 0 <= y < box[3]):
            return False
        self.hands.move(box[0] + x, box[1] + y)
        self.monkey.note("click", f"button {button} at {x},{y}", name)
        self.hands.click(button)
        return True

    def press_board(self):
        """Clicks on a point."""
        points, point = self.known(self.monkey.places.points), self.point()
        self.click_at(points and points.get(point), point)

    def hammer_board(self):
        """Clicks on the same point several times in quick succession."""
        points, point, pause = self.known(self.monkey.places.points), self.point(), self.random.choice(RAPID)
        for _ in range(self.random.randint(2, 6)):
            self.click_at(points and points.get(point), point)
            time.sleep(pause)

    def anywhere(self):
        """Returns a random place in the window."""
        box = self.hands.box(self.monkey.program.window)
        return box and (self.random.randrange(max(box[2], 1)), self.random.randrange(max(box[3], 1)))

    def press_anywhere(self):
        """Clicks at a random place, often in the header bar."""
        place = self.anywhere()
        if place and self.random.random() < 0.4:
            place = place[0], 24
        self.click_at(place, "anywhere")

    def right_click(self):
        """Clicks with the secondary button, but not where the window manager's menu would open."""
        place = self.anywhere()
        if place and place[1] > 50:
            self.click_at(place, "anywhere", RIGHT)

    def drag(self):
        """Drags from a point to another point, or to any place."""
        points, box = self.known(self.monkey.places.points), self.hands.box(self.monkey.program.window)
        if not box or not points:
            return
        # The board on which the places were learned has points that a smaller board does not have.
        start, other = (points.get(self.point()) for _ in range(2))
        if not start:
            return
        end = self.random.choice((other or start, self.anywhere() or start))
        self.monkey.note("drag", f"from {start} to {end}")
        self.hands.move(box[0] + start[0], box[1] + start[1])
        self.hands.press()
        for part in (1, 2, 3):
            time.sleep(0.01)
            self.hands.move(*(box[i] + start[i] + (end[i] - start[i]) * part // 3 for i in (0, 1)))
        if self.random.random() < 0.2:
            self.key(self.random.choice(KEYS[:20]))
        self.hands.release()

    def turn_wheel(self):
        """Turns the wheel at a random place."""
        self.click_at(self.anywhere(), "wheel", self.random.choice((WHEEL_UP, WHEEL_DOWN)))

    def resize(self):
        """Resizes the window."""
        window, size = self.monkey.program.window, self.random.choice(SIZES)
        if window:
            self.monkey.note("size", *size)
            self.hands.resize(window, *size)

    # Actions of a screen reader

    def objects(self):
        """Returns the objects that are shown and can be used, or were a moment ago: a screen reader
        is late, too.
        """
        if time.monotonic() > self.seen_at + LOOK:
            tree = self.monkey.program.look()
            self.seen = [node for node in tree.walk() if node.is_shown and node.has(SENSITIVE)] if tree else []
            self.seen_at = time.monotonic()
        return self.seen

    def act(self):
        """Does what a click on an object would do."""
        everything = self.objects()
        usable = [node for node in everything if node.role in ROLES]
        self.act_on(usable if usable and self.random.random() < 0.95 else everything)

    def act_on_board(self):
        """Activates a point of the board."""
        self.act_on([node for node in self.objects() if node.name[:2] == self.point()])

    def hammer_action(self):
        """Activates the same object several times without looking again."""
        self.act_on(self.objects(), self.random.randint(2, 6))

    def act_on(self, nodes, times=1):
        """Activates one of these objects."""
        if not nodes:
            return
        node = self.random.choice(nodes)
        for _ in range(times):
            self.monkey.note("action", node.role, repr(node.name))
            self.monkey.program.act(node)
