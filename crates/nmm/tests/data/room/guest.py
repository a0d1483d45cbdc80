# SPDX-License-Identifier: GPL-3.0-or-later
"""guest.py play|watch|refused|slow|guesses PORT CODE

Enters a room of this computer: plays as Black, watches, or is hostile. It is written from
docs/players.md, shares no code with the program, and needs the packages spake2 and noiseprotocol.
"""

import base64
import random
import socket
import sys
import time
from pathlib import Path

from noise.connection import NoiseConnection
from spake2 import SPAKE2_A

sys.path.insert(0, str(Path(__file__).parent.parent / "post"))
from friend import Board, Friend, data_of, letters, name_of  # noqa: E402


class Room:
    """A connection to a room."""

    def __init__(self, port, code=None, member=None, key=None):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.transcript, self.text = b"", b""
        start, version, self.room, self.name = self.open_row().split(" ")
        assert (start, version, len(self.room)) == ("nmm-room", "1", 13)
        if code is not None:
            state = SPAKE2_A(code.encode(), idA=b"nmm-room", idB=self.room.encode())
            self.write_open("join " + letters(state.start()))
            word, *message = self.open_row().split(" ")
            if word != "spake":
                raise PermissionError(word + " " + " ".join(message))
            key = state.finish(data_of(message[0]))
        else:
            self.write_open(f"back {member}")
        self.noise = NoiseConnection.from_name(b"Noise_NNpsk0_25519_ChaChaPoly_BLAKE2s")
        self.noise.set_as_initiator()
        self.noise.set_psks(key)
        self.noise.set_prologue(self.transcript)
        self.noise.start_handshake()
        self.write_message(self.noise.write_message())
        answer = self.message()
        if not answer:
            raise PermissionError("the code or the key is wrong")
        self.noise.read_message(answer)

    def exactly(self, count):
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                raise ConnectionError("the room has closed the connection")
            data += more
        return data

    def open_row(self):
        row = b""
        while not row.endswith(b"\n"):
            row += self.exactly(1)
        self.transcript += row
        return row[:-1].decode()

    def write_open(self, row):
        self.transcript += row.encode() + b"\n"
        self.socket.sendall(row.encode() + b"\n")

    def message(self):
        return self.exactly(int.from_bytes(self.exactly(2), "big"))

    def write_message(self, message):
        self.socket.sendall(len(message).to_bytes(2, "big") + message)

    def write(self, *rows):
        data = "".join(row + "\n" for row in rows).encode()
        for start in range(0, len(data), 16384):
            self.write_message(self.noise.encrypt(data[start : start + 16384]))

    def row(self):
        while b"\n" not in self.text:
            self.text += self.noise.decrypt(self.message())
        row, self.text = self.text.split(b"\n", 1)
        return row.decode()

    def rows(self):
        """Yields the rows, and answers nothing for two seconds with a ping."""
        while True:
            self.socket.settimeout(2)
            try:
                yield self.row()
            except TimeoutError:
                self.write("ping")


class Play:
    """A game as Black, by the program of games by message in Python."""

    def __init__(self):
        self.friend, self.board, self.seen = Friend("Py"), Board(), set()
        self.chance, self.begun = random.Random(5), False

    def read(self, room, line):
        """Reads a line of the room, and answers it."""
        if line in self.seen:
            return
        self.seen.add(line)
        if not self.begun:
            self.begun = True
            room.write("line " + self.friend.accept(line))
        elif line.startswith(self.friend.head + " accept ") or " whole " in line:
            return
        elif line != self.friend.last:
            self.move(self.friend.read(line))
        if self.board.side == "B" and not self.board.over():
            moves = self.board.moves()
            word = name_of(self.chance.choice([move for move in moves if move[2]] or moves))
            self.move(word)
            room.write("line " + self.friend.write(word))

    def move(self, word):
        self.board = self.board.play(next(move for move in self.board.moves() if name_of(move) == word))

    def lines(self):
        whole = self.friend.whole(self.board.line()) if self.friend.turns else self.friend.last
        return ["line " + self.friend.invitation, "line " + whole] if self.begun else []


def play(port, code):
    """Plays as Black, and returns after every tenth line with its key."""
    room, play = Room(port, code), Play()
    room.write("name Py", "ready -")
    _, member, key = room.row().split(" ")
    while True:
        for row in room.rows():
            if not row.startswith("line "):
                continue
            before = len(play.seen)
            play.read(room, row.split(" ", 2)[2])
            is_tenth = before < len(play.seen) and len(play.seen) % 10 == 0
            if is_tenth or play.board.over() and play.friend.last in row:
                break
        if play.board.over():
            print(play.board.line())
            return
        room.socket.close()
        time.sleep(0.6)
        room = Room(port, member=member, key=data_of(key))
        room.write("name Py", *play.lines())
        assert room.row() == f"welcome {member} {key}"


def watch(port, code):
    """Watches the first game to its end."""
    room = Room(port, code)
    room.write("name Watcher")
    board, seen = Board(), 0
    for row in room.rows():
        word, *words = row.split(" ")
        if word == "table" and words[1] != "-":
            room.write("want " + words[1])
        if word == "line" and words[4].isdigit() and int(words[4]) > seen:
            seen = int(words[4])
            board = board.play(next(move for move in board.moves() if name_of(move) == words[5]))
            if board.over():
                print(board.line())
                return


def refused(port, code):
    """What a stranger or a hostile member can write ends its connection, and nothing else."""
    for start in ["", "GET / HTTP/1.1", "join", "join " + "a" * 53, "back 1", "back 99", "join " + "x" * 700, "nmm-room 2"]:
        stranger = socket.create_connection(("127.0.0.1", port))
        stranger.settimeout(8)
        data = b""
        try:
            stranger.sendall(start.encode() + b"\n")
            # Fails if the room, which does not read the rest of a long row, is faster.
            stranger.shutdown(socket.SHUT_WR)
            while more := stranger.recv(1000):
                data += more
        except OSError as error:
            assert not isinstance(error, TimeoutError), (start, "the room has not closed the connection")
        assert b"spake" not in data, (start, data)
    for rows in [["name A", "x"], ["name A", "ping "], ["line x"], ["name A", "want x"], ["name A", "p" * 641],
                 ["name A", "line " + "x" * 131_072], ["name A", "ready 1 2"], ["name A", *["ping"] * 300],
                 ["name A", "name B"], ["name A", "spent " + "a" * 13 + " 0 1"], ["name A%E2%80%AE"]]:
        room = Room(port, code)
        room.write(*rows)
        ends(room)
    room = Room(port, code)
    # A message that is repeated, damaged, or cut.
    message = room.noise.encrypt(b"name A\n")
    room.write_message(message)
    room.write_message(message)
    ends(room)
    room = Room(port, code)
    message = bytearray(room.noise.encrypt(b"name A\n"))
    message[3] ^= 1
    room.write_message(bytes(message))
    ends(room)
    room = Room(port, code)
    room.socket.sendall(b"\0\1x")
    ends(room)
    print("refused")


def slow(port, code):
    """A connection that writes a byte in a second is closed within seconds."""
    stranger = socket.create_connection(("127.0.0.1", port))
    begin = time.monotonic()
    try:
        for _ in range(20):
            stranger.sendall(b"j")
            time.sleep(1)
    except OSError:
        pass
    assert time.monotonic() - begin < 9
    room = Room(port, code)
    room.write("name Slow")
    room.row()
    begin = time.monotonic()
    message = room.noise.encrypt(b"ping\n" * 10)
    try:
        for byte in len(message).to_bytes(2, "big") + message:
            room.socket.sendall(bytes([byte]))
            time.sleep(1)
    except OSError:
        pass
    assert time.monotonic() - begin < 12
    print("slow")


def guesses(port, code):
    """Three wrong codes make the address wait, also with the right one."""
    for _ in range(3):
        try:
            Room(port, f"{(int(code) + 1) % 1_000_000:06}")
            raise AssertionError("a wrong code is taken")
        except (ConnectionError, OSError):
            pass
    try:
        Room(port, code)
        raise AssertionError("there is no pause")
    except PermissionError as error:
        print(error)


def ends(room):
    room.socket.settimeout(5)
    try:
        while True:
            room.message()
    except (ConnectionError, OSError) as error:
        assert not isinstance(error, TimeoutError), "the room has not closed the connection"


def main():
    kinds = {"play": play, "watch": watch, "refused": refused, "slow": slow, "guesses": guesses}
    kinds[sys.argv[1]](int(sys.argv[2]), sys.argv[3])


if __name__ == "__main__":
    main()
