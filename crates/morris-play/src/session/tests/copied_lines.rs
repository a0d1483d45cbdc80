// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines of games by message that are copied and taken back.

use morris_message::{ColorChoice, LineError, MessageGame, Reading};

use super::*;

#[test]
fn a_line_that_was_only_copied_is_taken_back_and_the_next_one_follows() {
    let ann = MessageGame::invite(Rules::STANDARD, ColorChoice::White, "Ann".parse().unwrap(), [1; 40]);
    let mut ann = ann.unwrap();
    let mut bob = MessageGame::accept(&ann.whole(), "Bob".parse().unwrap(), [2; 32]).unwrap();
    ann.read(&bob.whole()).unwrap();
    let mut session = Session::by_message(ann, LastLine::Sent, 1);
    let line = |session: &Session| session.message().unwrap().line_to_send();
    let _ = tap(&mut session, "d6");
    let withdrawn = line(&session);
    let _ = session.handle(Input::LineCopied);
    assert!(session.last_line() == LastLine::Sent && session.can_take_back_line());
    let _ = session.handle(Input::Undo);
    assert_eq!((session.game().cursor(), session.can_take_back_line()), (0, false));
    let _ = tap(&mut session, "d2");
    // A friend who got the withdrawn line from a history of the clipboard refuses the other one.
    let mut early = bob.clone();
    early.read(&withdrawn).unwrap();
    let before = early.clone();
    let reading = early.read(&line(&session));
    assert!(matches!(reading, Err(LineError::Differs { .. })), "{reading:?}");
    assert_eq!(early, before);
    assert!(matches!(bob.read(&line(&session)), Ok(Reading::Applied(_))));
    let _ = session.handle(Input::LineCopied);
    assert!(session.scene().undoable);
    let effects = session.handle(Input::LineSent);
    assert!(!session.can_take_back_line() && !shown(&effects).undoable);
}
