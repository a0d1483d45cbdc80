# SPDX-License-Identifier: GPL-3.0-or-later
"""Records the changes that a program reports to screen readers."""

import time

from gi.repository import GLib

# The program has settled when no change has come for this many seconds.
QUIET = 0.7
# Pause between two looks, in seconds.
PAUSE = 0.02
# Changes that Orca drops before it queues them.
LET_GO = {("BoundsChanged", ""), ("StateChanged", "defunct")}


class Changes:
    """A context that records changes. Afterwards, `told` has the changes as (signal, detail, path),
    and `queued` has those that Orca processes.
    """

    def __init__(self, bus, owner):
        self.told = []
        self._bus, self._owner = bus, owner

    def __enter__(self):
        self._handle = self._bus.listen(self._owner, self._take)
        self._wait_until_quiet()
        self.told.clear()
        return self

    def __exit__(self, *_):
        self._wait_until_quiet()
        self._bus.stop_listening(self._handle)

    def _take(self, path, signal, parameters):
        self.told.append((signal, parameters.unpack()[0], path))

    @property
    def queued(self):
        """Returns the changes that Orca does not drop."""
        return [change for change in self.told if change[:2] not in LET_GO]

    def _wait_until_quiet(self):
        context, count, since = GLib.MainContext.default(), -1, time.monotonic()
        while time.monotonic() < since + QUIET:
            while context.iteration(False):
                pass
            if count != len(self.told):
                count, since = len(self.told), time.monotonic()
            time.sleep(PAUSE)
