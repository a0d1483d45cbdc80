// SPDX-License-Identifier: GPL-3.0-or-later
//! The protocol of the AI competition: a referee starts each player as a program and talks to it by lines.
//!
//! It says `0` or `1` for White or Black, hears a name, and then, for every decision, says a [`Question`] such as
//! `EEEEEEEEEEEEEEEEEEEEEEEE 9 9 0` and hears an [`Answer`]: a point to place on, a man to remove, or from and to.
//! [`CompetitionClient`] is such a program as a player, [`Server`] is our engine as such a program.

mod answer;
mod competitor;
mod question;
mod server;

pub use answer::{Answer, AnswerError};
pub use competitor::CompetitionClient;
pub use question::{Question, QuestionError, Wanted};
pub use server::{Server, ServerError};
