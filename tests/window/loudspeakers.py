# SPDX-License-Identifier: GPL-3.0-or-later
"""A sound server that plays to a null sink."""

from pathlib import Path

from desktop import wait_for

# Name of the source from which the played sound can be recorded.
MONITOR = "nowhere.monitor"


def expect_loudspeakers(desktop):
    """Sets the address of a sound server for programs that start from now on. The server may start
    later. Returns the path of its socket.
    """
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
