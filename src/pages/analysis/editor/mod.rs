// SPDX-License-Identifier: GPL-3.0-or-later
//! The editor of positions: a board, and beside it or below it a palette of men, each side's
//! reserve of men in hand, and the rules.
//!
//! What is edited is a [`Draft`], which corrects the men in hand after each change.

mod controls;
#[cfg(test)]
mod tests;

use std::cell::{Cell, OnceCell, RefCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::{gdk, gio};

use morris::{Arrangement, ArrangementError, Color, Point, Position, Rules};
use morris_paint::geometry::Trays;
use morris_play::draft::{Draft, Tool};
use morris_play::session::Cue;

use crate::board::{BoardView, MenTray, tray_words};
use crate::compat::announcer::Again;
use crate::services::PageContext;
use crate::text::describe;
use crate::text::i18n::{gettext_f, sentences};
use crate::widgets::adaptive_layout::{AdaptiveLayout, BoardAndPanel, in_scrolled_window};
use crate::widgets::keys::has_command;
use crate::widgets::shortcuts::game_action;

/// Layout of the board and the panel. Below the board, the panel has at least half of the page.
const PARTS: BoardAndPanel = BoardAndPanel { share: (0, 50), below: Some(225), ..BoardAndPanel::WORK };
/// Maximum number of points that are announced after a change is undone.
const MOST_ANNOUNCED: usize = 3;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "position_editor.ui")]
    pub struct PositionEditor {
        #[template_child]
        pub(super) parts: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) board: TemplateChild<BoardView>,
        #[template_child]
        pub(super) white_men: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub(super) black_men: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub(super) erase: TemplateChild<gtk::ToggleButton>,
        /// Picture on the tool that places white men.
        #[template_child]
        pub(super) white_man: TemplateChild<MenTray>,
        /// Picture on the tool that places black men.
        #[template_child]
        pub(super) black_man: TemplateChild<MenTray>,
        #[template_child]
        pub(super) undo: TemplateChild<gtk::Button>,
        /// Makes a change again that was taken back.
        #[template_child]
        pub(super) redo: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) white_moves: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub(super) black_moves: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub(super) white_check: TemplateChild<gtk::Image>,
        #[template_child]
        pub(super) black_check: TemplateChild<gtk::Image>,
        #[template_child]
        pub(super) white_tray: TemplateChild<MenTray>,
        #[template_child]
        pub(super) white_count: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) black_tray: TemplateChild<MenTray>,
        #[template_child]
        pub(super) black_count: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) white_hand: TemplateChild<gtk::SpinButton>,
        #[template_child]
        pub(super) black_hand: TemplateChild<gtk::SpinButton>,
        /// Icon that shows whether the position is playable.
        #[template_child]
        pub(super) verdict_sign: TemplateChild<gtk::Image>,
        /// Text that the position is playable, or the reason why not.
        #[template_child]
        pub(super) verdict: TemplateChild<gtk::Label>,
        /// Selects the rules, and with them the board.
        #[template_child]
        pub(super) rules_row: TemplateChild<adw::ComboRow>,
        /// Leads to the set-up of a game.
        #[template_child]
        pub(super) start: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) analyze: TemplateChild<gtk::Button>,
        /// The position being set up.
        pub(super) draft: Cell<Draft>,
        /// Earlier states.
        pub(super) past: RefCell<Vec<Draft>>,
        /// States that were taken back.
        pub(super) future: RefCell<Vec<Draft>>,
        /// The rules in that row, with their names.
        pub(super) offered: RefCell<Vec<(Rules, String)>>,
        pub(super) actions: gio::SimpleActionGroup,
        /// Services shared by all pages, and the sender of messages to the window.
        pub(super) context: OnceCell<PageContext>,
        /// Whether the controls are being updated, so that they must not act.
        pub(super) showing: Cell<bool>,
    }

    impl ObjectImpl for PositionEditor {
        fn constructed(&self) {
            self.parent_constructed();
            let editor = self.obj();
            self.parts.set_layout_manager(Some(AdaptiveLayout::new(PARTS)));
            editor.set_child(gtk::Widget::NONE);
            editor.set_child(Some(&in_scrolled_window(&self.parts)));
            // As in the analysis, so that the points stay where they are.
            self.board.set_trays(Trays::Shown);
            editor.connect_controls();
            editor.add_actions();
            editor.show_draft();
        }
    }

    impl WidgetImpl for PositionEditor {}
}

class!(PositionEditor: adw::Bin, template = [BoardView, MenTray]);

/// Direction in the history of the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Retrace {
    Undo,
    Redo,
}

impl PositionEditor {
    /// Makes the widget part of a page, with the services and the sender of messages. The page
    /// passes on the keys that it gets.
    pub fn join(&self, context: &PageContext) {
        let imp = self.imp();
        imp.context.get_or_init(|| context.clone());
        let settings = &context.services.settings;
        settings.read(|settings| imp.board.follow(settings));
        settings.connect_for(self, |editor, settings| editor.imp().board.follow(settings));
        self.list_rules();
    }

    /// Starts to edit a position, legal or not.
    pub fn edit(&self, rules: Rules, arrangement: Arrangement) {
        let imp = self.imp();
        imp.past.take();
        imp.future.take();
        imp.draft.set(Draft::of(rules, arrangement));
        self.list_rules();
        self.show_draft();
    }

    pub fn actions(&self) -> &gio::SimpleActionGroup {
        &self.imp().actions
    }

    pub fn board(&self) -> BoardView {
        self.imp().board.get()
    }

    /// Returns the position being set up, legal or not.
    pub fn arrangement(&self) -> Arrangement {
        self.draft().arrangement()
    }

    /// Sets the rules by which positions are checked. Keeps the position if the board is the same.
    pub fn set_rules(&self, rules: Rules) {
        self.change(|draft| *draft = draft.by(rules));
        self.list_rules();
    }

    /// Returns the rules by which positions are checked.
    pub fn rules(&self) -> Rules {
        self.draft().rules()
    }

    /// Returns the position, if a game can start from it.
    pub fn position(&self) -> Option<Position> {
        let draft = self.draft();
        draft.check().ok().filter(|position| position.outcome(&draft.rules()).is_none())
    }

    /// Returns the text that the position is playable, or the reason why not.
    pub fn verdict(&self) -> String {
        self.imp().verdict.label().into()
    }

    /// Handles a key that reached the page. Delete removes the man on the focused point, and S asks
    /// about the side to move. Other keys belong to the board.
    pub fn key_pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        let board = &self.imp().board;
        match (game_action(key, state), key, board.focused_point()) {
            (Some("undo"), ..) => self.retrace(Retrace::Undo),
            (Some("redo"), ..) => self.retrace(Retrace::Redo),
            (None, gdk::Key::Delete | gdk::Key::KP_Delete | gdk::Key::BackSpace, Some(point))
                if !has_command(state) =>
            {
                self.change(|draft| draft.remove(point));
            }
            (None, gdk::Key::s | gdk::Key::S, _) if !has_command(state) => self.announce(&self.state(), Again::Yes),
            _ => return board.handle_key(key, state),
        }
        glib::Propagation::Stop
    }

    fn draft(&self) -> Draft {
        self.imp().draft.get()
    }

    /// Changes the draft, and tells what else changed by that.
    fn change(&self, change: impl FnOnce(&mut Draft)) {
        self.change_by(None, change);
    }

    /// Changes the draft. A control that shows the men of a side in hand has told its own change.
    fn change_by(&self, hand: Option<Color>, change: impl FnOnce(&mut Draft)) {
        let imp = self.imp();
        let old = self.draft();
        let mut new = old;
        change(&mut new);
        imp.draft.set(new);
        if (new.rules(), new.arrangement()) == (old.rules(), old.arrangement()) {
            return self.show_draft();
        }
        imp.past.borrow_mut().push(old);
        imp.future.borrow_mut().clear();
        self.show_draft();
        let mut words = match imp.board.focused_point() {
            // A screen reader speaks the point that has the focus.
            Some(_) => Vec::new(),
            None => describe_points(&old, &new),
        };
        words.extend([describe_hands(&old, &new, hand), self.verdict()]);
        self.announce(&sentences(&words), Again::No);
    }

    /// Returns the side to move, and the verdict.
    fn state(&self) -> String {
        let side = match self.arrangement().side {
            Color::White => gettext("White to Move"),
            Color::Black => gettext("Black to Move"),
        };
        sentences(&[side, self.verdict()])
    }

    /// Changes the draft at a point, or shows there why that is impossible.
    fn try_at(&self, point: Point, change: impl FnOnce(&mut Draft) -> Result<(), ArrangementError>) {
        let mut refused = None;
        self.change(|draft| refused = change(draft).err());
        let board = &self.imp().board;
        // Move the focus to the typed point, so that Delete can remove the man.
        if board.focused_point().is_some() {
            board.focus_point(point);
        }
        if let Some(error) = refused {
            let words = describe::arrangement_error(&error);
            board.refuse(&words);
            self.announce(&words, Again::Yes);
            if let Some(PageContext { services, .. }) = self.imp().context.get() {
                services.play_cue(Cue::Refused);
            }
        }
    }

    /// Takes a change back, or makes it again.
    fn retrace(&self, way: Retrace) {
        let imp = self.imp();
        let (from, to) = match way {
            Retrace::Undo => (&imp.past, &imp.future),
            Retrace::Redo => (&imp.future, &imp.past),
        };
        let Some(mut new) = from.borrow_mut().pop() else {
            return self.answer(&match way {
                Retrace::Undo => gettext("There is nothing to undo"),
                Retrace::Redo => gettext("There is nothing to redo"),
            });
        };
        new.tool = self.draft().tool;
        let old = imp.draft.replace(new);
        to.borrow_mut().push(old);
        self.show_draft();
        if old.rules() != new.rules() {
            self.list_rules();
        }
        let mut words = describe_points(&old, &new);
        words.extend([describe_hands(&old, &new, None), self.verdict()]);
        self.announce(&sentences(&words), Again::No);
    }

    fn show_draft(&self) {
        let imp = self.imp();
        let draft = self.draft();
        let (rules, arrangement) = (draft.rules(), draft.arrangement());
        imp.showing.set(true);
        imp.board.show(&draft.scene());
        imp.white_men.set_active(draft.tool == Tool::Men(Color::White));
        imp.black_men.set_active(draft.tool == Tool::Men(Color::Black));
        imp.erase.set_active(draft.tool == Tool::Erase);
        for color in Color::BOTH {
            let Side { moves, check, count, tray, hand } = self.side(color);
            let is_to_move = arrangement.side == color;
            moves.set_active(is_to_move);
            // The sign keeps its place, so that nothing moves.
            check.set_opacity(if is_to_move { 1.0 } else { 0.0 });
            count.set_label(&describe::in_hand(arrangement.hand[color]));
            tray.set_visible(arrangement.hand[color] > 0);
            tray.set_color(color);
            tray.set_men(arrangement.hand[color], draft.lost(color), 0, rules.men);
            hand.set_range(0.0, draft.most_in_hand(color).into());
            hand.set_value(arrangement.hand[color].into());
        }
        imp.showing.set(false);
        self.enable_transformations();
        self.show_history();
        self.show_verdict();
    }

    fn show_verdict(&self) {
        let imp = self.imp();
        let draft = self.draft();
        let checked = draft.check();
        let over = checked.as_ref().ok().and_then(|position| position.outcome(&draft.rules()));
        imp.verdict.set_label(&match (&checked, over) {
            (Err(errors), _) => errors.0.first().map(describe::arrangement_error).unwrap_or_default(),
            (Ok(_), Some(outcome)) => {
                let reason = describe::outcome_reason(outcome, &draft.rules());
                // Translators: {reason} is a sentence such as “Black cannot move any piece.”
                gettext_f("In this position the game is over. {reason}", &[("reason", &reason)])
            }
            (Ok(_), None) => gettext("You can start a game from here."),
        });
        let playable = checked.is_ok() && over.is_none();
        imp.verdict_sign.set_icon_name(Some(if playable {
            "object-select-symbolic"
        } else {
            "dialog-warning-symbolic"
        }));
        for button in [&imp.start, &imp.analyze] {
            button.set_sensitive(playable);
        }
    }

    /// Shows which changes can be taken back or made again. A button that becomes insensitive gives
    /// the focus to the board.
    fn show_history(&self) {
        let imp = self.imp();
        for (button, history) in [(&imp.undo, &imp.past), (&imp.redo, &imp.future)] {
            let has_some = !history.borrow().is_empty();
            if !has_some && button.has_focus() {
                imp.board.grab_focus();
            }
            button.set_sensitive(has_some);
        }
    }

    fn side(&self, color: Color) -> Side<'_> {
        let imp = self.imp();
        let (moves, check, count, tray, hand) = match color {
            Color::White => (&imp.white_moves, &imp.white_check, &imp.white_count, &imp.white_tray, &imp.white_hand),
            Color::Black => (&imp.black_moves, &imp.black_check, &imp.black_count, &imp.black_tray, &imp.black_hand),
        };
        Side { moves, check, count, tray, hand }
    }

    fn announce(&self, words: &str, again: Again) {
        if let Some(PageContext { messages, .. }) = self.imp().context.get().filter(|_| self.is_mapped()) {
            messages.announce(words, again);
        }
    }

    fn answer(&self, words: &str) {
        if let Some(PageContext { messages, .. }) = self.imp().context.get() {
            messages.answer(words);
        }
    }
}

struct Side<'a> {
    /// Makes it the side to move.
    moves: &'a gtk::ToggleButton,
    /// Sign of the side to move.
    check: &'a gtk::Image,
    /// Number of its men in hand, in words.
    count: &'a gtk::Label,
    /// Its men in hand, as a picture.
    tray: &'a MenTray,
    /// Number of its men in hand.
    hand: &'a gtk::SpinButton,
}

/// Returns the numbers of men in hand that a change has changed by itself. Those that changed
/// because a man was placed or removed are clear.
fn describe_hands(old: &Draft, new: &Draft, told: Option<Color>) -> String {
    let (before, after) = (old.arrangement(), new.arrangement());
    let changed = |color: &Color| before.hand[*color] != after.hand[*color] && Some(*color) != told;
    let words = |color: Color| tray_words(color, after.hand[color], new.lost(color));
    let colors = Color::BOTH.into_iter().filter(|_| before.men == after.men && old.rules() == new.rules());
    sentences(&colors.filter(changed).map(words).collect::<Vec<_>>())
}

/// Returns what is on the points that have changed, if these are few.
fn describe_points(old: &Draft, new: &Draft) -> Vec<String> {
    if old.rules().board != new.rules().board {
        return Vec::new();
    }
    let (before, after, scene) = (old.arrangement().men, new.arrangement().men, new.scene());
    let stays = |point: Point| {
        Color::BOTH.into_iter().all(|color| before[color].contains(point) == after[color].contains(point))
    };
    let changed: Vec<_> = new.rules().board.points().filter(|&point| !stays(point)).collect();
    if changed.len() > MOST_ANNOUNCED {
        return Vec::new();
    }
    changed.into_iter().map(|point| describe::point::point(&scene, point)).collect()
}
