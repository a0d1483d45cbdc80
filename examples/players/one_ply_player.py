#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A player for the AI competition that looks one ply ahead. It tries each of its answers and takes
the best board.

The rules and the protocol are those of random_player.py, which must be in the same folder. To make
the player stronger, change `value`, or let it look at the opponent's answers, too.

    nmm match --white "python3 one_ply_player.py" --black "python3 random_player.py" --rules compo --games 20
"""

import random
import sys

from random_player import LINES, NEIGHBOURS, answers, in_mill, points_of


def after(board, numbers, mill, me):
    """Returns the board after an answer."""
    letters = list(board)
    if mill:
        letters[numbers[0]] = "E"
    else:
        if len(numbers) == 2:
            letters[numbers[0]] = "E"
        letters[numbers[-1]] = me
    return "".join(letters)


def value(board, me):
    """Evaluates a board for `me`: larger is better."""
    opponent = "B" if me == "W" else "W"

    def lines(mine, empty):
        """Counts the lines with this number of own men and this number of empty points."""
        rows = ["".join(board[point] for point in line) for line in LINES]
        return sum(row.count(me) == mine and row.count("E") == empty for row in rows)

    def threats():
        """Counts the lines on which the opponent could close a mill."""
        rows = ["".join(board[point] for point in line) for line in LINES]
        return sum(row.count(opponent) == 2 and row.count("E") == 1 for row in rows)

    ways = sum(board[point] == "E" for man in points_of(board, me) for point in NEIGHBOURS[man])
    men = len(points_of(board, me)) - len(points_of(board, opponent))
    return 100 * men + 10 * lines(2, 1) - 15 * threats() + ways


def best(board, in_hand, mill, me):
    """Returns the answer that leads to the best board, at random if there are several."""

    def worth(numbers):
        then = after(board, numbers, mill, me)
        closes_mill = not mill and in_mill(then, numbers[-1])
        return value(then, me) + (100 if closes_mill else 0)

    all_answers = answers(board, in_hand, mill, me)
    most = max(map(worth, all_answers))
    return random.choice([numbers for numbers in all_answers if worth(numbers) == most])


def main():
    """Answers the referee until the input ends."""
    me = "WB"[int(input())]
    print("One ply", flush=True)
    for line in sys.stdin:
        *board, white, black, mill = line.split()
        in_hand = int(white if me == "W" else black)
        print(*best("".join(board), in_hand, mill == "1", me), flush=True)


if __name__ == "__main__":
    main()
