# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables in this network: two players on one display, whose programs are connected."""

import contextlib
import re
import subprocess
import threading

from desktop import end_group, start_process, wait_for
from files import NAMES, write_tournament
from messages import ByMouse, paste
from program import Program

from .club import open_tournament

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


def room_of_a_tournament(desktop, executable):
    """Two players join the room of a tournament. They are seated, and the director watches, gets the results, and goes back while the room stays open."""
    path, way = write_tournament(desktop, 2, "round-robin"), ByMouse()
    there = desktop.neighbor()
    with Program(desktop, executable) as director:
        open_tournament(director, 2)
        director.key("ctrl+Return")
        director.wait(re.compile("Table 1\\. .*No result.*"))
        way.choose(director, "Menu", "Open a Room…")
        way.confirm(director, "Open a Room?", "Open")
        place = found_place(director)
        with Program(there, executable) as one, Program(there.neighbor(), executable) as other:
            # A window that opens late would take the clicks of another one.
            other.activate()
            join(one, *place, NAMES[0])
            one.wait_page("NetworkPage")
            join(other, *place, NAMES[1])
            for program in (one, other):
                program.wait_page("GamePage")
                program.wait("Connected")
            one.activate()
            one.click("Call the Teacher", "button")
            director.wait(f"{NAMES[0]} calls you")
            director.activate()
            director.click(re.compile(f".*{NAMES[0]}.*0 moves.*"), "list item")
            director.wait("You are watching")
            white = one if one.shows("White · You") else other
            way.play(white, "d6")
            director.wait(piece("d6"))
            way.choose(one, "Menu", "Game", "Resign")
            way.confirm(one, "Resign?", "Resign")
            wait_for(lambda: re.search(r'"\d+-\d+ [wl]', path.read_text()), "the result in the file")
            # The second game begins by itself, with the other colors.
            black, white = white, other if white is one else one
            white.wait("White · You")
            way.play(white, "f4")
            black.wait(piece("f4"))
            director.activate()
            for page in ("NetworkPage", "TournamentPage"):
                director.key("Escape")
                director.wait_page(page)
            black.activate()
            way.choose(black, "Menu", "Game", "Resign")
            way.confirm(black, "Resign?", "Resign")
            director.wait("The tournament is over.")


def table_without_watchers(desktop, executable):
    """A third person watches a game until the host lets no one watch, and cannot come back."""
    there = desktop.neighbor()
    with Program(desktop, executable) as ann, Program(there, executable) as bob:
        bob.activate()
        place = open_table(ann)
        join(bob, *place)
        bob.wait_page("GamePage")
        with Program(there.neighbor(), executable) as cem:
            join(cem, *place, "Cem")
            cem.wait_page("NetworkPage")
            cem.click("Ann – Bob", "list item")
            cem.wait("You are watching")
            ann.wait("Connected · 1 watches")
            turn(ann, bob, "b2")
            cem.wait(piece("b2"))
            ann.activate()
            ann.key("Escape")
            ann.wait_page("NetworkPage")
            ann.click("Watching", "switch")
            cem.wait("This game cannot be watched.")
            bob.wait("Connected")
            cem.activate()
            cem.key("Escape")
            cem.wait_page("NetworkPage")
            cem.click(re.compile("Ann – Bob.*1 move.*"), "list item")
            cem.wait_title("This game cannot be watched.")
            assert cem.page == "NetworkPage", cem.page
            ByMouse().play(bob, "a1")
            ann.wait("It is your turn in the game with Bob")
            assert ann.page == "NetworkPage", ann.page


def guest_watches_another_table(desktop, executable):
    """Ann watches two programs while her own game goes on, and is led back when it is her turn."""
    with room(desktop, executable, "--clock", "300+0") as place, Program(desktop, executable) as ann:
        join(ann, *place, "Ann")
        with Program(desktop.neighbor(), executable) as bob, contextlib.ExitStack() as guests:
            join(bob, *place)
            for program in (ann, bob):
                program.wait_page("GamePage")
                program.wait("Connected")
            for name in ("Cem", "Dora"):
                guests.enter_context(silent_guest(desktop, executable, place, name))
            if ann.shows("White · You"):
                turn(ann, bob, "b2")
            ann.activate()
            ann.key("Escape")
            ann.wait_page("NetworkPage")
            ann.click(re.compile(".*(Cem|Dora).*"), "list item")
            ann.wait("You are watching")
            ByMouse().play(bob, "a1")
            ann.wait("It is your turn in the game with Bob")
            assert ann.shows("You are watching")
            ann.activate()
            ann.click("Show Game", "button")
            ann.wait(piece("a1"))
            ann.wait(re.compile("Connected.*"))


def win_is_claimed(desktop, executable):
    """Bob is a program that plays nothing and does not say that its time is over. Ann claims the win."""
    with room(desktop, executable, "--clock", "1+0") as place, silent_guest(desktop, executable, place, "Bob"):
        with Program(desktop, executable) as ann:
            join(ann, *place, "Ann")
            ann.wait_page("GamePage")
            # The player who joins first is White.
            ann.wait("Claim the Win", "button")
            ann.press("Claim the Win", "button")
            ann.wait("White has run out of time.")
            ann.wait("Black · Ann")


@contextlib.contextmanager
def silent_guest(desktop, executable, place, name):
    """Joins a room with a program that does not answer."""
    command = nmm(executable, "join", f"127.0.0.1:{place[0]}", "--code", place[1], "--name", name, "--player", "sleep 60")
    guest = start_process(command, env=desktop.environment, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        end_group(guest)


def nmm(executable, *arguments):
    """Returns the command of a room without a window."""
    return [executable.replace("nine-mens-morris", "nmm"), "room", *arguments]


@contextlib.contextmanager
def room(desktop, executable, *arguments):
    """Opens a room without a window, which pairs its guests. Gives its port and its code."""
    command = nmm(executable, "host", "--hidden", "--rules", "tapatan", *arguments)
    process = start_process(command, env=desktop.environment, stdout=subprocess.PIPE, text=True)
    try:
        rows = {}
        for row in process.stdout:
            word, _, value = row.strip().partition(" ")
            rows[word] = value
            if {"address", "code"} <= rows.keys():
                break
        else:
            raise AssertionError(f"The room ended before it had an address and a code: {rows}")
        # Its output must not fill the pipe.
        threading.Thread(target=process.stdout.read, daemon=True).start()
        yield rows["address"].rpartition(":")[2], rows["code"].replace(" ", "")
    finally:
        end_group(process)


def open_table(ann):
    """Opens a table with a clock, where Ann begins. Returns its port and its code."""
    set_up(ann, "Ann")
    ann.click("Tapatan", "radio")
    ann.choose("Clock", 2)
    ann.click("Open a Table", "button")
    ann.wait("People with the code will see the name Ann and your moves.")
    ann.click("Open", "button")
    return found_place(ann)


def found_place(host):
    """Returns the port and the code that the page of a room shows."""
    host.wait_page("NetworkPage")
    code = host.wait(CODE).name.replace(" ", "")
    return ADDRESS.fullmatch(host.wait(ADDRESS).name)[1], code


def join(bob, port, code, name="Bob", way=ByMouse()):
    """Sits down at a table by its address."""
    way.focus(bob)
    set_up(bob, name)
    way.rest()
    bob.press("Enter Address…", "button")
    bob.wait("Ask your friend for the address and the code.")
    # Typing would interrupt the title of the dialog.
    way.speaks(bob, "Join a Table")
    way.rest()
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
    program.click("Friend Elsewhere: In This Network", "radio")


def turn(player, friend, point):
    """Plays a move, which the friend sees without doing anything."""
    ByMouse().play(player, point)
    friend.wait(piece(point))


def piece(point):
    """Returns the name of a piece on a point."""
    return re.compile(f"{point}, (white|black) piece.*")
