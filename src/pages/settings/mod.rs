// SPDX-License-Identifier: GPL-3.0-or-later
//! The settings page. Each change takes effect immediately.

mod coach_row;
mod rows;
mod style_tiles;
mod tables_row;

use std::rc::Rc;
use std::time::{Duration, Instant};

use adw::prelude::*;
use adw::subclass::prelude::*;

use crate::pages::app_page::{AppPage, Page, PageId};
use crate::services::PageContext;
use gettextrs::gettext;

use crate::widgets::adaptive_layout::{AdaptiveLayout, ContentAndButton};
use crate::widgets::columns::Columns;
use style_tiles::Part;
use tables_row::TablesRow;

/// Two columns of groups if each has room for its longest words.
const COLUMNS: Columns = Columns { from: 780, across: 24, down: 18 };
const PAGE: ContentAndButton = ContentAndButton { usual: 720 };
/// Longer than the animation of an expanding row, which moves the widgets below it.
const UNFOLDING: Duration = Duration::from_millis(500);
/// Maximum time for following the rows below while they move.
const PATIENCE: Duration = Duration::from_secs(5);
/// Space above the scroll target, in logical pixels.
const SPACE: f64 = 12.0;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "settings_page.ui")]
    pub struct SettingsPage {
        /// Scrolls the page, which is taller than the window.
        #[template_child]
        pub(super) scroller: TemplateChild<gtk::ScrolledWindow>,
        /// Two boxes of groups, side by side if there is room.
        #[template_child]
        pub(super) columns: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) language_row: TemplateChild<adw::ComboRow>,
        /// Rows about the program as a whole.
        #[template_child]
        pub(super) general: TemplateChild<adw::PreferencesGroup>,
        #[template_child]
        pub(super) boards: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) men: TemplateChild<gtk::Box>,
        /// Rows about games.
        #[template_child]
        pub(super) game: TemplateChild<adw::PreferencesGroup>,
        /// Expands to settings for users of a screen reader or of a single switch.
        #[template_child]
        pub(super) access: TemplateChild<adw::ExpanderRow>,
        /// Expands to settings that few users need.
        #[template_child]
        pub(super) advanced_row: TemplateChild<adw::ExpanderRow>,
        /// Solved positions.
        #[template_child]
        pub(super) tables_row: TemplateChild<TablesRow>,
        /// All below the header.
        #[template_child]
        pub(super) content: TemplateChild<gtk::Box>,
    }

    impl ObjectImpl for SettingsPage {
        fn constructed(&self) {
            self.parent_constructed();
            self.content.set_layout_manager(Some(AdaptiveLayout::new(PAGE)));
            self.columns.set_layout_manager(Some(AdaptiveLayout::new(COLUMNS)));
        }
    }

    impl WidgetImpl for SettingsPage {}
}

class!(SettingsPage: adw::Bin, template = [TablesRow]);

impl Page for SettingsPage {
    const ID: PageId = PageId("settings");
    const HELP: &'static str = "settings";

    fn title() -> String {
        gettext("Settings")
    }

    fn make(PageContext { services, .. }: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        style_tiles::fill(&page.imp().boards, Part::Board, &services.settings);
        style_tiles::fill(&page.imp().men, Part::Men, &services.settings);
        page.add_rows(services);
        page.imp().tables_row.set_services(Rc::clone(services));
        page
    }
}

impl AppPage for SettingsPage {
    fn focus_first(&self) -> bool {
        let imp = self.imp();
        if imp.tables_row.is_at_work() {
            imp.advanced_row.set_expanded(true);
            imp.tables_row.set_expanded(true);
        }
        imp.language_row.grab_focus()
    }
}

impl SettingsPage {
    /// Expands the solved positions, scrolls to them, and gives them the focus.
    pub fn show_solved(&self) {
        let imp = self.imp();
        imp.advanced_row.set_expanded(true);
        imp.tables_row.focus_first();
        let begun = Instant::now();
        self.add_tick_callback(move |page, _| {
            let has_moved = page.scroll_to_solved();
            // On a slow machine the rows may expand later.
            let waits = has_moved && begun.elapsed() < PATIENCE;
            if begun.elapsed() < UNFOLDING || waits { glib::ControlFlow::Continue } else { glib::ControlFlow::Break }
        });
    }

    /// Scrolls until the solved positions are at the top edge, or as far as possible. Returns
    /// whether they were elsewhere.
    fn scroll_to_solved(&self) -> bool {
        let imp = self.imp();
        let adjustment = imp.scroller.vadjustment();
        let Some(place) = imp.tables_row.compute_bounds(&*imp.scroller) else { return true };
        let before = adjustment.value();
        adjustment.set_value(before + f64::from(place.y()) - SPACE);
        (adjustment.value() - before).abs() > 0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::descendants::for_each;
    use crate::services::for_tests::in_folder;
    use crate::services::messages::Messages;
    use crate::widgets::for_tests::{turn, wait_until};

    /// Returns the value that a switch, a slider, a number, or a choice shows, and a way to change
    /// it.
    fn value(part: &gtk::Widget) -> Option<(f64, Box<dyn Fn()>)> {
        if let Some(switch) = part.downcast_ref::<gtk::Switch>().cloned() {
            return Some((switch.is_active().into(), Box::new(move || switch.set_active(!switch.is_active()))));
        }
        if let Some(row) = part.downcast_ref::<adw::ComboRow>().cloned() {
            return Some((row.selected().into(), Box::new(move || row.set_selected(1 - row.selected().min(1)))));
        }
        let of_spin = part.downcast_ref::<gtk::SpinButton>().map(gtk::SpinButton::adjustment);
        let adjustment = of_spin.or_else(|| part.downcast_ref::<gtk::Scale>().map(RangeExt::adjustment))?;
        let step = adjustment.step_increment();
        Some((adjustment.value(), Box::new(move || adjustment.set_value(adjustment.value() + step))))
    }

    #[gtk::test]
    fn each_row_shows_its_setting_and_changes_it() {
        let made = in_folder(Messages::new(|_| {}), |context| (SettingsPage::make(&context), context.services));
        let (settings, mut parts, mut others) = (&made.1.settings, Vec::new(), Vec::new());
        for_each(made.0.upcast_ref(), &mut |part| parts.extend(value(part).map(|_| part.clone())));
        parts.retain(|part| part.get_visible() && part.ancestor(TablesRow::static_type()).is_none());
        for part in parts {
            let shown = || value(&part).unwrap().0;
            let row = part.ancestor(adw::PreferencesRow::static_type()).and_downcast::<adw::PreferencesRow>();
            let (old, before) = (settings.get(), shown());
            value(&part).unwrap().1();
            let (new, after) = (settings.get(), shown());
            assert_ne!(before, after);
            settings.change(|settings| *settings = old.clone());
            if new == old || shown() != before {
                others.push(row.unwrap().title());
                continue;
            }
            settings.change(|settings| *settings = new);
            assert_eq!(shown(), after);
        }
        // They show the window and the practice data.
        assert_eq!(others, ["Fullscreen", "Coach at Level 1"]);
    }

    #[gtk::test]
    fn the_solved_positions_are_unfolded_in_sight_and_have_the_keyboard() {
        let page = in_folder(Messages::new(|_| {}), |context| SettingsPage::make(&context));
        let window = gtk::Window::builder().default_width(360).default_height(400).child(&*page).build();
        window.present();
        let wait = |time: Duration| {
            let begun = Instant::now();
            while begun.elapsed() < time || !page.is_mapped() {
                turn(&glib::MainContext::default());
            }
        };
        wait(Duration::ZERO);
        page.focus_first();
        page.show_solved();
        let imp = page.imp();
        let top = |part: &gtk::Widget| part.compute_bounds(&*imp.scroller).unwrap().y();
        let in_sight = |part: &gtk::Widget| (0.0..imp.scroller.height() as f32).contains(&top(part));
        wait_until(|| in_sight(imp.tables_row.upcast_ref()));
        wait(2 * UNFOLDING);
        assert!(imp.advanced_row.is_expanded() && imp.tables_row.is_expanded());
        let focus = GtkWindowExt::focus(&window).unwrap();
        assert!(focus.is_ancestor(&*imp.tables_row), "{focus:?}");
        for part in [imp.tables_row.upcast_ref::<gtk::Widget>(), &focus] {
            assert!(in_sight(part), "{part:?} begins at {}", top(part));
        }
        window.destroy();
    }
}
