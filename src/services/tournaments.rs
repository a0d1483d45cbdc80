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

/// Completes when a change is shown, which is when it is on the disk or cannot be written. The
/// output is `false` if a change of another window took its place.
type Shown = Pin<Box<dyn Future<Output = bool>>>;

pub struct TournamentService {
    pub(super) disk: FileService<TournamentJob, ()>,
    open: RefCell<Option<(TournamentId, Undoable)>>,
    /// Whether another window has changed the file, so that it must be read again before it can be
    /// changed here.
    is_stale: Cell<bool>,
    /// Whether the open tournament has changes that are not on the disk, or not yet.
    is_unwritten: Cell<bool>,
    /// Number of writes that were queued.
    writes: Cell<u64>,
    /// Number of times that a tournament was read.
    reads: Cell<u64>,
    /// Number of changes of tournaments that were not open.
    changes_of_closed: Cell<u64>,
    /// Called when another state of the open tournament is to be shown.
    pub changed: Listeners<()>,
    writing: RepeatedNews,
    messages: Messages,
}

/// Returns whether others meet now where a game was played.
fn are_others(tournament: &Tournament, club: &ClubGame) -> bool {
    let meeting = tournament.meeting(Place { round: club.round, table: club.table });
    club.pair.is_some_and(|pair| meeting.is_none_or(|meeting| [meeting.first, meeting.second] != pair))
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
            is_unwritten: Cell::default(),
            writes: Cell::default(),
            reads: Cell::default(),
            changes_of_closed: Cell::default(),
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
        // At the end of the program, no more work is done. A panic is reported by itself.
        async move { done.recv().await.inspect_err(|_| tracing::debug!("work on a tournament was not done")).ok() }
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
    /// Returns whether it is open. An error is reported, and a broken file is renamed. A tournament
    /// with changes that still cannot be written stays open, as it is.
    pub async fn open(self: &Rc<Self>, id: &TournamentId) -> bool {
        let tournament = loop {
            if !self.write_again().await {
                return self.id().as_ref() == Some(id);
            }
            let (of, changes) = (id.clone(), self.changes_of_closed.get());
            let read =
                self.work(move |files| files.load(&of).map_err(|error| Box::new((error, files.set_aside(&of))))).await;
            match read {
                Some(Ok(tournament)) if self.changes_of_closed.get() == changes && !self.is_unwritten() => {
                    break tournament;
                }
                // This one or the open one has changed since it was read.
                Some(Ok(_)) => {}
                Some(Err(failed)) => {
                    self.report(&failed.0);
                    if let Ok(Some(path)) = &failed.1 {
                        let file = path.file_name().unwrap_or_default().to_string_lossy();
                        self.messages.tell(&gettext_f("The file is kept as {file}", &[("file", &file)]));
                    }
                    return false;
                }
                None => return false,
            }
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

    /// Writes changes that are not on the disk, and returns whether all are there now. An error is
    /// reported.
    pub async fn write_again(self: &Rc<Self>) -> bool {
        while self.is_unwritten.get() {
            self.writing.forget();
            let number = self.writes.get() + 1;
            self.write().await;
            if self.writes.get() <= number {
                break;
            }
            // A later change was queued meanwhile.
        }
        !self.is_unwritten.get()
    }

    /// Returns whether the open tournament has changes that are not on the disk, or not yet.
    pub fn is_unwritten(&self) -> bool {
        self.is_unwritten.get()
    }

    pub fn id(&self) -> Option<TournamentId> {
        self.open.borrow().as_ref().map(|(id, _)| id.clone())
    }

    pub fn now(&self) -> Option<Arc<Tournament>> {
        self.open.borrow().as_ref().map(|(_, undoable)| Arc::clone(undoable.now()))
    }

    /// Returns a tournament if it is the open one.
    pub fn now_of(&self, id: &TournamentId) -> Option<Arc<Tournament>> {
        self.open.borrow().as_ref().filter(|(open, _)| open == id).map(|(_, undoable)| Arc::clone(undoable.now()))
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
    pub fn undo_since(self: &Rc<Self>, then: &Arc<Tournament>) -> Option<Shown> {
        self.is_now(then).then(|| self.undo()).flatten()
    }

    /// Returns whether the open tournament is still as it was `then`.
    pub fn is_now(&self, then: &Arc<Tournament>) -> bool {
        self.now().is_some_and(|now| Arc::ptr_eq(&now, then))
    }

    /// Enters the result of a game that was played here or in a room. `winner` is `None` for a
    /// draw. If another tournament is open, it stays open. Returns the tournament, and the result
    /// of the match in words, once they are on the disk. Returns `None` if there is no such game.
    pub async fn report_game(
        self: &Rc<Self>,
        club: &ClubGame,
        winner: Option<Color>,
    ) -> Option<(Arc<Tournament>, String)> {
        let id = TournamentId::new(&club.file)?;
        let at = Place { round: club.round, table: club.table };
        let score = GameScore::of_game(winner, Meeting::color_of_first(club.game));
        let change = Change::Game { at, game: club.game, score, when: moment() };
        let tournament = loop {
            let is_open = self.id().is_none_or(|open| open == id);
            if !is_open {
                break self.change_closed(club.clone(), change).await?;
            }
            if (self.id().is_none() || self.is_stale.get()) && !self.open(&id).await {
                return None;
            }
            if self.now().is_some_and(|now| are_others(&now, club)) {
                self.refuse(&ChangeError::Missing);
                return None;
            }
            let shown = self.change(&change).inspect_err(|error| self.refuse(error)).ok()?;
            let changed = self.now()?;
            // After a change of another window, the result is entered again.
            if shown.await {
                // The user may have opened another one.
                break self.now_of(&id).unwrap_or(changed);
            }
        };
        let words = describe::club::result_spoken(&tournament, tournament.meeting(at)?);
        Some((tournament, words))
    }

    /// Changes a tournament that is not open. Reports why if that is not possible, once until it is
    /// possible again.
    async fn change_closed(self: &Rc<Self>, club: ClubGame, change: Change) -> Option<Arc<Tournament>> {
        let id = TournamentId::new(&club.file)?;
        self.changes_of_closed.set(self.changes_of_closed.get() + 1);
        let changed = self.work(move |files| -> Result<_, StoreError> {
            let mut tournament = files.load(&id)?;
            let refused = match are_others(&tournament, &club) {
                true => Some(ChangeError::Missing),
                false => tournament.change(&change).err(),
            };
            if refused.is_none() {
                files.save(&id, &tournament)?;
            }
            Ok(refused.map_or(Ok(tournament), Err))
        });
        let words = match changed.await? {
            Ok(Ok(tournament)) => {
                self.writing.forget();
                return Some(Arc::new(tournament));
            }
            Ok(Err(error)) => describe::club::change_error(&error),
            Err(error) => describe::club::tournament_error(&error),
        };
        self.writing.tell(&words);
        None
    }

    /// Reports the next failure even if it was reported already, since no one tries again.
    pub fn report_again(&self) {
        self.writing.forget();
    }

    fn refuse(&self, error: &ChangeError) {
        self.messages.tell(&describe::club::change_error(error));
    }

    fn write(self: &Rc<Self>) -> Shown {
        let (service, id, now) = (Rc::clone(self), self.id(), self.now());
        let (is_stale, reads) = (self.is_stale.get(), self.reads.get());
        let save =
            id.clone().zip(now).filter(|_| !is_stale).map(|(id, now)| self.work(move |files| files.save(&id, &now)));
        let number = self.writes.get() + 1;
        if save.is_some() {
            self.writes.set(number);
            self.is_unwritten.set(true);
        }
        Box::pin(async move {
            let (Some(save), Some(id)) = (save, id) else { return false };
            match save.await {
                Some(Ok(())) => {
                    service.writing.forget();
                    // A later change may not be there yet.
                    if service.writes.get() == number {
                        service.is_unwritten.set(false);
                    }
                }
                Some(Err(error @ StoreError::Continued { .. })) => {
                    service.is_unwritten.set(false);
                    // Later changes were refused as well until it is read again, so this is said
                    // once.
                    if service.reads.get() == reads && !service.is_stale.replace(true) {
                        service.report(&error);
                        service.open(&id).await;
                    }
                    return false;
                }
                Some(Err(error)) => {
                    // What is stale is read again, and not written.
                    if service.is_stale.get() {
                        service.is_unwritten.set(false);
                    }
                    tracing::warn!("{error}");
                    service.writing.tell(&describe::club::tournament_error(&error));
                }
                None => {}
            }
            service.changed.call(|| ());
            true
        })
    }

    /// Closes the open tournament if it has this id, since it is deleted.
    pub fn forget(&self, id: &TournamentId) {
        if self.id().as_ref() == Some(id) {
            self.open.take();
            self.is_unwritten.set(false);
        }
    }

    pub fn report(&self, error: &StoreError) {
        tracing::warn!("{error}");
        self.messages.tell(&describe::club::tournament_error(error));
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::pin::pin;
    use std::task::Poll;

    use morris_club::{Format, Settings};
    use morris_play::persistence::TournamentFiles;
    use rustix::fs::{FlockOperation, flock};

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

    /// Creates two tournaments of two players, whose round is paired.
    fn two_evenings(home: &Path) -> (TournamentFiles, [TournamentId; 2]) {
        let (mut files, mut tournament) = (TournamentFiles::beside(&home.join("saves")), evening(2));
        tournament.change(&Change::Pair).unwrap();
        let ids = [(); 2].map(|()| files.create(&tournament).unwrap());
        (files, ids)
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
        let (mut files, [id, other]) = two_evenings(home.path());
        let context = own_context();
        let work = || {
            let service = service(home.path(), &Messages::new(|_| panic!("all is well")));
            // In the second game, the one named first has Black.
            let club =
                ClubGame { file: id.to_string(), round: 0, table: 0, game: 1, pair: Some([0, 1]), no_help: true };
            let (reported, words) = context.block_on(service.report_game(&club, Some(Color::Black))).unwrap();
            assert_eq!(reported.rounds()[0].meetings[0].games, [None, Some(GameScore::Win)]);
            assert_eq!(words, "P1 2, P2 0.");
            // A later change is not taken back with the result.
            context.block_on(service.change(&Change::Leave(0)).unwrap());
            assert!(service.undo_since(&reported).is_none());
            context.block_on(service.undo_since(&service.now().unwrap()).unwrap());
            assert_eq!(service.now().unwrap(), reported);
            let gone = ClubGame { file: "../other".to_owned(), ..club.clone() };
            assert!(context.block_on(service.report_game(&gone, None)).is_none());
            // While another one is open, it stays open, and keeps its own changes.
            assert!(context.block_on(service.open(&other)));
            context.block_on(service.change(&Change::Leave(0)).unwrap());
            let (first, open) = (ClubGame { game: 0, ..club }, service.now());
            let (reported, words) = context.block_on(service.report_game(&first, None)).unwrap();
            assert_eq!((service.now(), words.as_str()), (open, "P1 3, P2 1."));
            assert!(service.undo_since(&reported).is_none());
            assert_eq!(files.load(&id).unwrap(), *reported);
        };
        context.with_thread_default(work).unwrap();
    }

    #[test]
    fn result_does_not_count_for_others_at_the_table() {
        let home = tempfile::tempdir().unwrap();
        let (mut files, [id, other]) = two_evenings(home.path());
        let (messages, told) = logged(news);
        let context = own_context();
        let work = || {
            let service = service(home.path(), &messages);
            for open in [&id, &other] {
                assert!(context.block_on(service.open(open)));
                let (file, pair) = (id.to_string(), Some([1, 0]));
                let club = ClubGame { file, round: 0, table: 0, game: 0, pair, no_help: true };
                assert!(context.block_on(service.report_game(&club, None)).is_none());
            }
        };
        context.with_thread_default(work).unwrap();
        assert!(!files.load(&id).unwrap().has_results(0));
        assert_eq!(told.borrow().len(), 2, "{told:?}");
    }

    #[test]
    fn result_is_entered_again_after_a_change_of_another_window() {
        let home = tempfile::tempdir().unwrap();
        let (mut files, [id, _]) = two_evenings(home.path());
        let (messages, told) = logged(news);
        let context = own_context();
        let work = || {
            let (one, other) = (service(home.path(), &messages), service(home.path(), &messages));
            let club = ClubGame { file: id.to_string(), round: 0, table: 0, game: 0, pair: None, no_help: true };
            context.block_on(async {
                assert!(one.open(&id).await && other.open(&id).await);
                other.change(&Change::Rename(0, "Ann".to_owned())).unwrap().await;
                let (reported, words) = one.report_game(&club, Some(Color::White)).await.unwrap();
                assert_eq!((one.now(), words.as_str()), (Some(reported), "Ann 2, P2 0."));
            });
            assert_eq!(Some(files.load(&id).unwrap()), one.now().as_deref().cloned());
        };
        context.with_thread_default(work).unwrap();
        assert_eq!(told.borrow().len(), 1);
    }

    #[test]
    fn changes_that_could_not_be_written_stay_until_they_are() {
        let home = tempfile::tempdir().unwrap();
        let (mut files, [id, other]) = two_evenings(home.path());
        let (messages, told) = logged(news);
        let [folder, away] = ["tournaments", "away"].map(|name| home.path().join(name));
        let context = own_context();
        let work = || {
            let service = service(home.path(), &messages);
            assert!(context.block_on(service.open(&id)));
            std::fs::rename(&folder, &away).unwrap();
            std::fs::write(&folder, "").unwrap();
            context.block_on(service.change(&won(0)).unwrap());
            let shown = service.now().unwrap();
            assert!(context.block_on(service.open(&id)) && !context.block_on(service.open(&other)));
            assert!(service.is_unwritten() && service.can_undo() && service.is_now(&shown));
            assert_eq!(told.borrow().len(), 3, "each time, a message says why");
            std::fs::remove_file(&folder).unwrap();
            std::fs::rename(&away, &folder).unwrap();
            assert!(context.block_on(service.open(&other)) && !service.is_unwritten());
            assert_eq!(files.load(&id).unwrap(), *shown);
        };
        context.with_thread_default(work).unwrap();
    }

    #[test]
    fn change_that_cannot_be_written_while_another_one_is_opened_stays() {
        let home = tempfile::tempdir().unwrap();
        let (_, [id, other]) = two_evenings(home.path());
        let (messages, told) = logged(news);
        let context = own_context();
        let work = || {
            let service = service(home.path(), &messages);
            assert!(context.block_on(service.open(&id)));
            let shown = service.change(&won(0)).unwrap();
            assert!(service.is_unwritten());
            assert!(context.block_on(shown) && !service.is_unwritten());
            // Another program holds the folder longer than the service waits.
            let held = std::fs::File::open(home.path().join("tournaments")).unwrap();
            flock(&held, FlockOperation::LockExclusive).unwrap();
            let shown = service.change(&Change::Leave(0)).unwrap();
            assert!(!context.block_on(service.open(&other)));
            context.block_on(shown);
            assert!(service.id().as_ref() == Some(&id) && service.is_unwritten());
            drop(held);
            assert!(context.block_on(service.open(&other)) && !service.is_unwritten());
        };
        context.with_thread_default(work).unwrap();
        assert_eq!(told.borrow().len(), 1, "{told:?}");
    }

    #[test]
    fn result_is_kept_although_its_tournament_is_being_opened() {
        let home = tempfile::tempdir().unwrap();
        let (mut files, [id, other]) = two_evenings(home.path());
        let context = own_context();
        let work = || {
            let service = service(home.path(), &Messages::new(|_| panic!("all is well")));
            let club = ClubGame { file: id.to_string(), round: 0, table: 0, game: 0, pair: None, no_help: true };
            context.block_on(async {
                assert!(service.open(&other).await);
                // The file is read before the result is in it, and shown after that.
                let (begin, gate) = std::sync::mpsc::channel();
                drop(service.work(move |_| _ = gate.recv()));
                let mut opening = pin!(service.open(&id));
                let mut reporting = pin!(service.report_game(&club, None));
                let are_pending = poll_fn(|context| {
                    let is_opening = opening.as_mut().poll(context).is_pending();
                    Poll::Ready(is_opening && reporting.as_mut().poll(context).is_pending())
                });
                assert!(are_pending.await);
                begin.send(()).unwrap();
                assert!(reporting.await.is_some() && opening.await);
                service.change(&Change::Leave(0)).unwrap().await;
            });
            let kept = files.load(&id).unwrap();
            assert_eq!(kept.rounds()[0].meetings[0].games[0], Some(GameScore::Draw));
        };
        context.with_thread_default(work).unwrap();
    }
}
