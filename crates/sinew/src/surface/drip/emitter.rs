use crate::surface::{PosedPoint, SurfacePoint};
use glam::{Affine3A, Mat3, Vec3};

/// Emitter of particles at a point of the skin, which it follows through every pose.
///
/// ```no_run
/// use sinew::surface::{SurfaceEmitter, SurfacePoint};
///
/// # fn wound() -> SurfacePoint { unimplemented!() }
/// # fn actor() -> sinew::Actor { unimplemented!() }
/// # fn spawn(position: sinew::glam::Vec3, velocity: sinew::glam::Vec3) {}
/// let mut actor = actor();
/// let mut emitter = SurfaceEmitter::new(wound(), 20.0).with_duration(3.0);
/// actor.update(1.0 / 60.0);
/// let frame = actor.frame();
/// let emission = emitter.advance(1.0 / 60.0, frame.surface(&emitter.point), &frame.world_from_model());
/// for _ in 0..emission.count {
///     spawn(emission.position, emission.velocity + emission.normal * 0.5);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SurfaceEmitter {
    /// Point of the skin.
    pub point: SurfacePoint,
    /// Particles per second; below 0, or no number, counts as 0.
    pub rate: f32,
    /// Seconds until it ends; infinite for one that stays.
    pub duration: f32,
    age: f32,
    /// Part of the next particle that is due.
    due: f32,
    /// Position in the frame before, world space.
    previous: Option<Vec3>,
}

/// Particles of a frame, and the position where they begin, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Emission {
    /// Number of new particles.
    pub count: u32,
    /// Position.
    pub position: Vec3,
    /// Unit normal; zero where the mesh has none.
    pub normal: Vec3,
    /// Velocity of the skin in m/s, from the position in the frame before; zero in the first frame.
    pub velocity: Vec3,
}

/// Most particles of one frame.
const MAX_PER_FRAME: f32 = 1e6;

impl SurfaceEmitter {
    /// Emitter of `rate` particles per second.
    #[must_use]
    pub const fn new(point: SurfacePoint, rate: f32) -> Self {
        Self { point, rate, duration: f32::INFINITY, age: 0.0, due: 0.0, previous: None }
    }

    /// Sets the seconds until it ends.
    #[must_use]
    pub const fn with_duration(mut self, seconds: f32) -> Self {
        self.duration = seconds;
        self
    }

    /// True when its time is over.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.age >= self.duration
    }

    /// Goes on by `dt` seconds. `posed` is its point in the present pose, as `Frame::surface` gives it. A
    /// time step that is not positive gives no particles and no velocity.
    pub fn advance(&mut self, dt: f32, posed: PosedPoint, world_from_model: &Affine3A) -> Emission {
        let position = world_from_model.transform_point3(posed.position);
        let to_world = Mat3::from(world_from_model.matrix3).inverse().transpose();
        let normal = (to_world * posed.normal).normalize_or_zero();
        let mut emission = Emission { count: 0, position, normal, velocity: Vec3::ZERO };
        if dt.is_finite() && dt > 0.0 {
            let velocity = self.previous.map_or(Vec3::ZERO, |previous| (position - previous) / dt);
            emission.velocity = if velocity.is_finite() { velocity } else { Vec3::ZERO };
            let time = dt.min(self.duration - self.age).max(0.0);
            self.age += dt;
            // An infinite rate times no time would be no number.
            let new = if self.rate > 0.0 && time > 0.0 { self.rate * time } else { 0.0 };
            self.due = (self.due + new).min(MAX_PER_FRAME);
            emission.count = self.due as u32;
            self.due -= emission.count as f32;
        }
        self.previous = Some(position);
        emission
    }

    /// Forgets the position of the frame before, after a jump of the character.
    pub fn teleport(&mut self) {
        self.previous = None;
    }
}
