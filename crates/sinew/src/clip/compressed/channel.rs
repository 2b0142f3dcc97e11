use super::rotation::{self, from_parameters, parameters};
use crate::skeleton::JointIndex;
use glam::{Quat, Vec3};

/// What a channel moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Target {
    /// Metres, relative to the parent.
    Translation(JointIndex),
    Rotation(JointIndex),
    Scale(JointIndex),
    /// The weight of one morph target of a mesh instance.
    Morph {
        instance: u32,
        target: u32,
    },
    Expression(u32),
    Gaze,
    /// Nothing here; it moved something elsewhere.
    Nothing {
        turns: bool,
    },
}

impl Target {
    pub(crate) fn joint(self) -> Option<JointIndex> {
        match self {
            Self::Translation(joint) | Self::Rotation(joint) | Self::Scale(joint) => Some(joint),
            _ => None,
        }
    }

    pub(super) fn is_rotation(self) -> bool {
        matches!(self, Self::Rotation(_) | Self::Gaze | Self::Nothing { turns: true })
    }
}

/// A value of any channel: a rotation, three numbers, or one in front of two zeros.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    Rotation(Quat),
    Vector(Vec3),
}

impl Value {
    /// The parameters of the turn from `base` to a rotation; a vector itself.
    fn from(self, base: Quat) -> Vec3 {
        match self {
            Self::Rotation(q) => parameters(base.inverse() * q),
            Self::Vector(v) => v,
        }
    }

    /// How far apart two values are: radians for rotations.
    pub(super) fn distance(self, other: Self) -> f32 {
        match (self, other) {
            (Self::Rotation(a), Self::Rotation(b)) => {
                2.0 * (a.inverse() * b).normalize().xyz().length().min(1.0).asin()
            }
            (Self::Vector(a), Self::Vector(b)) => a.distance(b),
            _ => f32::INFINITY,
        }
    }
}

/// An animated quantity. References of segments are counted in a cube that its values lie in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Channel {
    pub(crate) target: Target,
    pub(crate) space: Space,
}

/// What the three numbers of a channel are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Space {
    /// Themselves.
    Vector { center: Vec3, radius: f32 },
    /// Parameters of the turn from `base`.
    Turn { base: Quat, radius: f32 },
    /// Parameters of the turn from a rotation of the segment's own: for what turns all the way round.
    Spin,
}

/// Turns further than this from the middle of a clip are counted from segment to segment: about 200°.
const FARTHEST: f32 = 1.2;

/// Bits of a component of a packed rotation; vectors have 16.
const ROTATION_BITS: u32 = 15;
const LEVELS: f32 = 65535.0;

impl Channel {
    /// For these values, which follow one another.
    pub(super) fn new(target: Target, values: &[Value]) -> Self {
        let middle = values[values.len() / 2];
        let space = match middle {
            Value::Vector(_) => {
                let [low, high] = ends(values.iter().map(|v| v.from(Quat::IDENTITY)));
                let center = (low + high) * 0.5;
                Space::Vector { center, radius: (high - center).max(center - low).max_element() }
            }
            Value::Rotation(middle) => {
                let [low, high] = ends(values.iter().map(|v| v.from(middle)));
                let base = rotation::packed(middle * from_parameters((low + high) * 0.5));
                let base = if base.dot(middle) < 0.0 { -base } else { base };
                let [low, high] = ends(values.iter().map(|v| v.from(base)));
                let radius = high.max(-low).max_element();
                if radius > FARTHEST { Space::Spin } else { Space::Turn { base, radius } }
            }
        };
        Self { target, space }
    }

    /// The reference, in 48 bits, that stands in the midst of `values`.
    pub(super) fn reference(&self, values: &[Value]) -> u64 {
        let amid = |base: Quat| {
            let [low, high] = ends(values.iter().map(|v| v.from(base)));
            (low + high) * 0.5
        };
        let pack = |offset: Vec3, radius: f32| {
            let share = offset / radius.max(f32::MIN_POSITIVE) * 0.5 + 0.5;
            let [x, y, z] = share.to_array().map(|s| (s.clamp(0.0, 1.0) * LEVELS).round() as u64);
            x | y << 16 | z << 32
        };
        match self.space {
            Space::Vector { center, radius } => pack(amid(Quat::IDENTITY) - center, radius),
            Space::Turn { base, radius } => pack(amid(base), radius),
            Space::Spin => {
                let Value::Rotation(middle) = values[values.len() / 2] else { return 0 };
                rotation::pack(middle * from_parameters(amid(middle)), ROTATION_BITS)
            }
        }
    }

    /// What is to be added to a reference to get `value`.
    pub(super) fn residual(&self, reference: u64, value: Value, middle: Value) -> Vec3 {
        match self.space {
            Space::Vector { center, radius } => {
                value.from(Quat::IDENTITY) - center - offset(reference, radius)
            }
            Space::Turn { base, radius } => value.from(base) - offset(reference, radius),
            Space::Spin => {
                let stored = rotation::unpack(reference, ROTATION_BITS);
                // Packing may give the same rotation with the other sign.
                let Value::Rotation(middle) = middle else { return Vec3::ZERO };
                value.from(if stored.dot(middle) < 0.0 { -stored } else { stored })
            }
        }
    }

    /// The value that a residual stands for.
    #[inline(always)]
    pub(super) fn value(&self, reference: u64, residual: Vec3) -> Value {
        match &self.space {
            Space::Vector { center, radius } => {
                Value::Vector(*center + offset(reference, *radius) + residual)
            }
            Space::Turn { base, radius } => {
                Value::Rotation(*base * from_parameters(offset(reference, *radius) + residual))
            }
            Space::Spin => {
                let stored = rotation::unpack(reference, ROTATION_BITS);
                Value::Rotation(stored * from_parameters(residual))
            }
        }
    }

    /// How much less a change of the numbers turns far from no turn at all.
    pub(super) fn shrink(&self, reference: u64, residual: Vec3) -> f32 {
        let p = match self.space {
            Space::Vector { .. } => return 1.0,
            Space::Turn { radius, .. } => offset(reference, radius) + residual,
            Space::Spin => residual,
        };
        1.0 + p.length_squared()
    }

    /// Whether the numbers are parameters of turns.
    pub(super) fn turns(&self) -> bool {
        !matches!(self.space, Space::Vector { .. })
    }
}

/// The smallest and the largest of some vectors.
fn ends(values: impl Iterator<Item = Vec3>) -> [Vec3; 2] {
    let nothing = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    let (low, high) = values.fold(nothing, |(low, high), v| (low.min(v), high.max(v)));
    [low, high]
}

/// Where in the cube a reference stands, from its middle.
#[inline(always)]
fn offset(reference: u64, radius: f32) -> Vec3 {
    let part = |shift: u32| (reference >> shift & 0xffff) as u32 as f32;
    Vec3::new(part(0), part(16), part(32)) * (2.0 / LEVELS * radius) - radius
}
