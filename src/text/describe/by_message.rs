// SPDX-License-Identifier: GPL-3.0-or-later
//! Text for games by message.

use std::time::Duration;

use gettextrs::gettext;

use crate::text::i18n::{gettext_f, list, ngettext_f};
use morris_message::{Answer, LineError, MessageGame, News, Question, Reading, Status as Waits, Turn};
use morris_play::session::{LastLine, Status};
use morris_play::setup::GameSetup;
use morris_room::RoomError;

use super::game::status;

/// Returns the message that invites a friend, who may see a line for the first time.
pub fn invitation(line: &str) -> String {
    let words = gettext("Let’s play Nine Men’s Morris! Copy this message and press Ctrl+V in the game.");
    format!("{words}\n{line}")
}

/// Returns what a line did, as a short sentence without a period. Returns `None` if the board shows
/// it.
pub fn line_reading(reading: &Result<Reading, LineError>) -> Option<String> {
    Some(match reading {
        Ok(Reading::Applied(news)) if news.accepted => gettext("Your friend has accepted the invitation"),
        Ok(Reading::Applied(news)) if news.void > 0 => {
            // Translators: a message contains a move in a game by message
            gettext("Your friend resigned earlier, so your last message does not count")
        }
        Ok(Reading::Applied(_)) => return None,
        Ok(Reading::PlayedAlready) => gettext("This message has already been read"),
        Ok(Reading::Missing) => gettext("An earlier message is missing: ask your friend for the whole game"),
        Ok(Reading::AcceptedAlready(name)) => accepted_already(name.as_str()),
        Ok(Reading::OverAlready) => gettext("The game is over"),
        Err(error) => line_error(error),
    })
}

pub fn friend_declined(name: &str) -> String {
    // Translators: {name} is a friend in a game by message, who was asked for a draw or for taking
    // back a move
    gettext_f("{name} declined", &[("name", name)])
}

/// Returns what a game by message waits for, as it is listed: “Your turn”, “Waiting for Bob”.
pub fn waits_for(waits: Waits, last_line: LastLine, setup: &GameSetup) -> Option<String> {
    let person = setup.only_person()?;
    let side = person.other();
    let now = match (waits, last_line) {
        // Translators: said of a game by message in a list
        (Waits::YourTurn, _) => return Some(gettext("Your turn")),
        (Waits::Over(_), LastLine::Sent) => return None,
        (Waits::NotAccepted, _) => Status::NotAccepted,
        (Waits::YourAnswer(question), _) => Status::Asked { side: person, question },
        (Waits::FriendsTurn | Waits::FriendsAnswer(_) | Waits::Over(_), LastLine::Unsent) => {
            Status::Unsent { side, question: None }
        }
        (Waits::FriendsTurn | Waits::FriendsAnswer(_), LastLine::Sent) => Status::Elsewhere { side },
    };
    Some(status(now, setup))
}

/// Returns the new turns of the user, a sentence in each line, or `None` if there are none.
pub fn own_turns(news: &News, game: &MessageGame) -> Option<String> {
    let own = news.turns.iter().filter(|(side, _)| Some(*side) == game.color()).map(|(_, turn)| *turn);
    let (moves, others): (Vec<Turn>, Vec<Turn>) = own.partition(|turn| matches!(turn, Turn::Move(_)));
    let moves: Vec<_> = moves.into_iter().map(|turn| turn.word(game.rules().board)).collect();
    // Translators: {moves} is a list such as “d6, f4”
    let played = (!moves.is_empty()).then(|| gettext_f("You play {moves}", &[("moves", &list(&moves))]));
    let words: Vec<_> = played.into_iter().chain(others.into_iter().map(own_turn)).collect();
    (!words.is_empty()).then(|| words.join("\n"))
}

/// Returns what the user does with a turn that is not a move.
fn own_turn(turn: Turn) -> String {
    match turn {
        Turn::Move(_) => String::new(),
        Turn::Ask(Question::Draw) => gettext("You offer a draw"),
        Turn::Ask(Question::Undo) => gettext("You ask to take back a move"),
        Turn::Answer(Answer::Accept) => gettext("You accept"),
        Turn::Answer(Answer::Decline) => gettext("You decline"),
        Turn::Resign => gettext("You resign"),
        Turn::Time => gettext("You run out of time"),
    }
}

pub fn safety_phrase(phrase: &str) -> String {
    // Translators: {phrase} is four syllables such as “ba-ko-li-mu”, the same in every language
    gettext_f("Safety phrase: {phrase}. Compare it with your friend once.", &[("phrase", phrase)])
}

/// Returns why there is no connection to a table in this network, in sentences.
pub fn room_error(error: &RoomError) -> String {
    match error {
        RoomError::Address => gettext("This is not an address. Enter one such as 192.168.1.20."),
        RoomError::Unreachable(_) => {
            gettext("Could not reach the table. Is the address right, and are both computers in one network?")
        }
        RoomError::NotARoom => gettext("There is another program at this address."),
        RoomError::OtherRoom => gettext("The table was opened again: enter its new code."),
        RoomError::Version => gettext("Both computers need the same version of the program."),
        RoomError::WrongCode => gettext("The code is wrong."),
        RoomError::Wait => gettext("There were too many wrong codes. Wait half a minute."),
        RoomError::Full => gettext("There is no place left at the table."),
        RoomError::Closed => gettext("The table is closed. The game can go on by message."),
        RoomError::NotAMember => gettext("You no longer have a place at this table. Enter its code."),
        RoomError::Broken | RoomError::Kept => gettext("The connection is broken. The game can go on by message."),
        RoomError::Listen(_) => gettext("Could not open the table. Is there a network?"),
        RoomError::Discovery(_) => gettext("Could not look for tables in this network."),
    }
}

/// Returns the state of a game in a room that its players left without a result.
pub fn parted() -> String {
    // Translators: said of a game in this network whose two programs show different boards
    gettext("Stopped: boards differ")
}

/// How a member of a room in this network has come or gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    SitsDown,
    Away,
    Back,
    Left,
}

/// Returns that someone has come to a table in this network, or has gone.
pub fn arrival(name: &str, arrival: Arrival) -> String {
    let name = [("name", name)];
    match arrival {
        // Translators: {name} comes to a table in this network
        Arrival::SitsDown => gettext_f("{name} sits down", &name),
        // Translators: the connection to {name} is broken
        Arrival::Away => gettext_f("{name} is away", &name),
        Arrival::Back => gettext_f("{name} is back", &name),
        // Translators: {name} goes from a table in this network, and does not come back
        Arrival::Left => gettext_f("{name} has left", &name),
    }
}

/// Returns how long someone has been away from a table in this network, in whole minutes. `None` in
/// the first minute.
pub fn absence(time: Duration) -> Option<String> {
    let minutes = u32::try_from(time.as_secs() / 60).ok().filter(|&minutes| minutes > 0)?;
    // Translators: the connection to a friend is broken for this time
    Some(ngettext_f("Away for {count} minute", "Away for {count} minutes", minutes, &[]))
}

fn accepted_already(name: &str) -> String {
    // Translators: {name} is a friend in a game by message
    gettext_f("{name} has already accepted this invitation", &[("name", name)])
}

/// Returns why a line is refused, as a short sentence without a period.
pub fn line_error(error: &LineError) -> String {
    match error {
        LineError::TooLong | LineError::NoLine => gettext("This text is not part of a game by message"),
        LineError::Newer => gettext("This message was created by a newer version of the program"),
        LineError::CutShort => gettext("The end of the message is missing: copy the whole message"),
        LineError::TooManyWords(_) | LineError::Word { .. } | LineError::WeakKey => {
            gettext("The message is damaged: copy it again")
        }
        LineError::NoInvitation => gettext("This message is not an invitation"),
        LineError::OtherGame => gettext("This message belongs to another game"),
        LineError::OtherGuest(name) => accepted_already(name.as_str()),
        // The check letters of a game that cannot be played cannot be checked.
        LineError::Forged | LineError::Unplayable { .. } => {
            gettext("This message was changed on the way, or is not from your friend")
        }
        LineError::DoesNotFollow { .. } => {
            gettext("This message does not fit your game: ask your friend for the whole game")
        }
        // The whole game does not help, or is what the user has just pasted.
        LineError::Differs { .. } | LineError::OwnTurn { turn: Turn::Time, .. } => {
            gettext("This message does not fit your game")
        }
        LineError::NotWhole => gettext("This message does not contain the whole game"),
        LineError::OwnTurn { turn: Turn::Move(_), .. } | LineError::YourTurn { .. } => {
            gettext("This message contains your move, not your friend’s")
        }
        LineError::OwnTurn { turn, .. } => {
            // Translators: a message contains a turn that the user has not played here. {turn} is
            // a sentence such as “You resign”
            gettext_f("The message says “{turn}”: if that is true, do it here", &[("turn", &own_turn(*turn))])
        }
        LineError::Illegal { .. } | LineError::PositionDiffers { .. } => {
            gettext("Your friend’s program has a different position. Nothing was changed.")
        }
    }
}

#[cfg(test)]
mod tests {
    use morris_message::Line;

    use super::*;

    #[test]
    fn absence_is_shown_from_the_first_minute_on() {
        let said = [59, 60, 200].map(|seconds| absence(Duration::from_secs(seconds)));
        assert_eq!(said, [None, Some("Away for 1 minute".to_owned()), Some("Away for 3 minutes".to_owned())]);
    }

    #[test]
    fn an_invitation_is_found_in_its_message() {
        let line = "nmm1 aaaqeayeaudao standard any Ann key=r5amllnwr4swesxfwikou5t2n3eu3au5hv5v4gwrxjxt4ijyfbpq";
        let message = invitation(line);
        assert_eq!(Line::parse(&message).unwrap().to_string(), line);
        assert!(message.starts_with("Let’s play"), "{message}");
    }
}
