//! The character as GLB (Khronos, glTF 2.0 specification).

use super::buffer::{Buffer, Use};
use crate::motion::Take;
use crate::skeleton::Skeleton;
use crate::surface::Surface;
use glam::{Mat4, Quat, Vec3};
use serde_json::{Value, json};

/// A material: name, index of its texture, roughness.
pub(crate) struct Look {
    /// The material's name.
    pub name: &'static str,
    /// Index of its base colour texture.
    pub texture: usize,
    /// Roughness, 0..1.
    pub roughness: f32,
    /// Whether back faces are drawn too.
    pub two_sided: bool,
}

/// A mesh of its own: name, material, surface in the T-pose.
pub(crate) struct Part {
    /// Name of the mesh and of its node.
    pub name: &'static str,
    /// Index of the material.
    pub look: usize,
    /// The surface.
    pub surface: Surface,
}

/// Writes the whole file.
pub(crate) fn write(
    skeleton: &Skeleton,
    parts: &[Part],
    looks: &[Look],
    textures: &[(&str, Vec<u8>)],
    takes: &[Take],
) -> Vec<u8> {
    let mut buffer = Buffer::default();
    let meshes: Vec<Value> = parts.iter().map(|p| mesh(p, &mut buffer)).collect();
    let binds: Vec<Mat4> = skeleton.joints.iter().map(|j| Mat4::from_translation(-j.at)).collect();
    let binds = buffer.matrices(&binds);
    let mut nodes: Vec<Value> = (0..skeleton.joints.len()).map(|i| joint(skeleton, i)).collect();
    let first_mesh = nodes.len();
    for (i, part) in parts.iter().enumerate() {
        nodes.push(json!({ "name": part.name, "mesh": i, "skin": 0 }));
    }
    let mut scene_nodes = vec![0];
    scene_nodes.extend(first_mesh..nodes.len());
    let images: Vec<Value> = textures
        .iter()
        .map(|(name, bytes)| {
            let view = buffer.view(bytes, Use::Plain);
            json!({ "name": name, "mimeType": "image/png", "bufferView": view })
        })
        .collect();
    let animations: Vec<Value> = takes.iter().map(|t| animation(t, parts, first_mesh, &mut buffer)).collect();
    let mut document = json!({
        "asset": { "version": "2.0", "generator": "sinew make-character", "copyright": "Sinew contributors, MIT OR Apache-2.0" },
        "scene": 0,
        "scenes": [{ "name": "sinew", "nodes": scene_nodes }],
        "nodes": nodes,
        "meshes": meshes,
        "skins": [{
            "name": "sinew",
            "skeleton": 0,
            "joints": (0..skeleton.joints.len()).collect::<Vec<_>>(),
            "inverseBindMatrices": binds,
        }],
        "materials": looks.iter().map(|l| {
            let mut m = json!({
                "name": l.name,
                "pbrMetallicRoughness": {
                    "baseColorTexture": { "index": l.texture },
                    "metallicFactor": 0.0,
                    "roughnessFactor": l.roughness,
                },
            });
            if l.two_sided {
                m["doubleSided"] = json!(true);
            }
            m
        }).collect::<Vec<_>>(),
        "textures": (0..images.len()).map(|i| json!({ "source": i, "sampler": 0 })).collect::<Vec<_>>(),
        "samplers": [{ "magFilter": 9729, "minFilter": 9987 }],
        "images": images,
        "buffers": [{ "byteLength": 0 }],
        "bufferViews": buffer.views,
        "accessors": buffer.accessors,
    });
    if !animations.is_empty() {
        document["animations"] = json!(animations);
    }
    let mut binary = buffer.bytes;
    while !binary.len().is_multiple_of(4) {
        binary.push(0);
    }
    document["buffers"][0]["byteLength"] = json!(binary.len());
    let mut text = document.to_string().into_bytes();
    while !text.len().is_multiple_of(4) {
        text.push(b' ');
    }
    let total = 12 + 8 + text.len() + 8 + binary.len();
    let mut out = Vec::with_capacity(total);
    out.extend(b"glTF");
    for word in [2, total as u32, text.len() as u32] {
        out.extend(word.to_le_bytes());
    }
    out.extend(b"JSON");
    out.extend(text);
    out.extend((binary.len() as u32).to_le_bytes());
    out.extend(b"BIN\0");
    out.extend(binary);
    out
}

fn joint(skeleton: &Skeleton, index: usize) -> Value {
    let mut node = json!({ "name": skeleton.joints[index].name });
    let offset = skeleton.offset(index);
    if offset != Vec3::ZERO {
        node["translation"] = json!(offset.to_array());
    }
    let children: Vec<usize> =
        skeleton.joints.iter().enumerate().filter(|(_, j)| j.parent == Some(index)).map(|(i, _)| i).collect();
    if !children.is_empty() {
        node["children"] = json!(children);
    }
    node
}

fn mesh(part: &Part, buffer: &mut Buffer) -> Value {
    let s = &part.surface;
    let joints: Vec<[u8; 4]> =
        s.influences.iter().map(|i| i.map(|(j, w)| if w > 0.0 { j as u8 } else { 0 })).collect();
    let weights: Vec<[f32; 4]> = s.influences.iter().map(|i| i.map(|(_, w)| w)).collect();
    let mut primitive = json!({
        "attributes": {
            "POSITION": buffer.vec3(&s.positions, Use::Vertices),
            "NORMAL": buffer.vec3(&s.normals, Use::Vertices),
            "TEXCOORD_0": buffer.vec2(&s.uvs),
            "JOINTS_0": buffer.joints(&joints),
            "WEIGHTS_0": buffer.vec4(&weights, Use::Vertices),
        },
        "indices": buffer.indices(&s.triangles),
        "material": part.look,
    });
    let mut out = json!({ "name": part.name });
    if !s.morphs.is_empty() {
        let targets: Vec<Value> = s
            .morphs
            .iter()
            .map(|(_, offsets)| {
                let positions: Vec<Vec3> = offsets.iter().map(|o| o[0]).collect();
                let normals: Vec<Vec3> = offsets.iter().map(|o| o[1]).collect();
                json!({
                    "POSITION": buffer.vec3(&positions, Use::Vertices),
                    "NORMAL": buffer.vec3(&normals, Use::Vertices),
                })
            })
            .collect();
        primitive["targets"] = json!(targets);
        out["weights"] = json!(vec![0.0; targets.len()]);
        out["extras"] = json!({ "targetNames": s.morphs.iter().map(|(n, _)| n).collect::<Vec<_>>() });
    }
    out["primitives"] = json!([primitive]);
    out
}

fn animation(take: &Take, parts: &[Part], first_mesh: usize, buffer: &mut Buffer) -> Value {
    let times = buffer.scalars(&take.times);
    let (mut samplers, mut channels) = (Vec::new(), Vec::new());
    let mut put = |node: usize, path: &str, output: usize| {
        samplers.push(json!({ "input": times, "output": output, "interpolation": "LINEAR" }));
        channels.push(json!({ "sampler": samplers.len() - 1, "target": { "node": node, "path": path } }));
    };
    for (joint, rotations) in &take.rotations {
        let flat: Vec<[f32; 4]> = rotations.iter().map(Quat::to_array).collect();
        let output = buffer.vec4(&flat, Use::Plain);
        put(*joint, "rotation", output);
    }
    let output = buffer.vec3(&take.hips, Use::Plain);
    put(take.hips_joint, "translation", output);
    for (i, part) in parts.iter().enumerate() {
        let names: Vec<&str> = part.surface.morphs.iter().map(|(n, _)| n.as_str()).collect();
        if !names.iter().any(|n| take.morphs.iter().any(|(m, _)| m == n)) {
            continue;
        }
        let mut values = Vec::with_capacity(names.len() * take.times.len());
        for k in 0..take.times.len() {
            for name in &names {
                values.push(take.morphs.iter().find(|(m, _)| m == name).map_or(0.0, |(_, v)| v[k]));
            }
        }
        let output = buffer.scalars(&values);
        put(first_mesh + i, "weights", output);
    }
    json!({ "name": take.name, "samplers": samplers, "channels": channels })
}
