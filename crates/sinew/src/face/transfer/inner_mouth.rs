//! Teeth and tongue of one face, fitted into another.

use super::face_part::FacePart;
use super::shapes::own_offsets;
use super::warp::Warp;
use crate::character::ImageId;
use crate::character::{
    Character, CharacterParts, Material, MaterialId, Mesh, MeshId, MeshInstance, Primitive, SkinningMethod,
    TextureId, TextureRef,
};
use crate::face::normalized;
use crate::morph::MorphTarget;
use crate::skeleton::JointIndex;
use glam::{Affine3A, Vec3};

/// Length of the tangents by which the turn of a normal is measured, metres.
const STEP: f32 = 1e-4;
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

/// Adds a part of `source`, warped, to a character; it follows the joint `node`, whose rest matrix is `model_from_node`.
pub(super) fn copy(
    source: &Character,
    part: FacePart,
    warp: &Warp,
    (node, model_from_node): (JointIndex, Affine3A),
    into: &mut CharacterParts,
) {
    let node_from_model = model_from_node.inverse();
    let (positions, offsets) = (part.positions(source), own_offsets(source, part));
    let normals = normals(part, source, warp, node_from_model);
    let kept: Vec<usize> = (0..offsets.len()).filter(|shape| !offsets[*shape].is_empty()).collect();
    let mut start = 0;
    let mut primitives = Vec::new();
    for primitive in part.primitives(source) {
        let range = start..start + primitive.positions.len();
        start = range.end;
        let own = &positions[range.clone()];
        let moved: Vec<Vec3> = own.iter().map(|p| warp.apply(*p)).collect();
        let target = |shape: &usize| {
            let offsets = own.iter().zip(&offsets[*shape][range.clone()]);
            let offsets: Vec<Vec3> = offsets
                .map(|(at, offset)| node_from_model.transform_vector3(warp.offset(*at, *offset)))
                .collect();
            MorphTarget::from_dense(offsets.len(), &offsets, &[], &[]).unwrap_or_default()
        };
        primitives.push(Primitive {
            material: primitive.material.map(|id| copy_material(source, id, into)),
            topology: primitive.topology,
            normals: normals[range.clone()].to_vec(),
            positions: moved.iter().map(|p| node_from_model.transform_point3(*p)).collect(),
            uvs: primitive.uvs.clone(),
            colors: primitive.colors.clone(),
            indices: primitive.indices.clone(),
            morph_targets: kept.iter().map(target).collect(),
            file_vertices: (0..own.len() as u32).collect(),
            file_vertex_count: own.len(),
            has_file_normals: primitive.has_file_normals,
            ..Primitive::default()
        });
    }
    let names = &part.mesh(source).morph_names;
    into.meshes.push(Mesh {
        name: part.mesh(source).name.clone(),
        primitives,
        morph_names: kept.iter().map(|shape| names[*shape].clone()).collect(),
        shares_file_vertices: false,
    });
    into.mesh_instances.push(MeshInstance {
        node,
        mesh: MeshId(into.meshes.len() as u32 - 1),
        skin: None,
        weights: vec![0.0; kept.len()],
        skinning: SkinningMethod::Linear,
    });
}

/// Normals of warped vertices, from how the warp turns the tangents there, in the space of the node.
fn normals(part: FacePart, source: &Character, warp: &Warp, node_from_model: Affine3A) -> Vec<Vec3> {
    let (positions, normals) = (part.positions(source), part.normals(source));
    let turned = |(at, normal): (&Vec3, &Vec3)| {
        let tangent = normal.any_orthonormal_vector();
        let [a, b] = [tangent, normal.cross(tangent)].map(|t| warp.offset(*at, t * STEP));
        node_from_model.transform_vector3(a.cross(b)).normalize_or(Vec3::Z)
    };
    positions.iter().zip(&normals).map(turned).collect()
}

/// Adds the colour and roughness of a material.
fn copy_material(source: &Character, id: MaterialId, into: &mut CharacterParts) -> MaterialId {
    let own = &source.materials()[id];
    let texture = own.base_color_texture.map(|reference| {
        let mut texture = source.textures()[reference.texture].clone();
        texture.image = texture.image.map(|image| {
            into.images.push(source.images()[image].clone());
            ImageId(into.images.len() as u32 - 1)
        });
        into.textures.push(texture);
        TextureRef { texture: TextureId(into.textures.len() as u32 - 1), ..reference }
    });
    into.materials.push(Material {
        name: own.name.clone(),
        base_color: own.base_color,
        base_color_texture: texture,
        metallic: own.metallic,
        roughness: own.roughness,
        double_sided: own.double_sided,
        ..Material::default()
    });
    MaterialId(into.materials.len() as u32 - 1)
}
