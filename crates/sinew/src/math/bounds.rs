use glam::{Affine3A, Vec3, Vec3A};

/// Axis-aligned bounding box. [`Bounds::EMPTY`] contains no point and is the start of a union.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Minimum corner.
    pub min: Vec3,
    /// Maximum corner.
    pub max: Vec3,
}

impl Bounds {
    /// The empty box.
    pub const EMPTY: Self = Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    /// Smallest box that contains all `points`.
    #[must_use]
    pub fn from_points(points: impl IntoIterator<Item = Vec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, |b, p| b.including(p))
    }

    /// Whether the box contains no point.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// The box extended to contain `p`.
    #[must_use]
    pub fn including(self, p: Vec3) -> Self {
        Self { min: self.min.min(p), max: self.max.max(p) }
    }

    /// Smallest box that contains both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Centre; zero for an empty box.
    #[must_use]
    pub fn center(&self) -> Vec3 {
        if self.is_empty() { Vec3::ZERO } else { (self.min + self.max) * 0.5 }
    }

    /// Edge lengths; zero for an empty box.
    #[must_use]
    pub fn size(&self) -> Vec3 {
        if self.is_empty() { Vec3::ZERO } else { self.max - self.min }
    }

    /// Whether `p` lies inside, or outside by at most `tolerance` on every axis.
    #[must_use]
    pub fn contains(&self, p: Vec3, tolerance: f32) -> bool {
        (p + tolerance).cmpge(self.min).all() && (p - tolerance).cmple(self.max).all()
    }

    /// The box extended by `margin` on every side; an empty box stays empty.
    #[must_use]
    pub fn grown(self, margin: f32) -> Self {
        if self.is_empty() { self } else { Self { min: self.min - margin, max: self.max + margin } }
    }

    /// Smallest axis-aligned box that contains this box after `transform` (Arvo, *Transforming Axis-Aligned
    /// Bounding Boxes*, 1990). An empty box stays empty.
    #[must_use]
    pub fn transformed(&self, transform: &Affine3A) -> Self {
        if self.is_empty() {
            return Self::EMPTY;
        }
        let center = transform.transform_point3a(Vec3A::from(self.center()));
        let half = Vec3A::from(self.size() * 0.5);
        let m = &transform.matrix3;
        let reach = m.x_axis.abs() * half.x + m.y_axis.abs() * half.y + m.z_axis.abs() * half.z;
        Self { min: (center - reach).into(), max: (center + reach).into() }
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Self::EMPTY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transformed_box_contains_its_corners() {
        let b = Bounds { min: Vec3::new(-1.0, 0.0, 2.0), max: Vec3::new(1.0, 3.0, 2.5) };
        let t = Affine3A::from_scale_rotation_translation(
            Vec3::new(1.0, -2.0, 0.5),
            glam::Quat::from_euler(glam::EulerRot::XYZ, 1.0, 2.0, 3.0),
            Vec3::new(4.0, 5.0, 6.0),
        );
        let turned = b.transformed(&t);
        for i in 0..8 {
            let pick = |bit: usize, lo: f32, hi: f32| if i >> bit & 1 == 0 { lo } else { hi };
            let corner =
                Vec3::new(pick(0, b.min.x, b.max.x), pick(1, b.min.y, b.max.y), pick(2, b.min.z, b.max.z));
            assert!(turned.contains(t.transform_point3(corner), 1e-5));
        }
        assert!(Bounds::EMPTY.transformed(&t).is_empty());
    }
}
