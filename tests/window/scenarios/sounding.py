# SPDX-License-Identifier: GPL-3.0-or-later
"""Sounds on their way to the loudspeakers, recorded behind a PulseAudio server without any."""

import array
import contextlib
import math
import socket
import time

from desktop import wait_for
from files import write_settings
from loudspeakers import MONITOR, connect_loudspeakers, expect_loudspeakers
from program import Program

RATE = 8000
# Length of the parts whose loudness is measured, in seconds.
PART = 0.02
# Silence is below QUIET and a sound is above LOUD, of 32768.
QUIET, LOUD = 60, 500
# Pause between two clicks, in seconds. A sound follows its click and has died away within this
# time.
BETWEEN = 1.3
# On a busy machine the server may record a sound at most this many seconds before the position
# that the recording had reached when the sound was requested.
EARLY = 0.4
# The game of two people. The seventh click closes a mill, and the eighth removes a man.
CLICKS = "d6 f4 d2 b4 f6 b2 b6 b4".split()
MILL = "b6"


def sounds_are_recorded(desktop, executable):
    """Eight clicks make eight sounds at the right times, even the same sound six times in a row; with sounds off there is silence."""
    connect_loudspeakers(desktop)
    record = Record(desktop)
    with two_people(desktop, executable) as program:
        times = []
        for point in CLICKS:
            time.sleep(BETWEEN)
            times.append(record.seconds())
            program.play(point)
        time.sleep(BETWEEN)
        found = onsets(record.loudness())
        for point, click, following in zip(CLICKS, times, times[1:] + [math.inf]):
            heard = [sound - click for sound in found if click - EARLY <= sound < following - EARLY]
            # The bell of a mill follows the sound of the man, and may count as a separate sound.
            most = 2 if point == MILL else 1
            assert 1 <= len(heard) <= most, f"{point} at {click} of {times}, sounds at {found}"
        program.key("ctrl+comma")
        program.wait_page("SettingsPage")
        program.press("Sound Effects", "switch")
        program.key("alt+Left")
        program.wait_page("GamePage")
        silent = record.seconds()
        program.play("d7")
        time.sleep(BETWEEN)
        assert not [sound for sound in onsets(record.loudness()) if sound > silent], "silence where sounds are off"


def sounds_survive_their_server(desktop, executable):
    """Without a server, with one that starts, ends, or never answers, and with a new one, the game plays each sound that it can."""
    place = expect_loudspeakers(desktop)
    with two_people(desktop, executable) as program:
        program.play("d6")
        # A sound waits a moment for a server, so this one would be recorded if the server started
        # now.
        time.sleep(BETWEEN)
        server = connect_loudspeakers(desktop)
        record_once(desktop, lambda: program.play("f4"))
        server.terminate()
        server.wait()
        program.play("d2")
        place.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX) as deaf:
            deaf.bind(str(place))
            deaf.listen()
            for point in ("b4", "f6", "b2"):
                program.play(point)
        # A sound that cannot be played soon is not played later.
        time.sleep(BETWEEN)
        connect_loudspeakers(desktop)
        # This closes no mill.
        record_once(desktop, lambda: program.play("g1"))


@contextlib.contextmanager
def two_people(desktop, executable):
    """Starts the program with a game of two people."""
    write_settings(desktop, look={"animation": "off"}, game={"opponent": "person"})
    with Program(desktop, executable) as program:
        program.wait_page("MainMenu")
        program.key("ctrl+n")
        program.wait_page("SetupPage")
        program.key("Return")
        program.wait_page("GamePage")
        yield program


def record_once(desktop, action):
    """Checks that an action makes one sound."""
    record = Record(desktop)
    action()
    time.sleep(BETWEEN)
    found = onsets(record.loudness())
    assert len(found) == 1, f"sounds at {found}"


class Record:
    """Records all sounds played on a desktop from now on."""

    def __init__(self, desktop):
        self.path = desktop.folder / "played.raw"
        self.path.unlink(missing_ok=True)
        self._desktop = desktop
        wait_for(self._begin, "a recording")

    def _begin(self):
        """Starts the recorder. If the server is not there yet, the recorder ends at once."""
        self._desktop.start("parec", f"--device={MONITOR}", "--format=s16le", f"--rate={RATE}", "--channels=1",
                            "--latency-msec=20", str(self.path))
        time.sleep(0.5)
        return self.path.exists() and self.path.stat().st_size > 0

    def samples(self):
        """Returns all samples."""
        data = self.path.read_bytes()
        return array.array("h", data[:len(data) // 2 * 2])

    def seconds(self):
        """Returns the current length of the recording, in seconds."""
        return self.path.stat().st_size / 2 / RATE

    def loudness(self):
        """Returns the loudness of each part."""
        samples, size = self.samples(), int(RATE * PART)
        parts = (samples[start:start + size] for start in range(0, len(samples) - size, size))
        return [math.sqrt(sum(sample * sample for sample in part) / size) for part in parts]


def onsets(loudness):
    """Returns the times at which sounds begin, in seconds: at a loud part after quiet ones."""
    found, quiet = [], True
    for number, level in enumerate(loudness):
        if quiet and level > LOUD:
            found.append(number * PART)
            quiet = False
        # A sound swells and fades. It is over after a while of silence.
        quiet = quiet or all(part < QUIET for part in loudness[max(number - 4, 0):number + 1])
    return found
