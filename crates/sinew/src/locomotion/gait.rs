//! How a character goes over the ground, and how long its strides are.

use crate::locomotion::scene::Space;
use crate::locomotion::stride::follow_to;
use glam::{Affine3A, Vec3};

/// What of it goes from frame to frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gait {
    /// Where the character stood.
    stood: Option<Vec3>,
    /// How it went when time went on last.
    pace: Pace,
    /// How long strides are to be, as a share of their length, if not as they are.
    stride: Option<f32>,
    longer: [(f32, f32); 3],
}

/// How fast a character goes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    /// In the world.
    pub(crate) velocity: Vec3,
    /// Over what it is on, and how much that is walking, 0 to 1.
    pub(crate) over_ground: f32,
    pub(crate) walks: f32,
    /// The way that it goes or went last, a unit, or nothing.
    pub(crate) way: Vec3,
}

/// What it is in one frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Going {
    /// Where the character stands, at height 0.
    pub(crate) origin: Vec3,
    pub(crate) pace: Pace,
    /// How much longer strides are, as a share of their length: a symmetric matrix of x and z, xx, xz and zz. What is longer along
    /// a way is so along the way back, and fades from one way to another.
    longer: [f32; 3],
}

/// Who goes faster than so many legs a second walks.
const WALKS: f32 = 0.3;

/// And goes some way.
const SLOW: f32 = 0.03;

/// Seconds in which strides become as long as they are to be, by nine tenths.
const LENGTHENED: f32 = 0.3;

/// The shortest strides by which anybody goes, and the longest, as a share of how they are animated.
const SHORTEST: f32 = 0.05;
const LONGEST: f32 = 4.0;

impl Gait {
    /// Forgets where the character stood, and no more: what is put elsewhere goes on as it went.
    pub(crate) fn reset(&mut self) {
        self.stood = None;
    }

    /// How long strides are to be, as a share of how they are animated.
    pub(crate) fn stride(&self) -> f32 {
        self.stride.unwrap_or(1.0)
    }

    pub(crate) fn set_stride(&mut self, share: f32) {
        if share.is_finite() && share >= 0.0 {
            self.stride = Some(share.min(LONGEST));
        }
    }

    /// Goes on for `dt` seconds, on what moves with a velocity.
    pub(crate) fn go_on(
        &mut self,
        world_from_model: &Affine3A,
        space: &Space,
        carried: Vec3,
        dt: f32,
    ) -> Going {
        let origin = Vec3::from(world_from_model.translation).with_y(0.0);
        let moved = self.stood.map(|before| origin - before);
        self.stood = origin.is_finite().then_some(origin);
        // Nobody goes so far in a frame: it has been put elsewhere. A frame that is looked at again tells nothing.
        let moved = moved.filter(|moved| moved.length() <= space.leg && dt > 0.0);
        if let Some(velocity) = moved.map(|moved| moved / dt).filter(|velocity| velocity.is_finite()) {
            // Who is carried along does not walk.
            let gone = velocity - carried;
            let over_ground = gone.length();
            let is_some_way = over_ground > SLOW * space.leg;
            let way = if is_some_way { gone / over_ground } else { self.pace.way };
            self.pace = Pace { velocity, over_ground, walks: walking(over_ground, space), way };
        }
        if let Some(stride) = self.stride {
            let ahead = (space.rotation * Vec3::Z).with_y(0.0).normalize_or(Vec3::Z);
            let way = self.pace.way.try_normalize().unwrap_or(ahead);
            // By as much as it would walk by its own strides; who steps on the spot goes nowhere.
            let own = self.pace.over_ground / stride.max(SHORTEST);
            let longer = (stride - 1.0) * if stride < SHORTEST { 1.0 } else { walking(own, space) };
            let goals = [way.x * way.x, way.x * way.z, way.z * way.z];
            for (own, goal) in self.longer.iter_mut().zip(goals) {
                *own = follow_to(*own, longer * goal, LENGTHENED, dt);
            }
        }
        Going { origin, pace: self.pace, longer: self.longer.map(|own| own.0) }
    }
}

/// How much who is so fast walks, 0 to 1.
fn walking(pace: f32, space: &Space) -> f32 {
    (pace / (WALKS * space.leg)).min(1.0)
}

impl Going {
    /// A velocity over the ground and the character's pace, by the animation's own strides.
    pub(crate) fn by_own_strides(&self, velocity: Vec3) -> (Vec3, f32) {
        let Pace { way, over_ground, .. } = self.pace;
        if self.longer == [0.0; 3] {
            return (velocity, over_ground);
        }
        let share = (1.0 + self.ahead(|| way).dot(way)).max(SHORTEST);
        (velocity + way * (velocity.dot(way) * (1.0 / share - 1.0)), over_ground / share)
    }

    /// How much farther ahead a foot comes down for longer strides that is so far from its hip, and how much farther behind it
    /// begins.
    pub(crate) fn ahead(&self, from_hip: impl FnOnce() -> Vec3) -> Vec3 {
        let [xx, xz, zz] = self.longer;
        if self.longer == [0.0; 3] {
            return Vec3::ZERO;
        }
        let Vec3 { x, z, .. } = from_hip();
        Vec3::new(xx * x + xz * z, 0.0, xz * x + zz * z)
    }
}
