# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays a game in the terminal: `python -m nine_mens_morris`."""

import argparse

from . import Engine, Game, MorrisError


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m nine_mens_morris", description="Play against the computer.")
    parser.add_argument("--rules", default="standard", help="rules, such as standard or six")
    parser.add_argument("--level", type=int, default=3, help="level of the computer, 1 to 10")
    parser.add_argument("--black", action="store_true", help="play Black")
    options = parser.parse_args()
    try:
        game, engine = Game(options.rules), Engine(level=options.level)
    except MorrisError as error:
        parser.error(str(error))
    print("Type moves such as d6, a4-a7, or d6xc3; undo takes a move back, and quit ends the game.")
    while game.outcome is None:
        if (game.position.side == "black") != options.black:
            move = engine.best_move(game, seed=len(game)).move
            game.play(move)
            print("Computer:", move)
            continue
        print(game.position)
        try:
            word = input(f"{game.position.side.title()}: ").strip()
        except EOFError:
            word = "quit"
        if word == "quit":
            return
        if word == "undo":
            game.undo(), game.undo()
            continue
        try:
            game.play(word)
        except MorrisError as error:
            print(error)
    print(game.position)
    print(game.outcome, game.reason)


if __name__ == "__main__":
    main()
