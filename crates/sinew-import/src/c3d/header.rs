//! Header section, the first block.

use super::number::NumberFormat;
use super::parameters::BLOCK;
use crate::ImportError;

/// Second byte of all C3D files.
const KEY: u8 = 0x50;
/// Word that stands before events with labels of four characters.
const EVENTS_KEY: u16 = 12345;
/// Largest number of events of a header.
const MAX_EVENTS: u16 = 18;

/// Content of the header.
pub(super) struct Header {
    /// First byte of the parameters.
    pub(super) parameters: usize,
    pub(super) format: NumberFormat,
    pub(super) points: usize,
    /// Number of analog numbers in a frame.
    pub(super) analog: usize,
    /// Number of analog samples of a channel in a frame.
    pub(super) samples: usize,
    /// Numbers of the first and the last frame, from 1.
    pub(super) first_frame: u16,
    pub(super) last_frame: u16,
    pub(super) scale: f32,
    /// Block of the data, from 1.
    pub(super) data_block: u16,
    pub(super) rate: f32,
    /// Times in seconds and labels.
    pub(super) events: Vec<(f32, String)>,
}

/// Whether the bytes begin like a C3D file whose parameter section is where the header says.
pub(crate) fn is_c3d(bytes: &[u8]) -> bool {
    section(bytes).is_some()
}

/// First byte of the parameter section, and the numbers' format.
fn section(bytes: &[u8]) -> Option<(usize, NumberFormat)> {
    let [block, KEY, ..] = bytes else { return None };
    let start = usize::from(*block).checked_sub(1)?.checked_mul(BLOCK).filter(|start| *start > 0)?;
    Some((start, NumberFormat::of(*bytes.get(start + 3)?)?))
}

/// Reads the header.
pub(super) fn read(bytes: &[u8]) -> Result<Header, ImportError> {
    let cut_off = || {
        let message =
            "the file seems to be cut off in its header; expected 512 bytes and a parameter section";
        ImportError::new("c3d", format!("byte {}", bytes.len()), message)
    };
    let (start, format) = section(bytes).ok_or_else(cut_off)?;
    // Words are counted from 1, as in the specification.
    let word = |n: usize| format.u16(bytes, 2 * (n - 1)).ok_or_else(cut_off);
    let float = |n: usize| format.f32(bytes, 2 * (n - 1)).ok_or_else(cut_off);
    let mut events = Vec::new();
    if word(150)? == EVENTS_KEY {
        for n in 0..usize::from(word(151)?.min(MAX_EVENTS)) {
            let label = bytes.get(2 * (198 + 2 * n)..).and_then(|rest| rest.get(..4)).ok_or_else(cut_off)?;
            let label = String::from_utf8_lossy(label).trim_matches(['\0', ' ']).to_owned();
            events.push((float(153 + 2 * n)?, label));
        }
    }
    Ok(Header {
        parameters: start + 4,
        format,
        points: usize::from(word(2)?),
        analog: usize::from(word(3)?),
        samples: usize::from(word(10)?),
        first_frame: word(4)?,
        last_frame: word(5)?,
        scale: float(7)?,
        data_block: word(9)?,
        rate: float(11)?,
        events,
    })
}
