# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables, engine, reviews, and puzzles, beside nmm, with Ctrl+C and threads."""

import os
import signal
import subprocess
import threading
import time
import unittest
from array import array

from common import NMM, ROOT, random_game, random_positions
from nine_mens_morris import Engine, Game, Oracle, Position, Rules, puzzles, review

# Positions to probe; each gives the values of all its moves, too.
PROBES = int(os.environ.get("NMM_PYTHON_PROBES", 60))
ORACLE = Oracle()


def known_positions(count):
    """Yields positions of random games that are in the tables, of three sets of rules."""
    for rules in ("standard", "twelve", "eleven"):
        left = count // 3
        for position in random_positions(Rules(rules), 100 * count, seed=7, plies=200):
            if left and position.outcome is None and ORACLE.value(position):
                left -= 1
                yield position


class Search(unittest.TestCase):
    def test_the_oracle_agrees_with_nmm_probe(self):
        values = 0
        for position in known_positions(PROBES):
            command = [NMM, "probe", "--tables", ROOT / "data/endgame", position.line]
            first, *moves = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
            self.assertEqual(first.split()[0], ORACLE.value(position))
            said = {line.split()[0]: line.split()[1:] for line in moves}
            ours = {str(value.move): [value.value or "unknown"] + [str(value.plies)] * (value.plies is not None)
                    for value in ORACLE.values(position)}
            self.assertEqual(ours, said, position.line)
            values += 1 + len(moves)
        self.assertGreater(values, 5 * PROBES)

    def test_values_come_in_order_and_in_bulk(self):
        positions = list(known_positions(90)) + [Position("moebius")]
        out = array("b", [9] * len(positions))
        ORACLE.values_of(positions, out)
        words = {"win": 1, "draw": 0, "loss": -1, None: 2}
        self.assertEqual(out.tolist(), [words[ORACLE.value(position)] for position in positions])
        ranks = {"win": 0, "draw": 1, None: 2, "loss": 3}
        # All moves but the mill, which loses, lead out of the tables.
        positions.append(Position.parse("W.W/.W./BB./B..B.B/.../B.B/W.B w 0 0"))
        for position in positions:
            order = [ranks[value.value] for value in ORACLE.values(position)]
            self.assertEqual(order, sorted(order))
        self.assertEqual((order[0], order[-1]), (2, 3))

    def test_values_in_a_game_know_repetition(self):
        game = Game(Position.parse("W.W/.W./.../B....B/.../.../B.B w 0 0 0"))
        for move in ("d6-f6", "a4-b4", "f6-d6", "b4-a4", "d6-f6", "a4-b4", "f6-d6"):
            game.play(move)
        values = {str(value.move): value.value for value in ORACLE.values(game)}
        self.assertEqual(values["b4-a4"], "draw")

    def test_the_engine_plays_by_its_strength(self):
        win = Position.parse("WW./.../..W/....../.../.../BBB w 0 0")
        for engine in (Engine(perfect=True), Engine(depth=3), Engine(nodes=1000), Engine(time=0.05), Engine(level=10)):
            self.assertEqual(str(engine.best_move(win).move)[:5], "e5-g7")
        engine = Engine(level=2)
        self.assertEqual(engine.best_move(Position(), seed=4).move, Engine(level=2).best_move(Position(), seed=4).move)
        self.assertGreater(len({engine.best_move(Position(), seed=seed).move for seed in range(20)}), 1)
        best = Engine(depth=5, oracle=ORACLE).best_move(Position("twelve"))
        self.assertEqual((best.depth, best.pv[0]), (5, best.move))

    def test_ctrl_c_ends_a_search(self):
        # A job in the background of a shell starts with the signal ignored.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        started = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            Engine(time=60).best_move(Position("morabaraba"))
        self.assertLess(time.monotonic() - started, 30)

    def test_other_threads_run_during_a_search(self):
        counted, done = 0, threading.Event()

        def search():
            Engine(time=0.5).best_move(Position("morabaraba"))
            done.set()
        thread = threading.Thread(target=search)
        thread.start()
        while not done.is_set():
            counted += 1
        thread.join()
        self.assertGreater(counted, 1000)

    def test_threads_share_an_engine_and_an_oracle(self):
        engine, found = Engine(depth=4, oracle=ORACLE), []
        threads = [threading.Thread(target=lambda: found.append(engine.best_move(Position()).depth)) for _ in range(3)]
        [thread.start() for thread in threads], [thread.join() for thread in threads]
        self.assertEqual(found, [4, 4, 4])

    def test_reviews_are_those_of_nmm(self):
        game = random_game("standard", 300, seed=11)
        said = subprocess.run([NMM, "review", "--tsv", "--tables", ROOT / "data/endgame", "-"], input=game.pgn(),
                              check=True, capture_output=True, text=True).stdout.splitlines()[1:]
        marked = [int(fields[0]) - 1 for fields in (line.split("\t") for line in said) if fields[6] in ("slip", "blunder")]
        mistakes = review(game, ORACLE)
        self.assertEqual([mistake.ply for mistake in mistakes], marked)
        self.assertTrue(mistakes and all(str(mistake) for mistake in mistakes))

    def test_puzzles_are_those_of_nmm(self):
        said = subprocess.run([NMM, "puzzles", "--count", "3", "--seed", "5", "--tsv", "--tables", ROOT / "data/endgame"],
                              check=True, capture_output=True, text=True).stdout.splitlines()[1:]
        made = puzzles(5, oracle=ORACLE)
        for line in said:
            kind, _, position, _, right, moves, rating, themes = line.split("\t")
            puzzle = next(made)
            self.assertEqual((puzzle.kind, puzzle.position.line, " ".join(map(str, puzzle.right)), " ".join(map(str, puzzle.line)),
                              str(puzzle.rating), ",".join(puzzle.themes)), (kind, position, right, moves, rating, themes))
        low = next(puzzles(rating=range(1000, 1300), oracle=ORACLE))
        self.assertIn(low.rating, range(1000, 1300))
