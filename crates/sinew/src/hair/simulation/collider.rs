use glam::Vec3;

/// Shape in world space that hair stays out of.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum HairCollider {
    /// Capsule: all places within `radius` of a line; a ball where both ends are the same.
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
}

impl HairCollider {
    /// Shape between two of the same kind; the second where they are not.
    pub(super) fn between(from: &Self, to: &Self, share: f32) -> Self {
        match (*from, *to) {
            (
                Self::Capsule { start, end, radius },
                Self::Capsule { start: to_start, end: to_end, radius: to_radius },
            ) => Self::Capsule {
                start: start.lerp(to_start, share),
                end: end.lerp(to_end, share),
                radius: radius + (to_radius - radius) * share,
            },
            (Self::Ellipsoid { center, axes }, Self::Ellipsoid { center: to_center, axes: to_axes }) => {
                Self::Ellipsoid {
                    center: center.lerp(to_center, share),
                    axes: [0, 1, 2].map(|n| axes[n].lerp(to_axes[n], share)),
                }
            }
            _ => *to,
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
        }
    }

    /// Direction away from the shape at a place outside of it.
    pub(super) fn outward(&self, at: Vec3) -> Vec3 {
        match *self {
            Self::Capsule { start, end, .. } => {
                let (along, arm) = (end - start, at - start);
                let square = along.length_squared();
                let share = if square > 0.0 { (arm.dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
                (arm - along * share).normalize_or(Vec3::Y)
            }
            Self::Ellipsoid { center, axes } => {
                let arm = at - center;
                let part = |axis: Vec3| {
                    axis * (arm.dot(axis) / axis.length_squared().powi(2).max(f32::MIN_POSITIVE))
                };
                axes.into_iter().map(part).sum::<Vec3>().normalize_or(Vec3::Y)
            }
        }
    }

    /// Nearest place outside, at `thickness` from the shape, and the direction out of it; `None` for places that are outside.
    #[inline]
    pub(super) fn push(&self, at: Vec3, thickness: f32) -> Option<(Vec3, Vec3)> {
        match *self {
            Self::Capsule { start, end, radius } => {
                let (along, arm) = (end - start, at - start);
                let square = along.length_squared();
                let share = if square > 0.0 { (arm.dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
                let nearest = start + along * share;
                let away = at - nearest;
                let reach = radius + thickness;
                if away.length_squared() >= reach * reach {
                    return None;
                }
                let normal = away.normalize_or(Vec3::Y);
                Some((nearest + normal * reach, normal))
            }
            Self::Ellipsoid { center, axes } => {
                let arm = at - center;
                let mut local = [0.0; 3];
                for (own, axis) in local.iter_mut().zip(axes) {
                    let length = axis.length();
                    *own = arm.dot(axis) / (length * (length + thickness)).max(f32::MIN_POSITIVE);
                }
                let depth = Vec3::from(local).length();
                if depth >= 1.0 || depth.is_nan() {
                    return None;
                }
                let normal = self.outward(at);
                let place = if depth > 1e-3 { center + arm / depth } else { center + axes[1] };
                Some((place, normal))
            }
        }
    }
}
