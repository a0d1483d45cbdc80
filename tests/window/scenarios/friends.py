# SPDX-License-Identifier: GPL-3.0-or-later
"""Games by message: two programs on one display hand lines to each other through the clipboard."""

import re

from bus import FOCUSED
from files import latest_save, saves, write, write_settings
from messages import (ByKeys, ByMouse, accept, agree_to_a_draw, answer, ask_back, copy, follow, hand_over, invite, last_line, leave, message,
                      move, paste, resign, send, share_by_file, tab_to, turn)
from program import Program, at

# Moves of Ann, who is White, and of Bob.
ANN, BOB = ("b2", "a3"), ("a1", "b1")


def friends_by_mouse(desktop, executable):
    """With the pointer: an invitation, moves, a question, a line that is sent as a file, and a resignation."""
    there, way = desktop.neighbor(), ByMouse()
    with Program(desktop, executable) as ann, Program(there, executable) as bob:
        bob.wait_page("MainMenu")
        invite(ann)
        paste(bob)
        bob.wait("Ann invites you")
        bob.wait("Enter your name.")
        bob.type("Bob")
        bob.press("Accept", "button")
        bob.wait_page("GamePage")
        hand_over(bob, ann)
        ann.wait_title("Your friend has accepted the invitation")
        turn(ann, bob, ANN[0])
        bob.click(at(BOB[0]))
        bob.wait_title("Send your line to Ann")
        share_by_file(way, bob, ann, there.home / "turn.txt")
        ask_back(way, ann, bob)
        answer(way, bob, ann, "Allow")
        way.tells(ann, "Taken back: White played b2, Black played a1")
        resign(way, bob, ann)
        for user in (desktop, there):
            assert latest_save(user)["kind"] == "message", latest_save(user)
            modes = {oct(path.stat().st_mode & 0o777) for path in saves(user)}
            assert modes == {"0o600"}, modes


def friends_by_keys(desktop, executable):
    """Without a pointer, by the words for a screen reader: an invitation, moves, and a draw."""
    there, way = desktop.neighbor(), ByKeys()
    write_settings(there, game={"names": ["Bob", ""]})
    with Program(desktop, executable) as ann, Program(there, executable) as bob:
        ann.wait_page("MainMenu")
        ann.activate()
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
        bob.wait("Copy Line", "button", lambda node: node.has(FOCUSED))
        send(way, bob, ann)
        ann.wait_title("Your friend has accepted the invitation")
        move(way, ann, bob, "d6")
        bob.wait_point("d6", "white piece")
        bob.type("f4")
        bob.wait("Copy Line", "button", lambda node: node.has(FOCUSED))
        send(way, bob, ann)
        way.tells(ann, "played f4")
        ann.key("h")
        ann.wait("Available after the game")
        agree_to_a_draw(way, ann, bob)


def lines_are_refused(desktop, executable):
    """Lines of strangers, damaged lines, and lines that were read change nothing, and say so."""
    there = desktop.neighbor()
    with Program(desktop, executable) as ann, Program(there, executable) as bob:
        bob.wait_page("MainMenu")
        invite(ann)
        paste(ann)
        ann.wait("This is your own invitation")
        accept(bob)
        hand_over(bob, ann)
        ann.wait_title("Your friend has accepted the invitation")
        turn(ann, bob, ANN[0])
        game = message(desktop)["invitation"].split()[1]
        before = [path.read_bytes() for path in saves(desktop)]
        ann.activate()
        ann.key("Escape")
        ann.wait_page("MainMenu")
        for line, words in (
            (f"nmm1 {game} tapatan 2 a1 aaaaaaaa", "This line was changed on the way, or is not from your friend"),
            (f"nmm1 {game} tapatan 2 a1", "The end of the line is missing: copy the whole line"),
            (f"nmm1 {game} tapatan 2 x9 aaaaaaaa", "The line is damaged: copy it again"),
            (f"nmm1 {game} tapatan 4 a1 aaaaaaaa", "An earlier line is missing: ask your friend for the whole game"),
            ("nmm1 aaaqeayeaudao tapatan 2 a1 aaaaaaaa", "This line belongs to a game that is not on this computer"),
            ("nmm2 aaaqeayeaudao", "This line was created by a newer version of the program"),
        ):
            follow(desktop, executable, line)
            ann.wait(words)
        assert [path.read_bytes() for path in saves(desktop)] == before, "a line has changed the game"
        # A file with the game of the other player leads to the own one.
        desktop.run_tool(executable, str(saves(there)[0]))
        ann.wait_page("GamePage")
        ann.wait("White · You")
        assert len(saves(desktop)) == len(before), saves(desktop)
        bob.play(BOB[0])
        hand_over(bob, ann)
        ann.wait_point(BOB[0], "black piece")
        paste(ann)
        ann.wait("This line has already been read")


def lines_find_their_game(desktop, executable):
    """A line opens its game when the program was closed: pasted, as a link, and as a file."""
    there = desktop.neighbor()
    with Program(there, executable) as bob:
        bob.wait_page("MainMenu")
        with Program(desktop, executable) as ann:
            invite(ann)
            accept(bob)
            # Nothing is lost: an invitation is copied after its game was saved.
            ann.kill()
        copy(bob)
        with Program(desktop, executable) as ann:
            ann.wait_page("MainMenu")
            # The answer has a place, even if one does not know the key to paste.
            ann.press("Continue")
            ann.wait_page("GamePage")
            ann.press("Paste Line")
            ann.wait_title("Your friend has accepted the invitation")
            turn(ann, bob, ANN[0])
            leave(ann)
        bob.play(BOB[0])
        copy(bob)
        link = "nine-mens-morris:" + last_line(there).replace(" ", "/")
        with Program(desktop, executable, [link]) as ann:
            ann.wait_page("GamePage")
            ann.wait_point(BOB[0], "black piece")
            turn(ann, bob, ANN[1])
            leave(ann)
        bob.play(BOB[1])
        copy(bob)
        file = write(desktop.home / "mail.nmm-line", f"Hello Ann,\nhere it is:\n> {last_line(there)}\n-- \nBob\n")
        with Program(desktop, executable, [str(file)]) as ann:
            ann.wait_point(BOB[1], "black piece")


def line_as_picture(desktop, executable):
    """The dialog of a line shows it as text and as a QR code, copies it, and saves it as a file."""
    with Program(desktop, executable) as ann:
        invite(ann)
        ann.click("Menu", "button")
        ann.press(re.compile("Share.*|Copy and Share.*"), "menu item")
        ann.press("Share Line…", "menu item")
        line = ann.wait(re.compile("nmm1 .* tapatan white Ann key=.*"), "label").name
        ann.wait("QR code of the line", "image")
        ann.wait("Copy Line", "button", lambda node: node.has(FOCUSED))
        ann.key("Return")
        ann.wait("Line copied", "status")
        ann.press("Save as File…")
        ann.wait("Save Line")
        file = desktop.home / "invitation.nmm-line"
        ann.key("ctrl+a")
        ann.type(str(file))
        ann.key("Return")
        ann.wait(f"Line saved as {file.name}")
        ann.wait_gone("QR code of the line", "image")
        assert file.read_text() == line + "\n", file.read_text()


def line_by_dialog(desktop, executable):
    """A player without a key to paste finds a field and a button. Own rules cannot be played by message."""
    there = desktop.neighbor()
    with Program(desktop, executable) as ann, Program(there, executable) as bob:
        bob.wait_page("MainMenu")
        invite(ann)
        bob.activate()
        bob.key("ctrl+n")
        bob.press("Friend Elsewhere", "radio")
        bob.press("Accept Invitation…")
        bob.wait("Line From Your Friend", "text box", lambda node: node.has(FOCUSED))
        bob.type("nmm1 a")
        bob.wait("The line is damaged: copy it again")
        bob.press("Paste", "button")
        bob.wait("Ann invites you")
        bob.key("Escape")
        bob.wait_gone("Ann invites you")
        bob.press("Accept Invitation…")
        bob.wait("Line From Your Friend", "text box", lambda node: node.has(FOCUSED))
        bob.type(message(desktop)["invitation"])
        bob.wait("Ann invites you")
        bob.type("Bob")
        bob.key("Return")
        bob.wait_page("GamePage")
