// SPDX-License-Identifier: GPL-3.0-or-later
//! The file format of saved games.

use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use toml::de::DeValue;
use toml::{Spanned, Value};

use super::assistance::HelpUsed;
use super::clock_times::{read_remaining, read_times, remaining, times};
use super::error::{FileError, FileProblem, Located, WriteError};
use super::files;
use super::own_rules::OwnRules;
use super::toml_text::{Document, VERSION_KEY, text_of};
use crate::session::{Help, LastLine};
use crate::setup::{Clock, ClockTimes, ClubGame, GameSetup, Player, optional_clock};
use crate::values::or_allowed;
use morris::{ByColor, Color, DrawReason, Game, GameTree, Move, Outcome, Pgn, Position, Rules, WinReason, names};
use morris_message::{MessageGame, Version};
use morris_players::FormatError;

/// Newest format version. Since version 2, the notes have variations within variations, and moves
/// that were not played in the game. Since version 3, there are games by message, and since version
/// 4 such games with lines of version 2.
const VERSION: i64 = 4;
/// Format version of games by message with lines of version 1. Older programs can read them.
const OLD_MESSAGE_VERSION: i64 = 3;
/// Format version of games that are not by message. Older programs can read them.
const PLAIN_VERSION: i64 = 2;

/// First line of the file, by which the desktop detects its type.
const HEAD: &str = "# Nine Men's Morris saved game";

morris::with_ids! {
    /// What is saved.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum SavedKind {
        /// A game, which can be continued.
        #[default]
        Game = "game",
        /// An analysis that does not belong to a game. Its `game` leads to the position that was
        /// shown.
        Analysis = "analysis",
        /// A game by message, which is continued by lines. It has a [`SavedGame::message`].
        Message = "message",
    }
}

/// A saved game, with everything that is needed to continue it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// Whether it is a game or an analysis.
    pub kind: SavedKind,
    /// Name that the user has given to the game.
    pub name: Option<String>,
    /// Time of saving, in whole milliseconds.
    pub saved: Timestamp,
    /// Setup of the game. Its rules are those of the game.
    pub setup: GameSetup,
    /// The game, including moves that were taken back.
    pub game: Game,
    /// The tree of the game with its variations, comments, and glyphs, and the tags of the text
    /// that it comes from. The tree may lack the last moves of `game`, and its main line may be
    /// another one. [`Self::tree`] returns it with all moves.
    pub notes: Option<Pgn>,
    /// Clock times, for the last thousand moves. They are kept to the millisecond and up to a week.
    /// `None` without a clock.
    pub clocks: Option<ClockTimes>,
    /// Aids that the person has used so far, or `None` if they are unknown.
    pub aids: Option<HelpUsed>,
    /// The game by message with its secret key. `setup` and `game` follow from it.
    pub message: Option<Box<MessageGame>>,
    /// Whether the user still has to send the last line of a game by message.
    pub last_line: LastLine,
}

impl SavedGame {
    /// Creates a saved game without a name. The time of saving is now.
    pub fn now(setup: GameSetup, game: Game, clocks: Option<ClockTimes>) -> Self {
        Self {
            kind: SavedKind::Game,
            name: None,
            saved: Self::moment(),
            setup,
            game,
            notes: None,
            clocks,
            aids: None,
            message: None,
            last_line: LastLine::Sent,
        }
    }

    /// Creates a saved game by message without a name. No aids have been used. The time of saving
    /// is now. A last line of the user has not been sent.
    pub fn by_message(game: MessageGame) -> Self {
        Self {
            aids: Some(HelpUsed::default()),
            ..Self::now(GameSetup::between_persons(*game.rules()), game.game().clone(), None)
        }
        .following(game)
    }

    /// Returns a game by message with a clock, which it has if it is played in one network.
    #[must_use]
    pub fn with_clock(mut self, clock: Option<Clock>, times: Option<ClockTimes>) -> Self {
        self.setup.clock = clock;
        self.clocks = times.filter(|_| clock.is_some());
        self
    }

    /// Returns the game as it follows from a game by message.
    fn following(self, game: MessageGame) -> Self {
        Self {
            kind: SavedKind::Message,
            setup: GameSetup::by_message(&game),
            game: game.game().clone(),
            clocks: None,
            last_line: if game.is_last_line_own() { LastLine::Unsent } else { LastLine::Sent },
            message: Some(Box::new(game)),
            ..self
        }
    }

    /// Creates a saved game between two persons without names. The time of saving is now.
    pub fn between_persons(game: Game) -> Self {
        Self::now(GameSetup::between_persons(*game.rules()), game, None)
    }

    /// Returns the current time, in the whole milliseconds that a save holds.
    pub fn moment() -> Timestamp {
        to_milliseconds(Timestamp::now())
    }

    /// Reads a game from a file at any path and replays its moves.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        Self::parse(&files::read_text(path)?).map_err(|located| located.of(path))
    }

    /// Writes the game to a file at any path, without the key of a game by message. An existing
    /// file is replaced.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or if it would be too large to be read back.
    /// An existing file is then unchanged.
    pub fn write(&self, path: &Path) -> Result<(), WriteError> {
        files::write_text(path, &self.to_text(), files::MODE)
    }

    pub(super) fn from_bytes(bytes: &[u8], path: &Path) -> Result<Self, FileError> {
        text_of(bytes).and_then(Self::parse).map_err(|located| located.of(path))
    }

    /// Returns the game without the comments and variations of its notes. Tags are kept. Returns
    /// `None` if there is nothing to leave out.
    pub(super) fn without_comments(&self) -> Option<Self> {
        let Pgn { tree, tags } = self.notes.as_ref()?;
        let bare = Pgn { tree: GameTree::new(*tree.rules(), *tree.start()), tags: tags.clone() };
        (bare.tree != *tree).then(|| Self { notes: Some(bare), ..self.clone() })
    }

    /// Parses the text of a game and replays its moves.
    pub(super) fn parse(text: &str) -> Result<Self, Located> {
        let document = Document::parse(text, VERSION)?;
        let own = if has_custom_rules(&document) { Some(OwnRules::required(&document)?) } else { None };
        let keys: Vec<_> = KEYS.into_iter().filter(|key| *key != "rules" || own.is_none()).collect();
        let Keys {
            kind,
            name,
            saved,
            rules,
            white,
            black,
            clock,
            remaining,
            times,
            start,
            notes,
            result,
            reason,
            aids,
            unsent,
            message,
            club,
        } = document.read(&keys)?;
        let kind = kind
            .map(|kind| one_of(&document, "kind", &kind, SavedKind::ALL, SavedKind::id))
            .transpose()?
            .unwrap_or_default();
        let name = name.as_deref().and_then(names::kept);
        let notes = notes.map(|notes| read_notes(&document, &notes)).transpose()?;
        if kind == SavedKind::Message {
            let game = read_message(&document, &require("message", message)?)?;
            let last_line = if unsent == Some(true) { LastLine::Unsent } else { LastLine::Sent };
            return Ok(Self {
                name,
                saved: require("saved", saved)?,
                notes,
                aids,
                last_line,
                ..Self::by_message(game).with_clock(clock, times_of(remaining, times))
            });
        }
        let OwnRules { name: rules_name, rules } = match own {
            Some(own) => own,
            None => OwnRules { name: None, rules: require("rules", rules)? },
        };
        let players = ByColor { white: require("white", white)?, black: require("black", black)? };
        let end = result.map(|result| outcome(&document, &result, reason)).transpose()?;
        Ok(Self {
            kind,
            name,
            saved: require("saved", saved)?,
            setup: GameSetup { rules, rules_name, players, clock, club },
            game: read_game(&document, rules, start, end)?,
            notes,
            clocks: clock.and(times_of(remaining, times)),
            aids,
            message: None,
            last_line: LastLine::Sent,
        })
    }

    /// Returns the text of the game for the folder of saved games, and the mode of its file. The
    /// text of a game by message holds its key.
    pub(super) fn to_private_text(&self) -> (String, u32) {
        let Self { name, saved, notes, aids, clocks, .. } = self;
        let Some(message) = &self.message else { return (self.to_text(), files::MODE) };
        let version = match message.invitation().version() {
            Version::One => OLD_MESSAGE_VERSION,
            Version::Two => VERSION,
        };
        let text = text_of_keys([
            Some((VERSION_KEY, value(version))),
            Some(("kind", value(SavedKind::Message.id()))),
            name.as_ref().map(|name| ("name", value(name))),
            Some(("saved", to_milliseconds(*saved).to_string())),
            self.setup.clock.map(|clock| ("clock", value(clock))),
            clocks.as_ref().map(|clocks| ("remaining", value(remaining(clocks.now)))),
            clocks.as_ref().filter(|clocks| !clocks.history.is_empty()).map(|clocks| ("times", times(&clocks.history))),
            aids.map(|aids| ("aids", value(aids.words()))),
            notes.as_ref().map(|notes| ("notes", value(notes.to_string()))),
            (self.last_line == LastLine::Unsent).then(|| ("unsent", value(true))),
            // It comes last, so that a truncated file is never taken for a complete one.
            Some(("message", value(message.to_toml()))),
        ]);
        (text, files::PRIVATE_MODE)
    }

    /// Returns the text of the game, without the key of a game by message. That becomes a game
    /// between two persons.
    pub(crate) fn to_text(&self) -> String {
        let Self { kind, name, saved, setup, game, notes, clocks, aids, message: _, last_line: _ } = self;
        let clock = setup.clock.map_or_else(|| value("none"), value);
        let clocks = clocks.as_ref().filter(|_| setup.clock.is_some());
        let outcome = game.outcome();
        let played = game.cursor();
        let own = game.rules().preset().is_none();
        text_of_keys([
            Some((VERSION_KEY, value(PLAIN_VERSION))),
            (*kind == SavedKind::Analysis).then(|| ("kind", value(kind.id()))),
            name.as_ref().map(|name| ("name", value(name))),
            Some(("saved", to_milliseconds(*saved).to_string())),
            Some(("rules", value(game.rules().id()))),
            own.then(|| OwnRules::line(game.rules(), setup.rules_name.as_deref())),
            Some(("white", value(&setup.players.white))),
            Some(("black", value(&setup.players.black))),
            Some(("clock", clock)),
            setup.club.as_ref().map(|club| ("club", value(club))),
            clocks.map(|clocks| ("remaining", value(remaining(clocks.now)))),
            clocks.filter(|clocks| !clocks.history.is_empty()).map(|clocks| ("times", times(&clocks.history))),
            aids.map(|aids| ("aids", value(aids.words()))),
            start(game).map(|line| ("start", value(line))),
            notes.as_ref().map(|notes| ("notes", value(notes.to_string()))),
            outcome.map(|outcome| ("result", value(outcome.result()))),
            outcome.map(|outcome| ("reason", value(outcome.reason()))),
            (played < game.moves().len()).then(|| ("taken_back", moves(game, played, game.moves().len()))),
            // The moves come last, so that a truncated file is never taken for a complete one.
            Some(("turns", moves(game, 0, played))),
        ])
    }
}

fn times_of(now: Option<ByColor<Duration>>, history: Option<Vec<ByColor<Duration>>>) -> Option<ClockTimes> {
    now.map(|now| ClockTimes { now, history: history.unwrap_or_default() })
}

fn text_of_keys<const N: usize>(keys: [Option<(&str, String)>; N]) -> String {
    let lines = keys.into_iter().flatten().map(|(key, value)| format!("{key} = {value}\n"));
    format!("{HEAD}\n{}", lines.collect::<String>())
}

fn has_custom_rules(document: &Document<'_>) -> bool {
    document.table.get("rules").and_then(|rules| rules.get_ref().as_str()) == Some(Rules::CUSTOM)
}

/// Returns `true` if a text begins as a saved game does.
pub(super) fn is_head(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with(HEAD)
}

/// Names of [`Keys`].
const KEYS: [&str; 17] = [
    "kind",
    "name",
    "saved",
    "rules",
    "white",
    "black",
    "clock",
    "remaining",
    "times",
    "aids",
    "start",
    "notes",
    "result",
    "reason",
    "unsent",
    "message",
    "club",
];

/// Keys of a saved game other than the moves, which are read one by one.
#[derive(Deserialize)]
struct Keys {
    kind: Option<Spanned<AnyText>>,
    name: Option<String>,
    #[serde(default, deserialize_with = "date")]
    saved: Option<Timestamp>,
    rules: Option<Rules>,
    white: Option<Player>,
    black: Option<Player>,
    #[serde(default, with = "optional_clock")]
    clock: Option<Clock>,
    #[serde(default, deserialize_with = "read_remaining")]
    remaining: Option<ByColor<Duration>>,
    #[serde(default, deserialize_with = "read_times")]
    times: Option<Vec<ByColor<Duration>>>,
    #[serde(default, deserialize_with = "used")]
    aids: Option<HelpUsed>,
    start: Option<Spanned<String>>,
    notes: Option<Spanned<String>>,
    result: Option<Spanned<AnyText>>,
    reason: Option<Spanned<AnyText>>,
    unsent: Option<bool>,
    message: Option<Spanned<String>>,
    club: Option<ClubGame>,
}

/// A string. Other values count as an empty one.
struct AnyText(String);

impl<'de> Deserialize<'de> for AnyText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(String::deserialize(deserializer).unwrap_or_default()))
    }
}

fn used<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<HelpUsed>, D::Error> {
    let allowed = format!("a list out of {}", Help::ALL.map(|help| format!("\"{}\"", help.id())).join(", "));
    let words: Vec<String> = or_allowed(deserializer, &allowed)?;
    let aids = HelpUsed::of_words(words.iter().map(String::as_str));
    aids.map(Some).ok_or_else(|| D::Error::custom(allowed))
}

/// Reads a moment. Dates and times without an offset are errors.
fn date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Timestamp>, D::Error> {
    let allowed = "a date and time such as 2026-11-21T09:15:00Z";
    let date: toml::value::Datetime = or_allowed(deserializer, allowed)?;
    date.to_string().parse().map(Some).map_err(|_| D::Error::custom(allowed))
}

fn require<T>(key: &str, value: Option<T>) -> Result<T, Located> {
    value.ok_or_else(|| FileProblem::Missing(key.to_owned()).into())
}

fn value(value: impl Serialize) -> String {
    Value::try_from(value).map(|value| value.to_string()).unwrap_or_default()
}

fn to_milliseconds(moment: Timestamp) -> Timestamp {
    Timestamp::from_millisecond(moment.as_millisecond()).unwrap_or(moment)
}

fn read_notes(document: &Document<'_>, text: &Spanned<String>) -> Result<Pgn, Located> {
    let problem = |error| FileProblem::Text(FormatError::from(error));
    text.get_ref()
        .parse()
        .map_err(|error| Located { line: Some(document.line(text.span().start)), problem: problem(error) })
}

fn read_message(document: &Document<'_>, text: &Spanned<String>) -> Result<MessageGame, Located> {
    let line = Some(document.line(text.span().start));
    MessageGame::from_toml(text.get_ref()).map_err(|error| Located { line, problem: FileProblem::Message(error) })
}

fn read_game(
    document: &Document<'_>,
    rules: Rules,
    start: Option<Spanned<String>>,
    end: Option<(usize, Outcome)>,
) -> Result<Game, Located> {
    let mut game = match start {
        Some(line) => {
            let problem =
                |error| Located { line: Some(document.line(line.span().start)), problem: FileProblem::Start(error) };
            Game::from_position(rules, Position::parse(line.get_ref(), &rules).map_err(problem)?)
        }
        None => Game::new(rules),
    };
    play_all(&mut game, require("turns", read_moves(document, "turns")?)?)?;
    let cursor = game.cursor();
    if let Some((line, outcome)) = end {
        end_game(&mut game, outcome).map_err(|problem| Located { line: Some(line), problem })?;
    }
    play_all(&mut game, read_moves(document, "taken_back")?.unwrap_or_default())?;
    game.go_to(cursor);
    Ok(game)
}

/// Returns the moves of a list with their lines, or `None` if the list is missing.
fn read_moves<'d>(document: &'d Document<'_>, key: &str) -> Result<Option<Vec<(usize, &'d str)>>, Located> {
    let Some(list) = document.table.get(key) else { return Ok(None) };
    let none = |span| document.not_allowed(key, span, "a list of moves such as [\"d6\", \"f4\"]".to_owned());
    let DeValue::Array(items) = list.get_ref() else { return Err(none(list.span())) };
    let line = |item: &Spanned<DeValue<'_>>| document.line(item.span().start);
    let read = |item: &'d Spanned<DeValue<'_>>| {
        item.get_ref().as_str().map(|text| (line(item), text)).ok_or_else(|| none(item.span()))
    };
    items.iter().map(read).collect::<Result<_, _>>().map(Some)
}

fn play_all(game: &mut Game, moves: Vec<(usize, &str)>) -> Result<(), Located> {
    moves
        .into_iter()
        .try_for_each(|(line, text)| play(game, text).map_err(|problem| Located { line: Some(line), problem }))
}

fn play(game: &mut Game, text: &str) -> Result<(), FileProblem> {
    let (number, board) = (game.cursor() + 1, game.rules().board);
    let mv = Move::parse(text, board).map_err(|source| FileProblem::UnreadableMove { number, source })?;
    game.play(mv).map_err(|source| FileProblem::IllegalMove { number, mv, source, board })
}

/// Reads the outcome of the game, with the line of the result.
fn outcome(
    document: &Document<'_>,
    result: &Spanned<AnyText>,
    reason: Option<Spanned<AnyText>>,
) -> Result<(usize, Outcome), Located> {
    let winner = one_of(document, "result", result, WINNERS, Outcome::result_of)?;
    let reason = require("reason", reason)?;
    let outcome = match winner {
        Some(winner) => {
            Outcome::Win { winner, reason: one_of(document, "reason", &reason, WinReason::ALL, WinReason::id)? }
        }
        None => Outcome::Draw(one_of(document, "reason", &reason, DrawReason::ALL, DrawReason::id)?),
    };
    Ok((document.line(result.span().start), outcome))
}

/// Returns the meaning of a word.
fn one_of<T: Copy, const N: usize>(
    document: &Document<'_>,
    key: &str,
    value: &Spanned<AnyText>,
    all: [T; N],
    word: fn(T) -> &'static str,
) -> Result<T, Located> {
    let found = all.into_iter().find(|&meaning| value.get_ref().0 == word(meaning));
    found.ok_or_else(|| document.not_allowed(key, value.span(), all.map(word).join(", ")))
}

/// Ends the game with the outcome in the file, unless the moves do so themselves.
fn end_game(game: &mut Game, outcome: Outcome) -> Result<(), FileProblem> {
    if is_by_word(outcome) {
        game.declare(outcome);
    }
    if game.outcome() == Some(outcome) {
        return Ok(());
    }
    Err(FileProblem::Result { result: outcome.result().to_owned(), reason: outcome.reason().to_owned() })
}

/// Returns `true` if a player or a referee declared the outcome, so that the board does not show
/// it.
const fn is_by_word(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Win { reason, .. } => {
            matches!(reason, WinReason::Resignation | WinReason::Time | WinReason::Adjudication)
        }
        Outcome::Draw(reason) => matches!(reason, DrawReason::Agreement | DrawReason::Adjudication),
    }
}

/// Winners, in the order of the results in messages.
const WINNERS: [Option<Color>; 3] = [Some(Color::White), Some(Color::Black), None];

/// Returns the outcome for a result and a reason in the words of the file.
pub(super) fn end_of_words(result: &str, reason: &str) -> Option<Outcome> {
    match WINNERS.into_iter().find(|&winner| Outcome::result_of(winner) == result)? {
        Some(winner) => WinReason::of_id(reason).map(|reason| Outcome::Win { winner, reason }),
        None => DrawReason::of_id(reason).map(Outcome::Draw),
    }
}

/// Returns the start position of a game as a position line, or `None` for the initial position of
/// the rules.
fn start(game: &Game) -> Option<String> {
    let line = game.start().line(game.rules());
    (line != Position::start(game.rules()).line(game.rules())).then_some(line)
}

/// Width of two moves with their quotation marks and commas, in characters.
const ROW_WIDTH: usize = "'a4-a7xd2', 'a4-a7xd2',".len();

/// Returns a list of moves, with White's and Black's side by side. Each row ends with the number of
/// its first move.
fn moves(game: &Game, from: usize, to: usize) -> String {
    let mut rows: Vec<(usize, String)> = Vec::new();
    for (index, &mv) in game.moves().iter().enumerate().take(to).skip(from) {
        let mv = game.rules().board.display(mv);
        let side = game.position_after(index).map(Position::side);
        match rows.last_mut() {
            Some((_, row)) if side == Some(Color::Black) => row.push_str(&format!(" \"{mv}\",")),
            _ => rows.push((index + 1, format!("\"{mv}\","))),
        }
    }
    if rows.is_empty() {
        return "[]".to_owned();
    }
    let rows = rows.into_iter().map(|(number, row)| format!("    {row:<ROW_WIDTH$}  # {number}\n"));
    format!("[\n{}]", rows.collect::<String>())
}
