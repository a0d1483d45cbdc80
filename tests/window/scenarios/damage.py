# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that cannot be read."""

import re

from files import write, write_save
from program import Program


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
