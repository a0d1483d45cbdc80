// SPDX-License-Identifier: GPL-3.0-or-later
//! A program in Python that shares no code with this one plays whole games against it.

use std::process::Command;

#[test]
fn plays_whole_games_against_python() {
    // The system's Python, for which the packages of the tests install the library.
    let python = "/usr/bin/python3";
    let has_library = Command::new(python)
        .args(["-c", "from cryptography.hazmat.primitives.asymmetric import x25519"])
        .output()
        .is_ok_and(|output| output.status.success());
    if !has_library {
        assert!(std::env::var_os("NMM_TEST_ALL").is_none(), "there is no {python} with cryptography");
        return crate::not_tested(&format!("there is no {python} with cryptography"));
    }
    let folder = tempfile::tempdir().unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/post/friend.py");
    let output =
        Command::new(python).args(["-B", script, env!("CARGO_BIN_EXE_nmm")]).arg(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(said.lines().count(), 5, "{said}");
}
