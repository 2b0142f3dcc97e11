//! Length of a foot that stands.

use crate::locomotion::foot_ik::FootSetup;
use crate::locomotion::foothold::Length;
use crate::locomotion::sole::sole_points::MAX_SOLE_POINTS;
use crate::locomotion::space::Space;
use glam::Vec3;

/// Margin in front of the toes and behind the heel, in leg lengths.
const MARGIN: f32 = 0.02;

impl FootSetup {
    /// Extent of the whole foot, flat on the ground, along a direction in the world, with a margin.
    pub(crate) fn standing_length(&self, space: &Space, direction: Vec3) -> Length {
        let along = space.rotation.inverse() * direction;
        let [behind, before] =
            [along, -along].map(|along| -self.at_rest.lowest(along, &[0.0; MAX_SOLE_POINTS]));
        let [front, back] = self.overhang;
        let [front, back] = if direction.dot(space.ahead) < 0.0 { [back, front] } else { [front, back] };
        let spare = MARGIN * space.leg;
        Length {
            behind: (behind + back) * space.scale + spare,
            before: (before + front) * space.scale + spare,
            margin: spare,
        }
    }
}
