#!/usr/bin/python3 -B
# SPDX-License-Identifier: GPL-3.0-or-later
"""confined.py FOLDER... -- PROGRAM [ARGUMENT...]

Runs a program that can change files only in these folders and in /dev, whatever path is entered in
a file dialog. Where the kernel does not support Landlock, or Landlock is forbidden, the program
runs unconfined.
"""

import ctypes
import os
import struct
import sys

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
BENEATH = 1
NO_NEW_PRIVILEGES = 38
# WRITE_FILE, and all rights to remove or make files and folders, of the first version of Landlock.
CHANGES = 1 << 1 | sum(1 << bit for bit in range(4, 13))
# The right to move files from one folder to another, of the second version.
REFER = 1 << 13
ASK_VERSION = 1


def confine(folders):
    """Forbids changes outside the folders. Returns false if the kernel cannot do this."""
    libc = ctypes.CDLL(None, use_errno=True)
    rights = CHANGES | (REFER if libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ASK_VERSION) >= 2 else 0)
    attributes = struct.pack("Q", rights)
    rules = libc.syscall(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if rules < 0:
        return False
    for folder in folders:
        place = os.open(folder, os.O_PATH | os.O_CLOEXEC)
        rule = struct.pack("=Qi", rights, place)
        if libc.syscall(ADD_RULE, rules, BENEATH, rule, 0) != 0:
            raise OSError(ctypes.get_errno(), folder)
    libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    return libc.syscall(RESTRICT_SELF, rules, 0) == 0


def main():
    """Confines this process and replaces it by the program."""
    end = sys.argv.index("--")
    confine([*sys.argv[1:end], "/dev"])
    os.execvp(sys.argv[end + 1], sys.argv[end + 1:])


if __name__ == "__main__":
    main()
