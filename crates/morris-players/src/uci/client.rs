// SPDX-License-Identifier: GPL-3.0-or-later
//! An external engine of the UCI-like protocol: as a player, and the options it offers.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::player::{GamePlayer, PlayerConfig, PlayerError};
use crate::process::{Process, ProcessError};
use crate::search_control::{NoControl, SearchControl};
use morris::{Board, Color, Game, IllegalMove, Move, Position, Rules, escape, legible, names};
use morris_engine::{Limits, TimeControl};

/// Words before the number of a score.
const SCORES: [&str; 3] = ["cp", "mate", "draw"];

/// An external engine that speaks the UCI-like protocol.
#[derive(Debug)]
pub struct UciClient {
    process: Process,
    name: String,
    limits: Limits,
    timeout: Duration,
    /// Whether the answer to a canceled request is still to come.
    owes_answer: bool,
}

impl UciClient {
    /// Starts an engine for a new game and sets these options.
    pub fn start(
        command: &str,
        options: &BTreeMap<String, String>,
        config: &PlayerConfig,
        control: &mut dyn SearchControl,
    ) -> Result<Self, PlayerError> {
        let mut process = Process::start(command)?.with_stop_command("stop");
        let mut name = escape(command);
        let mut knows_rules = config.rules == Rules::STANDARD;
        let mut setting = None;
        process.send_line("uci");
        process.wait_for_line(config.timeout, control, |line, _| {
            if let Some(said) = line.strip_prefix("id name ") {
                name = escape(said.trim());
            } else if let Some(variants) = line.strip_prefix("option name Rules type combo ") {
                let lists = |rules: &Rules| variants.split_whitespace().any(|word| word == rules.id());
                // An engine that lists all presets is this project's engine. It also accepts rules
                // that are written out.
                knows_rules = lists(&config.rules) || Rules::PRESETS.iter().all(lists);
                setting = Some(format!("setoption name Rules value {}", config.rules.line()));
            }
            (line.trim() == "uciok").then_some(())
        })?;
        if !knows_rules {
            return Err(PlayerError::Rules(config.rules));
        }
        for (name, value) in options.iter().filter(|(name, _)| *name != "Rules") {
            process.send_line(format!("setoption name {name} value {value}"));
        }
        if let Some(line) = setting {
            process.send_line(line);
        }
        process.send_line("ucinewgame");
        Ok(Self { process, name, limits: config.limits, timeout: config.timeout, owes_answer: false })
    }

    /// Returns the engine's answer to the moves so far, which may end with a partial move.
    fn ask(
        &mut self,
        game: &Game,
        partial: Option<Move>,
        control: &mut dyn SearchControl,
    ) -> Result<String, ProcessError> {
        // The answer to an earlier request must not be mistaken for one to this request. `readyok`
        // may arrive before it.
        if self.owes_answer {
            self.process.wait_for_line(self.timeout, control, |line, _| best_move(line))?;
            self.owes_answer = false;
        }
        self.process.send_line("isready");
        self.process.wait_for_line(self.timeout, control, |line, _| (line.trim() == "readyok").then_some(()))?;
        self.process.send_line(position_line(game, partial));
        self.process.send_line(go_line(&self.limits, control.clock(), game.position().side()));
        self.process.repeat_stop();
        let answer = self.process.wait_for_line(self.timeout, control, |line, control| {
            if let Some(thought) = thought(line) {
                control.on_info(&thought);
            }
            best_move(line)
        });
        if answer == Err(ProcessError::Interrupted) {
            self.process.send_line("stop");
            self.owes_answer = true;
        }
        answer
    }
}

impl GamePlayer for UciClient {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, game: &Game, control: &mut dyn SearchControl) -> Result<Move, PlayerError> {
        let mv = self.choose_move(game, control);
        self.process.forget_stop();
        mv
    }
}

impl UciClient {
    fn choose_move(&mut self, game: &Game, control: &mut dyn SearchControl) -> Result<Move, PlayerError> {
        let board = game.rules().board;
        let mv = read_move(&self.ask(game, None, control)?, board)?;
        // Some engines name the man to remove only in a second answer.
        if game.position().check(mv, game.rules()) != Err(IllegalMove::RemovalMissing) {
            return Ok(mv);
        }
        let removal = self.ask(game, Some(mv), control)?;
        read_move(&format!("{}{removal}", board.display(mv)), board)
            .map_err(|_| PlayerError::NoRemoval(escape(&removal)))
    }
}

/// Extracts depth, score and expected moves from an `info` line, as the engine writes them.
fn thought(line: &str) -> Option<String> {
    const KEYS: [&str; 3] = ["depth", "score", "pv"];
    let mut words = line.strip_prefix("info ")?.split_whitespace().peekable();
    let mut parts = Vec::new();
    while let Some(key) = words.next() {
        if KEYS.contains(&key) {
            let value = |word: &&str| key == "pv" || word.parse::<i64>().is_ok() || SCORES.contains(word);
            let mut said = Vec::new();
            while let Some(word) = words.next_if(value) {
                said.push(word);
            }
            parts.push(said.join(" "));
        }
    }
    (!parts.is_empty()).then(|| escape(&parts.join(" · ")))
}

/// Returns the word after `bestmove`. It may appear at the end of an `info` line, but not in the
/// free text after `string`.
fn best_move(line: &str) -> Option<String> {
    let mut words = line.split_whitespace().take_while(|&word| word != "string").skip_while(|&word| word != "bestmove");
    words.next()?;
    Some(words.take_while(|&word| word != "ponder").collect())
}

fn read_move(word: &str, board: &Board) -> Result<Move, PlayerError> {
    match word {
        "" | "none" | "(none)" | "-" | "0000" => Err(PlayerError::NoMove),
        _ => Move::parse(word, board).map_err(|_| PlayerError::Unreadable(escape(word))),
    }
}

/// Returns the `go` line for these limits and this clock. The time for the move never exceeds its
/// share of the clock, since some engines obey only that time.
fn go_line(limits: &Limits, clock: Option<TimeControl>, side: Color) -> String {
    let &Limits { depth, nodes, time, .. } = limits;
    let time = time.map(|time| clock.map_or(time, |clock| time.min(clock.share(side))));
    let of_clock = |TimeControl { left, increment }: TimeControl| {
        let (white, black, increment) = (left.white.as_millis(), left.black.as_millis(), increment.as_millis());
        format!(" wtime {white} btime {black} winc {increment} binc {increment}")
    };
    let parts = [
        depth.map(|depth| format!(" depth {depth}")),
        nodes.map(|nodes| format!(" nodes {nodes}")),
        time.map(|time| format!(" movetime {}", time.as_millis())),
        clock.map(of_clock),
    ];
    parts.into_iter().flatten().fold("go".to_owned(), |line, part| line + &part)
}

fn position_line(game: &Game, partial: Option<Move>) -> String {
    let start = game.start();
    let mut line = if *start == Position::start(game.rules()) {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", start.line(game.rules()))
    };
    let mut moves = game.played().iter().copied().chain(partial).peekable();
    if moves.peek().is_some() {
        line.push_str(" moves");
    }
    moves.for_each(|mv| line.push_str(&format!(" {}", game.rules().board.display(mv))));
    line
}

/// Maximum number of options that are read. Further options are ignored.
const MOST: usize = 200;
/// Maximum length of an option line in bytes. Longer lines are ignored.
const MOST_BYTES: usize = 2000;

/// Description that an engine gives of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UciEngineInfo {
    /// Name of the engine. May be empty.
    pub name: String,
    /// Options of the engine.
    pub options: Vec<UciOption>,
}

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciOption {
    /// Name of the option.
    pub name: String,
    /// Default value.
    pub default: String,
    /// Type of the option.
    pub kind: OptionKind,
}

/// Type of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    /// A whole number in a range.
    Spin {
        /// Minimum.
        least: i64,
        /// Maximum.
        most: i64,
    },
    /// One of these words.
    Combo(Vec<String>),
    /// Any text.
    Text,
}

impl UciEngineInfo {
    /// Starts an engine, reads its description of itself, and ends it. Waits for at most `timeout`.
    pub fn read(command: &str, timeout: Duration) -> Result<Self, ProcessError> {
        let mut process = Process::start(command)?;
        let mut info = Self::default();
        process.send_line("uci");
        process.wait_for_line(timeout, &mut NoControl, |line, _| info.on_info(line.trim()))?;
        Ok(info)
    }

    fn on_info(&mut self, line: &str) -> Option<()> {
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = escape(name.trim());
        } else if let Some(option) = line.strip_prefix("option ").filter(|_| self.options.len() < MOST) {
            self.options.extend(UciOption::parse(option));
        }
        (line == "uciok").then_some(())
    }
}

impl UciOption {
    /// Parses `name Threads type spin default 1 min 1 max 64`. Returns `None` for buttons and for
    /// options that cannot be read or shown.
    fn parse(text: &str) -> Option<Self> {
        if text.len() > MOST_BYTES || text.contains(char::is_control) {
            return None;
        }
        let [mut name, mut kind, mut default, mut least, mut most] = [const { String::new() }; 5];
        let mut words = Vec::new();
        let mut field = &mut name;
        for word in text.split_whitespace() {
            field = match word {
                "name" => &mut name,
                "type" => &mut kind,
                "default" => &mut default,
                "min" => &mut least,
                "max" => &mut most,
                "var" => {
                    words.push(String::new());
                    words.last_mut()?
                }
                word => {
                    if !field.is_empty() {
                        field.push(' ');
                    }
                    field.push_str(word);
                    continue;
                }
            };
        }
        let kind = match kind.as_str() {
            "check" => OptionKind::Check,
            "spin" => OptionKind::Spin { least: least.parse().ok()?, most: most.parse().ok()? },
            "combo" => OptionKind::Combo(words),
            "string" => OptionKind::Text,
            _ => return None,
        };
        let default = if default == "<empty>" { String::new() } else { default };
        let fits =
            (1..=names::LONGEST).contains(&name.chars().count()) && legible(text).count() == text.chars().count();
        fits.then_some(Self { name, default, kind })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::ByColor;

    #[test]
    fn answer_is_found_anywhere_in_the_line() {
        assert_eq!(best_move("bestmove d6"), Some("d6".to_owned()));
        assert_eq!(best_move("info score 3 depth 2 bestmove a4-a7 xd2 "), Some("a4-a7xd2".to_owned()));
        assert_eq!(best_move("bestmove d6 ponder f4"), Some("d6".to_owned()));
        assert_eq!(best_move("bestmove"), Some(String::new()));
        assert_eq!(best_move("info depth 3 pv d6"), None);
        for said in ["info string bestmove may be near", "info depth 3 string the bestmove was d6"] {
            assert_eq!(best_move(said), None, "{said}");
        }
    }

    #[test]
    fn thoughts_are_found_among_the_rest() {
        let line = "info depth 7 seldepth 9 score cp 35 nodes 4000 nps 100 time 40 pv d6 f4 d2";
        assert_eq!(thought(line).as_deref(), Some("7 · cp 35 · d6 f4 d2"));
        assert_eq!(thought("info string hello"), None);
        assert_eq!(thought("bestmove d6"), None);
    }

    #[test]
    fn limits_are_written_as_a_command() {
        let limits =
            Limits { depth: Some(5), nodes: Some(7), time: Some(Duration::from_millis(90)), ..Limits::default() };
        assert_eq!(go_line(&limits, None, Color::White), "go depth 5 nodes 7 movetime 90");
        assert_eq!(go_line(&Limits::default(), None, Color::White), "go");
    }

    #[test]
    fn clock_is_sent_and_limits_each_move() {
        let ms = Duration::from_millis;
        let clock = Some(TimeControl { left: ByColor { white: ms(60_000), black: ms(2_000) }, increment: ms(100) });
        let told = "wtime 60000 btime 2000 winc 100 binc 100";
        assert_eq!(go_line(&Limits::default(), clock, Color::White), format!("go {told}"));
        let limits = Limits { time: Some(ms(1_000)), ..Limits::default() };
        assert_eq!(go_line(&limits, clock, Color::White), format!("go movetime 1000 {told}"));
        assert_eq!(go_line(&limits, clock, Color::Black), format!("go movetime 106 {told}"));
    }

    #[test]
    fn every_kind_of_option_is_read() {
        let read = |line: &str| UciOption::parse(line.strip_prefix("option ").unwrap());
        let option = |name: &str, default: &str, kind| {
            Some(UciOption { name: name.to_owned(), default: default.to_owned(), kind })
        };
        let spin = OptionKind::Spin { least: 1, most: 64 };
        assert_eq!(read("option name Threads type spin default 2 min 1 max 64"), option("Threads", "2", spin));
        assert_eq!(read("option name Own Book type check default true"), option("Own Book", "true", OptionKind::Check));
        let words = OptionKind::Combo(vec!["very calm".to_owned(), "wild".to_owned()]);
        assert_eq!(
            read("option name Style type combo default wild var very calm var wild"),
            option("Style", "wild", words)
        );
        assert_eq!(read("option name Path type string default <empty>"), option("Path", "", OptionKind::Text));
        assert_eq!(read("option name Clear type button"), None);
        assert_eq!(read("option name Bad type spin default 1"), None);
        assert_eq!(read("option name Bad type string default a\0b"), None);
        assert_eq!(read(&format!("option name Bad type string default a{}", "\u{300}".repeat(9))), None);
        for (letters, is_read) in [(100, true), (101, false), (4_000, false)] {
            let line = format!("option name {} type check default true", "W".repeat(letters));
            assert_eq!(read(&line).is_some(), is_read, "{letters} letters");
        }
    }
}
