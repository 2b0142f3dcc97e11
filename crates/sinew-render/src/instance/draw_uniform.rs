use super::pose_layout::PoseLayout;
use crate::model::{DeformLayout, GpuMeshInstance, GpuPrimitive};
use bytemuck::{Pod, Zeroable};
use sinew::character::MeshInstanceId;

/// Uniform of one draw; the same layout as `Draw` in shaders/skinning.wgsl.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct DrawUniform {
    node: u32,
    weights: u32,
    palette: u32,
    dual_quaternions: u32,
    deform: DeformLayout,
    second_uv_set_bits: u32,
    flags: u32,
}

impl DrawUniform {
    /// Uniform of `primitive` in a mesh instance of the model, which has the id `mesh_instance`.
    pub(crate) fn new(
        mesh_instance: MeshInstanceId,
        instance: &GpuMeshInstance,
        primitive: &GpuPrimitive,
        pose: &PoseLayout,
    ) -> Self {
        let mut deform = primitive.deform_layout;
        if instance.skin.is_none() {
            deform.influence_texels = 0;
        }
        Self {
            node: pose.nodes[mesh_instance.index()],
            weights: pose.weights[mesh_instance.index()],
            palette: instance.skin.map_or(0, |skin| pose.palettes[skin]),
            dual_quaternions: instance.skin.map_or(0, |skin| pose.dual_quaternions[skin]),
            deform,
            second_uv_set_bits: primitive.second_uv_set_bits,
            flags: primitive.flags,
        }
    }

    /// The same with other deformation data; a primitive without influences stays without them.
    pub(crate) fn with_deform(mut self, deform: DeformLayout) -> Self {
        let is_rigid = self.deform.influence_texels == 0;
        self.deform = deform;
        if is_rigid {
            self.deform.influence_texels = 0;
        }
        self
    }
}
