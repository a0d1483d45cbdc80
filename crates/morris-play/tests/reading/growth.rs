// SPDX-License-Identifier: GPL-3.0-or-later
//! Growth of work with the size of a text.

use std::hint::black_box;
use std::sync::{Mutex, PoisonError};

use rustix::time::{ClockId, clock_gettime};

/// Work to be measured. Its preparation is done beforehand.
pub type Work = Box<dyn Fn()>;

/// How often the size is doubled. The cost of memory differs between sizes, and with a single
/// doubling it would look like growth. Over three doublings, linear and quadratic work differ by a
/// factor of eight.
const DOUBLINGS: i32 = 3;
/// Sizes that are compared, in bytes. A text of more than 1 MiB is refused unread.
const SIZES: [usize; 2] = [1 << 16, 1 << (16 + DOUBLINGS)];
/// Maximum growth of the work when the size doubles. Quadratic work would grow by a factor of four.
const MOST_GROWTH: f64 = 2.6;
/// Amount of work in nanoseconds below which no difference is measured. A reader that compares
/// every byte with every other is never this fast.
const FLOOR: u64 = 500_000;
/// Number of runs, of which the fastest counts.
const RUNS: usize = 12;

/// Asserts that work grows about linearly with the size of the text.
///
/// Reading a byte twice leaves no trace in counts of nodes or memory, so this function compares
/// processor time of one thread. Waiting for a processor is not included. Runs of both sizes
/// alternate, and the fastest of each counts. Other work on the machine can only slow a run down,
/// and a quadratic reader is slow in every run.
pub fn assert_linear(name: &str, work: impl Fn(usize) -> Work) {
    // Measurements run one at a time. Two that share the caches would make the larger size look
    // worse than it is.
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

/// Returns the processor time that the work takes on this thread, in nanoseconds.
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
