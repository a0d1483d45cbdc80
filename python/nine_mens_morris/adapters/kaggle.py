# SPDX-License-Identifier: GPL-3.0-or-later
"""The arena of language models at Kaggle: a state as JSON, legal actions as words, and answers such as `{"move": "3-10"}`.

>>> from nine_mens_morris.adapters import kaggle, openspiel
>>> state = openspiel.state()
>>> state.apply_action(kaggle.action('I play {"move": "4"}', state))
>>> kaggle.state(state)["phase"], kaggle.legal(state)[0]
('placement', 'Place at point 0')
"""

from __future__ import annotations

import re
from typing import Any

from .. import IllegalMoveError, State
from .openspiel import POINTS, action_to_string

PLAYERS = "W", "B"


def state(state: State) -> dict[str, Any]:
    """Returns a game by the rules plain as the arena shows it, ready for `json.dumps`."""
    (white, black), hands, player = state.men, state.hands, state.current_player()
    board = ["W" if point in white else "B" if point in black else "." for point in range(POINTS)]
    men = len(white) + hands[0], len(black) + hands[1]
    winner = {1.0: "W", -1.0: "B"}.get(state.returns()[0], "draw") if state.is_terminal() else None
    phase = "terminal"
    if state.removals_due:
        phase = "capture"
    elif player >= 0:
        phase = "placement" if hands[player] else "movement" if men[player] > 3 else "flying"
    return {
        "board": board,
        "current_player": PLAYERS[player] if player >= 0 else "terminal",
        "phase": phase,
        "men_to_deploy": dict(zip(PLAYERS, hands)),
        "num_men": dict(zip(PLAYERS, men)),
        "turn_number": state.plies,
        "is_terminal": state.is_terminal(),
        "winner": winner,
        "last_action": action_to_string(state.history()[-1]) if state.history() else None,
    }


def words(action: int, state: State) -> str:
    """Returns an action in the arena's words."""
    if action >= POINTS:
        return "Move point {} -> point {}".format(*divmod(action - POINTS, POINTS))
    return f"{'Capture opponent piece' if state.removals_due else 'Place'} at point {action}"


def legal(state: State) -> list[str]:
    """Returns the words of all legal actions."""
    return [words(action, state) for action in state.legal_actions()]


def action(answer: str, state: State) -> int:
    """Returns the legal action of an answer: the last that it gives as JSON, or the words of one."""
    given = re.findall(r'"move"\s*:\s*"\s*(\d+)\s*(?:-+>?\s*(\d+)\s*)?"', answer)
    for start, end in given[-1:]:
        # A point beyond the board must not read as an action of other points.
        if max(len(start), len(end)) > 2 or max(int(start), int(end or 0)) >= POINTS:
            continue
        number = POINTS + POINTS * int(start) + int(end) if end else int(start)
        if number in state.legal_actions():
            return number
    for number in [] if given else state.legal_actions():
        if answer.strip() == words(number, state):
            return number
    raise IllegalMoveError(f"no legal action is in the answer: {answer[:100]!r}")
