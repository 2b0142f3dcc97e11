use super::{Influences, MaterialId, MeshId, MeshInstanceId, SkinId};
use crate::id::id_indexes;
use crate::morph::MorphTarget;
use crate::skeleton::JointId;
use glam::{Vec2, Vec3, Vec4};

/// A mesh: primitives with common morph targets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Name in the file; may be empty.
    pub name: String,
    /// Primitives, each with one material.
    pub primitives: Vec<Primitive>,
    /// One name per morph target; every primitive has this number of targets.
    pub morph_names: Vec<String>,
    /// Whether `file_vertices` of all primitives indexes the vertices of the file's whole mesh (FBX, .x);
    /// otherwise those of each primitive (glTF).
    pub shares_file_vertices: bool,
}

impl Mesh {
    /// Primitives grouped by common source vertices: all in one group with `shares_file_vertices`, else one
    /// per group.
    pub fn file_vertex_groups(&self) -> impl Iterator<Item = &[Primitive]> {
        self.primitives.chunks(if self.shares_file_vertices { self.primitives.len().max(1) } else { 1 })
    }

    /// Number of vertices of this mesh in the file.
    #[must_use]
    pub fn file_vertex_count(&self) -> usize {
        self.file_vertex_groups().filter_map(|group| group.first()).map(|p| p.file_vertex_count).sum()
    }
}

id_indexes!(MeshId, Mesh);

/// Topology of a primitive's indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Topology {
    /// Point list.
    Points,
    /// Line list: two indices per line.
    Lines,
    /// Triangle list: three indices per triangle, counter-clockwise seen from the front.
    #[default]
    Triangles,
}

/// Vertices and indices of one material. Every non-empty attribute has one entry per vertex, and so have the
/// influences.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Primitive {
    /// Material; `None` for the default material.
    pub material: Option<MaterialId>,
    /// Topology of the indices.
    pub topology: Topology,
    /// Bind-pose positions in metres.
    pub positions: Vec<Vec3>,
    /// Unit normals; empty only for points and lines without them.
    pub normals: Vec<Vec3>,
    /// Unit tangents, w = ±1 is the handedness (MikkTSpace); empty where the material needs none.
    pub tangents: Vec<Vec4>,
    /// Texture coordinate sets, (0, 0) at the top left of the image.
    pub uvs: Vec<Vec<Vec2>>,
    /// Linear vertex colours; may be empty.
    pub colors: Vec<Vec4>,
    /// Joint influences, a row per vertex; `None` for a rigid primitive, which follows its node.
    pub influences: Option<Influences>,
    /// Vertex indices.
    pub indices: Vec<u32>,
    /// Morph targets, one per morph name of the mesh.
    pub morph_targets: Vec<MorphTarget>,
    /// Vertex in the file from which each render vertex was made.
    pub file_vertices: Vec<u32>,
    /// Number of vertices of the primitive in the file; of the mesh, with `shares_file_vertices`.
    pub file_vertex_count: usize,
    /// Whether the file has exactly one normal per vertex.
    pub has_file_normals: bool,
}

impl Primitive {
    /// Influences of a vertex: index of the joint in the skin and weight, heaviest first. Empty for a vertex
    /// that follows the node.
    #[inline]
    pub fn influences_of(&self, vertex: usize) -> impl Iterator<Item = (usize, f32)> + Clone {
        self.influences.as_ref().into_iter().flat_map(move |influences| influences.of_vertex(vertex))
    }

    /// Primitive with reordered vertices: vertex `i` of the result is vertex `order[i]` of `self`. The result
    /// has no indices.
    ///
    /// # Panics
    /// When `order` contains a vertex that does not exist.
    #[must_use]
    pub fn reordered(&self, order: &[u32]) -> Self {
        fn pick<T: Copy>(values: &[T], order: &[u32]) -> Vec<T> {
            if values.is_empty() { Vec::new() } else { order.iter().map(|&v| values[v as usize]).collect() }
        }
        Self {
            material: self.material,
            topology: self.topology,
            positions: pick(&self.positions, order),
            normals: pick(&self.normals, order),
            tangents: pick(&self.tangents, order),
            uvs: self.uvs.iter().map(|set| pick(set, order)).collect(),
            colors: pick(&self.colors, order),
            influences: self.influences.as_ref().map(|i| i.reordered(order)),
            indices: Vec::new(),
            morph_targets: self.morph_targets.iter().map(|t| t.reordered(order)).collect(),
            file_vertices: pick(&self.file_vertices, order),
            file_vertex_count: self.file_vertex_count,
            has_file_normals: self.has_file_normals,
        }
    }
}

/// Method by which joint influences are blended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SkinningMethod {
    /// Linear blend skinning: weighted sum of matrices; fast, loses volume in twists.
    #[default]
    Linear,
    /// Dual quaternion skinning: weighted sum of dual quaternions; keeps volume in twists.
    DualQuaternion,
}

/// A mesh on a node, with an optional skin.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshInstance {
    /// Node of the mesh.
    pub node: JointId,
    /// The mesh.
    pub mesh: MeshId,
    /// Skin; `None` for a rigid mesh.
    pub skin: Option<SkinId>,
    /// Morph weights of the rest pose, one per morph name of the mesh.
    pub weights: Vec<f32>,
    /// Blending of the joint influences.
    pub skinning: SkinningMethod,
    /// Whether the mesh is drawn where nothing else is said
    /// ([`MeshState::set_visible`](crate::actor::MeshState::set_visible)).
    pub visible: bool,
}

id_indexes!(MeshInstanceId, MeshInstance);
