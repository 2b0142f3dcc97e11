//! Vertices that are equal in all attributes.

use super::super::vertex_format::{VertexFormat, bits};
use sinew::character::Primitive;
use sinew::glam::{Vec3, Vec4};
use std::collections::HashMap;
use std::hash::Hash;

/// Steps of weights that are compared where they are quantized: those of 16 bits.
const WEIGHT: f32 = 65535.0;

/// For each vertex the first one that is equal to it in all attributes, influences and morph targets,
/// as they are stored.
pub(super) fn equal_vertices(primitive: &Primitive, format: &VertexFormat<'_>) -> Vec<u32> {
    let p = primitive;
    let mut classes = Classes { of: vec![0; p.positions.len()] };
    classes.split(p.positions.iter().map(|v| format.position_code(*v)));
    classes.split(p.normals.iter().map(|v| format.direction_code(*v)));
    classes.split(p.tangents.iter().map(|v| (format.direction_code(v.truncate()), v.w < 0.0)));
    classes.split(p.colors.iter().map(|v| vec4(*v)));
    for (n, set) in p.uvs.iter().enumerate() {
        classes.split(set.iter().map(|v| format.uv_code(n, *v)));
    }
    if let Some(influences) = &p.influences {
        let weight =
            |weight: f32| if format.quantize { (weight * WEIGHT).round() as u32 } else { bits(weight) };
        let row = |v: usize| -> Vec<(usize, u32)> {
            influences.of_vertex(v).map(|(joint, share)| (joint, weight(share))).collect()
        };
        classes.split((0..influences.len()).map(row));
    }
    for target in &p.morph_targets {
        let color = |n: usize| target.colors().get(n).copied().unwrap_or_default();
        let moved = target.positions().iter().zip(target.normals()).zip(target.tangents()).enumerate();
        let moved = moved.map(|(n, ((p, normal), t))| (vec3(*p), vec3(*normal), vec3(*t), vec4(color(n))));
        classes.split_some(target.vertices().iter().copied().zip(moved));
    }
    classes.first_of_each()
}

fn vec3(v: Vec3) -> [u32; 3] {
    v.to_array().map(bits)
}

fn vec4(v: Vec4) -> [u32; 4] {
    v.to_array().map(bits)
}

/// Classes of vertices that are equal so far, each named by its first vertex.
struct Classes {
    of: Vec<u64>,
}

/// Added to the names of new classes, so that none is that of a class that was there before.
const NEW: u64 = 1 << 32;

impl Classes {
    /// Splits classes by one value per vertex, or by none for an attribute that the primitive lacks.
    fn split<T: Hash + Eq>(&mut self, values: impl Iterator<Item = T>) {
        self.split_some((0..).zip(values));
    }

    /// Splits off the vertices that have a value.
    fn split_some<T: Hash + Eq>(&mut self, values: impl Iterator<Item = (u32, T)>) {
        let mut known: HashMap<(u64, T), u64> = HashMap::new();
        for (vertex, value) in values {
            if let Some(class) = self.of.get_mut(vertex as usize) {
                *class = *known.entry((*class, value)).or_insert(NEW + u64::from(vertex));
            }
        }
        self.of = self.first_of_each().into_iter().map(u64::from).collect();
    }

    fn first_of_each(&self) -> Vec<u32> {
        let mut first: HashMap<u64, u32> = HashMap::new();
        (0..).zip(&self.of).map(|(vertex, class)| *first.entry(*class).or_insert(vertex)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::glam::Vec2;
    use sinew::morph::MorphTarget;

    #[test]
    fn vertices_are_equal_where_all_attributes_are() {
        let corner = [0, 1, 2, 0, 2, 3, 1, 0];
        let positions: Vec<Vec3> = corner.map(|n| Vec3::splat(n as f32)).to_vec();
        let mut primitive = Primitive { positions, ..Primitive::default() };
        assert_eq!(equal_vertices(&primitive, &VertexFormat::default()), [0, 1, 2, 0, 2, 5, 1, 0]);
        primitive.uvs = vec![vec![Vec2::ZERO; 8]];
        primitive.uvs[0][3] = Vec2::X;
        assert_eq!(equal_vertices(&primitive, &VertexFormat::default()), [0, 1, 2, 3, 2, 5, 1, 0]);
        let mut offsets = [Vec3::ZERO; 8];
        (offsets[1], offsets[7]) = (Vec3::Y, Vec3::Y);
        primitive.morph_targets = vec![MorphTarget::from_dense(8, &offsets, &[], &[]).unwrap()];
        assert_eq!(equal_vertices(&primitive, &VertexFormat::default()), [0, 1, 2, 3, 2, 5, 6, 7]);
        primitive.positions[4] = Vec3::new(-0.0, 0.0, 0.0);
        primitive.positions[0] = Vec3::ZERO;
        assert_eq!(equal_vertices(&primitive, &VertexFormat::default()), [0, 1, 2, 3, 0, 5, 6, 7]);
    }
}
