// SPDX-License-Identifier: GPL-3.0-or-later
//! Reads text from the clipboard, with limits on time and size.

use std::time::Duration;

use adw::prelude::*;
use gtk::gdk;

use morris_play::persistence::MAX_FILE_BYTES;

/// Accepted text types, the best first.
const TEXTS: [&str; 2] = ["text/plain;charset=utf-8", "text/plain"];
/// Maximum time for the owner of the clipboard, usually another program, to deliver the text.
const PATIENCE: Duration = Duration::from_secs(2);
/// Number of bytes read at a time.
const PIECE: usize = 1 << 16;

/// Reason why there is no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoText {
    /// The clipboard is empty or has other content.
    None,
    /// The owner delivers nothing, or not everything in time.
    Silent,
}

/// Returns the text, or as much of it as shows that it is larger than any allowed file.
pub(super) async fn text(clipboard: &gdk::Clipboard) -> Result<Vec<u8>, NoText> {
    let read = glib::future_with_timeout(PATIENCE, read(clipboard)).await;
    read.map_err(|_| NoText::Silent)?.map_err(|_| NoText::None)
}

async fn read(clipboard: &gdk::Clipboard) -> Result<Vec<u8>, glib::Error> {
    let (stream, _) = clipboard.read_future(&TEXTS, glib::Priority::DEFAULT).await?;
    let mut text = Vec::new();
    while text.len() as u64 <= MAX_FILE_BYTES {
        let piece = stream.read_bytes_future(PIECE, glib::Priority::DEFAULT).await?;
        if piece.is_empty() {
            break;
        }
        text.extend_from_slice(&piece);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::future;
    use std::pin::Pin;
    use std::time::Instant;

    use gtk::gio;
    use gtk::subclass::prelude::*;

    use super::*;

    mod imp {
        use super::*;

        /// Provider that offers text but never delivers it.
        #[derive(Default)]
        pub struct Silent;

        #[glib::object_subclass]
        impl ObjectSubclass for Silent {
            const NAME: &'static str = "NmmSilentProvider";
            type Type = super::Silent;
            type ParentType = gdk::ContentProvider;
        }

        impl ObjectImpl for Silent {}

        impl ContentProviderImpl for Silent {
            fn formats(&self) -> gdk::ContentFormats {
                gdk::ContentFormats::new(&TEXTS)
            }

            fn write_mime_type_future(
                &self,
                _: &str,
                _: &gio::OutputStream,
                _: glib::Priority,
            ) -> Pin<Box<dyn Future<Output = Result<(), glib::Error>> + 'static>> {
                Box::pin(future::pending())
            }
        }
    }

    glib::wrapper! {
        pub struct Silent(ObjectSubclass<imp::Silent>) @extends gdk::ContentProvider;
    }

    /// Returns the result of reading a clipboard with this content, and checks that it takes less
    /// than three seconds.
    fn read_of(content: Option<&gdk::ContentProvider>) -> Result<Vec<u8>, NoText> {
        adw::init().unwrap();
        let clipboard = gdk::Display::default().unwrap().clipboard();
        clipboard.set_content(content).unwrap();
        let started = Instant::now();
        let read = glib::MainContext::default().block_on(text(&clipboard));
        assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
        read
    }

    fn has(kind: &str, bytes: Vec<u8>) -> Option<gdk::ContentProvider> {
        Some(gdk::ContentProvider::for_bytes(kind, &glib::Bytes::from_owned(bytes)))
    }

    #[gtk::test]
    fn a_text_is_read_whole() {
        let game = "1. d6 f4 {\u{e4}} *\n".repeat(10_000);
        for content in [has(TEXTS[0], game.clone().into()), Some(gdk::ContentProvider::for_value(&game.to_value()))] {
            assert_eq!(read_of(content.as_ref()), Ok(game.clone().into_bytes()));
        }
        assert_eq!(read_of(has(TEXTS[1], b"1. d6".to_vec()).as_ref()), Ok(b"1. d6".to_vec()));
    }

    #[gtk::test]
    fn an_owner_that_is_silent_is_not_waited_for() {
        assert_eq!(read_of(Some(glib::Object::new::<Silent>().upcast_ref())), Err(NoText::Silent));
    }

    #[gtk::test]
    fn too_large_text_is_read_only_to_its_limit() {
        let read = read_of(has(TEXTS[0], vec![b'x'; 20 << 20]).as_ref()).unwrap().len();
        let most = MAX_FILE_BYTES as usize;
        assert!((most + 1..=most + PIECE).contains(&read), "{read}");
    }

    #[gtk::test]
    fn other_content_is_no_text() {
        assert_eq!(read_of(has("image/png", b"1. d6".to_vec()).as_ref()), Err(NoText::None));
        assert_eq!(read_of(None), Err(NoText::None));
    }
}
