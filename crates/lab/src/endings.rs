// SPDX-License-Identifier: GPL-3.0-or-later
//! `lab endings`: prints how often each number of men wins, for the help.

use std::io::{self, Write};

use morris_solved::tablebase::{Sector, Summary};
use nmm::shared::{Done, TablesInUse, examples};

/// Print how often each number of men wins.
///
/// Print a row for each number of men with none in hand that the tables have, and that are not
/// fewer than those of the opponent: the men of the side to move, those of the other side, the
/// number of positions (equal under the 16 symmetries counted once), the percentages of wins,
/// draws, and losses, and the most plies to the end or the next removal.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("lab endings > endings.tsv", "Make the table of the paper again."),
]))]
pub struct Arguments {
    #[command(flatten)]
    tables: TablesInUse,
}

pub fn run(arguments: &Arguments) -> Done {
    let tables = arguments.tables.open_some()?;
    let mut output = io::stdout().lock();
    writeln!(output, "# men\tmen of the other side\tpositions\twins %\tdraws %\tlosses %\tlongest win")?;
    let men = (3..=9).flat_map(|own| (3..=own).map(move |other| (own, other)));
    for sector in men.filter_map(|(own, other)| Sector::new(own, other)) {
        let Some(summary) = tables.summary(sector) else { continue };
        let Summary { positions, wins, draws, losses, longest_win, .. } = summary;
        let [wins, draws, losses] = [wins, draws, losses].map(|count| percent(count, positions));
        let (own, other) = (sector.mover(), sector.other());
        writeln!(output, "{own}\t{other}\t{positions}\t{wins}\t{draws}\t{losses}\t{longest_win}")?;
    }
    Ok(())
}

/// Returns a share in percent with one decimal. 0 and 100 are exact.
fn percent(count: u64, of: u64) -> String {
    // Rounded to a tenth of a percent.
    let tenths = (2_000 * count + of) / (2 * of.max(1));
    match tenths {
        _ if count == 0 => "0".to_owned(),
        _ if count == of => "100".to_owned(),
        0 => "<0.1".to_owned(),
        1_000 => ">99.9".to_owned(),
        _ => format!("{}.{}", tenths / 10, tenths % 10),
    }
}
