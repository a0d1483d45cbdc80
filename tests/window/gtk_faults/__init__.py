# SPDX-License-Identifier: GPL-3.0-or-later
"""What GTK itself does wrong: its words, and for each a program without any of ours that brings it to say them."""

import ctypes
import re
from dataclasses import dataclass
from pathlib import Path

from desktop import complaints


@dataclass(frozen=True)
class Fault:
    """A message of GTK, the newest version that was seen to give it, and the program beside this file that shows it."""

    message: str
    seen_with: tuple
    shown_by: str

    @property
    def program(self):
        """The path of the program."""
        return Path(__file__).with_name(f"{self.shown_by}.py")


FAULTS = (
    Fault("Gtk-CRITICAL gtk_tree_sortable_get_sort_column_id: assertion 'GTK_IS_TREE_SORTABLE (sortable)' failed",
          (4, 8, 3), "heading_without_rows"),
    Fault("Gdk-CRITICAL gdk_monitor_get_geometry: assertion 'GDK_IS_MONITOR (monitor)' failed",
          (4, 8, 3), "menu_off_screen"),
)

# No fault but a warning: GTK counts who is pressed, and has counted wrong. It was seen once in some hours of monkeys, with
# 4.8.3, where a dialog opened under a pointer that was pressed again and again; others tell of it up to 4.18. No small
# program was found that brings it (presses while windows and menus come and go do not).
MISCOUNT = re.compile(r"Gtk-WARNING \*\*: [\d:.]+: Broken accounting of active state for widget 0x[0-9a-f]+\(\w+\)$")

LINE = re.compile(r"\([^()]+:\d+\): (\w+-CRITICAL) \*\*: [\d:.]+: (.*)")


def gtk_version():
    """The version of GTK on this machine."""
    gtk = ctypes.CDLL("libgtk-4.so.1")
    return gtk.gtk_get_major_version(), gtk.gtk_get_minor_version(), gtk.gtk_get_micro_version()


def known_faults(version):
    """The faults that this version of GTK may have."""
    return [fault for fault in FAULTS if version <= fault.seen_with]


def own_faults(log, version):
    """The faults of GTK's own that a log tells, one for each complaint; none if it complains of anything else, too."""
    known = {fault.message: fault for fault in known_faults(version)}
    found = [LINE.fullmatch(line) for line in complaints(log)]
    faults = [line and known.get(f"{line[1]} {line[2]}") for line in found]
    return faults if all(faults) else []
