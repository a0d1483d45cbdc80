# SPDX-License-Identifier: GPL-3.0-or-later
"""A desktop of its own for one run of the program: display, window manager, session bus, home folder, locale."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# What a test waits for comes within this many seconds, also on a machine that is busy with other things.
PATIENCE = 30.0
# Between two looks, in seconds: at least so long, and twice as long as the look took, but no longer than the last. Who looks without
# a rest takes the processor from what he waits for.
PAUSE, LONG_PAUSE = 0.02, 0.25


# Every process that was started here.
STARTED = []


class Failure(Exception):
    """What was expected did not come."""


def wait_for(condition, what, seconds=PATIENCE):
    """Waits until `condition()` is true, and returns its value; raises a Failure that says `what` if it never is: a text, or
    a function that says it then.
    """
    end = time.monotonic() + seconds
    while True:
        began = time.monotonic()
        value = condition()
        if value:
            return value
        now = time.monotonic()
        if now > end:
            raise Failure(f"waited {seconds:g} s in vain for {what() if callable(what) else what}")
        time.sleep(min(max(PAUSE, 2 * (now - began)), LONG_PAUSE))


def animated(scenario):
    """Says that in a scenario things move, as most people have it. In others they do not, as some people have it: of eight scenarios
    that were measured each took a twelfth to a half less of the processor so.
    """
    scenario.is_animated = True
    return scenario


class Desktop:
    """Use it as a context: at its end everything it started is gone. Its files stay in `folder`."""

    def __init__(self, folder, size=(1280, 800), is_animated=True):
        self.folder = Path(folder).resolve()
        self._is_animated = is_animated
        self.size = size
        self.home = self.folder / "home"
        self.settings = self.home / ".config/nine-mens-morris/settings.toml"
        self.saves = self.home / ".local/share/nine-mens-morris/saves"
        self.environment = {}
        self._processes = []

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

    def _start(self):
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir(parents=True)
        if not self._is_animated:
            settings = self.home / ".config/gtk-4.0/settings.ini"
            settings.parent.mkdir(parents=True)
            settings.write_text("[Settings]\ngtk-enable-animations=false\n")
        # Sockets need short names, so this folder lies elsewhere.
        self._runtime = Path(tempfile.mkdtemp(prefix="nmm-"))
        self.environment = self._environment()
        self._start_display()
        self._start_bus()
        self._start_window_manager()

    def _environment(self):
        kept = {name: os.environ[name] for name in ("PATH", "NMM_LOG", "RUST_BACKTRACE") if name in os.environ}
        return kept | {
            "HOME": str(self.home),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_DATA_HOME": str(self.home / ".local/share"),
            "XDG_CACHE_HOME": str(self.home / ".cache"),
            "XDG_STATE_HOME": str(self.home / ".local/state"),
            "XDG_RUNTIME_DIR": str(self._runtime),
            "LOCPATH": str(locale_folder()),
            "LANG": "en_US.UTF-8",
            "GDK_BACKEND": "x11",
            "GSK_RENDERER": "cairo",
            "GSETTINGS_BACKEND": "memory",
        }

    def _start_display(self):
        """The display chooses a number that is free, and keeps its picture in a file that others can look into."""
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
        process = self.start("dbus-daemon", "--session", "--nofork", "--print-address", stdout=subprocess.PIPE)
        address = process.stdout.readline().decode().strip()
        if not address:
            raise Failure(f"dbus-daemon does not start: see {self.folder / 'dbus-daemon.log'}")
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = address

    def _start_window_manager(self):
        ready = self._runtime / "window-manager-is-ready"
        self.start("openbox", "--sm-disable", "--startup", f"touch {ready}")
        wait_for(ready.exists, "the window manager")

    def start(self, *command, **options):
        """Starts a process that ends with the desktop; what it says goes to a file."""
        with open(self.folder / f"{command[0]}.log", "wb") as log:
            options = {"stdout": log, "stderr": log, "stdin": subprocess.DEVNULL} | options
            process = start_process(command, env=self.environment, **options)
        self._processes.append(process)
        return process

    def run_tool(self, *command):
        """Runs a small command to its end and returns what it says."""
        done = subprocess.run(command, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=PATIENCE)
        if done.returncode != 0:
            raise Failure(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}")
        return done.stdout

    def screenshot(self, path, crop=None):
        """Writes the picture of the screen as PNG; `crop` is (x, y, width, height)."""
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        cut = ["-crop", "{2}x{3}+{0}+{1}".format(*crop), "+repage"] if crop else []
        self.run_tool("convert", f"xwd:{self.picture}", *cut, "-strip", "-define", "png:compression-level=9",
                      "-define", "png:compression-filter=5", f"png:{path}")
        return path


def start_process(command, **options):
    """Starts a process at the head of a group of its own."""
    # Not of a session: Linux shares the processors out by sessions, and a dozen of them left little to the tests of the crates.
    process = subprocess.Popen(command, process_group=0, **options)
    STARTED.append(process)
    return process


def end_at_once(*_):
    """Ends all that was started, and then itself: for a signal. From a function that GLib has called no exception comes out."""
    for process in reversed(STARTED):
        with contextlib.suppress(ProcessLookupError):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    os._exit(143)


def end_group(process):
    """Ends a process with all it started."""
    for number, seconds in ((signal.SIGTERM, 5), (signal.SIGKILL, 5)):
        try:
            os.killpg(process.pid, number)
            process.wait(seconds)
        except ProcessLookupError:
            process.poll()
        except subprocess.TimeoutExpired:
            continue


def locale_folder():
    """The folder of a locale in which gettext is not silent; en_US need not exist on the system."""
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
            # Somebody else was quicker.
            shutil.rmtree(fresh)
        fresh.parent.rmdir()
    return folder


def target_folder():
    """The build folder."""
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()


def complaints(log):
    """The lines of a program's log in which the toolkit or the program tells about a mistake of its own."""
    mistake = re.compile(r"-(CRITICAL|WARNING) \*\*|panicked at|\bERROR\b")
    return [line for line in log.splitlines() if mistake.search(line)]
