use crate::clone_from::impl_clone_from;
use crate::ragdoll::physics::BodyMotion;
use glam::{Quat, Vec3};

/// Detector of rest: a body rests when no part moved or turned noticeably for a while. Positions are
/// compared, since parts in a heap tremble with velocities that lead nowhere. In a heap bodies also creep, as
/// slowly as no solver prevents: the longer they have been moved, the more of it counts as rest.
#[derive(Debug)]
pub(in crate::ragdoll) struct RestDetector {
    /// Positions and rotations of the parts since which the time counts.
    anchors: Vec<(Vec3, Quat)>,
    /// Time for which nothing has moved, seconds.
    still: f32,
    /// Time since the body was woken, seconds.
    awake: f32,
}

impl_clone_from!(RestDetector { anchors, still, awake });

/// Time for which nothing may move, seconds.
const DURATION: f32 = 0.4;

/// Distance and angle within which a part counts as still, metres for a body of human size and radians.
const TOLERANCE: (f32, f32) = (0.004, 0.03);

/// Time from which on the tolerance grows, seconds, its growth per second, and its greatest factor.
const GROWTH: (f32, f32, f32) = (1.5, 0.8, 8.0);

/// Speed from which on a part of a resting body counts as moving at once, m/s for a body of human size.
const WAKING_SPEED: f32 = 0.5;

/// Angle by which a part of a resting body turns until the body counts as moving, radians.
const WAKING_ANGLE: f32 = 1.0;

/// Time after which the positions of a resting body count anew, seconds.
const LONGEST: f32 = 1.0;

impl RestDetector {
    pub(in crate::ragdoll) fn new(parts: usize) -> Self {
        Self { anchors: vec![(Vec3::INFINITY, Quat::IDENTITY); parts], still: 0.0, awake: 0.0 }
    }

    /// Begins anew.
    pub(in crate::ragdoll) fn wake(&mut self) {
        (self.still, self.awake) = (0.0, 0.0);
    }

    pub(in crate::ragdoll) fn is_at_rest(&self) -> bool {
        self.still >= DURATION
    }

    /// Factor on tolerances by the time awake.
    pub(in crate::ragdoll) fn growth(&self) -> f32 {
        let (start, rate, most) = GROWTH;
        (1.0 + (self.awake - start) * rate).clamp(1.0, most)
    }

    /// Takes in the motions of a frame of `dt` seconds; `size` is the size of the body relative to a human
    /// one.
    pub(in crate::ragdoll) fn update<'a>(
        &mut self,
        motions: impl Iterator<Item = &'a BodyMotion> + Clone,
        dt: f32,
        size: f32,
    ) {
        let dt = if dt.is_finite() { dt.max(0.0) } else { 0.0 };
        let was_at_rest = self.is_at_rest();
        (self.still, self.awake) = (self.still + dt, self.awake + dt);
        let growth = self.growth();
        // A body that rests keeps still until it is pushed farther.
        let factor = if was_at_rest { 2.0 * growth } else { growth };
        let distance = TOLERANCE.0 * size * factor;
        // Limbs in a heap roll about themselves, which wakes nothing.
        let angle = if was_at_rest { WAKING_ANGLE } else { TOLERANCE.1 * factor };
        let moves = |(motion, anchor): (&BodyMotion, &(Vec3, Quat))| {
            let moved = motion.position.distance(anchor.0) > distance;
            // The cosine of half the angle.
            let turned = motion.rotation.dot(anchor.1).abs() < 1.0 - angle * angle / 8.0;
            let is_fast = was_at_rest && motion.linear_velocity.length() > WAKING_SPEED * size;
            moved || turned || is_fast || !motion.position.is_finite()
        };
        let moved = motions.clone().zip(&self.anchors).any(moves);
        if moved || self.still > LONGEST {
            self.anchors
                .iter_mut()
                .zip(motions)
                .for_each(|(anchor, now)| *anchor = (now.position, now.rotation));
            self.still = if moved { 0.0 } else { DURATION };
        }
    }
}
