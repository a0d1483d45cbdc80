// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of large trees.

use morris::GameTree;

use super::*;

/// Returns the time that this thread has spent on a processor, whatever else runs on the machine.
fn processor_time() -> Duration {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(times.split(' ').next().unwrap().parse().unwrap())
}

/// Returns a tree of this number of moves, with up to six next moves each.
fn wide_tree(moves: usize) -> GameTree {
    let rules = Rules::STANDARD;
    let mut tree = GameTree::new(rules, Position::start(&rules));
    let mut open: Vec<NodeId> = vec![tree.root()];
    let mut next = 0;
    while tree.len() < moves {
        let node = open[next];
        next += 1;
        for mv in tree.position(node).legal_moves(&rules).into_iter().take((moves - tree.len()).min(6)) {
            open.push(tree.play(node, mv).unwrap());
        }
    }
    tree
}

/// Opens a tree of this number of moves in a window.
fn open_wide_tree(page: &AnalysisPage, moves: usize) -> gtk::Window {
    let rules = Rules::STANDARD;
    let mut subject = Subject::position(rules, Position::start(&rules));
    subject.analysis = morris_play::analysis::Analysis::new(wide_tree(moves));
    let window = gtk::Window::builder().default_width(900).default_height(700).child(page).build();
    window.present();
    page.open(subject, Part::Moves);
    window
}

#[gtk::test]
fn an_edit_of_a_tree_of_50000_moves_touches_only_rows_with_a_widget() {
    /// Maximum number of rows with a widget, before and after the list scrolls to the current move.
    const MOST_ROWS: usize = 2 * 210;
    let (page, _) = page();
    let window = open_wide_tree(&page, 50_000);
    let list = &page.imp().moves;
    let variation = {
        let opened = page.imp().opened.borrow();
        let tree = opened.as_ref().unwrap().tree();
        tree.children(tree.main_line()[0])[3]
    };
    let rest = || {
        wait_until(|| list.current_in_sight());
        while glib::MainContext::default().iteration(false) {}
    };
    page.go_to(variation, Announce::Silently);
    rest();
    let new_move = || *page.position_here().unwrap().1.legal_moves(&Rules::STANDARD).last().unwrap();
    // If rows in view are removed, the list shows others: GTK gets all positions again.
    let acts: [(&str, bool, &dyn Fn()); 8] = [
        ("mark", false, &|| page.mark("!")),
        ("play", false, &|| page.play(new_move())),
        ("undo", false, &|| page.undo()),
        ("fold", true, &|| page.toggle_fold()),
        ("unfold", false, &|| page.toggle_fold()),
        ("promote", false, &|| page.promote()),
        ("delete", true, &|| page.remove()),
        ("undo", false, &|| page.undo()),
    ];
    for (name, removes, act) in acts {
        let (rows, touched) = (list.rows_listed(), list.rows_touched());
        act();
        rest();
        let (shift, touched) = (list.rows_listed().abs_diff(rows), list.rows_touched() - touched);
        let most = MOST_ROWS + if removes { rows + list.rows_listed() } else { shift };
        assert!((1..=most).contains(&touched), "{name}: {touched} rows, {shift} more or less");
    }
    window.destroy();
}

#[gtk::test]
fn a_tree_of_2000_moves_is_shown_bit_by_bit() {
    let (page, _) = page();
    let window = open_wide_tree(&page, 2_000);
    let (tree, context) = (&page.imp().moves, glib::MainContext::default());
    let (end, mut longest, mut most) = (Instant::now() + Duration::from_secs(60), Duration::ZERO, 0);
    let mut turns_of_rest = 0;
    // Steps come while the list is still being read, too.
    let mut steps = 0;
    while turns_of_rest < 200 && Instant::now() < end {
        let (before, begun) = (tree.rows_touched(), processor_time());
        context.iteration(false);
        let done = tree.rows_touched() - before;
        if done > 0 {
            longest = longest.max(processor_time() - begun);
        }
        most = most.max(done);
        turns_of_rest = if done == 0 { turns_of_rest + 1 } else { 0 };
        if done > 0 && steps < 20 {
            page.step(if steps % 3 == 2 { StepDirection::Back } else { StepDirection::Forth });
            steps += 1;
        }
    }
    assert!((1_000..2_000).contains(&tree.rows_listed()), "{}", tree.rows_listed());
    assert!(tree.built_rows() > 0 && tree.built_rows() < 300, "{}", tree.built_rows());
    assert!(most > 0 && most <= 50, "{most} rows in a turn of the main loop");
    // A build for tests is slower.
    let most = Duration::from_millis(if cfg!(debug_assertions) { 240 } else { 33 });
    assert!(longest < most, "a step of the list takes {longest:?}");
    window.destroy();
}
