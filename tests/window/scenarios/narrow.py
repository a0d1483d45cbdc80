# SPDX-License-Identifier: GPL-3.0-or-later
"""The window of a small phone: every page fits in each language, with usual and with large text."""

import time

from desktop import Failure, wait_for
from files import write_save, write_settings
from hands import Hands
from program import Program

WIDTH, HEIGHT = 360, 480
LARGE = 1.5
# What is laid out at fractions of pixels may stand over by this much.
TOLERANCE = 2
KINDS = {"label", "button", "toggle button", "combo box", "spin button", "switch", "slider", "text box", "status", "image"}
# Keys from the main menu, and the page.
WAYS = (("ctrl+n", "SetupPage"), ("ctrl+o", "SavedGamesPage"), ("ctrl+comma", "SettingsPage"), ("shift+F1", "HowToPlay"),
        ("F1", "HelpPage"))
# The row of the set-up that leads to the rules.
RULES = {"en": "Rules", "de": "Regeln", "fr": "Règles", "es": "Reglas"}
# The button beside it.
WORDS = {"en": "The Rules in Words", "de": "Die Regeln in Worten", "fr": "Les règles en mots", "es": "Las reglas en palabras"}


def narrow_english(desktop, executable):
    """The language of the source."""
    narrow(desktop, executable, "en")


def narrow_german(desktop, executable):
    """The longest words."""
    narrow(desktop, executable, "de")


def narrow_french(desktop, executable):
    """Long sentences."""
    narrow(desktop, executable, "fr")


def narrow_spanish(desktop, executable):
    """Long sentences, too."""
    narrow(desktop, executable, "es")


def narrow(desktop, executable, language):
    """All pages with both sizes of text; all that does not fit is told at once."""
    write_save(desktop, "one", "d6 f4 d2 b4 f6 b2 b6xb4 a1 a7", name="Alpha")
    write_settings(desktop, look={"language": language}, window={"width": WIDTH, "height": HEIGHT})
    faults = []
    # What fits in large letters fits in small ones; the longest words prove it.
    for factor in (1, LARGE) if language == "de" else (LARGE,):
        Hands(desktop).scale_text(factor)
        with Program(desktop, executable) as program:
            program.wait_page("MainMenu")
            widest, highest = program.resize(WIDTH, HEIGHT)
            for page in pages(program, language):
                width, height = size_of(program)
                if width > max(widest, WIDTH) or height > max(highest, HEIGHT):
                    faults.append(f"text × {factor}, {page}: the window becomes {width} × {height}")
                widest, highest = max(widest, width), max(highest, height)
                faults += [f"text × {factor}, {page}: {fault}" for fault in misfits(program, width)]
    if faults:
        raise Failure("\n".join(faults))


def pages(program, language):
    """Goes to all pages and names them."""
    yield "MainMenu"
    for key, page in WAYS:
        yield go(program, page, key)
        go(program, "MainMenu", "alt+Left")
    go(program, "SetupPage", "ctrl+n")
    program.press(WORDS[language])
    yield go(program, "HowToPlay")
    go(program, "SetupPage", "alt+Left")
    scroll_to(program, RULES[language])
    program.click(RULES[language], "label")
    yield go(program, "RulesPage")
    go(program, "MainMenu", "alt+Left", "alt+Left")
    yield go(program, "GamePage", "Return")
    yield go(program, "PausePage", "p")
    go(program, "GamePage", "p")
    yield go(program, "ReviewPage", "ctrl+r")
    go(program, "GamePage", "Escape")
    program.press_keys("alt+Left")
    yield "GamePage, looking back"
    yield go(program, "PositionPage", "ctrl+shift+c", "ctrl+v")


def scroll_to(program, label):
    """Turns the wheel until a label that large letters push over the edge is well in sight."""
    for _ in range(20):
        x, y = program.place_of(label, "label")
        top = program.window_box()[1]
        if top + 80 < y < top + HEIGHT - 110:
            return
        program.tool("mousemove", x, top + HEIGHT // 2, "click", 5 if y > top + HEIGHT // 2 else 4)


def go(program, page, *keys):
    """Presses keys that lead to a page, and names it when it is there."""
    program.press_keys(*keys)
    # A look costs more than a short sleep.
    time.sleep(0.3)
    program.wait_page(page)
    return page


def size_of(program):
    """How large the window is now; a page that is too large makes it larger, and then it stays so."""
    return program.hands.box(wait_for(lambda: program.window, "an active window"))[2:]


def misfits(program, width):
    """What stands over the edge of the window."""
    program.look()
    for node in program.last_tree.walk():
        left, _, size, _ = node.box
        is_partly_in = left < width and left + size > 0
        if node.is_shown and node.role in KINDS and is_partly_in and (left < -TOLERANCE or left + size > width + TOLERANCE):
            yield f"{node.role} {node.name!r} reaches from {left} to {left + size}"
