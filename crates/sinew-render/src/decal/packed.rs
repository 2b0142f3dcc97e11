//! Decal in the form in which its layer uploads it.

use super::vertex::DecalVertex;
use sinew::Character;
use sinew::glam::Vec3;
use sinew::surface::{CharacterSurface, DecalShape, LiveDecal};
use std::collections::HashMap;

/// Four numbers, as a shader reads them at once.
pub(super) type Texel = [u32; 4];

/// Texels of a morph entry: target and position, normal.
pub(super) const ENTRY_TEXELS: usize = 2;

/// Decal as its layer uploads it. Numbers of vertices, entries and decals count from 0 and are moved when
/// layers are put together.
#[derive(Debug)]
pub(super) struct PackedDecal {
    pub(super) vertices: Vec<DecalVertex>,
    /// Influences of its deformed vertices, two per texel.
    pub(super) influences: Vec<Texel>,
    /// Number of morph entries of each deformed vertex.
    pub(super) entry_counts: Vec<u32>,
    pub(super) entries: Vec<Texel>,
}

impl PackedDecal {
    /// Packs a decal. `stride` is the number of influence texels per vertex, `cell` its image in the atlas.
    pub(super) fn new(
        live: &LiveDecal,
        character: &Character,
        surface: &CharacterSurface,
        stride: usize,
        cell: [f32; 4],
    ) -> Self {
        let mut packed = Self {
            vertices: Vec::new(),
            influences: Vec::new(),
            entry_counts: Vec::new(),
            entries: Vec::new(),
        };
        let is_disc = u32::from(live.decal.settings.shape == DecalShape::Disc);
        let mut known: HashMap<(usize, usize), u32> = HashMap::new();
        for triangle in &live.decal.triangles {
            let Some((part, corners)) = surface.corners(triangle.triangle) else { continue };
            let about = &surface.parts()[part];
            let instance = &character.mesh_instances()[about.instance];
            let primitive = &character.meshes()[instance.mesh].primitives[about.primitive];
            for (vertex, uv) in corners.into_iter().zip(triangle.uvs) {
                let next = known.len() as u32;
                let number = *known.entry((part, vertex)).or_insert_with(|| {
                    packed.add_influences(primitive, vertex, stride);
                    packed.add_morphs(primitive, vertex);
                    next
                });
                packed.vertices.push(DecalVertex {
                    position: primitive.positions[vertex].to_array(),
                    normal: primitive.normals.get(vertex).copied().unwrap_or(Vec3::ZERO).to_array(),
                    indices: [number, part as u32, 0, is_disc],
                    uv: [cell[0] + uv.x * cell[2], cell[1] + uv.y * cell[3], uv.x, uv.y],
                });
            }
        }
        packed
    }

    fn add_influences(&mut self, primitive: &sinew::character::Primitive, vertex: usize, stride: usize) {
        let mut texels = vec![[0; 4]; stride];
        let influences =
            primitive.influences.as_ref().into_iter().flat_map(|influences| influences.of_vertex(vertex));
        for (at, (joint, weight)) in influences.enumerate().take(stride * 2) {
            texels[at / 2][at % 2 * 2] = joint as u32;
            texels[at / 2][at % 2 * 2 + 1] = weight.to_bits();
        }
        self.influences.extend(texels);
    }

    fn add_morphs(&mut self, primitive: &sinew::character::Primitive, vertex: usize) {
        let before = self.entries.len();
        for (number, target) in primitive.morph_targets.iter().enumerate() {
            let Ok(at) = target.vertices().binary_search(&(vertex as u32)) else { continue };
            let [position, normal] =
                [target.positions()[at], target.normals()[at]].map(|v| v.to_array().map(f32::to_bits));
            self.entries.push([number as u32, position[0], position[1], position[2]]);
            self.entries.push([normal[0], normal[1], normal[2], 0]);
        }
        self.entry_counts.push(((self.entries.len() - before) / ENTRY_TEXELS) as u32);
    }
}
