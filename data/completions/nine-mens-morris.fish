# SPDX-License-Identifier: GPL-3.0-or-later
# Completes the command line of nine-mens-morris in fish.

set -l rules standard plain windmill compo twelve morabaraba eleven lasker onetime shax chamgonu chengsanqi six \
    five seven tapatan nineholes achi smallmerels moebius sunmill windmillboard triangle pentagon hexagon
set -l players level:(seq 10) perfect compo: uci:
complete -c nine-mens-morris -l version -d 'Show the version and exit'
complete -c nine-mens-morris -l white -r -F -a "$players" -d 'Who plays White'
complete -c nine-mens-morris -l black -r -F -a "$players" -d 'Who plays Black'
complete -c nine-mens-morris -l rules -r -F -a "$rules" -d 'The rules'
complete -c nine-mens-morris -l patience -x -a '5s 10s 30s 60s' -d 'How long an answer of a program may take'
complete -c nine-mens-morris -s h -l help -d 'Show the options'
complete -c nine-mens-morris -l help-all -d 'Show the options of the toolkit, too'
