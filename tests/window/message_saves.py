# SPDX-License-Identifier: GPL-3.0-or-later
"""Saved games by message, made by a program that shares no code with the game."""

import sys

from desktop import ROOT
from files import write

sys.path.append(str(ROOT / "crates/nmm/tests/data/post"))

from cryptography.hazmat.primitives import serialization  # noqa: E402
from friend import Board, Friend, letters  # noqa: E402

# The turns of each saved game: those of the friend, who is White, and of the user, in turn.
GAMES = {"friend-moves": "d6 f4 d2 f6 f2", "waits-for-friend": "d6 f4 d2 f6", "friend-offers-draw": "d6 f4 d2 f6 +draw",
         "friend-asks-back": "d6 f4 +undo"}
# The user waits for the acceptance of this one.
INVITATION = "invitation"
SAVE = """# Nine Men's Morris saved game
version = 3
kind = "message"
saved = 2026-11-01T18:00:00Z
aids = []
message = '''
version = 1
role = "{role}"
secret = "{secret}"
invitation = "{invitation}"
{game}
'''
"""


def write_message_game(desktop, name):
    """Writes the game with this name among the saved games, and returns its path."""
    return write(desktop.saves / f"{name}.toml", message_game(name)[0])


def message_game(name):
    """Returns the text of the saved game with this name, and the friend, who can write more lines."""
    friend, user, board = Friend("Bob"), Friend("Ann"), Board()
    if name == INVITATION:
        role, game = "inviter", ""
        user.invite("white")
    else:
        role = "guest"
        user.accept(friend.invite("white"))
        friend.read_acceptance(user.last)
        for word in GAMES[name].split():
            user.write(word)
            friend.write(word)
            board = board if word.startswith("+") else board.play((None, word, None))
        game = f'game = "{user.whole(board.line())}"'
    raw = user.secret.private_bytes(serialization.Encoding.Raw, serialization.PrivateFormat.Raw, serialization.NoEncryption())
    return SAVE.format(role=role, secret=letters(raw), invitation=user.invitation, game=game), friend
