use super::Renderer;
use super::layouts::Layouts;
use crate::model::Vertex;
use crate::overlay::Line;
use crate::puppet::Mirror;
use crate::shader::Shaders;
use bytemuck::{Pod, Zeroable};
use sinew::character::Topology;

/// What light is gathered in, before encoding.
pub(super) const LIGHT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
pub(super) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// How alpha is drawn; the numbers are `ALPHA` in shaders/mesh_fragment.wgsl.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AlphaPass {
    Opaque = 0,
    /// Discards.
    Mask = 1,
    /// Covers a share of the samples.
    Coverage = 2,
    Blend = 3,
    /// The solid parts of something blended, drawn first so that they hide what is behind them.
    Solid = 4,
}

/// Which triangles are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cull {
    None,
    /// Those that wind clockwise.
    Back,
    /// Those that wind counter-clockwise, the back faces of what is mirrored.
    Front,
    /// The shader decides.
    InShader,
}

impl Cull {
    pub(super) fn of(double_sided: bool, mirror: Mirror) -> Self {
        match (double_sided, mirror) {
            (true, _) => Self::None,
            (false, Mirror::Never) => Self::Back,
            (false, Mirror::Always) => Self::Front,
            (false, Mirror::Mixed) => Self::InShader,
        }
    }
}

/// What tells one mesh pipeline from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MeshKey {
    pub(super) topology: Topology,
    pub(super) cull: Cull,
    pub(super) alpha: AlphaPass,
}

/// Mesh pipelines, made when first needed.
#[derive(Debug, Default)]
pub(super) struct MeshPipelines {
    made: Vec<(MeshKey, wgpu::RenderPipeline)>,
}

impl MeshPipelines {
    /// The number of the pipeline for `key`.
    pub(super) fn prepare(&mut self, context: &Context<'_>, key: MeshKey) -> usize {
        if let Some(found) = self.made.iter().position(|(k, _)| *k == key) {
            return found;
        }
        self.made.push((key, mesh(context, key)));
        self.made.len() - 1
    }

    pub(super) fn get(&self, number: usize) -> &wgpu::RenderPipeline {
        &self.made[number].1
    }
}

/// What every pipeline is made with.
pub(super) struct Context<'a> {
    pub(super) device: &'a wgpu::Device,
    pub(super) layouts: &'a Layouts,
    pub(super) shaders: &'a Shaders,
    pub(super) samples: u32,
}

/// Pipelines that are always there.
#[derive(Debug)]
pub(super) struct Scenery {
    pub(super) backdrop: wgpu::RenderPipeline,
    /// Blended over what is there.
    pub(super) ground: wgpu::RenderPipeline,
    /// Mixed with the sky, drawn before it.
    pub(super) ground_with_sky: wgpu::RenderPipeline,
    /// Lines before everything else.
    pub(super) lines: wgpu::RenderPipeline,
    /// Lines behind something.
    pub(super) hidden_lines: wgpu::RenderPipeline,
    pub(super) shadow: [[wgpu::RenderPipeline; 2]; 3],
}

impl Scenery {
    pub(super) fn new(context: &Context<'_>) -> Self {
        let Context { shaders, layouts, .. } = context;
        let scenery = |module, entries, depth, blended: bool, buffers: &[_], constants: &[(&str, f64)]| {
            let blend = blended.then_some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING);
            Draft { depth: Some(depth), blend, constants, ..Draft::new(module, entries) }.make(
                context,
                &layouts.scenery_pipeline,
                buffers,
            )
        };
        let nearer = wgpu::CompareFunction::GreaterEqual;
        let lines = [Some(LineInstance::layout())];
        let line = |compare, strength: f64| {
            let entries = ["line_vertex", "line_fragment"];
            let constants = [("STRENGTH", strength)];
            scenery(&shaders.lines, entries, (false, compare), true, &lines, &constants)
        };
        let ground = |with_sky: bool| {
            let entries = ["ground_vertex", "ground_fragment"];
            let constants = [("WITH_SKY", f64::from(u8::from(with_sky)))];
            scenery(&shaders.ground, entries, (true, nearer), !with_sky, &[], &constants)
        };
        let backdrop = ["backdrop_vertex", "backdrop_fragment"];
        Self {
            backdrop: scenery(&shaders.backdrop, backdrop, (false, nearer), false, &[], &[]),
            ground: ground(false),
            ground_with_sky: ground(true),
            lines: line(nearer, 1.0),
            hidden_lines: line(wgpu::CompareFunction::Less, 0.4),
            shadow: [Topology::Points, Topology::Lines, Topology::Triangles]
                .map(|t| [false, true].map(|masked| shadow(context, t, masked))),
        }
    }
}

/// A line as the device reads it: the twin of `Line` in shaders/lines.wgsl.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct LineInstance {
    from_width: [f32; 4],
    to: [f32; 4],
    color: [f32; 4],
}

impl From<&Line> for LineInstance {
    fn from(line: &Line) -> Self {
        Self {
            from_width: line.from.extend(line.width).to_array(),
            to: line.to.extend(0.0).to_array(),
            color: line.color.to_array(),
        }
    }
}

impl LineInstance {
    fn layout() -> wgpu::VertexBufferLayout<'static> {
        const ATTRIBUTES: [wgpu::VertexAttribute; 3] =
            wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4];
        wgpu::VertexBufferLayout {
            array_stride: size_of::<Self>() as u64,
            step_mode: wgpu::VertexStepMode::Instance,
            attributes: &ATTRIBUTES,
        }
    }
}

/// What the pipelines that draw into the light share.
struct Draft<'a> {
    module: &'a wgpu::ShaderModule,
    entries: [&'a str; 2],
    topology: Topology,
    cull: Option<wgpu::Face>,
    depth: Option<(bool, wgpu::CompareFunction)>,
    blend: Option<wgpu::BlendState>,
    coverage: bool,
    constants: &'a [(&'a str, f64)],
}

impl<'a> Draft<'a> {
    fn new(module: &'a wgpu::ShaderModule, entries: [&'a str; 2]) -> Self {
        Self {
            module,
            entries,
            topology: Topology::Triangles,
            cull: None,
            depth: None,
            blend: None,
            coverage: false,
            constants: &[],
        }
    }

    fn make(
        &self,
        context: &Context<'_>,
        layout: &wgpu::PipelineLayout,
        buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
    ) -> wgpu::RenderPipeline {
        let options = wgpu::PipelineCompilationOptions { constants: self.constants, ..Default::default() };
        context.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.entries[0]),
            layout: Some(layout),
            vertex: wgpu::VertexState {
                module: self.module,
                entry_point: Some(self.entries[0]),
                compilation_options: options.clone(),
                buffers,
            },
            primitive: wgpu::PrimitiveState {
                topology: primitive_topology(self.topology),
                cull_mode: self.cull,
                ..Default::default()
            },
            depth_stencil: self.depth.map(|(write, compare)| wgpu::DepthStencilState {
                format: DEPTH,
                depth_write_enabled: Some(write),
                depth_compare: Some(compare),
                stencil: Default::default(),
                bias: Default::default(),
            }),
            multisample: wgpu::MultisampleState {
                count: context.samples,
                alpha_to_coverage_enabled: self.coverage,
                ..Default::default()
            },
            fragment: Some(wgpu::FragmentState {
                module: self.module,
                entry_point: Some(self.entries[1]),
                compilation_options: options,
                targets: &[Some(wgpu::ColorTargetState {
                    format: LIGHT,
                    blend: self.blend,
                    write_mask: wgpu::ColorWrites::ALL,
                })],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

fn primitive_topology(topology: Topology) -> wgpu::PrimitiveTopology {
    match topology {
        Topology::Points => wgpu::PrimitiveTopology::PointList,
        Topology::Lines => wgpu::PrimitiveTopology::LineList,
        Topology::Triangles => wgpu::PrimitiveTopology::TriangleList,
    }
}

fn mesh(context: &Context<'_>, key: MeshKey) -> wgpu::RenderPipeline {
    let in_shader = key.cull == Cull::InShader;
    let constants = [("CULL_HERE", f64::from(u8::from(in_shader))), ("ALPHA", f64::from(key.alpha as u32))];
    let blended = key.alpha == AlphaPass::Blend;
    // Blended parts pass where their own solid parts already lie.
    let compare = wgpu::CompareFunction::GreaterEqual;
    Draft {
        topology: key.topology,
        cull: match key.cull {
            Cull::None | Cull::InShader => None,
            Cull::Back => Some(wgpu::Face::Back),
            Cull::Front => Some(wgpu::Face::Front),
        },
        depth: Some((!blended, if blended { wgpu::CompareFunction::Greater } else { compare })),
        blend: blended.then_some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
        coverage: key.alpha == AlphaPass::Coverage,
        constants: &constants,
        ..Draft::new(&context.shaders.mesh, ["mesh_vertex", "mesh_fragment"])
    }
    .make(context, &context.layouts.mesh_pipeline, &[Some(Vertex::layout())])
}

fn shadow(context: &Context<'_>, topology: Topology, masked: bool) -> wgpu::RenderPipeline {
    let module = &context.shaders.shadow;
    let triangles = topology == Topology::Triangles;
    context.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("shadow"),
        layout: Some(&context.layouts.shadow_pipeline),
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
        fragment: masked.then(|| wgpu::FragmentState {
            module,
            entry_point: Some("shadow_fragment"),
            compilation_options: Default::default(),
            targets: &[],
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// The pipeline that writes to an output of `format`, and whether alpha is divided out for a file.
pub(super) fn encode(
    renderer: &Renderer,
    format: wgpu::TextureFormat,
    straight: bool,
) -> wgpu::RenderPipeline {
    let module = &renderer.shaders.encode;
    let constants =
        [("ENCODE", f64::from(u8::from(!format.is_srgb()))), ("STRAIGHT", f64::from(u8::from(straight)))];
    renderer.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("encode"),
        layout: Some(&renderer.layouts.encode_pipeline),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some("encode_vertex"),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some("encode_fragment"),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: &constants,
                ..Default::default()
            },
            targets: &[Some(format.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
