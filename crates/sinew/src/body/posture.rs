use crate::humanoid::HumanBone::{self, *};
use crate::humanoid::TORSO;
use crate::math::axis_angle;
use crate::math::ops;
use glam::{Mat3, Quat, Vec3};
use std::f32::consts::FRAC_PI_4;

/// Orientation of a body in a pose, and whether it stands upright.
pub(super) struct Posture {
    /// Rotation about +Y that turns the body to face +Z.
    pub(super) facing: Quat,
    /// Rotation of the hips: `facing`, and for a body that does not stand upright also the rotation that
    /// levels it.
    pub(super) hips: Quat,
    /// Whether the pose is the skeleton's reference pose.
    pub(super) is_reference: bool,
    /// Whether both shins point down, so that the feet stand.
    pub(super) stands: bool,
    /// Whether it stands with the head above the hips.
    pub(super) upright: bool,
}

impl Posture {
    /// Posture of a reference pose with these offsets from one bone's joint to another's, model space.
    pub(super) fn of(offset: impl Fn(HumanBone, HumanBone) -> Option<Vec3>) -> Self {
        let across = [(RightUpperLeg, LeftUpperLeg), (RightUpperArm, LeftUpperArm)];
        let left = across.iter().find_map(|&(from, to)| offset(from, to)).unwrap_or(Vec3::X);
        let level = left.with_y(0.0).try_normalize().unwrap_or(Vec3::X);
        let near = |offset: Option<Vec3>, to: Vec3, angle: f32| {
            offset.is_none_or(|offset| offset.angle_between(to) < angle)
        };
        let shins = [(LeftLowerLeg, LeftFoot), (RightLowerLeg, RightFoot)];
        let stands = shins.iter().all(|&(from, to)| near(offset(from, to), Vec3::NEG_Y, FRAC_PI_4 * 0.8));
        let upright = stands && near(offset(Hips, Head), Vec3::Y, FRAC_PI_4 * 0.5);
        let facing = about_y(level, Vec3::X);
        let up = TORSO.into_iter().chain([Head]).find_map(|bone| offset(Hips, bone)).unwrap_or(Vec3::Y);
        let hips = match upright {
            true => facing,
            // From the body's axes to the world's.
            false => {
                let x = left.try_normalize().unwrap_or(Vec3::X);
                let y = up.reject_from(x).try_normalize().unwrap_or(x.any_orthonormal_vector());
                Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y))).inverse()
            }
        };
        Self { facing, hips, is_reference: true, stands, upright }
    }
}

/// Rotation about +Y from one horizontal direction to another.
pub(super) fn about_y(from: Vec3, to: Vec3) -> Quat {
    axis_angle::from_rotation_y(ops::atan2(to.x, to.z) - ops::atan2(from.x, from.z))
}
