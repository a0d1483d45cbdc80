// SPDX-License-Identifier: GPL-3.0-or-later
//! Small games, solved whole: the value of every position, men in hand and all, and the plies to the end.
//!
//! A game is [small](is_small) if its positions remember nothing and there are at most some ten million of them. They lie in
//! [sectors](GameSector), by the men of each side in hand and on the board, the side to move first: who is White and who
//! Black does not matter. [`solve_game`] solves all of them by retrograde analysis and keeps a file, [`verify_game`] proves
//! it, [`GameTables`] answer for the games of a folder. Draws by repetition and by quiet plies are left aside. Everything
//! about moves comes from [`morris`]: a set of rules is solved as soon as it can be played, presets and rules of one's own.
//!
//! Every position that can be set up is there, counted once up to the symmetries of the board, but those where who is to move
//! has won already by a mill: nobody asks about these. Plies go to the end of the game, not to the next removal: the winner
//! takes as few as it can, the loser as many. The values of the starts, with sizes, processor time and memory of the solver
//! (`nmm solve --rules six` on two cores that others used, too; divide the time by the cores that are free):
//!
//! | rules | start | positions | longest win | on disk | time | memory |
//! |---|---|---|---|---|---|---|
//! | tapatan | won in 9 | 543 | 9 | 0.9 kB | 0.1 s | 3 MB |
//! | nineholes | drawn | 549 | 3 | 0.8 kB | 0.1 s | 3 MB |
//! | achi | won in 11 | 2577 | 11 | 2.7 kB | 0.1 s | 3 MB |
//! | smallmerels | drawn | 549 | 5 | 0.8 kB | 0.1 s | 3 MB |
//! | five | drawn | 1006923 | 75 | 354 kB | 1.0 s | 18 MB |
//! | six | drawn | 3142031 | 119 | 1.2 MB | 3.1 s | 23 MB |
//! | seven | won in 25 | 32304085 | 73 | 12.0 MB | 41 s | 114 MB |
//!
//! In tapatan, achi and seven the centre is the only first point that wins. Where it is barred tapatan is drawn, and the
//! other two are lost: every other first point loses.
//!
//! The sectors, as `nmm sectors` lists them, those with men in hand taken together:
//!
//! | rules | sector | positions | wins | draws | losses | longest win | longest loss |
//! |---|---|---|---|---|---|---|---|
//! | tapatan | 3-3 | 207 | 108 | 39 | 60 | 9 | 10 |
//! | tapatan | in hand | 336 | 184 | 98 | 54 | 9 | 8 |
//! | tapatan | all | 543 | 292 | 137 | 114 | 9 | 10 |
//! | nineholes | 3-3 | 213 | 114 | 75 | 24 | 3 | 2 |
//! | nineholes | in hand | 336 | 108 | 192 | 36 | 3 | 2 |
//! | nineholes | all | 549 | 222 | 267 | 60 | 3 | 2 |
//! | achi | 3-3 | 207 | 108 | 39 | 60 | 9 | 10 |
//! | achi | 4-3 | 116 | 86 | 2 | 28 | 7 | 2 |
//! | achi | 3-4 | 159 | 35 | 2 | 122 | 3 | 8 |
//! | achi | 4-4 | 66 | 23 | 0 | 43 | 5 | 4 |
//! | achi | in hand | 2029 | 1237 | 102 | 690 | 11 | 12 |
//! | achi | all | 2577 | 1489 | 145 | 943 | 11 | 12 |
//! | smallmerels | 3-3 | 213 | 75 | 92 | 46 | 5 | 4 |
//! | smallmerels | in hand | 336 | 119 | 202 | 15 | 5 | 0 |
//! | smallmerels | all | 549 | 194 | 294 | 61 | 5 | 4 |
//! | five | 3-3 | 10112 | 4464 | 3714 | 1934 | 15 | 14 |
//! | five | 4-3 | 25190 | 23861 | 0 | 1329 | 25 | 12 |
//! | five | 3-4 | 25190 | 4115 | 0 | 21075 | 13 | 26 |
//! | five | 5-3 | 45270 | 44952 | 0 | 318 | 13 | 14 |
//! | five | 3-5 | 45270 | 1716 | 0 | 43554 | 15 | 14 |
//! | five | 4-4 | 56748 | 33087 | 8101 | 15560 | 37 | 38 |
//! | five | 5-4 | 90420 | 84046 | 454 | 5920 | 73 | 24 |
//! | five | 4-5 | 90420 | 19724 | 2006 | 68690 | 25 | 74 |
//! | five | 5-5 | 126516 | 75116 | 18954 | 32446 | 31 | 30 |
//! | five | in hand | 491787 | 330189 | 53737 | 107861 | 75 | 76 |
//! | five | all | 1006923 | 621270 | 86966 | 298687 | 75 | 76 |
//! | six | 3-3 | 10112 | 4464 | 3714 | 1934 | 15 | 14 |
//! | six | 4-3 | 25190 | 23861 | 0 | 1329 | 25 | 12 |
//! | six | 3-4 | 25190 | 4115 | 0 | 21075 | 13 | 26 |
//! | six | 5-3 | 45270 | 44952 | 0 | 318 | 13 | 14 |
//! | six | 3-5 | 45270 | 1716 | 0 | 43554 | 15 | 14 |
//! | six | 4-4 | 56748 | 33087 | 8101 | 15560 | 37 | 38 |
//! | six | 6-3 | 60320 | 60318 | 0 | 2 | 9 | 14 |
//! | six | 3-6 | 60320 | 107 | 0 | 60213 | 15 | 12 |
//! | six | 5-4 | 90420 | 84046 | 454 | 5920 | 73 | 24 |
//! | six | 4-5 | 90420 | 19724 | 2006 | 68690 | 25 | 74 |
//! | six | 6-4 | 105700 | 105164 | 0 | 536 | 23 | 20 |
//! | six | 4-6 | 105700 | 3566 | 3 | 102131 | 21 | 24 |
//! | six | 5-5 | 126516 | 75116 | 18954 | 32446 | 31 | 30 |
//! | six | 6-5 | 126516 | 117001 | 2146 | 7369 | 119 | 26 |
//! | six | 5-6 | 126516 | 25678 | 6723 | 94115 | 25 | 118 |
//! | six | 6-6 | 105700 | 61736 | 16819 | 27145 | 37 | 36 |
//! | six | in hand | 1936123 | 1231969 | 166634 | 537520 | 119 | 120 |
//! | six | all | 3142031 | 1896620 | 225554 | 1019857 | 119 | 120 |
//! | seven | 3-3 | 31360 | 16290 | 8104 | 6966 | 23 | 22 |
//! | seven | 4-3 | 85826 | 80509 | 38 | 5279 | 25 | 16 |
//! | seven | 3-4 | 85826 | 19979 | 84 | 65763 | 17 | 26 |
//! | seven | 5-3 | 171220 | 170127 | 0 | 1093 | 23 | 18 |
//! | seven | 3-5 | 171220 | 10157 | 0 | 161063 | 19 | 24 |
//! | seven | 4-4 | 213938 | 137126 | 15293 | 61519 | 29 | 30 |
//! | seven | 6-3 | 256590 | 256587 | 0 | 3 | 23 | 16 |
//! | seven | 3-6 | 256590 | 484 | 0 | 256106 | 17 | 24 |
//! | seven | 5-4 | 384558 | 356143 | 3535 | 24880 | 47 | 32 |
//! | seven | 4-5 | 384558 | 105125 | 7990 | 271443 | 33 | 46 |
//! | seven | 7-3 | 293120 | 293120 | 0 | 0 | 9 | 0 |
//! | seven | 3-7 | 293120 | 0 | 0 | 293120 | 0 | 12 |
//! | seven | 6-4 | 512460 | 506983 | 415 | 5062 | 47 | 32 |
//! | seven | 4-6 | 512460 | 42260 | 2262 | 467938 | 33 | 48 |
//! | seven | 5-5 | 614712 | 409003 | 29584 | 176125 | 51 | 50 |
//! | seven | 7-4 | 512460 | 512076 | 40 | 344 | 47 | 24 |
//! | seven | 4-7 | 512460 | 6708 | 681 | 505071 | 25 | 48 |
//! | seven | 6-5 | 717044 | 653823 | 5721 | 57500 | 69 | 42 |
//! | seven | 5-6 | 717044 | 227354 | 12268 | 477422 | 43 | 68 |
//! | seven | 7-5 | 614712 | 601241 | 1189 | 12282 | 69 | 42 |
//! | seven | 5-7 | 614712 | 84433 | 4910 | 525369 | 43 | 70 |
//! | seven | 6-6 | 717044 | 469399 | 36571 | 211074 | 59 | 58 |
//! | seven | 7-6 | 512460 | 446813 | 6165 | 59482 | 69 | 50 |
//! | seven | 6-7 | 512460 | 200134 | 11202 | 301124 | 51 | 68 |
//! | seven | 7-7 | 293120 | 193750 | 6470 | 92900 | 55 | 54 |
//! | seven | in hand | 22313011 | 14885651 | 399929 | 7027431 | 73 | 74 |
//! | seven | all | 32304085 | 20685275 | 552451 | 11066359 | 73 | 74 |

mod code;
mod file;
mod layout;
mod numbering;
mod sector;
mod solve;
mod table;
mod verify;

pub use file::{game_file_name, is_begun, remove_tables};
pub use layout::is_small;
pub use sector::GameSector;
pub use solve::{GameProgress, GameTask, solve_game};
pub use table::{GameTable, GameTables};
pub use verify::{GameVerifyError, verify_game};
