#!/usr/bin/python3 -B
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that a column heading of GTK's file dialog can be pressed before its list exists. GTK then
sorts a missing list.

Seen with GTK 4.8.3. Since GTK 4.10 this list is made of other widgets. Run it in
build-aux/headless.
"""

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk  # noqa: E402


def below(widget):
    """Yields a widget and all widgets in it."""
    yield widget
    child = widget.get_first_child()
    while child:
        yield from below(child)
        child = child.get_next_sibling()


def press_heading():
    """Presses the first heading of a list that has no model yet, as a screen reader does. Does so
    repeatedly, because a heading has no effect before its button is ready.
    """
    lists = [widget for window in Gtk.Window.get_toplevels() for widget in below(window) if isinstance(widget, Gtk.TreeView)]
    shown = [widget for widget in lists if widget.get_mapped() and not widget.get_model()]
    for widget in shown:
        widget.get_column(0).get_button().activate()
    return GLib.SOURCE_CONTINUE


def show(app):
    """Opens the dialog."""
    window = Gtk.ApplicationWindow(application=app)
    window.present()
    app.dialog = Gtk.FileChooserNative.new("Open", window, Gtk.FileChooserAction.OPEN, None, None)
    app.dialog.show()
    # The interval is short, because on a busy machine the list comes soon after its headings.
    GLib.timeout_add(5, press_heading)
    GLib.timeout_add_seconds(10, app.quit)


application = Gtk.Application()
application.connect("activate", show)
application.run()
