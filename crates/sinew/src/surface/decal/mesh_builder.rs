use crate::character::{Character, Influences, MeshInstanceId, Skin};
use crate::morph::MorphTarget;
use crate::skeleton::JointId;
use crate::surface::SurfacePart;
use glam::{Affine3A, Vec2, Vec3, Vec4};
use std::collections::HashMap;

/// Collects vertices, joints and morph targets of a mesh.
pub(super) struct Builder<'a> {
    character: &'a Character,
    /// Part and vertex of every vertex of the mesh.
    pub(super) vertices: Vec<(&'a SurfacePart, usize)>,
    pub(super) uvs: Vec<Vec2>,
    pub(super) indices: Vec<u32>,
}

impl<'a> Builder<'a> {
    /// Builder of a mesh on a character, without vertices yet.
    pub(super) fn new(character: &'a Character) -> Self {
        Self { character, vertices: Vec::new(), uvs: Vec::new(), indices: Vec::new() }
    }

    pub(super) fn positions_and_normals(&self) -> (Vec<Vec3>, Vec<Vec3>) {
        let of = |(part, vertex): &(&SurfacePart, usize)| {
            let primitive = part.primitive_of(self.character);
            (primitive.positions[*vertex], primitive.normals.get(*vertex).copied().unwrap_or(Vec3::Y))
        };
        self.vertices.iter().map(of).unzip()
    }

    /// One skin with the joints of all vertices, and their influences.
    pub(super) fn skin(&self) -> (Skin, Influences) {
        let mut skin = Skin { name: "decal".into(), ..Skin::default() };
        // Joints with their inverse bind matrices as bits.
        let mut known: HashMap<(JointId, [u32; 12]), u16> = HashMap::new();
        let mut rows: Vec<Vec<(u16, f32)>> = Vec::with_capacity(self.vertices.len());
        for (part, vertex) in &self.vertices {
            let instance = &self.character.mesh_instances()[part.instance];
            let mut number = |joint: JointId, bind: Affine3A| {
                *known.entry((joint, bind.to_cols_array().map(f32::to_bits))).or_insert_with(|| {
                    skin.joints.push(joint);
                    skin.inverse_binds.push(bind);
                    (skin.joints.len() - 1) as u16
                })
            };
            let source = instance.skin.map(|skin_id| &self.character.skins()[skin_id]);
            let mut row: Vec<(u16, f32)> = source.map_or(Vec::new(), |source| {
                let influences = part.primitive_of(self.character).influences_of(*vertex);
                influences
                    .map(|(j, weight)| (number(source.joints[j], source.inverse_binds[j]), weight))
                    .collect()
            });
            if row.is_empty() {
                row.push((number(instance.node, Affine3A::IDENTITY), 1.0));
            }
            rows.push(row);
        }
        let stride = rows.iter().map(Vec::len).max().unwrap_or(1);
        let (mut joints, mut weights) = (vec![0; rows.len() * stride], vec![0.0; rows.len() * stride]);
        for (vertex, row) in rows.iter().enumerate() {
            for (at, (joint, weight)) in row.iter().enumerate() {
                joints[vertex * stride + at] = *joint;
                weights[vertex * stride + at] = *weight;
            }
        }
        // The weights come from checked influences.
        (skin, Influences::new(stride, &joints, &weights).unwrap_or_default())
    }

    /// Morph targets that move some of the vertices: names, sources and targets.
    pub(super) fn morphs(&self) -> (Vec<String>, Vec<(MeshInstanceId, usize)>, Vec<MorphTarget>) {
        let mut instances: Vec<MeshInstanceId> =
            self.vertices.iter().map(|(part, _)| part.instance).collect();
        instances.sort_unstable();
        instances.dedup();
        let (mut names, mut sources, mut targets) = (Vec::new(), Vec::new(), Vec::new());
        for instance in instances {
            let mesh = &self.character.meshes()[self.character.mesh_instances()[instance].mesh];
            for (number, name) in mesh.morph_names.iter().enumerate() {
                let target = self.target(instance, number);
                if target.vertices().is_empty() {
                    continue;
                }
                names.push(name.clone());
                sources.push((instance, number));
                targets.push(target);
            }
        }
        (names, sources, targets)
    }

    /// Offsets of a mesh instance's morph target.
    fn target(&self, instance: MeshInstanceId, number: usize) -> MorphTarget {
        let mut offsets = [(); 2].map(|()| vec![Vec3::ZERO; self.vertices.len()]);
        for (at, (part, vertex)) in self.vertices.iter().enumerate().filter(|(_, v)| v.0.instance == instance)
        {
            let Some(target) = part.primitive_of(self.character).morph_targets.get(number) else { continue };
            if let Ok(found) = target.vertices().binary_search(&(*vertex as u32)) {
                offsets[0][at] = target.positions()[found];
                offsets[1][at] = target.normals()[found];
            }
        }
        let [positions, normals] = offsets;
        // Offsets of a checked character are finite.
        MorphTarget::from_dense(self.vertices.len(), &positions, &normals, &[]).unwrap_or_default()
    }
}

/// Tangents along the first texture coordinate: means over the triangles of a vertex, perpendicular to its
/// normal; w is the handedness that glTF defines.
pub(super) fn tangents(positions: &[Vec3], normals: &[Vec3], uvs: &[Vec2], indices: &[u32]) -> Vec<Vec4> {
    let mut sums = vec![(Vec3::ZERO, 0.0_f32); positions.len()];
    for corners in indices.as_chunks::<3>().0 {
        let [a, b, c] = corners.map(|v| v as usize);
        let (edge, arm) = (positions[b] - positions[a], positions[c] - positions[a]);
        let (u, v) = (uvs[b] - uvs[a], uvs[c] - uvs[a]);
        let area = u.perp_dot(v);
        let along = (edge * v.y - arm * u.y) * area.signum();
        for vertex in [a, b, c] {
            sums[vertex].0 += along;
            sums[vertex].1 += area;
        }
    }
    let tangent = |((sum, area), normal): (&(Vec3, f32), &Vec3)| {
        let flat = (*sum - *normal * normal.dot(*sum)).try_normalize();
        flat.unwrap_or_else(|| normal.any_orthonormal_vector()).extend(if *area > 0.0 { -1.0 } else { 1.0 })
    };
    sums.iter().zip(normals).map(tangent).collect()
}
