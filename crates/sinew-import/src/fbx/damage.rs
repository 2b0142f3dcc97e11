//! Location at which a damaged FBX file ends or breaks, since ufbx reports no positions. Binary files state
//! where each node ends (Blender Foundation, *FBX binary file format specification*, 2013); text files have
//! braces.

use crate::ImportError;
use crate::error::quoted;

const MAGIC: &[u8] = b"Kaydara FBX Binary";
/// Bytes before the first node: magic, byte order and version.
const HEADER_BYTES: usize = 27;
/// First version with 64-bit node headers.
const WIDE_VERSION: u32 = 7500;
/// Largest depth of nodes that is searched.
const MAX_DEPTH: usize = 64;

/// Error of a file that ufbx does not read, with the location of the damage where one is found. `reason` is
/// ufbx's; `ends_early` where it met the end of the file.
pub(super) fn error(bytes: &[u8], reason: &str, ends_early: bool) -> ImportError {
    let is_binary = bytes.starts_with(MAGIC);
    let found = if is_binary { in_binary(bytes) } else { in_text(bytes) };
    let shape = || if is_binary { shape_in_binary(bytes) } else { shape_in_text(bytes) };
    let damage = found.or_else(shape).unwrap_or_else(|| match ends_early {
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

/// Location at which a file is damaged.
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
    /// First byte after the header and the name.
    properties: usize,
    /// First byte after the properties.
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
    if bytes.len() < HEADER_BYTES {
        return Some(cut_off(format!("byte {}", bytes.len()), "its header"));
    }
    Binary::new(bytes)?.in_nodes(HEADER_BYTES, None, 0)
}

/// A blend shape of a binary file whose normals are not as many as its positions, which ufbx refuses.
fn shape_in_binary(bytes: &[u8]) -> Option<Damage> {
    let file = Binary::new(bytes)?;
    let objects = file.list(HEADER_BYTES, bytes.len()).find(|node| node.name == b"Objects")?;
    file.list(objects.children, objects.end).filter(|node| node.name == b"Geometry").find_map(|node| {
        // An id of eight bytes, the name, the class.
        let (name, behind) = file.text(node.properties.checked_add(9)?)?;
        let (class, _) = file.text(behind)?;
        let array = |name: &[u8]| {
            let list = file.list(node.children, node.end).find(|child| child.name == name)?;
            Some((file.number_of(list.properties)?, list.properties))
        };
        let ((positions, _), (normals, at)) = array(b"Vertices").zip(array(b"Normals"))?;
        let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
        (class == b"Shape").then(|| shape(format!("byte {at}"), name, positions, normals)).flatten()
    })
}

/// Damage of a blend shape whose normals are not as many as its positions, both counted in numbers.
fn shape(location: String, name: &[u8], positions: usize, normals: usize) -> Option<Damage> {
    let name = quoted(&String::from_utf8_lossy(name));
    let message = format!(
        "the blend shape {name} has {normals} numbers of normals for {positions} of positions; expected as \
         many, or no \"Normals\""
    );
    (positions != normals).then_some(Damage { location, message })
}

/// A blend shape of a text file likewise.
fn shape_in_text(bytes: &[u8]) -> Option<Damage> {
    let mut name: Option<&[u8]> = None;
    let mut counts = [None; 2];
    for (number, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.starts_with(b"Geometry:") {
            // The name and the class stand in quotes.
            let mut quoted = line.split(|byte| *byte == b'"').skip(1).step_by(2);
            let geometry_name = quoted.next().map(|text| text.strip_prefix(b"Geometry::").unwrap_or(text));
            name = geometry_name.filter(|_| quoted.next() == Some(b"Shape"));
            counts = [None; 2];
        }
        let Some(name) = name else { continue };
        for (key, count) in [&b"Vertices:"[..], b"Normals:"].into_iter().zip(&mut counts) {
            if let Some(rest) = line.strip_prefix(key) {
                let digits = rest.trim_ascii().strip_prefix(b"*").unwrap_or_default();
                let digits = digits.split(|byte| !byte.is_ascii_digit()).next().unwrap_or_default();
                *count = std::str::from_utf8(digits).ok().and_then(|text| text.parse().ok());
            }
        }
        if let [Some(positions), Some(normals)] = counts {
            let found = shape(format!("line {}", number + 1), name, positions, normals);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

impl<'a> Binary<'a> {
    /// Nodes of a file; `None` for big-endian files, which are rare and not searched.
    fn new(bytes: &'a [u8]) -> Option<Self> {
        let version = u32::from_le_bytes(bytes.get(23..HEADER_BYTES)?.try_into().ok()?);
        let word = if version >= WIDE_VERSION { 8 } else { 4 };
        (bytes.get(22) == Some(&0)).then_some(Self { bytes, word })
    }

    /// Nodes of the list from `at` on.
    fn list(&self, mut at: usize, end: usize) -> impl Iterator<Item = Node<'a>> {
        std::iter::from_fn(move || {
            let fits = |node: &Node<'_>| node.end > at && node.children <= node.end;
            let node = self.node(at).filter(|node| at < end && fits(node))?;
            at = node.end;
            Some(node)
        })
    }

    /// String property at `at`, and the offset behind it.
    fn text(&self, at: usize) -> Option<(&'a [u8], usize)> {
        let (size, begin) = (self.number_of(at)?, at.checked_add(5)?);
        let end = begin.checked_add(size)?;
        (self.bytes.get(at) == Some(&b'S')).then_some((self.bytes.get(begin..end)?, end))
    }

    /// Length of a string, or number of values of an array: the four bytes behind the type of the property at
    /// `at`.
    fn number_of(&self, at: usize) -> Option<usize> {
        let bytes = self.bytes.get(at.checked_add(1)?..at.checked_add(5)?)?;
        usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()
    }

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
        Some(Node { end, properties: name_end, children: name_end.saturating_add(properties), name })
    }

    /// First damage in the list of nodes from `at` on, which belongs to a node that ends at `end`; without
    /// one, to the file.
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
    fn shapes_with_too_few_normals_are_named() {
        let expected = "the blend shape \"open\" has 3 numbers of normals for 6 of positions; expected as \
            many, or no \"Normals\"";
        let text = |normals: &str| {
            format!(
                "Objects: {{\n Geometry: 1, \"Geometry::body\", \"Mesh\" {{\n  Vertices: *3 {{\n   a: \
                 0,0,0\n  }}\n }}\n \
                 Geometry: 2, \"Geometry::open\", \"Shape\" {{\n  Vertices: *6 {{\n   a: 0,0,0,0,0,0\n  }}\n\
                 {normals} }}\n}}\n"
            )
        };
        let damage = shape_in_text(text("  Normals: *3 {\n   a: 0,0,1\n  }\n").as_bytes()).unwrap();
        assert_eq!((damage.location.as_str(), damage.message.as_str()), ("line 11", expected));
        assert!(shape_in_text(text("  Normals: *0 {\n   a: \n  }\n").as_bytes()).is_some());
        assert_eq!(shape_in_text(text("").as_bytes()), None);
        assert_eq!(shape_in_text(text("  Normals: *6 {\n   a: 0,0,1,0,0,1\n  }\n").as_bytes()), None);
        // The same as a binary file: a node with properties and children.
        let node = |name: &str, at: usize, properties: &[u8], children: &[u8]| {
            let end = at + 13 + name.len() + properties.len() + children.len();
            let mut bytes = (end as u32).to_le_bytes().to_vec();
            bytes.extend(0u32.to_le_bytes());
            bytes.extend((properties.len() as u32).to_le_bytes());
            bytes.push(name.len() as u8);
            [bytes.as_slice(), name.as_bytes(), properties, children].concat()
        };
        let string = |text: &[u8]| [b"S", &(text.len() as u32).to_le_bytes()[..], text].concat();
        let array = |count: u32| {
            let head = [count, 0, 8 * count].map(u32::to_le_bytes).concat();
            [&b"d"[..], &head, &vec![0; 8 * count as usize]].concat()
        };
        let file = |normals: u32| {
            let head = [b"L", &[0; 8][..], &string(b"open\0\x01Geometry"), &string(b"Shape")].concat();
            let at = 27 + 13 + 7;
            let inner = at + 13 + 8 + head.len();
            let vertices = node("Vertices", inner, &array(6), &[]);
            let lists =
                [vertices.clone(), node("Normals", inner + vertices.len(), &array(normals), &[])].concat();
            let geometry = node("Geometry", at, &head, &[lists, vec![0; 13]].concat());
            let mut bytes = b"Kaydara FBX Binary  \0\x1a\0".to_vec();
            bytes.extend(7400u32.to_le_bytes());
            bytes.extend(node("Objects", 27, &[], &[geometry, vec![0; 13]].concat()));
            bytes.extend([0; 13]);
            bytes
        };
        assert_eq!(in_binary(&file(3)), None);
        let damage = shape_in_binary(&file(3)).unwrap();
        assert_eq!(damage.message, expected);
        assert!(damage.location.starts_with("byte "));
        assert_eq!(shape_in_binary(&file(6)), None);
        for size in 0..file(3).len() {
            let _ = shape_in_binary(&file(3)[..size]);
        }
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
