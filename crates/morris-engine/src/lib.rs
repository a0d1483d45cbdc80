// SPDX-License-Identifier: GPL-3.0-or-later
//! A computer player: chooses a move, on its own thread or on the caller's.
//!
//! [`Engine`] is the façade: it takes a [`Request`] and answers through one callback with [`Event`]s that carry the
//! request's [`RequestId`]. Behind it a [`Searcher`] deepens (`root`) a principal variation search (`search`, and what it does
//! less of: `selectivity`) over positions (`node`): compact ones for the classic move, or nearly that, on boards of up to 31
//! points (`fast_node`, `classic`), the
//! rules' own for all others (`plain_node`). It has a transposition table (`transposition`, `tt_probe`), an order of moves
//! (`move_ordering`), found in `stages`, and an evaluation (`evaluation`, `term`, `fitted`, `patterns`, `shapes`, `cells`),
//! proves draws (`draw_proof`), and is helped by further threads (`lazy_smp`, `abdada`, `root_order`). What the patterns are fitted to is taken down by `leaves`. By a clock it
//! thinks longer where it is critical (`pace`). It prints nothing, and reads no input and no clock but for its limits.
//!
//! What it showed, with one thread and without tables of solved positions unless they are named; the first
//! list was measured before it judged corners and those who fly:
//!
//! * `nmm bench` on a quiet machine with two cores: 7.5 million nodes a second; depth 14 from the empty board takes 0.2 s,
//!   depth 16 0.8 s; told to move at once, it answers within 0.4 ms in 99 of 100 searches. With `--threads 2` the
//!   answer came within 1 to 5 ms.
//! * `nmm match --first time:100ms --second time:10ms --games 200 --opening 0`: 44 wins, 154 draws and 2 losses, Elo +74 ± 22.
//!   With the four random placements that a match usually begins with 66, 125 and 9, Elo +102 ± 28; about one in seven of
//!   those openings is already won for White. Later, with the shipped tables and from openings that are drawn (`--games 120
//!   --drawn --tables data/endgame --threads 2`): 16, 100 and 4.
//! * `nmm blunders`: with tables of the whole game 0 of 2,000 positions. With 5,000,000 nodes a move, two thirds of a second,
//!   and no tables 10 of 1,000 in the placing phase and 6 of 1,000 afterwards. The positions are chosen so that some move in
//!   them gives value away, those of the placing phase with at most seven men left in hand.
//!
//! Given away of positions of `nmm known --random --seed 7001`, without tables, before and after the evaluation knew corners
//! and those who fly; the weights were fitted with the seeds 9 and 11:
//!
//! | `nmm blunders --nodes` | moving | flying | placing |
//! |---|---|---|---|
//! | 100,000, of 1,500 each | 50 → 28 | 38 → 3 | 67 → 50 |
//! | 1,000,000, of 500 each | 11 → 6 | 8 → 0 | 12 → 8 |
//!
//! The levels that judge so are as far apart as before: in 40 games each level 7 scored 78 % ± 11 against 6, 8 scored
//! 73 % ± 10 against 7, and 9 81 % ± 8 against 8 (`nmm match --ladder --levels 6-9 --thinking-time 2s`).
//!
//! What was tried for it, and what came of it:
//!
//! * The terms that a pattern sees whole in its weights, its number kept up with each move, futile moves not sorted, the
//!   bucket of the table asked for before the evaluation: 0.76 of the processor time for the same nodes, on a busy machine.
//!   With four patterns more, for the corners, it is 0.80 for as many nodes: 1.25 times the nodes a second.
//! * Taken: the buckets of the first move, before the others are found, and of the next one, before this is searched, asked for
//!   ahead by keys that need no move played: 0.87 of the processor time for the same nodes (median and least of 19 runs of
//!   `nmm bench`, by turns, beside other work). With what stands above that is 1.4 times the nodes a second.
//! * Refused: large pages for the table, then 0.985 of the time (see below); the whole
//!   program optimised as one (`lto = "fat"`), which gained nothing.
//! * Refused: weights for the placing phase with two to six men in hand out of 120,000 positions: 60 of 1,500 given away rather
//!   than 50. There the weights of before are in use, which know no corners.
//! * Taken: longer thought by a clock where it is critical. Against one who keeps to his share it won 57 games, drew 209 and lost
//!   34, Elo +27 ± 22, on a clock that counts nodes (1.5 million for each side and a sixtieth of that back after each move,
//!   openings of four random placements, no tables, by a test with [`Searcher::timed_by`] that is not kept); it used 18 % more
//!   of the clock. That was by another measure of what is critical, whether the value had fallen or the move had changed.
//!
//! With the tables shipped then, of the plies 0 to 10, what is given away of positions by chance (`nmm known --random`), some move
//! in each giving value away:
//!
//! | nodes, seed | moving | flying | placing |
//! |---|---|---|---|
//! | 1,000,000, 8009 | | | 86 of 15,000 |
//! | 1,000,000, 8007 | 0 of 3,000 | | 10 of 3,000 |
//! | 10,000, 8006 | 77 of 15,000 | 0 of 15,000 | 356 of 15,000 |
//! | the same without tables | 204 of 15,000 | 62 of 15,000 | 676 of 15,000 |
//! | 1,000,000, 8007 without tables | 2 of 1,500 | | 22 of 1,500 |
//!
//! Of the 86 positions 60 are given away with another table (64 MiB) and as many nodes, 40 with twice, 27 with four and 22 with
//! eight times as many; what else is given away then was not counted. So more nodes are spent where values are critical: at most
//! 4,000,000, and 250,000 elsewhere (`--nodes 250000 --critical-factor 16 --memory 64`), which is less than 1,000,000 for
//! each. Of twelve that these had given away eight were mended so, and seven others came: in five the right move was
//! given up for a wrong one the longer it was thought about, two were not taken for critical. So the time is spent where
//! the faults are, and buys little there: the evaluation cannot tell these moves apart.
//!
//! Of the 86 all have eight men in hand or fewer, since before that the tables shipped then knew each move: 22 just eight, and 32
//! five or fewer. So ply 11 of the placing phase is shipped, too, which took away those with eight. With that, and nodes as above:
//!
//! | tables, seed | moving | placing | nodes a move |
//! |---|---|---|---|
//! | shipped, 8009 | 7 of 15,000 | 32 of 15,000 | 0.16 million moving, 0.93 placing with at most seven men in hand |
//! | shipped, 8009, `--nodes 1000000` | 4 of 15,000 | | 0.49 million |
//! | shipped, 8011 | | 36 of 15,000 | 0.97 million placing, likewise |
//! | all sectors, plies 0 to 13, 8009 | | 0 of 15,000 | 0.05 million |
//!
//! With cells it was **0** of 15,000 of seed 8071, by which nothing had been chosen, for the last row (`--nodes 250000 --critical-factor 16
//! --memory 64`; 0.42 million nodes a move).
//! What is critical had been chosen with the seed 8009 in view, and so were the 1,000,000 nodes; nothing was with 8011. Of positions with eight men in hand or more
//! only those with 8009 were searched (8,597, with 20,000 nodes, none was given away), since the tables know all their moves.
//!
//! With cells and the shipped tables, seed 8006, 6 of 15,000 moving with `--nodes 1000000 --critical-factor 16 --memory 64` (0.45 million
//! nodes a move), and 4 of the first 7,743 with `--nodes 1000000`; **32** of 15,000 placing, as in the first row. All six had been taken for
//! critical, and had had 11 million nodes each. With `--critical-factor 64`, 35 million for each of the six, four of them were still given
//! away; of 15,000 of seed 8041, by which nothing had been chosen, **0** (0.91 million nodes a move), where some four were to be expected.
//!
//! Of the four of seed 8009 two of three that were looked at are found with 4,000,000 nodes each; one is a loss that looks like the draws beside it. Refused: the first
//! of equal moves rather than one by chance, with 10,000 nodes 78 of 15,000 moving (seed 8006) rather than 77.
//!
//! Refused then, by the nodes of `nmm bench` (15.5 million without): late moves at the root searched one or two plies less
//! deeply from the eighth on, 12.4 million, yet of the 6,403 positions of seed 8009 with at most seven men in hand 10,000 nodes
//! gave 261 away rather than 262; the same from the fourth on, 14.7; successes of moves by the target of the one before, too,
//! 16.8 to 19.4; moves tried before the best one losing theirs by a quarter, 16.0; ProbCut from depth 6 on by a search three plies
//! less deep and a margin of 60 or 100, 18.5 to 20.4.
//!
//! That is with patterns fitted to where searches stop, from the weights of before on, by a program that did what `nmm tune
//! --patterns` does now; they have a stage for each number of men on either side. Positions that searches of 10,000 to
//! 300,000 nodes judged, from games by chance and of a shallow search, were looked up in the whole tables: 13.97 million.
//! What the evaluation misses of 0.93 million more fell from 0.440 to 0.379 nats (a draw counting half, which alone makes
//! for 0.29 of either), and what 10,000 nodes gave away so:
//!
//! | | placing | moving |
//! |---|---|---|
//! | as it was | 444 | 130 |
//! | fitted to 1.6 million leaves, the stages as they were | 416 | 129 |
//! | a stage for each number of men | 410 | 99 |
//! | 5.1 million leaves | 371 | 83 |
//! | 8.0 million, stages as they were before cells | 386 | 78 |
//! | the same, and quiet moves thought to gain half as much | 352 | 74 |
//! | 14.0 million, those before the shipped plies and of flying among them | 356 | 78 |
//!
//! Against the engine as it was it won 113 games, drew 245 and lost 42, Elo +62 ± 21 (400 games, 20,000 nodes a move, no tables,
//! four random placements). The factor by which all weights were made less afterwards changed neither. Not taken: patterns of
//! eleven and twelve points, five of them one by one, which miss 0.0004 to 0.003 nats less.
//!
//! Taken: cells, which see what shapes are worth together, and more stages while men are placed, for each number in hand up to
//! ten and for each pair of totals. They were fitted to 16.6 million leaves of searches of 500 to 30,000 nodes, four of five from the
//! placing phase and most without tables, looked up in the whole tables; what is missed of 0.86 million more, in nats:
//!
//! | | all | 1 or 2 in hand | 3, 4 | 5, 6 | 7, 8 | 9, 10 | 11 or more | moving, 8 or 9 men each |
//! |---|---|---|---|---|---|---|---|---|
//! | before | 0.412 | 0.389 | 0.402 | 0.406 | 0.437 | 0.481 | 0.555 | 0.325 |
//! | eight cells | 0.390 | 0.371 | 0.383 | 0.386 | 0.412 | 0.451 | 0.520 | 0.303 |
//!
//! Of a third of those leaves, and others kept back, the stages alone took what is missed from 0.417 to 0.412, eight cells with them
//! to 0.404, sixteen to 0.402; with those 10,000 nodes gave away as much as with eight. What was given away without tables:
//!
//! | nodes, seed | | before | of 5.4 million leaves | of 16.6 million |
//! |---|---|---|---|---|
//! | 10,000, 8006 | placing, of 15,000 | 676 | 563 | 491 |
//! | 10,000, 8006 | moving, of 15,000 | 204 | 165 | 131 |
//! | 10,000, 8006 | flying, of 15,000 | 62 | 77 | 70 |
//! | 100,000, 8006 | placing, of 3,000 | 86 | 77 | 67 |
//! | 1,000,000, 8007 | placing, of 1,500 | 22 | | 21 |
//!
//! With moves found in stages (below) and 1,000,000 nodes 19 of 1,500 of another seed (8021), which chose nothing, where it was 26 without
//! cells, and 24 of those of 8007. A node takes 1.07 times the processor time. In 300 games at 20 ms a move, without tables, it won 42, drew
//! 224 and lost 34 against the engine without cells, Elo +9 ± 20, so `--sprt 0 30` was not decided: taken for the moves, not for the
//! games. Levels 7 to 9 judge so, too: 7 scores 86 % ± 4 against 6, 8 67 % ± 4 against 7, 9 66 % ± 4 against 8 (`nmm match
//! --ladder --levels 6-9 --thinking-time 2s`, 200 games each). The weights come from a program that did what `nmm tune --patterns` does
//! now; that has been tried only on few games since. With 100 ms a move against 10 ms, as below, 400 games ended 62, 334 and 4: each loss began
//! with one slip at the plies 11 to 16 of the placing phase, which the shipped tables do not reach. Twice as many nodes change little: on a
//! machine that makes 10.3 million a second it was 60, 336 and 4 (seed 9401), by the whole tables for one slip each: with the 14th, the 15th
//! and the 18th placement, and once the men move.
//!
//! Refused: 7.5 million leaves more, of the engine as it is, four of five searches from the placing phase and half of them
//! without tables: what is missed of positions kept from the fit fell by 0.0035 nats, yet of 15,000 placing positions (seed 8006)
//! 10,000 nodes gave away 366 rather than 356, without tables 688 rather than 677.
//!
//! Its nodes take longer, perhaps since more weights are looked up and more quiet moves are found only to be left out: 4.53 million
//! a second where the engine before made 5.16, and that before the evaluation was kept up 3.67 (seven runs of `nmm bench` each by turns, the
//! middle one; not a quiet machine). The depths of `nmm bench` need 15.5 million nodes rather than 18.7, so about the same time.
//! Since late moves are put in order at once, and positions that are only judged keep no keys under symmetries, the same nodes are
//! made at 1.16 times the speed: 4.46 million a second by turns with 3.83 before and 3.46 of the first of the three (seven runs each, the
//! middle one, on a machine whose speed varies by a third).
//! Two threads took 0.50 to 0.81 of the time of one in ten runs, 0.73 in the middle. With 100 ms a move against 10 ms, the shipped
//! tables and drawn openings, 60 games ended 13, 45 and 2; with ply 11 shipped, too, 400 games ended 58, 337 and 5, Elo +46 ± 13 (`nmm
//! match --first time:100ms --second time:10ms --games 400 --drawn --threads 2`, while little else was done).
//!
//! Before it was so, at the same task:
//!
//! | nodes, seed | moving | flying | placing |
//! |---|---|---|---|
//! | 10,000, 8002 | 126 of 15,000 | 0 of 15,000 | 467 of 15,000 |
//! | 10,000, 8006 | 130 of 15,000 | 0 of 15,000 | 444 of 15,000 |
//! | the same without tables | 412 of 15,000 | 69 of 15,000 | 848 of 15,000 |
//! | 100,000, 8003 and 8004 | 22 of 7,000 | | 157 of 10,000 |
//! | 1,000,000, 8006 | 4 of 3,000 | | 22 of 3,000 |
//! | 1,000,000, 7001 | | | 8 of 1,500 |
//!
//! Of the last eight 4,000,000 nodes with 64 MiB still gave four away, 16,000,000 three. To have fewer of them was tried then, with
//! the same nodes and tables, first on 789 placing and 246 moving positions of seed 8002 that 3,000 or 10,000 nodes gave away.
//! With 100,000 nodes the engine as it was gave away 175 and 36 of these. Another search that is as good gives away less of
//! them, since they were chosen by the faults of this one, and by chance two such searches differ by about ten:
//!
//! | | placing | moving |
//! |---|---|---|
//! | nothing searched where three plies from the end one is ahead by 120 a ply | 176 | 28 |
//! | the same with five plies, by 150 | 173 | 33 |
//! | quiet moves left out within five plies of the end rather than three | 177 | 39 |
//! | late quiet moves left out within three plies of the end | 179 | 36 |
//! | late moves reduced more: from 2, 4, 8 and 16 on | 185 | 38 |
//! | one ply less where the table knows no move | 172 | 44 |
//! | a null move while both place | 183 | 36 |
//! | a ply less for moves that do not answer a threat | 186 | 34 |
//! | a ply more where there are at most two moves | 172 | 38 |
//! | a ply more at the end where the opponent threatens a mill | 172 | 34 |
//! | the same while men are placed | 177 | |
//! | moves that were tried before the best one lose their good name | 166 | 37 |
//! | a good name for removals, too | 188 | 42 |
//! | late removals reduced as quiet moves are | 181 | 43 |
//! | the first, and a ply more where a mill is threatened while men are placed | 152 | 28 |
//!
//! * Refused therefore are all but the last, and that one in the end, too: with 100,000 nodes on positions that nobody chose
//!   (seeds 8003 and 8004) it gave away 152 of 10,000 placing rather than 157, and of 7,000 moving 22 as before; 400
//!   games at 20,000 nodes a move, without tables, ended 82 to 74, Elo +7 ± 21, those of the first alone 82 to 79, +3 ± 22.
//!   `nmm bench` needs 11.9 million nodes with it rather than 18.7: as much is seen at less cost, but no more is understood.
//! * Refused: weights of the stages before flying fitted to 1.8 million exactly known positions of a shallow search against
//!   chance, from the weights in use on. What they miss of positions kept from the fit fell from 0.334 to 0.307 nats, with 2.2
//!   million that take in those where a mill can be closed from 0.369 to 0.284, yet of 15,000 placing positions (seed 8002) the
//!   first fit gave 465 away with 10,000 nodes rather than 467, the second at depth 1 1,047 rather than 1,106 and at depth 3
//!   774 rather than 769. What the fit learns, how a stage stands as a whole, does not tell one move from another.
//! * Refused: a network of 96 cells with weights for each stage of the placing phase, which looks at the men and at the evaluation
//!   in use and was trained on 0.76 million exactly known positions, in all their images. Of positions kept from the training it
//!   misses 0.506 nats, the evaluation in use with the best factor at each stage 0.544, and one of 32 cells that does not know the
//!   evaluation 0.568; but of 15,000 placing positions after the ninth ply 3,000 nodes gave 1,280 away rather than 1,208.
//! * Refused: a network for the moves at the root while at least eight men are in hand: 520 inputs (men, lines, men in hand), 256 and 32
//!   cells, the last ones by the ply, 234,000 weights, trained on all moves of 1.28 million positions by chance of the plies 0 to 10, in all
//!   their images, with their values out of the shipped tables. Alone it gave 4.3 % of 20,000 others away; without tables a search of
//!   1,000 nodes gave 3.0 % of 4,000 away and one of 100,000 2.1 %. With what the network expects of each move added to the votes, by
//!   whichever factor did best, that became 2.9 and 2.0 %: both fail in the same positions. Nor is time to be had from elsewhere: there
//!   nearly all is critical, and `--nodes 250000 --critical-factor 16` comes to 2.2 million nodes a move (2 of 200 given away).
//! * Two threads visited 1.18 to 1.53 times the nodes of one for the same depths, 1.38 times on average (five runs of `nmm bench
//!   --threads 2`, on a machine so busy that the times say nothing); four, once, 1.81 times. Refused: helpers that go over to
//!   the depth of the first thread as soon as it is ahead, 1.35 times on average of four runs.
//! * Taken: moves at the root, too, are put off while another thread searches them. Of 20 runs each by turns on a machine that did
//!   nothing else, two threads took 0.70 of the time of one in the middle, 0.745 before (all 0.61 to 0.79, and 0.66 to 0.88), and
//!   visited 1.29 times the nodes, 1.34 before. Refused: putting off what another one searches to a greater depth, too (1.33
//!   times the nodes in 14 runs).
//! * Threads that had one history in common visited 1.33 times the nodes of one rather than 1.41 (ten runs each by turns), yet waited
//!   for the lines of the cache that the other one wrote. Taken: a history for each, to which the others add what was good four or
//!   more plies from the end; a node is given up when another thread has settled it; where one move will probably be enough all
//!   help with that rather than trying the next; all try the moves at the root in the order of whoever is deepest. Of 20 runs of
//!   `nmm bench --threads 2` each, by turns with the engine before, two threads took 0.69 of the time of one in the middle
//!   (0.61 to 0.82), before 0.78 (0.60 to 0.92), and visited 1.24 times the nodes, before 1.29 (geometric means). Since a tree
//!   grows or shrinks by half with the order of moves, also over four images of each position, mirrored and upside down (12
//!   runs each by turns; two processes of one thread each do not slow each other down):
//!
//!   | | nodes | time |
//!   |---|---|---|
//!   | a history for each | 1.32 ± 0.02 | 0.69 ± 0.02 |
//!   | nodes that are settled, and the order at the root | 1.25 ± 0.02 | 0.67 ± 0.02 |
//!   | help where one move will probably be enough | 1.24 ± 0.03 | 0.65 ± 0.02 |
//!   | the second without putting off any move | 1.31 ± 0.03 | 0.69 ± 0.01 |
//! * Four threads on two cores took 0.82 of the time of one where two took 0.67 (seven runs each by turns): so no more are started
//!   than the system can run at once.
//! * Refused with two threads, over four images of each position of `nmm bench` as above: nodes shared from depth 3 on rather than
//!   4 (0.70 of the time of one in the middle of three runs rather than 0.64); looking less often whether another thread has settled a node,
//!   and moves that were put off marked while they are searched (nothing beyond noise, 0.65 in five runs each).
//! * Taken: nodes of the principal variation, too, are given up when another thread has found their exact value; before, each thread
//!   searched the whole of it. Over six images of each position (three runs) two threads took 0.60 of the time of one and visited 1.13 times
//!   the nodes, 0.69 and 1.24 before. **0.62** is the middle of two times 20 runs of `nmm bench --threads 2` on a quiet machine (0.57 to 0.71), which
//!   before took 0.79 (five runs; it now first lays out what the evaluation looks up, of no account to what is compared). Of 100 games at 20 ms a move, both with two threads
//!   and no tables, it won 30, drew 64 and lost 6 against the engine before, Elo +85 ± 40. Nodes are shared from
//!   depth 5 on: about the same as from 4 or 6. Refused then, within the noise: looking from depth 6 or 8 on whether a node is settled, first
//!   moves put off as well, and late moves reduced by their place among all rather than among those not put off.
//! * Taken: the moves of a node found in stages, the one that the table expects, then mills, blocks and killers, then all. `nmm bench` needs 14.0
//!   million nodes rather than 15.5, since quiet moves are ranked by what was learnt meanwhile, and makes 1.2 times as many a
//!   second: **1.53** times those of the build before these changes began, 1.43 with cells (medians of five runs by turns, processor time of
//!   one thread on a busy machine). 10,000 nodes gave away as much as before (without tables 672 rather than 677 of 15,000 placing and
//!   191 rather than 194 moving, with the shipped ones 280 and 78 rather than 281 and 77; seed 8006).
//! * Taken, measured by turns over the positions of `nmm bench` (7 to 21 runs, processor time of one thread on a quiet machine that varies by
//!   a hundredth): huge pages for the transposition table, 1.01 to 1.03 times the nodes a second; its bucket asked for when a node is come to,
//!   and that of the expected move before this is played, 1.00 to 1.01; the table's move no longer held against all rules, and keys under
//!   symmetries that nobody needs not copied, 1.02; quiet moves found without those that promise something, 1.00 to 1.01; the stage of a
//!   position looked up rather than counted, 1.02. Together **1.50** times those of the build before these
//!   changes began (two medians, of 9 and 15 runs: 1.500 and 1.507; pair by pair 1.503 both times), and the same nodes. Refused: keys in halves of 32 bits, so that the least of them is found
//!   four at a time (0.98); nothing asked of the table at depth 1 (1.13 times the nodes a second, 1.47 times the nodes); what ranks the moves kept
//!   from stage to stage (nothing); what patterns add to cells in bytes, half as exact (1.008, but 10,000 nodes gave away 523 of 15,000 placing
//!   rather than 489, seed 8006, no tables).
//! * Refused, since nothing was gained by the clock: buckets asked for one move ahead also between stages; the
//!   next position made ahead rather than its key (0.97 of the speed).
//! * Refused: other ways to compile. In runs by turns (five to seven each) link-time optimisation "fat" with one unit of code brought
//!   nothing beyond noise, `x86-64-v2` 1.03 and `x86-64-v3` 1.05 times the nodes a second, which does not make up for a program that
//!   old machines cannot start. Against the build before these changes began it is 1.29 times in the middle of seven.
//!
//! Taken: where at least eight men are in hand and no table knows the value, the move is played that was the best at most depths, a vote of
//! one depth earlier counting 0.85 of one later, rather than that of the last depth. What was given away without tables, and what of it with
//! eight men in hand or more:
//!
//! | nodes, seed | | last depth | votes | with eight in hand: last depth | votes |
//! |---|---|---|---|---|---|
//! | 10,000, 8006 | placing, of 15,000 | 489 | 445 | 293 | 249 |
//! | 100,000, 8006 | placing, of 15,000 | 356 | 287 | 262 | 193 |
//! | 1,000,000, 8007 and 8021 | placing, of 3,000 | 40 | 31 | 34 | 25 |
//! | 1,000,000, 8031 | placing, of 3,000 | 54 | 43 | | |
//!
//! The rule was chosen among some thirty by the first three, all counted from the same searches; 8031 chose nothing. With fewer men in hand
//! votes gave away 106 rather than 94 (100,000 nodes), and with the shipped tables 17 of the first 4,421 (`--nodes 250000 --critical-factor 16 --memory 64`; the last depth 11); once
//! all men are placed 138 rather than 135. Refused, of the first two rows, with votes all over the placing phase (453, 299): votes of the last
//! three to eight depths alone (447 to 472, 305 to 336), of every other depth (470, 325), none where the value changed by 0.4 of a man or more
//! (495, 334); exact values of all moves within 0.3 of a man of the best and their mean over the depths (435 to 455 with 10,000 nodes, no
//! better). In games nothing was gained or lost by votes all over the placing phase (400 at 20,000 nodes a move, without tables: 51, 298 and
//! 51), nor by votes everywhere (56, 286 and 58).
//!
//! Refused, with 10,000 nodes on the same positions, without tables (placing and moving, before 489 and 135): a ply more where a move makes a
//! double mill (499, 138; also at the last ply 545, 146), where it leaves the opponent with men that fly (489, 142), and both (499, 151).
//!
//! Against the build before its evaluation was kept up move by move, each with the tables shipped then: `nmm match --first` this one, `--second` that one,
//! `--limit time:30ms --threads 2 --seed 9301 --sprt 0 20` accepted +20 after 111 games, 27 won, 76 drawn and 8 lost, Elo +60 ± 36. Against the
//! one before cells the same test, with one thread and seed 9402 on a machine twice as fast, accepted +20 after 501 games, 70 won, 387 drawn
//! and 44 lost, Elo +18 ± 14.
//!
//! Refused: moves played out. Of 3,000 positions by chance of the plies 2 to 10 (without tables, 100,000 nodes) the search voted in 351 for
//! moves that keep the value and for others. There each move that had at least 3 % of the votes was played out 64 times by searches of 100 to 300
//! nodes, until they judged one side four men ahead or for 80 plies, which took 200,000 nodes a position over all. Of 764 pairs of a right and a wrong
//! move the games told 464 apart and left 106 equal, the votes 590. By the games alone 108 were given away, by the votes 78, and by both with the best
//! of eight factors 78 as well.
//!
//! Refused: a deeper network. 12.2 million leaves of searches of 2,000 to 200,000 nodes from placing positions by chance, without tables,
//! looked up in the whole tables: points, lines and numbers of men, then 512 cells, then 32 for each of 15 stages and the evaluation in use
//! beside them, trained on one of sixteen images of each leaf, twice over. Of 0.4 million leaves of other games the evaluation in use
//! with the best factor and offset for each stage misses 0.370 nats, with the network 0.364, where draws alone make for 0.278: 7 % of what can be
//! missed, where cells took away 18 %, and a fifth of what 100,000 nodes gave away. It was not tried in a search.
//!
//! How quickly the games of the family are searched: nodes in a second of processor time as a share of the standard game's, all in
//! one run (`nmm bench --rules all`, on a quiet machine). By compact nodes:
//!
//! | eleven | twelve | lasker | six | five | seven | moebius | triangle | pentagon |
//! |---|---|---|---|---|---|---|---|---|
//! | 0.93 | 0.97 | 0.87 | 0.96 | 1.03 | 0.77 | 0.92 | 0.95 | 0.94 |
//!
//! By plain ones, which count all terms where men are reduced; `tapatan` and `achi` end before there is much to measure:
//!
//! | morabaraba | shax | onetime | chamgonu | chengsanqi | sunmill | windmillboard | hexagon | nineholes | smallmerels | tapatan | achi |
//! |---|---|---|---|---|---|---|---|---|---|---|---|
//! | 0.46 | 0.48 | 0.44 | 0.49 | 0.45 | 0.44 | 0.46 | 0.54 | 0.88 | 0.83 | 0.46 | 0.64 |

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod abdada;
mod attention;
mod cells;
mod classic;
mod draw_proof;
mod engine_thread;
#[cfg(test)]
mod engine_thread_tests;
mod evaluation;
mod fast_node;
mod fitted;
mod lazy_smp;
mod leaves;
mod lookups;
mod move_ordering;
mod node;
#[cfg(test)]
mod node_tests;
mod pace;
mod packed_move;
mod patterns;
mod plain_node;
mod request;
pub mod review;
mod root;
mod root_order;
mod root_probe;
mod score;
mod search;
mod searcher;
mod selectivity;
#[cfg(feature = "serde")]
mod serde;
mod shapes;
mod stages;
mod strength;
pub mod tablebase;
mod tb_probe;
mod term;
#[cfg(test)]
mod tests;
mod transposition;
mod tt_probe;
pub mod whole_game;

pub use attention::{Oversights, Threat, threats};
pub use engine_thread::Engine;
pub use evaluation::Evaluator;
pub use patterns::{CellRow, PatternClasses};
pub use request::{BestMove, EngineOptions, Event, EventKind, Info, Request, RequestId, TimeControl};
pub use score::{Plies, Score};
pub use searcher::Searcher;
pub use strength::{FixedDepth, Level, LevelProfile, Limits, PROFILES, Rating, Skill, Strength};
pub use term::{Term, TermCounts, WeightSet, Weights};
