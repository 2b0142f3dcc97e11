//! Lock of a planted foot to the ground, or to a moving platform.

use crate::ground::GroundHit;
use glam::Vec3;

/// Lock of a planted foot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lock {
    /// Position of the ball in the world, in the frame that was looked at last.
    pub(crate) position: Vec3,
    /// Number of the moving platform under the foot, and the position of the ball in its space.
    on_platform: Option<(u64, Vec3)>,
}

impl Lock {
    /// Lock of a ball that is at `position` on the ground of a hit.
    pub(crate) fn at(position: Vec3, hit: &GroundHit) -> Self {
        let on_platform = hit
            .platform
            .map(|(id, world_from_platform)| (id, world_from_platform.inverse().transform_point3(position)));
        Self { position, on_platform }
    }

    /// Ground under the lock, which moves with its platform. The platform is searched for where it has
    /// `moved` the foot since the last frame, and under the animated ball. A lock whose platform is gone
    /// stays where it was last, in the world.
    pub(crate) fn follow(
        &mut self,
        under: impl Fn(Vec3) -> Option<GroundHit>,
        ball: Vec3,
        moved: Vec3,
    ) -> Option<GroundHit> {
        if let Some((id, in_platform)) = self.on_platform {
            let is_same = |hit: &GroundHit| hit.platform.is_some_and(|(other, _)| other == id);
            let found = [self.position + moved, ball].into_iter().find_map(|at| under(at).filter(is_same));
            if let Some((hit, (_, world_from_platform))) = found.and_then(|hit| Some((hit, hit.platform?))) {
                let before =
                    std::mem::replace(&mut self.position, world_from_platform.transform_point3(in_platform));
                // Slopes and treads of the platform are those under the lock.
                let is_there = self.position == before + moved;
                return (!is_there).then(|| under(self.position).filter(is_same)).flatten().or(Some(hit));
            }
            self.on_platform = None;
        }
        under(self.position).or_else(|| under(ball))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Affine3A;

    /// Platform 1 of two metres a side with its centre at `x`, above ground at height 0.
    fn platform(x: f32) -> impl Fn(Vec3) -> Option<GroundHit> {
        move |at: Vec3| {
            let ground = GroundHit::level(at.with_y(0.0));
            let is_on = (at.x - x).abs() < 1.0;
            let world_from_platform = Affine3A::from_translation(Vec3::new(x, 0.5, 0.0));
            let platform = Some((1, world_from_platform));
            Some(if is_on { GroundHit { platform, ..GroundHit::level(at.with_y(0.5)) } } else { ground })
        }
    }

    #[test]
    fn locks_stay_on_their_platform_with_the_ball_beside_it() {
        let start = Vec3::new(50.9, 0.5, 0.0);
        let mut lock = Lock::at(start, &platform(50.0)(start).unwrap());
        for n in 1..=100 {
            let x = 50.0 + 0.05 * n as f32;
            let moved = if n > 1 { Vec3::X * 0.05 } else { Vec3::ZERO };
            let hit = lock.follow(platform(x), Vec3::new(x + 1.1, 0.5, 0.0), moved).unwrap();
            assert_eq!(hit.platform.map(|found| found.0), Some(1));
            assert!(lock.position.abs_diff_eq(Vec3::new(x + 0.9, 0.5, 0.0), 1e-4), "{lock:?}");
            assert!(
                hit.position.abs_diff_eq(lock.position, 1e-4),
                "the ground is that under the lock: {hit:?}"
            );
        }
    }

    #[test]
    fn locks_whose_platform_is_gone_stay_in_the_world() {
        let start = Vec3::new(50.0, 0.5, 0.0);
        let mut lock = Lock::at(start, &platform(50.0)(start).unwrap());
        let ground = |at: Vec3| Some(GroundHit::level(at.with_y(0.0)));
        let hit = lock.follow(ground, Vec3::new(50.1, 0.5, 0.0), Vec3::ZERO).unwrap();
        assert_eq!((lock.position, hit.position), (start, start.with_y(0.0)));
        assert_eq!(lock.follow(platform(50.5), start, Vec3::ZERO).map(|_| lock.position), Some(start));
    }
}
