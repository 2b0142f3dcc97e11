use crate::character::{Character, Primitive, Skin, Topology};
use crate::skeleton::JointIndex;
use glam::Vec3;

/// Vertex of a character's triangle meshes.
pub(crate) struct SkinVertex<'a> {
    skin: Option<&'a Skin>,
    node: JointIndex,
    primitive: &'a Primitive,
    index: usize,
}

/// Vertices of all triangle meshes in the scene.
pub(crate) fn skin_vertices(character: &Character) -> impl Iterator<Item = SkinVertex<'_>> {
    let skeleton = character.skeleton();
    let instances = character.instances().iter().filter(|instance| skeleton.in_scene(instance.node));
    instances.flat_map(move |instance| {
        let skin = instance.skin.map(|skin| &character.skins()[skin]);
        let primitives = character.meshes()[instance.mesh].primitives.iter();
        let triangles = primitives.filter(|primitive| primitive.topology == Topology::Triangles);
        triangles.flat_map(move |primitive| {
            let vertices = 0..primitive.positions.len();
            vertices.map(move |index| SkinVertex { skin, node: instance.node, primitive, index })
        })
    })
}

impl SkinVertex<'_> {
    /// Influences of the skin, heaviest first: joint, weight, and the vertex in the joint's space. None without a skin.
    pub(crate) fn influences(&self) -> impl Iterator<Item = (JointIndex, f32, Vec3)> {
        let position = self.primitive.positions[self.index];
        let influences = self.primitive.influences.as_ref().zip(self.skin);
        influences.into_iter().flat_map(move |(influences, skin)| {
            influences.of(self.index).map(move |(slot, weight)| {
                (skin.joints[slot], weight, skin.inverse_binds[slot].transform_point3(position))
            })
        })
    }

    /// Joint of the heaviest influence and the vertex in its space; none without a skin.
    pub(crate) fn heaviest(&self) -> Option<(JointIndex, Vec3)> {
        self.influences().next().map(|(joint, _, point)| (joint, point))
    }

    /// Node of the mesh and the vertex in its space.
    pub(crate) fn node(&self) -> (JointIndex, Vec3) {
        (self.node, self.primitive.positions[self.index])
    }
}
