//! Skinning of a frame on the processor: vertices, surfaces for rays and decals, points, area strain.

use crate::actor::Frame;
use crate::character::{MeshInstanceId, SkinningMethod};
use crate::skinning::SkinnedVertices;
use crate::surface::wrinkle::{StrainRings, StrainScratch};
use crate::surface::{
    MeshPose, PosedPoint, PosedSurface, Ray, SkinPose, SurfaceBounds, SurfaceError, SurfacePoint,
};
use glam::Vec3;

impl<'a> Frame<'a> {
    /// The skin in this pose, for all that follows its surface. Without palettes
    /// ([`MeshState::set_palettes_enabled`](crate::actor::MeshState::set_palettes_enabled)) it is as in the last
    /// frame that wrote them.
    #[must_use]
    pub fn skin(&self) -> SkinPose<'a> {
        SkinPose::new(self.character, self.model, self.morphs, &self.meshes.skinning)
    }

    /// Morphs and skins one primitive of a mesh instance on the processor, in model space.
    ///
    /// # Panics
    /// When there is no such instance or primitive.
    pub fn skin_vertices(&self, instance: MeshInstanceId, primitive: usize, out: &mut SkinnedVertices) {
        self.skin().skin_vertices(instance, primitive, out);
    }

    /// [`Frame::skin_vertices`] by [`skin_linear_fast`](crate::skinning::skin_linear_fast), whatever the
    /// instance's method: normals and tangents are not normalized.
    ///
    /// # Panics
    /// When there is no such instance or primitive.
    pub fn skin_vertices_fast(&self, instance: MeshInstanceId, primitive: usize, out: &mut SkinnedVertices) {
        self.skin().skin_vertices_fast(instance, primitive, out);
    }

    /// Takes the pose into a surface, for rays and decals: the positions of all vertices in model space, each
    /// mesh by its skinning method. Meshes that are hidden
    /// ([`MeshState::set_visible`](crate::actor::MeshState::set_visible)) or seen in first person alone are not hit.
    ///
    /// # Errors
    /// When the surface was made for another character, or the frame has no palettes
    /// ([`MeshState::set_palettes_enabled`](crate::actor::MeshState::set_palettes_enabled)); it keeps its pose.
    pub fn pose_surface(&self, posed: &mut PosedSurface) -> Result<(), SurfaceError> {
        if !posed.surface().fits(self.character()) {
            return Err(SurfaceError::OtherCharacter);
        }
        if !self.meshes.skinning.has_palettes() {
            return Err(SurfaceError::NoPalettes);
        }
        let is_shown = |id| self.meshes.is_hittable(self.character(), id);
        self.skin().pose_surface(posed, is_shown);
        Ok(())
    }

    /// True for a ray in model space that may meet the body in this pose; `false` only where
    /// [`PosedSurface::nearest_hit`] finds nothing. A few boxes are moved per joint, and no vertex; a
    /// character that no ray may meet need not be posed.
    ///
    /// # Panics
    /// When the bounds are not of this character.
    #[must_use]
    pub fn may_hit(&self, bounds: &SurfaceBounds, ray: &Ray) -> bool {
        self.comes_near(ray) && self.entries(bounds, ray).next().is_some()
    }

    /// Distance, in lengths of the ray's direction, at which a ray in model space comes near the body in this
    /// pose; no hit is nearer. `None` where [`Frame::may_hit`] is `false`. Characters in this order are posed
    /// until one is hit before the next begins.
    ///
    /// # Panics
    /// When the bounds are not of this character.
    #[must_use]
    pub fn ray_entry(&self, bounds: &SurfaceBounds, ray: &Ray) -> Option<f32> {
        let entries = self.comes_near(ray).then(|| self.entries(bounds, ray));
        entries.into_iter().flatten().min_by(f32::total_cmp)
    }

    /// True for a ray that may meet the bounds of the frame, where they contain all that rays hit.
    fn comes_near(&self, ray: &Ray) -> bool {
        // In first person the head is hit, but not in the bounds; those of dual quaternions are estimates.
        let is_linear = |id| self.skinning(id) == SkinningMethod::Linear;
        let is_exact = !self.is_first_person() && self.character().mesh_instance_ids().all(is_linear);
        !is_exact || SurfaceBounds::meets(ray, &self.bounds())
    }

    fn entries<'b>(&self, bounds: &'b SurfaceBounds, ray: &'b Ray) -> impl Iterator<Item = f32> + 'b
    where
        'a: 'b,
    {
        let frame = *self;
        assert!(bounds.fits(self.character()), "the surface bounds were made for another character");
        bounds.entries(ray, self.model(), move |id| {
            let character = frame.character();
            let is_dual = frame.skinning(id) == SkinningMethod::DualQuaternion;
            let skin = character.mesh_instances()[id].skin.filter(|_| is_dual);
            frame.meshes.is_hittable(character, id).then(|| MeshPose {
                weights: frame.morph_weights(id),
                dual_quaternions: skin.map(|skin| frame.dual_quaternions(skin)),
            })
        })
    }

    /// A point of the surface in this pose, in model space: three vertices are morphed and skinned. For
    /// decals, emitters and what else stays on the skin. Without palettes
    /// ([`MeshState::set_palettes_enabled`](crate::actor::MeshState::set_palettes_enabled)) the pose is that of the
    /// last frame that wrote them.
    ///
    /// # Panics
    /// When the character has no such mesh instance, primitive or triangle.
    #[must_use]
    pub fn surface(&self, point: &SurfacePoint) -> PosedPoint {
        self.skin().surface(point)
    }

    /// Corners of the triangle of a surface point in this pose, in model space.
    ///
    /// # Panics
    /// When the character has no such mesh instance, primitive or triangle.
    #[must_use]
    pub fn surface_corners(&self, point: &SurfacePoint) -> [Vec3; 3] {
        self.skin().surface_corners(point)
    }

    /// Area strain per vertex of a primitive, morphed and skinned by the instance's method; see
    /// [`area_strain`](crate::surface::wrinkle::area_strain).
    ///
    /// # Panics
    /// When the rings are not of this character.
    pub fn area_strain(&self, rings: &StrainRings, scratch: &mut StrainScratch, out: &mut Vec<f32>) {
        self.skin().area_strain(rings, scratch, out);
    }
}
