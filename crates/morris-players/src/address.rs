// SPDX-License-Identifier: GPL-3.0-or-later
//! Addresses of classroom agents.

use morris::escape;
use std::fmt;

const SCHEME: &str = "http://";

/// An address such as `http://127.0.0.1:5000`. A user and a password may precede the host.
///
/// `Display`, `Debug` and the errors leave out the user and the password.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    /// `user:password@`, or an empty string.
    secret: String,
    /// Host, port and path.
    rest: String,
}

/// Why a text is not an address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum AddressError {
    #[error("“{0}” is not an address such as http://127.0.0.1:5000")]
    Unreadable(String),
    #[error("“{address}” has “{port}” for a port; ports go from 1 to 65535")]
    Port {
        /// The text, without user and password.
        address: String,
        port: String,
    },
    /// The address has a query or a fragment, which begins with `?` or `#`. Agents are called by
    /// path alone.
    #[error("“{address}” has a “{letter}”, which the address of an agent cannot have")]
    Query { address: String, letter: char },
}

impl Address {
    /// Reads an address without contacting it.
    pub fn read(text: &str) -> Result<Self, AddressError> {
        let unreadable = || AddressError::Unreadable(escape(&without_secret(text.trim())));
        let typed = after_scheme(text.trim()).ok_or_else(unreadable)?.trim_end_matches('/');
        let place = typed.split(['/', '?', '#']).next().unwrap_or_default();
        let secret = place.rfind('@').map_or(0, |at| at + 1);
        let (host, port) = host_and_port(place.get(secret..).unwrap_or_default()).ok_or_else(unreadable)?;
        let number = match port.map(|port| (port, port_number(port))) {
            // This may be the beginning of a password rather than a port.
            Some((_, None)) if typed.rfind('@').is_some_and(|at| at >= secret) => return Err(unreadable()),
            Some((port, None)) => {
                return Err(AddressError::Port { address: escape(&without_secret(text.trim())), port: escape(port) });
            }
            port => port.and_then(|(_, number)| number),
        };
        // The path of each request is appended, so it would end up in the query.
        if let Some(letter) = typed.chars().find(|letter| ['?', '#'].contains(letter)) {
            return Err(AddressError::Query { address: escape(&without_secret(text.trim())), letter });
        }
        let address = Self {
            secret: typed.get(..secret).unwrap_or_default().to_owned(),
            rest: typed.get(secret..).unwrap_or_default().to_owned(),
        };
        // The HTTP client must read the address as this function does.
        let read: ureq::http::Uri = address.contacted().parse().map_err(|_| unreadable())?;
        if host.is_empty() || read.host() != Some(host) || read.port_u16() != number {
            return Err(unreadable());
        }
        Ok(address)
    }

    /// Returns the whole address with user and password, for the HTTP client only.
    pub(super) fn contacted(&self) -> String {
        format!("{SCHEME}{}{}", self.secret, self.rest)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}{}", self.rest)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

/// Returns a text as it may be shown. If it looks like an address, everything before the last `@`
/// is left out except the scheme.
pub(super) fn without_secret(text: &str) -> String {
    match (text.split_once("://"), text.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, shown))) if !scheme.contains(char::is_whitespace) => format!("{scheme}://{shown}"),
        _ => text.to_owned(),
    }
}

fn after_scheme(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_at_checked(SCHEME.len())?;
    scheme.eq_ignore_ascii_case(SCHEME).then_some(rest)
}

/// Splits `127.0.0.1:5000` or `[::1]:5000` into host and port. The port is optional.
fn host_and_port(place: &str) -> Option<(&str, Option<&str>)> {
    let end = if place.starts_with('[') { place.find(']')? + 1 } else { place.find(':').unwrap_or(place.len()) };
    let (host, rest) = place.split_at_checked(end)?;
    match rest {
        "" => Some((host, None)),
        rest => Some((host, Some(rest.strip_prefix(':')?))),
    }
}

fn port_number(text: &str) -> Option<u16> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&port| digits && port != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_shown_without_its_secret() {
        for (typed, shown, contacted) in [
            ("http://127.0.0.1:5000", "http://127.0.0.1:5000", "http://127.0.0.1:5000"),
            (" HTTP://localhost/ ", "http://localhost", "http://localhost"),
            ("http://[::1]:1/a/b", "http://[::1]:1/a/b", "http://[::1]:1/a/b"),
            ("http://ann:pw@h:65535/@x", "http://h:65535/@x", "http://ann:pw@h:65535/@x"),
            ("http://ann@h", "http://h", "http://ann@h"),
        ] {
            let address = Address::read(typed).unwrap();
            assert_eq!((address.to_string().as_str(), address.contacted().as_str()), (shown, contacted));
            assert_eq!(format!("{address:?}"), format!("Address({shown})"));
        }
    }

    #[test]
    fn ports_that_do_not_exist_are_named() {
        for port in ["", "0", "65536", "70000", "99999", "-1", "+80", "abc", "80:80", "８０", "18446744073709551617"]
        {
            for place in ["127.0.0.1", "[::1]", "ann:pw@h"] {
                let error = Address::read(&format!("http://{place}:{port}/path")).unwrap_err();
                let address = format!("http://{}:{port}/path", place.trim_start_matches("ann:pw@"));
                assert_eq!(error, AddressError::Port { address, port: port.to_owned() });
            }
        }
    }

    #[test]
    fn text_after_the_path_is_refused() {
        let refused = |text: &str| Address::read(text).unwrap_err().to_string();
        for letter in ['?', '#'] {
            for rest in ["/a?b=c", "/a?", "?b", "?"] {
                let text = format!("http://127.0.0.1:9555{rest}").replace('?', &letter.to_string());
                let words = format!("“{text}” has a “{letter}”, which the address of an agent cannot have");
                assert_eq!(refused(&text), words);
            }
        }
        let words = "“http://h?x” has a “?”, which the address of an agent cannot have";
        assert_eq!(refused("http://ann:s3cret@h?x"), words);
    }

    #[test]
    fn invalid_address_is_refused_without_its_secret() {
        for text in ["", "http:", "http://", "http:///x", "http://one two", "http://[::1", "http://[::1]x", "ftp://h"] {
            assert_eq!(Address::read(text), Err(AddressError::Unreadable(text.to_owned())));
        }
        for text in ["http://ann:s3cret@", "http://ann:s3/cret@h", "http://ann:s3cret@h:x", "ftp://ann:s3cret@h"] {
            let error = Address::read(text).unwrap_err();
            assert!(!format!("{error} {error:?}").contains("s3"), "{error:?}");
        }
    }
}
