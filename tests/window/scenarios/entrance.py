# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages before a game: the main menu and the set-up, with few words and a large board."""

import re

from bus import FOCUSED
from catalogues import Catalogue
from desktop import Failure, wait_for
from files import computer, latest_save, write_save, write_settings
from program import Program
from scenarios.teacher import LOST, review_first_saved, write_statistics
from screen import Screen

# Sizes of the window: narrow, low, square, and wide ones.
SIZES = ((360, 480), (360, 640), (640, 480), (640, 640), (860, 700), (1000, 700), (1280, 760))
# The least share of the window's height for the board.
SHARE = 0.35
# The least height of an entry, and that in the lowest windows.
ENTRY, LOW_ENTRY = 44, 36
LOW = 500
# The padding of an entry and of a large button, above and below.
PADDING, LARGE_PADDING = 8, 10
# The padding of an entry in windows up to this width.
NARROW, NARROW_PADDING = 519, 4
# The styles of the board and the languages to look at. German has long words.
LOOKS = (("wood", "en"), ("slate", "de"), ("parchment", "en"), ("high-contrast", "en"))
ENTRIES = ("New Game…", "Practice", "How to Play", "Saved Games", "Tournaments", "Statistics", "Settings")
# The most words on a page that has just been opened. The statistics say what was played, and how it
# went.
MOST_WORDS = {"SetupPage": 43, "RulesPage": 180, "SettingsPage": 60, "StatisticsPage": 80, "AnalysisPage": 40}


def main_menu_at_sizes(desktop, executable):
    """At every size the main menu has a large board, a title of one line, and all entries, which fingers can hit."""
    write_save(desktop, "one", "d6 f4 d2 b4 f6 b2")
    faults, screen = [], Screen(desktop)
    for style, language in LOOKS:
        write_settings(desktop, look={"animation": "off", "board": style, "language": language}, window={"width": 1000, "height": 700})
        words = Catalogue(desktop, language)
        with Program(desktop, executable) as program:
            program.wait(words("Continue"), "button")
            for size in SIZES:
                program.resize(*size)
                faults += [f"{style}, {size}: {fault}" for fault in menu_faults(program, screen, words, size)]
    if faults:
        raise Failure("\n".join(faults))


def menu_faults(program, screen, words, size):
    """Yields what is wrong with the main menu in a window of this size."""
    x, y, width, height = program.window_box()
    screen.at_rest((x, y, width, height))
    title = program.wait(words("Nine Men’s Morris"), "heading").box
    is_beside = title[0] > width // 3
    if not is_beside and width > 1.25 * height:
        yield "the board is not beside the entries"
    end = (0, height) if is_beside else (0, title[1])
    board = board_height(screen, (x + (title[0] // 2 if is_beside else width // 2), y + end[0], 1, end[1] - end[0]))
    if board < min(SHARE * height, width - 24):
        yield f"the board is only {board} high"
    if title[3] > 64:
        yield f"the title is {title[3]} high, more than one line"
    least = ENTRY if height > LOW else LOW_ENTRY
    for entry in ("Continue", "Play Now", *ENTRIES):
        left, top, wide, high = program.wait(words(entry), "button").box
        # The objects do not count the padding of their buttons.
        padding = LARGE_PADDING if entry not in ENTRIES else PADDING if width > NARROW else NARROW_PADDING
        top, high = top - padding, high + 2 * padding
        if high < least or left < 0 or left + wide > width or top < 0 or top + high > height:
            yield f"{entry} is at {left}, {top} and {wide} × {high}"


def board_height(screen, column):
    """Returns the height of the largest part of a column of pixels without its first color, below
    the header bar.
    """
    pixels = [bytes(row) for row in screen.rows(column)][50:]
    other = [index for index, pixel in enumerate(pixels) if pixel != pixels[0]]
    return max(other) - min(other) + 1 if other else 0


def down_from_play_now(desktop, executable):
    """On the main menu, Down leads from the wide button to the entry below its beginning, and the buttons say against whom."""
    write_save(desktop, "one", "d6 f4 d2 b4 f6 b2")
    with Program(desktop, executable) as program:
        program.wait("Continue", "button", lambda button: button.has(FOCUSED))
        assert program.wait("Continue", "button").description == "Two players, 6 moves"
        program.key("Down")
        button = program.wait("Play Now", "button", lambda button: button.has(FOCUSED))
        assert button.description == "Against the computer: Newcomer", button.description
        program.key("Down")
        program.wait("New Game…", "button", lambda button: button.has(FOCUSED))


def pages_have_few_words(desktop, executable):
    """The set-up, the rules, the settings, the statistics, and the review open with few words, and the set-up and the review have no text twice."""
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("ctrl+n")
        program.wait_page("SetupPage")
        for opponent in ("Another Person", "Friend Elsewhere", "Watch the Computer Play Itself", "Program", "Computer"):
            program.press(opponent, "radio")
            wait_for(lambda: labels(program), "words")
            seen = labels(program)
            twice = {text for text in seen if seen.count(text) > 1 and text not in ("Computer", "Program", "1 · Newcomer", "For your first game")}
            assert not twice, f"{opponent}: {twice}"
        count(program, "SetupPage")
        program.press("All Rules…")
        program.wait_page("RulesPage")
        count(program, "RulesPage")
        program.key("ctrl+comma")
        program.wait_page("SettingsPage")
        count(program, "SettingsPage")
    write_save(desktop, "lost", LOST, black=computer(5), result="0-1", reason="few-men")
    game = ["2026-11-20T19:30:00Z", "standard", "level:5", "white", "0-1", "few-men", "46"]
    write_statistics(desktop, [[name, *game, "81.0", "-", "."] for name in ("a", "b", "lost")])
    with Program(desktop, executable) as program:
        program.press("Statistics", "button")
        program.wait_page("StatisticsPage")
        program.wait("By Opponent", "label")
        count(program, "StatisticsPage")
        review_first_saved(program)
        program.wait("5 of 46")
        wait_for(lambda: "[%wdl" in latest_save(desktop).get("notes", ""), "the review in the save")
        count(program, "AnalysisPage")
        told = [part.strip(" .") for text in labels(program) for part in re.split(r"\. |\n", text)]
        assert len(told) == len(set(told)), told


def labels(program):
    """Returns the texts that can be seen."""
    tree = program.look()
    return [node.name for node in tree.walk() if node.role in ("label", "heading") and node.name and node.is_shown] if tree else []


def count(program, page):
    """Counts the words of a page, once its texts stay the same."""
    looks = [None, None, labels(program)]

    def rests():
        looks.append(labels(program))
        return looks[-1] and looks[-3] == looks[-2] == looks[-1]

    wait_for(rests, f"{page} to rest")
    seen = looks[-1]
    words = sum(len(text.split()) for text in seen)
    assert words <= MOST_WORDS[page], f"{page}: {words} words: {seen}"
