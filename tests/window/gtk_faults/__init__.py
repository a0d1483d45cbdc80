# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists bugs of GTK: each has its message, and a program without our code that triggers it."""

import re
from dataclasses import dataclass
from pathlib import Path

from desktop import complaints


@dataclass(frozen=True)
class Fault:
    """A message of GTK, the newest version that printed it, and the program in this folder that
    triggers it.
    """

    message: str
    seen_with: tuple
    shown_by: str

    @property
    def program(self):
        """Returns the path of the program."""
        return Path(__file__).with_name(f"{self.shown_by}.py")


FAULTS = (
    Fault("Gtk-CRITICAL gtk_tree_sortable_get_sort_column_id: assertion 'GTK_IS_TREE_SORTABLE (sortable)' failed",
          (4, 8, 3), "heading_without_rows"),
    Fault("Gdk-CRITICAL gdk_monitor_get_geometry: assertion 'GDK_IS_MONITOR (monitor)' failed",
          (4, 8, 3), "menu_off_screen"),
    Fault("Gdk-CRITICAL gdk_surface_get_device_position: assertion 'GDK_IS_SURFACE (surface)' failed",
          (4, 8, 3), "tooltip_of_closed_menu"),
)

# This is a warning, not a critical message: GTK counts which widgets are pressed, and sometimes
# counts wrong. It was seen once in some hours of monkeys, with 4.8.3, when a dialog opened under a
# pointer that was pressed repeatedly. Others report it up to 4.18. No small program was found that
# triggers it (presses while windows and menus open and close do not).
MISCOUNT = re.compile(r"Gtk-WARNING \*\*: [\d:.]+: Broken accounting of active state for widget 0x[0-9a-f]+\(\w+\)$")

LINE = re.compile(r"\([^()]+:\d+\): (\w+-CRITICAL) \*\*: [\d:.]+: (.*)")


def known_faults(version):
    """Returns the bugs that this version of GTK may have."""
    return [fault for fault in FAULTS if version <= fault.seen_with]


def own_faults(log, version):
    """Returns the bugs of GTK that a log reports, one for each complaint. Returns an empty list if
    the log also has any other complaint.
    """
    known = {fault.message: fault for fault in known_faults(version)}
    found = [LINE.fullmatch(line) for line in complaints(log)]
    faults = [line and known.get(f"{line[1]} {line[2]}") for line in found]
    return faults if all(faults) else []
