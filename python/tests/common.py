# SPDX-License-Identifier: GPL-3.0-or-later
"""What several tests need."""

import os
import random
from pathlib import Path

from nine_mens_morris import Game, Position, Rules

ROOT = Path(__file__).resolve().parents[2]
NMM = os.environ.get("NMM", "nmm")


def random_positions(rules, count, seed=1, plies=120):
    """Yields positions of random games."""
    chance = random.Random(seed)
    position = Position(rules)
    for number in range(count):
        moves = position.legal_moves()
        if not moves or position.outcome or number % plies == plies - 1:
            position, moves = Position(rules), Position(rules).legal_moves()
        yield position
        position = position.play(chance.choice(moves))


def random_game(rules, plies, seed=1):
    chance, game = random.Random(seed), Game(rules)
    while game.outcome is None and len(game) < plies:
        game.play(chance.choice(game.position.legal_moves()))
    return game


PRESETS = [Rules(name) for name in Rules.PRESETS]
