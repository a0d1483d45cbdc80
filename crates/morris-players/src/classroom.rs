// SPDX-License-Identifier: GPL-3.0-or-later
//! The classroom agent: a player that is queried over HTTP and answers in JSON.
//!
//! ```text
//! POST /placing           {"gameBoard": [null, true, …], "phase": {"value": 0, "name": "Placing pieces"}}
//!                         {"selectedPosition": 4}
//! POST /moving            {"origin": 3, "destination": 4}
//! POST /selectEnemyPiece  {"selectedPiece": 7}
//! ```
//!
//! `true` marks the agent's own men. Only the address that the user entered is contacted. Proxies
//! and redirects are not followed.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::address::Address;
use super::player::{AgentError, GamePlayer, PlayerError};
use super::search_control::{PlayerSignal, SearchControl};
use morris::{Color, Game, IllegalMove, Move, Phase, Point, PointSet, Position, escape};

/// Indices of the points in the order of the classroom board: ring by ring from the outermost,
/// clockwise from the top left.
const POINTS: [usize; 24] = [0, 1, 2, 14, 23, 22, 21, 9, 3, 4, 5, 13, 20, 19, 18, 10, 6, 7, 8, 12, 17, 16, 15, 11];

/// Maximum length of an answer in bytes.
const MOST_BYTES: u64 = 1 << 16;
/// Interval between two checks whether the answer is still wanted.
const LOOK: Duration = Duration::from_millis(10);

/// A player that is queried over HTTP.
#[derive(Clone, Debug)]
pub struct Agent {
    address: Address,
    http: ureq::Agent,
    timeout: Duration,
}

impl Agent {
    /// Creates a player for the agent at an address, with the maximum time for an answer. The agent
    /// is first contacted for its first move.
    pub fn new(address: &str, timeout: Duration) -> Result<Self, AgentError> {
        let address = Address::read(address)?;
        let http = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .proxy(None)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_idle_connections(0)
            .timeout_global(Some(timeout))
            .build();
        Ok(Self { address, http: http.new_agent(), timeout })
    }

    /// Sends a request on a separate thread. The thread ends with the timeout of the request even
    /// if the answer is no longer wanted.
    fn ask(&self, path: &'static str, body: &Value, control: &mut dyn SearchControl) -> Result<Reply, AgentError> {
        let (sender, answer) = mpsc::channel();
        let (agent, body) = (self.clone(), body.to_string());
        let ask = move || _ = sender.send(agent.post(path, body));
        let start = thread::Builder::new().name("agent".to_owned()).spawn(ask);
        start.map_err(|error| AgentError::Unreachable(error.to_string()))?;
        loop {
            match answer.recv_timeout(LOOK) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Disconnected) => return Err(AgentError::Unreachable("no answer".to_owned())),
                Err(RecvTimeoutError::Timeout) if control.signal() == PlayerSignal::Cancel => {
                    return Err(AgentError::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn post(&self, path: &'static str, body: String) -> Result<Reply, AgentError> {
        let (contacted, shown) = (self.address.contacted(), self.address.to_string());
        let failed = |error: ureq::Error| match error {
            ureq::Error::Timeout(_) => AgentError::Silent(self.timeout),
            ureq::Error::Io(error) => AgentError::Unreachable(error.to_string()),
            // Some errors contain the address, which may have a password.
            error => AgentError::Unreachable(error.to_string().replace(&contacted, &shown)),
        };
        let request = self.http.post(format!("{contacted}{path}")).content_type("application/json");
        let mut response = request.send(body).map_err(failed)?;
        let status = response.status().as_u16();
        if !response.status().is_success() {
            return Err(AgentError::Status { path, status });
        }
        let bytes = response.body_mut().with_config().limit(MOST_BYTES).read_to_vec().map_err(failed)?;
        let said = String::from_utf8_lossy(&bytes).into_owned();
        let json = serde_json::from_str(&said).map_err(|_| AgentError::Json { path, said: escape(said.trim()) })?;
        Ok(Reply { path, said, json })
    }
}

impl GamePlayer for Agent {
    fn name(&self) -> String {
        self.address.to_string()
    }

    fn choose(&mut self, game: &Game, control: &mut dyn SearchControl) -> Result<Move, PlayerError> {
        let (position, rules) = (game.position(), game.rules());
        let side = position.side();
        let phase = position.phase(side, rules);
        let men = |color| position.men(color);
        let mv = if phase == Phase::Placing {
            let reply = self.ask("/placing", &question(men(side), men(side.other()), phase), control)?;
            Move::place(reply.point("selectedPosition")?)
        } else {
            let reply = self.ask("/moving", &question(men(side), men(side.other()), phase), control)?;
            Move::slide(reply.point("origin")?, reply.point("destination")?)
        };
        if position.check(mv, rules) != Err(IllegalMove::RemovalMissing) {
            return Ok(mv);
        }
        let own = own_after(position, side, mv);
        let reply = self.ask("/selectEnemyPiece", &question(own, men(side.other()), phase), control)?;
        Ok(mv.removing(reply.point("selectedPiece")?.set()))
    }
}

/// Answer of an agent.
#[derive(Debug)]
struct Reply {
    path: &'static str,
    said: String,
    json: Value,
}

impl Reply {
    fn point(&self, key: &'static str) -> Result<Point, AgentError> {
        let number = self.json.get(key).and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok());
        let point = number.and_then(|number| POINTS.get(number)).and_then(|&index| Point::new(index));
        point.ok_or_else(|| AgentError::Point { path: self.path, said: escape(&self.said), key })
    }
}

fn question(own: PointSet, other: PointSet, phase: Phase) -> Value {
    let man = |point: Point| match (own.contains(point), other.contains(point)) {
        (true, _) => Value::Bool(true),
        (_, true) => Value::Bool(false),
        _ => Value::Null,
    };
    let board: Vec<_> = POINTS.iter().filter_map(|&index| Point::new(index)).map(man).collect();
    let (value, name) = match phase {
        Phase::Placing => (0, "Placing pieces"),
        Phase::Moving => (1, "Moving pieces"),
        Phase::Flying => (2, "Flying"),
    };
    json!({ "gameBoard": board, "phase": { "value": value, "name": name } })
}

/// Returns the men of the side to move after its move.
fn own_after(position: &Position, side: Color, mv: Move) -> PointSet {
    let set = |point: Option<Point>| point.map_or(PointSet::EMPTY, Point::set);
    (position.men(side) - set(mv.from)) | set(mv.to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::Rules;

    #[test]
    fn the_points_go_round_the_rings() {
        let names: Vec<_> = POINTS.iter().map(|&index| Point::new(index).unwrap().name()).collect();
        let order = "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4";
        assert_eq!(names.join(" "), order);
    }

    #[test]
    fn a_request_without_an_answer_is_called_silence() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let timeout = Duration::from_millis(50);
        let agent = Agent::new(&format!("http://{}", listener.local_addr().unwrap()), timeout).unwrap();
        let answer = agent.post("/placing", "{}".to_owned());
        assert!(matches!(answer, Err(AgentError::Silent(limit)) if limit == timeout), "{answer:?}");
    }

    #[test]
    fn a_question_shows_the_board_from_the_agents_side() {
        let position = Position::parse("W../.../.../....../.../.../..B b 8 8 0", &Rules::WINDMILL);
        assert!(position.is_err(), "Black is to move with as many men in hand");
        let position = Position::parse("W../.../.../....../.../.../... b 8 9 0", &Rules::WINDMILL).unwrap();
        let (own, other) = (position.men(Color::Black), position.men(Color::White));
        let question = question(own, other, Phase::Placing).to_string();
        assert!(question.starts_with(r#"{"gameBoard":[false,null,null,"#), "{question}");
        assert!(question.ends_with(r#""phase":{"name":"Placing pieces","value":0}}"#), "{question}");
    }
}
