//! Where the sole of a foot meets the ground.

use super::feet::{PlacedFoot, SOLE};
use super::feet_state::Space;
use super::{Ground, GroundHit};
use crate::skeleton::JointIndex;
use glam::{Affine3A, Quat, Vec3};

/// Where a foot is held.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lock {
    /// In the world, or in the space of what moves.
    pub(super) place: Vec3,
    pub(super) platform: Option<u64>,
}

impl Lock {
    pub(super) fn at(place: Vec3, hit: &GroundHit) -> Self {
        match hit.platform {
            Some((number, at)) => {
                Self { place: at.inverse().transform_point3(place), platform: Some(number) }
            }
            None => Self { place, platform: None },
        }
    }

    /// Where it is now, in the world.
    pub(super) fn now(&self, hit: &GroundHit) -> Vec3 {
        match hit.platform.filter(|(number, _)| Some(*number) == self.platform) {
            Some((_, at)) => at.transform_point3(self.place),
            None => self.place,
        }
    }
}

/// A sole as it is animated.
pub(super) struct Sole<'a> {
    pub(super) foot: &'a PlacedFoot,
    pub(super) model: &'a [Affine3A],
    pub(super) space: &'a Space,
    /// Where its ball is, and how it is to be turned from level ground.
    pub(super) ball: Vec3,
    pub(super) tilt: Quat,
}

impl Sole<'_> {
    /// `place` raised or lowered so that a foot whose ball is there touches the ground.
    pub(super) fn on(&self, place: Vec3, hit: &GroundHit, bumps: &[f32; SOLE]) -> Vec3 {
        let steep = hit.normal.y.max(0.2);
        let over = |(point, bump): (&(JointIndex, Vec3), &f32)| {
            let point = place + self.beyond_ball(*point);
            (point - hit.place).dot(hit.normal) / steep - bump
        };
        place - Vec3::Y * self.foot.sole.iter().zip(bumps).map(over).fold(f32::MAX, f32::min)
    }

    /// The height of its lowest point.
    pub(super) fn low(&self) -> f32 {
        let height = |point: &(JointIndex, Vec3)| self.space.point(self.model, *point).y;
        self.foot.sole.iter().map(height).fold(f32::MAX, f32::min)
    }

    /// Where a point of the sole is to be, from the ball.
    fn beyond_ball(&self, point: (JointIndex, Vec3)) -> Vec3 {
        self.tilt * (self.space.point(self.model, point) - self.ball)
    }

    /// How far the ground under each point is above the plane under the ball. Walls are none to stand on: what toes
    /// run into does not raise the foot.
    pub(super) fn bumps(&self, place: Vec3, hit: &GroundHit, ground: &dyn Ground) -> [f32; SOLE] {
        const STEEP: f32 = 0.7;
        let mut bumps = [0.0; SOLE];
        for (bump, point) in bumps.iter_mut().zip(&self.foot.sole) {
            let point = place + self.beyond_ball(*point);
            let plane = hit.place.y - (point - hit.place).with_y(0.0).dot(hit.normal) / hit.normal.y.max(0.2);
            let Some(own) = ground.under(point + Vec3::Y * 0.3 * self.space.leg) else { continue };
            let above = own.place.y - plane;
            let away = (point - place).with_y(0.0).length();
            *bump = if above < STEEP * away { above } else { 0.0 };
        }
        bumps
    }
}
