// SPDX-License-Identifier: GPL-3.0-or-later
//! How work grows with the size of the text.

use std::hint::black_box;
use std::sync::{Mutex, PoisonError};

use rustix::time::{ClockId, clock_gettime};

/// Something to be measured; what it needs is made before.
pub type Work = Box<dyn Fn()>;

/// How often the text is doubled. What the memory costs is not the same at all sizes, which one
/// doubling alone would take for growth; over three, linear and quadratic work lie eight times
/// apart.
const DOUBLINGS: i32 = 3;
/// The sizes that are compared, in bytes. Above a mebibyte a text is refused unread.
const SIZES: [usize; 2] = [1 << 16, 1 << (16 + DOUBLINGS)];
/// Twice the text is at most so many times the work. Quadratic work would be four times as much.
const MOST_GROWTH: f64 = 2.6;
/// Work below this is not told apart, in nanoseconds: no reader that looks at every byte for every
/// other is so quick.
const FLOOR: u64 = 500_000;
/// The least of so many runs counts.
const RUNS: usize = 12;

/// Asserts that twice the text is about twice the work.
///
/// A byte that is looked at again leaves no trace that could be counted, neither nodes nor memory,
/// so this compares the processor time of the one thread. Waiting for the processor is not in it,
/// and of many runs in turn the least counts: other work on the machine can only make a run longer,
/// and a quadratic reader has no run in which it is not.
pub fn assert_linear(name: &str, work: impl Fn(usize) -> Work) {
    // One at a time: two that fill the caches side by side make the larger one look worse than it
    // is.
    static MEASURING: Mutex<()> = Mutex::new(());
    let _alone = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
    let works = SIZES.map(work);
    let mut least = [u64::MAX; 2];
    for _ in 0..RUNS {
        for (least, work) in least.iter_mut().zip(&works) {
            *least = (*least).min(processor_time(work)).max(FLOOR);
        }
        if growth(least) <= MOST_GROWTH {
            return;
        }
    }
    panic!("{name}: twice the text is {:.1} times the work: {least:?} ns", growth(least));
}

fn growth([small, large]: [u64; 2]) -> f64 {
    (large as f64 / small as f64).powf(1.0 / f64::from(DOUBLINGS))
}

/// The processor time that this thread takes, in nanoseconds.
fn processor_time(work: &Work) -> u64 {
    let begin = now();
    black_box(work)();
    now() - begin
}

fn now() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    u64::try_from(time.tv_sec).unwrap() * 1_000_000_000 + u64::try_from(time.tv_nsec).unwrap()
}

#[test]
fn quadratic_work_is_found() {
    let quadratic = |size: usize| -> Work {
        let bytes = vec![1_u8; size / 32];
        Box::new(move || {
            for end in 0..bytes.len() {
                black_box(bytes[..end].iter().filter(|&&byte| black_box(byte) == b'\n').count());
            }
        })
    };
    let found = std::panic::catch_unwind(|| assert_linear("quadratic", quadratic));
    assert!(found.is_err());
}
