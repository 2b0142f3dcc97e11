//! Collection of buffer views and accessors during the export (glTF 2.0 specification, section 3.6). Equal
//! data is stored once.

use super::packed::{Filtered, Packed};
use super::view::{BinaryData, Codec, View};
use crate::limits;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Purpose of an accessor. Keys of a clip share buffer views; other accessors have their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Use {
    Attribute,
    Triangles,
    /// Indices of points or lines.
    Indices,
    Matrices,
    Keys,
}

impl Use {
    /// `target` of the buffer view: the OpenGL binding.
    fn target(self) -> Option<u32> {
        match self {
            Self::Attribute => Some(34962),
            Self::Triangles | Self::Indices => Some(34963),
            Self::Matrices | Self::Keys => None,
        }
    }

    /// Kind of shared buffer views.
    fn pool(self) -> Pool {
        match self {
            Self::Attribute => Pool::Attributes,
            Self::Triangles => Pool::Triangles,
            Self::Indices => Pool::Indices,
            Self::Matrices => Pool::Matrices,
            Self::Keys => Pool::Keys,
        }
    }

    /// Compression of elements of `stride` bytes.
    fn codec(self, stride: usize) -> Codec {
        match self {
            Self::Triangles | Self::Indices if stride == 1 => Codec::None,
            Self::Triangles => Codec::Triangles,
            Self::Indices => Codec::Sequence,
            Self::Attribute | Self::Matrices | Self::Keys => Codec::Attributes,
        }
    }
}

/// Kind of buffer views that several accessors share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Pool {
    Keys,
    SparseIndices,
    SparseValues,
    Attributes,
    Triangles,
    Indices,
    Matrices,
}

/// Byte range within a buffer view.
#[derive(Clone, Copy)]
struct Span {
    view: usize,
    offset: usize,
    length: usize,
}

/// Properties besides the data that equal accessors have in common.
type Key = (Use, u32, usize, bool, usize, bool, usize);

/// Existing accessor with the location of its data; for a sparse one, of its indices and values.
struct Known {
    key: Key,
    accessor: usize,
    parts: [Option<Span>; 2],
}

/// Buffer views and accessors of the file.
#[derive(Default)]
pub(super) struct Buffer {
    views: Vec<View>,
    accessors: Vec<Value>,
    known: HashMap<u64, Vec<Known>>,
    /// Buffer views by pool, stride and filter.
    pools: BTreeMap<(Pool, usize, &'static str), usize>,
    /// Bytes of the buffer views, and bytes that readers decode, also from data that several accessors share.
    stored: usize,
    decoded: usize,
    /// Whether buffer views are compressed.
    pub(super) meshopt: bool,
}

/// Decoded bytes per byte of a file, and bytes beyond, that files stay below, with a reserve for the lists
/// that readers make: half of what the importer allows.
const MAX_DECODED_PER_BYTE: usize = limits::MAX_DECODED_PER_BYTE / 2;
const MAX_DECODED_BASE: usize = limits::MAX_DECODED_BASE / 2;

/// Largest compression ratio of buffer views where the file would decode to too many bytes.
const SMALL_RATIO: usize = 4;

/// Whether a file of so many bytes may decode to so many.
fn may_decode(stored: usize, decoded: usize) -> bool {
    decoded <= stored.saturating_mul(MAX_DECODED_PER_BYTE).saturating_add(MAX_DECODED_BASE)
}

impl Buffer {
    /// Empty collection.
    pub(super) fn new(meshopt: bool) -> Self {
        Self { meshopt, ..Self::default() }
    }

    /// Adds an accessor for `packed`, which must have at least one element, or returns an equal one.
    pub(super) fn accessor(&mut self, packed: Packed, purpose: Use) -> usize {
        let key = key(&packed, purpose, packed.count);
        let hash = hash(&key, [&packed.bytes, &[]]);
        self.decoded += packed.count.saturating_mul(packed.width) * size_of::<f32>();
        // Thousands of tracks may share their keys; importers limit what a small file may decode to.
        let shares = may_decode(self.stored, self.decoded);
        if let Some(known) = self.find(hash, &key, [&packed.bytes, &[]]).filter(|_| shares) {
            return known;
        }
        let mut json = describe(&packed);
        let length = packed.bytes.len();
        self.stored += length;
        let span = match Some(purpose.pool()).filter(|pool| self.meshopt || *pool == Pool::Keys) {
            Some(pool) => self.pooled(pool, packed.stride, &packed.bytes, packed.filtered.as_ref()),
            None => {
                self.views.push(View {
                    stride: packed.stride,
                    writes_stride: packed.is_padded,
                    target: purpose.target(),
                    codec: purpose.codec(packed.stride),
                    bytes: packed.bytes,
                    filtered: packed.filtered,
                });
                Span { view: self.views.len() - 1, offset: 0, length }
            }
        };
        json["bufferView"] = json!(span.view);
        if span.offset > 0 {
            json["byteOffset"] = json!(span.offset);
        }
        self.add(hash, key, json, [Some(span), None])
    }

    /// Existing accessor with equal properties and data.
    fn find(&self, hash: u64, key: &Key, bytes: [&[u8]; 2]) -> Option<usize> {
        let stored = |span: &Option<Span>| match span {
            None => Some(&[][..]),
            Some(span) => self.views.get(span.view)?.bytes.get(span.offset..span.offset + span.length),
        };
        let same = |known: &&Known| {
            known.key == *key
                && known.parts.iter().zip(bytes).all(|(part, bytes)| stored(part) == Some(bytes))
        };
        self.known.get(&hash).into_iter().flatten().find(same).map(|known| known.accessor)
    }

    fn add(&mut self, hash: u64, key: Key, json: Value, parts: [Option<Span>; 2]) -> usize {
        let accessor = self.accessors.len();
        self.accessors.push(json);
        self.known.entry(hash).or_default().push(Known { key, accessor, parts });
        accessor
    }

    /// Adds an accessor of vertex indices with the smallest possible component type, for triangles or for
    /// points and lines.
    pub(super) fn indices(&mut self, indices: &[u32], triangles: bool) -> usize {
        let max = indices.iter().copied().max().unwrap_or(0);
        let packed = self.integers(indices, max, true);
        self.accessor(packed, if triangles { Use::Triangles } else { Use::Indices })
    }

    /// Adds a sparse accessor of `count` elements: `values` at the ascending indices `ids`, zero elsewhere.
    /// The bounds of `values` must be those of all elements.
    pub(super) fn sparse(&mut self, count: usize, ids: &[u32], values: &Packed) -> usize {
        let indices = self.integers(ids, ids.last().copied().unwrap_or(0), false);
        let key = key(values, Use::Attribute, count);
        let hash = hash(&key, [&indices.bytes, &values.bytes]);
        if let Some(known) = self.find(hash, &key, [&indices.bytes, &values.bytes]) {
            return known;
        }
        let mut json = describe(values);
        json["count"] = json!(count);
        if ids.is_empty() {
            return self.add(hash, key, json, [None, None]);
        }
        let ids_at = self.pooled(Pool::SparseIndices, indices.stride, &indices.bytes, None);
        let values_at = self.pooled(Pool::SparseValues, values.stride, &values.bytes, None);
        json["sparse"] = json!({
            "count": ids.len(),
            "indices": {
                "bufferView": ids_at.view,
                "byteOffset": ids_at.offset,
                "componentType": indices.component,
            },
            "values": { "bufferView": values_at.view, "byteOffset": values_at.offset },
        });
        self.add(hash, key, json, [Some(ids_at), Some(values_at)])
    }

    /// Adds an accessor of `count` elements like `packed` whose data an extension holds.
    #[cfg(feature = "draco-export")]
    pub(super) fn without_data(&mut self, packed: &Packed, count: usize) -> usize {
        let mut json = describe(packed);
        json["count"] = json!(count);
        self.accessors.push(json);
        self.accessors.len() - 1
    }

    /// Adds an accessor of `count` vertex indices below `vertices` whose data an extension holds.
    #[cfg(feature = "draco-export")]
    pub(super) fn indices_without_data(&mut self, count: usize, vertices: usize) -> usize {
        let component = if vertices <= usize::from(u16::MAX) { 5123 } else { 5125 };
        self.accessors.push(json!({ "componentType": component, "count": count, "type": "SCALAR" }));
        self.accessors.len() - 1
    }

    /// Adds a buffer view of raw bytes, such as an image.
    pub(super) fn raw(&mut self, bytes: &[u8]) -> usize {
        let (bytes, codec) = (bytes.to_vec(), Codec::None);
        self.views.push(View { bytes, stride: 1, writes_stride: false, target: None, codec, filtered: None });
        self.views.len() - 1
    }

    /// Starts new shared buffer views, so that the data of each mesh or clip is contiguous. Compressed ones are
    /// few and large, since each has a head and an object of its own.
    pub(super) fn close_pools(&mut self) {
        if !self.meshopt {
            self.pools.clear();
        }
    }

    /// Packs integers up to `max`. The largest value of a component type is the restart index of vertex
    /// indices and therefore reserved if `are_vertices`.
    fn integers(&self, numbers: &[u32], max: u32, are_vertices: bool) -> Packed {
        let max = max.saturating_add(u32::from(are_vertices));
        // The compression supports only indices of two and four bytes.
        if max <= u32::from(u8::MAX) && !self.meshopt {
            Packed::tight(&numbers.iter().map(|&n| [n as u8]).collect::<Vec<_>>())
        } else if max <= u32::from(u16::MAX) {
            Packed::tight(&numbers.iter().map(|&n| [n as u16]).collect::<Vec<_>>())
        } else {
            Packed::tight(&numbers.iter().map(|&n| [n]).collect::<Vec<_>>())
        }
    }

    /// Appends data to the shared buffer view for elements of `stride` bytes with the same filter.
    fn pooled(&mut self, pool: Pool, stride: usize, bytes: &[u8], filtered: Option<&Filtered>) -> Span {
        let next = self.views.len();
        let filter = filtered.map_or("", |filtered| filtered.filter);
        let number = *self.pools.entry((pool, stride, filter)).or_insert(next);
        if number == next {
            let codec = match (pool, stride) {
                (Pool::SparseIndices | Pool::Indices, 2 | 4) => Codec::Sequence,
                (Pool::SparseIndices | Pool::Indices, _) => Codec::None,
                (Pool::Triangles, _) => Codec::Triangles,
                (Pool::Keys | Pool::SparseValues | Pool::Attributes | Pool::Matrices, _) => Codec::Attributes,
            };
            let target = match pool {
                Pool::Attributes => Use::Attribute.target(),
                Pool::Triangles | Pool::Indices => Use::Triangles.target(),
                _ => None,
            };
            let filtered = filtered.map(|filtered| Filtered { filter: filtered.filter, bytes: Vec::new() });
            self.views.push(View {
                bytes: Vec::new(),
                stride,
                writes_stride: pool == Pool::Attributes,
                target,
                codec,
                filtered,
            });
        }
        let mut span = Span { view: number, offset: 0, length: bytes.len() };
        if let Some(view) = self.views.get_mut(number) {
            span.offset = view.bytes.len();
            view.bytes.extend_from_slice(bytes);
            if let (Some(view), Some(filtered)) = (&mut view.filtered, filtered) {
                view.bytes.extend_from_slice(&filtered.bytes);
            }
        }
        span
    }

    /// Concatenates all buffer views. Returns them with the accessors.
    pub(super) fn finish(self) -> (BinaryData, Vec<Value>) {
        let mut stored = BinaryData::default();
        // Views that compress too well to be read back stay as they are.
        for max_ratio in if self.meshopt { &[usize::MAX, SMALL_RATIO, 0][..] } else { &[0] } {
            stored = BinaryData::default();
            self.views.iter().for_each(|view| stored.add(view, *max_ratio));
            if may_decode(stored.bytes.len(), self.decoded + stored.fallback.unwrap_or(0)) {
                break;
            }
        }
        (stored, self.accessors)
    }
}

/// JSON of an accessor without its buffer view.
fn describe(packed: &Packed) -> Value {
    let mut json = json!({
        "componentType": packed.component,
        "count": packed.count,
        "type": packed.shape(),
    });
    if packed.normalized {
        json["normalized"] = json!(true);
    }
    if let Some([min, max]) = &packed.bounds {
        json["min"] = json!(min);
        json["max"] = json!(max);
    }
    json
}

fn key(packed: &Packed, purpose: Use, count: usize) -> Key {
    let p = packed;
    (purpose, p.component, p.width, p.normalized, p.stride, p.bounds.is_some(), count)
}

fn hash(key: &Key, bytes: [&[u8]; 2]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (key, bytes).hash(&mut hasher);
    hasher.finish()
}
