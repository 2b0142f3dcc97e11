//! Ends of streams: files of coded sound that lack theirs.

use super::aiff;

/// Samples by which a decoded stream may be shorter than its header says: two frames of MP3.
const TOLERANCE: u64 = 2304;

/// End of a file that ends before its sound does.
pub(super) struct CutOff {
    /// Samples per channel that the file states; `None` where it states none.
    pub(super) expected: Option<u64>,
}

/// Whether a file of coded sound ends before its sound does, of which `decoded` samples per channel came out.
/// `stated` is the number that the library found in the file or estimated.
pub(super) fn find_cut(bytes: &[u8], decoded: u64, stated: Option<u64>) -> Option<CutOff> {
    let stated = if bytes.starts_with(b"FORM") { aiff::stated_samples(bytes) } else { stated };
    let shorter = |slack: u64| {
        let expected = stated.filter(|stated| decoded + slack < *stated);
        expected.is_some().then_some(CutOff { expected })
    };
    let unfinished = |is_cut: bool| is_cut.then_some(CutOff { expected: None });
    match bytes {
        [b'f', b'L', b'a', b'C', ..] => shorter(0),
        [b'O', b'g', b'g', b'S', ..] => unfinished(!ogg_ends(bytes)),
        [b'F', b'O', b'R', b'M', ..] => shorter(0),
        [b'R', b'I', b'F', b'F', ..] | [b'R' | b'B', b'F' | b'W', b'6', b'4', ..] => None,
        _ => {
            let frames = &bytes[first_mp3_frame(bytes)?..];
            if has_mp3_count(frames) {
                shorter(TOLERANCE)
            } else {
                unfinished(ends_within_an_mp3_frame(frames))
            }
        }
    }
}

/// Whether the last page of an Ogg file (RFC 3533) is whole and marked as the last one.
fn ogg_ends(bytes: &[u8]) -> bool {
    const HEADER: usize = 27;
    const END_OF_STREAM: u8 = 4;
    let Some(page) = bytes.windows(4).rposition(|window| window == b"OggS").map(|at| &bytes[at..]) else {
        return false;
    };
    let Some(lengths) = page.get(HEADER - 1).and_then(|count| page.get(HEADER..HEADER + usize::from(*count)))
    else {
        return false;
    };
    let body: usize = lengths.iter().map(|length| usize::from(*length)).sum();
    page[5] & END_OF_STREAM != 0 && page.len() >= HEADER + lengths.len() + body
}

/// Offset of the first frame of an MP3 file, behind its ID3 tag.
fn first_mp3_frame(bytes: &[u8]) -> Option<usize> {
    let tag = match bytes {
        [b'I', b'D', b'3', _, _, _, size @ ..] if size.len() >= 4 => {
            10 + size[..4].iter().fold(0, |sum, byte| sum << 7 | usize::from(byte & 0x7f))
        }
        _ => 0,
    };
    let is_frame = |at: &usize| {
        let next = mp3_frame_length(&bytes[*at..]).map(|length| at + length);
        next.is_some_and(|next| next >= bytes.len() || mp3_frame_length(&bytes[next..]).is_some())
    };
    (tag..bytes.len().min(tag + 65_536)).find(is_frame)
}

/// Whether the first frame states the number of frames.
fn has_mp3_count(frame: &[u8]) -> bool {
    let first = &frame[..frame.len().min(64)];
    [b"Xing", b"Info", b"VBRI"].iter().any(|name| first.windows(4).any(|window| window == *name))
}

/// Whether the last of the frames that follow one another is not whole. Tags behind them are no frames.
fn ends_within_an_mp3_frame(mut frames: &[u8]) -> bool {
    while let Some(length) = mp3_frame_length(frames) {
        match frames.get(length..) {
            Some(rest) => frames = rest,
            None => return true,
        }
    }
    (1..4).contains(&frames.len())
}

/// Length in bytes of a frame of MPEG audio, layer III (ISO/IEC 11172-3 and 13818-3), by its header.
fn mp3_frame_length(bytes: &[u8]) -> Option<usize> {
    const KILOBITS: [[usize; 14]; 2] = [
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ];
    let [0xff, second, third, ..] = *bytes else { return None };
    let (version, layer) = (second >> 3 & 3, second >> 1 & 3);
    // Version 1 is reserved; layer III is coded as 1.
    if second & 0xe0 != 0xe0 || version == 1 || layer != 1 {
        return None;
    }
    let is_first = version == 3;
    let bitrate = KILOBITS[usize::from(!is_first)].get(usize::from(third >> 4).checked_sub(1)?)? * 1000;
    let rate =
        [44_100, 48_000, 32_000].get(usize::from(third >> 2 & 3))? >> [2, 0, 1, 0][usize::from(version)];
    let slots = if is_first { 144 } else { 72 };
    Some(slots * bitrate / rate + usize::from(third >> 1 & 1))
}
