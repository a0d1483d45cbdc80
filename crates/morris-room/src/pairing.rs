// SPDX-License-Identifier: GPL-3.0-or-later
//! How a connection becomes secret: SPAKE2 with the code, or the key of a member who returns, and
//! then Noise.

use std::io::Write;
use std::net::{IpAddr, TcpStream};
use std::time::Instant;

use morris_message::PlayerName;
use snow::{Builder, HandshakeState};
use spake2::{Ed25519Group, Identity, Password, Spake2};
use zeroize::{Zeroize, Zeroizing};

use crate::channel::{Reader, Writer, read_by, read_message, split, write_message};
use crate::code::Code;
use crate::door::Door;
use crate::error::RoomError;
use crate::letters;
use crate::limits::{MAX_OPEN_ROW_BYTES, PAIRING_TIME, VERSION, WRITE_TIME};
use crate::rows::{MemberId, ReturnKey, is_name_of_game};

const NOISE: &str = "Noise_NNpsk0_25519_ChaChaPoly_BLAKE2s";
/// First word of the first row.
const START: &str = "nmm-room";
/// Bytes of a message of SPAKE2: a letter for the side, and a point.
const SPAKE_BYTES: usize = 33;

type Key = Zeroizing<[u8; 32]>;

/// How a guest shows that it may enter.
#[derive(Clone)]
pub(crate) enum Ticket {
    Code(Code),
    Return(MemberId, ReturnKey),
}

/// Who wants to enter.
#[derive(Clone, Copy)]
pub(crate) enum Entrant {
    /// Someone with the code of this number.
    New {
        generation: u32,
    },
    Member(MemberId),
}

/// First row of a room.
pub(crate) struct Hello {
    pub room: String,
    pub name: PlayerName,
}

/// Enters a room. `expected` is the name of the room to which a member returns.
pub(crate) fn enter(
    stream: TcpStream,
    ticket: &Ticket,
    expected: Option<&str>,
) -> Result<(Hello, Reader, Writer), RoomError> {
    let mut open = OpenRows::new(&stream)?;
    let hello = read_hello(&open.read()?)?;
    if expected.is_some_and(|room| room != hello.room) {
        return Err(RoomError::OtherRoom);
    }
    let key = match ticket {
        Ticket::Code(code) => {
            let (password, a, b) = sides(code, &hello.room);
            let (state, message) = Spake2::<Ed25519Group>::start_a(&password, &a, &b);
            open.write(&format!("join {}", letters::write(&message)))?;
            let answer = open.read()?;
            finish(state, answer.strip_prefix("spake ").ok_or_else(|| refusal(&answer))?)?
        }
        Ticket::Return(member, key) => {
            open.write(&format!("back {member}"))?;
            key.0.clone()
        }
    };
    let mut noise = noise(&key, &open.transcript, Builder::build_initiator)?;
    let mut buffer = [0; 128];
    let length = noise.write_message(&[], &mut buffer).map_err(|_| RoomError::Broken)?;
    write_message(&stream, &buffer[..length])?;
    let answer = read_message(&stream, Some(open.end))?;
    if answer.is_empty() {
        return Err(if let Ticket::Code(_) = ticket { RoomError::WrongCode } else { RoomError::NotAMember });
    }
    noise.read_message(&answer, &mut buffer).map_err(|_| RoomError::Broken)?;
    let (reader, writer) = split(noise, stream)?;
    Ok((hello, reader, writer))
}

/// Lets a guest enter who has the code or a key. The guest proves it first.
pub(crate) fn admit(stream: TcpStream, door: &Door, address: IpAddr) -> Result<(Entrant, Reader, Writer), RoomError> {
    let mut open = OpenRows::new(&stream)?;
    open.write(&format!("{START} {VERSION} {} {}", &door.room, door.name.word()))?;
    let row = open.read()?;
    let (entrant, key) = match row.split_once(' ') {
        Some(("join", theirs)) => {
            let Some((code, generation)) = door.code(address) else {
                open.write("refused wait")?;
                return Err(RoomError::Wait);
            };
            let (password, a, b) = sides(&code, &door.room);
            let (state, message) = Spake2::<Ed25519Group>::start_b(&password, &a, &b);
            let key = finish(state, theirs)?;
            open.write(&format!("spake {}", letters::write(&message)))?;
            (Entrant::New { generation }, key)
        }
        Some(("back", member)) => {
            let member = member.parse().map_err(|_| RoomError::NotARoom)?;
            // An unknown number fails like a wrong key, so a stranger does not learn which members
            // exist.
            let key = door.key(member).unwrap_or_else(ReturnKey::random);
            (Entrant::Member(member), key.0.clone())
        }
        _ => return Err(RoomError::NotARoom),
    };
    let mut noise = noise(&key, &open.transcript, Builder::build_responder)?;
    let mut buffer = [0; 128];
    let first = read_message(&stream, Some(open.end))?;
    let is_right = noise.read_message(&first, &mut buffer).is_ok();
    let is_admitted = match entrant {
        Entrant::New { generation } => door.judge(address, generation, is_right),
        Entrant::Member(_) => is_right,
    };
    if !is_admitted {
        write_message(&stream, &[])?;
        return Err(RoomError::WrongCode);
    }
    let length = noise.write_message(&[], &mut buffer).map_err(|_| RoomError::Broken)?;
    write_message(&stream, &buffer[..length])?;
    let (reader, writer) = split(noise, stream)?;
    Ok((entrant, reader, writer))
}

fn read_hello(row: &str) -> Result<Hello, RoomError> {
    let mut words = row.split(' ');
    match (words.next(), words.next()) {
        (Some(START), Some(VERSION)) => {}
        (Some(START), Some(_)) => return Err(RoomError::Version),
        _ => return Err(RoomError::NotARoom),
    }
    let (room, name) = (words.next().filter(|room| is_name_of_game(room)), words.next());
    let name = name.and_then(PlayerName::read_word);
    match (room, name, words.next()) {
        (Some(room), Some(name), None) => Ok(Hello { room: room.to_owned(), name }),
        _ => Err(RoomError::NotARoom),
    }
}

fn refusal(row: &str) -> RoomError {
    match row {
        "refused wait" => RoomError::Wait,
        _ => RoomError::NotARoom,
    }
}

/// Returns the password and the sides of SPAKE2.
fn sides(code: &Code, room: &str) -> (Password, Identity, Identity) {
    (Password::new(code.digits()), Identity::new(START.as_bytes()), Identity::new(room.as_bytes()))
}

fn finish(state: Spake2<Ed25519Group>, theirs: &str) -> Result<Key, RoomError> {
    let theirs = letters::read::<SPAKE_BYTES>(theirs).ok_or(RoomError::NotARoom)?;
    let mut bytes = state.finish(&theirs).map_err(|_| RoomError::NotARoom)?;
    let key = bytes.as_slice().try_into().map(Zeroizing::new).map_err(|_| RoomError::NotARoom);
    bytes.as_mut_slice().zeroize();
    key
}

fn noise<'b>(
    key: &'b Key,
    transcript: &'b str,
    build: impl FnOnce(Builder<'b>) -> Result<HandshakeState, snow::Error>,
) -> Result<HandshakeState, RoomError> {
    let builder = NOISE.parse().map(Builder::new);
    let builder = builder.and_then(|builder| builder.psk(0, key)?.prologue(transcript.as_bytes()));
    builder.and_then(build).map_err(|_| RoomError::Broken)
}

/// The rows before the connection is secret.
struct OpenRows<'s> {
    stream: &'s TcpStream,
    end: Instant,
    /// All rows so far, each with its line feed.
    transcript: String,
}

impl<'s> OpenRows<'s> {
    fn new(stream: &'s TcpStream) -> Result<Self, RoomError> {
        let set = stream.set_nodelay(true).and_then(|()| stream.set_write_timeout(Some(WRITE_TIME)));
        set.map_err(RoomError::Unreachable)?;
        Ok(Self { stream, end: Instant::now() + PAIRING_TIME, transcript: String::new() })
    }

    fn write(&mut self, row: &str) -> Result<(), RoomError> {
        let mut stream = self.stream;
        let start = self.transcript.len();
        self.transcript.push_str(row);
        self.transcript.push('\n');
        stream.write_all(&self.transcript.as_bytes()[start..]).map_err(RoomError::Unreachable)
    }

    fn read(&mut self) -> Result<String, RoomError> {
        let (mut row, mut byte) = (Vec::new(), [0]);
        while byte != *b"\n" {
            if row.len() > MAX_OPEN_ROW_BYTES {
                return Err(RoomError::NotARoom);
            }
            read_by(self.stream, &mut byte, Some(self.end))?;
            row.push(byte[0]);
        }
        let row = String::from_utf8(row).map_err(|_| RoomError::NotARoom)?;
        self.transcript.push_str(&row);
        Ok(row.trim_end_matches('\n').to_owned())
    }
}
