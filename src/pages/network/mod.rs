// SPDX-License-Identifier: GPL-3.0-or-later
//! The page of a room in this network: its code and address for the host, and its tables.

mod tables_here;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use adw::prelude::*;
use adw::subclass::prelude::*;
use gettextrs::gettext;

use morris::{ByColor, Color};
use morris_room::{Address, Table, Watching};

use crate::board::BoardPicture;
use crate::compat::accessible_names::{name_row, set_accessible_name};
use crate::compat::announcer::Again;
use crate::compat::button_words::let_wrap;
use crate::pages::app_page::{AppPage, Page, PageId, Pages, Saved};
use crate::services::messages::{Message, Messages, Request};
use crate::services::network::{Event, Room, link};
use crate::services::{NetworkService, PageContext};
use crate::text::describe;
use crate::text::i18n::{gettext_f, joined, spoken};
use crate::widgets::adaptive_layout::AdaptiveLayout;
use crate::widgets::ask::{Last, confirm};
use crate::widgets::callbacks::on_click;
use crate::widgets::columns::Columns;
use crate::widgets::qr_code::QrCode;
use crate::widgets::single_tab_stop::SingleTabStop;
use crate::widgets::timer::Timer;
pub use tables_here::TablesHere;

/// Code and tables side by side if there is room.
const COLUMNS: Columns = Columns { from: 720, across: 24, down: 18 };
/// Width from which the page shows a small board for each game, and the side of that.
const WITH_BOARDS: i32 = 900;
const PICTURE: i32 = 88;
/// Interval between two updates of the length of an absence.
pub const MINUTE: Duration = Duration::from_secs(60);
/// Time without a guest after which the page says what may be wrong.
const PATIENCE: Duration = Duration::from_secs(20);

mod imp {
    use super::*;

    #[derive(Default, gtk::CompositeTemplate)]
    #[template(file = "network.ui")]
    pub struct NetworkPage {
        #[template_child]
        pub(super) title: TemplateChild<adw::WindowTitle>,
        #[template_child]
        pub(super) back: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) columns: TemplateChild<gtk::Box>,
        /// What the host tells a friend.
        #[template_child]
        pub(super) invitation: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) words: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) code: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) address: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) qr_code: TemplateChild<adw::Bin>,
        /// What may be wrong.
        #[template_child]
        pub(super) hint: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) watching_group: TemplateChild<adw::PreferencesGroup>,
        #[template_child]
        pub(super) watching_row: TemplateChild<adw::ActionRow>,
        #[template_child]
        pub(super) watching: TemplateChild<gtk::Switch>,
        #[template_child]
        pub(super) tables: TemplateChild<gtk::ListBox>,
        #[template_child]
        pub(super) close: TemplateChild<gtk::Button>,
        /// The games of the rows.
        pub(super) games: RefCell<Vec<Option<String>>>,
        /// The small boards of the rows.
        pub(super) pictures: RefCell<Vec<BoardPicture>>,
        /// The code that a screen reader has spoken.
        pub(super) spoken_code: RefCell<String>,
        /// Link of the QR code that is shown.
        pub(super) link: RefCell<String>,
        pub(super) waiting: Timer,
        /// Updates how long players have been away.
        pub(super) minute: Timer,
        /// Whether there is room for small boards.
        pub(super) is_wide: Cell<bool>,
        pub(super) network: OnceCell<Rc<NetworkService>>,
        pub(super) messages: OnceCell<Messages>,
    }

    impl ObjectImpl for NetworkPage {
        fn constructed(&self) {
            self.parent_constructed();
            self.columns.set_layout_manager(Some(AdaptiveLayout::new(COLUMNS)));
            let_wrap(&self.close);
            // Otherwise, the halves of the code would change places in right-to-left languages.
            self.code.set_direction(gtk::TextDirection::Ltr);
            let page = self.obj();
            // The page follows its width itself.
            page.set_layout_manager(None::<gtk::LayoutManager>);
            on_click(&self.close, &*page, super::NetworkPage::ask_to_close);
            self.tables.connect_row_activated(glib::clone!(
                #[weak]
                page,
                move |_, row| page.watch_row(row.index())
            ));
            self.watching.connect_active_notify(glib::clone!(
                #[weak]
                page,
                move |_| page.let_watch()
            ));
        }

        fn dispose(&self) {
            self.waiting.stop();
            self.minute.stop();
        }
    }

    impl WidgetImpl for NetworkPage {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::ConstantSize
        }

        fn measure(&self, orientation: gtk::Orientation, other: i32) -> (i32, i32, i32, i32) {
            self.obj().child().map_or((0, 0, -1, -1), |child| child.measure(orientation, other))
        }

        fn size_allocate(&self, width: i32, height: i32, baseline: i32) {
            if let Some(child) = self.obj().child() {
                child.allocate(width, height, baseline, None);
            }
            let is_wide = width >= WITH_BOARDS;
            if self.is_wide.replace(is_wide) != is_wide {
                // Not during an allocation.
                let page = self.obj().downgrade();
                glib::idle_add_local_once(move || page.upgrade().iter().for_each(super::NetworkPage::show_boards));
            }
        }
    }
}

class!(NetworkPage: adw::Bin, template = [SingleTabStop]);

impl Page for NetworkPage {
    const ID: PageId = PageId("network");
    const HELP: &'static str = "network";
    const ACTIONS: &'static [&'static str] = &[];

    fn title() -> String {
        gettext("Table in This Network")
    }

    fn make(PageContext { services, messages }: &PageContext) -> Self {
        let page: Self = glib::Object::new();
        page.imp().network.get_or_init(|| Rc::clone(&services.network));
        page.imp().messages.get_or_init(|| messages.clone());
        services.network.connect_for(&page, |page, event| {
            if !matches!(event, Event::Found) {
                page.show();
            }
        });
        page.connect_map(Self::show);
        page
    }
}

impl AppPage for NetworkPage {
    fn enter(&self, _: PageId, _: &dyn Pages) {
        self.show();
    }

    fn focus_first(&self) -> bool {
        let imp = self.imp();
        let first = imp.tables.row_at_index(0).filter(|row| row.is_activatable());
        first.is_some_and(|row| row.grab_focus()) || imp.close.grab_focus()
    }

    fn leave(&self) {
        self.imp().waiting.stop();
        self.imp().minute.stop();
    }

    /// Asks first, unless the user can come back: to a game that is going on, or from a tournament,
    /// whose room stays open.
    fn back(&self) -> bool {
        let network = self.network();
        let asks = network.is_open() && !network.is_club() && network.room().own_table().is_none();
        if asks {
            self.ask_to_close();
        }
        asks
    }

    fn save(&self) -> Saved {
        Saved::Nothing
    }
}

impl NetworkPage {
    fn network(&self) -> &Rc<NetworkService> {
        self.imp().network.get().expect("it is given when the page is made")
    }

    fn show(&self) {
        let (imp, network) = (self.imp(), self.network());
        let (is_host, is_open) = (network.is_host(), network.is_open());
        imp.invitation.set_visible(is_host || !is_open);
        imp.watching_group.set_visible(is_host && !network.is_club());
        imp.close.set_sensitive(is_open);
        imp.close.set_label(&if is_host { gettext("Close Table") } else { gettext("Leave Table") });
        let_wrap(&imp.close);
        let words = match (is_open, is_host) {
            (true, true) if network.is_club() => gettext("Tell the players this code:"),
            (true, true) => gettext("Tell your friend this code:"),
            (true, false) => String::new(),
            (false, _) => gettext("The table is closed."),
        };
        imp.words.set_label(&words);
        let host = network.room().name.as_ref().map(|name| gettext_f("Table of {name}", &[("name", name.as_str())]));
        imp.title.set_title(&host.filter(|_| !is_host).unwrap_or_else(Self::title));
        self.show_place();
        self.show_tables();
        // The switch may be that of an earlier table.
        if let Some(watching) = network.watching() {
            imp.watching.set_active(watching == Watching::Open);
        }
        let watching = match imp.watching.is_active() {
            // Translators: who may watch the game at a table in this network
            true => gettext("Anyone with the code"),
            // Translators: who may watch the game at a table in this network
            false => gettext("No one"),
        };
        imp.watching_row.set_subtitle(&watching);
    }

    /// Shows the code and the address of the own room.
    fn show_place(&self) {
        let (imp, network) = (self.imp(), self.network());
        let code = network.code().map(|code| code.to_string()).unwrap_or_default();
        imp.code.set_visible(!code.is_empty());
        imp.code.set_label(&code);
        // A screen reader reads it digit by digit.
        let digits: Vec<_> = code.chars().filter(|digit| *digit != ' ').map(String::from).collect();
        let digits = digits.join(" ");
        set_accessible_name(&*imp.code, &digits);
        if self.is_mapped() && imp.spoken_code.replace(code.clone()) != code && !code.is_empty() {
            let (messages, words) = (self.messages().clone(), format!("{} {digits}", imp.words.label()));
            // After the title of a page that is just being shown.
            glib::idle_add_local_once(move || messages.announce(&words, Again::No));
        }
        let place = network.place();
        let first = place.as_ref().and_then(|(addresses, _)| addresses.first());
        imp.address.set_label(&first.map(address_words).unwrap_or_default());
        imp.address.set_visible(first.is_some());
        let far = first.filter(|address| !address.is_of_this_computer());
        let link = place.as_ref().zip(far).map(|((_, id), address)| link(address, id)).unwrap_or_default();
        if imp.link.replace(link.clone()) != link {
            imp.qr_code
                .set_child(QrCode::of(&link, &gettext("QR code of the address")).filter(|_| !link.is_empty()).as_ref());
        }
    }

    fn show_tables(&self) {
        let imp = self.imp();
        let room = self.network().room();
        let rows: Vec<_> = room.tables().map(|table| (row_words(&room, table), table.game.clone())).collect();
        let is_someone_away = room.tables().any(|table| room.absence_at(table).is_some());
        drop(room);
        if is_someone_away && self.is_mapped() {
            self.show_absences_later();
        }
        if !self.network().is_open() || !rows.is_empty() {
            // The next table may have another address.
            imp.hint.set_visible(false);
            imp.waiting.stop();
        }
        if !self.network().is_open() {
            self.list(Vec::new());
        } else if rows.is_empty() {
            self.wait_for_guest();
            let network = self.network();
            let is_connected = network.room().is_connected;
            let words = match (network.is_host(), network.is_club()) {
                (true, true) => gettext("Waiting for two players who meet"),
                (true, false) => gettext("Waiting for a guest"),
                (false, _) if is_connected => gettext("Waiting for a game"),
                (false, _) => gettext("Connecting…"),
            };
            self.list(vec![([words, String::new()], None)]);
        } else {
            self.list(rows);
        }
    }

    fn show_absences_later(&self) {
        self.imp().minute.start(MINUTE, weak!(page = self, move || page.show_tables()));
    }

    /// Shows these rows. Rows that stay keep the focus.
    fn list(&self, rows: Vec<([String; 2], Option<String>)>) {
        let imp = self.imp();
        let count = rows.len() as i32;
        while let Some(row) = imp.tables.row_at_index(count) {
            imp.tables.remove(&row);
        }
        for (index, ([title, subtitle], game)) in (0..).zip(&rows) {
            let shown = imp.tables.row_at_index(index).and_downcast::<adw::ActionRow>();
            let row = shown.unwrap_or_else(|| self.add_row());
            row.set_activatable(game.is_some());
            row.set_title(title);
            row.set_subtitle(subtitle);
            let words: Vec<_> = [title, subtitle].into_iter().filter(|words| !words.is_empty()).collect();
            name_row(&row, &spoken(&joined(&words)));
        }
        imp.games.replace(rows.into_iter().map(|(_, game)| game).collect());
        self.show_boards();
    }

    fn add_row(&self) -> adw::ActionRow {
        let row = adw::ActionRow::builder().title_lines(2).use_markup(false).build();
        let picture = BoardPicture::new(PICTURE);
        row.add_prefix(&picture);
        self.imp().pictures.borrow_mut().push(picture);
        self.imp().tables.append(&row);
        row
    }

    /// Shows the boards of the games if there is room.
    fn show_boards(&self) {
        let (imp, room) = (self.imp(), self.network().room());
        let games = imp.games.borrow();
        imp.pictures.borrow_mut().truncate(games.len());
        for (picture, game) in imp.pictures.borrow().iter().zip(&*games) {
            let onlooker = game.as_deref().and_then(|game| room.seen(game)?.onlooker.as_ref());
            let is_shown = onlooker.is_some() && imp.is_wide.get();
            picture.set_visible(is_shown);
            // Otherwise its place would move the words aside.
            picture.parent().iter().for_each(|place| place.set_visible(is_shown));
            if let Some(onlooker) = onlooker {
                let position = onlooker.game().position();
                picture.set_board(onlooker.rules().board);
                picture.set_men(ByColor::from_fn(|color| position.men(color)));
            }
        }
    }

    fn watch_row(&self, index: i32) {
        let game =
            usize::try_from(index).ok().and_then(|index| self.imp().games.borrow().get(index).cloned().flatten());
        if let Some(game) = game {
            self.messages().send(Message::Request(Request::Watch(game)));
        }
    }

    fn let_watch(&self) {
        let watching = if self.imp().watching.is_active() { Watching::Open } else { Watching::Closed };
        self.network().let_watch(watching);
        self.show();
    }

    /// Says what is wrong, or may be wrong if no guest comes.
    fn wait_for_guest(&self) {
        let imp = self.imp();
        let first = self.network().place().and_then(|(addresses, _)| addresses.into_iter().next());
        let Some(address) = first.filter(|_| !imp.waiting.runs() && !imp.hint.is_visible() && self.is_mapped()) else {
            return;
        };
        let (words, pause) = match address.is_of_this_computer() {
            true => {
                (gettext("This computer is not in a local network, so no other computer can join."), Duration::ZERO)
            }
            false => (
                gettext_f(
                    "Not found? On the other computer, enter {address}. A firewall may block it.",
                    &[("address", &address.to_string())],
                ),
                PATIENCE,
            ),
        };
        let show = weak!(page = self, move || {
            page.imp().hint.set_label(&words);
            page.imp().hint.set_visible(true);
            page.messages().announce(&words, Again::No);
        });
        imp.waiting.start(pause, show);
    }

    fn ask_to_close(&self) {
        let (heading, body, action) = match self.network().is_host() {
            true => (
                gettext("Close the Table?"),
                gettext("Everyone leaves. Games can go on by message."),
                gettext("Close Table"),
            ),
            false => (gettext("Leave the Table?"), gettext("Your game can go on by message."), gettext("Leave Table")),
        };
        confirm(self, (&heading, &body), None, (&action, Last::Destructive), |page| {
            page.network().leave();
            // The table may have ended meanwhile, which has led back already.
            if page.is_mapped() {
                _ = page.activate_action("win.back", None);
            }
        });
    }

    fn messages(&self) -> &Messages {
        self.imp().messages.get().expect("they are given when the page is made")
    }
}

fn address_words(address: &Address) -> String {
    // Translators: {address} is such as 192.168.1.20:24609
    gettext_f("Address: {address}", &[("address", &address.to_string())])
}

/// Returns the players of a table, and the state of its game.
fn row_words(room: &Room, table: &Table) -> [String; 2] {
    let name = |color: Color| {
        let name = room.name_of(table.players[color]);
        match room.is_away(table.players[color]) {
            // Translators: said of a player at a table in this network, whose connection is broken
            true => gettext_f("{name} (away)", &[("name", &name)]),
            false => name,
        }
    };
    let players = format!("{} – {}", name(Color::White), name(Color::Black));
    let seen = table.game.as_deref().and_then(|game| room.seen(game));
    let Some((seen, onlooker)) = seen.and_then(|seen| Some((seen, seen.onlooker.as_ref()?))) else {
        return [players, String::new()];
    };
    let moves = describe::moves(onlooker.game().cursor());
    let left = table.game.as_deref().and_then(|game| room.left(game));
    let state = match (onlooker.game().outcome(), left) {
        (Some(outcome), _) => outcome.result().to_owned(),
        (None, _) if seen.is_parted => describe::parted(),
        (None, Some(left)) => format!("{} – {}", describe::clock(left.white), describe::clock(left.black)),
        (None, None) => String::new(),
    };
    let absence = room.absence_at(table).and_then(describe::absence).unwrap_or_default();
    let parts: Vec<_> = [moves, state, absence].into_iter().filter(|part| !part.is_empty()).collect();
    [players, joined(&parts)]
}

#[cfg(test)]
mod tests {
    use morris::Rules;
    use morris_message::{ColorChoice, MessageGame, Turn};
    use morris_room::{Presence, RoomRow};

    use super::*;
    use crate::services::for_tests::in_folder;

    fn table(game: Option<String>) -> Table {
        let (players, clock, watching) = (ByColor { white: 0, black: 1 }, None, Watching::Open);
        Table { id: 1, game, players, rules: Rules::STANDARD, clock, watching }
    }

    /// Returns a room of Ann, at whose table Bob sits.
    fn room() -> Room {
        let mut room = Room::default();
        room.enter(0, "Ann".parse().unwrap());
        for (id, name) in [(0, "Ann"), (1, "Bob")] {
            room.take(RoomRow::Member { id, presence: Presence::Here, name: name.parse().unwrap() });
        }
        room
    }

    #[gtk::test]
    fn a_row_has_players_moves_and_times() {
        let mut ann =
            MessageGame::invite(Rules::STANDARD, ColorChoice::White, "Ann".parse().unwrap(), [1; 40]).unwrap();
        let bob = MessageGame::accept(&ann.whole(), "Bob".parse().unwrap(), [2; 32]).unwrap();
        ann.read(&bob.last_line()).unwrap();
        let mut room = room();
        assert_eq!(row_words(&room, &table(None)), ["Ann – Bob", ""]);
        let game = ann.invitation().game().to_owned();
        let invited = table(Some(game.clone()));
        room.take(RoomRow::Table(invited.clone()));
        let d6 = ann.write(Turn::parse("d6", Rules::STANDARD.board).unwrap()).unwrap().into_line();
        for (writer, line) in [(0, ann.invitation().to_string()), (1, bob.last_line()), (0, d6)] {
            room.take(RoomRow::Line(writer, morris_message::Line::parse(&line).unwrap()));
        }
        assert_eq!(row_words(&room, &invited), ["Ann – Bob", "1 move"]);
        let left = ByColor { white: Duration::from_secs(290), black: Duration::from_secs(300) };
        room.take(RoomRow::Left { game: game.clone(), left });
        room.take(RoomRow::Member { id: 1, presence: Presence::Away(Duration::ZERO), name: "Bob".parse().unwrap() });
        assert_eq!(row_words(&room, &invited), ["Ann – Bob (away)", "1 move · 4:50 – 5:00"]);
        room.take(RoomRow::Part(game));
        assert_eq!(row_words(&room, &invited), ["Ann – Bob (away)", "1 move · Stopped: boards differ"]);
    }

    #[gtk::test]
    fn rows_that_stay_are_kept_and_only_games_are_opened() {
        let page = in_folder(Messages::new(|_| {}), |context| NetworkPage::make(&context));
        let row = |name: &str| [name.to_owned(), String::new()];
        page.show();
        page.list(vec![(row("Ann – Bob"), None), (row("Cem – Dora"), None)]);
        let first = page.imp().tables.row_at_index(0).unwrap();
        page.list(vec![(row("Ann – Emil"), Some("mfrggzdfmztwq".to_owned()))]);
        assert_eq!(page.imp().tables.row_at_index(0).as_ref(), Some(&first));
        assert!(first.is_activatable() && page.imp().tables.row_at_index(1).is_none());
        assert!(!page.imp().close.is_sensitive() && !page.imp().watching_group.is_visible());
    }

    #[gtk::test]
    fn code_is_in_order_in_each_language() {
        gtk::Widget::set_default_direction(gtk::TextDirection::Rtl);
        let page = in_folder(Messages::new(|_| {}), |context| NetworkPage::make(&context));
        let code = &*page.imp().code;
        code.set_label("123 456");
        let [one, four] = [0, 4].map(|index| code.layout().index_to_pos(index).x());
        gtk::Widget::set_default_direction(gtk::TextDirection::Ltr);
        assert!(one < four, "{one} {four}");
    }
}
