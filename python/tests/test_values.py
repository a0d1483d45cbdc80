# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules, moves, positions, games: path counts, pickles, hashes, and drawings."""

import pickle
import subprocess
import sys
import unittest

from common import NMM, PRESETS, ROOT, random_game, random_positions
from nine_mens_morris import Engine, Game, Move, Oracle, Position, Rules, State, perft, puzzles, review

# Of version 0.1.0.
KEYS = ["e48661d0eb82a6b8", "89130a0d07bf3eeb"]


class Values(unittest.TestCase):
    def test_path_counts_are_those_of_the_tables_for_rust(self):
        data, seen = ROOT / "crates/morris/tests/data/variants_perft.tsv", set()
        for line in data.read_text().splitlines():
            if line.startswith("#"):
                continue
            rules, _, position, counts, _ = line.split("\t")
            position = Position.parse(position, rules)
            for depth, count in enumerate(map(int, counts.split()), 1):
                if count <= 100_000:
                    self.assertEqual(perft(position, depth), count, line)
                    seen.add(rules)
        self.assertEqual(len(seen), 28)

    def test_path_counts_are_those_of_nmm(self):
        said = subprocess.run([NMM, "perft", "5"], check=True, capture_output=True, text=True).stdout
        self.assertIn(str(perft(Position(), 5)), said)

    def test_values_pickle_compare_and_hash(self):
        for rules in PRESETS:
            self.assertEqual(pickle.loads(pickle.dumps(rules)), rules)
            self.assertEqual(hash(Rules(rules.line)), hash(rules))
            for position in random_positions(rules, 60):
                again = pickle.loads(pickle.dumps(position))
                self.assertEqual((again, hash(again), again.line, again.quiet), (position, hash(position), position.line, position.quiet))
                for move in position.legal_moves()[:3]:
                    copy = pickle.loads(pickle.dumps(move))
                    self.assertEqual((copy, hash(copy), copy.actions()), (move, hash(move), move.actions()))
                    self.assertNotEqual(position.play(move), position)
        self.assertNotEqual(Position("standard"), Position("plain"))
        self.assertEqual(len({*PRESETS}), len(PRESETS))
        self.assertNotEqual(Move("d6"), "d6")

    def test_games_and_states_pickle(self):
        for rules in PRESETS:
            game, state = random_game(rules, 60), State(rules, max_plies=300)
            for move in game.moves:
                for action in move.actions():
                    state.apply_action(action)
            self.assertEqual(pickle.loads(pickle.dumps(game)), game)
            copy = pickle.loads(pickle.dumps(state))
            self.assertEqual((copy, copy.position), (state, state.position))
            self.assertEqual((state.position, state.plies), (game.position, len(game)))
            self.assertEqual(game.positions[-1], game.position)
            self.assertRaises(TypeError, hash, game)

    def test_pickles_of_released_versions_are_read(self):
        for line in (ROOT / "python/tests/pickles.txt").read_text().splitlines():
            version, data, text = line.split("\t")
            self.assertEqual(repr(pickle.loads(bytes.fromhex(data))), text, version)

    def test_undo_leaves_no_trace(self):
        game = Game()
        for move in ("d6", "f4", "d2"):
            game.play(move)
        self.assertEqual(str(game.undo()), "d2")
        self.assertEqual(pickle.loads(pickle.dumps(game)), game)
        self.assertEqual([str(move) for move in game.moves], ["d6", "f4"])
        game.undo(), game.undo()
        self.assertIsNone(game.undo())

    def test_repetition_ends_a_game_and_not_a_position(self):
        game = Game(Position.parse("W.W/.W./.../B....B/.../.../B.B w 0 0 0"))
        while game.outcome is None:
            for move in ("d6-f6", "a4-b4", "f6-d6", "b4-a4"):
                if game.outcome is None:
                    game.play(move)
        self.assertEqual((game.outcome, game.reason), ("1/2-1/2", "repetition"))
        self.assertIsNone(game.position.outcome)

    def test_symmetries_begin_with_the_position_and_keep_the_number_of_moves(self):
        for rules in PRESETS:
            for position in list(random_positions(rules, 20))[10:]:
                images = position.symmetries()
                self.assertEqual(images[0], position)
                self.assertEqual({len(image.legal_moves()) for image in images}, {len(position.legal_moves())})

    def test_geometry_is_whole(self):
        for rules in PRESETS:
            points = len(rules.points)
            self.assertEqual({point for edge in rules.edges for point in edge}, set(range(points)))
            self.assertEqual({len(line) for line in rules.lines}, {3})
            if rules.grid:
                self.assertEqual(len(set(rules.grid)), points)
        self.assertEqual(Rules().grid[:3], ((0, 0), (0, 3), (0, 6)))

    def test_notebooks_get_a_drawing(self):
        self.assertTrue(Position()._repr_svg_().startswith("<svg"))
        self.assertTrue(Game()._repr_svg_().startswith("<svg"))
        self.assertIn("--------", str(Position()))

    def test_key_is_the_same_in_every_version(self):
        self.assertEqual([f"{position.key:016x}" for position in (Position(), Position().play("d6"))], KEYS)

    def test_a_game_is_played_in_the_terminal(self):
        command = [sys.executable, "-m", "nine_mens_morris", "--level", "1"]
        played = subprocess.run(command, input="d6\nz9\nd6\nundo\nquit\n", capture_output=True, text=True, check=True)
        self.assertIn("Computer: ", played.stdout)
        self.assertIn("is not a move", played.stdout)
        self.assertIn("is occupied", played.stdout)
        failed = subprocess.run([*command[:-1], "99"], capture_output=True, text=True)
        self.assertEqual(failed.returncode, 2)
        self.assertIn("there is no level 99", failed.stderr)

    def test_results_are_tuples(self):
        oracle = Oracle()
        value = oracle.values(Position.parse("WW./.../..W/....../.../.../BBB w 0 0"))[0]
        best = Engine(depth=2, oracle=oracle).best_move(Position())
        puzzle = next(puzzles(3, oracle=oracle))
        for result in (value, best, puzzle):
            self.assertEqual(pickle.loads(pickle.dumps(result)), result)
        self.assertEqual(review(Game(), oracle), [])
