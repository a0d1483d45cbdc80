# SPDX-License-Identifier: GPL-3.0-or-later
"""A tournament of people."""

import re

from desktop import Failure, animated, wait_for
from files import write_tournament
from program import Program
from speech import start_orca

from .orca import SILENCE, comes, forgive_orca

# The results of a round, as keys: the points of the one named first.
RESULTS = "43210421"
ROUNDS = 5


def open_tournament(program, players):
    """Opens the tournament with this number of players from the main menu."""
    program.press("Tournaments")
    program.wait_page("TournamentsPage")
    program.wait(re.compile(f"Club evening.*{players} players"))
    program.key("Return")
    program.wait_page("TournamentPage")


def club_evening(desktop, executable):
    """Sixteen people play five rounds of two games each: all is entered by keys, and is in the file at once."""
    path = write_tournament(desktop)
    with Program(desktop, executable) as program:
        open_tournament(program, 16)
        for number in range(1, ROUNDS + 1):
            program.key("ctrl+Return")
            program.wait(f"Round {number} of {ROUNDS}")
            wait_for(lambda: meetings(path, number) == len(RESULTS), "the pairs in the file")
            program.wait(re.compile("Table 1\\. .*No result.*"))
            for table, key in enumerate(RESULTS, 1):
                program.key(key)
                wait_for(lambda: results(path, number) == table, f"result {table} of round {number} in the file")
                program.key("Return")
        program.wait("The tournament is over.")
        program.key("ctrl+z")
        program.wait("1 result is missing")
        wait_for(lambda: results(path, ROUNDS) == len(RESULTS) - 1, "the result taken back")
        program.key("2", "2")
        wait_for(lambda: re.search(r'"\d+-\d+ wl"', rounds(path)[ROUNDS - 1]), "a win each")
    pairs = re.findall(r'"(\d+)-(\d+) ', path.read_text())
    if len({frozenset(pair) for pair in pairs}) != ROUNDS * len(RESULTS):
        raise Failure("two have met twice")


@animated
def orca_speaks_a_tournament(desktop, executable):
    """Orca speaks a new round and its first row, each result with what is missing, what is taken back, and the next row."""
    write_tournament(desktop, players=4, form="swiss:2")
    listener = start_orca(desktop)
    with Program(desktop, executable) as program:
        program.press("Tournaments")
        program.wait_page("TournamentsPage")
        program.wait(re.compile("Club evening.*4 players"))
        listener.wait_for_silence(SILENCE)
        program.key("Return")
        program.wait_page("TournamentPage")
        listener.wait_for_silence(SILENCE)
        for key, words in (
            ("ctrl+Return", "Round 1. 2 matches\\."),
            ("3", "Ann 3, Cem 1. 1 result is missing\\."),
            ("2", "Ann 2, Cem 2. 1 result is missing\\."),
            ("ctrl+z", "Round 1 of 2, 1 result is missing"),
            ("Return", "Table 2. Dora, White first, against Bob. No result. Press 0 to 4\\..*"),
            ("0", "Dora 0, Bob 4. All results are in\\."),
        ):
            program.key(key)
            comes(listener, words)
        forgive_orca(program)


def rounds(path):
    """Returns the texts of the rounds."""
    return path.read_text().split("[[round]]")[1:]


def meetings(path, number):
    """Returns the number of meetings of a round."""
    return len(re.findall(r'"\d+-\d+ ', rounds(path)[number - 1])) if len(rounds(path)) >= number else 0


def results(path, number):
    """Returns the number of meetings of a round with all results."""
    return len(re.findall(r'"\d+-\d+ [wdl]{2}"', rounds(path)[number - 1]))
