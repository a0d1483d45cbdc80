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
            page.refresh().await;
            if page.is_mapped() {
                page.focus_first();
            }
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
        self.tournaments().forget(&id);
        let of = id.clone();
        let (page, done) = (self.clone(), self.tournaments().try_work(move |files| files.delete(&of)));
        glib::spawn_future_local(async move {
            if done.await.is_some() {
                let undo = weak!(page, move || page.undo());
                let notice = Notice::news(&was_deleted(&name)).with_button(&gettext("Undo"), undo);
                page.imp().deleted.replace(Some((id, name)));
                page.messages().send(Message::Notice(notice));
            }
            page.refresh().await;
            page.focus_first();
        });
    }

    /// Brings the tournament back that was deleted last.
    fn undo(&self) {
        let Some((id, name)) = self.imp().deleted.take() else {
            return self.messages().answer(&gettext("There is nothing to undo"));
        };
        let (page, done) = (self.clone(), self.tournaments().try_work(move |files| files.restore(&id)));
        glib::spawn_future_local(async move {
            if done.await.is_some() {
                page.messages().send(Message::Outdated(was_deleted(&name)));
                page.messages().answer(&gettext_f("Restored: {name}", &[("name", &name)]));
            }
            page.refresh().await;
            page.focus_first();
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
