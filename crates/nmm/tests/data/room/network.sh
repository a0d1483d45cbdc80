#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# network.sh NMM cut|six|long
#
# Runs as root of namespaces of its own. Two computers, which are namespaces, are on a bridge. A guest on
# the one finds the room on the other by multicast, and plays a game over a slow cable that is cut.
set -eu
program=$1 kind=$2
folder=$(mktemp -d)
started=
trap 'kill $started 2>/dev/null || true; tail -n 20 "$folder"/*.txt >&2; rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
ip link set lo up
ip link add bridge type bridge
ip link set bridge up

# computer NAME NUMBER: starts a namespace, and connects it to the bridge.
computer() {
    unshare -n sleep 900 > /dev/null 2>&1 &
    eval "$1=$!"
    started="$started $!"
    sleep 0.3
    ip link add "to-$1" type veth peer name eth0 netns "$(eval echo \$"$1")"
    ip link set "to-$1" master bridge up
    on "$1" ip link set lo up
    [ "$kind" = six ] || on "$1" ip address add "192.168.77.$2/24" dev eth0
    on "$1" ip link set eth0 up
    [ "$kind" = six ] || on "$1" ip route add default dev eth0
}
on() { pid=$(eval echo \$"$1"); shift; nsenter -t "$pid" -n "$@"; }

computer ann 1
computer bob 2
tc qdisc add dev to-bob root tbf rate 64kbit burst 2000 latency 400ms 2>/dev/null || true
# A new IPv6 address is checked for duplicates first.
sleep 2
mkdir "$folder/a" "$folder/b"
# No tables are made for this game, so that each move of Bob takes its time.
on ann "$program" room host --name Ann --player random --rules sesotho --file "$folder/a/room" --games 1 > "$folder/ann.txt" 2>&1 &
started="$started $!"
sleep 1
code=$(sed -n 's/^code //p' "$folder/ann.txt")
on bob "$program" room join --code "$code" --name Bob --player time:700ms --file "$folder/b/room" > "$folder/bob.txt" 2>&1 &
started="$started $!"

# after NUMBER: waits for this number of positions.
after() {
    for _ in $(seq 600); do
        [ "$(grep -c '^position' "$folder/bob.txt")" -lt "$1" ] || return 0
        ! grep -q '^over' "$folder/bob.txt" || return 0
        sleep 0.1
    done
    echo "There are not $1 positions." >&2
    return 1
}
# cut SECONDS: cuts the cable for this time.
cut() {
    ip link set to-bob down
    sleep "$1"
    ip link set to-bob up
}

# watch: finds the room from another program, also while its seat is taken, and sees the game.
watch() {
    on bob "$program" room watch --code "$code" --name Eve > "$folder/eve.txt" 2>&1 &
    started="$started $!"
    for _ in $(seq 100); do
        ! grep '^found' "$folder/eve.txt" || break
        sleep 0.1
    done
}
# move: gives the host another address, so that its guest has to look for it.
move() {
    on ann ip address del 192.168.77.1/24 dev eth0
    on ann ip address add 192.168.77.3/24 dev eth0
}

case $kind in
    cut) after 4; watch; after 8; cut 1; after 12; cut 10; after 16; move ;;
    long) after 4; cut 360 ;;
    six) after 4 ;;
esac
for name in ann bob; do
    for _ in $(seq 600); do
        ! grep -q '^over' "$folder/$name.txt" || break
        sleep 0.1
    done
    grep '^position' "$folder/$name.txt" | tail -n 1 > "$folder/$name.end"
    grep '^over' "$folder/$name.txt" >> "$folder/$name.end"
done
cmp "$folder/ann.end" "$folder/bob.end"
[ "$kind" = six ] || grep -q '^away' "$folder/bob.txt"
if [ "$kind" = cut ]; then
    # On a busy machine, the answer over IPv6 may come first.
    grep -Eq '^found (192\.168\.77\.1|\[fe80[^]]*\]):[0-9]+ full Ann$' "$folder/eve.txt"
    if grep -q '192.168.77.1:' "$folder/b/room"; then exit 1; fi
fi
[ "$kind" != six ] || grep -q '^found \[fe80' "$folder/bob.txt"
: > "$folder/ann.txt"
: > "$folder/bob.txt"
