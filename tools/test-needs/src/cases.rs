//! Random cases of tests, each of which can be replayed alone by its seed.

use fastrand::Rng;
use std::ops::{Deref, DerefMut, Range};

/// Random cases `0..count`, each with random numbers of its own:
///
/// ```
/// for mut random in test_needs::cases(100) {
///     assert!(random.f32() < 1.0);
/// }
/// ```
///
/// A case that panics prints its seed; with this seed in `SINEW_SEED`, the loops of a test run this case alone.
/// Sums over all cases, checked after a loop, are then those of one case.
///
/// # Panics
/// When `SINEW_SEED` is not a number.
#[must_use]
pub fn cases(count: usize) -> Cases {
    let seed = std::env::var("SINEW_SEED").ok();
    let seed = seed.map(|seed| seed.parse().unwrap_or_else(|_| panic!("SINEW_SEED is no number: {seed}")));
    Cases { seeds: seeds(count, seed), of: String::new() }
}

/// Seeds of all cases, or the one that is replayed.
fn seeds(count: usize, replayed: Option<usize>) -> Range<usize> {
    replayed.map_or(0..count, |seed| seed..seed + 1)
}

/// Iterator over [random cases](cases).
#[derive(Debug)]
pub struct Cases {
    seeds: Range<usize>,
    of: String,
}

impl Cases {
    /// Cases of something with a name, such as damaged copies of a file: their random numbers depend on it,
    /// and a case that panics prints it.
    #[must_use]
    pub fn of(self, name: impl Into<String>) -> Self {
        Self { of: name.into(), ..self }
    }

    /// Cases with another source of random numbers, which is made of the usual one.
    pub fn with<R>(self, make: impl Fn(Rng) -> R) -> impl Iterator<Item = Case<R>> {
        let Self { seeds, of } = self;
        seeds.map(move |seed| Case { seed, random: make(generator(&of, seed)), of: of.clone() })
    }
}

impl Iterator for Cases {
    type Item = Case;

    fn next(&mut self) -> Option<Case> {
        let seed = self.seeds.next()?;
        Some(Case { seed, random: generator(&self.of, seed), of: self.of.clone() })
    }
}

/// Random numbers of a case.
fn generator(of: &str, seed: usize) -> Rng {
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
    let named = of.bytes().fold(0xCBF2_9CE4_8422_2325, hash);
    // Seeds beside each other have much in common, numbers drawn from them have not.
    Rng::with_seed(Rng::with_seed(named ^ seed as u64).u64(..))
}

/// One of the [random cases](cases): its random numbers, and its seed, which it prints when dropped by a panic.
#[derive(Debug)]
pub struct Case<R = Rng> {
    seed: usize,
    random: R,
    of: String,
}

impl<R> Case<R> {
    /// Seed of the case; unless one is replayed, cases are counted by it from 0.
    #[must_use]
    pub const fn seed(&self) -> usize {
        self.seed
    }
}

impl<R> Deref for Case<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.random
    }
}

impl<R> DerefMut for Case<R> {
    fn deref_mut(&mut self) -> &mut R {
        &mut self.random
    }
}

impl<R> Drop for Case<R> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let of = if self.of.is_empty() { String::new() } else { format!(" of {}", self.of) };
            eprintln!("random case {seed}{of} failed; SINEW_SEED={seed} runs it alone", seed = self.seed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(cases: Cases) -> Vec<u64> {
        cases.map(|mut random| random.u64(..)).collect()
    }

    #[test]
    fn a_case_alone_has_the_numbers_that_it_has_among_others() {
        let of = |seeds| numbers(Cases { seeds, of: "a.glb".to_owned() });
        let all = of(seeds(20, None));
        for (seed, expected) in all.iter().enumerate() {
            assert_eq!(of(seeds(20, Some(seed))), [*expected]);
        }
        assert_ne!(all, numbers(Cases { seeds: 0..20, of: "b.glb".to_owned() }));
    }

    #[test]
    fn other_generators_start_from_the_same_numbers() {
        let cases = || Cases { seeds: 0..20, of: String::new() };
        let halves = cases().with(|mut random| random.u64(..) / 2);
        let expected: Vec<u64> = numbers(cases()).into_iter().map(|number| number / 2).collect();
        assert_eq!(halves.map(|half| *half).collect::<Vec<_>>(), expected);
    }
}
