use crate::model::ModelData;

/// Offsets in the pose of a model instance, in texels. The pose consists of:
///
/// - the three rows of world-from-model,
/// - ahead and up from the head in world space, and ahead at rest,
/// - per mesh instance, the three rows of its node and a texel of flags,
/// - per mesh instance, its morph weights, four per texel,
/// - per skin, its palette, three texels per joint,
/// - per skin, its dual quaternions, five texels per joint.
#[derive(Debug)]
pub(crate) struct PoseLayout {
    /// Per mesh instance: offset of its node's rows.
    pub(super) nodes: Vec<u32>,
    /// Per mesh instance: offset of its morph weights.
    pub(super) weights: Vec<u32>,
    /// Per skin: offset of its palette.
    pub(super) palettes: Vec<u32>,
    /// Per skin: offset of its dual quaternions.
    pub(super) dual_quaternions: Vec<u32>,
    /// Number of texels without the dual quaternions, which are last.
    pub(super) texels_without_dual: usize,
    /// Number of all texels.
    pub(super) texels: usize,
}

impl PoseLayout {
    pub(super) fn new(model: &ModelData) -> Self {
        let mut next = 6;
        let mut reserve = |texels: usize| {
            let offset = next;
            next += texels;
            offset as u32
        };
        let nodes = model.mesh_instances.iter().map(|_| reserve(4)).collect();
        let weights = model.mesh_instances.iter().map(|i| reserve(i.morph_targets.div_ceil(4))).collect();
        let palettes = model.skins.iter().map(|joints| reserve(joints * 3)).collect();
        let texels_without_dual = reserve(0) as usize;
        let dual_quaternions = model.skins.iter().map(|joints| reserve(joints * 5)).collect();
        Self { nodes, weights, palettes, dual_quaternions, texels_without_dual, texels: next }
    }
}
