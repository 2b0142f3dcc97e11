//! Random numbers that are the same in every run.

use sinew::glam::Vec3;

/// Random numbers (Marsaglia, *Xorshift RNGs*, 2003).
#[derive(Clone)]
pub(crate) struct Random(u64);

impl Random {
    /// A sequence that depends on `seed`.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number from `low` to `high`.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let share = (self.0 >> 40) as f32 / (1u64 << 24) as f32;
        low + share * (high - low)
    }

    /// A point in a box.
    pub(crate) fn inside(&mut self, low: Vec3, high: Vec3) -> Vec3 {
        let [x, y, z] = [0, 1, 2].map(|n| self.between(low[n], high[n]));
        Vec3::new(x, y, z)
    }
}
