// SPDX-License-Identifier: GPL-3.0-or-later
//! The room in this network that the user hosts or has joined. Its threads tell events, which
//! arrive on the main loop. Nothing listens before the user opens a table.

mod club;
mod kept;
mod model;

use std::cell::{Cell, Ref, RefCell};
use std::collections::HashSet;
use std::path::PathBuf;
use std::rc::Rc;

use gettextrs::gettext;
use gtk::gio;
use gtk::prelude::*;

use morris::{ByColor, Color};
use morris_message::{Line, PlayerName};
use morris_play::session::Contact;
use morris_room::{
    Address, Announcement, Clock, Code, DEFAULT_PORT, Discovery, FoundRoom, Guest, HostConfig, MemberId, MemberRow,
    Owner, Room as Hosted, RoomError, RoomEvent, RoomRow, Spent, Table, TableId, Watching,
};

use super::listeners::Listeners;
use super::tournaments::TournamentService;
use kept::{Kept, Newest};
use model::{Directing, HOST};
pub use model::{News, Room, Seen};

/// The table of a host who plays.
const OWN_TABLE: TableId = 1;
/// The game that a host offers.
#[derive(Clone, Debug)]
pub struct Offer {
    pub name: PlayerName,
    pub rules: morris::Rules,
    /// Color of the host in the first game.
    pub color: Color,
    pub clock: Option<Clock>,
    pub watching: Watching,
}

/// News for the pages.
#[derive(Clone, Debug)]
pub enum Event {
    /// The connection has begun, come back, or broken.
    Connection,
    /// News of the room.
    News(News),
    /// The list of rooms that were found has changed.
    Found,
    /// The room has ended, or there never was a connection.
    Ended(Rc<RoomError>),
    /// A member calls the director.
    Call(String),
    /// Something that the user should know, in words.
    Words(String),
}

enum Link {
    Host(Box<Hosting>),
    Guest(Guest),
}

struct Hosting {
    room: Hosted,
    addresses: Vec<Address>,
    /// What the host plays. `None` after a restart, when tables are as they were.
    offer: Option<Offer>,
    /// Tells the network about the room, even while no seat is free.
    announcement: Option<Announcement>,
    /// Who wants another game.
    again: ByColor<bool>,
}

/// Connects the window to a room.
pub struct NetworkService {
    folder: RefCell<PathBuf>,
    link: RefCell<Option<Link>>,
    /// Number of the connection, so that events of an earlier one are dropped.
    connection: Cell<u64>,
    newest_host: Newest,
    newest_guest: Newest,
    code: RefCell<Option<Code>>,
    room: RefCell<Room>,
    /// Whether rooms are looked for.
    looks: Cell<bool>,
    discovery: RefCell<Option<Discovery>>,
    found: RefCell<Vec<FoundRoom>>,
    /// Lines before which others are missing, for which the room has been asked.
    lacking: RefCell<HashSet<String>>,
    /// The tournament of the own room.
    directing: RefCell<Option<Directing>>,
    tournaments: Rc<TournamentService>,
    listeners: Listeners<Event>,
}

impl NetworkService {
    /// Creates a service without a room. Rooms of tournaments have their rounds from `tournaments`.
    #[must_use]
    pub fn new(tournaments: Rc<TournamentService>) -> Self {
        Self {
            folder: RefCell::default(),
            link: RefCell::default(),
            connection: Cell::default(),
            newest_host: Newest::default(),
            newest_guest: Newest::default(),
            code: RefCell::default(),
            room: RefCell::default(),
            looks: Cell::default(),
            discovery: RefCell::default(),
            found: RefCell::default(),
            lacking: RefCell::default(),
            directing: RefCell::default(),
            tournaments,
            listeners: Listeners::default(),
        }
    }

    /// Sets the folder of the files by which a connection is found again.
    pub fn start(&self, folder: PathBuf) {
        self.folder.replace(folder);
    }

    /// Calls `react` at all news, as long as `widget` lives.
    pub fn connect_for<W: IsA<gtk::Widget>>(&self, widget: &W, react: impl Fn(&W, &Event) + 'static) {
        self.listeners.connect_for(widget, react);
    }

    /// Opens a table, and calls `then`. A failure is an [`Event`].
    pub fn open(self: &Rc<Self>, offer: Offer, then: impl FnOnce() + 'static) {
        self.open_room(offer.name.clone(), Some(offer), |_| then());
    }

    fn open_room(self: &Rc<Self>, name: PlayerName, offer: Option<Offer>, then: impl FnOnce(&Rc<Self>) + 'static) {
        let service = Rc::clone(self);
        glib::spawn_future_local(async move {
            service.host(HostConfig { name, port: DEFAULT_PORT, kept: None }, offer).await;
            service.is_open().then(|| then(&service));
        });
    }

    /// Joins the room at an address with a code.
    pub fn join(self: &Rc<Self>, address: Address, name: PlayerName, code: Code) {
        let teller = self.teller(self.kept_guest());
        self.connect(Link::Guest(morris_room::join(address, name, code, teller)));
    }

    /// Comes back to the room that was joined when the program ended, or that was hosted and has
    /// this game.
    pub fn come_back(self: &Rc<Self>, name: PlayerName, game: String) {
        if self.is_open() {
            return;
        }
        let (service, [mut host, mut guest]) = (Rc::clone(self), [self.kept_host(), self.kept_guest()]);
        glib::spawn_future_local(async move {
            let read = gio::spawn_blocking(move || [host.text(), guest.text()]).await;
            let Ok([host, guest]) = read else { return };
            let host = host.filter(|host| host.contains(&game) && !service.is_open());
            if host.is_some() {
                return service.host(HostConfig { name, port: DEFAULT_PORT, kept: host }, None).await;
            }
            let Some(kept) = guest.filter(|_| !service.is_open()) else { return };
            let teller = service.teller(service.kept_guest());
            if let Ok(guest) = morris_room::come_back(&kept, teller) {
                service.connect(Link::Guest(guest));
            }
        });
    }

    async fn host(self: &Rc<Self>, config: HostConfig, offer: Option<Offer>) {
        let mut teller = self.teller(self.kept_host());
        // After a restart, the seats are taken.
        let is_free = config.kept.is_none();
        let hosted = gio::spawn_blocking(move || {
            if is_free {
                teller.kept.forget();
            }
            let room = morris_room::host(config, teller)?;
            let announcement = room.announce(is_free).inspect_err(|error| tracing::info!("{error}")).ok();
            let addresses = room.addresses();
            Ok((room, addresses, announcement))
        });
        match hosted.await {
            Ok(Ok((room, addresses, announcement))) => {
                let again = ByColor::default();
                self.connect(Link::Host(Box::new(Hosting { room, addresses, offer, announcement, again })));
            }
            Ok(Err(error)) => self.end(error),
            Err(_) => tracing::error!("opening a table went wrong"),
        }
    }

    /// Returns what a new connection calls on its thread.
    fn teller(self: &Rc<Self>, kept: Kept) -> Teller {
        let connection = self.connection.get() + 1;
        self.connection.set(connection);
        self.room.take();
        self.lacking.take();
        self.directing.take();
        let (sender, events) = async_channel::unbounded();
        let service = Rc::downgrade(self);
        glib::spawn_future_local(async move {
            while let (Ok(event), Some(service)) = (events.recv().await, service.upgrade()) {
                if service.connection.get() != connection {
                    break;
                }
                service.take(event);
            }
        });
        Teller { kept: kept.of(connection), sender }
    }

    fn connect(&self, link: Link) {
        drop_later(self.link.replace(Some(link)));
        self.tell(Event::Connection);
    }

    fn take(self: &Rc<Self>, event: RoomEvent) {
        match event {
            RoomEvent::Code(code) => _ = self.code.replace(Some(code)),
            RoomEvent::Here { member, room } => {
                self.room.borrow_mut().enter(member, room);
                if matches!(&*self.link.borrow(), Some(Link::Guest(_))) {
                    self.send(MemberRow::Ready(None));
                }
                // The room may have lost it with its program, or in the break.
                let parted = self.room().parted();
                parted.into_iter().for_each(|game| self.send(MemberRow::Part(game)));
            }
            RoomEvent::Away(error) => {
                tracing::info!("{error}");
                self.room.borrow_mut().is_connected = false;
            }
            RoomEvent::Row(row) => {
                let news = self.room.borrow_mut().take(row);
                self.report_results();
                if matches!(news, Some(News::Arrival { .. })) {
                    self.pair();
                }
                return news.into_iter().for_each(|news| self.tell(Event::News(news)));
            }
            RoomEvent::Ready { member, table } => return self.seat(member, table),
            RoomEvent::Call(member) => {
                let name = self.room().name_of(member);
                return self.tell(Event::Call(name));
            }
            RoomEvent::Ended(error) => return self.end(error),
            RoomEvent::Kept(Ok(())) => {}
            RoomEvent::Kept(Err(error)) => {
                tracing::warn!("{error}");
                let words =
                    gettext("Could not save the table. If the program ends, the game can only go on by message.");
                return self.tell(Event::Words(words));
            }
        }
        self.tell(Event::Connection);
    }

    /// Seats a guest at the table of a host who plays, or begins the rematch that both want.
    fn seat(&self, member: MemberId, _: Option<TableId>) {
        let table = self.room().own_table().cloned();
        let Some(table) = table else { return self.offer_to(member) };
        if let Some(color) = Color::BOTH.into_iter().find(|&color| table.players[color] == member) {
            self.want_again(color, &table);
        }
    }

    fn offer_to(&self, guest: MemberId) {
        let mut link = self.link.borrow_mut();
        let Some(Link::Host(hosting)) = &mut *link else { return };
        let Some(Offer { rules, color, clock, watching, .. }) = hosting.offer.clone() else { return };
        let players = ByColor::from_fn(|side| if side == color { HOST } else { guest });
        hosting.room.set_table(Table { id: OWN_TABLE, game: None, players, rules, clock, watching });
        // Others can still watch.
        let told = hosting.announcement.as_ref().map(|announcement| announcement.set_free(false));
        told.and_then(Result::err).into_iter().for_each(|error| tracing::info!("{error}"));
    }

    /// Notes that a player wants another game, which begins with the other colors once both do.
    fn want_again(&self, color: Color, table: &Table) {
        let is_over = |game: &str| self.room().seen(game).is_some_and(|seen| seen.outcome().is_some());
        if !table.game.as_deref().is_some_and(is_over) {
            return;
        }
        if let Some(Link::Host(hosting)) = &mut *self.link.borrow_mut() {
            hosting.again[color] = true;
            if hosting.again.white && hosting.again.black {
                hosting.again = ByColor::default();
                let players = table.players.swapped();
                hosting.room.set_table(Table { game: None, players, ..table.clone() });
            }
        }
    }

    /// Asks for another game with the friend.
    pub fn ask_again(&self) {
        let table = self.room().own_table().cloned();
        let Some(table) = table else { return };
        let color = self.room().color_at(&table);
        match (self.is_host(), color) {
            (true, Some(color)) => self.want_again(color, &table),
            _ => self.send(MemberRow::Ready(Some(table.id))),
        }
    }

    /// Lets members watch the own game, or no one.
    pub fn let_watch(&self, watching: Watching) {
        let table = self.room().own_table().cloned();
        if let Some(Link::Host(hosting)) = &mut *self.link.borrow_mut() {
            hosting.offer.iter_mut().for_each(|offer| offer.watching = watching);
            table.into_iter().for_each(|table| hosting.room.set_table(Table { watching, ..table }));
        }
    }

    /// Returns who may watch the game that the host offers. `None` if none is offered here.
    #[must_use]
    pub fn watching(&self) -> Option<Watching> {
        match &*self.link.borrow() {
            Some(Link::Host(hosting)) => hosting.offer.as_ref().map(|offer| offer.watching),
            _ => None,
        }
    }

    /// Returns whether the user may watch a game.
    #[must_use]
    pub fn may_watch(&self, game: &str) -> bool {
        self.is_host() || self.room().table_of(game).is_none_or(|table| table.watching == Watching::Open)
    }

    /// Sends a line of a game of the user, with the time that it took.
    pub fn send_line(&self, line: Line, spent: Option<Spent>) {
        spent.into_iter().for_each(|spent| self.send(MemberRow::Spent(spent)));
        self.send(MemberRow::Line(line));
    }

    pub fn send(&self, row: MemberRow) {
        match &*self.link.borrow() {
            Some(Link::Host(hosting)) => hosting.room.send(row),
            Some(Link::Guest(guest)) => guest.send(row),
            None => {}
        }
    }

    /// Closes the room for good, or leaves it.
    pub fn leave(&self) {
        self.connection.set(self.connection.get() + 1);
        self.directing.take();
        let (link, mut guest) = (self.link.take(), self.kept_guest());
        self.room.take();
        self.code.take();
        _ = gio::spawn_blocking(move || match link {
            Some(Link::Host(hosting)) => {
                drop(hosting.announcement);
                hosting.room.close();
            }
            Some(Link::Guest(left)) => {
                left.leave();
                guest.forget();
            }
            None => {}
        });
        self.tell(Event::Connection);
    }

    /// Asks the room for the lines before one that does not follow here. Parts if the whole game
    /// has come since, and the line still does not follow.
    pub fn ask_for_lines_before(&self, line: &Line) {
        let is_new = self.lacking.borrow_mut().insert(line.to_string());
        if is_new { self.send(MemberRow::Want(line.game().to_owned())) } else { self.part(line.game()) }
    }

    /// Leaves a game because its two programs disagree, so that it goes on by message. The room
    /// lets the friend leave it, too. It stays open: otherwise, one wrong line would end all its
    /// games.
    pub fn part(&self, game: &str) {
        if self.contact(game).is_some() {
            self.send(MemberRow::Part(game.to_owned()));
            let news = self.room.borrow_mut().take(RoomRow::Part(game.to_owned()));
            news.into_iter().for_each(|news| self.tell(Event::News(news)));
        }
    }

    fn end(&self, error: RoomError) {
        drop_later(self.link.take());
        self.room.take();
        self.code.take();
        let error = Rc::new(error);
        self.tell(Event::Ended(error));
    }

    /// Looks for rooms in this network, or stops.
    pub fn look(self: &Rc<Self>, looks: bool) {
        self.looks.set(looks);
        if !looks {
            self.found.take();
            return drop_later(self.discovery.take());
        }
        let (sender, found) = async_channel::unbounded();
        let service = Rc::clone(self);
        glib::spawn_future_local(async move {
            let discovery = gio::spawn_blocking(move || morris_room::discover(move |rooms| _ = sender.try_send(rooms)));
            match discovery.await {
                Ok(Ok(discovery)) if !service.looks.get() => drop_later(Some(discovery)),
                Ok(Ok(discovery)) => drop_later(service.discovery.replace(Some(discovery))),
                Ok(Err(error)) => tracing::info!("{error}"),
                Err(_) => tracing::error!("looking for tables went wrong"),
            }
            while let Ok(rooms) = found.recv().await {
                service.found.replace(rooms);
                service.tell(Event::Found);
            }
        });
    }

    /// Returns the rooms that were found, without the own one.
    #[must_use]
    pub fn found(&self) -> Vec<FoundRoom> {
        let own = self.place().map(|(_, room)| room);
        self.found.borrow().iter().filter(|room| Some(&room.id) != own.as_ref()).cloned().collect()
    }

    #[must_use]
    pub fn room(&self) -> Ref<'_, Room> {
        self.room.borrow()
    }

    /// Returns whether a room is hosted or joined, even if the connection is broken.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.link.borrow().is_some()
    }

    /// Returns whether someone needs the room: the user plays in it, or hosts it.
    #[must_use]
    pub fn is_needed(&self) -> bool {
        self.is_host() || self.is_open() && self.room().plays_now()
    }

    #[must_use]
    pub fn is_host(&self) -> bool {
        matches!(&*self.link.borrow(), Some(Link::Host(_)))
    }

    /// Returns the code of the own room.
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        self.code.borrow().clone()
    }

    /// Returns the addresses of the own room, and its id.
    #[must_use]
    pub fn place(&self) -> Option<(Vec<Address>, String)> {
        match &*self.link.borrow() {
            Some(Link::Host(hosting)) => Some((hosting.addresses.clone(), hosting.room.id().to_owned())),
            _ => None,
        }
    }

    /// Returns whether the friend of a game is present. `None` if it is not, or no longer, played
    /// in this network.
    #[must_use]
    pub fn contact(&self, game: &str) -> Option<Contact> {
        self.room().contact(game).filter(|_| self.is_open())
    }

    pub(super) fn tell(&self, event: Event) {
        self.listeners.call(|| event.clone());
    }

    fn kept_host(&self) -> Kept {
        Kept::new(self.folder.borrow().join("table.toml"), &self.newest_host).of(self.connection.get())
    }

    fn kept_guest(&self) -> Kept {
        Kept::new(self.folder.borrow().join("place.toml"), &self.newest_guest).of(self.connection.get())
    }
}

/// Writes the texts of a connection, and tells its events.
struct Teller {
    kept: Kept,
    sender: async_channel::Sender<RoomEvent>,
}

impl Owner for Teller {
    fn keep(&mut self, text: Option<&str>) -> Result<(), String> {
        match text {
            Some(text) => self.kept.keep(text),
            None => {
                self.kept.forget();
                Ok(())
            }
        }
    }

    fn tell(&mut self, event: RoomEvent) {
        _ = self.sender.try_send(event);
    }
}

/// Returns the link to a room: `nine-mens-morris:room/ADDRESS/PORT/ROOM`.
#[must_use]
pub fn link(address: &Address, room: &str) -> String {
    let (host, port) = (address.host(), address.port());
    let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    format!("nine-mens-morris:room/{host}/{port}/{room}")
}

/// Ends a connection on another thread, since it waits for its own.
fn drop_later<T: Send + 'static>(old: Option<T>) {
    if let Some(old) = old {
        _ = gio::spawn_blocking(move || drop(old));
    }
}
