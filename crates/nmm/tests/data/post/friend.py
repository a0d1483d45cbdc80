#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""friend.py NMM FOLDER [SEED]

Plays games by message against `nmm post`, and checks every line and every position. It shares no
code with the program: docs/players.md describes the format, and the rules are those of nine men's
morris. X25519 comes from the library `cryptography`.
"""

import base64
import hashlib
import hmac
import random
import secrets
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote_plus, unquote_plus

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

# The points in the order of the position line, row by row from the top.
ROWS = [["a7", "d7", "g7"], ["b6", "d6", "f6"], ["c5", "d5", "e5"], ["a4", "b4", "c4", "e4", "f4", "g4"],
        ["c3", "d3", "e3"], ["b2", "d2", "f2"], ["a1", "d1", "g1"]]
POINTS = [point for row in ROWS for point in row]
MILLS = [*ROWS[:3], ROWS[3][:3], ROWS[3][3:], *ROWS[4:]]
MILLS += [["a7", "a4", "a1"], ["b6", "b4", "b2"], ["c5", "c4", "c3"], ["d7", "d6", "d5"],
          ["d3", "d2", "d1"], ["e5", "e4", "e3"], ["f6", "f4", "f2"], ["g7", "g4", "g1"]]
NEAR = {point: {mill[1] for mill in MILLS if point in (mill[0], mill[2])} |
               {end for mill in MILLS if mill[1] == point for end in (mill[0], mill[2])} for point in POINTS}


class Board:
    """A position of nine men's morris, with the positions before it."""

    def __init__(self, old=None):
        self.men = dict(old.men) if old else {}
        self.hand = dict(old.hand) if old else {"W": 9, "B": 9}
        self.side = old.side if old else "W"
        self.quiet = old.quiet if old else 0
        self.seen = [*old.seen] if old else []
        if not old:
            self.seen.append(self.line(False))

    def line(self, with_quiet=True):
        rows = "/".join("".join(self.men.get(point, ".") for point in row) for row in ROWS)
        line = f"{rows} {self.side.lower()} {self.hand['W']} {self.hand['B']}"
        return f"{line} {self.quiet}" if with_quiet else line

    def other(self):
        return "B" if self.side == "W" else "W"

    def own(self, side):
        return [point for point, man in self.men.items() if man == side]

    def in_mill(self, point, men):
        return any(point in mill and all(men.get(other) == men[point] for other in mill) for mill in MILLS)

    def removable(self):
        theirs = self.own(self.other())
        return [point for point in theirs if not self.in_mill(point, self.men)] or theirs

    def moves(self):
        """Returns the legal moves as (origin or None, target, removed or None)."""
        free = [point for point in POINTS if point not in self.men]
        if self.hand[self.side]:
            steps = [(None, to) for to in free]
        else:
            own = self.own(self.side)
            steps = [(at, to) for at in own for to in free if len(own) == 3 or to in NEAR[at]]
        found = []
        for at, to in steps:
            men = {point: man for point, man in self.men.items() if point != at} | {to: self.side}
            found += [(at, to, gone) for gone in (self.removable() if self.in_mill(to, men) else [None])]
        return found

    def over(self):
        few = any(len(self.own(side)) + self.hand[side] < 3 for side in "WB")
        return few or not self.moves() or self.quiet >= 100 or self.seen.count(self.line(False)) >= 3

    def play(self, move):
        at, to, gone = move
        after = Board(self)
        after.quiet = 0 if gone or at is None else self.quiet + 1
        if at:
            del after.men[at]
        else:
            after.hand[self.side] -= 1
        after.men[to] = self.side
        if gone:
            del after.men[gone]
        after.side = self.other()
        after.seen.append(after.line(False))
        return after


def name_of(move):
    at, to, gone = move
    return (f"{at}-" if at else "") + to + (f"x{gone}" if gone else "")


def letters(data):
    return base64.b32encode(data).decode().rstrip("=").lower()


def data_of(text):
    return base64.b32decode(text.upper() + "=" * (-len(text) % 8))


class Friend:
    """One side of a game by message."""

    def __init__(self, name, version="nmm2"):
        self.version = version
        self.secret = X25519PrivateKey.generate()
        raw = serialization.Encoding.Raw, serialization.PublicFormat.Raw
        self.name, self.public = quote_plus(name), letters(self.secret.public_key().public_bytes(*raw))
        self.turns = []

    def invite(self, color):
        self.color = color
        self.invitation = f"{self.version} {letters(secrets.token_bytes(8))} standard {color} {self.name} key={self.public}"
        self.head = self.invitation.rsplit(" ", 3)[0]
        return self.invitation

    def meet(self, key, keys):
        """Takes the key of the other player. The keys of both are the one of the invitation first."""
        shared = self.secret.exchange(X25519PublicKey.from_public_bytes(data_of(key)))
        self.source = hmac.digest(b"nmm2", shared, "sha256")
        self.info = " ".join([self.head.split(" ")[1], *keys])
        self.keys = {purpose: self.derived(purpose) for purpose in ("turns", "whole", "color")}
        if self.version == "nmm1":
            self.keys = {"turns": shared, "whole": shared, "color": hmac.digest(shared, b"color", "sha256")}
        if self.color == "any":
            self.color = "white" if self.keys["color"][0] >> 7 else "black"

    def derived(self, purpose):
        """Returns a key by HKDF, which is one step for 32 bytes."""
        return hmac.digest(self.source, f"{purpose} {self.info}\x01".encode(), "sha256")

    def phrase(self):
        bits = f"{int.from_bytes(self.derived('phrase')[:3], 'big'):024b}"
        parts = [bits[at:at + 6] for at in range(0, 24, 6)]
        return "-".join("bdfghjklmnprstvz"[int(part[:4], 2)] + "aiou"[int(part[4:], 2)] for part in parts)

    def check(self, previous, body, purpose="turns"):
        return letters(hmac.digest(self.keys[purpose], f"{previous}\n{body}".encode(), "sha256")[:5])

    def accept(self, invitation):
        start, game, rules, self.color, name, key = invitation.split(" ")
        assert (start, rules) == (self.version, "standard"), invitation
        key = key.removeprefix("key=")
        self.invitation, self.head, self.friend = invitation, f"{start} {game} {rules}", unquote_plus(name)
        self.meet(key, [key, self.public])
        self.color = {"white": "black", "black": "white"}[self.color]
        self.guest = f"{self.name} key={self.public}"
        body = f"{self.head} accept {self.guest}"
        self.last = f"{body} {self.check(invitation, body)}"
        return self.last

    def read_acceptance(self, line):
        *_, accept, name, key, check = line.split(" ")
        assert accept == "accept" and line.startswith(self.head), line
        key = key.removeprefix("key=")
        self.meet(key, [self.public, key])
        assert check == self.check(self.invitation, line.rsplit(" ", 1)[0]), line
        self.last, self.friend, self.guest = line, unquote_plus(name), f"{name} key={key}"

    def write(self, word):
        body = f"{self.head} {len(self.turns) + 1} {word}"
        self.last = f"{body} {self.check(self.last, body)}"
        self.turns.append(word)
        return self.last

    def read(self, line):
        body, check = line.rsplit(" ", 1)
        assert check == self.check(self.last, body), line
        head, number, word = body.rsplit(" ", 2)
        assert (head, number) == (self.head, str(len(self.turns) + 1)), line
        self.last = line
        self.turns.append(word)
        return word

    def whole(self, position):
        known = letters(hashlib.sha256(position.encode()).digest()[:5])
        count = len(self.turns)
        body = " ".join([self.head, "whole", self.guest, str(count), known, str(count), *self.turns])
        return f"{body} {self.check(self.last, body, 'whole')}"


class Post:
    """The program with the file of one game."""

    def __init__(self, program, file):
        self.program, self.file = program, str(file)

    def run(self, command, *words, expected=0):
        done = subprocess.run([self.program, "post", command, self.file, *words], capture_output=True, text=True, check=False)
        assert done.returncode == expected, (command, words, done)
        assert expected != 2 or (done.stdout == "" and done.stderr.count("\n") == 1), done
        return done.stdout.rstrip("\n")

    def bytes(self):
        return Path(self.file).read_bytes()


def forged(post, line):
    """Checks that the program refuses a damaged line, and that its file stays as it is."""
    before, last = post.bytes(), "b" if line[-1] != "b" else "c"
    post.run("read", line[:-1] + last, expected=2)
    assert post.bytes() == before


def begin(post, kind, color, version):
    friend = Friend("Ödön +1", version)
    if kind == "guest":
        acceptance = friend.accept(post.run("invite", "--color", color, "--name", "Zoë 2"))
        assert friend.friend == "Zoë 2"
        forged(post, acceptance)
        assert post.run("read", acceptance) == Board().line()
    else:
        friend.read_acceptance(post.run("accept", friend.invite(color), "--name", "a/b c"))
        assert friend.friend == "a/b c"
    assert post.run("phrase") == friend.phrase()
    return friend


def ask(friend, post, board, mine):
    """Asks for a draw, which is declined."""
    if mine:
        assert post.run("read", friend.write("+draw")) == board.line()
        assert friend.read(post.run("play", "no")) == "+no"
    else:
        assert friend.read(post.run("play", "draw")) == "+draw"
        assert post.run("read", friend.write("+no")) == board.line()


def take_back(friend, post, boards, mine):
    """Takes back the last move of the side to move, and the move after it."""
    board = boards[-3]
    if mine:
        assert post.run("read", friend.write("+undo")) == boards[-1].line()
        assert friend.read(post.run("play", "yes")) == "+yes"
    else:
        assert friend.read(post.run("play", "undo")) == "+undo"
        assert post.run("read", friend.write("+yes")) == board.line()
    del boards[-2:]
    return board


def play(friend, post, chance):
    """Plays a game to its end, and returns the number of its moves."""
    own, boards = friend.color[0].upper(), [Board()]
    offers, undos = {6, 9, 40}, {8, 21}
    while not boards[-1].over():
        board, mine = boards[-1], boards[-1].side == own
        if len(boards) in offers:
            offers.discard(len(boards))
            ask(friend, post, board, mine)
        if len(boards) in undos:
            undos.discard(len(boards))
            board = take_back(friend, post, boards, mine)
        moves = board.moves()
        move = chance.choice([move for move in moves if move[2]] or moves)
        boards.append(board.play(move))
        if mine:
            line = friend.write(name_of(move))
            forged(post, line)
            if len(boards) == 12:
                line = friend.whole(boards[-1].line())
            assert post.run("read", line) == boards[-1].line(), name_of(move)
            before = post.bytes()
            post.run("read", line, expected=1)
            assert post.bytes() == before
        else:
            line = post.run("play", name_of(move))
            assert friend.read(line) == name_of(move)
            assert post.run("play", name_of(move), expected=1) == line
    assert post.run("whole") == friend.whole(boards[-1].line())
    return len(boards) - 1


def main():
    program, folder = sys.argv[1], Path(sys.argv[2])
    chance = random.Random(sys.argv[3] if len(sys.argv) > 3 else 45)
    games = [("guest", "any", "nmm2"), ("inviter", "any", "nmm2"), ("inviter", "any", "nmm1"), ("guest", "black", "nmm2"),
             ("inviter", "white", "nmm1")]
    for number, (kind, color, version) in enumerate(games):
        post = Post(program, folder / f"{number}.game")
        friend = begin(post, kind, color, version)
        print(f"{kind}, {friend.color}: {play(friend, post, chance)} moves")


if __name__ == "__main__":
    main()
