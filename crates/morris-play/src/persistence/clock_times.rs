// SPDX-License-Identifier: GPL-3.0-or-later
//! Clock times in saved games.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};
use toml::Value;

use crate::values::{ByKey, or_allowed, seconds};
use morris::ByColor;

/// Number of moves for which the clock times are kept. A file could not hold those of the longest
/// game.
const MOST_TIMES: usize = 1000;

/// Time of one side in seconds.
#[derive(Serialize, Deserialize)]
pub(super) struct Seconds(#[serde(with = "seconds")] Duration);

/// Returns the time that each side has left in the form of the file.
pub(super) fn remaining(now: ByColor<Duration>) -> ByColor<Seconds> {
    ByColor::from_fn(|color| Seconds(now[color]))
}

pub(super) fn read_remaining<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<ByColor<Duration>>, D::Error> {
    let ByKey(times): ByKey<ByColor<Seconds>> =
        or_allowed(deserializer, "seconds such as { white = 300, black = 287.5 }")?;
    Ok(Some(ByColor::from_fn(|color| times[color].0)))
}

pub(super) fn read_times<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<ByColor<Duration>>>, D::Error> {
    let times: Vec<(Seconds, Seconds)> =
        or_allowed(deserializer, "a list of White's and Black's seconds such as [[300, 300], [287.5, 300]]")?;
    Ok(Some(times.into_iter().map(|(Seconds(white), Seconds(black))| ByColor { white, black }).collect()))
}

/// Returns the list of clock times for the file, White's time first.
pub(super) fn times(history: &[ByColor<Duration>]) -> String {
    let latest = history.iter().skip(history.len().saturating_sub(MOST_TIMES));
    let row = |&ByColor { white, black }: &ByColor<Duration>| Value::try_from((Seconds(white), Seconds(black)));
    let rows = latest.flat_map(row);
    format!("[\n{}]", rows.map(|row| format!("    {row},\n")).collect::<String>())
}
