// SPDX-License-Identifier: GPL-3.0-or-later
//! What a room or a guest tells its program, and asks it to keep.

use morris_message::PlayerName;

use crate::code::Code;
use crate::error::RoomError;
use crate::rows::{MemberId, RoomRow, TableId};

/// News of a room. They come on a thread of the room, in order.
#[derive(Debug)]
pub enum RoomEvent {
    /// The code of the room, at the start and whenever there is a new one. Only the host gets it.
    Code(Code),
    /// The room can be reached, at first or again. The lines of all games with other members should
    /// be sent now, each game with its invitation and then as a whole.
    Here {
        /// Own number.
        member: MemberId,
        /// Name of the room.
        room: PlayerName,
    },
    /// The connection is lost. The guest tries to return until it leaves. Rows are not sent.
    Away(RoomError),
    /// The newest text could not be kept, for this reason, or could be kept again. Until then, no
    /// one new enters the room, and a restart may need the code.
    Kept(Result<(), String>),
    /// What the room writes to its members. The host gets the same rows.
    Row(RoomRow),
    /// A member is ready to play. Only the host gets it.
    Ready {
        /// Number of the member.
        member: MemberId,
        /// The table, or any.
        table: Option<TableId>,
    },
    /// A member calls the person who directs the room. Only the host gets it.
    Call(MemberId),
    /// The room is closed, or the guest cannot enter it. No event follows.
    Ended(RoomError),
}

/// The program that has opened or entered a room.
pub(crate) struct Owner {
    keep: Box<dyn FnMut(Option<&str>) -> Result<(), String> + Send>,
    tell: Box<dyn FnMut(RoomEvent) + Send>,
    /// The newest text, if it could not be kept.
    unkept: Option<String>,
}

impl Owner {
    pub fn new(
        keep: impl FnMut(Option<&str>) -> Result<(), String> + Send + 'static,
        tell: impl FnMut(RoomEvent) + Send + 'static,
    ) -> Self {
        Self { keep: Box::new(keep), tell: Box::new(tell), unkept: None }
    }

    pub fn tell(&mut self, event: RoomEvent) {
        (self.tell)(event);
    }

    /// Returns whether a text is kept, and tells it if it was not so before.
    pub fn keep(&mut self, text: String) -> bool {
        let kept = (self.keep)(Some(&text));
        let (is_kept, was_kept) = (kept.is_ok(), self.is_kept());
        self.unkept = Some(text).filter(|_| !is_kept);
        if is_kept != was_kept {
            self.tell(RoomEvent::Kept(kept));
        }
        is_kept
    }

    pub const fn is_kept(&self) -> bool {
        self.unkept.is_none()
    }

    pub fn keep_again(&mut self) {
        if let Some(text) = self.unkept.clone() {
            self.keep(text);
        }
    }

    /// Tells the end. What was kept of a room that is gone is of no use.
    pub fn end(&mut self, error: RoomError) {
        if matches!(error, RoomError::Closed | RoomError::NotAMember | RoomError::OtherRoom) {
            _ = (self.keep)(None);
        }
        self.tell(RoomEvent::Ended(error));
    }
}
