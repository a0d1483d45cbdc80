# SPDX-License-Identifier: GPL-3.0-or-later
"""Mouse, keyboard, and windows of a display. No program is started for an input, so there can be
hundreds a second.
"""

import ctypes
import struct
from contextlib import contextmanager

from screen import Mouse

MODIFIERS = {"ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L"}
LEFT, MIDDLE, RIGHT, WHEEL_UP, WHEEL_DOWN = 1, 2, 3, 4, 5
# Width of the frame that GTK draws without a compositor, in pixels.
SOLID_FRAME = 5
# Maximum length of a property, in words of 32 bits. All properties read here are shorter.
MOST_WORDS = 1024


def nothing_happened(_display, _event):
    """Ignores an error. A window may close while it is being asked, and Xlib's own handler would
    end this process.
    """
    return 0


HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(nothing_happened)


class Hands(Mouse):
    """The mouse and the keyboard of a display, and its windows."""

    def __init__(self, desktop):
        super().__init__(desktop)
        self._x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self._x11.XStringToKeysym.restype = ctypes.c_ulong
        self._x11.XkbKeycodeToKeysym.restype = ctypes.c_ulong
        self._x11.XInternAtom.restype = ctypes.c_ulong
        self._x11.XSetErrorHandler(HANDLER)
        self._root = self._x11.XDefaultRootWindow(self._display)
        self._atoms = {}

    def _flush(self):
        self._x11.XSync(self._display, 0)

    # Mouse

    def press(self, button=LEFT):
        """Presses a mouse button."""
        self._test.XTestFakeButtonEvent(self._display, button, 1, 0)
        self._flush()

    def release(self, button=LEFT):
        """Releases a mouse button."""
        self._test.XTestFakeButtonEvent(self._display, button, 0, 0)
        self._flush()

    def click(self, button=LEFT):
        """Presses and releases a mouse button."""
        self.press(button)
        self.release(button)

    # Keyboard

    def key(self, combination):
        """Presses and releases a key with its modifiers, in the names of X, for example
        `ctrl+shift+z`.
        """
        *modifiers, name = combination.split("+")
        code, needs_shift = self._code(name)
        held = [self._code(MODIFIERS[modifier])[0] for modifier in modifiers]
        if needs_shift and "shift" not in modifiers:
            held.append(self._code("Shift_L")[0])
        for number in (*held, code):
            self._test.XTestFakeKeyEvent(self._display, number, 1, 0)
        for number in (code, *reversed(held)):
            self._test.XTestFakeKeyEvent(self._display, number, 0, 0)
        self._flush()

    def _code(self, name):
        """Returns the code of a key, and whether the key needs Shift for this symbol."""
        symbol = self._x11.XStringToKeysym(name.encode())
        code = self._x11.XKeysymToKeycode(self._display, ctypes.c_ulong(symbol)) if symbol else 0
        if not code:
            raise ValueError(f"no key is called {name!r}")
        return code, self._x11.XkbKeycodeToKeysym(self._display, code, 0, 0) != symbol

    def keyboard(self):
        """Returns who gets the keys, for the report of a failure: the window with the focus of the
        display, keys and buttons that are held, and whether a program keeps the keyboard to itself.
        """
        focus, root, child = (ctypes.c_ulong() for _ in range(3))
        reverts, x, y, held = ctypes.c_int(), ctypes.c_int(), ctypes.c_int(), ctypes.c_uint()
        self._x11.XGetInputFocus(self._display, ctypes.byref(focus), ctypes.byref(reverts))
        self._x11.XQueryPointer(self._display, ctypes.c_ulong(self._root), *map(ctypes.byref, (root, child, x, y, x, y, held)))
        is_kept = self._x11.XGrabKeyboard(self._display, ctypes.c_ulong(self._root), 0, 1, 1, 0) != 0
        if not is_kept:
            self._x11.XUngrabKeyboard(self._display, 0)
        return f"focus on window {focus.value:#x}, held {held.value:#x}, {'kept' if is_kept else 'free'}"

    # Windows

    def active_window(self):
        """Returns the window that has the keyboard focus, or 0 if none has."""
        return (self._numbers(self._root, "_NET_ACTIVE_WINDOW") or [0])[0]

    def windows(self, process_id):
        """Returns the windows of a program, the oldest first."""
        return [window for window in self._numbers(self._root, "_NET_CLIENT_LIST") if self.owner(window) == process_id]

    def owner(self, window):
        """Returns the process that shows a window, or 0 if it is unknown."""
        return (self._numbers(window, "_NET_WM_PID") or [0])[0]

    def title(self, window):
        """Returns the title of a window."""
        return self._bytes(window, "_NET_WM_NAME").decode(errors="replace")

    def frame(self, window):
        """Returns the width of a window's shadow, or of its frame where there are no shadows: left,
        right, top, bottom.
        """
        return tuple(self._numbers(window, "_GTK_FRAME_EXTENTS")[:4]) or (SOLID_FRAME,) * 4

    def box(self, window):
        """Returns the position on the screen and the size of a window's content, without its
        shadow, or None if there is no window.
        """
        outer = self.outer_box(window)
        if not outer:
            return None
        left, right, top, bottom = self.frame(window)
        x, y, width, height = outer
        return x + left, y + top, width - left - right, height - top - bottom

    def outer_box(self, window):
        """Returns the position on the screen and the size of a window with its shadow, or None if
        there is no window.
        """
        root, child = ctypes.c_ulong(), ctypes.c_ulong()
        x, y = ctypes.c_int(), ctypes.c_int()
        width, height, border, depth = (ctypes.c_uint() for _ in range(4))
        found = window and self._x11.XGetGeometry(
            self._display, ctypes.c_ulong(window), *map(ctypes.byref, (root, x, y, width, height, border, depth)))
        if not found or not self._x11.XTranslateCoordinates(
                self._display, ctypes.c_ulong(window), ctypes.c_ulong(self._root), 0, 0,
                *map(ctypes.byref, (x, y, child))):
            return None
        return x.value, y.value, width.value, height.value

    def resize(self, window, width, height):
        """Asks for a size of the window's content."""
        left, right, top, bottom = self.frame(window)
        self._x11.XResizeWindow(self._display, ctypes.c_ulong(window), width + left + right, height + top + bottom)
        self._flush()

    def scale_text(self, factor):
        """Scales the text of programs that start from now on."""
        text = f"Xft.dpi:\t{96 * factor:g}\n".encode()
        self._x11.XChangeProperty(self._display, ctypes.c_ulong(self._root), ctypes.c_ulong(self._atom("RESOURCE_MANAGER")),
                                  ctypes.c_ulong(self._atom("STRING")), 8, 0, text, len(text))
        self._flush()

    def _numbers(self, window, name):
        """Returns a property that is a list of numbers."""
        with self._property(window, name) as (data, count, bits):
            # Xlib returns numbers of 32 bits as longs.
            return list(struct.unpack(f"{count}L", ctypes.string_at(data, 8 * count))) if bits == 32 and count else []

    def _bytes(self, window, name):
        """Returns a property that is a text."""
        with self._property(window, name) as (data, count, bits):
            return ctypes.string_at(data, count) if bits == 8 and count else b""

    @contextmanager
    def _property(self, window, name):
        kind, bits = ctypes.c_ulong(), ctypes.c_int()
        count, left = ctypes.c_ulong(), ctypes.c_ulong()
        data = ctypes.c_void_p()
        if window:
            self._x11.XGetWindowProperty(
                self._display, ctypes.c_ulong(window), ctypes.c_ulong(self._atom(name)), ctypes.c_long(0),
                ctypes.c_long(MOST_WORDS), 0, ctypes.c_ulong(0), *map(ctypes.byref, (kind, bits, count, left, data)))
        try:
            yield data, count.value, bits.value
        finally:
            if data:
                self._x11.XFree(data)

    def _atom(self, name):
        if name not in self._atoms:
            self._atoms[name] = self._x11.XInternAtom(self._display, name.encode(), 0)
        return self._atoms[name]
