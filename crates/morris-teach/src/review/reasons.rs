// SPDX-License-Identifier: GPL-3.0-or-later
//! Reasons of mistakes: the first proven reason, in the order of [`find`].

use super::facts::{
    double_mills, forced_mills, forks, frees_to_fly, lines_closed, mobility, opens_mill, winning_moves,
};
use super::ply::Reason;
use morris::{Arrangement, ByColor, Color, Goal, Move, Outcome, PointSet, Position, Rules, WinReason};
use morris_solved::tablebase::{Prober, Wdl};

/// A mistake and the known facts about it.
pub(super) struct Case<'a> {
    pub rules: &'a Rules,
    /// Position in which the mistake was made.
    pub position: &'a Position,
    /// The move, and the best value that its side could have kept.
    pub mv: Move,
    pub before: Wdl,
    /// Position after the move.
    pub after: Position,
    /// Whether the game is over after the move.
    pub over: bool,
    /// Moves that keep the value.
    pub better: &'a [Move],
    /// Replies that refute the mistake: all that keep its gain, the shown one first.
    pub replies: &'a [Move],
    /// Refutation of the mistake.
    pub line: &'a [Move],
}

impl Case<'_> {
    fn side(&self) -> Color {
        self.position.side()
    }

    /// Returns the position after one of the better moves.
    fn instead(&self, mv: Move) -> Position {
        self.position.play_unchecked(mv, self.rules)
    }

    /// Returns the position after one of the replies.
    fn answered(&self, reply: Move) -> Position {
        self.after.play_unchecked(reply, self.rules)
    }

    fn closes(&self, mv: Move) -> bool {
        self.position.closes_mill(self.side(), mv, self.rules)
    }

    /// Returns `true` if a better move prevents an event: after it, no reply causes it.
    fn is_preventable(&self, happens: impl Fn(&Position, Move) -> bool) -> bool {
        self.better.iter().any(|&mv| {
            let instead = self.instead(mv);
            !instead.legal_moves(self.rules).into_iter().any(|reply| happens(&instead, reply))
        })
    }

    fn reply(&self, mut wanted: impl FnMut(Move) -> bool) -> Option<Move> {
        self.replies.iter().copied().find(|&reply| wanted(reply))
    }
}

/// Returns the first reason that holds, or `None` if none is proven.
pub(super) fn find(case: &Case<'_>, prober: &mut Prober<'_>) -> Option<Reason> {
    if case.rules.goal == Goal::Misere {
        // The other reasons take a mill for a gain.
        return ends_game(case).or_else(|| loses_at_once(case));
    }
    let tests: [fn(&Case<'_>) -> Option<Reason>; 16] = [
        ends_game,
        loses_at_once,
        lets_mill,
        wrong_man,
        frees_them_to_fly,
        mill_too_early,
        misses_mill,
        gives_up_double_mill,
        lets_double_mill,
        lets_fork,
        misses_fork,
        lets_forced_mill,
        misses_forced_mill,
        opens_a_mill,
        locks_in,
        leaves_point,
    ];
    tests
        .into_iter()
        .find_map(|test| test(case))
        .or_else(|| zugzwang(case, prober))
        .or_else(|| ignores_threat(case, prober))
}

fn ends_game(case: &Case<'_>) -> Option<Reason> {
    case.over.then_some(Reason::EndsGame)
}

fn loses_at_once(case: &Case<'_>) -> Option<Reason> {
    let wins = winning_moves(&case.after, case.rules);
    wins.first().map(|&reply| Reason::LosesAtOnce(case.reply(|good| wins.contains(&good)).unwrap_or(reply)))
}

/// Holds if a refuting reply closes a line that cannot be closed after some better move.
fn lets_mill(case: &Case<'_>) -> Option<Reason> {
    let closes =
        |position: &Position, reply, line| lines_closed(position, reply, case.rules).any(|closed| closed == line);
    let preventable = |&reply: &Move| {
        lines_closed(&case.after, reply, case.rules)
            .any(|line| case.is_preventable(|instead, reply| closes(instead, reply, line)))
    };
    case.replies.iter().find(|reply| preventable(reply)).map(|&reply| Reason::LetsMill(reply))
}

fn wrong_man(case: &Case<'_>) -> Option<Reason> {
    let path = case.mv.without_removal();
    let right = case.better.iter().filter(|mv| mv.without_removal() == path);
    let right = right.fold(PointSet::EMPTY, |right, mv| right | mv.removed) - case.mv.removed;
    (!right.is_empty()).then_some(Reason::WrongMan(right))
}

fn mill_too_early(case: &Case<'_>) -> Option<Reason> {
    let quiet = case.better.iter().all(|&mv| !case.closes(mv));
    case.better.first().filter(|_| quiet && case.closes(case.mv)).map(|&mv| Reason::MillTooEarly(mv))
}

fn misses_mill(case: &Case<'_>) -> Option<Reason> {
    let closing = case.better.iter().find(|&&mv| case.closes(mv));
    closing.filter(|_| !case.closes(case.mv)).map(|&mv| Reason::MissesMill(mv))
}

fn gives_up_double_mill(case: &Case<'_>) -> Option<Reason> {
    let has = |position: &Position| double_mills(position, case.side(), case.rules);
    let lost = has(case.position).first().filter(|_| has(&case.after).is_empty());
    let kept = || case.better.iter().any(|&mv| !has(&case.instead(mv)).is_empty());
    lost.filter(|_| kept()).map(Reason::GivesUpDoubleMill)
}

fn lets_double_mill(case: &Case<'_>) -> Option<Reason> {
    let them = case.side().other();
    let has = |position: &Position| !double_mills(position, them, case.rules).is_empty();
    if has(case.position) {
        return None;
    }
    let arises = |position: &Position, reply| has(&position.play_unchecked(reply, case.rules));
    let reply = case.reply(|reply| arises(&case.after, reply))?;
    case.is_preventable(arises).then_some(Reason::LetsDoubleMill(reply))
}

fn lets_fork(case: &Case<'_>) -> Option<Reason> {
    let forks = |position: &Position, reply| forks(position, reply, case.rules);
    let reply = case.reply(|reply| forks(&case.after, reply))?;
    case.is_preventable(forks).then_some(Reason::LetsFork(reply))
}

fn misses_fork(case: &Case<'_>) -> Option<Reason> {
    let forks = |mv| forks(case.position, mv, case.rules);
    let fork = case.better.iter().copied().find(|&mv| forks(mv))?;
    (!forks(case.mv)).then_some(Reason::MissesFork(fork))
}

/// Maximum number of the attacker's moves in a forced mill that is still explained.
const MOST_FORCED: u8 = 6;

fn lets_forced_mill(case: &Case<'_>) -> Option<Reason> {
    let forced = |position: &Position, most| forced_mills(position, case.rules, most);
    let (moves, first) = forced(&case.after, MOST_FORCED).ok()??;
    let reply = case.reply(|reply| first.contains(&reply))?;
    let preventable = case.better.iter().any(|&mv| forced(&case.instead(mv), moves) == Ok(None));
    preventable.then_some(Reason::LetsForcedMill(reply, moves))
}

fn misses_forced_mill(case: &Case<'_>) -> Option<Reason> {
    let (moves, first) = forced_mills(case.position, case.rules, MOST_FORCED).ok()??;
    let better = case.better.iter().find(|mv| first.contains(mv))?;
    (!first.contains(&case.mv)).then_some(Reason::MissesForcedMill(*better, moves))
}

fn opens_a_mill(case: &Case<'_>) -> Option<Reason> {
    let opens = |mv| opens_mill(case.position, mv, case.rules);
    let reply = case.reply(|reply| reply.to.is_some() && reply.to == case.mv.from)?;
    let others = || case.better.iter().any(|&mv| !opens(mv));
    (opens(case.mv) && others()).then_some(Reason::OpensMill(reply))
}

/// Maximum number of moves of a side that counts as locked in.
const FEW_WAYS: usize = 2;

fn locks_in(case: &Case<'_>) -> Option<Reason> {
    let ways = mobility(&case.after, case.side(), case.rules);
    let end = case.line.iter().fold(case.after, |position, &mv| position.play_unchecked(mv, case.rules));
    let blocked = Outcome::Win { winner: case.side().other(), reason: WinReason::Blocked };
    let ends = ways <= FEW_WAYS && end.outcome(case.rules) == Some(blocked);
    ends.then_some(Reason::LocksIn(ways as u8))
}

fn frees_them_to_fly(case: &Case<'_>) -> Option<Reason> {
    let frees = |mv| frees_to_fly(case.position, mv, case.rules);
    let others = || case.better.iter().any(|&mv| !frees(mv));
    (frees(case.mv) && others()).then_some(Reason::FreesToFly)
}

/// Holds if all better moves keep a man on a point that is empty after this move, and a refuting
/// reply occupies it.
fn leaves_point(case: &Case<'_>) -> Option<Reason> {
    let own = |position: &Position| position.men(case.side());
    let all = case.position.men(case.side()) | case.position.empty(case.rules);
    let held = case.better.iter().fold(all, |held, &mv| held & own(&case.instead(mv)));
    let free = held & case.after.empty(case.rules);
    let taken = case.replies.iter().filter_map(|reply| reply.to).find(|&to| free.contains(to));
    taken.map(Reason::LeavesPoint)
}

/// Holds if after a refuting reply the position is worth less than before the mistake, but would
/// not be if the other side had to move.
fn zugzwang(case: &Case<'_>, prober: &mut Prober<'_>) -> Option<Reason> {
    let is_zugzwang = |reply: Move, prober: &mut Prober<'_>| {
        let answered = case.answered(reply);
        let lost = prober.position(&answered).is_some_and(|known| known.value < case.before);
        let known = turned(&answered, case.rules).and_then(|turned| prober.position(&turned));
        lost && known.is_some_and(|known| known.value.opposite() >= case.before)
    };
    case.reply(|reply| is_zugzwang(reply, prober)).map(Reason::Zugzwang)
}

/// Holds if a refuting reply would have gained as much before the move, with the other side to
/// move.
fn ignores_threat(case: &Case<'_>, prober: &mut Prober<'_>) -> Option<Reason> {
    let turned = turned(case.position, case.rules)?;
    let gained = prober.position(&case.after)?.value;
    if gained <= case.before.opposite() {
        return None;
    }
    let threatened = |reply: Move| {
        let known = turned.check(reply, case.rules).ok().and_then(|()| prober.move_value(&[turned], reply));
        known.is_some_and(|known| known.value >= gained)
    };
    case.reply(threatened).map(Reason::IgnoresThreat)
}

/// Returns the position with the other side to move, if all men are placed and the game is not over
/// then.
fn turned(position: &Position, rules: &Rules) -> Option<Position> {
    let mut turned = Arrangement::from(*position);
    turned.side = turned.side.other();
    let placed = turned.hand == ByColor::default();
    turned.check(rules).ok().filter(|turned| placed && turned.outcome(rules).is_none())
}
