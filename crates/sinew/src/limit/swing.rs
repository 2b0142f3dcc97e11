//! Swing limits: the directions that a bone may have.

use crate::limit::{AngleRange, SwingPolygon};
use crate::math::angle::half_sin_cos;
use crate::math::ops;
use crate::math::swing_twist::SwingArc;
use glam::Vec3;

/// Swing limit: the directions that a bone may have, relative to its reference direction.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Swing {
    /// Any direction.
    Free,
    /// The reference direction alone.
    Fixed,
    /// Arc: angles about one axis perpendicular to the bone.
    Hinge {
        /// Unit axis, perpendicular to the bone.
        axis: Vec3,
        /// Angles about the axis.
        range: AngleRange,
    },
    /// Elliptic cone; each quarter has half-axes of its own.
    Ellipse(SwingEllipse),
    /// Polygon on the sphere.
    Polygon(SwingPolygon),
}

/// Half angles about two axes in both directions; between them the border is a quarter of an ellipse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwingEllipse {
    axes: [Vec3; 2],
    /// Half angles below and above 0, both positive.
    reach: [[f32; 2]; 2],
    /// Reciprocals of the half angles.
    inverse: [[f32; 2]; 2],
}

/// Smallest half angle, radians, so that borders have a direction.
const NARROWEST: f32 = 1e-3;

/// Largest half angle, radians: at half a turn a swing has no direction.
const WIDEST: f32 = 3.12;

/// Cosine of half of [`WIDEST`].
const NEAR_WIDEST: f32 = 0.010_796;

impl SwingEllipse {
    /// Ellipse of angles about `axis` and about bone × axis. `axis` is made perpendicular to `bone`; each
    /// range is widened to contain 0.
    #[must_use]
    pub fn new(bone: Vec3, axis: Vec3, about_axis: AngleRange, about_other: AngleRange) -> Self {
        let bone = bone.normalize_or(Vec3::X);
        let square = axis.reject_from_normalized(bone).try_normalize();
        let axis = square.unwrap_or_else(|| bone.any_orthonormal_vector());
        let reach = |range: AngleRange| [-range.min(), range.max()].map(|a| a.clamp(NARROWEST, WIDEST));
        let reach = [reach(about_axis), reach(about_other)];
        Self { axes: [axis, bone.cross(axis)], reach, inverse: reach.map(|both| both.map(f32::recip)) }
    }

    /// Axis of the first range, a unit vector perpendicular to the bone.
    #[must_use]
    pub fn axis(&self) -> Vec3 {
        self.axes[0]
    }

    /// Angles about the axis, and about bone × axis.
    #[must_use]
    pub fn ranges(&self) -> [AngleRange; 2] {
        self.reach.map(|[below, above]| AngleRange::new(-below, above))
    }

    /// Components of `about`, and the reciprocal half angles on their sides.
    #[inline]
    fn split(&self, about: Vec3) -> [(f32, f32); 2] {
        let (a, b) = (about.dot(self.axes[0]), about.dot(self.axes[1]));
        [(a, self.inverse[0][usize::from(a >= 0.0)]), (b, self.inverse[1][usize::from(b >= 0.0)])]
    }

    /// Largest swing about `about`, a unit vector perpendicular to the bone.
    #[inline]
    pub(crate) fn reach(&self, about: Vec3) -> f32 {
        let [(a, first), (b, second)] = self.split(about);
        let (a, b) = (a * first, b * second);
        1.0 / (a * a + b * b).sqrt()
    }

    /// Angles about the two axes, combined to one rotation, as a share of the largest swing in that
    /// direction.
    #[inline]
    pub(crate) fn share_of(&self, a: f32, b: f32) -> f32 {
        let a = a * self.inverse[0][usize::from(a >= 0.0)];
        let b = b * self.inverse[1][usize::from(b >= 0.0)];
        (a * a + b * b).sqrt()
    }

    /// Smallest half angle.
    #[inline]
    pub(crate) fn nearest(&self) -> f32 {
        self.reach.iter().flatten().copied().fold(WIDEST, f32::min)
    }

    /// Axis about which a bone at the direction `bone` leaves across the border perpendicularly.
    #[inline]
    fn outward(&self, arc: SwingArc, bone: Vec3) -> Vec3 {
        let (about, (half_sine, half_cosine)) = (arc.about, arc.half);
        let sine = 2.0 * half_sine * half_cosine;
        let [(a, first), (b, second)] = self.split(about);
        let (a, b) = (a * (first * first), b * (second * second));
        let gradient = self.axes[0] * a + self.axes[1] * b;
        // A rotation about `across` moves the bone sideways, which turns the axis of its swing the faster the
        // nearer the bone is to its reference direction.
        let across = about.cross(bone);
        let sideways = self.axes[0].cross(self.axes[1]).cross(about);
        about * gradient.dot(about) - across * (gradient.dot(sideways) * arc.angle() / sine.max(1e-3))
    }
}

impl Swing {
    /// Swing that is allowed in every direction: most poses need no further test.
    pub(crate) fn sure(&self, bone: Vec3) -> f32 {
        match self {
            Self::Free => f32::INFINITY,
            Self::Fixed | Self::Hinge { .. } => 0.0,
            Self::Ellipse(ellipse) => ellipse.nearest(),
            Self::Polygon(polygon) => {
                let around =
                    (0..64).map(|n| (n as f32 / 64.0) * std::f32::consts::TAU).chain(polygon.corners());
                let (x, y) = bone.any_orthonormal_pair();
                // Between samples and corners the border is a little nearer than at them.
                around.map(|a| polygon.reach(x * ops::cos(a) + y * ops::sin(a))).fold(WIDEST, f32::min) * 0.99
            }
        }
    }

    /// Largest swing about `about`, a unit vector perpendicular to the reference direction `bone`.
    #[inline]
    pub(crate) fn reach(&self, bone: Vec3, about: Vec3) -> f32 {
        match self {
            Self::Free => std::f32::consts::PI,
            Self::Fixed | Self::Hinge { .. } => 0.0,
            Self::Ellipse(ellipse) => ellipse.reach(about),
            Self::Polygon(polygon) => polygon.reach(about.cross(bone)).min(WIDEST),
        }
    }

    /// Sine and cosine of half the largest swing, for swing limits with a border.
    #[inline]
    pub(crate) fn border(&self, bone: Vec3, about: Vec3) -> (f32, f32) {
        match self {
            Self::Polygon(polygon) => {
                let (sine, cosine) = polygon.border(about.cross(bone));
                if cosine < NEAR_WIDEST { half_sin_cos(WIDEST) } else { (sine, cosine) }
            }
            _ => half_sin_cos(self.reach(bone, about)),
        }
    }

    /// Axis about which a bone at the direction `pointing` leaves across the border.
    #[inline]
    pub(crate) fn outward(&self, arc: SwingArc, pointing: Vec3) -> Vec3 {
        let axis = match self {
            Self::Ellipse(ellipse) => ellipse.outward(arc, pointing),
            Self::Polygon(polygon) => polygon.side(pointing).cross(pointing),
            _ => arc.about,
        };
        axis.normalize_or(arc.about)
    }
}
