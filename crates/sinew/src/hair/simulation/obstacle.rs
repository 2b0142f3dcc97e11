use super::HairCollider;
use super::lanes::Access;
use crate::math::Bounds;
use crate::math::simd::{Lanes, Vec3Lanes};
use glam::{Mat3, Vec3};

/// Collider in one step, prepared so that points far from it cost little.
#[derive(Clone, Debug)]
pub(super) struct Obstacle {
    pub(super) collider: HairCollider,
    /// Ball beyond which nothing is pushed: its middle and radius.
    center: Vec3,
    radius: f32,
    /// Rotation from the rest pose of a field to the world.
    turn: Mat3,
}

/// Positions of some hairs pushed out of an obstacle.
pub(super) struct Push<L> {
    /// Above 0 where the position was in the obstacle.
    pub(super) depth: L,
    /// Position outside; anything elsewhere.
    pub(super) outside: Vec3Lanes<L>,
    /// Direction out of the obstacle there; anything elsewhere.
    pub(super) normal: Vec3Lanes<L>,
}

impl Obstacle {
    /// Obstacle from which hair keeps `distance` metres away at most.
    pub(super) fn new(collider: HairCollider, distance: f32) -> Self {
        let (center, radius) = match &collider {
            HairCollider::Capsule { start, end, radius } => {
                ((*start + *end) * 0.5, start.distance(*end) * 0.5 + radius.max(0.0))
            }
            HairCollider::Ellipsoid { center, axes } => {
                (*center, axes.iter().map(|axis| axis.length()).fold(0.0, f32::max))
            }
            HairCollider::Field { field, root } => {
                (root.at(field.bounds().center()), field.bounds().size().length() * 0.5)
            }
        };
        let turn = match &collider {
            HairCollider::Field { root, .. } => Mat3::from_quat(root.rotation),
            _ => Mat3::IDENTITY,
        };
        // A margin for rounding.
        Self { collider, center, radius: (radius + distance) * 1.001, turn }
    }

    /// False where no point of the box, in the world, is within the distance of the obstacle.
    pub(super) fn touches(&self, bounds: &Bounds) -> bool {
        let (middle, half) = (bounds.center(), bounds.size() * 0.5);
        let beyond = ((self.center - middle).abs() - half).max(Vec3::ZERO);
        if beyond.length_squared() > self.radius * self.radius {
            return false;
        }
        let HairCollider::Field { field, root } = &self.collider else { return true };
        // Separating axes of both boxes: those of the field.
        let [x, y, z] = [self.turn.x_axis, self.turn.y_axis, self.turn.z_axis];
        let arm = middle - root.translation;
        let at = Vec3::new(x.dot(arm), y.dot(arm), z.dot(arm)) - field.bounds().center();
        let reach = Vec3::new(x.abs().dot(half), y.abs().dot(half), z.abs().dot(half));
        let margin = self.radius - field.bounds().size().length() * 0.5;
        (at.abs() - reach - field.bounds().size() * 0.5).max_element() <= margin
    }

    /// [`HairCollider::push`] of a point of each hair, which lies outside where it is no deeper than
    /// `tolerance` within the distance. `None` where all do.
    #[inline(always)]
    pub(super) fn push<L: Lanes<N>, const N: usize>(
        &self,
        lanes: Access<L, N>,
        at: Vec3Lanes<L>,
        distance: f32,
        tolerance: f32,
    ) -> Option<Push<L>> {
        let zero = lanes.all(0.0);
        let up = lanes.splat(Vec3::Y);
        match &self.collider {
            HairCollider::Capsule { start, end, radius } => {
                let along = *end - *start;
                let square = along.length_squared();
                let inverse = if square > 0.0 { 1.0 / square } else { 0.0 };
                let (line, arm) = (lanes.splat(along), at.minus(lanes.splat(*start)));
                let share = (arm.dot(line) * lanes.all(inverse)).max(zero).min(lanes.all(1.0));
                let away = arm.minus(line.times(share));
                let (reach, least) = (radius + distance, (radius + distance - tolerance).max(0.0));
                let depth = lanes.all(least * least) - away.dot(away);
                depth.any_more(0.0).then(|| {
                    let normal = away.unit_or(up);
                    Push { depth, outside: at.minus(away).plus(normal.times(lanes.all(reach))), normal }
                })
            }
            HairCollider::Ellipsoid { center, axes } => {
                let arm = at.minus(lanes.splat(*center));
                let row = |axis: &Vec3, distance: f32| {
                    let length = axis.length();
                    *axis / (length * (length + distance)).max(f32::MIN_POSITIVE)
                };
                let depth_of = |distance: f32| {
                    Vec3Lanes([0, 1, 2].map(|n| arm.dot(lanes.splat(row(&axes[n], distance)))))
                };
                let shares = depth_of(distance - tolerance);
                let depth = lanes.all(1.0) - shares.dot(shares);
                depth.any_more(0.0).then(|| {
                    let shares = depth_of(distance);
                    let share = shares.dot(shares).sqrt();
                    let least = lanes.all(1e-3);
                    let out = arm.times(lanes.all(1.0) / share.max(least));
                    let outside = out.if_more(share, least, lanes.splat(axes[1]));
                    let slope = |axis: &Vec3| *axis / axis.length_squared().powi(2).max(f32::MIN_POSITIVE);
                    let part = |axis: &Vec3| lanes.splat(*axis).times(arm.dot(lanes.splat(slope(axis))));
                    let normal = part(&axes[0]).plus(part(&axes[1])).plus(part(&axes[2])).unit_or(up);
                    Push { depth, outside: outside.plus(lanes.splat(*center)), normal }
                })
            }
            HairCollider::Field { field, root } => {
                let turn = &self.turn;
                let [x, y, z] =
                    [lanes.splat(turn.x_axis), lanes.splat(turn.y_axis), lanes.splat(turn.z_axis)];
                let arm = at.minus(lanes.splat(root.translation));
                let rest = Vec3Lanes([x.dot(arm), y.dot(arm), z.dot(arm)]);
                let sample = field.sample_lanes(lanes, rest, distance, tolerance)?;
                let [a, b, c] = sample.normal.0;
                let normal = x.times(a).plus(y.times(b)).plus(z.times(c));
                let outside = at.plus(normal.times(lanes.all(distance) - sample.distance));
                Some(Push { depth: sample.depth, outside, normal })
            }
        }
    }
}
