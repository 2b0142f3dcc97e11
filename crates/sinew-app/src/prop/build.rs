//! Builder of the characters that props are: rigid parts on nodes.

use super::surface::Surface;
use crate::options::colour;
use sinew::character::{
    CharacterError, Material, MaterialId, Mesh, MeshId, MeshInstance, Primitive, SkinningMethod,
};
use sinew::glam::Vec3;
use sinew::skeleton::{Joint, JointId};
use sinew::{Character, CharacterParts, Skeleton, Transform};

/// Material of a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    pub(super) name: &'static str,
    /// sRGB bytes.
    pub(super) color: [u8; 3],
    /// 0 mirror .. 1 matte.
    pub(super) roughness: f32,
    /// 0 dielectric .. 1 metal.
    pub(super) metallic: f32,
}

/// Builder of a character from rigid parts on nodes.
#[derive(Debug)]
pub(super) struct Build {
    scale: f32,
    joints: Vec<Joint>,
    parts: Vec<(u32, Paint, Surface)>,
}

impl Build {
    /// A builder that multiplies every length by `scale`.
    pub(super) fn new(scale: f32) -> Self {
        Self { scale, joints: Vec::new(), parts: Vec::new() }
    }

    /// Adds a node at `position` in its parent's space and returns its number, from 0.
    pub(super) fn node(&mut self, name: &str, parent: Option<u32>, position: Vec3) -> u32 {
        let rest = Transform::from_translation(position * self.scale);
        self.joints.push(Joint { name: name.into(), parent, rest, in_scene: true });
        self.joints.len() as u32 - 1
    }

    /// Adds a part to node number `node`; `surface` is in its space.
    pub(super) fn part(&mut self, node: u32, paint: Paint, surface: Surface) {
        self.parts.push((node, paint, surface));
    }

    /// Builds the character.
    pub(super) fn finish(self) -> Result<Character, CharacterError> {
        let skeleton = Skeleton::new(self.joints)?;
        let mut parts = CharacterParts { skeleton, ..CharacterParts::default() };
        for (number, (node, paint, surface)) in (0..).zip(self.parts) {
            parts.materials.push(material(&paint));
            parts.meshes.push(mesh(&paint, MaterialId(number), surface, self.scale));
            let node = parts.skeleton.by_file_index(node as usize).unwrap_or(JointId(u32::MAX));
            let (weights, skinning) = (Vec::new(), SkinningMethod::Linear);
            parts.mesh_instances.push(MeshInstance {
                node,
                mesh: MeshId(number),
                skin: None,
                weights,
                skinning,
                visible: true,
            });
        }
        Character::new(parts)
    }
}

fn material(paint: &Paint) -> Material {
    let [r, g, b] = paint.color;
    Material {
        name: paint.name.into(),
        base_color: colour::linear([r, g, b, 255]),
        metallic: paint.metallic,
        roughness: paint.roughness,
        ..Material::default()
    }
}

fn mesh(paint: &Paint, material: MaterialId, surface: Surface, scale: f32) -> Mesh {
    let count = surface.positions.len();
    let primitive = Primitive {
        material: Some(material),
        positions: surface.positions.into_iter().map(|position| position * scale).collect(),
        normals: surface.normals,
        indices: surface.indices,
        file_vertices: (0..count as u32).collect(),
        file_vertex_count: count,
        has_file_normals: true,
        ..Primitive::default()
    };
    Mesh { name: paint.name.into(), primitives: vec![primitive], ..Mesh::default() }
}
