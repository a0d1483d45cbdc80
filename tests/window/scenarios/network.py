# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables in this network: two players on one display, whose programs are connected."""

import re

from messages import ByMouse, paste
from program import Program

CODE = re.compile(r"(\d ){5}\d")
ADDRESS = re.compile(r"Address: .*:(\d+)")


def table_in_this_network(desktop, executable):
    """Ann opens a table, and Bob joins. His program is killed, they go on by message, he comes back, and resigns."""
    there, way = desktop.neighbor(), ByMouse()
    with Program(desktop, executable) as ann:
        place = open_table(ann)
        with Program(there, executable) as bob:
            join(bob, *place)
            for program in (ann, bob):
                program.wait_page("GamePage")
                program.wait("Connected")
            turn(ann, bob, "b2")
            turn(bob, ann, "a1")
            bob.kill()
        ann.wait("Bob is away. The clocks are stopped.")
        ann.activate()
        ann.click("Go On by Message", "button")
        way.play(ann, "a2")
        ann.click("Copy Message", "button")
        way.tells(ann, "Message copied")
        with Program(there, executable) as bob:
            bob.wait_page("MainMenu")
            paste(bob)
            bob.wait(piece("a2"))
            for program in (ann, bob):
                program.wait("Connected")
            turn(bob, ann, "a3")
            way.choose(bob, "Menu", "Game", "Resign")
            way.confirm(bob, "Resign?", "Resign")
            way.tells(ann, "You have won")
            ann.press("Rematch", "button")
            bob.activate()
            bob.press("Rematch", "button")
            ann.wait("Connected")
            turn(bob, ann, "b2")


def open_table(ann):
    """Opens a table with a clock, where Ann begins. Returns its port and its code."""
    set_up(ann, "Ann")
    ann.click("Tapatan", "radio")
    ann.choose("Clock", 2)
    ann.click("Open a Table", "button")
    ann.wait("People with the code will see the name Ann and your moves.")
    ann.click("Open", "button")
    ann.wait_page("NetworkPage")
    code = ann.wait(CODE).name.replace(" ", "")
    return ADDRESS.fullmatch(ann.wait(ADDRESS).name)[1], code


def join(bob, port, code):
    """Sits down at a table by its address."""
    set_up(bob, "Bob")
    bob.press("Enter Address…", "button")
    bob.wait("Ask your friend for the address and the code.")
    bob.type(f"127.0.0.1:{port}")
    bob.click("Code", "text box")
    bob.type(code)
    bob.key("Return")


def set_up(program, name):
    """Chooses a game with a friend in this network."""
    program.wait_page("MainMenu")
    program.activate()
    program.key("ctrl+n")
    program.wait_page("SetupPage")
    program.click("Friend Elsewhere", "radio")
    program.click("Your Name", "text box")
    program.type(name)
    program.click("How to Play: In This Network", "radio")


def turn(player, friend, point):
    """Plays a move, which the friend sees without doing anything."""
    ByMouse().play(player, point)
    friend.wait(piece(point))


def piece(point):
    """Returns the name of a piece on a point."""
    return re.compile(f"{point}, (white|black) piece.*")
