// SPDX-License-Identifier: GPL-3.0-or-later
//! Command-line options that set up a game: `--white "./my_ai" --black level:5`.

use std::ffi::{OsStr, OsString};
use std::ops::ControlFlow;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gio;

use morris::{ByColor, Rules, escape_path};
use morris_engine::{Limits, Skill, Strength};
use morris_play::persistence::OwnRules;
use morris_play::setup::{FixedDepth, GameSetup, Player, ProtocolKind};
use morris_players::{PlayerSpec, parse_time};

use super::desktop_actions::DesktopAction;
use super::{Application, Wish};

/// Returns the arguments of this program as text, which GTK requires. A file whose name is not
/// valid UTF-8 is replaced by its URI.
///
/// # Errors
/// Returns an error for an option, or a possible value of one, that is not valid UTF-8: replacing
/// letters would change its meaning.
pub fn arguments_as_text() -> Result<Vec<String>, String> {
    as_text(std::env::args_os())
}

fn as_text(arguments: impl IntoIterator<Item = OsString>) -> Result<Vec<String>, String> {
    let mut texts = Vec::new();
    for argument in arguments {
        texts.push(argument.into_string().or_else(|raw| file_address(&raw, &texts))?);
    }
    Ok(texts)
}

/// Returns the URI of a file whose name is not valid UTF-8. `before` are the preceding arguments.
fn file_address(raw: &OsStr, before: &[String]) -> Result<String, String> {
    let only_files = before.iter().any(|text| text == "--");
    let may_be_value = before.last().is_some_and(|text| text.starts_with('-') && !text.contains('='));
    if !only_files && (may_be_value || raw.as_encoded_bytes().starts_with(b"-")) {
        return Err(format!("{}: options must be UTF-8 text", escape_path(raw.as_ref())));
    }
    Ok(gio::File::for_path(raw).uri().into())
}

impl Application {
    pub(super) fn add_options(&self) {
        let flags = [
            ("version", gettext("Show the version and exit")),
            // Translators: what an option of the command line does
            (DesktopAction::Continue.name(), gettext("Continue the latest unfinished game")),
            // Translators: what an option of the command line does
            (DesktopAction::PuzzleOfTheDay.name(), gettext("Open the puzzle of the day")),
        ];
        let values = [
            // Translators: what an option of the command line does
            ("white", gettext("White’s player: a command, an http://… address, or level:1 to level:10"), "PLAYER"),
            // Translators: what an option of the command line does
            ("black", gettext("Black’s player: a command, an http://… address, or level:1 to level:10"), "PLAYER"),
            // Translators: what an option of the command line does
            ("rules", gettext("The rules: standard, plain, windmill, compo, twelve, six, and others"), "RULES"),
            // Translators: what an option of the command line does; 10s stays as it is
            ("patience", gettext("How long a program may take to answer, such as 10s"), "TIME"),
        ];
        for (name, words) in flags {
            self.add_main_option(name, 0.into(), glib::OptionFlags::NONE, glib::OptionArg::None, &words, None);
        }
        for (name, words, value) in values {
            let (flags, kind) = (glib::OptionFlags::NONE, glib::OptionArg::String);
            self.add_main_option(name, 0.into(), flags, kind, &words, Some(value));
        }
        self.connect_handle_local_options(|app, options| match app.read_options(options) {
            Ok(()) => app.leave_to_running(),
            Err(error) => {
                tracing::error!("{error}");
                ControlFlow::Break(glib::ExitCode::from(2))
            }
        });
    }

    fn read_options(&self, options: &glib::VariantDict) -> Result<(), String> {
        let text = |name| options.lookup::<String>(name).ok().flatten();
        let read = |name| text(name).map(|text| text.parse::<PlayerSpec>()).transpose();
        let error = |name: &str, error: &dyn std::fmt::Display| format!("--{name}: {error}");
        let white = read("white").map_err(|source| error("white", &source))?;
        let black = read("black").map_err(|source| error("black", &source))?;
        if let Some(time) = text("patience") {
            let time = parse_time(&time).map_err(|source| error("patience", &source))?;
            self.services().set_patience(time);
        }
        let rules = text("rules").map(|line| OwnRules::said(&line)).transpose();
        let rules = rules.map_err(|source| error("rules", &source))?;
        let mut actions = DesktopAction::ALL.into_iter().filter(|action| options.contains(action.name()));
        if let Some(action) = actions.next() {
            // Each argument that is neither an option nor the value of one is a file.
            let words: Vec<_> = std::env::args_os().skip(1).collect();
            let values = words.iter().filter(|word| *word == "--patience").count();
            let options = words.iter().filter(|word| word.as_encoded_bytes().starts_with(b"--")).count();
            let has_other = words.len() > options + values;
            let is_alone =
                actions.next().is_none() && white.is_none() && black.is_none() && rules.is_none() && !has_other;
            self.imp().asked_for.replace(Some(Wish::Action(action)));
            return if is_alone { Ok(()) } else { Err(format!("--{} cannot be combined", action.name())) };
        }
        if white.is_none() && black.is_none() {
            return rules.map_or(Ok(()), |_| Err("--rules requires --white or --black".to_owned()));
        }
        let usual = || OwnRules { name: None, rules: usual_rules(white.as_ref(), black.as_ref()) };
        let OwnRules { name: rules_name, rules } = rules.unwrap_or_else(usual);
        let white = self.seat(white, &rules).map_err(|source| error("white", &source))?;
        let black = self.seat(black, &rules).map_err(|source| error("black", &source))?;
        let players = ByColor { white, black };
        let setup = GameSetup { rules_name, players, ..GameSetup::between_persons(rules) };
        self.imp().asked_for.replace(Some(Wish::Play(Box::new(setup))));
        // An open window must stay as it is. Also, commands are relative to the folder in which
        // they are given.
        self.set_flags(self.flags() | gio::ApplicationFlags::NON_UNIQUE);
        Ok(())
    }

    /// Has the running program do what the command line asks for, if there is one.
    fn leave_to_running(&self) -> ControlFlow<glib::ExitCode> {
        let Some(Wish::Action(action)) = *self.imp().asked_for.borrow() else { return ControlFlow::Continue(()) };
        // If it fails, running the program fails in the same way, and reports it.
        if self.register(gio::Cancellable::NONE).is_err() || !self.is_remote() {
            return ControlFlow::Continue(());
        }
        self.activate_action(action.name(), None);
        ControlFlow::Break(glib::ExitCode::SUCCESS)
    }

    /// Returns the player for a choice of the command line. A program is stored until the end.
    fn seat(&self, choice: Option<PlayerSpec>, rules: &Rules) -> Result<Player, &'static str> {
        let Some(choice) = choice else { return Ok(Player::Person) };
        if let Some(program) = choice.program(rules) {
            let player = Player::program(&program.name);
            self.services().add_program(program);
            return Ok(player);
        }
        let skill = match choice {
            PlayerSpec::Engine(Strength::Level(level)) => Some(Skill::Level(level)),
            PlayerSpec::Engine(Strength::Rating(rating)) => Some(Skill::Rating(rating)),
            PlayerSpec::Engine(Strength::Perfect) => Some(Skill::Perfect),
            PlayerSpec::Engine(Strength::Limits(Limits { depth, nodes: None, time: None, .. })) => {
                depth.and_then(FixedDepth::new).map(Skill::Depth)
            }
            _ => None,
        };
        let expected = "in the window the computer plays as level:1 to level:10, rating:110 to rating:1800, \
                        depth:1 to depth:20 or perfect";
        skill.map(Player::Computer).ok_or(expected)
    }
}

/// Returns the default rules: those of the programs' protocol, or those of the competition for
/// programs without one.
fn usual_rules(white: Option<&PlayerSpec>, black: Option<&PlayerSpec>) -> Rules {
    let programs =
        || [white, black].into_iter().flatten().filter(|choice| matches!(choice, PlayerSpec::Program { .. }));
    match programs().find_map(PlayerSpec::speech) {
        Some(speech) => speech.rules(),
        None if programs().next().is_some() => ProtocolKind::Competition.rules(),
        None => Rules::default(),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use super::*;

    fn text(arguments: &[&[u8]]) -> Result<Vec<String>, String> {
        as_text(arguments.iter().map(|bytes| OsString::from_vec(bytes.to_vec())))
    }

    #[test]
    fn arguments_that_are_no_text_still_name_their_file() {
        let file = "file:///x%FF.toml";
        for before in
            [&["game.pgn"][..], &["--white", "spiel \u{e4}.toml"], &["--rules=six"], &["--"], &["--white", "a", "--"]]
        {
            let arguments: Vec<_> = before.iter().map(|text| text.as_bytes()).chain([&b"/x\xff.toml"[..]]).collect();
            assert_eq!(text(&arguments), Ok([before, &[file]].concat().iter().map(ToString::to_string).collect()));
        }
        assert!(text(&[b"--", b"-\xff"]).is_ok_and(|texts| texts[1].ends_with("/-%FF")));
    }

    #[test]
    fn options_that_are_no_text_are_refused() {
        for arguments in
            [&[&b"--white=level:1\xff"[..]][..], &[b"--white", b"level:1\xff"], &[b"-\xff"], &[b"--\xff", b"x"]]
        {
            let said = text(arguments).unwrap_err();
            assert!(said.ends_with("\\xff: options must be UTF-8 text"), "{said}");
        }
    }
}
