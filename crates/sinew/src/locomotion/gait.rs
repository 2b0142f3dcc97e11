//! Gait of a character: its speed over the ground and the length of its strides.

use crate::locomotion::space::Space;
use crate::math::smooth_damp_pair;
use glam::{Affine3A, Vec3};

/// Gait state that is kept between frames.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gait {
    /// Position of the character in the frame before.
    stood: Option<Vec3>,
    /// Pace at the last time step that was not 0.
    pace: Pace,
    /// Velocity in the frame before, that of a teleport too.
    measured: Vec3,
    /// Requested stride length as a share of the animated one; none for the animated length.
    stride: Option<f32>,
    longer: [(f32, f32); 3],
}

/// Speed and direction of a character.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    /// Velocity in the world, metres per second.
    pub(crate) velocity: Vec3,
    /// Speed relative to the platform under the character, and its weight as walking, 0 to 1.
    pub(crate) over_ground: f32,
    pub(crate) walks: f32,
    /// Unit direction of the current or last movement; zero before the first one.
    pub(crate) direction: Vec3,
}

/// Gait in one frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Movement {
    /// Position of the character, at height 0.
    pub(crate) origin: Vec3,
    pub(crate) pace: Pace,
    /// Level displacement of the character since the frame before, metres.
    pub(crate) moved: Vec3,
    /// Whether the character has jumped: its displacement differs by more than a leg length from that of its
    /// velocity.
    pub(crate) jumped: bool,
    /// Stride change as a share of the stride's length: a symmetric matrix of x and z (xx, xz, zz). It is
    /// equal in opposite directions and fades from one direction to another.
    longer: [f32; 3],
}

/// Speed from which on a character walks, leg lengths per second.
const WALKING_SPEED: f32 = 0.3;

/// Speed from which on a character has a direction, leg lengths per second.
const MIN_SPEED: f32 = 0.03;

/// Time in which strides change their length, seconds to nine tenths.
const STRIDE_TIME: f32 = 0.3;

/// Shortest and longest strides, as a share of the animated length.
const MIN_STRIDE: f32 = 0.05;
const MAX_STRIDE: f32 = 4.0;

impl Gait {
    /// Forgets position and velocity of the character, after a teleport. The stride length is kept.
    pub(crate) fn reset(&mut self) {
        (self.stood, self.measured) = (None, Vec3::ZERO);
        self.pace = Pace { direction: self.pace.direction, ..Pace::default() };
    }

    /// Goes back to an earlier state, with the stride length that is requested now.
    pub(crate) fn restore(&mut self, before: &Self) {
        *self = Self { stride: self.stride, ..*before };
    }

    /// Stride length as a share of the animated one.
    pub(crate) fn stride(&self) -> f32 {
        self.stride.unwrap_or(1.0)
    }

    pub(crate) fn set_stride(&mut self, share: f32) {
        if share.is_finite() && share >= 0.0 {
            self.stride = Some(share.min(MAX_STRIDE));
        }
    }

    /// Advances by `dt` seconds on a platform of the velocity `platform_velocity`.
    pub(crate) fn advance(
        &mut self,
        world_from_model: &Affine3A,
        space: &Space,
        platform_velocity: Vec3,
        dt: f32,
    ) -> Movement {
        let origin = Vec3::from(world_from_model.translation).with_y(0.0);
        let moved = self.stood.map_or(Vec3::ZERO, |before| origin - before);
        let moved = if moved.is_finite() { moved } else { Vec3::ZERO };
        let has_moved = self.stood.is_some() && dt > 0.0;
        self.stood = origin.is_finite().then_some(origin);
        // A teleport that nobody told: a displacement that neither the last velocity nor the one before a
        // jump explains. Platforms may be faster than a leg length a frame. A time step of 0 has no speed.
        let explained = [self.measured, self.pace.velocity].map(|velocity| moved.distance(velocity * dt));
        let jumped = explained[0].min(explained[1]) > space.leg;
        if has_moved {
            self.measured = moved / dt;
        }
        let velocity = Some(self.measured).filter(|velocity| has_moved && !jumped && velocity.is_finite());
        if let Some(velocity) = velocity {
            // Movement with the platform is no walking.
            let gone = velocity - platform_velocity;
            let over_ground = gone.length();
            let has_direction = over_ground > MIN_SPEED * space.leg;
            let direction = if has_direction { gone / over_ground } else { self.pace.direction };
            self.pace = Pace { velocity, over_ground, walks: walking(over_ground, space), direction };
        }
        if let Some(stride) = self.stride {
            let direction = self.pace.direction.try_normalize().unwrap_or(space.ahead);
            // Weighted by the walking speed of the animated strides; stepping on the spot has no direction.
            let animated_speed = self.pace.over_ground / stride.max(MIN_STRIDE);
            let longer =
                (stride - 1.0) * if stride < MIN_STRIDE { 1.0 } else { walking(animated_speed, space) };
            let goals = [direction.x * direction.x, direction.x * direction.z, direction.z * direction.z];
            for (part, goal) in self.longer.iter_mut().zip(goals) {
                *part = smooth_damp_pair(*part, longer * goal, STRIDE_TIME, dt);
            }
        }
        Movement { origin, pace: self.pace, moved, jumped, longer: self.longer.map(|part| part.0) }
    }
}

/// Weight of a speed as walking, 0 to 1.
fn walking(pace: f32, space: &Space) -> f32 {
    (pace / (WALKING_SPEED * space.leg)).min(1.0)
}

impl Movement {
    /// Velocity of a foot and speed of the character, both scaled back to the animated strides.
    pub(crate) fn by_own_strides(&self, velocity: Vec3) -> (Vec3, f32) {
        let Pace { direction, over_ground, .. } = self.pace;
        if self.longer == [0.0; 3] {
            return (velocity, over_ground);
        }
        let share = (1.0 + self.ahead(|| direction).dot(direction)).max(MIN_STRIDE);
        (velocity + direction * (velocity.dot(direction) * (1.0 / share - 1.0)), over_ground / share)
    }

    /// Shift of a foot for the changed stride length, from its offset to the hip: ahead where it lands and
    /// behind where it lifts off.
    pub(crate) fn ahead(&self, from_hip: impl FnOnce() -> Vec3) -> Vec3 {
        let [xx, xz, zz] = self.longer;
        if self.longer == [0.0; 3] {
            return Vec3::ZERO;
        }
        let Vec3 { x, z, .. } = from_hip();
        Vec3::new(xx * x + xz * z, 0.0, xz * x + zz * z)
    }
}
