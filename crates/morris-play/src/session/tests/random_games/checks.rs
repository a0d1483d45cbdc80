// SPDX-License-Identifier: GPL-3.0-or-later
//! Invariants after every input.

use super::super::*;
use super::world::World;
use morris::ForcedMove;

/// Returns `true` if a player with a request is searching now.
pub(super) fn thinks(session: &Session) -> bool {
    session.is_busy() && !session.paused && session.outcome().is_none()
}

/// Checks that each side to move has an action, and that passes happen automatically.
fn someone_can_play(session: &Session, scene: &Scene) {
    let waits = session.game().position().forced_move(session.game().rules()) == Some(ForcedMove::Pass);
    assert!(!waits || session.is_full() || session.outcome().is_some());
    let active = session.review_at.is_none() && session.goes_on() && session.is_persons_turn();
    let open = scene.is_open() || session.checked_move().is_some();
    assert_eq!(
        open && active,
        active && (!session.awaits_answer() || session.checked_move().is_some()),
        "{:?}",
        scene.status
    );
}

/// Checks the invariants of a game.
pub(super) fn state(world: &World) {
    let session = &world.session;
    let scene = session.scene();
    assert_eq!(session.is_busy(), world.asked.is_some(), "busy if and only if a player was asked");
    assert!(!session.is_busy() || world.the_right_one_was_asked());
    assert!(
        !matches!(scene.status, Status::Thinking { .. }) || session.is_thinking(),
        "who is said to think was asked"
    );
    assert!(!matches!(scene.status, Status::Waiting { .. }) || !session.is_busy(), "who waits does not think");
    assert!(session.outcome().is_none() || !session.is_busy(), "no player thinks after the end");
    assert!(!session.paused_before_move || !session.is_persons_turn(), "a person is not waited for");
    if let Some(hint) = scene.hint {
        assert_eq!(session.game().position().check(hint.mv, session.game().rules()), Ok(()));
    }
    clock_runs_with_the_game(session);
    men_are_conserved(session, &scene);
    someone_can_play(session, &scene);
    a_new_session_shows_the_same(session);
}

/// Checks that the clock runs exactly while a side can play or search for a move.
fn clock_runs_with_the_game(session: &Session) {
    let on = session.scene_of_now().status;
    let done_by_others = matches!(on, Status::Thinking { .. } | Status::Waiting { .. });
    let persons = on.side_to_move().is_some()
        && !done_by_others
        && !session.person_is_asked()
        && !session.is_full()
        && !session.paused;
    let asked = session.setup().clock.is_some() && !session.awaits_answer();
    let runs = asked && (persons || session.is_thinking());
    assert_eq!(session.clock_running(), runs.then(|| session.side()), "{on:?}");
}

fn men_are_conserved(session: &Session, scene: &Scene) {
    let men = scene.men.white | scene.men.black;
    assert!((scene.men.white & scene.men.black).is_empty());
    assert!((scene.targets & men).is_empty());
    assert!(men.contains_all(scene.movable | scene.removable | scene.in_mills));
    for color in Color::BOTH {
        let all = scene.men[color].len() as u8 + scene.hand[color] + scene.lost[color];
        assert_eq!(all, session.game().rules().men);
    }
}

/// Checks that a saved and restored game shows the same scene, except for unsaved state.
fn a_new_session_shows_the_same(session: &Session) {
    let (setup, game) = (session.setup().clone(), (**session.game()).clone());
    let mut restored = Session::restore(setup, game, session.clock_times(), 9);
    (restored.longest, restored.contact) = (session.longest, session.contact);
    let _ = restored.handle(Input::Begin);
    let (mut new, mut old) = (restored.scene(), session.scene_of_now());
    // The restored session does not have the same pending requests yet.
    (new.busy, new.clock_running) = (old.busy, old.clock_running);
    if let Status::Waiting { side } = old.status {
        old.status = if session.is_full() { old.status } else { Status::Thinking { side } };
    }
    assert_eq!(new, old);
    assert_eq!(restored.clock_times(), session.clock_times());
}

/// Checks that the effects of an input match the change of the game, and that their order can be
/// performed.
pub(super) fn effects(before: &Session, effects: &[Effect], after: &Session) {
    // Passing time and changed names have no scene of their own.
    let looks = |session: &Session| Scene { clocks: None, setup: before.setup().clone(), ..session.scene() };
    let last = effects.iter().rposition(|effect| matches!(effect, Effect::Show { .. }));
    match last {
        None => assert_eq!(looks(before), looks(after), "what changes is shown"),
        Some(at) => {
            let shown = Effect::Show { scene: Box::new(after.scene()), game: Arc::clone(after.game()) };
            assert_eq!(effects[at], shown, "what is shown last holds");
        }
    }
    for (at, effect) in effects.iter().enumerate() {
        match effect {
            Effect::Think(_) | Effect::Ask { .. } | Effect::GameOver(_) | Effect::EngineFailed { .. } => {
                assert!(last.is_some_and(|shown| shown < at), "first it is shown");
            }
            Effect::MoveNow => assert!(after.is_busy()),
            _ => {}
        }
    }
    let asks = effects.iter().filter(|effect| matches!(effect, Effect::Think(_) | Effect::Ask { .. })).count();
    assert!(asks <= 1, "one thing is asked at a time");
    let ended = before.outcome().is_none() && after.outcome().is_some();
    assert!(!ended || effects.contains(&Effect::GameOver(after.outcome().unwrap())));
    let saved = effects.contains(&Effect::Autosave);
    let changed = before.game() != after.game();
    assert!(saved || !changed, "what has changed is saved");
}

/// Checks that only passing time, moves, undo, and redo change the clocks.
pub(super) fn clocks(before: &Session, input: &Input, after: &Session) {
    let (Some(old), Some(new)) = (before.clocks(), after.clocks()) else { return };
    match (input, before.clock_running()) {
        (Input::Tick(time), Some(side)) => {
            assert_eq!(new[side], old[side].saturating_sub(*time));
            assert_eq!(new[side.other()], old[side.other()]);
            assert_eq!(new[side].is_zero(), after.outcome().is_some());
        }
        (Input::Tick(_), None) => assert_eq!(new, old),
        _ if before.game() == after.game() => assert_eq!(new, old),
        _ => {}
    }
}

/// Checks that a question between a person and an external player is open until it is answered or
/// one of them has left. In the meantime no person at the board can play.
pub(super) fn questions(before: &Session, input: &Input, effects: &[Effect], after: &Session) {
    for effect in effects {
        match effect {
            Effect::AskPerson { by, question } => assert_eq!(open(after), Some((*by, *question))),
            Effect::Tell { to, message: SeatMessage::Ask(question) } => {
                assert_eq!(open(after), Some((to.other(), *question)));
            }
            _ => {}
        }
    }
    if !before.awaits_answer() {
        return;
    }
    let by_hand = [Input::Undo, Input::Redo, Input::OfferDraw].contains(input);
    if by_hand || matches!(input, Input::Tap(_) | Input::ConfirmMove(_)) {
        assert_eq!(before.game(), after.game());
    }
    let answers = matches!(input, Input::Answer(_) | Input::Message { .. } | Input::Contact { .. } | Input::Replace(_));
    let failed = effects.iter().any(|effect| matches!(effect, Effect::Failed { .. }));
    assert!(answers || failed || after.outcome().is_some() || open(before) == open(after), "it lapses silently");
}

fn open(session: &Session) -> Option<(Color, Question)> {
    session.question.map(|open| (open.by, open.question))
}

/// Returns `true` if moves were taken back by agreement of both sides, to the last own decision of
/// the asking side.
pub(super) fn taken_back(before: &Session, input: &Input, after: &Session) -> bool {
    let agrees = match input {
        Input::Answer(answer) => *answer == Answer::Accept && before.person_is_asked(),
        Input::Message { from, message: SeatMessage::Answer(Answer::Accept) } => {
            before.contact[*from].is_some() && open(before).is_some_and(|(by, _)| by != *from)
        }
        _ => false,
    };
    let Some((by, Question::Undo)) = open(before).filter(|_| agrees && before.outcome().is_none()) else {
        return false;
    };
    let (from, to) = (before.game().cursor(), after.game().cursor());
    let decides = |moves| {
        let position: &Position = before.game().position_after(moves).unwrap();
        position.side() == by && position.forced_move(before.game().rules()) != Some(ForcedMove::Pass)
    };
    assert!(to < from && decides(to) && !(to + 1..from).any(decides));
    true
}

/// Checks that two games are equal except for the numbers of requests.
pub(super) fn same_but_for_ids(one: &Session, other: &Session) {
    let numberless = |session: &Session| {
        let purpose = session.search.map(|search| search.purpose);
        let mut session = session.clone();
        (session.next_id, session.search) = (morris_engine::RequestId(0), None);
        (purpose, format!("{session:?}"))
    };
    assert_eq!(numberless(one), numberless(other));
    assert_eq!(one.scene(), other.scene());
    assert_eq!(one.clock_running(), other.clock_running());
}

impl Session {
    /// Returns the scene without the partial move, the earlier position shown, the hint, and the
    /// pause.
    fn scene_of_now(&self) -> Scene {
        let mut session = self.clone();
        session.review_at = None;
        session.entry = MoveEntry::default();
        session.hint = None;
        session.question = None;
        session.paused = false;
        session.scene()
    }
}
