# SPDX-License-Identifier: GPL-3.0-or-later
"""Prepares the user's files for a run of the program, and reads them afterwards."""

import tomllib

PERSON = '"person"'

# All men are placed without a mill. Then one man of each side moves back and forth.
PLACED = "b4 f2 a7 c5 b2 e3 d7 g4 d5 e4 f4 a4 c4 a1 c3 d1 d2 b6".split()
TO_AND_FRO = "c3-d3 b6-d6 d3-c3 d6-b6".split()


def long_game(turns):
    """Returns this number of turns, for a save with the rules `plain`, which have no draws."""
    return " ".join((PLACED + TO_AND_FRO * (turns // 4))[:turns])


def computer(level):
    """Returns the computer as a player of a saved game."""
    return f"{{ level = {level} }}"


def write_save(desktop, file, turns="", white=PERSON, black=PERSON, **keys):
    """Writes a saved game. `turns` are separated by spaces; other keys are named as in the file."""
    values = {"version": 1, "saved": "2026-11-20T19:30:00Z", "rules": "standard", "clock": "none"} | keys
    lines = [f"{key} = {toml(key, value)}" for key, value in values.items()]
    lines += [f"white = {white}", f"black = {black}", f"turns = {turns.split()}"]
    return write(desktop.saves / f"{file}.toml", "# Nine Men's Morris saved game\n" + "\n".join(lines) + "\n")


def write_settings(desktop, **sections):
    """Writes settings: each section is a dictionary of keys."""
    lines = ["version = 1"]
    for section, keys in sections.items():
        lines += [f"[{section}]"] + [f"{key} = {toml(key, value)}" for key, value in keys.items()]
    return write(desktop.settings, "\n".join(lines) + "\n")


def toml(key, value):
    """Returns a value as written in the file."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, (int, list)) or key == "saved" else f'"{value}"'


def write(path, text):
    """Writes a file. Makes its folder if it does not exist."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


NAMES = ("Ann Bob Cem Dora Emil Finn Greta Hugo Ida Jan Kira Leo Mia Nils Olga Paul Quinn Rosa Sven Tara Uwe Vera Willi "
         "Xenia").split()


def write_tournament(desktop, players=16, form="swiss:5"):
    """Writes a tournament before its first round, and returns its path."""
    names = "".join(f'[[player]]\nname = "{name}"\n\n' for name in NAMES[:players])
    text = (f'version = 1\nname = "Club evening"\nrules = "standard"\nformat = "{form}"\ngames = 2\nclock = "420+0"\n'
            f'points = "2-1-0"\nties = ["buchholz", "sb", "direct", "wins", "fewest-draws"]\n\n{names}[end]\n')
    return write(desktop.saves.parent / "tournaments/Club-evening.toml", text)


def saves(desktop):
    """Returns the files of the saved games."""
    return sorted(desktop.saves.glob("*.toml"))


def latest_save(desktop):
    """Returns the content of the game that was saved last."""
    return tomllib.loads(max(saves(desktop), key=lambda path: path.stat().st_mtime_ns).read_text())


def read_settings(desktop):
    """Returns the content of the settings file, or nothing if it does not exist yet."""
    return tomllib.loads(desktop.settings.read_text()) if desktop.settings.exists() else {}
