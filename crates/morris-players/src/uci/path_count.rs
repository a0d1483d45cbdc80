// SPDX-License-Identifier: GPL-3.0-or-later
//! Path counts that can be canceled.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};

use morris::{ForcedMove, Move, Position, Rules, perft};

/// Depth up to which a count takes at most a few milliseconds. Cancellation is checked only between
/// counts of this depth.
const DEPTH_AT_ONCE: u32 = 3;

/// A count on its own thread. Dropping it cancels the count.
#[derive(Debug)]
pub(super) struct PathCount {
    given_up: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl PathCount {
    /// Starts a count. `tell` receives a line for each move, then `nodes` with the sum, and finally
    /// `None`.
    pub(super) fn start(
        position: Position,
        rules: Rules,
        depth: u32,
        tell: impl Fn(Option<String>) + Send + 'static,
    ) -> Self {
        let given_up = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&given_up);
        let go_on = move || if flag.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let work = move || {
            let mut sum = 0;
            let each = |mv: Move, count| {
                sum += count;
                tell(Some(format!("{}: {count}", rules.board.display(mv))));
            };
            if divide(&position, &rules, depth, &go_on, each).is_continue() {
                tell(Some(format!("nodes {}", if depth == 0 { 1 } else { sum })));
            }
            tell(None);
        };
        // If no thread can be started, there is no count and no output.
        Self { given_up, thread: thread::Builder::new().name("perft".to_owned()).spawn(work).ok() }
    }
}

impl Drop for PathCount {
    fn drop(&mut self) {
        self.given_up.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Passes the count after each move to `each`.
fn divide(
    position: &Position,
    rules: &Rules,
    depth: u32,
    go_on: &dyn Fn() -> ControlFlow<()>,
    mut each: impl FnMut(Move, u64),
) -> ControlFlow<()> {
    let Some(deeper) = depth.checked_sub(1) else { return ControlFlow::Continue(()) };
    let position = &after_waiting(position, rules);
    position.legal_moves(rules).into_iter().try_for_each(|mv| {
        each(mv, count(&position.play_unchecked(mv, rules), rules, deeper, go_on)?);
        ControlFlow::Continue(())
    })
}

fn count(position: &Position, rules: &Rules, depth: u32, go_on: &dyn Fn() -> ControlFlow<()>) -> ControlFlow<(), u64> {
    if depth <= DEPTH_AT_ONCE {
        go_on()?;
        return ControlFlow::Continue(perft(position, rules, depth));
    }
    let mut sum = 0;
    let position = &after_waiting(position, rules);
    position.legal_moves(rules).into_iter().try_for_each(|mv| {
        sum += count(&position.play_unchecked(mv, rules), rules, depth - 1, go_on)?;
        ControlFlow::Continue(())
    })?;
    ControlFlow::Continue(sum)
}

/// Returns the position in which there is a move to choose. As in [`perft`], waiting is not a move.
fn after_waiting(position: &Position, rules: &Rules) -> Position {
    let mut position = *position;
    while position.forced_move(rules) == Some(ForcedMove::Pass) {
        position = position.play_unchecked(Move::PASS, rules);
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_is_not_a_move() {
        let rules: Rules = "shax".parse().unwrap();
        let go_on = || ControlFlow::Continue(());
        for (line, waits) in
            [("WBW/.../.../B....B/.../.../WB. w 0 0 0", true), ("WBW/.../.../B....B/.../.../WB. b 0 0 0", false)]
        {
            let position = Position::parse(line, &rules).unwrap();
            assert_eq!(position.forced_move(&rules) == Some(ForcedMove::Pass), waits, "{line}");
            for depth in 1..=5 {
                let mut sum = 0;
                assert!(divide(&position, &rules, depth, &go_on, |_, count| sum += count).is_continue());
                assert_eq!(sum, perft(&position, &rules, depth), "{line}, {depth}");
            }
        }
    }
}
