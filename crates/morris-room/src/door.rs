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

pub(crate) struct Door {
    /// Name of the room in links, and as people see it.
    pub room: String,
    pub name: PlayerName,
    guard: Mutex<Guard>,
    /// Called when there is a new code.
    renewed: Box<dyn Fn() + Send + Sync>,
}

struct Guard {
    code: Code,
    /// Number of codes before this one.
    generation: u32,
    /// Wrong guesses of this code.
    wrong: u32,
    /// Wrong codes by address, and the time of the last one.
    addresses: HashMap<IpAddr, (u32, Instant)>,
    /// When the code was last renewed.
    renewed: Option<Instant>,
    keys: HashMap<MemberId, ReturnKey>,
}

impl Door {
    pub fn new(room: String, name: PlayerName, code: Code, renewed: impl Fn() + Send + Sync + 'static) -> Self {
        let (addresses, keys) = (HashMap::new(), HashMap::new());
        let guard = Guard { code, generation: 0, wrong: 0, addresses, renewed: None, keys };
        Self { room, name, guard: Mutex::new(guard), renewed: Box::new(renewed) }
    }

    fn guard(&self) -> MutexGuard<'_, Guard> {
        self.guard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn newest_code(&self) -> Code {
        self.guard().code.clone()
    }

    /// Returns the code and its number, unless guests from this address must wait.
    pub fn code(&self, address: IpAddr) -> Option<(Code, u32)> {
        let mut guard = self.guard();
        (!guard.is_paused(address)).then(|| (guard.code.clone(), guard.generation))
    }

    /// Returns whether a guess of the code with this number admits a guest. Of guesses at the same
    /// time, only those before a pause count.
    pub fn judge(&self, address: IpAddr, generation: u32, is_right: bool) -> bool {
        let mut guard = self.guard();
        if guard.generation != generation || guard.is_paused(address) {
            return false;
        }
        if is_right {
            guard.addresses.remove(&address);
        } else if guard.count(address) {
            guard.renew();
            (self.renewed)();
        }
        is_right
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

    /// Counts a wrong code, and returns `true` if there must be a new one.
    fn count(&mut self, address: IpAddr) -> bool {
        let (wrong, at) = self.addresses.entry(address).or_insert((0, Instant::now()));
        (*wrong, *at) = (*wrong + 1, Instant::now());
        self.wrong += 1;
        self.wrong == WRONG_IN_ALL
    }

    fn renew(&mut self) {
        self.code = Code::random();
        (self.generation, self.wrong, self.renewed) = (self.generation + 1, 0, Some(Instant::now()));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use super::*;

    fn address(number: u8) -> IpAddr {
        [192, 168, 1, number].into()
    }

    fn door() -> (Door, Receiver<()>) {
        let (tell, renewed) = channel();
        let name = "Ann".parse().unwrap();
        (Door::new("mfrggzdfmztwq".to_owned(), name, Code::random(), move || _ = tell.send(())), renewed)
    }

    #[test]
    fn wrong_codes_make_wait_and_change_the_code() {
        let (door, renewed) = door();
        let first = door.code(address(0)).unwrap();
        for number in 0..9 {
            assert!(door.code(address(number / 3)) == Some(first.clone()));
            assert!(!door.judge(address(number / 3), 0, false));
        }
        // Three addresses wait, also with the right code, and guesses at the same time do not
        // count.
        assert!(door.code(address(0)).is_none() && !door.judge(address(0), 0, true));
        assert!(door.judge(address(9), 0, true) && renewed.try_recv().is_err());
        assert!(!door.judge(address(9), 0, false));
        assert_eq!(renewed.try_iter().count(), 1);
        // Now everyone waits, and the old code is worth nothing.
        assert!(door.code(address(10)).is_none() && !door.judge(address(10), 0, true));
    }
}
