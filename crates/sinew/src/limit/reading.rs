use crate::limit::swing_twist::Parts;
use crate::limit::{Limit, Swing};
use crate::math::angle::atan2;
use glam::{Quat, Vec3};

/// How a joint stands to one of its limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitReading {
    /// Which limit.
    pub kind: LimitReadingKind,
    /// Where it begins, in radians.
    pub min: f32,
    /// Where it ends; of a swing, in the direction that the bone has taken.
    pub max: f32,
    /// Where the joint is.
    pub value: f32,
}

/// The kinds of limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitReadingKind {
    /// The angle about the axis of a hinge.
    Hinge,
    /// The angle between the bone and where it is measured from.
    Swing,
    /// The angle about the bone.
    Twist,
}

impl Limit {
    /// How far `turn` is outside of what is allowed, in radians: the worse of swing and twist; 0 inside.
    pub fn violation(&self, turn: Quat) -> f32 {
        let parts = Parts::of(turn, self.bone);
        let swung = match &self.swing {
            Swing::Free => 0.0,
            Swing::Fixed => parts.swung().map_or(0.0, |swung| swung.angle()),
            Swing::Hinge { axis, range } => {
                let aside = (parts.swing * self.bone).dot(*axis).clamp(-1.0, 1.0).asin().abs();
                aside.max(range.excess(self.about_hinge(*axis, parts)))
            }
            Swing::Ellipse(_) | Swing::Cone(_) => parts
                .swung()
                .map_or(0.0, |swung| (swung.angle() - self.swing.reach(self.bone, swung.about)).max(0.0)),
        };
        swung.max(self.twist.map_or(0.0, |range| range.excess(parts.twist())))
    }

    /// How `turn` stands to the limits that there are: to that of the swing, then to that of the twist.
    pub fn readings(&self, turn: Quat) -> impl Iterator<Item = LimitReading> {
        let parts = Parts::of(turn, self.bone);
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
            Swing::Ellipse(_) | Swing::Cone(_) => {
                let any = self.bone.any_orthonormal_vector();
                let (value, about) = parts.swung().map_or((0.0, any), |swung| (swung.angle(), swung.about));
                let max = self.swing.reach(self.bone, about);
                Some(LimitReading { kind: LimitReadingKind::Swing, min: 0.0, max, value })
            }
        };
        // A joint that only twists is a hinge.
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

    /// The angle about `axis` at which the bone points once it is brought into the plane of the hinge.
    fn about_hinge(&self, axis: Vec3, parts: Parts) -> f32 {
        let (sine, cosine) = parts.about_hinge(axis, self.bone);
        2.0 * atan2(sine, cosine)
    }
}
