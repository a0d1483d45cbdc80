# SPDX-License-Identifier: GPL-3.0-or-later
"""Games by message with Orca: each step by keys, and by what is spoken."""

import re
from contextlib import contextmanager

from desktop import wait_for
from files import write_settings
from messages import ByKeys, agree_to_a_draw, ask_and_answer, begin_again, move, paste, resign, share_by_file, step_to, tab_to
from program import Program
from speech import start_orca

from .network import found_place, join
from .orca import SOON, answered_once, comes, forgive_orca


class ByEar(ByKeys):
    """Uses the keyboard, and waits for the words of Orca."""

    def __init__(self, listener):
        self.listener = listener

    def focus(self, program):
        if program.window:
            return
        before = len(self.listener.spoken)
        super().focus(program)
        # Both windows may have the same title. If a key follows at once, Orca takes the window that
        # loses the focus for the one that gets it, and then reads no titles. A new title of the other
        # window may still be spoken, and Orca may have read this window already.
        self.listener.wait_for_words(before, seconds=5, words=program.title)
        self.listener.wait_for_silence(1)

    def walk(self, program, name, key, role, most):
        before = len(self.listener.spoken)
        if step_to(program, name, key, role, most):
            # Orca may wait for the program before it handles the last key.
            self.listener.wait_for_words(before, 5, name)
        self.rest()

    def confirm(self, program, question, answer):
        comes(self.listener, f".*{question.rstrip('?')}.*")
        super().confirm(program, question, answer)

    def tells(self, program, words):
        comes(self.listener, f".*{words}.*")

    def speaks(self, program, words):
        wait_for(lambda: any(words in message for message in self.listener.voiced),
                 lambda: f"{words!r} among {self.listener.voiced}", seconds=SOON)

    def rest(self):
        # Orca loses the window if a menu or a dialog opens while it still handles earlier keys.
        self.listener.wait_for_silence(0.5)


def orca_speaks_about_a_friend(desktop, executable):
    """Orca speaks the invitation of a friend, what to do with the answer, and the friend's move."""
    there = desktop.neighbor()
    friends(there, desktop)
    listener = start_orca(desktop)
    way = ByEar(listener)
    with Program(there, executable) as ann, Program(desktop, executable) as bob:
        ann.press("New Game…")
        ann.press("Copy Invitation", "button")
        ann.wait_title("Invitation copied")
        bob.wait_page("MainMenu")
        # Orca may have missed the first window that got the focus.
        way.focus(ann)
        way.focus(bob)
        comes(listener, ".*Play Now .*")
        bob.key("ctrl+v")
        comes(listener, "Accept Invitation. Ann invites you. Tapatan. You play Black.*")
        bob.key("Return")
        way.speaks(bob, "Send your message to Ann")
        comes(listener, ".*Message copied.*")
        # Orca asks for the name of the focused button late, maybe only when the line is there.
        way.focus(ann)
        listener.forget()
        before = len(listener.spoken)
        paste(ann)
        comes(listener, ".*Your friend has accepted the invitation.*")
        # The button that had the focus is called Copy Message now.
        assert not [words for words in listener.spoken[before:] if words.startswith("Copy Message")], listener.spoken[before:]
        move(way, ann, bob, "b2")
        for program in (ann, bob):
            forgive_orca(program)


def orca_speaks_questions_of_a_friend(desktop, executable):
    """Orca speaks all questions and answers, and the ends of games, and a line is sent as a file, by keys alone."""
    with game_by_ear(desktop, executable) as (way, ann, bob):
        ask_and_answer(way, ann, bob)
        way.play(ann, "b2")
        way.speaks(ann, "Send your message to Bob")
        share_by_file(way, ann, bob, desktop.home / "turn.txt")
        way.tells(bob, "White played b2 – Black to move")
        agree_to_a_draw(way, bob, ann)
        begin_again(way, ann, bob)
        way.rest()
        resign(way, bob, ann)


def orca_speaks_a_draw_with_a_friend(desktop, executable):
    """Orca speaks the offer of a draw, its acceptance, and the end of the game."""
    with game_by_ear(desktop, executable) as (way, ann, bob):
        agree_to_a_draw(way, ann, bob)


@contextmanager
def game_by_ear(desktop, executable):
    """Begins a game of Ann, who has Orca, and Bob."""
    there = desktop.neighbor()
    friends(desktop, there)
    way = ByEar(start_orca(desktop))
    with Program(desktop, executable) as ann, Program(there, executable) as bob:
        for program in (bob, ann):
            program.wait_page("MainMenu")
        begin_again(way, ann, bob)
        way.rest()
        yield way, ann, bob
        for program in (ann, bob):
            forgive_orca(program)


def friends(ann, bob):
    """Writes the settings of two users who have played by message before."""
    write_settings(ann, game={"names": ["Ann", ""], "rules": "tapatan", "opponent": "friend"})
    write_settings(bob, game={"names": ["Bob", ""]})


def orca_speaks_at_a_table(desktop, executable):
    """Orca speaks each step at a table in this network once: opening, joining, moves, and a friend who goes and comes back."""
    there = desktop.neighbor()
    write_settings(desktop, game={"names": ["Ann", ""], "rules": "tapatan", "opponent": "friend"})
    listener = start_orca(desktop)
    way = ByEar(listener)
    with Program(desktop, executable) as ann, Program(there, executable) as bob:
        bob.wait_page("MainMenu")
        way.focus(ann)
        ann.press("New Game…")
        choose_network(way, ann)
        way.rest()
        with answered_once(listener, "opening"):
            way.press(ann, "Open a Table")
            way.confirm(ann, "Open a Table?", "Open")
            code = found_place(ann)
        spoken_once(listener, f"Tell your friend this code: {' '.join(code[1])}")
        join(bob, *code, way=way)
        bob.wait_page("GamePage")
        spoken_once(listener, "Join a Table", "Against Ann, Tapatan. You play Black.*Waiting for Ann")
        way.focus(ann)
        ann.wait("Connected")
        listener.wait_for_silence(1)
        for player, friend, point in ((ann, bob, "b2"), (bob, ann, "a1")):
            way.focus(player)
            with answered_once(listener, point):
                way.play(player, point)
                friend.wait(re.compile(f"{point}, (white|black) piece.*"))
            way.focus(friend)
            # The title may be there before the window has the focus.
            spoken_once(listener, f"(White|Black) played {point} – (White|Black) to move( frame\\.)?")
        with answered_once(listener, "leaving"):
            bob.kill()
            ann.wait("Bob is away.")
        spoken_once(listener, "Bob is away.*")
        for program in (ann, bob):
            forgive_orca(program)


def spoken_once(listener, *sentences):
    """Waits until Orca has said these, each once, since the last call."""
    for words in sentences:
        said = wait_for(lambda words=words: [text for text in listener.spoken if re.fullmatch(words, text.strip())],
                        lambda words=words: f"{words} among {listener.spoken}", seconds=SOON)
        assert len(said) == 1, f"{words}: {listener.spoken}"
    listener.spoken.clear()


def choose_network(way, program):
    """Chooses a game in this network, by keys."""
    tab_to(program, "Friend Elsewhere: By Message", "radio")
    program.key("Right")
    program.wait("Tables Here")
