/// Random numbers (SplitMix64: G. Steele, D. Lea, C. Flood, *Fast Splittable Pseudorandom Number Generators*, 2014).
pub(super) struct Random(u64);

impl Random {
    /// Numbers of a seed for a name, so that shapes do not change the weights of others.
    pub(super) fn of(seed: u64, name: &str) -> Self {
        // FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo).
        let hash = name.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        let mut random = Self(seed);
        let mixed = random.next();
        Self(mixed ^ hash)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Number from 0 to below 1.
    pub(super) fn share(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u32 << 24) as f32
    }

    /// Number from 0 to 1 that is more often near a half: the mean of two.
    pub(super) fn bell(&mut self) -> f32 {
        (self.share() + self.share()) * 0.5
    }
}
