// SPDX-License-Identifier: GPL-3.0-or-later
//! Perception of a beginner: mills, threats and moves are each seen only with some probability.

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use super::plain_node::open_lines;
use morris::{Color, Goal, Move, Outcome, Phase, Point, PointSet, Position, Rules};

/// Probabilities of overlooking, in percent. The default overlooks nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Oversights {
    /// Probability of overlooking an own mill that can be closed, separately for each mill. A
    /// mill that ends the game is always seen.
    pub mills: u32,
    /// Probability of overlooking a line that the opponent threatens since the last move. Older
    /// threats are always seen. A further threat at the same time, or a threat by a flying man, is
    /// seen only half as often.
    pub threats: u32,
    /// Probability of overlooking the path of a man, including all its possible removals.
    pub moves: u32,
}

/// A line that a side can complete if it plays the next ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The line.
    pub line: PointSet,
    /// The only point of the line without a man. Occupying it stops the threat.
    pub gap: Point,
    /// Whether only a flying man can close the line.
    pub from_afar: bool,
}

/// Returns the lines that `color` can complete if it plays the next ply, in the order of the
/// board's lines. The memory of the rules is ignored.
///
/// ```
/// use morris::{Color, Position, Rules};
///
/// let rules = Rules::STANDARD;
/// let position = Position::parse("WW./.../.../....../.../.../BB. w 7 7", &rules)?;
/// let mut gaps = morris_engine::threats(&position, Color::White, &rules).map(|threat| threat.gap.name());
/// assert_eq!((gaps.next(), gaps.next()), (Some("g7"), None));
/// # Ok::<(), morris::PositionError>(())
/// ```
pub fn threats<'a>(position: &'a Position, color: Color, rules: &'a Rules) -> impl Iterator<Item = Threat> + use<'a> {
    let (men, phase) = (position.men(color), position.phase(color, rules));
    open_lines(rules.board, men, position.men(color.other())).filter_map(move |line| {
        let gap = (line - men).first()?;
        let others = men - line;
        let near = !(others & rules.board.neighbors(gap)).is_empty();
        let (within_reach, from_afar) = match phase {
            Phase::Placing => (true, false),
            Phase::Moving => (near, false),
            Phase::Flying => (!others.is_empty(), !near),
        };
        within_reach.then_some(Threat { line, gap, from_afar })
    })
}

/// Returns those of the moves in `legal` that a player with these oversights considers. The result
/// is only empty if `legal` is. Of `positions`, the history of the game, the last two are used.
///
/// A player that searches considers all moves that it sees. A player that only `glances` at the
/// board closes a mill that it sees, otherwise stops a threat that it sees, and otherwise plays
/// another move.
pub(super) fn considered(
    positions: &[Position],
    rules: &Rules,
    legal: Vec<Move>,
    oversights: Oversights,
    glances: bool,
    chance: &mut Xoshiro256PlusPlus,
) -> Vec<Move> {
    let Some((position, before)) = positions.split_last() else { return legal };
    let wins = |mv: &Move| {
        position.play_unchecked(*mv, rules).outcome(rules).and_then(Outcome::winner) == Some(position.side())
    };
    let winning: Vec<_> = legal.iter().copied().filter(wins).collect();
    if !winning.is_empty() {
        return winning;
    }
    let threats = SeenThreats::new(position, before.last(), rules, oversights.threats, chance);
    let moves = seen_men(&legal, oversights.moves, chance);
    let considered: Vec<_> = if rules.goal == Goal::Misere {
        // Mills and the blocks of mills attract no side that wants to lose its men.
        moves
    } else if glances {
        let mills = seen_mills(position, rules, &legal, oversights.mills, chance);
        if !mills.is_empty() {
            return mills;
        }
        let blocks: Vec<_> = legal.iter().copied().filter(|mv| goes_to(mv, threats.seen)).collect();
        if !blocks.is_empty() {
            return blocks;
        }
        let blind = |mv: &Move| position.closes_mill(position.side(), *mv, rules) || goes_to(mv, threats.overlooked);
        moves.into_iter().filter(|mv| !blind(mv)).collect()
    } else {
        legal.iter().copied().filter(|mv| goes_to(mv, threats.standing) || moves.contains(mv)).collect()
    };
    if considered.is_empty() { legal } else { considered }
}

/// Returns `true` if a move takes a man to one of these points.
fn goes_to(mv: &Move, points: PointSet) -> bool {
    mv.to.is_some_and(|to| points.contains(to))
}

/// Returns the moves that close a mill which is seen.
fn seen_mills(
    position: &Position,
    rules: &Rules,
    legal: &[Move],
    percent: u32,
    chance: &mut Xoshiro256PlusPlus,
) -> Vec<Move> {
    let closing = |mv: &&Move| position.closes_mill(position.side(), **mv, rules);
    let gaps: PointSet = legal.iter().filter(closing).filter_map(|mv| mv.to).collect();
    let seen: PointSet = gaps.into_iter().filter(|_| !chance.random_ratio(percent, 100)).collect();
    legal.iter().filter(closing).filter(|mv| goes_to(mv, seen)).copied().collect()
}

/// Points where the opponent's threats can be stopped.
struct SeenThreats {
    /// Threats that existed before the opponent's last move. They are always seen.
    standing: PointSet,
    seen: PointSet,
    overlooked: PointSet,
}

impl SeenThreats {
    fn new(
        position: &Position,
        before: Option<&Position>,
        rules: &Rules,
        percent: u32,
        chance: &mut Xoshiro256PlusPlus,
    ) -> Self {
        let them = position.side().other();
        let old: Vec<_> =
            before.into_iter().flat_map(|before| threats(before, them, rules)).map(|old| old.line).collect();
        let [mut standing, mut seen, mut overlooked] = [PointSet::EMPTY; 3];
        for (number, threat) in threats(position, them, rules).enumerate() {
            let hard = threat.from_afar || number > 0;
            let percent = if hard { (percent + 100) / 2 } else { percent };
            if old.contains(&threat.line) {
                standing |= threat.gap.set();
            } else if chance.random_ratio(percent, 100) {
                overlooked |= threat.gap.set();
            } else {
                seen |= threat.gap.set();
            }
        }
        seen |= standing;
        Self { standing, seen, overlooked: overlooked - seen }
    }
}

/// Returns the moves without those of overlooked paths.
fn seen_men(legal: &[Move], percent: u32, chance: &mut Xoshiro256PlusPlus) -> Vec<Move> {
    let mut last = None;
    let mut moves = Vec::with_capacity(legal.len());
    for mv in legal {
        // Moves that differ only in their removal are adjacent.
        let path = (mv.from, mv.to);
        let seen = match last {
            Some((same, seen)) if same == path => seen,
            _ => !chance.random_ratio(percent, 100),
        };
        last = Some((path, seen));
        if seen {
            moves.push(*mv);
        }
    }
    moves
}
