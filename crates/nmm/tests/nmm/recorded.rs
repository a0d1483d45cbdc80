// SPDX-License-Identifier: GPL-3.0-or-later
//! Runs the commands in the files of `tests/recorded`, and compares their output with the recorded
//! one. The tests of `lab` use this module too.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use snapbox::assert::DEFAULT_ACTION_ENV;
use snapbox::data::DataFormat;
use snapbox::{Assert, Data, Redactions};

use super::run_examples::run_line;

/// Returns the folder of the recorded files.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded")
}

/// Runs the lines of a recorded file that begin with `$`, and those with `>` that continue them, in
/// a new folder where `data` are the tables that come with the program, and `.players` the programs
/// that fail. `!` begins a line on standard error, and `?` is an exit status other than 0.
pub fn compare(program: &Path, name: &str) {
    let (path, folder) = (folder().join(name).with_extension("txt"), tempfile::tempdir().unwrap());
    for (link, target) in [("data", "../../data/endgame"), (".players", "../nmm/tests/data/players")] {
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join(target);
        symlink(fs::canonicalize(target).unwrap(), folder.path().join(link)).unwrap();
    }
    let recorded = fs::read_to_string(&path).unwrap();
    let (head, commands) = recorded.split_once("\n$ ").unwrap();
    let mut actual = format!("{head}\n");
    for command in commands.split("\n$ ") {
        let lines = command.lines().enumerate().take_while(|(number, line)| *number == 0 || line.starts_with("> "));
        let command = lines.map(|(_, line)| line).collect::<Vec<_>>().join("\n");
        let output = run_line(program, &folder, &command.replace("\n> ", "\n"));
        let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert!([&out, &err].iter().all(|text| text.is_empty() || text.ends_with('\n')), "{command}: {out}{err}");
        actual += &format!("$ {command}\n{out}");
        err.lines().for_each(|line| actual += &format!("! {line}\n"));
        let status = output.status.code().unwrap();
        actual += &if status == 0 { String::new() } else { format!("? {status}\n") };
    }
    let mut varies = Redactions::new();
    varies.insert("[FOLDER]", folder.path().to_owned()).unwrap();
    varies.insert("[VERSION]", env!("CARGO_PKG_VERSION")).unwrap();
    let assert = Assert::new().action_env(DEFAULT_ACTION_ENV).normalize_paths(false).redact_with(varies);
    assert.eq(actual, Data::read_from(&path, Some(DataFormat::Text)));
}

/// Makes a test of each recorded file, and one that finds files without a test.
macro_rules! recorded {
    ($program:expr, $($name:ident)*) => {
        mod recorded_outputs {
            $(
                #[test]
                fn $name() {
                    $crate::recorded::compare($program.as_ref(), stringify!($name));
                }
            )*

            #[test]
            fn tests_every_file() {
                let entries = std::fs::read_dir($crate::recorded::folder()).unwrap();
                let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
                names.sort_unstable();
                assert_eq!(names, [$(concat!(stringify!($name), ".txt")),*]);
            }
        }
    };
}
pub(crate) use recorded;
