# SPDX-License-Identifier: GPL-3.0-or-later
"""Short runs of monkeys. build-aux/test-long runs them for longer."""

import signal
import sys

from bus import gtk_version
from desktop import animated, wait_for
from gtk_faults import FAULTS, known_faults, own_faults
from monkey import monkey
from program import Program

SECONDS = 8


@animated
def monkey_with_hands(desktop, executable):
    """A monkey with mouse and keys, without accessibility, finds no fault."""
    monkey(desktop, executable, 1, "mouse", SECONDS)


@animated
def monkey_with_actions(desktop, executable):
    """A monkey with the actions of a screen reader finds no fault."""
    monkey(desktop, executable, 2, "actions", SECONDS)


@animated
def monkey_with_both(desktop, executable):
    """A monkey with mouse, keys, and actions finds no fault."""
    monkey(desktop, executable, 3, "both", SECONDS)


@animated
def faults_of_gtk(desktop, _executable):
    """Programs without our code trigger the bugs of GTK that a monkey forgives, and it forgives no others."""
    for fault in known_faults(gtk_version()):
        desktop.run_tool("xdotool", "mousemove", "400", "300")
        with Program(desktop, sys.executable, ["-B", str(fault.program)], {"G_DEBUG": "fatal-criticals"}) as program:
            wait_for(lambda p=program: p.status is not None, f"the end of {fault.shown_by}")
            assert program.status == -signal.SIGTRAP, (program.status, program.log)
            assert own_faults(program.log, gtk_version()) == [fault], program.log
            program.forgive()
    said = [f"(morris:7): {fault.message.replace(' ', ' **: 01:02:03.456: ', 1)}" for fault in FAULTS]
    version = FAULTS[0].seen_with
    assert own_faults("\n".join(["hello", *said]), version) == list(FAULTS)
    for other in ("(morris:7): Gtk-CRITICAL **: 01:02:03.456: gtk_x: assertion 'x' failed", f"{said[0]}!", "thread 'main' panicked at x"):
        assert not own_faults("\n".join([*said, other]), version), other
    assert not own_faults(said[0], (*version[:2], version[2] + 1)), "a newer GTK is not forgiven"
    assert not own_faults("hello", version)
