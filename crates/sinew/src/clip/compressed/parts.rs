//! What of a clip moves, what stands still, and what rests.

use super::channel::{Channel, Space, Target, Value};
use super::lever::Levers;
use super::rotation;
use super::settings::CompressionSettings;
use super::source::Source;
use crate::math::Transform;
use crate::skeleton::Skeleton;

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
        source: &Source<'_>,
        skeleton: &Skeleton,
        settings: &CompressionSettings,
        still: f32,
    ) -> Self {
        let levers = Levers::at_rest(skeleton, settings);
        let (mut parts, mut values) = (Self::default(), Vec::new());
        for (n, lane) in source.channels.iter().enumerate() {
            if source.times.is_empty() {
                break;
            }
            let target = lane.target;
            let last = if lane.still().is_some() { 0 } else { source.times.len() - 1 };
            source.values(n, 0..=last, &mut values);
            let (factor, tolerance) = levers.weight(target);
            let is_near = |a: Value, b: Value| a.distance(b) * factor <= tolerance * still;
            let middle = values[values.len() / 2];
            if values.iter().any(|v| !is_near(*v, middle)) {
                parts.moving.push(n);
                parts.channels.push(Channel::new(target, &values));
            } else if rest(target, skeleton).is_none_or(|rest| !is_near(rest, middle)) {
                let value = match middle {
                    Value::Rotation(q)
                        if rotation::STILL_ERROR * factor <= tolerance * STORED * still / STILL =>
                    {
                        Value::Rotation(rotation::packed(q))
                    }
                    other => other.without_dust(),
                };
                parts.constants.push((target, value));
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
