// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm post`: plays a game by message, one line per turn.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fmt, fs};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use morris::{ParseRulesError, Rules, escape_path};
use morris_message::{
    ACCEPTANCE_BYTES, ColorChoice, FileTextError, INVITATION_BYTES, Line, LineError, MAX_FILE_TEXT_BYTES,
    MAX_TEXT_BYTES, MessageGame, News, ParseColorError, PlayerName, Question, Reading, Status, Turn, TurnError,
    Writing,
};
use morris_play::persistence::{FileError, PrivateFile, read_text_from};

use super::examples::examples;
use super::output::{Done, Output, OutputError, STANDARD, named_place};
use super::stderr::{is_closed_pipe, print_error};

/// Play by message: one line per turn, in any chat or email.
///
/// `nmm post invite FILE` makes a game and prints the invitation. `--rules ID` sets the rules,
/// `--color white|black|any` your color, and `--name N` your name. `nmm post accept FILE LINE`
/// makes your game from an invitation and prints the acceptance; `--name N` sets your name. `nmm
/// post play FILE TURN` prints the line of your turn: a move, draw, undo, resign, yes, or no. `nmm
/// post read FILE LINE` reads a line of your friend and prints the position; `--own` lets it add
/// moves of yours, from another computer, and `--theirs` takes the game of your friend if yours is
/// an old copy that went another way. `nmm post whole FILE` prints a line with the whole game,
/// which helps if a line was lost. `nmm post phrase FILE` prints the safety phrase: compare it with
/// your friend once, by telephone for example.
///
/// LINE can be the text of a message around the line, or a link; - reads it from standard input.
/// FILE holds the secret key of the game. Only you may read it.
///
/// The exit status is 1 if there is nothing to do: the turn was played already, one before it is
/// missing, someone else has accepted before, the game is over, or the line has moves of yours and
/// you have not given `--own`. It is 2 for errors, for example if the line was refused. FILE is
/// then unchanged; if it cannot be restored, the message says so.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm post invite ann.game --color white --name Ann", "Invite a friend: send the line that this prints."),
    ("nmm post accept bob.game --name Bob \"$(nmm post whole ann.game)\"", "Accept an invitation, and send the line back."),
    ("nmm post whole bob.game | nmm post read ann.game -", "Read the acceptance."),
    ("nmm post play ann.game d6", "Play a move."),
    ("nmm post read bob.game \"$(nmm post whole ann.game)\"", "Read the whole game, because a line was lost."),
]))]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
#[command(disable_help_subcommand = true)]
enum Command {
    /// Make a game, and print the invitation.
    Invite {
        #[command(flatten)]
        file: GameFile,
        /// Set the rules.
        #[arg(long, value_name = "ID", default_value = "standard", hide_possible_values = true, value_parser = presets())]
        rules: Rules,
        /// Set your color.
        #[arg(long, default_value = "any", value_parser = colors())]
        color: ColorChoice,
        #[command(flatten)]
        name: Name,
    },
    /// Make your game from an invitation, and print the acceptance.
    Accept {
        #[command(flatten)]
        file: GameFile,
        #[command(flatten)]
        line: GivenLine,
        #[command(flatten)]
        name: Name,
    },
    /// Print the line of your turn.
    Play {
        #[command(flatten)]
        file: GameFile,
        /// Play this move, or write draw, undo, resign, yes, or no.
        turn: String,
    },
    /// Read a line of your friend, and print the position line.
    Read {
        #[command(flatten)]
        file: GameFile,
        #[command(flatten)]
        line: GivenLine,
        /// Add moves of yours that are not in the file, from another computer.
        #[arg(long, conflicts_with = "theirs")]
        own: bool,
        /// Take the whole game of your friend in place of yours, from the first turn that differs.
        #[arg(long)]
        theirs: bool,
    },
    /// Print a line that holds the whole game.
    Whole {
        #[command(flatten)]
        file: GameFile,
    },
    /// Print the safety phrase, which both players see.
    Phrase {
        #[command(flatten)]
        file: GameFile,
    },
}

#[derive(clap::Args)]
struct GameFile {
    /// Keep the game in this file.
    #[arg(value_name = "FILE", value_parser = named_place())]
    path: PathBuf,
}

#[derive(clap::Args)]
struct GivenLine {
    /// Read this line, or a text that contains it; - is standard input.
    #[arg(value_name = "LINE", required = true)]
    words: Vec<String>,
}

#[derive(clap::Args)]
struct Name {
    /// Set your name, which your friend sees.
    #[arg(long = "name", value_name = "N", default_value = "Player")]
    name: PlayerName,
}

pub fn presets() -> impl TypedValueParser<Value = Rules> {
    PossibleValuesParser::new(Rules::PRESETS.iter().map(Rules::id))
        .try_map(|id| id.parse::<Rules>().map_err(|error: ParseRulesError| error))
}

fn colors() -> impl TypedValueParser<Value = ColorChoice> {
    PossibleValuesParser::new(ColorChoice::ALL.map(ColorChoice::id))
        .try_map(|word| word.parse::<ColorChoice>().map_err(|error: ParseColorError| error))
}

pub fn run(arguments: &Arguments) -> Done<ExitCode> {
    match &arguments.command {
        Command::Invite { file, rules, color, name } => {
            let random = rand::random::<[u8; INVITATION_BYTES]>();
            let game = MessageGame::invite(*rules, *color, name.name.clone(), random)?;
            begin(file, &game)
        }
        Command::Accept { file, line, name } => {
            let random = rand::random::<[u8; ACCEPTANCE_BYTES]>();
            let game = MessageGame::accept(&line.text()?, name.name.clone(), random)?;
            begin(file, &game)
        }
        Command::Play { file, turn } => play(&OpenGame::of(file)?, turn),
        Command::Read { file, line, own, theirs } => {
            // The text comes first. The command that writes it may need the folder, which an open
            // game locks.
            let text = line.text()?;
            let take = match (own, theirs) {
                (false, false) => Take::FriendsTurns,
                (true, _) => Take::OwnMoves,
                (false, true) => Take::Theirs,
            };
            read(&OpenGame::of(file)?, &text, take)
        }
        Command::Whole { file } => {
            print(&OpenGame::of(file)?.game.whole())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Phrase { file } => {
            let game = OpenGame::of(file)?.game;
            print(game.safety_phrase().ok_or(TurnError::NotAccepted)?)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

impl GivenLine {
    fn text(&self) -> Result<String, FileError> {
        match self.words.as_slice() {
            [word] if word == STANDARD => {
                read_text_from(io::stdin().lock(), Path::new("standard input"), MAX_TEXT_BYTES as u64)
            }
            words => Ok(words.join(" ")),
        }
    }
}

/// A game with its file, which is locked.
struct OpenGame {
    file: PrivateFile,
    game: MessageGame,
}

impl OpenGame {
    fn of(GameFile { path }: &GameFile) -> Done<Self> {
        let file = PrivateFile::open(path, MAX_FILE_TEXT_BYTES as u64)?;
        let game = MessageGame::from_toml(file.text());
        let game = game.map_err(|source| Error::Text { path: path.clone(), source })?;
        Ok(Self { file, game })
    }
}

/// Saves a new game, and prints its line. If the program ends in between, `nmm post whole` prints
/// the line.
fn begin(GameFile { path }: &GameFile, game: &MessageGame) -> Done<ExitCode> {
    PrivateFile::create(path, &game.to_toml())?;
    print_saved(&game.last_line(), || fs::remove_file(path))?;
    print_lines(&accepted(game));
    Ok(ExitCode::SUCCESS)
}

fn play(OpenGame { file, game }: &OpenGame, turn: &str) -> Done<ExitCode> {
    let mut game = game.clone();
    let turn = Turn::parse(turn, game.rules().board)?;
    match game.write(turn) {
        Ok(Writing::New(line)) => {
            file.replace(&game.to_toml())?;
            print_saved(&line, || file.replace(file.text()))?;
            print_lines(&end(&game));
            Ok(ExitCode::SUCCESS)
        }
        Ok(Writing::Again(line)) => {
            print(&line)?;
            Ok(nothing_to_do("played already: this is the line again"))
        }
        Err(error @ TurnError::Over) => Ok(nothing_to_do(&error.to_string())),
        Err(error) => Err(error.into()),
    }
}

/// What to take from a line. The friend could have made up turns of this player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Take {
    FriendsTurns,
    OwnMoves,
    Theirs,
}

fn read(OpenGame { file, game }: &OpenGame, text: &str, take: Take) -> Done<ExitCode> {
    let mut game = game.clone();
    let line = Line::parse(text)?;
    let reading = if take == Take::Theirs { game.take_theirs(&line) } else { game.read_line(&line) };
    let reading: Done<_> = reading.map_err(|error| match game.clone().take_theirs(&line) {
        Ok(Reading::Applied(_)) => Error::TheirsHelps(error).into(),
        _ => error.into(),
    });
    Ok(match reading? {
        Reading::Applied(news) if take == Take::FriendsTurns && !own(&news, &game).is_empty() => {
            let moves = own(&news, &game);
            nothing_to_do(&format!(
                "the line has moves of yours that are not in the file: {moves}; add them with --own"
            ))
        }
        Reading::Applied(news) => {
            file.replace(&game.to_toml())?;
            print_saved(&game.position_line(), || file.replace(file.text()))?;
            print_lines(&words(&news, &game));
            ExitCode::SUCCESS
        }
        Reading::PlayedAlready => nothing_to_do("played already"),
        Reading::Missing => nothing_to_do("a turn is missing: ask your friend for the whole game"),
        Reading::AcceptedAlready(name) => nothing_to_do(&format!("already accepted by {name}")),
        Reading::OverAlready => nothing_to_do("the game is over"),
    })
}

fn nothing_to_do(words: &str) -> ExitCode {
    print_error(words);
    ExitCode::FAILURE
}

fn print(line: &str) -> Result<(), OutputError> {
    Output::standard().write(format!("{line}\n"))
}

/// Prints the line of a game that has just been saved. If this fails, for example because a disk is
/// full, `restore` makes the file as it was. If the reader has closed the pipe, the game stays.
fn print_saved<E: fmt::Display>(line: &str, restore: impl FnOnce() -> Result<(), E>) -> Done {
    print(line).map_err(|error| match is_closed_pipe(&error) {
        true => error.into(),
        false => match restore() {
            Ok(()) => error.into(),
            Err(cause) => Error::Unrestored { error, cause: cause.to_string() }.into(),
        },
    })
}

/// Prints what a player should know besides the line. A closed standard error is not an error: the
/// reader does not want the text.
fn print_lines(lines: &[String]) {
    lines.iter().for_each(|line| _ = writeln!(io::stderr(), "{line}"));
}

/// Returns what a player should know once the game is accepted.
fn accepted(game: &MessageGame) -> Vec<String> {
    let color = game.color().map(|color| format!("you are {color}"));
    let phrase = game.safety_phrase();
    let phrase = phrase.map(|phrase| format!("safety phrase: {phrase}; compare it with your friend once"));
    color.into_iter().chain(phrase).collect()
}

fn words(news: &News, game: &MessageGame) -> Vec<String> {
    let mut lines = Vec::new();
    if news.accepted {
        lines.extend(game.friend().map(|name| format!("accepted by {name}")));
        lines.extend(accepted(game));
    }
    if news.void > 0 {
        lines.push("your last turn lapses: your friend had resigned before".to_owned());
    }
    let own = own(news, game);
    if !own.is_empty() {
        lines.push(format!("the line has turns of yours that were not in the file: {own}"));
    }
    match game.status() {
        Status::YourAnswer(Question::Draw) => lines.push("your friend offers a draw: answer yes or no".to_owned()),
        Status::YourAnswer(Question::Undo) => {
            lines.push("your friend asks to take back a move: answer yes or no".to_owned());
        }
        _ => {}
    }
    lines.extend(end(game));
    lines
}

/// Returns the new turns of this player, with commas between them.
fn own(news: &News, game: &MessageGame) -> String {
    let own = news.turns.iter().filter(|(side, _)| Some(*side) == game.color());
    own.map(|(_, turn)| turn.word(game.rules().board)).collect::<Vec<_>>().join(", ")
}

/// Returns the result of a game that is over.
fn end(game: &MessageGame) -> Vec<String> {
    let Status::Over(outcome) = game.status() else { return Vec::new() };
    vec![outcome.winner().map_or_else(|| "the game is drawn".to_owned(), |winner| format!("{winner} wins"))]
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{0}; --theirs takes the whole game of your friend")]
    TheirsHelps(LineError),
    #[error("{}: {source}", escape_path(path))]
    Text { path: PathBuf, source: FileTextError },
    #[error("{error}; the file keeps the turn: {cause}")]
    Unrestored { error: OutputError, cause: String },
}
