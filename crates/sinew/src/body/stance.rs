//! Stance of a humanoid in a pose.

use crate::humanoid::HumanBone::{self, *};
use crate::humanoid::Humanoid;
use crate::math::ops;
use glam::{Affine3A, Vec3};
use std::f32::consts::PI;

/// Largest angle of thighs and shins from straight down in a standing pose, radians: that of legs apart or
/// slightly bent.
const MAX_LEG_ANGLE: f32 = 40.0 * PI / 180.0;

/// Largest angle of the trunk from straight up in a standing pose, radians.
const MAX_LEAN: f32 = 25.0 * PI / 180.0;

/// Largest difference between the heights of the ankles in a standing pose, leg lengths.
const MAX_STEP: f32 = 0.12;

/// Heights of the lower ankle above the ground at height 0 at which a body stands on it, leg lengths: up to
/// those of toys with short legs.
const ANKLE_HEIGHTS: std::ops::Range<f32> = -0.05..0.5;

/// Stance of a humanoid in a pose, by its differences from a symmetric pose with straight legs.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Stance {
    /// Root mean square of all differences, radians.
    pub deviation: f32,
    /// Largest difference beyond what a standing body has, in words, such as
    /// `the left shin is 70° from vertical`; `None` for a body that stands.
    pub fault: Option<String>,
    /// Height of the lower ankle above height 0, leg lengths.
    pub ankle_height: f32,
}

/// A difference from standing.
struct Difference {
    /// In radians, or converted to an angle.
    angle: f32,
    /// Largest value of a body that stands.
    max: f32,
    words: String,
}

impl Stance {
    /// Stance in the pose `model`, one model-space matrix per joint;
    /// `None` for a body without two whole legs and a trunk.
    #[must_use]
    pub fn of(humanoid: &Humanoid, model: &[Affine3A]) -> Option<Self> {
        let at = |bone: HumanBone| Some(Vec3::from(model.get(humanoid.joint(bone)?.index())?.translation));
        let direction = |from: HumanBone, to: HumanBone| (at(to)? - at(from)?).try_normalize();
        let mut all = Vec::new();
        let mut add = |angle: f32, max: f32, words: String| all.push(Difference { angle, max, words });
        let angle = |a: Vec3, b: Vec3| a.angle_between(b);
        let degrees = |angle: f32| format!("{:.0}°", angle.to_degrees());

        let left = direction(RightUpperLeg, LeftUpperLeg)?;
        let limbs = [
            (LeftUpperLeg, LeftLowerLeg, "the left thigh"),
            (RightUpperLeg, RightLowerLeg, "the right thigh"),
            (LeftLowerLeg, LeftFoot, "the left shin"),
            (RightLowerLeg, RightFoot, "the right shin"),
        ];
        for (from, to, name) in limbs {
            let leg_angle = angle(direction(from, to)?, Vec3::NEG_Y);
            add(leg_angle, MAX_LEG_ANGLE, format!("{name} is {} from vertical", degrees(leg_angle)));
        }
        let lean = angle(direction(Hips, Head).or_else(|| direction(Hips, Neck))?, Vec3::Y);
        add(lean, MAX_LEAN, format!("the trunk leans by {}", degrees(lean)));
        let tilt = ops::asin(left.y.abs().clamp(0.0, 1.0));
        add(tilt, MAX_LEAN, format!("the hips are tilted by {}", degrees(tilt)));
        // Both sides of the body, mirrored in the plane between the thighs.
        let across = left.with_y(0.0).try_normalize().unwrap_or(Vec3::X);
        let pairs = [
            (LeftUpperLeg, LeftLowerLeg, "thighs"),
            (LeftLowerLeg, LeftFoot, "shins"),
            (LeftFoot, LeftToes, "feet"),
            (LeftUpperArm, LeftLowerArm, "upper arms"),
            (LeftLowerArm, LeftHand, "lower arms"),
        ];
        for (from, to, name) in pairs {
            let both = direction(from, to).zip(direction(from.mirrored(), to.mirrored()));
            let Some((left_side, other)) = both else { continue };
            let mirrored = other - 2.0 * other.dot(across) * across;
            let difference = angle(left_side, mirrored);
            add(difference, MAX_LEG_ANGLE, format!("the {name} differ by {}", degrees(difference)));
        }
        let segment = |from: HumanBone, to: HumanBone| Some(at(to)?.distance(at(from)?));
        let leg = segment(LeftUpperLeg, LeftLowerLeg)? + segment(LeftLowerLeg, LeftFoot)?;
        let (low, high) = {
            let (a, b) = (at(LeftFoot)?.y / leg, at(RightFoot)?.y / leg);
            (a.min(b), a.max(b))
        };
        let step = high - low;
        add(step, MAX_STEP, format!("one foot is {step:.2} leg lengths above the other"));
        let deviation =
            all.iter().map(|difference| difference.angle * difference.angle).sum::<f32>() / all.len() as f32;
        let worst = all.into_iter().max_by(|a, b| (a.angle / a.max).total_cmp(&(b.angle / b.max)))?;
        let stance = Self {
            deviation: deviation.sqrt(),
            fault: (worst.angle > worst.max).then_some(worst.words),
            ankle_height: low,
        };
        (stance.deviation.is_finite() && low.is_finite()).then_some(stance)
    }

    /// Whether the body stands.
    #[must_use]
    pub fn stands(&self) -> bool {
        self.fault.is_none()
    }

    /// Whether the feet are at the ground at height 0.
    #[must_use]
    pub fn is_on_ground(&self) -> bool {
        ANKLE_HEIGHTS.contains(&self.ankle_height)
    }
}
