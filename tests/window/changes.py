# SPDX-License-Identifier: GPL-3.0-or-later
"""The changes that a program tells screen readers of, as they come."""

import time

from gi.repository import GLib

# Nothing more comes where nothing has come for so long, in seconds.
QUIET = 0.7
# Between two looks.
PAUSE = 0.02
# What Orca lets go by before it stands in its queue.
LET_GO = {("BoundsChanged", ""), ("StateChanged", "defunct")}


class Changes:
    """Use it around what is done; then `told` has the changes, as (signal, detail, path), and `queued` those that Orca looks at."""

    def __init__(self, bus, owner):
        self.told = []
        self._bus, self._owner = bus, owner

    def __enter__(self):
        self._handle = self._bus.listen(self._owner, self._take)
        self._settle()
        self.told.clear()
        return self

    def __exit__(self, *_):
        self._settle()
        self._bus.stop_listening(self._handle)

    def _take(self, path, signal, parameters):
        self.told.append((signal, parameters.unpack()[0], path))

    @property
    def queued(self):
        """The changes that Orca does not let go by."""
        return [change for change in self.told if change[:2] not in LET_GO]

    def _settle(self):
        context, count, since = GLib.MainContext.default(), -1, time.monotonic()
        while time.monotonic() < since + QUIET:
            while context.iteration(False):
                pass
            if count != len(self.told):
                count, since = len(self.told), time.monotonic()
            time.sleep(PAUSE)
