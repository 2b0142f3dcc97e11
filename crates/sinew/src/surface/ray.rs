use glam::{Affine3A, Vec3};

/// Ray: an origin and a direction of any length except zero. Distances along it count in lengths of the
/// direction, so that they are metres where it has length 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Start of the ray.
    pub origin: Vec3,
    /// Direction.
    pub direction: Vec3,
}

impl Ray {
    /// Ray from `origin` along `direction`.
    #[must_use]
    pub const fn new(origin: Vec3, direction: Vec3) -> Self {
        Self { origin, direction }
    }

    /// Point at `distance` along the ray.
    #[must_use]
    pub fn at(&self, distance: f32) -> Vec3 {
        self.origin + self.direction * distance
    }

    /// The ray in another space: `model_from_world` turns a ray in the world into one in model space.
    /// Distances stay the same.
    #[must_use]
    pub fn transformed(&self, matrix: &Affine3A) -> Self {
        Self {
            origin: matrix.transform_point3(self.origin),
            direction: matrix.transform_vector3(self.direction),
        }
    }

    /// Whether all numbers are finite and the direction is not zero.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.origin.is_finite() && self.direction.is_finite() && self.direction != Vec3::ZERO
    }
}
