//! Chains in a pose of their guides.

use super::HairCards;
use glam::{Affine3A, Quat, Vec3, Vec3A};
use sinew::hair::GuidePose;
use sinew::internal::arc;
use sinew::math::Transform;

impl HairCards {
    /// Number of joints of all chains: the bones of each and its end.
    #[must_use]
    pub fn joint_count(&self) -> usize {
        self.chains.iter().map(|chain| chain.positions.len()).sum()
    }

    /// Local transforms of the joints of all chains, chain after chain, in the pose of the guides. `guides`
    /// gives the guides of a layer, and `model` has the matrix of every joint of the character, as its
    /// skeleton was before chains were added, both in the same space. Joints lie on the guides, to rounding;
    /// a bone turns as its guide does, with the least rotation from the bone before.
    ///
    /// # Panics
    /// When there are no guides for a chain, or no matrix for its anchor.
    pub fn local_transforms<'a>(
        &self,
        guides: impl Fn(usize) -> &'a GuidePose,
        model: &[Affine3A],
        out: &mut Vec<Transform>,
    ) {
        out.clear();
        for chain in &self.chains {
            let pose = guides(chain.layer);
            let guide = pose.guide(chain.guide);
            let root = Quat::from_array(guide[0].rotation);
            let now = chain.joints_of(|n| pose.simulation_position(&guide[n]));
            let anchor = pose.simulation_from(&model[chain.anchor.index()]);
            chain_transforms(&chain.positions, now, root, &anchor, out);
        }
    }
}

/// Local transforms of a chain's joints at `now`; those at rest have no rotation in model space.
pub(super) fn chain_transforms(
    rest: &[Vec3],
    now: impl Iterator<Item = Vec3>,
    root: Quat,
    anchor: &Affine3A,
    out: &mut Vec<Transform>,
) {
    let mut parent = *anchor;
    let mut parent_turn = parent.to_scale_rotation_translation().1;
    let mut turn = root;
    let mut now = now.peekable();
    let mut joint = 0;
    while let Some(position) = now.next() {
        if let (Some(next), Some(rest_next)) = (now.peek(), rest.get(joint + 1)) {
            let from = turn * (*rest_next - rest[joint]);
            if let Some(more) = arc(Vec3A::from(from), Vec3A::from(*next - position)) {
                turn = (more * turn).normalize();
            }
        }
        let local = Transform {
            translation: parent.inverse().transform_point3(position),
            rotation: (parent_turn.inverse() * turn).normalize(),
            ..Transform::IDENTITY
        };
        out.push(local);
        (parent, parent_turn, joint) = (parent * local.to_affine(), turn, joint + 1);
    }
}
