// SPDX-License-Identifier: GPL-3.0-or-later
//! The single engine of the window. Pages take turns with its thread, its memory, and its
//! transposition table.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::Arc;

use morris_engine::{Engine, EngineOptions, Event, EventKind, Request, RequestId};
use morris_play::persistence::Settings;
use morris_solved::tablebase::Tables;

use super::settings::SharedSettings;
use super::tablebases::Tablebases;

/// The engine, started by the first request.
pub struct EngineService {
    settings: Rc<SharedSettings>,
    tables: Rc<Tablebases>,
    engine: OnceCell<Engine>,
    /// Options that were last sent to the engine.
    options: Cell<Option<EngineOptions>>,
    known_tables: RefCell<Option<Arc<Tables>>>,
    /// Number of the last request. Pages number their own requests separately.
    last: Cell<u64>,
    current: RefCell<Option<Current>>,
}

/// The request that the engine is answering.
struct Current {
    number: RequestId,
    /// Number that the page gave to the request.
    of_page: RequestId,
    client: Weak<Client>,
}

struct Client {
    on_event: Box<dyn Fn(Event)>,
}

/// One page's handle to the engine. A request cancels the one before it, including another page's.
/// Stopping or hurrying affects only the page's own request.
pub struct EngineClient {
    service: Rc<EngineService>,
    client: Rc<Client>,
}

impl EngineService {
    /// Creates a service whose engine follows these settings and tables from its next search on.
    pub fn new(settings: Rc<SharedSettings>, tables: Rc<Tablebases>) -> Self {
        Self {
            settings,
            tables,
            engine: OnceCell::new(),
            options: Cell::default(),
            known_tables: RefCell::default(),
            last: Cell::default(),
            current: RefCell::default(),
        }
    }

    /// Returns a handle to the engine. `on_event` receives the events of its requests.
    pub fn client(self: &Rc<Self>, on_event: impl Fn(Event) + 'static) -> EngineClient {
        EngineClient { service: Rc::clone(self), client: Rc::new(Client { on_event: Box::new(on_event) }) }
    }

    fn engine(self: &Rc<Self>) -> &Engine {
        self.engine.get_or_init(|| {
            let (sender, events) = async_channel::unbounded();
            // When the program is ending, no receiver is left.
            let engine = Engine::start(move |event| _ = sender.try_send(event));
            let service = Rc::downgrade(self);
            glib::spawn_future_local(async move {
                while let (Ok(event), Some(service)) = (events.recv().await, service.upgrade()) {
                    service.pass_on(event);
                }
            });
            engine
        })
    }

    fn think(self: &Rc<Self>, client: &Rc<Client>, request: Request) {
        let number = RequestId(self.last.get() + 1);
        self.last.set(number.0);
        let current = Current { number, of_page: request.id, client: Rc::downgrade(client) };
        self.current.replace(Some(current));
        self.follow();
        self.engine().think(Request { id: number, ..request });
    }

    /// Sends the current settings and tables to the engine if they have changed.
    fn follow(self: &Rc<Self>) {
        let (engine, options, tables) = (self.engine(), self.settings.read(options), self.tables.current());
        if self.options.replace(Some(options)) != Some(options) {
            engine.set_options(options);
        }
        let same = self.known_tables.borrow().as_ref().is_some_and(|known| Arc::ptr_eq(known, &tables));
        if !same {
            engine.set_tables(Arc::clone(&tables));
            self.known_tables.replace(Some(tables));
        }
    }

    /// Passes an event to the page that asked. Drops events of earlier requests.
    fn pass_on(&self, event: Event) {
        let asked = self.current.borrow().as_ref().filter(|current| current.number == event.id).and_then(|current| {
            let client = current.client.upgrade()?;
            Some((client, current.of_page))
        });
        if let Some((client, of_page)) = asked {
            if !matches!(event.kind, EventKind::Info(_)) {
                self.current.take();
            }
            (client.on_event)(Event { id: of_page, ..event });
        }
    }
}

impl EngineClient {
    /// Sends a request to the engine. Cancels any earlier request.
    pub fn think(&self, request: Request) {
        self.service.think(&self.client, request);
    }

    /// Sends a request unless the engine is answering another page. Returns whether the request was
    /// sent.
    pub fn think_if_free(&self, request: Request) -> bool {
        let free = self.is_asked() || self.service.current.borrow().is_none();
        if free {
            self.think(request);
        }
        free
    }

    /// Stops the page's own request if the engine is answering it. No answer follows.
    pub fn stop(&self) {
        if self.is_asked() {
            self.service.current.take();
            if let Some(engine) = self.service.engine.get() {
                engine.stop();
            }
        }
    }

    /// Makes the engine answer the page's own request immediately, if it is answering it.
    pub fn move_now(&self) {
        if self.is_asked() {
            if let Some(engine) = self.service.engine.get() {
                engine.move_now();
            }
        }
    }

    fn is_asked(&self) -> bool {
        let current = self.service.current.borrow();
        current.as_ref().is_some_and(|current| Weak::ptr_eq(&current.client, &Rc::downgrade(&self.client)))
    }
}

impl Drop for EngineClient {
    fn drop(&mut self) {
        self.stop();
    }
}

fn options(settings: &Settings) -> EngineOptions {
    EngineOptions {
        memory_mib: settings.memory as usize,
        threads: settings.threads.into(),
        thinking_time: settings.thinking_time,
    }
}

#[cfg(test)]
mod tests {
    use morris::{Position, Rules};
    use morris_engine::{Limits, Strength};

    use super::*;
    use crate::services::for_tests::own_context;
    use crate::services::messages::Messages;

    fn request(number: u64) -> Request {
        let (rules, strength) = (Rules::STANDARD, Strength::Limits(Limits { depth: Some(2), ..Limits::default() }));
        Request { id: RequestId(number), ..Request::new(rules, vec![Position::start(&rules)], strength) }
    }

    /// Shares an engine between two pages, and returns the numbers of the answers that each
    /// received.
    fn play(act: impl FnOnce(&EngineClient, &EngineClient)) -> [Vec<u64>; 2] {
        let context = own_context();
        let heard: [Rc<RefCell<Vec<u64>>>; 2] = Default::default();
        let run = || {
            let tables = Rc::new(Tablebases::new(Vec::new(), Messages::new(|_| {})));
            let service = Rc::new(EngineService::new(Rc::default(), tables));
            let [one, other] = heard.each_ref().map(|heard| {
                let note = Rc::clone(heard);
                service.client(move |event: Event| {
                    if matches!(event.kind, EventKind::Best(_)) {
                        note.borrow_mut().push(event.id.0);
                    }
                })
            });
            act(&one, &other);
            while heard.iter().all(|heard| heard.borrow().is_empty()) {
                context.iteration(true);
            }
        };
        context.with_thread_default(run).unwrap();
        heard.map(|heard| heard.take())
    }

    #[test]
    fn a_page_stops_and_hurries_only_its_own_request() {
        let heard = play(|one, other| {
            one.think(request(7));
            other.stop();
            other.move_now();
        });
        assert_eq!(heard, [vec![7], vec![]]);
    }

    #[test]
    fn engine_is_lent_only_if_free() {
        let heard = play(|one, other| {
            one.think(request(7));
            assert!(!other.think_if_free(request(7)));
        });
        assert_eq!(heard, [vec![7], vec![]]);
        let heard = play(|one, other| {
            one.think(request(7));
            one.stop();
            assert!(other.think_if_free(request(7)) && other.think_if_free(request(8)));
        });
        assert_eq!(heard, [vec![], vec![8]]);
    }

    #[test]
    fn a_request_voids_the_one_before_whosever_that_was() {
        let heard = play(|one, other| {
            one.think(request(7));
            other.think(request(7));
        });
        assert_eq!(heard, [vec![], vec![7]]);
    }
}
