//! Mode 0, attributes: per byte of an element, bit-packed deltas in groups of sixteen. Version 0 belongs to
//! EXT_meshopt_compression. Version 1, of its successor KHR_meshopt_compression, selects bit widths and the
//! kind of delta per channel of four bytes.

const VERSION_0: u8 = 0xA0;
const VERSION_1: u8 = 0xA1;
const GROUP: usize = 16;
const BLOCK_BYTES: usize = 8192;
const MAX_BLOCK: usize = 256;
/// Smallest number of bytes of the tail, per version. The tail holds the first element (and in version 1 the
/// channels), padded in front.
const MIN_TAIL: [usize; 2] = [32, 24];

/// Delta encoding of a channel's four bytes, relative to the previous element.
#[derive(Clone, Copy)]
enum Channel {
    Bytes,
    Shorts,
    Xor { rotate: u32 },
}

impl Channel {
    fn of(code: u8) -> Result<Self, String> {
        match code {
            0 => Ok(Self::Bytes),
            1 => Ok(Self::Shorts),
            _ if code & 15 == 2 => Ok(Self::Xor { rotate: u32::from(code >> 4) }),
            _ => Err(format!("channel mode {code:#04x} is unknown")),
        }
    }

    fn next(self, last: [u8; 4], delta: [u8; 4]) -> [u8; 4] {
        match self {
            Self::Bytes => {
                let [a, b, c, d] = delta.map(|d| (d >> 1) ^ (d & 1).wrapping_neg());
                let [e, f, g, h] = last;
                [e.wrapping_add(a), f.wrapping_add(b), g.wrapping_add(c), h.wrapping_add(d)]
            }
            Self::Shorts => {
                let halves = |[a, b, c, d]: [u8; 4]| [[a, b], [c, d]].map(u16::from_le_bytes);
                let ([e, f], [a, b]) =
                    (halves(last), halves(delta).map(|d| (d >> 1) ^ (d & 1).wrapping_neg()));
                let ([a, b], [c, d]) = (e.wrapping_add(a).to_le_bytes(), f.wrapping_add(b).to_le_bytes());
                [a, b, c, d]
            }
            Self::Xor { rotate } => {
                let delta = u32::from_le_bytes(delta).rotate_right(rotate);
                (u32::from_le_bytes(last) ^ delta).to_le_bytes()
            }
        }
    }
}

pub(super) fn decode(data: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, String> {
    if stride == 0 || stride > 256 || !stride.is_multiple_of(4) {
        return Err(format!("element size of {stride} bytes; expected a multiple of 4 up to 256"));
    }
    let (&header, body) = data.split_first().ok_or("no data")?;
    let (version, channel_bytes) = match header {
        VERSION_0 => (0, 0),
        VERSION_1 => (1, stride / 4),
        _ => {
            return Err(format!(
                "unknown header {header:#04x}; expected {VERSION_0:#04x} or {VERSION_1:#04x}"
            ));
        }
    };
    let tail_bytes = (stride + channel_bytes).max(MIN_TAIL[version]);
    let body_end = body.len().checked_sub(tail_bytes).ok_or("the data ends before its tail")?;
    let (mut stream, tail) = body.split_at(body_end);
    let (head, codes) = tail.split_at(tail.len() - channel_bytes);
    let mut last = head.get(head.len() - stride..).unwrap_or_default().as_chunks::<4>().0.to_vec();
    let channels = match version {
        0 => vec![Channel::Bytes; stride / 4],
        _ => codes.iter().map(|&code| Channel::of(code)).collect::<Result<_, _>>()?,
    };

    let block = (BLOCK_BYTES / stride / GROUP * GROUP).min(MAX_BLOCK);
    // Even a block of zeros has control or header bytes.
    if stream.len() < count.div_ceil(block) {
        return Err("the data ends too early".into());
    }
    let mut out = vec![0u8; count * stride];
    let mut deltas = [[0u8; 4]; MAX_BLOCK];
    for elements in out.chunks_mut(block * stride) {
        let rows = elements.len() / stride;
        let controls = take(&mut stream, channel_bytes)?;
        for (c, (last, channel)) in last.iter_mut().zip(&channels).enumerate() {
            for k in 0..4 {
                let widths = match controls.get(c).map(|control| control >> (2 * k) & 3) {
                    None => [0, 2, 4, 8],
                    Some(0) => [0, 1, 2, 4],
                    Some(1) => [1, 2, 4, 8],
                    Some(2) => {
                        deltas.iter_mut().for_each(|delta| delta[k] = 0);
                        continue;
                    }
                    Some(_) => {
                        let plain = take(&mut stream, rows)?;
                        deltas.iter_mut().zip(plain).for_each(|(delta, &byte)| delta[k] = byte);
                        continue;
                    }
                };
                let modes = take(&mut stream, rows.div_ceil(GROUP).div_ceil(4))?;
                for (g, group) in deltas.chunks_mut(GROUP).take(rows.div_ceil(GROUP)).enumerate() {
                    let mode = modes.get(g / 4).map_or(0, |byte| byte >> (g % 4 * 2) & 3);
                    let unpacked = unpack(&mut stream, widths[usize::from(mode)])?;
                    group.iter_mut().zip(unpacked).for_each(|(delta, byte)| delta[k] = byte);
                }
            }
            for (element, delta) in elements.chunks_exact_mut(stride).zip(&deltas) {
                *last = channel.next(*last, *delta);
                if let Some(slot) = element.get_mut(4 * c..4 * c + 4) {
                    slot.copy_from_slice(last);
                }
            }
        }
    }
    if !stream.is_empty() {
        return Err(format!("{} unused bytes at the end", stream.len()));
    }
    Ok(out)
}

/// Unpacks sixteen deltas of `bits` bits. The largest value is an escape for a whole byte that follows; 0
/// bits are all zeros, 8 bits are plain bytes.
fn unpack(stream: &mut &[u8], bits: usize) -> Result<[u8; GROUP], String> {
    let mut deltas = [0u8; GROUP];
    match bits {
        0 => return Ok(deltas),
        8 => {
            deltas.copy_from_slice(take(stream, GROUP)?);
            return Ok(deltas);
        }
        _ => {}
    }
    let packed = take(stream, GROUP * bits / 8)?;
    let escape = (1u8 << bits) - 1;
    let per_byte = 8 / bits;
    for (i, delta) in deltas.iter_mut().enumerate() {
        // The first value of a byte is in its highest bits, but single bits start at the lowest.
        let at = i % per_byte;
        let shift = if bits == 1 { at } else { 8 - bits * (at + 1) };
        let value = packed.get(i / per_byte).map_or(0, |byte| byte >> shift & escape);
        *delta = if value == escape { take(stream, 1)?.first().copied().unwrap_or(0) } else { value };
    }
    Ok(deltas)
}

fn take<'a>(stream: &mut &'a [u8], count: usize) -> Result<&'a [u8], String> {
    let (head, rest) = stream.split_at_checked(count).ok_or("the data ends too early")?;
    *stream = rest;
    Ok(head)
}
