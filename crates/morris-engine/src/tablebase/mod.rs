// SPDX-License-Identifier: GPL-3.0-or-later
//! The solved game: the value of every position of a game by the standard rules; and sectors on the board with diagonals.
//!
//! Positions with nobody holding men in hand lie in [sectors](Sector), solved by retrograde analysis: a draw is what
//! neither side can win, so the draw rules do not matter. Positions with men in hand belong to a [`PlacingPly`] of the placing
//! phase, solved from the last ply back to the empty board, which is a draw.
//!
//! [`solve()`] and [`solve_placing`] make the tables, a file each, [`verify()`] proves them, [`Tables`] answers for
//! positions. Every position is counted once up to the 16 symmetries of the board; the distances of the sectors are
//! plies to the end or the next removal, the winner taking as few as it can and the loser as many.
//!
//! A sector where the side to move has fewer men has no table: every move leads into two sectors that have one, those
//! without removal even into one row, so [`Tables`] looks one move ahead. The verifier computes such sectors as a whole and
//! proves the others from them. The same look answers for a ply of the placing phase that is not there, from the next
//! one. What was measured on the whole solution, with blocks of 65,536 slots (bits for a slot as zstd packs them: 6-5 0.48,
//! 5-6 0.21, 7-6 0.54):
//!
//! | | bytes of the sectors |
//! |---|---|
//! | a table for every sector | 543,921,913 |
//! | without those that are looked ahead from | 296,860,948 |
//! | the same in blocks of 32,768 slots, unpacked in half the time | 306,200,000 |
//! | those with more than eleven men packed with less effort, in six tenths of the time: as it is | 308,105,668 |
//!
//! Tried on 6-5, 5-6 and 7-6 and left out, as the share of what zstd needs: storing how a value differs from the most frequent one
//! of positions with as many mills to close, closed mills and free neighbours 0.98 to 1.23; the entropy under such
//! contexts and the values of four neighbours 0.96 to 1.13, before any decoder that would be quick enough.
//!
//! What makes solving quick, on a machine with two cores where the whole took 46.8 minutes of processor time before, 27 of them for
//! the sectors, and takes **34.0** so (33:31 and 0:29 of the system, 17.8 minutes by the clock, 9.1 of them for the sectors): where both sides have as many men one half
//! of the pair follows from the other, looked up many slots at a time (6-6 took 54 s, then 27 s); moves back within a row by the
//! edges between a man and an empty point, in one loop (7-6: 60 s, then 55 s); removals of the smaller side's men for 64 sets at a time,
//! values unpacked row by row, and fewer branches on what is looked up (ply 14: 147 s, then 107 s); and less effort for zstd. Refused:
//! prefetching the row that moves lead to (nothing beyond noise).
//!
//! Looking a position up that is not in a cache takes 1 to 16 µs where there is a table and 2 to 25 µs where there is
//! none (means of sectors with 10 and 11 men; of 5-6, the worst, 47 µs in nine of ten); with all blocks at hand 0.04 and 0.2 µs,
//! 0.8 µs for three flying men. The machine was busy: by itself it is about twice as quick. A search from 13 men that looks into
//! the tables at most leaves takes 1.17 of the time that it takes with a table for every sector (median of 5 pairs).
//!
//! | sector | positions | wins | draws | losses | longest win | longest loss |
//! |---|---|---|---|---|---|---|
//! | 3-3 | 169626 | 140621 | 269 | 28736 | 25 | 26 |
//! | 4-3 | 760398 | 75397 | 681906 | 3095 | 1 | 10 |
//! | 3-4 | 760398 | 102281 | 658117 | 0 | 11 | 0 |
//! | 5-3 | 2580390 | 580660 | 1999730 | 0 | 3 | 0 |
//! | 4-4 | 3225597 | 159 | 3225409 | 29 | 9 | 8 |
//! | 3-5 | 2580390 | 6301 | 2564412 | 9677 | 1 | 2 |
//! | 6-3 | 6875320 | 2752371 | 4122949 | 0 | 7 | 0 |
//! | 5-4 | 10310496 | 9889 | 10300599 | 8 | 29 | 4 |
//! | 4-5 | 10310496 | 51 | 10308935 | 1510 | 5 | 28 |
//! | 3-6 | 6875320 | 0 | 6683320 | 192000 | 0 | 6 |
//! | 7-3 | 14725688 | 13411581 | 1314107 | 0 | 31 | 0 |
//! | 6-4 | 25765792 | 5985293 | 19780495 | 4 | 153 | 2 |
//! | 5-5 | 30914424 | 28819 | 30881316 | 4289 | 33 | 32 |
//! | 4-6 | 25765792 | 22 | 24115798 | 1649972 | 3 | 152 |
//! | 3-7 | 14725688 | 0 | 7759904 | 6965784 | 0 | 30 |
//! | 8-3 | 25763836 | 25697503 | 66333 | 0 | 19 | 0 |
//! | 7-4 | 51516528 | 47531650 | 3984875 | 3 | 23 | 2 |
//! | 6-5 | 72116072 | 17229622 | 54884398 | 2052 | 105 | 22 |
//! | 5-6 | 72116072 | 18321 | 67290795 | 4806956 | 23 | 104 |
//! | 4-7 | 51516528 | 18 | 13889596 | 37626914 | 3 | 22 |
//! | 3-8 | 25763836 | 0 | 2365978 | 23397858 | 0 | 20 |
//! | 9-3 | 37209228 | 37209196 | 32 | 0 | 11 | 0 |
//! | 8-4 | 83705798 | 83063749 | 642046 | 3 | 15 | 2 |
//! | 7-5 | 133910896 | 117737860 | 16171643 | 1393 | 49 | 10 |
//! | 6-6 | 156229360 | 23250808 | 127705390 | 5273162 | 105 | 104 |
//! | 5-7 | 133910896 | 12156 | 53031730 | 80867010 | 11 | 50 |
//! | 4-8 | 83705798 | 15 | 5822711 | 77883072 | 3 | 16 |
//! | 3-9 | 37209228 | 0 | 11783 | 37197445 | 0 | 12 |
//! | 9-4 | 111597612 | 111596447 | 1161 | 4 | 9 | 2 |
//! | 8-5 | 200852988 | 197131113 | 3720875 | 1000 | 33 | 8 |
//! | 7-6 | 267793288 | 197340770 | 67110272 | 3342246 | 165 | 56 |
//! | 6-7 | 267793288 | 19007081 | 149680645 | 99105562 | 57 | 164 |
//! | 5-8 | 200852988 | 9430 | 24917737 | 175925821 | 9 | 34 |
//! | 4-9 | 111597612 | 23 | 133804 | 111463785 | 3 | 10 |
//! | 9-5 | 245479248 | 245214294 | 264763 | 191 | 35 | 8 |
//! | 8-6 | 368205516 | 344867329 | 22185583 | 1152604 | 75 | 30 |
//! | 7-7 | 420793096 | 197782562 | 159993586 | 63016948 | 71 | 70 |
//! | 6-8 | 368205516 | 9014966 | 100090242 | 259100308 | 31 | 76 |
//! | 5-9 | 245479248 | 2872 | 3776081 | 241700295 | 9 | 36 |
//! | 9-6 | 409106740 | 406106715 | 2723533 | 276492 | 59 | 32 |
//! | 8-7 | 525979400 | 420563898 | 82745110 | 22670392 | 187 | 64 |
//! | 7-8 | 525979400 | 111934094 | 192677895 | 221367411 | 65 | 188 |
//! | 6-9 | 409106740 | 2904209 | 23591219 | 382611312 | 33 | 60 |
//! | 9-7 | 525979400 | 502466519 | 17660464 | 5852417 | 81 | 36 |
//! | 8-8 | 591726690 | 318690930 | 165480912 | 107554848 | 75 | 76 |
//! | 7-9 | 525979400 | 41317865 | 83077071 | 401584464 | 37 | 82 |
//! | 9-8 | 525979400 | 434874914 | 56422949 | 34681537 | 173 | 60 |
//! | 8-9 | 525979400 | 149356285 | 128674960 | 247948155 | 61 | 172 |
//! | 9-9 | 409106740 | 240426123 | 76900442 | 91780175 | 111 | 112 |
//! | all | 8904593601 | 4325452782 | 1832093880 | 2747046939 | | |
//!
//! As many positions as Gasser counted (1996). The placing phase; the positions are those that may come about in a game:
//!
//! | ply | positions | wins | draws | losses |
//! |---|---|---|---|---|
//! | 0 | 1 | 0 | 1 | 0 |
//! | 1 | 4 | 0 | 4 | 0 |
//! | 2 | 46 | 0 | 46 | 0 |
//! | 3 | 428 | 31 | 397 | 0 |
//! | 4 | 4200 | 532 | 3641 | 27 |
//! | 5 | 29888 | 5327 | 21569 | 2992 |
//! | 6 | 228022 | 89126 | 108906 | 29990 |
//! | 7 | 1101102 | 410231 | 511877 | 178994 |
//! | 8 | 5229551 | 2581919 | 1738071 | 909561 |
//! | 9 | 18485967 | 8395582 | 6176638 | 3913747 |
//! | 10 | 62839403 | 32657933 | 17635502 | 12545968 |
//! | 11 | 168493097 | 84223933 | 45909063 | 38360101 |
//! | 12 | 431166999 | 225867147 | 110733662 | 94566190 |
//! | 13 | 900744861 | 480419359 | 221444909 | 198880593 |
//! | 14 | 1793750991 | 920715032 | 463014142 | 410021817 |
//! | 15 | 3000257099 | 1692653862 | 713858870 | 593744367 |
//! | 16 | 4805546173 | 2377543080 | 1254356314 | 1173646779 |
//! | 17 | 6659107785 | 4184305109 | 1305293683 | 1169508993 |
//!
//! # Twelve men
//!
//! On the board with diagonals of twelve and eleven men's morris ([`Ground::Diagonal`]) sectors are solved up to twelve men,
//! beyond which a side may have more than nine; the numbering is the same, since the symmetries are. What a full board means
//! matters for the placing alone, which is not solved: a removal has made room by the time that a sector is reached. With ten
//! men, solved with distances and verified (`nmm solve --rules twelve --max-men 10 --distances`, 2.8 MB of values):
//!
//! | sector | positions | wins | draws | losses | longest win | longest loss |
//! |---|---|---|---|---|---|---|
//! | 3-3 | 169626 | 141204 | 0 | 28422 | 15 | 16 |
//! | 4-3 | 760398 | 158379 | 593251 | 8768 | 5 | 10 |
//! | 3-4 | 760398 | 154170 | 592976 | 13252 | 11 | 4 |
//! | 5-3 | 2580390 | 1101845 | 1476298 | 2247 | 13 | 10 |
//! | 4-4 | 3225597 | 178907 | 3004918 | 41772 | 13 | 12 |
//! | 3-5 | 2580390 | 78455 | 2373170 | 128765 | 11 | 12 |
//! | 6-3 | 6875320 | 6035701 | 839619 | 0 | 33 | 0 |
//! | 5-4 | 10310496 | 1249954 | 9048055 | 12487 | 27 | 6 |
//! | 4-5 | 10310496 | 152870 | 9795365 | 362261 | 7 | 26 |
//! | 3-6 | 6875320 | 3265 | 4091888 | 2780167 | 1 | 32 |
//! | 7-3 | 14725688 | 14620530 | 105158 | 0 | 19 | 0 |
//! | 6-4 | 25765792 | 23235112 | 2530672 | 8 | 35 | 2 |
//! | 5-5 | 30914424 | 2748918 | 27573332 | 592174 | 21 | 20 |
//! | 4-6 | 25765792 | 4969 | 9150811 | 16610012 | 3 | 36 |
//! | 3-7 | 14725688 | 0 | 2451776 | 12273912 | 0 | 20 |
//!
//! What the whole would cost: the values with ten men take 1.49 times the processor time of those of nine men's morris (20.3 s and
//! 13.6 s, one after the other), and 1.21 times the room. With up to twelve men a side there are 16.5 thousand million positions with
//! no men in hand, 1.86 times as many, the largest pair of sectors being 8-8 as before: about three quarters of an hour of processor time, 1.4 GB of
//! memory and 0.7 GB on disk. The placing phase has at most 95 thousand million positions, 5.3 times as many: with the same
//! factor 2.2 hours more. It takes numbers of men up to twelve in the numbering and in the names of tables, and a placing phase of
//! 24 plies in which the last may draw.

mod file;
mod ground;
mod index;
mod limits;
mod look_ahead;
mod men_count;
mod placing_ply;
mod probe;
mod sector;
mod solve;
mod subsets;
mod symmetry;
mod symmetry_classes;
mod table_id;
mod tables;
mod verify;
mod wdl;

pub use file::{Kind, Summary, TableError, TableErrorKind, file_name};
pub(crate) use file::{open, open_unfinished};
pub use ground::Ground;
pub use index::Index;
pub use placing_ply::PlacingPly;
pub use probe::Prober;
pub use sector::{ParseSectorError, Sector};
pub use solve::{
    Keep, LookedAhead, PlacingProgress, PlacingTask, Progress, SolveError, Stage, Step, Task, memory_needed,
    placing_memory_needed, placing_steps, sector_steps, solve, solve_placing, solve_placing_ply, solve_sector,
};
pub use table_id::TableId;
pub use tables::{Tables, check_folder};
pub use verify::{Checked, Proved, Scope, VerifyError, Worth, verify};
pub use wdl::{ProbeResult, Wdl};
