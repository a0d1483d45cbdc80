// SPDX-License-Identifier: GPL-3.0-or-later
//! The door of a room: its code, wrong guesses, and the keys of members.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use morris_message::PlayerName;

use crate::code::Code;
use crate::limits::{PAUSE, WRONG_FROM_ADDRESS, WRONG_IN_ALL};
use crate::rows::{MemberId, ReturnKey};

/// Whether a guess counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judgment {
    Admitted,
    Refused,
}

/// What a guest proves to know.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Proof {
    /// The code with this number.
    Code { generation: u32 },
    /// The key of a member.
    Key,
}

pub(crate) struct Door {
    room: String,
    name: PlayerName,
    guard: Mutex<Guard>,
    /// Takes a new code.
    renewed: Box<dyn Fn(Code) + Send + Sync>,
}

struct Guard {
    code: Code,
    /// Number of codes before this one.
    generation: u32,
    /// Wrong guesses of this code.
    wrong: u32,
    /// Wrong codes and keys by address, and the time of the last one.
    addresses: HashMap<IpAddr, (u32, Instant)>,
    /// When the code was last renewed.
    renewed: Option<Instant>,
    keys: HashMap<MemberId, ReturnKey>,
}

impl Door {
    pub fn new(room: String, name: PlayerName, code: Code, renewed: impl Fn(Code) + Send + Sync + 'static) -> Self {
        let (addresses, keys) = (HashMap::new(), HashMap::new());
        let guard = Guard { code, generation: 0, wrong: 0, addresses, renewed: None, keys };
        Self { room, name, guard: Mutex::new(guard), renewed: Box::new(renewed) }
    }

    pub fn room(&self) -> &str {
        &self.room
    }

    pub const fn name(&self) -> &PlayerName {
        &self.name
    }

    fn guard(&self) -> MutexGuard<'_, Guard> {
        self.guard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the code and its number, unless guests from this address must wait.
    pub fn code(&self, address: IpAddr) -> Option<(Code, u32)> {
        let mut guard = self.guard();
        (!guard.is_paused(address)).then(|| (guard.code.clone(), guard.generation))
    }

    /// Judges a proof. Of codes at the same time, only those before a pause count. A right key
    /// always counts, since no one can guess it.
    pub fn judge(&self, address: IpAddr, proof: Proof, is_right: bool) -> Judgment {
        let mut guard = self.guard();
        match proof {
            Proof::Code { generation } if guard.generation != generation || guard.is_paused(address) => {}
            Proof::Code { .. } if is_right => {
                guard.addresses.remove(&address);
                return Judgment::Admitted;
            }
            Proof::Code { .. } => {
                guard.count(address);
                guard.wrong += 1;
                if guard.wrong == WRONG_IN_ALL {
                    guard.renew();
                    (self.renewed)(guard.code.clone());
                }
            }
            Proof::Key if is_right => return Judgment::Admitted,
            Proof::Key => guard.count(address),
        }
        Judgment::Refused
    }

    pub fn key(&self, member: MemberId) -> Option<ReturnKey> {
        self.guard().keys.get(&member).cloned()
    }

    pub fn set_key(&self, member: MemberId, key: Option<ReturnKey>) {
        let keys = &mut self.guard().keys;
        match key {
            Some(key) => _ = keys.insert(member, key),
            None => _ = keys.remove(&member),
        }
    }
}

impl Guard {
    fn is_paused(&mut self, address: IpAddr) -> bool {
        let is_recent = |at: Instant| at.elapsed() < PAUSE;
        self.addresses.retain(|_, (_, at)| is_recent(*at));
        let wrong = self.addresses.get(&address).map_or(0, |(wrong, _)| *wrong);
        wrong >= WRONG_FROM_ADDRESS || self.renewed.is_some_and(is_recent)
    }

    /// Counts something wrong.
    fn count(&mut self, address: IpAddr) {
        let (wrong, at) = self.addresses.entry(address).or_insert((0, Instant::now()));
        (*wrong, *at) = (*wrong + 1, Instant::now());
    }

    fn renew(&mut self) {
        self.code = Code::random();
        (self.generation, self.wrong, self.renewed) = (self.generation + 1, 0, Some(Instant::now()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, channel};

    fn address(number: u8) -> IpAddr {
        [192, 168, 1, number].into()
    }

    fn door() -> (Door, Receiver<Code>) {
        let (tell, renewed) = channel();
        let name = "Ann".parse().unwrap();
        (Door::new("mfrggzdfmztwq".to_owned(), name, Code::random(), move |code| _ = tell.send(code)), renewed)
    }

    #[test]
    fn wrong_codes_make_wait_and_change_the_code() {
        let (door, renewed) = door();
        let first = door.code(address(0)).unwrap();
        let proof = Proof::Code { generation: 0 };
        for number in 0..9 {
            assert!(door.code(address(number / 3)) == Some(first.clone()));
            assert_eq!(door.judge(address(number / 3), proof, false), Judgment::Refused);
        }
        // Three addresses wait, also with the right code, and guesses at the same time do not
        // count.
        assert!(door.code(address(0)).is_none());
        assert_eq!(door.judge(address(0), proof, true), Judgment::Refused);
        assert_eq!(door.judge(address(9), proof, true), Judgment::Admitted);
        assert!(renewed.try_recv().is_err());
        assert_eq!(door.judge(address(9), proof, false), Judgment::Refused);
        assert_eq!(renewed.try_iter().count(), 1);
        // Now everyone waits, and the old code is worth nothing.
        assert!(door.code(address(10)).is_none());
        assert_eq!(door.judge(address(10), proof, true), Judgment::Refused);
    }

    #[test]
    fn wrong_keys_make_wait_and_leave_the_code() {
        let (door, renewed) = door();
        for _ in 0..2 * WRONG_IN_ALL {
            assert_eq!(door.judge(address(0), Proof::Key, false), Judgment::Refused);
        }
        assert!(door.code(address(0)).is_none() && door.code(address(1)).is_some());
        assert_eq!(door.judge(address(0), Proof::Key, true), Judgment::Admitted);
        assert!(renewed.try_recv().is_err());
    }
}
