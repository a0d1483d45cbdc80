# SPDX-License-Identifier: GPL-3.0-or-later
"""Orca on a desktop, and a listener in place of a voice: it speaks the protocol of Speech Dispatcher (SSIP) with Orca, and
keeps what it is told to say.
"""

import fcntl
import re
import socketserver
import threading
import time
import xml.sax.saxutils as xml
from pathlib import Path

from desktop import target_folder, wait_for

# What a client is answered; all else is fine, too.
ANSWERS = {
    "HISTORY GET CLIENT_ID": "245-1\r\n245 OK CLIENT ID SENT",
    "LIST OUTPUT_MODULES": "250-listener\r\n250 OK MODULE LIST SENT",
    "LIST SYNTHESIS_VOICES": "249-listener\ten\tnone\r\n249 OK VOICE LIST SENT",
    "LIST VOICES": "249-MALE1\r\n249 OK VOICE LIST SENT",
    "GET": "251-50\r\n251 OK GET RETURNED",
}
SPEAKS = ("SPEAK", "CHAR", "KEY", "SOUND_ICON")
# What a client says so that the voice falls silent.
SILENCES = ("CANCEL", "STOP")
# How many characters a second a voice speaks to somebody who is used to it.
PACE = 100


class Listener(socketserver.ThreadingUnixStreamServer):
    """Hears what is spoken on a desktop, in its order."""

    daemon_threads = True

    def __init__(self, desktop):
        socket = Path(desktop.environment["XDG_RUNTIME_DIR"]) / "speech-dispatcher/speechd.sock"
        socket.parent.mkdir()
        super().__init__(str(socket), Conversation)
        self.spoken = []
        self._said = []
        self._until = 0.0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def keep(self, text):
        """A client has something said: it follows what is being said."""
        self.spoken.append(text)
        self._until = max(time.monotonic(), self._until) + len(text) / PACE
        self._said.append((text, self._until))

    def fall_silent(self):
        """A client wants silence: what has not been said to its end is not heard."""
        now = time.monotonic()
        self._said = [(text, end) for text, end in self._said if end <= now]
        self._until = now

    def forget(self):
        """What was heard so far is of no more use."""
        self._said.clear()

    @property
    def heard(self):
        """What was said to its end, in its order."""
        now = time.monotonic()
        return [text for text, end in list(self._said) if end <= now]

    def wait_for_silence(self, seconds):
        """Waits until nothing has been said for so long."""
        count = -1
        while count != len(self.spoken):
            count = len(self.spoken)
            time.sleep(seconds)


class Conversation(socketserver.StreamRequestHandler):
    """One client."""

    def handle(self):
        """Answers line by line, until the client goes."""
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
        """A text ends with a line that holds but a dot; a line that begins with one has one more."""
        lines = []
        while (line := self.rfile.readline().decode(errors="replace").rstrip("\r\n")) != ".":
            lines.append(line.removeprefix("."))
        self._keep("\n".join(lines))

    def _keep(self, text):
        self.server.keep(xml.unescape(re.sub("<[^>]*>", "", text), {"&apos;": "'", "&quot;": '"'}))
        self._answer(f"225-{len(self.server.spoken)}\r\n225 OK MESSAGE QUEUED")


def start_orca(desktop):
    """Starts a listener and Orca, and waits until it has said its first words."""
    listener = Listener(desktop)
    # Orca runs once for each user, whatever the display: who comes second waits until the first scenario has ended.
    listener.turn = open(target_folder() / "orca.lock", "w")
    fcntl.flock(listener.turn, fcntl.LOCK_EX)
    log = desktop.home / "orca-debug.log"
    listener.reader = desktop.start("orca", "--debug-file", str(log), "--disable", "braille")
    wait_for(lambda: listener.spoken, "the first words of Orca")
    return listener
