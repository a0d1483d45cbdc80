# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the pixels of the screen from the memory of the display, and moves a mouse without starting
a program.
"""

import ctypes
import mmap
import struct
from collections import deque

from desktop import wait_for

# A picture is at rest if it is the same this many times, a few frames apart.
SAME = 10


class Screen:
    """The current picture of a desktop, with 32 bits per pixel."""

    def __init__(self, desktop):
        self._file = open(desktop.picture, "rb")
        self._memory = mmap.mmap(self._file.fileno(), 0, prot=mmap.PROT_READ)
        head = struct.unpack(">25I", self._memory[:100])
        header_size, row_size, colors, bits = head[0], head[12], head[19], head[11]
        assert bits == 32, f"{bits} bits a pixel"
        self._row_size = row_size
        self._start = header_size + colors * 12

    def rows(self, box):
        """Returns the bytes of a part of the screen by row. `box` is (x, y, width, height)."""
        x, y, width, height = box
        first = self._start + y * self._row_size + x * 4
        return [self._memory[start:start + width * 4]
                for start in range(first, first + height * self._row_size, self._row_size)]

    def at_rest(self, box):
        """Waits until a part of the screen does not change for some frames, and returns its bytes. Pages
        may cross-fade, and pictures painted on another thread come later.
        """
        pictures = deque(maxlen=SAME)

        def rests():
            pictures.append(b"".join(self.rows(box)))
            return len(pictures) == SAME and len(set(pictures)) == 1

        wait_for(rests, "a picture that rests")
        return pictures[0]

    def colors(self, box, every=8):
        """Counts the colors in a part of the screen, in every `every`th row."""
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
        """Moves the pointer to a place on the screen."""
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, 0)
        self._x11.XSync(self._display, 0)

    def click(self):
        """Presses and releases the first button."""
        for down in (1, 0):
            self._test.XTestFakeButtonEvent(self._display, 1, down, 0)
        self._x11.XSync(self._display, 0)


# Numbers of X: the property of a display's resources, its type, and the mode that replaces the old
# value.
RESOURCE_MANAGER, STRING, REPLACE = 23, 31, 0
