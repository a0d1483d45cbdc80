// SPDX-License-Identifier: GPL-3.0-or-later
//! A position is set up: men put down and taken away, checked as one goes.

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
use crate::board::{BoardView, step_of};
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

/// What a tap on a point does.
const TOOLS: Rows = Rows { many: 3, few: 2, gap: 6, from: 0 };
/// What one can do with the position.
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
        /// What a tap on a point does.
        #[template_child]
        pub(super) tools: TemplateChild<gtk::Box>,
        /// White men are put down.
        #[template_child]
        pub(super) white_men: TemplateChild<gtk::ToggleButton>,
        /// Black men are put down.
        #[template_child]
        pub(super) black_men: TemplateChild<gtk::ToggleButton>,
        /// Men are taken away.
        #[template_child]
        pub(super) erase: TemplateChild<gtk::ToggleButton>,
        /// What one can do with the position.
        #[template_child]
        pub(super) buttons: TemplateChild<gtk::Box>,
        /// Whether it is a position, at a glance.
        #[template_child]
        pub(super) verdict_sign: TemplateChild<gtk::Image>,
        /// Copies the position.
        #[template_child]
        pub(super) copy: TemplateChild<gtk::Button>,
        /// Takes all men away.
        #[template_child]
        pub(super) clear: TemplateChild<gtk::Button>,
        /// Sets up the start of a game.
        #[template_child]
        pub(super) reset: TemplateChild<gtk::Button>,
        /// White is to move.
        #[template_child]
        pub(super) white_moves: TemplateChild<gtk::ToggleButton>,
        /// Black is to move.
        #[template_child]
        pub(super) black_moves: TemplateChild<gtk::ToggleButton>,
        /// White's men in hand.
        #[template_child]
        pub(super) white_hand: TemplateChild<gtk::SpinButton>,
        /// Black's men in hand.
        #[template_child]
        pub(super) black_hand: TemplateChild<gtk::SpinButton>,
        /// Whether it is a position, or all reasons why not.
        #[template_child]
        pub(super) verdict: TemplateChild<gtk::Label>,
        /// What the engine says.
        #[template_child]
        pub(super) analysis: TemplateChild<gtk::Label>,
        /// Has the engine look at it.
        #[template_child]
        pub(super) analyse: TemplateChild<gtk::Button>,
        /// Leads on to the set-up of a game.
        #[template_child]
        pub(super) start: TemplateChild<gtk::Button>,
        /// What has been set up.
        pub(super) draft: Cell<Draft>,
        /// What the pages share, and the way to the window.
        pub(super) context: OnceCell<PageContext>,
        /// Looks at positions.
        pub(super) engine: OnceCell<EngineClient>,
        /// Whether the controls are being brought in line, so that they do not act.
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
    /// The page on which a position is set up.
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

    /// No game goes on: whose move it is stands in no sentence.
    fn board_asked_about(&self, key: gdk::Key) -> Option<BoardView> {
        Some(self.board()).filter(|_| key.to_lower() != gdk::Key::s)
    }
}

impl PositionPage {
    /// The board of what has been set up.
    #[must_use]
    pub fn board(&self) -> BoardView {
        self.imp().board.get()
    }

    /// What has been set up, legal or not.
    #[must_use]
    pub fn arrangement(&self) -> Arrangement {
        self.draft().arrangement
    }

    /// Shows a position to be changed.
    pub fn set_arrangement(&self, rules: Rules, arrangement: Arrangement) {
        self.change(|draft| {
            (draft.rules, draft.arrangement) = (rules, arrangement);
            draft.arrangement.quiet = 0;
        });
    }

    /// Has positions checked by these rules. What has been set up stays where the board is the
    /// same.
    pub fn set_rules(&self, rules: Rules) {
        self.change(|draft| *draft = draft.by(rules));
    }

    /// The rules that positions are checked by.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.draft().rules
    }

    /// What has been set up, if a game can begin there.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        let draft = self.draft();
        draft.check().ok().filter(|position| position.outcome(&draft.rules).is_none())
    }

    /// Whether it is a position, or all reasons why not.
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
                // Translators: {reason} is a sentence such as “Black cannot move any man.”
                gettext_f("The game is over here. {reason}", &[("reason", &reason)])
            }
            (Ok(_), None) => gettext("A game can begin from here."),
        });
        // A screen reader speaks the title when nothing under its focus has changed.
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
                // What is typed may be taken away again by Delete.
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

    /// Where letters are large the words of two buttons side by side take two lines, so that the
    /// window may stay narrow.
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

    /// Delete takes away what stands on the point with the keyboard, Escape leads back; other keys
    /// belong to the board.
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
        let board = &self.imp().board;
        board.set_coordinates(settings.coordinates);
        board.set_animation(step_of(settings.animation));
    }
}
