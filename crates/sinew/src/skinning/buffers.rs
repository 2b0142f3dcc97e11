use super::{add_morph_targets, turn_tangents};
use crate::character::{Influences, Primitive};
use crate::math::Mat3x4;
use crate::morph::MorphTarget;
use glam::{Vec3, Vec4};

/// Input of a skinning function. Slices have one entry per vertex; `normals` and `tangents` may be empty.
#[derive(Clone, Copy, Debug)]
pub struct SkinInput<'a> {
    /// Bind-pose positions with morph targets added.
    pub positions: &'a [Vec3],
    /// Bind-pose normals of any length except zero.
    pub normals: &'a [Vec3],
    /// Bind-pose tangents, w = ±1.
    pub tangents: &'a [Vec4],
    /// Joint influences; without them every vertex follows the node.
    pub influences: Option<&'a Influences>,
    /// Skinning palette: model from bind pose, one matrix per joint of the skin.
    pub palette: &'a [Mat3x4],
    /// Matrix of the mesh's node, for vertices without weights.
    pub node: Mat3x4,
}

/// Output of a skinning function, in model space. `normals` and `tangents` are as long as in the input, or
/// empty to omit them.
#[derive(Debug)]
pub struct SkinOutput<'a> {
    /// Positions.
    pub positions: &'a mut [Vec3],
    /// Unit normals; not normalized by [`skin_linear_fast`](super::skin_linear_fast).
    pub normals: &'a mut [Vec3],
    /// Unit tangents; w changes sign under a mirroring joint. [`skin_linear_fast`](super::skin_linear_fast)
    /// keeps w and does not normalize.
    pub tangents: &'a mut [Vec4],
}

/// Vertices after morph targets and skinning, with their scratch memory, so that repeated skinning allocates
/// nothing.
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

/// Bind-pose vertices with morph targets added.
#[derive(Clone, Debug, Default)]
pub(crate) struct MorphedVertices {
    pub(crate) positions: Vec<Vec3>,
    pub(crate) normals: Vec<Vec3>,
    pub(crate) tangents: Vec<Vec4>,
}

impl MorphedVertices {
    /// Copies the bind-pose vertices of `source` and adds its morph targets with `weights`. Tangents turn
    /// with the normals where no target has offsets for them.
    pub(crate) fn morph(&mut self, source: &Primitive, weights: &[f32]) {
        self.positions.clone_from(&source.positions);
        self.normals.clone_from(&source.normals);
        self.tangents.clone_from(&source.tangents);
        let (positions, normals) = (&mut self.positions, &mut self.normals);
        add_morph_targets(&source.morph_targets, weights, positions, normals, &mut self.tangents);
        let moves_tangents = source.morph_targets.iter().any(MorphTarget::has_tangents);
        if !self.tangents.is_empty() && !moves_tangents {
            turn_tangents(&source.normals, &self.normals, &mut self.tangents);
        }
    }
}
