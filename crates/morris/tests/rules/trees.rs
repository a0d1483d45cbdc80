// SPDX-License-Identifier: GPL-3.0-or-later
//! Random trees of moves, and their texts.

use morris::{Color, DrawReason, GameTree, NodeId, Outcome, Pgn, Place, Position, Rules, WinReason};
use proptest::prelude::*;
use proptest::sample::Index;

/// A change of a tree at one of its nodes.
#[derive(Clone, Debug)]
enum Edit {
    /// Plays one of the legal moves.
    Play(Index),
    /// Plays on, always a legal move, this number of times.
    Line(Vec<Index>),
    Comment(String),
    Glyphs(Vec<u8>),
    Promote,
    Remove,
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        6 => any::<Index>().prop_map(Edit::Play),
        4 => prop::collection::vec(any::<Index>(), 1..12).prop_map(Edit::Line),
        4 => "[ -~äß–\n\t\u{7}]{0,30}".prop_map(Edit::Comment),
        1 => Just(Edit::Comment("well [%csl Gd6,Rf4] [%cal Gd6f4] [%wdl D]".to_owned())),
        2 => prop::collection::vec(any::<u8>(), 0..4).prop_map(Edit::Glyphs),
        2 => Just(Edit::Promote),
        1 => Just(Edit::Remove),
    ]
}

/// Plays a legal move and returns the node after it. Returns the node itself if the game is over.
fn play(tree: &mut GameTree, id: NodeId, choice: Index) -> NodeId {
    let moves = tree.position(id).legal_moves(tree.rules());
    let mv = (!moves.is_empty()).then(|| *choice.get(&moves));
    mv.and_then(|mv| tree.play(id, mv).ok()).unwrap_or(id)
}

fn change(tree: &mut GameTree, at: Index, edit: Edit) {
    let nodes: Vec<_> = tree.subtree(tree.root()).collect();
    let id = *at.get(&nodes);
    match edit {
        Edit::Play(choice) => _ = play(tree, id, choice),
        Edit::Line(choices) => _ = choices.into_iter().fold(id, |id, choice| play(tree, id, choice)),
        Edit::Comment(comment) => _ = tree.set_comment(id, &comment),
        Edit::Glyphs(glyphs) => _ = tree.set_glyphs(id, glyphs),
        Edit::Promote => _ = tree.promote(id),
        Edit::Remove => _ = tree.remove(id),
    }
}

fn any_tree() -> impl Strategy<Value = GameTree> {
    let own = ["six,men=5", "shax,quiet=20"].map(|line| Rules::read_line(line).expect("rules"));
    let rules = prop::sample::select(Rules::PRESETS.into_iter().chain(own).collect::<Vec<_>>());
    let edits = || prop::collection::vec((any::<Index>(), edit()), 0..30);
    (rules, edits(), 0..4, edits()).prop_map(|(rules, edits, end, more)| {
        let mut tree = GameTree::new(rules, Position::start(&rules));
        edits.into_iter().for_each(|(at, edit)| change(&mut tree, at, edit));
        let mut game = tree.game();
        let outcome = match end {
            0 => Outcome::Win { winner: Color::Black, reason: WinReason::Resignation },
            1 => Outcome::Draw(DrawReason::Agreement),
            _ => return tree,
        };
        game.declare(outcome);
        tree.follow(&game);
        // What was not played follows the declared end.
        let later = more.into_iter().filter(|(_, edit)| !matches!(edit, Edit::Promote | Edit::Remove));
        let is_empty = tree.is_empty();
        later.filter(|_| !is_empty).for_each(|(at, edit)| change(&mut tree, at, edit));
        tree
    })
}

fn read(text: &str) -> Pgn {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn trees_come_back_from_their_texts(tree in any_tree()) {
        let text = Pgn::from(tree.clone()).to_string();
        let again = read(&text);
        prop_assert_eq!(&again.tree, &tree, "{}", text);
        prop_assert_eq!(again.game(), tree.game());
        prop_assert_eq!(again.to_string(), text);
    }

    #[test]
    fn comments_before_moves_come_back(tree in any_tree(), wanted in prop::collection::vec(any::<bool>(), 1..9)) {
        // Parentheses in comments would be taken for variations here. A variation behind the end
        // begins with a known move, and its comment becomes one on that.
        let mut bare = tree;
        bare.follow(&bare.game_at(bare.root()));
        for id in bare.subtree(bare.root()).collect::<Vec<_>>() {
            let comment = bare.comment(id).replace(['(', ')'], "");
            bare.set_comment(id, &comment);
        }
        let text = Pgn::from(bare).to_string();
        let (head, moves) = text.split_once("\n\n").expect("tags and moves");
        let mut parts = moves.split('(');
        let first = parts.next().unwrap_or_default().to_owned();
        let moves = parts.zip(wanted.iter().cycle()).fold(first, |moves, (part, wanted)| {
            moves + if *wanted { "({or else} " } else { "(" } + part
        });
        let tree = read(&format!("{head}\n\n{moves}")).tree;
        let text = Pgn::from(tree.clone()).to_string();
        prop_assert_eq!(&read(&text).tree, &tree, "{}", text);
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        prop_assert_eq!(words(&text), words(&format!("{head}\n\n{moves}")));
    }

    #[test]
    fn edits_are_undone_by_their_result(tree in any_tree(), at: Index, comment in "[a-z]{0,9}", glyph: u8) {
        let nodes: Vec<_> = tree.subtree(tree.root()).collect();
        let id = *at.get(&nodes);
        let mut edited = tree.clone();
        let promoted = edited.promote(id);
        let before = edited.set_comment(id, &comment);
        let glyphs = edited.set_glyphs(id, vec![glyph]);
        let removed = edited.remove(id);
        prop_assert_eq!(edited.len() + removed.map_or(0, |_| tree.subtree(id).count()), tree.len());
        prop_assert_eq!(edited.rows().count(), edited.len());
        for Place { node, index } in removed.into_iter().chain(promoted) {
            edited.put(Place { node, index });
        }
        edited.set_glyphs(id, glyphs);
        edited.set_comment(id, &before);
        prop_assert_eq!(edited, tree);
    }
}
