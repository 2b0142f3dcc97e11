//! Mode 0, attributes, version 0: deltas of each byte to the previous element, in groups of sixteen with the
//! smallest sufficient number of bits.

const HEADER: u8 = 0xA0;
const GROUP: usize = 16;
const BLOCK_BYTES: usize = 8192;
const MAX_BLOCK: usize = 256;
/// Smallest number of bytes of the tail, which holds the first element, padded in front.
const MIN_TAIL: usize = 32;
/// Bits per delta for each value of a group's two header bits.
const WIDTHS: [usize; 4] = [0, 2, 4, 8];

/// Whether elements of `stride` bytes can be encoded.
pub(in crate::export) fn is_encodable(stride: usize) -> bool {
    (4..=256).contains(&stride) && stride.is_multiple_of(4)
}

/// Encodes elements of `stride` bytes; `None` if the format does not support them.
pub(in crate::export) fn encode(data: &[u8], stride: usize) -> Option<Vec<u8>> {
    if !is_encodable(stride) || data.is_empty() || !data.len().is_multiple_of(stride) {
        return None;
    }
    let first = data.get(..stride)?;
    let mut out = vec![HEADER];
    let mut last = first.to_vec();
    let block = (BLOCK_BYTES / stride / GROUP * GROUP).min(MAX_BLOCK);
    let mut deltas = Vec::with_capacity(MAX_BLOCK);
    for elements in data.chunks(block * stride) {
        for (k, last) in last.iter_mut().enumerate() {
            deltas.clear();
            for &byte in elements.iter().skip(k).step_by(stride) {
                deltas.push(zigzag(byte.wrapping_sub(*last)));
                *last = byte;
            }
            deltas.resize(deltas.len().next_multiple_of(GROUP), 0);
            encode_bytes(&deltas, &mut out);
        }
    }
    out.resize(out.len() + MIN_TAIL.saturating_sub(stride), 0);
    out.extend_from_slice(first);
    Some(out)
}

/// Maps small signed deltas to small unsigned numbers.
fn zigzag(delta: u8) -> u8 {
    (delta << 1) ^ (((delta as i8) >> 7) as u8)
}

/// Encodes groups of sixteen bytes: first the widths of all groups, two bits each, then the packed bits.
fn encode_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    let header = out.len();
    out.resize(header + (bytes.len() / GROUP).div_ceil(4), 0);
    for (g, group) in bytes.as_chunks::<GROUP>().0.iter().enumerate() {
        let mode = (0..4usize).rev().min_by_key(|&mode| cost(group, mode)).unwrap_or(3);
        if let Some(byte) = out.get_mut(header + g / 4) {
            *byte |= (mode as u8) << (g % 4 * 2);
        }
        pack(group, WIDTHS.get(mode).copied().unwrap_or(8), out);
    }
}

/// Size of a group in bytes with a given width; `usize::MAX` if it is not possible.
fn cost(group: &[u8; GROUP], mode: usize) -> usize {
    match WIDTHS.get(mode) {
        Some(0) if group.iter().any(|&v| v != 0) => usize::MAX,
        Some(0) => 0,
        Some(&bits @ (2 | 4)) => {
            let escape = (1u8 << bits) - 1;
            GROUP * bits / 8 + group.iter().filter(|&&v| v >= escape).count()
        }
        _ => GROUP,
    }
}

/// Packs a group. Values that do not fit are stored as the escape, the largest value, and as whole bytes
/// after the group.
fn pack(group: &[u8; GROUP], bits: usize, out: &mut Vec<u8>) {
    match bits {
        0 => return,
        8 => return out.extend_from_slice(group),
        _ => {}
    }
    let escape = (1u8 << bits) - 1;
    for values in group.chunks(8 / bits) {
        out.push(values.iter().fold(0, |byte, &v| byte << bits | v.min(escape)));
    }
    out.extend(group.iter().filter(|&&v| v >= escape));
}
