//! What of a clip moves, what stands still, and what rests.

use super::channel::{Channel, Space, Target, Value};
use super::lever::{Lever, levers};
use super::rotation;
use super::settings::CompressionSettings;
use super::source::Source;
use crate::JointIndex;
use crate::math::Transform;
use crate::pose::local_to_model;
use crate::skeleton::Skeleton;
use glam::Affine3A;

/// What differs less than this share of the error does not move, or rests.
pub(super) const STILL: f32 = 0.02;

/// And a still rotation whose storing costs less is stored in half the room.
const STORED: f32 = 0.1;

/// What of the source moves and what does not; what rests is in neither.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) constants: Vec<(Target, Value)>,
    pub(super) channels: Vec<Channel>,
    /// Of each channel its number in the source.
    pub(super) moving: Vec<usize>,
}

impl Parts {
    /// `still` is the share of the error within which nothing moves.
    pub(super) fn of(
        source: &Source,
        skeleton: &Skeleton,
        settings: &CompressionSettings,
        still: f32,
    ) -> Self {
        let mut model = vec![Affine3A::IDENTITY; skeleton.len()];
        local_to_model(skeleton, skeleton.rest(), &mut model);
        let levers = levers(skeleton, std::iter::once(model.as_slice()), settings.shell);
        let mut parts = Self::default();
        for (n, (target, values)) in source.channels.iter().enumerate() {
            let (factor, tolerance) = weight_of(*target, &levers, settings);
            let is_near = |a: Value, b: Value| a.distance(b) * factor <= tolerance * still;
            let middle = values[values.len() / 2];
            if values.iter().any(|v| !is_near(*v, middle)) {
                parts.moving.push(n);
                parts.channels.push(Channel::new(*target, values));
            } else if rest(*target, skeleton).is_none_or(|rest| !is_near(rest, middle)) {
                let value = match middle {
                    Value::Rotation(q)
                        if rotation::STILL_ERROR * factor <= tolerance * STORED * still / STILL =>
                    {
                        Value::Rotation(rotation::packed(q))
                    }
                    other => other,
                };
                parts.constants.push((*target, value));
            }
        }
        parts.sort();
        parts
    }
}

impl Parts {
    /// Puts what turns first, so that most of the channels that are read at once are of one kind.
    fn sort(&mut self) {
        let mut both: Vec<_> = self.channels.drain(..).zip(self.moving.drain(..)).collect();
        both.sort_by_key(|(channel, _)| (!channel.turns(), channel.space == Space::Spin));
        (self.channels, self.moving) = both.into_iter().unzip();
    }
}

/// Metres that a difference comes to, and how many are allowed; for weights, differences themselves.
pub(super) fn weight_of(target: Target, levers: &[Lever], settings: &CompressionSettings) -> (f32, f32) {
    let lever = |joint: JointIndex| levers[joint.index()];
    match target {
        Target::Translation(joint) => (lever(joint).scale, settings.error),
        Target::Rotation(joint) | Target::Scale(joint) => (lever(joint).reach, settings.error),
        _ => (1.0, settings.weight_error),
    }
}

fn rest(target: Target, skeleton: &Skeleton) -> Option<Value> {
    let rest = skeleton.rest()[target.joint()?.index()];
    Some(match target {
        Target::Rotation(_) => Value::Rotation(rest.rotation),
        Target::Scale(_) => Value::Vector(rest.scale),
        _ => Value::Vector(rest.translation),
    })
}

/// Writes a value of a joint into a pose.
pub(super) fn put(target: Target, value: Value, local: &mut [Transform]) {
    match (target, value) {
        (Target::Translation(joint), Value::Vector(v)) => local[joint.index()].translation = v,
        (Target::Rotation(joint), Value::Rotation(q)) => local[joint.index()].rotation = q,
        (Target::Scale(joint), Value::Vector(v)) => local[joint.index()].scale = v,
        _ => {}
    }
}
