// SPDX-License-Identifier: GPL-3.0-or-later
//! Known contents of the tables, from `data/sectors.tsv`.

use morris_solved::tablebase::Summary;

/// Returns the contents of each table of a game, by the table's name.
pub fn known(rules: &str) -> Vec<(&'static str, Summary)> {
    let rows = include_str!("../../../../data/sectors.tsv").lines().map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter(|row| row[0] == rules).map(|row| (row[1], summary(&row[2..]))).collect()
}

fn summary(fields: &[&str]) -> Summary {
    let [positions, wins, draws, losses] = [0, 1, 2, 3].map(|field| fields[field].parse().unwrap());
    let [longest_win, longest_loss] = [4, 5].map(|field| match fields[field] {
        "-" => 0,
        plies => plies.parse().unwrap(),
    });
    Summary { positions, wins, draws, losses, longest_win, longest_loss }
}

#[test]
fn every_position_is_won_drawn_or_lost() {
    for rules in ["standard", "twelve", "eleven", "tapatan", "nineholes", "achi", "smallmerels", "five", "six", "seven"]
    {
        assert!(!known(rules).is_empty(), "{rules}");
        for (table, Summary { positions, wins, draws, losses, .. }) in known(rules) {
            assert_eq!(wins + draws + losses, positions, "{rules} {table}");
        }
    }
}
