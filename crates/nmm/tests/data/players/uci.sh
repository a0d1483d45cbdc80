#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A player that speaks the UCI-like protocol and misbehaves in the way that is asked for.
way=$1

case $way in
    dead) echo 'cannot find my book' >&2; exit 3 ;;
    deaf) exec sleep 1000 ;;
    endless) tr '\0' x </dev/zero ;;
esac

while read -r word rest; do
    case $word in
        uci)
            echo "id name $way"
            echo 'option name Rules type combo default standard var standard var plain'
            echo uciok ;;
        isready) echo readyok ;;
        go)
            case $way in
                silent) ;;
                chatty) yes 'info string a long story that nobody wants to hear' & yes 'errors, too' >&2 ;;
                crash) echo 'out of ideas' >&2; exit 1 ;;
                killed) kill -9 $$ ;;
                half) printf 'bestm'; exit 0 ;;
                illegal) echo 'bestmove a1' ;;
                nonsense) printf 'bestmove \001\377\000z9\n' ;;
                none) echo 'bestmove none' ;;
                resists) trap '' TERM INT HUP; sleep 1000 & wait ;;
                clocked) case $rest in *wtime\ *\ btime\ 90000\ winc\ 100\ binc\ 100) echo 'bestmove d6' ;; esac ;;
                thinks) echo 'info depth 3 score cp 7 pv d6 f4' ;;
                shy) printf 'bestmove b2'; exec sleep 1000 ;;
            esac ;;
        stop) echo 'bestmove d6' ;;
        quit) exit 0 ;;
    esac
done
