# SPDX-License-Identifier: GPL-3.0-or-later
"""Nine men's morris and its family: rules, exact values, a computer player, and environments for learning.

>>> from nine_mens_morris import Engine, Game
>>> game, engine = Game("standard"), Engine(level=1)
>>> while game.outcome is None:
...     game.play(engine.best_move(game, seed=len(game)).move)
>>> game.outcome in ("1-0", "0-1", "1/2-1/2")
True
"""

from pathlib import Path

# The folder of the included tables of solved positions.
TABLES = Path(__file__).parent / "tables"

from ._morris import (  # noqa: E402
    Batch,
    Engine,
    Game,
    IllegalMoveError,
    Move,
    MorrisError,
    Oracle,
    Position,
    Rules,
    State,
    perft,
    puzzles,
    review,
)
from ._results import Best, Mistake, MoveValue, Puzzle  # noqa: E402

__all__ = [
    "TABLES", "Batch", "Best", "Engine", "Game", "IllegalMoveError", "Mistake", "MorrisError", "Move", "MoveValue",
    "Oracle", "Position", "Puzzle", "Rules", "State", "perft", "puzzles", "review",
]
