//! glTF accessors of arbitrary layout over arbitrary bytes, used as positions, joints, weights, indices,
//! morph targets and keys.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew_import::{NoFiles, import};

/// Reader of numbers from the fuzzer's bytes.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[usize::from(self.byte()) % choices.len()]
    }

    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().map_or((0, self.0), |(f, r)| (*f, r));
        self.0 = rest;
        first
    }

    fn number(&mut self) -> u64 {
        match self.byte() {
            byte @ 0..=199 => byte.into(),
            200..=229 => u64::from(self.byte()) << 8 | u64::from(self.byte()),
            _ => self.one_of(&[u64::MAX, u64::MAX / 4, 1 << 32, 1 << 31, u32::MAX.into(), 65_535]),
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let mut views = Vec::new();
    let mut accessors = Vec::new();
    let count = bytes.number();
    for n in 0..6 {
        let (component, shape) = (
            bytes.one_of(&[5120, 5121, 5122, 5123, 5125, 5126]),
            bytes.one_of(&["SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"]),
        );
        let (normalized, offset) = (bytes.byte() & 1 == 1, bytes.number());
        let count = if bytes.byte() < 200 { count } else { bytes.number() };
        let sparse = match bytes.byte() {
            0..=99 => format!(
                r#","sparse":{{"count":{},"indices":{{"bufferView":{n},"componentType":{}}},"values":{{"bufferView":0}}}}"#,
                bytes.number(),
                bytes.one_of(&[5121, 5123, 5125, 5126]),
            ),
            _ => String::new(),
        };
        let stride = match bytes.byte() {
            0..=99 => format!(r#","byteStride":{}"#, bytes.number()),
            _ => String::new(),
        };
        views.push((bytes.number(), bytes.number(), stride));
        accessors.push(format!(
            r#"{{"bufferView":{n},"componentType":{component},"type":"{shape}","normalized":{normalized},
            "byteOffset":{offset},"count":{count}{sparse}}}"#
        ));
    }
    let bin = bytes.0;
    let views: Vec<_> = views
        .into_iter()
        .map(|(offset, length, stride)| {
            let length = if length > 190 { bin.len() as u64 } else { length };
            format!(r#"{{"buffer":0,"byteOffset":{offset},"byteLength":{length}{stride}}}"#)
        })
        .collect();
    let mut json = format!(
        r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":{}}}],"bufferViews":[{}],"accessors":[{}],
        "nodes":[{{"mesh":0,"skin":0}}],"skins":[{{"joints":[0],"inverseBindMatrices":5}}],
        "materials":[{{"normalTexture":{{"index":0}}}}],"textures":[{{}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"NORMAL":1,"TEXCOORD_0":2,"JOINTS_0":3,"WEIGHTS_0":4}},
        "indices":5,"material":0,"targets":[{{"POSITION":1}}]}},{{"attributes":{{"POSITION":0}}}}]}}],
        "animations":[{{"channels":[{{"sampler":0,"target":{{"node":0,"path":"rotation"}}}},
        {{"sampler":0,"target":{{"node":0,"path":"weights"}}}}],"samplers":[{{"input":5,"output":4}}]}}]}}"#,
        bin.len(),
        views.join(","),
        accessors.join(","),
    )
    .into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let _ = import(&glb(&json, bin), &NoFiles);
});

fn glb(json: &[u8], bin: &[u8]) -> Vec<u8> {
    let padding = bin.len().next_multiple_of(4) - bin.len();
    let chunk = |kind: &[u8], data: &[u8], padding: usize| {
        [&((data.len() + padding) as u32).to_le_bytes(), kind, data, &[0; 3][..padding]].concat()
    };
    let body = [chunk(b"JSON", json, 0), chunk(b"BIN\0", bin, padding)].concat();
    [b"glTF\x02\0\0\0", &(12 + body.len() as u32).to_le_bytes()[..], &body].concat()
}
