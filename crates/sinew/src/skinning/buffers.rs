use super::add_morph_targets;
use crate::character::{Influences, Primitive};
use crate::math::Mat3x4;
use glam::{Vec3, Vec4};

/// What skinning reads. Slices run per vertex; `normals` and `tangents` may be empty.
#[derive(Clone, Copy, Debug)]
pub struct SkinInput<'a> {
    /// Bind-pose positions, morphs already added.
    pub positions: &'a [Vec3],
    /// Bind-pose normals; any length but zero.
    pub normals: &'a [Vec3],
    /// Bind-pose tangents, w = ±1.
    pub tangents: &'a [Vec4],
    /// Joints and weights; none moves every vertex with the node.
    pub influences: Option<&'a Influences>,
    /// Model from bind pose, one per joint of the skin.
    pub palette: &'a [Mat3x4],
    /// Model from mesh of the mesh's own node, for vertices without weights.
    pub node: Mat3x4,
}

/// What skinning writes, in model space. `normals` and `tangents` are as long as in the input, or empty to be left
/// out.
#[derive(Debug)]
pub struct SkinOutput<'a> {
    /// Positions.
    pub positions: &'a mut [Vec3],
    /// Unit normals; of any length by [`skin_linear_fast`](super::skin_linear_fast).
    pub normals: &'a mut [Vec3],
    /// Unit tangents; w changes sign under a mirroring joint. The fast way keeps w, and lengths as they come.
    pub tangents: &'a mut [Vec4],
}

/// Vertices after morphing and skinning, with their scratch memory, so that skinning again allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct SkinnedVertices {
    /// Positions in model space.
    pub positions: Vec<Vec3>,
    /// Unit normals in model space; empty where the primitive has none.
    pub normals: Vec<Vec3>,
    /// Unit tangents in model space; empty where the primitive has none.
    pub tangents: Vec<Vec4>,
    pub(crate) morphed: MorphedVertices,
}

/// Bind-pose vertices with morphs added.
#[derive(Clone, Debug, Default)]
pub(crate) struct MorphedVertices {
    pub(crate) positions: Vec<Vec3>,
    pub(crate) normals: Vec<Vec3>,
    pub(crate) tangents: Vec<Vec4>,
}

impl MorphedVertices {
    /// The bind-pose vertices of `source` with its targets added at `weights`.
    pub(crate) fn morph(&mut self, source: &Primitive, weights: &[f32]) {
        self.positions.clone_from(&source.positions);
        self.normals.clone_from(&source.normals);
        self.tangents.clone_from(&source.tangents);
        let (positions, normals) = (&mut self.positions, &mut self.normals);
        add_morph_targets(&source.morph_targets, weights, positions, normals, &mut self.tangents);
    }
}
