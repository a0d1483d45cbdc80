#!/usr/bin/python3 -B
# SPDX-License-Identifier: GPL-3.0-or-later
"""monkey.py PROGRAM [--seconds N] [--seed S] [--mode mouse|actions|both]

Uses the program at random: keys, clicks, drags, sizes, and languages (`mouse`), the actions of a
screen reader (`actions`), or all of these. When the program quits, it starts again in the same home
folder. It also starts again after a crash by a bug of GTK (`gtk_faults/`); these are counted. When
it crashes otherwise, does not answer, or complains, the seed and the last inputs are printed, and
the exit status is 1.
"""

import argparse
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter, deque
from pathlib import Path

from bus import BusError, gtk_version
from desktop import Desktop, Failure, complaints, end_at_once, target_folder, wait_for
from gtk_faults import MISCOUNT, own_faults
from habits import Habits
from message_saves import GAMES, INVITATION, write_message_game
from places import Places, learn_places
from program import Program

CONFINED = Path(__file__).resolve().with_name("confined.py")
MODES = ("mouse", "actions", "both")
# Number of inputs that are printed after a crash.
REMEMBERED = 50
# Pauses between two inputs, in seconds.
PAUSES = (0, 0, 0, 0.01, 0.02, 0.05, 0.1, 0.2)
# Maximum number of seconds that the program may take to answer, or to end after it was asked to
# quit.
PATIENCE = 30
# Minimum and maximum number of inputs of a run. Then the program is asked to quit.
SHORT_RUN, LONG_RUN = 20, 400
PLAYER = Path(__file__).resolve().parents[1] / "players/random_player.py"
ARGUMENTS = (
    [], [], [],
    ["--black", "level:1"],
    ["--white", "level:1", "--black", "level:2"],
    ["--black", f"python3 -B '{PLAYER}'"],
)


class Monkey:
    """One monkey at one desktop."""

    def __init__(self, desktop, executable, mode, seed):
        self.desktop = desktop
        self.seed = seed
        self.random = random.Random(seed)
        self.mode = mode
        self.executable = str(Path(executable).resolve())
        self.places = Places()
        self.inputs = deque(maxlen=REMEMBERED)
        self.count = self.starts = 0
        self.faults_of_gtk = Counter()
        self.began = time.monotonic()
        self.program = None
        self.read = 0
        self.had_keyboard = 0

    def environment(self):
        """Makes critical messages of GTK fatal. Without actions of a screen reader, accessibility
        is off.
        """
        return {"G_DEBUG": "fatal-criticals"} | ({"GTK_A11Y": "none"} if self.mode == "mouse" else {})

    def play(self, seconds):
        """Plays for this number of seconds."""
        if self.mode != "actions":
            self.places = learn_places(self.desktop, self.executable)
        self.began = time.monotonic()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._run(end)

    def _run(self, end):
        """Runs the program once, to its end."""
        arguments = self.random.choice((*ARGUMENTS, [self._message_game()]))
        self._remember("start", *arguments)
        self.starts += 1
        folders = [str(self.desktop.folder), self.desktop.environment["XDG_RUNTIME_DIR"]]
        command = ["-B", str(CONFINED), *folders, "--", self.executable, *arguments]
        with Program(self.desktop, sys.executable, command, self.environment(), folder=self.desktop.home) as program:
            self.program, self.read = program, 0
            self.had_keyboard = time.monotonic()
            try:
                self._play_on(end)
                self._forgive_miscounts()
            except Failure:
                if not self._fell_by_gtk():
                    raise

    def _message_game(self):
        """Puts a game by message among the saved games, and returns its path."""
        return str(write_message_game(self.desktop, self.random.choice((*GAMES, INVITATION))))

    def _play_on(self, end):
        """Plays with the program that was started, and quits it."""
        self._wait_window()
        habits = Habits(self)
        for _ in range(self.random.randint(SHORT_RUN, LONG_RUN)):
            if time.monotonic() > end or not self._is_running():
                break
            self._step(habits)
        self._quit()

    def _forgive_miscounts(self):
        """Counts and forgives a warning that is a bug of GTK, and harmless."""
        found = complaints(self.program.log)
        if found and all(MISCOUNT.search(line) for line in found):
            self.program.forgive()
            self.faults_of_gtk["who is pressed"] += 1

    def _fell_by_gtk(self):
        """Returns whether only a bug of GTK has ended the program. If so, counts and forgives it."""
        if not own_faults(self.program.log, gtk_version()):
            return False
        wait_for(lambda: self.program.status is not None, "the end by a fault of GTK's own")
        faults = own_faults(self.program.log, gtk_version())
        if not faults or self.program.status != -signal.SIGTRAP:
            return False
        self.program.forgive()
        self.faults_of_gtk.update(fault.shown_by for fault in faults)
        self._remember("falls by a fault of GTK's own")
        return True

    def _wait_window(self):
        end = time.monotonic() + PATIENCE
        while self._is_running() and not self.hands.windows(self.program.process_id):
            if time.monotonic() > end:
                raise Failure("it shows no window")
            time.sleep(0.02)

    def _step(self, habits):
        """Makes one input, or a few that belong together."""
        self._stay_at_home()
        try:
            habits.do_something()
        except BusError as error:
            # The object may be gone, or the whole program. Whether the program answers at all is
            # checked when it quits.
            self._remember("no answer", str(error)[:80])
        except Failure:
            # The program quit during a look. Its exit status is checked next.
            if self.program.status is None:
                raise
        time.sleep(self.random.choice(PAUSES))

    def note(self, *words):
        """Counts and records an input."""
        self.count += 1
        self._remember(*words)

    def _remember(self, *words):
        self.inputs.append(f"{time.monotonic() - self.began:9.3f}  {' '.join(map(str, words))}")

    @property
    def hands(self):
        """Returns the mouse and the keyboard."""
        return self.program.hands

    def _stay_at_home(self):
        """Leaves file dialogs, and brings back a window that was minimized."""
        window = self.program.window
        if window:
            self.had_keyboard = time.monotonic()
            if self.hands.title(window) in self.places.file_dialogs:
                self._remember("leaves the dialog for files")
                self.hands.key("Escape")
                time.sleep(0.05)
        elif time.monotonic() > self.had_keyboard + 1 and (windows := self.hands.windows(self.program.process_id)):
            self._remember("brings the window back")
            self.program.tool("windowactivate", windows[-1])
            self.had_keyboard = time.monotonic()

    def _is_running(self):
        """Returns whether the program runs. Raises a Failure if it crashed or complains."""
        status = self.program.status
        log = self.program.log
        # Lines are read only when they are complete.
        end = log.rfind("\n") + 1 if status is None else len(log)
        if found := [line for line in complaints(log[self.read:end]) if not MISCOUNT.search(line)]:
            raise Failure("it complains:\n" + "\n".join(found))
        self.read = end
        if status not in (None, 0):
            raise Failure(f"it has ended with {status}:\n{log[-4000:]}")
        return status is None

    def _quit(self):
        """Closes dialogs and asks the program to quit, repeatedly until it does."""
        end = time.monotonic() + PATIENCE
        self._remember("wants to quit")
        while self._is_running():
            if time.monotonic() > end:
                window = self.hands.active_window()
                keyboard = self.hands.title(window) if window else ""
                # The report of a Failure prints the last tree, so this brings it up to date.
                self.program.look()
                raise Failure(f"it does not quit within {PATIENCE} s; the keyboard is at “{keyboard}” ({window:#x}), "
                              f"{self.hands.keyboard()}{self._stacks()}")
            self.hands.key("Escape")
            time.sleep(0.1)
            if self.program.window:
                self.hands.key("ctrl+q")
            else:
                self.had_keyboard = 0
                self._stay_at_home()
            time.sleep(0.2)

    def _stacks(self):
        """Returns what each thread of the program is doing, if there is a debugger."""
        if not shutil.which("gdb"):
            return ""
        command = ["gdb", "-p", str(self.program.process_id), "-batch", "-ex", "thread apply all backtrace 40"]
        return "\n" + subprocess.run(command, text=True, capture_output=True, check=False).stdout

    def forgiven(self):
        """Returns the number of crashes and warnings by bugs of GTK."""
        which = ", ".join(f"{name} {times}" for name, times in self.faults_of_gtk.items())
        return f"GTK's own: {self.faults_of_gtk.total()}" + (f" ({which})" if which else "")

    def story(self):
        """Returns how to repeat the run, and the last inputs, for a report of a crash."""
        return "\n".join((f"--mode {self.mode} --seed {self.seed}", f"{self.count} inputs; the last ones, with seconds:",
                          *self.inputs))


def monkey(desktop, executable, seed, mode, seconds):
    """Lets a monkey play, and returns a line with its result. A Failure reports how the program
    crashed.
    """
    player = Monkey(desktop, executable, mode, seed)
    try:
        player.play(seconds)
    except Failure as failure:
        failure.args = (f"{failure}\n{player.story()}",)
        raise
    return f"monkey {mode}, seed {seed}: {player.count} inputs, {player.starts} starts in {seconds:g} s; {player.forgiven()}"


def main():
    """Runs one monkey from the command line."""
    signal.signal(signal.SIGTERM, end_at_once)
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[2])
    parser.add_argument("program", type=Path)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--mode", choices=MODES, default="both")
    wanted = parser.parse_args()
    folder = target_folder() / "window-tests" / f"monkey-{wanted.mode}-{wanted.seed}"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with Desktop(folder) as desktop:
            print(monkey(desktop, wanted.program, wanted.seed, wanted.mode, wanted.seconds))
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
