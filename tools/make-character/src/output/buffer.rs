//! The binary chunk: buffer views and accessors collected as they are written.

use glam::{Mat4, Vec3};
use serde_json::{Value, json};

/// What a buffer view is for.
#[derive(Clone, Copy)]
pub(crate) enum Use {
    /// Vertex attributes.
    Vertices = 34962,
    /// Triangle indices.
    Indices = 34963,
    /// Anything else.
    Plain = 0,
}

/// The bytes and their descriptions.
#[derive(Default)]
pub(crate) struct Buffer {
    /// The binary chunk.
    pub bytes: Vec<u8>,
    /// `bufferViews`.
    pub views: Vec<Value>,
    /// `accessors`.
    pub accessors: Vec<Value>,
}

impl Buffer {
    /// Appends bytes as a view and returns its index.
    pub(crate) fn view(&mut self, bytes: &[u8], purpose: Use) -> usize {
        while !self.bytes.len().is_multiple_of(4) {
            self.bytes.push(0);
        }
        let mut view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        if purpose as u32 != 0 {
            view["target"] = json!(purpose as u32);
        }
        self.bytes.extend(bytes);
        self.views.push(view);
        self.views.len() - 1
    }

    fn accessor(&mut self, view: usize, component: u32, count: usize, kind: &str) -> usize {
        self.accessors
            .push(json!({ "bufferView": view, "componentType": component, "count": count, "type": kind }));
        self.accessors.len() - 1
    }

    /// Three floats each, with their bounds.
    pub(crate) fn vec3(&mut self, values: &[Vec3], purpose: Use) -> usize {
        let view = self.view(bytemuck::cast_slice(values), purpose);
        let id = self.accessor(view, 5126, values.len(), "VEC3");
        let low = values.iter().copied().fold(Vec3::MAX, Vec3::min);
        let high = values.iter().copied().fold(Vec3::MIN, Vec3::max);
        self.accessors[id]["min"] = json!(low.to_array());
        self.accessors[id]["max"] = json!(high.to_array());
        id
    }

    /// Two floats each.
    pub(crate) fn vec2(&mut self, values: &[[f32; 2]]) -> usize {
        let view = self.view(bytemuck::cast_slice(values), Use::Vertices);
        self.accessor(view, 5126, values.len(), "VEC2")
    }

    /// Four floats each.
    pub(crate) fn vec4(&mut self, values: &[[f32; 4]], purpose: Use) -> usize {
        let view = self.view(bytemuck::cast_slice(values), purpose);
        self.accessor(view, 5126, values.len(), "VEC4")
    }

    /// Four bytes each (joint numbers).
    pub(crate) fn joints(&mut self, values: &[[u8; 4]]) -> usize {
        let view = self.view(bytemuck::cast_slice(values), Use::Vertices);
        self.accessor(view, 5121, values.len(), "VEC4")
    }

    /// Single floats, with their bounds.
    pub(crate) fn scalars(&mut self, values: &[f32]) -> usize {
        let view = self.view(bytemuck::cast_slice(values), Use::Plain);
        let id = self.accessor(view, 5126, values.len(), "SCALAR");
        let low = values.iter().copied().fold(f32::MAX, f32::min);
        let high = values.iter().copied().fold(f32::MIN, f32::max);
        self.accessors[id]["min"] = json!([low]);
        self.accessors[id]["max"] = json!([high]);
        id
    }

    /// Matrices.
    pub(crate) fn matrices(&mut self, values: &[Mat4]) -> usize {
        let view = self.view(bytemuck::cast_slice(values), Use::Plain);
        self.accessor(view, 5126, values.len(), "MAT4")
    }

    /// Triangle indices, 16-bit.
    pub(crate) fn indices(&mut self, triangles: &[[u32; 3]]) -> usize {
        let flat: Vec<u16> = triangles.iter().flatten().map(|i| *i as u16).collect();
        let view = self.view(bytemuck::cast_slice(&flat), Use::Indices);
        self.accessor(view, 5123, flat.len(), "SCALAR")
    }
}
