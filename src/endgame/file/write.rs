// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing a table: beside its place, then into it, so that a name never stands for half a table.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use rayon::prelude::*;
use zstd::bulk::Compressor;

use super::header::Header;
use super::{Kind, Summary, TableError, file_name};
use crate::endgame::Sector;

/// What is being written has this at the end of its name.
const UNFINISHED: &str = ".unfinished";

/// How much zstd tries: 12 is three times as quick and 3 in 100 larger, 19 takes twice as long for 3 in 1,000.
const LEVEL: i32 = 15;

/// How many slots a block has.
const fn block_slots(kind: Kind) -> u32 {
    match kind {
        Kind::Values => 1 << 15,
        Kind::Distances => 1 << 13,
    }
}

/// Writes the table of a sector into a folder.
pub(in crate::endgame) fn write(
    folder: &Path,
    sector: Sector,
    kind: Kind,
    summary: Summary,
    bytes: &[u8],
) -> Result<(), TableError> {
    let path = folder.join(file_name(sector, kind));
    write_whole(&path, sector, kind, summary, bytes).map_err(|error| TableError::new(&path, error))
}

fn write_whole(path: &Path, sector: Sector, kind: Kind, summary: Summary, bytes: &[u8]) -> io::Result<()> {
    let (list, blocks) = compress(bytes, kind)?;
    let header = Header {
        kind,
        sector,
        slots: sector.slots(),
        block_slots: block_slots(kind),
        summary,
        body: blocks.iter().map(|block| block.len() as u64).sum(),
        list_checksum: crc32fast::hash(&list),
    };
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(UNFINISHED);
    let mut file = io::BufWriter::new(File::create(&unfinished)?);
    file.write_all(&header.to_bytes())?;
    file.write_all(&list)?;
    blocks.iter().try_for_each(|block| file.write_all(block))?;
    file.into_inner()?.sync_all()?;
    fs::rename(&unfinished, path)?;
    File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()
}

/// The list of blocks and the blocks.
fn compress(bytes: &[u8], kind: Kind) -> io::Result<(Vec<u8>, Vec<Vec<u8>>)> {
    let block_bytes = block_slots(kind) as usize / kind.per_byte() as usize;
    let blocks: Vec<Vec<u8>> = bytes
        .par_chunks(block_bytes)
        .map_init(compressor, |compressor, block| compressor.as_mut().map_err(|error| other(error))?.compress(block))
        .collect::<io::Result<_>>()?;
    let mut list = Vec::with_capacity(blocks.len() * super::header::ENTRY);
    let mut end = 0_u32;
    for block in &blocks {
        let length = u32::try_from(block.len()).expect("a block is small");
        end = end.checked_add(length).ok_or_else(|| io::Error::other("the table is larger than 4 GiB"))?;
        list.extend(end.to_le_bytes());
        list.extend(crc32fast::hash(block).to_le_bytes());
    }
    Ok((list, blocks))
}

fn compressor() -> io::Result<Compressor<'static>> {
    let mut compressor = Compressor::new(LEVEL)?;
    // Length and checksum stand in the file's own lists.
    compressor.include_contentsize(false)?;
    compressor.include_checksum(false)?;
    compressor.include_dictid(false)?;
    Ok(compressor)
}

fn other(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), error.to_string())
}

/// Removes what an interrupted solver left behind.
pub(in crate::endgame) fn remove_leftovers(folder: &Path) -> io::Result<()> {
    for sector in Sector::all() {
        for kind in [Kind::Values, Kind::Distances] {
            match fs::remove_file(folder.join(file_name(sector, kind) + UNFINISHED)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}
