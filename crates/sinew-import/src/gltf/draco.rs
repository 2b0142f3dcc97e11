//! KHR_draco_mesh_compression: primitives whose attributes and indices are one Draco stream (bitstream
//! version 2.2), decoded with `draco-core` to the elements of their accessors.

use super::layout::{Component, Layout};
use super::source::Source;
use crate::ImportError;
use crate::budget::Budget;
use draco_core::{
    DataType, DecodeLimits, DecoderBuffer, DracoError, GeometryMetadata, Mesh, MeshDecoder, PointAttribute,
    PointIndex,
};

/// Working memory of the decoder per triangle, measured: connectivity, and more for each attribute with
/// seams.
const TRIANGLE_BYTES: usize = 120;
const SEAM_BYTES: usize = 24;
/// Working memory per byte of decoded attributes, measured, including the attributes themselves.
const ATTRIBUTE_FACTOR: usize = 2;
/// Bytes of the header before metadata: `DRACO`, version, geometry type, method, flags.
const HEADER_BYTES: usize = 11;
const HAS_METADATA: u16 = 0x8000;

/// Attribute of a primitive that the stream contains.
struct Attribute {
    accessor: usize,
    layout: Layout,
    /// Its number in the stream.
    id: u32,
    location: String,
}

/// Decodes primitive `p` of mesh `m` if it is compressed: the elements of its attributes become those of
/// their accessors, until [`Source::drop_decoded_accessors`]. Returns the indices of its triangles.
pub(super) fn decode(source: &mut Source<'_>, m: usize, p: usize) -> Result<Option<Vec<u32>>, ImportError> {
    let location = format!("/meshes/{m}/primitives/{p}");
    let here = format!("{location}/extensions/KHR_draco_mesh_compression");
    let Some(primitive) = source.json.meshes.get(m).and_then(|mesh| mesh.primitives.get(p)) else {
        return Ok(None);
    };
    let Some(draco) = &primitive.extensions.draco else { return Ok(None) };
    let fail = |message: String| ImportError::new("draco", &*here, message);
    let view = draco.buffer_view.ok_or_else(|| fail("the extension has no buffer view".into()))?;
    let (mode, indices) = (primitive.mode.unwrap_or(4), primitive.indices);
    if !matches!(mode, 4 | 5) {
        return Err(fail(format!("mode {mode} cannot be compressed; expected triangles (4 or 5)")));
    }
    let ids: Vec<(String, u32)> =
        draco.attributes.iter().map(|(name, id)| (name.to_owned(), id as u32)).collect();
    let mut attributes = Vec::with_capacity(ids.len());
    for (name, id) in ids {
        let location = format!("{here}/attributes/{name}");
        let Some(accessor) =
            source.json.meshes.get(m).and_then(|m| m.primitives.get(p)?.attributes.get(&name))
        else {
            let message = "the primitive has no such attribute; it is left out";
            source.report.error("draco", location, message);
            continue;
        };
        let layout = source.layout(accessor, &location)?;
        attributes.push(Attribute { accessor, layout, id, location });
    }
    let points = attributes.first().map_or(0, |attribute| attribute.layout.count);
    if let Some(other) = attributes.iter().find(|attribute| attribute.layout.count != points) {
        let message = format!("{} elements; another attribute has {points}", other.layout.count);
        return Err(ImportError::new("attribute-count", &*other.location, message));
    }
    let index_count = match indices {
        Some(accessor) => Some(source.layout(accessor, &here)?.count),
        None => None,
    };
    // Without an accessor of indices, the stream alone knows their number.
    let max_triangles = index_count.unwrap_or(points.saturating_mul(6)) / 3;

    source.count_compressed(view, &here)?;
    let mesh = stream(source, view, points, max_triangles, &attributes, &here)?;
    if mesh.num_points() != points {
        return Err(fail(format!("{} vertices; the accessors have {points}", mesh.num_points())));
    }
    let found = mesh.num_faces() * 3;
    if let Some(expected) = index_count.filter(|&expected| mode == 4 && expected != found) {
        return Err(fail(format!("{found} indices; the accessor has {expected}")));
    }
    for attribute in &attributes {
        let bytes = mesh
            .attribute_by_unique_id(attribute.id)
            .ok_or_else(|| format!("the stream has no attribute {}", attribute.id))
            .and_then(|stored| elements(stored, &attribute.layout));
        match bytes {
            Ok(bytes) => source.set_decoded_accessor(attribute.accessor, bytes, &attribute.location)?,
            Err(message) => return Err(ImportError::new("draco", &*attribute.location, message)),
        }
    }
    source.budget.take(found, size_of::<u32>(), &here)?;
    let indices: Vec<u32> = mesh.faces().iter().flatten().map(|point| point.0).collect();
    match indices.iter().find(|&&index| index as usize >= points) {
        Some(index) => Err(fail(format!("index {index} exceeds the {points} vertices"))),
        None => Ok(Some(indices)),
    }
}

/// Decodes the stream in buffer view `view`. Its memory is reserved before and given back after, but for what
/// the caller keeps.
fn stream(
    source: &mut Source<'_>,
    view: usize,
    points: usize,
    max_triangles: usize,
    attributes: &[Attribute],
    here: &str,
) -> Result<Mesh, ImportError> {
    let fail = |message: String| ImportError::new("draco", here, message);
    // Streams may hold attributes that no accessor reads, and hold numbers wider than accessors do.
    let widths: usize = attributes.iter().map(|attribute| attribute.layout.width()).sum();
    let attribute_bytes = points.saturating_mul(widths.saturating_add(8)).saturating_mul(size_of::<f32>());
    let seams = seam_count(source.view(view, here)?).map_err(fail)?;
    let triangle_bytes = TRIANGLE_BYTES + SEAM_BYTES * seams;
    let reserve = |budget: &mut Budget| {
        budget.read(attribute_bytes, ATTRIBUTE_FACTOR, here)?;
        budget.read(max_triangles, triangle_bytes, here)?;
        budget.take(attribute_bytes, ATTRIBUTE_FACTOR, here)?;
        budget.take(max_triangles, triangle_bytes, here)
    };
    reserve(&mut source.budget)?;
    let limits = DecodeLimits::default()
        .with_max_points(points as u64)
        .with_max_faces(max_triangles as u64)
        .with_max_decoded_bytes(attribute_bytes as u64);
    let mut buffer = DecoderBuffer::new(source.view(view, here)?).with_limits(limits);
    let mut mesh = Mesh::new();
    let decoded = MeshDecoder::new().decode(&mut buffer, &mut mesh);
    source.budget.give_back(attribute_bytes, ATTRIBUTE_FACTOR);
    source.budget.give_back(max_triangles, triangle_bytes);
    decoded.map_err(|error| fail(format!("the stream cannot be decoded: {error}")))?;
    Ok(mesh)
}

/// Checks the header of a stream. Returns the number of attributes with connectivity of their own, for which
/// the decoder needs as much memory as for the mesh.
fn seam_count(stream: &[u8]) -> Result<usize, String> {
    let Some((header, _)) = stream.split_first_chunk::<HEADER_BYTES>() else {
        return Err("the stream ends within its header".into());
    };
    let [b'D', b'R', b'A', b'C', b'O', major, minor, kind, method, low, high] = *header else {
        return Err("the stream does not begin with DRACO".into());
    };
    if (major, minor) != (2, 2) {
        return Err(format!("Draco version {major}.{minor} is not supported; expected 2.2"));
    }
    if kind != 1 {
        return Err("the stream is a point cloud; expected a mesh".into());
    }
    // Sequential streams have no connectivity per attribute.
    if method != 1 {
        return Ok(0);
    }
    let read = || {
        let mut buffer = DecoderBuffer::new(stream);
        buffer.set_version(major, minor);
        buffer.try_advance(HEADER_BYTES)?;
        if u16::from_le_bytes([low, high]) & HAS_METADATA != 0 {
            GeometryMetadata::decode(&mut buffer)?;
        }
        // Kind of traversal, vertices and triangles come first.
        buffer.decode_u8()?;
        buffer.decode_varint()?;
        buffer.decode_varint()?;
        buffer.decode_u8()
    };
    read().map(usize::from).map_err(|error: DracoError| error.to_string())
}

/// Elements of an attribute per vertex, packed as an accessor of `layout` stores them.
fn elements(attribute: &PointAttribute, layout: &Layout) -> Result<Vec<u8>, String> {
    let (width, kind) = (layout.width(), attribute.data_type());
    if usize::from(attribute.num_components()) != width {
        return Err(format!(
            "{} components per vertex; the accessor has {width}",
            attribute.num_components()
        ));
    }
    let (stride, size) = (attribute.byte_stride() as usize, kind.byte_length());
    let data = attribute.buffer().data();
    let mut out = vec![0; layout.count * layout.packed_stride()];
    for (point, out) in out.chunks_exact_mut(layout.packed_stride()).enumerate() {
        let value = attribute.mapped_index(PointIndex(point as u32)).0 as usize;
        let start = value.checked_mul(stride);
        let value = start.and_then(|start| data.get(start..start.checked_add(width * size)?));
        let value = value.ok_or_else(|| format!("vertex {point} has no value"))?;
        for (n, number) in value.chunks_exact(size).enumerate() {
            let number = converted(number_of(kind, number), attribute, layout);
            layout.component.write(number, out.get_mut(layout.offset(n)..).unwrap_or_default());
        }
    }
    Ok(out)
}

/// Number of an attribute as the accessor stores it.
fn converted(number: f64, attribute: &PointAttribute, layout: &Layout) -> f64 {
    let is_float = matches!(attribute.data_type(), DataType::Float32 | DataType::Float64);
    let to_float = layout.component == Component::F32;
    if is_float && layout.normalized {
        return (number * layout.component.normalized_one()).round();
    }
    if !is_float && to_float && attribute.normalized() {
        let component = match attribute.data_type() {
            DataType::Int8 => Component::I8,
            DataType::Uint8 => Component::U8,
            DataType::Int16 => Component::I16,
            DataType::Uint16 => Component::U16,
            DataType::Uint32 => Component::U32,
            _ => return number,
        };
        return component.normalize(number);
    }
    number
}

fn number_of(kind: DataType, bytes: &[u8]) -> f64 {
    fn of<const N: usize>(bytes: &[u8]) -> [u8; N] {
        bytes.first_chunk().copied().unwrap_or([0; N])
    }
    match kind {
        DataType::Invalid => 0.0,
        DataType::Int8 => f64::from(i8::from_le_bytes(of(bytes))),
        DataType::Uint8 | DataType::Bool => f64::from(u8::from_le_bytes(of(bytes))),
        DataType::Int16 => f64::from(i16::from_le_bytes(of(bytes))),
        DataType::Uint16 => f64::from(u16::from_le_bytes(of(bytes))),
        DataType::Int32 => f64::from(i32::from_le_bytes(of(bytes))),
        DataType::Uint32 => f64::from(u32::from_le_bytes(of(bytes))),
        DataType::Int64 => i64::from_le_bytes(of(bytes)) as f64,
        DataType::Uint64 => u64::from_le_bytes(of(bytes)) as f64,
        DataType::Float32 => f64::from(f32::from_le_bytes(of(bytes))),
        DataType::Float64 => f64::from_le_bytes(of(bytes)),
    }
}
