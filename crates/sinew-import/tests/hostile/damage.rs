//! Deterministic damage of files.

use test_needs::{Case, cases};

/// Random numbers that damage a copy.
pub(crate) struct Random(fastrand::Rng);

/// Random cases for damaged copies of a file with a name.
pub(crate) fn copies(name: &str, count: usize) -> impl Iterator<Item = Case<Random>> {
    cases(count).of(name).with(Random)
}

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end.max(1))
    }
}

/// Replacements for numbers in JSON.
const REPLACEMENTS: [&str; 18] = [
    "-1",
    "0",
    "1",
    "2",
    "3",
    "255",
    "65535",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "1e400",
    "0.5",
    "-0",
    "NaN",
    "null",
    "[]",
    "{}",
    "[[[[0]]]]",
];

/// Damages a copy of a file. Returns a description of the damage and the copy.
pub(crate) fn damage(bytes: &[u8], copy: usize, random: &mut Random) -> (String, Vec<u8>) {
    let (json, bin) = parts(bytes);
    match copy % 6 {
        0 => {
            let end = random.below(bytes.len());
            (format!("cut at {end}"), bytes[..end].to_vec())
        }
        1 => {
            let mut damaged = bytes.to_vec();
            let flips = 1 + random.below(8);
            for _ in 0..flips {
                let at = random.below(damaged.len());
                damaged[at] ^= 1 << random.below(8);
            }
            (format!("{flips} bits flipped"), damaged)
        }
        2 if bin.is_some() => {
            let mut bin = bin.unwrap_or_default().to_vec();
            for _ in 0..1 + random.below(200) {
                let at = random.below(bin.len());
                bin[at] = [0, 0xFF, 0x7F, 0x80, 0xC0][random.below(5)];
            }
            ("bytes of the binary chunk".into(), join(json, Some(&bin)))
        }
        3 => {
            // Adding or removing a digit corrupts offsets, counts and indices.
            let mut json = json.to_vec();
            let digits: Vec<_> = (0..json.len()).filter(|&i| json[i].is_ascii_digit()).collect();
            let mut where_to = Vec::new();
            for _ in 0..1 + random.below(4) {
                let at = digits[random.below(digits.len())];
                json[at] = b'0' + random.below(10) as u8;
                where_to.push(at);
            }
            (format!("digits at {where_to:?}"), join(&json, bin))
        }
        _ => {
            let numbers = numbers(json);
            let (start, end) = numbers[random.below(numbers.len())];
            let with = REPLACEMENTS[random.below(REPLACEMENTS.len())];
            let json = [&json[..start], with.as_bytes(), &json[end..]].concat();
            (format!("the number at {start} became {with}"), join(&json, bin))
        }
    }
}

/// Splits a file into JSON and binary chunk.
fn parts(bytes: &[u8]) -> (&[u8], Option<&[u8]>) {
    if !bytes.starts_with(b"glTF") {
        return (bytes, None);
    }
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    (&bytes[20..20 + length], bytes.get(28 + length..))
}

/// Joins JSON and binary chunk to a file: a GLB if there is a binary chunk.
fn join(json: &[u8], bin: Option<&[u8]>) -> Vec<u8> {
    let Some(bin) = bin else { return json.to_vec() };
    let mut json = json.to_vec();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut out = b"glTF\x02\0\0\0".to_vec();
    out.extend((28 + json.len() as u32 + bin.len() as u32).to_le_bytes());
    out.extend((json.len() as u32).to_le_bytes());
    out.extend(b"JSON");
    out.extend(json);
    out.extend((bin.len() as u32).to_le_bytes());
    out.extend(b"BIN\0");
    out.extend(bin);
    out
}

/// Byte ranges of numbers outside of strings.
fn numbers(json: &[u8]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < json.len() {
        match json[at] {
            b'"' => {
                at += 1;
                while at < json.len() && json[at] != b'"' {
                    at += if json[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
            }
            b'-' | b'0'..=b'9' => {
                let start = at;
                while at < json.len() && matches!(json[at], b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9') {
                    at += 1;
                }
                found.push((start, at));
            }
            _ => at += 1,
        }
    }
    found
}
