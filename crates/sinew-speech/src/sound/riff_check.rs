//! Check of a WAV file's format chunk (Microsoft, *Multiple Channel Audio Data and WAVE Files*) before the library reads it: Symphonia 0.6 computes
//! with these numbers before it checks them.

use super::error::SoundError;
use super::limits::MAX_CHANNELS;

/// Most bits of a sample.
const MAX_BITS: u16 = 64;
/// Number of speakers that a channel mask can name.
const MAX_SPEAKERS: u32 = 18;
/// The same with channels that have no speaker.
const MAX_ADDED_SPEAKERS: u32 = 26;

/// Error where a WAV file's format chunk has numbers that no sound has; files of other formats pass.
pub(super) fn check_riff(bytes: &[u8]) -> Result<(), SoundError> {
    if !bytes.starts_with(b"RIFF") || bytes.get(8..12) != Some(b"WAVE") {
        return Ok(());
    }
    let mut rest = &bytes[12..];
    while let Some((header, body)) = rest.split_at_checked(8) {
        let length = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
        if &header[..4] == b"fmt " {
            check_format(body)?;
        }
        let padded = length.saturating_add(length % 2);
        let Some(next) = body.get(padded..) else { break };
        rest = next;
    }
    Ok(())
}

fn check_format(chunk: &[u8]) -> Result<(), SoundError> {
    let word = |at: usize| chunk.get(at..at + 2).map_or(0, |pair| u16::from_le_bytes([pair[0], pair[1]]));
    let (tag, channels, bits) = (word(0), word(2), word(14));
    if channels == 0 || usize::from(channels) > MAX_CHANNELS {
        return Err(SoundError::Channels { count: channels.into() });
    }
    if bits > MAX_BITS {
        return Err(SoundError::Unsupported { what: format!("samples of {bits} bits in a WAV file") });
    }
    if tag == 0xFFFE {
        let mask = u32::from(word(20)) | u32::from(word(22)) << 16;
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
