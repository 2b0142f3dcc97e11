//! Target joints that a source clip animates.

use super::retargeter::Retargeter;
use crate::clip::{RawClip, Track};
use crate::skeleton::JointId;
use glam::Vec3;

/// Flags per target joint: whether a clip animates its rotation and its translation.
pub(crate) struct AnimatedJoints {
    pub(crate) rotation: Vec<bool>,
    pub(crate) translation: Vec<bool>,
}

impl AnimatedJoints {
    /// A rotation is animated when the linked source joint has keys, or an ancestor of it up to the next
    /// linked one; a root translation when its source joint has translation keys or any animated ancestor.
    /// Joints that rest in another pose than the one from which rotations count are animated too: what they
    /// hold is part of the motion.
    pub(crate) fn of(clip: &RawClip, retargeter: &Retargeter) -> Self {
        let source = retargeter.source();
        let (mut turns, mut moves) = (vec![false; source.len()], vec![false; source.len()]);
        for track in &clip.joints {
            if let Some(turned) = turns.get_mut(track.joint.index()) {
                *turned |= track.rotation.is_some();
                moves[track.joint.index()] |= track.translation.is_some();
            }
        }
        let stands = retargeter.bodies.as_ref().is_none_or(|(from, _)| from.stands);
        for joint in source.joints() {
            turns[joint.index()] |= !stands
                || source.rest()[joint.index()].rotation != source.reference()[joint.index()].rotation;
        }
        let mut linked = vec![false; source.len()];
        for link in retargeter.links.iter().flatten() {
            link.from.iter().for_each(|(joint, _)| linked[joint.index()] = true);
        }
        let turned = |joint: JointId| {
            let above = std::iter::successors(source.parent(joint), |&j| source.parent(j));
            let mut driven = std::iter::once(joint).chain(above.take_while(|j| !linked[j.index()]));
            driven.any(|j| turns[j.index()])
        };
        let count = retargeter.links.len();
        let mut animated = Self { rotation: vec![false; count], translation: vec![false; count] };
        for (joint, link) in retargeter.links.iter().enumerate() {
            animated.rotation[joint] = link.is_some_and(|link| link.from.iter().any(|(j, _)| turned(*j)));
        }
        for root in &retargeter.root_translations {
            let mut above = std::iter::successors(source.parent(root.source), |&j| source.parent(j));
            animated.translation[root.target.index()] =
                moves[root.source.index()] || above.any(|j| moves[j.index()] || turns[j.index()]);
        }
        for link in &retargeter.joint_translations {
            let mut tracks = clip.joints.iter().filter(|track| track.joint == link.source);
            let rest = source.reference()[link.source.index()].translation;
            animated.translation[link.target.index()] |=
                tracks.any(|track| differs_from_rest(track.translation.as_ref(), rest));
        }
        for twist in &retargeter.twists {
            let any = animated.rotation[twist.bone.index()] || animated.rotation[twist.next.index()];
            animated.rotation[twist.joint.index()] |= any;
            if let Some(below) = twist.below {
                animated.rotation[below.index()] |= any;
            }
        }
        animated
    }

    /// Whether the clip animates a joint at all.
    pub(crate) fn contains(&self, joint: JointId) -> bool {
        self.rotation[joint.index()] || self.translation[joint.index()]
    }
}

/// Whether any key differs from the rest value by more than rounding.
pub(crate) fn differs_from_rest(keys: Option<&Track<Vec3>>, rest: Vec3) -> bool {
    let keys = keys.into_iter().flat_map(|keys| (0..keys.times().len()).map(|k| keys.key(k)[0]));
    keys.into_iter().any(|key| !key.abs_diff_eq(rest, 1e-4 + 1e-3 * rest.length()))
}
