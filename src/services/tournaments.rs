// SPDX-License-Identifier: GPL-3.0-or-later
//! The tournaments of people: read and written on a separate thread, in order. One of them is open.
//! Each change of it is written at once, and shown when it is on the disk.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;

use jiff::Zoned;

use morris::Color;
use morris_club::{Change, ChangeError, GameScore, Meeting, Place, Tournament, Undoable};
use morris_play::persistence::{StoreError, TournamentFiles, TournamentId, TournamentJob};
use morris_play::setup::ClubGame;

use super::file_service::FileService;
use super::listeners::Listeners;
use crate::services::messages::{Messages, RepeatedNews};
use crate::text::describe;
use crate::text::i18n::gettext_f;

/// Completes when a change is shown, which is when it is on the disk or cannot be written.
type Shown = Pin<Box<dyn Future<Output = ()>>>;

pub struct TournamentService {
    pub(super) disk: FileService<TournamentJob, ()>,
    open: RefCell<Option<(TournamentId, Undoable)>>,
    /// Whether another window has changed the file, so that it must be read again before it can be
    /// changed here.
    is_stale: Cell<bool>,
    /// Number of times that a tournament was read.
    reads: Cell<u64>,
    /// Called when another state of the open tournament is to be shown.
    pub changed: Listeners<()>,
    writing: RepeatedNews,
    messages: Messages,
}

/// Returns the current time as corrections keep it.
pub fn moment() -> String {
    Zoned::now().strftime("%Y-%m-%d %H:%M").to_string()
}

impl TournamentService {
    /// Creates the service, which cannot work until [`Self::start`].
    pub fn new(messages: Messages) -> Self {
        Self {
            disk: FileService::default(),
            open: RefCell::default(),
            is_stale: Cell::default(),
            reads: Cell::default(),
            changed: Listeners::default(),
            writing: RepeatedNews::new(messages.clone()),
            messages,
        }
    }

    /// Starts the thread, for the folder beside this one of saved games.
    pub fn start(self: &Rc<Self>, saves: &Path) {
        self.disk.start(TournamentFiles::beside(saves), |()| (), self, |_, ()| ());
    }

    /// Does work with the folder, after all that was requested before. The result is `None` if
    /// there is no thread to do it.
    pub fn work<T: Send + 'static, F: FnOnce(&mut TournamentFiles) -> T + Send + 'static>(
        &self,
        work: F,
    ) -> impl Future<Output = Option<T>> + use<T, F> {
        // Capacity for the only result.
        let (sender, done) = async_channel::bounded(1);
        self.disk.send(Box::new(move |files| _ = sender.try_send(work(files))));
        async move { done.recv().await.inspect_err(|_| tracing::error!("work on a tournament was not done")).ok() }
    }

    /// Does the same with work that can fail. Reports the error, and returns `None` then.
    pub fn try_work<T: Send + 'static, F>(self: &Rc<Self>, work: F) -> impl Future<Output = Option<T>> + use<T, F>
    where
        F: FnOnce(&mut TournamentFiles) -> Result<T, StoreError> + Send + 'static,
    {
        let (done, service) = (self.work(work), Rc::clone(self));
        async move { done.await?.inspect_err(|error| service.report(error)).ok() }
    }

    /// Reads a tournament, and opens it. Its changes can still be taken back if it was open before.
    /// Returns whether it could be read. An error is reported, and a broken file is renamed.
    pub async fn open(self: &Rc<Self>, id: &TournamentId) -> bool {
        let of = id.clone();
        let read =
            self.work(move |files| files.load(&of).map_err(|error| Box::new((error, files.set_aside(&of))))).await;
        let tournament = match read {
            Some(Ok(tournament)) => tournament,
            Some(Err(failed)) => {
                self.report(&failed.0);
                if let Ok(Some(path)) = &failed.1 {
                    let file = path.file_name().unwrap_or_default().to_string_lossy();
                    self.messages.tell(&gettext_f("The file is kept as {file}", &[("file", &file)]));
                }
                return false;
            }
            None => return false,
        };
        self.is_stale.set(false);
        self.reads.set(self.reads.get() + 1);
        let is_same = |(open, undoable): &(TournamentId, Undoable)| open == id && **undoable.now() == tournament;
        if !self.open.borrow().as_ref().is_some_and(is_same) {
            self.open.replace(Some((id.clone(), Undoable::new(tournament))));
        }
        self.changed.call(|| ());
        true
    }

    pub fn id(&self) -> Option<TournamentId> {
        self.open.borrow().as_ref().map(|(id, _)| id.clone())
    }

    pub fn now(&self) -> Option<Arc<Tournament>> {
        self.open.borrow().as_ref().map(|(_, undoable)| Arc::clone(undoable.now()))
    }

    pub fn can_undo(&self) -> bool {
        self.open.borrow().as_ref().is_some_and(|(_, undoable)| undoable.can_undo())
    }

    /// Makes a change. See [`Self::edit`].
    ///
    /// # Errors
    /// Returns why the change is not possible.
    pub fn change(self: &Rc<Self>, change: &Change) -> Result<Shown, ChangeError> {
        self.edit(|tournament| tournament.change(change))
    }

    /// Changes the open tournament, and queues the write. All that `edit` does is taken back
    /// together.
    ///
    /// # Errors
    /// Returns the error of `edit`.
    pub fn edit(
        self: &Rc<Self>,
        edit: impl FnOnce(&mut Tournament) -> Result<(), ChangeError>,
    ) -> Result<Shown, ChangeError> {
        if let (Some((_, undoable)), false) = (&mut *self.open.borrow_mut(), self.is_stale.get()) {
            undoable.edit(edit)?;
        }
        Ok(self.write())
    }

    /// Takes the last change back, and queues the write. Returns `None` if there is none.
    pub fn undo(self: &Rc<Self>) -> Option<Shown> {
        let undone = match &mut *self.open.borrow_mut() {
            Some((_, undoable)) if !self.is_stale.get() => undoable.undo(),
            _ => false,
        };
        undone.then(|| self.write())
    }

    /// Takes the last change back, and queues the write, unless another change was made after
    /// `then`. Returns `None` if nothing is taken back.
    pub fn undo_since(self: &Rc<Self>, then: Option<&Arc<Tournament>>) -> Option<Shown> {
        let is_last = self.now().zip(then).is_some_and(|(now, then)| Arc::ptr_eq(&now, then));
        is_last.then(|| self.undo()).flatten()
    }

    /// Enters the result of a game that was played here, also of a tournament that is not open.
    /// `winner` is `None` for a draw. Returns the result of the match in words once it is on the
    /// disk, or `None` if there is no such game.
    pub async fn report_game(self: &Rc<Self>, club: &ClubGame, winner: Option<Color>) -> Option<String> {
        let id = TournamentId::new(&club.file)?;
        if self.id().as_ref() != Some(&id) && !self.open(&id).await {
            return None;
        }
        let at = Place { round: club.round, table: club.table };
        let score = GameScore::of_game(winner, Meeting::color_of_first(club.game));
        match self.change(&Change::Game { at, game: club.game, score, when: moment() }) {
            Ok(shown) => shown.await,
            Err(error) => {
                self.messages.tell(&describe::club::change_error(&error));
                return None;
            }
        }
        let tournament = self.now()?;
        Some(describe::club::result_spoken(&tournament, tournament.meeting(at)?))
    }

    fn write(self: &Rc<Self>) -> Shown {
        let (service, id, now) = (Rc::clone(self), self.id(), self.now());
        let (is_stale, reads) = (self.is_stale.get(), self.reads.get());
        let save =
            id.clone().zip(now).filter(|_| !is_stale).map(|(id, now)| self.work(move |files| files.save(&id, &now)));
        Box::pin(async move {
            let (Some(save), Some(id)) = (save, id) else { return };
            match save.await {
                Some(Ok(())) => service.writing.forget(),
                Some(Err(error @ StoreError::Continued { .. })) => {
                    // Later changes were refused as well until it is read again, so this is said
                    // once.
                    if service.reads.get() == reads && !service.is_stale.replace(true) {
                        service.report(&error);
                        service.open(&id).await;
                    }
                    return;
                }
                Some(Err(error)) => {
                    tracing::warn!("{error}");
                    service.writing.tell(&describe::club::tournament_error(&error));
                }
                None => {}
            }
            service.changed.call(|| ());
        })
    }

    /// Closes the open tournament if it has this id, since it is deleted.
    pub fn forget(&self, id: &TournamentId) {
        if self.id().as_ref() == Some(id) {
            self.open.take();
        }
    }

    pub fn report(&self, error: &StoreError) {
        tracing::warn!("{error}");
        self.messages.tell(&describe::club::tournament_error(error));
    }
}

#[cfg(test)]
mod tests {
    use morris_club::{Format, Settings};
    use morris_play::persistence::TournamentFiles;

    use super::*;
    use crate::services::for_tests::{logged, news, own_context};

    fn evening(names: usize) -> Tournament {
        let format = Format::RoundRobin { cycles: 1, order: morris_club::Order::Berger };
        let mut tournament = Tournament::new(Settings::new("Evening", format)).unwrap();
        for number in 1..=names {
            tournament.change(&Change::Add { name: format!("P{number}"), program: None }).unwrap();
        }
        tournament
    }

    fn service(home: &Path, messages: &Messages) -> Rc<TournamentService> {
        let service = Rc::new(TournamentService::new(messages.clone()));
        service.start(&home.join("saves"));
        service
    }

    fn won(table: usize) -> Change {
        let games = vec![Some(GameScore::Win), Some(GameScore::Draw)];
        Change::Result { at: Place { round: 0, table }, games, when: String::new() }
    }

    #[test]
    fn no_change_that_was_shown_is_lost_when_the_program_is_killed() {
        let home = tempfile::tempdir().unwrap();
        let quiet = Messages::new(|_| panic!("all is well"));
        let mut files = TournamentFiles::beside(&home.path().join("saves"));
        let id = files.create(&evening(8)).unwrap();
        let context = own_context();
        let work = || {
            let mut changes = vec![Change::Pair];
            changes.extend((0..4).map(won));
            changes.extend([Change::Pair, Change::Leave(3)]);
            for change in changes {
                let service = service(home.path(), &quiet);
                assert!(context.block_on(service.open(&id)));
                context.block_on(service.change(&change).unwrap());
                let shown = service.now().unwrap();
                // A kill: no thread is asked to write anything more.
                std::mem::forget(service);
                assert_eq!(files.load(&id).unwrap(), *shown, "{change:?}");
            }
        };
        context.with_thread_default(work).unwrap();
    }

    #[test]
    fn change_of_another_window_is_kept_and_shown() {
        let home = tempfile::tempdir().unwrap();
        let (messages, told) = logged(news);
        let id = TournamentFiles::beside(&home.path().join("saves")).create(&evening(4)).unwrap();
        let context = own_context();
        let work = || {
            let (one, other) = (service(home.path(), &messages), service(home.path(), &messages));
            context.block_on(async {
                assert!(one.open(&id).await && other.open(&id).await);
                other.change(&Change::Pair).unwrap().await;
                let leave = |entrant| one.change(&Change::Leave(entrant)).unwrap();
                let (first, second) = (leave(0), leave(1));
                first.await;
                second.await;
            });
            assert_eq!(one.now(), other.now());
            assert!(!one.can_undo() && other.can_undo());
            context.block_on(one.change(&won(0)).unwrap());
            assert!(one.now().unwrap().has_results(0), "it goes on");
            context.block_on(one.undo().unwrap());
            assert_eq!(one.now(), other.now());
        };
        context.with_thread_default(work).unwrap();
        let words = "Another window changed this tournament, so your last change here was not saved.";
        assert_eq!(*told.borrow(), [words]);
    }

    #[test]
    fn result_of_a_game_is_entered_in_a_tournament_that_is_not_open() {
        let home = tempfile::tempdir().unwrap();
        let mut tournament = evening(2);
        tournament.change(&Change::Pair).unwrap();
        let id = TournamentFiles::beside(&home.path().join("saves")).create(&tournament).unwrap();
        let context = own_context();
        let work = || {
            let service = service(home.path(), &Messages::new(|_| panic!("all is well")));
            // In the second game, the one named first has Black.
            let club = ClubGame { file: id.to_string(), round: 0, table: 0, game: 1, no_help: true };
            let words = context.block_on(service.report_game(&club, Some(Color::Black)));
            let meeting = service.now().unwrap().rounds()[0].meetings[0].clone();
            assert_eq!(meeting.games, [None, Some(GameScore::Win)]);
            assert_eq!(words.unwrap(), "P1 2, P2 0.");
            // A later change is not taken back with the result.
            let reported = service.now();
            context.block_on(service.change(&Change::Leave(0)).unwrap());
            assert!(service.undo_since(reported.as_ref()).is_none());
            let last = service.now();
            context.block_on(service.undo_since(last.as_ref()).unwrap());
            assert_eq!(service.now(), reported);
            let gone = ClubGame { file: "../other".to_owned(), ..club };
            assert_eq!(context.block_on(service.report_game(&gone, None)), None);
        };
        context.with_thread_default(work).unwrap();
    }
}
