//! Buffer views: bytes that belong together, and how the file describes them (glTF 2.0 specification, section 3.6.1.2;
//! EXT_meshopt_compression).

use super::meshopt;
use serde_json::{Value, json};

/// About what the JSON of a compressed view takes beyond that of another.
const COMPRESSED_COST: usize = 180;
const EXTENSION: &str = "EXT_meshopt_compression";

/// How a view may be compressed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Codec {
    None,
    Attributes,
    Triangles,
    Sequence,
}

pub(super) struct View {
    pub(super) bytes: Vec<u8>,
    /// Bytes from one element to the next.
    pub(super) stride: usize,
    /// Whether the file must say so.
    pub(super) states_stride: bool,
    /// What a graphics device binds it as, by OpenGL's number.
    pub(super) target: Option<u32>,
    pub(super) codec: Codec,
}

impl View {
    /// The bytes compressed; none where they cannot be.
    fn compressed(&self) -> Option<Vec<u8>> {
        let indices = || -> Vec<u32> {
            let number = |b: &[u8]| b.iter().rev().fold(0u32, |n, &b| n << 8 | u32::from(b));
            self.bytes.chunks_exact(self.stride.max(1)).map(number).collect()
        };
        match self.codec {
            Codec::None => None,
            Codec::Attributes => meshopt::attributes(&self.bytes, self.stride),
            Codec::Triangles => meshopt::triangles(&indices()),
            Codec::Sequence => Some(meshopt::sequence(&indices())),
        }
    }
}

/// The file's binary data, and what its JSON says of it.
#[derive(Default)]
pub(super) struct Stored {
    pub(super) bytes: Vec<u8>,
    pub(super) views: Vec<Value>,
    /// How many bytes the compressed views would take; none where nothing is compressed.
    pub(super) fallback: Option<usize>,
}

impl Stored {
    /// Appends a view, compressed if `meshopt` asks for it and it becomes smaller.
    pub(super) fn add(&mut self, view: &View, meshopt: bool) {
        let mut json = json!({ "buffer": 0, "byteLength": view.bytes.len() });
        if view.states_stride {
            json["byteStride"] = json!(view.stride);
        }
        if let Some(target) = view.target {
            json["target"] = json!(target);
        }
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let compressed = if meshopt { view.compressed() } else { None };
        match compressed.filter(|bytes| bytes.len() + COMPRESSED_COST < view.bytes.len()) {
            None => {
                json["byteOffset"] = json!(self.bytes.len());
                self.bytes.extend_from_slice(&view.bytes);
            }
            Some(bytes) => {
                // Readers that decode find room for the view in a buffer that is not stored.
                let fallback = self.fallback.unwrap_or(0).next_multiple_of(4);
                self.fallback = Some(fallback + view.bytes.len());
                json["buffer"] = json!(1);
                json["byteOffset"] = json!(fallback);
                let packed = json!({
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
                json["extensions"] = json!({ EXTENSION: packed });
                self.bytes.extend_from_slice(&bytes);
            }
        }
        self.views.push(json);
    }
}
