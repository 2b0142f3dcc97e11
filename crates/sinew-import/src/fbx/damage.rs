//! Place at which a damaged FBX file ends or breaks, since ufbx reports no positions. Binary files state where each node ends (Blender
//! Foundation, *FBX binary file format specification*, 2013); text files have braces.

use crate::ImportError;
use crate::error::quoted;

const MAGIC: &[u8] = b"Kaydara FBX Binary";
/// Bytes before the first node: magic, byte order and version.
const HEADER_BYTES: usize = 27;
/// First version with 64-bit node headers.
const WIDE_VERSION: u32 = 7500;
/// Largest depth of nodes that is searched.
const MAX_DEPTH: usize = 64;

/// Error of a file that ufbx does not read, with the place of the damage where one is found. `reason` is ufbx's; `ends_early` where it
/// met the end of the file.
pub(super) fn error(bytes: &[u8], reason: &str, ends_early: bool) -> ImportError {
    let found = if bytes.starts_with(MAGIC) { in_binary(bytes) } else { in_text(bytes) };
    let damage = found.unwrap_or_else(|| match ends_early {
        true => Damage {
            location: format!("byte {}", bytes.len()),
            message: "the file seems to be cut off: it ends here".into(),
        },
        false => Damage {
            location: "file".into(),
            message: "the file is damaged, or of a kind that ufbx does not read".into(),
        },
    });
    ImportError::new("fbx", damage.location, format!("{} (ufbx: {reason})", damage.message))
}

/// A place at which a file is damaged.
#[derive(Debug, PartialEq)]
struct Damage {
    location: String,
    message: String,
}

/// The file ends too early, within something.
fn cut_off(location: String, within: &str) -> Damage {
    Damage { location, message: format!("the file seems to be cut off: it ends within {within}") }
}

/// Header of a node of a binary file.
struct Node<'a> {
    end: usize,
    /// First byte after the header, name and properties.
    children: usize,
    name: &'a [u8],
}

/// Nodes of a binary file.
struct Binary<'a> {
    bytes: &'a [u8],
    /// Size of the three numbers of a node header, in bytes.
    word: usize,
}

fn in_binary(bytes: &[u8]) -> Option<Damage> {
    let Some(header) = bytes.get(..HEADER_BYTES) else {
        return Some(cut_off(format!("byte {}", bytes.len()), "its header"));
    };
    let big_endian = header.get(22) != Some(&0);
    let version = u32::from_le_bytes(header.get(23..27)?.try_into().ok()?);
    let word = if version >= WIDE_VERSION { 8 } else { 4 };
    // Big-endian files are rare, and not searched.
    if big_endian { None } else { Binary { bytes, word }.in_nodes(HEADER_BYTES, None, 0) }
}

impl<'a> Binary<'a> {
    fn number(&self, at: usize) -> Option<usize> {
        let bytes = self.bytes.get(at..at.checked_add(self.word)?)?;
        let number = bytes.iter().rev().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
        usize::try_from(number).ok()
    }

    /// Header at `at`; `None` where the file ends before its end.
    fn node(&self, at: usize) -> Option<Node<'a>> {
        let numbers = at.checked_add(3 * self.word)?;
        let (end, properties) = (self.number(at)?, self.number(at + 2 * self.word)?);
        let name_end = numbers + 1 + usize::from(*self.bytes.get(numbers)?);
        let name = self.bytes.get(numbers + 1..name_end)?;
        Some(Node { end, children: name_end.saturating_add(properties), name })
    }

    /// First damage in the list of nodes from `at` on, which belongs to a node that ends at `end`; without one, to the file.
    fn in_nodes(&self, mut at: usize, end: Option<usize>, depth: usize) -> Option<Damage> {
        let size = self.bytes.len();
        let damaged = |at: usize, message: &str| {
            Some(Damage {
                location: format!("byte {at}"),
                message: format!("the file is damaged: {message}"),
            })
        };
        while end.is_none_or(|end| at < end) {
            let Some(node) = self.node(at) else {
                return Some(cut_off(format!("byte {size}"), "the header of a node"));
            };
            // Names behind a damage are any bytes.
            let is_name = node.name.len() <= 40 && node.name.iter().all(u8::is_ascii_graphic);
            let name = if is_name { quoted(&String::from_utf8_lossy(node.name)) } else { String::new() };
            if node.end == 0 {
                // An empty node ends each list.
                let list_end = at + 3 * self.word + 1;
                return match end {
                    Some(end) if list_end != end => damaged(at, "a list of nodes ends here, too early"),
                    _ => None,
                };
            }
            if end.is_none() && node.end > size {
                let missing = node.end - size;
                let location = format!("byte {size}");
                let within =
                    format!("the node {name} of byte {at}, of which {missing} bytes or more are missing");
                return Some(cut_off(location, &within));
            }
            if node.children > node.end || end.is_some_and(|end| node.end > end) {
                return damaged(at, &format!("the node {name} states a size that does not fit"));
            }
            if depth < MAX_DEPTH && node.children < node.end {
                let inner = self.in_nodes(node.children, Some(node.end), depth + 1);
                if inner.is_some() {
                    return inner;
                }
            }
            at = node.end;
        }
        None
    }
}

/// An opening brace without its partner, or an open string, at the end of a text file.
fn in_text(bytes: &[u8]) -> Option<Damage> {
    // Lines that open a brace.
    let mut open: Vec<(usize, &[u8])> = Vec::new();
    let mut in_string = None;
    let mut lines = 0;
    for (number, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        lines = number + 1;
        for byte in line {
            match (byte, in_string) {
                (b'"', None) => in_string = Some(lines),
                (b'"', Some(_)) => in_string = None,
                (b';', None) => break,
                (b'{', None) => open.push((lines, line)),
                (b'}', None) => drop(open.pop()),
                _ => {}
            }
        }
    }
    let location = format!("line {lines}");
    if let Some(start) = in_string {
        return Some(cut_off(location, &format!("the string that begins in line {start}")));
    }
    let (number, line) = open.last()?;
    let name = line.split(|byte| *byte == b':').next().unwrap_or_default().trim_ascii();
    let name = quoted(&String::from_utf8_lossy(name));
    Some(cut_off(location, &format!("{name} of line {number}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A node of a binary file of version 7400 that starts at byte `at`.
    fn node(name: &str, at: usize, children: &[u8]) -> Vec<u8> {
        let end = (at + 13 + name.len() + children.len()) as u32;
        let mut bytes = end.to_le_bytes().to_vec();
        bytes.extend([0; 8]);
        bytes.push(name.len() as u8);
        bytes.extend(name.as_bytes());
        bytes.extend(children);
        bytes
    }

    fn file() -> Vec<u8> {
        let mut bytes = b"Kaydara FBX Binary  \0\x1a\0".to_vec();
        bytes.extend(7400u32.to_le_bytes());
        let inner = node("Model", 27 + 13 + 7, &[]);
        let children = [inner, vec![0; 13]].concat();
        bytes.extend(node("Objects", 27, &children));
        bytes.extend([0; 13]);
        bytes
    }

    #[test]
    fn a_binary_file_that_ends_early_is_cut_off() {
        let whole = file();
        assert_eq!(in_binary(&whole), None);
        for size in [10, 30, 50, 70] {
            let damage = in_binary(&whole[..size]).unwrap();
            assert_eq!(damage.location, format!("byte {size}"));
            assert!(damage.message.contains("cut off"), "{damage:?}");
        }
        let damage = in_binary(&whole[..50]).unwrap();
        assert!(
            damage
                .message
                .ends_with("the node \"Objects\" of byte 27, of which 28 bytes or more are missing"),
            "{damage:?}"
        );
    }

    #[test]
    fn a_binary_file_with_wrong_sizes_is_damaged() {
        let mut zeros = file();
        zeros[47..65].fill(0);
        let damage = in_binary(&zeros).unwrap();
        assert_eq!(damage.location, "byte 47");
        assert!(damage.message.contains("damaged: a list of nodes ends here"), "{damage:?}");
        let mut larger = file();
        larger[47] = 120;
        assert!(in_binary(&larger).unwrap().message.contains("\"Model\" states a size"));
    }

    #[test]
    fn a_text_file_with_open_braces_is_cut_off() {
        let text = b"; FBX 7.3.0 {\nObjects: {\n\tModel: \"a{;\" {\n\t}\n}\n";
        assert_eq!(in_text(text), None);
        let damage = in_text(&text[..42]).unwrap();
        assert_eq!(damage.location, "line 4");
        assert!(damage.message.ends_with("it ends within \"Model\" of line 3"), "{damage:?}");
        assert!(in_text(&text[..35]).unwrap().message.ends_with("the string that begins in line 3"));
    }
}
