//! Shader modules, put together from the files in `shaders/` by joining them.

use crate::settings::VertexDataPath;

const FRAME: &str = include_str!("shaders/frame.wgsl");
const DATA_STORAGE: &str = include_str!("shaders/data_storage.wgsl");
const DATA_TEXTURE: &str = include_str!("shaders/data_texture.wgsl");
const SKINNING: &str = include_str!("shaders/skinning.wgsl");
const MATERIAL: &str = include_str!("shaders/material.wgsl");
const TOON_MATERIAL: &str = include_str!("shaders/toon_material.wgsl");
const MATERIAL_TEXTURES: &str = include_str!("shaders/material_textures.wgsl");
const MESH_VERTEX: &str = include_str!("shaders/mesh_vertex.wgsl");
const SURFACE: &str = include_str!("shaders/surface.wgsl");
const SHADOW_CAST: &str = include_str!("shaders/shadow_cast.wgsl");
const SKY: &str = include_str!("shaders/sky.wgsl");
const SHADOW_RECEIVE: &str = include_str!("shaders/shadow_receive.wgsl");
const TONE: &str = include_str!("shaders/tone.wgsl");

/// Every module the renderer uses.
#[derive(Debug)]
pub(crate) struct Shaders {
    /// By [`Shading`](crate::model::Shading).
    pub(crate) mesh: [wgpu::ShaderModule; 2],
    /// By [`Shading`](crate::model::Shading).
    pub(crate) shadow: [wgpu::ShaderModule; 2],
    pub(crate) backdrop: wgpu::ShaderModule,
    pub(crate) ground: wgpu::ShaderModule,
    pub(crate) lines: wgpu::ShaderModule,
    pub(crate) encode: wgpu::ShaderModule,
    pub(crate) mipmap: wgpu::ShaderModule,
    pub(crate) read_vertices: wgpu::ShaderModule,
}

impl Shaders {
    pub(crate) fn new(device: &wgpu::Device, path: VertexDataPath) -> Self {
        let data = match path {
            VertexDataPath::Storage => DATA_STORAGE,
            VertexDataPath::Texture => DATA_TEXTURE,
        };
        let module = |label: &str, files: &[&str]| {
            device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(label),
                source: wgpu::ShaderSource::Wgsl(files.concat().into()),
            })
        };
        Self {
            mesh: [
                module(
                    "mesh",
                    &[
                        FRAME,
                        data,
                        SKINNING,
                        MATERIAL,
                        MATERIAL_TEXTURES,
                        SKY,
                        SHADOW_RECEIVE,
                        TONE,
                        MESH_VERTEX,
                        SURFACE,
                        include_str!("shaders/mesh_fragment.wgsl"),
                    ],
                ),
                module(
                    "toon",
                    &[
                        FRAME,
                        data,
                        SKINNING,
                        TOON_MATERIAL,
                        MATERIAL_TEXTURES,
                        SKY,
                        SHADOW_RECEIVE,
                        MESH_VERTEX,
                        include_str!("shaders/toon_vertex.wgsl"),
                        SURFACE,
                        include_str!("shaders/toon_fragment.wgsl"),
                    ],
                ),
            ],
            shadow: [MATERIAL, TOON_MATERIAL].map(|material| {
                module("shadow", &[FRAME, data, SKINNING, material, MATERIAL_TEXTURES, SHADOW_CAST])
            }),
            backdrop: module("backdrop", &[FRAME, SKY, TONE, include_str!("shaders/backdrop.wgsl")]),
            ground: module(
                "ground",
                &[FRAME, SKY, SHADOW_RECEIVE, TONE, include_str!("shaders/ground.wgsl")],
            ),
            lines: module("lines", &[FRAME, include_str!("shaders/lines.wgsl")]),
            encode: module("encode", &[include_str!("shaders/encode.wgsl")]),
            mipmap: module("mipmap", &[include_str!("shaders/mipmap.wgsl")]),
            read_vertices: module(
                "read vertices",
                &[data, SKINNING, include_str!("shaders/read_vertices.wgsl")],
            ),
        }
    }
}
