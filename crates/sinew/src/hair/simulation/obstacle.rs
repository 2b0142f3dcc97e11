use super::HairCollider;
use glam::Vec3;

/// Collider in one step, prepared so that places far from it cost little.
#[derive(Clone, Debug)]
pub(super) struct Obstacle {
    pub(super) collider: HairCollider,
    reach: Reach,
}

/// Space beyond which nothing is pushed.
#[derive(Clone, Copy, Debug)]
enum Reach {
    /// Ball: its middle and the square of its radius.
    Ball(Vec3, f32),
    /// Ellipsoid: its middle, and the axes over the squares of their lengths.
    Ellipsoid(Vec3, [Vec3; 3]),
}

impl Obstacle {
    /// Obstacle from which hair keeps `distance` metres away at most.
    pub(super) fn new(collider: HairCollider, distance: f32) -> Self {
        let ball = |center: Vec3, radius: f32| {
            // A margin for rounding.
            let radius = (radius.max(0.0) + distance) * 1.001;
            Reach::Ball(center, radius * radius)
        };
        let reach = match &collider {
            HairCollider::Capsule { start, end, radius } => {
                ball((*start + *end) * 0.5, start.distance(*end) * 0.5 + radius)
            }
            HairCollider::Ellipsoid { center, axes } => {
                let row = |axis: Vec3| {
                    let length = axis.length();
                    axis / (length * (length + distance)).max(f32::MIN_POSITIVE) * 0.999
                };
                Reach::Ellipsoid(*center, axes.map(row))
            }
            HairCollider::Field { field, root } => {
                ball(root.at(field.bounds().center()), field.bounds().size().length() * 0.5)
            }
        };
        Self { collider, reach }
    }

    /// [`HairCollider::push`] by at most the distance of the obstacle.
    #[inline]
    pub(super) fn push(&self, at: Vec3, distance: f32) -> Option<Vec3> {
        let is_far = match &self.reach {
            Reach::Ball(center, square) => at.distance_squared(*center) > *square,
            Reach::Ellipsoid(center, rows) => {
                let arm = at - *center;
                let depth = rows.map(|row| arm.dot(row));
                depth[0] * depth[0] + depth[1] * depth[1] + depth[2] * depth[2] > 1.0
            }
        };
        if is_far { None } else { self.collider.push(at, distance) }
    }
}
