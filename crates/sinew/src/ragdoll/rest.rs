use super::physics::BodyMotion;
use glam::{Quat, Vec3};

/// Detector of rest: a body rests when no part moved or turned noticeably for a while. Positions are compared, since parts in a heap tremble
/// with velocities that lead nowhere.
#[derive(Clone, Debug)]
pub(super) struct RestDetector {
    /// Places of the parts since which the time counts.
    anchors: Vec<(Vec3, Quat)>,
    time: f32,
}

/// Time for which nothing may move, seconds.
const DURATION: f32 = 0.4;

/// Distance and angle within which a part counts as still, metres for a body of human size and radians.
const STILL: (f32, f32) = (0.004, 0.02);

impl RestDetector {
    pub(super) fn new(parts: usize) -> Self {
        Self { anchors: vec![(Vec3::INFINITY, Quat::IDENTITY); parts], time: 0.0 }
    }

    /// Begins anew.
    pub(super) fn wake(&mut self) {
        self.time = 0.0;
    }

    pub(super) fn is_at_rest(&self) -> bool {
        self.time >= DURATION
    }

    /// Takes in the motions of a frame of `dt` seconds; `size` is the size of the body relative to a human one.
    pub(super) fn update<'a>(&mut self, motions: impl Iterator<Item = &'a BodyMotion>, dt: f32, size: f32) {
        self.time += dt;
        for (motion, anchor) in motions.zip(&mut self.anchors) {
            let moved = motion.position.distance(anchor.0) > STILL.0 * size;
            // The cosine of half the angle.
            let turned = motion.rotation.dot(anchor.1).abs() < 1.0 - STILL.1 * STILL.1 / 8.0;
            if moved || turned || !motion.position.is_finite() {
                *anchor = (motion.position, motion.rotation);
                self.time = 0.0;
            }
        }
    }
}
