use crate::limit::{Limit, Swing};
use crate::math::angle::atan2;
use crate::math::ops;
use crate::math::swing_twist::SwingTwist;
use glam::{Quat, Vec3};

/// Reading of one of a joint's limits: its range and the current value.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct LimitReading {
    /// Kind of limit.
    pub kind: LimitReadingKind,
    /// Lower end of the range, radians.
    pub min: f32,
    /// Upper end of the range, radians; for a swing, in the current direction.
    pub max: f32,
    /// Current value, radians.
    pub value: f32,
}

/// Kind of a limit reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitReadingKind {
    /// Angle about the axis of a hinge.
    Hinge,
    /// Angle between the bone and its reference direction.
    Swing,
    /// Angle about the bone.
    Twist,
}

impl Limit {
    /// Angle by which a rotation exceeds the limit, radians: the larger of swing and twist; 0 inside.
    #[must_use]
    pub fn violation(&self, rotation: Quat) -> f32 {
        let parts = SwingTwist::of(rotation, self.bone);
        let swung = match &self.swing {
            Swing::Free => 0.0,
            Swing::Fixed => parts.swing_arc().map_or(0.0, |arc| arc.angle()),
            Swing::Hinge { axis, range } => {
                let off_plane = ops::asin((parts.swing * self.bone).dot(*axis).clamp(-1.0, 1.0)).abs();
                off_plane.max(range.excess(self.about_hinge(*axis, parts)))
            }
            Swing::Ellipse(_) | Swing::Polygon(_) => parts
                .swing_arc()
                .map_or(0.0, |arc| (arc.angle() - self.swing.reach(self.bone, arc.about)).max(0.0)),
        };
        swung.max(self.twist.map_or(0.0, |range| range.excess(parts.twist())))
    }

    /// Readings of a rotation for the existing limits: swing first, then twist.
    pub fn readings(&self, rotation: Quat) -> impl Iterator<Item = LimitReading> {
        let parts = SwingTwist::of(rotation, self.bone);
        let swung = match &self.swing {
            Swing::Free | Swing::Fixed => None,
            Swing::Hinge { axis, range } => {
                let value = range.wrapped(self.about_hinge(*axis, parts));
                Some(LimitReading {
                    kind: LimitReadingKind::Hinge,
                    min: range.min(),
                    max: range.max(),
                    value,
                })
            }
            Swing::Ellipse(_) | Swing::Polygon(_) => {
                let any = self.bone.any_orthonormal_vector();
                let (value, about) = parts.swing_arc().map_or((0.0, any), |arc| (arc.angle(), arc.about));
                let max = self.swing.reach(self.bone, about);
                Some(LimitReading { kind: LimitReadingKind::Swing, min: 0.0, max, value })
            }
        };
        // A joint that only twists reads as a hinge.
        let kind = if self.swing == Swing::Fixed { LimitReadingKind::Hinge } else { LimitReadingKind::Twist };
        let value = parts.twist();
        let twisted = self.twist.map(|range| LimitReading {
            kind,
            min: range.min(),
            max: range.max(),
            value: range.wrapped(value),
        });
        swung.into_iter().chain(twisted)
    }

    /// Angle about `axis` of the bone, projected into the plane of the hinge.
    fn about_hinge(&self, axis: Vec3, parts: SwingTwist) -> f32 {
        let (sine, cosine) = parts.about_hinge(axis, self.bone);
        2.0 * atan2(sine, cosine)
    }
}
