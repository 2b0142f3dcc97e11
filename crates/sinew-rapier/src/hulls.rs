//! Cache of convex hulls: a ragdoll that starts again does not build them anew.

use rapier3d::prelude::*;
use sinew::glam::Vec3;
use std::sync::Arc;

/// Most hulls that are kept; the first go first.
const MAX_HULLS: usize = 1024;

/// Convex hulls that have been built, by their corners: a ragdoll that starts again takes its shapes from
/// here, in the frame of the hit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hulls {
    known: Vec<(Arc<[Vec3]>, SharedShape)>,
}

impl Hulls {
    /// The hull of these points; `None` where they lie in a plane.
    pub(crate) fn hull(&mut self, points: &[Vec3], triangles: &[[u32; 3]]) -> Option<SharedShape> {
        if let Some((_, shape)) = self.known.iter().find(|(known_points, _)| **known_points == *points) {
            return Some(shape.clone());
        }
        let mesh = SharedShape::convex_mesh(points.to_vec(), triangles);
        let shape = mesh.or_else(|| SharedShape::convex_hull(points))?;
        if self.known.len() >= MAX_HULLS {
            self.known.remove(0);
        }
        self.known.push((points.into(), shape.clone()));
        Some(shape)
    }
}
