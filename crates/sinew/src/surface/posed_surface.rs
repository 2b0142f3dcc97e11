//! Surface of a character in a pose: vertex positions, bounding boxes, and queries by ray and point.

use super::bvh::{NodeBox, RaySlabs};
use super::character_surface::reference_positions;
use super::triangle_normal::unit_normal;
use super::triangle_test::{RayShear, TriangleHit};
use super::{CharacterSurface, HitFaces, Ray, SurfaceHit, SurfacePart, SurfacePoint};
use crate::character::{Character, MeshInstanceId};
use crate::skeleton::JointId;
use glam::{Vec2, Vec3};
use std::sync::Arc;

/// State of a part in a pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PosedPart {
    /// Whether rays hit it.
    pub is_shown: bool,
    /// Whether its joints mirror it, so that its triangles run clockwise seen from outside.
    pub is_mirrored: bool,
}

impl PosedPart {
    const SHOWN: Self = Self { is_shown: true, is_mirrored: false };
}

/// Surface of a character in a pose: the positions of all vertices in model space, and the boxes of the
/// hierarchy around them. [`Frame::pose_surface`](crate::Frame::pose_surface) fills it; posing it again
/// allocates nothing.
///
/// ```no_run
/// use sinew::glam::Vec3;
/// use sinew::surface::{CharacterSurface, HitFaces, PosedSurface, Ray};
/// use std::sync::Arc;
///
/// # fn actor() -> sinew::Actor { unimplemented!() }
/// let mut actor = actor();
/// let surface = Arc::new(CharacterSurface::new(actor.character()));
/// let mut posed = PosedSurface::new(&surface);
/// actor.update(1.0 / 60.0);
/// actor.frame().pose_surface(&mut posed)?;
/// let shot = Ray::new(Vec3::new(0.0, 1.4, 5.0), Vec3::NEG_Z);
/// if let Some(hit) = posed.nearest_hit(actor.character(), &shot, HitFaces::Front) {
///     println!("{} at {}", actor.character().skeleton().name(hit.joint), hit.position);
/// }
/// # Ok::<(), sinew::surface::SurfaceError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PosedSurface {
    surface: Arc<CharacterSurface>,
    /// Positions of all render vertices in model space.
    pub(super) positions: Vec<Vec3>,
    boxes: Vec<NodeBox>,
    /// Scratch memory: vertices of a part with morph targets added.
    morphed: Vec<Vec3>,
    /// One per part.
    parts: Vec<PosedPart>,
}

impl PosedSurface {
    /// Surface without a pose: nothing hits it.
    #[must_use]
    pub fn new(surface: &Arc<CharacterSurface>) -> Self {
        Self {
            positions: vec![Vec3::ZERO; surface.vertex_count()],
            boxes: Vec::new(),
            morphed: Vec::new(),
            parts: vec![PosedPart::default(); surface.parts.len()],
            surface: Arc::clone(surface),
        }
    }

    /// Surface in the reference pose of its character, without morph targets; rays hit the mesh instances
    /// that `is_shown` accepts.
    ///
    /// # Panics
    /// When the surface is not of this character.
    #[must_use]
    pub fn in_reference_pose(
        surface: &Arc<CharacterSurface>,
        character: &Character,
        is_shown: impl Fn(MeshInstanceId) -> bool,
    ) -> Self {
        let mut posed = Self::new(surface);
        posed.pose_with(|part, _, out| {
            reference_positions(character, part.instance, part.primitive, out);
            PosedPart { is_shown: is_shown(part.instance), is_mirrored: false }
        });
        posed
    }

    /// The surface that is posed.
    #[must_use]
    pub fn surface(&self) -> &Arc<CharacterSurface> {
        &self.surface
    }

    /// Takes over a pose. `pose` gets a part, scratch memory for morphed vertices, and the positions of the
    /// part's vertices in model space, which it writes.
    pub fn pose_with(
        &mut self,
        mut pose: impl FnMut(&SurfacePart, &mut Vec<Vec3>, &mut [Vec3]) -> PosedPart,
    ) {
        for (part, posed) in self.surface.parts.iter().zip(&mut self.parts) {
            let range = part.vertices.start as usize..part.vertices.end as usize;
            *posed = pose(part, &mut self.morphed, &mut self.positions[range]);
        }
        self.surface.bvh.refit(&self.positions, &mut self.boxes);
    }

    /// True for a part that rays hit.
    ///
    /// # Panics
    /// When the part is not of this surface.
    #[must_use]
    pub fn is_part_shown(&self, part: &SurfacePart) -> bool {
        self.parts[part.number].is_shown
    }

    /// True for a triangle that is shown.
    pub(super) fn is_shown(&self, triangle: u32) -> bool {
        self.parts[self.surface.number_of_part(triangle)].is_shown
    }

    /// Whether the pose mirrors a triangle: it runs clockwise seen from outside.
    pub(super) fn is_mirrored(&self, triangle: u32) -> bool {
        self.parts[self.surface.number_of_part(triangle)].is_mirrored
    }

    /// Positions of the vertices of a part in model space.
    #[must_use]
    pub fn positions(&self, part: &SurfacePart) -> &[Vec3] {
        &self.positions[part.vertices.start as usize..part.vertices.end as usize]
    }

    /// The first intersection of a ray in model space; `None` where it meets nothing, or is not finite. Of
    /// several triangles at the same distance, as at an edge, the first counts.
    ///
    /// # Panics
    /// When the surface is not of this character.
    #[must_use]
    pub fn nearest_hit(&self, character: &Character, ray: &Ray, faces: HitFaces) -> Option<SurfaceHit> {
        let mut nearest: Option<(u32, TriangleHit)> = None;
        self.visit(ray, f32::MAX, |triangle, hit| {
            let is_nearer = nearest.is_none_or(|(other, best)| {
                hit.distance < best.distance || (hit.distance == best.distance && triangle < other)
            });
            if faces.include(hit.is_front) && is_nearer {
                nearest = Some((triangle, hit));
            }
            nearest.map_or(f32::MAX, |(_, best)| best.distance)
        });
        nearest.map(|(triangle, hit)| self.describe(character, ray, triangle, hit))
    }

    /// Appends all intersections of a ray in model space to `out`, by distance. Triangles that share an edge
    /// which the ray meets are both hit.
    ///
    /// # Panics
    /// When the surface is not of this character.
    pub fn all_hits(&self, character: &Character, ray: &Ray, faces: HitFaces, out: &mut Vec<SurfaceHit>) {
        let first = out.len();
        self.visit(ray, f32::MAX, |triangle, hit| {
            if faces.include(hit.is_front) {
                out.push(self.describe(character, ray, triangle, hit));
            }
            f32::MAX
        });
        let key = |hit: &SurfaceHit| (hit.point.instance, hit.point.primitive, hit.point.triangle);
        out[first..]
            .sort_unstable_by(|a, b| a.distance.total_cmp(&b.distance).then_with(|| key(a).cmp(&key(b))));
    }

    /// Intersections with triangles of shown parts; `visit` gives the new limit.
    fn visit(&self, ray: &Ray, limit: f32, mut visit: impl FnMut(u32, TriangleHit) -> f32) {
        if !ray.is_valid() {
            return;
        }
        let Some(bounds) = self.boxes.first() else { return };
        let (shear, slabs) = (RayShear::new(ray), RaySlabs::new(ray, bounds));
        let mut limit = limit;
        let is_plain = self.parts.iter().all(|part| part.is_shown && !part.is_mirrored);
        let surface = &*self.surface;
        surface.bvh.visit(&self.boxes, &slabs, limit, |triangle| {
            let corners = surface.triangles[triangle as usize].map(|v| self.positions[v as usize]);
            if let Some(mut hit) = shear.hit(corners, limit) {
                let part =
                    if is_plain { PosedPart::SHOWN } else { self.parts[surface.number_of_part(triangle)] };
                hit.is_front ^= part.is_mirrored;
                if part.is_shown {
                    limit = visit(triangle, hit);
                }
            }
            limit
        });
    }

    /// Corners of a triangle, counted over all parts; `None` where there is none.
    pub(super) fn corners(&self, triangle: u32) -> Option<[Vec3; 3]> {
        let corners = self.surface.triangles.get(triangle as usize)?;
        Some(corners.map(|vertex| self.positions[vertex as usize]))
    }

    fn describe(&self, character: &Character, ray: &Ray, triangle: u32, hit: TriangleHit) -> SurfaceHit {
        let part = self.surface.part_of(triangle);
        let primitive = part.primitive_of(character);
        let corners = self.surface.triangles[triangle as usize];
        let local = corners.map(|vertex| (vertex - part.vertices.start) as usize);
        let shares = hit.barycentric.to_array();
        // The first set may be empty where there is a second one.
        let uv = primitive.uvs.first().filter(|uvs| !uvs.is_empty()).map_or(Vec2::ZERO, |uvs| {
            local.iter().zip(shares).map(|(vertex, share)| uvs[*vertex] * share).sum()
        });
        SurfaceHit {
            point: SurfacePoint {
                instance: part.instance,
                primitive: part.primitive,
                triangle: triangle - part.triangles.start,
                barycentric: hit.barycentric,
            },
            distance: hit.distance,
            position: ray.at(hit.distance),
            normal: unit_normal(&self.positions, &corners)
                * if self.is_mirrored(triangle) { -1.0 } else { 1.0 },
            is_front: hit.is_front,
            joint: self.main_joint(character, part, local, shares),
            material: part.material,
            uv,
        }
    }

    /// Joint with the largest weight at a point of a triangle.
    fn main_joint(
        &self,
        character: &Character,
        part: &SurfacePart,
        corners: [usize; 3],
        shares: [f32; 3],
    ) -> JointId {
        let instance = &character.mesh_instances()[part.instance];
        let primitive = part.primitive_of(character);
        let influences = || {
            corners.into_iter().zip(shares).flat_map(|(vertex, share)| {
                primitive.influences_of(vertex).map(move |(joint, weight)| (joint, weight * share))
            })
        };
        let total = |joint: usize| -> f32 {
            influences().filter(|(other, _)| *other == joint).map(|(_, weight)| weight).sum()
        };
        let skin = instance.skin.map(|skin| &character.skins()[skin]);
        let main = influences().map(|(joint, _)| joint).max_by(|a, b| total(*a).total_cmp(&total(*b)));
        match (skin, main) {
            (Some(skin), Some(joint)) => skin.joints[joint],
            _ => instance.node,
        }
    }
}
