// SPDX-License-Identifier: GPL-3.0-or-later
//! `lab man`: writes the manual pages of nmm and the completions for shells from the definitions of
//! the commands and the rules.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{fs, io};

use clap::Command;
use clap::builder::{PossibleValuesParser, Resettable};
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use morris::Rules;
use morris_engine::Level;
use morris_play::persistence::write_file;
use morris_players::Format;
use morris_teach::puzzles::{PuzzleKind, Theme};

use nmm::shared::{Done, HEADING, INDENTS, named_place, why};

/// Write the man pages of nmm, and the shell completions of nmm and the window.
///
/// The build runs this. The folders have the same names as where they are installed: man6,
/// completions (bash), site-functions (zsh), and vendor_completions.d (fish).
#[derive(clap::Args)]
pub struct Arguments {
    /// Make the folders here, and replace existing files.
    #[arg(value_parser = named_place())]
    folder: PathBuf,
}

pub fn run(arguments: &Arguments, definitions: &Command) -> Done {
    let command = Command::new("nmm")
        .version(env!("CARGO_PKG_VERSION"))
        .about(definitions.get_about().cloned().unwrap_or_default())
        .long_about(definitions.get_long_about().cloned().unwrap_or_default())
        .subcommands(definitions.get_subcommands().cloned());
    let folder = Folder(&arguments.folder);
    for (name, page) in pages(&command) {
        folder.write("man6", &name, page)?;
    }
    for (shell, folder_name, of_window) in SHELLS {
        let file = |program: &str| match shell {
            Shell::Zsh => format!("_{program}"),
            Shell::Fish => format!("{program}.fish"),
            _ => program.to_owned(),
        };
        folder.write(folder_name, &file("nmm"), completion(&command, shell))?;
        let of_window = of_window.replace("@rules@", &rules().join(" ")).replace("@levels@", &LEVELS.join(" "));
        folder.write(folder_name, &file("nine-mens-morris"), of_window)?;
    }
    Ok(())
}

/// The shells, each with the folder of its completions and with the completion of the window. The
/// latter has placeholders for the rules and the levels.
const SHELLS: [(Shell, &str, &str); 3] = [
    (Shell::Bash, "completions", include_str!("../../../data/completions/nine-mens-morris.bash.in")),
    (Shell::Zsh, "site-functions", include_str!("../../../data/completions/_nine-mens-morris.in")),
    (Shell::Fish, "vendor_completions.d", include_str!("../../../data/completions/nine-mens-morris.fish.in")),
];

/// Folder of the generated files.
struct Folder<'a>(&'a Path);

impl Folder<'_> {
    fn write(&self, folder: &str, name: &str, content: impl AsRef<[u8]>) -> Done {
        let folder = self.0.join(folder);
        fs::create_dir_all(&folder).map_err(|error| FolderError { folder: folder.clone(), error })?;
        Ok(write_file(&folder.join(name), content)?)
    }
}

/// Returns the manual pages of the program and of each command, each with the name of its file.
fn pages(command: &Command) -> Vec<(String, String)> {
    let mut command = command.clone().disable_help_subcommand(true);
    command.build();
    let names: Vec<_> = command.get_subcommands().map(|command| format!("nmm-{}", command.get_name())).collect();
    let others = names.iter().map(String::as_str).chain(["nine-mens-morris"]).collect::<Vec<_>>();
    let of_commands = command.get_subcommands().zip(&names).map(|(command, name)| {
        let page = page(command, "", &["nmm", "nine-mens-morris"]);
        (format!("{name}.6"), without_pages_of_nested(&page, command, name))
    });
    let whole = ("nmm.6".to_owned(), page(&command, ENVIRONMENT, &others));
    of_commands.chain([whole]).collect()
}

/// Replaces the names of pages that nested commands such as `nmm post invite` do not have.
fn without_pages_of_nested(page: &str, command: &Command, name: &str) -> String {
    command.get_subcommands().fold(page.to_owned(), |page, nested| {
        let nested = format!("{name}-{}", nested.get_name());
        page.replace(&format!("{}(6)", escaped(&nested)), &format!("\\fB{}\\fR", nested.replace('-', " ")))
    })
}

/// Additional sections in the page of the program.
const ENVIRONMENT: &str = r#".SH FILES
.TP
.I ~/.local/share/nine\-mens\-morris/endgame
Tables of solved positions that you computed. The included tables are in the data folder of the program.
.B \-\-tables
and
.B \-\-dir
choose other folders.
.SH ENVIRONMENT
.TP
.B NMM_LOG
Log level on standard error:
.BR error ", " warn " (default), " info ", " debug ", or " trace .
.B debug
includes what players write to their standard error.
.TP
.BR XDG_DATA_HOME ", " XDG_DATA_DIRS
Folders of your data and of the system's data.
.SH EXIT STATUS
0 on success, 2 on an error, with one line on standard error. The pages of the commands explain 1.
"#;

/// Sections about bugs and authors. They contain no address, since none is known before the program
/// is built.
const BUGS_AND_AUTHORS: &str = ".SH BUGS
To report a bug, use the address in the About dialog of
.BR nine\\-mens\\-morris (6).
If there is none, ask where you got the program.
.SH AUTHORS
The Nine Men's Morris developers.
";

/// Returns the manual page of a command, with additional sections and the related pages.
fn page(command: &Command, sections: &str, others: &[&str]) -> String {
    let help = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    // The page has its own section for examples, and the version is in its footer.
    let usage = command.clone().render_usage().to_string();
    let bare = command
        .clone()
        .override_usage(usage.trim_start_matches("Usage: ").to_owned())
        .subcommand_help_heading("COMMANDS")
        .after_long_help(Resettable::Reset)
        .version(Resettable::Reset);
    let man =
        Man::new(bare).section("6").source(concat!("nmm ", env!("CARGO_PKG_VERSION"))).manual("Nine Men's Morris");
    let mut page = Vec::new();
    man.render(&mut page).expect("memory takes all that is written");
    // A missing date is written as an empty argument. Otherwise the next argument would take its
    // place.
    let page = String::from_utf8_lossy(&page).replacen(" 6  \"", " 6 \"\" \"", 1);
    let others: Vec<_> = others.iter().map(|name| format!(".BR {} (6)", escaped(name))).collect();
    let page = with_bold_words(&(page + &examples(&help)));
    format!("{page}{sections}{BUGS_AND_AUTHORS}.SH SEE ALSO\n{}\n", others.join(",\n"))
}

/// Returns the section of examples from the help of a command.
fn examples(help: &str) -> String {
    let lines = help.strip_prefix(HEADING).into_iter().flat_map(str::lines).filter(|line| !line.is_empty());
    let items = lines.map(|line| match line.strip_prefix(INDENTS[1]) {
        Some(words) => format!("{}\n", escaped(words)),
        // The command stays on one line, so that it can be copied.
        None => format!(".PP\n.nf\n\\fB{}\\fR\n.fi\n.RS 4\n", escaped(line.trim_start())),
    });
    let text: String = items.map(|item| if item.starts_with(".PP") { item } else { item + ".RE\n" }).collect();
    if text.is_empty() { text } else { format!(".SH EXAMPLES\n{text}") }
}

/// Escapes a text for troff.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq").replace('~', "\\(ti");
    if text.starts_with('.') { format!("\\&{text}") } else { text }
}

/// Prints text between backticks in bold.
fn with_bold_words(page: &str) -> String {
    let bold = |line: &str| {
        let parts: Vec<_> = line.split('`').collect();
        let words = parts.iter().enumerate().map(|(index, part)| match index % 2 {
            1 => format!("\\fB{part}\\fR"),
            _ => (*part).to_owned(),
        });
        if parts.len() % 2 == 1 { words.collect::<String>() } else { line.to_owned() }
    };
    page.lines().map(|line| bold(line) + "\n").collect()
}

fn completion(command: &Command, shell: Shell) -> String {
    let mut command = command.clone();
    let names: Vec<_> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(name, |command| {
            command.mut_args(|arg| match offered(arg.get_value_names().and_then(<[_]>::first), arg.get_id()) {
                Some(values) => arg.value_parser(PossibleValuesParser::new(values)).default_value(Resettable::Reset),
                None => arg,
            })
        });
    }
    let mut text = Vec::new();
    generate(shell, &mut command, "nmm", &mut text);
    let text = String::from_utf8_lossy(&text).into_owned();
    [rules(), players()].iter().fold(text, |text, values| with_files(&text, shell, values))
}

/// Adds files to the values offered in zsh and fish, since rules may be a file and a player a
/// program. Bash offers files if no value matches.
fn with_files(text: &str, shell: Shell, values: &[&str]) -> String {
    match shell {
        Shell::Zsh => {
            let listed = values.join(" ").replace(':', "\\:");
            text.replace(&format!("({listed})"), &format!("{{compadd {listed}; _files}}"))
        }
        Shell::Fish => text.replace(&format!("-f -a \"{}\\t", values[0]), &format!("-F -a \"{}\\t", values[0])),
        _ => text.to_owned(),
    }
}

fn rules() -> Vec<&'static str> {
    Rules::PRESETS.iter().map(Rules::id).collect()
}

/// Returns the values offered for a value name.
fn offered(name: Option<&clap::builder::Str>, id: &clap::Id) -> Option<Vec<&'static str>> {
    match name.map_or_else(|| id.as_str().to_uppercase(), ToString::to_string).as_str() {
        "RULES" => Some(rules()),
        "PLAYER" => Some(players()),
        "FORMAT" => Some(std::iter::once("save").chain(Format::ALL.map(Format::id)).collect()),
        "KIND" => Some(PuzzleKind::ALL.iter().map(|kind| kind.id()).collect()),
        "THEME" => Some(Theme::ALL.iter().map(|theme| theme.id()).collect()),
        _ => None,
    }
}

/// Levels as players.
static LEVELS: LazyLock<Vec<String>> =
    LazyLock::new(|| Level::all().map(|level| format!("level:{}", level.number())).collect());

/// Players that a shell offers.
fn players() -> Vec<&'static str> {
    let others = ["perfect", "random", "novice:60", "compo:", "uci:"];
    LEVELS.iter().map(String::as_str).chain(others).collect()
}

#[derive(Debug, thiserror::Error)]
#[error("could not create {}: {}", folder.display(), why(folder, error))]
struct FolderError {
    folder: PathBuf,
    error: io::Error,
}
