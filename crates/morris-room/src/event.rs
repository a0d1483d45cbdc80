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

/// The program that has opened or entered a room. Both functions are called on a thread of the
/// room, and may wait there. A closure gets the news, and keeps nothing.
pub trait Owner: Send + 'static {
    /// Writes a text to a file that only the user may read. The text contains keys. Without a text,
    /// what was kept is of no use any more.
    ///
    /// # Errors
    /// Returns why it cannot be kept.
    fn keep(&mut self, text: Option<&str>) -> Result<(), String>;

    /// Gets news.
    fn tell(&mut self, event: RoomEvent);
}

impl<T: FnMut(RoomEvent) + Send + 'static> Owner for T {
    fn keep(&mut self, _: Option<&str>) -> Result<(), String> {
        Ok(())
    }

    fn tell(&mut self, event: RoomEvent) {
        self(event);
    }
}

/// An owner, and whether it has kept the newest text.
pub(crate) struct Keeper {
    owner: Box<dyn Owner>,
    unkept: Option<String>,
}

impl Keeper {
    pub fn new(owner: impl Owner) -> Self {
        Self { owner: Box::new(owner), unkept: None }
    }

    pub fn tell(&mut self, event: RoomEvent) {
        self.owner.tell(event);
    }

    /// Returns whether a text is kept, and tells it if it was not so before.
    pub fn keep(&mut self, text: String) -> bool {
        let kept = self.owner.keep(Some(&text));
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
            _ = self.owner.keep(None);
        }
        self.tell(RoomEvent::Ended(error));
    }
}
