use super::error::RagdollError;
use crate::limit::{AngleRange, Limit, Swing, SwingEllipse, SwingPolygon};
use glam::{Quat, Vec3};

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Limit of a part's joint. Axes are those of model space in the reference pose; angles are degrees. A range
/// of 360° is no limit.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[non_exhaustive]
pub enum JointLimitDescription {
    /// Limit of the human bone; of other joints an even cone of 40° with 20° of twist.
    #[default]
    Auto,
    /// Any rotation.
    Free,
    /// No rotation.
    Fixed,
    /// Rotations about an axis.
    Hinge {
        /// The axis.
        axis: Vec3,
        /// Least and greatest angle.
        range: [f32; 2],
    },
    /// Rotations about an axis and about the bone, as of elbows and knees.
    TwistingHinge {
        /// Direction of the bone, about which it twists.
        bone: Vec3,
        /// The axis, perpendicular to the bone.
        axis: Vec3,
        /// Least and greatest angle about the axis.
        range: [f32; 2],
        /// Least and greatest twist.
        twist: [f32; 2],
    },
    /// Any direction of the bone with a limited twist.
    Twist {
        /// Direction of the bone, about which it twists.
        bone: Vec3,
        /// Least and greatest twist.
        range: [f32; 2],
    },
    /// Even cone.
    Cone {
        /// Direction of the bone, about which it twists.
        bone: Vec3,
        /// Largest angle between the bone and that direction.
        swing: f32,
        /// Least and greatest twist.
        twist: [f32; 2],
    },
    /// Elliptic cone.
    Ellipse {
        /// Direction of the bone, about which it twists.
        bone: Vec3,
        /// First axis, perpendicular to the bone. The second axis is the bone × the first.
        axis: Vec3,
        /// Least and greatest angle about the first axis: at most and at least 0.
        about: [f32; 2],
        /// Least and greatest angle about the second axis: at most and at least 0.
        across: [f32; 2],
        /// Least and greatest twist.
        twist: [f32; 2],
    },
    /// Cone with corners.
    Polygon {
        /// Direction of the bone, about which it twists.
        bone: Vec3,
        /// Directions of the corners, around the bone.
        corners: Vec<Vec3>,
        /// Least and greatest twist.
        twist: [f32; 2],
    },
}

/// Most corners of a polygon.
const MAX_CORNERS: usize = 64;

/// Range of angles that is no limit, degrees.
const WHOLE: [f32; 2] = [-180.0, 180.0];

impl JointLimitDescription {
    /// Description of a limit. `model_from_parent` is the rotation of the joint's parent in the reference
    /// pose.
    #[must_use]
    pub fn of(limit: &Limit, model_from_parent: Quat) -> Self {
        let direction = |vector: Vec3| tidy_direction(model_from_parent * vector);
        let range = |range: AngleRange| [tidy_degrees(range.min()), tidy_degrees(range.max())];
        let bone = direction(limit.bone());
        let twist = limit.twist().map_or(WHOLE, range);
        match limit.swing() {
            Swing::Free if limit.twist().is_none() => Self::Free,
            Swing::Free => Self::Twist { bone, range: twist },
            Swing::Fixed if twist == [0.0; 2] => Self::Fixed,
            Swing::Fixed => Self::Hinge { axis: bone, range: twist },
            Swing::Hinge { axis, range: swing_range } => {
                Self::TwistingHinge { bone, axis: direction(*axis), range: range(*swing_range), twist }
            }
            Swing::Ellipse(ellipse) => {
                let [about, across] = ellipse.ranges().map(range);
                match about == across && about[0] == -about[1] {
                    true => Self::Cone { bone, swing: about[1], twist },
                    false => Self::Ellipse { bone, axis: direction(ellipse.axis()), about, across, twist },
                }
            }
            Swing::Polygon(polygon) => {
                let corners = polygon.points().iter().map(|corner| direction(*corner)).collect();
                Self::Polygon { bone, corners, twist }
            }
        }
    }

    /// The limit in the space of a joint's parent, to which `parent_from_model` leads; `None` for
    /// [`Self::Auto`]. `location` is that of the limit in its description.
    pub(super) fn limit(
        &self,
        parent_from_model: Quat,
        location: &str,
    ) -> Result<Option<Limit>, RagdollError> {
        let direction = |axis: Vec3| match axis.is_finite().then(|| axis.try_normalize()).flatten() {
            Some(axis) => Ok(parent_from_model * axis),
            None => Err(error(location, "expected a direction with a length".into())),
        };
        let range = |[min, max]: [f32; 2]| {
            [min, max]
                .into_iter()
                .try_for_each(|angle| number(angle, -360.0..=360.0, "an angle", "°", location))?;
            match min <= max {
                true => Ok(AngleRange::from_degrees(min, max)),
                false => Err(error(location, format!("the range from {min} to {max} is empty"))),
            }
        };
        let open_range = |ends: [f32; 2]| Ok((ends[1] - ends[0] < 360.0).then_some(range(ends)?));
        Ok(Some(match self {
            Self::Auto => return Ok(None),
            Self::Free => Limit::free(),
            Self::Fixed => Limit::fixed(),
            Self::Hinge { axis, range: angles } => {
                Limit::ball(direction(*axis)?, Swing::Fixed, open_range(*angles)?)
            }
            Self::TwistingHinge { bone, axis, range: angles, twist } => {
                let swing = Swing::Hinge { axis: direction(*axis)?, range: range(*angles)? };
                Limit::ball(direction(*bone)?, swing, open_range(*twist)?)
            }
            Self::Twist { bone, range } => Limit::ball(direction(*bone)?, Swing::Free, open_range(*range)?),
            Self::Cone { bone, swing, twist } => {
                number(*swing, 0.0..=180.0, "an angle", "°", location)?;
                let (bone, swing) = (direction(*bone)?, AngleRange::symmetric(swing.to_radians()));
                let ellipse = SwingEllipse::new(bone, bone.any_orthonormal_vector(), swing, swing);
                Limit::ball(bone, Swing::Ellipse(ellipse), open_range(*twist)?)
            }
            Self::Ellipse { bone, axis, about, across, twist } => {
                for angles in [about, across] {
                    if angles[0] > 0.0 || angles[1] < 0.0 {
                        let message =
                            format!("expected a range that contains 0; got {} to {}", angles[0], angles[1]);
                        return Err(error(location, message));
                    }
                }
                let bone = direction(*bone)?;
                let ellipse = SwingEllipse::new(bone, direction(*axis)?, range(*about)?, range(*across)?);
                Limit::ball(bone, Swing::Ellipse(ellipse), open_range(*twist)?)
            }
            Self::Polygon { bone, corners, twist } => {
                if corners.len() > MAX_CORNERS {
                    let message = format!("expected at most {MAX_CORNERS} corners; got {}", corners.len());
                    return Err(error(location, message));
                }
                let bone = direction(*bone)?;
                let corners =
                    corners.iter().map(|corner| direction(*corner)).collect::<Result<Vec<_>, _>>()?;
                let polygon =
                    SwingPolygon::new(bone, &corners).map_err(|e| error(location, e.to_string()))?;
                Limit::ball(bone, Swing::Polygon(polygon), open_range(*twist)?)
            }
        }))
    }
}

/// A direction with six decimals: rotations of the axes of a skeleton leave noise in the seventh.
fn tidy_direction(direction: Vec3) -> Vec3 {
    // Adding 0 makes -0 positive.
    (direction * 1e6).round() / 1e6 + Vec3::ZERO
}

/// An angle in degrees with the fewest decimals that give it back.
pub(super) fn tidy_degrees(radians: f32) -> f32 {
    let degrees = radians.to_degrees();
    let rounded = [1.0, 10.0, 100.0, 1000.0, 10_000.0].map(|unit| (degrees * unit).round() / unit);
    let same = |candidate: &f32| (candidate.to_radians() - radians).abs() <= 4e-7 * radians.abs().max(1.0);
    rounded.into_iter().find(same).unwrap_or(degrees) + 0.0
}

/// Error at a location.
pub(super) fn error(location: &str, message: String) -> RagdollError {
    RagdollError::Description { location: location.to_owned(), message }
}

/// An error where a number is not in a range. `what` and `unit` are for the message.
pub(super) fn number(
    value: f32,
    range: std::ops::RangeInclusive<f32>,
    what: &str,
    unit: &str,
    location: &str,
) -> Result<(), RagdollError> {
    /// A power of ten as such, which many digits hide.
    fn short(number: f32) -> String {
        match number.abs() {
            0.0 | 1e-3..1e5 => number.to_string(),
            _ => format!("{number:e}"),
        }
    }
    match value.is_finite() && range.contains(&value) {
        true => Ok(()),
        false => {
            let [least, most] = [range.start(), range.end()].map(|end| short(*end));
            Err(error(
                location,
                format!("expected {what} from {least} to {most}{unit}; got {}", short(value)),
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_needs::cases;

    fn limits() -> Vec<Limit> {
        let range = AngleRange::from_degrees;
        let corners = [Vec3::new(1.0, 1.0, 0.2), Vec3::new(-0.8, 0.9, 0.4), Vec3::new(0.1, 1.0, -1.3)];
        let polygon = SwingPolygon::new(Vec3::Y, &corners).unwrap();
        let ellipse = SwingEllipse::new(Vec3::Y, Vec3::X, range(-35.0, 75.0), range(-40.0, 45.5));
        let cone = SwingEllipse::new(Vec3::Z, Vec3::X, range(-33.3, 33.3), range(-33.3, 33.3));
        let hinge = Swing::Hinge { axis: Vec3::X, range: range(-10.0, 150.0) };
        vec![
            Limit::free(),
            Limit::fixed(),
            Limit::hinge(Vec3::X, range(-20.0, 110.0)),
            Limit::ball(Vec3::Z, Swing::Fixed, None),
            Limit::ball(Vec3::Y, hinge, Some(range(-90.0, 80.0))),
            Limit::ball(Vec3::Y, Swing::Free, Some(range(-90.0, 80.0))),
            Limit::ball(Vec3::Y, Swing::Ellipse(ellipse), Some(range(-45.0, 30.0))),
            Limit::ball(Vec3::Z, Swing::Ellipse(cone), None),
            Limit::ball(Vec3::Y, Swing::Polygon(polygon), Some(range(-100.0, 100.0))),
        ]
    }

    /// Every kind of limit comes back from its description, whatever the axes of its space are.
    #[test]
    fn limits_are_described_as_they_are() {
        for limit in limits() {
            for mut random in cases(20) {
                let mut next = || random.f32() * 4.0 - 2.0;
                let space = Quat::from_scaled_axis(Vec3::new(next(), next(), next()));
                let described = JointLimitDescription::of(&limit, space);
                let read = described.limit(space.inverse(), "limit").unwrap().unwrap();
                assert_eq!(read.twist().is_none(), limit.twist().is_none(), "{described:?}");
                for _ in 0..100 {
                    let turn = Quat::from_scaled_axis(Vec3::new(next(), next(), next()) * 0.8);
                    let [expected, actual] = [&limit, &read].map(|limit| limit.violation(turn));
                    assert!(
                        (expected - actual).abs() < 2e-5,
                        "{limit:?}: {described:?}: {expected} {actual}"
                    );
                }
            }
        }
    }

    #[test]
    fn angles_are_short() {
        for degrees in [0.0, 17.5, -35.0, 75.0, 123.4, 178.0, -180.0] {
            assert_eq!(tidy_degrees(f32::to_radians(degrees)), degrees);
        }
        assert!((tidy_degrees(1.234_567) - 70.735_48).abs() < 1e-4);
    }
}
