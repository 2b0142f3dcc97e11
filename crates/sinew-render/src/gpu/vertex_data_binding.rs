/// Kind of binding through which the vertex shader reads joint matrices, skin influences and morph targets.
/// Neither kind limits their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum VertexDataBinding {
    /// Storage buffers where the device has them in the vertex stage, textures elsewhere.
    #[default]
    Auto,
    /// Storage buffers; textures where the device has no storage buffers in the vertex stage.
    StorageBuffer,
    /// Textures, as WebGL2 needs them.
    Texture,
}

/// The binding in use on a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TexelStorage {
    Buffer,
    Texture,
}

impl TexelStorage {
    /// Resolves `binding` by the abilities of the device.
    pub(super) fn select(binding: VertexDataBinding, adapter: &wgpu::Adapter, limits: &wgpu::Limits) -> Self {
        let flags = adapter.get_downlevel_capabilities().flags;
        let has_storage_buffers = limits.max_storage_buffers_per_shader_stage >= 3
            && flags.contains(wgpu::DownlevelFlags::VERTEX_STORAGE);
        match binding {
            VertexDataBinding::Auto | VertexDataBinding::StorageBuffer if has_storage_buffers => Self::Buffer,
            _ => Self::Texture,
        }
    }
}
