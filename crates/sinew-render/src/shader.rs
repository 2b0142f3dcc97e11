//! Shader modules, put together from the files in `shaders/` by joining them.

use crate::settings::VertexDataPath;

const FRAME: &str = include_str!("shaders/frame.wgsl");
const DATA_STORAGE: &str = include_str!("shaders/data_storage.wgsl");
const DATA_TEXTURE: &str = include_str!("shaders/data_texture.wgsl");
const SKINNING: &str = include_str!("shaders/skinning.wgsl");
const MATERIAL: &str = include_str!("shaders/material.wgsl");
const SKY: &str = include_str!("shaders/sky.wgsl");
const SHADOW_RECEIVE: &str = include_str!("shaders/shadow_receive.wgsl");
const TONE: &str = include_str!("shaders/tone.wgsl");

/// Every module the renderer uses.
#[derive(Debug)]
pub(crate) struct Shaders {
    pub(crate) mesh: wgpu::ShaderModule,
    pub(crate) shadow: wgpu::ShaderModule,
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
            mesh: module(
                "mesh",
                &[
                    FRAME,
                    data,
                    SKINNING,
                    MATERIAL,
                    SKY,
                    SHADOW_RECEIVE,
                    TONE,
                    include_str!("shaders/mesh_vertex.wgsl"),
                    include_str!("shaders/mesh_fragment.wgsl"),
                ],
            ),
            shadow: module(
                "shadow",
                &[FRAME, data, SKINNING, MATERIAL, include_str!("shaders/shadow_cast.wgsl")],
            ),
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
