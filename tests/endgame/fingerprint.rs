// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether tables have come, gone or changed is seen without opening them.

use std::fs;

use nine_mens_morris::endgame::Tables;

use super::support::copy_of_seven_men;

#[test]
fn every_change_of_a_table_is_seen_and_nothing_else() {
    let (folder, other) = (copy_of_seven_men(), tempfile::tempdir().unwrap());
    let path = |name: &str| folder.path().join(name);
    let look = || Tables::fingerprint([folder.path(), other.path(), "/nowhere".as_ref()]);
    let mut before = look();
    let mut changes = |change: &dyn Fn()| {
        change();
        let after = look();
        let changed = after != before;
        before = after;
        changed
    };
    assert!(!changes(&|| {}));
    assert!(!changes(&|| fs::write(path("3-3.values.unfinished"), "half a table").unwrap()));
    assert!(changes(&|| fs::write(path("3-3.values"), "shorter").unwrap()));
    assert!(changes(&|| fs::remove_file(path("3-3.values")).unwrap()));
    assert!(changes(&|| fs::rename(path("3-4.values"), other.path().join("3-4.values")).unwrap()));
    // As long as before, and written at the same moment.
    let time = fs::metadata(path("4-3.values")).unwrap().modified().unwrap();
    fs::copy(path("4-3.values"), path("new")).unwrap();
    fs::File::options().append(true).open(path("new")).unwrap().set_modified(time).unwrap();
    assert!(changes(&|| fs::rename(path("new"), path("4-3.values")).unwrap()));
    assert!(!changes(&|| {}));
}
