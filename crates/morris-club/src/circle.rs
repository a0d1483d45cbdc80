// SPDX-License-Identifier: GPL-3.0-or-later
//! The rounds of a round robin.

use crate::settings::Order;

/// Returns the rounds in which each of `entrants` entrants meets each other once: the pairs of a
/// round by numbers from 0, each with the entrant who has White in game 1 first.
///
/// Both orders are one circle of all entrants but the last. In each round it is turned by a step,
/// the last one meets the one at its beginning, and the others meet across it. With half the number
/// of entrants as the step, these are Berger's tables (FIDE C.05, Annex 1). With a step of 1, each
/// entrant of the circle moves by one seat. With an odd number, the last seat is empty.
pub fn circle(entrants: usize, order: Order) -> Vec<Vec<(usize, usize)>> {
    let seats = entrants + entrants % 2;
    let last = seats.saturating_sub(1);
    let step = match order {
        Order::Berger => seats / 2,
        Order::Slide => 1,
    };
    let round = |round: usize| {
        let start = round * step % last;
        let of_last = if round % 2 == 0 { (start, last) } else { (last, start) };
        let across = (1..=last / 2).map(move |away| ((start + away) % last, (start + last - away) % last));
        let pairs = std::iter::once(of_last).chain(across);
        pairs.filter(|&(one, other)| one < entrants && other < entrants).collect()
    };
    (0..last).map(round).collect()
}

/// Returns the rounds of one or two cycles. Before a second cycle, in which colors are switched,
/// the last two rounds of the first are exchanged, so that no one has one color three times in a
/// row.
pub(crate) fn schedule(entrants: usize, order: Order, cycles: u8) -> Vec<Vec<(usize, usize)>> {
    let mut rounds = circle(entrants, order);
    if cycles < 2 {
        return rounds;
    }
    let switched = rounds.iter().map(|round| round.iter().map(|&(one, other)| (other, one)).collect());
    let second: Vec<_> = switched.collect();
    if let [.., before, last] = rounds.as_mut_slice() {
        std::mem::swap(before, last);
    }
    rounds.extend(second);
    rounds
}
