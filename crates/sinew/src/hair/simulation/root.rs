//! Rigid movement of the skin under a hair since its rest pose.

use super::path::Path;
use crate::math::slerp_shortest;
use glam::{Affine3A, Quat, Vec3, Vec4};

/// Difference of movements at rest: metres, and half an angle in radians.
const TOLERANCE: f32 = 1e-5;

/// Movement of the skin under a hair since its rest pose: a position at rest moves to
/// `rotation * position + translation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HairRoot {
    /// Rotation from the rest pose.
    pub rotation: Quat,
    /// Translation after it, metres.
    pub translation: Vec3,
}

impl HairRoot {
    /// Skin at rest.
    pub const REST: Self = Self { rotation: Quat::IDENTITY, translation: Vec3::ZERO };

    /// Root on a joint: the movement from the joint's matrix at rest to the one now, without scales.
    #[must_use]
    pub fn of_joint(rest: &Affine3A, now: &Affine3A) -> Self {
        let (_, from, start) = rest.to_scale_rotation_translation();
        let (_, to, end) = now.to_scale_rotation_translation();
        let rotation = (to * from.inverse()).normalize();
        Self { rotation, translation: end - rotation * start }
    }

    /// Present position of a point of the rest pose.
    #[must_use]
    pub fn at(&self, rest: Vec3) -> Vec3 {
        self.rotation * rest + self.translation
    }

    /// Position in the rest pose of a point that is at `position` now.
    #[must_use]
    pub fn rest_of(&self, position: Vec3) -> Vec3 {
        self.rotation.conjugate() * (position - self.translation)
    }

    /// Movement in the world from one root to another.
    pub(super) fn way(from: &Self, to: &Self) -> Self {
        let rotation = (to.rotation * from.rotation.conjugate()).normalize();
        Self { rotation, translation: to.translation - rotation * from.translation }
    }

    /// This movement, and then another.
    pub(super) fn then(&self, next: &Self) -> Self {
        Self { rotation: (next.rotation * self.rotation).normalize(), translation: next.at(self.translation) }
    }

    /// Movement between the last two of three, along the shortest rotation about `pivot`, a position at rest.
    pub(super) fn between(all: [&Self; 3], path: Path, pivot: Vec3) -> Self {
        let [before, from, to] = all.map(|root| Vec4::from(root.rotation));
        let near = |rotation: Vec4| if rotation.dot(from) < 0.0 { -rotation } else { rotation };
        let straight = slerp_shortest(all[1].rotation, all[2].rotation, path.share);
        let bend = path.bend([near(before), from, near(to)]);
        let straight = Vec4::from(straight);
        let straight = if straight.dot(from) < 0.0 { -straight } else { straight };
        let rotation = if bend == Vec4::ZERO { straight } else { (straight + bend).normalize() };
        let rotation = Quat::from_vec4(rotation);
        let position = path.along(all.map(|root| root.at(pivot)));
        Self { rotation, translation: position - rotation * pivot }
    }

    /// True where both are the same to about a hundredth of a millimetre within a metre of the origin.
    pub(super) fn is_near(&self, other: &Self) -> bool {
        let [turn, other_turn] = [self, other].map(|root| Vec4::from(root.rotation));
        let apart = turn.distance_squared(other_turn).min(turn.distance_squared(-other_turn));
        self.translation.distance_squared(other.translation).max(apart) < TOLERANCE * TOLERANCE
    }

    pub(super) fn is_finite(&self) -> bool {
        self.rotation.is_finite() && self.translation.is_finite()
    }
}
