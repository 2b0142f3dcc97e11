use super::behind_map::BehindMap;
use super::pipeline::PipelineContext;
use super::shadow_map::ShadowMap;
use crate::gpu::PICTURE_FORMAT;

/// Bind groups 0 of an image: its uniform, and what all surfaces read of lights and surroundings.
#[derive(Debug)]
pub(super) struct FrameGroups {
    /// Group of the shadow pass: the uniform alone.
    pub(super) uniform: wgpu::BindGroup,
    /// Group of the main pass.
    pub(super) main: wgpu::BindGroup,
    /// The same for the background around the region with edges.
    pub(super) around: wgpu::BindGroup,
    /// The same as `main` with a picture of what lies behind transmissive surfaces.
    behind: Option<wgpu::BindGroup>,
    /// Textures that the groups were made with.
    made_with: Textures,
    nothing: Nothing,
}

/// Environment map and picture behind; `None` where there are none.
type Textures = (Option<wgpu::TextureView>, Option<wgpu::TextureView>);

/// Samplers, and textures that stand for what an image lacks.
#[derive(Debug)]
struct Nothing {
    shadow_sampler: wgpu::Sampler,
    linear_sampler: wgpu::Sampler,
    point_sampler: wgpu::Sampler,
    /// A transparent point.
    behind: wgpu::TextureView,
    /// A black cube.
    environment: wgpu::TextureView,
}

impl FrameGroups {
    /// Groups of an image without surroundings. `frames` are the uniforms of the main pass and of the background
    /// around its region.
    pub(super) fn new(context: &PipelineContext, shadow_map: &ShadowMap, frames: [&wgpu::Buffer; 2]) -> Self {
        let device = &context.gpu.device;
        let nothing = Nothing::new(device);
        let uniform = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("frame"),
            layout: &context.layouts.frame,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: frames[0].as_entire_binding() }],
        });
        let [main, around] = frames.map(|frame| nothing.group(context, frame, shadow_map, (None, None)));
        Self { uniform, main, around, behind: None, made_with: (None, None), nothing }
    }

    /// Makes the groups again where an image has other textures than the one before.
    pub(super) fn prepare(
        &mut self,
        context: &PipelineContext,
        shadow_map: &ShadowMap,
        frames: [&wgpu::Buffer; 2],
        (environment, behind): (Option<&wgpu::TextureView>, Option<&BehindMap>),
    ) {
        let behind = behind.map(|behind| &behind.view);
        if (self.made_with.0.as_ref(), self.made_with.1.as_ref()) == (environment, behind) {
            return;
        }
        let group = |frame, behind| self.nothing.group(context, frame, shadow_map, (environment, behind));
        (self.main, self.around) = (group(frames[0], None), group(frames[1], None));
        self.behind = behind.map(|behind| group(frames[0], Some(behind)));
        self.made_with = (environment.cloned(), behind.cloned());
    }

    /// Group of the main pass with the picture of what lies behind; without it where there is none.
    pub(super) fn with_behind(&self) -> &wgpu::BindGroup {
        self.behind.as_ref().unwrap_or(&self.main)
    }
}

impl Nothing {
    fn new(device: &wgpu::Device) -> Self {
        let texture = |label: &str, format: wgpu::TextureFormat, layers: u32| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d { width: 1, height: 1, depth_or_array_layers: layers },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::TEXTURE_BINDING,
                view_formats: &[],
            })
        };
        let cube = texture("no environment", wgpu::TextureFormat::Rgba8Unorm, 6);
        Self {
            shadow_sampler: device.create_sampler(&wgpu::SamplerDescriptor {
                label: Some("shadow"),
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                compare: Some(wgpu::CompareFunction::LessEqual),
                ..Default::default()
            }),
            linear_sampler: device.create_sampler(&wgpu::SamplerDescriptor {
                label: Some("linear"),
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                mipmap_filter: wgpu::MipmapFilterMode::Linear,
                ..Default::default()
            }),
            point_sampler: device
                .create_sampler(&wgpu::SamplerDescriptor { label: Some("point"), ..Default::default() }),
            behind: texture("nothing behind", PICTURE_FORMAT, 1).create_view(&Default::default()),
            environment: cube.create_view(&wgpu::TextureViewDescriptor {
                dimension: Some(wgpu::TextureViewDimension::Cube),
                ..Default::default()
            }),
        }
    }

    fn group(
        &self,
        context: &PipelineContext,
        frame: &wgpu::Buffer,
        shadow_map: &ShadowMap,
        (environment, behind): (Option<&wgpu::TextureView>, Option<&wgpu::TextureView>),
    ) -> wgpu::BindGroup {
        let resources = [
            frame.as_entire_binding(),
            wgpu::BindingResource::TextureView(&shadow_map.view),
            wgpu::BindingResource::Sampler(&self.shadow_sampler),
            wgpu::BindingResource::TextureView(&shadow_map.view),
            wgpu::BindingResource::TextureView(behind.unwrap_or(&self.behind)),
            wgpu::BindingResource::Sampler(&self.linear_sampler),
            wgpu::BindingResource::TextureView(environment.unwrap_or(&self.environment)),
            wgpu::BindingResource::Sampler(&self.point_sampler),
        ];
        let entries = resources.into_iter().zip(0..);
        let entries: Vec<_> =
            entries.map(|(resource, binding)| wgpu::BindGroupEntry { binding, resource }).collect();
        context.gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("frame with environment"),
            layout: &context.layouts.frame_with_environment,
            entries: &entries,
        })
    }
}
