//! Bit packing: numbers of any width, lowest bits first.

/// Bytes behind the last number that a reader may touch: rows of weight 0 are read too.
pub const PADDING: usize = 48;

#[derive(Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    /// Bits that do not fill a byte yet, and their number.
    open: u64,
    pending: u32,
}

impl BitWriter {
    /// Appends the lowest `width` bits (at most 32) of `value`; the higher bits must be 0.
    #[inline]
    pub fn write(&mut self, value: u32, width: u32) {
        self.open |= u64::from(value) << self.pending;
        self.pending += width;
        while self.pending >= 8 {
            self.bytes.push(self.open as u8);
            self.open >>= 8;
            self.pending -= 8;
        }
    }

    pub fn finish(mut self) -> Vec<u8> {
        if self.pending > 0 {
            self.bytes.push(self.open as u8);
        }
        self.bytes
    }
}

/// At least 57 bits from bit `at` on.
#[inline(always)]
pub fn read(bytes: &[u8], at: usize) -> u64 {
    load(bytes, at / 8) >> (at % 8)
}

/// Eight bytes from byte `from` on; 0 where they are not all there.
#[inline(always)]
pub fn load(bytes: &[u8], from: usize) -> u64 {
    match bytes.get(from..).and_then(|rest| rest.first_chunk::<8>()) {
        Some(word) => u64::from_le_bytes(*word),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip() {
        let mut random = fastrand::Rng::with_seed(1);
        let numbers: Vec<(u32, u32)> = (0..1000)
            .map(|_| {
                let width = random.u32(0..=24);
                (random.u32(..) & ((1u64 << width) - 1) as u32, width)
            })
            .collect();
        let mut writer = BitWriter::default();
        numbers.iter().for_each(|(value, width)| writer.write(*value, *width));
        let mut bytes = writer.finish();
        bytes.extend([0; PADDING]);
        let mut at = 0;
        for (value, width) in numbers {
            assert_eq!(read(&bytes, at) & ((1 << width) - 1), u64::from(value));
            at += width as usize;
        }
    }
}
