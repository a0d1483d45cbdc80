// SPDX-License-Identifier: GPL-3.0-or-later
//! Games by message: reads the lines of the friend, and hands out those of the user.
//!
//! A line is handed out only once its game is on the disk. Otherwise a crash could lose a turn that
//! the friend has.

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::{gdk, gio};

use crate::compat::button_words::let_wrap;
use crate::pages::app_page::AppPage;
use crate::pages::by_message::line_dialog;
use crate::services::Saving;
use crate::text::describe;
use crate::text::i18n::{gettext_f, ngettext_f};
use crate::widgets::ask::{Last, ask, confirm};
use morris_message::{Line, LineError, MessageGame, Question, Reading, Status as Waits};
use morris_play::session::{Answer, Input, LastLine, Scene, Session, Status};

use super::GamePage;
use super::layout::QUESTION;
use super::result_card::Next;

impl GamePage {
    pub(super) fn add_message_actions(&self) {
        self.add_action("copy-line", Self::copy_line);
        self.add_action("copy-whole", |page| page.hand_out(MessageGame::whole, Input::LineSent, Self::copy));
        self.add_action("share-line", |page| page.hand_out(MessageGame::line_to_send, Input::LineSent, Self::share));
        self.add_action("safety-phrase", Self::show_safety_phrase);
        self.add_action("decline", |page| page.handle(Input::Answer(Answer::Decline)));
        self.add_action("accept", |page| page.handle(Input::Answer(Answer::Accept)));
    }

    /// Lets the words of the buttons wrap where there is no room.
    pub(super) fn lay_out_lines(&self) {
        let imp = self.imp();
        [&imp.copy_line, &imp.paste_line, &imp.decline, &imp.accept].into_iter().for_each(|button| let_wrap(button));
    }

    pub(super) fn is_by_message(&self) -> bool {
        self.read(|game| game.session.message().is_some()).unwrap_or(false)
    }

    /// Shows what a game by message needs: buttons for lines, or those that answer the friend.
    pub(super) fn show_lines(&self, scene: &Scene) {
        let imp = self.imp();
        let (by_message, shows_network) = (self.is_by_message(), self.shows_network());
        imp.by_message.set_visible(by_message || shows_network);
        self.show_line_menu(by_message);
        for name in ["copy-line", "copy-whole", "share-line"] {
            self.enable(name, by_message);
        }
        self.enable("safety-phrase", self.safety_phrase().is_some());
        let is_last_own = self.read(|game| game.session.message().is_some_and(MessageGame::is_last_line_own));
        imp.result.show_next(match (by_message, is_last_own) {
            _ if self.watched().is_some() || imp.connection.may_claim.get() => Next::Review,
            _ if shows_network => Next::Rematch,
            (false, _) => Next::Rematch,
            (true, Some(true)) => Next::SendLine,
            (true, _) => Next::Review,
        });
        imp.moves.set_words_if_empty(&match scene.status {
            Status::NotAccepted => {
                // Translators: in place of the list of moves, while a friend has not accepted an
                // invitation yet
                gettext("Send the invitation in a chat or email. When your friend answers, paste the message here.")
            }
            _ => match self.safety_phrase() {
                Some(phrase) => describe::safety_phrase(&phrase),
                None => gettext("Moves will appear here"),
            },
        });
        if by_message || shows_network {
            self.show_line_buttons(scene, shows_network);
        }
    }

    fn safety_phrase(&self) -> Option<String> {
        self.read(|game| game.session.message()?.safety_phrase().map(str::to_owned)).flatten()
    }

    fn show_safety_phrase(&self) {
        let Some(phrase) = self.safety_phrase() else { return };
        let body = gettext(
            "Compare it with your friend once, by telephone or when you meet. If your friend sees another phrase, you are playing with someone else, or someone is between you. An expert can still find keys with the same phrase.",
        );
        let (heading, body) = (gettext("Safety Phrase"), format!("{phrase}\n\n{body}"));
        ask(self, (&heading, &body), None, &[("close", &gettext("Close"))], Last::Plain, |_, _| {});
    }

    fn show_line_buttons(&self, scene: &Scene, shows_network: bool) {
        let imp = self.imp();
        let words = match scene.status {
            Status::NotAccepted => gettext("Copy Invitation"),
            _ => gettext("Copy Message"),
        };
        if imp.copy_line.has_focus() && imp.copy_line.label().as_deref() != Some(&*words) {
            // A screen reader would speak the new label.
            _ = imp.board.grab_focus();
        }
        imp.copy_line.set_label(&words);
        let_wrap(&imp.copy_line);
        // Marks what the user does next.
        let waits = matches!(scene.status, Status::NotAccepted | Status::Elsewhere { .. } | Status::Asked { .. });
        for (button, is_next) in [(&imp.copy_line, self.is_unsent()), (&imp.paste_line, !self.is_unsent() && waits)] {
            match is_next {
                true => button.add_css_class("suggested-action"),
                false => button.remove_css_class("suggested-action"),
            }
        }
        let question = match scene.status {
            Status::Asked { side, question } if scene.setup.players[side].is_local() => Some(question),
            _ => None,
        };
        self.name_answers(question);
        let asked = question.is_some();
        let had_focus = imp.by_message.focus_child().is_some();
        let was_asked = imp.by_message.visible_child().as_ref() == Some(imp.question.upcast_ref());
        self.show_network();
        imp.by_message.set_visible_child_name(match (asked, shows_network) {
            (true, _) => QUESTION,
            (false, true) => "network",
            (false, false) => "lines",
        });
        if had_focus && asked != was_asked {
            self.focus_first();
        }
    }

    fn name_answers(&self, question: Option<Question>) {
        let (no, yes) = match question {
            None => return,
            Some(Question::Draw) => (gettext("Decline"), gettext("Accept")),
            // Translators: answers to a friend who asks to take back a move: no, and yes
            Some(Question::Undo) => (gettext("Decline"), gettext("Allow")),
        };
        let imp = self.imp();
        imp.decline.set_label(&no);
        imp.accept.set_label(&yes);
        [&imp.decline, &imp.accept].into_iter().for_each(|button| let_wrap(button));
    }

    /// Adds the lines to the menu of texts and pictures, or removes them.
    fn show_line_menu(&self, by_message: bool) {
        let imp = self.imp();
        let is_there = imp.share_menu.item_link(0, gio::MENU_LINK_SECTION).is_some();
        match (by_message, is_there) {
            (true, false) => imp.share_menu.prepend_section(None, &*imp.line_menu),
            (false, true) => imp.share_menu.remove(0),
            _ => {}
        }
    }

    /// Returns `true` if the user still has to send the last line.
    fn is_unsent(&self) -> bool {
        self.read(|game| game.session.last_line()) == Some(LastLine::Unsent)
    }

    /// Copies the line that the user has just written, and moves the focus to the button that
    /// copies it again. If the user moves again because the friend must pass, the line may still
    /// grow, and is not copied.
    pub(super) fn offer_line(&self) {
        match self.read(|game| words_after_a_pass(&game.session)).flatten() {
            Some(words) => self.messages().answer(&words),
            None if self.is_connected() => self.hand_out(MessageGame::line_to_send, Input::LineSent, Self::send),
            // It is sent once the connection is back.
            None if self.shows_network() => {}
            None if self.window().is_some() => {
                if self.is_mapped() && self.is_unfinished() {
                    self.focus_lines();
                }
                self.hand_out(MessageGame::line_to_send, Input::LineCopied, Self::copy);
            }
            // There is no clipboard.
            None => {}
        }
    }

    /// Copies the line that the user has to send.
    pub fn copy_line(&self) {
        self.hand_out(MessageGame::line_to_send, Input::LineSent, Self::copy);
    }

    /// Notices when the user goes to another window, where a copied line can be sent.
    pub(super) fn follow_window(&self) {
        self.connect_root_notify(|page| {
            let Some(window) = page.window() else { return };
            window.connect_is_active_notify(weak!(page, move |window| {
                if !window.is_active() && page.copied_line().is_some() {
                    page.handle(Input::LineSent);
                }
            }));
        });
    }

    /// Returns the line that was copied and cannot have been sent yet, if there is one.
    fn copied_line(&self) -> Option<String> {
        let line = |session: &Session| {
            let is_copied = session.can_take_back_line() && session.last_line() == LastLine::Sent;
            session.message().filter(|_| is_copied).map(MessageGame::line_to_send)
        };
        self.read(|game| line(&game.session)).flatten()
    }

    /// Takes back a move. If its line was copied, removes it from the clipboard and says so.
    pub(super) fn take_back(&self) {
        let copied = self.copied_line();
        self.handle(Input::Undo);
        let Some(copied) = copied.filter(|line| self.copied_line().as_ref() != Some(line)) else { return };
        if self.window().is_some() {
            let clipboard = self.clipboard();
            let content = clipboard.content().and_then(|content| content.value(glib::Type::STRING).ok());
            if content.and_then(|text| text.get::<String>().ok()).as_ref() == Some(&copied) {
                _ = clipboard.set_content(gdk::ContentProvider::NONE);
            }
        }
        self.messages().answer(&gettext("Copied message withdrawn"));
    }

    /// Moves the focus to the button for what the user has to do with a line now, if anything.
    pub(super) fn focus_lines(&self) -> bool {
        let imp = self.imp();
        match self.read(|game| (game.session.status(), game.session.last_line())) {
            Some((Status::NotAccepted, LastLine::Sent)) => imp.paste_line.grab_focus(),
            Some((Status::NotAccepted | Status::Unsent { .. }, _)) => imp.copy_line.grab_focus(),
            // It is not shown where the friend is asked.
            Some((Status::Asked { .. }, _)) => imp.decline.is_mapped() && imp.decline.grab_focus(),
            Some((Status::Over(_), LastLine::Unsent)) => imp.result.focus_next(),
            _ => false,
        }
    }

    /// Gives the user a line once the game is on the disk, with the note that the line may be sent:
    /// no other window takes it back then. `given` is what the session learns.
    fn hand_out(&self, line: fn(&MessageGame) -> String, given: Input, give: fn(&Self, &str)) {
        let now = move |page: &Self| page.read(|game| game.session.message().map(line)).flatten();
        let Some(wanted) = now(self) else { return };
        // After a failure, the disk may have room now.
        if self.is_unsent() || self.saving() == Saving::Failed {
            self.save_as_sent();
        }
        let page = self.clone();
        glib::spawn_future_local(async move {
            while page.saving() == Saving::Pending {
                page.services().saves.flush().await;
            }
            // The page may show another game meanwhile, or the line may be taken back.
            if now(&page).as_ref() != Some(&wanted) {
                return;
            }
            match page.saving() {
                Saving::Saved => {
                    page.handle(given);
                    give(&page, &wanted);
                }
                Saving::Failed => page.messages().answer(&gettext("Could not save the game.")),
                Saving::Pending | Saving::Continued => {}
            }
        });
    }

    fn copy(&self, line: &str) {
        let (text, words) = match self.scene().map(|scene| scene.status) {
            Some(Status::NotAccepted) => {
                (describe::invitation(line), gettext("Invitation copied: send it to your friend"))
            }
            _ => (line.to_owned(), gettext("Message copied")),
        };
        self.clipboard().set_text(&text);
        self.messages().answer(&words);
    }

    /// Shows the line, to save it as a file, or as a QR code.
    fn share(&self, line: &str) {
        let Some(window) = self.window() else { return };
        let heading = match self.scene().map(|scene| scene.status) {
            Some(Status::NotAccepted) => gettext("Invitation"),
            _ => gettext("Your Message"),
        };
        line_dialog::present(&window, self.messages().clone(), &heading, line);
    }

    /// Reads a line of the friend. The game on the page should be its game. If the line has moves
    /// of the user that are not here, asks first whether they are genuine, since the friend could
    /// have made them up. If it has the whole game, and that differs, offers to take it.
    pub fn read_line(&self, line: &Line) {
        match self.read(|game| doubt(game.session.message()?, line)).flatten() {
            Some(Doubt::OwnMoves { count, turns }) => self.ask_about_own_moves(line, count, &turns),
            Some(Doubt::Differs { turns }) => self.ask_about_their_game(line, &turns),
            Some(Doubt::Refused(error)) => self.answer_line(&Err(error)),
            None => self.take_line(line),
        }
    }

    /// Returns `true` if the game on the disk may take a line that the one on the page cannot,
    /// because the one on the page has nothing to save.
    pub fn may_be_behind(&self, line: &Line) -> bool {
        let reading = self.read(|game| Some(game.session.message()?.clone().read_line(line))).flatten();
        let does_not_fit = matches!(
            reading,
            Some(
                Ok(Reading::Missing)
                    | Err(LineError::Forged
                        | LineError::DoesNotFollow { .. }
                        | LineError::Differs { .. }
                        | LineError::OwnTurn { .. })
            )
        );
        does_not_fit && self.saving() == Saving::Saved
    }

    fn take_line(&self, line: &Line) {
        self.handle(Input::Line(Box::new(line.clone())));
    }

    fn ask_about_own_moves(&self, line: &Line, count: usize, turns: &str) {
        let heading = gettext("Add Your Own Moves?");
        let body = ngettext_f(
            // Translators: a message that contains the whole game
            "This message has {count} move of yours that is not here. Add it only if you played it on another computer.",
            "This message has {count} moves of yours that are not here. Add them only if you played them on another computer.",
            count,
            &[],
        );
        let (line, body) = (line.clone(), format!("{body}\n\n{turns}"));
        confirm(self, (&heading, &body), None, (&gettext("Add"), Last::Plain), move |page| {
            page.take_line(&line);
        });
    }

    fn ask_about_their_game(&self, line: &Line, turns: &str) {
        let heading = gettext("Take Your Friend’s Game?");
        let body = gettext(
            "Your friend’s game differs from yours. Take it only if yours is an old copy. Moves that only you have are lost.",
        );
        // Translators: a button that replaces the user’s game by message by that of the friend
        let (line, action) = (line.clone(), gettext("Take My Friend’s Game"));
        let body = format!("{body}\n\n{turns}");
        confirm(self, (&heading, body.trim_end()), None, (&action, Last::Destructive), move |page| {
            page.handle(Input::TakeTheirs(Box::new(line.clone())));
        });
    }

    /// Does what the user wants at once. In a game by message, asks first, since the friend gets a
    /// line about it.
    pub(super) fn confirm_by_message(&self, input: Input) {
        let friend = self.read(|game| game.session.message()?.friend().map(ToString::to_string)).flatten();
        let Some(name) = friend.filter(|_| self.is_unfinished()) else { return self.handle(input) };
        let (heading, action) = match input {
            Input::OfferDraw => (gettext("Offer a Draw?"), gettext("Offer Draw")),
            _ => (gettext("Ask to Take Back Your Last Move?"), gettext("Ask")),
        };
        // Translators: {name} is a friend in a game by message
        let body = gettext_f("You cannot move until {name} has answered.", &[("name", &name)]);
        let look = Last::Suggested;
        confirm(self, (&heading, &body), None, (&action, look), move |page| page.handle(input.clone()));
    }

    /// Says what a line did, unless the board shows it, and leads to what the user can do now.
    pub(super) fn answer_line(&self, reading: &Result<Reading, LineError>) {
        if let Err(error) = reading {
            tracing::info!("a line was refused: {error}");
        }
        // At a table, the programs invite and accept by themselves.
        let begins = matches!(reading, Ok(Reading::Applied(news)) if news.accepted) && self.is_in_network();
        let words = if begins { Some(gettext("The game begins")) } else { describe::line_reading(reading) };
        words.iter().for_each(|words| self.messages().answer(words));
        if matches!(reading, Ok(Reading::Applied(_))) && self.is_mapped() && self.is_unfinished() {
            self.focus_first();
        }
    }
}

/// Returns what to do with the line that has just been written if the user moves again, because the
/// friend must pass.
fn words_after_a_pass(session: &Session) -> Option<String> {
    let moves_again = session.message()?.status() == Waits::YourTurn;
    let status = Status::Unsent { side: session.setup().only_person()?.other(), question: None };
    moves_again.then(|| describe::status(status, session.setup()))
}

/// What to ask before a line is read. `turns` names the turns of the user in it.
#[derive(Debug, PartialEq, Eq)]
enum Doubt {
    /// The line has moves of the user that are not here.
    OwnMoves { count: usize, turns: String },
    /// The line has a whole game that differs from the one here.
    Differs { turns: String },
    /// The line has a whole game that differs from the one here and cannot be taken.
    Refused(LineError),
}

fn doubt(game: &MessageGame, line: &Line) -> Option<Doubt> {
    let mut after = game.clone();
    match after.read_line(line) {
        Ok(Reading::Applied(news)) => {
            let count = news.turns.iter().filter(|(side, _)| Some(*side) == after.color()).count();
            describe::own_turns(&news, &after).map(|turns| Doubt::OwnMoves { count, turns })
        }
        Err(LineError::Differs { .. } | LineError::OwnTurn { .. }) => match after.take_theirs(line) {
            Ok(Reading::Applied(news)) => {
                Some(Doubt::Differs { turns: describe::own_turns(&news, &after).unwrap_or_default() })
            }
            Err(error) if error != LineError::NotWhole => Some(Doubt::Refused(error)),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests;
