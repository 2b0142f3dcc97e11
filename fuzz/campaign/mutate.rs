//! Damaged copies of real files, whose structure mostly stays whole: numbers become hostile ones.

use fastrand::Rng;

/// Replacements for numbers in text.
const NUMBERS: [&str; 21] = [
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "255",
    "65536",
    "4294967295",
    "1e-40",
    "1e10",
    "1e19",
    "-1e30",
    "3.4e38",
    "1e39",
    "0.5",
    "null",
    "nan",
    "NaN",
    "inf",
    "-inf",
    "1e999",
];

/// Replacements for 32-bit floats and integers in binary data.
const WORDS: [u32; 12] = [
    0,
    0x8000_0000,
    0xffff_ffff,
    0x7fc0_0000,
    0x7f80_0000,
    0x7f7f_ffff,
    0x7e96_7699,
    0x5f80_0000,
    0x4e6e_6b28,
    0x0000_0001,
    0x3f80_0000,
    0x3f81_0000,
];

/// Description of the damage, and the damaged copy.
pub(crate) fn mutate(bytes: &[u8], random: &mut Rng) -> (String, Vec<u8>) {
    let mut copy = bytes.to_vec();
    if bytes.is_empty() {
        return ("empty".into(), copy);
    }
    let text = text(bytes);
    match random.u8(..10) {
        0 => {
            copy.truncate(random.usize(..bytes.len()));
            (format!("cut at byte {}", copy.len()), copy)
        }
        1 => {
            for _ in 0..1 + random.usize(..8) {
                let at = random.usize(..copy.len());
                copy[at] ^= 1 << random.u8(..8);
            }
            ("bits flipped".into(), copy)
        }
        2..=5 if text.end < bytes.len() => {
            // Floats lie at multiples of four bytes, as the chunks do.
            let words = (bytes.len() - text.end) / 4;
            for _ in 0..1 + random.usize(..20) {
                let at = text.end + 4 * random.usize(..words.max(1));
                if let Some(word) = copy.get_mut(at..at + 4) {
                    word.copy_from_slice(&WORDS[random.usize(..WORDS.len())].to_le_bytes());
                }
            }
            ("numbers of the binary data".into(), copy)
        }
        _ => {
            let mut told = Vec::new();
            for _ in 0..1 + random.usize(..3) {
                let found = numbers(&copy[text.clone().start..text.end.min(copy.len())]);
                if found.is_empty() {
                    break;
                }
                let (start, end) = found[random.usize(..found.len())];
                let (start, end) = (start + text.start, end + text.start);
                let number = NUMBERS[random.usize(..NUMBERS.len())];
                told.push(format!("{number} at {start}"));
                if bytes.starts_with(b"glTF") {
                    // The length of the chunk stays: a number takes the room of the old one and of spaces.
                    let room = end - start;
                    if number.len() <= room {
                        copy[start..end].fill(b' ');
                        copy[start..start + number.len()].copy_from_slice(number.as_bytes());
                    }
                } else {
                    copy.splice(start..end, number.bytes());
                }
            }
            (told.join(", "), copy)
        }
    }
}

/// Text of a file: the JSON of a GLB, a whole text file, nothing of other binary files.
fn text(bytes: &[u8]) -> std::ops::Range<usize> {
    let is_glb = bytes.starts_with(b"glTF");
    match bytes.get(12..16).and_then(|length| length.try_into().ok()).map(u32::from_le_bytes) {
        Some(length) if is_glb => 20..(20 + length as usize).min(bytes.len()),
        _ if bytes.iter().take(4096).any(|b| *b == 0) => 0..0,
        _ => 0..bytes.len(),
    }
}

/// Byte ranges of numbers outside of quotation marks.
fn numbers(text: &[u8]) -> Vec<(usize, usize)> {
    let (mut found, mut at, mut before) = (Vec::new(), 0, b' ');
    while at < text.len() {
        match text[at] {
            b'"' => {
                at += 1;
                while at < text.len() && text[at] != b'"' {
                    at += if text[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
            }
            b'-' | b'0'..=b'9' if !before.is_ascii_alphanumeric() && before != b'_' => {
                let start = at;
                while at < text.len() && matches!(text[at], b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9') {
                    at += 1;
                }
                found.push((start, at));
            }
            _ => at += 1,
        }
        before = text.get(at.wrapping_sub(1)).copied().unwrap_or(b' ');
    }
    found
}
