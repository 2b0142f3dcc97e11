//! Order in which the parts of a rig are solved.

use crate::rig::effector::state::EffectorState;
use crate::rig::part::PartKind;
use crate::rig::{IkRig, IkTarget};
use crate::skeleton::{JointId, Skeleton, Socket};

/// Whether part number `n` is a limb that holds on to a limb further back in the rig, such as the left hand
/// on a rifle in the right hand. Such a limb is solved after all others.
pub(super) fn waits(rig: &IkRig, n: usize, effectors: &[EffectorState], skeleton: &Skeleton) -> bool {
    let part = &rig.parts[n];
    let PartKind::Limb(_) = &part.kind else { return false };
    let Some(goal) = effectors[part.effectors.start].last else { return false };
    let IkTarget::Socket(Socket { joint, .. }) = goal.target else { return false };
    rig.parts[n + 1..].iter().any(|other| match &other.kind {
        PartKind::Limb(limb) => hangs_on(skeleton, joint, limb.limb.chain().root()),
        _ => false,
    })
}

/// Numbers of the parts of a rig in the order in which they are solved.
pub(super) fn in_order(
    rig: &IkRig,
    effectors: &[EffectorState],
    skeleton: &Skeleton,
) -> impl Iterator<Item = usize> {
    let parts =
        |is_last: bool| (0..rig.parts.len()).filter(move |n| waits(rig, *n, effectors, skeleton) == is_last);
    parts(false).chain(parts(true))
}

/// Whether a joint is another one or one of its descendants; an unknown joint is not.
pub(super) fn hangs_on(skeleton: &Skeleton, joint: JointId, above: JointId) -> bool {
    joint.index() < skeleton.len()
        && std::iter::successors(Some(joint), |joint| skeleton.parent(*joint)).any(|joint| joint == above)
}
