// SPDX-License-Identifier: GPL-3.0-or-later
//! `nmm room`: opens a room on the network, plays in one, or watches one.

mod error;
mod file;
mod link;
mod seat;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::channel;
use std::time::Duration;

use morris::{ByColor, Rules};
use morris_message::PlayerName;
use morris_players::{PlayerSpec, parse_time};
use morris_room::{
    Address, Clock, Code, DEFAULT_PORT, FoundRoom, HostConfig, MemberId, MemberRow, Presence, RoomError, RoomEvent,
    RoomRow, Table, Watching, come_back, discover, host, join,
};

use super::examples::examples;
use super::output::named_place;
use super::post::presets;
use crate::stderr::print_error;
pub use error::Error;
use file::RoomFile;
use link::{Link, Owner, print};
use seat::{Bot, Seat};

/// Open a room on this network, play in one, or watch one.
///
/// `nmm room host` opens a room and prints its code. It pairs the members who want to play, two by
/// two, or plays against each of them with `--player`. `nmm room join` enters a room and plays one
/// or more games. `nmm room watch` prints what happens. All of them print the rows of the room,
/// which the document `players.md` describes. The others in the room see your name and your moves.
///
/// With `--file`, the command returns after any end without a code, and goes on with its games: run
/// it again with the same file, which holds keys. Only you may read it. A file whose room is closed
/// is of no use any more.
#[derive(clap::Args)]
#[command(after_long_help = examples(&[
    ("nmm room host --player level:1 --port 24610 --hidden --games 1 > room.txt & sleep 2; nmm room join 127.0.0.1:24610 --code $(sed -n 's/^code //p' room.txt) --player random", "Play a game between two programs."),
]))]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
#[command(disable_help_subcommand = true)]
enum Command {
    /// Open a room until the command is interrupted, or until its games are over.
    Host(HostArguments),
    /// Enter a room, and play one or more games.
    Join(JoinArguments),
    /// Enter a room, and print its rows.
    Watch(GuestArguments),
}

#[derive(clap::Args)]
struct HostArguments {
    /// Set the name of the room.
    #[arg(long, value_name = "N", default_value = "Player")]
    name: PlayerName,
    /// Listen on this port or, if it is in use, on any.
    #[arg(long, default_value_t = DEFAULT_PORT)]
    port: u16,
    /// Let this player play, such as level:3 or the command of a program.
    #[arg(long, value_name = "PLAYER")]
    player: Option<PlayerSpec>,
    /// Limit the thinking time of the player.
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = parse_time)]
    thinking_time: Duration,
    /// Set the rules.
    #[arg(long, value_name = "ID", default_value = "standard", hide_possible_values = true, value_parser = presets())]
    rules: Rules,
    /// Give each player a clock, in seconds and with an increment for each move.
    #[arg(long, value_name = "SECONDS+SECONDS", value_parser = str::parse::<Clock>)]
    clock: Option<Clock>,
    /// Let no one watch.
    #[arg(long)]
    private: bool,
    /// Do not announce the room in this network.
    #[arg(long)]
    hidden: bool,
    /// Close the room after this number of games. After a return, those at a table still count.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Keep room and games in this file.
    #[arg(long, value_name = "FILE", value_parser = named_place())]
    file: Option<PathBuf>,
}

#[derive(clap::Args)]
struct JoinArguments {
    #[command(flatten)]
    guest: GuestArguments,
    /// Let this player play, such as level:3 or the command of a program.
    #[arg(long, value_name = "PLAYER", default_value = "level:5")]
    player: PlayerSpec,
    /// Limit the thinking time of the player.
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = parse_time)]
    thinking_time: Duration,
    /// Leave the room after this number of games. After a return, those at a table still count.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
}

#[derive(clap::Args)]
struct GuestArguments {
    /// Enter the room at this address, such as 192.168.1.20 or 192.168.1.20:24609 [default: the
    /// first room that is found].
    address: Option<Address>,
    /// Enter with this code, which the host tells.
    #[arg(long, value_parser = str::parse::<Code>)]
    code: Option<Code>,
    /// Set your name.
    #[arg(long, value_name = "N", default_value = "Player")]
    name: PlayerName,
    /// Keep keys and games in this file.
    #[arg(long, value_name = "FILE", value_parser = named_place())]
    file: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    match &arguments.command {
        Command::Host(arguments) => run_host(arguments),
        Command::Join(JoinArguments { guest, player, thinking_time, games }) => {
            run_guest(guest, Some(Bot::new(player.clone(), *thinking_time)), *games)
        }
        // It stays until the end of the room.
        Command::Watch(guest) => run_guest(guest, None, u32::MAX),
    }?;
    Ok(ExitCode::SUCCESS)
}

fn run_host(arguments: &HostArguments) -> Result<(), Error> {
    let file = RoomFile::open(arguments.file.as_deref())?;
    let (tell, news) = channel();
    let config = HostConfig { name: arguments.name.clone(), port: arguments.port, kept: file.kept() };
    let room = host(config, Owner { tell, file: file.clone() })?;
    let announcement = (!arguments.hidden).then(|| room.announce(true)).transpose()?;
    for address in room.addresses() {
        print(&format!("address {address}"))?;
    }
    let bot = arguments.player.clone().map(|player| Bot::new(player, arguments.thinking_time));
    let mut seat = Seat::new(arguments.name.clone(), bot, file)?;
    let (mut waiting, mut is_free, link) = (Vec::new(), true, Link::Room(room));
    while let Ok(event) = news.recv() {
        match &event {
            RoomEvent::Ready { member, .. } => pair(arguments, &mut waiting, *member, &mut seat, &link),
            // A guest who returns says again that it is ready.
            RoomEvent::Row(RoomRow::Gone(id) | RoomRow::Member { id, presence: Presence::Away(_), .. }) => {
                waiting.retain(|member| member != id);
            }
            RoomEvent::Ended(_) => return Ok(()),
            _ => {}
        }
        show(&event)?;
        seat.take(event, &link)?;
        let was_free = std::mem::replace(&mut is_free, arguments.games.is_none_or(|games| seat.started() < games));
        if let Some(announcement) = announcement.as_ref().filter(|_| is_free != was_free) {
            announcement.set_free(is_free).unwrap_or_else(|error| print_error(&error.to_string()));
        }
        if arguments.games.is_some_and(|games| seat.over() >= games) {
            link.end();
            return news.iter().try_for_each(|event| show(&event));
        }
    }
    Ok(())
}

/// Gives a table to a member who is ready: with the player of the host, or with another member.
fn pair(arguments: &HostArguments, waiting: &mut Vec<MemberId>, member: MemberId, seat: &mut Seat, link: &Link) {
    let Link::Room(room) = link else { return };
    if seat.is_busy(member) || waiting.contains(&member) {
        return;
    }
    let Some(id) = seat.free_table() else { return print_error("no table is free") };
    waiting.push(member);
    let players = match (&arguments.player, waiting.as_slice()) {
        (Some(_), &[guest]) => ByColor { white: 0, black: guest },
        (None, &[first, second]) => ByColor { white: first, black: second },
        _ => return,
    };
    waiting.clear();
    let watching = if arguments.private { Watching::Closed } else { Watching::Open };
    let (rules, clock) = (arguments.rules, arguments.clock);
    let table = Table { id, game: None, players, rules, clock, watching };
    seat.expect(table.clone());
    room.set_table(table);
}

fn run_guest(arguments: &GuestArguments, bot: Option<Bot>, games: u32) -> Result<(), Error> {
    let file = RoomFile::open(arguments.file.as_deref())?;
    let (tell, news) = channel();
    let owner = Owner { tell, file: file.clone() };
    let watches = bot.is_none();
    let guest = match file.kept() {
        Some(kept) => come_back(&kept, owner)?,
        None => {
            let code = arguments.code.clone().ok_or(Error::NoCode)?;
            let address = arguments.address.clone().map_or_else(|| find(watches), Ok)?;
            join(address, arguments.name.clone(), code, owner)
        }
    };
    let link = Link::Guest(guest);
    let mut seat = Seat::new(arguments.name.clone(), bot, file)?;
    for event in news {
        show(&event)?;
        let before = seat.over();
        match event {
            RoomEvent::Ended(RoomError::Closed) if watches || before > 0 => return Ok(()),
            RoomEvent::Ended(error) => return Err(error.into()),
            RoomEvent::Row(RoomRow::Table(Table { game: Some(ref game), .. })) if watches => {
                link.send(MemberRow::Want(game.clone()));
            }
            event => seat.take(event, &link)?,
        }
        if seat.over() >= games {
            // The room has passed the last line on, since it came back.
            link.end();
            return Ok(());
        }
        if seat.over() > before && !watches {
            link.send(MemberRow::Ready(None));
        }
    }
    Ok(())
}

/// Searches for a room: any to watch, or one with a free seat to play.
fn find(watches: bool) -> Result<Address, Error> {
    let (tell, found) = channel();
    let _search = discover(move |rooms| _ = tell.send(rooms))?;
    let fits = |rooms: Vec<FoundRoom>| rooms.into_iter().find(|room| watches || room.is_free);
    let first = found.iter().find_map(fits).ok_or(Error::NoRoom)?;
    print(&format!("found {} {} {}", first.address, if first.is_free { "free" } else { "full" }, first.name))?;
    Ok(first.address)
}

/// Prints an event in one row.
fn show(event: &RoomEvent) -> Result<(), Error> {
    match event {
        RoomEvent::Code(code) => print(&format!("code {}", code.digits())),
        RoomEvent::Here { member, room } => print(&format!("here {member} {room}")),
        RoomEvent::Away(error) => print(&format!("away: {error}")),
        RoomEvent::Row(row) => print(&row.to_string()),
        RoomEvent::Ready { member, .. } => print(&format!("ready {member}")),
        RoomEvent::Call(member) => print(&format!("call {member}")),
        RoomEvent::Ended(error) => print(&format!("ended: {error}")),
        RoomEvent::Kept(kept) => {
            print(&kept.as_ref().map_or_else(|error| format!("unkept: {error}"), |()| "kept".to_owned()))
        }
    }
}
