//! Contact of a sole with the ground.

use crate::ground::{Ground, GroundHit};
use crate::locomotion::foot_ik::FootSetup;
use crate::locomotion::foothold::{Length, STEEP};
use crate::locomotion::sole::sole_points::{MAX_SOLE_POINTS, Points};
use crate::locomotion::space::Space;
use crate::skeleton::JointId;
use glam::{Affine3A, Quat, Vec3, Vec3A};

/// Sole of the animated pose.
pub(crate) struct PosedSole {
    /// Target positions of its points, relative to the ball.
    points: Points,
    count: usize,
    /// Animated height of its lowest point, in the world.
    pub(crate) low: f32,
    /// Leg length in the world.
    leg: f32,
    /// Direction in which the character faces, and extent of the foot beyond the points along it and against
    /// it, metres.
    ahead: Vec3,
    overhang: [f32; 2],
}

impl PosedSole {
    /// Sole with its ball at a position, aligned to the ground by `tilt`.
    pub(crate) fn new(foot: &FootSetup, model: &[Affine3A], space: &Space, ball: Vec3, tilt: Quat) -> Self {
        // Relative to the ball, for precision far from the origin.
        let posed = |joint: JointId| {
            let at = space.world_from_joint(model, joint);
            foot.points.moved(&Affine3A { translation: at.translation - Vec3A::from(ball), ..at })
        };
        let count = foot.sole.len().min(MAX_SOLE_POINTS);
        let (first, last) = (foot.sole[0].0, foot.sole[count - 1].0);
        let mut points = posed(first);
        if last != first {
            points = points.then(foot.of_first, &posed(last));
        }
        let low = ball.y + points.lowest(Vec3::Y, &[0.0; MAX_SOLE_POINTS]);
        let overhang = foot.overhang.map(|length| length * space.scale);
        let points = points.moved(&Affine3A::from_quat(tilt));
        Self { points, count, low, leg: space.leg, ahead: space.ahead, overhang }
    }

    /// Sole with the heel lifted by a rotation about the joint of the toes,
    /// which is `toes` away from the ball.
    pub(crate) fn lifted(&self, foot: &FootSetup, heel: Quat, toes: Vec3) -> Self {
        let about_toes = Affine3A::from_rotation_translation(heel, toes - heel * toes);
        let of_ankle = if foot.sole[0].0 == foot.leg.chain().tip() { foot.of_first } else { 0 };
        Self { points: self.points.moved(&about_toes).then(of_ankle, &self.points), ..*self }
    }

    /// Extent along a direction.
    pub(crate) fn length(&self, direction: Vec3) -> Length {
        let nothing = [0.0; MAX_SOLE_POINTS];
        let [behind, before] =
            [direction, -direction].map(|direction| -self.points.lowest(direction, &nothing));
        Length { behind, before, margin: 0.0 }
    }

    /// Extent of the foot along a direction, with what juts out beyond the sole.
    pub(crate) fn foot_length(&self, direction: Vec3) -> Length {
        let Length { behind, before, .. } = self.length(direction);
        let [front, back] = self.overhang_along(direction);
        Length { behind: behind + back, before: before + front, margin: 0.0 }
    }

    /// Extent of the foot beyond the points along a direction and against it.
    fn overhang_along(&self, direction: Vec3) -> [f32; 2] {
        let [front, back] = self.overhang;
        if direction.dot(self.ahead) < 0.0 { [back, front] } else { [front, back] }
    }

    /// Height of its lowest point, relative to the ball.
    pub(crate) fn lowest(&self) -> f32 {
        self.points.lowest(Vec3::Y, &[0.0; MAX_SOLE_POINTS])
    }

    /// Farthest extent along a direction of the foot below a height, both relative to the ball.
    pub(crate) fn farthest_below(&self, direction: Vec3, height: f32) -> f32 {
        let points = (0..self.count).map(|n| self.points.point(n)).filter(|point| point.y < height);
        let farthest = points.map(|point| point.dot(direction)).fold(f32::NEG_INFINITY, f32::max);
        farthest + self.overhang_along(direction)[0]
    }

    /// `position` moved vertically until a foot with its ball there touches the ground.
    pub(crate) fn on(&self, position: Vec3, hit: &GroundHit, bumps: &[f32; MAX_SOLE_POINTS]) -> Vec3 {
        let up = hit.normal / hit.normal.y.max(0.2);
        position - Vec3::Y * ((position - hit.position).dot(up) + self.points.lowest(up, bumps))
    }
}

/// Cache of the ground under a sole across frames: points that stay are not sampled again.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GroundCache {
    hit: Option<GroundHit>,
    /// Sampled positions, and the ground's height above the plane under the ball.
    at: Points,
    bumps: [f32; MAX_SOLE_POINTS],
    /// Index of the point that is sampled again in every frame, in turn: the ground may change.
    next: usize,
}

/// Largest movement of a point, in leg lengths, that needs no new sample: less than a millimetre.
const RESAMPLE_DISTANCE: f32 = 1e-3;

impl GroundCache {
    /// Height of the ground under each point above the plane under the ball, at the last sample.
    pub(crate) fn bumps_so_far(&self) -> &[f32; MAX_SOLE_POINTS] {
        &self.bumps
    }

    /// Height of the ground under each point above the plane under the ball. Walls do not count: toes that
    /// hit a wall do not raise the foot. `goes_on` where time has passed since the last frame.
    pub(crate) fn bumps(
        &mut self,
        sole: &PosedSole,
        position: Vec3,
        hit: &GroundHit,
        ground: &dyn Ground,
        goes_on: bool,
    ) -> &[f32; MAX_SOLE_POINTS] {
        let is_known = self.hit.as_ref() == Some(hit);
        if !is_known {
            self.hit = Some(*hit);
        }
        if goes_on {
            self.next = (self.next + 1) % MAX_SOLE_POINTS;
        }
        let far = RESAMPLE_DISTANCE * sole.leg;
        let all_stay = is_known && self.at.are_near(&sole.points, position, far);
        let steep = hit.normal.y.max(0.2);
        for n in if all_stay { self.next..self.next + 1 } else { 0..MAX_SOLE_POINTS } {
            let point = position + sole.points.point(n);
            // Missing points repeat the last one.
            if n >= sole.count {
                self.at.put(n, point);
                self.bumps[n] = self.bumps[sole.count - 1];
                continue;
            }
            let stays = point.distance_squared(self.at.point(n)) < far * far;
            if is_known && stays && n != self.next {
                continue;
            }
            let plane = hit.position.y - (point - hit.position).with_y(0.0).dot(hit.normal) / steep;
            let height = ground.height(point + Vec3::Y * 0.3 * sole.leg);
            let above = height.map_or(0.0, |height| height - plane);
            let away = (point - position).with_y(0.0).length();
            self.at.put(n, point);
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
    fn soles_of_few_points_stand_on_these() {
        for count in 1..=MAX_SOLE_POINTS {
            let each = |n: usize| Vec3::new(0.0, 0.0, 0.02 * n as f32);
            let sole = PosedSole {
                points: Points::new((0..count).map(each)),
                count,
                low: 0.0,
                leg: 1.0,
                ahead: Vec3::Z,
                overhang: [0.0; 2],
            };
            // Lower under all of them than under the ball.
            let (hit, ground) =
                (GroundHit::level(Vec3::ZERO), crate::ground::height_field(|_, z| -0.01 - 0.5 * z));
            let mut ground_cache = GroundCache::default();
            for _ in 0..2 {
                let bumps = *ground_cache.bumps(&sole, Vec3::ZERO, &hit, &ground, true);
                let on = sole.on(Vec3::ZERO, &hit, &bumps);
                assert!((on.y + 0.01).abs() < 1e-6, "{count}: {on}");
            }
        }
    }

    #[test]
    fn what_lies_still_is_asked_for_once_and_ground_that_changes_is_found() {
        let points = Points::new((0..MAX_SOLE_POINTS).map(|n| Vec3::new(0.0, 0.0, 0.02 * n as f32)));
        let sole = PosedSole {
            points,
            count: MAX_SOLE_POINTS,
            low: 0.0,
            leg: 1.0,
            ahead: Vec3::Z,
            overhang: [0.0; 2],
        };
        let (asked, rise) = (Cell::new(0), Cell::new(0.0));
        let ground = |position: Vec3| {
            asked.set(asked.get() + 1);
            let height = if position.z > 0.05 { rise.get() } else { 0.0 };
            Some(GroundHit::level(position.with_y(height)))
        };
        let (hit, mut ground_cache) = (GroundHit::level(Vec3::ZERO), GroundCache::default());
        let mut look = |position: Vec3| {
            asked.set(0);
            let bumps = *ground_cache.bumps(&sole, position, &hit, &ground, true);
            (asked.get(), bumps)
        };
        let heights = |rise: f32| std::array::from_fn(|n| if n > 2 { rise } else { 0.0 });
        assert_eq!(look(Vec3::ZERO), (MAX_SOLE_POINTS, heights(0.0)), "nothing is known yet");
        assert_eq!(look(Vec3::X * 0.5 * RESAMPLE_DISTANCE), (1, heights(0.0)), "it has hardly moved");
        assert_eq!(look(Vec3::X * 2.0 * RESAMPLE_DISTANCE).0, MAX_SOLE_POINTS, "it has moved");
        rise.set(0.01);
        let looks: Vec<_> = (0..=MAX_SOLE_POINTS).map(|_| look(Vec3::X * 2.0 * RESAMPLE_DISTANCE)).collect();
        assert!(looks.iter().all(|(asked, _)| *asked <= 1), "one after the other");
        assert_eq!(looks[MAX_SOLE_POINTS].1, heights(0.01), "the ground has come up under the toes");
    }
}
