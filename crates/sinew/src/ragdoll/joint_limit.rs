use super::error::RagdollDescriptionError;
use crate::limit::{AngleRange, Limit, Swing, SwingEllipse};
use glam::{Quat, Vec3};

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Limit of a part's joint, from the reference pose. Axes are those of model space in the reference pose; angles are degrees.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
    /// Even cone.
    Cone {
        /// Direction of the bone, about which it twists.
        bone: Vec3,
        /// Largest angle between the bone and that direction.
        swing: f32,
        /// Least and greatest twist.
        twist: [f32; 2],
    },
}

impl JointLimitDescription {
    /// The limit in the space of a joint's parent, which `parent_from_model` leads to; `None` for [`Self::Auto`].
    pub(super) fn limit(self, parent_from_model: Quat) -> Option<Limit> {
        let range = |[min, max]: [f32; 2]| AngleRange::from_degrees(min, max);
        Some(match self {
            Self::Auto => return None,
            Self::Free => Limit::free(),
            Self::Fixed => Limit::fixed(),
            Self::Hinge { axis, range: own } => {
                Limit::hinge(parent_from_model * axis.normalize_or(Vec3::X), range(own))
            }
            Self::Cone { bone, swing, twist } => {
                let bone = parent_from_model * bone.normalize_or(Vec3::Y);
                let swing = AngleRange::symmetric(swing.to_radians());
                let ellipse = SwingEllipse::new(bone, bone.any_orthonormal_vector(), swing, swing);
                Limit::ball(bone, Swing::Ellipse(ellipse), Some(range(twist)))
            }
        })
    }

    /// An error where a number is out of range. `place` is that of the limit in its description.
    pub(super) fn check(self, place: &str) -> Result<(), RagdollDescriptionError> {
        let range = |[min, max]: [f32; 2]| {
            [min, max].into_iter().try_for_each(|angle| number(angle, -180.0..=180.0, place))?;
            match min <= max {
                true => Ok(()),
                false => Err(error(place, format!("the range from {min} to {max} is empty"))),
            }
        };
        let direction = |axis: Vec3| match axis.is_finite() && axis.try_normalize().is_some() {
            true => Ok(()),
            false => Err(error(place, "expected a direction with a length".into())),
        };
        match self {
            Self::Auto | Self::Free | Self::Fixed => Ok(()),
            Self::Hinge { axis, range: own } => direction(axis).and_then(|()| range(own)),
            Self::Cone { bone, swing, twist } => {
                number(swing, 0.0..=178.0, place)?;
                direction(bone).and_then(|()| range(twist))
            }
        }
    }
}

/// Error at a location.
pub(super) fn error(location: &str, message: String) -> RagdollDescriptionError {
    RagdollDescriptionError { location: location.to_owned(), message }
}

/// An error where a number is not in a range.
pub(super) fn number(
    value: f32,
    range: std::ops::RangeInclusive<f32>,
    place: &str,
) -> Result<(), RagdollDescriptionError> {
    match value.is_finite() && range.contains(&value) {
        true => Ok(()),
        false => Err(error(
            place,
            format!("expected a number from {} to {}; got {value}", range.start(), range.end()),
        )),
    }
}
