use sinew::character::MeshInstanceId;
use sinew::glam::{Affine3A, Mat3A};
use sinew::{Bounds, Character, Frame, JointId};

/// Box of the vertices of one mesh instance that a joint of a skin influences, in the joint's space.
#[derive(Debug)]
pub(crate) struct SkinnedBox {
    mesh_instance: MeshInstanceId,
    joint: JointId,
    bounds: Bounds,
}

impl SkinnedBox {
    /// The boxes of `character`, ordered by joint. Meshes without a skin have none: they are pieces of
    /// scenery as often as of a body.
    pub(super) fn of(character: &Character) -> Vec<Self> {
        let instances = character.mesh_instance_ids().zip(character.mesh_instances());
        let skinned = instances.filter(|(_, instance)| instance.skin.is_some());
        let boxes = skinned.flat_map(|(mesh_instance, _)| {
            let boxes = character.joint_boxes(mesh_instance);
            boxes.map(move |(joint, bounds)| Self { mesh_instance, joint, bounds })
        });
        let mut boxes: Vec<_> = boxes.collect();
        boxes.sort_by_key(|skinned| skinned.joint);
        boxes
    }
}

/// Ellipsoids that stand for the parts of the body where its shadow on the ground nearby is computed, as
/// matrices from the space in which they are the unit sphere to world space. One per joint, in the box around
/// its visible `boxes`, which are ordered by joint: clothes over skin darken the ground no more than the
/// larger of both.
pub(crate) fn body_ellipsoids<'a>(
    boxes: &'a [SkinnedBox],
    frame: &'a Frame<'_>,
) -> impl Iterator<Item = Affine3A> + 'a {
    boxes.chunk_by(|a, b| a.joint == b.joint).filter_map(|of_joint| {
        let visible = of_joint.iter().filter(|skinned| frame.is_visible(skinned.mesh_instance));
        let bounds = visible.fold(Bounds::EMPTY, |all, skinned| all.union(skinned.bounds));
        let joint = frame.model()[of_joint[0].joint.index()];
        (!bounds.is_empty()).then(|| frame.world_from_model() * joint * inscribed_ellipsoid(&bounds))
    })
}

/// Matrix that takes the unit sphere to the ellipsoid in a box.
fn inscribed_ellipsoid(bounds: &Bounds) -> Affine3A {
    Affine3A { matrix3: Mat3A::from_diagonal(bounds.size() * 0.5), translation: bounds.center().into() }
}
