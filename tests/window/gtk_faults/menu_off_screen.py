#!/usr/bin/python3 -B
# SPDX-License-Identifier: GPL-3.0-or-later
"""A menu that opens while its window shrinks from the whole screen: for a moment the window has its new place and still
its old width. Then the menu's button lies outside of all monitors, and GTK asks a monitor that it has not found for its
size.

Seen with GTK 4.8.3 on X11 (gdk_x11_surface_layout_popup). Needs a window manager that keeps the window away from the left
edge: build-aux/headless sh -c 'openbox & exec tests/window/gtk_faults/menu_off_screen.py'.
"""

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, Gtk  # noqa: E402


def show(app):
    """Shows the window, and lets it shrink when it has filled the screen for a while."""
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
