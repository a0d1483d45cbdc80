// SPDX-License-Identifier: GPL-3.0-or-later
//! What the clocks of a saved game say.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};
use toml::Value;

use crate::values::{ByKey, or_allowed, seconds};
use morris::ByColor;

/// For how many moves it is kept what the clocks said: with all of them the longest game would not
/// fit into a file.
const MOST_TIMES: usize = 1000;

/// One side's time.
#[derive(Serialize, Deserialize)]
pub(super) struct Seconds(#[serde(with = "seconds")] Duration);

/// The time each side has left, as it stands in a file.
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

/// A list of what the clocks said, White's time first.
pub(super) fn times(history: &[ByColor<Duration>]) -> String {
    let latest = history.iter().skip(history.len().saturating_sub(MOST_TIMES));
    let row = |&ByColor { white, black }: &ByColor<Duration>| Value::try_from((Seconds(white), Seconds(black)));
    let rows = latest.flat_map(row);
    format!("[\n{}]", rows.map(|row| format!("    {row},\n")).collect::<String>())
}
