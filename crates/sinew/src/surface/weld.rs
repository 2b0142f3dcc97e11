//! Welded vertices: render vertices that are one point of the skin, apart only for their normals, texture
//! coordinates or materials.

use crate::character::{Character, MeshInstance, Primitive};
use crate::skeleton::JointId;
use glam::Vec3;
use std::collections::HashMap;

/// Largest distance of vertices that are welded, as a share of the character's size.
const TOLERANCE: f32 = 1e-6;
/// Largest total difference of the weights of vertices that are welded.
const MAX_WEIGHT_DIFFERENCE: f32 = 0.02;
/// Most vertices of one position that a vertex is compared with: more with different weights share a position
/// only in broken files.
const MAX_COMPARED: usize = 64;

/// Vertices on their way to being welded.
#[derive(Default)]
pub(super) struct Welder {
    /// Per render vertex: joints and weights in the order of the joints.
    influences: Vec<Vec<(JointId, f32)>>,
    /// Per render vertex: fingerprint of the offsets of all morph targets.
    morphs: Vec<u64>,
}

impl Welder {
    /// Adds the vertices of a primitive.
    pub(super) fn add(&mut self, character: &Character, instance: &MeshInstance, primitive: &Primitive) {
        let skin = instance.skin.map(|skin| &character.skins()[skin]);
        for vertex in 0..primitive.positions.len() {
            let skinned = skin.into_iter().flat_map(|skin| {
                primitive.influences_of(vertex).map(|(joint, weight)| (skin.joints[joint], weight))
            });
            let mut influences: Vec<_> = skinned.collect();
            if influences.is_empty() {
                influences.push((instance.node, 1.0));
            }
            influences.sort_unstable_by_key(|(joint, _)| *joint);
            self.influences.push(influences);
        }
        let first = self.morphs.len();
        self.morphs.resize(first + primitive.positions.len(), 0);
        let names = &character.meshes()[instance.mesh].morph_names;
        for (number, (name, target)) in (0..).zip(names.iter().zip(&primitive.morph_targets)) {
            // Meshes share targets by their names; those without one belong to their mesh.
            let unnamed = if name.is_empty() { number } else { 0 };
            let name = name.bytes().fold(unnamed, |hash, byte| mixed(hash, u64::from(byte)));
            for (vertex, offset) in target.vertices().iter().zip(target.positions()) {
                if *offset != Vec3::ZERO {
                    let hash = &mut self.morphs[first + *vertex as usize];
                    // The sum with 0 has no negative zero.
                    let numbers = offset.to_array().map(|n| u64::from((n + 0.0).to_bits()));
                    let offset_hash = numbers.into_iter().fold(name, mixed);
                    // A sum, so that the order of the targets does not matter.
                    *hash = hash.wrapping_add(offset_hash);
                }
            }
        }
    }

    /// Number of the welded vertex of each render vertex, and how many there are. `positions` are those of
    /// the reference pose.
    pub(super) fn weld(&self, positions: &[Vec3]) -> (Vec<u32>, u32) {
        let size = positions.iter().fold(0.0_f32, |size, p| size.max(p.abs().max_element()));
        let tolerance = f64::from((size * TOLERANCE).max(f32::MIN_POSITIVE));
        // Vertices by cells of twice the tolerance: a position and all within the tolerance of it lie in two
        // cells per axis at most.
        let cell = |n: f64| (n / (tolerance * 2.0)).floor() as i64;
        let mut known: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
        let mut welded: Vec<u32> = Vec::with_capacity(positions.len());
        let mut count = 0;
        for (vertex, position) in positions.iter().enumerate() {
            let coordinates = position.to_array().map(f64::from);
            let is_same = |other: usize| {
                let apart = (positions[other] - *position).abs().max_element();
                f64::from(apart) <= tolerance && self.moves_as(vertex, other)
            };
            let [x, y, z] = coordinates.map(|n| cell(n - tolerance)..=cell(n + tolerance));
            let cells = x.flat_map(|x| y.clone().map(move |y| (x, y)));
            let mut cells = cells.flat_map(|(x, y)| z.clone().map(move |z| [x, y, z]));
            let same = cells.find_map(|cell| {
                let near = known.get(&cell)?.iter().take(MAX_COMPARED);
                near.copied().find(|other| is_same(*other))
            });
            if let Some(same) = same {
                welded.push(welded[same]);
            } else {
                known.entry(coordinates.map(cell)).or_default().push(vertex);
                welded.push(count);
                count += 1;
            }
        }
        (welded, count)
    }

    /// Whether two vertices of one position stay together in all poses.
    fn moves_as(&self, a: usize, b: usize) -> bool {
        if self.morphs[a] != self.morphs[b] {
            return false;
        }
        let (a, b) = (&self.influences[a], &self.influences[b]);
        let of = |list: &[(JointId, f32)], joint| {
            list.iter().find(|(other, _)| *other == joint).map_or(0.0, |(_, weight)| *weight)
        };
        let only_b = b.iter().filter(|(joint, _)| !a.iter().any(|(other, _)| other == joint));
        let difference: f32 = a.iter().map(|(joint, weight)| (weight - of(b, *joint)).abs()).sum();
        difference + only_b.map(|(_, weight)| weight).sum::<f32>() <= MAX_WEIGHT_DIFFERENCE
    }
}

/// One step of a hash (Steele and Vigna, *Computationally Easy, Spectrally Good Multipliers*, 2022).
fn mixed(hash: u64, value: u64) -> u64 {
    (hash ^ value).wrapping_mul(0xf135_7aea_2e62_a9c5).rotate_left(26)
}
