//! Degrees of freedom, and rotations given as Euler angles.

use sinew::glam::{DQuat, DVec3};

/// Degree of freedom of a bone: meaning of one of its numbers in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Channel {
    /// Translation along an axis of the bone: 0 is X, 1 is Y, 2 is Z.
    Translation(usize),
    /// Rotation about an axis of the bone. The first one of a bone is applied first.
    Rotation(usize),
    /// Stretch along the bone.
    Length,
}

impl Channel {
    /// Channel of a word such as `rx` or `TZ`.
    pub(super) fn of(word: &str) -> Option<Self> {
        let lower = word.to_ascii_lowercase();
        let axis = |letter: &str| ["x", "y", "z"].iter().position(|axis| *axis == letter);
        match (lower.strip_prefix('t'), lower.strip_prefix('r'), lower.as_str()) {
            (Some(letter), _, _) => axis(letter).map(Self::Translation),
            (_, Some(letter), _) => axis(letter).map(Self::Rotation),
            (_, _, "l") => Some(Self::Length),
            _ => None,
        }
    }
}

/// Order of Euler angles, such as `XYZ`: the rotation about the first axis is applied first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EulerOrder([usize; 3]);

impl EulerOrder {
    pub(super) const XYZ: Self = Self([0, 1, 2]);

    /// Order of a word: each of the letters X, Y and Z once.
    pub(super) fn of(word: &str) -> Option<Self> {
        let axes: Vec<usize> =
            word.chars().map(|c| "xyz".find(c.to_ascii_lowercase())).collect::<Option<_>>()?;
        let axes: [usize; 3] = axes.try_into().ok()?;
        [0, 1, 2].iter().all(|axis| axes.contains(axis)).then_some(Self(axes))
    }

    /// Rotation by `angles` about X, Y and Z, in radians.
    pub(super) fn rotation(self, angles: [f64; 3]) -> DQuat {
        self.0
            .iter()
            .fold(DQuat::IDENTITY, |all, &axis| about(axis, angles.get(axis).copied().unwrap_or(0.0)) * all)
    }
}

/// Rotation about axis X, Y or Z by an angle in radians.
pub(super) fn about(axis: usize, angle: f64) -> DQuat {
    let axis = [DVec3::X, DVec3::Y, DVec3::Z].get(axis).copied().unwrap_or(DVec3::Z);
    DQuat::from_axis_angle(axis, angle)
}
