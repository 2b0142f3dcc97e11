use crate::character::{Character, Primitive, Skin, Topology};
use crate::skeleton::JointId;
use glam::Vec3;

/// Vertex of a character's triangle meshes, with the joints that move it.
#[derive(Clone, Copy, Debug)]
pub struct SkinVertex<'a> {
    skin: Option<&'a Skin>,
    node: JointId,
    primitive: &'a Primitive,
    index: usize,
}

/// Vertices of all triangle meshes in the scene, in the order of the character's instances and primitives.
///
/// ```
/// use sinew::body::skin_vertices;
/// use sinew::glam::Vec3;
/// use sinew::{Bounds, Character, JointId};
///
/// /// Bounds at rest of the vertices that a joint moves most.
/// fn bounds_of_joint(character: &Character, joint: JointId) -> Bounds {
///     let points = skin_vertices(character).map(|vertex| vertex.main_joint());
///     let points = points.filter(|(main, _)| *main == joint);
///     let rest = &character.rest_model()[joint.index()];
///     points.fold(Bounds::EMPTY, |bounds, (_, point)| bounds.including(rest.transform_point3(point)))
/// }
/// ```
pub fn skin_vertices(character: &Character) -> impl Iterator<Item = SkinVertex<'_>> {
    let skeleton = character.skeleton();
    let instances = character.measured_instances().map(|(_, instance)| instance);
    let instances = instances.filter(|instance| skeleton.in_scene(instance.node));
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
    /// Influences of the skin, heaviest first: joint, weight, and the vertex in the joint's space. Empty for
    /// a vertex that follows the node of its mesh.
    pub fn influences(&self) -> impl Iterator<Item = (JointId, f32, Vec3)> {
        let position = self.primitive.positions[self.index];
        self.skin.into_iter().flat_map(move |skin| {
            self.primitive.influences_of(self.index).map(move |(slot, weight)| {
                (skin.joints[slot], weight, skin.inverse_binds[slot].transform_point3(position))
            })
        })
    }

    /// Joint of the heaviest influence and the vertex in its space;
    /// `None` for a vertex that follows the node of its mesh.
    #[must_use]
    pub fn heaviest(&self) -> Option<(JointId, Vec3)> {
        self.influences().next().map(|(joint, _, point)| (joint, point))
    }

    /// Joint that moves the vertex most and the vertex in its space: that of the heaviest influence, else the
    /// node of the mesh.
    #[must_use]
    pub fn main_joint(&self) -> (JointId, Vec3) {
        self.heaviest().unwrap_or_else(|| self.node())
    }

    /// Node of the mesh and the vertex in its space.
    #[must_use]
    pub fn node(&self) -> (JointId, Vec3) {
        (self.node, self.primitive.positions[self.index])
    }
}
