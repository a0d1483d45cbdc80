#!/usr/bin/python3 -B
# SPDX-License-Identifier: GPL-3.0-or-later
"""run.py PROGRAM SCENARIO [PAGE...]

Plays one scenario with the real program on a separate desktop. Prints nothing and exits with 0 on
success. Otherwise prints what was expected, what was there instead, and the path of a picture of
it. The scenario must show each of the named pages.
"""

import importlib
import pkgutil
import signal
import sys
import traceback

import scenarios
from bus import BusError
from desktop import Desktop, Failure, end_at_once, target_folder
from program import SHOWN


def find(name):
    """Returns the scenario with this name: a function of a module in `scenarios`."""
    for module in pkgutil.iter_modules(scenarios.__path__, "scenarios."):
        function = getattr(importlib.import_module(module.name), name, None)
        if function:
            return function
    raise SystemExit(f"there is no scenario {name!r}")


def main():
    """Plays the scenario."""
    signal.signal(signal.SIGTERM, end_at_once)
    executable, name, *pages = sys.argv[1:]
    scenario = find(name)
    folder = target_folder() / "window-tests" / name
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with Desktop(folder, is_animated=getattr(scenario, "is_animated", False)) as desktop:
            scenario(desktop, executable)
        if missing := set(pages) - SHOWN:
            raise Failure(f"never shown: {', '.join(missing)}")
    except (Failure, BusError, AssertionError) as failure:
        step = next((frame for frame in reversed(traceback.extract_tb(failure.__traceback__))
                     if "/scenarios/" in frame.filename), None)
        place = f"{step.filename}:{step.lineno}: {step.line}\n" if step else ""
        print(f"{place}{type(failure).__name__}: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
