// SPDX-License-Identifier: GPL-3.0-or-later
//! Spoken text for a game: one sentence per move, and answers to questions of users who cannot see
//! the board.

use std::cell::Cell;
use std::collections::BTreeMap;

use gettextrs::gettext;
use gtk::gdk;

use crate::text::i18n::{gettext_f, joined, list, ngettext_f, sentences, spoken, without_period};
use crate::text::openings::position_name;
use morris::{Board, Color, Move, Point, PointSet, Rules};
use morris_play::narration::{self, News};
use morris_play::persistence::Words;
use morris_play::session::{Scene, Status};
use morris_play::setup::GameSetup;

use super::game::{in_hand, last_move, points, result, side_name, status, to_move};
use super::rules::rules_title;
use super::setup::{pairing, skill_name};

thread_local! {
    static WORDS: Cell<Words> = const { Cell::new(Words::Normal) };
}

/// Sets how many words announcements have from now on.
pub fn set_words(words: Words) {
    WORDS.set(words);
}

/// Returns how many words announcements have.
pub(super) fn words() -> Words {
    WORDS.get()
}

/// Returns the title of the window during a game: the last move with the mill it closed, whether a
/// side can fly from now on, a new opening, and the side to move or the result. A move that lacks
/// its removal is only part of it when it is complete.
pub fn window_title(scene: &Scene) -> String {
    let is_over = matches!(scene.status, Status::Over(_));
    let now = match words() {
        Words::Full if !is_over => status(scene.status, &scene.setup),
        _ => describe_board(scene),
    };
    let short = |(_, mv)| scene.setup.rules.board.display(mv).to_string();
    let played = if words() == Words::Short { scene.last.map(short) } else { played(scene) };
    let Some(played) = played.filter(|_| !scene.lacks_removal()) else { return now };
    let opening = scene.opening.filter(|_| words() != Words::Short).map(position_name);
    let last = sentences(&[played, can_fly(scene).or(opening).unwrap_or_default()]);
    let goes_on = matches!(scene.status.in_brief(), Status::Move { .. });
    if words() == Words::Short && goes_on { last } else { format!("{last} – {now}") }
}

/// Returns the two players of a game, and its rules unless they are the standard ones.
pub fn game_title(setup: &GameSetup) -> String {
    with_rules(pairing(setup), setup)
}

/// Returns the level of the computer, or else the two players, and the rules of a game unless they
/// are the standard ones.
pub fn short_game_title(setup: &GameSetup) -> String {
    let level = setup.only_person().and_then(|person| setup.players[person.other()].skill());
    with_rules(level.map_or_else(|| pairing(setup), skill_name), setup)
}

fn with_rules(players: String, setup: &GameSetup) -> String {
    let is_standard = setup.rules_name.is_none() && setup.rules == Rules::STANDARD;
    let rules = (!is_standard).then(|| rules_title(&setup.rules, setup.rules_name.as_deref()));
    joined(&[Some(players), rules].into_iter().flatten().collect::<Vec<_>>())
}

/// Returns the title of the window during a game, before the first move with the players.
pub fn headline(scene: &Scene) -> String {
    if scene.is_opening() { opening_title(scene) } else { window_title(scene) }
}

/// Returns the title of the window before the first move: who plays, and the side to move.
fn opening_title(scene: &Scene) -> String {
    let you = match scene.setup.only_person() {
        // The colors may not be known yet.
        _ if scene.status == Status::NotAccepted => String::new(),
        Some(Color::White) => gettext("You play White"),
        Some(Color::Black) => gettext("You play Black"),
        None => String::new(),
    };
    sentences(&[spoken(&game_title(&scene.setup)), you, window_title(scene)])
}

/// Returns which side can fly because the last move has removed one of its men.
fn can_fly(scene: &Scene) -> Option<String> {
    let (side, mv) = scene.last.filter(|(_, mv)| !mv.removed.is_empty())?;
    let loser = side.other();
    let men = scene.men[loser].len();
    let includes = |men: usize| scene.setup.rules.flying.includes(men as u8);
    let flies = scene.hand[loser] == 0 && includes(men) && !includes(men + mv.removed.len());
    let is_over = matches!(scene.status, Status::Over(_));
    // Translators: {side} is “White” or “Black”, which now has few enough pieces to fly
    (flies && !is_over).then(|| gettext_f("{side} can fly now", &[("side", &side_name(loser))]))
}

/// Returns the side to move, what a game waits for, or the result.
fn describe_board(scene: &Scene) -> String {
    match scene.status {
        Status::Over(outcome) => result(outcome, &scene.setup),
        status => to_move(status, &scene.setup),
    }
}

/// Returns the last move as a sentence without a period: “Black played f4, closed a mill and
/// removed d6”.
fn played(scene: &Scene) -> Option<String> {
    let (side, mv) = scene.last?;
    let board = scene.setup.rules.board;
    if scene.mills.is_empty() || mv.to.is_none() || scene.lacks_removal() {
        return Some(last_move(board, side, mv));
    }
    let (side, step) = (side_name(side), board.display(mv.without_removal()).to_string());
    if mv.removed.is_empty() {
        // Translators: {side} is “White” or “Black”, {move} is a move such as “d6” or “a4-a7”
        return Some(gettext_f("{side} played {move} and closed a mill", &[("side", &*side), ("move", &*step)]));
    }
    let values = [("side", &*side), ("move", &*step), ("piece", &*points(board, mv.removed))];
    // Translators: {side} is “White” or “Black”, {move} a move such as “a4-a7”, {piece} the point
    // of the piece that was removed
    Some(gettext_f("{side} played {move}, closed a mill, and removed {piece}", &values))
}

/// Returns the last move in a few words that stay visible until the next one, and the name of the
/// opening: “White played d6 · Crossing”.
pub fn last_move_and_opening(scene: &Scene) -> Option<String> {
    let last = last_move_short(scene)?;
    Some(joined(&std::iter::once(last).chain(scene.opening.map(position_name)).collect::<Vec<_>>()))
}

/// Returns the last move in a few words: “Black closed a mill and took d6”.
fn last_move_short(scene: &Scene) -> Option<String> {
    let (side, mv) = scene.last.filter(|_| !scene.lacks_removal())?;
    let board = scene.setup.rules.board;
    if scene.mills.is_empty() || mv.to.is_none() {
        return Some(last_move(board, side, mv));
    }
    let side = side_name(side);
    if mv.removed.is_empty() {
        let step = board.display(mv.without_removal()).to_string();
        // Translators: {side} is “White” or “Black”, {move} is a move such as “d6” or “a4-a7”
        return Some(gettext_f("{side} played {move} and closed a mill", &[("side", &*side), ("move", &*step)]));
    }
    let values = [("side", &*side), ("piece", &*points(board, mv.removed))];
    // Translators: short; {side} is “White” or “Black”, {piece} the point of the piece that was
    // removed, such as “d6”
    Some(gettext_f("{side} closed a mill and removed {piece}", &values))
}

/// Returns news of a game, and its current state: “Taken back: White played d6. Black played f4 –
/// White to move”.
pub fn news(news: &News, scene: &Scene) -> String {
    let board = scene.setup.rules.board;
    match news {
        News::LastMove => headline(scene),
        News::State => describe_board(scene),
        News::TakenBack(moves) => {
            let (taken_back, title) = (moves_taken_back(board, moves), window_title(scene));
            // If a move is left, its text includes the side to move.
            if played(scene).is_some() { sentences(&[taken_back, title]) } else { format!("{taken_back} – {title}") }
        }
        News::Redone(moves) => {
            // Translators: {moves} are sentences such as “White played d6”
            let redone = gettext_f("Redone: {moves}", &[("moves", &sentences_of(board, moves))]);
            format!("{redone} – {}", describe_board(scene))
        }
    }
}

/// Returns that a closed mill that awaited its removal was taken back, and the current state, or
/// that a picked man was put back. `None` if there was none.
pub fn put_down(before: &Scene, scene: &Scene) -> Option<String> {
    narration::put_down(before, scene).map(|taken_back| news(&taken_back, scene)).or_else(|| put_back(before, scene))
}

/// Returns that a picked man was put back where it was. `None` if there was none.
pub fn put_back(before: &Scene, scene: &Scene) -> Option<String> {
    let is_back = before.picked.is_some() && scene.picked.is_none() && before.men == scene.men;
    is_back.then(piece_put_back)
}

/// Returns that a picked man was put back where it was.
pub fn piece_put_back() -> String {
    // Translators: the user has picked up a piece on the board and chosen it again
    gettext("You put the piece back")
}

/// Returns that moves were taken back: “Taken back: White played d6, Black played f4”.
pub fn moves_taken_back(board: &Board, moves: &[(Color, Move)]) -> String {
    // Translators: {moves} are sentences such as “White played d6”
    gettext_f("Taken back: {moves}", &[("moves", &sentences_of(board, moves))])
}

fn sentences_of(board: &Board, moves: &[(Color, Move)]) -> String {
    list(&moves.iter().map(|&(side, mv)| last_move(board, side, mv)).collect::<Vec<_>>())
}

pub fn side_below(side: Color) -> String {
    match side {
        // Translators: the board was turned
        Color::White => gettext("White is at the bottom"),
        // Translators: the board was turned
        Color::Black => gettext("Black is at the bottom"),
    }
}

/// Returns the function that answers the question of a plain letter about the board, for users who
/// cannot see it.
pub fn query_for_key(key: gdk::Key) -> Option<fn(&Scene) -> String> {
    match key.to_lower() {
        gdk::Key::s => Some(whose_move),
        gdk::Key::m => Some(men),
        gdk::Key::t => Some(rows),
        _ => None,
    }
}

/// Returns the side to move, what it can do, and the last move.
fn whose_move(scene: &Scene) -> String {
    let now = match scene.status {
        Status::Over(outcome) => result(outcome, &scene.setup),
        _ => status(scene.status, &scene.setup),
    };
    match played(scene) {
        // The result of a game has a period already.
        // Translators: {now} says whose move it is and what is to be done, {last} what was played
        // last
        Some(last) => gettext_f("{now}. Last move: {last}", &[("now", without_period(&now)), ("last", &last)]),
        None => now,
    }
}

/// Returns the men of both sides: their points, and the numbers of men in hand and lost.
fn men(scene: &Scene) -> String {
    Color::BOTH.map(|color| men_of(scene, color)).join(". ")
}

fn men_of(scene: &Scene, color: Color) -> String {
    let board = scene.setup.rules.board;
    let on_board = match points(board, scene.men[color]) {
        // Translators: no piece of a side is on the board
        none if none.is_empty() => gettext("none on the board"),
        names => names,
    };
    let mut words = vec![on_board];
    if scene.hand[color] > 0 {
        words.push(in_hand(scene.hand[color]));
    }
    if scene.lost[color] > 0 {
        words.push(ngettext_f("{count} lost", "{count} lost", scene.lost[color], &[]));
    }
    let values = [("side", &*side_name(color)), ("pieces", &*words.join("; "))];
    // Translators: {side} is “White” or “Black”, {pieces} are the points with its pieces, such as
    // “a7, d7; 2 in hand”
    gettext_f("{side}: {pieces}", &values)
}

/// Returns the board line by line from the top, or ring by ring: “Row 7: a7 white, d7 empty, g7
/// black. Row 4: …”. Leaves out empty lines unless announcements are full, and empty points if they
/// are short.
fn rows(scene: &Scene) -> String {
    let board = scene.setup.rules.board;
    let men = scene.men.white | scene.men.black;
    if men.is_empty() {
        return gettext("The board is empty");
    }
    let mut rows: BTreeMap<u32, Vec<Point>> = BTreeMap::new();
    for point in board.points() {
        rows.entry(row(board, point)).or_default().push(point);
    }
    if words() == Words::Short {
        rows.values_mut().for_each(|points| points.retain(|&point| men.contains(point)));
    }
    rows.retain(|_, points| words() == Words::Full || points.iter().any(|&point| men.contains(point)));
    let rings = board.columns().next().is_none();
    let told = |(row, points): (&u32, &Vec<Point>)| {
        let points: Vec<_> = points.iter().map(|&point| describe_point(scene, point)).collect();
        let values = [("row", &*row.to_string()), ("points", &*list(&points))];
        if rings {
            // Translators: a ring of a round board: {row} is its number, {points} such as “a1
            // white, b1 empty”
            gettext_f("Ring {row}: {points}", &values)
        } else {
            // Translators: a line of the board: {row} is its number, {points} such as “a7 white, d7
            // empty, g7 black”
            gettext_f("Row {row}: {points}", &values)
        }
    };
    let lines: Vec<_> = if rings { rows.iter().map(told).collect() } else { rows.iter().rev().map(told).collect() };
    lines.join(". ")
}

fn row(board: &Board, point: Point) -> u32 {
    board.name(point).trim_start_matches(|letter: char| letter.is_ascii_alphabetic()).parse().unwrap_or_default()
}

fn describe_point(scene: &Scene, point: Point) -> String {
    let values = [("point", scene.setup.rules.board.name(point))];
    let is = |men: PointSet| men.contains(point);
    if is(scene.men.white) {
        // Translators: {point} is a point such as “a7”, with a white piece
        gettext_f("{point} white", &values)
    } else if is(scene.men.black) {
        // Translators: {point} is a point such as “a7”, with a black piece
        gettext_f("{point} black", &values)
    } else {
        // Translators: {point} is a point such as “a7”, without a piece
        gettext_f("{point} empty", &values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morris::{Arrangement, ByColor, Flying, Position, RING_16};
    use morris_play::setup::{Player, Skill};
    use morris_teach::opening::OpeningName;

    fn scene(line: &str, rules: &Rules) -> Scene {
        Scene::still(&Arrangement::from(Position::parse(line, rules).unwrap()), rules)
    }

    #[test]
    fn a_short_title_leaves_out_that_the_opponent_is_the_computer() {
        let mut setup = GameSetup::between_persons("six".parse().unwrap());
        assert_eq!(short_game_title(&setup), game_title(&setup));
        setup.players.black = Player::Computer(Skill::Perfect);
        assert_eq!(short_game_title(&setup), "Perfect · Six Men’s Morris");
    }

    #[test]
    fn announcements_have_as_many_words_as_chosen() {
        let rules = Rules::STANDARD;
        let position = Position::parse("WW./.../BB./....../.../B../W.. b 1 2", &rules).unwrap();
        let [from, to] = ["a4", "a1"].map(|name| rules.board.point(name).unwrap());
        let last = Some((Color::White, Move::slide(from, to)));
        let scene = Scene { last, ..Scene::of_position(&position, None, &rules) };
        let said = [Words::Short, Words::Normal, Words::Full].map(|words| {
            set_words(words);
            (window_title(&scene), rows(&scene))
        });
        set_words(Words::Normal);
        assert_eq!(
            said.each_ref().map(|(title, _)| &**title),
            ["a4-a1", "White played a4-a1 – Black to move", "White played a4-a1 – Black: place a piece (2 in hand)",]
        );
        assert_eq!(said[0].1, "Row 7: a7 white, d7 white. Row 5: c5 black, d5 black. Row 2: b2 black. Row 1: a1 white");
        assert_eq!(said.each_ref().map(|(_, rows)| rows.matches("empty").count()), [0, 6, 18]);
    }

    #[test]
    fn a_move_is_one_sentence() {
        let six = Rules::builder(Rules::STANDARD).board(&RING_16).men(6).build().unwrap();
        let scene = Scene::still(&Arrangement::start(&six), &six);
        let [from, to, man] = ["c4", "c5", "b2"].map(|name| RING_16.point(name).unwrap());
        let mv = Move::slide(from, to).removing(man.set());
        assert_eq!(super::super::point::point(&scene, Point::new(0).unwrap()), "a5, empty");
        let plain = Scene { last: Some((Color::White, mv)), ..scene };
        assert_eq!(window_title(&plain), "White played c4-c5 and removed b2 – White to move");
        let mill = Scene { mills: vec![to.set()], ..plain.clone() };
        assert_eq!(window_title(&mill), "White played c4-c5, closed a mill, and removed b2 – White to move");
        assert_eq!(last_move_short(&mill).unwrap(), "White closed a mill and removed b2");
        let opening = morris_teach::opening::openings().first();
        let opening = opening.map(|family| OpeningName { family, opening: None });
        let named = Scene { opening, ..mill.clone() };
        assert_eq!(last_move_and_opening(&named).unwrap(), "White closed a mill and removed b2 · Crossing");
        let half = Scene { last: Some((Color::White, mv.without_removal())), ..mill };
        let half = Scene { status: Status::Remove { side: Color::White }, ..half };
        assert_eq!(window_title(&half), "Mill! Remove a black piece", "the move is announced when it is complete");
        assert_eq!(last_move_short(&half), None, "it is not done");
    }

    #[test]
    fn flying_is_announced_once() {
        let rules = Rules::STANDARD;
        let mv: Move = "d6-d7xg1".parse().unwrap();
        let told = |line: &str, rules: &Rules| {
            let position = Position::parse(line, rules).unwrap();
            window_title(&Scene { last: Some((Color::White, mv)), ..Scene::of_position(&position, None, rules) })
        };
        let line = "WWW/.../BBB/....../.../.../... b 0 0 0";
        let flies = "White played d6-d7 and removed g1. Black can fly now – Black to move";
        assert_eq!(told(line, &rules), flies);
        let more = "WWW/.../BBB/....../.../B../... b 0 0 0";
        assert_eq!(told(more, &rules), "White played d6-d7 and removed g1 – Black to move");
        let with_four = Rules::builder(rules).flying(Flying::With(4)).build().unwrap();
        assert_eq!(told(more, &with_four), flies);
        assert_eq!(told(line, &with_four), "White played d6-d7 and removed g1 – Black to move");
        let never = Rules::builder(rules).flying(Flying::Never).build().unwrap();
        assert_eq!(told(line, &never), "White played d6-d7 and removed g1 – Black to move");
    }

    #[test]
    fn players_are_announced_before_the_first_move() {
        let rules = Rules::STANDARD;
        let still = Scene::still(&Arrangement::start(&rules), &rules);
        assert_eq!(opening_title(&still), "Two players. White to move");
        let players = ByColor { white: Player::Computer(Skill::FIRST), black: Player::Person };
        let scene = Scene { setup: GameSetup { players, ..still.setup.clone() }, ..still };
        assert_eq!(opening_title(&scene), "Against the computer: Newcomer. You play Black. White to move");
    }

    #[test]
    fn undone_and_redone_moves_are_described() {
        let rules = Rules::STANDARD;
        let [white, black] = [(Color::White, "d6"), (Color::Black, "f4")];
        let mv = |(side, name): (Color, &str)| (side, Move::place(name.parse().unwrap()));
        let told = |said: fn(Vec<(Color, Move)>) -> News, moves: &[_], last: Option<_>| {
            let side = last.map_or(Color::White, |(side, _): (Color, &str)| side.other());
            let (last, status) = (last.map(mv), Status::Move { side });
            let scene = Scene { last, status, ..Scene::still(&Arrangement::start(&rules), &rules) };
            news(&said(moves.iter().copied().map(mv).collect()), &scene)
        };
        let back = "Taken back: Black played f4, White played d2. White played d6 – Black to move";
        assert_eq!(told(News::TakenBack, &[black, (Color::White, "d2")], Some(white)), back);
        assert_eq!(told(News::TakenBack, &[white], None), "Taken back: White played d6 – White to move");
        assert_eq!(told(News::Redone, &[black], Some(black)), "Redone: Black played f4 – White to move");
    }

    #[test]
    fn board_is_described_from_the_top_without_empty_rows() {
        let scene = scene("WW./.../BB./....../.../B../W.. w 2 2", &Rules::STANDARD);
        let rows = rows(&scene);
        let (first, last) =
            ("Row 7: a7 white, d7 white, g7 empty. Row 5: c5 black", "Row 1: a1 white, d1 empty, g1 empty");
        assert!(rows.starts_with(first) && rows.ends_with(last), "{rows}");
        assert_eq!(rows.matches("Row").count(), 4);
        assert_eq!(men(&scene), "White: a7, d7, a1; 2 in hand. Black: c5, d5, b2; 2 in hand");
    }

    #[test]
    fn every_board_is_described_completely() {
        for &board in Board::ALL {
            let rules = Rules::builder(Rules::STANDARD).board(board).men(3).build().unwrap();
            let empty = Scene::still(&Arrangement::start(&rules), &rules);
            assert_eq!(rows(&empty), "The board is empty");
            let men = morris::ByColor { white: board.points().collect(), ..empty.men };
            let full = rows(&Scene { men, ..empty });
            assert_eq!(full.matches("white").count(), board.points().len(), "{}: {full}", board.id());
        }
    }

    #[test]
    fn the_start_of_a_game_is_spoken_without_a_middle_dot() {
        let mut setup = GameSetup::between_persons("six".parse().unwrap());
        setup.players.black = Player::Computer(Skill::FIRST);
        let scene = Scene { setup, ..Scene::still(&Arrangement::start(&Rules::STANDARD), &Rules::STANDARD) };
        let title = "Against the computer: Newcomer, Six Men’s Morris. You play White. White to move";
        assert_eq!(opening_title(&scene), title);
    }
}
