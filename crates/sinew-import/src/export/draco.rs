//! Primitives as Draco streams (KHR_draco_mesh_compression): all attributes as the integers that they are quantized
//! to, so that the stream adds no error, and triangles in another order.

use super::packed::Packed;
use draco_core::{
    DataType, DecoderBuffer, EncoderBuffer, EncoderOptions, GeometryAttributeType, Mesh, MeshDecoder,
    MeshEncoder, PointAttribute, PointIndex,
};

/// Method of the encoder: connectivity by edges, which changes the order of vertices.
const EDGEBREAKER: i32 = 1;

/// Stream of a primitive.
pub(super) struct Stream {
    pub(super) bytes: Vec<u8>,
    /// Number of vertices and of triangles that a reader finds.
    pub(super) vertices: usize,
    pub(super) triangles: usize,
}

/// Stream of triangles and their attributes, which have the numbers of the list. `None` for what is no list of
/// integers, and where a reader would find other triangles.
pub(super) fn encode(attributes: &[(String, Packed)], indices: &[u32]) -> Option<Stream> {
    let count = attributes.first()?.1.count;
    let (triangles, []) = indices.as_chunks::<3>() else { return None };
    let mut mesh = Mesh::new();
    mesh.set_num_points(count);
    for (name, packed) in attributes {
        if packed.count != count {
            return None;
        }
        mesh.add_attribute(attribute(name, packed)?);
    }
    for &triangle in triangles {
        mesh.add_face(triangle.map(PointIndex));
    }
    let mut options = EncoderOptions::new();
    options.set_encoding_method(EDGEBREAKER);
    let mut encoder = MeshEncoder::new();
    encoder.set_mesh(mesh);
    let mut out = EncoderBuffer::new();
    encoder.encode(&options, &mut out).ok()?;
    let bytes = out.data().to_vec();
    let mut read = Mesh::new();
    MeshDecoder::new().decode(&mut DecoderBuffer::new(&bytes), &mut read).ok()?;
    (read.num_faces() == triangles.len()).then(|| Stream {
        vertices: read.num_points(),
        triangles: read.num_faces(),
        bytes,
    })
}

/// An attribute without the padding of its elements.
fn attribute(name: &str, packed: &Packed) -> Option<PointAttribute> {
    use GeometryAttributeType::{Generic, Position};
    let (kind, size) = match packed.component {
        5120 => (DataType::Int8, 1),
        5121 => (DataType::Uint8, 1),
        5122 => (DataType::Int16, 2),
        5123 => (DataType::Uint16, 2),
        _ => return None,
    };
    let mut attribute = PointAttribute::new();
    let role = if name == "POSITION" { Position } else { Generic };
    attribute.init(role, packed.width as u8, kind, packed.normalized, packed.count);
    let elements =
        packed.bytes.chunks_exact(packed.stride).flat_map(|element| element.iter().take(packed.width * size));
    let bytes: Vec<u8> = elements.copied().collect();
    attribute.buffer_mut().write(0, &bytes);
    Some(attribute)
}
