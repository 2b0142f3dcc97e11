//! A foot of the target, and the frames in which it stands.

use super::detect::ContactFrames;
use crate::body::FootShape;
use crate::skeleton::{JointId, Skeleton};

/// Shape and contacts of a foot.
pub(crate) struct Foot {
    pub(crate) shape: FootShape,
    /// Contacts in ascending order.
    pub(crate) contacts: Vec<ContactFrames>,
    /// Ranges in which the whole foot of the source rests, in ascending order.
    pub(crate) rests: Vec<ContactFrames>,
}

impl Foot {
    /// Whether it stands at a frame.
    pub(crate) fn is_planted_at(&self, frame: usize) -> bool {
        let n = self.contacts.partition_point(|contact| contact.last < frame);
        self.contacts.get(n).is_some_and(|contact| contact.first <= frame)
    }

    /// Whether it stands from a frame to the next.
    pub(crate) fn is_planted_after(&self, frame: usize) -> bool {
        let n = self.contacts.partition_point(|contact| contact.last <= frame);
        self.contacts.get(n).is_some_and(|contact| contact.first <= frame)
    }

    /// Whether a contact begins at a frame or ends at the next, and covers both.
    pub(crate) fn changes_after(&self, frame: usize) -> bool {
        let n = self.contacts.partition_point(|contact| contact.last <= frame);
        let ends = |contact: &ContactFrames| contact.first == frame || contact.last == frame + 1;
        self.contacts.get(n).is_some_and(|contact| contact.first <= frame && ends(contact))
    }
}

/// Joints of legs and soles and all their ancestors, parents first.
pub(crate) fn foot_joints(skeleton: &Skeleton, feet: &[Foot], hips: JointId) -> Vec<JointId> {
    let mut needed = vec![false; skeleton.len()];
    let points = feet.iter().flat_map(|foot| foot.shape.outline.iter().chain([&foot.shape.ball]));
    let legs = feet.iter().flat_map(|foot| [foot.shape.leg.foot, foot.shape.leg.toes.unwrap_or(hips), hips]);
    for joint in points.flat_map(|point| point.joints()).chain(legs) {
        for joint in std::iter::successors(Some(joint), |&j| skeleton.parent(j)) {
            needed[joint.index()] = true;
        }
    }
    skeleton.joints().filter(|joint| needed[joint.index()]).collect()
}
