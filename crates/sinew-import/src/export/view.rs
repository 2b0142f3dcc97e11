//! Buffer views and their compression (glTF 2.0 specification, section 3.6.1.2; EXT_meshopt_compression).

use super::meshopt;
use super::packed::Filtered;
use serde_json::{Value, json};

/// Approximate additional JSON of a compressed buffer view, in bytes.
const COMPRESSED_JSON_BYTES: usize = 180;
const EXTENSION: &str = "EXT_meshopt_compression";

/// Compression mode of a buffer view.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Codec {
    None,
    Attributes,
    Triangles,
    Sequence,
}

pub(super) struct View {
    pub(super) bytes: Vec<u8>,
    /// Byte stride.
    pub(super) stride: usize,
    /// Whether `byteStride` is written.
    pub(super) writes_stride: bool,
    /// `target` of the buffer view: the OpenGL binding.
    pub(super) target: Option<u32>,
    pub(super) codec: Codec,
    /// Filter of the compression, and the bytes that it turns into `bytes`.
    pub(super) filtered: Option<Filtered>,
}

impl View {
    /// Compressed bytes; `None` if they cannot be compressed.
    fn compressed(&self) -> Option<Vec<u8>> {
        let indices = || -> Vec<u32> {
            let number = |b: &[u8]| b.iter().rev().fold(0u32, |n, &b| n << 8 | u32::from(b));
            self.bytes.chunks_exact(self.stride.max(1)).map(number).collect()
        };
        match self.codec {
            Codec::None => None,
            Codec::Attributes => {
                let bytes = self.filtered.as_ref().map_or(&self.bytes, |filtered| &filtered.bytes);
                meshopt::attributes(bytes, self.stride)
            }
            Codec::Triangles => meshopt::triangles(&indices()),
            Codec::Sequence => Some(meshopt::sequence(&indices())),
        }
    }
}

/// Binary data of the file and the JSON of its buffer views.
#[derive(Default)]
pub(super) struct BinaryData {
    pub(super) bytes: Vec<u8>,
    pub(super) views: Vec<Value>,
    /// Size of the fallback buffer for compressed views; `None` without compressed views.
    pub(super) fallback: Option<usize>,
}

impl BinaryData {
    /// Appends a buffer view, compressed if it becomes smaller, and at most `max_ratio` times smaller.
    pub(super) fn add(&mut self, view: &View, max_ratio: usize) {
        let mut json = json!({ "buffer": 0, "byteLength": view.bytes.len() });
        if view.writes_stride {
            json["byteStride"] = json!(view.stride);
        }
        if let Some(target) = view.target {
            json["target"] = json!(target);
        }
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let compressed = if max_ratio > 0 { view.compressed() } else { None };
        let is_smaller = |bytes: &Vec<u8>| bytes.len() + COMPRESSED_JSON_BYTES < view.bytes.len();
        let is_readable = |bytes: &Vec<u8>| view.bytes.len() / max_ratio.max(1) <= bytes.len();
        match compressed.filter(is_smaller).filter(is_readable) {
            None => {
                json["byteOffset"] = json!(self.bytes.len());
                self.bytes.extend_from_slice(&view.bytes);
            }
            Some(bytes) => {
                // The view refers to a fallback buffer without data, into which readers may decode.
                let fallback = self.fallback.unwrap_or(0).next_multiple_of(4);
                self.fallback = Some(fallback + view.bytes.len());
                json["buffer"] = json!(1);
                json["byteOffset"] = json!(fallback);
                let mut packed = json!({
                    "buffer": 0,
                    "byteOffset": self.bytes.len(),
                    "byteLength": bytes.len(),
                    "byteStride": view.stride,
                    "count": view.bytes.len() / view.stride.max(1),
                    "mode": match view.codec {
                        Codec::Triangles => "TRIANGLES",
                        Codec::Sequence => "INDICES",
                        Codec::Attributes | Codec::None => "ATTRIBUTES",
                    },
                });
                if let Some(Filtered { filter, .. }) = view.filtered {
                    packed["filter"] = json!(filter);
                }
                json["extensions"] = json!({ EXTENSION: packed });
                self.bytes.extend_from_slice(&bytes);
            }
        }
        self.views.push(json);
    }
}
