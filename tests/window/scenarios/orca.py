# SPDX-License-Identifier: GPL-3.0-or-later
"""What a player with Orca hears."""

import contextlib
import os
import re
import signal
import time

from catalogues import Catalogue, row_of
from desktop import Failure, animated, complaints, wait_for
from files import latest_save, write, write_save, write_settings
from program import Program
from speech import start_orca

# Maximum delay of speech, in seconds.
SOON = 15
# Orca has found the window when it is silent for this many seconds. Playing starts then.
SILENCE = 1
# Words that come again within this number of seconds are said twice.
TWICE = 2

# White: a7 d7 a1. Black: c5 d5 b2. Each has two men in hand.
START = "WW./.../BB./....../.../B../W.. w 2 2"
# The moves of Black, and for each input of White the words that Orca must speak after it. Orca
# must speak each move of Black exactly once.
BLACK = "f6 e4 e4-e5xa1 e5-e4 e4-e5xd1 e5-e4".split()
GAME = (
    ("d1", "Black played f6 – White to move"),
    ("g4", "Black played e4 – White to move"),
    ("g4g7", "Mill! Remove a black piece"),
    ("f6", "Black played e4-e5, closed a mill, and removed a1 – White to move"),
    ("g7g4", "Black played e5-e4 – White to move"),
    ("g4g7", "Mill! Remove a black piece"),
    ("b2", "Black played e4-e5, closed a mill, and removed d1. White can fly now – White to move"),
    ("g7g4", "Black played e5-e4 – White to move"),
    ("g4g7", "Mill! Remove a black piece"),
    ("e4", "White played g4-g7, closed a mill, and removed e4 – You have won! Black has fewer than three pieces."),
)
# Keys pressed before the first move, and the words that Orca must speak.
BEFORE = (
    ("b2", "There is already a piece on b2"),
    ("b2", "There is already a piece on b2"),
    ("h", "Hint: .+"),
    ("h", "Hint: .+"),
    ("s", r"White: place a piece \(2 in hand\)"),
    ("m", "White: a7, d7, a1; 2 in hand.*Black: c5, d5, b2; 2 in hand.*"),
    ("t", "Row 7: a7 white, d7 white, g7 empty. Row 5: .*Row 1: a1 white, d1 empty, g1 empty"),
    ("v", "Every move .*|Moves are marked.*|.*solved.*"),
    ("v", "Moves are no longer marked"),
)
# An opponent that always plays the same moves, and speaks the protocol in lines.
PLAYER = """
import sys
moves = iter({moves!r})
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci":
        print("id name Metronome\\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove", next(moves), flush=True)
    elif word == "quit":
        break
"""


@animated
def orca_speaks_a_game(desktop, executable):
    """Orca speaks all of a game played by keyboard: each move of the opponent once, mills, refusals, hints, values, the result."""
    metronome(desktop)
    write_save(desktop, "game", start=START, black='{ program = "Metronome" }')
    listener = start_orca(desktop)
    with Program(desktop, executable) as program:
        program.press("Continue")
        program.wait_page("GamePage")
        wait_for(lambda: any(re.match(r"[a-g][1-7]\b", message) for message in listener.spoken), "the first point")
        listener.wait_for_silence(SILENCE)
        faults = [fault for keys, words in (*BEFORE, *GAME) if (fault := check_speech(program, listener, keys, words))]
        faults += moves_spoken(listener.voiced)
        program.key("Tab")
        if faults:
            raise Failure("\n".join((*faults, "Heard was:", *listener.voiced, "Said was:", *listener.spoken)))
        wait_for(lambda: latest_save(desktop).get("result") == "1-0", "the saved end")


def orca_names_everything(desktop, executable):
    """On a way through the program Orca reads no object by its class name, nothing twice, and the move list has a name."""
    write_save(desktop, "game", "d6 f4 d2")
    listener = start_orca(desktop)
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        walk(program, listener, "shift+Tab", "F10", "Down", "Escape", "Tab")
        program.press("Continue")
        program.wait_page("GamePage")
        wait_for(lambda: any(re.match(r"[a-g][1-7]\b", message) for message in listener.spoken), "the first point")
        program.key("shift+Tab")
        wait_for(lambda: any("Move List" in message for message in listener.spoken), "the list of turns")
        walk(program, listener, *["Tab"] * 8, "F10", "Down", "Return", "Escape")
        walk(program, listener, "ctrl+s", "Menu", "Escape", "Tab", "Escape")
        for keys, page in (("ctrl+o", "SavedGamesPage"), ("ctrl+comma", "SettingsPage"), ("shift+F1", "HowToPlay")):
            program.key(keys)
            program.wait_page(page)
            walk(program, listener, *["Tab"] * 4, *["shift+Tab"] * 6, "Escape")
        program.wait_page("GamePage")
        program.press("Main Menu")
        program.press("Practice")
        program.wait_page("PracticePage")
        walk(program, listener, "Tab", "shift+Tab", "shift+Tab", "Tab")
        classes = [message for message in listener.spoken if re.search(r"\b(Gtk|Adw|Nmm)[A-Z]", message)]
        assert not classes, classes
        forgive_orca(program)


def walk(program, listener, *keys):
    """Presses one key after the other, each after the answer to the last. No answer says anything twice."""
    for key in keys:
        with answered_once(listener, key):
            program.key(key)


@contextlib.contextmanager
def answered_once(listener, cause, silence=0.4):
    """Checks that the words after what is done in this context say nothing twice."""
    before = len(listener.spoken)
    yield
    # The program may be late. Otherwise its words would come after the next cause.
    listener.wait_for_words(before, seconds=2)
    listener.wait_for_silence(silence)
    answer = [message.strip() for message in listener.spoken[before:]]
    assert len(answer) == len(set(answer)), f"after {cause}: {answer}"


def orca_speaks_nothing_twice(desktop, executable):
    """On the way to each page, on it, and on the way back, Orca says nothing twice within two seconds."""
    write_save(desktop, "game", "d6 f4 d2")
    listener = start_orca(desktop)
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        listener.wait_for_silence(TWICE)

        def go(page, act):
            with answered_once(listener, page, TWICE):
                act()
                program.wait_page(page)

        def visit(page, act, *keys):
            """Goes to a page, presses keys there, and comes back to the page before."""
            here = program.page
            go(page, act)
            walk(program, listener, *keys)
            go(here, lambda: program.key("Escape"))

        for key, page in (("ctrl+comma", "SettingsPage"), ("ctrl+o", "SavedGamesPage"), ("F1", "HelpPage"), ("shift+F1", "HowToPlay")):
            visit(page, lambda key=key: program.key(key), "Tab", "Tab", "shift+Tab")
        visit("AnalysisPage", lambda: program.key("ctrl+e"), "Right", "d", "6", "f", "4", "alt+Left", "alt+Right", "m", "shift+Tab")
        visit("StatisticsPage", lambda: program.press("Statistics", "button"), "Tab", "Tab")
        go("SetupPage", lambda: program.key("ctrl+n"))
        visit("RulesPage", lambda: program.press("All Rules…"), "Tab", "Down", "Tab")
        go("MainMenu", lambda: program.key("Escape"))
        go("PracticePage", lambda: program.press("Practice"))
        for card, page in (("Rated Puzzles.*", "PuzzlePage"), ("Is This a Mistake.*", "JudgmentPage"), ("Draw: 4 against 5.*", "EndgamePage")):
            visit(page, lambda card=card: program.press(re.compile(card), "button"), "Tab", "shift+Tab", "s", "m")
        go("MainMenu", lambda: program.key("Escape"))
        go("GamePage", lambda: program.press("Continue"))
        visit("PausePage", lambda: program.key("p"), "Tab")
        walk(program, listener, "Right", "h", "s", "a", "1", "ctrl+z")
        forgive_orca(program)


def forgive_orca(program):
    """Forgives a complaint: Orca asks for the screen position of a menu, which GTK cannot give."""
    asked = "Screen coordinates not supported"
    program.forgiven += [line for line in complaints(program.log) if asked in line]


def orca_speaks_during_focus_changes(desktop, executable):
    """Orca speaks announcements while the focus moves: the state of a game, that it is saved, a lesson, a puzzle."""
    write_save(desktop, "game", "d6 f4 d2")
    listener = start_orca(desktop)
    with Program(desktop, executable) as program:
        program.press("Continue")
        comes(listener, "White played d2 – Black to move")
        program.key("ctrl+s")
        comes(listener, "Save Game dialog")
        program.type("x")
        program.key("Return")
        comes(listener, "Game saved as “x”")
        program.key("shift+F1")
        comes(listener, "Lesson 1 of 14. Place Your Pieces – Each player .* Try it: .* Ring on d6.")
        program.key("Escape")
        comes(listener, "White played d2 – Black to move")
        for name, first in (("Main Menu", "Continue push button\\."), ("Practice", "Puzzle of the Day\\. (White|Black) (to|closes) .*")):
            program.press(name)
            comes(listener, first)
        program.press(re.compile("Rated Puzzles.*"), "button")
        comes(listener, "(White|Black) .*")
        forgive_orca(program)


def orca_speaks_an_analysis(desktop, executable):
    """Orca speaks an analysis by keyboard: moves, a mark, a comment, what is undone, and the editor."""
    listener = start_orca(desktop)
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        listener.wait_for_silence(SILENCE)
        program.key("ctrl+e")
        program.wait_page("AnalysisPage")
        wait_for(lambda: any("a7, empty" in words for words in listener.voiced), "the focus on the board")
        listener.wait_for_silence(SILENCE)
        listener.forget()
        for point, words in (("d6", "White played d6\\. .*"), ("f4", "Black played f4\\. .*"), ("d2", "White played d2\\. .*")):
            program.type(point)
            wait_for(lambda: listener.voiced, "the move")
            listener.wait_for_silence(SILENCE)
            assert len(listener.voiced) == 1 and re.fullmatch(words, listener.voiced[0].strip()), listener.voiced
            listener.forget()
        program.key("m")
        comes(listener, "White: d6, d2.*")
        program.key("v")
        comes(listener, "[a-g][1-7], (?!.*not selected).*")
        program.key("alt+Left", "alt+Right")
        comes(listener, ".*White played d2.*")
        program.key("shift+Tab")
        comes(listener, "selected.*")
        program.key("alt+Left")
        comes(listener, ".*Black played f4.*")
        program.type("b4")
        comes(listener, "White played b4.*")
        program.key("exclam")
        comes(listener, "good move.*")
        program.key("F2")
        comes(listener, ".*Move 3: White played b4.*")
        program.type("solid")
        program.key("ctrl+Return")
        comes(listener, "Comment saved.*")
        program.key("ctrl+z")
        comes(listener, "Undone.*")
        program.click("Menu", "button")
        program.press("Set Up Position…", "menu item")
        program.wait_editor()
        comes(listener, "You can start a game from here.*")
        program.type("g7")
        comes(listener, "g7, .*piece.*")
        program.key("s")
        comes(listener, "White to Move.*|Black to Move.*")
        program.key("Tab")
        comes(listener, "White Pieces.*")
        program.type("a1")
        comes(listener, "a1, white piece.*")
        program.key("Escape")
        comes(listener, ".*White played b4.*")
        forgive_orca(program)


def orca_speaks_another_language(desktop, executable):
    """After a switch of language, Orca speaks a move and the answer to a key in that language."""
    write_save(desktop, "game", "d6 f4 d2")
    listener = start_orca(desktop)
    with Program(desktop, executable) as program:
        program.press("Continue")
        comes(listener, "White played d2 – Black to move")
        program.key("ctrl+comma")
        comes(listener, "Language .*")
        program.key("Return", *["Down"] * row_of("de"), "Return")
        words = Catalogue(desktop, "de")
        program.wait(words("Language"), "combo box")
        program.key("Escape")
        program.wait_page("GamePage")
        comes(listener, ".*d2 – .*")
        for keys in ("s", "g7"):
            before = program.title
            program.type(keys)
            wait_for(lambda before=before: program.title != before, "another title")
            comes(listener, re.escape(program.title))
        forgive_orca(program)


def late_orca_speaks_it(desktop, executable):
    """A screen reader that processes a focus change late still speaks the announcement right after it."""
    write_save(desktop, "game", "d6 f4 d2")
    listener = start_orca(desktop, pace=100)
    with Program(desktop, executable) as program:
        program.press("Continue")
        comes(listener, "White played d2 – Black to move")
        for keys, words in ((("Right", "s"), r"Black: place a piece \(8 in hand\).*"), (("Left", "m"), "White: d6, d2.*")):
            os.kill(listener.reader.pid, signal.SIGSTOP)
            try:
                program.key(*keys)
                program.wait_title(f"^{words}")
                # Long enough for all announcements that wait in the program.
                time.sleep(1)
            finally:
                os.kill(listener.reader.pid, signal.SIGCONT)
            comes(listener, words)
        forgive_orca(program)


def orca_reads_a_watched_game(desktop, executable):
    """A game between computers waits for a slow voice, so that each move is read to its end."""
    watch = {"opponent": "watch", "level": 1, "second_level": 1}
    write_settings(desktop, game=watch, look={"animation": "off"}, play={"watch_pace_ms": 500}, sound={"on": False})
    listener = start_orca(desktop, pace=20)
    with Program(desktop, executable) as program:
        program.press("Play Now")
        # The first words are about the page.
        wait_for(lambda: sum(" played " in words for words in listener.voiced) >= 6, "six moves")
        turns = latest_save(desktop)["turns"]
        read = [words.split(" played ")[1].split(" – ")[0] for words in listener.voiced if " played " in words]
        first = turns.index(read[0])
        # A move may be followed by a piece that it removes, or by the name of its opening.
        read = [re.split("[,.]", words)[0] for words in read]
        assert [turn.partition("x")[0] for turn in turns[first:first + len(read)]] == read, (turns, read)
        forgive_orca(program)


def comes(listener, words):
    """Waits until new speech matches, and lets the voice finish."""
    wait_for(lambda: any(re.fullmatch(words, message.strip()) for message in listener.voiced),
             lambda: f"{words!r} among {listener.voiced}", seconds=SOON)
    listener.wait_for_silence(SILENCE)
    listener.forget()


def metronome(desktop):
    """Adds an opponent to the settings that plays its moves in order."""
    player = write(desktop.home / "metronome.py", PLAYER.format(moves=BLACK))
    write(desktop.settings, f"""version = 1
[sound]
on = false
[programs]
known = [{{ name = "Metronome", speaks = "uci", command = "python3 -B '{player}'" }}]
""")


def check_speech(program, listener, keys, words):
    """Types, and waits until the voice has said these words and is silent. Returns a fault if it
    has not said them.
    """
    before = len(listener.voiced)
    program.type(keys)

    def is_spoken():
        return any(re.fullmatch(words, message.strip()) for message in listener.voiced[before:])

    try:
        wait_for(is_spoken, words, seconds=SOON)
    except Failure:
        return f"after {keys!r} {words!r} was not heard, but {listener.voiced[before:]}"
    listener.wait_for_silence(0.2)
    return None


def moves_spoken(heard):
    """Returns the faults in the moves of Black that Orca spoke."""
    told = [message.split(" – ")[0] for message in heard if message.startswith("Black played")]
    wanted = [words.split(" – ")[0] for _, words in GAME if words.startswith("Black played")]
    return [] if told == wanted else [f"of Black: {told}, not {wanted}"]
