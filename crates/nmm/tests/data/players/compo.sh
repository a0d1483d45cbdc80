#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A player of the competition that misbehaves in the way that is asked for, when it is asked for its first turn.
way=$1

case $way in
    dead) echo 'cannot find my book' >&2; exit 3 ;;
    deaf) exec sleep 1000 ;;
    endless) tr '\0' x </dev/zero ;;
esac

read -r color
echo "$way"
[ "$way" != early ] || exit 0
number=0
while read -r board; do
    number=$((number + 1))
    case $way in
        silent) ;;
        chatty) yes 'a long story that nobody wants to hear' >&2 & yes '' | tr -d '\n' ;;
        talkative) echo 'I think about it'; echo 0 ;;
        crash) echo 'out of ideas' >&2; exit 1 ;;
        backwards) echo $((24 - number)) ;;
        later) [ $number -lt 3 ] || exit 7; echo $((number - 1)) ;;
        killed) kill -9 $$ ;;
        half) printf '1'; exec >&-; exit 0 ;;
        shy) printf '1'; exec sleep 1000 ;;
        illegal) echo 15 15 ;;
        outside) echo 24 ;;
        twice) echo 1 ;;
        binary) printf '\001\377\000z9\n' ;;
        empty) echo ;;
        long) head -c 100000 /dev/zero | tr '\0' 1; echo ;;
        resists) trap '' TERM INT HUP; sleep 1000 & wait ;;
        slow) sleep 30; echo 0 ;;
        drips) while :; do printf ' '; sleep 0.1; done ;;
        wanders) (setsid sleep "$2" &); exec sleep 1000 ;;
        runaway) env -i setsid sleep "$2" & exec sleep 1000 ;;
    esac
done
