use crate::math::axis_angle;
use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A, Vec4, Vec4Swizzles};

/// A transform of translation, rotation and scale, applied to a point in the order scale,
/// rotation, translation.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(16))]
pub struct Transform {
    /// Unit quaternion, xyzw.
    pub rotation: Quat,
    /// Metres, in the parent's space.
    pub translation: Vec3,
    /// Scale per local axis; may be negative.
    pub scale: Vec3,
}

/// Number of floats of a [`Transform`]: rotation, translation, scale.
pub(crate) const LANES: usize = 10;

/// Size of a matrix below which its determinant leaves the range of floats.
const SMALL: f32 = 1e-9;

impl Transform {
    /// The identity transform.
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// Transform from a translation.
    #[must_use]
    pub const fn from_translation(translation: Vec3) -> Self {
        Self { translation, ..Self::IDENTITY }
    }

    /// Transform from a rotation; `rotation` is a unit quaternion.
    #[must_use]
    pub const fn from_rotation(rotation: Quat) -> Self {
        Self { rotation, ..Self::IDENTITY }
    }

    /// Transform from a translation, and a rotation about X, then Y, then Z, all of the space that it lies in, radians.
    #[must_use]
    pub fn from_euler(translation: Vec3, rotation: Vec3) -> Self {
        let turn = |axis, angle| axis_angle::from_axis_angle(axis, angle);
        let rotation = turn(Vec3::Z, rotation.z) * turn(Vec3::Y, rotation.y) * turn(Vec3::X, rotation.x);
        Self { translation, rotation: rotation.normalize(), scale: Vec3::ONE }
    }

    /// Decomposition of an affine matrix, exact unless it shears. An axis of zero length takes the direction
    /// perpendicular to the others. A reflection becomes a negative x scale.
    #[must_use]
    pub fn from_affine(affine: &Affine3A) -> Self {
        let m = affine.matrix3;
        // Squares of huge and tiny numbers leave the range of floats.
        let largest = m.to_cols_array().into_iter().map(f32::abs).fold(0.0, f32::max);
        if largest > 0.0 && largest.is_finite() && !(SMALL..=1.0 / SMALL).contains(&largest) {
            let unit = Self::from_affine(&Affine3A { matrix3: m * largest.recip(), ..*affine });
            return Self { scale: unit.scale * largest, ..unit };
        }
        let mirror = if m.determinant() < 0.0 { -1.0 } else { 1.0 };
        let scale = Vec3A::new(mirror * m.x_axis.length(), m.y_axis.length(), m.z_axis.length());
        let direction = |axis: Vec3A, length: f32| (length != 0.0).then(|| axis / length);
        let [x, y, z] =
            [direction(m.x_axis, scale.x), direction(m.y_axis, scale.y), direction(m.z_axis, scale.z)];
        let (x, y, z) = match (x, y, z) {
            (Some(x), Some(y), Some(z)) => (x, y, z),
            (None, Some(y), Some(z)) => (y.cross(z), y, z),
            (Some(x), None, Some(z)) => (x, z.cross(x), z),
            (Some(x), Some(y), None) => (x, y, x.cross(y)),
            (Some(x), None, None) => with_any_others(x),
            (None, Some(y), None) => rotate_axes(with_any_others(y), 1),
            (None, None, Some(z)) => rotate_axes(with_any_others(z), 2),
            (None, None, None) => (Vec3A::X, Vec3A::Y, Vec3A::Z),
        };
        let rotation = Quat::from_mat3a(&Mat3A::from_cols(x, y, z));
        let rotation = if rotation.is_finite() { rotation.normalize() } else { Quat::IDENTITY };
        Self { translation: affine.translation.into(), rotation, scale: scale.into() }
    }

    /// The transform as an affine matrix.
    #[inline(always)]
    #[must_use]
    pub fn to_affine(&self) -> Affine3A {
        // Matrix of a unit quaternion by columns: every element is a sum of two products of its components.
        let q = Vec4::from_slice(&self.lanes()[..4]);
        let double = q + q;
        let column = |a: Vec4, b: Vec4, c: Vec4, d: Vec4, signs: Vec4, one: Vec4, scale: f32| {
            Vec3A::from_vec4((one + (a * b + c * d * signs)) * scale)
        };
        // (-y·2y, x·2y, x·2z) and (-z·2z, w·2z, -w·2y) added to (1,
        // 0, 0); the other columns are cyclic permutations.
        let x = column(
            q.yxxx() * Vec4::new(-1.0, 1.0, 1.0, 1.0),
            double.yyzz(),
            q.zwww(),
            double.zzyy(),
            Vec4::new(-1.0, 1.0, -1.0, 1.0),
            Vec4::X,
            self.scale.x,
        );
        let y = column(
            q.xxyy() * Vec4::new(1.0, -1.0, 1.0, 1.0),
            double.yxzz(),
            q.wzww(),
            double.zzxx(),
            Vec4::new(-1.0, -1.0, 1.0, 1.0),
            Vec4::Y,
            self.scale.y,
        );
        let z = column(
            q.xyxx() * Vec4::new(1.0, 1.0, -1.0, 1.0),
            double.zzxx(),
            q.wwyy(),
            double.yxyy(),
            Vec4::new(1.0, -1.0, -1.0, 1.0),
            Vec4::Z,
            self.scale.z,
        );
        let translation = Vec4::from_slice(&self.lanes()[4..8]);
        Affine3A { matrix3: Mat3A::from_cols(x, y, z), translation: Vec3A::from_vec4(translation) }
    }

    /// The floats in memory order: rotation, translation, scale. Blending reads them four at a time, which
    /// halves its cost.
    #[inline(always)]
    #[allow(unsafe_code, reason = "the floats are contiguous, as a test checks")]
    pub(crate) fn lanes(&self) -> &[f32; LANES] {
        // SAFETY: the struct is `repr(C)` and begins with ten floats without padding.
        unsafe { &*std::ptr::from_ref(self).cast() }
    }

    /// The floats in memory order, mutable.
    #[inline(always)]
    #[allow(unsafe_code, reason = "the floats are contiguous, as a test checks")]
    pub(crate) fn lanes_mut(&mut self) -> &mut [f32; LANES] {
        // SAFETY: the struct is `repr(C)` and begins with ten floats without padding;
        // every bit pattern is valid.
        unsafe { &mut *std::ptr::from_mut(self).cast() }
    }

    /// The transform with [tiny](TINY) components replaced by zero. Exporters write rounding errors in place
    /// of zeros; products of such numbers are subnormal, and processors take a hundred times as long for
    /// them.
    pub(crate) fn flush_tiny(mut self) -> Self {
        self.lanes_mut().iter_mut().for_each(|number| *number = flush_tiny(*number));
        self
    }

    /// Whether every component is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.rotation.is_finite() && self.scale.is_finite()
    }
}

/// Magnitude below which a number counts as zero: metres, factors,
/// weights and quaternion components that no sum shows.
pub(crate) const TINY: f32 = 1e-18;

/// The number, or zero if its magnitude is below [`TINY`].
#[inline(always)]
pub(crate) fn flush_tiny(number: f32) -> f32 {
    if number.abs() < TINY { 0.0 } else { number }
}

/// Quotient `a / b` per axis; 1 where `b` is zero.
pub(crate) fn ratio(a: Vec3, b: Vec3) -> Vec3 {
    let one = |a: f32, b: f32| if b.abs() > 1e-9 { a / b } else { 1.0 };
    Vec3::new(one(a.x, b.x), one(a.y, b.y), one(a.z, b.z))
}

/// Right-handed orthonormal axes with the first axis `x`.
fn with_any_others(x: Vec3A) -> (Vec3A, Vec3A, Vec3A) {
    let y = x.any_orthonormal_vector();
    (x, y, x.cross(y))
}

/// The axes rotated cyclically by `by` positions.
fn rotate_axes((a, b, c): (Vec3A, Vec3A, Vec3A), by: usize) -> (Vec3A, Vec3A, Vec3A) {
    if by == 1 { (c, a, b) } else { (b, c, a) }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_needs::cases;

    #[test]
    fn floats_are_contiguous() {
        let t = Transform {
            translation: Vec3::new(5.0, 6.0, 7.0),
            rotation: Quat::from_xyzw(1.0, 2.0, 3.0, 4.0),
            scale: Vec3::new(8.0, 9.0, 10.0),
        };
        assert_eq!(t.lanes().map(|v| v as u32), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(std::mem::offset_of!(Transform, rotation), 0);
        assert_eq!(std::mem::offset_of!(Transform, translation), 16);
        assert_eq!(std::mem::offset_of!(Transform, scale), 28);
    }

    #[test]
    fn scale_comes_first_and_translation_last() {
        let t = Transform {
            translation: Vec3::new(10.0, 0.0, 0.0),
            rotation: Quat::from_rotation_z(std::f32::consts::FRAC_PI_2),
            scale: Vec3::new(2.0, 1.0, 1.0),
        };
        let p = t.to_affine().transform_point3(Vec3::X);
        assert!((p - Vec3::new(10.0, 2.0, 0.0)).length() < 1e-5, "{p}");
    }

    #[test]
    fn the_matrix_is_that_of_the_quaternion() {
        for mut random in cases(1000) {
            let mut one = || random.f32() * 2.0 - 1.0;
            let rotation = Quat::from_xyzw(one(), one(), one(), one()).normalize();
            let (translation, scale) = (Vec3::new(one(), one(), one()), Vec3::new(one(), one(), one()));
            let matrix = Transform { translation, rotation, scale }.to_affine();
            let glams = Affine3A::from_scale_rotation_translation(scale, rotation, translation);
            assert!(matrix.abs_diff_eq(glams, 1e-6), "{matrix} {glams}");
        }
    }

    #[test]
    fn a_reflection_survives_the_round_trip() {
        let t = Transform {
            translation: Vec3::new(1.0, 2.0, 3.0),
            rotation: Quat::from_euler(glam::EulerRot::XYZ, 0.3, -1.0, 2.0),
            scale: Vec3::new(-1.0, 2.0, 0.5),
        };
        let affine = t.to_affine();
        assert!(Transform::from_affine(&affine).to_affine().abs_diff_eq(affine, 1e-5));
    }

    #[test]
    fn a_zero_scale_keeps_the_rotation() {
        for scale in
            [Vec3::new(1.0, 1.0, 0.0), Vec3::new(0.0, 2.0, 1.0), Vec3::new(1.0, 0.0, 3.0), Vec3::Y, Vec3::Z]
        {
            let t = Transform { scale, rotation: Quat::from_rotation_z(1.0), ..Transform::IDENTITY };
            let affine = t.to_affine();
            assert!(Transform::from_affine(&affine).to_affine().abs_diff_eq(affine, 1e-5), "{scale}");
        }
    }
}
