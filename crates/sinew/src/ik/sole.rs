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
    /// Where its points are to be, from its ball.
    points: [Vec3; SOLE],
    count: usize,
    /// The height of the lowest as it is animated.
    pub(super) low: f32,
    /// Length of a leg.
    leg: f32,
}

impl Sole {
    /// With its ball at a place, and to be turned from level ground.
    pub(super) fn new(foot: &PlacedFoot, model: &[Affine3A], space: &Space, ball: Vec3, tilt: Quat) -> Self {
        let (mut points, mut low) = ([Vec3::ZERO; SOLE], f32::MAX);
        for (point, own) in points.iter_mut().zip(&foot.sole) {
            let place = space.point(model, *own);
            low = low.min(place.y);
            *point = tilt * (place - ball);
        }
        Self { points, count: foot.sole.len().min(SOLE), low, leg: space.leg }
    }

    /// The same with the heel lifted by a turn about where its toes begin, `toes` from its ball.
    pub(super) fn lifted(&self, foot: &PlacedFoot, heel: Quat, toes: Vec3) -> Self {
        let mut points = self.points;
        let ankle = foot.leg.chain().tip();
        for (point, (joint, _)) in points.iter_mut().zip(&foot.sole) {
            if *joint == ankle {
                *point = toes + heel * (*point - toes);
            }
        }
        Self { points, ..*self }
    }

    /// `place` raised or lowered so that a foot whose ball is there touches the ground.
    pub(super) fn on(&self, place: Vec3, hit: &GroundHit, bumps: &[f32; SOLE]) -> Vec3 {
        let steep = hit.normal.y.max(0.2);
        let over = |(point, bump): (Vec3, &f32)| (point - hit.place).dot(hit.normal) / steep - bump;
        place - Vec3::Y * self.with_ball_at(place).zip(bumps).map(over).fold(f32::MAX, f32::min)
    }

    /// Where its points are to be, with its ball at a place.
    fn with_ball_at(&self, place: Vec3) -> impl Iterator<Item = Vec3> {
        self.points[..self.count].iter().map(move |point| place + point)
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
    /// How far the ground under each point was above the plane under the ball when it was last asked for.
    pub(super) fn bumps_so_far(&self) -> &[f32; SOLE] {
        &self.bumps
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn what_lies_still_is_asked_for_once_and_ground_that_changes_is_found() {
        let points = std::array::from_fn(|n| Vec3::new(0.0, 0.0, 0.02 * n as f32));
        let sole = Sole { points, count: SOLE, low: 0.0, leg: 1.0 };
        let (asked, rise) = (Cell::new(0), Cell::new(0.0));
        let ground = |place: Vec3| {
            asked.set(asked.get() + 1);
            let height = if place.z > 0.05 { rise.get() } else { 0.0 };
            Some(GroundHit::level(place.with_y(height)))
        };
        let (hit, mut felt) = (GroundHit::level(Vec3::ZERO), Felt::default());
        let mut look = |place: Vec3| {
            asked.set(0);
            let bumps = *felt.bumps(&sole, place, &hit, &ground, true);
            (asked.get(), bumps)
        };
        let heights = |rise: f32| std::array::from_fn(|n| if n > 2 { rise } else { 0.0 });
        assert_eq!(look(Vec3::ZERO), (SOLE, heights(0.0)), "nothing is known yet");
        assert_eq!(look(Vec3::X * 0.5 * SAME), (1, heights(0.0)), "it has hardly moved");
        assert_eq!(look(Vec3::X * 2.0 * SAME).0, SOLE, "it has moved");
        rise.set(0.01);
        let last = (0..SOLE).map(|_| look(Vec3::X * 2.0 * SAME)).last();
        assert_eq!(last, Some((1, heights(0.01))), "the ground has come up under the toes");
    }
}
