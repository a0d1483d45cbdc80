# SPDX-License-Identifier: GPL-3.0-or-later
"""Games by message: two programs on one display hand lines to each other through the clipboard."""

import re

from bus import FOCUSED
from files import latest_save, saves, write, write_settings
from message_saves import message_game
from messages import ByKeys, ByMouse, accept, answer, hand_over, invite, leave, link, move, offer_draw, paste, send, tab_to
from program import Program


def friends_by_mouse(desktop, executable):
    """With the pointer: an invitation is accepted, each plays a move, and a draw is offered and declined."""
    there, way = desktop.neighbor(), ByMouse()
    with Program(desktop, executable) as ann, Program(there, executable) as bob:
        bob.wait_page("MainMenu")
        invite(ann)
        paste(bob)
        bob.wait("Ann invites you")
        bob.key("Return")
        bob.wait("Enter your name.")
        bob.type("Bob")
        bob.press("Accept", "button")
        bob.wait_page("GamePage")
        hand_over(bob, ann)
        way.tells(ann, "Your friend has accepted the invitation")
        turn(ann, bob, "b2")
        turn(bob, ann, "a1")
        offer_draw(way, ann, bob)
        answer(way, bob, ann, "Decline")
        way.tells(ann, "Bob declined")
        for user in (desktop, there):
            assert latest_save(user)["kind"] == "message", latest_save(user)
            modes = {oct(path.stat().st_mode & 0o777) for path in saves(user)}
            assert modes == {"0o600"}, modes


def turn(player, friend, point):
    """Plays a move with the pointer, and hands it to the friend, who sees it."""
    piece = re.compile(f"{point}, (white|black) piece.*")
    ByMouse().play(player, point)
    player.wait(piece)
    hand_over(player, friend)
    friend.wait(piece)


def friends_by_keys(desktop, executable):
    """The first moves without a pointer, by keys and by the words for a screen reader."""
    there = desktop.neighbor()
    write_settings(there, game={"names": ["Bob", ""]})
    with Program(desktop, executable) as ann, Program(there, executable) as bob:
        ann.wait_page("MainMenu")
        for program in (bob, ann):
            program.activate()
        ann.key("ctrl+n")
        ann.wait_page("SetupPage")
        tab_to(ann, "Computer", "radio")
        ann.key("Right", "Right")
        tab_to(ann, "Your Name", "text box")
        # Enter says why it does nothing.
        ann.key("Return")
        ann.wait_title("^Enter your name\\.")
        ann.type("Ann")
        ann.key("Return")
        ann.wait_page("GamePage")
        ann.wait_title("Invitation copied: send it to your friend")
        bob.wait_page("MainMenu")
        paste(bob)
        bob.wait("Accept Invitation. Ann invites you. Standard. You play Black")
        # The name is known, so the focus is on the button.
        bob.wait("Accept", "button", lambda node: node.has(FOCUSED))
        bob.key("Return")
        bob.wait_page("GamePage")
        bob.wait("Copy Message", "button", lambda node: node.has(FOCUSED))
        send(ByKeys(), bob, ann)
        ann.wait_title("Your friend has accepted the invitation")
        move(ByKeys(), ann, bob, "d6")
        bob.wait_point("d6", "white piece")
        bob.type("f4")
        bob.wait("Copy Message", "button", lambda node: node.has(FOCUSED))


def friend_survives_a_kill(desktop, executable):
    """An invitation is copied after its game was saved, so the answer has a place after a kill, even without the key to paste."""
    there = desktop.neighbor()
    with Program(desktop, executable) as ann, Program(there, executable) as bob:
        bob.wait_page("MainMenu")
        invite(ann)
        accept(bob)
        bob.wait("Message copied")
        ann.kill()
        ann.__enter__()
        ann.wait_page("MainMenu")
        ann.press("Continue")
        ann.wait_page("GamePage")
        ann.press("Paste Message")
        ann.wait_title("Your friend has accepted the invitation")


def line_starts_the_program(desktop, executable):
    """A line that is opened as a link, or as a file from a mail, starts the program with its game."""
    text, friend = message_game("waits-for-friend")
    write(desktop.saves / "game.toml", text)
    with Program(desktop, executable, [link(friend.write("f2"))]) as ann:
        ann.wait_page("GamePage")
        ann.wait_point("f2", "white piece")
        ByMouse().play(ann, "g4")
        ann.wait_title("Message copied")
        leave(ann)
    friend.write("g4")
    file = write(desktop.home / "mail.nmm-line", f"Hello Ann,\nhere it is:\n> {friend.write('b4')}\n-- \nBob\n")
    with Program(desktop, executable, [str(file)]) as ann:
        ann.wait_page("GamePage")
        ann.wait_point("b4", "white piece")


def line_as_picture(desktop, executable):
    """The dialog of a line shows it as text and as a QR code, copies it, and saves it as a file."""
    with Program(desktop, executable) as ann:
        invite(ann)
        ann.click("Menu", "button")
        ann.press(re.compile("Share.*|Copy and Share.*"), "menu item")
        ann.press("Share Message…", "menu item")
        line = ann.wait(re.compile("nmm2 .* tapatan white Ann key=.*"), "label").name
        ann.wait("QR code of the message", "image")
        ann.wait("Copy Message", "button", lambda node: node.has(FOCUSED))
        ann.key("Return")
        ann.wait("Message copied", "status")
        ann.press("Save as File…")
        ann.wait("Save Message")
        file = desktop.home / "invitation.nmm-line"
        ann.key("ctrl+a")
        ann.type(str(file))
        ann.key("Return")
        ann.wait(f"Message saved as {file.name}")
        ann.wait_gone("QR code of the message", "image")
        assert file.read_text() == line + "\n", file.read_text()
