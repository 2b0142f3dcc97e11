//! Channels of a compressed clip: targets, and the space of their values.

use super::rotation::{self, from_parameters, parameters};
use crate::math::ops;
use crate::math::{Transform, flush_tiny, slerp_shortest};
use crate::skeleton::JointId;
use glam::{Quat, Vec3};

/// Animated property of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Metres, relative to the parent.
    Translation(JointId),
    Rotation(JointId),
    Scale(JointId),
    /// Weight of one morph target of a mesh instance.
    Morph {
        instance: u32,
        target: u32,
    },
    Expression(u32),
    Gaze,
    /// No property: left out when the clip was rebound.
    Unbound {
        is_rotation: bool,
    },
}

impl Target {
    #[inline]
    pub fn joint(self) -> Option<JointId> {
        match self {
            Self::Translation(joint) | Self::Rotation(joint) | Self::Scale(joint) => Some(joint),
            _ => None,
        }
    }

    #[inline]
    pub fn is_rotation(self) -> bool {
        matches!(self, Self::Rotation(_) | Self::Gaze | Self::Unbound { is_rotation: true })
    }
}

/// Value of a channel: a rotation, a vector, or a weight in a vector's first component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Rotation(Quat),
    Vector(Vec3),
}

impl Value {
    /// Rotation parameters nearest to `p` (a rotation has two sets); a vector itself.
    #[inline]
    fn near(self, p: Vec3) -> Vec3 {
        match self {
            Self::Rotation(q) => {
                let short = parameters(if q.w < 0.0 { -q } else { q });
                // Parameters of the same rotation the other way round.
                let long = -short / short.length_squared().max(f32::MIN_POSITIVE);
                if short.distance_squared(p) <= long.distance_squared(p) { short } else { long }
            }
            Self::Vector(v) => v,
        }
    }

    /// Parameters of the rotation from `base` to this one.
    #[inline]
    fn after(self, base: Quat) -> Vec3 {
        match self {
            Self::Rotation(q) => parameters(base.inverse() * q),
            Self::Vector(v) => v,
        }
    }

    /// The value with tiny numbers set to 0.
    #[inline]
    pub fn flush_tiny(self) -> Self {
        match self {
            Self::Rotation(q) => Self::Rotation(Quat::from_array(q.to_array().map(flush_tiny))),
            Self::Vector(v) => Self::Vector(v.map(flush_tiny)),
        }
    }

    /// Interpolation on the straight line, or the shorter arc.
    #[inline]
    pub fn towards(self, other: Self, share: f32) -> Self {
        match (self, other) {
            (Self::Rotation(a), Self::Rotation(b)) => Self::Rotation(slerp_shortest(a, b, share)),
            (Self::Vector(a), Self::Vector(b)) => Self::Vector(a.lerp(b, share)),
            _ => self,
        }
    }

    /// Distance between two values; radians for rotations.
    #[inline]
    pub fn distance(self, other: Self) -> f32 {
        match (self, other) {
            (Self::Rotation(a), Self::Rotation(b)) => {
                2.0 * ops::asin((a.inverse() * b).normalize().xyz().length().min(1.0))
            }
            (Self::Vector(a), Self::Vector(b)) => a.distance(b),
            _ => f32::INFINITY,
        }
    }
}

/// Animated channel: a target, and the space of its values, each three numbers (a vector, or rotation
/// parameters).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Channel {
    pub target: Target,
    pub space: Space,
}

/// Space of a channel's values: the kind of reference that a segment's values are relative to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Space {
    /// A position in a cube that holds all values.
    Cube(Cube),
    /// A rotation per segment: for channels that turn all the way round.
    Spin,
}

/// Quantization cube of 65536 levels along each side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cube {
    /// Lowest corner.
    pub low: Vec3,
    /// Distance between neighbouring levels.
    pub level: f32,
}

const LEVELS: f32 = 65535.0;

/// Largest length of rotation parameters in a cube, about 270°. Rotations beyond have a reference rotation
/// per segment.
const FARTHEST: f32 = 2.4;

/// Quanta of rotation cubes: corners are whole multiples of the first, levels of the second, so that both
/// take 16 bits.
pub const TURN_CORNER: f32 = 1.0 / 8192.0;
pub const TURN_LEVEL: f32 = 8.0 / (LEVELS * LEVELS);

/// Bits per component of a packed reference rotation.
const ROTATION_BITS: u32 = 15;

impl Cube {
    /// Cube that holds the values between two corners.
    fn around([low, high]: [Vec3; 2]) -> Self {
        Self { low: low.map(flush_tiny), level: (high - low).max_element() / LEVELS }
    }

    /// Cube that holds the rotation parameters between two corners.
    fn of_rotations([low, high]: [Vec3; 2]) -> Self {
        let low = (low / TURN_CORNER).floor() * TURN_CORNER;
        let Self { level, .. } = Self::around([low, high]);
        Self { low, level: (level / TURN_LEVEL).ceil().min(LEVELS) * TURN_LEVEL }
    }

    /// Packed position nearest to `p`.
    fn nearest(&self, p: Vec3) -> u64 {
        let steps = (p - self.low) / self.level.max(f32::MIN_POSITIVE);
        let [x, y, z] = steps.to_array().map(|x| x.clamp(0.0, LEVELS).round() as u64);
        x | y << 16 | z << 32
    }

    #[inline(always)]
    fn grid_point(&self, number: u64) -> Vec3 {
        let part = |shift: u32| (number >> shift & 0xffff) as u32 as f32;
        Vec3::new(part(0), part(16), part(32)) * self.level + self.low
    }

    /// Highest corner.
    pub fn high(&self) -> Vec3 {
        self.low + LEVELS * self.level
    }

    fn middle(&self) -> Vec3 {
        self.low + 0.5 * LEVELS * self.level
    }
}

impl Channel {
    /// Channel for consecutive values.
    pub fn new(target: Target, values: &[Value]) -> Self {
        let middle = values.len() / 2;
        let mut numbers = vec![values[middle].near(Vec3::ZERO); values.len()];
        // From the middle to both ends, so that no value takes the other parameters of the same rotation.
        (middle + 1..values.len()).for_each(|n| numbers[n] = values[n].near(numbers[n - 1]));
        (0..middle).rev().for_each(|n| numbers[n] = values[n].near(numbers[n + 1]));
        let ends = ends(numbers.iter().copied());
        let space = if !target.is_rotation() {
            Space::Cube(Cube::around(ends))
        } else if numbers.iter().any(|p| p.length() > FARTHEST) {
            Space::Spin
        } else {
            Space::Cube(Cube::of_rotations(ends))
        };
        Self { target, space }
    }

    /// Packed reference, 48 bits, in the middle of `values`.
    pub fn reference(&self, values: &[Value]) -> u64 {
        let amid = |numbers: &dyn Fn(&Value) -> Vec3| {
            let [low, high] = ends(values.iter().map(numbers));
            (low + high) * 0.5
        };
        match self.space {
            Space::Cube(cube) => cube.nearest(amid(&|v| v.near(cube.middle()))),
            Space::Spin => {
                let Value::Rotation(middle) = values[values.len() / 2] else { return 0 };
                let turn = from_parameters(amid(&|v| v.after(middle)));
                rotation::pack(middle * turn, ROTATION_BITS)
            }
        }
    }

    /// Difference of `value` from a reference.
    #[inline]
    pub fn residual(&self, reference: u64, value: Value, middle: Value) -> Vec3 {
        match self.space {
            Space::Cube(cube) => value.near(cube.middle()) - cube.grid_point(reference),
            Space::Spin => {
                let stored = rotation::unpack(reference, ROTATION_BITS);
                // The packed rotation may have the other sign.
                let Value::Rotation(middle) = middle else { return Vec3::ZERO };
                value.after(if stored.dot(middle) < 0.0 { -stored } else { stored })
            }
        }
    }

    /// Value at a difference from a reference.
    #[inline(always)]
    pub fn value(&self, reference: u64, residual: Vec3) -> Value {
        match &self.space {
            Space::Cube(cube) => {
                let p = cube.grid_point(reference) + residual;
                if self.is_rotation() { Value::Rotation(from_parameters(p)) } else { Value::Vector(p) }
            }
            Space::Spin => self.spin(reference, from_parameters(residual)),
        }
    }

    /// Rotation by `turn` from a packed reference rotation.
    #[inline(always)]
    pub fn spin(&self, reference: u64, turn: Quat) -> Value {
        Value::Rotation(rotation::unpack(reference, ROTATION_BITS) * turn)
    }

    /// Factor by which rotation parameters far from the identity rotate less per unit of change.
    #[inline]
    pub fn shrink(&self, reference: u64, residual: Vec3) -> f32 {
        let p = match self.space {
            _ if !self.is_rotation() => return 1.0,
            Space::Cube(cube) => cube.grid_point(reference) + residual,
            Space::Spin => residual,
        };
        1.0 + p.length_squared()
    }

    /// Whether the values are rotation parameters.
    #[inline(always)]
    pub fn is_rotation(&self) -> bool {
        self.target.is_rotation()
    }
}

/// Component-wise minimum and maximum.
fn ends(values: impl Iterator<Item = Vec3>) -> [Vec3; 2] {
    let nothing = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    let (low, high) = values.fold(nothing, |(low, high), v| (low.min(v), high.max(v)));
    [low, high]
}

/// Value of a joint's channel in a rest pose; `None` for other targets.
#[inline]
pub fn rest_value(target: Target, rest: &[Transform]) -> Option<Value> {
    let rest = rest.get(target.joint()?.index())?;
    Some(match target {
        Target::Rotation(_) => Value::Rotation(rest.rotation),
        Target::Scale(_) => Value::Vector(rest.scale),
        _ => Value::Vector(rest.translation),
    })
}

/// Writes a joint's value into a local pose; other targets are ignored.
#[inline]
pub fn write_to_pose(target: Target, value: Value, local: &mut [Transform]) {
    match (target, value) {
        (Target::Translation(joint), Value::Vector(v)) => local[joint.index()].translation = v,
        (Target::Rotation(joint), Value::Rotation(q)) => local[joint.index()].rotation = q,
        (Target::Scale(joint), Value::Vector(v)) => local[joint.index()].scale = v,
        _ => {}
    }
}
