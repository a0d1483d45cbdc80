// SPDX-License-Identifier: GPL-3.0-or-later
//! Mirrors and turns the board with all that is on it, and swaps the colors. The result is an
//! analysis of the user's own, so that a saved game stays as it is.

use adw::subclass::prelude::*;
use gettextrs::gettext;

use morris::Transformation;

use crate::compat::announcer::Again;

use super::opened::{Head, Opened, Subject};
use super::{AnalysisPage, Announce};

impl AnalysisPage {
    /// Shows the image of the tree under the transformation with this id, at the same move.
    pub(super) fn transform(&self, id: &str) {
        let Some(kind) = Transformation::ALL.into_iter().find(|kind| kind.id() == id) else { return };
        // What has just been begun gets its id, which its image takes over.
        self.save_now();
        let part = self.part();
        let image = self.imp().opened.borrow().as_ref().and_then(|opened| image(opened, kind));
        let Some(image) = image else {
            return self.context().messages.answer(&gettext("This is not possible in this position"));
        };
        let is_empty = image.is_empty();
        self.restore(image, part);
        self.show_position(Announce::Silently);
        self.context().messages.announce(&done(kind), Again::Yes);
        if !is_empty {
            self.save_soon();
        }
    }
}

/// Returns the image of the whole tree with its players, or of the current position alone if the
/// start has none. The user's own analysis stays the same one.
fn image(opened: &Opened, kind: Transformation) -> Option<Subject> {
    let Some(analysis) = opened.analysis.image(kind) else {
        let rules = *opened.tree().rules();
        return Some(Subject::own_position(rules, kind.position(opened.analysis.position(), &rules)?));
    };
    let own = Some(opened).filter(|opened| opened.is_own);
    let document = own.and_then(|own| own.document.clone());
    let name = own.and_then(|own| own.head.name.clone());
    // Tags would name the players of the other colors.
    let head = Head { name, ..Head::default() };
    let mut setup = opened.setup.clone();
    if kind == Transformation::SwapColors {
        setup.players = setup.players.swapped();
    }
    Some(Subject { document, head, setup, analysis, is_own: true })
}

fn done(kind: Transformation) -> String {
    match kind {
        Transformation::Mirror => gettext("Mirrored"),
        Transformation::TurnLeft => gettext("Rotated to the left"),
        Transformation::TurnRight => gettext("Rotated to the right"),
        Transformation::InsideOut => gettext("Turned inside out"),
        Transformation::SwapColors => gettext("Colors swapped"),
    }
}
