# SPDX-License-Identifier: GPL-3.0-or-later
"""Environments for learning: `AEC` for PettingZoo, `Single` for Gymnasium. They need the extra `envs`. Importing this
module registers `nine_mens_morris/Single-v0` with Gymnasium.

Observations are uint8, planes x points, as the side to act sees them: see `Batch.observe`. A side whose move needs a
removal acts again. Rewards come at the end: 1, 0, or -1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped, unused-ignore]

from . import Engine, MorrisError, Rules, State

Array = NDArray[np.uint8]


def observation_of(state: State) -> Array:
    """Returns what the side to act sees, as planes x points."""
    shape = len(state.rules.planes), len(state.rules.points)
    return np.frombuffer(state.observation(), np.uint8).reshape(shape).copy()


def mask_of(state: State) -> NDArray[np.int8]:
    """Returns 1 for each legal action, and 0 for the others."""
    mask = np.zeros(state.rules.num_actions, np.int8)
    mask[state.legal_actions()] = 1
    return mask


def _box(rules: Rules) -> spaces.Space[Any]:
    return spaces.Box(0, 255, (len(rules.planes), len(rules.points)), np.uint8)


class AEC(AECEnv):  # type: ignore[misc, type-arg, unused-ignore]
    """Two agents, `player_0` with White and `player_1` with Black. An observation has `observation` and `action_mask`."""

    metadata: ClassVar[dict[str, Any]] = {"name": "nine_mens_morris_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, rules: Rules | str = "standard", max_plies: int = 1000, render_mode: str | None = None) -> None:
        super().__init__()
        self._start = State(rules, max_plies=max_plies)
        self.state_now, self.render_mode = self._start.clone(), render_mode
        self.possible_agents = ["player_0", "player_1"]
        mask = spaces.MultiBinary(self._start.rules.num_actions)
        space = spaces.Dict({"observation": _box(self._start.rules), "action_mask": mask})
        action = spaces.Discrete(self._start.rules.num_actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, action)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.state_now, self.agents = self._start.clone(), self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = "player_0"

    def observe(self, agent: str) -> dict[str, Any]:
        acts = not self.state_now.is_terminal() and agent == self.possible_agents[self.state_now.current_player()]
        mask = mask_of(self.state_now) if acts else np.zeros(self._start.rules.num_actions, np.int8)
        return {"observation": observation_of(self.state_now), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.state_now.apply_action(int(action if action is not None else -1))
        if self.state_now.is_terminal():
            capped = self.state_now.reason == "max-plies"
            ends = self.truncations if capped else self.terminations
            ends.update(dict.fromkeys(self.agents, True))
            self.rewards = dict(zip(self.possible_agents, self.state_now.returns()))
            self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
        else:
            self.agent_selection = self.possible_agents[self.state_now.current_player()]
        self._accumulate_rewards()

    def render(self) -> str:
        return str(self.state_now.position)

    def close(self) -> None:
        pass


class Single(gymnasium.Env[Array, int]):
    """One agent against an opponent: `random`, a level from 1 to 10, or a function from a state to an action.

    `side` is 0 for White, 1 for Black, and None for a random side in each game. `info["action_mask"]` has the legal
    actions, as has `action_masks()`. An illegal action loses the game, and `info["illegal"]` says why.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        rules: Rules | str = "standard",
        opponent: str | int | Callable[[State], int] = "random",
        side: int | None = None,
        max_plies: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        self._start, self._side, self.render_mode = State(rules, max_plies=max_plies), side, render_mode
        self.state, self.seat = self._start.clone(), side or 0
        self._pending: list[int] = []
        if side not in (None, 0, 1):
            raise MorrisError("side is 0, 1, or None")
        self._engine = None if callable(opponent) or opponent == "random" else Engine(level=int(opponent))
        self._opponent = opponent if callable(opponent) else self._engine_action if self._engine else self._random_action
        self.observation_space = _box(self._start.rules)
        actions: spaces.Space[Any] = spaces.Discrete(self._start.rules.num_actions)
        self.action_space = actions

    def _random_action(self, state: State) -> int:
        return int(self.np_random.choice(state.legal_actions()))

    def _engine_action(self, state: State) -> int:
        if not self._pending:
            assert self._engine
            best = self._engine.best_move(state.position, seed=int(self.np_random.integers(1 << 32)))
            self._pending = list(best.move.actions())
        return self._pending.pop(0)

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns whether each action is legal."""
        return mask_of(self.state).astype(bool)

    def _reply(self) -> dict[str, Any]:
        while not self.state.is_terminal() and self.state.current_player() != self.seat:
            self.state.apply_action(self._opponent(self.state))
        return {"action_mask": mask_of(self.state)}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        super().reset(seed=seed)
        self.state, self._pending = self._start.clone(), []
        self.seat = int(self.np_random.integers(2)) if self._side is None else self._side
        info = self._reply()
        return observation_of(self.state), info

    def step(self, action: int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        try:
            self.state.apply_action(int(action))
        except MorrisError as error:
            return observation_of(self.state), -1.0, True, False, {"action_mask": mask_of(self.state), "illegal": str(error)}
        info = self._reply()
        over, capped = self.state.is_terminal(), self.state.reason == "max-plies"
        reward = self.state.returns()[self.seat] if over else 0.0
        return observation_of(self.state), reward, over and not capped, capped, info

    def render(self) -> str:
        return str(self.state.position)


gymnasium.register(id="nine_mens_morris/Single-v0", entry_point="nine_mens_morris.envs:Single")
