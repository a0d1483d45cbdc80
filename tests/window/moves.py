# SPDX-License-Identifier: GPL-3.0-or-later
"""Implements the part of the rules that a player needs who only keeps a game going, without closing
mills.
"""

MILLS = [line.split() for line in (
    "a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1",
    "a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3", "f6 f4 f2", "g7 g4 g1",
)]
POINTS = sorted({point for mill in MILLS for point in mill})


def neighbors(point):
    """Returns the points that are connected with a point by a line."""
    return {other for mill in MILLS if point in mill for other in mill if abs(mill.index(point) - mill.index(other)) == 1}


def men_after(turns):
    """Returns the men on the board after turns in the notation of saved games. Maps points to
    sides, 0 for White.
    """
    men = {}
    for number, turn in enumerate(turns):
        way, _, removed = turn.partition("x")
        start, _, end = way.rpartition("-")
        men.pop(start, None)
        men.pop(removed, None)
        men[end] = number % 2
    return men


def quiet_move(turns):
    """Returns a move that closes no mill for the side to move, in typed notation, or None if there
    is none.
    """
    men, side = men_after(turns), len(turns) % 2
    starts = [None] if len(turns) < 18 else [point for point in POINTS if men.get(point) == side]
    for start in starts:
        for end in POINTS if start is None else sorted(neighbors(start)):
            if end not in men and not closes(men, side, start, end):
                return (start or "") + end
    return None


def closes(men, side, start, end):
    """Returns whether a man that comes to a point forms a mill there."""
    there = {point for point, owner in men.items() if owner == side and point != start} | {end}
    return any(end in mill and set(mill) <= there for mill in MILLS)
