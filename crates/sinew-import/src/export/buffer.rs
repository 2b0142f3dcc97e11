//! Buffer views and accessors, collected as the parts of the file are written (glTF 2.0 specification, section 3.6).
//! What is stored already is not stored again.

use super::packed::Packed;
use super::view::{Codec, Stored, View};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// What an accessor is for. Keys of a clip share views; all others have one of their own.
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
    /// What a graphics device binds the view as, by OpenGL's number.
    fn target(self) -> Option<u32> {
        match self {
            Self::Attribute => Some(34962),
            Self::Triangles | Self::Indices => Some(34963),
            Self::Matrices | Self::Keys => None,
        }
    }

    /// How elements of `stride` bytes are compressed.
    fn codec(self, stride: usize) -> Codec {
        match self {
            Self::Triangles | Self::Indices if stride == 1 => Codec::None,
            Self::Triangles => Codec::Triangles,
            Self::Indices => Codec::Sequence,
            Self::Attribute | Self::Matrices | Self::Keys => Codec::Attributes,
        }
    }
}

/// Views that several accessors share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Pool {
    Keys,
    SparseIndices,
    SparseValues,
}

/// Where bytes are: a view, and which of its bytes.
#[derive(Clone, Copy)]
struct Span {
    view: usize,
    offset: usize,
    length: usize,
}

/// What else makes two accessors the same beside their bytes.
type Key = (Use, u32, usize, bool, usize, bool, usize);

/// An accessor that was written, and where its bytes are; of a sparse one, its indices and values.
struct Known {
    key: Key,
    accessor: usize,
    parts: [Option<Span>; 2],
}

/// All of them.
#[derive(Default)]
pub(super) struct Buffer {
    views: Vec<View>,
    accessors: Vec<Value>,
    known: HashMap<u64, Vec<Known>>,
    pools: BTreeMap<(Pool, usize), usize>,
    /// Whether views are to be compressed.
    pub(super) meshopt: bool,
}

impl Buffer {
    /// Nothing yet; views are to be compressed or not.
    pub(super) fn new(meshopt: bool) -> Self {
        Self { meshopt, ..Self::default() }
    }

    /// An accessor of `packed`, which has at least one element.
    pub(super) fn accessor(&mut self, packed: Packed, purpose: Use) -> usize {
        let key = key(&packed, purpose, packed.count);
        let hash = hash(&key, [&packed.bytes, &[]]);
        if let Some(known) = self.find(hash, &key, [&packed.bytes, &[]]) {
            return known;
        }
        let mut json = describe(&packed);
        let length = packed.bytes.len();
        let span = match purpose {
            Use::Keys => self.pooled(Pool::Keys, packed.stride, &packed.bytes),
            _ => {
                self.views.push(View {
                    stride: packed.stride,
                    states_stride: packed.is_padded,
                    target: purpose.target(),
                    codec: purpose.codec(packed.stride),
                    bytes: packed.bytes,
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

    /// The accessor with these bytes, if there is one.
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

    /// An accessor of vertex numbers, in as few bytes as hold them: of triangles, or of what else is drawn.
    pub(super) fn indices(&mut self, indices: &[u32], triangles: bool) -> usize {
        let most = indices.iter().copied().max().unwrap_or(0);
        let packed = self.whole_numbers(indices, most, true);
        self.accessor(packed, if triangles { Use::Triangles } else { Use::Indices })
    }

    /// An accessor of `count` elements that are zero but for those with numbers `ids` (ascending), which are `values`
    /// one behind the other, with the bounds of all elements. Without any, all are zero.
    pub(super) fn sparse(&mut self, count: usize, ids: &[u32], values: &Packed) -> usize {
        let indices = self.whole_numbers(ids, ids.last().copied().unwrap_or(0), false);
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
        let ids_at = self.pooled(Pool::SparseIndices, indices.stride, &indices.bytes);
        let values_at = self.pooled(Pool::SparseValues, values.stride, &values.bytes);
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

    /// A view of bytes that mean something by themselves, such as an image.
    pub(super) fn plain(&mut self, bytes: &[u8]) -> usize {
        let view =
            View { bytes: bytes.to_vec(), stride: 1, states_stride: false, target: None, codec: Codec::None };
        self.views.push(view);
        self.views.len() - 1
    }

    /// What is pooled from now on goes into new views, so that what belongs together lies together.
    pub(super) fn close_pools(&mut self) {
        self.pools.clear();
    }

    /// Numbers up to `most`. The largest one of a size stands for something else in `drawn` indices.
    fn whole_numbers(&self, numbers: &[u32], most: u32, drawn: bool) -> Packed {
        let most = most.saturating_add(u32::from(drawn));
        // Compression knows indices of two and four bytes only.
        if most <= u32::from(u8::MAX) && !self.meshopt {
            Packed::tight(&numbers.iter().map(|&n| [n as u8]).collect::<Vec<_>>())
        } else if most <= u32::from(u16::MAX) {
            Packed::tight(&numbers.iter().map(|&n| [n as u16]).collect::<Vec<_>>())
        } else {
            Packed::tight(&numbers.iter().map(|&n| [n]).collect::<Vec<_>>())
        }
    }

    /// Appends to the pool for elements of `stride` bytes.
    fn pooled(&mut self, pool: Pool, stride: usize, bytes: &[u8]) -> Span {
        let next = self.views.len();
        let number = *self.pools.entry((pool, stride)).or_insert(next);
        if number == next {
            let codec = match (pool, stride) {
                (Pool::SparseIndices, 2 | 4) => Codec::Sequence,
                (Pool::SparseIndices, _) => Codec::None,
                (Pool::Keys | Pool::SparseValues, _) => Codec::Attributes,
            };
            self.views.push(View { bytes: Vec::new(), stride, states_stride: false, target: None, codec });
        }
        let mut span = Span { view: number, offset: 0, length: bytes.len() };
        if let Some(view) = self.views.get_mut(number) {
            span.offset = view.bytes.len();
            view.bytes.extend_from_slice(bytes);
        }
        span
    }

    /// Puts all views one behind the other. Gives what is stored, and the accessors.
    pub(super) fn finish(self) -> (Stored, Vec<Value>) {
        let mut stored = Stored::default();
        for view in self.views {
            stored.add(&view, self.meshopt);
        }
        (stored, self.accessors)
    }
}

/// The JSON of an accessor that has no place yet.
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
