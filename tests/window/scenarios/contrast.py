# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the contrast of small text on the screen."""

import re
from collections import Counter

from bus import SENSITIVE
from desktop import Failure
from files import write_save, write_settings
from program import POINTS, Program
from screen import Screen

# Keys from the main menu, and the page that each opens.
WAYS = (("ctrl+n", "SetupPage"), ("ctrl+o", "SavedGamesPage"), ("ctrl+comma", "SettingsPage"), ("Return", "GamePage"))
WRITTEN = {"label", "status", "heading"}
LEAST = 4.5
LEAST_OF_MARKS = 3
# Smoothing takes away this much of the contrast between a letter's color and its darkest pixel.
SMOOTHING = 0.95
TURNS = "d6 f4 d2 b4 f6 b6 a7"


def contrast_of_text_light(desktop, executable):
    """Text has enough contrast in the light color scheme."""
    measure(desktop, executable, "default")


def contrast_of_text_dark(desktop, executable):
    """Text has enough contrast in the dark color scheme."""
    measure(desktop, executable, "prefer-dark")


def current_move_in_high_contrast(desktop, executable):
    """In the desktop's high contrast, the edge of the current move in the list has enough contrast."""
    write_save(desktop, "one", TURNS, name="Alpha")
    write_settings(desktop, look={"animation": "off"}, window={"width": 1000, "height": 700})
    screen, faults = Screen(desktop), []
    for scheme in ("default", "prefer-dark"):
        environment = {"ADW_DEBUG_COLOR_SCHEME": scheme, "ADW_DEBUG_HIGH_CONTRAST": "1"}
        with Program(desktop, executable, environment=environment) as program:
            program.wait("Continue")
            program.key("Return")
            program.wait_page("GamePage")
            x, y = program.place_of(re.compile(rf"Move {len(TURNS.split())}: .*"))
            node = program.wait(re.compile(rf"Move {len(TURNS.split())}: .*"))
            screen.at_rest(program.window_box())
            _, _, width, height = node.box
            # Below the letters.
            found = contrast(screen, (x - width // 4, y + height // 2 - 3, width // 2, 5)) or 1
            if found < LEAST_OF_MARKS:
                faults.append(f"{scheme}: the edge of the current move has a contrast of {found:.2f}")
    if faults:
        raise Failure("\n".join(faults))


def measure(desktop, executable, scheme):
    """Measures all pages around a game, and reports all faults at once."""
    write_save(desktop, "one", TURNS, name="Alpha")
    write_settings(desktop, look={"animation": "off"})
    faults, screen = set(), Screen(desktop)
    with Program(desktop, executable, environment={"ADW_DEBUG_COLOR_SCHEME": scheme}) as program:
        program.wait_page("MainMenu")
        program.wait("Continue")
        faults.update(pale(program, screen, "MainMenu"))
        for key, page in WAYS:
            program.key(key)
            program.wait_page(page)
            faults.update(pale(program, screen, page))
            if page != "GamePage":
                program.key("alt+Left")
                program.wait_page("MainMenu")
        program.key("p")
        program.wait_page("PausePage")
        faults.update(pale(program, screen, "PausePage"))
        program.key("p")
        program.wait_page("GamePage")
        program.key("ctrl+shift+c", "ctrl+v")
        program.wait_editor()
        faults.update(pale(program, screen, "the editor of positions"))
    if faults:
        raise Failure("\n".join(sorted(faults)))


def pale(program, screen, page):
    """Yields the texts of a page that have too little contrast."""
    left, top, width, height = program.window_box()
    screen.at_rest((left, top, width, height))
    measured = 0
    for node in program.look().walk():
        x, y, w, h = node.box
        inside = 0 <= x and 0 <= y and x + w <= width and y + h <= height and w > 4 and h > 4
        if not (node.role in WRITTEN and node.is_shown and inside and is_alive(node)):
            continue
        measured += 1
        found = contrast(screen, (left + x, top + y, w, h))
        if found and found < LEAST * SMOOTHING:
            yield f"{page}: {node.name!r} has a contrast of {found:.2f}"
    assert measured > 3, f"only {measured} texts on {page}"


def is_alive(node):
    """Returns whether an object has text, can be used now, and is not a point of the board."""
    around = [node, *node.outside()]
    return node.name.strip() and not any(other.name[:2] in POINTS for other in around) and all(
        other.has(SENSITIVE) for other in around[:4] if other.role != "window")


def contrast(screen, box):
    """Returns the contrast between the background and the color that differs most from it, or None
    if the box has a single color, because something covers the text.
    """
    pixels = Counter(word for row in screen.rows(box) for word in memoryview(row).cast("I"))
    (ground, _), *letters = pixels.most_common()
    light = luminance(ground)
    return max((ratio(light, luminance(word)) for word, _ in letters), default=None)


def ratio(one, other):
    """Returns the contrast ratio of two luminances by WCAG."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def luminance(word):
    """Returns the relative luminance of a pixel."""
    red, green, blue = (linear((word >> shift & 255) / 255) for shift in (16, 8, 0))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(value):
    """Converts a value of sRGB to a linear one."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
