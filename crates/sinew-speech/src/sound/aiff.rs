//! AIFF files (Apple, *Audio Interchange File Format 1.3*) that are shorter than they state: Symphonia
//! refuses them.

/// Length of a chunk's name and length.
const HEADER: usize = 8;

/// Copy of an AIFF file whose sound ends with the file, with lengths that say so; `None` for other files and
/// whole ones.
pub(super) fn shortened(bytes: &[u8]) -> Option<Vec<u8>> {
    let kind = bytes.get(8..12)?;
    if !bytes.starts_with(b"FORM") || !(kind == b"AIFF" || kind == b"AIFC") {
        return None;
    }
    let mut at = 12;
    loop {
        let name = bytes.get(at..at + 4)?;
        let length = u32::from_be_bytes(bytes.get(at + 4..at + HEADER)?.try_into().ok()?) as usize;
        let rest = bytes.len() - at - HEADER;
        if name == b"SSND" && length > rest {
            let mut copy = bytes.to_vec();
            copy.truncate(bytes.len() - rest % 2);
            let lengths = [(4, copy.len() - HEADER), (at + 4, rest - rest % 2)];
            for (at, length) in lengths {
                copy[at..at + 4].copy_from_slice(&(length as u32).to_be_bytes());
            }
            return Some(copy);
        }
        at = at.checked_add(HEADER)?.checked_add(length)?.checked_add(length % 2)?;
    }
}

/// Number of samples per channel that an AIFF file states.
pub(super) fn stated_samples(bytes: &[u8]) -> Option<u64> {
    let common = bytes.windows(4).take(4096).position(|name| name == b"COMM")?;
    let count = bytes.get(common + HEADER + 2..common + HEADER + 6)?;
    Some(u32::from_be_bytes(count.try_into().ok()?).into())
}
