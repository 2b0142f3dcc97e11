use super::HairRoot;
use super::field::HairField;
use super::path::Path;
use crate::math::nearest_share;
use glam::Vec3;
use std::sync::Arc;

/// Shape in world space that hair stays out of. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum HairCollider {
    /// Capsule: all points within `radius` of a line; a ball where both ends are the same.
    Capsule {
        /// One end of the line.
        start: Vec3,
        /// The other end.
        end: Vec3,
        /// Distance from the line, metres.
        radius: f32,
    },
    /// Ball stretched along three axes.
    Ellipsoid {
        /// Middle.
        center: Vec3,
        /// Half axes: directions at right angles to each other, with their lengths.
        axes: [Vec3; 3],
    },
    /// Rigid skin, such as that of a head.
    Field {
        /// Signed distance field in the rest pose.
        field: Arc<HairField>,
        /// Movement of the skin since the rest pose.
        root: HairRoot,
    },
}

impl HairCollider {
    /// Shapes between those of the last two of three times, in the same order, without those that are not
    /// finite. The later ones count where their number has changed.
    pub(super) fn all_between<'a>(
        [before, from, to]: [&'a [Self]; 3],
        path: Path,
    ) -> impl Iterator<Item = Self> + 'a {
        let from = if from.len() == to.len() { from } else { to };
        let (before, path) = if before.len() == to.len() { (before, path) } else { (from, path.straight()) };
        let moved = before.iter().zip(from).zip(to);
        moved.map(move |((before, from), to)| Self::between([before, from, to], path)).filter(Self::is_finite)
    }

    /// Shape between the last two of three of the same kind; the last where they are not.
    pub(super) fn between([before, from, to]: [&Self; 3], path: Path) -> Self {
        let at = |all: [&Vec3; 3]| path.along(all.map(|point| *point));
        match (before, from, to) {
            (
                Self::Capsule { start: a, end: b, .. },
                Self::Capsule { start, end, radius },
                Self::Capsule { start: to_start, end: to_end, radius: to_radius },
            ) if a.is_finite() && b.is_finite() => Self::Capsule {
                start: at([a, start, to_start]),
                end: at([b, end, to_end]),
                radius: radius + (to_radius - radius) * path.share,
            },
            (
                Self::Ellipsoid { center: a, axes: b },
                Self::Ellipsoid { center, axes },
                Self::Ellipsoid { center: to_center, axes: to_axes },
            ) if a.is_finite() && b.iter().all(|axis| axis.is_finite()) => Self::Ellipsoid {
                center: at([a, center, to_center]),
                axes: [0, 1, 2].map(|n| at([&b[n], &axes[n], &to_axes[n]])),
            },
            (
                Self::Field { field: earlier, root: before },
                Self::Field { field, root },
                Self::Field { field: to_field, root: to_root },
            ) if Arc::ptr_eq(field, to_field)
                && Arc::ptr_eq(field, earlier)
                && root.is_finite()
                && before.is_finite() =>
            {
                let root = HairRoot::between([before, root, to_root], path, field.bounds().center());
                Self::Field { field: Arc::clone(field), root }
            }
            _ => Self::straight(from, to, path.share),
        }
    }

    /// Shape between two of the same kind; the second where they are not.
    fn straight(from: &Self, to: &Self, share: f32) -> Self {
        match (from, to) {
            (
                Self::Capsule { start, end, radius },
                Self::Capsule { start: to_start, end: to_end, radius: to_radius },
            ) => Self::Capsule {
                start: start.lerp(*to_start, share),
                end: end.lerp(*to_end, share),
                radius: radius + (to_radius - radius) * share,
            },
            (Self::Ellipsoid { center, axes }, Self::Ellipsoid { center: to_center, axes: to_axes }) => {
                Self::Ellipsoid {
                    center: center.lerp(*to_center, share),
                    axes: [0, 1, 2].map(|n| axes[n].lerp(to_axes[n], share)),
                }
            }
            (Self::Field { field, root }, Self::Field { field: to_field, root: to_root })
                if Arc::ptr_eq(field, to_field) && root.is_finite() =>
            {
                let path = Path { share, ratio: 0.0 };
                let root = HairRoot::between([root, root, to_root], path, field.bounds().center());
                Self::Field { field: Arc::clone(field), root }
            }
            _ => to.clone(),
        }
    }

    /// Moves the shape.
    pub(in crate::hair) fn translate(&mut self, by: Vec3) {
        match self {
            Self::Capsule { start, end, .. } => {
                *start += by;
                *end += by;
            }
            Self::Ellipsoid { center, .. } => *center += by,
            Self::Field { root, .. } => root.translation += by,
        }
    }

    /// True where both are the same to a hundredth of a millimetre.
    pub(super) fn is_near(&self, other: &Self) -> bool {
        let near = |a: &Vec3, b: &Vec3| a.distance_squared(*b) < 1e-10;
        match (self, other) {
            (
                Self::Capsule { start, end, radius },
                Self::Capsule { start: other_start, end: other_end, radius: other_radius },
            ) => near(start, other_start) && near(end, other_end) && (radius - other_radius).abs() < 1e-5,
            (
                Self::Ellipsoid { center, axes },
                Self::Ellipsoid { center: other_center, axes: other_axes },
            ) => near(center, other_center) && axes.iter().zip(other_axes).all(|(a, b)| near(a, b)),
            (Self::Field { field, root }, Self::Field { field: other_field, root: other_root }) => {
                Arc::ptr_eq(field, other_field) && root.is_near(other_root)
            }
            _ => false,
        }
    }

    pub(super) fn is_finite(&self) -> bool {
        match self {
            Self::Capsule { start, end, radius } => {
                start.is_finite() && end.is_finite() && radius.is_finite()
            }
            Self::Ellipsoid { center, axes } => {
                center.is_finite() && axes.iter().all(|axis| axis.is_finite())
            }
            Self::Field { root, .. } => root.is_finite(),
        }
    }

    /// Vector to a point from the nearest one on the line of a capsule.
    #[inline]
    fn from_line(start: Vec3, end: Vec3, at: Vec3) -> Vec3 {
        let (along, arm) = (end - start, at - start);
        arm - along * nearest_share(arm.dot(along), along.length_squared())
    }

    /// Direction away from the shape at a point.
    pub(super) fn outward(&self, at: Vec3) -> Vec3 {
        let away = match self {
            Self::Capsule { start, end, .. } => Self::from_line(*start, *end, at),
            Self::Ellipsoid { center, axes } => {
                let arm = at - *center;
                let part = |axis: &Vec3| {
                    *axis * (arm.dot(*axis) / axis.length_squared().powi(2).max(f32::MIN_POSITIVE))
                };
                axes.iter().map(part).sum()
            }
            Self::Field { field, root } => root.rotation * field.normal(root.rest_of(at)),
        };
        away.normalize_or(Vec3::Y)
    }

    /// Position outside of the shape, at least `distance` metres from it, in whose direction `at` lies as
    /// seen from inside; `None` for positions that are there already. Out of a field it goes by the field's
    /// gradient, which may need more than one push.
    #[must_use]
    #[inline]
    pub fn push(&self, at: Vec3, distance: f32) -> Option<Vec3> {
        match self {
            Self::Capsule { start, end, radius } => {
                let away = Self::from_line(*start, *end, at);
                let reach = radius + distance;
                if away.length_squared() >= reach * reach {
                    return None;
                }
                Some(at - away + away.normalize_or(Vec3::Y) * reach)
            }
            Self::Ellipsoid { center, axes } => {
                let arm = at - *center;
                let share = |axis: &Vec3| {
                    let length = axis.length();
                    arm.dot(*axis) / (length * (length + distance)).max(f32::MIN_POSITIVE)
                };
                let depth = Vec3::new(share(&axes[0]), share(&axes[1]), share(&axes[2])).length();
                if depth >= 1.0 || depth.is_nan() {
                    return None;
                }
                Some(if depth > 1e-3 { *center + arm / depth } else { *center + axes[1] })
            }
            Self::Field { field, root } => {
                let rest = root.rest_of(at);
                if !field.bounds().contains(rest, distance) {
                    return None;
                }
                let (sampled, normal) = field.sample(rest);
                (sampled < distance).then(|| at + root.rotation * normal * (distance - sampled))
            }
        }
    }
}
