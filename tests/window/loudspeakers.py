# SPDX-License-Identifier: GPL-3.0-or-later
"""Loudspeakers that nobody hears."""

from pathlib import Path

from desktop import wait_for

# What is played there can be recorded from here.
MONITOR = "nowhere.monitor"


def expect_loudspeakers(desktop):
    """Tells the programs that are started from now on where a sound server is, or will be; gives the socket's path."""
    socket = Path(desktop.environment["XDG_RUNTIME_DIR"]) / "pulse-socket"
    desktop.environment["PULSE_SERVER"] = f"unix:{socket}"
    return socket


def connect_loudspeakers(desktop):
    """Starts the sound server."""
    socket = expect_loudspeakers(desktop)
    socket.unlink(missing_ok=True)
    server = desktop.start("pulseaudio", "--daemonize=no", "--exit-idle-time=-1", "--disallow-exit", "-n",
                           "-L", f"module-native-protocol-unix auth-anonymous=1 socket={socket}",
                           "-L", "module-null-sink sink_name=nowhere")
    wait_for(socket.exists, "a sound server")
    return server
