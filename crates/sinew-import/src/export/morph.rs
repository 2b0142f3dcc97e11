//! Export of morph targets (glTF 2.0 specification, section 3.7.2.2), as sparse accessors where that is
//! smaller.

use super::buffer::{Buffer, Use};
use super::meshopt;
use super::packed::{Packed, Scalar};
use super::volume::Volume;
use serde_json::{Map, Value, json};
use sinew::glam::{Vec3, Vec4};
use sinew::morph::MorphTarget;

/// Approximate size of a sparse accessor's JSON, in bytes.
const SPARSE_JSON_BYTES: usize = 100;

/// Properties of the target's primitive.
pub(super) struct Base {
    pub(super) count: usize,
    pub(super) has_normals: bool,
    pub(super) has_tangents: bool,
    pub(super) has_colors: bool,
    /// Quantization volume of the positions; `None` for floats.
    pub(super) volume: Option<Volume>,
    pub(super) quantize: bool,
}

/// Writes the attributes of one target.
pub(super) fn write(buffer: &mut Buffer, target: &MorphTarget, base: &Base) -> Value {
    let mut attributes = Map::new();
    let moved = |offsets: &[Vec3]| -> (Vec<u32>, Vec<Vec3>) {
        target
            .vertices()
            .iter()
            .zip(offsets)
            .filter(|(_, o)| **o != Vec3::ZERO)
            .map(|(&v, &o)| (v, o))
            .unzip()
    };
    let (ids, offsets) = moved(target.positions());
    let positions = match &base.volume {
        Some(volume) => {
            let offsets: Vec<[i16; 3]> = offsets.iter().map(|&o| volume.offset(o)).collect();
            let is_byte = |v: &i16| i8::try_from(*v).is_ok();
            if !volume.normalized && offsets.iter().flatten().all(is_byte) {
                let bytes: Vec<[i8; 3]> = offsets.iter().map(|o| o.map(|v| v as i8)).collect();
                store_moved(buffer, base.count, &ids, &bytes)
            } else {
                store(buffer, base.count, &ids, &offsets, volume.normalized, true)
            }
        }
        None => {
            let offsets: Vec<[f32; 3]> = offsets.iter().map(Vec3::to_array).collect();
            store(buffer, base.count, &ids, &offsets, false, true)
        }
    };
    attributes.insert("POSITION".into(), json!(positions));
    for (name, offsets, has) in
        [("NORMAL", target.normals(), base.has_normals), ("TANGENT", target.tangents(), base.has_tangents)]
    {
        let (ids, offsets) = moved(offsets);
        if !has || ids.is_empty() {
            continue;
        }
        let fits = base.quantize && offsets.iter().all(|o| o.abs().max_element() <= 1.0);
        let accessor = if fits {
            let shares: Vec<[i8; 3]> =
                offsets.iter().map(|o| (*o * 127.0).round().to_array().map(|v| v as i8)).collect();
            store(buffer, base.count, &ids, &shares, true, false)
        } else {
            let offsets: Vec<[f32; 3]> = offsets.iter().map(Vec3::to_array).collect();
            store(buffer, base.count, &ids, &offsets, false, false)
        };
        attributes.insert(name.into(), json!(accessor));
    }
    let colored = target.vertices().iter().zip(target.colors()).filter(|(_, offset)| **offset != Vec4::ZERO);
    let (ids, offsets): (Vec<u32>, Vec<[f32; 4]>) =
        colored.map(|(&v, offset)| (v, offset.to_array())).unzip();
    if base.has_colors && !ids.is_empty() {
        let fits = base.quantize && offsets.iter().flatten().all(|offset| offset.abs() <= 1.0);
        let accessor = if fits {
            let shares: Vec<[i16; 4]> =
                offsets.iter().map(|o| o.map(|v| (v * 32767.0).round() as i16)).collect();
            store(buffer, base.count, &ids, &shares, true, false)
        } else {
            store(buffer, base.count, &ids, &offsets, false, false)
        };
        attributes.insert("COLOR_0".into(), json!(accessor));
    }
    Value::Object(attributes)
}

/// Stores offsets without those that became 0.
fn store_moved(buffer: &mut Buffer, count: usize, ids: &[u32], offsets: &[[i8; 3]]) -> usize {
    let moved = ids.iter().zip(offsets).filter(|(_, offset)| **offset != [0; 3]);
    let (ids, offsets): (Vec<u32>, Vec<[i8; 3]>) = moved.unzip();
    store(buffer, count, &ids, &offsets, false, true)
}

/// Adds an accessor of `count` elements: `offsets` at indices `ids`, zero elsewhere.
fn store<T: Scalar + Default, const N: usize>(
    buffer: &mut Buffer,
    count: usize,
    ids: &[u32],
    offsets: &[[T; N]],
    normalized: bool,
    bounded: bool,
) -> usize {
    let mut all = vec![[T::default(); N]; count];
    for (&id, offset) in ids.iter().zip(offsets) {
        if let Some(slot) = all.get_mut(id as usize) {
            *slot = *offset;
        }
    }
    let finish = |packed: Packed| {
        let packed = if normalized { packed.normalized() } else { packed };
        if bounded { packed.bounded(&all) } else { packed }
    };
    let dense = finish(Packed::aligned(&all));
    let sparse = finish(Packed::tight(offsets));
    let id_bytes = if count <= usize::from(u16::MAX) { 2 } else { 4 };
    // With compression, runs of zeros take almost no space.
    let (dense_bytes, id_bytes) = match buffer.meshopt {
        true => (meshopt::attributes(&dense.bytes, dense.stride).map_or(dense.bytes.len(), |b| b.len()), 1),
        false => (dense.bytes.len(), id_bytes),
    };
    let is_sparse =
        ids.is_empty() || sparse.bytes.len() + ids.len() * id_bytes + SPARSE_JSON_BYTES < dense_bytes;
    if is_sparse {
        return buffer.sparse(count, ids, &sparse);
    }
    buffer.accessor(dense, Use::Attribute)
}
