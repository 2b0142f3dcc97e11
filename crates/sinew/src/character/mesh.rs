use super::Influences;
use crate::morph::MorphTarget;
use crate::skeleton::JointIndex;
use glam::{Vec2, Vec3, Vec4};

/// Geometry: primitives that share morph targets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The file's name for it; may be empty.
    pub name: String,
    /// The parts, each with one material.
    pub primitives: Vec<Primitive>,
    /// A name per morph target; every primitive has the same number of targets.
    pub morph_names: Vec<String>,
    /// Whether the primitives' `source_vertex` count within the file's whole mesh, as where a file lists vertices
    /// before materials part them (FBX, .x); otherwise within each primitive (glTF).
    pub shared_source: bool,
}

impl Mesh {
    /// The primitives in groups that share the file's vertices: all together or each alone, as `shared_source` says.
    pub fn source_groups(&self) -> impl Iterator<Item = &[Primitive]> {
        self.primitives.chunks(if self.shared_source { self.primitives.len().max(1) } else { 1 })
    }

    /// How many vertices the file has for this mesh.
    pub fn source_vertex_count(&self) -> usize {
        self.source_groups().filter_map(|group| group.first()).map(|p| p.source_vertex_count).sum()
    }
}

/// What the indices of a primitive draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Topology {
    /// Separate points.
    Points,
    /// Separate lines, two indices each.
    Lines,
    /// Separate triangles, three indices each, counter-clockwise seen from the front.
    #[default]
    Triangles,
}

/// Vertices and indices drawn with one material. Every non-empty attribute has one entry per vertex.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Primitive {
    /// Number of the material in the character; none draws the default material.
    pub material: Option<usize>,
    /// What the indices draw.
    pub topology: Topology,
    /// Bind-pose positions in metres.
    pub positions: Vec<Vec3>,
    /// Unit normals; empty only for points and lines without them.
    pub normals: Vec<Vec3>,
    /// Unit tangents, w = ±1 is the handedness (MikkTSpace); empty where nothing needs them.
    pub tangents: Vec<Vec4>,
    /// Texture coordinate sets, (0, 0) at the image's top left.
    pub uvs: Vec<Vec<Vec2>>,
    /// Linear vertex colours; may be empty.
    pub colors: Vec<Vec4>,
    /// Joint influences; none for a rigid primitive, which follows its node.
    pub influences: Option<Influences>,
    /// Vertex numbers.
    pub indices: Vec<u32>,
    /// Morph targets, one per name of the mesh.
    pub morph_targets: Vec<MorphTarget>,
    /// For each render vertex the file's own vertex it came from.
    pub source_vertex: Vec<u32>,
    /// How many vertices the file's primitive has; its mesh, where the source is shared.
    pub source_vertex_count: usize,
    /// Whether each of the file's vertices has exactly one normal and the file gave it.
    pub source_normals: bool,
}

impl Primitive {
    /// The primitive with other vertices: vertex i of the result is vertex `order[i]` of `self`. The result has no
    /// indices yet.
    ///
    /// # Panics
    /// When `order` names a vertex that does not exist.
    pub fn gather(&self, order: &[u32]) -> Self {
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
            influences: self.influences.as_ref().map(|i| i.gather(order)),
            indices: Vec::new(),
            morph_targets: self.morph_targets.iter().map(|t| t.gather(order)).collect(),
            source_vertex: pick(&self.source_vertex, order),
            source_vertex_count: self.source_vertex_count,
            source_normals: self.source_normals,
        }
    }
}

/// How joint influences combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SkinningMethod {
    /// Weighted sum of matrices: fast, loses volume in twists.
    #[default]
    Linear,
    /// Weighted sum of dual quaternions: keeps volume in twists.
    DualQuaternion,
}

/// A mesh on a node, with its skin if it has one.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshInstance {
    /// The node it hangs on.
    pub node: JointIndex,
    /// Number of the mesh.
    pub mesh: usize,
    /// Number of the skin; none for a rigid mesh.
    pub skin: Option<usize>,
    /// Morph weights while nothing is animated, one per morph name of the mesh.
    pub weights: Vec<f32>,
    /// How its influences combine.
    pub skinning: SkinningMethod,
}
