// SPDX-License-Identifier: GPL-3.0-or-later
//! Many games side by side, in arrays.

use std::thread;

use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use morris::Rules;

use crate::errors::{illegal_action, wrong};
use crate::game::start_of;
use crate::planes;
use crate::state::Play;
use crate::values::{PyPosition, PyRules};

/// The most games of a batch, and the most threads.
const MOST_GAMES: usize = 1 << 20;
const MOST_THREADS: usize = 256;

struct Slot {
    play: Play,
    rng: Xoshiro256PlusPlus,
}

/// Games side by side, by actions: see `State`. A finished game starts again at once.
///
/// The arrays are anything writable in C order: arrays of numpy, `bytearray`, or `array.array`.
/// They are filled without the interpreter's lock. With `threads`, several threads share the games.
/// A batch is used by one thread of Python at a time.
///
/// >>> from array import array
/// >>> from nine_mens_morris import Batch
/// >>> batch = Batch("standard", 2, seed=1)
/// >>> observation, mask = bytearray(2 * 6 * 24), bytearray(2 * 600)
/// >>> batch.observe(observation, mask)
/// >>> sum(mask)
/// 48
/// >>> reward, done = array("f", [0, 0]), bytearray(2)
/// >>> batch.step(array("q", [4, 5]), reward, done)
/// >>> batch.position(0).line
/// '.../.W./.../....../.../.../... b 8 9 0'
#[pyclass(name = "Batch", module = "nine_mens_morris")]
pub struct PyBatch {
    start: PyPosition,
    max_plies: u32,
    threads: usize,
    planes: usize,
    slots: Vec<Slot>,
}

/// Opens an array for writing or reading `count` numbers.
fn array<T: Element>(argument: &Bound<'_, PyAny>, name: &str, kind: &str, count: usize) -> PyResult<PyBuffer<T>> {
    let needed = |found: String| wrong(format!("{name} has to be an array of {kind} in C order, not {found}"));
    let buffer = PyBuffer::<T>::get(argument).map_err(|error| needed(format!("this: {error}")))?;
    if !buffer.is_c_contiguous() {
        return Err(needed("one with gaps".to_owned()));
    }
    if buffer.item_count() != count {
        return Err(wrong(format!("{name} has {} numbers, not {count}", buffer.item_count())));
    }
    Ok(buffer)
}

pub fn output<T: Element>(argument: &Bound<'_, PyAny>, name: &str, kind: &str, count: usize) -> PyResult<PyBuffer<T>> {
    let buffer = array(argument, name, kind, count)?;
    if buffer.readonly() { Err(wrong(format!("{name} cannot be written to"))) } else { Ok(buffer) }
}

impl PyBatch {
    /// Calls `work` for each game with its row of an array, on all threads.
    fn each<T: Send>(&mut self, rows: &mut [T], width: usize, work: impl Fn(&mut Slot, &mut [T]) + Sync) {
        let share = self.slots.len().div_ceil(self.threads);
        let chunks = self.slots.chunks_mut(share).zip(rows.chunks_mut(share * width));
        let run = |(slots, rows): (&mut [Slot], &mut [T])| {
            slots.iter_mut().zip(rows.chunks_mut(width)).for_each(|(slot, row)| work(slot, row));
        };
        if self.threads == 1 {
            return chunks.for_each(run);
        }
        thread::scope(|scope| chunks.for_each(|chunk| drop(scope.spawn(move || run(chunk)))));
    }

    fn rules(&self) -> Rules {
        self.start.rules
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (start, size, *, seed = 0, max_plies = 1000, threads = 1))]
    fn new(start: &Bound<'_, PyAny>, size: usize, seed: u64, max_plies: u32, threads: usize) -> PyResult<Self> {
        let start = start_of(Some(start))?;
        if !(1..=MOST_GAMES).contains(&size) {
            return Err(wrong(format!("a batch has 1 to {MOST_GAMES} games, not {size}")));
        }
        if !(1..=MOST_THREADS).contains(&threads) || max_plies == 0 {
            return Err(wrong(format!("threads has to be 1 to {MOST_THREADS}, and max_plies at least 1")));
        }
        let play = Play::new(start.position, start.rules, Some(max_plies));
        if play.is_over() {
            return Err(wrong("the game is over in this position"));
        }
        let mut seeds = Xoshiro256PlusPlus::seed_from_u64(seed);
        let slots = (0..size).map(|_| Slot { play: play.clone(), rng: seeds.fork() }).collect();
        let planes = planes::names(&start.rules).len();
        Ok(Self { start, max_plies, threads: threads.min(size), planes, slots })
    }

    /// The rules.
    #[getter(rules)]
    fn py_rules(&self) -> PyRules {
        PyRules(self.rules())
    }

    /// Returns the position of a game before its current move.
    #[pyo3(signature = (game, /))]
    fn position(&self, game: usize) -> PyResult<PyPosition> {
        let none = || wrong(format!("there is no game {game}; games are 0 to {}", self.slots.len() - 1));
        let slot = self.slots.get(game).ok_or_else(none)?;
        Ok(PyPosition { position: *slot.play.steps.position(), rules: self.rules() })
    }

    /// Writes what the side to act sees, and a 1 for each legal action.
    ///
    /// `observation` has games x planes x points numbers of type uint8, `mask` games x actions. The
    /// planes are named by `Rules.planes`: the pieces of both sides as 0 and 1, the removals due,
    /// the pieces in hand, the quiet plies up to 255, and what the rules remember.
    #[pyo3(signature = (observation, mask = None))]
    fn observe(
        &mut self,
        py: Python<'_>,
        observation: &Bound<'_, PyAny>,
        mask: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (rules, games) = (self.rules(), self.slots.len());
        let (seen, actions) = (self.planes * rules.board.points().len(), rules.num_actions());
        let observation = output::<u8>(observation, "observation", "uint8", games * seen)?;
        let mask = mask.map(|mask| output::<u8>(mask, "mask", "uint8", games * actions)).transpose()?;
        let masked = mask.is_some();
        let (planes, masks) = py.detach(|| {
            let mut planes = vec![0; games * seen];
            self.each(&mut planes, seen, |slot, row| planes::observe(&slot.play.steps, &rules, row));
            let mut masks = vec![0; if masked { games * actions } else { 0 }];
            if masked {
                self.each(&mut masks, actions, |slot, row| planes::mask(&slot.play.steps, &rules, row));
            }
            (planes, masks)
        });
        observation.copy_from_slice(py, &planes)?;
        mask.map_or(Ok(()), |mask| mask.copy_from_slice(py, &masks))
    }

    /// Writes a random legal action for each game. They are int64.
    #[pyo3(signature = (out, /))]
    fn random_actions(&mut self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let (rules, games) = (self.rules(), self.slots.len());
        let out = output::<i64>(out, "out", "int64", games)?;
        let actions = py.detach(|| {
            let mut actions = vec![0; games];
            self.each(&mut actions, 1, |slot, row| {
                let mut count = 0_i64;
                slot.play.steps.for_each_action(&rules, |_| count += 1);
                let mut left = slot.rng.random_range(0..count);
                slot.play.steps.for_each_action(&rules, |action| {
                    if left == 0 {
                        row[0] = action as i64;
                    }
                    left -= 1;
                });
            });
            actions
        });
        out.copy_from_slice(py, &actions)
    }

    /// Applies an action to each game.
    ///
    /// `actions` are int64. `reward` is float32: what the side that acted has won, 1, 0, or -1.
    /// `done` is uint8: 1 if the game ended by the rules, 2 by `max_plies`, and otherwise 0. If an
    /// action is illegal, nothing changes.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        reward: &Bound<'_, PyAny>,
        done: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let games = self.slots.len();
        let actions = array::<i64>(actions, "actions", "int64", games)?.to_vec(py)?;
        let rewards = output::<f32>(reward, "reward", "float32", games)?;
        let done = output::<u8>(done, "done", "uint8", games)?;
        let mut rows: Vec<_> = actions
            .into_iter()
            .map(|action| Row {
                action: usize::try_from(action).unwrap_or(usize::MAX),
                reward: 0.0,
                done: 0,
                error: None,
            })
            .collect();
        let again = Play::new(self.start.position, self.start.rules, Some(self.max_plies));
        let legal = py.detach(|| {
            self.each(&mut rows, 1, |slot, row| row[0].error = slot.play.check(row[0].action).err());
            let legal = rows.iter().all(|row| row.error.is_none());
            if legal {
                self.each(&mut rows, 1, |slot, row| row[0].play(slot, &again));
            }
            legal
        });
        if let Some((game, error)) =
            rows.iter().zip(0..).find_map(|(row, game)| Some((game, row.error?))).filter(|_| !legal)
        {
            let error = illegal_action(error, self.rules().board);
            let words = format!("game {game}: {}", error.value(py));
            return Err(PyErr::from_type(error.get_type(py), words));
        }
        rewards.copy_from_slice(py, &rows.iter().map(|row| row.reward).collect::<Vec<_>>())?;
        done.copy_from_slice(py, &rows.iter().map(|row| row.done).collect::<Vec<_>>())
    }

    fn __len__(&self) -> usize {
        self.slots.len()
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {}, {} games>", self.rules().line(), self.slots.len())
    }
}

/// An action of one game and its result.
struct Row {
    action: usize,
    reward: f32,
    done: u8,
    error: Option<morris::ActionError>,
}

impl Row {
    fn play(&mut self, slot: &mut Slot, again: &Play) {
        let side = slot.play.steps.position().side();
        self.error = slot.play.apply(self.action).err();
        if slot.play.is_over() {
            self.reward = slot.play.reward(side);
            self.done = if slot.play.capped { 2 } else { 1 };
            slot.play = again.clone();
        }
    }
}
