// SPDX-License-Identifier: GPL-3.0-or-later
//! Games by message between two programs, each with a session and a folder of saved games.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use morris::{Color, DrawReason, Game, Outcome, Rules, WinReason};
use morris_message::{ColorChoice, Line, LineError, MessageGame, Reading, Status as Waits, Turn};
use morris_play::persistence::{
    Content, Entry, FileFormat, FinishedGame, OpponentKind, SaveId, Saved, SavedGame, SavedKind, Store, StoreError,
};
use morris_play::session::{Answer, Cue, Effect, Input, LastLine, Question, Refusal, Session, Status};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// One of the two programs.
struct Program {
    session: Session,
    store: Store,
    id: SaveId,
    _folder: tempfile::TempDir,
}

impl Program {
    fn new(game: MessageGame) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path().join("saves"));
        let id = SaveId::new();
        store.save(&id, &SavedGame::by_message(game)).unwrap();
        let session = opened(&store, &id);
        Self { session, store, id, _folder: folder }
    }

    fn message(&self) -> &MessageGame {
        self.session.message().unwrap()
    }

    /// Handles an input, saves the game as the effects say, and checks that the session follows.
    fn handle(&mut self, input: Input) -> Vec<Effect> {
        let (before, last_line) = (self.message().clone(), self.session.last_line());
        let effects = self.session.handle(input);
        let changed = (self.message(), self.session.last_line()) != (&before, last_line);
        assert_eq!(changed, effects.contains(&Effect::Autosave), "{effects:?}");
        assert_eq!(**self.session.game(), *self.message().game());
        if effects.contains(&Effect::Autosave) {
            let saved = SavedGame::by_message(self.message().clone());
            self.store.save(&self.id, &SavedGame { last_line: self.session.last_line(), ..saved }).unwrap();
        }
        effects
    }

    /// Ends the program at once, and opens the game again.
    fn restart(&mut self) {
        let before = self.session.scene();
        self.store = Store::open(self.store.folder().to_owned());
        self.session = opened(&self.store, &self.id);
        let after = self.session.scene();
        assert_eq!((after.men, after.status, after.outcome), (before.men, before.status, before.outcome));
    }

    fn read(&mut self, line: &str) -> Vec<Effect> {
        self.handle(Input::Line(Box::new(Line::parse(line).unwrap())))
    }

    fn last_line(&self) -> String {
        self.message().last_line()
    }

    /// Enters a move as a person does.
    fn play(&mut self, text: &str) -> Vec<Effect> {
        let mv = self.message().rules().board;
        let mv = morris::Move::parse(text, mv).unwrap();
        let mut effects = Vec::new();
        while let Some(point) = self.session.scene().next_tap(&mv) {
            effects.extend(self.handle(Input::Tap(point)));
            if effects.contains(&Effect::LineWritten) {
                return effects;
            }
        }
        panic!("{text} cannot be entered: {effects:?}");
    }
}

fn opened(store: &Store, id: &SaveId) -> Session {
    let saved = store.load(id).unwrap();
    let mut session = Session::by_message(*saved.message.unwrap(), saved.last_line, 1);
    _ = session.handle(Input::Begin);
    session
}

/// Returns Ann, who has invited, and Bob, who has accepted. Ann has not read that.
fn invited(rules: Rules, color: ColorChoice, seed: u8) -> (Program, Program) {
    let ann = MessageGame::invite(rules, color, "Ann".parse().unwrap(), [seed; 40]).unwrap();
    let bob = MessageGame::accept(&ann.whole(), "Bob".parse().unwrap(), [seed ^ 0xff; 32]).unwrap();
    (Program::new(ann), Program::new(bob))
}

/// Returns two programs in a game under the standard rules, in which Ann is White.
fn accepted() -> (Program, Program) {
    let (mut ann, bob) = invited(Rules::STANDARD, ColorChoice::White, 1);
    let effects = ann.read(&bob.last_line());
    assert!(effects.contains(&Effect::Renamed));
    (ann, bob)
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// Hands the last line of one program to the other.
fn hand_over(from: &mut Program, to: &mut Program) -> Vec<Effect> {
    let effects = from.handle(Input::LineSent);
    assert!(effects.iter().all(|effect| matches!(effect, Effect::Autosave | Effect::Show { .. })));
    to.read(&from.message().line_to_send())
}

/// Lets both play these moves, White first.
fn play(white: &mut Program, black: &mut Program, moves: &str) {
    for mv in moves.split_whitespace() {
        let is_white = white.message().status() == Waits::YourTurn;
        let (from, to) = if is_white { (&mut *white, &mut *black) } else { (&mut *black, &mut *white) };
        from.play(mv);
        let effects = hand_over(from, to);
        assert!(matches!(effects.last(), Some(Effect::LineRead(Ok(Reading::Applied(_))))), "{mv}: {effects:?}");
    }
}

fn refusals(effects: &[Effect]) -> Vec<Refusal> {
    effects
        .iter()
        .filter_map(|effect| if let Effect::Refuse(refusal) = effect { Some(*refusal) } else { None })
        .collect()
}

#[test]
fn whole_games_are_played_in_every_preset() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(45);
    let mut ends = [0, 0];
    for (index, rules) in Rules::PRESETS.into_iter().enumerate() {
        let color = ColorChoice::ALL[index % 3];
        let (mut ann, mut bob) = invited(rules, color, index as u8);
        ann.read(&bob.last_line());
        for _ in 0..120 {
            let is_ann = ann.message().status().is_yours();
            let (one, other) = if is_ann { (&mut ann, &mut bob) } else { (&mut bob, &mut ann) };
            assert!(!other.message().status().is_yours());
            something(one, &mut random);
            if random.random_ratio(1, 16) {
                one.restart();
            }
            let effects = hand_over(one, other);
            assert!(matches!(effects.last(), Some(Effect::LineRead(Ok(Reading::Applied(_))))), "{effects:?}");
            if random.random_ratio(1, 16) {
                other.restart();
                let again = other.read(&one.message().line_to_send());
                assert!(matches!(again.last(), Some(Effect::LineRead(Ok(Reading::PlayedAlready)))), "{again:?}");
            }
            assert_eq!(one.message().position_line(), other.message().position_line());
            assert_eq!(one.session.outcome(), other.session.outcome());
            if one.session.outcome().is_some() {
                break;
            }
        }
        ends[usize::from(ann.session.outcome().is_some())] += 1;
        assert_eq!(ann.session.game(), bob.session.game(), "{rules}");
    }
    assert!(ends[1] > 3, "some games end: {ends:?}");
}

/// Lets a program whose turn it is do something: mostly a move.
fn something(program: &mut Program, random: &mut Xoshiro256PlusPlus) {
    let effects = match program.message().status() {
        Waits::YourAnswer(question) => {
            let accepts = question == Question::Undo || random.random_ratio(1, 4);
            program.handle(Input::Answer(if accepts { Answer::Accept } else { Answer::Decline }))
        }
        _ if program.session.scene().undoable && random.random_ratio(1, 12) => program.handle(Input::Undo),
        _ if random.random_ratio(1, 30) => program.handle(Input::OfferDraw),
        _ => {
            let (game, rules) = (program.session.game(), *program.message().rules());
            let moves = game.position().legal_moves(&rules);
            let mv = *moves.choose(random).unwrap();
            program.play(&rules.board.display(mv).to_string())
        }
    };
    assert_eq!(effects.last(), Some(&Effect::LineWritten), "{:?}", program.message().status());
}

#[test]
fn nothing_can_be_done_before_the_invitation_is_accepted() {
    let (mut ann, bob) = invited(Rules::STANDARD, ColorChoice::White, 1);
    assert_eq!(ann.session.status(), Status::NotAccepted);
    assert!(!ann.session.scene().is_open());
    let tap = Input::Tap("d6".parse().unwrap());
    for input in [tap, Input::Resign, Input::OfferDraw] {
        assert_eq!(refusals(&ann.handle(input)), [Refusal::NotAccepted]);
    }
    assert_eq!(refusals(&ann.handle(Input::Undo)), [Refusal::NothingToUndo]);
    assert_eq!(ann.session.setup().players.black.name(), None);
    ann.read(&bob.last_line());
    assert_eq!(ann.session.setup().players.black.name(), Some("Bob"));
    assert!(ann.session.scene().is_open());
}

#[test]
fn a_move_arrives_as_one_that_is_played() {
    let (mut ann, mut bob) = accepted();
    assert_eq!(bob.session.status(), Status::Unsent { side: Color::White, question: None });
    bob.handle(Input::LineSent);
    assert_eq!(bob.session.status(), Status::Elsewhere { side: Color::White });
    assert_eq!(refusals(&bob.handle(Input::Tap("d6".parse().unwrap()))), [Refusal::NotYourTurn]);
    assert_eq!(ann.play("d6").last(), Some(&Effect::LineWritten));
    assert_eq!(ann.session.status(), Status::Unsent { side: Color::Black, question: None });
    let effects = hand_over(&mut ann, &mut bob);
    assert!(effects.contains(&Effect::Cue(Cue::Place)));
    assert_eq!(ann.session.status(), Status::Elsewhere { side: Color::Black });
    assert_eq!(bob.session.status(), Status::Place { side: Color::Black, hand: 9 });
    let again = hand_over(&mut ann, &mut bob);
    assert_eq!(again, [Effect::LineRead(Ok(Reading::PlayedAlready))], "nothing else happens");
}

#[test]
fn a_question_takes_the_place_of_a_move_and_then_the_asker_goes_on() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, "d6 f4");
    assert_eq!(refusals(&bob.handle(Input::OfferDraw)), [Refusal::NotYourTurn]);
    assert_eq!(ann.handle(Input::OfferDraw).last(), Some(&Effect::LineWritten));
    assert_eq!(refusals(&ann.handle(Input::Tap("a7".parse().unwrap()))), [Refusal::OfferPending]);
    let asked = Effect::AskPerson { by: Color::White, question: Question::Draw };
    assert!(hand_over(&mut ann, &mut bob).contains(&asked));
    assert_eq!(ann.session.status(), Status::Asked { side: Color::Black, question: Question::Draw });
    assert_eq!(bob.session.status(), ann.session.status());
    bob.restart();
    assert!(bob.session.clone().handle(Input::Begin).contains(&asked), "it is asked again later");
    bob.handle(Input::Answer(Answer::Decline));
    assert!(hand_over(&mut bob, &mut ann).contains(&Effect::Declined(Question::Draw)));
    play(&mut ann, &mut bob, "a7");
    bob.handle(Input::OfferDraw);
    hand_over(&mut bob, &mut ann);
    ann.handle(Input::Answer(Answer::Accept));
    let effects = hand_over(&mut ann, &mut bob);
    let draw = Outcome::Draw(DrawReason::Agreement);
    assert!(effects.contains(&Effect::GameOver(draw)));
    assert_eq!((ann.session.outcome(), bob.session.outcome()), (Some(draw), Some(draw)));
}

#[test]
fn taking_back_leads_to_the_last_move_of_the_asker() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, "d6 f4 a7 a1");
    ann.handle(Input::Undo);
    let asked = Effect::AskPerson { by: Color::White, question: Question::Undo };
    assert!(hand_over(&mut ann, &mut bob).contains(&asked));
    bob.handle(Input::Answer(Answer::Accept));
    hand_over(&mut bob, &mut ann);
    assert_eq!(ann.session.game().cursor(), 2);
    assert_eq!(ann.session.status(), Status::Place { side: Color::White, hand: 8 });
    assert_eq!(ann.session.scene().taken_back, 0, "no one can play it again alone");
    play(&mut ann, &mut bob, "g7");
}

#[test]
fn a_line_that_was_not_given_away_is_taken_back_without_asking() {
    let (mut ann, mut bob) = accepted();
    ann.play("d6");
    assert!(ann.session.scene().undoable);
    let effects = ann.handle(Input::Undo);
    assert!(!effects.contains(&Effect::LineWritten));
    assert_eq!((ann.session.game().cursor(), ann.message().status()), (0, Waits::YourTurn));
    ann.play("a7");
    ann.handle(Input::LineSent);
    assert!(!ann.session.scene().undoable);
    assert_eq!(refusals(&ann.handle(Input::Undo)), [Refusal::NotYourTurn]);
    bob.read(&ann.last_line());
    bob.play("g7");
    bob.restart();
    assert_eq!(bob.session.status(), Status::Unsent { side: Color::White, question: None });
    assert!(!bob.session.scene().undoable, "no one knows who has seen it");
}

#[test]
fn a_resignation_ends_the_game_also_out_of_turn() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, "d6");
    ann.handle(Input::Resign);
    // Bob has played meanwhile, and his move lapses.
    bob.play("f4");
    let effects = hand_over(&mut ann, &mut bob);
    let outcome = Outcome::Win { winner: Color::Black, reason: WinReason::Resignation };
    assert!(effects.contains(&Effect::GameOver(outcome)));
    assert_eq!((bob.session.game().cursor(), bob.session.outcome()), (1, Some(outcome)));
    assert_eq!(ann.session.game(), bob.session.game());
    assert!(!bob.session.scene().undoable && !ann.session.scene().undoable);
}

/// Returns two programs in a game of shax in which the friend of the first had to pass after its
/// last line, which has not been sent.
fn passed() -> (Program, Program) {
    let (mut ann, mut bob) = invited("shax".parse().unwrap(), ColorChoice::White, 1);
    ann.read(&bob.last_line());
    loop {
        let is_ann = ann.message().status() == Waits::YourTurn;
        let (one, other) = if is_ann { (&mut ann, &mut bob) } else { (&mut bob, &mut ann) };
        play_first(one);
        if one.message().status() == Waits::YourTurn {
            return if is_ann { (ann, bob) } else { (bob, ann) };
        }
        hand_over(one, other);
    }
}

/// Plays the first legal move.
fn play_first(program: &mut Program) {
    let rules = *program.message().rules();
    let mv = program.session.game().position().legal_moves(&rules)[0];
    program.play(&rules.board.display(mv).to_string());
}

#[test]
fn the_lines_before_and_after_a_pass_are_sent_together() {
    let (mut one, mut other) = passed();
    play_first(&mut one);
    hand_over(&mut one, &mut other);
    assert_eq!(one.session.game(), other.session.game());
}

#[test]
fn each_line_that_was_not_given_away_is_taken_back_without_asking() {
    let (mut one, _) = passed();
    let before = (one.message().clone(), one.session.last_line());
    assert_eq!(before.1, LastLine::Unsent);
    play_first(&mut one);
    for expected in [LastLine::Unsent, LastLine::Sent] {
        assert!(one.session.can_take_back_line());
        assert!(!one.handle(Input::Undo).contains(&Effect::LineWritten));
        assert_eq!(one.session.last_line(), expected);
    }
    assert!(!one.session.can_take_back_line() && !one.message().is_last_line_own());
}

#[test]
fn a_resignation_takes_the_unsent_move_before_it_along() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, "d6 f4");
    ann.play("a7");
    ann.handle(Input::Resign);
    let outcome = Outcome::Win { winner: Color::Black, reason: WinReason::Resignation };
    assert!(hand_over(&mut ann, &mut bob).contains(&Effect::GameOver(outcome)));
    assert_eq!(ann.session.game(), bob.session.game());
}

#[test]
fn whole_game_fills_a_gap() {
    let (mut ann, mut bob) = accepted();
    ann.play("d6");
    let lost = ann.last_line();
    let (mut elsewhere, _) = accepted();
    elsewhere.read(&lost);
    bob.read(&lost);
    let mut other_bob = Program::new(bob.message().clone());
    other_bob.play("f4");
    ann.read(&other_bob.last_line());
    ann.play("a7");
    other_bob.read(&ann.last_line());
    other_bob.play("a4");
    let before = bob.message().clone();
    assert_eq!(bob.read(&ann.last_line()), [Effect::LineRead(Ok(Reading::Missing))]);
    assert_eq!(*bob.message(), before);
    ann.read(&other_bob.last_line());
    let whole = ann.message().whole();
    assert!(matches!(bob.read(&whole).last(), Some(Effect::LineRead(Ok(Reading::Applied(_))))));
    assert_eq!(bob.session.game(), ann.session.game());
    assert_eq!(bob.session.game().cursor(), 4);
}

#[test]
fn a_refused_line_changes_nothing() {
    let (mut ann, mut bob) = accepted();
    ann.play("d6");
    let (before, scene) = (bob.message().clone(), bob.session.scene());
    let forged = ann.last_line().replace(" d6 ", " d2 ");
    let effects = bob.read(&forged);
    assert!(matches!(effects.as_slice(), [Effect::LineRead(Err(_))]), "{effects:?}");
    assert_eq!((bob.message(), bob.session.scene()), (&before, scene));
}

#[test]
fn an_earlier_position_is_looked_at_until_a_line_arrives() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, "d6 f4");
    bob.handle(Input::View(1));
    assert!(matches!(bob.session.status(), Status::Viewing { .. }));
    bob.handle(Input::Pause);
    ann.play("a7");
    hand_over(&mut ann, &mut bob);
    assert_eq!(bob.session.status(), Status::Place { side: Color::Black, hand: 8 });
}

#[test]
fn aids_are_closed_until_the_end() {
    let (mut ann, mut bob) = accepted();
    ann.handle(Input::SetWarnings(true));
    let effects = ann.handle(Input::Hint);
    assert_eq!(refusals(&effects), [Refusal::AfterTheGame]);
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Think(_) | Effect::HelpUsed(_))));
    assert!(!ann.play("d6").iter().any(|effect| matches!(effect, Effect::CheckMove(_))));
    hand_over(&mut ann, &mut bob);
}

#[test]
fn only_the_user_may_read_the_save_and_no_export_holds_the_key() {
    let (ann, _bob) = accepted();
    let path = ann.store.path(&ann.id);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let secret = "secret =";
    assert!(fs::read_to_string(&path).unwrap().contains(secret));
    ann.store.rename(&ann.id, "Summer").unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let saved = ann.store.load(&ann.id).unwrap();
    assert_eq!(saved.name.as_deref(), Some("Summer"));
    let elsewhere = tempfile::NamedTempFile::new().unwrap();
    saved.write(elsewhere.path()).unwrap();
    let plain = SavedGame::read(elsewhere.path()).unwrap();
    assert_eq!((plain.kind, plain.message), (SavedKind::Game, None));
    assert_eq!(plain.setup.players.black.name(), Some("Bob"));
    for format in FileFormat::all() {
        let Ok(text) = Content::Save(Box::new(saved.clone())).write(format) else { continue };
        assert!(!text.contains(secret) && !text.contains("key="), "{text}");
    }
}

#[test]
fn a_game_is_found_by_its_name() {
    let (mut ann, _) = accepted();
    let name = ann.message().invitation().game().to_owned();
    assert_eq!(ann.store.message_game(&name).unwrap(), Some(ann.id.clone()));
    // Its name in a comment makes no game of it.
    let named = SavedGame { name: Some(name.clone()), ..SavedGame::between_persons(Game::new(Rules::STANDARD)) };
    ann.store.save(&SaveId::new(), &named).unwrap();
    assert_eq!(ann.store.message_game(&name).unwrap(), Some(ann.id.clone()));
    assert_eq!(ann.store.message_game("aaaqeayeaudaa").unwrap(), None);
    ann.play("d6");
    let summary = match ann.store.entry(&ann.id) {
        Entry::Game(summary) => summary,
        Entry::Broken(broken) => panic!("{}", broken.error),
    };
    assert_eq!((summary.kind, summary.message), (SavedKind::Message, Some(Waits::FriendsTurn)));
}

#[test]
fn of_two_windows_on_one_game_only_one_writes_a_turn() {
    let (mut ann, mut bob) = accepted();
    let other = Store::open(ann.store.folder().to_owned());
    let stale = other.load(&ann.id).unwrap();
    let sent = SavedGame { last_line: LastLine::Sent, notes: None, name: Some("Summer".to_owned()), ..stale.clone() };
    ann.store.save(&ann.id, &sent).unwrap();
    assert_eq!(other.save(&ann.id, &stale).unwrap(), Saved::Plainly, "no line differs");
    ann.restart();
    play(&mut ann, &mut bob, "d6 f4");
    let is_refused = |game: &SavedGame| matches!(other.save(&ann.id, game), Err(StoreError::Continued { .. }));
    let second = |text| {
        let mut message = *stale.message.clone().unwrap();
        message.write(morris_message::Turn::parse(text, message.rules().board).unwrap()).unwrap();
        SavedGame::by_message(message)
    };
    assert!(is_refused(&second("a1")) && is_refused(&second("d6")) && is_refused(&stale));
    // A new name from the list of saved games does not hide the turns from the window.
    other.rename(&ann.id, "Winter").unwrap();
    assert!(is_refused(&second("a1")));
    let there = other.load(&ann.id).unwrap();
    assert_eq!((there.name.as_deref(), there.message.as_deref()), (Some("Winter"), Some(ann.message())));
    assert_eq!(other.save(&ann.id, &there).unwrap(), Saved::Plainly);
    assert_eq!(ann.store.list().unwrap().len(), 1);
}

#[test]
fn your_turn_is_continued_before_a_game_that_waits_for_a_friend() {
    let (mut ann, mut bob) = accepted();
    let latest = |program: &Program| program.store.latest_unfinished().unwrap().map(|summary| summary.id.clone());
    bob.handle(Input::LineSent);
    let waiting = bob.store.load(&bob.id).unwrap();
    assert_eq!((latest(&ann), latest(&bob)), (Some(ann.id.clone()), Some(bob.id.clone())), "an answer is pasted there");
    let other = SaveId::new();
    let older = SavedGame {
        saved: waiting.saved - jiff::SignedDuration::from_hours(1),
        ..SavedGame::between_persons(Game::new(Rules::STANDARD))
    };
    bob.store.save(&other, &older).unwrap();
    assert_eq!(latest(&bob), Some(other.clone()), "it can be continued now");
    bob.store.delete(&other).unwrap();
    ann.play("d6");
    assert_eq!(latest(&ann), Some(ann.id.clone()), "the line must be sent");
    hand_over(&mut ann, &mut bob);
    assert_eq!((latest(&ann), latest(&bob)), (Some(ann.id.clone()), Some(bob.id.clone())));
    bob.handle(Input::Resign);
    assert_eq!(latest(&bob), Some(bob.id.clone()), "Ann does not know of it");
    bob.handle(Input::LineSent);
    assert_eq!(latest(&bob), None);
}

#[test]
fn a_finished_game_counts_against_the_friend() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, "d6");
    bob.handle(Input::Resign);
    hand_over(&mut bob, &mut ann);
    let saved = ann.store.load(&ann.id).unwrap();
    let finished = FinishedGame::of_save(&ann.id, &saved).unwrap();
    assert_eq!((finished.opponent, finished.color), (OpponentKind::Friend("Bob".to_owned()), Some(Color::White)));
}

#[test]
fn the_save_of_a_game_by_message_is_read() {
    let path = data("save-3-message.toml");
    let saved = SavedGame::read(&path).unwrap();
    let message = saved.message.as_ref().unwrap();
    assert_eq!((saved.kind, saved.name.as_deref()), (SavedKind::Message, Some("Summer")));
    assert_eq!((saved.game.cursor(), message.status()), (2, Waits::YourAnswer(Question::Draw)));
    let text = fs::read_to_string(&path).unwrap();
    let cut = text.trim_end().len() - 4;
    for (bad, word) in [
        (text.replace("secret = \"", "secret = \"a"), "secret"),
        (text.replace("message = ", "note = "), "message"),
        (text[..cut].to_owned(), ""),
    ] {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), bad).unwrap();
        let error = SavedGame::read(file.path()).unwrap_err().to_string();
        assert!(error.contains(word) && !error.contains("p7ivimw"), "{error}");
    }
}

/// Older programs refuse the file as one of a newer program.
#[test]
fn only_a_game_with_old_lines_keeps_the_old_format() {
    let (ann, _) = accepted();
    assert!(fs::read_to_string(ann.store.path(&ann.id)).unwrap().contains("\nversion = 4\n"));
    let message = SavedGame::read(&data("save-4-message.toml")).unwrap().message.unwrap();
    assert_eq!((message.status(), message.safety_phrase()), (Waits::YourTurn, Some("ha-ta-gi-pa")));
    let mut saved = SavedGame::read(&data("save-3-message.toml")).unwrap();
    saved.name = Some("Winter".to_owned());
    ann.store.save(&ann.id, &saved).unwrap();
    let text = fs::read_to_string(ann.store.path(&ann.id)).unwrap();
    assert!(text.contains("\nversion = 3\n") && text.contains("nmm1 "), "{text}");
}

#[test]
fn a_friend_without_time_loses() {
    let (mut ann, mut bob) = accepted();
    play(&mut ann, &mut bob, "d6");
    let line = bob.message().clone().write(Turn::Time).unwrap().into_line();
    ann.read(&line);
    let lost = Outcome::Win { winner: Color::White, reason: WinReason::Time };
    assert_eq!(ann.session.scene().outcome, Some(lost));
    ann.restart();
}

#[test]
fn the_game_of_the_friend_is_taken_after_a_copy_was_restored() {
    let (mut ann, mut bob) = accepted();
    let before = SavedGame::by_message(ann.message().clone());
    play(&mut ann, &mut bob, "d6 f4");
    ann.store.save(&ann.id, &before).unwrap();
    ann.session = opened(&ann.store, &ann.id);
    ann.play("d2");
    let whole = Line::parse(&bob.message().whole()).unwrap();
    let effects = ann.handle(Input::Line(Box::new(whole.clone())));
    assert!(matches!(effects.last(), Some(Effect::LineRead(Err(LineError::Differs { number: 1 })))), "{effects:?}");
    ann.handle(Input::TakeTheirs(Box::new(whole)));
    assert_eq!((ann.message().whole(), ann.session.last_line()), (bob.message().whole(), LastLine::Sent));
    ann.restart();
    play(&mut ann, &mut bob, "d2");
}

#[test]
fn guest_that_begins_sends_acceptance_and_move_together() {
    let (mut ann, mut bob) = invited(Rules::STANDARD, ColorChoice::Black, 1);
    assert!(bob.session.scene().is_open());
    bob.play("d6");
    hand_over(&mut bob, &mut ann);
    assert_eq!((ann.session.game().cursor(), ann.message().status()), (1, Waits::YourTurn));
    play(&mut bob, &mut ann, "f4 a7");
    assert_eq!(bob.message().line_to_send(), bob.last_line(), "Ann has answered");
}
