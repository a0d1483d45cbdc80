// SPDX-License-Identifier: GPL-3.0-or-later
//! A game as the text of a file.

use morris::escape;
use serde::{Deserialize, Serialize};

use crate::error::LineError;
use crate::keys::SecretKey;
use crate::limits::MAX_TEXT_BYTES;
use crate::line::{Content, Line};
use crate::message_game::{MessageGame, Role};
use crate::reading::Origin;

/// First line of the file.
const HEAD: &str = "# Nine Men's Morris game by message. The secret key is for you alone.";
const VERSION: u32 = 1;
/// Number of letters from which on a word in a message could be part of a secret key.
const LONGEST_QUOTED: usize = 20;

/// Maximum size of the text of a game, in bytes. Each of its two lines is a text.
pub const MAX_FILE_TEXT_BYTES: usize = 2 * MAX_TEXT_BYTES;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Keys {
    version: u32,
    role: Role,
    secret: String,
    invitation: String,
    /// The line of the whole game. A guest always has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
}

/// The key of the file that all versions have.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

/// Why a text is not a game by message. The words never contain the secret key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum FileTextError {
    #[error("it is larger than {MAX_FILE_TEXT_BYTES} bytes")]
    TooLong,
    #[error("it is not a game by message: {0}")]
    Syntax(String),
    #[error("“version” is {found}, and this program knows {VERSION}")]
    Version { found: u32 },
    #[error("“secret” is not the key of this game")]
    Secret,
    #[error("“invitation”: {0}")]
    Invitation(#[source] LineError),
    #[error("“game”: {0}")]
    Game(#[source] LineError),
}

impl MessageGame {
    /// Returns the game as the text of a file, which holds the secret key. The file must be
    /// readable for its user only.
    pub fn to_toml(&self) -> String {
        let keys = toml::to_string(&Keys::from(self)).expect("TOML can hold texts and numbers");
        format!("{HEAD}\n{keys}")
    }

    /// Reads the text of a file.
    pub fn from_toml(text: &str) -> Result<Self, FileTextError> {
        if text.len() > MAX_FILE_TEXT_BYTES {
            return Err(FileTextError::TooLong);
        }
        // The version comes first, because a newer program may write other keys.
        let version = toml::from_str::<Version>(text).map_or(VERSION, |keys| keys.version);
        if version != VERSION {
            return Err(FileTextError::Version { found: version });
        }
        // The message alone, because the whole error quotes the text.
        let keys: Keys = toml::from_str(text).map_err(|error| FileTextError::Syntax(without_key(error.message())))?;
        keys.try_into()
    }
}

/// Returns a message in a form fit for users. A value in the wrong place is quoted in it, and could
/// be the secret key.
fn without_key(message: &str) -> String {
    let is_short = |word: &str| word.len() < LONGEST_QUOTED;
    match message.split(|letter: char| !letter.is_ascii_alphanumeric()).all(is_short) {
        true => escape(message),
        false => "a value is in the wrong place".to_owned(),
    }
}

impl From<&MessageGame> for Keys {
    fn from(game: &MessageGame) -> Self {
        Self {
            version: VERSION,
            role: game.role,
            secret: game.secret.letters(),
            invitation: game.invitation.to_string(),
            game: game.accepted.is_some().then(|| game.whole()),
        }
    }
}

impl TryFrom<Keys> for MessageGame {
    type Error = FileTextError;

    fn try_from(keys: Keys) -> Result<Self, Self::Error> {
        let secret = SecretKey::read(&keys.secret).ok_or(FileTextError::Secret)?;
        let invitation = Line::parse(&keys.invitation).map_err(FileTextError::Invitation)?;
        let Content::Invitation { key, .. } = *invitation.content() else {
            return Err(FileTextError::Invitation(LineError::NoInvitation));
        };
        if keys.role == Role::Inviter && key != secret.public() {
            return Err(FileTextError::Secret);
        }
        let mut game = Self::waiting(secret, keys.role, invitation);
        match keys.game {
            Some(text) => game.open(&text).map_err(FileTextError::Game)?,
            None if keys.role == Role::Guest => return Err(FileTextError::Game(LineError::NoLine)),
            None => {}
        }
        Ok(game)
    }
}

impl MessageGame {
    /// Reads the acceptance or the whole game of a file.
    fn open(&mut self, text: &str) -> Result<(), LineError> {
        let line = Line::parse(text)?;
        self.invitation.check_same_game(&line)?;
        match line.content() {
            Content::Acceptance { name, key } => self.read_acceptance(&line, name, *key),
            Content::Whole(whole) => self.read_whole(&line, whole, Origin::File),
            Content::Invitation { .. } | Content::Turn { .. } => Err(LineError::NoLine),
        }
        .map(drop)
    }
}
