# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts a separate desktop for one run of the program: display, window manager, session bus, home
folder, and locale.
"""

import contextlib
import copy
import faulthandler
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from bus import Bus, Look, is_newer_gtk

ROOT = Path(__file__).resolve().parents[2]

# Maximum number of seconds to wait for an expected result. It is high enough for work of the lowest
# priority on a busy machine.
PATIENCE = 120.0
# Pause between two looks at a file, a process, or the display, in seconds.
PAUSE = 0.02
# Maximum pause between two looks at accessible objects, in seconds. The next look follows the next
# event that the program reports. An object that was never asked for reports none.
LONG_PAUSE = 1.0


# All processes started by this module.
STARTED = []


class Failure(Exception):
    """An expected result did not come."""


def wait_for(condition, what, seconds=PATIENCE, every=None):
    """Waits until `condition()` is true, and returns its value. Raises a Failure after `seconds`,
    with `what` in the message: a text, or a function that returns one. Looks again after the next
    event, or every `every` seconds for something that must stay the same for a while.
    """
    end = time.monotonic() + seconds
    while True:
        look = Look()
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Failure(f"waited {seconds:g} s in vain for {what() if callable(what) else what}")
        if every:
            time.sleep(every)
        else:
            look.wait_for_news(PAUSE, LONG_PAUSE)


def animated(scenario):
    """Marks a scenario that runs with animations, which is GTK's default. The others run without:
    of eight scenarios measured, each took between a twelfth and a half less processor time that
    way.
    """
    scenario.is_animated = True
    return scenario


class Desktop:
    """A desktop, used as a context. On exit, all processes that it started are gone. Its files stay
    in `folder`.
    """

    def __init__(self, folder, size=(1280, 800), is_animated=True):
        self.folder = Path(folder).resolve()
        self._is_animated = is_animated
        self.size = size
        self._move_in()
        self.environment = {}
        self._processes = []

    def _move_in(self):
        self.home = self.folder / "home"
        self.settings = self.home / ".config/nine-mens-morris/settings.toml"
        self.saves = self.home / ".local/share/nine-mens-morris/saves"

    def neighbor(self):
        """Returns the same display as another user has it, with a home folder and a session bus of
        their own. So both users can run the program at the same time.
        """
        other = copy.copy(self)
        other.folder = self.folder / "neighbor"
        other._move_in()
        other._furnish()
        other.environment = self.environment | other._home_variables() | {"AT_SPI_BUS_ADDRESS": Bus(self.environment).address}
        other._start_bus()
        return other

    def __enter__(self):
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(self._processes):
            end_group(process)
        shutil.rmtree(self._runtime, ignore_errors=True)

    def _furnish(self):
        """Makes an empty home folder."""
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir(parents=True)
        if not self._is_animated:
            settings = self.home / ".config/gtk-4.0/settings.ini"
            settings.parent.mkdir(parents=True)
            settings.write_text("[Settings]\ngtk-enable-animations=false\ngtk-cursor-blink=false\n")

    def _start(self):
        self._furnish()
        # Sockets need short paths, so this folder is in the system's temporary folder.
        self._runtime = Path(tempfile.mkdtemp(prefix="nmm-"))
        self.environment = self._environment()
        self._start_display()
        self._start_bus()
        self._start_window_manager()

    def _environment(self):
        kept = {name: os.environ[name] for name in ("PATH", "RUST_BACKTRACE") if name in os.environ}
        return kept | self._home_variables() | {
            "NMM_LOG": os.environ.get("NMM_LOG", "warn") + ",nine_mens_morris::app::window=debug",
            "XDG_RUNTIME_DIR": str(self._runtime),
            "LOCPATH": str(locale_folder()),
            "LANG": "en_US.UTF-8",
            "GDK_BACKEND": "x11",
            "GSK_RENDERER": "cairo",
            "GSETTINGS_BACKEND": "memory",
        }

    def _home_variables(self):
        folders = {"CONFIG": ".config", "DATA": ".local/share", "CACHE": ".cache", "STATE": ".local/state"}
        return {"HOME": str(self.home)} | {f"XDG_{name}_HOME": str(self.home / folder) for name, folder in folders.items()}

    def _start_display(self):
        """Starts a display that chooses a free number, and that keeps its picture in a file that
        other processes can read.
        """
        read_end, write_end = os.pipe()
        screen = "{}x{}x24".format(*self.size)
        self.start("Xvfb", "-displayfd", str(write_end), "-screen", "0", screen, "-nolisten", "tcp", "-noreset",
                  "-fbdir", str(self._runtime), pass_fds=[write_end])
        os.close(write_end)
        with os.fdopen(read_end) as answer:
            number = answer.readline().strip()
        if not number:
            raise Failure(f"Xvfb does not start: see {self.folder / 'Xvfb.log'}")
        self.environment["DISPLAY"] = f":{number}"
        self.picture = self._runtime / "Xvfb_screen0"

    def _start_bus(self):
        configuration = self.run_tool(ROOT / "build-aux/session-bus", self._runtime).strip()
        process = self.start("dbus-daemon", f"--config-file={configuration}", "--nofork", "--print-address", stdout=subprocess.PIPE)
        address = process.stdout.readline().decode().strip()
        if not address:
            raise Failure(f"dbus-daemon does not start: see {self.folder / 'dbus-daemon.log'}")
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = address

    def _start_window_manager(self):
        ready = self._runtime / "window-manager-is-ready"
        self.start("openbox", "--sm-disable", "--startup", f"touch {ready}")
        wait_for(ready.exists, "the window manager")
        # The pointer starts in the center. A list that opens below it selects the value under it, and
        # an Enter key that comes after that chooses this value.
        self.run_tool("xdotool", "mousemove", str(self.size[0] - 1), str(self.size[1] - 1))

    def start(self, *command, **options):
        """Starts a process that ends with the desktop. Its output goes to a file."""
        with open(self.folder / f"{command[0]}.log", "wb") as log:
            options = {"stdout": log, "stderr": log, "stdin": subprocess.DEVNULL} | options
            process = start_process(command, env=self.environment, **options)
        self._processes.append(process)
        return process

    def run_tool(self, *command):
        """Runs a short command to its end and returns its output."""
        done = subprocess.run(command, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=PATIENCE)
        if done.returncode != 0:
            raise Failure(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}")
        return done.stdout

    def screenshot(self, path, crop=None):
        """Writes the picture of the screen as PNG. `crop` is (x, y, width, height)."""
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        cut = ["-crop", "{2}x{3}+{0}+{1}".format(*crop), "+repage"] if crop else []
        self.run_tool("convert", f"xwd:{self.picture}", *cut, "-strip", "-define", "png:compression-level=9",
                      "-define", "png:compression-filter=5", f"png:{path}")
        return path


def start_process(command, **options):
    """Starts a process as the leader of a new process group."""
    # This must not be a new session: Linux shares processor time by session, and a dozen sessions
    # left little of it to the tests of the crates.
    process = subprocess.Popen(command, process_group=0, **options)
    STARTED.append(process)
    return process


def end_at_once(*_):
    """Prints where the scenario was, and kills all processes that were started, and then this one.
    This is a signal handler that exits at once, because an exception would not get past GLib if
    GLib called the running function.
    """
    faulthandler.dump_traceback()
    for process in reversed(STARTED):
        with contextlib.suppress(ProcessLookupError):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    os._exit(143)


def end_group(process):
    """Ends a process and all processes that it started."""
    for number, seconds in ((signal.SIGTERM, 5), (signal.SIGKILL, 5)):
        try:
            os.killpg(process.pid, number)
            process.wait(seconds)
        except ProcessLookupError:
            process.poll()
        except subprocess.TimeoutExpired:
            continue


def locale_folder():
    """Returns the folder of a locale in which gettext translates. Makes en_US there, since the
    system may not have it.
    """
    if "LOCPATH" in os.environ:
        return Path(os.environ["LOCPATH"])
    folder = target_folder() / "headless/locale"
    locale = folder / "en_US.UTF-8"
    if not locale.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(dir=folder)) / "en_US.UTF-8"
        subprocess.run(["localedef", "--inputfile=en_US", "--charmap=UTF-8", fresh], check=True)
        try:
            fresh.rename(locale)
        except OSError:
            # Another process was faster.
            shutil.rmtree(fresh)
        fresh.parent.rmdir()
    return folder


def target_folder():
    """Returns the build folder."""
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()


def complaints(log):
    """Returns the lines of a program's log in which GTK or the program reports a bug."""
    mistake = re.compile(r"-(CRITICAL|WARNING) \*\*|panicked at|\bERROR\b")
    found = [line for line in log.splitlines() if mistake.search(line)]
    # libadwaita 1.7 measures the heading of each plain AdwMessageDialog for less than its width.
    return [line for line in found if not (is_newer_gtk() and "Trying to measure GtkLabel" in line)]
