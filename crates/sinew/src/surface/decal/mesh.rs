use super::mesh_builder::{Builder, tangents};
use super::{Decal, DecalTriangle};
use crate::character::{
    Character, CharacterParts, MaterialId, Mesh, MeshId, MeshInstance, MeshInstanceId, MorphBind, Primitive,
    Skin, SkinId,
};
use crate::clip::{Interpolation, MorphTrack, RawClip, Track};
use crate::surface::{CharacterSurface, SurfacePart};
use std::collections::HashMap;

/// Decal as a skinned mesh of its own: vertices, joint influences and morph targets of the skin below it,
/// with the decal's texture coordinates and tangents. It holds whole triangles, which move exactly as those
/// of the skin do; its image has to be transparent outside of the decal's outline.
#[derive(Clone, Debug)]
pub struct DecalMesh {
    /// The mesh: one primitive, with the morph targets of all meshes below it.
    pub mesh: Mesh,
    /// Its skin: the joints of the skins below it. Parts of meshes without a skin follow their node as a
    /// joint.
    pub skin: Skin,
    /// Rest weights of the morph targets.
    pub weights: Vec<f32>,
    /// Per morph target: the mesh instance that has it, and its number there.
    pub sources: Vec<(MeshInstanceId, usize)>,
    /// Mesh instance below it, whose node and skinning method it has: that of the centre where the mesh
    /// reaches it.
    pub instance: MeshInstanceId,
    /// Per vertex: the point of the skin that it lies on; vertices that are apart for normals or texture
    /// coordinates only have the same.
    pub(super) welded: Vec<u32>,
}

impl DecalMesh {
    /// Meshes of a decal on a character: one for each skinning method of the meshes below it, that of the
    /// centre first. Nearly always it is one; files may blend the joints of a body linearly and those of its
    /// clothes by dual quaternions. `margin` is the transparent border of the image as a share of its size, 0
    /// without one to 0.49: texture coordinates are drawn in by it. Triangles that the surface lacks are left
    /// out.
    ///
    /// # Panics
    /// When the surface is not of this character.
    #[must_use]
    pub fn by_skinning(
        decal: &Decal,
        character: &Character,
        surface: &CharacterSurface,
        margin: f32,
    ) -> Vec<Self> {
        let center = decal.center.instance;
        // Meshes without a skin move alike by all methods.
        let method = |id: MeshInstanceId| {
            let mesh_instance = &character.mesh_instances()[id];
            mesh_instance.skin.map(|_| mesh_instance.skinning)
        };
        let first = method(center).unwrap_or_default();
        let there =
            decal.triangles.iter().filter(|triangle| (triangle.triangle as usize) < surface.triangles.len());
        let others = there
            .map(|triangle| surface.part_of(triangle.triangle).instance)
            .find(|id| method(*id).is_some_and(|skinning| skinning != first));
        let mesh = |instance, is_first: bool| {
            let fits = |part: &SurfacePart| (method(part.instance).unwrap_or(first) == first) == is_first;
            Self::of(decal, character, surface, margin, instance, fits)
        };
        std::iter::once(mesh(center, true)).chain(others.map(|other| mesh(other, false))).collect()
    }

    /// [`DecalMesh::by_skinning`] as one mesh, for decals on meshes of one skinning method; it moves by that
    /// of the centre.
    ///
    /// # Panics
    /// When the surface is not of this character.
    #[must_use]
    pub fn new(decal: &Decal, character: &Character, surface: &CharacterSurface, margin: f32) -> Self {
        Self::of(decal, character, surface, margin, decal.center.instance, |_| true)
    }

    /// Mesh of the triangles on some of the parts.
    fn of(
        decal: &Decal,
        character: &Character,
        surface: &CharacterSurface,
        margin: f32,
        instance: MeshInstanceId,
        fits: impl Fn(&SurfacePart) -> bool,
    ) -> Self {
        let mut builder = Builder::new(character);
        let (mut known, mut welded): (HashMap<u32, u32>, _) = (HashMap::new(), Vec::new());
        // A margin of half of the image would leave nothing of it.
        let margin = if margin.is_finite() { margin.clamp(0.0, 0.49) } else { 0.0 };
        let there = |triangle: &&DecalTriangle| (triangle.triangle as usize) < surface.triangles.len();
        for triangle in decal.triangles.iter().filter(there) {
            let part = surface.part_of(triangle.triangle);
            if !fits(part) {
                continue;
            }
            for (vertex, uv) in surface.triangles[triangle.triangle as usize].into_iter().zip(triangle.uvs) {
                let index = *known.entry(vertex).or_insert_with(|| {
                    builder.vertices.push((part, (vertex - part.vertices.start) as usize));
                    builder.uvs.push(uv * (1.0 - 2.0 * margin) + margin);
                    welded.push(surface.welded[vertex as usize]);
                    builder.vertices.len() as u32 - 1
                });
                builder.indices.push(index);
            }
        }
        let (skin, influences) = builder.skin();
        let (morph_names, sources, morph_targets) = builder.morphs();
        let (positions, normals) = builder.positions_and_normals();
        let tangents = tangents(&positions, &normals, &builder.uvs, &builder.indices);
        let weights =
            sources.iter().map(|(instance, target)| character.mesh_instances()[*instance].weights[*target]);
        let count = positions.len();
        Self {
            weights: weights.collect(),
            mesh: Mesh {
                name: "decal".into(),
                primitives: vec![Primitive {
                    positions,
                    normals,
                    tangents,
                    uvs: vec![builder.uvs],
                    influences: Some(influences),
                    indices: builder.indices,
                    morph_targets,
                    file_vertices: (0..count as u32).collect(),
                    file_vertex_count: count,
                    has_file_normals: true,
                    ..Primitive::default()
                }],
                morph_names,
                shares_file_vertices: false,
            },
            skin,
            sources,
            instance,
            welded,
        }
    }

    /// Adds the mesh to a character's parts, with a material of theirs. Expressions move its morph targets as
    /// those of the meshes below. Returns the new mesh instance.
    pub fn add_to(mut self, parts: &mut CharacterParts, material: MaterialId) -> MeshInstanceId {
        for primitive in &mut self.mesh.primitives {
            primitive.material = Some(material);
        }
        let below = &parts.mesh_instances[self.instance];
        let instance = MeshInstance {
            node: below.node,
            mesh: MeshId(parts.meshes.len() as u32),
            skin: Some(SkinId(parts.skins.len() as u32)),
            weights: self.weights,
            skinning: below.skinning,
            visible: below.visible,
        };
        let id = MeshInstanceId(parts.mesh_instances.len() as u32);
        parts.meshes.push(self.mesh);
        parts.skins.push(self.skin);
        parts.mesh_instances.push(instance);
        for expression in &mut parts.expressions {
            let binds = self.sources.iter().enumerate().flat_map(|(target, (instance, number))| {
                let same = expression
                    .morphs
                    .iter()
                    .filter(move |bind| bind.instance == *instance && bind.target == *number);
                same.map(move |bind| MorphBind { instance: id, target, weight: bind.weight })
            });
            let binds: Vec<MorphBind> = binds.collect();
            expression.morphs.extend(binds);
        }
        id
    }

    /// The track of a clip for the mesh, as `instance`: the morph weights of the meshes below it. `None`
    /// where the clip moves none. Of tracks with other keys than the first one the targets keep their rest
    /// weights.
    #[must_use]
    pub fn track(&self, clip: &RawClip, instance: MeshInstanceId) -> Option<MorphTrack> {
        let below = |track: &&MorphTrack| self.sources.iter().any(|(source, _)| *source == track.instance);
        let keys = &clip.morphs.iter().find(below)?.weights;
        let interpolation = keys.interpolation();
        let has_same_keys = |track: &&MorphTrack| {
            track.weights.times() == keys.times() && track.weights.interpolation() == interpolation
        };
        // Per source: the track that moves it.
        let tracks: Vec<Option<&Track<f32>>> = self
            .sources
            .iter()
            .map(|(source, _)| {
                let matching =
                    clip.morphs.iter().filter(|track| track.instance == *source).find(has_same_keys);
                matching.map(|track| &track.weights)
            })
            .collect();
        let rows = keys.values().len() / keys.width().max(1);
        // Splines have a row of tangents on each side of a row of values; weights that stay have tangents
        // of 0.
        let is_tangent = |row: usize| interpolation == Interpolation::CubicSpline && row % 3 != 1;
        let values = (0..rows).flat_map(|row| {
            let sources = self.sources.iter().zip(&self.weights).zip(&tracks);
            sources.map(move |(((_, target), rest), track)| {
                let still = if is_tangent(row) { 0.0 } else { *rest };
                let animated = track.filter(|track| *target < track.width());
                animated.map_or(still, |track| track.values()[row * track.width() + target])
            })
        });
        let weights =
            Track::new(interpolation, self.sources.len(), keys.times().into(), values.collect()).ok()?;
        Some(MorphTrack { instance, weights })
    }
}
