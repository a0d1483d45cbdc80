// SPDX-License-Identifier: GPL-3.0-or-later
//! Sets up a position: men are placed and removed, and the position is checked after each change.

mod analysis;
mod draft;

use std::cell::{Cell, OnceCell};

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;

use morris::{Arrangement, Color, Point, Position, Rules};
use morris_play::persistence::Settings;

use crate::app::keys;
use crate::board::BoardView;
use crate::compat::announcer::Again;
use crate::pages::app_page::{AppPage, Page, PageId, Pages, Restore, Saved};
use crate::pages::setup::SetupPage;
use crate::services::{EngineClient, PageContext};
use crate::text::describe;
use crate::text::i18n::gettext_f;
use crate::widgets::adaptive_layout::{AdaptiveLayout, BoardAndPanel, Rows};
use crate::widgets::callbacks::on_click;
use crate::widgets::spin_numbers::speak_language;
use draft::{Draft, Tool};

/// Layout of the tools.
const TOOLS: Rows = Rows { many: 3, few: 2, gap: 6, from: 0 };
/// Layout of the buttons.
const BUTTONS: Rows = Rows { many: 2, few: 2, gap: 6, from: 0 };

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "position_page.ui")]
    pub struct PositionPage {
        /// Board and controls.
        #[template_child]
        pub(super) parts: TemplateChild<gtk::Box>,
        /// The board.
        #[template_child]
        pub(super) board: TemplateChild<BoardView>,
        /// Tools, which define the effect of a tap.
        #[template_child]
        pub(super) tools: TemplateChild<gtk::Box>,
        /// Tool that places white men.
        #[template_child]
        pub(super) white_men: TemplateChild<gtk::ToggleButton>,
        /// Tool that places black men.
        #[template_child]
        pub(super) black_men: TemplateChild<gtk::ToggleButton>,
        /// Tool that removes men.
        #[template_child]
        pub(super) erase: TemplateChild<gtk::ToggleButton>,
        /// Actions on the position.
        #[template_child]
        pub(super) buttons: TemplateChild<gtk::Box>,
        /// Icon that shows whether the position is playable.
        #[template_child]
        pub(super) verdict_sign: TemplateChild<gtk::Image>,
        /// Copies the position.
        #[template_child]
        pub(super) copy: TemplateChild<gtk::Button>,
        /// Removes all men.
        #[template_child]
        pub(super) clear: TemplateChild<gtk::Button>,
        /// Sets up the starting position.
        #[template_child]
        pub(super) reset: TemplateChild<gtk::Button>,
        /// Makes White the side to move.
        #[template_child]
        pub(super) white_moves: TemplateChild<gtk::ToggleButton>,
        /// Makes Black the side to move.
        #[template_child]
        pub(super) black_moves: TemplateChild<gtk::ToggleButton>,
        /// White's men in hand.
        #[template_child]
        pub(super) white_hand: TemplateChild<gtk::SpinButton>,
        /// Black's men in hand.
        #[template_child]
        pub(super) black_hand: TemplateChild<gtk::SpinButton>,
        /// Text that the position is playable, or all reasons why not.
        #[template_child]
        pub(super) verdict: TemplateChild<gtk::Label>,
        /// Result of the analysis.
        #[template_child]
        pub(super) analysis: TemplateChild<gtk::Label>,
        /// Starts an analysis.
        #[template_child]
        pub(super) analyse: TemplateChild<gtk::Button>,
        /// Leads to the set-up of a game.
        #[template_child]
        pub(super) start: TemplateChild<gtk::Button>,
        /// The position being set up.
        pub(super) draft: Cell<Draft>,
        /// Services shared by all pages, and the sender of messages to the window.
        pub(super) context: OnceCell<PageContext>,
        /// Analyzes positions.
        pub(super) engine: OnceCell<EngineClient>,
        /// Whether the controls are being updated, so that they must not act.
        pub(super) showing: Cell<bool>,
    }

    template_class!(PositionPage: adw::Bin; BoardView);

    impl ObjectImpl for PositionPage {
        fn constructed(&self) {
            self.parent_constructed();
            let page = self.obj();
            self.parts.set_layout_manager(Some(AdaptiveLayout::board_and_panel(BoardAndPanel::WORK)));
            self.tools.set_layout_manager(Some(AdaptiveLayout::rows(TOOLS)));
            self.buttons.set_layout_manager(Some(AdaptiveLayout::rows(BUTTONS)));
            page.connect_parts();
            page.connect_keys();
            page.show_draft();
        }
    }

    impl WidgetImpl for PositionPage {
        fn unmap(&self) {
            self.obj().stop_analysis();
            self.parent_unmap();
        }
    }

    impl BinImpl for PositionPage {}
}

glib::wrapper! {
    /// Page that sets up a position.
    pub struct PositionPage(ObjectSubclass<imp::PositionPage>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Accessible, gtk::Buildable, gtk::ConstraintTarget;
}

impl Page for PositionPage {
    const ID: PageId = PageId("position");
    const HELP: &'static str = "files#position";
    const ACTIONS: &'static [&'static str] = &["win.copy", "win.copy-position"];

    fn title() -> String {
        gettext("Position")
    }

    fn make(context: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        let services = &page.imp().context.get_or_init(|| context.clone()).services;
        page.follow(&services.settings.get());
        services.settings.connect_for(&page, Self::follow);
        page.connect_engine(&services.engine);
        page
    }
}

impl AppPage for PositionPage {
    fn enter(&self, from: PageId, pages: &dyn Pages) {
        if from == SetupPage::ID {
            self.set_rules(pages.page_of::<SetupPage>().rules());
        }
    }

    fn focus_first(&self) -> bool {
        self.imp().board.grab_focus()
    }

    fn leave(&self) {}

    fn save(&self) -> Saved {
        let (rules, arrangement) = (self.rules(), self.arrangement());
        Saved::Always(Restore::new(move |page: &Self| page.set_arrangement(rules, arrangement)))
    }

    fn headline(&self) -> Option<String> {
        Some(self.verdict())
    }

    fn rules_here(&self, _: &dyn Pages) -> Option<Rules> {
        Some(self.rules())
    }

    /// Returns the board, except for the question about the side to move: no game is being played.
    fn board_asked_about(&self, key: gdk::Key) -> Option<BoardView> {
        Some(self.board()).filter(|_| key.to_lower() != gdk::Key::s)
    }
}

impl PositionPage {
    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> BoardView {
        self.imp().board.get()
    }

    /// Returns the position being set up, legal or not.
    #[must_use]
    pub fn arrangement(&self) -> Arrangement {
        self.draft().arrangement
    }

    /// Shows a position for editing.
    pub fn set_arrangement(&self, rules: Rules, arrangement: Arrangement) {
        self.change(|draft| {
            (draft.rules, draft.arrangement) = (rules, arrangement);
            draft.arrangement.quiet = 0;
        });
    }

    /// Sets the rules by which positions are checked. Keeps the position if the board is the same.
    pub fn set_rules(&self, rules: Rules) {
        self.change(|draft| *draft = draft.by(rules));
    }

    /// Returns the rules by which positions are checked.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.draft().rules
    }

    /// Returns the position, if a game can start from it.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        let draft = self.draft();
        draft.check().ok().filter(|position| position.outcome(&draft.rules).is_none())
    }

    /// Returns the text that the position is playable, or all reasons why not.
    #[must_use]
    pub fn verdict(&self) -> String {
        self.imp().verdict.label().into()
    }

    fn draft(&self) -> Draft {
        self.imp().draft.get()
    }

    fn change(&self, change: impl FnOnce(&mut Draft)) {
        let old = self.draft();
        let mut new = old;
        change(&mut new);
        self.imp().draft.set(new);
        if (new.rules, new.arrangement) != (old.rules, old.arrangement) {
            self.stop_analysis();
        }
        self.show_draft();
    }

    fn show_draft(&self) {
        let imp = self.imp();
        let draft = self.draft();
        imp.showing.set(true);
        imp.board.show(&draft.scene());
        let side = draft.arrangement.side;
        for (toggle, active) in [
            (&imp.white_men, draft.tool == Tool::Men(Color::White)),
            (&imp.black_men, draft.tool == Tool::Men(Color::Black)),
            (&imp.erase, draft.tool == Tool::Erase),
            (&imp.white_moves, side == Color::White),
            (&imp.black_moves, side == Color::Black),
        ] {
            toggle.set_active(active);
        }
        [&imp.white_hand, &imp.black_hand].iter().for_each(|hand| hand.set_range(0.0, draft.rules.men.into()));
        imp.white_hand.set_value(draft.arrangement.hand.white.into());
        imp.black_hand.set_value(draft.arrangement.hand.black.into());
        imp.showing.set(false);
        self.show_verdict();
    }

    fn show_verdict(&self) {
        let imp = self.imp();
        let draft = self.draft();
        let checked = draft.check();
        let over = checked.as_ref().ok().and_then(|position| position.outcome(&draft.rules));
        imp.verdict.set_label(&match (&checked, over) {
            (Err(errors), _) => errors.0.iter().map(describe::arrangement_error).collect::<Vec<_>>().join("\n"),
            (Ok(_), Some(outcome)) => {
                let reason = describe::outcome_reason(outcome, &draft.rules);
                // Translators: {reason} is a sentence such as “Black cannot move any piece.”
                gettext_f("The game is over here. {reason}", &[("reason", &reason)])
            }
            (Ok(_), None) => gettext("A game can begin from here."),
        });
        // A screen reader speaks the window title even if nothing under its focus has changed.
        if let Some(PageContext { messages, .. }) = imp.context.get().filter(|_| self.is_mapped()) {
            messages.announce(&imp.verdict.label(), Again::No);
        }
        let playable = checked.is_ok() && over.is_none();
        imp.verdict_sign.set_icon_name(Some(if playable { "emblem-ok-symbolic" } else { "dialog-warning-symbolic" }));
        imp.start.set_sensitive(playable);
        imp.analyse.set_sensitive(playable);
    }

    fn connect_parts(&self) {
        let imp = self.imp();
        imp.board.connect_tapped(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |board, point| {
                page.change(|draft| draft.tap(point));
                // Move the focus to the typed point, so that Delete can remove the man.
                if board.focused_point().is_some() {
                    board.focus_point(point);
                }
            }
        ));
        imp.board.connect_dropped(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |board, from, to| {
                page.change(|draft| draft.carry(from, to));
                board.focus_point(to);
            }
        ));
        self.connect_toggle(&imp.white_men, |draft| draft.tool = Tool::Men(Color::White));
        self.connect_toggle(&imp.black_men, |draft| draft.tool = Tool::Men(Color::Black));
        self.connect_toggle(&imp.erase, |draft| draft.tool = Tool::Erase);
        self.connect_toggle(&imp.white_moves, |draft| draft.arrangement.side = Color::White);
        self.connect_toggle(&imp.black_moves, |draft| draft.arrangement.side = Color::Black);
        self.connect_hand(&imp.white_hand, Color::White);
        self.connect_hand(&imp.black_hand, Color::Black);
        on_click(&imp.clear, self, |page| page.change(|draft| *draft = draft.cleared()));
        on_click(&imp.reset, self, |page| page.change(|draft| *draft = Draft::start(draft.rules)));
        on_click(&imp.analyse, self, Self::analyse);
        self.let_words_wrap();
    }

    /// Lets the labels of adjacent buttons wrap at large font sizes, so that the window can stay
    /// narrow.
    fn let_words_wrap(&self) {
        let imp = self.imp();
        let toggles = [&imp.white_men, &imp.black_men, &imp.erase, &imp.white_moves, &imp.black_moves];
        let toggles = toggles.map(|toggle| toggle.get().upcast());
        let buttons: [gtk::Button; 4] = [&imp.analyse, &imp.copy, &imp.clear, &imp.reset].map(TemplateChild::get);
        for label in toggles.iter().chain(&buttons).filter_map(|button| button.child().and_downcast::<gtk::Label>()) {
            label.set_wrap(true);
            label.set_justify(gtk::Justification::Center);
        }
    }

    fn connect_toggle(&self, button: &gtk::ToggleButton, choose: fn(&mut Draft)) {
        button.connect_toggled(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |button| if button.is_active() && !page.imp().showing.get() {
                page.change(choose);
            }
        ));
    }

    fn connect_hand(&self, button: &gtk::SpinButton, color: Color) {
        speak_language(button);
        button.connect_value_changed(glib::clone!(
            #[weak(rename_to = page)]
            self,
            move |button| if !page.imp().showing.get() {
                let men = u8::try_from(button.value_as_int()).unwrap_or_default();
                page.change(|draft| draft.arrangement.hand[color] = men);
            }
        ));
    }

    /// Connects the keys. Delete removes the man on the focused point, and Escape leads back. Other
    /// keys belong to the board.
    fn connect_keys(&self) {
        keys::connect(self, gtk::PropagationPhase::Bubble, Self::key_pressed);
    }

    fn key_pressed(&self, key: gdk::Key, state: gdk::ModifierType) -> glib::Propagation {
        let board = &self.imp().board;
        match (key, board.focused_point()) {
            (gdk::Key::Delete | gdk::Key::KP_Delete | gdk::Key::BackSpace, Some(point)) => {
                self.take_away(point);
                glib::Propagation::Stop
            }
            (gdk::Key::Escape, _) => {
                self.activate_action("win.back", None).map_or(glib::Propagation::Proceed, |()| glib::Propagation::Stop)
            }
            _ => board.handle_key(key, state),
        }
    }

    fn take_away(&self, point: Point) {
        self.change(|draft| draft.remove(point));
    }

    fn follow(&self, settings: &Settings) {
        self.imp().board.follow(settings);
    }
}
