// SPDX-License-Identifier: GPL-3.0-or-later
//! The Tournaments page: the list of tournaments, to open, create, and delete them.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;
use gtk::gdk;

use morris_club::{Format, Settings, Tournament};
use morris_play::persistence::{ListedTournament, TournamentId};

use crate::compat::accessible_names::{name_row, set_accessible_name};
use crate::pages::app_page::{AppPage, Page, PageId, Pages};
use crate::services::messages::{Message, Messages, Request};
use crate::services::{PageContext, TournamentService};
use crate::text::describe;
use crate::text::i18n::{gettext_f, joined, spoken};
use crate::widgets::ask::ask_name;
use crate::widgets::callbacks::on_click;
use crate::widgets::notice_bar::Notice;
use crate::widgets::single_tab_stop::SingleTabStop;

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "tournaments.ui")]
    pub struct TournamentsPage {
        /// Shows the list, or that it is empty.
        #[template_child]
        pub(super) view: TemplateChild<gtk::Stack>,
        #[template_child]
        pub(super) list: TemplateChild<gtk::ListBox>,
        #[template_child]
        pub(super) add: TemplateChild<gtk::Button>,
        /// The tournaments of the rows.
        pub(super) ids: RefCell<Vec<TournamentId>>,
        /// The tournament that was deleted last, for Ctrl+Z.
        pub(super) deleted: RefCell<Option<(TournamentId, String)>>,
        pub(super) tournaments: OnceCell<Rc<TournamentService>>,
        pub(super) messages: OnceCell<Messages>,
    }

    impl ObjectImpl for TournamentsPage {
        fn constructed(&self) {
            self.parent_constructed();
            let page = self.obj();
            on_click(&self.add, &*page, super::TournamentsPage::ask_new);
            self.list.connect_row_activated(weak!(page, move |_, row| page.open_row(row.index())));
        }
    }

    impl WidgetImpl for TournamentsPage {}
}

class!(TournamentsPage: adw::Bin, template = [SingleTabStop]);

impl Page for TournamentsPage {
    const ID: PageId = PageId("tournaments");
    const HELP: &'static str = "club";

    fn title() -> String {
        gettext("Tournaments")
    }

    fn make(PageContext { services, messages }: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        page.imp().tournaments.get_or_init(|| Rc::clone(&services.tournaments));
        page.imp().messages.get_or_init(|| messages.clone());
        page
    }
}

impl AppPage for TournamentsPage {
    /// Lists the tournaments first.
    fn focus(&self, _: &dyn Pages) {
        let page = self.clone();
        glib::spawn_future_local(async move {
            page.refresh_with_focus().await;
        });
    }

    fn focus_first(&self) -> bool {
        let imp = self.imp();
        let first = imp.list.row_at_index(0).filter(|_| imp.list.is_mapped());
        first.is_some_and(|row| row.grab_focus()) || imp.add.grab_focus()
    }

    fn answer_left_over(&self, key: gdk::Key, state: gdk::ModifierType) -> Option<glib::Propagation> {
        match state & gtk::accelerator_get_default_mod_mask() {
            gdk::ModifierType::CONTROL_MASK if key.to_lower() == gdk::Key::z => self.undo(),
            state if state.is_empty() && matches!(key, gdk::Key::Delete | gdk::Key::KP_Delete) => {
                self.delete(self.focused()?);
            }
            _ => return None,
        }
        Some(glib::Propagation::Stop)
    }
}

impl TournamentsPage {
    /// Reads the folder again, and shows it.
    async fn refresh(&self) {
        let Some(list) = self.tournaments().try_work(|files| files.list()).await else { return };
        let imp = self.imp();
        while let Some(row) = imp.list.row_at_index(0) {
            imp.list.remove(&row);
        }
        imp.view.set_visible_child_name(if list.is_empty() { "empty" } else { "list" });
        list.iter().for_each(|listed| imp.list.append(&self.row(listed)));
        imp.ids.replace(list.into_iter().map(|listed| listed.id).collect());
    }

    async fn refresh_with_focus(&self) {
        self.refresh().await;
        // The user may have gone to another page.
        if self.is_mapped() {
            self.focus_first();
        }
    }

    fn row(&self, ListedTournament { id, tournament }: &ListedTournament) -> adw::ActionRow {
        let (title, words) = match tournament {
            Ok(tournament) => {
                let settings = tournament.settings();
                let parts =
                    [describe::club::format_name(&settings.format), describe::club::tournament_progress(tournament)];
                (settings.name.clone(), joined(&parts))
            }
            Err(error) => (id.to_string(), describe::file_problem(&error.problem)),
        };
        let row = adw::ActionRow::builder().activatable(true).title_lines(2).use_markup(false).build();
        row.set_title(&title);
        row.set_subtitle(&words);
        name_row(&row, &spoken(&joined(&[title.clone(), words])));
        let delete = gtk::Button::builder().icon_name("user-trash-symbolic").valign(gtk::Align::Center).build();
        delete.add_css_class("flat");
        let words = gettext_f("Delete {name}", &[("name", &title)]);
        delete.set_tooltip_text(Some(&words));
        set_accessible_name(&delete, &words);
        let of = id.clone();
        on_click(&delete, self, move |page| page.delete(of.clone()));
        row.add_suffix(&delete);
        row
    }

    fn open_row(&self, index: i32) {
        let id = usize::try_from(index).ok().and_then(|index| self.imp().ids.borrow().get(index).cloned());
        id.into_iter().for_each(|id| self.open(id));
    }

    fn open(&self, id: TournamentId) {
        let page = self.clone();
        glib::spawn_future_local(async move {
            if page.tournaments().open(&id).await {
                page.messages().send(Message::Request(Request::ShowTournament));
            } else {
                page.refresh().await;
            }
        });
    }

    fn ask_new(&self) {
        let usual = gettext_f("Tournament {date}", &[("date", &describe::today())]);
        let heading = gettext("New Tournament");
        ask_name(self, (&heading, ""), (&usual, &usual), &gettext("Create"), |page, name| {
            let tournament = Tournament::new(Settings::new(name.trim(), Format::swiss(0)));
            let Ok(tournament) = tournament.map(Arc::new) else { return };
            let page = page.clone();
            let created = page.tournaments().try_work(move |files| files.create(&tournament));
            glib::spawn_future_local(async move {
                if let Some(id) = created.await {
                    page.open(id);
                }
            });
        });
    }

    fn focused(&self) -> Option<TournamentId> {
        let row = self.imp().list.focus_child().and_downcast::<gtk::ListBoxRow>()?;
        self.imp().ids.borrow().get(usize::try_from(row.index()).ok()?).cloned()
    }

    fn delete(&self, id: TournamentId) {
        let place = self.imp().ids.borrow().iter().position(|other| *other == id);
        let row = place.and_then(|place| self.imp().list.row_at_index(place as i32)).and_downcast::<adw::ActionRow>();
        let name = row.map(|row| row.title().to_string()).unwrap_or_default();
        let page = self.clone();
        glib::spawn_future_local(async move {
            // What is restored is what was shown.
            page.tournaments().write_again().await;
            let of = id.clone();
            if page.tournaments().try_work(move |files| files.delete(&of)).await.is_some() {
                page.tournaments().forget(&id);
                page.offer_undo(id, name);
            }
            page.refresh_with_focus().await;
        });
    }

    fn offer_undo(&self, id: TournamentId, name: String) {
        let notice = Notice::news(&was_deleted(&name));
        self.imp().deleted.replace(Some((id.clone(), name.clone())));
        let (page, tournaments) = (self.downgrade(), Rc::clone(self.tournaments()));
        let undo = move || match page.upgrade() {
            Some(page) => page.restore(id, name),
            // Another window shows the message by now, after a change of the language.
            None => _ = glib::spawn_future_local(tournaments.try_work(move |files| files.restore(&id))),
        };
        self.messages().send(Message::Notice(notice.with_button(&gettext("Undo"), undo)));
    }

    /// Brings the tournament back that was deleted last.
    fn undo(&self) {
        let Some((id, name)) = self.imp().deleted.take() else {
            return self.messages().answer(&gettext("There is nothing to undo"));
        };
        self.messages().send(Message::Outdated(was_deleted(&name)));
        self.restore(id, name);
    }

    /// Brings a deleted tournament back.
    fn restore(&self, id: TournamentId, name: String) {
        self.imp().deleted.borrow_mut().take_if(|(last, _)| *last == id);
        let (page, done) = (self.clone(), self.tournaments().try_work(move |files| files.restore(&id)));
        glib::spawn_future_local(async move {
            if done.await.is_some() {
                page.messages().answer(&gettext_f("Restored: {name}", &[("name", &name)]));
            }
            page.refresh_with_focus().await;
        });
    }

    fn tournaments(&self) -> &Rc<TournamentService> {
        self.imp().tournaments.get().expect("they are given when the page is made")
    }

    fn messages(&self) -> &Messages {
        self.imp().messages.get().expect("they are given when the page is made")
    }
}

fn was_deleted(name: &str) -> String {
    gettext_f("“{name}” was deleted", &[("name", name)])
}

#[cfg(test)]
mod tests {
    use morris_play::persistence::TournamentFiles;

    use super::*;
    use crate::compat::descendants::below;
    use crate::services::for_tests::{InFolder, in_folder};
    use crate::widgets::for_tests::{in_window, wait_until};
    use crate::widgets::notice_bar::NoticeBar;

    /// Returns a page that lists two tournaments, the bar with its notices, and the files.
    fn page_of_two() -> (InFolder<PageContext>, TournamentsPage, NoticeBar, TournamentFiles) {
        adw::init().unwrap();
        let bar: NoticeBar = glib::Object::new();
        let shown = bar.clone();
        let receive = move |message| match message {
            Message::Notice(notice) => shown.show_notice(notice),
            Message::Outdated(words) => shown.end_if(&words),
            _ => {}
        };
        let context = in_folder(Messages::new(receive), |context| context);
        let saves = context.services.saves.store().folder().to_owned();
        let mut files = TournamentFiles::beside(&saves);
        for _ in 0..2 {
            files.create(&Tournament::new(Settings::new("Evening", Format::swiss(0))).unwrap()).unwrap();
        }
        context.services.tournaments.start(&saves);
        let page = TournamentsPage::make(&context);
        glib::MainContext::default().block_on(page.refresh());
        (context, page, bar, files)
    }

    fn delete(page: &TournamentsPage, bar: &NoticeBar) -> TournamentId {
        let (id, count) = (page.imp().ids.borrow()[0].clone(), page.imp().ids.borrow().len());
        page.delete(id.clone());
        wait_until(|| page.imp().ids.borrow().len() < count);
        assert_eq!(bar.words().as_deref(), Some("“Evening” was deleted"));
        id
    }

    fn press_undo(bar: &NoticeBar) {
        below::<gtk::Button>(bar.upcast_ref()).unwrap().emit_clicked();
    }

    #[gtk::test]
    fn each_notice_restores_its_own_tournament_also_without_the_page() {
        let (_context, page, bar, files) = page_of_two();
        let is_there = |id: &TournamentId| files.path(id).exists();
        let (first, second) = (delete(&page, &bar), delete(&page, &bar));
        press_undo(&bar);
        wait_until(|| is_there(&second) && page.imp().ids.borrow().len() == 1);
        assert!(page.imp().deleted.borrow().is_none(), "Ctrl+Z does not restore it again");
        press_undo(&bar);
        wait_until(|| is_there(&first) && page.imp().ids.borrow().len() == 2);
        assert_eq!(bar.words(), None);
        // Ctrl+Z leaves the notice of the other one.
        let (first, second) = (delete(&page, &bar), delete(&page, &bar));
        page.undo();
        wait_until(|| is_there(&second) && page.imp().ids.borrow().len() == 1);
        drop(page);
        press_undo(&bar);
        wait_until(|| is_there(&first));
    }

    #[gtk::test]
    fn tournament_that_is_restored_on_another_page_does_not_take_the_focus() {
        let (_context, page, bar, _) = page_of_two();
        let (stack, other) = (gtk::Stack::new(), gtk::Button::new());
        stack.add_child(&page);
        stack.add_child(&other);
        let window = in_window(&stack);
        delete(&page, &bar);
        stack.set_visible_child(&other);
        assert!(other.grab_focus());
        page.undo();
        wait_until(|| page.imp().ids.borrow().len() == 2);
        assert!(other.is_focus());
        window.destroy();
    }
}
