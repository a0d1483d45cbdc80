// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the manual pages of nmm, and of the completions for shells.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// Returns a folder with the generated files.
fn papers() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_lab")).arg("man").arg(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    folder
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Reports a missing program. This is a failure if build-aux/test has installed the tools for the
/// tests, and otherwise only a message.
fn is_missing(program: &str) {
    assert!(std::env::var_os("NMM_TEST_ALL").is_none(), "there is no {program}");
    eprintln!("not tested: there is no {program}");
}

/// Runs a program of the system. Prints a message and returns `None` if it is missing.
fn output_of(program: &str, command: &mut Command) -> Option<Output> {
    let output = command.stdin(Stdio::null()).output();
    if output.is_err() {
        is_missing(program);
    }
    output.ok()
}

/// Returns the names of the commands of nmm.
fn commands() -> Vec<String> {
    nmm::command().get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

#[test]
fn each_command_has_a_valid_page() {
    let folder = papers();
    let page = |name: &str| folder.path().join("man6").join(format!("{name}.6"));
    let names: Vec<_> = commands().iter().map(|name| format!("nmm-{name}")).chain(["nmm".to_owned()]).collect();
    assert_eq!(fs::read_dir(folder.path().join("man6")).unwrap().count(), names.len());
    for name in &names {
        let source = fs::read_to_string(page(name)).unwrap();
        assert!(source.contains(concat!(" 6 \"\" \"nmm ", env!("CARGO_PKG_VERSION"), "\" ")), "{source}");
        assert!(!source.contains('`'), "{name}");
        let named =
            source.lines().filter_map(|line| line.strip_suffix("(6)")).filter(|line| line.starts_with("nmm\\-"));
        named.for_each(|page| assert!(names.contains(&page.replace('\\', "")), "{name} names {page}"));
        for section in ["BUGS", "AUTHORS", "SEE ALSO"] {
            assert!(source.contains(&format!("\n.SH {section}\n")), "{name} has no {section}");
        }
        set(&page(name));
    }
}

/// Checks that troff reports no warning about a page.
fn set(page: &Path) {
    let mut man = Command::new("man");
    man.args(["--warnings=mac", "--encoding=UTF-8", "--local-file"])
        .arg(page)
        .envs([("LC_ALL", "C.UTF-8"), ("MANPAGER", "cat")]);
    let Some(output) = output_of("man", &mut man) else { return };
    assert!(output.status.success() && output.stderr.is_empty(), "{}: {}", page.display(), text(&output.stderr));
    let groff = Command::new("groff").args(["-man", "-ww", "-Kutf8", "-Tutf8", "-P-cbu"]).arg(page).output();
    if let Ok(output) = groff {
        assert!(output.stderr.is_empty(), "{}: {}", page.display(), text(&output.stderr));
        let words = text(&output.stdout);
        assert!(words.contains("SEE ALSO") && words.lines().count() > 15, "{words}");
    }
}

/// Returns the words that bash offers for the last word of a line.
fn bash(script: &Path, line: &[&str]) -> Option<Vec<String>> {
    let words = line.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ");
    let (last, before) = (line.len() - 1, line.len() - 2);
    let program = format!(
        "source '{}'; compopt() {{ :; }}; COMP_WORDS=({words}); COMP_CWORD={last}; \
         _nmm nmm \"${{COMP_WORDS[{last}]}}\" \"${{COMP_WORDS[{before}]}}\"; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        script.display()
    );
    let output = output_of("bash", Command::new("bash").args(["--norc", "-uc", &program]))?;
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    Some(text(&output.stdout).lines().map(str::to_owned).filter(|line| !line.is_empty()).collect())
}

#[test]
fn bash_completes_commands_options_and_values() {
    let folder = papers();
    let script = folder.path().join("completions/nmm");
    let Some(commands) = bash(&script, &["nmm", "ma"]) else { return };
    assert_eq!(commands, ["match"]);
    let offered = |line: &[&str]| bash(&script, line).unwrap();
    assert_eq!(offered(&["nmm", "blun"]), [""; 0]);
    assert_eq!(offered(&["nmm", "match", "--thi"]), ["--thinking-time"]);
    assert_eq!(offered(&["nmm", "match", "--rules", "wind"]), ["windmill", "windmillboard"]);
    assert_eq!(offered(&["nmm", "match", "--white", "per"]), ["perfect"]);
    assert_eq!(offered(&["nmm", "convert", "--to", "san"]), ["sanmill", "sanmill-old"]);
    assert_eq!(offered(&["nmm", "puzzles", "--kind", "re"]), ["removal"]);
}

#[test]
fn fish_completes_commands_and_values() {
    let folder = papers();
    let script = folder.path().join("vendor_completions.d/nmm.fish");
    let home = folder.path().to_str().unwrap();
    let offered = |line: &str| {
        let program = format!("source '{}'; complete --do-complete '{line}'", script.display());
        let output = output_of("fish", Command::new("fish").args(["--no-config", "-c", &program]).env("HOME", home))?;
        assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
        let words = text(&output.stdout);
        Some(words.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect::<Vec<_>>())
    };
    let Some(commands) = offered("nmm mat") else { return };
    assert_eq!(commands, ["match"]);
    assert_eq!(offered("nmm match --rules windmillb").unwrap(), ["windmillboard"]);
    // A player may also be the file of a program.
    let players = offered(&format!("nmm match --white {home}/man")).unwrap();
    assert_eq!(players, [format!("{home}/man6/")]);
    let players = offered("nmm match --white ").unwrap();
    assert!(["level:7", "random"].iter().all(|player| players.iter().any(|found| found == player)), "{players:?}");
}

/// The levels are those of the table of levels, in the same order.
#[test]
fn window_completes_all_levels() {
    let folder = papers();
    let levels = (1..=morris_engine::PROFILES.len()).map(|number| format!("level:{number} ")).collect::<String>();
    for file in [
        "completions/nine-mens-morris",
        "site-functions/_nine-mens-morris",
        "vendor_completions.d/nine-mens-morris.fish",
    ] {
        let script = fs::read_to_string(folder.path().join(file)).unwrap();
        assert!(script.contains(&format!("{levels}perfect compo: uci:")) && !script.contains('@'), "{script}");
    }
    for file in ["completions/nmm", "site-functions/_nmm", "vendor_completions.d/nmm.fish"] {
        let script = fs::read_to_string(folder.path().join(file)).unwrap().replace("\\:", ":");
        assert!(levels.split_whitespace().all(|level| script.contains(level)), "{script}");
    }
}

#[test]
fn window_completes_all_rules() {
    let folder = papers();
    let rules = morris::Rules::PRESETS.map(|rules| rules.id()).join(" ");
    for file in ["completions/nine-mens-morris", "site-functions/_nine-mens-morris"] {
        let script = fs::read_to_string(folder.path().join(file)).unwrap();
        assert!(script.contains(&format!("='{rules}'")) && !script.contains("@rules@"), "{script}");
    }
    let fish = fs::read_to_string(folder.path().join("vendor_completions.d/nine-mens-morris.fish")).unwrap();
    assert!(fish.contains(&format!("set -l rules {rules}\n")), "{fish}");
}

/// zsh completes only on a terminal, so this test creates one.
#[test]
fn zsh_completes_commands_values_and_files() {
    let folder = papers();
    let home = folder.path().display();
    let offered = |line: &str| {
        let program = format!(
            "zmodload zsh/zpty; zpty z zsh -f -i; \
             zpty -w z \"fpath=('{home}/site-functions' \\$fpath); autoload -Uz compinit; compinit -D -u; \
             PS1=; zle_highlight=(none); cd '{home}'; echo REA''DY\"; \
             zpty -r -m z said '*READY*'; \
             zpty -w -n z $'{line}\\t'; zpty -w z $'\\x01: \\x05; echo EN\\x27\\x27D'; \
             zpty -r -m z said '*END*'; print -r -- $said"
        );
        let mut zsh = Command::new("zsh");
        let output = output_of("zsh", zsh.args(["-f", "-c", &program]).env("HOME", folder.path()).env("TERM", "dumb"))?;
        Some(text(&output.stdout))
    };
    let Some(command) = offered("nmm tourn") else { return };
    assert!(command.contains("nmm tournament "), "{command}");
    for (line, whole) in [
        ("nmm match --thi", "nmm match --thinking-time"),
        ("nmm match --rules nine", "nmm match --rules nineholes "),
        ("nmm match --white perf", "nmm match --white perfect "),
        ("nmm match --white ./man", "nmm match --white ./man6/"),
    ] {
        let said = offered(line).unwrap();
        assert!(said.contains(whole), "{line}: {said}");
    }
}
