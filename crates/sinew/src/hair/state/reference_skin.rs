use crate::character::{Character, MeshInstanceId, Topology};
use crate::surface::{SurfacePoint, reference_positions};
use glam::Vec3;
use std::collections::HashMap;

/// Skin of a character in its reference pose, primitive by primitive as it is needed.
pub(in crate::hair) struct ReferenceSkin<'a> {
    character: &'a Character,
    positions: HashMap<(MeshInstanceId, usize), Vec<Vec3>>,
}

impl<'a> ReferenceSkin<'a> {
    pub(in crate::hair) fn new(character: &'a Character) -> Self {
        Self { character, positions: HashMap::new() }
    }

    pub(super) fn character(&self) -> &'a Character {
        self.character
    }

    /// Position of a point; `None` where there is no such triangle.
    pub(in crate::hair) fn position(&mut self, point: &SurfacePoint) -> Option<Vec3> {
        let [a, b, c] = self.corners(point)?;
        let Vec3 { x, y, z } = point.barycentric;
        Some(a * x + b * y + c * z)
    }

    /// Corners of the triangle of a point; `None` where there is no such triangle.
    pub(in crate::hair) fn corners(&mut self, point: &SurfacePoint) -> Option<[Vec3; 3]> {
        let (character, id) = (self.character, point.instance);
        let mesh = character.mesh_instances().get(id.index())?.mesh;
        let primitive = character.meshes()[mesh].primitives.get(point.primitive)?;
        if primitive.topology != Topology::Triangles {
            return None;
        }
        let triangle = primitive.indices.as_chunks::<3>().0.get(point.triangle as usize)?;
        let positions = self.positions.entry((id, point.primitive)).or_insert_with(|| {
            let mut positions = vec![Vec3::ZERO; primitive.positions.len()];
            reference_positions(character, id, point.primitive, &mut positions);
            positions
        });
        Some(triangle.map(|vertex| positions[vertex as usize]))
    }
}
