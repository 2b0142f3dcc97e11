//! Array of texels that vertex shaders index, in a storage buffer or a texture.

use super::vertex_data_binding::TexelStorage;

/// Width of the textures in texels; WebGL2 guarantees it. shaders/vertex_data_texture.wgsl has the same
/// number.
const ROW_TEXELS: usize = 2048;

/// Number format of the four components of a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TexelFormat {
    Uint,
    Float,
}

/// Array of 16-byte texels that vertex shaders index: a storage buffer, or a texture where the vertex stage
/// has no storage buffers. The shaders' side is shaders/vertex_data_buffer.wgsl and
/// shaders/vertex_data_texture.wgsl.
#[derive(Debug)]
pub(crate) enum TexelArray {
    Buffer(wgpu::Buffer),
    Texture(wgpu::Texture, wgpu::TextureView),
}

impl TexelArray {
    /// The largest number of texels that an array can have on `device`.
    pub(super) fn max_texels(device: &wgpu::Device, storage: TexelStorage) -> usize {
        let limits = device.limits();
        match storage {
            TexelStorage::Buffer => {
                limits.max_storage_buffer_binding_size.min(limits.max_buffer_size) as usize / 16
            }
            TexelStorage::Texture => limits.max_texture_dimension_2d as usize * ROW_TEXELS,
        }
    }

    /// Creates an array of `texel_count` texels, or of one if the count is 0. The count must be within
    /// [`TexelArray::max_texels`].
    pub(crate) fn new(
        device: &wgpu::Device,
        storage: TexelStorage,
        format: TexelFormat,
        texel_count: usize,
        label: &str,
    ) -> Self {
        let texel_count = texel_count.max(1);
        match storage {
            TexelStorage::Buffer => Self::Buffer(device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: texel_count as u64 * 16,
                usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })),
            TexelStorage::Texture => {
                let texture = device.create_texture(&wgpu::TextureDescriptor {
                    label: Some(label),
                    size: wgpu::Extent3d {
                        width: ROW_TEXELS as u32,
                        height: texel_count.div_ceil(ROW_TEXELS) as u32,
                        depth_or_array_layers: 1,
                    },
                    mip_level_count: 1,
                    sample_count: 1,
                    dimension: wgpu::TextureDimension::D2,
                    format: match format {
                        TexelFormat::Uint => wgpu::TextureFormat::Rgba32Uint,
                        TexelFormat::Float => wgpu::TextureFormat::Rgba32Float,
                    },
                    usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
                    view_formats: &[],
                });
                let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
                Self::Texture(texture, view)
            }
        }
    }

    /// Overwrites the first texels of the array with `bytes`, a whole number of texels.
    pub(crate) fn write(&self, queue: &wgpu::Queue, bytes: &[u8]) {
        match self {
            Self::Buffer(buffer) => queue.write_buffer(buffer, 0, bytes),
            Self::Texture(texture, _) => {
                let full_rows = bytes.len() / (ROW_TEXELS * 16);
                let (rows, rest) = bytes.split_at(full_rows * ROW_TEXELS * 16);
                write_rows(queue, texture, 0, ROW_TEXELS, rows);
                write_rows(queue, texture, full_rows, rest.len() / 16, rest);
            }
        }
    }

    /// Resource for a bind group entry.
    pub(crate) fn binding(&self) -> wgpu::BindingResource<'_> {
        match self {
            Self::Buffer(buffer) => buffer.as_entire_binding(),
            Self::Texture(_, view) => wgpu::BindingResource::TextureView(view),
        }
    }

    /// Binding type for a bind group layout entry.
    pub(super) fn binding_type(storage: TexelStorage, format: TexelFormat) -> wgpu::BindingType {
        match storage {
            TexelStorage::Buffer => wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Storage { read_only: true },
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            TexelStorage::Texture => wgpu::BindingType::Texture {
                sample_type: match format {
                    TexelFormat::Uint => wgpu::TextureSampleType::Uint,
                    TexelFormat::Float => wgpu::TextureSampleType::Float { filterable: false },
                },
                view_dimension: wgpu::TextureViewDimension::D2,
                multisampled: false,
            },
        }
    }
}

/// Writes `bytes` as rows of `width` texels, beginning at row `first_row`.
fn write_rows(queue: &wgpu::Queue, texture: &wgpu::Texture, first_row: usize, width: usize, bytes: &[u8]) {
    if bytes.is_empty() {
        return;
    }
    let target = wgpu::TexelCopyTextureInfo {
        texture,
        mip_level: 0,
        origin: wgpu::Origin3d { x: 0, y: first_row as u32, z: 0 },
        aspect: wgpu::TextureAspect::All,
    };
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(width as u32 * 16),
        rows_per_image: None,
    };
    let rows = (bytes.len() / (width * 16)) as u32;
    let size = wgpu::Extent3d { width: width as u32, height: rows, depth_or_array_layers: 1 };
    queue.write_texture(target, bytes, layout, size);
}
