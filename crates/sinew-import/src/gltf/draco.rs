//! KHR_draco_mesh_compression: primitives whose attributes and indices are one Draco stream (bitstream
//! version 2.2), decoded with `draco-core` to the elements of their accessors. Files of old encoders have
//! accessors with other counts than their streams; the stream's counts are used.

use super::layout::{Component, Layout};
use super::source::Source;
use crate::ImportError;
use crate::budget::Budget;
use draco_core::{
    DataType, DecodeLimits, DecoderBuffer, DracoError, ErrorKind, GeometryMetadata, Mesh, MeshDecoder,
    PointAttribute, PointIndex,
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
    if attributes.is_empty() {
        return Err(fail("the stream has no attribute of the primitive".into()));
    }
    let stated = attributes.iter().map(|attribute| attribute.layout.count).max().unwrap_or(0);
    source.count_compressed(view, &here)?;
    let mesh = stream(source, view, stated, &attributes, &here)?;
    let points = mesh.num_points();
    let found = mesh.num_faces() * 3;
    let index_count = match indices {
        Some(accessor) => Some(source.layout(accessor, &here)?.count),
        None => None,
    };
    report_counts(source, &attributes, points, index_count.filter(|_| mode == 4), found, &here);
    for attribute in &attributes {
        let bytes = mesh
            .attribute_by_unique_id(attribute.id)
            .ok_or_else(|| format!("the stream has no attribute {}", attribute.id))
            .and_then(|stored| elements(stored, &attribute.layout.with_count(points)));
        match bytes {
            Ok(bytes) => source.set_decoded_accessor(attribute.accessor, bytes, &attribute.location)?,
            Err(message) => return Err(ImportError::new("draco", &*attribute.location, message)),
        }
    }
    source.budget.take(found, size_of::<u32>(), &here)?;
    Ok(Some(mesh.faces().iter().flatten().map(|point| point.0).collect()))
}

/// Reports accessors with other counts than the stream: `points` vertices and `found` indices.
fn report_counts(
    source: &mut Source<'_>,
    attributes: &[Attribute],
    points: usize,
    index_count: Option<usize>,
    found: usize,
    here: &str,
) {
    let other = attributes.iter().map(|attribute| attribute.layout.count).find(|&count| count != points);
    let vertices = other.map(|count| format!("{points} vertices; the accessors have {count}"));
    let other = index_count.filter(|&count| count != found);
    let indices = other.map(|count| format!("{found} indices; the accessor has {count}"));
    for problem in [vertices, indices].into_iter().flatten() {
        source.report.warn(
            "draco-count",
            here,
            format!("the stream has {problem}; those of the stream are used"),
        );
    }
}

/// Decodes the stream in buffer view `view`, for which accessors state `stated` vertices. Its memory is
/// reserved before and given back after, but for what the caller keeps.
fn stream(
    source: &mut Source<'_>,
    view: usize,
    stated: usize,
    attributes: &[Attribute],
    here: &str,
) -> Result<Mesh, ImportError> {
    let fail = |message: String| ImportError::new("draco", here, message);
    let header = Header::read(source.view(view, here)?).map_err(fail)?;
    // Seams split vertices, in the worst case at each corner. Most meshes have as many as their accessors say.
    let most = header.faces.saturating_mul(3).max(header.vertices);
    let likely = stated.min(most).max(header.vertices);
    let mut decoded = decode_within(source, view, &header, likely, attributes, here)?;
    if likely < most && decoded.as_ref().is_err_and(|error| error.kind() == ErrorKind::LimitExceeded) {
        decoded = decode_within(source, view, &header, most, attributes, here)?;
    }
    decoded.map_err(|error| fail(format!("the stream cannot be decoded: {error}")))
}

/// Decodes the stream of at most `points` vertices.
fn decode_within(
    source: &mut Source<'_>,
    view: usize,
    header: &Header,
    points: usize,
    attributes: &[Attribute],
    here: &str,
) -> Result<Result<Mesh, DracoError>, ImportError> {
    // Streams may hold attributes that no accessor reads, and hold numbers wider than accessors do.
    let widths: usize = attributes.iter().map(|attribute| attribute.layout.width()).sum();
    let attribute_bytes = points.saturating_mul(widths.saturating_add(8)).saturating_mul(size_of::<f32>());
    let triangle_bytes = TRIANGLE_BYTES + SEAM_BYTES * header.seams;
    let reserve = |budget: &mut Budget| {
        budget.read(attribute_bytes, ATTRIBUTE_FACTOR, here)?;
        budget.read(header.faces, triangle_bytes, here)?;
        budget.take(attribute_bytes, ATTRIBUTE_FACTOR, here)?;
        budget.take(header.faces, triangle_bytes, here)
    };
    reserve(&mut source.budget)?;
    let limits = DecodeLimits::default()
        .with_max_points(points as u64)
        .with_max_faces(header.faces as u64)
        .with_max_decoded_bytes(attribute_bytes as u64);
    let mut buffer = DecoderBuffer::new(source.view(view, here)?).with_limits(limits);
    let mut mesh = Mesh::new();
    let decoded = MeshDecoder::new().decode(&mut buffer, &mut mesh);
    source.budget.give_back(attribute_bytes, ATTRIBUTE_FACTOR);
    source.budget.give_back(header.faces, triangle_bytes);
    Ok(decoded.map(|()| mesh))
}

/// Numbers at the start of a stream.
struct Header {
    faces: usize,
    /// Number of vertices before seams split them.
    vertices: usize,
    /// Number of attributes with connectivity of their own, for which the decoder needs as much memory as for
    /// the mesh.
    seams: usize,
}

impl Header {
    fn read(stream: &[u8]) -> Result<Self, String> {
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
        let read = || -> Result<Self, DracoError> {
            let mut buffer = DecoderBuffer::new(stream);
            buffer.set_version(major, minor);
            buffer.try_advance(HEADER_BYTES)?;
            if u16::from_le_bytes([low, high]) & HAS_METADATA != 0 {
                GeometryMetadata::decode(&mut buffer)?;
            }
            // Sequential streams have no connectivity per attribute.
            if method != 1 {
                let (faces, vertices) = (buffer.decode_varint()? as usize, buffer.decode_varint()? as usize);
                return Ok(Self { faces, vertices, seams: 0 });
            }
            // The kind of traversal comes first.
            buffer.decode_u8()?;
            let (vertices, faces) = (buffer.decode_varint()? as usize, buffer.decode_varint()? as usize);
            Ok(Self { faces, vertices, seams: usize::from(buffer.decode_u8()?) })
        };
        read().map_err(|error| error.to_string())
    }
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
