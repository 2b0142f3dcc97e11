//! Where a bone may point.

use crate::limit::swing_twist::{Swung, half_of};
use crate::limit::{AngleRange, SwingPolygon};
use glam::Vec3;

/// The directions that a bone may swing to from where its limit is measured.
#[derive(Clone, Debug, PartialEq)]
pub enum Swing {
    /// Any.
    Free,
    /// None but its own.
    Fixed,
    /// Along an arc: by angles about one axis, square to the bone.
    Hinge {
        /// Unit, square to the bone.
        axis: Vec3,
        /// Angles about it.
        range: AngleRange,
    },
    /// Inside an ellipse, each quarter with half-axes of its own: as far about the first axis, and about the second.
    Ellipse(SwingEllipse),
    /// Inside a polygon on the sphere.
    Cone(SwingPolygon),
}

/// Half-angles about two axes, up and down; between them the border is a quarter of an ellipse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwingEllipse {
    axes: [Vec3; 2],
    /// Below and above nothing, both positive.
    reach: [[f32; 2]; 2],
    /// One over them.
    inverse: [[f32; 2]; 2],
}

/// Nothing reaches less far, so that borders have a direction.
const NARROWEST: f32 = 1e-3;

/// Short of half a turn, where a swing would lose its direction.
const WIDEST: f32 = 3.12;

/// Cosine of half of that.
const NEAR_WIDEST: f32 = 0.010_796;

impl SwingEllipse {
    /// Angles about `axis` and about bone × axis. `axis` is made square to `bone`; each range is widened to hold 0.
    pub fn new(bone: Vec3, axis: Vec3, about_axis: AngleRange, about_other: AngleRange) -> Self {
        let bone = bone.normalize_or(Vec3::X);
        let square = axis.reject_from_normalized(bone).try_normalize();
        let axis = square.unwrap_or_else(|| bone.any_orthonormal_vector());
        let reach = |range: AngleRange| [-range.min(), range.max()].map(|a| a.clamp(NARROWEST, WIDEST));
        let reach = [reach(about_axis), reach(about_other)];
        Self { axes: [axis, bone.cross(axis)], reach, inverse: reach.map(|both| both.map(f32::recip)) }
    }

    /// The two components of `about`, and one over the half-angles on their sides.
    #[inline]
    fn split(&self, about: Vec3) -> [(f32, f32); 2] {
        let (a, b) = (about.dot(self.axes[0]), about.dot(self.axes[1]));
        [(a, self.inverse[0][usize::from(a >= 0.0)]), (b, self.inverse[1][usize::from(b >= 0.0)])]
    }

    /// How far it reaches about `about`, a unit vector square to the bone.
    #[inline]
    pub(crate) fn reach(&self, about: Vec3) -> f32 {
        let [(a, first), (b, second)] = self.split(about);
        let (a, b) = (a * first, b * second);
        1.0 / (a * a + b * b).sqrt()
    }

    /// Angles about the two axes, taken together as one turn, as a share of how far it reaches that way.
    #[inline]
    pub(crate) fn share_of(&self, a: f32, b: f32) -> f32 {
        let a = a * self.inverse[0][usize::from(a >= 0.0)];
        let b = b * self.inverse[1][usize::from(b >= 0.0)];
        (a * a + b * b).sqrt()
    }

    /// How far it reaches where it reaches least.
    #[inline]
    pub(crate) fn nearest(&self) -> f32 {
        self.reach.iter().flatten().copied().fold(WIDEST, f32::min)
    }

    /// Square to the border, outwards, as an axis about which a bone that has swung to `bone` leaves.
    #[inline]
    fn outward(&self, swung: Swung, bone: Vec3) -> Vec3 {
        let (about, (half_sine, half_cosine)) = (swung.about, swung.half);
        let sine = 2.0 * half_sine * half_cosine;
        let [(a, first), (b, second)] = self.split(about);
        let (a, b) = (a * (first * first), b * (second * second));
        let gradient = self.axes[0] * a + self.axes[1] * b;
        // A turn about `across` moves the bone sideways, which turns the axis of its swing the faster the nearer the bone
        // is to where it rests.
        let across = about.cross(bone);
        let sideways = self.axes[0].cross(self.axes[1]).cross(about);
        about * gradient.dot(about) - across * (gradient.dot(sideways) * swung.angle() / sine.max(1e-3))
    }
}

impl Swing {
    /// The angle that every direction may go, so that most poses need no closer look.
    pub(crate) fn sure(&self, bone: Vec3) -> f32 {
        match self {
            Self::Free => f32::INFINITY,
            Self::Fixed | Self::Hinge { .. } => 0.0,
            Self::Ellipse(ellipse) => ellipse.nearest(),
            Self::Cone(cone) => {
                let around = (0..64).map(|n| (n as f32 / 64.0) * std::f32::consts::TAU).chain(cone.corners());
                let (x, y) = bone.any_orthonormal_pair();
                // The border runs straight between looks and corners, a little nearer than at them.
                around.map(|a| cone.reach(x * a.cos() + y * a.sin())).fold(WIDEST, f32::min) * 0.99
            }
        }
    }

    /// How far the bone may swing about `about`, a unit vector square to `bone`, the direction that it is measured from.
    #[inline]
    pub(crate) fn reach(&self, bone: Vec3, about: Vec3) -> f32 {
        match self {
            Self::Free => std::f32::consts::PI,
            Self::Fixed | Self::Hinge { .. } => 0.0,
            Self::Ellipse(ellipse) => ellipse.reach(about),
            Self::Cone(cone) => cone.reach(about.cross(bone)).min(WIDEST),
        }
    }

    /// Sine and cosine of half of that angle, of a swing that has a border.
    #[inline]
    pub(crate) fn border(&self, bone: Vec3, about: Vec3) -> (f32, f32) {
        match self {
            Self::Cone(cone) => {
                let (sine, cosine) = cone.border(about.cross(bone));
                if cosine < NEAR_WIDEST { half_of(WIDEST) } else { (sine, cosine) }
            }
            _ => half_of(self.reach(bone, about)),
        }
    }

    /// The axis about which a bone that has swung to `pointing` leaves across the border.
    #[inline]
    pub(crate) fn outward(&self, swung: Swung, pointing: Vec3) -> Vec3 {
        let axis = match self {
            Self::Ellipse(ellipse) => ellipse.outward(swung, pointing),
            Self::Cone(cone) => cone.side(pointing).cross(pointing),
            _ => swung.about,
        };
        axis.normalize_or(swung.about)
    }
}
