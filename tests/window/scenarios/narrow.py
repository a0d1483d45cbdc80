# SPDX-License-Identifier: GPL-3.0-or-later
"""The window of a small phone: every page fits in each language, with normal and with large text."""

import re
import time

from catalogues import Catalogue, languages
from desktop import Failure, wait_for
from files import write_save, write_settings
from hands import Hands
from program import Program

WIDTH, HEIGHT = 360, 480
LARGE = 1.5
# Languages in which back is at the right.
FROM_THE_RIGHT = {"fa"}
# Layout at fractions of pixels may exceed the window by this many pixels.
TOLERANCE = 2
KINDS = {"label", "button", "checkbox", "radio", "combo box", "spin button", "switch", "slider", "text box", "status", "image"}
# Keys, and the page that each opens from the one before. The help begins with its index on the main menu.
WAYS = (("F1", "HelpPage"), ("ctrl+n", "SetupPage"), ("ctrl+o", "SavedGamesPage"), ("ctrl+comma", "SettingsPage"),
        ("shift+F1", "HowToPlay"))


def narrow_german(desktop, executable):
    """All pages fit in German, which has the longest words, in large text. The tests in
    `src/app/window/tests/narrow.rs` measure them in all languages and both sizes.
    """
    narrow(desktop, executable, "de", (LARGE,))


def __getattr__(name):
    """Returns the scenario `pages_in_LANGUAGE`: all pages fit in that language, with both sizes of
    text.
    """
    if name.startswith("pages_in_"):
        return lambda desktop, executable: narrow(desktop, executable, name.removeprefix("pages_in_"), (1, LARGE))
    raise AttributeError(name)


def narrow(desktop, executable, language, factors):
    """Looks at all pages with some sizes of text. Reports all objects that do not fit, and all
    texts left in English, at once.
    """
    words = Catalogue(desktop, language)
    write_save(desktop, "one", "d6 f4 d2 b4 f6 b2 b6xb4 a1 a7", name="Alpha")
    write_settings(desktop, look={"language": language}, window={"width": WIDTH, "height": HEIGHT})
    faults = []
    for factor in factors:
        Hands(desktop).scale_text(factor)
        with Program(desktop, executable) as program:
            program.wait_page("MainMenu")
            widest, highest = program.resize(WIDTH, HEIGHT)
            for page in pages(program, words):
                width, height = size_of(program)
                place = f"{language}, text × {factor}, {page}"
                if width > max(widest, WIDTH) or height > max(highest, HEIGHT) + TOLERANCE:
                    faults.append(f"{place}: the window becomes {width} × {height}")
                widest, highest = max(widest, width), max(highest, height)
                shown = [node for node in program.look().walk() if node.is_shown]
                faults += [f"{place}: {fault}" for fault in misfits(shown, width)]
                # The help is in English where it has no translation.
                if page != "HelpPage" or language in languages("help"):
                    texts = {node.name for node in shown if node.name}
                    faults += [f"{place}: English: {text!r}" for text in words.left_in_english(texts)]
    if faults:
        raise Failure("\n".join(faults))


def pages(program, words):
    """Goes to all pages and yields their names."""
    back = "alt+Right" if words.language in FROM_THE_RIGHT else "alt+Left"
    yield "MainMenu"
    for key, page in WAYS:
        yield go(program, page, key)
    go(program, "MainMenu", *[back] * len(WAYS))
    program.press(words("Practice"))
    yield go(program, "PracticePage")
    program.wait(words.pattern("Difficulty {rating}"))
    program.press(re.compile(f"{re.escape(words('Rated Puzzles'))}.*"), "button")
    yield go(program, "PuzzlePage")
    go(program, "PracticePage", back)
    program.press(re.compile(words.pattern("Win: {own} against {other}").pattern + ".*"), "button")
    yield go(program, "EndgamePage")
    go(program, "PracticePage", back)
    program.press(re.compile(f"{re.escape(words('Is This a Mistake?'))}.*"), "button")
    yield go(program, "JudgmentPage")
    go(program, "MainMenu", back, back)
    program.press(words("Statistics"), "button")
    yield go(program, "StatisticsPage")
    go(program, "SetupPage", "ctrl+n")
    program.press(words("Friend Elsewhere"), "radio")
    program.wait(words("Copy Invitation"))
    yield "SetupPage, a friend"
    program.press(words("Full Rules"))
    yield go(program, "HowToPlay")
    go(program, "SetupPage", back)
    program.press(words("All Rules…"))
    yield go(program, "RulesPage")
    go(program, "MainMenu", back, back, back)
    yield go(program, "GamePage", "Return")
    yield go(program, "PausePage", "p")
    yield go(program, "AnalysisPage", "p", "ctrl+r")
    yield go(program, "GamePage", "Escape", back) + ", looking back"
    yield go(program, "AnalysisPage", "ctrl+shift+c", "ctrl+v") + ", a position"


def scroll_to(program, label):
    """Turns the wheel until a label is well within the window. Large text may push it over the
    edge.
    """
    for _ in range(20):
        x, y = program.place_of(label, "label")
        top = program.window_box()[1]
        if top + 80 < y < top + HEIGHT - 110:
            return
        program.tool("mousemove", x, top + HEIGHT // 2, "click", 5 if y > top + HEIGHT // 2 else 4)


def go(program, page, *keys):
    """Presses keys that lead to a page, waits for it, and returns its name."""
    program.press_keys(*keys)
    # Looking at the objects costs more than a short sleep.
    time.sleep(0.3)
    program.wait_page(page)
    return page


def size_of(program):
    """Returns the size of the window. A page that is too large makes the window larger, and it
    stays so.
    """
    return program.hands.box(wait_for(lambda: program.window, "an active window"))[2:]


def misfits(shown, width):
    """Yields the objects that extend beyond the edge of the window."""
    for node in shown:
        left, _, size, _ = node.box
        is_partly_in = left < width and left + size > 0
        if node.role in KINDS and is_partly_in and (left < -TOLERANCE or left + size > width + TOLERANCE):
            yield f"{node.role} {node.name!r} reaches from {left} to {left + size}"
