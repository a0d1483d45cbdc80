#!/usr/bin/python3 -B
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens a menu while its window shrinks from the whole screen. For a moment the window has its new
position and still its old width. The menu's button is then outside of all monitors, and GTK asks
for the size of a monitor that it did not find.

Seen with GTK 4.8.3 on X11 (gdk_x11_surface_layout_popup). Needs a window manager that keeps the
window away from the left edge: build-aux/headless sh -c 'openbox & exec
tests/window/gtk_faults/menu_off_screen.py'.
"""

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, Gtk  # noqa: E402


def show(app):
    """Shows the window maximized, and restores its size after a second."""
    menu = Gio.Menu()
    menu.append("Nothing")
    button = Gtk.MenuButton(menu_model=menu)
    bar = Gtk.HeaderBar()
    bar.pack_end(button)
    window = Gtk.ApplicationWindow(application=app, default_width=800, default_height=600)
    window.set_titlebar(bar)
    window.maximize()
    window.present()
    window.connect("notify::maximized", lambda *_: window.is_maximized() or button.popup())
    GLib.timeout_add(1000, window.unmaximize)
    GLib.timeout_add_seconds(3, app.quit)


application = Gtk.Application()
application.connect("activate", show)
application.run()
