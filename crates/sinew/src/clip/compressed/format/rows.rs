use super::basis::{Weights, blend, count};
use super::bits::read;
use super::layout::Head;
use super::quantization::{RAW_BYTES, UNCOMPRESSED, step_size};
use glam::{Vec3, Vec4};

/// Control values of a channel in a segment, or its unquantized samples.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a> {
    /// Control values of the whole segment.
    pub(crate) numbers: &'a [u8],
    /// First bit of the first row.
    pub(crate) at: usize,
    pub(crate) head: Head,
}

impl Rows<'_> {
    /// Weighted sum of the rows at a phase.
    #[inline(always)]
    pub(crate) fn residual(&self, weights: &Weights) -> Vec3 {
        let (bits, size) = (self.head.bits(), step_size(self.head.step()));
        let width = self.head.width();
        let at = self.at + weights.first as usize * width;
        let mask = bits.map(|b| (1u32 << b) - 1);
        blend(weights, bits, size, |k| {
            let first = at + k * width;
            let second = first + bits[0] as usize;
            let third = second + bits[1] as usize;
            let words = [first, second, third].map(|at| read(self.numbers, at) as u32);
            std::array::from_fn(|c| words[c] & mask[c])
        })
    }

    /// Size in a segment of `samples` samples, bits.
    #[inline(always)]
    pub(crate) fn bits(&self, samples: usize) -> usize {
        match self.head.step() {
            UNCOMPRESSED => samples * RAW_BYTES * 8,
            _ => self.head.width() * count(self.head.class(), samples),
        }
    }

    /// Unquantized sample `n`: its time and four numbers.
    pub(crate) fn sample(&self, n: usize) -> (f32, Vec4) {
        let number = |k: usize| {
            let at = self.at + (n * RAW_BYTES + 4 * k) * 8;
            f32::from_bits(read(self.numbers, at) as u32)
        };
        (number(0), Vec4::new(number(1), number(2), number(3), number(4)))
    }
}
