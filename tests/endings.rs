// SPDX-License-Identifier: GPL-3.0-or-later
//! A test that the help has the numbers of the table of endings.

use crate::read;

#[test]
fn the_help_has_the_numbers_of_the_table() {
    let table = read("docs/endings.tsv");
    let rows = table.lines().skip(1).map(|line| {
        let [own, other, _, wins, draws, losses, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let row =
            format!("<tr><td><p>{own}–{other}</p></td><td><p>Win {wins}%, draw {draws}%, loss {losses}%</p></td></tr>");
        row.replace("<0", "&lt;0").replace(">99", "&gt;99")
    });
    let rows: Vec<_> = rows.collect();
    let page = read("help/C/endings.page");
    let shown: Vec<_> =
        page.lines().map(str::trim).filter(|line| line.contains('–') && line.contains("<tr>")).collect();
    assert_eq!(shown, rows);
    let longest = table.lines().skip(1).filter_map(|line| line.rsplit('\t').next()?.parse::<u32>().ok()).max();
    let moves = longest.unwrap_or_default().div_ceil(2);
    assert!(page.contains(&format!("takes {moves} moves")), "{moves}");
}
