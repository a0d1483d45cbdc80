# SPDX-License-Identifier: GPL-3.0-or-later
# Completes the command line of nine-mens-morris in bash.

_nine_mens_morris() {
    local cur=$2 words=
    local rules='standard plain windmill compo twelve morabaraba eleven lasker onetime shax chamgonu chengsanqi six
        five seven tapatan nineholes achi smallmerels moebius sunmill windmillboard triangle pentagon hexagon'
    case $3 in
        --white | --black) words='level:1 level:2 level:3 level:4 level:5 level:6 level:7 level:8 level:9 level:10 perfect compo: uci:' ;;
        --rules) words=$rules ;;
        --patience) words='5s 10s 30s 60s' ;;
        *) [[ $cur == -* ]] && words='--version --white --black --rules --patience --help --help-all' ;;
    esac
    # Where nothing fits there are files, by the way it is registered.
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}

complete -F _nine_mens_morris -o bashdefault -o default nine-mens-morris
