use super::Wind;
use crate::ground::Ground;
use crate::math::GRAVITY;
use glam::{Affine3A, Vec3};
use std::fmt;

/// Largest gravity for spring bones and hair, as a multiple of Earth's.
const MAX_GRAVITY: f32 = 100.0;

/// Input that all stages of a frame share: the time step, the transform of the character, cuts, and the
/// surroundings: gravity, ground, wind.
///
/// ```
/// use sinew::glam::{Affine3A, Vec3};
/// use sinew::ground::height_field;
/// use sinew::stage::StageInput;
///
/// let moon = height_field(|_, _| 0.0);
/// let stage = StageInput::new(1.0 / 60.0, Affine3A::IDENTITY);
/// let stage = stage.with_ground(&moon).with_gravity(Vec3::NEG_Y * 1.62);
/// assert_eq!(stage.up(), Vec3::Y);
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct StageInput<'a> {
    /// Simulated time since the last frame, seconds. 0 computes the last frame again.
    pub dt: f32,
    /// World from model: where the character stands.
    pub world_from_model: Affine3A,
    /// Whether the character was teleported: velocities and foot locks are dropped.
    pub teleported: bool,
    /// Whether the animated pose jumped, as after a seek: what swings is carried along by the jump. The
    /// motion of the character in the world counts as ever.
    pub pose_jumped: bool,
    /// Acceleration of gravity in the world, in its units of length per s², for ragdolls, spring bones and
    /// hair alike; `None` for Earth's, downwards along Y.
    pub gravity: Option<Vec3>,
    /// Direction upwards in the world; `None` for that against gravity.
    pub up: Option<Vec3>,
    /// The ground, on which feet stand and bodies get up; without it feet stay as they are animated, and
    /// bodies get up on the level of their lowest part.
    pub ground: Option<&'a dyn Ground>,
    /// The wind, in which hair blows; none is still air.
    pub wind: Option<&'a dyn Wind>,
    /// Time of the frame, seconds, by which the wind changes; `None` for 0, and for the sum of the time steps
    /// of an actor.
    pub time: Option<f64>,
}

impl<'a> StageInput<'a> {
    /// A frame of `dt` seconds, with the character at `world_from_model`, on no ground, in still air, with
    /// Earth's gravity.
    #[must_use]
    pub fn new(dt: f32, world_from_model: Affine3A) -> Self {
        Self {
            dt,
            world_from_model,
            teleported: false,
            pose_jumped: false,
            gravity: None,
            up: None,
            ground: None,
            wind: None,
            time: None,
        }
    }

    /// Marks the frame as a teleport.
    #[must_use]
    pub fn with_teleport(self) -> Self {
        Self { teleported: true, ..self }
    }

    /// Marks the animated pose as no continuation of the last one.
    #[must_use]
    pub fn with_pose_jump(self) -> Self {
        Self { pose_jumped: true, ..self }
    }

    /// Sets gravity, in units of length of the world per s².
    #[must_use]
    pub fn with_gravity(self, gravity: Vec3) -> Self {
        Self { gravity: Some(gravity), ..self }
    }

    /// Sets the direction upwards in the world, where it is not that against gravity.
    #[must_use]
    pub fn with_up(self, up: Vec3) -> Self {
        Self { up: Some(up), ..self }
    }

    /// Sets the ground for feet and for bodies that get up.
    #[must_use]
    pub fn with_ground(self, ground: &'a dyn Ground) -> Self {
        Self { ground: Some(ground), ..self }
    }

    /// Sets the wind.
    #[must_use]
    pub fn with_wind(self, wind: &'a dyn Wind) -> Self {
        Self { wind: Some(wind), ..self }
    }

    /// Sets the time of the frame, seconds.
    #[must_use]
    pub fn with_time(self, time: f64) -> Self {
        Self { time: Some(time), ..self }
    }

    /// Acceleration of gravity in the world, in its units of length per s²: the one that was set, else
    /// Earth's in metres.
    #[must_use]
    pub fn gravity(&self) -> Vec3 {
        self.gravity.unwrap_or(GRAVITY)
    }

    /// Gravity as a multiple of Earth's, at most 100, in a world with `unit` of its lengths to a metre; 1 where none
    /// was set or it is not finite.
    #[must_use]
    pub fn gravity_over_earth(&self, unit: f32) -> f32 {
        let over_earth = self.gravity.map_or(1.0, |gravity| gravity.length() / (GRAVITY.length() * unit));
        if over_earth.is_finite() { over_earth.min(MAX_GRAVITY) } else { 1.0 }
    }

    /// Direction upwards in the world: the one that was set, else that against gravity; +Y where there is
    /// none.
    #[must_use]
    pub fn up(&self) -> Vec3 {
        self.up.and_then(Vec3::try_normalize).or_else(|| (-self.gravity()).try_normalize()).unwrap_or(Vec3::Y)
    }

    /// Velocity of the air at a position, both in the world: in its units of length per second.
    #[must_use]
    pub fn wind_at(&self, world_position: Vec3) -> Vec3 {
        self.wind.map_or(Vec3::ZERO, |wind| wind.velocity(world_position, self.time.unwrap_or_default()))
    }

    /// Whether the pose has no velocity in this frame: the character was teleported, or its pose jumped.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.teleported || self.pose_jumped
    }
}

impl fmt::Debug for StageInput<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StageInput")
            .field("dt", &self.dt)
            .field("world_from_model", &self.world_from_model)
            .field("teleported", &self.teleported)
            .field("pose_jumped", &self.pose_jumped)
            .field("gravity", &self.gravity)
            .field("up", &self.up)
            .field("ground", &self.ground.is_some())
            .field("wind", &self.wind.is_some())
            .field("time", &self.time)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_is_against_gravity_or_as_it_is_set() {
        let stage = StageInput::new(0.1, Affine3A::IDENTITY);
        assert_eq!(stage.up(), Vec3::Y);
        let sideways = stage.with_gravity(Vec3::X * 3.0);
        assert_eq!(sideways.up(), Vec3::NEG_X);
        assert_eq!(sideways.with_gravity(Vec3::ZERO).up(), Vec3::Y);
        assert_eq!(sideways.with_gravity(Vec3::ZERO).with_up(Vec3::Z * 2.0).up(), Vec3::Z);
    }

    #[test]
    fn gravity_that_is_not_set_is_that_of_earth_in_any_unit() {
        let stage = StageInput::new(0.1, Affine3A::IDENTITY);
        assert_eq!((stage.gravity_over_earth(1.0), stage.gravity_over_earth(100.0)), (1.0, 1.0));
        assert_eq!(stage.with_gravity(stage.gravity()).gravity_over_earth(1.0), 1.0);
        let centimetres = stage.with_gravity(Vec3::NEG_Z * 980.665).gravity_over_earth(100.0);
        assert!((centimetres - 1.0).abs() < 1e-6);
        assert_eq!(stage.with_gravity(Vec3::ZERO).gravity_over_earth(1.0), 0.0);
        assert_eq!(stage.with_gravity(Vec3::NAN).gravity_over_earth(1.0), 1.0);
        assert_eq!(stage.with_gravity(Vec3::Y * 1e10).gravity_over_earth(1.0), 100.0);
    }
}
