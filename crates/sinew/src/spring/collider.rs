use crate::character::ColliderShape;
use crate::math::nearest_share;
use glam::{Affine3A, Vec3, Vec3A};

/// A collider in world space, as of one step.
#[derive(Clone, Copy, Debug)]
pub(super) enum WorldCollider {
    Capsule {
        start: Vec3A,
        /// From the start to the other end; zero for a sphere.
        along: Vec3A,
        radius: f32,
        inside: bool,
    },
    Plane {
        point: Vec3A,
        normal: Vec3A,
    },
}

impl WorldCollider {
    /// The shape on a joint with this matrix. `scale` is the character's; that of the joint does not change
    /// radii, which are metres.
    pub(super) fn new(shape: &ColliderShape, world_from_joint: &Affine3A, scale: f32) -> Self {
        let to_world = |point: Vec3| world_from_joint.transform_point3a(Vec3A::from(point));
        let axes = world_from_joint.matrix3;
        match *shape {
            ColliderShape::Sphere { offset, radius, inside } => {
                Self::Capsule { start: to_world(offset), along: Vec3A::ZERO, radius: radius * scale, inside }
            }
            ColliderShape::Capsule { offset, tail, radius, inside } => Self::Capsule {
                start: to_world(offset),
                along: axes * Vec3A::from(tail - offset),
                radius: radius * scale,
                inside,
            },
            ColliderShape::Plane { offset, normal } => {
                // The cofactors of a matrix take normals along, also where it mirrors.
                let cofactors = [
                    axes.y_axis.cross(axes.z_axis),
                    axes.z_axis.cross(axes.x_axis),
                    axes.x_axis.cross(axes.y_axis),
                ];
                let turned = cofactors[0] * normal.x + cofactors[1] * normal.y + cofactors[2] * normal.z;
                let normal = (turned * axes.determinant().signum()).normalize_or(Vec3A::Y);
                Self::Plane { point: to_world(offset), normal }
            }
        }
    }

    /// Shortest way out of the collider for a ball of `radius` at `at`; `None` where they do not touch.
    pub(super) fn push(&self, at: Vec3A, radius: f32) -> Option<Vec3A> {
        match *self {
            Self::Capsule { start, along, radius: capsule_radius, inside } => {
                let from_start = at - start;
                let share = nearest_share(from_start.dot(along), along.length_squared());
                let away = from_start - along * share;
                let distance = away.length();
                let gap = if inside {
                    capsule_radius - radius - distance
                } else {
                    distance - radius - capsule_radius
                };
                let outwards = if distance > 0.0 { away / distance } else { Vec3A::ZERO };
                // Inside of what is smaller than the ball, its middle is nearest.
                (gap < 0.0).then(|| if inside { outwards * gap.max(-distance) } else { outwards * -gap })
            }
            Self::Plane { point, normal } => {
                let gap = (at - point).dot(normal) - radius;
                (gap < 0.0).then(|| normal * -gap)
            }
        }
    }
}
