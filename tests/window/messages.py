# SPDX-License-Identifier: GPL-3.0-or-later
"""Games by message: what two players on one display do, and the ways in which they do it."""

import re
import tomllib

from bus import FOCUSED
from desktop import wait_for
from files import latest_save
from program import at

# A menu has fewer entries, and a page fewer stops of the focus, than this.
MOST_ENTRIES, MOST_STOPS = 12, 60
# Distance of a click in a menu from the middle of its button, and height of the arrow of a menu.
ASIDE, ARROW = 60, 10


class ByMouse:
    """Uses the pointer alone."""

    def focus(self, program):
        """Gives the keyboard focus to the window of a program."""
        program.activate()

    def press(self, program, name):
        """Presses a button."""
        self.focus(program)
        program.click(name, "button")

    def play(self, program, point):
        """Plays on a point."""
        self.focus(program)
        program.click(at(point))

    def choose(self, program, menu, *entries):
        """Opens a menu by its button, and chooses an entry of it or of a menu below it."""
        self.focus(program)
        x, y = program.place_of(menu, "button")
        program.tool("mousemove", x, y, "click", 1)
        for entry in entries:
            # GTK reports a wrong horizontal position for a menu that was pushed back onto the screen,
            # and leaves out its arrow. The menu is on both sides of its button, whose tooltip may
            # cover the middle.
            program.tool("mousemove", x - ASIDE, program.place_of(entry, "menu item")[1] + ARROW, "click", 1)

    def confirm(self, program, question, answer):
        """Answers a dialog."""
        program.wait(question)
        program.click(answer, "button")
        program.wait_gone(question)

    def tells(self, program, words):
        """Waits until a program shows words."""
        program.wait(re.compile(f".*{words}.*"))

    def speaks(self, program, words):
        """Waits until a screen reader says words that other words follow at once, if there is one."""

    def rest(self):
        """Waits until a screen reader is silent, if there is one."""


class ByKeys(ByMouse):
    """Uses the keyboard alone."""

    def press(self, program, name):
        """Presses a button. The focus is there already, or Tab leads there."""
        self.focus(program)
        self.walk(program, name, "Tab", "button", MOST_STOPS)
        program.key("Return")

    def play(self, program, point):
        """Types a point. The focus may be anywhere on the page."""
        self.focus(program)
        program.type(point)

    def tells(self, program, words):
        """Waits until a program says something: in the title of its window, as screen readers get it."""
        program.wait_title(words)

    def choose(self, program, menu, *entries):
        """Opens a menu, and walks through it with the arrow keys."""
        self.press(program, menu)
        for entry in entries:
            self.walk(program, entry, "Down", "menu item", MOST_ENTRIES)
            program.key("Return")

    def walk(self, program, name, key, role, most):
        """Presses a key until an object has the focus, and a screen reader has named it, if there is one."""
        step_to(program, name, key, role, most)

    def confirm(self, program, question, answer):
        """Answers a dialog. The focus is on the answer that changes nothing."""
        program.wait(question)
        self.walk(program, answer, "Tab", "button", 3)
        program.key("Return")
        program.wait_gone(question)


def offer_draw(way, player, friend):
    """Offers a draw, and hands the line over."""
    way.choose(player, "Menu", "Game", "Offer Draw")
    confirm_and_send(way, player, friend, ("Offer a Draw?", "Offer Draw"), ("Send your draw offer to ", " offers a draw"))


def ask_back(way, player, friend):
    """Asks to take back a move, and hands the line over."""
    way.press(player, "Undo")
    question = ("Ask to Take Back Your Last Move?", "Ask")
    confirm_and_send(way, player, friend, question, ("Send your take-back request to ", " asks to take back a move"))


def confirm_and_send(way, player, friend, question, told):
    """Confirms a question by its answer, and hands the line over. Each program says something."""
    way.confirm(player, *question)
    way.speaks(player, told[0])
    send(way, player, friend)
    way.tells(friend, told[1])


def answer(way, player, asker, word):
    """Answers a question by a button, and hands the line over."""
    way.press(player, word)
    send(way, player, asker)


def move(way, player, friend, point):
    """Plays a move, and hands it over."""
    way.play(player, point)
    player.wait(re.compile(f"{point}, (white|black) piece.*"))
    send(way, player, friend)
    way.tells(friend, f"played {point}")


def send(way, player, friend):
    """Waits until the line that was just written is copied, and pastes it into the other program."""
    way.tells(player, "Message copied")
    way.focus(friend)
    paste(friend)


def ask_and_answer(way, ann, bob):
    """Plays a part of a game in which all is asked for and refused, and a move is taken back."""
    offer_draw(way, ann, bob)
    answer(way, bob, ann, "Decline")
    way.tells(ann, "Bob declined")
    move(way, ann, bob, "a3")
    move(way, bob, ann, "b1")
    ask_back(way, ann, bob)
    answer(way, bob, ann, "Decline")
    way.tells(ann, "Bob declined")
    ask_back(way, ann, bob)
    answer(way, bob, ann, "Allow")
    way.tells(ann, "Taken back: White played a3, Black played b1")


def agree_to_a_draw(way, player, friend):
    """Ends a game by agreement."""
    offer_draw(way, player, friend)
    answer(way, friend, player, "Accept")
    for program in (player, friend):
        program.wait("Both players agreed to a draw.")


def resign(way, player, friend):
    """Ends a game."""
    way.choose(player, "Menu", "Game", "Resign")
    confirm_and_send(way, player, friend, ("Resign?", "Resign"), ("You have lost", "You have won"))


def share_by_file(way, player, friend, file):
    """Saves the last line as a file, which the friend opens."""
    way.choose(player, "Menu", "Share", "Share Message…")
    player.wait("QR code of the message", "image")
    way.press(player, "Save as File…")
    name_file(way, player, "Save Message", file)
    player.wait_gone("QR code of the message", "image")
    way.tells(player, f"Message saved as {file.name}")
    way.press(friend, "Main Menu")
    friend.wait_page("MainMenu")
    way.choose(friend, "Menu", "Open File…")
    name_file(way, friend, "Open Game or Position", file)
    friend.wait_page("GamePage")


def name_file(way, program, title, file):
    """Types the path of a file into the file dialog that is opening."""
    wait_for(lambda: program.window and program.hands.title(program.window) == title, title)
    program.key("ctrl+a")
    program.type(str(file))
    way.rest()
    program.key("Return")


def begin_again(way, ann, bob):
    """Begins another game with the same names. The other player begins."""
    way.focus(ann)
    ann.key("ctrl+n")
    ann.wait_page("SetupPage")
    ann.press("Copy Invitation", "button")
    ann.wait_title("Invitation copied: send it to your friend")
    way.focus(bob)
    paste(bob)
    bob.wait("Accept", "button", lambda node: node.has(FOCUSED))
    bob.key("Return")
    send(way, bob, ann)
    ann.wait_title("Your friend has accepted the invitation")


def invite(ann, rules="Tapatan"):
    """Makes an invitation of Ann, who begins. It is in the clipboard then."""
    ann.wait_page("MainMenu")
    ann.activate()
    ann.key("ctrl+n")
    ann.wait_page("SetupPage")
    ann.click("Friend Elsewhere", "radio")
    ann.click(rules, "radio")
    ann.click("Your Name", "text box")
    ann.type("Ann")
    ann.click("Copy Invitation", "button")
    ann.wait_page("GamePage")
    ann.wait("Invitation copied: send it to your friend")


def accept(bob):
    """Accepts the invitation in the clipboard."""
    paste(bob)
    bob.wait("Ann invites you")
    bob.type("Bob")
    bob.key("Return")
    bob.wait_page("GamePage")


def leave(program):
    """Quits the program by key."""
    program.activate()
    program.key("ctrl+q")
    program.wait_end()


def paste(program):
    """Pastes with the key."""
    program.activate()
    program.key("ctrl+v")


def hand_over(sender, reader):
    """Waits until a program has copied the line that it has just written, and pastes it into the other one."""
    ByMouse().tells(sender, "Message copied")
    paste(reader)


def follow(desktop, executable, line):
    """Opens a line as a link of the desktop: a second program hands it to the first one."""
    desktop.run_tool(executable, link(line))


def link(line):
    """Returns a line as a link."""
    return "nine-mens-morris:" + line.replace(" ", "/")


def message(desktop):
    """Returns the content of the game by message that was saved last."""
    return tomllib.loads(latest_save(desktop)["message"])


def last_line(desktop):
    """Returns a line that holds the whole game of a user."""
    return message(desktop)["game"]


def tab_to(program, name, role):
    """Presses Tab until an object has the focus."""
    step_to(program, name, "Tab", role, MOST_STOPS)


def step_to(program, name, key, role, most):
    """Presses a key until an object has the focus, and returns how many times."""
    steps = 0

    def there():
        nonlocal steps
        found = any(node.has(FOCUSED) for node in program.all(name, role))
        if not found and steps < most:
            steps += 1
            program.key(key)
        return found

    wait_for(there, f"the focus on {name}")
    return steps
