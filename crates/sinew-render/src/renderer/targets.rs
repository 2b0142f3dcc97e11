use super::draft::{DEPTH, LIGHT};
use super::layouts::Layouts;

/// What pictures of one size are drawn into before they are encoded.
#[derive(Debug)]
pub(super) struct Targets {
    pub(super) size: [u32; 2],
    /// Several samples a pixel; none when there is but one.
    pub(super) samples: Option<wgpu::TextureView>,
    pub(super) resolved: wgpu::TextureView,
    pub(super) depth: wgpu::TextureView,
    pub(super) encode: wgpu::BindGroup,
}

impl Targets {
    pub(super) fn new(device: &wgpu::Device, layouts: &Layouts, size: [u32; 2], samples: u32) -> Self {
        let texture = |label, format, sample_count, usage| {
            let texture = device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | usage,
                view_formats: &[],
            });
            texture.create_view(&wgpu::TextureViewDescriptor::default())
        };
        let none = wgpu::TextureUsages::empty();
        let resolved = texture("light", LIGHT, 1, wgpu::TextureUsages::TEXTURE_BINDING);
        let encode = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("encode"),
            layout: &layouts.encode,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(&resolved),
            }],
        });
        Self {
            size,
            samples: (samples > 1).then(|| texture("samples", LIGHT, samples, none)),
            depth: texture("depth", DEPTH, samples, none),
            resolved,
            encode,
        }
    }
}
