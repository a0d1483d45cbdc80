// SPDX-License-Identifier: GPL-3.0-or-later
//! Rooms in a network of their own: real multicast, a cable that is cut, and IPv6 alone.

use std::process::Command;

use crate::not_tested;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/room/network.sh");

fn run(kind: &str) {
    let may = Command::new("unshare").args(["-Urnm", "ip", "link", "add", "name", "pair", "type", "veth"]).output();
    if !may.is_ok_and(|output| output.status.success()) {
        not_tested("this system allows no networks of their own");
        return;
    }
    let output =
        Command::new("unshare").args(["-Urnm", "sh", SCRIPT, env!("CARGO_BIN_EXE_nmm"), kind]).output().unwrap();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success(), "{}", said.concat());
}

#[test]
fn room_is_found_and_a_cut_cable_does_not_matter() {
    run("cut");
}

#[test]
fn ipv6_alone_is_enough() {
    run("six");
}

#[test]
#[ignore = "cuts the cable for six minutes"]
fn a_long_break_does_not_matter() {
    run("long");
}
