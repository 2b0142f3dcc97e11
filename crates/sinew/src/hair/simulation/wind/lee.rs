//! Shelter from wind behind a body.

use crate::hair::simulation::HairCollider;
use crate::math::smoothstep;
use glam::{Mat3, Vec3};

/// Distance from the axis of the lee at which it ends and over which it fades, in half axes of the body.
const EDGE: [f32; 2] = [1.15, 0.5];
/// Distance before and after the middle of the body over which the lee begins, in half axes.
const BEGIN: f32 = 0.3;
/// Distance behind the body at which half of the lee is left, in half axes.
const REACH: f32 = 4.0;

/// Sheltered space behind a body, taken as an ellipsoid.
#[derive(Clone, Copy, Debug)]
pub(in crate::hair::simulation) struct Lee {
    center: Vec3,
    /// Matrix into the space in which the body is a ball of radius 1.
    to_ball: Mat3,
}

impl Lee {
    /// Lee of a collider; `None` for one without extent.
    pub(in crate::hair::simulation) fn of(collider: &HairCollider) -> Option<Self> {
        let (center, axes) = match collider {
            HairCollider::Capsule { start, end, radius } => {
                let along = (*end - *start).normalize_or(Vec3::Y);
                let side = along.any_orthonormal_vector();
                let reach = start.distance(*end) * 0.5 + radius;
                ((*start + *end) * 0.5, [along * reach, side * *radius, along.cross(side) * *radius])
            }
            HairCollider::Ellipsoid { center, axes } => (*center, *axes),
            HairCollider::Field { field, root } => {
                let half = field.bounds().size() * 0.5;
                let axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
                (root.at(field.bounds().center()), axes.map(|axis| root.rotation * axis))
            }
        };
        let rows = axes.map(|axis| axis / axis.length_squared());
        let to_ball = Mat3::from_cols_array_2d(&rows.map(Vec3::into)).transpose();
        (to_ball.is_finite() && center.is_finite()).then_some(Self { center, to_ball })
    }

    /// Middle of the body, and the rows of the matrix into the space in which it is a ball of radius 1.
    pub(in crate::hair::simulation) fn parts(&self) -> (Vec3, [Vec3; 3]) {
        (self.center, [0, 1, 2].map(|n| self.to_ball.row(n)))
    }

    /// Share of the wind that blows at a point, 0 to 1.
    pub(in crate::hair::simulation) fn exposure(&self, at: Vec3, wind: Vec3) -> f32 {
        let arm = self.to_ball * (at - self.center);
        let along = (self.to_ball * wind).normalize_or_zero();
        let behind = arm.dot(along);
        let aside = (arm.length_squared() - behind * behind).max(0.0).sqrt();
        let beyond = ((behind - 1.0).max(0.0) / REACH).min(1e6);
        let shade = smoothstep((EDGE[0] - aside) / EDGE[1]) * smoothstep((behind + BEGIN) / (2.0 * BEGIN));
        1.0 - shade / (1.0 + beyond * beyond)
    }
}
