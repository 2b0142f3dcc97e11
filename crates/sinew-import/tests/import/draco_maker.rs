//! Builder of primitives with KHR_draco_mesh_compression, encoded with `draco-core`.

use crate::maker::{F32, Maker, U8, U32};
use draco_core::{
    DataType, EncoderBuffer, EncoderOptions, GeometryAttributeType, Mesh, MeshEncoder, PointAttribute,
    PointIndex,
};
use serde_json::{Map, Value, json};

/// Method of the encoder. Sequential streams keep the order of vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Method {
    Sequential,
    Edgebreaker,
}

/// Skinned grid of `side` × `side` vertices.
pub(crate) struct Grid {
    pub(crate) positions: Vec<[f32; 3]>,
    pub(crate) normals: Vec<[f32; 3]>,
    pub(crate) uvs: Vec<[f32; 2]>,
    pub(crate) colors: Vec<[u8; 4]>,
    pub(crate) joints: Vec<[u8; 4]>,
    pub(crate) weights: Vec<[f32; 4]>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl Grid {
    pub(crate) fn new(side: u32) -> Self {
        let end = (side - 1) as f32;
        let each = |f: fn(f32, f32) -> [f32; 4]| -> Vec<[f32; 4]> {
            (0..side * side).map(|n| f((n % side) as f32 / end, (n / side) as f32 / end)).collect()
        };
        let cut = |all: Vec<[f32; 4]>| all.into_iter().map(|[x, y, z, _]| [x, y, z]).collect::<Vec<_>>();
        let corner = |x: u32, y: u32| y * side + x;
        let cells = (0..side - 1).flat_map(|y| (0..side - 1).map(move |x| (x, y)));
        Self {
            positions: cut(each(|x, y| [x, y, (x * 5.0).sin() * 0.2 + y * y * 0.3, 0.0])),
            normals: cut(each(|x, y| {
                let (x, y) = (x - 0.5, y - 0.5);
                let long = (x * x + y * y + 1.0).sqrt();
                [x / long, y / long, 1.0 / long, 0.0]
            })),
            uvs: each(|x, y| [x, 1.0 - y, 0.0, 0.0]).into_iter().map(|[u, v, ..]| [u, v]).collect(),
            colors: each(|x, y| [x, y, 0.5, 1.0]).into_iter().map(|c| c.map(|c| (c * 255.0) as u8)).collect(),
            joints: each(|x, _| [if x < 0.5 { 0.0 } else { 1.0 }, 2.0, 0.0, 0.0])
                .into_iter()
                .map(|joints| joints.map(|joint| joint as u8))
                .collect(),
            weights: each(|_, y| [1.0 - 0.5 * y, 0.5 * y, 0.0, 0.0]),
            triangles: cells
                .flat_map(|(x, y)| {
                    let [a, b, c, d] =
                        [corner(x, y), corner(x + 1, y), corner(x, y + 1), corner(x + 1, y + 1)];
                    [[a, b, d], [a, d, c]]
                })
                .collect(),
        }
    }

    /// Draco stream of the grid. Floats are quantized to `bits` bits.
    pub(crate) fn encode(&self, method: Method, bits: i32) -> Vec<u8> {
        use GeometryAttributeType::{Color, Generic, Normal, Position, TexCoord};
        let mut mesh = Mesh::new();
        mesh.set_num_points(self.positions.len());
        add(&mut mesh, Position, DataType::Float32, false, &bytes(&self.positions));
        add(&mut mesh, Normal, DataType::Float32, false, &bytes(&self.normals));
        add(&mut mesh, TexCoord, DataType::Float32, false, &bytes(&self.uvs));
        add(&mut mesh, Color, DataType::Uint8, true, self.colors.as_flattened());
        add(&mut mesh, Generic, DataType::Uint8, false, self.joints.as_flattened());
        add(&mut mesh, Generic, DataType::Float32, false, &bytes(&self.weights));
        for triangle in &self.triangles {
            mesh.add_face(triangle.map(PointIndex));
        }
        let mut options = EncoderOptions::new();
        options.set_encoding_method(i32::from(method == Method::Edgebreaker));
        for attribute in [0, 1, 2, 5] {
            options.set_attribute_quantization(attribute, bits);
        }
        let mut encoder = MeshEncoder::new();
        encoder.set_mesh(mesh);
        let mut out = EncoderBuffer::new();
        encoder.encode(&options, &mut out).unwrap();
        out.data().to_vec()
    }

    /// Adds the accessors of the grid's attributes, without data, and returns the compressed primitive.
    pub(crate) fn primitive(&self, maker: &mut Maker, stream: &[u8]) -> Value {
        let view = maker.view(stream);
        let count = self.positions.len();
        let mut attributes = Map::new();
        let (low, high) = ([0.0, 0.0, -0.2], [1.0, 1.0, 0.5]);
        for (name, component, shape, normalized) in [
            ("POSITION", F32, "VEC3", false),
            ("NORMAL", F32, "VEC3", false),
            ("TEXCOORD_0", F32, "VEC2", false),
            ("COLOR_0", U8, "VEC4", true),
            ("JOINTS_0", U8, "VEC4", false),
            ("WEIGHTS_0", F32, "VEC4", false),
        ] {
            let mut accessor = json!({ "componentType": component, "type": shape, "count": count,
                "normalized": normalized });
            if name == "POSITION" {
                (accessor["min"], accessor["max"]) = (json!(low), json!(high));
            }
            attributes.insert(name.into(), json!(maker.push(accessor)));
        }
        let indices = json!({ "componentType": U32, "type": "SCALAR", "count": self.triangles.len() * 3 });
        json!({
            "attributes": attributes,
            "indices": maker.push(indices),
            "extensions": { "KHR_draco_mesh_compression": {
                "bufferView": view,
                "attributes": {
                    "POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2, "COLOR_0": 3, "JOINTS_0": 4, "WEIGHTS_0": 5
                }
            } }
        })
    }
}

/// Root of a file with `primitive` on a skinned node.
pub(crate) fn root(primitive: Value) -> Value {
    json!({
        "extensionsUsed": ["KHR_draco_mesh_compression"],
        "extensionsRequired": ["KHR_draco_mesh_compression"],
        "scene": 0,
        "scenes": [{ "nodes": [0, 1] }],
        "nodes": [{ "mesh": 0, "skin": 0 }, { "name": "a", "children": [2, 3] }, { "name": "b" },
            { "name": "c" }],
        "skins": [{ "joints": [1, 2, 3] }],
        "materials": [{}],
        "meshes": [{ "primitives": [primitive] }]
    })
}

fn bytes<const N: usize>(values: &[[f32; N]]) -> Vec<u8> {
    values.as_flattened().iter().flat_map(|v| v.to_le_bytes()).collect()
}

fn add(mesh: &mut Mesh, kind: GeometryAttributeType, data: DataType, normalized: bool, values: &[u8]) {
    let points = mesh.num_points();
    let components = values.len() / points / data.byte_length();
    let mut attribute = PointAttribute::new();
    attribute.init(kind, components as u8, data, normalized, points);
    attribute.buffer_mut().write(0, values);
    mesh.add_attribute(attribute);
}
