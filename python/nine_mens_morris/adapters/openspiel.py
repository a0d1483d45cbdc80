# SPDX-License-Identifier: GPL-3.0-or-later
"""OpenSpiel's `nine_mens_morris`: the same numbers of actions, the same ends, and the same observation.

>>> from nine_mens_morris.adapters import openspiel
>>> state = openspiel.state()
>>> state.apply_action(4)
>>> openspiel.action_to_string(24 + 24 * 3 + 10), len(openspiel.observation(state))
('Move 3 -> 10', 245)
"""

from __future__ import annotations

from .. import State

RULES, MAX_PLIES, POINTS = "plain", 200, 24
# The board as OpenSpiel draws it. Each sign has a plane, after those of White, Black, and empty points.
PICTURE = ".--.--.|.-.-.|||...||... ...||...|||.-.-.|.--.--."
SHAPE = 5, 7, 7


def state() -> State:
    """Returns the start of a game by OpenSpiel's rules."""
    return State(RULES, max_plies=MAX_PLIES)


def action_to_string(action: int) -> str:
    """Returns an action in OpenSpiel's words."""
    if action < POINTS:
        return f"Point {action}"
    return "Move {} -> {}".format(*divmod(action - POINTS, POINTS))


def observation(state: State) -> list[float]:
    """Returns OpenSpiel's observation, flat. It does not tell the side to move and the pieces in hand."""
    cells, point = [0.0] * 245, 0
    white, black = state.men
    for cell, sign in enumerate(PICTURE):
        if sign == " ":
            continue
        plane = {"-": 3, "|": 4}.get(sign, 0 if point in white else 1 if point in black else 2)
        point += sign == "."
        cells[plane * 49 + cell] = 1.0
    return cells
