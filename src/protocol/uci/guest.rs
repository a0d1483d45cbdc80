// SPDX-License-Identifier: GPL-3.0-or-later
//! An outside engine that speaks the UCI-like protocol, as a player.

use std::time::Duration;

use crate::engine::Limits;
use crate::game::{IllegalMove, Move, Position, Record, Rules};
use crate::protocol::{Player, PlayerError, Program, ProgramError, Seat, shown};

/// An outside engine that speaks the UCI-like protocol.
#[derive(Debug)]
pub struct Guest {
    program: Program,
    name: String,
    go: String,
    patience: Duration,
}

impl Guest {
    /// Starts an engine for a new game.
    ///
    /// # Errors
    /// It cannot be started, does not speak the protocol, or does not know the rules.
    pub fn start(command: &str, seat: &Seat) -> Result<Self, PlayerError> {
        let mut program = Program::start(command)?;
        let mut name = command.to_owned();
        let mut knows_rules = seat.rules == Rules::STANDARD;
        let mut option = None;
        program.tell("uci");
        program.listen(seat.patience, |line| {
            if let Some(said) = line.strip_prefix("id name ") {
                name = shown(said.trim());
            } else if let Some(variants) = line.strip_prefix("option name Rules type combo ") {
                knows_rules = variants.split_whitespace().any(|word| word == seat.rules.id());
                option = Some(format!("setoption name Rules value {}", seat.rules));
            }
            (line.trim() == "uciok").then_some(())
        })?;
        if !knows_rules {
            return Err(PlayerError::Rules(seat.rules));
        }
        option.into_iter().for_each(|line| program.tell(line));
        program.tell("ucinewgame");
        Ok(Self { program, name, go: go_line(&seat.limits), patience: seat.patience })
    }

    /// What the engine answers to the turns so far, `words` among them.
    fn ask(&mut self, record: &Record, half: Option<Move>) -> Result<String, ProgramError> {
        // An answer to an earlier question must not be taken for one to this.
        self.program.tell("isready");
        self.program.listen(self.patience, |line| (line.trim() == "readyok").then_some(()))?;
        self.program.tell(position_line(record, half));
        self.program.tell(self.go.as_str());
        self.program.listen(self.patience, best_move)
    }
}

impl Player for Guest {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, record: &Record) -> Result<Move, PlayerError> {
        let turn = read_turn(&self.ask(record, None)?)?;
        // Some name the man to remove only when they are asked again.
        if record.position().check(turn, record.rules()) != Err(IllegalMove::RemovalMissing) {
            return Ok(turn);
        }
        let removal = self.ask(record, Some(turn))?;
        read_turn(&format!("{turn}{removal}")).map_err(|_| PlayerError::Unreadable(shown(&removal)))
    }
}

/// The word behind `bestmove`, which may also stand at the end of an `info` line.
fn best_move(line: &str) -> Option<String> {
    let mut words = line.split_whitespace().skip_while(|&word| word != "bestmove");
    words.next()?;
    Some(words.take_while(|&word| word != "ponder").collect())
}

fn read_turn(word: &str) -> Result<Move, PlayerError> {
    match word {
        "" | "none" | "(none)" | "-" | "0000" => Err(PlayerError::NoTurn),
        _ => word.parse().map_err(|_| PlayerError::Unreadable(shown(word))),
    }
}

fn go_line(limits: &Limits) -> String {
    let Limits { depth, nodes, time } = limits;
    let parts = [
        depth.map(|depth| format!(" depth {depth}")),
        nodes.map(|nodes| format!(" nodes {nodes}")),
        time.map(|time| format!(" movetime {}", time.as_millis())),
    ];
    parts.into_iter().flatten().fold("go".to_owned(), |line, part| line + &part)
}

fn position_line(record: &Record, half: Option<Move>) -> String {
    let start = record.start();
    let mut line = if *start == Position::start(record.rules()) {
        "position startpos".to_owned()
    } else {
        format!("position fen {start}")
    };
    let mut turns = record.played().iter().copied().chain(half).peekable();
    if turns.peek().is_some() {
        line.push_str(" moves");
    }
    turns.for_each(|turn| line.push_str(&format!(" {turn}")));
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_is_found_wherever_it_stands() {
        assert_eq!(best_move("bestmove d6"), Some("d6".to_owned()));
        assert_eq!(best_move("info score 3 depth 2 bestmove a4-a7 xd2 "), Some("a4-a7xd2".to_owned()));
        assert_eq!(best_move("bestmove d6 ponder f4"), Some("d6".to_owned()));
        assert_eq!(best_move("bestmove"), Some(String::new()));
        assert_eq!(best_move("info depth 3 pv d6"), None);
    }

    #[test]
    fn limits_become_a_question() {
        let limits = Limits { depth: Some(5), nodes: Some(7), time: Some(Duration::from_millis(90)) };
        assert_eq!(go_line(&limits), "go depth 5 nodes 7 movetime 90");
        assert_eq!(go_line(&Limits::default()), "go");
    }
}
