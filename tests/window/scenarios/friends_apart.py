# SPDX-License-Identifier: GPL-3.0-or-later
"""Games by message with another program."""

import re
import sys

from desktop import ROOT
from files import saves, write_settings
from messages import ByMouse, follow, last_line, message
from program import Program

sys.path.append(str(ROOT / "crates/nmm/tests/data/post"))

from friend import Board, Friend  # noqa: E402


def friend_of_another_program(desktop, executable):
    """The color is drawn by lot, another program disagrees about a move, and it holds moves that were not played here."""
    write_settings(desktop, game={"names": ["Ann", ""], "opponent": "friend", "begins": "random"})
    with Program(desktop, executable) as ann:
        ann.wait_page("MainMenu")
        ann.activate()
        ann.key("ctrl+n")
        ann.wait_page("SetupPage")
        ann.press("Copy Invitation", "button")
        ann.wait_title("Invitation copied")
        invitation, bob, board = message(desktop)["invitation"], Friend("Bob"), Board()
        assert invitation.split()[3] == "any", invitation
        follow(desktop, executable, bob.accept(invitation))
        ann.wait_title("Your friend has accepted the invitation")
        own = {"white": "Black", "black": "White"}[bob.color]
        ann.wait(f"{own} · You")
        if own == "White":
            board = own_move(desktop, ann, bob, board, "g7")
        board = move(desktop, executable, bob, board, "d6")
        ann.wait_title("played d6")
        board = own_move(desktop, ann, bob, board, "f4")
        # A move to a point that has a piece, and another position after the same moves.
        before = (saves(desktop)[0].read_bytes(), bob.last, list(bob.turns))
        for line in (bob.write("d6"), None):
            _, bob.last, bob.turns = before[0], before[1], list(before[2])
            follow(desktop, executable, line or bob.whole(Board().line()))
            ann.wait("Your friend’s program has a different position. Nothing was changed.")
            assert saves(desktop)[0].read_bytes() == before[0]
            ann.key("s")
            ann.wait_title("Waiting for Bob")
        # Both continue.
        board = move(desktop, executable, bob, board, "a1")
        ann.wait_title("played a1")
        before = saves(desktop)[0].read_bytes()
        # The friend knows the key, so it can make up moves of Ann.
        for point in ("d2", "b4"):
            bob.write(point)
            board = board.play((None, point, None))
        whole = bob.whole(board.line())
        for response in ("Cancel", "Add"):
            follow(desktop, executable, whole)
            ann.wait("Add Your Own Moves?")
            ann.wait(re.compile("(?s)This message has 1 move of yours that is not here.*You play d2.*"))
            assert saves(desktop)[0].read_bytes() == before
            ByMouse().confirm(ann, "Add Your Own Moves?", response)
        ann.wait_point("d2", f"{own.lower()} piece")
        ann.wait_point("b4", f"{bob.color} piece")


def move(desktop, executable, friend, board, point):
    """Lets the other program play, and opens its line."""
    follow(desktop, executable, friend.write(point))
    return board.play((None, point, None))


def own_move(desktop, program, friend, board, point):
    """Plays a move, and lets the other program read it."""
    ByMouse().play(program, point)
    ByMouse().tells(program, "Message copied")
    # The line of one move is the end of the whole game, which only has other check letters.
    assert last_line(desktop).split()[-2] == point, last_line(desktop)
    friend.write(point)
    return board.play((None, point, None))
