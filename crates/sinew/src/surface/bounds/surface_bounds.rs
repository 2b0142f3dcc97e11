use super::build::regions;
use super::mesh_pose::MeshPose;
use super::region::Region;
use super::region_joint::ROUNDING;
use crate::character::{Character, MeshInstanceId};
use crate::math::Bounds;
use crate::surface::Ray;
use crate::surface::bvh::{NodeBox, RaySlabs};
use glam::Affine3A;

/// Boxes around the regions of a character's skin, by joint: made once per character and shared by all of its
/// actors. They say which rays may meet the posed and morphed body before
/// [`PosedSurface`](super::super::PosedSurface) is posed, which skins every vertex.
/// [`Frame::may_hit`](crate::Frame::may_hit) and [`Frame::ray_entry`](crate::Frame::ray_entry) ask them.
///
/// The test is conservative: a ray that hits the surface is never refused, with linear and dual-quaternion
/// skinning, morph targets, scales and mirrors. It lets pass rays that come near the body.
#[derive(Clone, Debug)]
pub struct SurfaceBounds {
    regions: Vec<Region>,
    /// Fingerprint of the skeleton.
    skeleton: u64,
}

impl SurfaceBounds {
    /// Bounds of all triangle meshes of a character.
    #[must_use]
    pub fn new(character: &Character) -> Self {
        Self { regions: regions(character), skeleton: character.skeleton().fingerprint() }
    }

    /// True for the character that the bounds were made for, and others with the same joints and mesh
    /// instances.
    #[must_use]
    pub fn fits(&self, character: &Character) -> bool {
        let has = |region: &Region| region.instance.index() < character.mesh_instances().len();
        self.skeleton == character.skeleton().fingerprint() && self.regions.iter().all(has)
    }

    /// Distances, in lengths of the ray's direction, at which a ray in model space enters boxes of the
    /// surface; in no order, none for a ray that is not finite. `model` is the model-space pose; `pose` gives
    /// that of a mesh instance, `None` where rays do not hit it.
    ///
    /// # Panics
    /// When `model` is shorter than the skeleton.
    pub fn entries<'a>(
        &'a self,
        ray: &'a Ray,
        model: &'a [Affine3A],
        pose: impl Fn(MeshInstanceId) -> Option<MeshPose<'a>> + 'a,
    ) -> impl Iterator<Item = f32> + 'a {
        let regions = self.regions.iter().filter(|_| ray.is_valid());
        regions.filter_map(move |region| {
            let bounds = region.posed(model, &pose(region.instance)?);
            entry(ray, &bounds)
        })
    }

    /// True for a ray in model space that may meet what lies in a box, which is extended by rounding.
    pub(crate) fn meets(ray: &Ray, bounds: &Bounds) -> bool {
        let margin = ROUNDING * bounds.min.abs().max(bounds.max.abs()).max_element();
        entry(ray, &NodeBox::EMPTY.union_of_numbers(&bounds.grown(margin))).is_some()
    }
}

/// Distance at which a ray enters a box.
fn entry(ray: &Ray, bounds: &NodeBox) -> Option<f32> {
    RaySlabs::new(ray, bounds).entry(bounds, f32::MAX).filter(|_| !bounds.is_empty())
}
