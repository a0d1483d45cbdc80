# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs Orca on a desktop, with a listener in place of a voice. The listener speaks the protocol of
Speech Dispatcher (SSIP) with Orca, and records what Orca asks it to say.
"""

import re
import socketserver
import threading
import time
import xml.sax.saxutils as xml
from pathlib import Path

from desktop import PAUSE, wait_for
from files import write

# Answers to commands of a client. All other commands are answered with OK.
ANSWERS = {
    "HISTORY GET CLIENT_ID": "245-1\r\n245 OK CLIENT ID SENT",
    "LIST OUTPUT_MODULES": "250-listener\r\n250 OK MODULE LIST SENT",
    "LIST SYNTHESIS_VOICES": "249-listener\ten\tnone\r\n249 OK VOICE LIST SENT",
    "LIST VOICES": "249-MALE1\r\n249 OK VOICE LIST SENT",
    "GET": "251-50\r\n251 OK GET RETURNED",
}
SPEAKS = ("SPEAK", "CHAR", "KEY", "SOUND_ICON")
# Commands that silence the voice.
SILENCES = ("CANCEL", "STOP")
# Characters per second that the voice speaks: ten times as many as to an experienced user.
PACE = 1000


class Listener(socketserver.ThreadingUnixStreamServer):
    """Records what is spoken on a desktop, in order."""

    daemon_threads = True

    def __init__(self, desktop, pace):
        socket = Path(desktop.environment["XDG_RUNTIME_DIR"]) / "speech-dispatcher/speechd.sock"
        socket.parent.mkdir()
        super().__init__(str(socket), Conversation)
        self.spoken = []
        self._said = []
        self._until, self._pace = 0.0, pace
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def keep(self, text):
        """Adds a text that a client wants spoken. It follows the text being spoken."""
        self.spoken.append(text)
        self._until = max(time.monotonic(), self._until) + len(text) / self._pace
        self._said.append((text, self._until))

    def fall_silent(self):
        """Silences the voice. A text that has not been spoken to its end does not count as heard."""
        now = time.monotonic()
        self._said = [(text, end) for text, end in self._said if end <= now]
        self._until = now

    def forget(self):
        """Discards all texts heard so far."""
        self._said.clear()

    @property
    def voiced(self):
        """Returns the texts that were spoken to their end, in order."""
        now = time.monotonic()
        return [text for text, end in list(self._said) if end <= now]

    def wait_for_words(self, before, seconds, words=""):
        """Waits until a text after the first ones contains words, at most for this number of seconds."""
        since = time.monotonic()
        while not any(words in text for text in self.spoken[before:]) and time.monotonic() < since + seconds:
            time.sleep(PAUSE)

    def wait_for_silence(self, seconds):
        """Waits until no text has been added for this number of seconds, and Orca had nothing to do."""
        now = None
        while now != (now := self._progress()):
            since = time.monotonic()
            while now == self._progress() and time.monotonic() < since + seconds:
                time.sleep(PAUSE)

    def _progress(self):
        """Returns what changes while Orca is busy. On a busy machine, Orca may wait for a processor
        between an event and its words.
        """
        state, *_, user, system = Path(f"/proc/{self.reader.pid}/stat").read_text().rpartition(")")[2].split()[:13]
        return len(self.spoken), int(user) + int(system), time.monotonic() if state == "R" else 0


class Conversation(socketserver.StreamRequestHandler):
    """The connection of one client."""

    def handle(self):
        """Answers line by line until the client leaves."""
        while line := self._line():
            command = line.upper()
            if command == "SPEAK":
                self._answer("230 OK RECEIVING DATA")
                self._take_text()
            elif command.startswith(SPEAKS):
                self._keep(line.partition(" ")[2])
            elif command.startswith(SILENCES):
                self.server.fall_silent()
                self._answer("210 OK STOPPED")
            elif command == "QUIT":
                return self._answer("231 HAPPY HACKING")
            else:
                self._answer(next((answer for start, answer in ANSWERS.items() if command.startswith(start)), "200 OK"))

    def _line(self):
        return self.rfile.readline().decode(errors="replace").strip()

    def _answer(self, text):
        self.wfile.write(f"{text}\r\n".encode())

    def _take_text(self):
        """Reads a text. It ends with a line that is a single dot; a line that begins with a dot has
        a second one added.
        """
        lines = []
        while (line := self.rfile.readline().decode(errors="replace").rstrip("\r\n")) != ".":
            lines.append(line.removeprefix("."))
        self._keep("\n".join(lines))

    def _keep(self, text):
        self.server.keep(xml.unescape(re.sub("<[^>]*>", "", text), {"&apos;": "'", "&quot;": '"'}))
        self._answer(f"225-{len(self.server.spoken)}\r\n225 OK MESSAGE QUEUED")


def start_orca(desktop, pace=PACE):
    """Starts a listener and Orca, and waits for Orca's first words."""
    listener = Listener(desktop, pace)
    # Orca ends every other Orca of the user, which it finds with pgrep, on whatever display. This one
    # finds none, so several scenarios can listen at the same time.
    finds_none = write(desktop.folder / "bin/pgrep", "#!/bin/sh\nexit 1\n")
    finds_none.chmod(0o755)
    # Orca would speak each key that is typed.
    write(desktop.home / ".local/share/orca/orca-customizations.py", "import orca.settings\norca.settings.enableKeyEcho = False\n")
    log = desktop.home / "orca-debug.log"
    search = f"PATH={finds_none.parent}:{desktop.environment['PATH']}"
    listener.reader = desktop.start("env", search, "orca", "--debug-file", str(log), "--disable", "braille")
    wait_for(lambda: listener.spoken, "the first words of Orca")
    return listener
