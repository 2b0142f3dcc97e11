//! Compressed clips, rebound to another character.

use super::clip::Clip;
use super::format::channel::{Target, rest_value};
use crate::morph::{ExpressionId, MeshInstanceId, MorphTargetId};
use crate::skeleton::{JointId, Skeleton};

impl Clip {
    /// Copy of the clip with other joints, morph targets and expressions. Each function maps an id of this
    /// clip to the new id; channels mapped to `None` are dropped. The data is shared with this clip.
    ///
    /// A clip knows ids alone. [`Pack::rebind`](crate::pack::Pack::rebind) finds them by names.
    #[must_use]
    pub fn rebind(
        &self,
        joint: impl Fn(JointId) -> Option<JointId>,
        morph: impl Fn(MorphTargetId) -> Option<MorphTargetId>,
        expression: impl Fn(ExpressionId) -> Option<ExpressionId>,
    ) -> Self {
        let other = |target: Target| {
            let other = match target {
                Target::Translation(id) => joint(id).map(Target::Translation),
                Target::Rotation(id) => joint(id).map(Target::Rotation),
                Target::Scale(id) => joint(id).map(Target::Scale),
                Target::Morph { instance, target } => {
                    let target_id =
                        MorphTargetId { instance: MeshInstanceId(instance), target: target as usize };
                    morph(target_id)
                        .map(|new| Target::Morph { instance: new.instance.0, target: new.target as u32 })
                }
                Target::Expression(id) => expression(ExpressionId(id)).map(|new| Target::Expression(new.0)),
                Target::Gaze => Some(Target::Gaze),
                Target::Unbound { .. } => None,
            };
            other.unwrap_or(Target::Unbound { is_rotation: target.is_rotation() })
        };
        let mut clip = self.clone();
        clip.channels = self.channels.with_targets(other);
        clip.resting = self.resting.iter().map(&other).collect();
        clip.constants.iter_mut().for_each(|constant| constant.0 = other(constant.0));
        clip.constants.retain(|(target, _)| !matches!(target, Target::Unbound { .. }));
        clip
    }

    /// Makes constants of the channels at rest whose rest values differ in another skeleton, to which the
    /// clip is bound. `joint` maps the joints of `source`, the skeleton for which the clip was made.
    pub(crate) fn keep_rest_of(
        &mut self,
        made: &Self,
        source: &Skeleton,
        other: &Skeleton,
        joint: impl Fn(JointId) -> Option<JointId>,
    ) {
        for target in made.resting.iter() {
            let bound = match target {
                Target::Translation(id) => joint(id).map(Target::Translation),
                Target::Rotation(id) => joint(id).map(Target::Rotation),
                Target::Scale(id) => joint(id).map(Target::Scale),
                _ => None,
            };
            let Some(bound) = bound else { continue };
            let values = rest_value(target, source.rest()).zip(rest_value(bound, other.rest()));
            if let Some((value, _)) = values.filter(|(a, b)| a != b) {
                self.constants.push((bound, value));
            }
        }
        let constants = &self.constants;
        let is_constant = |target: &Target| constants.iter().any(|(constant, _)| constant == target);
        self.resting = self.resting.iter().filter(|target| !is_constant(target)).collect();
    }

    /// Animated morph targets.
    pub(crate) fn morphs(&self) -> impl Iterator<Item = MorphTargetId> {
        self.targets().filter_map(|target| match target {
            Target::Morph { instance, target } => {
                Some(MorphTargetId { instance: MeshInstanceId(instance), target: target as usize })
            }
            _ => None,
        })
    }

    /// Targets of all channels: constant, at rest, and animated ones.
    pub(crate) fn targets(&self) -> impl Iterator<Item = Target> {
        let constants = self.constants.iter().map(|c| c.0).chain(self.resting.iter());
        constants.chain(self.channels.iter().map(|c| c.target))
    }
}
