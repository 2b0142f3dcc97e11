//! Files that tests make: a humanoid with motion as BVH, and glTF files of a few lines.

use serde_json::{Value, json};
use std::fmt::Write;

/// Joint names, depths in the hierarchy and offsets in centimetres of a humanoid that stands in a T-pose.
const HUMANOID: [(&str, usize, [f32; 3]); 21] = [
    ("Hips", 0, [0.0, 90.0, 0.0]),
    ("Spine", 1, [0.0, 10.0, 0.0]),
    ("Spine1", 2, [0.0, 15.0, 0.0]),
    ("Neck", 3, [0.0, 20.0, 0.0]),
    ("Head", 4, [0.0, 10.0, 0.0]),
    ("LeftShoulder", 3, [5.0, 15.0, 0.0]),
    ("LeftArm", 4, [12.0, 0.0, 0.0]),
    ("LeftForeArm", 5, [27.0, 0.0, 0.0]),
    ("LeftHand", 6, [25.0, 0.0, 0.0]),
    ("RightShoulder", 3, [-5.0, 15.0, 0.0]),
    ("RightArm", 4, [-12.0, 0.0, 0.0]),
    ("RightForeArm", 5, [-27.0, 0.0, 0.0]),
    ("RightHand", 6, [-25.0, 0.0, 0.0]),
    ("LeftUpLeg", 1, [9.0, -5.0, 0.0]),
    ("LeftLeg", 2, [0.0, -40.0, 0.0]),
    ("LeftFoot", 3, [0.0, -40.0, 0.0]),
    ("LeftToeBase", 4, [0.0, -5.0, 13.0]),
    ("RightUpLeg", 1, [-9.0, -5.0, 0.0]),
    ("RightLeg", 2, [0.0, -40.0, 0.0]),
    ("RightFoot", 3, [0.0, -40.0, 0.0]),
    ("RightToeBase", 4, [0.0, -5.0, 13.0]),
];

/// A humanoid as BVH with `frames` frames, each `step` seconds long. Its joints turn by up to 20 degrees; it
/// travels 10 cm per frame.
pub(crate) fn humanoid_bvh(frames: usize, step: f32) -> String {
    let mut text = "HIERARCHY\n".to_owned();
    for (n, (name, depth, [x, y, z])) in HUMANOID.iter().enumerate() {
        let (kind, channels) = match n {
            0 => ("ROOT", "CHANNELS 6 Xposition Yposition Zposition"),
            _ => ("JOINT", "CHANNELS 3"),
        };
        writeln!(text, "{kind} {name}\n{{\nOFFSET {x} {y} {z}\n{channels} Zrotation Xrotation Yrotation")
            .unwrap();
        let next = HUMANOID.get(n + 1).map_or(0, |next| next.1);
        if next <= *depth {
            text += "End Site\n{\nOFFSET 0 2 2\n}\n";
            text += &"}\n".repeat(depth - next + 1);
        }
    }
    writeln!(text, "MOTION\nFrames: {frames}\nFrame Time: {step}").unwrap();
    for frame in 0..frames {
        write!(text, "0 90 {}", 10 * frame).unwrap();
        for channel in 0..3 * HUMANOID.len() {
            write!(text, " {}", (frame * 7 + channel * 3) % 20).unwrap();
        }
        text += "\n";
    }
    text
}

/// A glTF file with one rigid triangle and a clip for each of `clips`: its name, and whether it moves
/// anything.
pub(crate) fn triangle_with_clips(clips: &[(&str, bool)]) -> Value {
    let floats = [0.0f32, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let bytes: Vec<u8> = floats.iter().flat_map(|number| number.to_le_bytes()).collect();
    // Times 0 and 1; three positions, of which the first two are also the keys of a clip that moves.
    let clip = |(name, moves): &(&str, bool)| {
        json!({
            "name": name,
            "samplers": [{"input": 0, "output": if *moves { 2 } else { 3 }}],
            "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]
        })
    };
    json!({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": "root"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 1}}]}],
        "animations": clips.iter().map(clip).collect::<Vec<_>>(),
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
            {
                "bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC3",
                "min": [0, 0, 0], "max": [1, 1, 0]
            },
            {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"},
            {"componentType": 5126, "count": 2, "type": "VEC3"}
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 8},
            {"buffer": 0, "byteOffset": 8, "byteLength": 36}
        ],
        "buffers": [{
            "byteLength": 44,
            "uri": format!("data:application/octet-stream;base64,{}", base64(&bytes))
        }]
    })
}

/// Base64 with padding.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for n in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * n) & 63) as usize] as char;
            text.push(if n <= chunk.len() { digit } else { '=' });
        }
    }
    text
}
