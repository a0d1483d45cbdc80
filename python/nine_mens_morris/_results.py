# SPDX-License-Identifier: GPL-3.0-or-later
"""Results that the compiled part returns. They are named tuples, so they unpack, compare, and pickle."""

from __future__ import annotations

from typing import NamedTuple

from ._morris import Move, Position
from ._types import Value


class MoveValue(NamedTuple):
    """The value of a move for the side that plays it, or None, and the plies to the end or the next removal."""

    move: Move
    value: Value | None
    plies: int | None


class Best(NamedTuple):
    """What an engine found, for the side to move.

    `value` is exact. `score` is an estimate in hundredths of a piece. `win_in` is the number of plies to the win,
    negative for a loss. `pv` are the expected moves, and `nodes` is 0 if the tables answered.
    """

    move: Move
    value: Value | None
    score: int | None
    win_in: int | None
    pv: tuple[Move, ...]
    depth: int
    nodes: int


class Mistake(NamedTuple):
    """A move that gave value away: its ply from 0, what it lost, the reason, the better moves, and the refutation."""

    ply: int
    move: Move
    lost: str
    reason: str | None
    better: tuple[Move, ...]
    line: tuple[Move, ...]

    def __str__(self) -> str:
        better = " ".join(map(str, self.better))
        return f"ply {self.ply + 1}, {self.move}: {self.lost}{self.reason and f'; {self.reason}' or ''}; better {better}"


class Puzzle(NamedTuple):
    """A puzzle: its kind, position, and value, the right first moves, the whole line, the rating, and the themes."""

    kind: str
    position: Position
    value: Value
    right: tuple[Move, ...]
    line: tuple[Move, ...]
    rating: int
    themes: tuple[str, ...]
