// SPDX-License-Identifier: GPL-3.0-or-later
//! Game texts as written by people and other programs.

use morris::{Color, DrawReason, NodeId, Outcome, Pgn, PointNotation, Rules, WinReason};

fn read(text: &str) -> Pgn {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Returns the node after this number of moves of the main line.
fn at(text: &Pgn, moves: usize) -> NodeId {
    moves.checked_sub(1).map_or(text.tree.root(), |last| text.tree.main_line()[last])
}

fn comment(text: &Pgn, moves: usize) -> &str {
    text.tree.comment(at(text, moves))
}

/// Returns the glyphs of the main line by the number of moves before them.
fn glyphs(text: &Pgn) -> Vec<(usize, &[u8])> {
    let all = (0..=text.tree.main_line().len()).map(|moves| (moves, text.tree.glyphs(at(text, moves))));
    all.filter(|(_, glyphs)| !glyphs.is_empty()).collect()
}

/// Returns the moves of a text as it is written, without the tags, in one line.
fn moves_of(text: &Pgn) -> String {
    text.to_string().split_once("\n\n").unwrap().1.replace('\n', " ").trim_end().to_owned()
}

fn error(text: &str) -> String {
    text.parse::<Pgn>().unwrap_err().to_string()
}

#[test]
fn writes_tags_numbers_comments_and_result() {
    let mut text = read("[White \"Ada \\\"A\\\" L.\"]\n1. d6 f4 2. d2");
    text.tree.set_comment(at(&text, 2), "a quiet start");
    let written = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ada \"A\" L."]
[Black "?"]
[Result "*"]
[Variant "standard"]

1. d6 f4 {a quiet start} 2. d2 *
"#;
    assert_eq!(text.to_string(), written);
}

#[test]
fn reads_texts_of_other_programs() {
    let text = read(
        "\u{feff}[Variant \"standard\"]\r\n\r\n{before} 1.D6 F4 2. d2 $1 b4 ; to the end of the line\n\
         3.f6 f2 4. b6 xb4\n4... a1 *",
    );
    let moves: Vec<_> = text.game().played().iter().map(ToString::to_string).collect();
    assert_eq!(moves.join(" "), "d6 f4 d2 b4 f6 f2 b6xb4 a1");
    assert_eq!(comment(&text, 0), "before");
    assert_eq!(comment(&text, 4), "to the end of the line");
    assert_eq!(glyphs(&text), [(3, &[1][..])]);
}

#[test]
fn spaces_around_signs_are_read() {
    let moves = |text: &str| read(text).game().played().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let start = "1. a7 a1 2. d7 d1";
    for last in ["g7 x a1", "g7x a1", "g7 xa1", "g7 : a1", "g7 X A1", "g7: a1"] {
        assert_eq!(moves(&format!("{start} 3. {last} b4 *")), "a7 a1 d7 d1 g7xa1 b4", "{last}");
    }
    let fen = "[FEN \"W.W/.W./.../....../.../..W/BBB b 0 0 7\"]\n\n";
    for first in ["a1 - a4", "a1- a4", "a1 -a4", "a1 – a4", "a1 –a4"] {
        assert_eq!(moves(&format!("{fen}1... {first} 2. f2 - d2 *")), "a1-a4 f2-d2", "{first}");
    }
    assert_eq!(moves("1. d6 (1. f4) f4 *"), "d6 f4");
}

#[test]
fn signs_without_end_are_no_move() {
    let start = "[Variant \"shax\"]\n\n1. d6 ";
    let [few, many] = [100, 100_000].map(|count| error(&format!("{start}{}", "- ".repeat(count))));
    assert!(few.starts_with("line 3") && few.len() < 200, "{few}");
    assert_eq!(many, few);
}

#[test]
fn glyphs_follow_their_move() {
    let text = read("1. d6 $2 $14 f4 {a comment} $4 (1... d2 $1) 2. d2 $300 *");
    assert_eq!(glyphs(&text), [(1, &[2, 14][..]), (2, &[4])]);
    let written = text.to_string();
    assert!(written.ends_with("\n1. d6 $2 $14 f4 $4 {a comment} (1... d2 $1) 2. d2 *\n"), "{written}");
}

#[test]
fn glyphs_may_be_written_as_signs() {
    let text = read("1. d6! f4?? $14 (1... d2 ?!) 2. d2!? {a comment} f6!! 3. a1? b6 ! *");
    let written = "1. d6 $1 f4 $4 $14 (1... d2 $6) 2. d2 $5 {a comment} 2... f6 $3 3. a1 $2 b6 $1 *";
    assert_eq!(text.to_string().split_once("\n\n").unwrap().1.replace('\n', " ").trim_end(), written);
    let error = "1. d6!!! f4 *".parse::<Pgn>().unwrap_err();
    assert_eq!((error.line, error.column), (1, 6), "{error}");
}

#[test]
fn glyphs_stay_in_variations_and_before_the_first_move() {
    let moves = "$10 {even} 1. d6 $2 f4 (1... d2 $1 $18 {better} 2. f4 $6) ($11 {or} 1... a1 $3) 2. d2 *";
    let text = read(moves);
    assert_eq!(glyphs(&text), [(0, &[10][..]), (1, &[2])]);
    let [_, better, or] = *text.tree.children(at(&text, 1)) else { panic!("three moves") };
    assert_eq!([better, or].map(|id| text.tree.glyphs(id)), [&[1, 18][..], &[11, 3]]);
    assert_eq!((text.tree.comment_before(or), text.tree.comment(or)), ("or", ""));
    // Glyphs follow a move.
    let written = text.to_string();
    assert_eq!(moves_of(&text), moves.replace("($11 {or} 1... a1 $3)", "({or} 1... a1 $11 $3)"));
    assert_eq!(read(&written), read(&read(&written).to_string()));
    let behind = read("{even} $10 1. d6 *").to_string();
    assert!(behind.ends_with("\n$10 {even} 1. d6 *\n"), "{behind}");
}

#[test]
fn a_game_may_begin_anywhere_and_with_black() {
    let text = read("[FEN \"W.W/.W./.../....../.../..W/BBB b 0 0 7\"]\n\n1... a1-a4 2. f2-d2");
    assert_eq!(text.game().start().side(), Color::Black);
    assert_eq!(text.game().start().quiet(), 7);
    let written = text.to_string();
    assert!(written.contains("[SetUp \"1\"]\n[FEN \"W.W/.W./.../....../.../..W/BBB b 0 0 7\"]"), "{written}");
    assert!(written.ends_with("\n1... a1-a4 2. f2-d2 *\n"), "{written}");
}

#[test]
fn a_declared_end_keeps_its_reason() {
    let outcome = |text: &str| read(text).game().outcome();
    let win = |reason| Some(Outcome::Win { winner: Color::White, reason });
    assert_eq!(outcome("[Termination \"resignation\"] 1. d6 1-0"), win(WinReason::Resignation));
    assert_eq!(outcome("[Termination \"time forfeit\"] 1. d6 1-0"), win(WinReason::Time));
    assert_eq!(outcome("1. d6 1-0"), win(WinReason::Adjudication));
    assert_eq!(outcome("1/2-1/2"), Some(Outcome::Draw(DrawReason::Adjudication)));
    assert_eq!(outcome("1. d6 *"), None);
}

#[test]
fn variations_are_kept() {
    let moves =
        "1. d6 {before} (1. f4 d6 {why not} 2. d2) ({or} 1. a1) 1... f4 2. d2 (2. a1) 2... b4 (2... d1 3. a1) 3. a1 *";
    let text = read(moves);
    assert_eq!(text.game().played().len(), 5);
    let tree = &text.tree;
    let variations = tree.rows().filter(|row| row.begins);
    let variations: Vec<_> = variations.map(|row| (tree.depth(row.node), tree.line_after(row.node).count())).collect();
    assert_eq!(variations, [(1, 2), (1, 0), (3, 0), (4, 1)]);
    assert_eq!(tree.comment(tree.line_after(tree.children(tree.root())[1]).next().unwrap()), "why not");
    assert_eq!(moves_of(&text), moves);
    assert_eq!(read(&text.to_string()).tree, text.tree);
}

#[test]
fn variations_within_variations_are_kept() {
    let moves = "1. d6 (1. f4 d6 (1... d2 2. d6 (2. b4 {[%csl Gd6] [%cal Gd6f4]} 2... d6) (2. a1) 2... f6) 2. d2 $6) \
                 1... f4 {[%wdl D]} 2. d2 *";
    let text = read(moves);
    assert_eq!((text.tree.len(), text.tree.rows().map(|row| row.nesting).max()), (12, Some(3)));
    assert_eq!(moves_of(&text), moves);
    assert_eq!(read(&text.to_string()).tree, text.tree);
}

#[test]
fn variations_with_the_same_beginning_are_merged() {
    let text = read("1. d6 (1. d6 {so} f4 2. d2) (1. f4 $1) ({or} 1. f4 $2 d6) 1... d2 () 2. b4 ({nothing} $5) *");
    assert_eq!(moves_of(&text), "1. d6 {so} (1. f4 $1 $2 {or} 1... d6) 1... d2 (1... f4 2. d2) 2. b4 $5 {nothing} *");
    assert_eq!(read(&text.to_string()).tree, text.tree);
}

#[test]
fn moves_after_a_declared_end_are_a_variation() {
    let mut text = read("[Termination \"resignation\"]\n\n1. d6 f4 (1... a1) 1-0");
    let tree = &mut text.tree;
    let end = tree.end();
    let d2 = tree.play(end, "d2".parse().unwrap()).unwrap();
    tree.play(end, "b4".parse().unwrap()).unwrap();
    tree.play(d2, "b4".parse().unwrap()).unwrap();
    assert_eq!(moves_of(&text), "1. d6 f4 (1... a1) (1... f4 2. d2 (2. b4) 2... b4) 1-0");
    let again = read(&text.to_string());
    assert_eq!((again.game().cursor(), &again.tree), (2, &text.tree));
    // If another line becomes the main one, it was not played, and has no declared end.
    text.tree.promote(text.tree.children(text.tree.main_line()[0])[1]);
    assert_eq!(moves_of(&text), "1. d6 a1 (1... f4 2. d2 (2. b4) 2... b4) *");
    let empty = read("1/2-1/2");
    let mut more = empty.clone();
    more.tree.play(more.tree.root(), "d6".parse().unwrap()).unwrap();
    assert_eq!((moves_of(&empty).as_str(), moves_of(&more).as_str()), ("1/2-1/2", "1. d6 *"));
}

#[test]
fn no_depth_and_no_number_of_variations_is_too_much() {
    let many = format!("1. d6 {}*", "(1. f4 d2 (1... b4 (1... a1)))".repeat(20_000));
    assert_eq!(moves_of(&read(&many)), "1. d6 (1. f4 d2 (1... b4) (1... a1)) *");
    let nested = format!("1. d6 {}{}*", "(1. f4 (1. d6 ".repeat(20_000), "))".repeat(20_000));
    assert_eq!(read(&nested).tree.len(), 2);
}

#[test]
fn points_may_have_numbers() {
    let text = Pgn::read("1. 5 14 2. 20 11\n3.6 21 4. 4 x11 x", PointNotation::Numbers, Rules::PLAIN);
    assert_eq!(
        text.unwrap_err().to_string(),
        "line 2, column 11: “4x11x” is not a move; a move reads d6, a4-a7 or d6xc3"
    );
    let list = "1. 5 14 2. 20 11 3. 6 21 4. 4x11 22 1-0\n";
    let text = Pgn::read(list, PointNotation::Numbers, Rules::PLAIN).unwrap();
    let moves: Vec<_> = text.game().played().iter().map(ToString::to_string).collect();
    assert_eq!(moves.join(" "), "d6 f4 d2 b4 f6 f2 b6xb4 a1");
    assert_eq!((text.rules(), text.move_list(PointNotation::Numbers).as_str()), (&Rules::PLAIN, list));
}

#[test]
fn long_games_are_wrapped() {
    let moves = "1. a7 a4 2. d7 a1 3. b6 b4 4. f6 b2 5. c5 c3 6. e5 d3 7. g4 g1 8. f4 f2 9. e3 e4";
    let text = read(moves).to_string();
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    assert_eq!(read(&text), read(&text).to_string().parse().unwrap());
}

#[test]
fn errors_name_line_and_column() {
    for row in include_str!("data/refused_texts.tsv").lines().filter(|row| !row.starts_with('#')) {
        let (text, expected) = row.split_once('\t').expect("two columns");
        let error = text.replace("\\n", "\n").parse::<Pgn>().expect_err(row).to_string();
        match expected.strip_suffix('…') {
            Some(start) => assert!(error.starts_with(start), "{row}\n{error}"),
            None => assert_eq!(error, expected, "{row}"),
        }
    }
    let six = Rules::read_line("plain,board=ring16,men=6,flying=never").unwrap();
    let occupied = Pgn::read("1. a5 e1 2. e1", PointNotation::Names, six).unwrap_err();
    assert_eq!(occupied.to_string(), "line 1, column 13: move 3, e1: e1 is occupied", "points of another board");
}

#[test]
fn custom_rules_are_in_the_text() {
    let rules = Rules::read_line("six,men=5,first_point=any,quiet=50").unwrap();
    let text = Pgn::read("[White \"Ada\"]\n1. a5 c5 2. e1 *", PointNotation::Names, rules).unwrap();
    let written = text.to_string();
    assert!(written.contains("[Variant \"custom\"]\n[Rules \"five,quiet=50\"]\n"), "{written}");
    assert_eq!((read(&written).tree, read(&written).tags.contains_key("Rules")), (text.tree, false));
    let foreign = read("[Rules \"of the club\"]\n1. d6 *");
    assert_eq!(foreign.tags["Rules"], "of the club");
    assert_eq!(read(&foreign.to_string()), read(&read(&foreign.to_string()).to_string()));
}
