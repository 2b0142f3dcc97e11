//! Builder of small glTF files.

use serde_json::{Value, json};
use sinew_import::{ImportError, Imported, NoFiles, import};

/// Builder of buffer views and accessors over one buffer.
#[derive(Default)]
pub(crate) struct Maker {
    pub(crate) bin: Vec<u8>,
    pub(crate) views: Vec<Value>,
    pub(crate) accessors: Vec<Value>,
}

pub(crate) const F32: u32 = 5126;
pub(crate) const I8: u32 = 5120;
pub(crate) const U8: u32 = 5121;
pub(crate) const I16: u32 = 5122;
pub(crate) const U16: u32 = 5123;
pub(crate) const U32: u32 = 5125;

/// Positions of a triangle in the plane z = 0.
pub(crate) const TRIANGLE: [f32; 9] = [0., 0., 0., 1., 0., 0., 0., 1., 0.];

fn width(shape: &str) -> usize {
    match shape {
        "SCALAR" => 1,
        "VEC2" => 2,
        "VEC3" => 3,
        "VEC4" => 4,
        _ => 16,
    }
}

impl Maker {
    /// Adds a buffer view of `bytes` and returns its index.
    pub(crate) fn view(&mut self, bytes: &[u8]) -> usize {
        while !self.bin.len().is_multiple_of(4) {
            self.bin.push(0);
        }
        self.views.push(json!({ "buffer": 0, "byteOffset": self.bin.len(), "byteLength": bytes.len() }));
        self.bin.extend_from_slice(bytes);
        self.views.len() - 1
    }

    /// Adds an accessor with its own buffer view and returns its index.
    pub(crate) fn accessor(&mut self, component: u32, shape: &str, normalized: bool, bytes: &[u8]) -> usize {
        let size = match component {
            I8 | U8 => 1,
            I16 | U16 => 2,
            _ => 4,
        };
        let count = bytes.len() / size / width(shape);
        let view = self.view(bytes);
        self.push(json!({
            "bufferView": view, "componentType": component, "type": shape, "count": count,
            "normalized": normalized
        }))
    }

    /// Adds an arbitrary accessor and returns its index.
    pub(crate) fn push(&mut self, accessor: Value) -> usize {
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// Adds floats with min and max, which positions and times require.
    pub(crate) fn floats(&mut self, shape: &str, values: &[f32]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        let number = self.accessor(F32, shape, false, &bytes);
        let rows = || values.chunks(width(shape));
        let bound = |pick: fn(f32, f32) -> f32, start: f32| -> Vec<f32> {
            (0..width(shape)).map(|i| rows().map(|r| r[i]).fold(start, pick)).collect()
        };
        if values.iter().all(|v| v.is_finite()) && !values.is_empty() {
            self.accessors[number]["min"] = json!(bound(f32::min, f32::INFINITY));
            self.accessors[number]["max"] = json!(bound(f32::max, f32::NEG_INFINITY));
        }
        number
    }

    pub(crate) fn shorts(&mut self, shape: &str, normalized: bool, values: &[i16]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.accessor(I16, shape, normalized, &bytes)
    }

    pub(crate) fn indices(&mut self, values: &[u16]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.accessor(U16, "SCALAR", false, &bytes)
    }

    /// JSON of the whole file: `root` with the collected accessors, buffer views and buffer.
    pub(crate) fn json(&self, mut root: Value) -> Value {
        root["asset"] = json!({ "version": "2.0" });
        if !self.bin.is_empty() {
            root["buffers"] = json!([{ "byteLength": self.bin.len() }]);
            root["bufferViews"] = json!(self.views);
        }
        if !self.accessors.is_empty() {
            root["accessors"] = json!(self.accessors);
        }
        root
    }

    pub(crate) fn glb(&self, root: Value) -> Vec<u8> {
        glb(&self.json(root), &self.bin)
    }

    pub(crate) fn import(&self, root: Value) -> Result<Imported, ImportError> {
        import(&self.glb(root), &NoFiles)
    }

    /// Imports a file with one primitive on one node.
    pub(crate) fn import_primitive(&self, primitive: Value) -> Result<Imported, ImportError> {
        self.import(json!({
            "nodes": [{ "mesh": 0 }], "meshes": [{ "primitives": [primitive] }], "materials": [{}]
        }))
    }
}

/// GLB of JSON and binary chunk.
pub(crate) fn glb(json: &Value, bin: &[u8]) -> Vec<u8> {
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut bin = bin.to_vec();
    bin.resize(bin.len().next_multiple_of(4), 0);
    let mut out = b"glTF\x02\0\0\0".to_vec();
    let chunk = |kind: &[u8; 4], data: &[u8]| [&(data.len() as u32).to_le_bytes(), &kind[..], data].concat();
    let mut body = chunk(b"JSON", &text);
    if !bin.is_empty() {
        body.extend(chunk(b"BIN\0", &bin));
    }
    out.extend((12 + body.len() as u32).to_le_bytes());
    out.extend(body);
    out
}

/// Imports glTF JSON without external files.
pub(crate) fn import_json(json: &Value) -> Result<Imported, ImportError> {
    import(json.to_string().as_bytes(), &NoFiles)
}
