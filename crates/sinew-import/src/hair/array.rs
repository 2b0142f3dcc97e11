//! Arrays in a file of little-endian numbers, at their byte offsets.

use crate::ImportError;

/// Number at byte `at`; `None` beyond the end.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// Number at byte `at`; `None` beyond the end.
pub(super) fn f32_at(bytes: &[u8], at: usize) -> Option<f32> {
    u32_at(bytes, at).map(f32::from_bits)
}

/// Appends numbers.
pub(super) fn push_floats(out: &mut Vec<u8>, values: &[f32]) {
    values.iter().for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
}

/// Array of elements of `N` 32-bit numbers.
#[derive(Clone, Copy)]
pub(super) struct Array<'a, const N: usize> {
    bytes: &'a [u8],
    /// Byte offset in the file.
    pub(super) start: usize,
}

impl<'a, const N: usize> Array<'a, N> {
    /// Bytes of an element.
    const SIZE: usize = 4 * N;

    /// Array of `count` elements at byte `start`.
    pub(super) fn new(file: &'a [u8], start: usize, count: usize, name: &str) -> Result<Self, ImportError> {
        Ok(Self { bytes: slice(file, start, count, Self::SIZE, name)?, start })
    }

    /// Byte offset of an element in the file.
    pub(super) fn byte(&self, n: usize) -> usize {
        self.start + n * Self::SIZE
    }

    /// Element `n`; not-a-number beyond the end.
    pub(super) fn get(&self, n: usize) -> [f32; N] {
        std::array::from_fn(|m| f32_at(self.bytes, n * Self::SIZE + 4 * m).unwrap_or(f32::NAN))
    }
}

/// The `count` elements of `size` bytes at byte `start`, which the file must have.
pub(super) fn slice<'a>(
    file: &'a [u8],
    start: usize,
    count: usize,
    size: usize,
    name: &str,
) -> Result<&'a [u8], ImportError> {
    let end = count.checked_mul(size).and_then(|length| start.checked_add(length));
    end.and_then(|end| file.get(start..end)).ok_or_else(|| {
        let length = file.len();
        let message = format!(
            "the file has {length} bytes; expected {count} × {size} bytes of {name} from byte {start} on"
        );
        ImportError::new("hair", format!("byte {start}"), message)
    })
}
