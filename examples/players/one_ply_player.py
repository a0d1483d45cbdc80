#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A player for the AI competition that looks one ply ahead: it tries each of its answers and takes the best board.

The rules and the way the referee talks are those of random_player.py, which has to lie beside this file. To make it
stronger, change `value`, or let it look at the opponent's answers, too.

    nmm match --white "python3 one_ply_player.py" --black "python3 random_player.py" --rules compo --games 20
"""

import random
import sys

from random_player import LINES, NEIGHBOURS, answers, in_mill, points_of


def after(board, numbers, mill, me):
    """The board once this answer has been given."""
    letters = list(board)
    if mill:
        letters[numbers[0]] = "E"
    else:
        if len(numbers) == 2:
            letters[numbers[0]] = "E"
        letters[numbers[-1]] = me
    return "".join(letters)


def value(board, me):
    """How good a board is: the larger the better for `me`."""
    opponent = "B" if me == "W" else "W"

    def lines(mine, empty):
        """How many lines have so many own men and so many empty points."""
        rows = ["".join(board[point] for point in line) for line in LINES]
        return sum(row.count(me) == mine and row.count("E") == empty for row in rows)

    def threats():
        """How many lines the opponent could make a mill of."""
        rows = ["".join(board[point] for point in line) for line in LINES]
        return sum(row.count(opponent) == 2 and row.count("E") == 1 for row in rows)

    ways = sum(board[point] == "E" for man in points_of(board, me) for point in NEIGHBOURS[man])
    men = len(points_of(board, me)) - len(points_of(board, opponent))
    return 100 * men + 10 * lines(2, 1) - 15 * threats() + ways


def best(board, in_hand, mill, me):
    """The answer after which the board is best; one of them by chance where several are."""

    def worth(numbers):
        then = after(board, numbers, mill, me)
        closes_mill = not mill and in_mill(then, numbers[-1])
        return value(then, me) + (100 if closes_mill else 0)

    all_answers = answers(board, in_hand, mill, me)
    most = max(map(worth, all_answers))
    return random.choice([numbers for numbers in all_answers if worth(numbers) == most])


def main():
    """Answers the referee until it says no more."""
    me = "WB"[int(input())]
    print("One ply", flush=True)
    for line in sys.stdin:
        *board, white, black, mill = line.split()
        in_hand = int(white if me == "W" else black)
        print(*best("".join(board), in_hand, mill == "1", me), flush=True)


if __name__ == "__main__":
    main()
