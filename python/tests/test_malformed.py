# SPDX-License-Identifier: GPL-3.0-or-later
"""Malformed input: an exception with words, and never a panic, which is a BaseException."""

import unittest
from array import array

from nine_mens_morris import Batch, Engine, Game, Move, Oracle, Position, Rules, State, perft, puzzles, review

TEXTS = ["", " ", "\0", "x" * 100_000, "💥", "standard,men=", "standard,men=99", "standard,men=-1", "standard,a=b",
         "board=plain24", "six,men=99999999999999999999", "../../etc", "%s%n", "[[[", "w 9 9 0", "W/B", "\ud7ff"]
LINES = [".../.../.../....../.../.../...", ".../.../.../....../.../.../... w", ".../.../.../....../.../.../... w 9 9 x",
         ".../.../.../....../.../.../... w 99 99 0", ".../.../.../....../.../.../... w -1 9 0", "XXX/.../.../....../.../.../... w 9 9 0",
         ".../.../.../....../.../... w 9 9 0", "..../.../.../....../.../.../... w 9 9 0", ".../.../.../....../.../.../... g 9 9 0",
         ".../.../.../....../.../.../... w 9 9 99999", ".../.../.../....../.../.../... w 9 9 0 rules=chess",
         ".../.../.../....../.../.../... w 9 9 0 first=w", "WWW/WWW/WWW/WWW.../.../.../... w 9 9 0",
         "WW./.../.../....../.../.../BB. w 0 0 0", ".../.../.../....../.../.../... w 8 9 0"]
MOVES = ["d4", "d6-", "-d6", "d6x", "a4-a7-d7", "d6xc3xc3", "x", "xx", "a1-a1", "a1-g7xd1xd2xd3xd5", "d6 d6"]
OTHERS = [None, 1, -1, 1.5, float("nan"), 2**64, b"d6", [], {}, object, (1, 2)]
PGNS = ["1. d6 d6", "[FEN \"x\"]", "[Variant \"chess\"] 1. e4", "1. d6 (", "[Variant \"custom\"]", "1. d6 {", "[Result"]
NUMBERS = [-1, -2**63, 600, 601, 2**31, 2**63 - 1, 2**63, 2**64, 10**30, 1.5, "4", None, float("nan"), float("inf")]


def calls():
    """Yields functions that have to fail."""
    position, state = Position(), State()
    readers = [Rules, Move, Position, State, Game, Position.parse, Position().play, Game().play, lambda text: Batch(text, 1)]
    for reader in readers:
        for text in TEXTS:
            yield lambda reader=reader, text=text: reader(text)
    for text in LINES:
        yield lambda text=text: Position.parse(text)
    for text in MOVES:
        yield lambda text=text: position.play(text)
    for other in OTHERS:
        for reader in (Rules, Position.parse, Position().play, Game.from_pgn, Oracle().value, Oracle().values, review):
            yield lambda reader=reader, other=other: reader(other)
        for reader in (Position, State, Game):
            if other is not None:
                yield lambda reader=reader, other=other: reader(other)
    for text in PGNS:
        yield lambda text=text: Game.from_pgn(text)
    for number in NUMBERS:
        yield lambda number=number: state.apply_action(number)
        yield lambda number=number: perft(position, number)
        yield lambda number=number: Batch("standard", 1).position(number)
        if number not in (600, 601):
            yield lambda number=number: Engine(depth=number)
            yield lambda number=number: Engine(level=number)
        if number is not None and number not in (600, 601):
            yield lambda number=number: puzzles(0, None, number)
    for size in (0, -1, 2**21, 2**63, 2**64, 1.5, None):
        yield lambda size=size: Batch("standard", size)
        yield lambda size=size: Batch("standard", 1, threads=size)
        yield lambda size=size: Batch("standard", 1, max_plies=0)
        yield lambda size=size: State(max_plies=0)
    for options in ({}, {"level": 0}, {"level": 11}, {"level": 3, "perfect": True}, {"level": 3, "depth": 2}, {"depth": 0}, {"depth": 128},
                    {"nodes": 0}, {"nodes": -1}, {"time": 0}, {"time": -1}, {"time": float("nan")}, {"time": float("inf")}, {"time": 1e300},
                    {"depth": 2, "memory": 0}, {"depth": 2, "memory": 2**40}, {"depth": 2, "oracle": 1}, {"strength": 3}):
        yield lambda options=options: Engine(**options)
    over = Position.parse("WWW/.../.../....../.../.../BB. b 0 0 0")
    for at in (over, Game(over)):
        yield lambda at=at: Engine(depth=1).best_move(at)
    yield lambda: Batch(over, 1)
    yield lambda: Oracle("/nonexistent")
    yield lambda: Oracle(b"\0")
    yield lambda: puzzles(kind="chess")
    yield lambda: puzzles(rating=range(5, 5))
    yield lambda: next(puzzles(rules="moebius"))
    yield lambda: Move("a1", 5)
    yield lambda: Position("six").play(Move("d6"))
    yield from buffers()


def buffers():
    """Yields calls with arrays of a wrong size, kind, layout, or that cannot be written to."""
    batch, size = Batch("standard", 2), 2 * 6 * 24
    good, mask = bytearray(size), bytearray(1200)
    strided = memoryview(bytearray(2 * size))[::2]
    bad = [b"\0" * size, bytearray(size - 1), bytearray(size + 1), bytearray(), array("q", [0] * size), array("f", [0] * size), strided,
           None, 5, "x" * size, [0] * size, memoryview(good).toreadonly(), memoryview(good)[::-1]]
    for wrong in bad:
        yield lambda wrong=wrong: batch.observe(wrong)
        yield lambda wrong=wrong: batch.random_actions(wrong)
        yield lambda wrong=wrong: batch.step(wrong, array("f", [0, 0]), bytearray(2))
        yield lambda wrong=wrong: batch.step(array("q", [0, 0]), wrong, bytearray(2))
        yield lambda wrong=wrong: batch.step(array("q", [0, 0]), array("f", [0, 0]), wrong)
        if wrong is not None:
            yield lambda wrong=wrong: batch.observe(good, wrong)
        yield lambda wrong=wrong: Oracle().values_of([Position()] * 2, wrong)
    yield lambda: Oracle().values_of([1, 2], array("b", [0, 0]))
    yield lambda: batch.observe(good, mask[:-1])


class Malformed(unittest.TestCase):
    def test_every_malformed_input_gets_an_exception_with_words(self):
        count = 0
        for call in calls():
            count += 1
            try:
                result = call()
            except Exception as error:
                self.assertIsInstance(error, (ValueError, TypeError, OverflowError), repr(error))
                self.assertGreater(len(str(error)), 5, repr(error))
                self.assertLess(len(str(error)), 2000, repr(error)[:200])
            else:
                self.fail(f"number {count} is taken: {call.__defaults__!r:.200} gives {result!r:.200}")
        self.assertGreater(count, 450)

    def test_the_words_say_what_is_wrong(self):
        for call, words in [
            (lambda: Position().play("d6").play("d6"), "d6 is occupied"),
            (lambda: Position().play("d6-d5"), "pieces are still in hand: place one"),
            (lambda: Rules("standard,men=13"), "“men” cannot be “13”; allowed is 3 to 12"),
            (lambda: Rules(5), "str"),
            (lambda: Position().play(5), "Move or str is needed, not int"),
            (lambda: Oracle().values(5), "Position or Game is needed, not int"),
            (lambda: Position(5), "Rules or str is needed, not int"),
            (lambda: State().apply_action(600), "there is no action 600; actions are 0 to 599"),
            (lambda: Engine(), "an engine needs either level, perfect, or limits"),
            (lambda: Batch("standard", 2).observe(bytearray(5)), "observation has 5 numbers, not 288"),
            (lambda: Batch("standard", 1).observe(b"\0" * 144), "observation cannot be written to"),
            (lambda: Position.parse("x"), "the board has 1 rows, not 7"),
        ]:
            with self.assertRaises(Exception) as caught:
                call()
            self.assertIn(words, str(caught.exception))
