#!/usr/bin/python3 -B
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens a menu under the pointer, and closes its window while a tooltip is due. The timer of the
tooltip goes on, and GTK asks for the place of the pointer on the surface that the menu no longer
has.

Seen with GTK 4.8.3 on X11 (gtk_tooltip_show_tooltip), if something still holds the menu, such as a
screen reader. Needs the pointer where the menu opens: build-aux/headless sh -c 'openbox &
xdotool mousemove 400 300; exec tests/window/gtk_faults/tooltip_of_closed_menu.py'.
"""

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, Gtk  # noqa: E402


def show(app):
    """Shows the window, opens its menu, and closes the window before a tooltip can appear."""
    menu = Gio.Menu()
    for _ in range(15):
        menu.append("Nothing")
    button = Gtk.MenuButton(menu_model=menu, valign=Gtk.Align.START)
    window = Gtk.ApplicationWindow(application=app, default_width=800, default_height=600, child=button)
    app.hold()
    app.menu = button.get_popover()
    window.present()
    GLib.timeout_add(300, button.popup)
    GLib.timeout_add(550, window.destroy)
    GLib.timeout_add_seconds(3, app.quit)


application = Gtk.Application()
application.connect("activate", show)
application.run()
