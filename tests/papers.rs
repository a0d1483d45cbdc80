// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests that the manual page of the window and its shell completions match the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use morris::Rules;
use morris_engine::Level;

use crate::{path, read};

/// Returns the manual page without troff markup, as far as the tests need it.
fn page() -> String {
    read("data/man/nine-mens-morris.6.in").replace("\\-", "-").replace("\" , \"", ", ")
}

/// Returns the output of `--help` in English.
fn help() -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nine-mens-morris"));
    let output = command.arg("--help").env("LC_ALL", "C.UTF-8").env_remove("LANGUAGE").output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the options of the program, each with its description.
fn options() -> Vec<(String, String)> {
    let help = help();
    let lines = help.lines().filter_map(|line| line.trim_start().split_once("--"));
    lines
        .filter_map(|(_, rest)| rest.split_once("  "))
        .map(|(option, words)| (option.split('=').next().unwrap().to_owned(), words.trim().to_owned()))
        .collect()
}

#[test]
fn the_page_has_all_options() {
    let (page, options) = (page(), options());
    assert!(options.len() >= 7, "{options:?}");
    for (option, words) in options {
        assert!(page.contains(&format!("--{option}")), "--{option} is not in the page");
        // The page describes the options of the toolkit in other words.
        assert!(option.starts_with("help") || page.contains(&format!("\n{words}\n")), "{words}");
    }
}

/// Reports a missing program. This is a failure if build-aux/test has installed the tools for the
/// tests, and otherwise only a message.
fn is_missing(program: &str) {
    assert!(std::env::var_os("NMM_TEST_ALL").is_none(), "there is no {program}");
    eprintln!("not tested: there is no {program}");
}

#[test]
fn the_page_can_be_set() {
    let groff = Command::new("groff")
        .args(["-man", "-ww", "-Kutf8", "-Tutf8", "-P-cbu"])
        .arg(path("data/man/nine-mens-morris.6.in"))
        .output();
    let Ok(output) = groff else {
        return is_missing("groff");
    };
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("\nSEE ALSO\n"));
}

/// The window accepts the command lines in the papers. Without a display, the display is all that
/// is missing.
#[test]
fn window_accepts_the_options_of_the_papers() {
    let folder = tempfile::tempdir().unwrap();
    let papers = ["README.md", "docs/COMPETITION.md", "docs/players.md"].map(read);
    let lines = papers.iter().flat_map(|paper| {
        paper.split("```window\n").skip(1).flat_map(|rest| rest.split("```").next().unwrap().lines())
    });
    let lines: Vec<_> = lines.filter_map(|line| line.strip_prefix("nine-mens-morris ")).collect();
    assert!(lines.len() >= 7, "{lines:?}");
    let start = |arguments: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("'{}' {arguments}", env!("CARGO_BIN_EXE_nine-mens-morris"))]);
        command
            .env("HOME", folder.path())
            .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
            .env("LC_ALL", "C.UTF-8");
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "LANGUAGE"] {
            command.env_remove(name);
        }
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    for line in lines {
        let said = start(line);
        assert!(said.contains("display") && !said.contains("option") && !said.contains("--"), "{line}: {said}");
    }
    assert!(start("--blck x").contains("option") && start("--black level:30").contains("--black: "));
}

/// Writes a completion script as `lab man` does, with the rules and the levels filled in. Returns
/// its path.
fn script(folder: &Path, name: &str) -> PathBuf {
    let script = folder.join(name);
    let text = read(&format!("data/completions/{name}.in"));
    fs::write(&script, text.replace("@rules@", &rules().join(" ")).replace("@levels@", &levels().join(" "))).unwrap();
    script
}

fn levels() -> Vec<String> {
    Level::all().map(|level| format!("level:{}", level.number())).collect()
}

/// Runs a shell and returns its output, or `None` if it is missing.
fn shell(name: &str, arguments: &[&str]) -> Option<Vec<String>> {
    let home = tempfile::tempdir().unwrap();
    let Ok(output) = Command::new(name).args(arguments).env("HOME", home.path()).output() else {
        is_missing(name);
        return None;
    };
    assert!(output.stderr.is_empty(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect())
}

fn rules() -> Vec<&'static str> {
    Rules::PRESETS.iter().map(Rules::id).collect()
}

#[test]
fn bash_completes_options_and_values() {
    let folder = tempfile::tempdir().unwrap();
    let script = script(folder.path(), "nine-mens-morris.bash");
    let offered = |before: &str, word: &str| {
        let line = format!(
            "source '{}'; _nine_mens_morris nine-mens-morris '{word}' '{before}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            script.display()
        );
        shell("bash", &["--norc", "-c", &line])
    };
    let Some(all) = offered("--rules", "") else { return };
    assert_eq!(all, rules());
    assert_eq!(offered("nine-mens-morris", "--w").unwrap(), ["--white"]);
    assert_eq!(offered("--black", "per").unwrap(), ["perfect"]);
    let listed = offered("nine-mens-morris", "-").unwrap();
    for (option, _) in options().iter().filter(|(option, _)| option != "help-gapplication") {
        assert!(listed.contains(&format!("--{option}")), "--{option}");
    }
}

#[test]
fn fish_completes_options_and_values() {
    let folder = tempfile::tempdir().unwrap();
    let script = script(folder.path(), "nine-mens-morris.fish");
    let offered = |line: &str| {
        let program = format!("source '{}'; complete --do-complete '{line}'", script.display());
        shell("fish", &["--no-config", "-c", &program])
    };
    let Some(found) = offered("nine-mens-morris --white level:") else { return };
    // Files may follow, since a player may be a program.
    assert_eq!(found[..levels().len()], levels());
    let all = offered("nine-mens-morris --rules ").unwrap();
    assert!(rules().iter().all(|id| all.iter().any(|offered| offered == id)), "{all:?}");
    assert_eq!(offered("nine-mens-morris --pat").unwrap(), ["--patience"]);
}

/// zsh completes only on a terminal. This test loads the function and checks that it contains all
/// options.
#[test]
fn zsh_loads_its_completions() {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(script(folder.path(), "_nine-mens-morris")).unwrap();
    let program = format!(
        "fpath=('{}' $fpath); autoload -Uz compinit; compinit -D -u; print $_comps[nine-mens-morris]; \
         autoload +X _nine-mens-morris && print loaded",
        folder.path().display()
    );
    let Some(said) = shell("zsh", &["-f", "-c", &program]) else { return };
    assert_eq!(said, ["_nine-mens-morris", "loaded"]);
    for (option, _) in options().iter().filter(|(option, _)| option != "help-gapplication") {
        assert!(text.contains(&format!("--{option}")), "--{option}");
    }
}

/// Packages are tried long after a scenario was renamed.
#[test]
fn scenarios_that_scripts_name_exist() {
    let scenarios = fs::read_dir(path("tests/window/scenarios")).unwrap();
    let scenarios: String =
        scenarios.map(|file| fs::read_to_string(file.unwrap().path()).unwrap_or_default()).collect();
    let scripts = ["build-aux/package", "build-aux/test-long", "debian/tests/window"].map(read).concat();
    let calls = scripts.lines().flat_map(|line| line.split(&['&', ';']));
    let named = calls.filter_map(|call| call.split_once("scenario ").or(call.split_once("/nine-mens-morris ")));
    let packages = scripts.lines().filter_map(|line| line.split_once("run.py \"$program\" "));
    let named = named.chain(packages).flat_map(|(_, names)| names.split_whitespace());
    let is_name =
        |name: &&str| name.contains('_') && name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
    let named: Vec<_> = named.filter(is_name).collect();
    let missing: Vec<_> = named.iter().filter(|name| !scenarios.contains(&format!("\ndef {name}("))).collect();
    assert!(missing.is_empty() && named.len() >= 8, "{missing:?} of {named:?}");
}
