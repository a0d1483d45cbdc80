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
    /// Whether the newest text is kept, when this changes. The error says why not. Until it is
    /// kept, no one new can enter, and a restart may need the code.
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
    /// Writes a text to a file that only the user may read. The text contains keys. `None` means
    /// that the kept text is no longer needed.
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

    /// Keeps a text, and returns `true` if this worked. Reports each change.
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

    /// Reports the end. If the room is gone, drops what was kept. A refusal is not enough: no key
    /// protects it, so a stranger at the address can write it.
    pub fn end(&mut self, error: RoomError) {
        if matches!(error, RoomError::Closed) {
            self.forget();
        }
        self.tell(RoomEvent::Ended(error));
    }

    pub fn forget(&mut self) {
        _ = self.owner.keep(None);
    }
}
