# SPDX-License-Identifier: GPL-3.0-or-later
"""famnit_gym's `mill`, the environment of a course: a move is `[src, dst, capture]`, points from 1, and 0 for none.

These differences remain. There, a reward is 1 for each capture and none for the win, an illegal action becomes a
random one, and each side has 100 moves. A side that has only three pieces when it has placed the last does not fly
there, and plays on with two after its next loss; none of our rules say so.

>>> from nine_mens_morris import Position
>>> from nine_mens_morris.adapters import famnit
>>> position = Position(famnit.RULES).play("d6")
>>> famnit.to_action(position.legal_moves()[0]), len(famnit.legal(position))
([0, 1, 0], 23)
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import IllegalMoveError, Move, Position

RULES = "twelve,men=9,quiet=never,repetition=never"


def to_action(move: Move) -> list[int]:
    """Returns a move as `[src, dst, capture]`."""
    points = move.from_point, move.to_point, move.removed[0] if move.removed else None
    return [0 if point is None else point + 1 for point in points]


def legal(position: Position) -> list[list[int]]:
    """Returns all legal moves as `[src, dst, capture]`."""
    return [to_action(move) for move in position.legal_moves()]


def to_move(action: Sequence[int], position: Position) -> Move:
    """Returns the legal move of `[src, dst, capture]`."""
    for move in position.legal_moves():
        if to_action(move) == list(action):
            return move
    raise IllegalMoveError(f"{list(action)} is not legal here")
