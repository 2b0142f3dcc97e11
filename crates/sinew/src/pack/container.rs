//! Container of binary files: a header, a table of sections and a checksum.

use super::PackError;
use super::checksum::xxh64;
use super::reader::Reader;
use super::writer::Writer;
use std::ops::Range;

/// Kind of file that is made of sections.
pub struct FileKind {
    /// Magic bytes, similar to PNG's: a byte above 127, letters, a line end of two characters.
    pub magic: [u8; 8],
    /// Version of the format that is written, and the only one that is read.
    pub version: u32,
}

/// Animation packs.
pub const PACK: FileKind = FileKind { magic: *b"\x89SINEW\r\n", version: 1 };

/// First byte that the checksum covers.
const CHECKED: usize = 16;
const HEADER: usize = 32;
const ENTRY: usize = 24;
const ALIGNMENT: usize = 16;
const MAX_SECTIONS: usize = 64;

/// Tag of a section.
pub type Tag = [u8; 4];

/// Nodes.
pub const NODE: Tag = *b"NODE";
pub(super) const REFP: Tag = *b"REFP";
pub(super) const BODY: Tag = *b"BODY";
/// Expressions.
pub const FACE: Tag = *b"FACE";
/// Morph targets.
pub const MRPH: Tag = *b"MRPH";
/// Clips.
pub const CLIP: Tag = *b"CLIP";
/// Data of clips.
pub const BITS: Tag = *b"BITS";
pub(super) const REST: Tag = *b"REST";

/// Byte ranges of a file's sections.
pub struct Sections {
    sections: Vec<(Tag, Range<usize>)>,
}

impl Sections {
    /// Validates header, checksum and table.
    pub fn open(file: &[u8], kind: &FileKind) -> Result<Self, PackError> {
        if !file.starts_with(&kind.magic) {
            return Err(PackError::NotAPack);
        }
        let mut header = Reader::new(file, kind.magic.len()..file.len(), "header");
        let (stated, version) = (header.u64("checksum")?, header.u32("version")?);
        if version != kind.version {
            return Err(PackError::Version { found: version, known: kind.version });
        }
        let count = header.u32("number of sections")? as usize;
        let (length, found) = (header.u64("length")?, file.len() as u64);
        if length != found {
            return Err(PackError::Length { found, stated: length });
        }
        let found = xxh64(file.get(CHECKED..).unwrap_or_default());
        // Fuzzers do not guess checksums.
        if found != stated && !cfg!(fuzzing) {
            return Err(PackError::Checksum { found, stated });
        }
        if count > MAX_SECTIONS {
            return Err(header.fail_at(20, format!("{count} sections; expected at most {MAX_SECTIONS}")));
        }
        let mut sections: Vec<(Tag, Range<usize>)> = Vec::new();
        let mut before = HEADER + count * ENTRY;
        for n in 0..count {
            header.location = format!("section {n}");
            let from = header.at();
            let tag = header.u32("letters")?.to_le_bytes();
            header.u32("zero")?;
            let (offset, size) = (header.u64("offset")?, header.u64("size")?);
            let end = offset.checked_add(size).filter(|end| *end <= file.len() as u64);
            let range = end.map(|end| offset as usize..end as usize);
            let fits = |r: &Range<usize>| r.start >= before && r.start.is_multiple_of(ALIGNMENT);
            let Some(range) = range.filter(fits) else {
                let name = tag.escape_ascii();
                let message = format!(
                    "{name} has {size} bytes from byte {offset} on; expected it between {before} and {}, at \
                     a multiple of {ALIGNMENT}",
                    file.len()
                );
                return Err(header.fail_at(from, message));
            };
            if sections.iter().any(|(other, _)| *other == tag) {
                return Err(header.fail_at(from, format!("{} comes twice", tag.escape_ascii())));
            }
            before = range.end;
            sections.push((tag, range));
        }
        Ok(Self { sections })
    }

    /// Range of a section; `None` where the file has none.
    pub fn find(&self, tag: Tag) -> Option<Range<usize>> {
        self.sections.iter().find(|(known, _)| *known == tag).map(|(_, range)| range.clone())
    }

    /// Range of a required section.
    pub fn need(&self, tag: Tag) -> Result<Range<usize>, PackError> {
        self.find(tag).ok_or_else(|| PackError::Invalid {
            byte: HEADER,
            location: "table of sections".into(),
            message: format!("section {} is missing", tag.escape_ascii()),
        })
    }
}

/// File made of sections.
pub fn assemble(kind: &FileKind, sections: &[(Tag, Vec<u8>)]) -> Vec<u8> {
    let mut file = Writer::default();
    file.bytes(&kind.magic);
    file.u64(0);
    file.u32(kind.version);
    file.count(sections.len());
    let mut at = HEADER + sections.len() * ENTRY;
    let offsets: Vec<usize> = sections
        .iter()
        .map(|(_, bytes)| {
            let offset = at.next_multiple_of(ALIGNMENT);
            at = offset + bytes.len();
            offset
        })
        .collect();
    file.u64(at as u64);
    for ((tag, bytes), offset) in sections.iter().zip(offsets) {
        file.bytes(tag);
        file.u32(0);
        file.u64(offset as u64);
        file.u64(bytes.len() as u64);
    }
    for (_, bytes) in sections {
        file.align(ALIGNMENT);
        file.bytes(bytes);
    }
    let mut file = file.finish();
    seal(&mut file);
    file
}

/// Writes the checksum of a file into its header.
pub fn seal(file: &mut [u8]) {
    let sum = xxh64(file.get(CHECKED..).unwrap_or_default());
    if let Some(checksum) = file.get_mut(CHECKED - size_of::<u64>()..CHECKED) {
        checksum.copy_from_slice(&sum.to_le_bytes());
    }
}
