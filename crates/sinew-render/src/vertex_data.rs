//! An array of 16-byte texels that a vertex shader reads by number: a storage buffer, or a texture where there are
//! no storage buffers. The shader's side is `shaders/data_*.wgsl`.

use crate::settings::VertexDataPath;

/// Width of the textures; the shader divides by it.
const ROW: usize = 2048;

/// What one number in a texel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TexelKind {
    Uint,
    Float,
}

#[derive(Debug)]
pub(crate) enum DataArray {
    Buffer(wgpu::Buffer),
    Texture(wgpu::Texture, wgpu::TextureView),
}

impl DataArray {
    /// The largest number of texels an array can have on `device`.
    pub(crate) fn capacity(device: &wgpu::Device, path: VertexDataPath) -> usize {
        let limits = device.limits();
        match path {
            VertexDataPath::Storage => {
                limits.max_storage_buffer_binding_size.min(limits.max_buffer_size) as usize / 16
            }
            VertexDataPath::Texture => limits.max_texture_dimension_2d as usize * ROW,
        }
    }

    /// An array of `texels`, at least one, which is within [`DataArray::capacity`].
    pub(crate) fn new(
        device: &wgpu::Device,
        path: VertexDataPath,
        kind: TexelKind,
        texels: usize,
        label: &str,
    ) -> Self {
        let texels = texels.max(1);
        match path {
            VertexDataPath::Storage => Self::Buffer(device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: texels as u64 * 16,
                usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })),
            VertexDataPath::Texture => {
                let texture = device.create_texture(&wgpu::TextureDescriptor {
                    label: Some(label),
                    size: wgpu::Extent3d {
                        width: ROW as u32,
                        height: texels.div_ceil(ROW) as u32,
                        depth_or_array_layers: 1,
                    },
                    mip_level_count: 1,
                    sample_count: 1,
                    dimension: wgpu::TextureDimension::D2,
                    format: match kind {
                        TexelKind::Uint => wgpu::TextureFormat::Rgba32Uint,
                        TexelKind::Float => wgpu::TextureFormat::Rgba32Float,
                    },
                    usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
                    view_formats: &[],
                });
                let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
                Self::Texture(texture, view)
            }
        }
    }

    /// Overwrites the array's beginning with `bytes`, whole texels.
    pub(crate) fn write(&self, queue: &wgpu::Queue, bytes: &[u8]) {
        match self {
            Self::Buffer(buffer) => queue.write_buffer(buffer, 0, bytes),
            Self::Texture(texture, _) => {
                let full = bytes.len() / (ROW * 16);
                let (rows, rest) = bytes.split_at(full * ROW * 16);
                write_rows(queue, texture, 0, ROW, rows);
                write_rows(queue, texture, full, rest.len() / 16, rest);
            }
        }
    }

    pub(crate) fn binding(&self) -> wgpu::BindingResource<'_> {
        match self {
            Self::Buffer(buffer) => buffer.as_entire_binding(),
            Self::Texture(_, view) => wgpu::BindingResource::TextureView(view),
        }
    }

    pub(crate) fn binding_type(path: VertexDataPath, kind: TexelKind) -> wgpu::BindingType {
        match path {
            VertexDataPath::Storage => wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Storage { read_only: true },
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            VertexDataPath::Texture => wgpu::BindingType::Texture {
                sample_type: match kind {
                    TexelKind::Uint => wgpu::TextureSampleType::Uint,
                    TexelKind::Float => wgpu::TextureSampleType::Float { filterable: false },
                },
                view_dimension: wgpu::TextureViewDimension::D2,
                multisampled: false,
            },
        }
    }
}

/// Writes rows of `width` texels from row `first` on.
fn write_rows(queue: &wgpu::Queue, texture: &wgpu::Texture, first: usize, width: usize, bytes: &[u8]) {
    if bytes.is_empty() {
        return;
    }
    let target = wgpu::TexelCopyTextureInfo {
        texture,
        mip_level: 0,
        origin: wgpu::Origin3d { x: 0, y: first as u32, z: 0 },
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
