// SPDX-License-Identifier: GPL-3.0-or-later
//! Review of one move.

use super::values::Mistake;
use morris::{Board, Color, Move, Point, PointSet};
use morris_engine::{Level, Score};
use morris_solved::tablebase::{ProbeResult, Wdl};

/// Value of a certain win, in hundredths of a man.
const WON: i32 = 1_000;
/// Lead in hundredths of a man with which a side is expected to win.
pub(super) const MUCH: i32 = 100;

/// Value of a position for its side to move, or of a move for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Exact value, from the tables or because the game is over.
    Exact(ProbeResult),
    /// Estimate of the engine.
    Estimate(Score),
}

impl Worth {
    /// Returns the value, if it is exact.
    pub const fn exact(self) -> Option<Wdl> {
        match self {
            Self::Exact(known) => Some(known.value),
            Self::Estimate(_) => None,
        }
    }

    /// Returns the value from the view of the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Exact(known) => Self::Exact(ProbeResult { value: known.value.opposite(), ..known }),
            Self::Estimate(score) => Self::Estimate(score.reversed()),
        }
    }

    /// Returns the value in hundredths of a man, limited to the value of a win.
    pub(super) fn hundredths(self) -> i32 {
        let score = match self {
            Self::Exact(known) => known.value.into(),
            Self::Estimate(score) => score,
        };
        match score {
            Score::Value(value) => value.clamp(-WON, WON),
            Score::Draw => 0,
            Score::Won | Score::Win(_) => WON,
            Score::Lost | Score::Loss(_) => -WON,
        }
    }

    /// Returns the value for White, given that `self` is the value for `side`.
    #[must_use]
    pub(crate) const fn for_white(self, side: Color) -> Self {
        match side {
            Color::White => self,
            Color::Black => self.reversed(),
        }
    }
}

morris::with_ids! {
    /// Mark of a move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Mark {
        /// The only one of several moves that keeps the value.
        OnlyMove = "only",
        /// Turns a win into a draw, or a draw into a loss.
        Slip = "slip",
        /// Turns a win into a loss.
        Blunder = "blunder",
        /// The engine prefers another move by far, but the exact values are unknown.
        Doubtful = "doubtful",
    }
}

impl From<Mistake> for Mark {
    fn from(mistake: Mistake) -> Self {
        match mistake {
            Mistake::WinToDraw | Mistake::DrawToLoss => Self::Slip,
            Mistake::WinToLoss => Self::Blunder,
        }
    }
}

/// Reason why a move is a mistake. The replies are moves of the opponent that refute the mistake.
/// The better moves are moves that keep the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The move ends the game by repetition, by its length, or because no side can move.
    EndsGame,
    /// The opponent ends the game with this reply.
    LosesAtOnce(Move),
    /// The opponent closes a mill with this reply, which a better move prevents.
    LetsMill(Move),
    /// The move closes a mill and removes the wrong man. These are the right ones.
    WrongMan(PointSet),
    /// The move closes a mill, but no better move closes one. This is one of the better moves.
    MillTooEarly(Move),
    /// This better move closes a mill.
    MissesMill(Move),
    /// The man on this point could move back and forth between two mills. After the move it no
    /// longer can.
    GivesUpDoubleMill(Point),
    /// With this reply the opponent gets a man that moves back and forth between two mills, which a
    /// better move prevents.
    LetsDoubleMill(Move),
    /// With this reply the opponent threatens two mills that no single man stops, which a better
    /// move prevents.
    LetsFork(Move),
    /// This better move threatens two mills that no single man stops.
    MissesFork(Move),
    /// With this reply the opponent closes a mill by force within this number of its moves, which a
    /// better move prevents.
    LetsForcedMill(Move, u8),
    /// This better move closes a mill by force within this number of moves.
    MissesForcedMill(Move, u8),
    /// The move opens a mill, and with this reply the opponent occupies the empty point, so that
    /// the mill cannot be closed again.
    OpensMill(Move),
    /// The move leaves its side this number of moves, at most two, and the line ends because none
    /// is left.
    LocksIn(u8),
    /// The removal lets the opponent fly.
    FreesToFly,
    /// After this reply every move loses value, but the position would keep it if the opponent had
    /// to move.
    Zugzwang(Move),
    /// The opponent already threatened this reply, with the same gain, and the move does not stop
    /// it.
    IgnoresThreat(Move),
    /// Every better move holds or occupies this point, which the opponent then occupies at once.
    LeavesPoint(Point),
}

impl Reason {
    /// Returns the word for files and tables.
    pub const fn id(self) -> &'static str {
        match self {
            Self::EndsGame => "ends-game",
            Self::LosesAtOnce(_) => "loses-at-once",
            Self::LetsMill(_) => "lets-mill",
            Self::WrongMan(_) => "wrong-man",
            Self::MillTooEarly(_) => "mill-too-early",
            Self::MissesMill(_) => "misses-mill",
            Self::GivesUpDoubleMill(_) => "gives-up-double-mill",
            Self::LetsDoubleMill(_) => "lets-double-mill",
            Self::LetsFork(_) => "lets-fork",
            Self::MissesFork(_) => "misses-fork",
            Self::LetsForcedMill(..) => "lets-forced-mill",
            Self::MissesForcedMill(..) => "misses-forced-mill",
            Self::OpensMill(_) => "opens-mill",
            Self::LocksIn(_) => "locks-in",
            Self::FreesToFly => "frees-to-fly",
            Self::Zugzwang(_) => "zugzwang",
            Self::IgnoresThreat(_) => "ignores-threat",
            Self::LeavesPoint(_) => "leaves-point",
        }
    }

    /// Returns the reason in English, with the names of a board.
    pub fn words(self, board: &Board) -> String {
        let show = |mv: Move| board.display(mv).to_string();
        match self {
            Self::EndsGame => "it ends the game".to_owned(),
            Self::LosesAtOnce(reply) => format!("{} ends the game", show(reply)),
            Self::LetsMill(reply) => format!("it lets {} close a mill", show(reply)),
            Self::WrongMan(right) => {
                let right: Vec<_> = right.map(|point| board.name(point)).collect();
                format!("the wrong piece is removed: {} was right", right.join(" or "))
            }
            Self::MillTooEarly(better) => format!("the mill comes too early: first {}", show(better)),
            Self::MissesMill(better) => format!("it misses the mill {}", show(better)),
            Self::GivesUpDoubleMill(man) => format!("it gives up the double mill of {}", board.name(man)),
            Self::LetsDoubleMill(reply) => format!("it lets {} make a double mill", show(reply)),
            Self::LetsFork(reply) => format!("it lets {} threaten two mills", show(reply)),
            Self::MissesFork(better) => format!("it misses {}, which threatens two mills", show(better)),
            Self::LetsForcedMill(reply, moves) => format!("{} leads to a mill by force in {moves} moves", show(reply)),
            Self::MissesForcedMill(better, moves) => {
                format!("it misses {}, which leads to a mill by force in {moves} moves", show(better))
            }
            Self::OpensMill(reply) => format!("{} keeps the opened mill from closing again", show(reply)),
            Self::LocksIn(ways) => {
                format!("it leaves its own pieces {ways} way{} to go", if ways == 1 { "" } else { "s" })
            }
            Self::FreesToFly => "the opponent comes to fly".to_owned(),
            Self::Zugzwang(reply) => format!("after {} there is nothing good to move", show(reply)),
            Self::IgnoresThreat(reply) => format!("the threat of {} stands", show(reply)),
            Self::LeavesPoint(point) => format!("{} had to be held or taken", board.name(point)),
        }
    }
}

morris::with_ids! {
    /// Reason to praise a move that keeps the value.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Praise {
        /// A mill could be closed, but every move that closes one is a mistake.
        RefusesMill = "refuses-mill",
        /// The move wins although the opponent can close a mill at once, which other moves prevent.
        GivesMan = "gives-man",
        /// The only move that keeps the value.
        OnlyMove = "only-move",
        /// The move holds the draw with at least two men fewer, and not all moves do.
        HoldsOutnumbered = "holds-outnumbered",
        /// No move wins in fewer plies, and some winning moves take more.
        Shortest = "shortest",
    }
}

/// Review of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct PlyReview {
    /// The move.
    pub mv: Move,
    /// Side that played it.
    pub side: Color,
    /// Value of the position for that side, if it is already known.
    pub before: Option<Worth>,
    /// Value of the move for that side.
    pub after: Option<Worth>,
    /// Number of legal moves.
    pub legal: usize,
    /// Number of moves that keep the value, if the values of all moves are known.
    pub keeping: Option<usize>,
    /// Kind of mistake. Only set if it is certain.
    pub mistake: Option<Mistake>,
    /// Mark of the move.
    pub mark: Option<Mark>,
    /// Better moves. After a mistake, the moves that keep the value, the quickest first if
    /// distances are known. After a doubtful move, the choice of the engine.
    pub better: Vec<Move>,
    /// Refutation of a mistake: moves from the position after it, beginning with the opponent's,
    /// none of which gives value away. It may be empty while the review is in progress.
    pub refutation: Vec<Move>,
    /// Reason why the move is a mistake, if it can be proven.
    pub reason: Option<Reason>,
    /// Reason to praise the move.
    pub praise: Option<Praise>,
    /// Levels of the computer that find a move that keeps the value, if they were asked.
    pub levels: Option<Vec<Level>>,
}

impl PlyReview {
    /// Creates the review of a move without any knowledge.
    pub(super) const fn unknown(mv: Move, side: Color, legal: usize) -> Self {
        Self {
            mv,
            side,
            before: None,
            after: None,
            legal,
            keeping: None,
            mistake: None,
            mark: None,
            better: Vec::new(),
            refutation: Vec::new(),
            reason: None,
            praise: None,
            levels: None,
        }
    }

    /// Returns `true` if the move gave value away. If that is not certain, returns `true` if,
    /// according to the engine, it turned a game that was not lost into a lost one.
    pub(super) fn gives_away(&self) -> bool {
        let (Some(before), Some(after)) = (self.before, self.after) else { return false };
        let (had, has) = (before.hundredths(), after.hundredths());
        let doubtful = self.mark == Some(Mark::Doubtful) || before.exact().is_some() && after.exact().is_none();
        self.mistake.is_some() || doubtful && had > -MUCH && has <= -MUCH && had - has >= MUCH
    }

    /// Returns the difficulty of not giving value away, from 0 to 1: the share of the moves that
    /// give value away. Returns `None` if it is unknown or if the position is lost.
    pub fn weight(&self) -> Option<f64> {
        let lost = self.before?.exact()? == Wdl::Loss;
        let keeping = self.keeping.filter(|_| !lost && self.legal > 0)?;
        Some(1.0 - keeping as f64 / self.legal as f64)
    }
}
