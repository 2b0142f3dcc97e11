//! Characters without joints to move: furniture, weapons, terrain, and their triangles.

use super::{
    Character, CharacterError, CharacterParts, Material, MaterialId, Mesh, MeshId, MeshInstance, Primitive,
    SkinningMethod,
};
use crate::math::Transform;
use crate::skeleton::{Joint, JointId, Skeleton};
use glam::Vec3;

impl Primitive {
    /// Triangles of positions with normals, three indices each, counter-clockwise as seen from the front.
    #[must_use]
    pub fn from_triangles(positions: Vec<Vec3>, normals: Vec<Vec3>, indices: Vec<u32>) -> Self {
        Self {
            file_vertices: (0..positions.len() as u32).collect(),
            file_vertex_count: positions.len(),
            has_file_normals: true,
            positions,
            normals,
            indices,
            ..Self::default()
        }
    }

    /// Box around a centre with these half lengths.
    #[must_use]
    pub fn cuboid(center: Vec3, half: Vec3) -> Self {
        let (mut positions, mut normals, mut indices) = (Vec::new(), Vec::new(), Vec::new());
        for (axis, sign) in [(0, -1.0), (0, 1.0), (1, -1.0), (1, 1.0), (2, -1.0), (2, 1.0)] {
            let normal = Vec3::AXES[axis] * sign;
            let (a, b) = (Vec3::AXES[(axis + 1) % 3], Vec3::AXES[(axis + 2) % 3] * sign);
            let first = positions.len() as u32;
            positions.extend([-a - b, a - b, a + b, b - a].map(|corner| center + half * (normal + corner)));
            normals.extend([normal; 4]);
            indices.extend([0, 1, 2, 0, 2, 3].map(|n| first + n));
        }
        Self::from_triangles(positions, normals, indices)
    }
}

impl Character {
    /// A thing of one piece: primitives, each with its material, on one joint.
    ///
    /// ```
    /// use sinew::Character;
    /// use sinew::character::{Material, Primitive};
    /// use sinew::glam::Vec3;
    ///
    /// let wood = Material { metallic: 0.0, ..Material::default() };
    /// let table = Character::rigid("table", [(Primitive::cuboid(Vec3::Y * 0.7, Vec3::new(0.6, 0.02, 0.4)), wood)])?;
    /// assert!((table.rest_bounds().max.y - 0.72).abs() < 1e-6);
    /// # Ok::<(), sinew::character::CharacterError>(())
    /// ```
    ///
    /// # Errors
    /// When a primitive is inconsistent, as [`Character::new`] says.
    pub fn rigid(
        name: &str,
        parts: impl IntoIterator<Item = (Primitive, Material)>,
    ) -> Result<Self, CharacterError> {
        let joint = Joint { name: name.to_owned(), parent: None, rest: Transform::IDENTITY, in_scene: true };
        let (mut primitives, mut materials) = (Vec::new(), Vec::new());
        for (primitive, material) in parts {
            primitives.push(Primitive { material: Some(MaterialId(materials.len() as u32)), ..primitive });
            materials.push(material);
        }
        Self::new(CharacterParts {
            skeleton: Skeleton::new(vec![joint])?,
            meshes: vec![Mesh { name: name.to_owned(), primitives, ..Mesh::default() }],
            mesh_instances: vec![MeshInstance {
                node: JointId(0),
                mesh: MeshId(0),
                skin: None,
                weights: Vec::new(),
                skinning: SkinningMethod::Linear,
                visible: true,
            }],
            materials,
            ..CharacterParts::default()
        })
    }
}
