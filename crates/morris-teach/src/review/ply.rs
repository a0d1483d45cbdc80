// SPDX-License-Identifier: GPL-3.0-or-later
//! What a review says of one move.

use super::values::Mistake;
use morris::{Color, Move, Point, PointSet};
use morris_engine::{Level, Score};
use morris_solved::tablebase::{ProbeResult, Wdl};

/// What a game is worth that is won for certain, in hundredths of a man.
const WON: i32 = 1_000;
/// A lead of so many hundredths of a man is much: who has it stands to win.
pub(super) const MUCH: i32 = 100;

/// What a position is worth to its side to move, or a move to the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// For certain: the tables know it, or the game is over.
    Exact(ProbeResult),
    /// The engine's opinion, and no more.
    Estimate(Score),
}

impl Worth {
    /// The value, where it is certain.
    #[must_use]
    pub const fn exact(self) -> Option<Wdl> {
        match self {
            Self::Exact(known) => Some(known.value),
            Self::Estimate(_) => None,
        }
    }

    /// The same as the other side sees it.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Exact(known) => Self::Exact(ProbeResult { value: known.value.opposite(), ..known }),
            Self::Estimate(score) => Self::Estimate(score.reversed()),
        }
    }

    /// In hundredths of a man, as estimates go.
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

    /// As White sees what is worth so much to `side`.
    #[must_use]
    pub const fn for_white(self, side: Color) -> Self {
        match side {
            Color::White => self,
            Color::Black => self.reversed(),
        }
    }
}

/// What stands beside a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The only one of several moves that keeps the value.
    OnlyMove,
    /// It made a draw of a win, or a loss of a draw.
    Slip,
    /// It made a loss of a win.
    Blunder,
    /// The engine thinks much less of it than of another move; nobody knows for certain.
    Doubtful,
}

impl Mark {
    /// A word for files and tables.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::OnlyMove => "only",
            Self::Slip => "slip",
            Self::Blunder => "blunder",
            Self::Doubtful => "doubtful",
        }
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

/// Why a move is a mistake. What is said of the opponent's reply holds for one that punishes the
/// mistake; what is said of better moves, for moves that keep the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// It ends the game, by repetition, by its length or because nobody can move.
    EndsGame,
    /// The opponent ends the game with this reply.
    LosesAtOnce(Move),
    /// The opponent closes a mill with this reply, which a better move prevents.
    LetsMill(Move),
    /// It closes a mill and removes the wrong man; these are the right ones.
    WrongMan(PointSet),
    /// It closes a mill, and all better moves close none; one of them.
    MillTooEarly(Move),
    /// A better move closes a mill: this one.
    MissesMill(Move),
    /// The man on this point could go to and fro between two mills; after the move it cannot any
    /// more.
    GivesUpDoubleMill(Point),
    /// With this reply the opponent gets a man that goes to and fro between two mills, which a
    /// better move prevents.
    LetsDoubleMill(Move),
    /// With this reply the opponent threatens to close two mills that no single man stops, which a
    /// better move prevents.
    LetsFork(Move),
    /// A better move threatens two mills that no single man stops: this one.
    MissesFork(Move),
    /// With this reply the opponent closes a mill by force with so many of its moves, which a
    /// better move prevents.
    LetsForcedMill(Move, u8),
    /// A better move closes a mill by force with so many moves of its side: this one.
    MissesForcedMill(Move, u8),
    /// It opens a mill, and the opponent takes the point that was left, so that it cannot be closed
    /// again.
    OpensMill(Move),
    /// It leaves the side that played it so few ways to go, at most two, and the line ends because
    /// there is none.
    LocksIn(u8),
    /// With the man that it removes the opponent comes to fly.
    FreesToFly,
    /// After this reply every move loses value, while the position itself would hold if the
    /// opponent had to move.
    Zugzwang(Move),
    /// The opponent would have played this already, had it been its turn, with the same gain; it is
    /// not stopped.
    IgnoresThreat(Move),
    /// Every better move holds or takes this point, which the opponent occupies at once.
    LeavesPoint(Point),
}

impl Reason {
    /// A word for files and tables.
    #[must_use]
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
}

/// What there is to praise in a move that keeps the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Praise {
    /// A mill could be closed, and every move that closes one would have been a mistake.
    RefusesMill,
    /// It wins although the opponent can close a mill at once, which other moves prevent.
    GivesMan,
    /// It is the only one that keeps the value.
    OnlyMove,
    /// It holds the draw with two men fewer or more, where not all moves do.
    HoldsOutnumbered,
    /// No move wins in fewer plies, and some do in more.
    Shortest,
}

impl Praise {
    /// A word for files and tables.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::RefusesMill => "refuses-mill",
            Self::GivesMan => "gives-man",
            Self::OnlyMove => "only-move",
            Self::HoldsOutnumbered => "holds-outnumbered",
            Self::Shortest => "shortest",
        }
    }
}

/// What a review says of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct PlyReview {
    /// The move.
    pub mv: Move,
    /// Who played it.
    pub side: Color,
    /// What the position was worth to that side; `None` where it is not known, or not yet.
    pub before: Option<Worth>,
    /// What the move is worth to that side.
    pub after: Option<Worth>,
    /// How many legal moves there were.
    pub legal: usize,
    /// How many of them keep the value, where that is known of all of them.
    pub keeping: Option<usize>,
    /// How value was given away; only where that is certain.
    pub mistake: Option<Mistake>,
    /// What stands beside the move.
    pub mark: Option<Mark>,
    /// What should have been played: after a mistake the moves that keep the value, the quickest
    /// first where distances are known; after a doubtful move what the engine prefers.
    pub better: Vec<Move>,
    /// How a mistake is punished: moves from the position after it on, the opponent's first, none
    /// of which gives value away; it may be empty while the review is being made.
    pub refutation: Vec<Move>,
    /// Why it is a mistake, where that can be proven.
    pub reason: Option<Reason>,
    /// What there is to praise.
    pub praise: Option<Praise>,
    /// Which levels of the computer find a move that keeps the value, where they were asked.
    pub levels: Option<Vec<Level>>,
}

impl PlyReview {
    /// A move of which nothing is known yet.
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

    /// Whether it gave value away: for certain, or where that is not known, by making a lost game
    /// of one that was not, as the engine sees it.
    pub(super) fn gives_away(&self) -> bool {
        let (Some(before), Some(after)) = (self.before, self.after) else { return false };
        let (had, has) = (before.hundredths(), after.hundredths());
        let doubtful = self.mark == Some(Mark::Doubtful) || before.exact().is_some() && after.exact().is_none();
        self.mistake.is_some() || doubtful && had > -MUCH && has <= -MUCH && had - has >= MUCH
    }

    /// How hard it was not to give value away, 0 to 1: the share of the moves that do. `None` where
    /// it is not known or there was nothing to lose.
    #[must_use]
    pub fn weight(&self) -> Option<f64> {
        let lost = self.before?.exact()? == Wdl::Loss;
        let keeping = self.keeping.filter(|_| !lost && self.legal > 0)?;
        Some(1.0 - keeping as f64 / self.legal as f64)
    }
}
