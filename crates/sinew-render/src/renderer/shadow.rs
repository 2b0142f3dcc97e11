//! The sun's shadow map, fitted to what throws shadows.

use super::draft::{Context, DEPTH, primitive_topology};
use super::layouts::Layouts;
use crate::model::{Shading, Vertex};
use crate::scene::Scene;
use sinew::Bounds;
use sinew::character::Topology;
use sinew::glam::camera::rh::{proj::directx::orthographic, view::look_to_mat4};
use sinew::glam::{Mat4, Vec3};

/// The map and what reads it.
#[derive(Debug)]
pub(super) struct ShadowMap {
    pub(super) view: wgpu::TextureView,
    pub(super) size: u32,
    /// The frame's uniform with the map.
    pub(super) shaded: wgpu::BindGroup,
}

impl ShadowMap {
    pub(super) fn new(device: &wgpu::Device, layouts: &Layouts, size: u32, frame: &wgpu::Buffer) -> Self {
        let side = size.clamp(1, device.limits().max_texture_dimension_2d);
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("shadow map"),
            size: wgpu::Extent3d { width: side, height: side, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: DEPTH,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("shadow"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            compare: Some(wgpu::CompareFunction::LessEqual),
            ..Default::default()
        });
        let shaded = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("shaded frame"),
            layout: &layouts.shaded,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: frame.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(&view) },
                wgpu::BindGroupEntry { binding: 2, resource: wgpu::BindingResource::Sampler(&sampler) },
                wgpu::BindGroupEntry { binding: 3, resource: wgpu::BindingResource::TextureView(&view) },
            ],
        });
        Self { view, size: side, shaded }
    }
}

/// How the sun sees the scene.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShadowFit {
    pub(super) clip_from_world: Mat4,
    /// World size of a texel.
    pub(super) texel: f32,
    /// World length of the depth range.
    pub(super) depth: f32,
    /// Widths of the map per metre.
    pub(super) per_metre: f32,
}

impl ShadowFit {
    /// A box along the sun's rays around the sphere around `casters`; it moves in whole texels and grows in steps,
    /// so that edges don't crawl while characters move. None where nothing throws a shadow.
    pub(super) fn new(casters: &Bounds, scene: &Scene<'_>, map_size: u32) -> Option<Self> {
        if casters.is_empty() || map_size == 0 || scene.sun.intensity <= 0.0 {
            return None;
        }
        let to_sun = scene.sun.direction.try_normalize()?;
        let radius = casters.size().length().max(1e-6) * 0.5;
        // Steps of an eighth of an octave.
        let radius = (((radius * 1.02).log2() * 8.0).ceil() / 8.0).exp2();
        let center = casters.center();
        let up = if to_sun.y.abs() > 0.99 { Vec3::Z } else { Vec3::Y };
        let view = look_to_mat4(Vec3::ZERO, -to_sun, up);
        let texel = 2.0 * radius / map_size as f32;
        let c = view.transform_point3(center);
        let snapped = |v: f32| (v / texel).round() * texel;
        let (x, y) = (snapped(c.x), snapped(c.y));
        // Along the rays the box reaches from the casters' near side to the ground that their shadow falls on.
        let near = -c.z - radius;
        let mut far = -c.z + radius;
        if let Some(ground) = scene.ground {
            let drop = (casters.max.y - ground.height).max(0.0) / to_sun.y.max(0.1);
            far = far.max(-c.z + drop.min(radius * 8.0));
        }
        let projection = orthographic(x - radius, x + radius, y - radius, y + radius, near, far);
        Some(Self { clip_from_world: projection * view, texel, depth: far - near, per_metre: 0.5 / radius })
    }
}

/// The pipelines that draw depths as the sun sees them, by topology.
#[derive(Debug)]
pub(super) struct ShadowPipelines {
    opaque: [wgpu::RenderPipeline; 3],
    /// By how alpha is read.
    masked: [[wgpu::RenderPipeline; 3]; 2],
}

impl ShadowPipelines {
    pub(super) fn new(context: &Context<'_>) -> Self {
        let all = |masked| {
            [Topology::Points, Topology::Lines, Topology::Triangles].map(|t| pipeline(context, t, masked))
        };
        Self { opaque: all(None), masked: Shading::ALL.map(|shading| all(Some(shading))) }
    }

    /// The pipeline for what is masked by a material of a kind, or not at all.
    pub(super) fn get(&self, topology: Topology, masked: Option<Shading>) -> &wgpu::RenderPipeline {
        &masked.map_or(&self.opaque, |shading| &self.masked[shading as usize])[topology as usize]
    }
}

fn pipeline(context: &Context<'_>, topology: Topology, masked: Option<Shading>) -> wgpu::RenderPipeline {
    let module = &context.shaders.shadow[masked.unwrap_or(Shading::Physical) as usize];
    let triangles = topology == Topology::Triangles;
    context.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("shadow"),
        layout: Some(match masked {
            Some(shading) => &context.layouts.shadow_pipeline[shading as usize],
            None => &context.layouts.vertex_pipeline,
        }),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some("shadow_vertex"),
            compilation_options: Default::default(),
            buffers: &[Some(Vertex::layout())],
        },
        // Both sides: cloth and hair are open.
        primitive: wgpu::PrimitiveState {
            topology: primitive_topology(topology),
            cull_mode: None,
            ..Default::default()
        },
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH,
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::LessEqual),
            stencil: Default::default(),
            bias: wgpu::DepthBiasState {
                constant: 0,
                slope_scale: if triangles { 1.5 } else { 0.0 },
                clamp: 0.0,
            },
        }),
        multisample: Default::default(),
        fragment: masked.map(|_| wgpu::FragmentState {
            module,
            entry_point: Some("shadow_fragment"),
            compilation_options: Default::default(),
            targets: &[],
        }),
        multiview_mask: None,
        cache: None,
    })
}
