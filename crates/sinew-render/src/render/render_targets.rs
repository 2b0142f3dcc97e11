use super::edge_region::PixelRect;
use super::pipeline::{COLOR_FORMAT, DEPTH_FORMAT, PipelineContext};

/// Targets of images of one size.
#[derive(Debug)]
pub(super) struct RenderTargets {
    /// Width and height of the image in pixels.
    pub(super) size: [u32; 2],
    /// Colours with one sample per pixel.
    pub(super) resolved: wgpu::TextureView,
    /// Group 0 of the output pass: the resolved colours.
    pub(super) output: wgpu::BindGroup,
    /// Targets for the region with edges; `None` where the main pass draws the whole image.
    pub(super) region: Option<RegionTargets>,
    /// Colours with several samples per pixel; `None` without multisampling. As large as the image or the
    /// region's targets.
    pub(super) multisampled: Option<wgpu::TextureView>,
    /// Depth of the main pass.
    pub(super) depth: wgpu::TextureView,
}

/// Targets that an image has in addition where several samples per pixel are taken in a region only.
#[derive(Debug)]
pub(super) struct RegionTargets {
    /// Width and height, at least those of the region.
    size: [u32; 2],
    /// Colours of the region with one sample per pixel.
    pub(super) resolved: wgpu::TextureView,
    /// Depth of the image with one sample per pixel, for the background around the region.
    pub(super) background_depth: wgpu::TextureView,
}

/// Sides of the region's targets are multiples of this number of pixels, so that they serve many regions.
const STEP: u32 = 128;

impl RenderTargets {
    pub(super) fn new(context: &PipelineContext, size: [u32; 2], region: Option<PixelRect>) -> Self {
        let texture = |label, format, sample_count, size: [u32; 2], usage| {
            let texture = context.gpu.device.create_texture(&wgpu::TextureDescriptor {
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
        let usage = wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_SRC
            | wgpu::TextureUsages::COPY_DST;
        let resolved = texture("color", COLOR_FORMAT, 1, size, usage);
        let output = context.gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("output"),
            layout: &context.layouts.output,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(&resolved),
            }],
        });
        let region_size = region.map(|region| stepped(region, size));
        let region = region_size.map(|region_size| RegionTargets {
            size: region_size,
            resolved: texture("region color", COLOR_FORMAT, 1, region_size, wgpu::TextureUsages::COPY_SRC),
            background_depth: texture("background depth", DEPTH_FORMAT, 1, size, none),
        });
        let (samples, main) = (context.sample_count, region_size.unwrap_or(size));
        Self {
            size,
            resolved,
            output,
            region,
            multisampled: (samples > 1)
                .then(|| texture("multisampled color", COLOR_FORMAT, samples, main, none)),
            depth: texture("depth", DEPTH_FORMAT, samples, main, none),
        }
    }

    /// Colours that the main pass writes, with one sample per pixel.
    pub(super) fn single(&self) -> &wgpu::TextureView {
        self.region.as_ref().map_or(&self.resolved, |region| &region.resolved)
    }

    /// Whether the targets serve an image of `size` pixels and `region`: those of the region are large
    /// enough, and not much larger.
    pub(super) fn fit(&self, size: [u32; 2], region: Option<PixelRect>) -> bool {
        let is_near = |present: u32, needed: u32| (needed..=needed + 2 * STEP).contains(&present);
        let fits = match (&self.region, region.map(|region| stepped(region, size))) {
            (Some(present), Some(needed)) => {
                is_near(present.size[0], needed[0]) && is_near(present.size[1], needed[1])
            }
            (None, None) => true,
            _ => false,
        };
        self.size == size && fits
    }
}

/// Size of the targets of a region in an image of `size` pixels.
fn stepped(region: PixelRect, size: [u32; 2]) -> [u32; 2] {
    let step = |side: u32, most: u32| side.next_multiple_of(STEP).min(most);
    [step(region.width, size[0]), step(region.height, size[1])]
}
