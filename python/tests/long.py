# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks beside other programs, for `build-aux/test-long python`: games and speed beside OpenSpiel, and the tests
that Gymnasium and PettingZoo have for environments. GAMES (10000) is the number of games.
"""

import os
import random
import statistics
import time
import warnings

import gymnasium
import numpy as np
import pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from nine_mens_morris import Batch, Rules
from nine_mens_morris.adapters import openspiel
from nine_mens_morris.envs import AEC, Single

THEIRS = pyspiel.load_game("nine_mens_morris")


def check_games(games):
    """Plays random games in both programs."""
    chance, states = random.Random(1), 0
    for _ in range(games):
        ours, theirs = openspiel.state(), THEIRS.new_initial_state()
        while True:
            states += 1
            assert ours.is_terminal() == theirs.is_terminal(), ours
            assert ours.legal_actions() == theirs.legal_actions(), ours
            assert ours.returns() == theirs.returns(), ours
            if states % 97 == 0:
                assert openspiel.observation(ours) == theirs.observation_tensor(0), ours
            if theirs.is_terminal():
                break
            assert ours.current_player() == theirs.current_player(), ours
            action = chance.choice(theirs.legal_actions())
            assert openspiel.action_to_string(action) == THEIRS.action_to_string(0, action)
            ours.apply_action(action)
            theirs.apply_action(action)
    print(f"{games} games, {states} states: legal actions, ends, and results are those of OpenSpiel")


def speed_of_ours(steps, size=1024):
    """Returns actions a second with observation and mask in arrays."""
    batch, rules = Batch("plain", size, max_plies=200), Rules("plain")
    seen = np.zeros((size, len(rules.planes), 24), np.uint8)
    mask, actions = np.zeros((size, 600), np.uint8), np.zeros(size, np.int64)
    reward, done = np.zeros(size, np.float32), np.zeros(size, np.uint8)
    start = time.process_time()
    for _ in range(steps // size):
        batch.observe(seen, mask)
        batch.random_actions(actions)
        batch.step(actions, reward, done)
    return steps // size * size / (time.process_time() - start)


def speed_of_theirs(steps):
    """The same with OpenSpiel, in its fastest way from Python."""
    from open_spiel.python.observation import make_observation
    observation, chance = make_observation(THEIRS), random.Random(1)
    mask, state = np.zeros(600, np.uint8), THEIRS.new_initial_state()
    start = time.process_time()
    for _ in range(steps):
        observation.set_from(state, 0)
        actions = state.legal_actions()
        mask[:] = 0
        mask[actions] = 1
        state.apply_action(actions[int(chance.random() * len(actions))])
        if state.is_terminal():
            state = THEIRS.new_initial_state()
    return steps / (time.process_time() - start)


def measure():
    pairs = [(speed_of_ours(1_000_000), speed_of_theirs(50_000)) for _ in range(7)]
    ours, theirs = (statistics.median(speeds) for speeds in zip(*pairs))
    print(f"actions a second with arrays: {ours:,.0f}, OpenSpiel {theirs:,.0f}, {ours / theirs:.1f} times as many")
    assert ours > 5 * theirs


def check_environments():
    warnings.simplefilter("ignore")
    for rules in ("standard", "six", "shax", "sunmill", "onetime", "morabaraba", "twelve", "tapatan"):
        api_test(AEC(rules, max_plies=60), num_cycles=300)
    seed_test(lambda: AEC("standard", max_plies=60), num_cycles=50)
    for opponent in ("random", 1, lambda state: state.legal_actions()[0]):
        check_env(Single(opponent=opponent, max_plies=80), skip_render_check=True)
    for wrong in ({"opponent": "level:5"}, {"opponent": 11}, {"side": 2}):
        try:
            Single(**wrong)
        except ValueError:
            continue
        raise AssertionError(f"{wrong} is taken")
    Single(opponent=np.int64(3)).reset()
    env = gymnasium.make("nine_mens_morris/Single-v0", rules="six", opponent=2)
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        _, reward, over, capped, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        ended = over or capped
    print("environments pass, and a game of Single ended with", reward)


if __name__ == "__main__":
    check_environments()
    check_games(int(os.environ.get("GAMES", 10_000)))
    measure()
