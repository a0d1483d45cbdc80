# SPDX-License-Identifier: GPL-3.0-or-later
"""Games by message: every question and end, what is closed, and restarts between two steps."""

from files import latest_save
from messages import ByKeys, ByMouse, agree_to_a_draw, ask_and_answer, begin, begin_again, leave, move, offer_draw, paste, resign
from program import Program


def friends_ask(desktop, executable):
    """By keys alone: all questions and answers, what is closed, and a game that is resigned after a restart."""
    there, way = desktop.neighbor(), ByKeys()
    with Program(there, executable) as bob:
        bob.wait_page("MainMenu")
        with Program(desktop, executable) as ann:
            begin(ann, bob)
            # A line that no one else has is taken back without asking.
            way.play(ann, "b2")
            ann.wait_title("Send your line to Bob")
            ann.key("ctrl+z")
            ann.wait_title("Taken back")
            ann.key("h")
            ann.wait("Available after the game")
            ask_and_answer(way, ann, bob)
            offer_draw(way, ann, bob)
            leave(ann)
        way.press(bob, "Decline")
        way.press(bob, "Copy Line")
        bob.wait_title("Line copied")
        with Program(desktop, executable) as ann:
            ann.wait_page("MainMenu")
            paste(ann)
            ann.wait_page("GamePage")
            ann.wait_title("Bob declined")
            move(way, ann, bob, "b2")
            agree_to_a_draw(way, bob, ann)
            begin_again(ann, bob)
            resign(way, bob, ann)
            assert latest_save(desktop)["kind"] == "message"


def friends_end_by_mouse(desktop, executable):
    """With the pointer alone: a draw is agreed to, and a game is resigned."""
    there, way = desktop.neighbor(), ByMouse()
    with Program(desktop, executable) as ann, Program(there, executable) as bob:
        bob.wait_page("MainMenu")
        begin(ann, bob)
        agree_to_a_draw(way, ann, bob)
        begin_again(ann, bob)
        resign(way, bob, ann)
