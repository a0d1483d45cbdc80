// SPDX-License-Identifier: GPL-3.0-or-later
//! Enums whose values have words.

/// Defines an enum whose values have words for files, commands, and messages. `ALL` has the values
/// in order, `id` returns the word of a value, which is also how it is displayed, and `of_id` the
/// value of a word.
///
/// ```
/// morris::with_ids! {
///     /// A side of a coin.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub enum Side {
///         /// With a head.
///         Heads = "heads",
///         /// With a number.
///         Tails = "tails",
///     }
/// }
/// assert_eq!(Side::ALL.map(Side::id), ["heads", "tails"]);
/// assert_eq!((Side::of_id("tails"), Side::of_id("edge")), (Some(Side::Tails), None));
/// ```
#[macro_export]
macro_rules! with_ids {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$doc:meta])* $value:ident = $id:literal,)+ }) => {
        $(#[$about])*
        pub enum $name { $($(#[$doc])* $value,)+ }

        impl $name {
            /// All values.
            pub const ALL: [Self; [$($id),+].len()] = [$(Self::$value),+];

            /// Returns the word.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$value => $id,)+ }
            }

            /// Returns the value with this word.
            pub fn of_id(id: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.id() == id)
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.id())
            }
        }
    };
}
