use super::pipeline::PipelineContext;
use crate::gpu::{MipLevel, PICTURE_FORMAT};

/// Picture of what lies behind transmissive surfaces, in smaller and smaller images for rough ones.
#[derive(Debug)]
pub(super) struct BehindMap {
    texture: wgpu::Texture,
    levels: Vec<MipLevel>,
    pub(super) view: wgpu::TextureView,
}

impl BehindMap {
    /// Creates a picture of the size of a target of the main pass.
    pub(super) fn new(context: &PipelineContext, size: wgpu::Extent3d) -> Self {
        let device = &context.gpu.device;
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("behind"),
            size,
            mip_level_count: size.width.max(size.height).ilog2() + 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: PICTURE_FORMAT,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT
                | wgpu::TextureUsages::TEXTURE_BINDING
                | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        Self {
            view: texture.create_view(&wgpu::TextureViewDescriptor::default()),
            levels: context.gpu.caches.mipmaps.levels(device, &texture),
            texture,
        }
    }

    /// Whether the picture serves a target.
    pub(super) fn fits(&self, target: &wgpu::TextureView) -> bool {
        self.texture.size() == target.texture().size()
    }

    /// Records the copy of a target, and its smaller images.
    pub(super) fn capture(
        &self,
        context: &PipelineContext,
        commands: &mut wgpu::CommandEncoder,
        target: &wgpu::TextureView,
    ) {
        let (from, to) = (target.texture().as_image_copy(), self.texture.as_image_copy());
        commands.copy_texture_to_texture(from, to, self.texture.size());
        context.gpu.caches.mipmaps.record_picture(commands, &self.levels);
    }
}
