use super::path::Path;
use crate::math::slerp_shortest;
use glam::{Affine3A, Quat, Vec3, Vec4};

/// Difference of movements at rest: metres, and half an angle in radians.
const TOLERANCE: f32 = 1e-5;

/// Movement of the skin under a hair since its rest pose: a place at rest goes to `rotation * place + translation`.
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

    /// Place of a point of the rest pose.
    #[must_use]
    pub fn at(&self, rest: Vec3) -> Vec3 {
        self.rotation * rest + self.translation
    }

    /// Place of the rest pose that is at a place now.
    #[must_use]
    pub fn rest_of(&self, place: Vec3) -> Vec3 {
        self.rotation.conjugate() * (place - self.translation)
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

    /// Movement between the last two of three, along the shortest rotation about `pivot`, a place at rest.
    pub(super) fn between(all: [&Self; 3], path: Path, pivot: Vec3) -> Self {
        let [before, from, to] = all.map(|own| Vec4::from(own.rotation));
        let near = |own: Vec4| if own.dot(from) < 0.0 { -own } else { own };
        let straight = slerp_shortest(all[1].rotation, all[2].rotation, path.share);
        let bend = path.bend([near(before), from, near(to)]);
        let straight = Vec4::from(straight);
        let straight = if straight.dot(from) < 0.0 { -straight } else { straight };
        let rotation = if bend == Vec4::ZERO { straight } else { (straight + bend).normalize() };
        let rotation = Quat::from_vec4(rotation);
        let place = path.along(all.map(|own| own.at(pivot)));
        Self { rotation, translation: place - rotation * pivot }
    }

    /// True where both are the same to about a hundredth of a millimetre within a metre of the origin.
    pub(super) fn is_near(&self, other: &Self) -> bool {
        let [own, other_turn] = [self, other].map(|root| Vec4::from(root.rotation));
        let apart = own.distance_squared(other_turn).min(own.distance_squared(-other_turn));
        self.translation.distance_squared(other.translation).max(apart) < TOLERANCE * TOLERANCE
    }

    pub(super) fn is_finite(&self) -> bool {
        self.rotation.is_finite() && self.translation.is_finite()
    }
}
