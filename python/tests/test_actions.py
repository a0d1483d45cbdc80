# SPDX-License-Identifier: GPL-3.0-or-later
"""States, batches, arrays, and the encodings of other programs."""

import json
import random
import threading
import unittest
from array import array

from common import PRESETS, random_positions
from nine_mens_morris import Batch, IllegalMoveError, MorrisError, Position, Rules, State
from nine_mens_morris.adapters import famnit, kaggle, openspiel


def finishes(state):
    """Returns the positions after all sequences of actions that finish the move."""
    found = set()
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        found |= finishes(after) if after.removals_due and after.plies == state.plies else {after.position}
    return found


class Actions(unittest.TestCase):
    def test_actions_reach_the_positions_of_the_moves(self):
        for rules in PRESETS:
            for position in random_positions(rules, 60):
                moves = position.legal_moves()
                self.assertEqual(finishes(State(position)), {position.play(move) for move in moves})

    def test_undo_and_clone_agree_with_the_history(self):
        chance, state, clones = random.Random(2), State("sunmill", max_plies=80), []
        while not state.is_terminal():
            clones.append(state.clone())
            state.apply_action(chance.choice(state.legal_actions()))
        for clone in reversed(clones):
            last = state.history()[-1]
            self.assertEqual(state.undo_action(), last)
            self.assertEqual((state, state.legal_actions(), state.observation()), (clone, clone.legal_actions(), clone.observation()))
        self.assertIsNone(state.undo_action())

    def test_observations_tell_positions_apart(self):
        for name in ("onetime", "morabaraba", "shax", "standard"):
            seen = {}
            for position in random_positions(Rules(name), 3000, plies=300):
                seen.setdefault((State(position).observation(), min(position.quiet, 255)), set()).add(
                    frozenset(str(move) for move in position.legal_moves()))
            self.assertEqual({len(moves) for moves in seen.values()}, {1}, name)

    def test_a_batch_does_what_states_do(self):
        for rules in PRESETS:
            games, chance = 5, random.Random(3)
            batch = Batch(rules, games, max_plies=60, threads=2)
            states = [State(rules, max_plies=60) for _ in range(games)]
            shape = len(rules.planes) * len(rules.points)
            observation, mask = bytearray(games * shape), bytearray(games * rules.num_actions)
            for _ in range(150):
                batch.observe(observation, mask)
                actions = []
                for game, state in enumerate(states):
                    self.assertEqual(state.observation(), observation[game * shape:][:shape])
                    row = mask[game * rules.num_actions:][:rules.num_actions]
                    self.assertEqual(state.legal_actions(), [action for action, legal in enumerate(row) if legal])
                    actions.append(chance.choice(state.legal_actions()))
                reward, done = array("f", [9] * games), bytearray([9] * games)
                batch.step(array("q", actions), reward, done)
                for game, (state, action) in enumerate(zip(states, actions)):
                    side = state.current_player()
                    state.apply_action(action)
                    expected = (state.returns()[side], 2 if state.reason == "max-plies" else 1) if state.is_terminal() else (0, 0)
                    self.assertEqual((reward[game], done[game]), expected)
                    if state.is_terminal():
                        states[game] = State(rules, max_plies=60)

    def test_random_actions_are_legal_and_the_seed_decides(self):
        def play(seed, threads):
            batch, actions, taken = Batch("standard", 64, seed=seed, threads=threads), array("q", [0] * 64), []
            reward, done = array("f", [0] * 64), bytearray(64)
            for _ in range(300):
                batch.random_actions(actions)
                taken.append(actions.tolist())
                batch.step(actions, reward, done)
            return taken
        self.assertEqual(play(1, 1), play(1, 3))
        self.assertNotEqual(play(1, 1), play(2, 1))

    def test_an_illegal_action_changes_nothing(self):
        batch, reward, done = Batch("standard", 3), array("f", [0] * 3), bytearray(3)
        with self.assertRaisesRegex(IllegalMoveError, "^game 2: no piece is in hand|^game 2: pieces are still in hand"):
            batch.step(array("q", [0, 1, 24]), reward, done)
        for action, words in ((-1, "there is no action"), (600, "there is no action 600; actions are 0 to 599")):
            with self.assertRaisesRegex(MorrisError, words):
                batch.step(array("q", [0, 1, action]), reward, done)
        self.assertEqual([batch.position(game) for game in range(3)], [Position()] * 3)

    def test_a_batch_in_use_is_refused_to_other_threads(self):
        batch, errors = Batch("standard", 4096), []
        observation, mask = bytearray(4096 * 6 * 24), bytearray(4096 * 600)

        def observe():
            try:
                for _ in range(20):
                    batch.observe(observation, mask)
            except RuntimeError as error:
                errors.append(error)
        threads = [threading.Thread(target=observe) for _ in range(4)]
        [thread.start() for thread in threads], [thread.join() for thread in threads]
        batch.observe(observation, mask)
        self.assertEqual(sum(mask), 4096 * 24)

    def test_openspiel_has_the_same_numbers(self):
        state = openspiel.state()
        self.assertEqual([PRESETS[0].num_actions, len(openspiel.PICTURE), sum(openspiel.observation(state))], [600, 49, 48])
        self.assertEqual([openspiel.action_to_string(4), openspiel.action_to_string(599)], ["Point 4", "Move 23 -> 23"])

    def test_famnit_moves_read_back(self):
        for position in random_positions(Rules(famnit.RULES), 300):
            moves = position.legal_moves()
            self.assertEqual([famnit.to_move(action, position) for action in famnit.legal(position)], moves)
        self.assertRaises(IllegalMoveError, famnit.to_move, [1, 1, 1], Position(famnit.RULES))

    def test_kaggle_states_are_json_and_answers_are_read(self):
        chance, state, phases = random.Random(5), openspiel.state(), set()
        while not state.is_terminal():
            shown = json.loads(json.dumps(kaggle.state(state)))
            phases.add(shown["phase"])
            action = chance.choice(state.legal_actions())
            words = kaggle.words(action, state)
            short = f"{(action - 24) // 24}-{(action - 24) % 24}" if action >= 24 else str(action)
            self.assertEqual([kaggle.action(words, state), kaggle.action(f'{{"move": "{short}"}}', state)], [action] * 2)
            state.apply_action(action)
        self.assertLessEqual({"placement", "capture", "movement"}, phases)
        self.assertEqual(kaggle.state(state)["phase"], "terminal")
        self.assertRaises(IllegalMoveError, kaggle.action, "I resign", openspiel.state())

    def test_kaggle_answers_beyond_the_board_are_illegal(self):
        state = State(Position.parse("W.W/W../.../B..B.B/.../.../..W w 0 0"))
        for action in state.legal_actions():
            start, end = divmod(action - 24, 24)
            for answer in (str(action), f"{start - 1}-{end + 24}", "9" * 5000, f"{start}-{'9' * 5000}"):
                self.assertRaises(IllegalMoveError, kaggle.action, f'{{"move": "{answer}"}}', state)
