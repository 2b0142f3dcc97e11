//! Distance of vertices blended by dual quaternions from their positions under their heaviest joint alone.
//!
//! Dual-quaternion linear blending (Kavan and others, *Geometric Skinning with Approximate Dual Quaternion
//! Blending*, 2008) does not depend on the frame of reference. Seen from the heaviest joint p, with the
//! vertex as the origin, joint i is a rotation about the vertex and a move by the distance dᵢ between the
//! positions of the vertex under i and p. The blend moves it by at most Σ wᵢ dᵢ / N over the other joints,
//! where N, the length of the blended real part, is at least wₚ + (1 − wₚ) c; c is the smallest cosine
//! between the real parts of p and another joint. Stretches are blended before: they move the vertex by at
//! most D = Σ wᵢ eᵢ, where eᵢ is the distance between its positions under the stretches of i and p, and make
//! dᵢ larger by at most 2 D + eᵢ.

use super::region_joint::{MESH_SPACE, RegionJoint};
use crate::math::Bounds;
use crate::skinning::DualQuatJoint;
use glam::{Affine3A, Mat3A, Vec3A};

/// Vertices of a region with the same heaviest joint.
#[derive(Clone, Debug)]
pub(super) struct Pivot {
    /// Index of the joint in the region.
    pub(super) joint: usize,
    /// The vertices at rest in the joint's space.
    pub(super) rest: Bounds,
    /// Smallest weight of the joint.
    pub(super) least_weight: f32,
    /// The other joints of the vertices.
    pub(super) partners: Vec<Partner>,
}

/// Lighter joint of some vertices of a pivot.
#[derive(Clone, Debug)]
pub(super) struct Partner {
    /// Index of the joint in the region.
    pub(super) joint: usize,
    /// Largest weight.
    pub(super) most_weight: f32,
    /// The vertices at rest in the space of the mesh.
    pub(super) shared: Bounds,
}

impl Pivot {
    /// Largest distance of a vertex from its position under the pivot alone.
    pub(super) fn margin(
        &self,
        joints: &[RegionJoint],
        model: &[Affine3A],
        weights: &[f32],
        dual_quaternions: &[DualQuatJoint],
    ) -> f32 {
        let joint = &joints[self.joint];
        let Some(own_joint) = joint.slot.and_then(|slot| dual_quaternions.get(slot)) else { return 0.0 };
        let own_matrix = model[joint.joint.index()] * joint.bind;
        if !own_matrix.is_finite() {
            return 0.0;
        }
        let own_stretch = stretch(own_joint);
        let (mut moved, mut stretched, mut cosine) = (0.0, 0.0, 1.0_f32);
        for partner in &self.partners {
            let other = &joints[partner.joint];
            let Some(other_joint) = other.slot.and_then(|slot| dual_quaternions.get(slot)) else { continue };
            let shared = joint.morphed(&partner.shared, weights, MESH_SPACE);
            let matrix = model[other.joint.index()] * other.bind;
            let apart = largest_image(
                &shared,
                &(matrix.matrix3 - own_matrix.matrix3),
                matrix.translation - own_matrix.translation,
            );
            let unlike = largest_image(&shared, &(stretch(other_joint) - own_stretch), Vec3A::ZERO);
            // Vertices at joints that are no numbers are hit by no ray.
            if (apart + unlike).is_finite() {
                moved += partner.most_weight * (apart + unlike);
                stretched += partner.most_weight * unlike;
                let dot: f32 = own_joint.real.iter().zip(&other_joint.real).map(|(a, b)| a * b).sum();
                cosine = cosine.min(dot.abs());
            }
        }
        let others = 1.0 - self.least_weight;
        stretched + (2.0 * others * stretched + moved) / (self.least_weight + others * cosine)
    }
}

fn stretch(joint: &DualQuatJoint) -> Mat3A {
    let [x, y, z] = joint.stretch.map(|[x, y, z, _]| Vec3A::new(x, y, z));
    Mat3A::from_cols(x, y, z)
}

/// Upper bound of the lengths of the images of a box's points: that of the centre, and those of the half
/// edges.
fn largest_image(bounds: &Bounds, matrix: &Mat3A, translation: Vec3A) -> f32 {
    let half = bounds.size() * 0.5;
    let center = *matrix * Vec3A::from(bounds.center()) + translation;
    center.length()
        + matrix.x_axis.length() * half.x
        + matrix.y_axis.length() * half.y
        + matrix.z_axis.length() * half.z
}
