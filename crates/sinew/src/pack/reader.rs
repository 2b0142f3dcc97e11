//! Reader of a section's numbers and texts.

use super::PackError;
use std::ops::Range;

/// Longest part of a name in messages, bytes.
const QUOTED: usize = 60;

pub(crate) struct Reader<'a> {
    file: &'a [u8],
    at: usize,
    end: usize,
    /// Part of the file that is being read.
    pub(crate) location: String,
}

impl<'a> Reader<'a> {
    /// Reader of the section at `range` of the file.
    pub(crate) fn new(file: &'a [u8], range: Range<usize>, location: &str) -> Self {
        Self { file, at: range.start, end: range.end.min(file.len()), location: location.to_owned() }
    }

    /// Error at the next byte.
    pub(crate) fn fail(&self, message: impl Into<String>) -> PackError {
        self.fail_at(self.at, message)
    }

    pub(crate) fn fail_at(&self, byte: usize, message: impl Into<String>) -> PackError {
        PackError::Invalid { byte, location: self.location.clone(), message: message.into() }
    }

    /// Next byte of the file.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn bytes(&mut self, count: usize, what: &str) -> Result<&'a [u8], PackError> {
        let left = self.end.saturating_sub(self.at);
        let taken = (count <= left).then(|| self.file.get(self.at..self.at + count)).flatten();
        let Some(taken) = taken else {
            return Err(self.fail(format!("{what} of {count} bytes, but {left} are left in the section")));
        };
        self.at += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], PackError> {
        let bytes = self.bytes(N, what)?;
        bytes.first_chunk::<N>().copied().ok_or_else(|| self.fail(what))
    }

    pub(crate) fn u16(&mut self, what: &str) -> Result<u16, PackError> {
        self.array(what).map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self, what: &str) -> Result<u32, PackError> {
        self.array(what).map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self, what: &str) -> Result<u64, PackError> {
        self.array(what).map(u64::from_le_bytes)
    }

    /// A finite number.
    pub(crate) fn f32(&mut self, what: &str) -> Result<f32, PackError> {
        let number = self.array(what).map(f32::from_le_bytes)?;
        if number.is_finite() {
            return Ok(number);
        }
        Err(self.fail_at(self.at - 4, format!("{what} is {number}; expected a finite number")))
    }

    pub(crate) fn numbers<const N: usize>(&mut self, what: &str) -> Result<[f32; N], PackError> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = self.f32(what)?;
        }
        Ok(numbers)
    }

    /// Number of entries of at least `least` bytes, checked against the bytes left.
    pub(crate) fn count(&mut self, least: usize, what: &str) -> Result<usize, PackError> {
        let count = self.u32(what)? as usize;
        self.room(count, least, what)?;
        Ok(count)
    }

    /// Fails if fewer bytes are left than `count` entries of `least` bytes need.
    pub(crate) fn room(&self, count: usize, least: usize, what: &str) -> Result<(), PackError> {
        let left = self.end.saturating_sub(self.at);
        if count.checked_mul(least).is_some_and(|bytes| bytes <= left) {
            return Ok(());
        }
        let message = format!("{count} {what} of {least} bytes or more, but {left} are left in the section");
        Err(self.fail(message))
    }

    pub(crate) fn text(&mut self, what: &str) -> Result<String, PackError> {
        let length = self.count(1, what)?;
        let from = self.at;
        let bytes = self.bytes(length, what)?;
        let text = std::str::from_utf8(bytes).map_err(|e| {
            let message = format!("{what} is no UTF-8 text");
            self.fail_at(from + e.valid_up_to(), message)
        })?;
        self.bytes(length.next_multiple_of(4) - length, what)?;
        Ok(text.to_owned())
    }

    /// Fails if bytes are left.
    pub(crate) fn finish(&self) -> Result<(), PackError> {
        match self.end.saturating_sub(self.at) {
            0 => Ok(()),
            left => Err(self.fail(format!("{left} bytes more; expected the section to end"))),
        }
    }
}

/// Quoted name for messages, cut off where it is long.
pub(crate) fn quoted(name: &str) -> String {
    match name.char_indices().nth(QUOTED) {
        None => format!("{name:?}"),
        Some((end, _)) => format!("{:?}…", name.get(..end).unwrap_or_default()),
    }
}
