use crate::math::ops;

/// Generator of random numbers with a seed (SplitMix64: G. Steele, D. Lea, C. Flood, *Fast Splittable
/// Pseudorandom Number Generators*, 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Numbers of a seed for a name: other names do not change them.
    pub fn named(seed: u64, name: &str) -> Self {
        // FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo).
        let hash = name.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        Self(Self(seed).next() ^ hash)
    }

    #[inline]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Number from 0 to below 1, evenly distributed.
    #[inline]
    pub fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u32 << 24) as f32
    }

    /// Number from 0 to below 1 that is more often near a half: the mean of two.
    #[inline]
    pub fn bell(&mut self) -> f32 {
        (self.unit() + self.unit()) * 0.5
    }

    /// Number of an exponential distribution with a mean.
    pub fn exponential(&mut self, mean: f32) -> f32 {
        mean * -ops::ln(1.0 - self.unit())
    }
}
