# SPDX-License-Identifier: GPL-3.0-or-later
"""Long names without a space, from files. The window must stay as narrow as a small phone. The tests
in `src/app/window/tests/narrow.rs` measure all pages and dialogs with such names.
"""

import re

from desktop import Failure
from files import write
from hands import Hands
from program import Program
from scenarios.narrow import HEIGHT, LARGE, TOLERANCE, WIDTH, go, misfits, size_of

# More letters than fit on a screen, and than a window can be wide.
NAME = "W" * 3000

SAVE = f"""# Nine Men's Morris saved game
version = 1
name = "{NAME}"
saved = 2026-11-20T19:30:00Z
rules = "custom"
custom_rules = {{ base = "six", men = 7, name = "{NAME}" }}
white = {{ person = "{NAME}" }}
black = {{ program = "{NAME}", called = "{NAME}" }}
clock = "none"
turns = ["a5", "c5"]
"""

SETTINGS = f"""version = 1
{NAME} = "{NAME}"
[window]
width = {WIDTH}
height = {HEIGHT}
"""


def strangers_names(desktop, executable):
    """With names of 3,000 letters in the files, the main menu, a game, and the saved games keep the window narrow in large text."""
    Hands(desktop).scale_text(LARGE)
    write(desktop.settings, SETTINGS)
    write(desktop.saves / "one.toml", SAVE)
    write(desktop.saves / "broken.toml", f"version = 1\n{NAME} = [\n")
    faults = []
    with Program(desktop, executable) as program:

        def look(page):
            width, height = size_of(program)
            if width > WIDTH or height > HEIGHT + TOLERANCE:
                faults.append(f"{page}: the window becomes {width} × {height}")
            shown = [node for node in program.look().walk() if node.is_shown]
            faults.extend(f"{page}: {fault}" for fault in misfits(shown, width))

        program.wait("Continue", "button")
        program.resize(WIDTH, HEIGHT)
        look("MainMenu")
        program.press("Continue")
        look(go(program, "GamePage"))
        go(program, "SavedGamesPage", "ctrl+o")
        program.wait(re.compile("W{20}.*", re.S))
        look("SavedGamesPage")
    if faults:
        raise Failure("\n".join(faults))
