// SPDX-License-Identifier: GPL-3.0-or-later
//! Sets of rules that are no presets.

use morris::{
    Board, CROSS_17, DIAG_9, DIAG_24, Flying, FromMills, FullBoard, Goal, MOEBIUS_24, PLAIN_9, PLAIN_24, POLYGON_3,
    POLYGON_5, POLYGON_6, Placing, RING_16, Reforming, RemovalWhilePlacing, Removals, Rules, SUNMILL_32, WINDMILL_28,
};

/// The sets of rules of `data/variants_perft.tsv` that can be played; `shax` can't yet. All boards are among them.
#[allow(dead_code, reason = "not every test that shares this file asks for all of them")]
pub const IDS: [&str; 20] = [
    "lasker",
    "twelve",
    "morabaraba",
    "eleven",
    "six",
    "five",
    "seven",
    "nineholes",
    "smallmerels",
    "tapatan",
    "achi",
    "onetime",
    "chamgonu",
    "chengsanqi",
    "moebius",
    "sunmill",
    "windmillboard",
    "triangle",
    "pentagon",
    "hexagon",
];

/// The set of rules with this id.
pub fn rules(id: &str) -> Option<Rules> {
    let plain = Rules::builder(Rules::PLAIN);
    let on = |board: &'static Board, men| plain.board(board).men(men);
    let twelve = on(&DIAG_24, 12).full_board(FullBoard::Draws);
    let three = |board, men| on(board, men).flying(Flying::Never).goal(Goal::FirstMill);
    let later = |board, men| on(board, men).flying(Flying::Never).while_placing(RemovalWhilePlacing::AfterPlacing);
    let rules = match id {
        "lasker" => plain.men(10).placing(Placing::OrMove),
        "twelve" => twelve,
        "morabaraba" => twelve.reforming(Reforming::NotStraightBack),
        "eleven" => on(&DIAG_24, 11),
        "six" => on(&RING_16, 6).flying(Flying::Never),
        "five" => on(&RING_16, 5).flying(Flying::Never),
        "seven" => on(&CROSS_17, 7).flying(Flying::Never),
        "nineholes" => three(&PLAIN_9, 3).flying(Flying::With(3)),
        "smallmerels" => three(&PLAIN_9, 3),
        "tapatan" => three(&DIAG_9, 3),
        "achi" => three(&DIAG_9, 4),
        "onetime" => plain.reforming(Reforming::EachLineOnce).from_mills(FromMills::Always),
        "chamgonu" => later(&DIAG_24, 12).from_mills(FromMills::Always).full_board(FullBoard::Draws),
        "chengsanqi" => later(&PLAIN_24, 9),
        "moebius" => on(&MOEBIUS_24, 9),
        "sunmill" => on(&SUNMILL_32, 12).removals(Removals::PerMill),
        "windmillboard" => on(&WINDMILL_28, 12).removals(Removals::PerMill),
        "triangle" => on(&POLYGON_3, 7),
        "pentagon" => on(&POLYGON_5, 11),
        "hexagon" => on(&POLYGON_6, 12),
        _ => return None,
    };
    Some(rules.build().unwrap_or_else(|error| panic!("{id}: {error}")))
}
