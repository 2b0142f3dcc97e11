use super::SurfacePoint;
use super::bvh::Bvh;
use super::neighbors::neighbors;
use super::pockets::pockets;
use super::triangle_normal::unit_normal;
use super::weld::Welder;
use crate::character::{Character, MaterialId, MeshInstanceId, Primitive, Topology};
use crate::math::Mat3x4;
use crate::skinning::{SkinInput, SkinOutput, skin_linear};
use glam::Vec3;
use std::ops::Range;

/// Triangles of all meshes of a character, prepared for rays and decals: their neighbours across seams of
/// texture coordinates, normals and materials, and a bounding volume hierarchy. Made once per character and
/// shared; a [`PosedSurface`](super::PosedSurface) is the surface in a pose.
#[derive(Clone, Debug)]
pub struct CharacterSurface {
    pub(super) parts: Vec<SurfacePart>,
    /// Corners of all triangles, numbers of render vertices counted over all parts.
    pub(super) triangles: Vec<[u32; 3]>,
    /// Welded vertex of each render vertex.
    pub(super) welded: Vec<u32>,
    pub(super) welded_count: u32,
    /// Triangles across the three edges; [`NONE`](super::neighbors::NONE) at borders.
    pub(super) neighbors: Vec<[u32; 3]>,
    /// Per triangle: true in a pocket, such as the inside of the mouth.
    pub(super) pockets: Vec<bool>,
    pub(super) bvh: Bvh,
}

/// Primitive of a mesh instance in a [`CharacterSurface`].
#[derive(Clone, Debug)]
pub struct SurfacePart {
    /// Mesh instance.
    pub instance: MeshInstanceId,
    /// Primitive of its mesh.
    pub primitive: usize,
    /// Material; `None` for the default material.
    pub material: Option<MaterialId>,
    /// Its index among all parts. Parts without triangles have no triangle by which they could be found.
    pub(super) number: usize,
    /// Its vertices among all.
    pub(super) vertices: Range<u32>,
    /// Its triangles among all.
    pub(super) triangles: Range<u32>,
}

impl SurfacePart {
    /// Its primitive in the character that the surface was made of.
    ///
    /// # Panics
    /// When another character has no such primitive.
    #[must_use]
    pub fn primitive_of<'a>(&self, character: &'a Character) -> &'a Primitive {
        &character.meshes()[character.mesh_instances()[self.instance].mesh].primitives[self.primitive]
    }
}

impl CharacterSurface {
    /// Surface of all triangle meshes of a character.
    #[must_use]
    pub fn new(character: &Character) -> Self {
        let (mut parts, mut triangles, mut positions) = (Vec::new(), Vec::new(), Vec::new());
        let mut welder = Welder::default();
        for (id, instance) in character.mesh_instance_ids().zip(character.mesh_instances()) {
            let primitives = &character.meshes()[instance.mesh].primitives;
            for (number, primitive) in primitives.iter().enumerate() {
                if primitive.topology != Topology::Triangles {
                    continue;
                }
                let (vertex, triangle) = (positions.len() as u32, triangles.len() as u32);
                positions.resize(positions.len() + primitive.positions.len(), Vec3::ZERO);
                reference_positions(character, id, number, &mut positions[vertex as usize..]);
                welder.add(character, instance, primitive);
                triangles
                    .extend(primitive.indices.as_chunks().0.iter().map(|t: &[u32; 3]| t.map(|v| vertex + v)));
                parts.push(SurfacePart {
                    instance: id,
                    primitive: number,
                    material: primitive.material,
                    number: parts.len(),
                    vertices: vertex..positions.len() as u32,
                    triangles: triangle..triangles.len() as u32,
                });
            }
        }
        let (welded, welded_count) = welder.weld(&positions);
        let corners: Vec<[u32; 3]> = triangles.iter().map(|t| t.map(|v| welded[v as usize])).collect();
        let normals: Vec<Vec3> = triangles.iter().map(|t| unit_normal(&positions, t)).collect();
        let bvh = Bvh::new(&positions, &triangles);
        let neighbors = neighbors(&corners, &normals);
        let pockets = pockets(&positions, &triangles, &normals, &neighbors, &bvh);
        Self { parts, neighbors, triangles, welded, welded_count, pockets, bvh }
    }

    /// True for the character that the surface was made for, and others whose meshes have the same numbers of
    /// vertices and triangles there.
    #[must_use]
    pub fn fits(&self, character: &Character) -> bool {
        self.parts.iter().all(|part| {
            let instance = character.mesh_instances().get(part.instance.index());
            let primitives = instance.map(|instance| &character.meshes()[instance.mesh].primitives);
            primitives.and_then(|all| all.get(part.primitive)).is_some_and(|primitive| {
                primitive.positions.len() == part.vertices.len()
                    && primitive.indices.len() / 3 == part.triangles.len()
            })
        })
    }

    /// Primitives of mesh instances, in order.
    #[must_use]
    pub fn parts(&self) -> &[SurfacePart] {
        &self.parts
    }

    /// Number of triangles.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// Number of render vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.welded.len()
    }

    /// Number of points of the skin: vertices that are apart only for normals, texture coordinates or
    /// materials count once.
    #[must_use]
    pub fn welded_vertex_count(&self) -> usize {
        self.welded_count as usize
    }

    /// Part and corners of a triangle, counted over all parts: the index of the part, and vertices of its
    /// primitive. `None` where there is no such triangle.
    #[must_use]
    pub fn corners(&self, triangle: u32) -> Option<(usize, [usize; 3])> {
        let corners = self.triangles.get(triangle as usize)?;
        let number = self.number_of_part(triangle);
        let first = self.parts[number].vertices.start;
        Some((number, corners.map(|vertex| (vertex - first) as usize)))
    }

    /// Index of the part of a triangle, counted over all parts.
    pub(super) fn number_of_part(&self, triangle: u32) -> usize {
        self.parts.partition_point(|part| part.triangles.end <= triangle)
    }

    /// Part of a triangle, counted over all parts.
    pub(super) fn part_of(&self, triangle: u32) -> &SurfacePart {
        &self.parts[self.number_of_part(triangle)]
    }

    /// Triangle of a point, counted over all parts; `None` where the surface lacks it or the shares are not
    /// finite.
    pub(super) fn triangle_of(&self, point: &SurfacePoint) -> Option<u32> {
        let is_same = |p: &&SurfacePart| p.instance == point.instance && p.primitive == point.primitive;
        let part = self.parts.iter().find(is_same)?;
        let is_inside = point.triangle < part.triangles.len() as u32 && point.barycentric.is_finite();
        is_inside.then(|| part.triangles.start + point.triangle)
    }
}

/// Positions of a primitive in model space in the reference pose, without morph targets.
pub fn reference_positions(character: &Character, id: MeshInstanceId, primitive: usize, out: &mut [Vec3]) {
    let instance = &character.mesh_instances()[id];
    let primitive = &character.meshes()[instance.mesh].primitives[primitive];
    let model = character.reference_model();
    let palette: Vec<Mat3x4> = instance.skin.map_or(Vec::new(), |skin| {
        let skin = &character.skins()[skin];
        let joints = skin.joints.iter().zip(&skin.inverse_binds);
        joints.map(|(joint, bind)| Mat3x4::from(model[joint.index()] * *bind)).collect()
    });
    let input = SkinInput {
        positions: &primitive.positions,
        normals: &[],
        tangents: &[],
        influences: primitive.influences.as_ref().filter(|_| instance.skin.is_some()),
        palette: &palette,
        node: Mat3x4::from(model[instance.node.index()]),
    };
    skin_linear(&input, SkinOutput { positions: out, normals: &mut [], tangents: &mut [] });
}
