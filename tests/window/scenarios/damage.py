# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that cannot be read, or only in part."""

import re

from files import write, write_settings
from program import Program
from scenarios.narrow import size_of


def broken_settings(desktop, executable):
    """They are reported and set aside, and the program plays on with the default."""
    text = "version = 1\n[sound\n"
    write(desktop.settings, text)
    with Program(desktop, executable) as program:
        program.wait(re.compile(r".*settings\.toml, line 2.*"))
        program.press("Play Now")
        program.wait_title("^White to move$")
    aside = [path for path in desktop.settings.parent.iterdir() if path.read_text() == text]
    assert len(aside) == 1 and aside[0] != desktop.settings, aside


def wrong_setting(desktop, executable):
    """It is named, and the window is as large with the message as it was without."""
    sizes = []
    for style in ("slate", "marble"):
        write_settings(desktop, look={"board": style}, window={"width": 700, "height": 600})
        with Program(desktop, executable) as program:
            program.wait_page("MainMenu")
            if style == "marble":
                program.wait(re.compile(r".*settings\.toml, line \d+.*board.*"))
            sizes.append(size_of(program))
    assert sizes[0] == sizes[1], f"{sizes[0]} without a message, {sizes[1]} with one"


def no_room_for_files(desktop, executable):
    """Where every file would be too large (ulimit -f) it is said so, nothing is left half written, and the program plays on."""
    with Program(desktop, "/bin/sh", ["-c", 'ulimit -f 0; exec "$0"', str(executable)]) as program:
        program.wait_page("MainMenu")
        program.press("Play Now")
        # One after the other, so that it is seen also where the program is slow.
        program.wait(re.compile(r"The (statistics|settings) could not be saved\. .* The file would be too large\."))
        program.wait_title("^White to move$")
        program.play("d6")
        program.wait_point("d6", "white man")
    left = list(desktop.home.rglob(".writing-*"))
    assert not left, left
