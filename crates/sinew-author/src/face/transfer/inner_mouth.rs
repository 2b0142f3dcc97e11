//! Teeth and tongue of one face, fitted into another.

use super::face_part::FacePart;
use super::material_copies::MaterialCopies;
use super::shapes::offsets_of;
use super::warp::Warp;
use glam::{Affine3A, Vec3};
use sinew::character::{Character, CharacterParts, Mesh, MeshId, MeshInstance, Primitive, SkinningMethod};
use sinew::internal::normalized;
use sinew::morph::MorphTarget;
use sinew::skeleton::JointId;

/// Length of the tangents by which the turn of a normal is measured, in half widths of the mouth.
pub(super) const STEP: f32 = 5e-3;
/// Words in the names of meshes of the inner mouth.
const NAMES: [&str; 4] = ["teeth", "tongue", "mouth", "gums"];

/// Parts of a character inside its mouth, by the names of their meshes.
pub(super) fn parts(character: &Character, face: FacePart) -> Vec<FacePart> {
    let is_inner = |part: &FacePart| {
        let node = character.mesh_instances()[part.instance].node;
        let names = [part.mesh(character).name.as_str(), character.skeleton().name(node)].map(normalized);
        *part != face && NAMES.iter().any(|word| names.iter().any(|name| name.contains(word)))
    };
    character.mesh_instance_ids().map(|instance| FacePart { instance }).filter(is_inner).collect()
}

/// Teeth and tongue of a character on their way into the parts of another one.
pub(super) struct InnerMouth<'a> {
    source: &'a Character,
    warp: &'a Warp,
    /// Length of tangents, metres.
    step: f32,
    /// Joint that the copies follow.
    node: JointId,
    node_from_model: Affine3A,
    materials: MaterialCopies<'a>,
}

impl<'a> InnerMouth<'a> {
    /// Inner mouth of `source`, warped, which follows the joint `node` with the rest matrix
    /// `model_from_node`.
    pub(super) fn new(
        source: &'a Character,
        (warp, step): (&'a Warp, f32),
        (node, model_from_node): (JointId, Affine3A),
    ) -> Self {
        let materials = MaterialCopies::new(source);
        Self { source, warp, step, node, node_from_model: model_from_node.inverse(), materials }
    }

    /// Adds a part to a character.
    pub(super) fn copy(&mut self, part: FacePart, into: &mut CharacterParts) {
        let Self { source, warp, node_from_model, .. } = *self;
        let (positions, matrices) = (part.positions(source), part.matrices(source));
        let names = &part.mesh(source).morph_names;
        let offsets: Vec<Vec<Vec3>> =
            (0..names.len()).map(|shape| offsets_of(source, part, &matrices, shape)).collect();
        let normals = self.normals(part, &positions);
        let kept: Vec<usize> = (0..offsets.len()).filter(|shape| !offsets[*shape].is_empty()).collect();
        let mut start = 0;
        let mut primitives = Vec::new();
        for primitive in part.primitives(source) {
            let range = start..start + primitive.positions.len();
            start = range.end;
            let vertices = &positions[range.clone()];
            let moved: Vec<Vec3> = vertices.iter().map(|p| warp.apply(*p)).collect();
            let target = |shape: &usize| {
                let offsets = vertices.iter().zip(&offsets[*shape][range.clone()]);
                let offsets: Vec<Vec3> = offsets
                    .map(|(at, offset)| node_from_model.transform_vector3(warp.offset(*at, *offset)))
                    .collect();
                MorphTarget::from_dense(offsets.len(), &offsets, &[], &[]).unwrap_or_default()
            };
            primitives.push(Primitive {
                material: primitive.material.map(|id| self.materials.copy(id, into)),
                topology: primitive.topology,
                normals: normals[range.clone()].to_vec(),
                positions: moved.iter().map(|p| node_from_model.transform_point3(*p)).collect(),
                uvs: primitive.uvs.clone(),
                colors: primitive.colors.clone(),
                indices: primitive.indices.clone(),
                morph_targets: kept.iter().map(target).collect(),
                file_vertices: (0..vertices.len() as u32).collect(),
                file_vertex_count: vertices.len(),
                has_file_normals: primitive.has_file_normals,
                ..Primitive::default()
            });
        }
        into.meshes.push(Mesh {
            name: part.mesh(source).name.clone(),
            primitives,
            morph_names: kept.iter().map(|shape| names[*shape].clone()).collect(),
            shares_file_vertices: false,
        });
        into.mesh_instances.push(MeshInstance {
            node: self.node,
            mesh: MeshId(into.meshes.len() as u32 - 1),
            skin: None,
            weights: vec![0.0; kept.len()],
            skinning: SkinningMethod::Linear,
            visible: true,
        });
    }

    /// Normals of the warped vertices of a part, from how the warp turns the tangents there, in the space of
    /// the node.
    fn normals(&self, part: FacePart, positions: &[Vec3]) -> Vec<Vec3> {
        let normals = part.normals(self.source);
        let turned = |(at, normal): (&Vec3, &Vec3)| {
            let tangent = normal.any_orthonormal_vector();
            let [a, b] =
                [tangent, normal.cross(tangent)].map(|t| self.warp.offset(*at, t * self.step) / self.step);
            self.node_from_model.transform_vector3(a.cross(b)).normalize_or(Vec3::Z)
        };
        positions.iter().zip(&normals).map(turned).collect()
    }
}
