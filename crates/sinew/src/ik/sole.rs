//! Where the sole of a foot meets the ground.

use super::feet::{PlacedFoot, SOLE};
use super::feet_state::Space;
use super::{Ground, GroundHit};
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
pub(super) struct Sole {
    /// Where its ball is, and how it is to be turned from level ground.
    ball: Vec3,
    tilt: Quat,
    /// Where its points are.
    points: [Vec3; SOLE],
    count: usize,
    /// Length of a leg.
    leg: f32,
}

impl Sole {
    pub(super) fn new(foot: &PlacedFoot, model: &[Affine3A], space: &Space, ball: Vec3, tilt: Quat) -> Self {
        let mut points = [Vec3::ZERO; SOLE];
        for (point, own) in points.iter_mut().zip(&foot.sole) {
            *point = space.point(model, *own);
        }
        Self { ball, tilt, points, count: foot.sole.len().min(SOLE), leg: space.leg }
    }

    /// `place` raised or lowered so that a foot whose ball is there touches the ground.
    pub(super) fn on(&self, place: Vec3, hit: &GroundHit, bumps: &[f32; SOLE]) -> Vec3 {
        let steep = hit.normal.y.max(0.2);
        let over = |(point, bump): (Vec3, &f32)| (point - hit.place).dot(hit.normal) / steep - bump;
        place - Vec3::Y * self.with_ball_at(place).zip(bumps).map(over).fold(f32::MAX, f32::min)
    }

    /// The height of its lowest point.
    pub(super) fn low(&self) -> f32 {
        self.points[..self.count].iter().map(|point| point.y).fold(f32::MAX, f32::min)
    }

    /// Where its points are to be, with its ball at a place.
    fn with_ball_at(&self, place: Vec3) -> impl Iterator<Item = Vec3> {
        self.points[..self.count].iter().map(move |point| place + self.tilt * (point - self.ball))
    }
}

/// What is known of the ground under a sole, from frame to frame: what lies still is asked for once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Felt {
    hit: Option<GroundHit>,
    /// Where it was asked for, and how far it is above the plane under the ball.
    at: [Vec3; SOLE],
    bumps: [f32; SOLE],
    /// The point that is asked for even so, one after the other: ground may change.
    next: usize,
}

/// A point that has moved no more than this, in legs, is where it was: less than a millimetre.
const SAME: f32 = 1e-3;

impl Felt {
    /// How far the ground under each point is above the plane under the ball. Walls are none to stand on: what toes
    /// run into does not raise the foot. `goes_on` where time has passed since the last frame.
    pub(super) fn bumps(
        &mut self,
        sole: &Sole,
        place: Vec3,
        hit: &GroundHit,
        ground: &dyn Ground,
        goes_on: bool,
    ) -> &[f32; SOLE] {
        const STEEP: f32 = 0.7;
        let is_known = self.hit.replace(*hit) == Some(*hit);
        if goes_on {
            self.next = (self.next + 1) % SOLE;
        }
        for (n, point) in sole.with_ball_at(place).enumerate() {
            let stays = point.distance_squared(self.at[n]) < (SAME * sole.leg).powi(2);
            if is_known && stays && n != self.next {
                continue;
            }
            let plane = hit.place.y - (point - hit.place).with_y(0.0).dot(hit.normal) / hit.normal.y.max(0.2);
            let own = ground.under(point + Vec3::Y * 0.3 * sole.leg);
            let above = own.map_or(0.0, |own| own.place.y - plane);
            let away = (point - place).with_y(0.0).length();
            self.at[n] = point;
            self.bumps[n] = if above < STEEP * away { above } else { 0.0 };
        }
        &self.bumps
    }
}
