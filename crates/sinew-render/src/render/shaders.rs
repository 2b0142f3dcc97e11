//! Sources of the shaders, put together from the WGSL files.

use crate::gpu::{Gpu, TexelStorage};

const FRAME: &str = include_str!("../shaders/frame.wgsl");
const VERTEX_DATA_BUFFER: &str = include_str!("../shaders/vertex_data_buffer.wgsl");
const VERTEX_DATA_TEXTURE: &str = include_str!("../shaders/vertex_data_texture.wgsl");
const RING_DATA_BUFFER: &str = include_str!("../shaders/ring_data_buffer.wgsl");
const RING_DATA_TEXTURE: &str = include_str!("../shaders/ring_data_texture.wgsl");
const AREA_STRAIN: &str = include_str!("../shaders/area_strain.wgsl");
const NO_WRINKLES: &str = include_str!("../shaders/no_wrinkles.wgsl");
const WRINKLES: &str = include_str!("../shaders/wrinkles.wgsl");
const SKINNING: &str = include_str!("../shaders/skinning.wgsl");
const DRAW_UNIFORM: &str = include_str!("../shaders/draw_uniform.wgsl");
const PBR_FRAGMENT: &str = include_str!("../shaders/pbr_fragment.wgsl");
const PBR_MATERIAL: &str = include_str!("../shaders/pbr_material.wgsl");
const PBR_TEXTURES: &str = include_str!("../shaders/pbr_textures.wgsl");
const PBR_BRDF: &str = include_str!("../shaders/pbr_brdf.wgsl");
const PLAIN_LAYERS: &str = include_str!("../shaders/plain_layers.wgsl");
const LAYERED_MATERIAL: &str = include_str!("../shaders/layered_material.wgsl");
const LAYER_TEXTURES: &str = include_str!("../shaders/layer_textures.wgsl");
const NO_LAYER_TEXTURES: &str = include_str!("../shaders/no_layer_textures.wgsl");
const BODY: &str = include_str!("../shaders/body.wgsl");
const LAYERS: &str = include_str!("../shaders/layers.wgsl");
const TRANSMISSION: &str = include_str!("../shaders/transmission.wgsl");
const TOON_MATERIAL: &str = include_str!("../shaders/toon_material.wgsl");
const MATERIAL_TEXTURES: &str = include_str!("../shaders/material_textures.wgsl");
const VARYING: &str = include_str!("../shaders/varying.wgsl");
const MESH_VERTEX: &str = include_str!("../shaders/mesh_vertex.wgsl");
const VERTEX_LIGHTING: &str = include_str!("../shaders/vertex_lighting.wgsl");
const DEBUG_VIEW: &str = include_str!("../shaders/debug_view.wgsl");
const SURFACE: &str = include_str!("../shaders/surface.wgsl");
const SHADOW_PASS: &str = include_str!("../shaders/shadow_pass.wgsl");
const SKY: &str = include_str!("../shaders/sky.wgsl");
const ENVIRONMENT: &str = include_str!("../shaders/environment.wgsl");
const LIGHTS: &str = include_str!("../shaders/lights.wgsl");
const LIGHT_SHADOW: &str = include_str!("../shaders/light_shadow.wgsl");
const SHADOW_LOAD: &str = include_str!("../shaders/shadow_load.wgsl");
const SHADOW_SAMPLE: &str = include_str!("../shaders/shadow_sample.wgsl");
const TONE_MAPPING: &str = include_str!("../shaders/tone_mapping.wgsl");
const BACKGROUND_SKY: &str = include_str!("../shaders/background_sky.wgsl");
const TOON_OUTLINE: &str = include_str!("../shaders/toon_outline.wgsl");
const TOON_FRAGMENT: &str = include_str!("../shaders/toon_fragment.wgsl");
const DECAL_VERTEX: &str = include_str!("../shaders/decal_vertex.wgsl");
const DECAL_FRAGMENT: &str = include_str!("../shaders/decal_fragment.wgsl");

/// First line of every module. Browsers refuse derivatives where they cannot see that all pixels of a quad take the same
/// way, as at flags of a draw that come from its vertices.
const DIRECTIVES: &str = "diagnostic(off, derivative_uniformity);\n";

/// Files of the background.
const BACKGROUND: [&str; 6] =
    [FRAME, SKY, ENVIRONMENT, TONE_MAPPING, BACKGROUND_SKY, include_str!("../shaders/background.wgsl")];
/// Files of the ground, beside those of the shadow.
const GROUND: [&str; 8] = [
    FRAME,
    SKY,
    ENVIRONMENT,
    LIGHTS,
    LIGHT_SHADOW,
    TONE_MAPPING,
    BACKGROUND_SKY,
    include_str!("../shaders/ground.wgsl"),
];

/// Shader modules of the renderer, each a concatenation of files in shaders/.
#[derive(Debug)]
pub(super) struct Shaders {
    /// Indexed by [`ShadingModel`](crate::gpu::ShadingModel).
    pub(super) mesh: [wgpu::ShaderModule; 3],
    /// Indexed by [`ShadingModel`](crate::gpu::ShadingModel).
    pub(super) shadow: [wgpu::ShaderModule; 3],
    pub(super) decal: wgpu::ShaderModule,
    pub(super) background: wgpu::ShaderModule,
    pub(super) ground: wgpu::ShaderModule,
    pub(super) lines: wgpu::ShaderModule,
    pub(super) output: wgpu::ShaderModule,
    pub(super) skinned_vertices: wgpu::ShaderModule,
    pub(super) vertex_strain: wgpu::ShaderModule,
}

impl Shaders {
    pub(super) fn new(gpu: &Gpu) -> Self {
        let (device, storage, layouts) = (&gpu.device, gpu.caches.texel_storage, &gpu.caches.layouts);
        let shadow_depth = if gpu.caches.is_gl { SHADOW_SAMPLE } else { SHADOW_LOAD };
        let (vertex_data, ring_data) = match storage {
            TexelStorage::Buffer => (VERTEX_DATA_BUFFER, RING_DATA_BUFFER),
            TexelStorage::Texture => (VERTEX_DATA_TEXTURE, RING_DATA_TEXTURE),
        };
        let module = |label: &str, files: &[&str]| {
            let files = [&[DIRECTIVES], files].concat();
            device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(label),
                source: wgpu::ShaderSource::Wgsl(files.concat().into()),
            })
        };
        // Surfaces differ in their material, in what their vertices bring along, and in their fragment
        // shader.
        let with_wrinkles = ([ring_data, AREA_STRAIN], WRINKLES);
        let toon_wrinkles = if layouts.has_toon_wrinkles { with_wrinkles } else { ([NO_WRINKLES, ""], "") };
        let surface = |label: &str, material: &[&str], draw: &str, vertex: &[&str], fragment: &[&str]| {
            let (strain, wrinkles) = if label == "toon" { toon_wrinkles } else { with_wrinkles };
            let material = material.concat();
            let before = [FRAME, vertex_data, SKINNING, draw, &material, MATERIAL_TEXTURES];
            let light = [SKY, ENVIRONMENT, LIGHTS, LIGHT_SHADOW, shadow_depth, TONE_MAPPING];
            let between = [VERTEX_LIGHTING, strain[0], strain[1], VARYING];
            let after = [SURFACE, wrinkles, DEBUG_VIEW];
            module(label, &[&before[..], &light, &between, vertex, &after, fragment].concat())
        };
        let plain = [PBR_MATERIAL, PBR_TEXTURES];
        let plain_fragment = [PBR_BRDF, PLAIN_LAYERS, PBR_FRAGMENT];
        let layer_textures = if layouts.has_layer_textures { LAYER_TEXTURES } else { NO_LAYER_TEXTURES };
        Self {
            mesh: [
                surface("pbr", &plain, DRAW_UNIFORM, &[MESH_VERTEX], &plain_fragment),
                surface(
                    "toon",
                    &[TOON_MATERIAL],
                    DRAW_UNIFORM,
                    &[MESH_VERTEX, TOON_OUTLINE],
                    &[TOON_FRAGMENT],
                ),
                surface(
                    "layered",
                    &[LAYERED_MATERIAL, PBR_TEXTURES, layer_textures],
                    DRAW_UNIFORM,
                    &[MESH_VERTEX],
                    &[PBR_BRDF, LAYERS, BODY, TRANSMISSION, PBR_FRAGMENT],
                ),
            ],
            shadow: [&plain[..], &[TOON_MATERIAL], &[LAYERED_MATERIAL, PBR_TEXTURES]].map(|material| {
                let before = [FRAME, vertex_data, SKINNING, DRAW_UNIFORM];
                module("shadow", &[&before[..], material, &[MATERIAL_TEXTURES, SHADOW_PASS]].concat())
            }),
            // Vertices of decals bring the records of their meshes along, in place of a uniform.
            decal: surface(
                "decal",
                &plain,
                "",
                &[DECAL_VERTEX],
                &[PBR_BRDF, PLAIN_LAYERS, PBR_FRAGMENT, DECAL_FRAGMENT],
            ),
            background: module("background", &BACKGROUND),
            ground: module("ground", &[&GROUND[..], &[shadow_depth]].concat()),
            lines: module("lines", &[FRAME, include_str!("../shaders/lines.wgsl")]),
            output: module("output", &[include_str!("../shaders/output.wgsl")]),
            skinned_vertices: module(
                "skinned vertices",
                &[vertex_data, SKINNING, DRAW_UNIFORM, include_str!("../shaders/skinned_vertices.wgsl")],
            ),
            vertex_strain: module(
                "vertex strain",
                &[
                    vertex_data,
                    SKINNING,
                    DRAW_UNIFORM,
                    ring_data,
                    AREA_STRAIN,
                    include_str!("../shaders/vertex_strain.wgsl"),
                ],
            ),
        }
    }
}
