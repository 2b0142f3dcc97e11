//! Parameter section: named values in groups.

use super::number::NumberFormat;
use crate::limits::MAX_ENTRIES;
use std::collections::HashMap;

/// Bytes of a block.
pub(super) const BLOCK: usize = 512;

/// All parameters of a file.
pub(super) struct Parameters<'a> {
    /// Names of the groups by their numbers, in capitals.
    groups: HashMap<u8, String>,
    all: Vec<Parameter<'a>>,
    /// Byte where the section stops making sense; `None` where it ends as it should.
    pub(super) damaged: Option<usize>,
}

/// A value or an array of values.
pub(super) struct Parameter<'a> {
    group: u8,
    /// In capitals.
    name: String,
    format: NumberFormat,
    kind: Kind,
    /// Length of each dimension, the one of neighbouring values first; none for a single value.
    dimensions: Vec<usize>,
    data: &'a [u8],
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Text,
    Byte,
    Integer,
    Float,
}

impl<'a> Parameters<'a> {
    /// Parameters of the section that begins with the four bytes before `start`.
    pub(super) fn read(bytes: &'a [u8], start: usize, format: NumberFormat) -> Self {
        let mut read = Self { groups: HashMap::new(), all: Vec::new(), damaged: None };
        let mut at = start;
        // Offsets lead forward, so that this ends.
        while let Some(&length) = bytes.get(at).filter(|length| **length != 0) {
            let next = read.entry(bytes, at, length as i8, format);
            match next {
                Some(0) => return read,
                Some(next) if next > at && read.all.len() < MAX_ENTRIES => at = next,
                _ => {
                    read.damaged = Some(at);
                    return read;
                }
            }
        }
        if at >= bytes.len() {
            read.damaged = Some(bytes.len());
        }
        read
    }

    /// Reads the group or parameter at `at`, whose name has `length` bytes. Returns where the next one begins, 0
    /// behind the last one, `None` where the bytes make no sense.
    fn entry(&mut self, bytes: &'a [u8], at: usize, length: i8, format: NumberFormat) -> Option<usize> {
        // A negative length marks a locked entry.
        let length = usize::from(length.unsigned_abs());
        let group = *bytes.get(at + 1)? as i8;
        let name = bytes.get(at + 2..at + 2 + length)?;
        let name = String::from_utf8_lossy(name).trim().to_ascii_uppercase();
        let offset_at = at + 2 + length;
        let offset = usize::from(format.u16(bytes, offset_at)?);
        let next = if offset == 0 { 0 } else { offset_at + offset };
        match group {
            0 => return Some(0),
            ..0 => drop(self.groups.insert(group.unsigned_abs(), name)),
            _ => self.all.extend(Parameter::read(bytes, offset_at + 2, group.unsigned_abs(), name, format)),
        }
        Some(next)
    }

    /// Parameter of a group.
    pub(super) fn find(&self, group: &str, name: &str) -> Option<&Parameter<'a>> {
        let is_group = |number: u8| self.groups.get(&number).is_some_and(|known| known == group);
        self.all.iter().find(|parameter| parameter.name == name && is_group(parameter.group))
    }

    /// Texts of a parameter and of those that continue it: `LABELS`, `LABELS2`, `LABELS3` and so on. At most as many
    /// as a file can have points.
    pub(super) fn texts(&self, group: &str, name: &str) -> Vec<String> {
        const MAX_TEXTS: usize = 1 << 16;
        let more = (2..=u8::MAX).map_while(|number| self.find(group, &format!("{name}{number}")));
        let all = self.find(group, name).into_iter().chain(more);
        all.flat_map(Parameter::texts).take(MAX_TEXTS).collect()
    }

    /// First number of a parameter.
    pub(super) fn number(&self, group: &str, name: &str) -> Option<f64> {
        self.find(group, name)?.number(0)
    }
}

impl<'a> Parameter<'a> {
    /// Reads a parameter behind its offset; `None` where its data is not there.
    fn read(bytes: &'a [u8], at: usize, group: u8, name: String, format: NumberFormat) -> Option<Self> {
        let kind = match *bytes.get(at)? as i8 {
            -1 => Kind::Text,
            1 => Kind::Byte,
            2 => Kind::Integer,
            4 => Kind::Float,
            _ => return None,
        };
        let count = usize::from(*bytes.get(at + 1)?);
        let dimensions: Vec<usize> =
            bytes.get(at + 2..at + 2 + count)?.iter().map(|&length| usize::from(length)).collect();
        let values = dimensions.iter().try_fold(1usize, |all, length| all.checked_mul(*length))?;
        let size = match kind {
            Kind::Text | Kind::Byte => 1,
            Kind::Integer => 2,
            Kind::Float => 4,
        };
        let data = bytes.get(at + 2 + count..)?.get(..values.checked_mul(size)?)?;
        Some(Self { group, name, format, kind, dimensions, data })
    }

    /// Texts, without the space at their ends.
    pub(super) fn texts(&self) -> impl Iterator<Item = String> + use<'a> {
        let length = self.dimensions.first().copied().unwrap_or(1);
        let data = if self.kind == Kind::Text && length > 0 { self.data } else { &[] };
        let text = |text: &[u8]| {
            let end = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
            String::from_utf8_lossy(text.get(..end).unwrap_or_default()).trim().to_owned()
        };
        data.chunks(length.max(1)).map(text)
    }

    /// First text.
    pub(super) fn text(&self) -> Option<String> {
        self.texts().next()
    }

    /// Number `n`. Integers have no sign: they count.
    pub(super) fn number(&self, n: usize) -> Option<f64> {
        match self.kind {
            Kind::Text => None,
            Kind::Byte => self.data.get(n).map(|&byte| f64::from(byte)),
            Kind::Integer => self.format.u16(self.data, 2 * n).map(f64::from),
            Kind::Float => self.format.f32(self.data, 4 * n).map(f64::from),
        }
    }
}
