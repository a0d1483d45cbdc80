#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A player for the AI competition that plays any legal move, and a starting point for your own.

Try it against the engine, in a window or without one:

    nine-mens-morris --black "python3 random_player.py"
    nmm match --white "python3 random_player.py" --black "nmm play-compo" --rules compo --games 20

The referee talks to a player by lines on standard input and output:

    referee   0                                  you are White (1: you are Black)
    player    Random                             your name
    referee   EEEEEEEEEEEEEEEEEEEEEEEE 9 9 0     the board, White's and Black's men in hand, and no mill closed
    player    4                                  place a man on point 4
    referee   WWWEBEEEEEEBEEEEEEEEEEEE 6 7 1     the last number is 1: you have closed a mill,
    player    11                                 so name the man that you remove
    referee   ...                  0 0 0         no men are in hand any more:
    player    0 9                                move the man from point 0 to point 9

The referee reads everything you print as an answer, so print nothing else. Print your own messages
to standard error.
"""

import random
import sys

# The points are numbered in reading order, line by line from the top left:
#
#     0 ----------- 1 ----------- 2
#     |   3 ------- 4 ------- 5   |
#     |   |   6 --- 7 --- 8   |   |
#     9 - 10 - 11       12 - 13 - 14
#     |   |  15 -- 16 -- 17   |   |
#     |  18 ------ 19 ------ 20   |
#    21 ---------- 22 ---------- 23

# The lines of three points that can form mills.
LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11), (12, 13, 14), (15, 16, 17), (18, 19, 20), (21, 22, 23),
    (0, 9, 21), (3, 10, 18), (6, 11, 15), (1, 4, 7), (16, 19, 22), (8, 12, 17), (5, 13, 20), (2, 14, 23),
]

# The neighbors of each point: the points next to it on a line.
NEIGHBOURS = {point: [] for point in range(24)}
for first, middle, last in LINES:
    NEIGHBOURS[first].append(middle)
    NEIGHBOURS[middle] += [first, last]
    NEIGHBOURS[last].append(middle)


def points_of(board, letter):
    """Returns the points with this letter: "W", "B", or "E" for empty ones."""
    return [point for point in range(24) if board[point] == letter]


def in_mill(board, point):
    """Returns whether the man on this point is in a mill."""
    return any(all(board[other] == board[point] for other in line) for line in LINES if point in line)


def removable(board, opponent):
    """Returns the men of the opponent that may be removed. One in a mill may be removed only if all
    of them are in mills.
    """
    men = points_of(board, opponent)
    return [man for man in men if not in_mill(board, man)] or men


def answers(board, in_hand, mill, me):
    """Returns all legal answers, as lists of numbers."""
    if mill:
        return [[man] for man in removable(board, "B" if me == "W" else "W")]
    if in_hand > 0:
        return [[point] for point in points_of(board, "E")]
    return [[man, point] for man in points_of(board, me) for point in NEIGHBOURS[man] if board[point] == "E"]


def main():
    """Answers the referee until the input ends."""
    me = "WB"[int(input())]
    print("Random", flush=True)
    for line in sys.stdin:
        *board, white, black, mill = line.split()
        board = "".join(board)
        in_hand = int(white if me == "W" else black)
        # Without `flush` the answer would stay in a buffer, and the referee would not get it.
        print(*random.choice(answers(board, in_hand, mill == "1", me)), flush=True)


if __name__ == "__main__":
    main()
