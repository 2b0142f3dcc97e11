//! A compressed clip for something else that has parts of the same meaning.

use super::clip::Clip;
use super::format::channel::Target;
use crate::skeleton::JointIndex;

impl Clip {
    /// The same clip moving other joints, morph targets (instance and target) and expressions than before, as the
    /// functions say; what they give none for is left alone. Its data is shared with this one.
    ///
    /// A clip knows numbers alone, so the caller says what becomes of them; [`Pack::bound`](crate::pack::Pack::bound)
    /// finds that out by names.
    pub fn rebind(
        &self,
        joint: impl Fn(JointIndex) -> Option<JointIndex>,
        morph: impl Fn(usize, usize) -> Option<(usize, usize)>,
        expression: impl Fn(usize) -> Option<usize>,
    ) -> Self {
        let other = |target: Target| {
            let other = match target {
                Target::Translation(own) => joint(own).map(Target::Translation),
                Target::Rotation(own) => joint(own).map(Target::Rotation),
                Target::Scale(own) => joint(own).map(Target::Scale),
                Target::Morph { instance, target } => {
                    morph(instance as usize, target as usize).map(|(instance, target)| Target::Morph {
                        instance: instance as u32,
                        target: target as u32,
                    })
                }
                Target::Expression(own) => expression(own as usize).map(|n| Target::Expression(n as u32)),
                Target::Gaze => Some(Target::Gaze),
                Target::Nothing { .. } => None,
            };
            other.unwrap_or(Target::Nothing { turns: target.is_rotation() })
        };
        let mut clip = self.clone();
        clip.channels = self.channels.redirected(other);
        clip.constants.iter_mut().for_each(|constant| constant.0 = other(constant.0));
        clip.constants.retain(|(target, _)| !matches!(target, Target::Nothing { .. }));
        clip
    }

    /// Morph targets that it moves, as instance and target.
    pub(crate) fn morphs(&self) -> impl Iterator<Item = (u32, u32)> {
        self.targets().filter_map(|target| match target {
            Target::Morph { instance, target } => Some((instance, target)),
            _ => None,
        })
    }

    /// Everything that it moves or holds.
    pub(crate) fn targets(&self) -> impl Iterator<Item = Target> {
        let constants = self.constants.iter().map(|c| c.0);
        constants.chain(self.channels.iter().map(|c| c.target))
    }
}
