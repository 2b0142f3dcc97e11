//! Chunks of a WAV file (IBM and Microsoft, *Multimedia Programming Interface and Data Specifications 1.0*;
//! Microsoft, *Multiple Channel Audio Data and WAVE Files*): the format and the samples, which the library
//! reads. All other chunks are left out, because Symphonia 0.6 refuses a file for its texts. Numbers of the
//! format are checked before the library computes with them.

use super::error::SoundError;
use super::limits::MAX_CHANNELS;
use super::note::SoundNote;

/// Most bits of a sample.
const MAX_BITS: u16 = 64;
/// Number of speakers that a channel mask can name.
const MAX_SPEAKERS: u32 = 18;
/// The same with channels that have no speaker.
const MAX_ADDED_SPEAKERS: u32 = 26;
/// Least length of a chunk that stands for an unknown one where the file is shorter: programs that write into
/// a pipe fill in 0xffffffff, 0x7fffffff, two thousand million, or somewhat less. Sound of that length is no
/// speech.
const MIN_PLACEHOLDER: usize = 0x4000_0000;
/// Length of the chunk of samples in a file whose lengths are in a chunk of their own.
const UNKNOWN_LENGTH: usize = 0xffff_ffff;
/// Length of a chunk's name and length.
const HEADER: usize = 8;

/// A WAV file without the chunks that hold no sound.
pub(super) struct Wav<'a> {
    /// Everything before the samples.
    pub(super) header: Vec<u8>,
    pub(super) samples: &'a [u8],
    pub(super) notes: Vec<SoundNote>,
}

impl<'a> Wav<'a> {
    /// The sound of a WAV file; `None` for other formats and files without format or samples.
    pub(super) fn read(bytes: &'a [u8]) -> Result<Option<Self>, SoundError> {
        // Files of more than 4 GB (EBU Tech 3306), which state their lengths in a chunk of their own.
        let is_large = bytes.starts_with(b"RF64") || bytes.starts_with(b"BW64");
        if !(bytes.starts_with(b"RIFF") || is_large) || bytes.get(8..12) != Some(b"WAVE") {
            return Ok(None);
        }
        let mut large_length = None;
        let has_size = (1..MIN_PLACEHOLDER).contains(&number(bytes, 4));
        let (mut at, mut format, mut notes) = (12, None, Vec::new());
        while let Some(chunk) = Chunk::read(bytes, at) {
            match &chunk.name {
                b"fmt " => {
                    check_format(chunk.rest)?;
                    format = Some(chunk.body());
                }
                b"ds64" if is_large => {
                    large_length = Some(long_number(chunk.body(), 8)).filter(|length| *length > 0)
                }
                b"data" => {
                    let length = large_length.filter(|_| chunk.length == UNKNOWN_LENGTH);
                    let data = Chunk { length: length.unwrap_or(chunk.length), ..chunk };
                    return Ok(format.map(|format| Self::new(format, &data, has_size, notes)));
                }
                b"LIST" if !is_list(chunk.body()) => notes.push(chunk.note()),
                _ => {}
            }
            at = match chunk.next(bytes) {
                Some(next) => next,
                None => {
                    // The length is wrong, so that no chunk follows it.
                    let Some(data) = bytes[at + 4..].windows(4).position(|name| name == b"data") else {
                        break;
                    };
                    if !notes.contains(&chunk.note()) {
                        notes.push(chunk.note());
                    }
                    at + 4 + data
                }
            };
        }
        Ok(None)
    }

    /// The sound of these chunks. `has_size` tells that the file states its size.
    fn new(format: &'a [u8], data: &Chunk<'a>, has_size: bool, mut notes: Vec<SoundNote>) -> Self {
        let is_unknown = data.length >= MIN_PLACEHOLDER && data.length > data.rest.len()
            || data.length == 0
                && !(has_size && Chunk::read(data.rest, 0).is_some_and(|chunk| chunk.is_named()));
        let length = if is_unknown { data.rest.len() } else { data.length };
        let (rate, block) = (number(format, 4), usize::from(word(format, 12)).max(1));
        let there = length.min(data.rest.len());
        if there < length {
            let seconds = |bytes: usize| (bytes / block) as f64 / rate.max(1) as f64;
            notes.push(SoundNote::CutOff { seconds: seconds(there), expected: Some(seconds(length)) });
        }
        let samples = &data.rest[..there - there % block];
        let mut header = Vec::from(*b"RIFF");
        let size = 4 + 2 * HEADER + format.len() + format.len() % 2 + samples.len();
        header.extend((size as u32).to_le_bytes());
        header.extend(b"WAVEfmt ");
        header.extend((format.len() as u32).to_le_bytes());
        header.extend(format);
        header.resize(header.len() + format.len() % 2, 0);
        header.extend(b"data");
        header.extend((samples.len() as u32).to_le_bytes());
        Self { header, samples, notes }
    }
}

/// A chunk of a file.
struct Chunk<'a> {
    at: usize,
    name: [u8; 4],
    /// Length as stated.
    length: usize,
    /// Everything behind the length.
    rest: &'a [u8],
}

impl<'a> Chunk<'a> {
    fn read(bytes: &'a [u8], at: usize) -> Option<Self> {
        let (header, rest) = bytes.get(at..)?.split_at_checked(HEADER)?;
        Some(Self { at, name: [header[0], header[1], header[2], header[3]], length: number(header, 4), rest })
    }

    /// Contents as far as they are there.
    fn body(&self) -> &'a [u8] {
        &self.rest[..self.length.min(self.rest.len())]
    }

    /// Whether the name is one of letters, digits and the like.
    fn is_named(&self) -> bool {
        self.name.iter().all(|byte| (b' '..=b'~').contains(byte))
    }

    /// Offset of the next chunk: behind a byte that makes the length even, which some programs leave out.
    fn next(&self, bytes: &[u8]) -> Option<usize> {
        let end = self.at + HEADER + self.length;
        let ends = [end + self.length % 2, end];
        let is_data = |at: &usize| Chunk::read(bytes, *at).is_some_and(|next| &next.name == b"data");
        let is_named = |at: &usize| Chunk::read(bytes, *at).is_some_and(|next| next.is_named());
        ends.into_iter().find(is_data).or_else(|| ends.into_iter().find(is_named))
    }

    fn note(&self) -> SoundNote {
        let name = String::from_utf8_lossy(&self.name).trim_end().to_owned();
        SoundNote::Chunk { name, offset: self.at }
    }
}

/// Whether a chunk is a list of at least one chunk, all of which lie in it.
fn is_list(body: &[u8]) -> bool {
    let mut at = 4;
    while let Some(chunk) = Chunk::read(body, at) {
        if !chunk.is_named() || chunk.length > chunk.rest.len() {
            return false;
        }
        at += HEADER + chunk.length + chunk.length % 2;
    }
    at > 4 && at >= body.len()
}

fn word(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..at + 2).map_or(0, |pair| u16::from_le_bytes([pair[0], pair[1]]))
}

fn number(bytes: &[u8], at: usize) -> usize {
    usize::from(word(bytes, at)) | usize::from(word(bytes, at + 2)) << 16
}

/// Number of 64 bits; the largest one where it does not fit.
fn long_number(bytes: &[u8], at: usize) -> usize {
    let number = bytes.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes);
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Error where a format chunk has numbers that no sound has.
fn check_format(chunk: &[u8]) -> Result<(), SoundError> {
    let (tag, channels, bits) = (word(chunk, 0), word(chunk, 2), word(chunk, 14));
    if channels == 0 || usize::from(channels) > MAX_CHANNELS {
        return Err(SoundError::Channels { count: channels.into() });
    }
    if bits > MAX_BITS {
        return Err(SoundError::Unsupported { what: format!("samples of {bits} bits in a WAV file") });
    }
    if tag == 0xFFFE {
        let mask = number(chunk, 20) as u32;
        // Where the mask names too few channels, the library adds some behind the highest one.
        let missing = u32::from(channels).saturating_sub(mask.count_ones());
        let highest = u32::BITS - mask.leading_zeros();
        if highest > MAX_SPEAKERS || highest + missing > MAX_ADDED_SPEAKERS {
            let what = format!("channel mask {mask:#x} of {channels} channels in a WAV file");
            return Err(SoundError::Unsupported { what });
        }
    }
    Ok(())
}
