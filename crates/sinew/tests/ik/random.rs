//! Random numbers of the tests, equal for equal seeds.

use sinew::glam::{Quat, Vec3};
use test_needs::Case;

/// [Random cases](test_needs::cases) with these numbers.
pub(crate) fn cases(count: usize) -> impl Iterator<Item = Case<Random>> {
    test_needs::cases(count).with(Random)
}

#[derive(Clone)]
pub(crate) struct Random(fastrand::Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.0.f32()
    }

    pub(crate) fn index(&mut self, below: usize) -> usize {
        self.0.usize(..below)
    }

    pub(crate) fn one_in(&mut self, count: usize) -> bool {
        self.index(count) == 0
    }

    /// Inside a cube from -1 to 1.
    pub(crate) fn vector(&mut self) -> Vec3 {
        Vec3::from_array([0; 3].map(|_| self.between(-1.0, 1.0)))
    }

    /// Uniformly distributed direction.
    pub(crate) fn direction(&mut self) -> Vec3 {
        loop {
            let vector = self.vector();
            if (1e-2..1.0).contains(&vector.length_squared()) {
                return vector.normalize();
            }
        }
    }

    /// Uniformly distributed rotation.
    pub(crate) fn rotation(&mut self) -> Quat {
        loop {
            let [x, y, z, w] = [0; 4].map(|_| self.between(-1.0, 1.0));
            let q = Quat::from_xyzw(x, y, z, w);
            if (1e-2..1.0).contains(&q.length_squared()) {
                return q.normalize();
            }
        }
    }
}
