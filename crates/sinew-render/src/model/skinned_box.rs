use sinew::character::MeshInstanceId;
use sinew::glam::{Affine3A, Mat3A};
use sinew::{Bounds, Character, Frame, JointIndex};

/// Box of the vertices that a joint of a skin influences. The ellipsoid within it stands for that part of the body where its
/// shadow on the ground nearby is computed.
#[derive(Debug)]
pub(crate) struct SkinnedBox {
    pub(crate) mesh_instance: MeshInstanceId,
    joint: JointIndex,
    /// The joint's space from the space in which the ellipsoid is the unit sphere.
    ellipsoid: Affine3A,
}

impl SkinnedBox {
    /// The boxes of `character`; none of its meshes without a skin, which are pieces of scenery as often as of a body.
    pub(super) fn of(character: &Character) -> Vec<Self> {
        let instances = character.mesh_instance_ids().zip(character.mesh_instances());
        let skinned = instances.filter(|(_, instance)| instance.skin.is_some());
        let boxes = skinned.flat_map(|(id, _)| character.joint_boxes(id).map(move |own| (id, own)));
        boxes.map(|(id, (joint, bounds))| Self::new(id, joint, &bounds)).collect()
    }

    fn new(mesh_instance: MeshInstanceId, joint: JointIndex, bounds: &Bounds) -> Self {
        let ellipsoid = Affine3A {
            matrix3: Mat3A::from_diagonal(bounds.size() * 0.5),
            translation: bounds.center().into(),
        };
        Self { mesh_instance, joint, ellipsoid }
    }

    /// World space from the space in which the ellipsoid is the unit sphere.
    pub(crate) fn ellipsoid(&self, frame: &Frame<'_>) -> Affine3A {
        frame.world_from_model() * frame.model()[self.joint.index()] * self.ellipsoid
    }
}
