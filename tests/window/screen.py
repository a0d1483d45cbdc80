# SPDX-License-Identifier: GPL-3.0-or-later
"""The screen as pixels, read from the memory of the display, and a mouse without the start of a program."""

import ctypes
import mmap
import struct
from collections import deque

from desktop import wait_for

# A picture rests that is the same so many times, a few frames apart.
SAME = 10


class Screen:
    """The picture of a desktop: 32 bits a pixel, as it is now."""

    def __init__(self, desktop):
        self._file = open(desktop.picture, "rb")
        self._memory = mmap.mmap(self._file.fileno(), 0, prot=mmap.PROT_READ)
        head = struct.unpack(">25I", self._memory[:100])
        header_size, row_size, colors, bits = head[0], head[12], head[19], head[11]
        assert bits == 32, f"{bits} bits a pixel"
        self._row_size = row_size
        self._start = header_size + colors * 12

    def rows(self, box):
        """The bytes of a part of the screen: (x, y, width, height)."""
        x, y, width, height = box
        first = self._start + y * self._row_size + x * 4
        return [self._memory[start:start + width * 4]
                for start in range(first, first + height * self._row_size, self._row_size)]

    def at_rest(self, box):
        """Waits until a part of the screen stays as it is for some frames, and returns its bytes: pages may fade into each other,
        and what is painted on another thread comes later.
        """
        pictures = deque(maxlen=SAME)

        def rests():
            pictures.append(b"".join(self.rows(box)))
            return len(pictures) == SAME and len(set(pictures)) == 1

        wait_for(rests, "a picture that rests")
        return pictures[0]

    def colors(self, box, every=8):
        """How many colours there are in a part of the screen, looking at every so many rows."""
        x, y, width, height = box
        found = set()
        for row in range(y, y + height, every):
            (pixels,) = self.rows((x, row, width, 1))
            found.update(memoryview(pixels).cast("I"))
        return len(found)


class Mouse:
    """The pointer of a display."""

    def __init__(self, desktop):
        self._x11 = ctypes.CDLL("libX11.so.6")
        self._test = ctypes.CDLL("libXtst.so.6")
        self._x11.XOpenDisplay.restype = ctypes.c_void_p
        self._display = ctypes.c_void_p(self._x11.XOpenDisplay(desktop.environment["DISPLAY"].encode()))

    def move(self, x, y):
        """Moves it to a place on the screen."""
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, 0)
        self._x11.XSync(self._display, 0)

    def click(self):
        """Presses and lets go the first button."""
        for down in (1, 0):
            self._test.XTestFakeButtonEvent(self._display, 1, down, 0)
        self._x11.XSync(self._display, 0)


# Of the display: the property of its resources, its type, and that it takes the place of what was there.
RESOURCE_MANAGER, STRING, REPLACE = 23, 31, 0
