//! Order in which the parts of a rig are solved.

use crate::rig::effector_state::EffectorState;
use crate::rig::part::PartKind;
use crate::rig::{IkRig, IkTarget};
use crate::skeleton::{JointIndex, Skeleton, Socket};

/// Whether part number `n` is a limb that holds on to a limb further back in the rig, such as the left hand on a rifle in the right hand.
/// Such a limb is solved after all others.
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

/// Whether a joint is another one or one of its descendants; an unknown joint is not.
pub(super) fn hangs_on(skeleton: &Skeleton, joint: JointIndex, above: JointIndex) -> bool {
    joint.index() < skeleton.len()
        && std::iter::successors(Some(joint), |joint| skeleton.parent(*joint)).any(|joint| joint == above)
}
